//! Sittings in the log: the one that was begun last, and what was answered in it.

use rusqlite::OptionalExtension;

use serde_json::Value;

use super::model::{Error, Event, Logged};
use super::rows::{LOGGED, logged};
use super::store::Store;

/// The word of a sitting that was begun.
pub const BEGUN: &str = "begun";
/// The word of a sitting that is not to be gone on with.
pub const DROPPED: &str = "dropped";
/// A sitting is looked for among so many of the newest events: what came of it is read whenever Home is shown.
const REACH: u32 = 20_000;
/// The most questions of one sitting.
pub const MOST_QUESTIONS: u16 = 1000;

/// Can the program have written this event about a sitting? A count beyond [`MOST_QUESTIONS`], none at all, one that its own
/// plan contradicts or a drill without families cannot be.
pub fn is_possible(event: &Event) -> bool {
    if event.verdict == DROPPED {
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
        "review" | "cram" => choice.as_array().is_some_and(|items| (1..=most).contains(&items.len())),
        _ => true,
    })
}

impl Store {
    /// The sitting begun last, unless it was dropped or lies further back than anybody goes on with. Whether it is finished,
    /// its answers say.
    pub fn last_sitting(&self) -> Result<Option<Logged>, Error> {
        let sql = format!(
            "{LOGGED} AND kind = 'sitting' AND verdict = '{BEGUN}' \
             AND n > (SELECT coalesce(max(n), 0) FROM event) - {REACH} ORDER BY n DESC LIMIT 1"
        );
        let last = self.connection.prepare_cached(&sql)?.query_row([], logged).optional()?;
        // One that the program cannot have written, of an older import: whoever plays it again would never end.
        match last.filter(|begun| is_possible(&begun.event)) {
            Some(begun) if self.is_dropped(&begun.event.session)? => Ok(None),
            last => Ok(last),
        }
    }

    fn is_dropped(&self, session: &str) -> Result<bool, Error> {
        let sql = format!("SELECT 1 FROM event WHERE kind = 'sitting' AND verdict = '{DROPPED}' AND session = ?1");
        Ok(self.connection.prepare_cached(&sql)?.exists([session])?)
    }

    /// What happened in a sitting, oldest first; what was taken back is left out.
    pub fn of_sitting(&self, session: &str) -> Result<Vec<Logged>, Error> {
        let mut query = self.connection.prepare_cached(&format!(
            "{LOGGED} AND n > (SELECT n FROM event WHERE kind = 'sitting' AND verdict = '{BEGUN}' AND session = ?1 \
             ORDER BY n DESC LIMIT 1) AND session = ?1 AND kind <> 'sitting' ORDER BY n"
        ))?;
        Ok(query.query_map([session], logged)?.collect::<Result<_, _>>()?)
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
