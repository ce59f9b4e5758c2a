//! Forgetting: choose what, see what will go and where its copy will be, say yes, and take it back if it was wrong.

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::content::Library;
use crate::exchange::erase::{Erasure, copy_name};
use crate::memory::Store;

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::widgets::list::moved;
use super::super::widgets::text::{card, fit, wrap};

/// The widest card.
const WIDEST: u16 = 84;

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// What is to be forgotten.
    Choosing,
    /// Really? With the place of the copy.
    Asking(Option<PathBuf>),
    /// It is gone, and this is its copy.
    Gone(Option<PathBuf>),
}

/// What can be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A question, a page, a section or a scheme.
    Name(String),
    /// Items of the log, and what they are.
    Items(String, Vec<String>),
}

/// The card.
#[derive(Debug)]
pub struct ForgetCard {
    choices: Vec<Erasure>,
    at: usize,
    stage: Stage,
}

impl ForgetCard {
    /// What the log has of these, and everything. `None` if the log has nothing.
    pub fn new(targets: &[Target], library: &Library, store: &Store) -> Result<Option<ForgetCard>, String> {
        // What the chapter does not know any more is not offered by its name.
        let of = |target: &Target| match target {
            Target::Name(name) => Erasure::named(library, store, name).ok(),
            Target::Items(what, items) => Erasure::items(what.clone(), items.clone(), store).ok(),
        };
        let mut choices: Vec<Erasure> = targets.iter().filter_map(of).collect();
        choices.push(Erasure::all(store).map_err(|error| error.to_string())?);
        choices.retain(|erasure| !erasure.is_empty());
        choices.dedup();
        Ok((!choices.is_empty()).then_some(ForgetCard { choices, at: 0, stage: Stage::Choosing }))
    }

    fn chosen(&self) -> Option<&Erasure> {
        self.choices.get(self.at)
    }

    fn forget(&mut self, cx: &mut Cx<'_>) {
        let Stage::Asking(copy) = &self.stage else { return };
        let copy = copy.clone();
        if let Some(erasure) = self.chosen() {
            cx.effect(Effect::Forget(Box::new(erasure.clone()), copy.clone()));
            self.stage = Stage::Gone(copy);
        }
    }

    fn take_back(&mut self, cx: &mut Cx<'_>) -> Flow {
        let Stage::Gone(Some(copy)) = &self.stage else { return Flow::Stay };
        cx.effect(Effect::TakeBack(copy.clone()));
        Flow::Close
    }

    fn title(&self) -> &'static str {
        match self.stage {
            Stage::Choosing => "Forget what?",
            Stage::Asking(_) => "Forget this?",
            Stage::Gone(_) => "Forgotten",
        }
    }

    fn lines(&self, width: usize) -> Vec<String> {
        let copy = |copy: &Option<PathBuf>| copy.as_ref().map(|path| path.display().to_string());
        let what = self.chosen().map(|e| format!("{}: {}.", capital(&e.what), e.contents)).unwrap_or_default();
        let said = match &self.stage {
            Stage::Choosing => return self.list(width),
            Stage::Asking(kept) => {
                let kept = match copy(kept) {
                    Some(path) => format!("A copy goes to {path}; with it everything can be taken back."),
                    None => "Nothing is saved in this sitting, so there is no copy. It cannot be taken back.".into(),
                };
                vec![
                    what,
                    "Schedule, mistakes and counts that follow from it go too.".into(),
                    kept,
                    "y forgets it; Enter and Esc keep it.".into(),
                ]
            }
            Stage::Gone(kept) => match copy(kept) {
                Some(path) => vec![
                    what,
                    format!("Its copy: {path}"),
                    "u takes it back now; later `posenc import` of that file does. Delete the file when you are sure."
                        .into(),
                ],
                None => vec![what],
            },
        };
        let mut lines: Vec<String> = Vec::new();
        for text in said {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(wrap(&text, width).into_iter().flat_map(|row| broken(&row, width)));
        }
        lines
    }

    fn list(&self, width: usize) -> Vec<String> {
        let row = |(i, erasure): (usize, &Erasure)| {
            let mark = if i == self.at { ">" } else { " " };
            let room = width.saturating_sub(erasure.contents.width() + 5);
            // What a section is, the next card says.
            let what = erasure.what.strip_suffix(crate::exchange::forget::WHOLE).unwrap_or(&erasure.what);
            format!("{mark} {:<room$}   {}", fit(&capital(what), room), erasure.contents)
        };
        self.choices.iter().enumerate().map(row).collect()
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A path longer than the card goes on in the next row.
fn broken(row: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = row.chars().collect();
    chars.chunks(width.max(1)).map(|chunk| chunk.iter().collect()).collect()
}

impl Room for ForgetCard {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (String::new(), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        match self.stage {
            Stage::Choosing => vec![Context::Forget, Context::Move, Context::Card],
            Stage::Asking(_) => vec![Context::Forgetting, Context::Card],
            Stage::Gone(_) => vec![Context::Forgotten, Context::Card],
        }
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            // Enter chooses or keeps here; it does not only close.
            Action::Back => matches!(self.stage, Stage::Gone(_)),
            Action::Undo => matches!(self.stage, Stage::Gone(Some(_))),
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::Top | Action::Bottom => {
                self.choices.len() > 1
            }
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match (action, &self.stage) {
            (Action::Back, _) | (Action::Enter, Stage::Asking(_)) => return Flow::Close,
            (Action::Enter, Stage::Choosing) => {
                let folder = cx.store.and_then(Store::folder);
                self.stage = Stage::Asking(folder.as_deref().map(copy_name));
            }
            (Action::Yes, Stage::Asking(_)) => self.forget(cx),
            (Action::Undo, Stage::Gone(_)) => return self.take_back(cx),
            (other, Stage::Choosing) => match moved(self.at, self.choices.len().saturating_sub(1), other) {
                Some(at) => self.at = at,
                None => return Flow::Ignored,
            },
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// ```text
    ///  ╭ Forget what? ────────────────────────────────────────────╮
    ///  │ > The question `alibi-slope`                    4 answers │
    ///  │   Everything you did here      212 answers and 9 pages …  │
    ///  ╰───────────────────────────────────────────────────────────╯
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let width = usize::from(area.width.min(WIDEST).saturating_sub(6)).max(10);
        card(frame, area, self.title(), &self.lines(width), view.theme);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Event, EventKind, Mode};

    #[test]
    fn only_what_the_log_has_is_offered_and_everything_comes_last() {
        let library = Library::embedded();
        let mut store = Store::in_memory().unwrap();
        let names = ["alibi-slope", "alibi", "rope", "no-such-thing"].map(|name| Target::Name(name.into()));
        assert!(ForgetCard::new(&names, &library, &store).unwrap().is_none());
        store.record(&Event::new(EventKind::Answer, Mode::Drill, library.item("alibi-slope"))).unwrap();
        let card = ForgetCard::new(&names, &library, &store).unwrap().unwrap();
        let what: Vec<&str> = card.choices.iter().map(|erasure| erasure.what.as_str()).collect();
        assert_eq!(what.first(), Some(&"the question `alibi-slope`"));
        assert_eq!(what.last(), Some(&"everything you did here"));
        assert!(!what.iter().any(|what| what.contains("rope")), "{what:?}");
        assert!(card.lines(60).iter().all(|line| line.width() <= 60), "{:?}", card.lines(60));
    }
}
