//! What the progress file says about the questions of a page.

use crate::content::model::Block;
use crate::memory::Kept;
use crate::sitting::pretest::{self, Change};
use crate::tui::room::Cx;

use super::Study;
use super::page::Known;

impl Study {
    /// Reads it again; the page is laid out anew if something has changed.
    pub(super) fn read_known(&mut self, cx: &Cx<'_>) {
        let Some((section, page)) = self.current(cx.library) else { return };
        let nothing = || Change { section: section.id.clone(), before: None, now: None };
        let mut known = Known { offer: self.known.offer, ..Known::default() };
        known.change = (!section.pretest.is_empty()).then(nothing);
        if let Some(store) = cx.store {
            for block in &page.blocks {
                if let Block::Ask(id) = block
                    && let Ok(Some(skill)) = store.skill(&cx.library.item(id))
                {
                    known.verdicts.insert(id.clone(), skill.last_verdict);
                }
            }
            for recall in &page.recall {
                let skill = store.skill(&cx.library.recall_item(&recall.id)).ok().flatten();
                let kept = skill.and_then(|s| Kept::of(&s.last_verdict));
                known.kept.extend(kept.map(|kept| (recall.id.clone(), kept)));
            }
            if !section.pretest.is_empty() {
                let log = store.pretests().unwrap_or_default();
                let change = pretest::changes(cx.library, &log).into_iter().find(|c| c.section == section.id);
                known.offer &= change.is_none();
                known.change = change.or(known.change);
            }
        }
        if known != self.known {
            self.known = known;
            self.stale = true;
        }
    }
}
