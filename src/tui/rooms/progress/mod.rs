//! Progress: one page of blocks that flows into as many columns as the window has; what can be done about it is one key away.
//!
//! | file | holds |
//! |---|---|
//! | `data` | what is read, once whenever the room is shown |
//! | `blocks` | what stands on the page |
//! | `block` | rows, what can be chosen, the flow into columns |
//! | `charts` | bars, forecast, calendar |
//! | `list` | the items of a cell with their evidence |
//! | `words` | sentences shared with `posenc stats` |

mod block;
mod blocks;
mod charts;
pub mod data;
mod list;
pub mod words;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::forget::Target;
use super::question::Plan;
use crate::mastery::{Sort, Standing};
use crate::memory::Repeated;
use crate::today::SHORT_DRILL;
use block::{At, Page, Pick};
use data::Data;
use list::{Group, ItemsRoom};

/// The room.
#[derive(Debug, Default)]
pub struct Progress {
    data: Option<Data>,
    page: Page,
    picks: Vec<Pick>,
    at: At,
    /// `u` was pressed once: it asks before it takes an answer back.
    undoing: bool,
}

impl Progress {
    /// Reads when it is shown.
    pub fn new() -> Progress {
        Progress::default()
    }

    fn pick(&self) -> Option<Pick> {
        self.picks.get(self.at.row).copied()
    }

    fn on_scheme(&self) -> bool {
        matches!(self.pick(), Some(Pick::Scheme(_)))
    }

    fn to(&mut self, row: usize) {
        self.at.row = row.min(self.picks.len().saturating_sub(1));
    }

    fn open(&self, cx: &mut Cx<'_>) -> Flow {
        let (Some(data), Some(pick)) = (&self.data, self.pick()) else { return Flow::Stay };
        match pick {
            Pick::View => Flow::Stay,
            Pick::First => super::practise(cx),
            Pick::Due => super::review(data.facts.due.iter().map(|due| due.item.clone()).collect(), cx),
            Pick::Mistake(i) => data.mistakes.get(i).map_or(Flow::Stay, |m| drill_mistake(m, cx)),
            Pick::Missed(i) => data.facts.missed.get(i).map_or(Flow::Stay, |(item, _)| open_item(item, cx)),
            Pick::Answer(i) => data.recent.get(i).map_or(Flow::Stay, |logged| open_item(&logged.event.item, cx)),
            Pick::Scheme(i) => self.open_cell(data, i),
            Pick::Skill(i) => {
                data.skills.get(i).map_or(Flow::Stay, |s| open_skills(data, std::slice::from_ref(&s.skill)))
            }
            Pick::Fit => super::fit(cx),
            Pick::Skills => open_skills(data, &data.skills.iter().map(|s| s.skill.clone()).collect::<Vec<_>>()),
        }
    }

    /// What the chosen row can be forgotten by; without one of its own, every section.
    fn forgettable(&self, cx: &Cx<'_>) -> Vec<Target> {
        let (Some(data), Some(pick)) = (&self.data, self.pick()) else { return Vec::new() };
        let item = match pick {
            Pick::Mistake(i) => data.mistakes.get(i).map(|m| &m.item),
            Pick::Missed(i) => data.facts.missed.get(i).map(|(item, _)| item),
            Pick::Answer(i) => data.recent.get(i).map(|logged| &logged.event.item),
            _ => None,
        };
        if let Some(item) = item {
            return super::targets_of(cx.library, item);
        }
        let own = match pick {
            Pick::Scheme(i) => {
                let scheme = data.schemes.get(i).and_then(|row| row.scheme);
                scheme.map(|scheme| Target::Name(scheme.slug().to_string()))
            }
            Pick::Skill(i) => data.skills.get(i).map(|row| {
                let of_skill = data.standings.iter().filter(|s| s.skills.contains(&row.skill));
                let items = of_skill.map(|s| list::item_of(cx.library, s)).collect();
                Target::Items(format!("the skill \"{}\"", crate::mastery::skill_name(&row.skill)), items)
            }),
            _ => None,
        };
        let sections = cx.library.index().sections.iter().map(|s| Target::Name(s.id.to_string()));
        own.map_or_else(|| sections.collect(), |own| vec![own])
    }

    fn open_cell(&self, data: &Data, row: usize) -> Flow {
        let (Some(row), Some(sort)) = (data.schemes.get(row), Sort::ALL.get(self.at.cell)) else { return Flow::Stay };
        let mine = |s: &&Standing| s.scheme == row.scheme && s.sort == *sort;
        let items: Vec<Standing> = data.standings.iter().filter(mine).cloned().collect();
        let title = format!("{}, {}", row.name(), sort.name());
        Flow::Open(Box::new(ItemsRoom::new(title, vec![Group { name: String::new(), items }])))
    }
}

/// The items of some skills, under their names.
fn open_skills(data: &Data, skills: &[String]) -> Flow {
    let group = |skill: &String| Group {
        name: crate::mastery::skill_name(skill),
        items: data.standings.iter().filter(|s| s.skills.contains(skill)).cloned().collect(),
    };
    let title = match skills {
        [one] => crate::mastery::skill_name(one),
        many => format!("{} skills", many.len()),
    };
    Flow::Open(Box::new(ItemsRoom::new(title, skills.iter().map(group).collect())))
}

/// A few questions at which exactly this mistake can be made.
fn drill_mistake(mistake: &Repeated, cx: &mut Cx<'_>) -> Flow {
    let Some(family) = cx.library.id_of(&mistake.item).map(str::to_string) else {
        cx.say("That question belongs to another chapter.");
        return Flow::Stay;
    };
    super::sit(Plan::Mistake { family, code: mistake.code.clone(), count: SHORT_DRILL }, cx)
}

/// An item of the log: asked again, or rehearsed.
fn open_item(item: &str, cx: &mut Cx<'_>) -> Flow {
    let Some(id) = cx.library.id_of(item).map(str::to_string) else {
        cx.say("That question belongs to another chapter.");
        return Flow::Stay;
    };
    match cx.library.entry(&id).map(|entry| entry.kind == "Interview") {
        Ok(true) => super::rehearse(&id, cx),
        Ok(false) => super::review(vec![id], cx),
        Err(error) => {
            cx.say(error.to_string());
            Flow::Stay
        }
    }
}

impl Room for Progress {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let summary = self.data.as_ref().map(|d| &d.facts.summary);
        let right = summary.map(crate::memory::Summary::due_line);
        ("Progress".into(), right.unwrap_or_default())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Progress, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        let has = |some: fn(&Data) -> bool| self.data.as_ref().is_some_and(some);
        match action {
            Action::Enter => self.pick().is_some_and(|pick| pick != Pick::View),
            Action::Drill => has(|d| !d.mistakes.is_empty()),
            Action::Undo => has(|d| !d.recent.is_empty()),
            Action::Forget => has(|d| d.is_begun() || !d.facts.opened.is_empty()),
            Action::Left | Action::Right => self.on_scheme(),
            Action::Focus | Action::FocusBack => self.picks.len() > 1,
            _ => true,
        }
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        let Some(store) = cx.store else { return };
        match Data::read(store, cx.library) {
            Ok(data) => {
                self.page.set(blocks::all(&data, cx.library, cx.theme));
                self.picks = self.page.picks();
                self.data = Some(data);
                self.to(self.at.row);
            }
            Err(error) => cx.say(format!("Your progress cannot be read: {error}")),
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let undoing = std::mem::take(&mut self.undoing);
        match action {
            Action::Up => self.to(self.at.row.saturating_sub(1)),
            Action::Down => self.to(self.at.row + 1),
            Action::PageUp => self.to(self.at.row.saturating_sub(10)),
            Action::PageDown => self.to(self.at.row + 10),
            Action::Top => self.to(0),
            Action::Bottom => self.to(usize::MAX),
            Action::Focus => self.to(self.page.next_block(self.at.row, false)),
            Action::FocusBack => self.to(self.page.next_block(self.at.row, true)),
            Action::Left if self.on_scheme() => self.at.cell = self.at.cell.saturating_sub(1),
            Action::Right if self.on_scheme() => self.at.cell = (self.at.cell + 1).min(Sort::ALL.len() - 1),
            Action::Left | Action::Right => {}
            Action::Enter => return self.open(cx),
            Action::Drill => {
                return match self.data.as_ref().and_then(|d| d.mistakes.first()) {
                    Some(mistake) => drill_mistake(mistake, cx),
                    None => Flow::Stay,
                };
            }
            Action::Forget => return super::forget(&self.forgettable(cx), cx),
            Action::Undo if undoing => cx.effect(Effect::Undo),
            Action::Undo => {
                self.undoing = true;
                cx.say("u again takes your last answer back; any other key leaves it.");
            }
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        // Anew for each frame: the theme may have changed, and it is cheap.
        if let Some(data) = &self.data {
            self.page.set(blocks::all(data, view.library, view.theme));
        }
        let place = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }.intersection(area);
        self.page.draw(frame.buffer_mut(), place, self.at, view.theme);
    }
}
