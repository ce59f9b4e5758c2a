//! Writing events and reading what follows from them.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

use super::account::Account;
use super::caps::Caps;
use super::clock::{Clock, Moment, fresh_id};
use super::derive::{self, Rules};
use super::model::{Calibration, Due, Error, Event, EventKind, Logged, Notice, Repeated, Skill, Summary};
use super::plan::{self, Plan};
use super::rows::{COUNTED, LOGGED, SCORED, insert, logged};
use super::{account, open, schedule, schema, seal, sittings, summary};

/// The hour at which a study day begins, unless the learner says another.
const DAY_START: u8 = 4;

/// The open progress file.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    clock: Clock,
    day_start: u8,
    retention: f32,
    pub(super) caps: Caps,
}

impl Store {
    /// A store that lives in memory: for tests, and for a sitting whose disk cannot be written.
    pub fn in_memory() -> Result<Store, Error> {
        let mut connection = Connection::open_in_memory()?;
        schema::migrate(&mut connection, Path::new(":memory:"))?;
        Ok(Store::over(connection))
    }

    fn over(connection: Connection) -> Store {
        let retention = schedule::RETENTION;
        Store { connection, clock: Clock::System, day_start: DAY_START, retention, caps: Caps::default() }
    }

    /// Opens or begins `progress.sqlite3` in a folder.
    pub fn open(dir: &Path) -> Result<(Store, Vec<Notice>), Error> {
        let file = dir.join("progress.sqlite3");
        let (connection, mut notices) = open::open(dir, &file)?;
        let mut store = Store::over(connection);
        for notice in &mut notices {
            if let Notice::SetAside { kept, rescued, .. } = notice {
                match store.rescue(kept) {
                    Ok(count) => *rescued = count,
                    Err(error) => {
                        drop(store);
                        open::put_back(&file, kept);
                        return Store::unsaved(dir, &file, &error);
                    }
                }
            }
        }
        if notices.iter().any(|notice| matches!(notice, Notice::ReadOnly { .. })) && store.is_empty()? {
            store.rescue(&file)?;
        }
        notices.extend(Clock::System.doubt().map(|day| Notice::Clock { day }));
        Ok((store, notices))
    }

    /// In memory, with what can be read of a damaged file that stays as it is: for want of room, say.
    fn unsaved(dir: &Path, file: &Path, why: &Error) -> Result<(Store, Vec<Notice>), Error> {
        let (connection, notices) = open::in_memory(dir, file, &why.to_string())?;
        let mut store = Store::over(connection);
        store.rescue(file)?;
        Ok((store, notices))
    }

    fn is_empty(&self) -> Result<bool, Error> {
        let any = "SELECT EXISTS (SELECT 1 FROM event)";
        Ok(!self.connection.query_row(any, [], |row| row.get::<_, bool>(0))?)
    }

    /// The folder of the file; `None` in memory.
    pub fn folder(&self) -> Option<std::path::PathBuf> {
        let path = self.connection.path().filter(|path| !path.is_empty())?;
        Path::new(path).parent().map(Path::to_path_buf)
    }

    /// Another clock, for tests.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// The hour at which a study day begins.
    pub fn set_day_start(&mut self, hour: u8) {
        self.day_start = hour.min(23);
    }

    /// The chance of recall, in percent, at which an item comes back: 70 to 97.
    pub fn set_retention(&mut self, percent: u8) {
        self.retention = f32::from(percent.clamp(70, 97)) / 100.0;
    }

    /// Builds every schedule anew if it was built for another retention or another start of the day; `true` if so.
    pub fn settle(&mut self) -> Result<bool, Error> {
        let wanted = derive::built_for(self.retention, self.day_start);
        match derive::built(&self.connection)? {
            Some(built) if built == wanted => return Ok(false),
            // A file of before, when nothing was noted: what was never changed is as it was built.
            None if wanted == derive::built_for(schedule::RETENTION, DAY_START) => {
                derive::note(&self.connection, &wanted)?;
                return Ok(false);
            }
            _ => {}
        }
        self.rebuild()?;
        Ok(true)
    }

    /// The study day that it is now.
    pub fn today(&self) -> jiff::civil::Date {
        self.now().day
    }

    /// What the learner said about the interview; `None` if never asked.
    pub fn plan(&self) -> Result<Option<Plan>, Error> {
        plan::read(&self.connection)
    }

    /// Keeps what the learner says about the interview, and brings forward what would come back too late.
    pub fn set_plan(&mut self, plan: &Plan) -> Result<(), Error> {
        self.record(&plan.event()).map(|_| ())
    }

    pub(super) fn rules(&self) -> Result<Rules, Error> {
        let (day_start, retention) = (self.day_start, self.retention);
        Ok(Rules { day_start, retention, plan: self.plan()?.unwrap_or_default(), parameters: self.parameters()? })
    }

    pub(super) fn day_start(&self) -> u8 {
        self.day_start
    }

    pub(super) fn now(&self) -> Moment {
        self.clock.now(self.day_start)
    }

    /// Writes an event, and what follows from it, to disk. A second answer to the same place of the same round, from another
    /// window that went on with it, stands in the log as taken back.
    pub fn record(&mut self, event: &Event) -> Result<Recorded, Error> {
        let (now, rules) = (self.now(), self.rules()?);
        let id = fresh_id().to_string();
        let tx = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let taken = sittings::is_taken(&tx, event)?;
        insert(&tx, &id, event, &now, None)?;
        if taken {
            insert(&tx, &fresh_id().to_string(), &undo_of(event), &now, Some(&id))?;
            tx.commit()?;
            return Ok(Recorded::Again);
        }
        derive::apply(&tx, event, &rules, &now)?;
        seal::settle(&tx, event, &rules)?;
        tx.commit()?;
        Ok(Recorded::Counted)
    }

    /// Takes the last answer or rubric back that is not yet taken back; returns it.
    pub fn undo(&mut self) -> Result<Option<Logged>, Error> {
        let (now, rules) = (self.now(), self.rules()?);
        let tx = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let last = tx
            .query_row(
                &format!("{LOGGED} AND kind IN ('answer', 'rubric', 'recall') ORDER BY n DESC LIMIT 1"),
                [],
                logged,
            )
            .optional()?;
        let Some(last) = last else { return Ok(None) };
        insert(&tx, &fresh_id().to_string(), &undo_of(&last.event), &now, Some(&last.id))?;
        derive::rebuild_item(&tx, &last.event.item, &rules)?;
        derive::rebuild_day(&tx, &last.study_day)?;
        seal::settle(&tx, &last.event, &rules)?;
        tx.commit()?;
        Ok(Some(last))
    }

    /// Builds every derived table anew from the log.
    pub fn rebuild(&mut self) -> Result<(), Error> {
        let rules = self.rules()?;
        let tx = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        derive::rebuild_all(&tx, &rules)?;
        tx.commit()?;
        Ok(())
    }

    /// What is due now: first what the learner was sure about and wrong, then what is due longest.
    pub fn due(&self) -> Result<Vec<Due>, Error> {
        let mut query = self.connection.prepare_cached(
            "SELECT item, due_utc_ms, coalesce((SELECT e.confidence = 3 AND e.verdict IN ('wrong', 'mistake') \
             FROM event AS e WHERE e.item = skill.item AND e.grade IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = e.id) ORDER BY e.n DESC LIMIT 1), 0) AS first \
             FROM skill WHERE due_utc_ms > 0 AND due_utc_ms <= ?1 ORDER BY first DESC, due_utc_ms, item",
        )?;
        let due = |r: &Row<'_>| Ok(Due { item: r.get(0)?, at_utc_ms: r.get(1)?, sure_and_wrong: r.get(2)? });
        let rows = query.query_map([self.now().at_utc_ms], due)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How well the learner knows what they know: guess, think so, sure, in this order. Only first answers count.
    pub fn calibration(&self) -> Result<[Calibration; 3], Error> {
        let mut found = [1, 2, 3].map(|confidence| Calibration { confidence, ..Calibration::default() });
        let mut query = self
            .connection
            .prepare_cached("SELECT confidence, sum(answers), sum(right) FROM sure GROUP BY confidence")?;
        let row = |r: &Row<'_>| Ok(Calibration { confidence: r.get(0)?, answers: r.get(1)?, right: r.get(2)? });
        for level in query.query_map([], row)? {
            let level = level?;
            if let Some(place) = found.iter_mut().find(|c| c.confidence == level.confidence) {
                *place = level;
            }
        }
        Ok(found)
    }

    /// What Home and Progress show.
    pub fn summary(&self) -> Result<Summary, Error> {
        summary::read(&self.connection, &self.parameters()?, &self.now())
    }

    /// What Progress shows beyond the counts.
    pub fn account(&self) -> Result<Account, Error> {
        account::read(&self.connection, &self.parameters()?, &self.now())
    }

    /// Mistakes made at least once, most frequent first.
    pub fn mistakes(&self, limit: usize) -> Result<Vec<Repeated>, Error> {
        let mut query = self
            .connection
            .prepare_cached("SELECT code, item, count FROM mistake ORDER BY count DESC, code, item LIMIT ?1")?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = query.query_map([limit], |r| Ok(Repeated { code: r.get(0)?, item: r.get(1)?, count: r.get(2)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Mistakes made more than once, most frequent first.
    pub fn repeated(&self, limit: usize) -> Result<Vec<Repeated>, Error> {
        let mut query = self.connection.prepare_cached(
            "SELECT code, item, count FROM mistake WHERE count > 1 ORDER BY count DESC, code, item LIMIT ?1",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = query.query_map([limit], |r| Ok(Repeated { code: r.get(0)?, item: r.get(1)?, count: r.get(2)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The newest answers and rubrics, those taken back left out.
    pub fn recent(&self, limit: usize) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{COUNTED} AND kind IN ('answer', 'rubric') AND {SCORED} ORDER BY n DESC LIMIT ?1"
        ))?;
        let rows = query.query_map([i64::try_from(limit).unwrap_or(i64::MAX)], logged)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How an item was answered, oldest first; what was taken back, and what is not scored, left out.
    pub fn answers(&self, item: &str) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{COUNTED} AND item = ?1 AND kind IN ('answer', 'studied') AND {SCORED} ORDER BY n"
        ))?;
        Ok(query.query_map([item], logged)?.collect::<Result<_, _>>()?)
    }

    /// Was a prediction ever made about this item?
    pub fn is_predicted(&self, item: &str) -> Result<bool, Error> {
        let mut query = self
            .connection
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM event WHERE item = ?1 AND kind = 'predict')")?;
        Ok(query.query_row([item], |row| row.get(0))?)
    }

    /// What is compared of the answers before and after sections: the first one before and the last one after, by item.
    /// From item to item by the index, so that it costs the same however often a section was read.
    pub fn pretests(&self) -> Result<Vec<Logged>, Error> {
        let mut next = self.connection.prepare_cached(&format!(
            "SELECT item FROM event WHERE {AROUND} AND mode = ?1 AND item > ?2 ORDER BY item LIMIT 1"
        ))?;
        let mut found = Vec::new();
        for (mode, order) in [("pretest", ""), ("posttest", "DESC")] {
            let mut one = self.connection.prepare_cached(&format!(
                "{LOGGED} AND {AROUND} AND mode = ?1 AND item = ?2 AND kind = 'answer' ORDER BY n {order} LIMIT 1"
            ))?;
            let mut item = String::new();
            while let Some(after) = next.query_row([mode, &item], |r| r.get(0)).optional()? {
                item = after;
                found.extend(one.query_row([mode, &item], logged).optional()?);
            }
        }
        Ok(found)
    }

    /// The schedule of an item.
    pub fn skill(&self, item: &str) -> Result<Option<Skill>, Error> {
        let mut query = self.connection.prepare_cached(&format!("{SKILL} WHERE item = ?1"))?;
        Ok(query.query_row([item], skill).optional()?)
    }

    /// The schedules of all items.
    pub fn skills(&self) -> Result<Vec<Skill>, Error> {
        let mut query = self.connection.prepare_cached(&format!("{SKILL} ORDER BY item"))?;
        let rows = query.query_map([], skill)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Pages read to their end, `section/page`, the one opened last first.
    pub fn pages(&self) -> Result<Vec<String>, Error> {
        self.listed_pages("SELECT page FROM page WHERE read ORDER BY last_at_utc_ms DESC, page")
    }

    /// Pages opened, read or not, the last one first: the reading place.
    pub fn opened(&self) -> Result<Vec<String>, Error> {
        self.listed_pages("SELECT page FROM page ORDER BY last_at_utc_ms DESC, page")
    }

    /// Where on a page its reader was last, in the words of the room that noted it; empty if nothing was noted.
    pub fn place_on(&self, page: &str) -> Result<String, Error> {
        let sql = "SELECT reading FROM event WHERE item = ?1 AND kind = 'page' AND verdict = 'opened' \
                   ORDER BY n DESC LIMIT 1";
        let place = self.connection.prepare_cached(sql)?.query_row([page], |r| r.get(0)).optional()?;
        Ok(place.unwrap_or_default())
    }

    fn listed_pages(&self, sql: &str) -> Result<Vec<String>, Error> {
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map([], |r| r.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Rubric points missed at the last rehearsal of each prompt: item and points.
    pub fn missed(&self) -> Result<Vec<(String, Vec<String>)>, Error> {
        let mut query = self
            .connection
            .prepare_cached("SELECT item, missed FROM skill WHERE missed <> '' ORDER BY last_at_utc_ms DESC, item")?;
        let rows = query.query_map([], |r| {
            let missed: String = r.get(1)?;
            Ok((r.get(0)?, missed.lines().map(str::to_string).collect()))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// What became of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// It is in the log, with what follows from it.
    Counted,
    /// It is in the log, and does not count: this question of this round was answered before, in another window.
    Again,
}

impl Recorded {
    /// What the learner should know.
    pub const fn say(&self) -> Option<&'static str> {
        match self {
            Recorded::Counted => None,
            Recorded::Again => {
                Some("You answered this one in another window before: that answer counts, this one does not.")
            }
        }
    }
}

/// The event that takes another one back.
fn undo_of(event: &Event) -> Event {
    let mut undo = Event::new(EventKind::Undo, event.mode, event.item.clone());
    undo.session.clone_from(&event.session);
    undo.scheme = event.scheme;
    undo
}

const SKILL: &str = "SELECT item, stability, difficulty, due_utc_ms, reviews, lapses, last_verdict, solid FROM skill";

/// What was asked before and after a section, in the words of its index.
const AROUND: &str = "mode IN ('pretest', 'posttest')";

fn skill(row: &Row<'_>) -> rusqlite::Result<Skill> {
    Ok(Skill {
        item: row.get(0)?,
        stability: row.get(1)?,
        difficulty: row.get(2)?,
        due_utc_ms: row.get(3)?,
        reviews: row.get(4)?,
        lapses: row.get(5)?,
        last_verdict: row.get(6)?,
        solid: row.get(7)?,
    })
}

/// May an event of this kind be taken back?
pub fn can_be_undone(kind: EventKind) -> bool {
    matches!(kind, EventKind::Answer | EventKind::Rubric | EventKind::Recall | EventKind::Fit)
}
