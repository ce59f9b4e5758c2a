//! The screen.
//!
//! ```text
//!     # order-blindness                    # One layer, five words
//!  >  P1   One layer, five words           [ a small picture                ]
//!     P2   Attention weights …
//!     ~ sinusoidal                         What it shows, in a line.
//!     P3   …                               page 1.1   drills: Follow the shuffle
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::StatefulWidget;

use crate::figure::{self, FigureInfo, Picture, Sampling, Settings};
use crate::tui::plot::{Parts, Plot, PlotState};
use crate::tui::room::View;
use crate::tui::rooms::live::Keys;
use crate::tui::rooms::study::Place;
use crate::tui::rooms::study::blocks::plain;
use crate::tui::rooms::study::{ROOMY, copy};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{fit, put, wrap};

use super::Gallery;
use super::list::Row;

/// From this width on the picture stands beside the list.
const WIDE: u16 = 100;
/// Columns of the list there.
const LIST: u16 = 44;
/// In the middle of a small picture without data.
const FIRST: &str = "  A surprise: Enter, and predict it first.  ";
/// Behind the title of a figure that asks before it shows.
const ASKS: &str = "predict";
/// Rows of the words about the figure.
const WORDS: u16 = 4;

/// A small picture, kept while nothing about it changes.
pub struct Thumbnail {
    /// Figure, columns and rows, and whether its data is left out.
    of: (&'static str, u16, u16, bool),
    picture: Picture,
}

impl Gallery {
    /// One frame. Returns where the terminal's cursor belongs.
    pub(super) fn paint(&mut self, buffer: &mut Buffer, area: Rect, view: &View<'_>) -> Option<Position> {
        let area = area.intersection(buffer.area);
        if let Some(live) = &mut self.open {
            let place = inside(area, u16::from(area.height >= ROOMY));
            self.body = place;
            live.fill(place.width, place.height);
            if let Some(cells) = live.cells(view.theme, Keys::Here) {
                copy(cells, buffer, place, 0);
            }
            return None;
        }
        let (list, picture) = places(area);
        let cursor = self.paint_list(buffer, list, view.theme);
        if let Some(info) = self.list.chosen() {
            self.paint_chosen(buffer, picture, info, view);
        }
        cursor
    }

    fn paint_list(&mut self, buffer: &mut Buffer, area: Rect, theme: &Theme) -> Option<Position> {
        let (mut list, mut cursor) = (area, None);
        if let Some((input, typing)) = &self.list.search {
            let x = put(buffer, area, area.x + 1, area.y, "search: ", theme.style(Role::Dim));
            put(buffer, area, x, area.y, &plain(input.value(), theme), theme.style(Role::Strong));
            let x = x + u16::try_from(input.visual_cursor()).unwrap_or(0);
            cursor = typing.then_some(Position { x, y: area.y });
            list = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
        }
        self.body = list;
        if self.list.rows.is_empty() {
            put(
                buffer,
                list,
                list.x + 1,
                list.y,
                "No figure is called like this. Esc shows all.",
                theme.style(Role::Dim),
            );
        }
        let (rows, at) = (usize::from(list.height), self.list.at);
        self.top = at.saturating_sub(rows / 2).min(self.list.rows.len().saturating_sub(rows));
        for (y, (i, row)) in (list.y..list.bottom()).zip(self.list.rows.iter().enumerate().skip(self.top)) {
            match row {
                Row::Heading(scheme) => {
                    let name = format!("{} {}", scheme.mark(), scheme.name());
                    put(buffer, list, list.x + 3, y, &plain(&name, theme), theme.scheme(*scheme));
                }
                Row::Figure(info) => paint_row(buffer, Rect { y, height: 1, ..list }, info, i == at, theme),
            }
        }
        cursor
    }

    /// Title, picture, what it shows, where it is read and drilled.
    fn paint_chosen(&mut self, buffer: &mut Buffer, area: Rect, info: &'static FigureInfo, view: &View<'_>) {
        let theme = view.theme;
        let words = Rect { y: area.bottom().saturating_sub(WORDS), height: WORDS.min(area.height), ..area };
        let plot = Rect { height: area.height.saturating_sub(WORDS + 1), ..area };
        if plot.height >= 5 && plot.width >= 20 {
            let of = (info.slug, plot.width, plot.height, self.asks);
            if self.thumbnail.as_ref().is_none_or(|old| old.of != of) {
                let sampling = Sampling { cols: plot.width, rows: plot.height };
                let mut picture = figure::build(info, &Settings::new(info), sampling);
                if self.asks {
                    figure::veil(&mut picture);
                }
                self.thumbnail = Some(Thumbnail { of, picture });
            }
            if let Some(thumbnail) = &self.thumbnail {
                let style = theme.plot(view.settings.marks);
                let parts = Parts { title: true, ..Parts::BARE };
                Plot::new(&thumbnail.picture, &style).parts(parts).render(plot, buffer, &mut PlotState::default());
            }
            if self.asks {
                let text = plain(&fit(FIRST, usize::from(plot.width)), theme);
                let wide = u16::try_from(text.chars().count()).unwrap_or(plot.width).min(plot.width);
                let x = plot.x + (plot.width - wide) / 2;
                put(buffer, plot, x, plot.y + plot.height / 2, &text, theme.style(Role::Accent));
            }
        }
        let mut y = words.y;
        for row in wrap(&plain(info.summary, theme), usize::from(words.width)).iter().take(2) {
            put(buffer, words, words.x, y, row, theme.style(Role::Text));
            y += 1;
        }
        for line in self.ways(info, view) {
            put(buffer, words, words.x, y, &plain(&line, theme), theme.style(Role::Dim));
            y += 1;
        }
    }

    /// Where it is read, and what drills it.
    fn ways(&self, info: &FigureInfo, view: &View<'_>) -> Vec<String> {
        let mut ways = Vec::new();
        if let Some(place) = self.links.page(info) {
            let (section, page) = place.split_once('/').unwrap_or((&place, ""));
            let place = Place::find(view.library, section, page);
            let title = place.and_then(|p| p.page_of(view.library).map(|page| (p.number(), page.title.to_string())));
            ways.extend(title.map(|(number, title)| format!("r  page {number}  {title}")));
        }
        let titles: Vec<&str> = self.links.drills(info).iter().map(|(_, title)| title.as_str()).collect();
        ways.push(if titles.is_empty() { "no drill uses it".into() } else { format!("d  {}", titles.join(", ")) });
        ways
    }
}

/// Without the margins; above stand so many rows of air.
fn inside(area: Rect, air: u16) -> Rect {
    Rect {
        x: area.x + 2,
        y: area.y + air,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(air),
    }
}

/// The list, and the picture at its side or below it.
fn places(area: Rect) -> (Rect, Rect) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..inside(area, 1) };
    if area.width >= WIDE {
        let list = Rect { width: LIST, ..inner };
        let x = list.right() + 2;
        return (list, Rect { x, width: inner.right().saturating_sub(x), ..inner });
    }
    let height = (inner.height / 3).max(4);
    let list = Rect { height, ..inner };
    let y = list.bottom() + 1;
    (list, Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), y, height: inner.bottom().saturating_sub(y) })
}

fn paint_row(buffer: &mut Buffer, row: Rect, info: &FigureInfo, chosen: bool, theme: &Theme) {
    put(buffer, row, row.x, row.y, if chosen { ">" } else { " " }, theme.style(Role::Accent));
    put(buffer, row, row.x + 3, row.y, info.number, theme.style(Role::Dim));
    let style = theme.style(if chosen { Role::Selection } else { Role::Text });
    let end = put(buffer, row, row.x + 8, row.y, &plain(info.title, theme), style);
    if figure::can_predict(info) {
        put(buffer, row, end + 2, row.y, ASKS, theme.style(Role::Dim));
    }
}
