//! `posenc drill --aim CODE`: a drill on exactly one mistake.

use std::collections::BTreeSet;

use crate::content::Library;
use crate::content::model::{Kind, Set};
use crate::memory::Repeated;
use crate::question::judge::general_name;
use crate::sitting::Plan;
use crate::tui::rooms::slip_name;

use super::output::Problem;

/// So many names are offered for one that nobody knows.
const NEAR: usize = 4;

/// The drill at which this mistake can be made: in the family where the learner made it most often, else in the first of
/// these families that has it. `own` are the learner's mistakes, the most frequent one first.
pub fn plan(
    library: &Library,
    families: &[String],
    code: &str,
    count: usize,
    own: &[Repeated],
) -> Result<Plan, Problem> {
    let code = code.trim().to_uppercase();
    let own_code = |family: &&String| codes(library, family).contains(&code);
    // A general mistake, such as a flipped sign, can be made anywhere; a family that has a word about it comes first.
    let anywhere = if general_name(&code).is_some() { families } else { &[] };
    let able: Vec<&String> = families.iter().filter(own_code).chain(anywhere).collect();
    let mut mine = own.iter().filter(|mistake| mistake.code == code).filter_map(|mistake| library.id_of(&mistake.item));
    let chosen = mine.find_map(|id| able.iter().find(|family| family.as_str() == id));
    match chosen.or(able.first()) {
        Some(family) => Ok(Plan::Mistake { family: (*family).clone(), code, count }),
        None => Err(unknown(library, families, &code, own)),
    }
}

/// What is aimed at, and in which family.
pub fn say(library: &Library, plan: &Plan) -> Option<String> {
    let Plan::Mistake { family, code, .. } = plan else { return None };
    Some(format!("Aimed at {code} in {family}: {}.", slip_name(library, &library.item(family), code)))
}

/// The codes of the mistakes that a family has of its own.
fn codes(library: &Library, family: &str) -> BTreeSet<String> {
    match library.question(family).map(|q| &q.kind) {
        Ok(Kind::Numeric(numeric)) => numeric.mistakes.iter().map(|m| m.code.clone()).collect(),
        _ => BTreeSet::new(),
    }
}

fn unknown(library: &Library, families: &[String], code: &str, own: &[Repeated]) -> Problem {
    let drills = library.index().questions.iter().filter(|q| q.set == Set::Drill);
    let everywhere: BTreeSet<String> = drills.flat_map(|q| codes(library, &q.id)).collect();
    let here: BTreeSet<String> = families.iter().flat_map(|family| codes(library, family)).collect();
    let head = match everywhere.contains(code) {
        true => format!("The mistake {code} cannot be made in {}.", families.join(", ")),
        false => format!("There is no mistake `{code}`."),
    };
    let mut near: Vec<(usize, &str)> =
        here.iter().map(|known| (strsim::damerau_levenshtein(code, known), known.as_str())).collect();
    near.sort_unstable();
    let near: Vec<&str> = near.into_iter().take(NEAR).map(|(_, known)| known).collect();
    let near = if near.is_empty() { String::new() } else { format!(" The nearest are: {}.", near.join(", ")) };
    let mut yours: Vec<String> = Vec::new();
    for mistake in own {
        if let Some(id) = library.id_of(&mistake.item) {
            yours.push(format!("{} in {id} ({}×)", mistake.code, mistake.count));
        }
    }
    yours.truncate(2 * NEAR);
    let yours = match yours.is_empty() {
        true => " You have made no named mistake yet.".to_string(),
        false => format!(" Yours: {}.", yours.join(", ")),
    };
    Problem::Said(format!("{head}{near}{yours}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(library: &Library) -> Vec<String> {
        library.index().questions.iter().filter(|q| q.set == Set::Drill).map(|q| q.id.to_string()).collect()
    }

    #[test]
    fn the_family_where_it_was_made_is_drilled_else_the_first_that_has_it() {
        let library = Library::embedded();
        let all = families(&library);
        let able: Vec<&String> = all.iter().filter(|f| codes(&library, f).contains("OFF1")).collect();
        let of = |own: &[Repeated]| match plan(&library, &all, "off1", 3, own) {
            Ok(Plan::Mistake { family, code, count }) => (family, code, count),
            other => panic!("{other:?}"),
        };
        assert_eq!(of(&[]), (able[0].clone(), "OFF1".into(), 3));
        let last = able[able.len() - 1];
        let own = [Repeated { code: "OFF1".into(), item: library.item(last), count: 2 }];
        assert_eq!(of(&own).0, *last);
    }

    #[test]
    fn a_code_that_nobody_knows_is_answered_with_near_ones_and_with_the_learners_own() {
        let library = Library::embedded();
        let all = families(&library);
        let own = [Repeated { code: "SIGN".into(), item: library.item("alibi-slope"), count: 2 }];
        let said = plan(&library, &all, "OFF11", 5, &own).unwrap_err().to_string();
        assert!(said.contains("no mistake `OFF11`") && said.contains("OFF1"), "{said}");
        assert!(said.contains("Yours: SIGN in alibi-slope (2×)."), "{said}");
        let one = vec!["alibi-slope".to_string()];
        let foreign = all
            .iter()
            .flat_map(|f| codes(&library, f))
            .find(|c| !codes(&library, "alibi-slope").contains(c) && general_name(c).is_none());
        let said = plan(&library, &one, &foreign.unwrap(), 5, &[]).unwrap_err().to_string();
        assert!(said.contains("cannot be made in alibi-slope"), "{said}");
    }
}
