//! What a worked example looks like.
//!
//! ```text
//!   A head has slope m = 1/8 and raw score q·k = 12 …
//!
//!   ✓ 1  Distance: 50 − 10 = 40.
//!   ✓ 2  Penalty: 1/8 · 40 = 5.
//!     3  Subtract: 12 − 5 = ?
//!
//! >   7
//!     read as 7 · 2 decimals asked
//!
//!   Which rule was step 3?
//! > a  Linear penalty      slope × distance is subtracted from the logit
//! ```

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::super::super::room::View;
use super::super::super::theme::Role;
use super::super::super::widgets::sheet::Sheet;
use super::super::question::{echo, sentence};
use super::LessonRoom;
use crate::sitting::fade;
use crate::sitting::lesson::{Stage, State, StepView};
use crate::sitting::rules::RulePick;

impl LessonRoom {
    pub(super) fn draw_page(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let mut sheet = Sheet::new(area, view);
        let instance = &self.lesson.drawn().instance;
        sheet.markdown(&instance.prompt, Style::new());
        if let Some(convention) = &instance.convention {
            sheet.gap();
            let dim = sheet.style(Role::Dim);
            sheet.markdown(&format!("Convention: {convention}."), dim);
        }
        sheet.gap();
        let mut from = sheet.len();
        for step in self.lesson.steps() {
            from = sheet.len();
            draw_step(&mut sheet, &step);
        }
        match self.lesson.stage() {
            Stage::Reading => {
                let left = self.lesson.len().saturating_sub(self.lesson.steps().len());
                sheet.gap();
                let more = if left == 1 { "1 step more.".into() } else { format!("{left} steps more.") };
                sheet.line(&more, Role::Dim);
            }
            Stage::Blank => self.draw_field(&mut sheet),
            Stage::Rule | Stage::Done => {
                if let Some(rule) = self.lesson.rule() {
                    sheet.gap();
                    from = sheet.len();
                    self.draw_rule(&mut sheet, rule);
                }
                if self.lesson.stage() == Stage::Done {
                    self.draw_end(&mut sheet);
                }
            }
        }
        sheet.keep_from(from);
        sheet.draw(frame, area, &mut self.scroll);
    }

    fn draw_field(&self, sheet: &mut Sheet<'_>) {
        let Some(asked) = self.lesson.asked() else { return };
        sheet.gap();
        let unit = asked.unit.as_deref().filter(|_| !crate::question::answer::names_unit(self.input.value()));
        sheet.field("", &self.input, &unit.map(|u| format!(" {u}")).unwrap_or_default());
        match (&self.said, self.lesson.wrong()) {
            (Some(said), _) => {
                let warn = sheet.style(Role::Warn);
                sheet.markdown(said, warn);
            }
            (None, Some(wrong)) if self.input.value().is_empty() => {
                let text = sentence(wrong);
                let warn = sheet.style(Role::Warn);
                sheet.markdown(&text, warn);
            }
            _ => {
                let (said, role) = echo(&self.lesson.read(self.input.value()), &asked);
                sheet.line(&said, role);
            }
        }
    }

    fn draw_rule(&self, sheet: &mut Sheet<'_>, pick: &RulePick) {
        let strong = sheet.style(Role::Strong);
        let asked = format!("Which rule was step {}?", pick.step + 1);
        sheet.row(Span::raw(""), vec![Span::styled(asked, strong)]);
        sheet.line("", Role::Text);
        for (i, option) in pick.options.iter().enumerate() {
            let letter = char::from_u32('a' as u32 + u32::try_from(i).unwrap_or(0)).unwrap_or(' ');
            let here = pick.chosen.is_none() && self.at == Some(i);
            let (mark, role) = match pick.chosen {
                None => (if here { ">" } else { " " }, Role::Accent),
                Some(_) if i == pick.right => ("✓", Role::Right),
                Some(chosen) if i == chosen => ("✗", Role::Wrong),
                Some(_) => (" ", Role::Dim),
            };
            let margin = Span::styled(mark, sheet.style(role));
            let label = Span::styled(letter.to_string(), sheet.style(if here { Role::Accent } else { Role::Dim }));
            let told = pick.chosen.is_some() && (i == pick.right || pick.chosen == Some(i));
            // Before the choice only names: the statement would give away what is asked for.
            let text = if told { format!("**{}**: {}", option.name, option.say) } else { option.name.clone() };
            let look = if here { sheet.style(Role::Strong) } else { Style::new() };
            sheet.hung(margin, label, 3, &text, look);
        }
    }

    fn draw_end(&self, sheet: &mut Sheet<'_>) {
        sheet.gap();
        let next = self.lesson.next_level();
        let said = match next {
            n if n == fade::ALONE && self.lesson.level() == fade::ALONE => {
                "You do this alone. Next time again with fresh numbers, or drill it.".to_string()
            }
            n => format!("In the next example {}.", fade::words(n)),
        };
        sheet.line(&said, Role::Dim);
        if let Some(context) = &self.lesson.drawn().instance.context {
            sheet.gap();
            sheet.markdown(context, Style::new());
        }
    }
}

fn draw_step(sheet: &mut Sheet<'_>, step: &StepView) {
    let (mark, role) = match step.state {
        State::Filled { .. } => ("✓", Role::Right),
        State::Revealed => ("–", Role::Warn),
        State::Shown | State::Blank => (" ", Role::Dim),
    };
    let margin = Span::styled(mark, sheet.style(role));
    let label = Span::styled(step.number.to_string(), sheet.style(Role::Dim));
    let look = if step.state == State::Blank { sheet.style(Role::Strong) } else { Style::new() };
    sheet.hung(margin, label, 3, &step.say, look);
}
