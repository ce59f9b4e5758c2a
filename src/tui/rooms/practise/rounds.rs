//! The rounds that were left: the list beside the first row.

use crate::content::Library;
use crate::sitting::Left;

use super::super::super::msg::Effect;
use super::super::super::room::Cx;
use super::Practise;
use super::entry::Entry;

impl Practise {
    /// The round under the cursor, else the one answered last.
    pub(super) fn round(&self) -> Option<&Left> {
        self.known.left.get(self.family.unwrap_or(0))
    }

    /// How many rows the list beside a row has that the cursor can go into.
    pub(super) fn beside(&self, library: &Library) -> usize {
        match (self.at, self.known.left.len()) {
            (Entry::Resume, 1) => 0,
            (Entry::Resume, rounds) => rounds,
            _ => self.families(library, self.at).len(),
        }
    }

    /// The round that was left is not offered any more. Its answers stay.
    pub(super) fn let_go(&mut self, cx: &mut Cx<'_>) {
        let at = self.family.unwrap_or(0);
        if at < self.known.left.len() {
            let left = self.known.left.remove(at);
            cx.effect(Effect::Record(Box::new(left.dropped())));
            cx.say("Thrown away. What you answered is kept.");
        }
        self.stay_in_list();
    }

    /// The cursor stands on a round that there is.
    pub(super) fn stay_in_list(&mut self) {
        if self.at != Entry::Resume {
            return;
        }
        match self.known.left.len() {
            0 => (self.at, self.family) = (Entry::default(), None),
            1 => self.family = None,
            rounds => self.family = self.family.map(|at| at.min(rounds - 1)),
        }
    }
}
