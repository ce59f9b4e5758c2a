//! The placement test: a medium question of each scheme, then a hard one where it was right and an easy one where it was
//! not. Two questions are little evidence, so the advice is only skip, skim or read.

use serde::Serialize;

use crate::content::Library;
use crate::content::model::{Difficulty, Set};
use crate::memory::{Event, Logged, Mode};
use crate::question::Seed;
use crate::question::rng::Stream;
use crate::scheme::Scheme;

use super::{Outcome, Sitting, SittingError, Slot, round};

/// What to do with the sections of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Advice {
    /// Both questions right.
    Skip,
    /// One of them.
    Skim,
    /// None.
    Read,
}

impl Advice {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Advice::Skip => "skip",
            Advice::Skim => "skim",
            Advice::Read => "read",
        }
    }
}

/// The sections of a scheme, and what to do with them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    /// The scheme.
    pub scheme: Scheme,
    /// What to do.
    pub advice: Advice,
    /// Questions answered rightly.
    pub right: usize,
    /// Questions asked.
    pub asked: usize,
    /// The sections that it is about.
    pub sections: Vec<Chapter>,
    /// Where the questions that were not right are explained: `rope` or `rope/cancel`.
    pub look_at: Vec<String>,
}

/// A section in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chapter {
    /// Its id.
    pub id: String,
    /// Its number, from 1.
    pub number: usize,
    /// Its title.
    pub title: String,
    /// How many pages it has.
    pub pages: usize,
    /// Minutes to read it.
    pub minutes: u32,
}

/// Sits down to it.
pub(super) fn sitting(library: &Library, seed: Seed) -> Result<Sitting, SittingError> {
    let mut schemes = Scheme::ALL;
    Stream::new(&seed, "placement", "schemes", 0).shuffle(&mut schemes);
    let medium = |scheme: Scheme| family(library, &seed, scheme, Difficulty::Medium).map(|id| (scheme, id));
    let first: Vec<(Scheme, String)> = schemes.into_iter().filter_map(medium).collect();
    let ids: Vec<String> = first.iter().map(|(_, id)| id.clone()).collect();
    if ids.is_empty() {
        return Err(SittingError::Nothing("This chapter has no drills to place you by."));
    }
    let mut sitting = Sitting::of(library, Mode::Placement, &ids, seed.clone())?;
    let second = first.into_iter().map(|(scheme, _)| scheme);
    sitting.follow_up(second.filter(|scheme| has_follow_up(library, &seed, *scheme, &[])));
    Ok(sitting)
}

/// The follow-up of a scheme becomes a question once the first one is answered. `None`: there is no such family.
pub(super) fn settle(library: &Library, seed: &Seed, scheme: Scheme, slot: Slot, done: &[Outcome]) -> Option<Slot> {
    let right = done.iter().find(|o| o.scheme == Some(scheme)).is_some_and(|o| o.right);
    Some(Slot { id: family(library, seed, scheme, follow_up(right))?, follows: None, ..slot })
}

/// How hard the second question is.
const fn follow_up(right: bool) -> Difficulty {
    if right { Difficulty::Hard } else { Difficulty::Easy }
}

/// Can there be a second question of a scheme, as far as its first one is answered?
pub(super) fn has_follow_up(library: &Library, seed: &Seed, scheme: Scheme, done: &[Outcome]) -> bool {
    let has = |right| family(library, seed, scheme, follow_up(right)).is_some();
    match done.iter().find(|o| o.scheme == Some(scheme)) {
        Some(first) => has(first.right),
        None => has(true) || has(false),
    }
}

fn family(library: &Library, seed: &Seed, scheme: Scheme, level: Difficulty) -> Option<String> {
    let of = library.index().questions.iter();
    let mut ids: Vec<&str> = of
        .filter(|q| q.set == Set::Drill && q.scheme == Some(scheme) && q.difficulty == level)
        .map(|q| q.id.as_ref())
        .collect();
    Stream::new(seed, "placement", scheme.slug(), level as u32).shuffle(&mut ids);
    ids.first().map(ToString::to_string)
}

/// An answer: the question's scheme and place in the chapter, and whether it was right.
struct Answered {
    scheme: Scheme,
    section: Option<String>,
    right: bool,
}

/// The table, from the outcomes of the sitting; schemes that were not asked about are not in it.
pub fn of_outcomes(library: &Library, outcomes: &[Outcome]) -> Vec<Placed> {
    let answered = |o: &Outcome| Some(Answered { scheme: o.scheme?, section: o.section.clone(), right: o.right });
    table(library, &outcomes.iter().filter_map(answered).collect::<Vec<_>>())
}

/// The table, from the log of the last placement test.
pub fn of_log(library: &Library, log: &[Logged]) -> Vec<Placed> {
    let answered = |logged: &Logged| {
        let section = library.id_of(&logged.event.item).and_then(|id| library.entry(id).ok());
        Some(Answered {
            scheme: logged.event.scheme?,
            section: section.and_then(|q| q.section.as_ref()).map(ToString::to_string),
            right: matches!(logged.event.verdict.as_str(), "right" | "other-form"),
        })
    };
    table(library, &log.iter().filter_map(answered).collect::<Vec<_>>())
}

/// Sections that need not be read: every one of a scheme that was placed out.
pub fn placed_out(library: &Library, log: &[Logged]) -> Vec<String> {
    let skipped = of_log(library, log).into_iter().filter(|placed| placed.advice == Advice::Skip);
    skipped.flat_map(|placed| placed.sections).map(|section| section.id).collect()
}

/// The event after which the last placement test says nothing any more; `None` if there was none.
pub fn dropped(log: &[Logged]) -> Option<Event> {
    log.first().map(round::dropped)
}

fn table(library: &Library, answers: &[Answered]) -> Vec<Placed> {
    let place = |scheme: Scheme| {
        let of: Vec<&Answered> = answers.iter().filter(|a| a.scheme == scheme).collect();
        let right = of.iter().filter(|a| a.right).count();
        let mut look_at: Vec<String> = Vec::new();
        for section in of.iter().filter(|a| !a.right).filter_map(|a| a.section.as_ref()) {
            if !look_at.contains(section) {
                look_at.push(section.clone());
            }
        }
        let advice = match (right, of.len()) {
            (0, _) => Advice::Read,
            (2.., 2) => Advice::Skip,
            _ => Advice::Skim,
        };
        let placed = Placed { scheme, advice, right, asked: of.len(), sections: sections(library, scheme), look_at };
        (!of.is_empty()).then_some(placed)
    };
    Scheme::ALL.into_iter().filter_map(place).collect()
}

fn sections(library: &Library, scheme: Scheme) -> Vec<Chapter> {
    let all = library.index().sections.iter().enumerate().filter(|(_, s)| s.scheme == Some(scheme));
    all.map(|(at, s)| Chapter {
        id: s.id.to_string(),
        number: at + 1,
        title: s.title.to_string(),
        pages: s.pages.len(),
        minutes: s.minutes,
    })
    .collect()
}
