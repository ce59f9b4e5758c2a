//! A formula in two dimensions.

use super::fence::stretch;
use super::grid::Grid;
use super::linear;
use super::script::{self, Way};
use super::spacing::{self, Mode};
use super::symbols;
use super::tree::{Align, Class, Columns, Mark, Node};

/// Fractions deeper than this are written with a slash.
const STACKED_FRACTIONS: usize = 2;

/// Draws a formula.
pub(super) fn draw(node: &Node, ascii: bool) -> Grid {
    Draw { ascii, fractions: 0 }.node(node)
}

/// Draws the parts of a row, each with the space before it.
pub(super) fn parts(items: &[Node], ascii: bool, continues: bool) -> Vec<(Class, usize, Grid)> {
    Draw { ascii, fractions: 0 }.parts(items, continues)
}

#[derive(Clone, Copy)]
struct Draw {
    ascii: bool,
    fractions: usize,
}

impl Draw {
    fn node(self, node: &Node) -> Grid {
        match node {
            Node::Symbol { text, class } => Grid::text(&symbols::text(text, *class, self.ascii)),
            Node::Space(width) => Grid::blank(*width),
            Node::Row(items) => self.row(items, false),
            Node::Fraction { over, under, bar } => self.fraction(node, over, under, *bar),
            Node::Root { of, index } => self.root(node, of, index.as_deref()),
            Node::Script { base, sub, sup, limits } => self.script(base, sub.as_deref(), sup.as_deref(), *limits),
            Node::Accent { base, mark } => self.accent(base, *mark),
            Node::Fence { left, right, body } => self.fence(*left, *right, self.node(body)),
            Node::Table { rows, columns } => self.table(rows, columns),
        }
    }

    fn row(self, items: &[Node], continues: bool) -> Grid {
        let mut out = Grid::default();
        for (_, gap, grid) in self.parts(items, continues) {
            if gap > 0 {
                out.append(Grid::blank(gap));
            }
            out.append(grid);
        }
        out
    }

    fn parts(self, items: &[Node], continues: bool) -> Vec<(Class, usize, Grid)> {
        let mut out: Vec<(Class, usize, Grid)> = Vec::with_capacity(items.len());
        for item in spacing::space(items, Mode::Display, continues) {
            let grid = self.node(item.node);
            let merge = out.last().is_some_and(|(_, _, left)| spacing::would_merge(left.base_row(), grid.base_row()));
            out.push((item.class, if merge { item.gap.max(1) } else { item.gap }, grid));
        }
        out
    }

    fn fraction(self, node: &Node, over: &Node, under: &Node, bar: bool) -> Grid {
        if self.fractions >= STACKED_FRACTIONS {
            return Grid::text(&format!("({})", linear::linear(node, self.ascii)));
        }
        let inner = Self { fractions: self.fractions + 1, ..self };
        let (over, under) = (inner.node(over), inner.node(under));
        if !bar {
            return Grid::stack(vec![over, under], 0, Align::Centre);
        }
        let width = over.width().max(under.width()) + 2;
        let line = self.pick("─", "-").repeat(width);
        Grid::stack(
            vec![over.pad(width, Align::Centre), Grid::text(&line), under.pad(width, Align::Centre)],
            1,
            Align::Centre,
        )
    }

    fn root(self, node: &Node, of: &Node, index: Option<&Node>) -> Grid {
        let inside = self.node(of);
        if of.is_atom() && !matches!(of, Node::Fence { .. }) || inside.height() == 1 && self.ascii {
            return Grid::text(&linear::linear(node, self.ascii));
        }
        let roof = Grid::text(&"_".repeat(inside.width()));
        let (height, base) = (inside.height(), inside.base);
        let hook = if height == 1 {
            Grid::text("√")
        } else {
            let wall = self.pick("│", "|");
            let foot = self.pick("╲", "\\");
            let row = |y: usize| format!("{}{wall}", if y + 1 == height { foot } else { " " });
            Grid::from_rows((0..height).map(row).collect(), base)
        };
        let left = hook.width();
        let body = Grid::stack(
            vec![Grid::text(&format!("{}{}", " ".repeat(left), roof.base_row())), hook.beside(inside)],
            1,
            Align::Left,
        );
        match index.map(|index| linear::tight(index, self.ascii)) {
            Some(index) => {
                Grid::text(&script::collapse(&index, Way::Up).filter(|_| !self.ascii).unwrap_or(index)).beside(body)
            }
            None => body,
        }
    }

    fn script(self, base: &Node, sub: Option<&Node>, sup: Option<&Node>, limits: bool) -> Grid {
        let mut grid = self.node(base);
        let read = |part: Option<&Node>| part.map(|part| linear::tight(part, self.ascii));
        if limits {
            return self.limits(grid, read(sub), read(sup));
        }
        if grid.height() > 1 && !matches!(base, Node::Fence { .. } | Node::Accent { .. }) {
            grid = self.fence(Some('('), Some(')'), grid);
        }
        let (sub, sup) = (read(sub), read(sup));
        if grid.height() > 1 {
            return self.beside_tall(grid, sub, sup);
        }
        let place = |text: Option<String>, way| text.map_or((String::new(), None), |text| self.place(text, way));
        let ((low, under), (high, over)) = (place(sub, Way::Down), place(sup, Way::Up));
        let above = usize::from(over.is_some());
        let rows = over.into_iter().chain([format!("{low}{high}")]).chain(under).collect();
        grid.append(Grid::from_rows(rows, above));
        grid
    }

    /// Whether a script stands on the line (`.0`) or in a row of its own (`.1`).
    fn place(self, text: String, way: Way) -> (String, Option<String>) {
        let on_line = if self.ascii {
            let prime = way == Way::Up && text.chars().all(|c| c == '\'');
            let short = script::is_simple(&text) || script::collapse(&text.replace('-', "−"), way).is_some();
            if prime { Some(text.clone()) } else { short.then(|| script::marked(&text, way)) }
        } else {
            script::collapse(&text, way)
        };
        on_line.map_or((String::new(), Some(text)), |on_line| (on_line, None))
    }

    /// Scripts of a tall bracket stand at its upper and lower end.
    fn beside_tall(self, grid: Grid, sub: Option<String>, sup: Option<String>) -> Grid {
        let small = |text: Option<String>, way| {
            text.map(|text| script::collapse(&text, way).filter(|_| !self.ascii).unwrap_or(text)).unwrap_or_default()
        };
        let mut rows = vec![String::new(); grid.height()];
        if let Some(last) = rows.last_mut() {
            *last = small(sub, Way::Down);
        }
        if let Some(first) = rows.first_mut() {
            *first = small(sup, Way::Up);
        }
        let base = grid.base;
        grid.beside(Grid::from_rows(rows, base))
    }

    fn limits(self, grid: Grid, sub: Option<String>, sup: Option<String>) -> Grid {
        let base = usize::from(sup.is_some());
        let text = |text: String| Grid::text(&text);
        let parts = sup.map(text).into_iter().chain([grid]).chain(sub.map(text)).collect();
        Grid::stack(parts, base, Align::Centre)
    }

    fn accent(self, base: &Node, mark: Mark) -> Grid {
        let grid = self.node(base);
        let width = grid.width().max(3);
        let brace = |left: &str, line: &str, middle: &str, right: &str| {
            let before = (width - 3) / 2;
            Grid::text(&format!("{left}{}{middle}{}{right}", line.repeat(before), line.repeat(width - 3 - before)))
        };
        match mark {
            Mark::Underbrace if self.ascii => Grid::stack(vec![grid, brace("\\", "_", "_", "/")], 0, Align::Centre),
            Mark::Underbrace => Grid::stack(vec![grid, brace("╰", "─", "┬", "╯")], 0, Align::Centre),
            Mark::Overbrace if self.ascii => Grid::stack(vec![brace("/", "-", "-", "\\"), grid], 1, Align::Centre),
            Mark::Overbrace => Grid::stack(vec![brace("╭", "─", "┴", "╮"), grid], 1, Align::Centre),
            Mark::Underline => {
                let line = Grid::text(&self.pick("─", "-").repeat(grid.width()));
                Grid::stack(vec![grid, line], 0, Align::Centre)
            }
            _ => self.over(base, grid, mark),
        }
    }

    fn over(self, base: &Node, grid: Grid, mark: Mark) -> Grid {
        let text = linear::accent(base, mark, self.ascii);
        if grid.height() == 1 && (self.ascii || !text.ends_with(')')) {
            return Grid::text(&text);
        }
        let sign = match mark {
            Mark::Hat => "^".to_owned(),
            Mark::Tilde => "~".to_owned(),
            Mark::Vec => self.pick("→", "->").to_owned(),
            Mark::Dot => ".".to_owned(),
            _ => "_".repeat(grid.width()),
        };
        Grid::stack(vec![Grid::text(&sign), grid], 1, Align::Centre)
    }

    fn fence(self, left: Option<char>, right: Option<char>, body: Grid) -> Grid {
        let (height, base) = (body.height(), body.base);
        let side = |c| stretch(c, height, base, self.ascii);
        let space = |c: Option<char>| {
            if c == Some('{') && height > 1 { Grid::blank(1) } else { Grid::default() }
        };
        side(left).beside(space(left)).beside(body).beside(side(right))
    }

    fn table(self, rows: &[Vec<Node>], columns: &Columns) -> Grid {
        let cell = |at: usize, node: &Node| match columns {
            Columns::Equations if at % 2 == 1 => self.row(node.items(), true),
            _ => self.node(node),
        };
        let cells: Vec<Vec<Grid>> =
            rows.iter().map(|row| row.iter().enumerate().map(|(at, node)| cell(at, node)).collect()).collect();
        let count = cells.iter().map(Vec::len).max().unwrap_or(0);
        let width = |at: usize| cells.iter().filter_map(|row| row.get(at)).map(Grid::width).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(width).collect();
        let tall = cells.iter().flatten().any(|cell| cell.height() > 1);
        let split = *columns == Columns::Cases && cells.len().is_multiple_of(2);
        let middle = cells.len() / 2;
        let mut lines: Vec<Grid> = Vec::new();
        let single = cells.len() == 1;
        for (number, row) in cells.into_iter().enumerate() {
            if number > 0 && (tall || split && number == middle) {
                lines.push(Grid::blank(1));
            }
            lines.push(line(row, &widths, columns));
        }
        let mut out = Grid::stack(lines, 0, Align::Left);
        if !single {
            out.base = out.height().saturating_sub(1) / 2;
        }
        out
    }

    fn pick(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { unicode }
    }
}

fn line(row: Vec<Grid>, widths: &[usize], columns: &Columns) -> Grid {
    let mut out = Grid::default();
    for ((at, cell), width) in row.into_iter().enumerate().zip(widths) {
        let (align, gap) = match columns {
            Columns::Matrix(align) => (*align, 2),
            Columns::Array(aligns) => (aligns.get(at).copied().unwrap_or(Align::Centre), 2),
            Columns::Cases => (Align::Left, 2),
            Columns::Lines => (Align::Centre, 2),
            Columns::Equations if at % 2 == 0 => (Align::Right, 3),
            Columns::Equations => (Align::Left, 0),
        };
        if at > 0 && gap > 0 {
            out.append(Grid::blank(gap));
        }
        let cell = if cell.is_empty() { Grid::blank(*width) } else { cell };
        out.append(cell.pad(*width, align));
    }
    if out.is_empty() { Grid::blank(1) } else { out }
}
