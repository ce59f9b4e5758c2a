//! The practise menu: the quiz, what is due, exams, and drills by scheme with their families and their choices.

mod draw;
mod entry;
mod rounds;

use std::collections::{HashMap, HashSet};

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::content::model::Set;
use crate::content::{Library, QuestionEntry};
use crate::scheme::Scheme;
use crate::sitting::{Drill, Left, Level, mock};
use crate::today::SHORT_DRILL;

use super::super::keys::{Action, Context};
use super::super::room::{Cx, Flow, Room, View};
use super::question::Plan;
use entry::Entry;

/// The lengths of a drill.
const LENGTHS: [usize; 3] = [SHORT_DRILL, 10, 20];

/// What the progress file says about the rows.
#[derive(Debug, Default)]
struct Known {
    /// Item → word of the last verdict.
    last: HashMap<String, String>,
    /// Items answered rightly the last time, at once and without help.
    solid: HashSet<String>,
    /// Items that are due.
    due: Vec<String>,
    /// The rounds that were left, the one answered last first.
    left: Vec<Left>,
}

/// What is chosen for the next drill, review or exam.
#[derive(Debug)]
struct Choices {
    level: Option<Level>,
    ticked: Vec<Scheme>,
    count: usize,
    timed: bool,
    cram: bool,
    /// Minutes of the exam; `None` is no clock.
    minutes: Option<u32>,
}

/// The room.
#[derive(Debug)]
pub struct Practise {
    at: Entry,
    /// The family that the cursor is on, when it is in the list of families; on the first row, the round.
    family: Option<usize>,
    choices: Choices,
    known: Known,
    /// The progress file was read once.
    read: bool,
}

impl Default for Practise {
    fn default() -> Self {
        Practise::new()
    }
}

impl Practise {
    /// At the first row, families of every level.
    pub fn new() -> Practise {
        let choices = Choices {
            level: None,
            ticked: Vec::new(),
            count: SHORT_DRILL,
            timed: false,
            cram: false,
            minutes: Some(mock::MINUTES),
        };
        Practise { at: Entry::default(), family: None, choices, known: Known::default(), read: false }
    }

    fn entries(&self) -> Vec<Entry> {
        Entry::all(!self.known.left.is_empty())
    }

    /// The families of the row that fit the level.
    fn families<'a>(&self, library: &'a Library, entry: Entry) -> Vec<&'a QuestionEntry> {
        let ticked = &self.choices.ticked;
        let of = |q: &&QuestionEntry| {
            q.set == Set::Drill
                && self.choices.level.is_none_or(|level| level.fits(q))
                && match entry {
                    Entry::Mixed => ticked.is_empty() || q.scheme.is_some_and(|scheme| ticked.contains(&scheme)),
                    Entry::Scheme(scheme) => q.scheme == Some(scheme),
                    _ => false,
                }
        };
        library.index().questions.iter().filter(of).collect()
    }

    fn start(&self, cx: &mut Cx<'_>) -> Flow {
        match self.at {
            Entry::Resume => match self.round() {
                Some(left) => super::go_on_with(left.session(), cx),
                None => Flow::Stay,
            },
            Entry::Quiz => super::quiz(cx),
            Entry::Review if self.known.due.is_empty() => {
                cx.say("Nothing is due. Read on, drill freely, or rehearse.");
                Flow::Stay
            }
            Entry::Review if self.choices.cram => super::sit(Plan::Cram(self.known.due.clone()), cx),
            Entry::Review => super::review(self.known.due.clone(), cx),
            Entry::SelfCheck => super::self_check(cx),
            Entry::Placement => super::sit(Plan::Placement, cx),
            Entry::Mock => super::sit(Plan::Mock(self.choices.minutes), cx),
            Entry::MockInterview => super::mock_interview(cx),
            Entry::Mixed | Entry::Scheme(_) => self.drill(cx),
        }
    }

    /// The family under the cursor, else the ticked schemes, else the row.
    fn drill(&self, cx: &mut Cx<'_>) -> Flow {
        let here = self.families(cx.library, self.at);
        let families = match self.family.and_then(|at| here.get(at)) {
            Some(family) => vec![family.id.to_string()],
            None => {
                let row = if self.choices.ticked.is_empty() { self.at } else { Entry::Mixed };
                self.families(cx.library, row).iter().map(|q| q.id.to_string()).collect()
            }
        };
        if families.is_empty() {
            cx.say("No family of this scheme has this level. e, d and m change it.");
            return Flow::Stay;
        }
        let Choices { level, count, timed, cram, .. } = self.choices;
        super::sit(Plan::Drill(Drill { families, count, level, cram, timed }), cx)
    }

    /// Worked examples of the family under the cursor, or of the first of the row that is not yet done alone.
    fn lesson(&self, cx: &mut Cx<'_>) -> Flow {
        let families = self.families(cx.library, self.at);
        let ids = match self.family.and_then(|at| families.get(at)) {
            Some(family) => vec![family.id.to_string()],
            None => families.iter().map(|q| q.id.to_string()).collect(),
        };
        super::lesson(&ids, cx)
    }

    /// `e` goes towards easy, `d` towards hard, past the ends lies "all".
    fn turn(&mut self, harder: bool) {
        use Level::{Easy, Hard, Medium, Mental};
        self.choices.level = match (self.choices.level, harder) {
            (None | Some(Medium | Mental), false) => Some(Easy),
            (None | Some(Medium | Mental), true) => Some(Hard),
            (Some(Easy), true) | (Some(Hard), false) => Some(Medium),
            (Some(Easy), false) | (Some(Hard), true) => None,
        };
        self.family = self.family.map(|_| 0);
    }

    /// Mental arithmetic, or every level again.
    fn mental(&mut self) {
        self.choices.level = if self.choices.level == Some(Level::Mental) { None } else { Some(Level::Mental) };
        self.family = self.family.map(|_| 0);
    }

    /// A scheme is ticked or not; on the row of all of them, none is.
    fn tick(&mut self) {
        let ticked = &mut self.choices.ticked;
        match self.at {
            Entry::Scheme(scheme) if ticked.contains(&scheme) => ticked.retain(|s| *s != scheme),
            Entry::Scheme(scheme) => ticked.push(scheme),
            _ => ticked.clear(),
        }
    }

    /// The exam's clock: as long, twice as long, none. A drill's: on or off.
    fn clock(&mut self) {
        match self.at {
            Entry::Mock => {
                self.choices.minutes = match self.choices.minutes {
                    Some(mock::MINUTES) => Some(2 * mock::MINUTES),
                    Some(_) => None,
                    None => Some(mock::MINUTES),
                }
            }
            _ => self.choices.timed = !self.choices.timed,
        }
    }

    fn length(&mut self) {
        let at = LENGTHS.iter().position(|n| *n == self.choices.count).unwrap_or(0);
        self.choices.count = LENGTHS.get((at + 1) % LENGTHS.len()).copied().unwrap_or(SHORT_DRILL);
    }

    fn go(&mut self, down: bool, library: &Library) {
        let step = |at: usize, last: usize| if down { (at + 1).min(last) } else { at.saturating_sub(1) };
        match self.family {
            Some(at) => {
                let last = self.beside(library).saturating_sub(1);
                self.family = Some(step(at, last));
            }
            None => {
                let entries = self.entries();
                let at = entries.iter().position(|e| *e == self.at).unwrap_or(0);
                self.at = entries.get(step(at, entries.len() - 1)).copied().unwrap_or_default();
            }
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
            Entry::Resume => match (self.round(), self.known.left.len()) {
                (None, _) => String::new(),
                (Some(left), 1) => format!("{}, {}", left.round.name(), left.words()),
                (Some(_), rounds) => format!("{rounds} rounds wait"),
            },
            Entry::Quiz => {
                let (known, all) = right(Set::Quiz);
                format!("{known} of {all} right")
            }
            Entry::SelfCheck => format!("{} prompts", right(Set::SelfCheck).1),
            Entry::Review => match (self.known.due.len(), self.choices.cram) {
                (0, _) => "nothing due".into(),
                (n, false) => format!("{n} due"),
                (n, true) => format!("cram {n} due"),
            },
            Entry::Placement => "up to 14 questions".into(),
            Entry::Mock => match self.choices.minutes {
                Some(minutes) => format!("{minutes} minutes"),
                None => "no clock".into(),
            },
            Entry::MockInterview => "6 parts".into(),
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
        let level = match self.choices.level {
            None => "every level",
            Some(Level::Mental) => "mental: no calculator, near enough is right",
            Some(level) => level.name(),
        };
        ("Practise".into(), if self.at.is_drill() { level.into() } else { String::new() })
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Practise, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, view: &View<'_>) -> bool {
        let drill = self.at.is_drill();
        match action {
            Action::Right => self.family.is_none() && self.beside(view.library) > 0,
            Action::Left => self.family.is_some(),
            Action::Lesson => !self.families(view.library, self.at).is_empty(),
            Action::Tick | Action::Length | Action::Easier | Action::Harder | Action::Mental => drill,
            Action::Clock => drill || self.at == Entry::Mock,
            Action::Cram => drill || self.at == Entry::Review,
            Action::Drop => self.at == Entry::Resume,
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let drill = self.at.is_drill();
        match action {
            Action::Enter => return self.start(cx),
            Action::Lesson => return self.lesson(cx),
            Action::Easier => self.turn(false),
            Action::Harder => self.turn(true),
            Action::Mental => self.mental(),
            Action::Tick if drill => self.tick(),
            Action::Length if drill => self.length(),
            Action::Clock if drill || self.at == Entry::Mock => self.clock(),
            Action::Cram if drill || self.at == Entry::Review => self.choices.cram = !self.choices.cram,
            Action::Drop if self.at == Entry::Resume => self.let_go(cx),
            Action::Up => self.go(false, cx.library),
            Action::Down => self.go(true, cx.library),
            Action::Top | Action::PageUp => {
                (self.at, self.family) = (self.entries().first().copied().unwrap_or_default(), None);
            }
            Action::Bottom | Action::PageDown => {
                (self.at, self.family) = (self.entries().last().copied().unwrap_or_default(), None);
            }
            Action::Right if self.beside(cx.library) > 0 => {
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
        self.known.left = Left::all(cx.library, store);
        let offered = !self.known.left.is_empty();
        if offered && !std::mem::replace(&mut self.read, true) {
            self.at = Entry::Resume;
        }
        self.stay_in_list();
    }

    /// ```text
    ///    Quiz                 6 of 9 right      n 5 questions    e d every level
    ///    Review               4 due             t no clock       c scheduled
    ///
    ///                                           A slope of ALiBi            easy     ✓
    ///    Drill                right at the last try
    ///    * all schemes        12 of 38
    ///  > \ ALiBi              2 of 6
    ///
    ///    Exam
    ///    Placement test       14 questions
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_goes_round_through_all_and_mental_is_one_key() {
        let mut menu = Practise::new();
        let mut seen = Vec::new();
        for _ in 0..4 {
            menu.turn(true);
            seen.push(menu.choices.level);
        }
        assert_eq!(seen, [Some(Level::Hard), None, Some(Level::Hard), None]);
        menu.turn(false);
        menu.turn(true);
        assert_eq!(menu.choices.level, Some(Level::Medium));
        menu.mental();
        assert_eq!(menu.choices.level, Some(Level::Mental));
        menu.turn(true);
        assert_eq!(menu.choices.level, Some(Level::Hard));
    }

    #[test]
    fn every_scheme_is_a_row_with_families() {
        let library = Library::embedded();
        let menu = Practise::new();
        for scheme in Scheme::ALL {
            assert!(Entry::all(false).contains(&Entry::Scheme(scheme)));
            assert!(!menu.families(&library, Entry::Scheme(scheme)).is_empty(), "{scheme:?}");
        }
    }
}
