//! The practise menu: the quiz, what is due, the self-check, and drills by scheme with their families.

use std::collections::{HashMap, HashSet};

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::content::model::Set;
use crate::content::{Library, QuestionEntry};
use crate::scheme::Scheme;
use crate::sitting::Level;
use crate::today::SHORT_DRILL;

use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text::{put, put_right};
use super::question::{Plan, difficulty_name};

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Quiz,
    Review,
    SelfCheck,
    Mixed,
    Scheme(Scheme),
}

const ENTRIES: [Entry; 11] = [
    Entry::Quiz,
    Entry::Review,
    Entry::SelfCheck,
    Entry::Mixed,
    Entry::Scheme(Scheme::ALL[0]),
    Entry::Scheme(Scheme::ALL[1]),
    Entry::Scheme(Scheme::ALL[2]),
    Entry::Scheme(Scheme::ALL[3]),
    Entry::Scheme(Scheme::ALL[4]),
    Entry::Scheme(Scheme::ALL[5]),
    Entry::Scheme(Scheme::ALL[6]),
];

/// What the progress file says about the rows.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Item → word of the last verdict.
    last: HashMap<String, String>,
    /// Items answered rightly the last time, at once and without help.
    solid: HashSet<String>,
    /// Items that are due.
    due: Vec<String>,
}

/// The room.
#[derive(Debug, Default)]
pub struct Practise {
    at: usize,
    /// The family that the cursor is on, when it is in the list of families.
    family: Option<usize>,
    level: Option<Level>,
    known: Known,
}

impl Practise {
    /// At the first row, families of every level.
    pub fn new() -> Practise {
        Practise::default()
    }

    fn entry(&self) -> Entry {
        ENTRIES.get(self.at).copied().unwrap_or(Entry::Quiz)
    }

    /// The families of the row that fit the level.
    fn families<'a>(&self, library: &'a Library, entry: Entry) -> Vec<&'a QuestionEntry> {
        let of = |q: &&QuestionEntry| {
            q.set == Set::Drill
                && self.level.is_none_or(|level| level.fits(q))
                && match entry {
                    Entry::Mixed => true,
                    Entry::Scheme(scheme) => q.scheme == Some(scheme),
                    _ => false,
                }
        };
        library.index().questions.iter().filter(of).collect()
    }

    fn start(&self, cx: &mut Cx<'_>) -> Flow {
        match self.entry() {
            Entry::Quiz => super::quiz(cx),
            Entry::Review if self.known.due.is_empty() => {
                cx.say("Nothing is due. Read on, drill freely, or rehearse.");
                Flow::Stay
            }
            Entry::Review => super::review(self.known.due.clone(), cx),
            Entry::SelfCheck => super::self_check(cx),
            entry => {
                let families = self.families(cx.library, entry);
                let chosen: Vec<String> = match self.family.and_then(|at| families.get(at)) {
                    Some(family) => vec![family.id.to_string()],
                    None => families.iter().map(|q| q.id.to_string()).collect(),
                };
                if chosen.is_empty() {
                    cx.say("No family of this scheme has this level. e, d and m change it.");
                    return Flow::Stay;
                }
                let plan = Plan::Drill { families: chosen, count: SHORT_DRILL, level: self.level };
                super::sit(plan, cx)
            }
        }
    }

    /// Worked examples of the family under the cursor, or of the first of the row that is not yet done alone.
    fn lesson(&self, cx: &mut Cx<'_>) -> Flow {
        let families = self.families(cx.library, self.entry());
        let ids = match self.family.and_then(|at| families.get(at)) {
            Some(family) => vec![family.id.to_string()],
            None => families.iter().map(|q| q.id.to_string()).collect(),
        };
        super::lesson(&ids, cx)
    }

    /// `e` goes towards easy, `d` towards hard, past the ends lies "all".
    fn turn(&mut self, harder: bool) {
        use Level::{Easy, Hard, Medium, Mental};
        self.level = match (self.level, harder) {
            (None | Some(Medium | Mental), false) => Some(Easy),
            (None | Some(Medium | Mental), true) => Some(Hard),
            (Some(Easy), true) | (Some(Hard), false) => Some(Medium),
            (Some(Easy), false) | (Some(Hard), true) => None,
        };
        self.family = self.family.map(|_| 0);
    }

    /// Mental arithmetic, or every level again.
    fn mental(&mut self) {
        self.level = if self.level == Some(Level::Mental) { None } else { Some(Level::Mental) };
        self.family = self.family.map(|_| 0);
    }

    fn go(&mut self, down: bool, library: &Library) {
        let step = |at: usize, last: usize| if down { (at + 1).min(last) } else { at.saturating_sub(1) };
        match self.family {
            Some(at) => {
                let last = self.families(library, self.entry()).len().saturating_sub(1);
                self.family = Some(step(at, last));
            }
            None => self.at = step(self.at, ENTRIES.len() - 1),
        }
    }

    /// What is said beside a row.
    fn remark(&self, entry: Entry, library: &Library) -> String {
        let right = |set: Set| {
            let of_set = library.index().questions.iter().filter(|q| q.set == set);
            let known = of_set.filter(|q| self.is_right(library, q)).count();
            let all = library.index().questions.iter().filter(|q| q.set == set).count();
            (known, all)
        };
        match entry {
            Entry::Quiz => {
                let (known, all) = right(Set::Quiz);
                format!("{known} of {all} right")
            }
            Entry::SelfCheck => format!("{} prompts", right(Set::SelfCheck).1),
            Entry::Review => match self.known.due.len() {
                0 => "nothing due".into(),
                n => format!("{n} due"),
            },
            entry => {
                let families = self.families(library, entry);
                let known = families.iter().filter(|q| self.is_right(library, q)).count();
                if families.is_empty() { "–".into() } else { format!("{known} of {}", families.len()) }
            }
        }
    }

    fn is_right(&self, library: &Library, question: &QuestionEntry) -> bool {
        self.known.solid.contains(&library.item(&question.id))
    }
}

impl Room for Practise {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let level = match self.level {
            None => "every level",
            Some(Level::Mental) => "mental: no calculator, near enough is right",
            Some(level) => level.name(),
        };
        ("Practise".into(), level.into())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Practise, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, view: &View<'_>) -> bool {
        match action {
            Action::Right => self.family.is_none() && !self.families(view.library, self.entry()).is_empty(),
            Action::Left => self.family.is_some(),
            Action::Lesson => !self.families(view.library, self.entry()).is_empty(),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Enter => return self.start(cx),
            Action::Lesson => return self.lesson(cx),
            Action::Easier => self.turn(false),
            Action::Harder => self.turn(true),
            Action::Mental => self.mental(),
            Action::Up => self.go(false, cx.library),
            Action::Down => self.go(true, cx.library),
            Action::Top | Action::PageUp => (self.at, self.family) = (0, None),
            Action::Bottom | Action::PageDown => (self.at, self.family) = (ENTRIES.len() - 1, None),
            Action::Right if !self.families(cx.library, self.entry()).is_empty() => {
                self.family = self.family.or(Some(0));
            }
            Action::Left | Action::Back if self.family.is_some() => self.family = None,
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let Some(store) = cx.store else { return };
        let read = store.skills().and_then(|skills| Ok((skills, store.due()?)));
        match read {
            Ok((skills, due)) => {
                self.known.solid = skills.iter().filter(|s| s.solid).map(|s| s.item.clone()).collect();
                self.known.last = skills.into_iter().map(|s| (s.item, s.last_verdict)).collect();
                let known = |item: &str| cx.library.id_of(item).is_some_and(|id| cx.library.entry(id).is_ok());
                let ours = |item: &str| cx.library.recall_of(item).is_some() || known(item);
                self.known.due = due.into_iter().map(|d| d.item).filter(|i| ours(i)).collect();
            }
            Err(error) => cx.say(format!("Your progress cannot be read: {error}")),
        }
    }

    /// ```text
    ///    Quiz                 6 of 9 right      A slope of ALiBi            easy     ✓
    ///    Review               4 due             An ALiBi score              easy     ✗
    ///    Self-check           7 prompts         How far a head sees         medium   –
    ///
    ///    Drill                right at the last try
    ///    * all schemes        12 of 38
    ///  > \ ALiBi              2 of 6
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let buffer = frame.buffer_mut();
        let left = Rect { width: area.width.min(40), ..area };
        self.draw_entries(buffer, left, view);
        let x = area.x + 42;
        if area.right() > x + 24 {
            let right = Rect { x, width: (area.right() - x - 1).min(66), ..area };
            self.draw_side(buffer, right, view);
        }
    }
}

impl Practise {
    fn draw_entries(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let end = area.right().saturating_sub(1);
        let mut y = area.y + 1;
        for (i, entry) in ENTRIES.iter().enumerate() {
            if *entry == Entry::Mixed {
                put(buffer, area, area.x + 3, y + 1, "Drill", theme.style(Role::Heading));
                put_right(buffer, area, end, y + 1, "last try right", theme.style(Role::Dim));
                y += 2;
            }
            let here = i == self.at;
            let (name, style) = match entry {
                Entry::Quiz => ("Quiz".to_string(), Style::new()),
                Entry::Review => ("Review".into(), Style::new()),
                Entry::SelfCheck => ("Self-check".into(), Style::new()),
                Entry::Mixed => ("* all schemes".into(), Style::new()),
                Entry::Scheme(scheme) => (format!("{} {}", scheme.mark(), scheme.name()), theme.scheme(*scheme)),
            };
            let style = if here { style.patch(theme.style(Role::Strong)) } else { style };
            let cursor = if here && self.family.is_none() { ">" } else { " " };
            put(buffer, area, area.x + 1, y, cursor, theme.style(Role::Accent));
            put(buffer, area, area.x + 3, y, &name, style);
            put_right(buffer, area, end, y, &self.remark(*entry, view.library), theme.style(Role::Dim));
            y += 1;
        }
    }

    fn draw_side(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let say: &[&str] = match self.entry() {
            Entry::Quiz => &[
                "The chapter's nine questions: understanding",
                "and numbers. Good before reading, to see what",
                "you know, and after it.",
            ],
            Entry::Review => &[
                "What you are about to forget, picked from",
                "everything you answered: a few minutes a day",
                "keep it.",
            ],
            Entry::SelfCheck => {
                &["Answer in your own words, then compare with", "a model answer and tick what you said."]
            }
            _ => return self.draw_families(buffer, area, view),
        };
        for (i, line) in say.iter().enumerate() {
            let y = area.y + 1 + u16::try_from(i).unwrap_or(0);
            put(buffer, area, area.x + 1, y, line, view.theme.style(Role::Dim));
        }
    }

    fn draw_families(&self, buffer: &mut Buffer, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let families = self.families(view.library, self.entry());
        if families.is_empty() {
            let text = "No family has this level: e, d, m.";
            put(buffer, area, area.x + 1, area.y + 1, text, theme.style(Role::Dim));
            return;
        }
        let rows = usize::from(area.height.saturating_sub(2)).max(1);
        let at = self.family.unwrap_or(0);
        let top = (at + 1).saturating_sub(rows);
        let end = area.right().saturating_sub(1);
        for (i, family) in families.iter().enumerate().skip(top).take(rows) {
            let y = area.y + 1 + u16::try_from(i - top).unwrap_or(0);
            let here = self.family == Some(i);
            put(buffer, area, area.x, y, if here { ">" } else { " " }, theme.style(Role::Accent));
            let style = theme.style(if here { Role::Strong } else { Role::Text });
            let names = Rect { width: area.width.saturating_sub(13), ..area };
            let mut x = area.x + 2;
            if let (Entry::Mixed, Some(scheme)) = (self.entry(), family.scheme) {
                put(buffer, area, x, y, &scheme.mark().to_string(), theme.scheme(scheme));
                x += 2;
            }
            put(buffer, names, x, y, &family.title, style);
            put_right(
                buffer,
                area,
                end.saturating_sub(3),
                y,
                difficulty_name(family.difficulty),
                theme.style(Role::Dim),
            );
            let (mark, role) = match self.known.last.get(&view.library.item(&family.id)).map(String::as_str) {
                None => ("–", Role::Dim),
                Some("right" | "other-form") => ("✓", Role::Right),
                Some(_) => ("✗", Role::Wrong),
            };
            put_right(buffer, area, end, y, mark, theme.style(role));
        }
        let below = families.len().saturating_sub(top + rows);
        if below > 0 {
            let y = area.bottom().saturating_sub(1);
            put(buffer, area, area.x + 2, y, &format!("{below} more"), theme.style(Role::Dim));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_goes_round_through_all_and_mental_is_one_key() {
        let mut menu = Practise::new();
        let mut seen = Vec::new();
        for _ in 0..4 {
            menu.turn(true);
            seen.push(menu.level);
        }
        assert_eq!(seen, [Some(Level::Hard), None, Some(Level::Hard), None]);
        menu.turn(false);
        menu.turn(true);
        assert_eq!(menu.level, Some(Level::Medium));
        menu.mental();
        assert_eq!(menu.level, Some(Level::Mental));
        menu.turn(true);
        assert_eq!(menu.level, Some(Level::Hard));
    }

    #[test]
    fn every_scheme_is_a_row_with_families() {
        let library = Library::embedded();
        let menu = Practise::new();
        for scheme in Scheme::ALL {
            assert!(ENTRIES.contains(&Entry::Scheme(scheme)));
            assert!(!menu.families(&library, Entry::Scheme(scheme)).is_empty(), "{scheme:?}");
        }
    }
}
