//! How a sitting went: the count, the mistakes, and every wrong one with yours and right.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::super::keys::{Action, Context};
use super::super::super::msg::Effect;
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::Role;
use super::super::super::widgets::prose;
use super::super::super::widgets::text::wrap;
use super::QuestionRoom;
use super::plan::mode_name;
use crate::sitting::{Outcome, REPLAYS, Report};
use crate::tui::widgets::links::link_name;

/// The room.
pub struct ReportRoom {
    /// The room as it was left: undo goes back there.
    room: QuestionRoom,
    report: Report,
    /// The wrong one that the cursor is on.
    at: usize,
    top: usize,
}

impl QuestionRoom {
    /// Goes past what was answered meanwhile in another window.
    pub(super) fn catch_up(&mut self, cx: &mut Cx<'_>) {
        if cx.store.is_some_and(|store| self.sitting.catch_up(cx.library, store)) {
            cx.say("What you answered in another window meanwhile is not asked again.");
            self.end(cx);
        }
    }

    /// An exam whose report comes now counts.
    pub(super) fn end(&self, cx: &mut Cx<'_>) {
        self.sitting.finished().into_iter().for_each(|event| cx.effect(Effect::Record(Box::new(event))));
    }
}

impl ReportRoom {
    /// A report, and the room that it reports on.
    pub fn new(room: QuestionRoom, report: Report) -> ReportRoom {
        ReportRoom { room, report, at: 0, top: 0 }
    }

    fn section(&self) -> Option<&str> {
        self.rows().get(self.at)?.section.as_deref()
    }

    /// What the cursor goes through: what was not right at once; of an exam everything.
    fn rows(&self) -> &[Outcome] {
        if self.is_exam() { &self.report.outcomes } else { &self.report.wrong }
    }

    /// Nothing was said before: everything is new.
    fn is_exam(&self) -> bool {
        self.report.mode.is_silent()
    }

    /// What is counted, in one line.
    fn count(&self) -> String {
        let report = &self.report;
        if !self.is_exam() {
            return format!("  {}.", report.counted());
        }
        let left = match report.left {
            0 => String::new(),
            1 => " 1 was not answered.".into(),
            n => format!(" {n} were not answered."),
        };
        format!("  {} of {} right.{left}", report.right, report.total + report.left)
    }

    fn lines(&self, width: usize, view: &View<'_>) -> (Vec<Line<'static>>, (usize, usize)) {
        let theme = view.theme;
        let (dim, strong) = (theme.style(Role::Dim), theme.style(Role::Strong));
        let report = &self.report;
        let mut lines = vec![Line::from(vec![
            Span::styled(self.count(), strong),
            Span::styled(format!("   {}", spoken(report)), dim),
        ])];
        if let Some(command) = &report.replay {
            let rows = wrap(&format!("{REPLAYS} {command}"), width.saturating_sub(2).max(10)).into_iter();
            lines.extend(rows.map(|row| Line::styled(format!("  {row}"), dim)));
        }
        lines.push(Line::default());
        for score in &report.schemes {
            let style = theme.scheme(score.scheme);
            lines.push(Line::from(vec![
                Span::styled(format!("  {} {:<17}", score.scheme.mark(), score.scheme.name()), style),
                Span::raw(format!("{} of {}", score.right, score.total)),
            ]));
        }
        let least = if self.is_exam() { 1 } else { 2 };
        let repeated: Vec<_> = report.mistakes.iter().filter(|s| s.count >= least).collect();
        if !repeated.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(if self.is_exam() { "  Mistakes" } else { "  Again and again" }, strong));
            for slip in repeated {
                lines.extend(hung(&format!("{}×", slip.count), &slip.say, width, Style::new(), view));
            }
        }
        let mut keep = (0, 0);
        for (i, outcome) in self.rows().iter().enumerate() {
            if i == 0 || !self.is_exam() {
                lines.push(Line::default());
            }
            let from = lines.len();
            lines.extend(self.one(outcome, i == self.at, width, view));
            if i == self.at {
                keep = (from, lines.len());
            }
        }
        (lines, keep)
    }

    /// A question: of a right one its title, of any other yours and the right answer. What an exam has to say about it is one
    /// key away.
    fn one(&self, outcome: &Outcome, here: bool, width: usize, view: &View<'_>) -> Vec<Line<'static>> {
        let theme = view.theme;
        let mark = outcome.scheme.map_or(' ', |s| s.mark());
        let scheme = outcome.scheme.map_or(Style::new(), |s| theme.scheme(s));
        let title = theme.style(if here { Role::Strong } else { Role::Text });
        let mut head = vec![
            Span::styled(if here { "> " } else { "  " }, theme.style(Role::Accent)),
            match (self.is_exam(), outcome.right) {
                (false, _) => Span::raw(""),
                (true, true) => Span::styled("✓ ", theme.style(Role::Right)),
                (true, false) => Span::styled("✗ ", theme.style(Role::Wrong)),
            },
            Span::styled(format!("{mark} "), scheme),
            Span::styled(outcome.title.clone(), title),
        ];
        if outcome.mended {
            head.push(Span::styled("   then right", theme.style(Role::Right)));
        }
        if outcome.verdict == "shown" {
            head.push(Span::styled("   solution shown", theme.style(Role::Dim)));
        }
        let mut lines = vec![Line::from(head)];
        if outcome.right {
            return lines;
        }
        if !outcome.yours.is_empty() {
            lines.extend(hung("yours", &outcome.yours, width, theme.style(Role::Wrong), view));
        }
        lines.extend(hung("right", &outcome.key, width, theme.style(Role::Right), view));
        if let Some(say) = outcome.say.as_ref().filter(|_| !self.is_exam()) {
            lines.extend(hung("", say, width, theme.style(Role::Dim), view));
        }
        lines
    }
}

/// Minutes and seconds, and what replays it.
fn spoken(report: &Report) -> String {
    let seconds = report.ms / 1000;
    format!("{}:{:02}   code {}", seconds / 60, seconds % 60, report.code)
}

/// Markdown after a label with a hanging indent.
fn hung(label: &str, text: &str, width: usize, style: Style, view: &View<'_>) -> Vec<Line<'static>> {
    let name = |target: &crate::typeset::prose::Target| link_name(view.library, target);
    let lines = prose::markdown(text, width.saturating_sub(11).max(10), view.theme, &name);
    let dim = view.theme.style(Role::Dim);
    let hang = |(i, line): (usize, Line<'static>)| {
        let lead = if i == 0 { label } else { "" };
        let mut spans = vec![Span::styled(format!("    {lead:<7}"), dim)];
        spans.extend(line.spans.into_iter().map(|s| {
            let style = style.patch(s.style);
            s.style(style)
        }));
        Line::from(spans)
    };
    lines.into_iter().enumerate().map(hang).collect()
}

impl Room for ReportRoom {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (format!("{}   how it went", mode_name(self.report.mode)), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Report, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Read => self.section().is_some(),
            // After the answers of an exam were seen, none of them is changed.
            Action::Undo => self.room.sitting.can_undo() && !self.is_exam(),
            Action::Solution => !self.rows().is_empty(),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.rows().len().saturating_sub(1);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Top | Action::PageUp => self.at = 0,
            Action::Bottom | Action::PageDown => self.at = last,
            Action::Enter | Action::Back => return Flow::Close,
            Action::Another => {
                return match QuestionRoom::begin(self.room.plan.clone(), cx.library, cx.settings, cx.now) {
                    Ok(room) => Flow::Replace(Box::new(room)),
                    Err(error) => {
                        cx.say(error.to_string());
                        Flow::Stay
                    }
                };
            }
            Action::Solution => {
                let look = self.rows().get(self.at).and_then(|outcome| self.room.look(outcome, cx));
                return look.map_or(Flow::Stay, |room| Flow::Open(Box::new(room)));
            }
            Action::Undo if self.is_exam() => {}
            Action::Undo => {
                self.room.undo(cx);
                return Flow::Replace(Box::new(self.room.clone()));
            }
            Action::Read => {
                if let Some(section) = self.section().map(str::to_string) {
                    return super::super::study_section(&section, cx);
                }
            }
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// ```text
    ///   4 of 5 right at once.   1:42   code K3F9-7QX2
    ///
    ///   \ ALiBi            4 of 5
    ///
    /// > \ An ALiBi score
    ///     yours  17
    ///     right  7.00
    ///            You added the penalty …
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let place = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2).min(80),
            height: area.height.saturating_sub(1),
        };
        let (lines, keep) = self.lines(usize::from(place.width), view);
        let rows = usize::from(place.height);
        let last = lines.len().saturating_sub(rows);
        self.top = if self.at == 0 { 0 } else { self.top.max(keep.1.saturating_sub(rows)).min(keep.0) }.min(last);
        for (i, line) in lines.iter().skip(self.top).take(rows).enumerate() {
            let y = place.y + u16::try_from(i).unwrap_or(0);
            frame.buffer_mut().set_line(place.x, y, line, place.width);
        }
    }
}
