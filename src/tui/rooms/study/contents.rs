//! The table of contents: every section with its pages, what was read, and a filter.

use std::collections::HashSet;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tui_input::Input;

use crate::content::Library;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{put, put_right};

use super::blocks::plain;
use super::place::Place;
use super::rank;

/// One row of the list.
struct Entry {
    place: Place,
    /// A section's own row; it opens its first page.
    heading: bool,
}

/// The open list.
pub struct Contents {
    entries: Vec<Entry>,
    at: usize,
    /// Only these pages, those that a page names; else all.
    only: Option<Vec<Place>>,
    /// The filter, and whether it has the keys.
    filter: Option<(Input, bool)>,
}

impl Contents {
    /// The whole list, at the current page.
    pub fn new(library: &Library, here: Place) -> Contents {
        let mut contents = Contents { entries: all(library), at: 0, only: None, filter: None };
        contents.at = contents.entries.iter().position(|e| !e.heading && e.place == here).unwrap_or(0);
        contents
    }

    /// The pages that a page names.
    pub fn of(places: &[Place]) -> Contents {
        Contents { entries: entries(places), at: 0, only: Some(places.to_vec()), filter: None }
    }

    /// Every row, without a filter.
    fn rows(&self, library: &Library) -> Vec<Entry> {
        self.only.as_deref().map_or_else(|| all(library), entries)
    }

    /// The page under the cursor.
    pub fn chosen(&self) -> Option<Place> {
        self.entries.get(self.at).map(|e| e.place)
    }

    /// Moves the cursor.
    pub fn step(&mut self, by: isize) {
        let last = self.entries.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
    }

    /// Opens the filter.
    pub fn open_filter(&mut self) {
        let input = self.filter.take().map(|(input, _)| input).unwrap_or_default();
        self.filter = Some((input, true));
    }

    /// Does the filter have the keys?
    pub fn is_typing(&self) -> bool {
        self.filter.as_ref().is_some_and(|(_, typing)| *typing)
    }

    /// The filter's text, for editing.
    pub fn field(&mut self) -> Option<&mut Input> {
        self.filter.as_mut().map(|(input, _)| input)
    }

    /// Leaves the filter; `false` if there was none.
    pub fn close_filter(&mut self, library: &Library) -> bool {
        let had = self.filter.take().is_some();
        if had {
            let chosen = self.chosen();
            self.entries = self.rows(library);
            self.at = self.entries.iter().position(|e| Some(e.place) == chosen && !e.heading).unwrap_or(0);
        }
        had
    }

    /// What matches the filter now, best first.
    pub fn filtered(&mut self, library: &Library) {
        let text = self.filter.as_ref().map(|(input, _)| input.value().to_string()).unwrap_or_default();
        self.entries = self.rows(library);
        self.at = 0;
        if text.trim().is_empty() {
            return;
        }
        let pages: Vec<Place> = self.entries.iter().filter(|e| !e.heading).map(|e| e.place).collect();
        let mut ranked: Vec<(u32, Place)> =
            pages.iter().filter_map(|place| Some((rank::rank(library, *place, &text)?, *place))).collect();
        if ranked.is_empty() {
            ranked = rank::alike(library, &pages, &text);
        }
        ranked.sort();
        self.entries = ranked.into_iter().map(|(_, place)| Entry { place, heading: false }).collect();
    }

    /// ```text
    ///   5  o Rotary embeddings                       12 min
    ///    ●  5.1  Rotate, don't add
    ///  > ○  5.2  Why positions cancel
    /// ```
    /// Returns where the terminal's cursor belongs while the filter is typed.
    pub fn draw(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        library: &Library,
        read: &HashSet<String>,
        theme: &Theme,
    ) -> Option<Position> {
        let mut cursor = None;
        let mut list = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2).min(76),
            height: area.height.saturating_sub(1),
        };
        if self.only.is_some() && self.filter.is_none() {
            put(buffer, list, list.x + 2, list.y, "This page names", theme.style(Role::Dim));
            list.y += 2;
            list.height = list.height.saturating_sub(2);
        }
        if let Some((input, typing)) = &self.filter {
            let x = put(buffer, list, list.x + 2, list.y, "filter: ", theme.style(Role::Dim));
            put(buffer, list, x, list.y, &plain(input.value(), theme), theme.style(Role::Strong));
            let x = x + u16::try_from(input.visual_cursor()).unwrap_or(0);
            cursor = typing.then_some(Position { x, y: list.y });
            list.y += 2;
            list.height = list.height.saturating_sub(2);
        }
        if self.entries.is_empty() {
            put(
                buffer,
                list,
                list.x + 2,
                list.y,
                "No page has a name like this. Esc shows all again.",
                theme.style(Role::Dim),
            );
        }
        let rows = usize::from(list.height);
        // The cursor stays in the middle third, so that one sees where one comes from and goes to.
        let top = self.at.saturating_sub(rows / 2).min(self.entries.len().saturating_sub(rows));
        for (i, entry) in self.entries.iter().enumerate().skip(top).take(rows) {
            let y = list.y + u16::try_from(i - top).unwrap_or(0);
            let row = Rect { y, height: 1, ..list };
            if entry.heading {
                draw_section(buffer, row, library, entry.place, i == self.at, theme);
            } else {
                draw_page(buffer, row, library, entry.place, (i == self.at, read), theme);
            }
        }
        cursor
    }
}

fn all(library: &Library) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (section, entry) in library.index().sections.iter().enumerate() {
        entries.push(Entry { place: Place { section, page: 0 }, heading: true });
        for page in 0..entry.pages.len() {
            entries.push(Entry { place: Place { section, page }, heading: false });
        }
    }
    entries
}

fn entries(places: &[Place]) -> Vec<Entry> {
    places.iter().map(|place| Entry { place: *place, heading: false }).collect()
}

fn draw_section(buffer: &mut Buffer, row: Rect, library: &Library, place: Place, chosen: bool, theme: &Theme) {
    let Some(section) = place.section_of(library) else { return };
    let style = if chosen { theme.style(Role::Selection) } else { theme.style(Role::Strong) };
    put(buffer, row, row.x, row.y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
    put_right(buffer, row, row.x + 4, row.y, &format!("{}", place.section + 1), theme.style(Role::Dim));
    if let Some(scheme) = section.scheme {
        put(buffer, row, row.x + 6, row.y, &scheme.mark().to_string(), theme.scheme(scheme));
    }
    put(buffer, row, row.x + 8, row.y, &plain(&section.title, theme), style);
    if section.minutes > 0 {
        put_right(buffer, row, row.right(), row.y, &format!("{} min", section.minutes), theme.style(Role::Dim));
    }
}

fn draw_page(
    buffer: &mut Buffer,
    row: Rect,
    library: &Library,
    place: Place,
    (chosen, read): (bool, &HashSet<String>),
    theme: &Theme,
) {
    let Some(page) = place.page_of(library) else { return };
    let done = place.item(library).is_some_and(|item| read.contains(&item));
    put(buffer, row, row.x, row.y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
    put(buffer, row, row.x + 8, row.y, &plain(if done { "●" } else { "○" }, theme), theme.style(Role::Dim));
    put(buffer, row, row.x + 10, row.y, &place.number(), theme.style(Role::Dim));
    let style = theme.style(if chosen { Role::Selection } else { Role::Text });
    put(buffer, row, row.x + 16, row.y, &plain(&page.title, theme), style);
}
