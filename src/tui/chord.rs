//! A key press as a value: read from the terminal, written in the key table, shown in the footer.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// One key with its modifiers, normalised: Shift is part of a character, Ctrl-H is Backspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    code: KeyCode,
    mods: KeyModifiers,
}

impl Chord {
    /// The chord of an event; `None` for a release.
    ///
    /// Terminals disagree about Shift (some send `G` with it, some without) and about Backspace (0x7f or 0x08), so both
    /// spellings become one.
    pub fn from_event(event: &KeyEvent) -> Option<Chord> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let mut mods = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let mut code = event.code;
        match code {
            KeyCode::Char('h') if mods == KeyModifiers::CONTROL => {
                code = KeyCode::Backspace;
                mods = KeyModifiers::NONE;
            }
            KeyCode::Char(c) => {
                if mods.contains(KeyModifiers::SHIFT) && !mods.contains(KeyModifiers::CONTROL) {
                    code = KeyCode::Char(c.to_uppercase().next().unwrap_or(c));
                }
                mods -= KeyModifiers::SHIFT;
            }
            KeyCode::BackTab => mods -= KeyModifiers::SHIFT,
            KeyCode::Tab if mods.contains(KeyModifiers::SHIFT) => {
                code = KeyCode::BackTab;
                mods -= KeyModifiers::SHIFT;
            }
            _ => {}
        }
        Some(Chord { code, mods })
    }

    /// Reads the spelling of the key table: `a`, `Enter`, `C-c`, `S-Left`, `Space`.
    pub fn parse(text: &str) -> Option<Chord> {
        let mut mods = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (modifier, tail) = match rest.split_once('-') {
                Some(("C", tail)) if !tail.is_empty() => (KeyModifiers::CONTROL, tail),
                Some(("M", tail)) if !tail.is_empty() => (KeyModifiers::ALT, tail),
                Some(("S", tail)) if !tail.is_empty() => (KeyModifiers::SHIFT, tail),
                _ => break,
            };
            mods |= modifier;
            rest = tail;
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(c),
            _ => NAMES.iter().find(|(name, _)| *name == rest).map(|(_, code)| *code)?,
        };
        Some(Chord { code, mods })
    }

    /// The character that this key types, if it types one.
    pub fn printable(&self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.mods.is_empty() => Some(c),
            _ => None,
        }
    }

    /// As a terminal event, for text fields.
    pub fn event(&self) -> KeyEvent {
        KeyEvent::new(self.code, self.mods)
    }
}

const NAMES: &[(&str, KeyCode)] = &[
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("BackTab", KeyCode::BackTab),
    ("Space", KeyCode::Char(' ')),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
];

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (modifier, prefix) in
            [(KeyModifiers::CONTROL, "C-"), (KeyModifiers::ALT, "M-"), (KeyModifiers::SHIFT, "S-")]
        {
            if self.mods.contains(modifier) {
                f.write_str(prefix)?;
            }
        }
        match NAMES.iter().find(|(_, code)| *code == self.code) {
            Some((name, _)) => f.write_str(name),
            None => match self.code {
                KeyCode::Char(c) => write!(f, "{c}"),
                other => write!(f, "{other:?}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_reads_back_as_itself() {
        for text in ["a", "G", "Enter", "C-c", "S-Left", "Space", "-", "C--", "?", "BackTab"] {
            assert_eq!(Chord::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Chord::parse("Bogus"), None);
    }

    #[test]
    fn shift_and_backspace_have_one_spelling() {
        let with = KeyEvent::new(KeyCode::Char('g'), KeyModifiers::SHIFT);
        let without = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::NONE);
        assert_eq!(Chord::from_event(&with), Chord::from_event(&without));
        let old = KeyEvent::new(KeyCode::Char('h'), KeyModifiers::CONTROL);
        let new = KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE);
        assert_eq!(Chord::from_event(&old), Chord::from_event(&new));
    }

    #[test]
    fn a_release_is_no_key_press() {
        let release = KeyEvent::new_with_kind(KeyCode::Char('a'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Chord::from_event(&release), None);
    }
}
