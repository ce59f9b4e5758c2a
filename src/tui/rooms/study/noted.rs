//! What goes to disk while one reads: the place, and the pages whose end was seen.

use crate::memory::{Event, EventKind, Mode, OPENED};
use crate::tui::msg::Effect;
use crate::tui::room::Cx;

use super::place::Anchor;
use super::{Over, Study};

impl Study {
    /// The reading place goes to disk: the page, and how far it is scrolled.
    pub(super) fn note_place(&mut self, anchor: Anchor, cx: &mut Cx<'_>) {
        let Some(item) = self.place.item(cx.library) else { return };
        let mut event = Event::new(EventKind::Page, Mode::Study, item);
        event.scheme = self.place.section_of(cx.library).and_then(|s| s.scheme);
        event.verdict = OPENED.into();
        event.reading = anchor.word();
        self.noted = anchor;
        cx.effect(Effect::Record(Box::new(event)));
    }

    /// A page whose end was on the screen counts as read. Called before a key moves anything: what was drawn was seen.
    pub(super) fn note_end(&mut self, cx: &mut Cx<'_>) {
        let over = !matches!(self.over, Over::Nothing) || self.full;
        let seen = self.layout.as_ref().is_some_and(|l| l.fold.is_none() && self.scroll >= l.last_row());
        let Some(item) = self.place.item(cx.library).filter(|_| seen && !over) else { return };
        if self.read.insert(item.clone()) {
            let mut event = Event::new(EventKind::Page, Mode::Study, item);
            event.scheme = self.place.section_of(cx.library).and_then(|s| s.scheme);
            cx.effect(Effect::Record(Box::new(event)));
        }
    }

    /// What was drawn last was seen, and the next start goes on there.
    pub(super) fn note_leaving(&mut self, cx: &mut Cx<'_>) {
        self.note_end(cx);
        let here = self.anchor();
        if self.layout.is_some() && here != self.noted {
            self.note_place(here, cx);
        }
    }
}
