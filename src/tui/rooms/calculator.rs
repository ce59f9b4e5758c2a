//! The scratch calculator: a card with one line and what was computed before. The field below keeps its text.

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;
use unicode_width::UnicodeWidthStr;

use crate::question::answer::{ReadRules, read};
use crate::question::{Reading, format};

use super::super::chord::Chord;
use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text::{card, put};

/// Lines kept.
const LINES: usize = 8;
/// Columns of the card.
const WIDTH: usize = 52;

/// The card.
#[derive(Debug, Default)]
pub struct Calculator {
    line: Input,
    history: Vec<(String, String)>,
    comma: bool,
    why: Option<String>,
}

impl Calculator {
    /// Empty; `comma` says that a comma is the decimal sign.
    pub fn new(comma: bool) -> Calculator {
        Calculator { comma, ..Calculator::default() }
    }

    fn value(&self) -> Result<Option<String>, String> {
        let rules = ReadRules { decimal_comma: self.comma, ..ReadRules::default() };
        match read(self.line.value(), &rules) {
            Reading::Value { value, .. } => Ok(Some(format::plain(value))),
            Reading::Ask { readings } => {
                let all: Vec<String> = readings.iter().map(|r| format::plain(*r)).collect();
                Err(format!("{}? Write it without the separator.", all.join(" or ")))
            }
            Reading::Refused { why, .. } => Err(why),
            Reading::Empty => Ok(None),
        }
    }

    fn compute(&mut self) {
        match self.value() {
            Ok(Some(value)) => {
                self.history.push((self.line.value().trim().to_string(), value));
                let extra = self.history.len().saturating_sub(LINES);
                self.history.drain(..extra);
                self.line.reset();
                self.why = None;
            }
            Ok(None) => {}
            Err(why) => self.why = Some(why),
        }
    }

    /// The line computed last comes back to be changed.
    fn recall(&mut self) {
        if let Some((text, _)) = self.history.last()
            && self.line.value().is_empty()
        {
            self.line = Input::new(text.clone());
        }
    }
}

impl Room for Calculator {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (String::new(), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Calculator, Context::Card]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        // Enter computes here; it does not close.
        action != Action::Back
    }

    fn act(&mut self, action: Action, _cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Back => return Flow::Close,
            Action::Enter => self.compute(),
            Action::Up => self.recall(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        self.why = None;
        self.line.handle_event(&crossterm::event::Event::Key(chord.event()));
        Flow::Stay
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        for c in text.chars().take(200) {
            self.line.handle(tui_input::InputRequest::InsertChar(c));
        }
        Flow::Stay
    }

    /// ```text
    ///  ╭ Calculator ───────────────────────────────────╮
    ///  │ 12 - 40/8                                    7 │
    ///  │ > sqrt(2)/2                   = 0.707106781187 │
    ///  │                                                │
    ///  │ + - * / ^ ( ) pi e sqrt sin cos exp ln         │
    ///  ╰────────────────────────────────────────────────╯
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let width = WIDTH.min(usize::from(area.width.saturating_sub(6)));
        let pair = |text: &str, value: &str| {
            let gap = width.saturating_sub(text.width() + value.width()).max(1);
            format!("{text}{}{value}", " ".repeat(gap))
        };
        let mut lines: Vec<String> = self.history.iter().map(|(text, value)| pair(text, value)).collect();
        let at = lines.len();
        let result = match self.value() {
            Ok(Some(value)) => format!("= {value}"),
            _ => String::new(),
        };
        let room = width.saturating_sub(result.width() + 3).max(8);
        let scroll = self.line.visual_scroll(room);
        let shown: String = self.line.value().chars().skip(scroll).take(room).collect();
        lines.push(pair(&format!("> {shown}"), &result));
        lines.push(String::new());
        lines.push(self.why.clone().unwrap_or_else(|| "+ - * / ^ ( )  pi e  sqrt sin cos exp ln log2 abs".into()));
        lines.push("Enter computes, up brings the last line back, Esc closes.".into());
        card(frame, area, "Calculator", &lines, view.theme);
        let inner = lines.iter().map(|l| l.width()).max().unwrap_or(0).max(24);
        let place = centred(area, inner, lines.len());
        let cursor = self.line.visual_cursor().saturating_sub(scroll);
        let x = place.x + 4 + u16::try_from(cursor).unwrap_or(0);
        let y = place.y + 1 + u16::try_from(at).unwrap_or(0);
        if x < place.right() && y < place.bottom() {
            put(frame.buffer_mut(), place, place.x + 2, y, ">", view.theme.style(Role::Accent));
            frame.set_cursor_position((x, y));
        }
    }
}

/// Where `card` puts itself.
pub(super) fn centred(area: Rect, inner: usize, lines: usize) -> Rect {
    let width = u16::try_from(inner + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines + 3).unwrap_or(u16::MAX).min(area.height);
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
