//! Sittings in the log: those that were begun, and what was answered in each of them.

use std::collections::{HashMap, HashSet};

use rusqlite::{OptionalExtension, Transaction};
use serde_json::Value;

use super::model::{Error, Event, EventKind, Logged};
use super::rows::{LOGGED, logged};
use super::store::Store;

/// The word of a sitting that was begun.
pub const BEGUN: &str = "begun";
/// The word of a sitting that is not to be gone on with.
pub const DROPPED: &str = "dropped";
/// The word of a question of a sitting that was put to its end.
pub const SKIPPED: &str = "skipped";
/// The word of a question of a sitting that is left out of it: it is neither answered nor asked again.
pub const PASSED: &str = "passed";
/// The word of a step of a worked example that is behind.
pub const STEP: &str = "step";
/// The word of notes to a prompt whose points are not ticked yet.
pub const NOTED: &str = "noted";
/// The word of a sitting that is finished: its report was shown.
pub const FINISHED: &str = "finished";
/// Sittings are looked for among so many of the newest events: what came of them is read whenever Home is shown.
const REACH: u32 = 20_000;
/// The most questions of one sitting.
pub const MOST_QUESTIONS: u16 = 1000;

/// The words of events about a sitting that was begun before.
pub const WITHIN: [&str; 6] = [DROPPED, SKIPPED, PASSED, STEP, NOTED, FINISHED];

/// Can the program have written this event about a sitting? A count beyond [`MOST_QUESTIONS`], none at all, one that its own
/// plan contradicts or a drill without families cannot be.
pub fn is_possible(event: &Event) -> bool {
    if WITHIN.contains(&event.verdict.as_str()) {
        return true;
    }
    let Ok(begun) = serde_json::from_str::<Value>(&event.typed) else { return false };
    let count = begun.get("count").and_then(Value::as_u64);
    let sound = count.is_some_and(|count| (1..=u64::from(MOST_QUESTIONS)).contains(&count));
    event.verdict == BEGUN && sound && begun.get("plan").is_some_and(|plan| fits(plan, count))
}

/// Does a plan agree with the count beside it?
fn fits(plan: &Value, count: Option<u64>) -> bool {
    let most = usize::from(MOST_QUESTIONS);
    let Some(choices) = plan.as_object() else { return true };
    choices.iter().all(|(kind, choice)| match kind.as_str() {
        "drill" => {
            let families = choice.get("families").and_then(Value::as_array);
            families.is_some_and(|f| !f.is_empty()) && choice.get("count").and_then(Value::as_u64) == count
        }
        "mistake" => choice.get("count").and_then(Value::as_u64) == count,
        "lesson" => choice.get("family").is_some_and(Value::is_string),
        "review" | "cram" | "recall" => choice.as_array().is_some_and(|items| (1..=most).contains(&items.len())),
        _ => true,
    })
}

/// Was this very place of this very round answered before, at this try or a later one? Within one window every try has its
/// own number, and what was taken back is not there.
pub(super) fn is_taken(tx: &Transaction<'_>, event: &Event) -> Result<bool, Error> {
    let in_round = match event.kind {
        EventKind::Answer => !event.seed.is_empty(),
        EventKind::Rubric | EventKind::Recall => {
            let sql = format!(
                "SELECT 1 FROM event WHERE kind = 'sitting' AND verdict = '{BEGUN}' AND session = ?1 \
                 AND n > (SELECT coalesce(max(n), 0) FROM event) - {REACH}"
            );
            tx.prepare_cached(&sql)?.exists([&event.session])?
        }
        _ => false,
    };
    if !in_round || event.session.is_empty() {
        return Ok(false);
    }
    let mut query = tx.prepare_cached(&format!(
        "SELECT 1 FROM event AS e WHERE item = ?1 AND n > (SELECT coalesce(max(n), 0) FROM event) - {REACH} \
         AND session = ?2 AND seed = ?3 AND tries >= ?4 AND kind IN ('answer', 'rubric', 'recall') \
         AND NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = e.id)"
    ))?;
    Ok(query.exists((&event.item, &event.session, &event.seed, event.tries))?)
}

/// What the log has of a sitting.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    /// The seeds of its questions that are behind: answered, or left out.
    pub seeds: HashSet<String>,
    /// The last thing it says of itself is that it is finished.
    pub finished: bool,
    /// The rows where its first and its last event stand.
    rows: (i64, i64),
}

impl Traces {
    /// The row of its last event.
    pub fn last(&self) -> i64 {
        self.rows.1
    }
}

impl Store {
    /// Sittings that were begun and not dropped, the newest first; those that lie further back than anybody goes on with are
    /// left out. Whether they are finished, their answers say.
    pub fn begun_sittings(&self) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND kind = 'sitting' AND n > (SELECT coalesce(max(n), 0) FROM event) - {REACH} ORDER BY n DESC"
        ))?;
        let mut dropped = HashSet::new();
        let mut begun = Vec::new();
        for row in query.query_map([], logged)? {
            let row: Logged = row?;
            match row.event.verdict.as_str() {
                DROPPED => drop(dropped.insert(row.event.session)),
                // One that the program cannot have written, of an older import: whoever plays it again would never end.
                BEGUN if is_possible(&row.event) && !dropped.contains(&row.event.session) => begun.push(row),
                _ => {}
            }
        }
        Ok(begun)
    }

    /// What was answered in each sitting of those that [`Store::begun_sittings`] looks at; what was taken back is left out.
    pub fn traces(&self) -> Result<HashMap<String, Traces>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "SELECT n, session, seed, kind IN ('answer', 'rubric', 'recall', 'studied', 'rule') \
             OR verdict IN ('{PASSED}', '{STEP}', '{NOTED}'), kind = 'sitting' AND verdict = '{FINISHED}' FROM event AS e \
             WHERE n > (SELECT coalesce(max(n), 0) FROM event) - {REACH} \
             AND NOT EXISTS (SELECT 1 FROM event AS u WHERE u.undoes = e.id) ORDER BY n"
        ))?;
        let mut found: HashMap<String, Traces> = HashMap::new();
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let n = row.get(0)?;
            let of = found.entry(row.get(1)?).or_insert_with(|| Traces { rows: (n, n), ..Traces::default() });
            of.rows.1 = n;
            if row.get(3)? {
                of.seeds.insert(row.get(2)?);
            }
            of.finished = row.get(4)?;
        }
        Ok(found)
    }

    fn is_dropped(&self, session: &str) -> Result<bool, Error> {
        let sql = format!("SELECT 1 FROM event WHERE kind = 'sitting' AND verdict = '{DROPPED}' AND session = ?1");
        Ok(self.connection.prepare_cached(&sql)?.exists([session])?)
    }

    /// Does the log say that it was begun?
    pub fn is_begun(&self, session: &str) -> Result<bool, Error> {
        let sql = format!("SELECT 1 FROM event WHERE kind = 'sitting' AND verdict = '{BEGUN}' AND session = ?1");
        Ok(self.connection.prepare_cached(&sql)?.exists([session])?)
    }

    /// The newest notes to a prompt in a sitting.
    pub fn noted(&self, session: &str, item: &str) -> Result<Option<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND item = ?1 AND session = ?2 AND kind = 'sitting' AND verdict = '{NOTED}' ORDER BY n DESC LIMIT 1"
        ))?;
        Ok(query.query_row([item, session], logged).optional()?)
    }

    /// What happened in a sitting, oldest first; what was taken back is left out.
    pub fn of_sitting(&self, session: &str) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND n > (SELECT n FROM event WHERE kind = 'sitting' AND verdict = '{BEGUN}' AND session = ?1 \
             ORDER BY n DESC LIMIT 1) AND session = ?1 AND kind <> 'sitting' ORDER BY n"
        ))?;
        Ok(query.query_map([session], logged)?.collect::<Result<_, _>>()?)
    }

    /// The answers to one place of a sitting, oldest first: a question and the seed of its numbers.
    pub fn answers_in(&self, session: &str, item: &str, seed: &str) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND item = ?1 AND n > (SELECT coalesce(max(n), 0) FROM event) - {REACH} \
             AND session = ?2 AND seed = ?3 AND kind = 'answer' ORDER BY n"
        ))?;
        Ok(query.query_map((item, session, seed), logged)?.collect::<Result<_, _>>()?)
    }

    /// The same, with what the sitting says of itself after its beginning, where its rows are known.
    pub fn traced(&self, session: &str, traces: &Traces) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND n BETWEEN ?2 AND ?3 AND session = ?1 AND (kind <> 'sitting' OR verdict <> '{BEGUN}') ORDER BY n"
        ))?;
        let (first, last) = traces.rows;
        Ok(query.query_map((session, first, last), logged)?.collect::<Result<_, _>>()?)
    }

    /// The answers of the last placement test, oldest first; none if there was none, or if it was dropped.
    pub fn placement(&self) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND mode = 'placement' AND kind = 'answer' AND session = (SELECT session FROM event \
             WHERE mode = 'placement' AND kind = 'answer' ORDER BY n DESC LIMIT 1) ORDER BY n"
        ))?;
        let log: Vec<Logged> = query.query_map([], logged)?.collect::<Result<_, _>>()?;
        match log.first() {
            Some(first) if self.is_dropped(&first.event.session)? => Ok(Vec::new()),
            _ => Ok(log),
        }
    }
}
