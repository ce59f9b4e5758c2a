//! What the learner is typing or choosing.

use crossterm::event::Event as TermEvent;
use tui_input::backend::crossterm::EventHandler;
use tui_input::{Input as Line, InputRequest};

use crate::question::{Ask, Response};

use super::super::super::chord::Chord;

/// The longest text that a field takes; more is refused by the reader anyway.
const LONGEST: usize = 1000;
/// Keys that delete: they take a last try away whole.
const DELETES: [&str; 2] = ["Backspace", "Delete"];

/// An answer in the making.
#[derive(Clone, Debug)]
pub enum Input {
    /// Fields to type into: numbers, or one text.
    Fields(Fields),
    /// Options to choose from.
    Options(Options),
    /// Does it compile, and if so, what does it print?
    Tracing(Options, Fields),
    /// Spoken: nothing to type.
    Aloud,
}

/// One-line fields.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    lines: Vec<Line>,
    /// Which texts are those of the last try: the first character typed replaces one.
    old: Vec<bool>,
    /// The field that has the keys.
    pub at: usize,
}

impl Fields {
    fn new(count: usize) -> Fields {
        let count = count.max(1);
        Fields { lines: (0..count).map(|_| Line::default()).collect(), old: vec![false; count], at: 0 }
    }

    /// The texts.
    pub fn texts(&self) -> Vec<String> {
        self.lines.iter().map(|l| l.value().to_string()).collect()
    }

    /// One text.
    pub fn text(&self, field: usize) -> &str {
        self.lines.get(field).map_or("", Line::value)
    }

    /// Columns before the cursor in a window of `width` columns, and the columns scrolled away.
    pub fn cursor(&self, field: usize, width: usize) -> (usize, usize) {
        self.lines.get(field).filter(|_| !self.is_old(field)).map_or((0, 0), |l| {
            let scroll = l.visual_scroll(width.max(1));
            (l.visual_cursor().saturating_sub(scroll), scroll)
        })
    }

    /// Replaces a text.
    pub fn set(&mut self, field: usize, text: String) {
        if let Some(line) = self.lines.get_mut(field) {
            *line = Line::new(text);
        }
        self.renew(field);
    }

    /// What is typed becomes the last try, and the first field has the keys.
    pub fn grow_old(&mut self) {
        self.old = self.lines.iter().map(|l| !l.value().is_empty()).collect();
        self.at = 0;
    }

    /// Is this the text of the last try?
    pub fn is_old(&self, field: usize) -> bool {
        self.old.get(field).copied().unwrap_or_default()
    }

    /// Was nothing changed since the last try?
    pub fn is_unchanged(&self) -> bool {
        self.old.iter().all(|old| *old)
    }

    fn renew(&mut self, field: usize) -> bool {
        self.old.get_mut(field).is_some_and(std::mem::take)
    }

    /// A key for the field that has the keys.
    pub fn key(&mut self, chord: Chord) {
        let old = self.renew(self.at);
        let Some(line) = self.lines.get_mut(self.at) else { return };
        let types = chord.printable().is_some();
        if old && (types || DELETES.iter().any(|key| Chord::parse(key) == Some(chord))) {
            line.reset();
        }
        if !types || line.value().len() < LONGEST {
            line.handle_event(&TermEvent::Key(chord.event()));
        }
    }

    /// Pasted text goes in where the cursor is.
    pub fn paste(&mut self, text: &str) {
        let old = self.renew(self.at);
        if let Some(line) = self.lines.get_mut(self.at) {
            if old {
                line.reset();
            }
            let room = LONGEST.saturating_sub(line.value().len());
            for c in text.chars().take(room) {
                line.handle(InputRequest::InsertChar(c));
            }
        }
    }

    /// To another field; stops at the ends.
    pub fn go(&mut self, down: bool) {
        let last = self.lines.len().saturating_sub(1);
        self.at = if down { (self.at + 1).min(last) } else { self.at.saturating_sub(1) };
    }

    /// Is there a field after this one?
    pub fn has_next(&self) -> bool {
        self.at + 1 < self.lines.len()
    }

    /// The first other field where nothing is typed.
    pub fn gap(&self) -> Option<usize> {
        self.lines.iter().enumerate().position(|(i, l)| i != self.at && l.value().trim().is_empty())
    }

    /// Is anything typed?
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|l| l.value().trim().is_empty())
    }
}

/// A list of options with a cursor.
#[derive(Clone, Debug)]
pub struct Options {
    at: usize,
    /// Was the cursor put somewhere? Before that no option is chosen, so that a stray Enter answers nothing.
    placed: bool,
    /// What is ticked.
    pub ticked: Vec<bool>,
    /// May several be ticked?
    pub many: bool,
}

impl Options {
    fn new(count: usize, many: bool) -> Options {
        Options { at: 0, placed: many, ticked: vec![false; count], many }
    }

    /// The option under the cursor; none before a key was pressed. Where several may be ticked it only points.
    pub fn cursor(&self) -> Option<usize> {
        self.placed.then_some(self.at)
    }

    /// Moves the cursor; stops at the ends. The first key puts it on the first option, or on the last one.
    pub fn go(&mut self, down: bool) {
        let last = self.ticked.len().saturating_sub(1);
        if !std::mem::replace(&mut self.placed, true) {
            self.at = if down { 0 } else { last };
            return;
        }
        self.at = if down { (self.at + 1).min(last) } else { self.at.saturating_sub(1) };
    }

    /// Puts the cursor on an option; with several answers it is ticked too.
    pub fn pick(&mut self, option: usize) {
        if option < self.ticked.len() {
            self.at = option;
            self.placed = true;
            if self.many {
                self.tick();
            }
        }
    }

    /// Ticks or unticks the option under the cursor.
    pub fn tick(&mut self) {
        if let Some(ticked) = self.ticked.get_mut(self.at) {
            *ticked = !*ticked;
        }
    }

    /// The places chosen: the ticked ones, or the one under the cursor.
    pub fn chosen(&self) -> Vec<usize> {
        if self.many {
            self.ticked.iter().enumerate().filter(|(_, t)| **t).map(|(i, _)| i).collect()
        } else {
            self.cursor().into_iter().collect()
        }
    }
}

impl Input {
    /// Nothing typed yet.
    pub fn new(ask: &Ask) -> Input {
        match ask {
            Ask::Numbers { answers, .. } => Input::Fields(Fields::new(answers.len())),
            Ask::Text { .. } => Input::Fields(Fields::new(1)),
            Ask::Choice { options, many } => Input::Options(Options::new(options.len(), *many)),
            Ask::Tracing { .. } => Input::Tracing(Options::new(2, false), Fields::new(1)),
            Ask::Rubric => Input::Aloud,
        }
    }

    /// The fields, if there are any.
    pub fn fields(&self) -> Option<&Fields> {
        match self {
            Input::Fields(fields) | Input::Tracing(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// The fields, if there are any.
    pub fn fields_mut(&mut self) -> Option<&mut Fields> {
        match self {
            Input::Fields(fields) | Input::Tracing(_, fields) => Some(fields),
            _ => None,
        }
    }

    /// The options, if there are any.
    pub fn options_mut(&mut self) -> Option<&mut Options> {
        match self {
            Input::Options(options) | Input::Tracing(options, _) => Some(options),
            _ => None,
        }
    }

    /// As an answer.
    pub fn response(&self, ask: &Ask) -> Response {
        match (self, ask) {
            (Input::Fields(fields), Ask::Text { .. }) => Response::Text(fields.text(0).to_string()),
            (Input::Fields(fields), _) => Response::Typed(fields.texts()),
            (Input::Options(options), _) => Response::Chosen(options.chosen()),
            (Input::Tracing(options, fields), _) => {
                Response::Traced(options.cursor() == Some(1), fields.text(0).to_string())
            }
            (Input::Aloud, _) => Response::Ticked(Vec::new()),
        }
    }

    /// Puts an earlier answer back, so that it can be mended.
    pub fn refill(&mut self, response: &Response) {
        match (self, response) {
            (Input::Fields(fields), Response::Typed(texts)) => {
                for (i, text) in texts.iter().enumerate() {
                    fields.set(i, text.clone());
                }
            }
            (Input::Fields(fields), Response::Text(text)) => fields.set(0, text.clone()),
            (Input::Options(options), Response::Chosen(places)) => {
                options.at = places.first().copied().unwrap_or(0);
                options.placed = options.many || !places.is_empty();
                for (i, ticked) in options.ticked.iter_mut().enumerate() {
                    *ticked = places.contains(&i);
                }
            }
            (Input::Tracing(options, fields), Response::Traced(compiles, printed)) => {
                options.at = usize::from(*compiles);
                options.placed = true;
                fields.set(0, printed.clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_is_chosen_before_a_key_was_pressed() {
        let mut options = Options::new(4, false);
        assert_eq!((options.cursor(), options.chosen()), (None, vec![]));
        options.go(true);
        assert_eq!(options.chosen(), [0], "the first arrow comes from outside");
        options.go(true);
        assert_eq!(options.chosen(), [1]);
        let mut up = Options::new(4, false);
        up.go(false);
        assert_eq!(up.chosen(), [3]);
        let mut letter = Options::new(4, false);
        letter.pick(2);
        assert_eq!(letter.chosen(), [2]);
    }

    #[test]
    fn where_several_may_be_ticked_the_cursor_points_and_chooses_nothing() {
        let mut options = Options::new(3, true);
        assert_eq!((options.cursor(), options.chosen()), (Some(0), vec![]));
        options.tick();
        assert_eq!(options.chosen(), [0]);
    }
}
