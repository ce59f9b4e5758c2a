//! The events of a file, one by one: what cannot have happened is left out, counted and named; the rest comes in.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::Value;

use crate::memory::flaw;
use crate::memory::{BEGUN, Event, EventKind, Logged};
use crate::sitting::Round;

pub use crate::memory::flaw::{Flaw, Refused};

use super::report::{Report, counted};

/// Places named of one kind of flaw.
const NAMED: usize = 3;

/// What the events of a file are.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Those that can have happened, each id once, with their place.
    found: Vec<(usize, Logged)>,
    /// The others.
    refused: Vec<Refused>,
}

impl<'de> Deserialize<'de> for Events {
    /// One event after the other: what one of them is does not decide about the next.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Events;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Events, A::Error> {
                let mut events = Events::default();
                let mut number = 0;
                while let Some(value) = seq.next_element::<Value>()? {
                    number += 1;
                    let id = value.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
                    match serde_json::from_value::<Logged>(value) {
                        Ok(entry) => events.found.push((number, entry)),
                        Err(error) => {
                            let flaw = Flaw::Unreadable(error.to_string());
                            events.refused.push(Refused { id, number, flaw });
                        }
                    }
                }
                Ok(events)
            }
        }
        deserializer.deserialize_seq(Each)
    }
}

impl Events {
    /// Takes the impossible ones out.
    pub(super) fn examined(self) -> (Vec<Logged>, Vec<Refused>) {
        let Events { found, mut refused } = self;
        let (fine, strange): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, entry)| is_round(&entry.event));
        refused.extend(strange.into_iter().map(|(number, entry)| Refused {
            id: entry.id,
            number,
            flaw: Flaw::Sitting,
        }));
        let (fine, more) = flaw::examined(fine);
        refused.extend(more);
        refused.sort_by_key(|r| r.number);
        (fine, refused)
    }
}

/// No round at all, or one that the program begins.
fn is_round(event: &Event) -> bool {
    #[derive(serde::Deserialize)]
    struct Begun {
        #[serde(rename = "plan")]
        _plan: Round,
    }
    let begun = event.kind == EventKind::Sitting && event.verdict == BEGUN;
    !begun || serde_json::from_str::<Begun>(&event.typed).is_ok()
}

/// A line for each kind of flaw: how many events, and where the first of them stand.
pub fn report(refused: &[Refused], text: &str, report: &mut Report) {
    let mut kinds: BTreeMap<&Flaw, Vec<&Refused>> = BTreeMap::new();
    for one in refused {
        kinds.entry(&one.flaw).or_default().push(one);
    }
    for (flaw, all) in kinds {
        let mut places: Vec<String> = all.iter().take(NAMED).map(|one| place(one, text)).collect();
        let more = all.len() - places.len();
        places.extend((more > 0).then(|| format!("{more} more")));
        let events = counted(all.len(), "impossible event", "impossible events");
        report.left_out(format!("{events}, {flaw} ({})", places.join(", ")));
    }
}

/// `line 17`, or its number where the line cannot be told.
fn place(one: &Refused, text: &str) -> String {
    let found = ["\"id\":\"", "\"id\": \""].into_iter().find_map(|key| {
        let named = format!("{key}{}\"", one.id);
        // Of two with one id the second is refused.
        if one.flaw == Flaw::Double { text.rfind(&named) } else { text.find(&named) }
    });
    match found.filter(|_| !one.id.is_empty()).and_then(|at| text.get(..at)) {
        Some(before) => format!("line {}", before.matches('\n').count() + 1),
        None => format!("event {}", one.number),
    }
}
