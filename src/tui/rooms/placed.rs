//! What a placement test found: per scheme skip, skim or read, with the pages.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::sitting::Report;
use crate::sitting::placement::{self, Advice, Placed};

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::theme::Role;
use super::super::widgets::text::{fit, paragraph, put, put_right};
use super::question::{Plan, QuestionRoom, ReportRoom};

/// The widest table.
const MEASURE: u16 = 100;
/// Where the columns begin.
const SCHEME: u16 = 9;
const SECTION: u16 = 36;

/// The room.
pub struct PlacedRoom {
    rows: Vec<Placed>,
    at: usize,
    /// The sitting it comes from, if it was this one.
    from: Option<(QuestionRoom, Report)>,
}

impl Default for PlacedRoom {
    fn default() -> Self {
        PlacedRoom::new()
    }
}

impl PlacedRoom {
    /// What the log says about the last test.
    pub fn new() -> PlacedRoom {
        PlacedRoom { rows: Vec::new(), at: 0, from: None }
    }

    /// Right after a test.
    pub fn after(room: QuestionRoom, report: Report) -> PlacedRoom {
        PlacedRoom { from: Some((room, report)), ..PlacedRoom::new() }
    }
}

impl PlacedRoom {
    /// The test says nothing any more: Home offers every section again.
    fn put_back(&mut self, cx: &mut Cx<'_>) {
        let log = cx.store.and_then(|store| store.placement().ok()).unwrap_or_default();
        if let Some(event) = placement::dropped(&log) {
            cx.effect(Effect::Record(Box::new(event)));
            cx.say("Home offers every section again. n takes the test once more.");
        }
    }
}

impl Room for PlacedRoom {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let minutes: u32 = self
            .rows
            .iter()
            .filter(|row| row.advice == Advice::Skip)
            .flat_map(|row| &row.sections)
            .map(|section| section.minutes)
            .sum();
        let saved = if minutes == 0 { String::new() } else { format!("about {minutes} minutes less to read") };
        ("Placement test   what to read".into(), saved)
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Placed, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Enter | Action::Drop => !self.rows.is_empty(),
            Action::Solution => self.from.is_some(),
            _ => true,
        }
    }

    fn refresh(&mut self, cx: &mut Cx<'_>) {
        match cx.store.map(|store| store.placement()) {
            Some(Ok(log)) => self.rows = placement::of_log(cx.library, &log),
            Some(Err(error)) => cx.say(format!("Your progress cannot be read: {error}")),
            None => {}
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.rows.len().saturating_sub(1);
        match action {
            Action::Up => self.at = self.at.saturating_sub(1),
            Action::Down => self.at = (self.at + 1).min(last),
            Action::Top | Action::PageUp => self.at = 0,
            Action::Bottom | Action::PageDown => self.at = last,
            Action::Enter => {
                let Some(row) = self.rows.get(self.at) else { return Flow::Close };
                let place = row.look_at.first().or(row.sections.first().map(|section| &section.id));
                return place.cloned().map_or(Flow::Stay, |place| super::study_section(&place, cx));
            }
            Action::Solution => {
                if let Some((room, report)) = &self.from {
                    return Flow::Open(Box::new(ReportRoom::new(room.clone(), report.clone())));
                }
            }
            Action::Drop => self.put_back(cx),
            Action::Another => return super::sit(Plan::Placement, cx),
            Action::Back => return Flow::Close,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// ```text
    ///   Two questions a scheme say a little, not everything: skip what you like.
    ///
    ///   skip   # order-blindness   2 of 2   1 Order blindness                  5 pages, 9 min
    /// > skim   ~ sinusoidal        1 of 2   2 The sinusoidal encoding          8 pages, 14 min
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let buffer = frame.buffer_mut();
        let place = Rect { width: area.width.min(MEASURE), ..area };
        let dim = theme.style(Role::Dim);
        if self.rows.is_empty() {
            let none = "There is no placement test to go by. n begins one: two questions a scheme, nothing is scored.";
            paragraph(buffer, place, (area.x + 3, area.y + 1), none, dim);
            return;
        }
        let intro = "Two questions a scheme say a little, not everything: skip what you like, and come back to it. Home \
                     passes over what is marked skip; x takes that back.";
        let mut y = paragraph(buffer, place, (area.x + 3, area.y + 1), intro, dim) + 1;
        let end = place.right().saturating_sub(3);
        for (i, row) in self.rows.iter().enumerate() {
            let here = i == self.at;
            put(buffer, place, area.x + 1, y, if here { ">" } else { " " }, theme.style(Role::Accent));
            let role = match row.advice {
                Advice::Skip => Role::Right,
                Advice::Skim => Role::Warn,
                Advice::Read => Role::Strong,
            };
            put(buffer, place, area.x + 3, y, row.advice.word(), theme.style(role));
            let name = format!("{} {}", row.scheme.mark(), row.scheme.name());
            put(buffer, place, area.x + SCHEME, y, &name, theme.scheme(row.scheme));
            put(buffer, place, area.x + SECTION - 8, y, &format!("{} of {}", row.right, row.asked), dim);
            let first = y;
            for section in &row.sections {
                let size = match place.width < 90 {
                    true => format!("{} pages", section.pages),
                    false => format!("{} pages, {} min", section.pages, section.minutes),
                };
                let taken = u16::try_from(size.len()).unwrap_or(0) + 2;
                let room = Rect { width: end.saturating_sub(place.x + taken), ..place };
                let role = if here { Role::Strong } else { Role::Text };
                let title = format!("{} {}", section.number, section.title);
                let columns = usize::from(room.right().saturating_sub(area.x + SECTION));
                put(buffer, room, area.x + SECTION, y, &fit(&title, columns), theme.style(role));
                put_right(buffer, place, end, y, &size, dim);
                y += 1;
            }
            y = y.max(first + 1);
        }
        if let Some(row) = self.rows.get(self.at).filter(|row| !row.look_at.is_empty()) {
            let pages: Vec<String> = row.look_at.iter().map(|at| page_title(view, at)).collect();
            let text = format!("Not right in {}: {}.", row.scheme.name(), pages.join(", "));
            paragraph(buffer, place, (area.x + 3, y + 1), &text, dim);
        }
    }
}

/// The title of `rope/cancel`, or of `rope`.
fn page_title(view: &View<'_>, place: &str) -> String {
    let (id, page) = place.split_once('/').unwrap_or((place, ""));
    let section = view.library.index().sections.iter().find(|s| s.id == id);
    let title = section.map(|s| s.pages.iter().find(|p| p.id == page).map_or(&s.title, |p| &p.title));
    title.map_or_else(|| place.to_string(), |title| format!("“{title}”"))
}
