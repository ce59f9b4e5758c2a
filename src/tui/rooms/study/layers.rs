//! What keys do in the layers over a page: the contents and the search box.

use crate::tui::keys::Action;
use crate::tui::room::{Cx, Flow};

use super::find::FindBox;
use super::place::{Anchor, Place};
use super::search::Words;
use super::{Over, Study};

impl Study {
    pub(super) fn in_contents(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let rows = self.body.height.max(4);
        let Over::Contents(contents) = &mut self.over else { return Flow::Ignored };
        let page = isize::try_from(rows / 2).unwrap_or(1);
        match action {
            Action::Up => contents.step(-1),
            Action::Down => contents.step(1),
            Action::PageUp => contents.step(-page),
            Action::PageDown => contents.step(page),
            Action::Top => contents.step(isize::MIN / 2),
            Action::Bottom => contents.step(isize::MAX / 2),
            Action::Find => contents.open_filter(),
            Action::Back if contents.close_filter(cx.library) => {}
            Action::Back | Action::Contents => self.over = Over::Nothing,
            Action::Enter => {
                let to = contents.chosen();
                if let Some(place) = to {
                    self.over = Over::Nothing;
                    self.jump(place, Anchor::default(), cx);
                }
            }
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// Goes to a page unless it is here already.
    pub(super) fn jump(&mut self, place: Place, anchor: Anchor, cx: &mut Cx<'_>) {
        if place != self.place {
            self.go(place, anchor, cx);
        } else {
            self.pending = Some(anchor);
            self.stale = true;
        }
    }

    pub(super) fn open_find(&mut self, cx: &mut Cx<'_>) {
        let words = self.words.get_or_insert_with(|| Words::read(cx.library));
        let text = self.found.as_ref().map_or("", |f| f.typed.as_str());
        self.over = Over::Find(FindBox::new(text, words));
    }

    pub(super) fn in_find(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let Over::Find(find) = &mut self.over else { return Flow::Ignored };
        match action {
            Action::Up => find.step(-1),
            Action::Down => find.step(1),
            Action::Back => self.over = Over::Nothing,
            Action::Enter => match find.take() {
                Some(found) => {
                    self.found = Some(found);
                    self.over = Over::Nothing;
                    self.go_to_found(cx);
                }
                None => cx.say("Nothing found. Change the text, or Esc goes back to the page."),
            },
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    pub(super) fn find_again(&mut self, forward: bool, cx: &mut Cx<'_>) {
        match &mut self.found {
            Some(found) => {
                found.step(forward);
                self.go_to_found(cx);
            }
            None => cx.say("Nothing was looked for yet: / finds a text in the whole chapter."),
        }
    }

    fn go_to_found(&mut self, cx: &mut Cx<'_>) {
        let Some(found) = &self.found else { return };
        cx.say(found.count());
        let Some(hit) = found.here() else { return };
        let (place, block) = (hit.place, hit.block);
        // What was looked for may stand behind a question.
        self.unfolded.insert(place);
        self.jump(place, Anchor::default(), cx);
        self.to_block = Some(block);
    }
}
