//! One prompt: first the question and a clock, then the rubric.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use crate::content::model::{FigureCall, Interview, Kind, Question};
use crate::memory::Mode;
use crate::sitting::rehearsal::Rehearse;
use crate::sitting::rubric::{Score, mode_of};

use super::super::super::chord::Chord;
use super::super::super::keys::{Action, Context};
use super::super::super::msg::Effect;
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::Role;
use super::super::super::widgets::prose;
use super::super::super::widgets::text::put;
use super::super::question::figure::draw_call;
use super::rubric::Rubric;

/// A prompt being answered.
pub struct Rehearsal {
    question: Question,
    interview: Interview,
    mode: Mode,
    started: Instant,
    /// Time spoken when the clock was stopped.
    spoken: Option<Duration>,
    clock: bool,
    notes: Input,
    rubric: Option<Rubric>,
    /// What the log knows of it.
    round: Rehearse,
    /// When what is typed was kept last.
    kept: Instant,
    /// The plot to explain.
    plot: Option<FigureCall>,
}

impl Rehearsal {
    /// Starts the clock, or goes on where it was left. `None` if the question is no interview prompt.
    pub fn new(question: &Question, round: Rehearse, now: Instant) -> Option<Rehearsal> {
        let Kind::Interview(interview) = &question.kind else { return None };
        let spoken = round.spoken().map(Duration::from_millis);
        let mut room = Rehearsal {
            interview: (**interview).clone(),
            mode: mode_of(question),
            question: question.clone(),
            started: now,
            spoken,
            clock: true,
            notes: Input::new(round.notes().to_string()),
            rubric: None,
            round,
            kept: now,
            plot: None,
        };
        if spoken.is_some() {
            room.show_points(now);
        }
        if let Some(rubric) = &mut room.rubric {
            rubric.set_ticked(room.round.ticks());
        }
        Some(room)
    }

    /// As a part of an interview, perhaps with a plot to explain.
    pub fn with_plot(self, plot: Option<FigureCall>) -> Rehearsal {
        Rehearsal { plot, ..self }
    }

    fn has_notes(&self) -> bool {
        !self.notes.value().trim().is_empty()
    }

    fn elapsed(&self, now: Instant) -> Duration {
        self.spoken.unwrap_or_else(|| now.saturating_duration_since(self.started))
    }

    fn done(&mut self, cx: &mut Cx<'_>) {
        self.note(true, cx);
        self.show_points(cx.now);
    }

    /// What was said so far goes to disk, so that it can be gone on with.
    fn note(&mut self, done: bool, cx: &mut Cx<'_>) {
        let ms = u64::try_from(self.elapsed(cx.now).as_millis()).unwrap_or(u64::MAX);
        for event in self.round.noted(cx.library, &self.question, self.notes.value(), ms, done) {
            cx.effect(Effect::Record(Box::new(event)));
        }
    }

    /// Is something typed that the log does not have?
    fn is_ahead(&self) -> bool {
        self.rubric.is_none() && self.has_notes() && self.round.notes() != self.notes.value()
    }

    fn show_points(&mut self, now: Instant) {
        self.spoken = Some(self.elapsed(now));
        self.rubric = Some(Rubric::new(&self.question, &self.interview, self.notes.value()));
    }

    fn ticking(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let Some(rubric) = &mut self.rubric else { return Flow::Ignored };
        match action {
            Action::Enter => {
                let score = Score::new(&self.interview, &rubric.ticked());
                cx.say(result(&score));
                let spoken = self.spoken.unwrap_or_default();
                let event = score.event(cx.library, &self.question, self.notes.value(), spoken);
                let events = self.round.ticked(cx.library, event);
                events.into_iter().for_each(|event| cx.effect(Effect::Record(Box::new(event))));
                return Flow::Close;
            }
            Action::Drill => {
                let families = self.interview.drills.clone();
                return if families.is_empty() {
                    cx.say("No drill belongs to this prompt.");
                    Flow::Stay
                } else {
                    super::super::drill(families, crate::today::SHORT_DRILL, cx)
                };
            }
            Action::Read => {
                let section = self.question.section.clone().unwrap_or_default();
                return super::super::study_section(&section, cx);
            }
            Action::Back if !rubric.ticked().is_empty() => {
                cx.say("What you ticked is kept: the first line of Home goes on with it.");
                return Flow::Close;
            }
            Action::Back => return Flow::Close,
            other => {
                rubric.act(other);
                let events = self.round.ticking(cx.library, &self.question, &rubric.ticked());
                events.into_iter().for_each(|event| cx.effect(Effect::Record(Box::new(event))));
            }
        }
        Flow::Stay
    }
}

/// What is said when the rubric is saved.
fn result(score: &Score) -> String {
    match score.missed.len() {
        0 => format!("Saved: all {} points.", score.asked),
        1 => format!("Saved: {} of {} points. The missed one waits on Home.", score.had, score.asked),
        n => format!("Saved: {} of {} points. The {n} missed ones wait on Home.", score.had, score.asked),
    }
}

/// `1:12`.
fn clock_face(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

impl Room for Rehearsal {
    fn header(&self, view: &View<'_>) -> (String, String) {
        let name = if self.mode == Mode::SelfCheck { "Self-check" } else { "Interview" };
        let what = if self.plot.is_some() { "explain this plot" } else { &self.question.title };
        let left = format!("{name}    {what}");
        let asked = Duration::from_secs(u64::from(self.interview.seconds));
        let elapsed = self.elapsed(view.now);
        let right = match (self.clock, elapsed > asked) {
            (false, _) => String::new(),
            (true, false) => format!("{} of {}", clock_face(elapsed), clock_face(asked)),
            (true, true) => format!("{} of {} over", clock_face(elapsed), clock_face(asked)),
        };
        (left, right)
    }

    fn contexts(&self) -> Vec<Context> {
        if self.rubric.is_some() {
            vec![Context::Rubric, Context::Move, Context::Doors]
        } else {
            vec![Context::Speaking]
        }
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Drill => !self.interview.drills.is_empty(),
            Action::Followup => !self.interview.followups.is_empty(),
            Action::Read => self.question.section.is_some(),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        if self.rubric.is_some() {
            return self.ticking(action, cx);
        }
        match action {
            Action::Enter => self.done(cx),
            Action::Clock => self.clock = !self.clock,
            Action::Back if self.has_notes() => {
                cx.say("Your notes are kept: the first line of Home goes on with them.");
                return Flow::Close;
            }
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        if self.rubric.is_none() {
            self.notes.handle_event(&crossterm::event::Event::Key(chord.event()));
            return Flow::Stay;
        }
        Flow::Ignored
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        if self.rubric.is_none() {
            let joined = format!("{}{text}", self.notes.value());
            self.notes = Input::new(joined);
        }
        Flow::Stay
    }

    fn leave(&mut self, cx: &mut Cx<'_>) {
        if self.rubric.is_none() && self.has_notes() {
            self.note(false, cx);
        }
    }

    fn unsaved(&self) -> bool {
        false
    }

    fn wake_after(&self, now: Instant) -> Option<Duration> {
        let keep = self.is_ahead().then(|| DRAFT.saturating_sub(now.saturating_duration_since(self.kept)));
        if !self.clock || self.rubric.is_some() {
            return keep;
        }
        // At the next whole second.
        let into = self.elapsed(now).subsec_millis();
        let second = Duration::from_millis(u64::from(1000 - into.min(999)));
        Some(keep.map_or(second, |keep| keep.min(second)))
    }

    fn tick(&mut self, cx: &mut Cx<'_>) {
        if self.is_ahead() && cx.now.saturating_duration_since(self.kept) >= DRAFT {
            self.kept = cx.now;
            self.note(false, cx);
        }
    }

    /// ```text
    ///   Show that a RoPE score depends only on relative position.
    ///
    ///   Speak, or type notes below. Enter when done.
    ///   ┆ rotate q by mθ and k by nθ …
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let width = usize::from(area.width.saturating_sub(6)).min(76);
        let column = Rect { x: area.x + 3, width: area.width.saturating_sub(4), ..area };
        let mut y = area.y + 1;
        for line in prose::markdown(&self.question.prompt, width, theme, &|_| None) {
            frame.buffer_mut().set_line(column.x, y.min(area.bottom().saturating_sub(1)), &line, column.width);
            y += 1;
        }
        y += 1;
        let below = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        if let Some(rubric) = &mut self.rubric {
            rubric.draw(frame, below, &self.interview, view);
            return;
        }
        if let Some(call) = &self.plot {
            let below = area.bottom().saturating_sub(y + PLOT_NOTES);
            let place = Rect { x: column.x, y, width: column.width.min(96), height: below.min(22) };
            draw_call(frame, place, call, view);
            y = place.bottom() + 1;
        }
        put(
            frame.buffer_mut(),
            area,
            column.x,
            y,
            "Speak, or type notes below. Enter when you are done.",
            theme.style(Role::Dim),
        );
        self.draw_notes(frame, Rect { y: y + 2, height: below.height.saturating_sub(2), ..column }, view);
    }
}

/// What is typed is kept so often, for the case that the program is cut off.
const DRAFT: Duration = Duration::from_secs(10);
/// Rows below a plot: a blank line, a remark, a blank line, and two for notes.
const PLOT_NOTES: u16 = 5;

impl Rehearsal {
    /// Notes wrap at the width of the column; the cursor stands where the next letter goes.
    fn draw_notes(&self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let width = usize::from(area.width.saturating_sub(4)).clamp(1, 74);
        let (lines, at) = wrap(self.notes.value(), self.notes.cursor(), width);
        let room = usize::from(area.height);
        let top = (at.0 + 1).saturating_sub(room.max(1));
        for (i, line) in lines.iter().enumerate().skip(top).take(room) {
            let y = area.y + u16::try_from(i - top).unwrap_or(0);
            put(frame.buffer_mut(), area, area.x, y, "┆", view.theme.style(Role::Rule));
            put(frame.buffer_mut(), area, area.x + 2, y, line, view.theme.style(Role::Text));
        }
        if room > 0 {
            let x = area.x + 2 + u16::try_from(at.1).unwrap_or(0);
            frame.set_cursor_position((x, area.y + u16::try_from(at.0 - top).unwrap_or(0)));
        }
    }
}

/// Breaks a text at a width in columns; also says in which line and column the cursor (in characters) stands.
fn wrap(text: &str, cursor: usize, width: usize) -> (Vec<String>, (usize, usize)) {
    use unicode_width::UnicodeWidthChar;
    let mut lines = vec![String::new()];
    let (mut column, mut place) = (0, (0, 0));
    for (i, c) in text.chars().enumerate() {
        let wide = c.width().unwrap_or(0);
        if column + wide > width {
            lines.push(String::new());
            column = 0;
        }
        if i == cursor {
            place = (lines.len() - 1, column);
        }
        if let Some(line) = lines.last_mut() {
            line.push(c);
        }
        column += wide;
    }
    if cursor >= text.chars().count() {
        place = (lines.len() - 1, column);
    }
    (lines, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_wrap_by_columns_and_the_cursor_follows() {
        assert_eq!(wrap("abcdef", 6, 4), (vec!["abcd".into(), "ef".into()], (1, 2)));
        assert_eq!(wrap("漢字漢", 1, 4), (vec!["漢字".into(), "漢".into()], (0, 2)));
        assert_eq!(wrap("", 0, 4), (vec![String::new()], (0, 0)));
    }

    #[test]
    fn the_clock_counts_minutes() {
        assert_eq!(clock_face(Duration::from_secs(72)), "1:12");
    }
}
