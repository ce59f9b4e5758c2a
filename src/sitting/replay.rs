//! The command that asks the very same questions again: on another day, or on another person's machine.

use crate::content::Library;
use crate::content::model::Set;
use crate::scheme::Scheme;

use super::{Drill, Plan};

impl Plan {
    /// The command with a session code. `None` where the code alone does not say what was asked: a review asks what was due
    /// then.
    pub fn command(&self, library: &Library, code: &str) -> Option<String> {
        Some(match self {
            Plan::Quiz => match library.index().questions.iter().any(|q| q.set == Set::Quiz) {
                true => format!("posenc quiz --seed {code}"),
                false => format!("posenc quiz FILE --seed {code}"),
            },
            Plan::Drill(drill) => drill.command(library, code)?,
            Plan::Mistake { family, code: mistake, count } => {
                format!("posenc drill {family} --aim {mistake}{} --seed {code}", counted(*count))
            }
            Plan::Placement => format!("posenc placement --seed {code}"),
            Plan::Mock(Some(super::mock::MINUTES)) => format!("posenc mock --seed {code}"),
            Plan::Mock(minutes) => format!("posenc mock --minutes {} --seed {code}", minutes.unwrap_or(0)),
            Plan::Review(_) | Plan::Cram(_) | Plan::Spot(_) | Plan::Pretest(..) => return None,
        })
    }
}

impl Drill {
    fn command(&self, library: &Library, code: &str) -> Option<String> {
        let families = self.named(library)?;
        let level = self.level.map(|level| format!(" --level {}", level.name())).unwrap_or_default();
        let timed = if self.timed { " --timed" } else { "" };
        Some(format!("posenc drill{families}{}{level}{timed} --seed {code}", counted(self.count)))
    }

    /// The families as they are typed: none for all, schemes where whole schemes were meant, else ids. The order counts: from
    /// another one other questions follow.
    fn named(&self, library: &Library) -> Option<String> {
        let all = library.index().questions.iter().filter(|q| q.set == Set::Drill).map(|q| q.id.as_ref());
        if self.families.iter().map(String::as_str).eq(all) {
            return Some(String::new());
        }
        let mut rest = self.families.as_slice();
        let mut said = String::new();
        while let Some(first) = rest.first() {
            let scheme = library.entry(first).ok().and_then(|q| q.scheme);
            let whole = scheme.map(|scheme| (scheme, of_scheme(library, scheme)));
            let name = match whole.filter(|(_, ids)| rest.starts_with(ids)) {
                Some((scheme, ids)) => {
                    rest = rest.get(ids.len()..)?;
                    scheme.slug()
                }
                None => {
                    rest = rest.get(1..)?;
                    first.as_str()
                }
            };
            said.push(' ');
            said.push_str(name);
        }
        Some(said)
    }
}

fn of_scheme(library: &Library, scheme: Scheme) -> Vec<String> {
    let of = library.index().questions.iter().filter(|q| q.set == Set::Drill && q.scheme == Some(scheme));
    of.map(|q| q.id.to_string()).collect()
}

/// The count that is not the usual one.
fn counted(count: usize) -> String {
    if count == USUAL { String::new() } else { format!(" --count {count}") }
}

/// What `posenc drill` asks without `--count`.
pub const USUAL: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Seed;
    use crate::sitting::Level;

    #[test]
    fn a_drill_says_its_schemes_and_what_is_not_as_usual() {
        let library = Library::embedded();
        let of = |families: Vec<String>, count| Plan::Drill(Drill::of(families, count));
        let rope = of_scheme(&library, Scheme::Rope);
        let command = |plan: &Plan| plan.command(&library, "K3F9-7QX2").unwrap();
        assert_eq!(command(&of(rope.clone(), 5)), "posenc drill rope --seed K3F9-7QX2");
        let both: Vec<String> = rope.iter().cloned().chain(["alibi-slope".into()]).collect();
        assert_eq!(command(&of(both, 3)), "posenc drill rope alibi-slope --count 3 --seed K3F9-7QX2");
        let all = library.index().questions.iter().filter(|q| q.set == Set::Drill).map(|q| q.id.to_string()).collect();
        let hard = Drill { level: Some(Level::Hard), ..Drill::of(all, 5) };
        assert_eq!(command(&Plan::Drill(hard)), "posenc drill --level hard --seed K3F9-7QX2");
        assert_eq!(command(&Plan::Mock(None)), "posenc mock --minutes 0 --seed K3F9-7QX2");
        assert_eq!(Plan::Review(rope).command(&library, "K3F9"), None);
    }

    #[test]
    fn the_report_of_a_round_has_the_command() {
        let library = Library::embedded();
        let sitting = Plan::Placement.begin(&library, Seed::parse("K3F9").unwrap()).unwrap();
        let command = sitting.report().replay.unwrap();
        assert_eq!(command, format!("posenc placement --seed {}", sitting.code()));
    }
}
