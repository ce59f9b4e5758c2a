//! "Which rule was that?": after a solved step, picked from a few rules of the chapter.

use serde::Serialize;

use crate::content::Library;
use crate::content::model::{Kind, Question, Rule, Set};
use crate::question::rng::Stream;
use crate::question::{Instance, Seed};

/// Options, the right one among them.
const OPTIONS: usize = 4;

/// The question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RulePick {
    /// The step it is about, from 0.
    pub step: usize,
    /// The rules to choose from.
    pub options: Vec<Rule>,
    /// The place of the right one.
    #[serde(skip)]
    pub right: usize,
    /// What was chosen.
    #[serde(skip)]
    pub chosen: Option<usize>,
}

impl RulePick {
    /// About the last of `mine` that names a rule, else about the last step that does. `None` if no step does, or if the
    /// chapter has no other rule to choose from.
    pub fn new(
        library: &Library,
        question: &Question,
        instance: &Instance,
        mine: &[usize],
        seed: &Seed,
    ) -> Option<RulePick> {
        let all = library.rules().ok()?;
        let rule_of = |at: usize| {
            let id = instance.steps.get(at)?.rule.as_deref()?;
            Some((at, all.iter().find(|r| r.id == id)?))
        };
        let own = mine.iter().rev().find_map(|at| rule_of(*at));
        let (step, right) = own.or_else(|| (0..instance.steps.len()).rev().find_map(rule_of))?;
        let mut stream = Stream::new(seed, &question.id, "rule", 0);
        let mut options: Vec<Rule> = Vec::with_capacity(OPTIONS);
        for mut near in [used_in(question), of_scheme(library, question), all.iter().map(|r| r.id.clone()).collect()] {
            near.sort();
            near.dedup();
            stream.shuffle(&mut near);
            let rules = near.iter().filter_map(|id| all.iter().find(|r| r.id == *id)).filter(|r| r.id != right.id);
            for rule in rules {
                if options.len() + 1 < OPTIONS && !options.contains(rule) {
                    options.push(rule.clone());
                }
            }
        }
        if options.len() < 2 {
            return None;
        }
        options.push(right.clone());
        stream.shuffle(&mut options);
        let right = options.iter().position(|r| r.id == right.id)?;
        Some(RulePick { step, options, right, chosen: None })
    }

    /// The right rule.
    pub fn rule(&self) -> Option<&Rule> {
        self.options.get(self.right)
    }

    /// Was it picked?
    pub fn is_right(&self) -> bool {
        self.chosen == Some(self.right)
    }
}

/// The rules of the other steps: the likeliest to be taken for it.
fn used_in(question: &Question) -> Vec<String> {
    match &question.kind {
        Kind::Numeric(numeric) => numeric.steps.iter().filter_map(|s| s.rule.clone()).collect(),
        _ => Vec::new(),
    }
}

fn of_scheme(library: &Library, question: &Question) -> Vec<String> {
    let drills = library.index().questions.iter().filter(|q| q.set == Set::Drill && q.scheme == question.scheme);
    drills.filter_map(|q| library.question(&q.id).ok()).flat_map(used_in).collect()
}
