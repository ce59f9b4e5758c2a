//! A one-line text field: keys become edits.

use crossterm::event::{KeyCode, KeyModifiers};
use tui_input::{Input, InputRequest};

use crate::tui::chord::Chord;

/// Lets a key edit the text; `false` if it means nothing here.
pub fn edit(input: &mut Input, chord: Chord) -> bool {
    let Some(request) = request(chord) else { return false };
    input.handle(request);
    true
}

/// Types a whole text, as a paste does.
pub fn paste(input: &mut Input, text: &str) {
    for c in text.chars().take(200) {
        input.handle(InputRequest::InsertChar(c));
    }
}

fn request(chord: Chord) -> Option<InputRequest> {
    if let Some(c) = chord.printable() {
        return Some(InputRequest::InsertChar(c));
    }
    let key = chord.event();
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        KeyCode::Char('a') if control => InputRequest::GoToStart,
        KeyCode::Char('e') if control => InputRequest::GoToEnd,
        KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
        KeyCode::Char('u') if control => InputRequest::DeleteLine,
        _ => return None,
    })
}
