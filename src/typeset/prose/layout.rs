//! Blocks → lines: indents, bars, bullets, and air between blocks.

use super::model::Block;
use super::wrap::{self, wrap};
use super::{Line, Opts, Role, Span, table};
use crate::typeset::{ascii, formula};

/// The narrowest column text is set in; deeper indents start again at the left.
const NARROWEST: usize = 12;
/// Columns before a displayed formula.
const FORMULA_INDENT: usize = 4;

/// Lays blocks out.
pub(super) fn layout(blocks: &[Block], width: usize, opts: &Opts) -> Vec<Line> {
    let mut setter = Setter { lines: Vec::new(), block: 0, width: width.max(1), opts };
    for (number, block) in blocks.iter().enumerate() {
        if number > 0 {
            setter.blank(&Margin::default());
        }
        setter.block = number;
        setter.block(block, &mut Margin::default());
    }
    setter.lines
}

/// What stands to the left of a block: once on its first line, then on every other.
#[derive(Clone, Default)]
struct Margin {
    first: Vec<Span>,
    rest: Vec<Span>,
}

impl Margin {
    fn width(&self) -> usize {
        columns(&self.rest).max(columns(&self.first))
    }

    /// The margin of the next line.
    fn take(&mut self) -> Vec<Span> {
        std::mem::replace(&mut self.first, self.rest.clone())
    }

    /// This margin and another inside it; from the left again when too little room would remain.
    fn and(&self, first: Span, rest: Span, width: usize) -> Self {
        let mut inner =
            if self.width() + wrap::width(&first.text) + NARROWEST > width { Self::default() } else { self.clone() };
        inner.first.push(first);
        inner.rest.push(rest);
        inner
    }
}

fn columns(spans: &[Span]) -> usize {
    spans.iter().map(|span| wrap::width(&span.text)).sum()
}

fn span(text: impl Into<String>, role: Role) -> Span {
    Span { text: text.into(), role, ..Span::default() }
}

struct Setter<'o> {
    lines: Vec<Line>,
    block: usize,
    width: usize,
    opts: &'o Opts,
}

impl Setter<'_> {
    fn block(&mut self, block: &Block, margin: &mut Margin) {
        let room = self.room(margin);
        match block {
            Block::Paragraph(inlines) => self.all(wrap(inlines, room, self.opts), margin),
            Block::Heading(inlines) => {
                let mut lines = wrap(inlines, room, self.opts);
                for span in lines.iter_mut().flatten().filter(|span| span.role == Role::Text) {
                    span.role = Role::Heading;
                }
                self.all(lines, margin);
            }
            Block::Code(lines) => self.code(lines, margin),
            Block::Formula(latex) => self.formula(latex, margin),
            Block::List { start, items } => self.list(*start, items, margin),
            Block::Quote(blocks) => {
                let bar = span(self.pick("│ ", "| "), Role::Dim);
                let mut inner = margin.and(bar.clone(), bar, self.width);
                self.blocks(blocks, &mut inner, true);
                margin.first.clone_from(&margin.rest);
            }
            Block::Table(content) => self.all(table::table(content, room, self.opts), margin),
            Block::Rule => self.line(vec![span(self.pick("─", "-").repeat(room.min(24)), Role::Rule)], margin),
        }
    }

    /// Blocks under each other; `air`: an empty line between any two, not only where the author wrote several paragraphs.
    fn blocks(&mut self, blocks: &[Block], margin: &mut Margin, air: bool) {
        let mut previous: Option<&Block> = None;
        for block in blocks {
            let tight = !air && matches!(block, Block::List { .. });
            if previous.is_some() && !tight {
                self.blank(&Margin { first: margin.rest.clone(), rest: margin.rest.clone() });
            }
            self.block(block, margin);
            previous = Some(block);
        }
    }

    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>], margin: &mut Margin) {
        let airy =
            items.iter().any(|item| item.iter().filter(|block| !matches!(block, Block::List { .. })).count() > 1);
        let last = start.map(|start| start.saturating_add(items.len() as u64).saturating_sub(1));
        let marker_width = last.map_or(2, |last| last.to_string().len() + 2);
        for (number, item) in items.iter().enumerate() {
            if number > 0 && airy {
                self.blank(&Margin { first: margin.rest.clone(), rest: margin.rest.clone() });
            }
            let marker = match start {
                Some(start) => format!("{:>w$}. ", start.saturating_add(number as u64), w = marker_width - 2),
                None => self.pick("• ", "* ").to_owned(),
            };
            let mut inner =
                margin.and(span(marker, Role::Bullet), span(" ".repeat(marker_width), Role::Text), self.width);
            if item.is_empty() {
                self.line(Vec::new(), &mut inner);
            }
            self.blocks(item, &mut inner, false);
            margin.first.clone_from(&margin.rest);
        }
    }

    fn code(&mut self, lines: &[String], margin: &mut Margin) {
        let mut inner = margin.and(span("  ", Role::Text), span("  ", Role::Text), self.width);
        let room = self.room(&inner).max(1);
        for line in lines {
            let line = if self.opts.ascii { ascii::fold(line).into_owned() } else { line.clone() };
            for piece in pieces(&line, room) {
                self.line(vec![span(piece, Role::Code)], &mut inner);
            }
        }
        margin.first.clone_from(&margin.rest);
    }

    fn formula(&mut self, latex: &str, margin: &mut Margin) {
        let room = self.room(margin);
        let style = formula::Style { inline: false, ascii: self.opts.ascii };
        let Ok(drawn) = formula::layout_within(latex, room, &style) else {
            return;
        };
        let spare = room.saturating_sub(drawn.width());
        let indent = if self.opts.centre { spare / 2 } else { FORMULA_INDENT.min(spare) };
        for row in drawn.rows {
            let row = format!("{}{row}", " ".repeat(indent));
            self.line(if row.trim().is_empty() { Vec::new() } else { vec![span(row, Role::Math)] }, margin);
        }
    }

    fn all(&mut self, lines: Vec<Vec<Span>>, margin: &mut Margin) {
        for line in lines {
            self.line(line, margin);
        }
    }

    fn line(&mut self, content: Vec<Span>, margin: &mut Margin) {
        let mut spans = margin.take();
        spans.extend(content);
        // Nothing but blanks at the end of a line.
        while let Some(last) = spans.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            if !last.text.is_empty() {
                break;
            }
            spans.pop();
        }
        self.lines.push(Line { spans, block: self.block });
    }

    fn blank(&mut self, margin: &Margin) {
        self.line(Vec::new(), &mut margin.clone());
    }

    fn room(&self, margin: &Margin) -> usize {
        self.width.saturating_sub(margin.width()).max(1)
    }

    fn pick(&self, unicode: &'static str, plain: &'static str) -> &'static str {
        if self.opts.ascii { plain } else { unicode }
    }
}

/// A line of code cut to a width; what is cut off continues below.
fn pieces(line: &str, room: usize) -> Vec<String> {
    use unicode_segmentation::UnicodeSegmentation;
    let mut out = vec![String::new()];
    let mut used = 0;
    for grapheme in line.graphemes(true) {
        let wide = wrap::width(grapheme);
        if wide > room {
            continue;
        }
        if used + wide > room {
            out.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(last) = out.last_mut() {
            last.push_str(grapheme);
        }
    }
    out
}
