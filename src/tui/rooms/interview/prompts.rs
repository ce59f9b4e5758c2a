//! The list of prompts by scheme, with what was missed last time; `/` keeps those that say a word.

use std::collections::{HashMap, HashSet};

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;

use crate::content::QuestionEntry;
use crate::content::model::Set;
use crate::scheme::Scheme;

use super::super::super::chord::Chord;
use super::super::super::keys::{Action, Context};
use super::super::super::room::{Cx, Flow, Room, View};
use super::super::super::theme::{Role, Theme};
use super::super::super::widgets::list::moved;
use super::super::super::widgets::text::{put, put_right};
use super::super::study::field;

/// The list.
#[derive(Debug)]
pub struct Prompts {
    set: Set,
    rows: Vec<Row>,
    at: usize,
    top: usize,
    find: Option<Input>,
}

#[derive(Debug)]
struct Row {
    entry: QuestionEntry,
    state: State,
}

/// How the last rehearsal went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    /// So many points were missed.
    Rehearsed(usize),
}

impl State {
    fn words(self) -> String {
        match self {
            State::New => "new".into(),
            State::Rehearsed(0) => "all points".into(),
            State::Rehearsed(1) => "missed 1 point".into(),
            State::Rehearsed(n) => format!("missed {n} points"),
        }
    }

    const fn role(self) -> Role {
        match self {
            State::New => Role::Dim,
            State::Rehearsed(0) => Role::Right,
            State::Rehearsed(_) => Role::Warn,
        }
    }
}

impl Prompts {
    /// The prompts of a set: [`Set::Interview`] or [`Set::SelfCheck`].
    pub fn new(set: Set) -> Prompts {
        Prompts { set, rows: Vec::new(), at: 0, top: 0, find: None }
    }

    /// The rows that are shown: all, or those with what is looked for in the title, the scheme or a skill.
    fn shown(&self) -> Vec<&Row> {
        let wanted = self.find.as_ref().map(|input| input.value().trim().to_lowercase()).unwrap_or_default();
        self.rows.iter().filter(|row| says(&row.entry, &wanted)).collect()
    }

    fn chosen(&self) -> Option<String> {
        self.shown().get(self.at).map(|row| row.entry.id.to_string())
    }
}

fn says(entry: &QuestionEntry, wanted: &str) -> bool {
    let name = entry.scheme.map_or("across schemes", Scheme::name);
    let texts = [&*entry.title, name].into_iter().chain(entry.skills.iter().map(|s| &**s));
    let all = texts.collect::<Vec<_>>().join(" ").to_lowercase().replace('-', " ");
    wanted.split_whitespace().all(|word| all.contains(&word.replace('-', " ")))
}

/// In the order of the chapter; what compares schemes comes last.
fn place(scheme: Option<Scheme>) -> usize {
    Scheme::ALL.iter().position(|s| Some(*s) == scheme).unwrap_or(Scheme::ALL.len())
}

/// A line of the list: the heading of a scheme, or a row with its number.
enum Line<'a> {
    Blank,
    Scheme(Option<Scheme>),
    Prompt(usize, &'a Row),
}

fn lines<'a>(rows: &[&'a Row]) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let mut last = None;
    for (i, row) in rows.iter().enumerate() {
        if last != Some(row.entry.scheme) {
            lines.extend(last.map(|_| Line::Blank));
            lines.push(Line::Scheme(row.entry.scheme));
            last = Some(row.entry.scheme);
        }
        lines.push(Line::Prompt(i, row));
    }
    lines
}

impl Room for Prompts {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let done = self.rows.iter().filter(|r| r.state != State::New).count();
        let name = if self.set == Set::SelfCheck { "Self-check" } else { "Interview" };
        (name.into(), format!("{done} of {} rehearsed", self.rows.len()))
    }

    fn contexts(&self) -> Vec<Context> {
        match self.find {
            Some(_) => vec![Context::Words, Context::Prompts, Context::Move],
            None => vec![Context::Prompts, Context::Move, Context::Doors],
        }
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let skills = cx.store.and_then(|s| s.skills().ok()).unwrap_or_default();
        let known: HashSet<&str> = skills.iter().map(|s| s.item.as_str()).collect();
        let missed: HashMap<String, Vec<String>> =
            cx.store.and_then(|s| s.missed().ok()).unwrap_or_default().into_iter().collect();
        let questions = cx.library.index().questions.iter().filter(|q| q.set == self.set);
        self.rows = questions
            .map(|entry| {
                let item = cx.library.item(&entry.id);
                let state = match known.contains(item.as_str()) {
                    true => State::Rehearsed(missed.get(&item).map_or(0, Vec::len)),
                    false => State::New,
                };
                Row { entry: entry.clone(), state }
            })
            .collect();
        self.rows.sort_by_key(|row| place(row.entry.scheme));
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        let Some(input) = &mut self.find else { return Flow::Ignored };
        if field::edit(input, chord) {
            self.at = 0;
        }
        Flow::Stay
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        if let Some(input) = &mut self.find {
            field::paste(input, text);
            self.at = 0;
        }
        Flow::Stay
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.shown().len().saturating_sub(1);
        if let Some(at) = moved(self.at, last, action) {
            self.at = at;
            return Flow::Stay;
        }
        match action {
            Action::Find => {
                self.find = Some(Input::default());
                self.at = 0;
            }
            Action::Enter => return self.chosen().map_or(Flow::Stay, |id| super::super::rehearse(&id, cx)),
            // What was found stays chosen in the whole list.
            Action::Back if self.find.is_some() => {
                let id = self.chosen();
                self.find = None;
                self.at = self.rows.iter().position(|row| Some(&*row.entry.id) == id.as_deref()).unwrap_or(0);
            }
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// ```text
    ///   Say it aloud, as to a person; then tick what you said.
    ///
    ///   o RoPE
    /// > Derive RoPE's relative property                    missed 2 points
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let buffer = frame.buffer_mut();
        let intro = match (self.set, self.rows.is_empty()) {
            (_, true) => "This chapter has no such prompts.",
            (Set::SelfCheck, _) => "Answer for yourself, without notes; then tick what you had.",
            _ => "Say it aloud, as to a person; then tick what you said.",
        };
        let end = area.right().saturating_sub(3).min(area.x + 98);
        let text = Rect { x: area.x + 3, width: end.saturating_sub(area.x + 3), ..area }.intersection(area);
        let shown = self.shown();
        match &self.find {
            Some(input) => {
                let x =
                    put(buffer, text, text.x, area.y + 1, &format!("/{}", input.value()), theme.style(Role::Strong));
                put(buffer, text, x, area.y + 1, "▏", theme.style(Role::Accent));
                let found = if shown.len() == 1 { "1 prompt".into() } else { format!("{} prompts", shown.len()) };
                put_right(buffer, text, end, area.y + 1, &found, theme.style(Role::Dim));
                if shown.is_empty() {
                    let said = "No prompt says that. Esc shows all of them.";
                    put(buffer, text, text.x, area.y + 3, said, theme.style(Role::Dim));
                }
            }
            None => {
                put(buffer, text, text.x, area.y + 1, intro, theme.style(Role::Dim));
            }
        }
        let room = usize::from(area.height.saturating_sub(4)).max(1);
        let lines = lines(&shown);
        let at = lines.iter().position(|l| matches!(l, Line::Prompt(n, _) if *n == self.at)).unwrap_or(0);
        // The heading of the first prompt comes into sight with it.
        let top = self.top.min(at.saturating_sub(1)).max((at + 1).saturating_sub(room));
        for (line, y) in lines.iter().skip(top).take(room).zip(area.y + 3..) {
            let marker = Rect { x: area.x + 1, ..area };
            match line {
                Line::Blank => {}
                Line::Scheme(scheme) => heading(buffer, text, y, *scheme, theme),
                Line::Prompt(n, row) => {
                    let chosen = *n == self.at;
                    put(buffer, marker, marker.x, y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
                    let title = Rect { width: text.width.saturating_sub(17), ..text };
                    let role = if chosen { Role::Strong } else { Role::Text };
                    put(buffer, title, text.x, y, &row.entry.title, theme.style(role));
                    put_right(buffer, text, end, y, &row.state.words(), theme.style(row.state.role()));
                }
            }
        }
        let below = lines.iter().skip(top + room).filter(|l| matches!(l, Line::Prompt(..))).count();
        if below > 0 {
            put(
                buffer,
                text,
                text.x,
                area.bottom().saturating_sub(1),
                &format!("↓ {below} more"),
                theme.style(Role::Dim),
            );
        }
        self.top = top;
    }
}

fn heading(buffer: &mut ratatui::buffer::Buffer, area: Rect, y: u16, scheme: Option<Scheme>, theme: &Theme) {
    match scheme {
        Some(scheme) => {
            let style = theme.scheme(scheme);
            put(buffer, area, area.x, y, &format!("{} {}", scheme.mark(), scheme.name()), style);
        }
        None => {
            put(buffer, area, area.x, y, "Across schemes", theme.style(Role::Strong));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;

    #[test]
    fn a_prompt_is_found_by_its_title_its_scheme_and_its_skills() {
        let library = Library::embedded();
        let entry = library.entry("derive-rope").unwrap();
        for wanted in ["", "derive", "rope", "RoPE".to_lowercase().as_str(), "rope identity"] {
            assert!(says(entry, wanted), "{wanted}");
        }
        assert!(!says(entry, "alibi"));
    }
}
