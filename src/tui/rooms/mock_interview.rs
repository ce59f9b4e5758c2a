//! A mock interview: its parts one after the other, and at the end where the points were.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::content::Library;
use crate::question::Seed;
use crate::sitting::clock_face;
use crate::sitting::interview::{Course, Done, Part};

use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text::{fit, paragraph, put, put_right};
use super::interview::Rehearsal;
use super::question::{Plan, QuestionRoom};

/// The widest table.
const MEASURE: u16 = 92;

/// The room.
pub struct MockInterview {
    course: Course,
    done: Vec<Option<Done>>,
    /// The part that the cursor is on.
    at: usize,
    since: Instant,
    /// Time that parts took before it was left and gone on with.
    before: Option<Duration>,
    /// Time when the last part was done.
    took: Option<Duration>,
    clock: bool,
}

impl MockInterview {
    /// An interview that begins, or that goes on: what is done of it, the log says.
    pub fn of(course: Course, now: Instant) -> MockInterview {
        let done = vec![None; course.parts().len()];
        MockInterview { course, done, at: 0, since: now, before: None, took: None, clock: true }
    }

    fn parts(&self) -> &[Part] {
        self.course.parts()
    }

    /// The first part that is not done.
    fn next(&self) -> Option<usize> {
        self.done.iter().position(Option::is_none)
    }

    fn elapsed(&self, now: Instant) -> Duration {
        let here = now.saturating_duration_since(self.since);
        self.took.unwrap_or_else(|| self.before.unwrap_or_default() + here)
    }

    fn section(&self, library: &Library) -> Option<String> {
        library.question(self.parts().get(self.at)?.id()).ok()?.section.clone()
    }

    fn begin(&self, part: &Part, cx: &mut Cx<'_>) -> Flow {
        let question = match cx.library.question(part.id()) {
            Ok(question) => question,
            Err(error) => {
                cx.say(error.to_string());
                return Flow::Stay;
            }
        };
        let first = self.done.iter().all(Option::is_none) && !self.course.is_begun(cx.store);
        let plot = match part {
            Part::Compute { id, seed } => {
                return match self.course.compute(cx.library, id, seed, first) {
                    Ok(sitting) => {
                        let room = QuestionRoom::at(sitting, Plan::Spot(id.clone()), cx.settings, cx.now);
                        Flow::Open(Box::new(room))
                    }
                    Err(error) => {
                        cx.say(error.to_string());
                        Flow::Stay
                    }
                };
            }
            Part::Plot { figure, .. } => Some(figure.clone()),
            Part::Speak { .. } => None,
        };
        match Rehearsal::new(question, self.course.rehearse(cx.library, part.id(), cx.store), cx.now) {
            Some(room) => Flow::Open(Box::new(room.with_plot(plot))),
            None => Flow::Stay,
        }
    }

    /// A part that is done, once more: what a strong answer says, or the worked solution.
    fn explain(&self, cx: &mut Cx<'_>) -> Flow {
        match self.parts().get(self.at) {
            Some(Part::Compute { id, seed }) => {
                let seed = Seed::parse(seed).unwrap_or_else(|_| Seed::fresh());
                match QuestionRoom::with_seed(Plan::Spot(id.clone()), seed, cx.library, cx.settings, cx.now) {
                    Ok(room) => Flow::Open(Box::new(room.solved())),
                    Err(error) => {
                        cx.say(error.to_string());
                        Flow::Stay
                    }
                }
            }
            Some(part) => super::rehearse(part.id(), cx),
            None => Flow::Stay,
        }
    }
}

impl Room for MockInterview {
    fn header(&self, view: &View<'_>) -> (String, String) {
        let done = self.done.iter().flatten().count();
        let left = match self.next() {
            Some(next) => format!("Mock interview   part {} of {}", next + 1, self.parts().len()),
            None => "Mock interview   how it went".into(),
        };
        let ms = u64::try_from(self.elapsed(view.now).as_millis()).unwrap_or(u64::MAX);
        let clock = if self.clock { clock_face(ms) } else { String::new() };
        (left, if done < self.parts().len() || self.took.is_some() { clock } else { String::new() })
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Parts, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, view: &View<'_>) -> bool {
        let here = self.done.get(self.at).is_some_and(Option::is_some);
        match action {
            Action::Enter => self.next().is_some(),
            // Before the end nothing is given away.
            Action::Solution => here && self.next().is_none(),
            Action::Read => self.next().is_none() && self.section(view.library).is_some(),
            Action::Another => self.next().is_none(),
            _ => true,
        }
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let Some(store) = cx.store else { return };
        match self.course.done(cx.library, store) {
            Ok(done) => self.done = done,
            Err(error) => cx.say(format!("Your progress cannot be read: {error}")),
        }
        let used = self.done.iter().flatten().map(|done| Duration::from_millis(done.ms)).sum();
        self.before.get_or_insert(used);
        match self.next() {
            Some(next) => self.at = next,
            None => self.took = Some(self.elapsed(cx.now)),
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.parts().len().saturating_sub(1);
        let over = self.next().is_none();
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Top | Action::PageUp => self.at = 0,
            Action::Bottom | Action::PageDown => self.at = last,
            Action::Clock => self.clock = !self.clock,
            Action::Enter => {
                let Some(part) = self.next().and_then(|next| self.parts().get(next)) else { return Flow::Close };
                return self.begin(part, cx);
            }
            Action::Solution if over => return self.explain(cx),
            Action::Read if over => {
                if let Some(section) = self.section(cx.library) {
                    return super::study_section(&section, cx);
                }
            }
            Action::Another if over => {
                return match super::mock_interview(cx) {
                    Flow::Open(room) => Flow::Replace(room),
                    other => other,
                };
            }
            Action::Back => {
                if !over && self.done.iter().any(Option::is_some) {
                    cx.say("Kept as it is: the first line of Home goes on with it.");
                }
                return Flow::Close;
            }
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn wake_after(&self, now: Instant) -> Option<Duration> {
        if !self.clock || self.took.is_some() {
            return None;
        }
        Some(Duration::from_millis(u64::from(1000 - self.elapsed(now).subsec_millis().min(999))))
    }

    /// ```text
    ///   Enter begins the next part. Speak aloud, as to a person.
    ///
    ///    1  speak            ○ Derive RoPE's relative property        4 of 6 points
    /// >  2  compute          \\ a calculation
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let dim = theme.style(Role::Dim);
        let place = Rect { width: area.width.min(MEASURE), ..area };
        let buffer = frame.buffer_mut();
        let intro = match self.next() {
            Some(0) => {
                "Six parts, one after the other. Speak aloud, as to a person; then tick what you said. Enter begins."
            }
            Some(_) => "Enter begins the next part. Esc leaves it here; Home goes on with it, today or another day.",
            None => "Where the points were. What you missed waits on Home.",
        };
        let mut y = paragraph(buffer, place, (area.x + 3, area.y + 1), intro, dim) + 1;
        let end = place.right().saturating_sub(3);
        for (i, (part, done)) in self.parts().iter().zip(&self.done).enumerate() {
            let here = i == self.at;
            put(buffer, place, area.x + 1, y, if here { ">" } else { " " }, theme.style(Role::Accent));
            put(buffer, place, area.x + 3, y, &format!("{}", i + 1), dim);
            put(buffer, place, area.x + 6, y, part.word(), theme.style(if here { Role::Strong } else { Role::Text }));
            let Some(done) = done else {
                y += 1;
                continue;
            };
            let over = self.next().is_none();
            let (points, role) = match (part, done.had) {
                (Part::Compute { .. }, _) if !over => ("answered".to_string(), Role::Dim),
                (Part::Compute { .. }, 0) => ("not yet".to_string(), Role::Wrong),
                (Part::Compute { .. }, _) => ("right".into(), Role::Right),
                (_, had) => (format!("{had} of {} points", done.asked), Role::Text),
            };
            let taken = u16::try_from(points.len()).unwrap_or(0) + 2;
            let room = Rect { width: end.saturating_sub(place.x + taken), ..place };
            let entry = view.library.entry(part.id()).ok();
            let mut x = area.x + 23;
            if let Some(scheme) = entry.and_then(|q| q.scheme) {
                x = put(buffer, room, x, y, &format!("{} ", scheme.mark()), theme.scheme(scheme));
            }
            let title = fit(entry.map_or("", |q| &q.title), usize::from(room.right().saturating_sub(x)));
            put(buffer, room, x, y, &title, theme.style(Role::Text));
            put_right(buffer, place, end, y, &points, theme.style(role));
            y += 1;
        }
        let Some(done) = self.done.get(self.at).and_then(Option::as_ref).filter(|_| self.next().is_none()) else {
            return;
        };
        y += 1;
        for missed in &done.missed {
            put(buffer, place, area.x + 3, y, "✗", theme.style(Role::Wrong));
            y = paragraph(buffer, place, (area.x + 6, y), missed, theme.style(Role::Text));
        }
    }
}
