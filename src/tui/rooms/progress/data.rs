//! What the room reads, in one go, whenever it is shown.

use crate::content::Library;
use crate::mastery::{self, SchemeRow, SkillRow, Standing};
use crate::memory::account::Account;
use crate::memory::fit::Schedule;
use crate::memory::{Error, Logged, Repeated, Store};
use crate::sitting::pretest::{self, Change};
use crate::today::Facts;

/// Mistakes shown.
pub const MISTAKES: usize = 8;
/// Answers at hand.
const RECENT: usize = 12;

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Counts, plan, what is due.
    pub facts: Facts,
    /// Days, forecast, retention.
    pub account: Account,
    /// Every item of the chapter.
    pub standings: Vec<Standing>,
    /// By scheme.
    pub schemes: Vec<SchemeRow>,
    /// By skill.
    pub skills: Vec<SkillRow>,
    /// Mistakes made more than once.
    pub mistakes: Vec<Repeated>,
    /// The newest answers.
    pub recent: Vec<Logged>,
    /// Sections before and after reading.
    pub changes: Vec<Change>,
    /// The schedule: the average learner's, or fitted.
    pub schedule: Schedule,
}

impl Data {
    /// Reads it.
    pub fn read(store: &Store, library: &Library) -> Result<Data, Error> {
        let facts = Facts::read(store)?;
        let account = store.account()?;
        let standings = mastery::standings(library, &account);
        Ok(Data {
            schemes: mastery::by_scheme(&standings),
            skills: mastery::by_skill(&standings),
            standings,
            mistakes: store.repeated(MISTAKES)?,
            recent: store.recent(RECENT)?,
            schedule: store.schedule()?,
            changes: pretest::changes(library, &facts.pretests),
            account,
            facts,
        })
    }

    /// Was anything answered, rehearsed or recalled?
    pub fn is_begun(&self) -> bool {
        !self.account.evidence.is_empty() || !self.changes.is_empty()
    }
}
