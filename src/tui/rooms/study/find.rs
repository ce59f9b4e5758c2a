//! The search box over a page, and the places that were found.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tui_input::Input;
use unicode_width::UnicodeWidthStr;

use crate::content::Library;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{put, put_right};

use super::blocks::plain;
use super::search::{Hit, Words};

/// The open box.
#[derive(Default)]
pub struct FindBox {
    /// What is typed.
    pub input: Input,
    hits: Vec<Hit>,
    at: usize,
}

/// What was looked for last: the next and the previous place are a key away.
pub struct Found {
    /// The text as it stands there, to mark it: `θ`.
    pub text: String,
    /// The text as it was typed: `theta`.
    pub typed: String,
    hits: Vec<Hit>,
    at: usize,
}

impl FindBox {
    /// A box with the text of the last search in it.
    pub fn new(text: &str, words: &Words) -> FindBox {
        let mut find = FindBox { input: Input::from(text), ..FindBox::default() };
        find.search(words);
        find
    }

    /// Looks again after an edit.
    pub fn search(&mut self, words: &Words) {
        self.hits = words.find(self.input.value());
        self.at = 0;
    }

    /// Moves the cursor in the list.
    pub fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.hits.len().saturating_sub(1));
    }

    /// Takes the chosen place; `None` if nothing was found.
    pub fn take(&self) -> Option<Found> {
        let text = self.hits.get(self.at)?.found.clone();
        Some(Found { text, typed: self.input.value().trim().to_string(), hits: self.hits.clone(), at: self.at })
    }

    /// ```text
    ///  find: relative only                                        3 places
    ///
    ///  > 5.2  Why positions cancel
    ///         … the score knows *relative only* …
    /// ```
    /// Returns where the terminal's cursor belongs.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect, library: &Library, theme: &Theme) -> Position {
        let list = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2).min(130),
            height: area.height.saturating_sub(1),
        };
        let dim = theme.style(Role::Dim);
        let x = put(buffer, list, list.x + 2, list.y, "find: ", dim);
        put(buffer, list, x, list.y, &plain(self.input.value(), theme), theme.style(Role::Strong));
        let cursor = Position { x: x + u16::try_from(self.input.visual_cursor()).unwrap_or(0), y: list.y };
        let count = match (self.input.value().trim().is_empty(), self.hits.len()) {
            (true, _) => String::new(),
            (_, 0) => "nowhere in this chapter".into(),
            (_, 1) => "1 place".into(),
            (_, n) => format!("{n} places"),
        };
        put_right(buffer, list, list.right(), list.y, &count, dim);
        let room = usize::from(list.height.saturating_sub(2) / 2).max(1);
        let top = self.at.saturating_sub(room / 2).min(self.hits.len().saturating_sub(room));
        for (i, hit) in self.hits.iter().enumerate().skip(top).take(room) {
            let y = list.y + 2 + u16::try_from((i - top) * 2).unwrap_or(0);
            draw_hit(
                buffer,
                Rect { y, height: list.bottom().saturating_sub(y).min(2), ..list },
                library,
                hit,
                i == self.at,
                theme,
            );
        }
        cursor
    }
}

fn draw_hit(buffer: &mut Buffer, row: Rect, library: &Library, hit: &Hit, chosen: bool, theme: &Theme) {
    let dim = theme.style(Role::Dim);
    put(buffer, row, row.x, row.y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
    put(buffer, row, row.x + 2, row.y, &hit.place.number(), dim);
    let page = hit.place.page_of(library).map(|p| plain(&p.title, theme)).unwrap_or_default();
    let section = hit.place.section_of(library).map(|s| plain(&s.title, theme)).unwrap_or_default();
    let style = theme.style(if chosen { Role::Selection } else { Role::Text });
    let x = put(buffer, row, row.x + 8, row.y, &page, style);
    put(buffer, row, x + 3, row.y, &section, dim);
    let y = row.y + 1;
    let x = put(buffer, row, row.x + 8, y, &plain(&hit.before, theme), dim);
    let x = put(buffer, row, x, y, &plain(&hit.found, theme), theme.style(Role::Key));
    put(
        buffer,
        row,
        x,
        y,
        &shortened(&plain(&hit.after, theme), usize::from(row.right().saturating_sub(x)), theme),
        dim,
    );
}

/// A text in so many columns, with a sign where it is cut.
fn shortened(text: &str, width: usize, theme: &Theme) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let sign = plain("…", theme);
    let mut short = String::new();
    for word in text.split_inclusive(' ') {
        if short.width() + word.width() + sign.width() > width {
            break;
        }
        short.push_str(word);
    }
    format!("{}{sign}", short.trim_end())
}

impl Found {
    /// The place where the reader is.
    pub fn here(&self) -> Option<&Hit> {
        self.hits.get(self.at)
    }

    /// Another place, round and round.
    pub fn step(&mut self, forward: bool) {
        let count = self.hits.len().max(1);
        self.at = (self.at + if forward { 1 } else { count - 1 }) % count;
    }

    /// Which of how many, and the key for the next.
    pub fn count(&self) -> String {
        let next = if self.hits.len() > 1 { "; n goes to the next" } else { "" };
        format!("{} of {} for \"{}\"{next}", self.at + 1, self.hits.len(), self.typed)
    }
}
