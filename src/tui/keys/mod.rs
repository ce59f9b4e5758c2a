//! The key table. It handles keys, draws the footer, fills the help overlay and generates `docs/KEYS.md`: a key that is not
//! a row here does not exist, and a row that a room does not handle fails a test.

mod action;
mod context;
mod table;

use std::collections::BTreeMap;

use super::chord::Chord;

pub use action::Action;
pub use context::{Context, title};
pub use table::{ROWS, Row};

/// The table with the reader's own keys.
#[derive(Clone, Debug)]
pub struct Keymap {
    rows: Vec<(Row, Vec<Chord>)>,
}

/// Why an override in `config.toml` cannot be used.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum KeyError {
    /// No such action.
    #[error("keys.{0}: no action has this name; docs/KEYS.md lists them")]
    UnknownAction(String),
    /// No such key.
    #[error("keys.{action}: `{chord}` is not a key; write a, Enter, C-x or S-Left")]
    UnknownChord {
        /// The action.
        action: String,
        /// What was written.
        chord: String,
    },
}

impl Default for Keymap {
    fn default() -> Self {
        let rows = ROWS.iter().map(|row| (*row, row.chords.iter().filter_map(|c| Chord::parse(c)).collect())).collect();
        Keymap { rows }
    }
}

impl Keymap {
    /// The table with overrides: action slug → keys. Returns what could not be used beside it.
    pub fn with_overrides(overrides: &BTreeMap<String, Vec<String>>) -> (Keymap, Vec<KeyError>) {
        let mut map = Keymap::default();
        let mut errors = Vec::new();
        for (slug, chords) in overrides {
            let Some(action) = Action::ALL.iter().copied().find(|a| a.slug() == slug) else {
                errors.push(KeyError::UnknownAction(slug.clone()));
                continue;
            };
            let mut parsed = Vec::new();
            for text in chords {
                match Chord::parse(text) {
                    Some(chord) => parsed.push(chord),
                    None => errors.push(KeyError::UnknownChord { action: slug.clone(), chord: text.clone() }),
                }
            }
            for (_, keys) in map.rows.iter_mut().filter(|(row, _)| row.action == action) {
                keys.clone_from(&parsed);
            }
        }
        (map, errors)
    }

    /// What a key means in a stack of contexts, innermost first. In a text field printable keys mean nothing here: they type.
    pub fn action(&self, stack: &[Context], chord: Chord) -> Option<Action> {
        if types(stack, chord) {
            return None;
        }
        stack.iter().find_map(|context| {
            self.rows
                .iter()
                .find(|(row, chords)| row.context == *context && chords.contains(&chord))
                .map(|(row, _)| row.action)
        })
    }

    /// The rows of a stack that a key reaches, innermost context first, in the order of the table.
    pub fn rows<'a>(&'a self, stack: &'a [Context]) -> impl Iterator<Item = (&'a Row, &'a [Chord])> {
        stack.iter().enumerate().flat_map(move |(depth, context)| {
            let inner = stack.get(..depth).unwrap_or_default();
            self.rows
                .iter()
                .filter(move |(row, chords)| {
                    row.context == *context && chords.iter().any(|c| !types(stack, *c) && !self.takes(inner, *c))
                })
                .map(|(row, chords)| (row, chords.as_slice()))
        })
    }

    /// Does one of these contexts have this key?
    fn takes(&self, contexts: &[Context], chord: Chord) -> bool {
        self.rows.iter().any(|(row, chords)| contexts.contains(&row.context) && chords.contains(&chord))
    }
}

/// Does this key type a character here? A number never holds a `?`, so that key stays the help in a field for one.
fn types(stack: &[Context], chord: Chord) -> bool {
    let Some(c) = chord.printable() else { return false };
    let words = stack.iter().any(|c| {
        matches!(c, Context::Words | Context::Speaking | Context::Recalling | Context::Value | Context::Search)
    });
    words || (c != '?' && stack.iter().any(|c| matches!(c, Context::Field | Context::Blank | Context::Calculator)))
}

/// `docs/KEYS.md`.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Keys\n\nGenerated from the key table by `posenc keys`; do not edit. In `config.toml` a line such as\n\
         `keys.next-page = [\"J\"]` gives an action other keys.\n",
    );
    let mut last = None;
    for row in ROWS {
        if last != Some(row.context) {
            out.push_str(&format!("\n## {}\n\n| keys | action | name |\n|---|---|---|\n", title(row.context)));
            last = Some(row.context);
        }
        let keys: Vec<String> = row.chords.iter().map(|c| format!("`{c}`")).collect();
        out.push_str(&format!("| {} | {} | {} |\n", keys.join(" "), row.label, row.action.slug()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chord_of_the_table_is_a_key() {
        for row in ROWS {
            for chord in row.chords {
                assert!(Chord::parse(chord).is_some(), "{chord} in {:?}", row.context);
            }
        }
    }

    #[test]
    fn no_context_gives_one_key_two_meanings() {
        for (i, a) in ROWS.iter().enumerate() {
            for b in &ROWS[i + 1..] {
                if a.context == b.context {
                    for chord in a.chords {
                        assert!(!b.chords.contains(chord), "{chord} twice in {:?}", a.context);
                    }
                }
            }
        }
    }

    #[test]
    fn a_text_field_takes_printable_keys() {
        let map = Keymap::default();
        let stack = [Context::Speaking, Context::Global];
        assert_eq!(map.action(&stack, Chord::parse("?").unwrap()), None);
        assert_eq!(map.action(&stack, Chord::parse("Enter").unwrap()), Some(Action::Enter));
        assert_eq!(map.action(&stack, Chord::parse("C-c").unwrap()), Some(Action::Interrupt));
        let help = |stack: &[Context]| map.rows(stack).any(|(row, _)| row.action == Action::Help);
        assert!(!help(&stack), "a key that types is not offered");
    }

    #[test]
    fn a_number_has_no_question_mark_so_that_key_is_the_help() {
        let map = Keymap::default();
        let press = |stack: &[Context], key: &str| map.action(stack, Chord::parse(key).unwrap());
        let number = [Context::Field, Context::Global];
        assert_eq!(press(&number, "?"), Some(Action::Help));
        assert_eq!(press(&number, "7"), None);
        assert_eq!(press(&[Context::Words, Context::Field, Context::Global], "?"), None);
    }

    #[test]
    fn a_row_whose_keys_an_inner_context_takes_is_not_offered() {
        let map = Keymap::default();
        let labels: Vec<_> = map.rows(&[Context::More, Context::Verdict]).map(|(row, _)| row.label).collect();
        assert!(labels.contains(&"read on") && !labels.contains(&"next"), "{labels:?}");
    }

    #[test]
    fn overrides_replace_keys_and_name_what_is_wrong() {
        let overrides = BTreeMap::from([
            ("next-page".to_string(), vec!["J".to_string()]),
            ("fly".to_string(), vec!["x".to_string()]),
            ("help".to_string(), vec!["Hyper-x".to_string()]),
        ]);
        let (map, errors) = Keymap::with_overrides(&overrides);
        let stack = [Context::Study, Context::Global];
        assert_eq!(map.action(&stack, Chord::parse("J").unwrap()), Some(Action::NextPage));
        assert_eq!(map.action(&stack, Chord::parse("Right").unwrap()), None);
        assert_eq!(errors.len(), 2);
    }

    #[test]
    fn action_names_are_unique() {
        for (i, a) in Action::ALL.iter().enumerate() {
            for b in &Action::ALL[i + 1..] {
                assert_ne!(a.slug(), b.slug());
            }
        }
    }
}
