//! Recall: one short question about a page, answered in the head or typed, then its line; keep it, put it off, drop it.
//!
//! ```text
//!   o RoPE · Why positions cancel
//!
//!   Which fact about a transposed rotation makes the positions cancel?
//!
//! > the transpose turns back
//!   think it, or type it; nobody marks it but you
//!
//!   R(mθ)ᵀ = R(−mθ), so the angles subtract …
//! ```
//! The answer appears below what stands there: nothing moves between question and answer.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use tui_input::Input;

use super::super::chord::Chord;
use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::sheet::{Scroll, Sheet};
use super::study::field;
use crate::content::Library;
use crate::content::LoadError;
use crate::memory::Kept;
use crate::sitting::recall::Recalls;

/// The room.
pub struct RecallRoom {
    round: Recalls,
    ids: Vec<String>,
    at: usize,
    /// Questions to answer when the prompts are done.
    then: Vec<String>,
    input: Input,
    shown: bool,
    since: Instant,
    scroll: Scroll,
}

impl RecallRoom {
    /// The prompts of a round, then these questions.
    pub fn new(round: Recalls, then: Vec<String>, library: &Library, now: Instant) -> Result<RecallRoom, LoadError> {
        let ids = round.left().to_vec();
        for id in &ids {
            library.recall(id)?;
        }
        let (input, scroll) = (Input::default(), Scroll::default());
        Ok(RecallRoom { round, ids, at: 0, then, input, shown: false, since: now, scroll })
    }

    fn id(&self) -> &str {
        self.ids.get(self.at).map_or("", String::as_str)
    }

    fn keep(&mut self, kept: Kept, cx: &mut Cx<'_>) -> Flow {
        let ms = u64::try_from(cx.now.saturating_duration_since(self.since).as_millis()).unwrap_or(u64::MAX);
        let id = self.id().to_string();
        for event in self.round.keep(cx.library, &id, self.input.value(), kept, ms) {
            cx.effect(Effect::Record(Box::new(event)));
        }
        cx.say(said(kept));
        self.at += 1;
        self.input = Input::default();
        self.shown = false;
        self.since = cx.now;
        self.scroll.renew();
        if self.at < self.ids.len() {
            return Flow::Stay;
        }
        if self.then.is_empty() {
            return Flow::Close;
        }
        match super::questions(std::mem::take(&mut self.then), cx) {
            Flow::Open(room) => Flow::Replace(room),
            _ => Flow::Close,
        }
    }

    fn read(&self, cx: &mut Cx<'_>) -> Flow {
        let place = cx.library.recall(self.id()).map(|(_, section, page)| format!("{}/{}", section.id, page.id));
        place.map_or(Flow::Stay, |place| super::study_section(&place, cx))
    }
}

/// What a choice means, in a line.
fn said(kept: Kept) -> &'static str {
    match kept {
        Kept::Knew => "Kept. It comes back when you are about to forget it.",
        Kept::Missed => "Kept. It comes back in ten minutes.",
        Kept::Later => "It comes again tomorrow.",
        Kept::Dropped => "Dropped. It won't come again.",
    }
}

impl Room for RecallRoom {
    fn header(&self, view: &View<'_>) -> (String, String) {
        let scheme = view.library.recall(self.id()).ok().and_then(|(_, section, _)| section.scheme);
        let scheme = scheme.map(|s| format!("   {} {}", s.mark(), s.name())).unwrap_or_default();
        let right = match (self.ids.len(), self.then.len()) {
            (1, 0) => String::new(),
            (n, 0) => format!("{} of {n}", self.at + 1),
            (n, then) => format!("{} of {n}, then {then} questions", self.at + 1),
        };
        (format!("Recall{scheme}"), right)
    }

    fn contexts(&self) -> Vec<Context> {
        match self.shown {
            false => vec![Context::Recalling],
            true => vec![Context::Recalled, Context::Move, Context::Doors],
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Enter if !self.shown => {
                self.shown = true;
                self.scroll.follow();
                Flow::Stay
            }
            Action::Keep => self.keep(Kept::Knew, cx),
            Action::Missed => self.keep(Kept::Missed, cx),
            Action::Later => self.keep(Kept::Later, cx),
            Action::Drop => self.keep(Kept::Dropped, cx),
            Action::Read => self.read(cx),
            Action::Back => {
                if self.round.is_kept() {
                    cx.say("Kept as it is: the first line of Home goes on with it.");
                }
                Flow::Close
            }
            other => match self.scroll.act(other) {
                true => Flow::Stay,
                false => Flow::Ignored,
            },
        }
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        match !self.shown && field::edit(&mut self.input, chord) {
            true => Flow::Stay,
            false => Flow::Ignored,
        }
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        if !self.shown {
            field::paste(&mut self.input, text);
        }
        Flow::Stay
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let Ok((recall, section, page)) = view.library.recall(self.id()) else { return };
        let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let mut sheet = Sheet::new(area, view);
        let style = section.scheme.map_or(sheet.style(Role::Dim), |s| view.theme.scheme(s));
        sheet.row(Span::raw(""), vec![Span::styled(page.title.to_string(), style)]);
        sheet.gap();
        sheet.markdown(&recall.ask, Style::new());
        sheet.gap();
        let from = sheet.len();
        if self.shown {
            // What was typed stays in its place, so that nothing moves.
            let typed = if self.input.value().trim().is_empty() { "(in your head)" } else { self.input.value() };
            let typed = crate::typeset::inert::inert(typed);
            let dim = sheet.style(Role::Dim);
            sheet.row(Span::raw(""), vec![Span::styled(typed.into_owned(), dim)]);
            sheet.line("", Role::Dim);
            sheet.gap();
            let right = sheet.style(Role::Accent);
            sheet.hung(Span::styled("┃", right), Span::raw(""), 0, &recall.answer, Style::new());
        } else {
            sheet.field("", &self.input, "");
            sheet.line("say it, think it or type it; only you mark it", Role::Dim);
        }
        sheet.keep_from(from);
        sheet.draw(frame, area, &mut self.scroll);
    }
}
