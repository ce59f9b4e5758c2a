//! What is mastered: every item of the chapter with the evidence for it, by scheme and by skill.
//!
//! Mastered is what was right at once and without help on two study days running, and what is still remembered. A hint, a
//! second try or the solution in view is practice, never mastery.

use std::collections::HashMap;

use serde::Serialize;

use crate::content::model::Set;
use crate::content::{Library, QuestionEntry};
use crate::memory::account::{Account, Evidence};
use crate::scheme::Scheme;

/// Study days running that it has to be right on.
const DAYS: u32 = 2;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// A numeric family.
    Drill,
    /// A question with options or words.
    Question,
    /// A prompt of the interview or of the self-check.
    Prompt,
    /// A recall prompt at the end of a page.
    Recall,
}

impl Sort {
    /// All of them, in the order of the table.
    pub const ALL: [Sort; 4] = [Sort::Drill, Sort::Question, Sort::Prompt, Sort::Recall];

    /// The heading of its column.
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Drill => "drills",
            Sort::Question => "questions",
            Sort::Prompt => "prompts",
            Sort::Recall => "recall",
        }
    }

    /// One asked before and after a section is no evidence: it is left out.
    fn of(set: Set) -> Option<Sort> {
        match set {
            Set::Drill => Some(Sort::Drill),
            Set::Interview | Set::SelfCheck => Some(Sort::Prompt),
            Set::Quiz | Set::Spot | Set::Other => Some(Sort::Question),
            Set::Pretest => None,
        }
    }
}

/// How far an item has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Never answered.
    New,
    /// Answered; the last time wrong, or with help.
    Shaky,
    /// Right at once and without help the last time, on one day so far.
    Once,
    /// Right at once and without help on two study days running.
    Mastered,
}

impl Level {
    /// In a word or two.
    pub const fn word(self) -> &'static str {
        match self {
            Level::New => "new",
            Level::Shaky => "shaky",
            Level::Once => "right once",
            Level::Mastered => "mastered",
        }
    }

    /// From the evidence.
    pub fn of(evidence: Option<&Evidence>) -> Level {
        match evidence {
            None => Level::New,
            Some(e) if e.run >= DAYS => Level::Mastered,
            Some(e) if e.run > 0 => Level::Once,
            Some(_) => Level::Shaky,
        }
    }
}

/// An item of the chapter and what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The question or recall prompt.
    pub id: String,
    /// Its title; of a recall prompt that of its page.
    pub title: String,
    /// Its scheme; `None` for what compares schemes.
    pub scheme: Option<Scheme>,
    /// What it is.
    pub sort: Sort,
    /// Skills that it exercises.
    pub skills: Vec<String>,
    /// How far it has come.
    pub level: Level,
    /// Why; `None` if it was never answered.
    pub evidence: Option<Evidence>,
}

/// How much of a group is mastered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// Mastered.
    pub mastered: usize,
    /// Answered at least once, the mastered ones too.
    pub begun: usize,
    /// All.
    pub of: usize,
}

impl Share {
    fn of<'a>(items: impl Iterator<Item = &'a Standing>) -> Share {
        items.fold(Share::default(), |share, item| Share {
            mastered: share.mastered + usize::from(item.level == Level::Mastered),
            begun: share.begun + usize::from(item.level != Level::New),
            of: share.of + 1,
        })
    }
}

/// A row of the table by scheme.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemeRow {
    /// The scheme; `None` for what compares schemes.
    pub scheme: Option<Scheme>,
    /// In the order of [`Sort::ALL`].
    pub shares: [Share; 4],
    /// Time spent, in milliseconds.
    pub ms: u64,
}

impl SchemeRow {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.scheme.map_or("across schemes", Scheme::name)
    }
}

/// A row of the table by skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillRow {
    /// Its slug.
    pub skill: String,
    /// How much of it is mastered.
    pub share: Share,
    /// Of its items, those that went wrong or needed help the last time.
    pub shaky: usize,
}

impl SkillRow {
    /// Its name for people: the slug in words.
    pub fn name(&self) -> String {
        skill_name(&self.skill)
    }
}

/// A slug in words: `rope-identity` is "RoPE identity".
pub fn skill_name(slug: &str) -> String {
    let word = |(i, word): (usize, &str)| match word {
        "rope" => "RoPE".to_string(),
        "alibi" => "ALiBi".into(),
        "nope" => "NoPE".into(),
        "shaw" => "Shaw".into(),
        "pe" => "PE".into(),
        "ntk" => "NTK".into(),
        "yarn" => "YaRN".into(),
        other if i == 0 => other.chars().take(1).flat_map(char::to_uppercase).chain(other.chars().skip(1)).collect(),
        other => other.into(),
    };
    slug.split('-').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Every item of the chapter, in its order.
pub fn standings(library: &Library, account: &Account) -> Vec<Standing> {
    let known: HashMap<&str, &Evidence> = account.evidence.iter().map(|e| (e.item.as_str(), e)).collect();
    let evidence = |item: String| known.get(item.as_str()).map(|e| (*e).clone());
    let question = |q: &QuestionEntry| {
        let evidence = evidence(library.item(&q.id));
        Some(Standing {
            id: q.id.to_string(),
            title: q.title.to_string(),
            scheme: q.scheme,
            sort: Sort::of(q.set)?,
            skills: q.skills.iter().map(ToString::to_string).collect(),
            level: Level::of(evidence.as_ref()),
            evidence,
        })
    };
    let index = library.index();
    let pages = index.sections.iter().flat_map(|s| s.pages.iter().map(move |p| (s, p)));
    let recalls = pages.flat_map(|(s, p)| p.recall.iter().map(move |id| (s, p, id))).map(|(section, page, id)| {
        let evidence = evidence(library.recall_item(id));
        Standing {
            id: id.to_string(),
            title: page.title.to_string(),
            scheme: section.scheme,
            sort: Sort::Recall,
            skills: Vec::new(),
            level: Level::of(evidence.as_ref()),
            evidence,
        }
    });
    index.questions.iter().filter_map(question).chain(recalls).collect()
}

/// By scheme, in the order of the chapter; what compares schemes comes last. Without empty rows.
pub fn by_scheme(all: &[Standing]) -> Vec<SchemeRow> {
    let schemes = Scheme::ALL.into_iter().map(Some).chain([None]);
    schemes
        .filter_map(|scheme| {
            let mine = || all.iter().filter(|s| s.scheme == scheme);
            let shares = Sort::ALL.map(|sort| Share::of(mine().filter(|s| s.sort == sort)));
            let ms = mine().filter_map(|s| s.evidence.as_ref()).map(|e| e.ms).sum();
            mine().next().is_some().then_some(SchemeRow { scheme, shares, ms })
        })
        .collect()
}

/// By skill, the one that needs work most first: most shaky items, then the least mastered of what was begun.
pub fn by_skill(all: &[Standing]) -> Vec<SkillRow> {
    let mut skills: Vec<&String> = all.iter().flat_map(|s| &s.skills).collect();
    skills.sort();
    skills.dedup();
    let mut rows: Vec<SkillRow> = skills
        .into_iter()
        .map(|skill| {
            let mine = || all.iter().filter(|s| s.skills.contains(skill));
            let shaky = mine().filter(|s| s.level == Level::Shaky).count();
            SkillRow { skill: skill.clone(), share: Share::of(mine()), shaky }
        })
        .collect();
    rows.sort_by_key(|r| (std::cmp::Reverse(r.shaky), r.share.begun == 0, r.share.mastered == r.share.of));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Clock, Event, EventKind, Grade, Mode, Store};

    /// Answers one family on some days: verdict, grade and hints; then says where it stands.
    fn level(answers: &[(&str, Grade, u32)]) -> Level {
        let library = Library::embedded();
        let mut store = Store::in_memory().unwrap();
        for (day, (verdict, grade, hints)) in answers.iter().enumerate() {
            store.set_clock(Clock::Fixed(format!("2026-11-{:02}T12:00:00Z", day + 1).parse().unwrap()));
            let mut event = Event::new(EventKind::Answer, Mode::Drill, library.item("alibi-slope"));
            (event.verdict, event.grade, event.hints) = ((*verdict).into(), Some(*grade), *hints);
            store.record(&event).unwrap();
        }
        let all = standings(&library, &store.account().unwrap());
        all.iter().find(|s| s.id == "alibi-slope").unwrap().level
    }

    #[test]
    fn mastered_is_what_was_right_alone_on_two_days_and_help_never_counts() {
        let right = ("right", Grade::Good, 0);
        let hinted = ("right", Grade::Hard, 1);
        let solution_in_view = ("right", Grade::Again, 0);
        assert_eq!(level(&[]), Level::New);
        assert_eq!(level(&[right]), Level::Once);
        assert_eq!(level(&[right, right]), Level::Mastered);
        assert_eq!(level(&[hinted, hinted, hinted]), Level::Shaky);
        assert_eq!(level(&[right, right, hinted]), Level::Shaky, "the last time it needed a hint");
        assert_eq!(level(&[right, right, solution_in_view]), Level::Shaky);
        assert_eq!(level(&[right, ("wrong", Grade::Again, 0), right]), Level::Once);
    }

    #[test]
    fn every_scored_item_of_the_chapter_is_in_one_cell() {
        let library = Library::embedded();
        let all = standings(&library, &Account::default());
        let cells: usize = by_scheme(&all).iter().flat_map(|r| r.shares).map(|s| s.of).sum();
        let scored = library.index().questions.iter().filter(|q| q.set != Set::Pretest).count();
        let recalls: usize = library.index().sections.iter().flat_map(|s| s.pages.iter()).map(|p| p.recall.len()).sum();
        assert_eq!(cells, scored + recalls);
    }

    #[test]
    fn a_skill_has_a_name_in_words() {
        assert_eq!(skill_name("rope-identity"), "RoPE identity");
        assert_eq!(skill_name("core-twelve"), "Core twelve");
    }
}
