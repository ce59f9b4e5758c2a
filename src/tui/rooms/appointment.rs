//! The date of the interview and the minutes a day: a card with two fields.

use jiff::civil::Date;
use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;
use unicode_width::UnicodeWidthStr;

use crate::memory::{Plan, read_date, read_minutes};

use super::super::chord::Chord;
use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::widgets::text::card;

/// Columns before a field.
const LABEL: usize = 16;

/// The card.
#[derive(Debug)]
pub struct Appointment {
    today: Date,
    fields: [Input; 2],
    at: usize,
    why: Option<String>,
}

impl Appointment {
    /// With what was said before.
    pub fn new(plan: Plan, today: Date) -> Appointment {
        let date = plan.date.map(|d| d.to_string()).unwrap_or_default();
        let minutes = plan.minutes.map(|m| m.to_string()).unwrap_or_default();
        Appointment { today, fields: [Input::new(date), Input::new(minutes)], at: 0, why: None }
    }

    fn plan(&self) -> Result<Plan, String> {
        let [date, minutes] = &self.fields;
        let date = read_date(date.value(), self.today).map_err(|e| e.to_string())?;
        let minutes = read_minutes(minutes.value()).map_err(|e| e.to_string())?;
        Ok(Plan { date, minutes })
    }

    fn keep(&mut self, cx: &mut Cx<'_>) -> Flow {
        match self.plan() {
            Ok(plan) => {
                cx.effect(Effect::Record(Box::new(plan.event())));
                cx.say(match plan.days_left(self.today) {
                    Some(_) => "Kept. Today follows it: what is asked most comes first, nothing waits too long.",
                    None => "Kept: no interview. D on Home changes it.",
                });
                Flow::Close
            }
            Err(why) => {
                self.why = Some(why);
                Flow::Stay
            }
        }
    }

    fn field(&mut self) -> Option<&mut Input> {
        self.fields.get_mut(self.at)
    }
}

impl Room for Appointment {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (String::new(), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Appointment, Context::Card]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        // Enter keeps what is typed here; it does not only close.
        action != Action::Back
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Back => Flow::Close,
            Action::Enter => self.keep(cx),
            Action::Focus => {
                self.at = 1 - self.at;
                Flow::Stay
            }
            _ => Flow::Ignored,
        }
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        self.why = None;
        if let Some(field) = self.field() {
            field.handle_event(&crossterm::event::Event::Key(chord.event()));
        }
        Flow::Stay
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        if let Some(field) = self.field() {
            for c in text.chars().take(40) {
                field.handle(tui_input::InputRequest::InsertChar(c));
            }
        }
        Flow::Stay
    }

    /// ```text
    ///  ╭ Your interview ──────────────────────────────────╮
    ///  │ Day             2026-12-24                        │
    ///  │ Minutes a day   30                                │
    ///  │                                                   │
    ///  │ A date, or +9 for nine days from today; nothing … │
    ///  ╰───────────────────────────────────────────────────╯
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let row = |name: &str, input: &Input| format!("{name:<LABEL$}{}", input.value());
        let [date, minutes] = &self.fields;
        let said = self.why.clone().unwrap_or_else(|| match self.plan() {
            Ok(plan) => match plan.days_left(self.today) {
                Some(0) => "That is today.".into(),
                Some(1) => "That is tomorrow.".into(),
                Some(days) => format!("In {days} days."),
                None => "No interview: the normal schedule.".into(),
            },
            Err(_) => String::new(),
        });
        let width = usize::from(area.width.saturating_sub(6)).clamp(20, 60);
        let mut lines = vec![row("Day", date), row("Minutes a day", minutes), String::new()];
        lines.extend(super::super::widgets::text::wrap(&said, width));
        let help =
            "A date such as 2026-12-24, or +9 for nine days from today. Empty: no interview, or as long as it takes.";
        lines.extend(super::super::widgets::text::wrap(help, width));
        card(frame, area, "Your interview", &lines, view.theme);
        let inner = lines.iter().map(|l| l.width()).max().unwrap_or(0).max(24);
        let place = super::calculator::centred(area, inner, lines.len());
        let cursor = self.fields.get(self.at).map_or(0, Input::visual_cursor);
        let x = place.x + 2 + u16::try_from(LABEL + cursor).unwrap_or(0);
        let y = place.y + 1 + u16::try_from(self.at).unwrap_or(0);
        if x < place.right() && y < place.bottom() {
            frame.set_cursor_position((x, y));
        }
    }
}
