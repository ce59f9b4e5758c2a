//! The rubric to tick, beside what a strong answer says.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::content::model::{Interview, Question};
use crate::sitting::mention::{CAUTION, Mention, mentions};

use super::super::super::keys::Action;
use super::super::super::room::View;
use super::super::super::theme::{Role, Theme};
use super::super::super::widgets::prose;
use super::super::super::widgets::text::{put, wrap};

/// The heading of the follow-ups.
const NEXT: &str = "They ask next";
/// From this width the strong answer stands beside the rubric.
const TWO_COLUMNS: u16 = 100;

/// Ticks, and how far the text is scrolled.
pub struct Rubric {
    ticked: Vec<bool>,
    /// What of each point was found in what was typed.
    mentioned: Vec<Option<Mention>>,
    at: usize,
    followups: bool,
    long: bool,
    notes: String,
    scroll: usize,
    furthest: usize,
    /// The follow-ups were just opened: show them.
    reveal: bool,
    /// The selection moved: keep it in sight.
    follow: bool,
}

impl Rubric {
    /// Nothing ticked: what was typed only marks points as mentioned, perhaps.
    pub fn new(question: &Question, interview: &Interview, notes: &str) -> Rubric {
        Rubric {
            ticked: vec![false; interview.rubric.len()],
            mentioned: mentions(question, interview, notes),
            at: 0,
            followups: false,
            long: false,
            notes: notes.trim().to_string(),
            scroll: 0,
            furthest: 0,
            reveal: false,
            follow: true,
        }
    }

    /// Ticks what was ticked before it was left.
    pub fn set_ticked(&mut self, places: &[usize]) {
        self.ticked.iter_mut().enumerate().for_each(|(place, ticked)| *ticked = places.contains(&place));
    }

    /// The places that are ticked.
    pub fn ticked(&self) -> Vec<usize> {
        self.ticked.iter().enumerate().filter(|(_, t)| **t).map(|(i, _)| i).collect()
    }

    /// Moves, ticks, scrolls, shows more.
    pub fn act(&mut self, action: Action) {
        let last = self.ticked.len().saturating_sub(1);
        self.follow = !matches!(action, Action::PageDown | Action::PageUp | Action::Followup | Action::Longer);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Top => self.at = 0,
            Action::Bottom => self.at = last,
            Action::Tick => {
                if let Some(ticked) = self.ticked.get_mut(self.at) {
                    *ticked = !*ticked;
                    self.at = (self.at + 1).min(last);
                }
            }
            Action::Followup => {
                self.followups = !self.followups;
                self.reveal = self.followups;
            }
            Action::Longer => {
                self.long = !self.long;
                self.scroll = 0;
            }
            Action::PageDown => self.scroll = (self.scroll + 8).min(self.furthest),
            Action::PageUp => self.scroll = self.scroll.saturating_sub(8),
            _ => {}
        }
    }

    /// ```text
    ///   Tick what you said                     A strong answer in 60 seconds
    ///   [x] rotate q by mθ, k by nθ            …
    /// ```
    ///
    /// A narrow window shows one below the other, as one column that scrolls with the selection.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, interview: &Interview, view: &View<'_>) {
        let theme = view.theme;
        if area.width >= TWO_COLUMNS {
            let left = (area.width / 2 - 2).min(70);
            let points = self.points(interview, usize::from(left.saturating_sub(6)), theme);
            self.draw_points(frame, Rect { x: area.x + 3, width: left.saturating_sub(3), ..area }, &points, theme);
            let width = (area.width - left).saturating_sub(5).min(74);
            let lines = self.text(interview, usize::from(width), theme);
            self.draw_lines(frame, Rect { x: area.x + left + 3, width, ..area }, &lines, theme);
            return;
        }
        let width = area.width.saturating_sub(5).min(76);
        let points = self.points(interview, usize::from(width), theme);
        let mut lines = vec![Line::from(Span::styled("  Tick what you said", theme.style(Role::Strong)))];
        let end = points.iter().rposition(|(i, _)| *i == self.at).map_or(0, |p| p + 2);
        lines.extend(points.into_iter().map(|(_, line)| line));
        lines.push(Line::default());
        let indent = |line: Line<'static>| {
            let mut spans = vec![Span::raw("  ")];
            spans.extend(line.spans);
            Line::from(spans)
        };
        lines.extend(self.text(interview, usize::from(width), theme).into_iter().map(indent));
        if self.follow {
            let room = usize::from(area.height.saturating_sub(1)).max(1);
            self.scroll = self.scroll.clamp(end.saturating_sub(room), end.saturating_sub(1));
            if self.at == 0 {
                self.scroll = 0;
            }
        }
        self.draw_lines(frame, Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }, &lines, theme);
    }

    /// Every point as wrapped lines, with the number of the point.
    fn points(&self, interview: &Interview, width: usize, theme: &Theme) -> Vec<(usize, Line<'static>)> {
        let mut lines = Vec::new();
        let inner = width.saturating_sub(6).max(10);
        let dim = |text: &str| {
            let rows = wrap(text, inner).into_iter();
            rows.map(|row| Line::from(Span::styled(format!("      {row}"), theme.style(Role::Dim))))
        };
        if self.mentioned.iter().any(Option::is_some) {
            lines.extend(dim(CAUTION).chain([Line::default()]).map(|line| (0, line)));
        }
        for (i, point) in interview.rubric.iter().enumerate() {
            let text = if point.bonus { format!("{} *(bonus)*", point.point) } else { point.point.clone() };
            let chosen = i == self.at;
            let ticked = self.ticked.get(i).copied().unwrap_or(false);
            for (n, line) in prose::markdown(&text, inner, theme, &|_| None).into_iter().enumerate() {
                let head = match (n, chosen, ticked) {
                    (0, true, true) => "> [x] ",
                    (0, true, false) => "> [ ] ",
                    (0, false, true) => "  [x] ",
                    (0, false, false) => "  [ ] ",
                    _ => "      ",
                };
                let role = if ticked {
                    Role::Right
                } else if chosen {
                    Role::Strong
                } else {
                    Role::Text
                };
                let mut spans = vec![Span::styled(head, theme.style(role))];
                spans.extend(line.spans);
                lines.push((i, Line::from(spans)));
            }
            if let Some(Some(mention)) = self.mentioned.get(i) {
                lines.extend(dim(&mention.line()).map(|line| (i, line)));
            }
        }
        lines
    }

    fn draw_points(&self, frame: &mut Frame<'_>, area: Rect, points: &[(usize, Line<'_>)], theme: &Theme) {
        put(frame.buffer_mut(), area, area.x, area.y, "Tick what you said", theme.style(Role::Strong));
        let room = usize::from(area.height.saturating_sub(1));
        let end = points.iter().rposition(|(i, _)| *i == self.at).map_or(0, |p| p + 1);
        let top = end.saturating_sub(room);
        for (row, (_, line)) in points.iter().skip(top).take(room).enumerate() {
            let y = area.y + 1 + u16::try_from(row).unwrap_or(0);
            frame.buffer_mut().set_line(area.x.saturating_sub(2), y, line, area.width);
        }
    }

    /// Lines that scroll; the last row says that there is more.
    fn draw_lines(&mut self, frame: &mut Frame<'_>, area: Rect, lines: &[Line<'static>], theme: &Theme) {
        if std::mem::take(&mut self.reveal) {
            let heading = lines.iter().position(|l| l.spans.iter().any(|s| s.content == NEXT));
            self.scroll = heading.unwrap_or(self.scroll);
        }
        let all = usize::from(area.height);
        // The last row says that there is more, so it never covers a line.
        let room = if lines.len() > all { all.saturating_sub(1) } else { all };
        self.furthest = lines.len().saturating_sub(room);
        self.scroll = self.scroll.min(self.furthest);
        for (row, line) in lines.iter().skip(self.scroll).take(room).enumerate() {
            let y = area.y + u16::try_from(row).unwrap_or(0);
            frame.buffer_mut().set_line(area.x, y, line, area.width);
        }
        if room < all {
            let text = if self.scroll < self.furthest { "↓ more: PageDown" } else { "↑ PageUp" };
            put(frame.buffer_mut(), area, area.x, area.bottom() - 1, text, theme.style(Role::Dim));
        }
    }

    /// The strong answer, what goes wrong, and what they ask next.
    fn text(&self, interview: &Interview, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let heading = |text: &str| Line::from(Span::styled(text.to_string(), theme.style(Role::Strong)));
        let (name, answer) = if self.long {
            ("A strong answer in 120 seconds", &interview.long)
        } else {
            ("A strong answer in 60 seconds", &interview.short)
        };
        let mut lines = Vec::new();
        if !self.notes.is_empty() {
            lines.push(heading("Your notes"));
            let plain = crate::typeset::inert::inert(&self.notes).replace(['*', '_', '`', '$', '#', '[', '<'], " ");
            lines.extend(
                prose::markdown(&plain, width, theme, &|_| None).into_iter().map(|l| l.style(theme.style(Role::Dim))),
            );
            lines.push(Line::default());
        }
        lines.push(heading(name));
        lines.extend(prose::markdown(answer, width, theme, &|_| None));
        lines.push(Line::default());
        if self.followups {
            lines.push(heading(NEXT));
            for followup in &interview.followups {
                lines.extend(prose::markdown(&format!("- {followup}"), width, theme, &|_| None));
            }
            lines.push(Line::default());
        }
        lines.push(heading("What goes wrong"));
        for wrong in &interview.wrong {
            let text = format!("- \"{}\" {}", wrong.say.trim(), wrong.why);
            lines.extend(prose::markdown(&text, width, theme, &|_| None));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::model::RubricPoint;
    use crate::sitting::rubric::Score;

    fn question() -> Question {
        crate::content::Library::embedded().question("derive-rope").unwrap().clone()
    }

    #[test]
    fn what_was_typed_marks_points_and_ticks_none() {
        let question = question();
        let crate::content::model::Kind::Interview(interview) = &question.kind else { panic!() };
        let rubric = Rubric::new(&question, interview, &interview.long);
        assert!(rubric.mentioned.iter().flatten().count() > 4);
        assert!(rubric.ticked().is_empty());
        let text: Vec<String> =
            rubric.points(interview, 60, &Theme::default()).iter().map(|(_, line)| line.to_string()).collect();
        assert!(text.iter().any(|line| line.contains("mentioned? You typed: ")), "{text:?}");
        assert!(text.first().is_some_and(|line| line.contains("words alone")), "{text:?}");
    }

    fn interview() -> Interview {
        let point = |text: &str, bonus| RubricPoint { point: text.into(), bonus, terms: Vec::new() };
        Interview { rubric: vec![point("a", false), point("b", false), point("c", true)], ..Interview::default() }
    }

    #[test]
    fn a_bonus_point_is_never_missed() {
        let interview = interview();
        let mut rubric = Rubric::new(&question(), &interview, "");
        rubric.act(Action::Tick);
        assert_eq!(rubric.ticked(), [0]);
        assert_eq!(Score::new(&interview, &rubric.ticked()).missed, ["b"]);
    }

    #[test]
    fn ticking_twice_unticks() {
        let interview = interview();
        let mut rubric = Rubric::new(&question(), &interview, "");
        rubric.act(Action::Tick);
        rubric.act(Action::Up);
        rubric.act(Action::Tick);
        assert!(rubric.ticked().is_empty());
    }
}
