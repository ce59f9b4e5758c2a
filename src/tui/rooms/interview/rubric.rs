//! The rubric to tick, beside what a strong answer says.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::content::model::Interview;

use super::super::super::keys::Action;
use super::super::super::room::View;
use super::super::super::theme::{Role, Theme};
use super::super::super::widgets::prose;
use super::super::super::widgets::text::put;

/// From this width the strong answer stands beside the rubric.
const TWO_COLUMNS: u16 = 100;

/// Ticks, and how far the text is scrolled.
pub struct Rubric {
    ticked: Vec<bool>,
    at: usize,
    followups: bool,
    long: bool,
    scroll: usize,
    furthest: usize,
}

impl Rubric {
    /// Nothing ticked.
    pub fn new(interview: &Interview) -> Rubric {
        let ticked = vec![false; interview.rubric.len()];
        Rubric { ticked, at: 0, followups: false, long: false, scroll: 0, furthest: 0 }
    }

    /// The places that are ticked.
    pub fn ticked(&self) -> Vec<usize> {
        self.ticked.iter().enumerate().filter(|(_, t)| **t).map(|(i, _)| i).collect()
    }

    /// Moves, ticks, scrolls, shows more.
    pub fn act(&mut self, action: Action) {
        let last = self.ticked.len().saturating_sub(1);
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
            Action::Followup => self.followups = !self.followups,
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
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, interview: &Interview, view: &View<'_>) {
        let theme = view.theme;
        let wide = area.width >= TWO_COLUMNS;
        let left = if wide { (area.width / 2 - 2).min(70) } else { area.width };
        let points = self.points(interview, usize::from(left.saturating_sub(6)), theme);
        let (list, text) = if wide {
            let list = Rect { x: area.x + 3, width: left.saturating_sub(3), ..area };
            (list, Rect { x: area.x + left + 3, width: (area.width - left).saturating_sub(5).min(74), ..area })
        } else {
            let rows = u16::try_from(points.len() + 1).unwrap_or(u16::MAX).min(area.height * 3 / 5);
            let list = Rect { x: area.x + 3, width: area.width.saturating_sub(4), height: rows, ..area };
            let y = area.y + rows + 1;
            (
                list,
                Rect {
                    x: area.x + 3,
                    y,
                    width: area.width.saturating_sub(5).min(76),
                    height: area.bottom().saturating_sub(y),
                },
            )
        };
        self.draw_points(frame, list, &points, theme);
        self.draw_text(frame, text, interview, theme);
    }

    /// Every point as wrapped lines, with the number of the point.
    fn points(&self, interview: &Interview, width: usize, theme: &Theme) -> Vec<(usize, Line<'static>)> {
        let mut lines = Vec::new();
        for (i, point) in interview.rubric.iter().enumerate() {
            let text = if point.bonus { format!("{} *(bonus)*", point.point) } else { point.point.clone() };
            let chosen = i == self.at;
            let ticked = self.ticked.get(i).copied().unwrap_or(false);
            for (n, line) in
                prose::markdown(&text, width.saturating_sub(6).max(10), theme, &|_| None).into_iter().enumerate()
            {
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

    fn draw_text(&mut self, frame: &mut Frame<'_>, area: Rect, interview: &Interview, theme: &Theme) {
        let lines = self.text(interview, usize::from(area.width), theme);
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
        let mut lines = vec![heading(name)];
        lines.extend(prose::markdown(answer, width, theme, &|_| None));
        lines.push(Line::default());
        if self.followups {
            lines.push(heading("They ask next"));
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

    fn interview() -> Interview {
        let point = |text: &str, bonus| RubricPoint { point: text.into(), bonus };
        Interview { rubric: vec![point("a", false), point("b", false), point("c", true)], ..Interview::default() }
    }

    #[test]
    fn a_bonus_point_is_never_missed() {
        let interview = interview();
        let mut rubric = Rubric::new(&interview);
        rubric.act(Action::Tick);
        assert_eq!(rubric.ticked(), [0]);
        assert_eq!(Score::new(&interview, &rubric.ticked()).missed, ["b"]);
    }

    #[test]
    fn ticking_twice_unticks() {
        let interview = interview();
        let mut rubric = Rubric::new(&interview);
        rubric.act(Action::Tick);
        rubric.act(Action::Up);
        rubric.act(Action::Tick);
        assert!(rubric.ticked().is_empty());
    }
}
