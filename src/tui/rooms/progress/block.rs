//! The page of Progress as blocks of rows, and how they flow into as many columns as the window has.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::super::super::theme::{Role, Theme};
use super::super::super::widgets::text::put;

/// Columns of a block.
pub(super) const WIDTH: u16 = 56;
/// Columns between two blocks, the marker of the right one in them.
const GAP: u16 = 3;
/// At most so many blocks side by side.
const MOST: u16 = 3;

/// What Enter opens on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// Nothing: the row is there to be read.
    View,
    /// The first drill.
    First,
    /// What is due.
    Due,
    /// A mistake made again and again, by its place.
    Mistake(usize),
    /// A prompt with missed points, by its place.
    Missed(usize),
    /// A scheme, by its place; the column is chosen apart.
    Scheme(usize),
    /// A skill, by its place.
    Skill(usize),
    /// Every skill.
    Skills,
    /// An answer, by its place.
    Answer(usize),
    /// The schedule, to be fitted.
    Fit,
}

/// Text at a place of a row.
#[derive(Clone, Debug)]
struct Piece {
    x: u16,
    text: String,
    style: Style,
}

/// One row of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pieces: Vec<Piece>,
    pub(super) pick: Option<Pick>,
    /// The places of its cells, if it is a row of cells.
    cells: Vec<(u16, u16)>,
}

impl Row {
    /// Text from a column on.
    pub(super) fn at(mut self, x: u16, text: impl Into<String>, style: Style) -> Row {
        self.pieces.push(Piece { x, text: text.into(), style });
        self
    }

    /// Text that ends at a column.
    pub(super) fn to(self, end: u16, text: impl Into<String>, style: Style) -> Row {
        let text = text.into();
        let x = end.saturating_sub(width(&text));
        self.at(x, text, style)
    }

    /// A cell that ends at a column and can be chosen.
    pub(super) fn cell(mut self, end: u16, text: &str, style: Style) -> Row {
        self.cells.push((end.saturating_sub(width(text)), width(text)));
        self.to(end, text, style)
    }

    /// What Enter opens.
    pub(super) fn pick(mut self, pick: Pick) -> Row {
        self.pick = Some(pick);
        self
    }
}

fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// A heading and its rows.
#[derive(Clone, Debug)]
pub(super) struct Block {
    title: String,
    pub(super) rows: Vec<Row>,
}

impl Block {
    /// With a row under its heading for everything that is to be read.
    pub(super) fn new(title: impl Into<String>, rows: Vec<Row>) -> Block {
        Block { title: title.into(), rows }
    }

    /// Heading, rows and the blank row after them.
    fn height(&self) -> usize {
        self.rows.len() + 2
    }

    /// What can be chosen in it: its rows, or itself if none can.
    fn picks(&self) -> Vec<Pick> {
        let rows: Vec<Pick> = self.rows.iter().filter_map(|r| r.pick).collect();
        if rows.is_empty() { vec![Pick::View] } else { rows }
    }
}

/// The chosen row: its number among all that can be chosen, and the column where it has cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct At {
    pub(super) row: usize,
    pub(super) cell: usize,
}

/// The blocks, with what can be chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    blocks: Vec<Block>,
    top: usize,
}

impl Page {
    /// From its blocks; the place is kept.
    pub(super) fn set(&mut self, blocks: Vec<Block>) {
        self.blocks = blocks;
    }

    /// Everything that can be chosen, in order.
    pub(super) fn picks(&self) -> Vec<Pick> {
        self.blocks.iter().flat_map(Block::picks).collect()
    }

    /// The first row of the next block, or of the one before.
    pub(super) fn next_block(&self, row: usize, back: bool) -> usize {
        let mut starts = vec![0];
        for block in &self.blocks {
            starts.push(starts.last().copied().unwrap_or(0) + block.picks().len());
        }
        let end = starts.pop().unwrap_or(0);
        let found = if back {
            starts.iter().rev().find(|s| **s < row).or(starts.last())
        } else {
            starts.iter().find(|s| **s > row && **s < end).or(starts.first())
        };
        found.copied().unwrap_or(0)
    }

    /// Draws as much as there is room for, the chosen row in sight.
    pub(super) fn draw(&mut self, buffer: &mut Buffer, area: Rect, at: At, theme: &Theme) {
        let columns = ((area.width + 1) / (WIDTH + GAP)).clamp(1, MOST);
        let step = (area.width.saturating_sub(2) / columns).min(WIDTH + GAP + 6);
        let heights: Vec<usize> = self.blocks.iter().map(Block::height).collect();
        let breaks = balance(&heights, usize::from(columns));
        let places = places(&heights, &breaks);
        let end = places.iter().zip(&heights).map(|((_, y), h)| y + h).max().unwrap_or(0).saturating_sub(1);
        // What does not fit leaves a row for the line that says so.
        let long = end > usize::from(area.height);
        let area = Rect { height: area.height.saturating_sub(u16::from(long)), ..area };
        self.scroll(usize::from(area.height), at, &places, &heights);
        let below = end.saturating_sub(self.top + usize::from(area.height));
        let rows = if below == 1 { "row" } else { "rows" };
        if long && below > 0 {
            let said = format!("↓ {below} more {rows}");
            put(buffer, buffer.area, area.x + 3, area.bottom(), &said, theme.style(Role::Dim));
        }
        let mut first = 0;
        for (block, (column, y)) in self.blocks.iter().zip(&places) {
            let x = area.x + 3.min(area.width) + u16::try_from(*column).unwrap_or(0) * step;
            let place = Rect { x, width: WIDTH.min(area.right().saturating_sub(x)), ..area };
            let chosen = at.row.checked_sub(first).filter(|row| *row < block.picks().len());
            draw_block(buffer, place, block, (*y, self.top), chosen.map(|row| At { row, ..at }), theme);
            first += block.picks().len();
        }
    }

    /// The whole block of the chosen row in sight where it fits, the row itself in any case.
    fn scroll(&mut self, room: usize, at: At, places: &[(usize, usize)], heights: &[usize]) {
        let end = places.iter().zip(heights).map(|((_, y), h)| y + h).max().unwrap_or(0);
        let mut first = 0;
        for (block, ((_, y), height)) in self.blocks.iter().zip(places.iter().zip(heights)) {
            let picks = block.picks().len();
            if (first..first + picks).contains(&at.row) {
                let mut rows = block.rows.iter().enumerate().filter(|(_, r)| r.pick.is_some());
                let row = y + rows.nth(at.row - first).map_or(0, |(i, _)| i + 1);
                self.top = self.top.min(*y).max((y + height).saturating_sub(room + 1));
                self.top = self.top.min(row.saturating_sub(1)).max((row + 1).saturating_sub(room));
            }
            first += picks;
        }
        self.top = self.top.min(end.saturating_sub(room + 1));
    }
}

/// Where each block stands: column, and rows from the top.
fn places(heights: &[usize], breaks: &[usize]) -> Vec<(usize, usize)> {
    let (mut column, mut y) = (0, 0);
    let mut all = Vec::with_capacity(heights.len());
    for (i, height) in heights.iter().enumerate() {
        if breaks.contains(&i) {
            column += 1;
            y = 0;
        }
        all.push((column, y));
        y += height;
    }
    all
}

/// Before which blocks a new column begins, so that the longest column is as short as can be.
fn balance(heights: &[usize], columns: usize) -> Vec<usize> {
    let longest = |breaks: &[usize]| places(heights, breaks).iter().zip(heights).map(|((_, y), h)| y + h).max();
    let starts = 1..heights.len();
    let pairs = starts.clone().flat_map(|a| (a + 1..heights.len()).map(move |b| vec![a, b]));
    let all: Vec<Vec<usize>> = match columns {
        1 => return Vec::new(),
        2 => starts.map(|a| vec![a]).collect(),
        _ => pairs.collect(),
    };
    all.into_iter().min_by_key(|breaks| longest(breaks)).unwrap_or_default()
}

fn draw_block(
    buffer: &mut Buffer,
    area: Rect,
    block: &Block,
    (from, top): (usize, usize),
    chosen: Option<At>,
    theme: &Theme,
) {
    let row_y = |row: usize| {
        let y = (from + row).checked_sub(top).and_then(|y| u16::try_from(y).ok())?;
        (y < area.height).then_some(area.y + y)
    };
    let marker = Rect { x: area.x.saturating_sub(2), ..area };
    let alone = block.rows.iter().all(|r| r.pick.is_none());
    if let Some(y) = row_y(0) {
        put(buffer, area, area.x, y, &block.title, theme.style(Role::Strong));
        if alone && chosen.is_some() {
            put(buffer, marker, marker.x, y, ">", theme.style(Role::Accent));
        }
    }
    let mut picks = 0;
    for (i, row) in block.rows.iter().enumerate() {
        let mine = row.pick.is_some() && chosen.is_some_and(|at| at.row == picks);
        picks += usize::from(row.pick.is_some());
        let Some(y) = row_y(i + 1) else { continue };
        for piece in &row.pieces {
            put(buffer, area, area.x + piece.x, y, &piece.text, piece.style);
        }
        if mine {
            put(buffer, marker, marker.x, y, ">", theme.style(Role::Accent));
            choose(buffer, area, y, row, chosen.map_or(0, |at| at.cell), theme);
        }
    }
}

/// The chosen cell stands out; a row without cells is bold.
fn choose(buffer: &mut Buffer, area: Rect, y: u16, row: &Row, cell: usize, theme: &Theme) {
    let (x, width, style) = match row.cells.get(cell) {
        Some((x, width)) => (*x, *width, theme.style(Role::Selection)),
        None => (0, WIDTH, theme.style(Role::Strong)),
    };
    let place = Rect { x: area.x + x, y, width, height: 1 }.intersection(area).intersection(buffer.area);
    buffer.set_style(place, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_even_as_whole_blocks_allow() {
        assert_eq!(balance(&[5, 5, 5, 5], 2), [2]);
        assert_eq!(balance(&[12, 3, 3, 3], 2), [1]);
        assert_eq!(balance(&[4, 4, 4], 3), [1, 2]);
        assert_eq!(balance(&[4], 3), Vec::<usize>::new());
    }

    #[test]
    fn tab_goes_from_block_to_block_and_round() {
        let row = |pick| Row::default().pick(pick);
        let mut page = Page::default();
        page.set(vec![
            Block::new("a", vec![row(Pick::Due), row(Pick::Skills)]),
            Block::new("b", vec![Row::default()]),
            Block::new("c", vec![row(Pick::Answer(0))]),
        ]);
        assert_eq!(page.picks(), [Pick::Due, Pick::Skills, Pick::View, Pick::Answer(0)]);
        assert_eq!([page.next_block(0, false), page.next_block(2, false), page.next_block(3, false)], [2, 3, 0]);
        assert_eq!([page.next_block(3, true), page.next_block(1, true), page.next_block(0, true)], [2, 0, 3]);
    }
}
