//! The parser's events → a tree.

use super::symbols;
use super::tree::{Align, Class, Columns, Mark, Node};
use super::{FormulaError, MAX_BYTES, MAX_DEPTH};
use pulldown_latex::event::{
    ArrayColumn, ColumnAlignment, Content, DelimiterType, Dimension, DimensionUnit, EnvironmentFlow, Event, Font,
    Grouping, ScriptPosition, ScriptType, StateChange, Visual,
};
use pulldown_latex::{Parser, Storage};

/// Commands that define others: they could expand without end.
const DEFINING: [&str; 10] = [
    "\\def",
    "\\gdef",
    "\\edef",
    "\\xdef",
    "\\let",
    "\\futurelet",
    "\\newcommand",
    "\\renewcommand",
    "\\providecommand",
    "\\long",
];

/// Reads LaTeX.
pub(super) fn parse(latex: &str) -> Result<Node, FormulaError> {
    guard(latex)?;
    let storage = Storage::new();
    let mut events = Vec::with_capacity(latex.len());
    for event in Parser::new(latex, &storage) {
        events.push(event.map_err(|error| FormulaError::from_parser(latex, &error.to_string()))?);
    }
    let mut builder = Builder { events: events.into_iter(), depth: 0 };
    let (mut rows, _) = builder.cells(None)?;
    Ok(rows.pop().and_then(|mut row| row.pop()).unwrap_or(Node::Row(Vec::new())))
}

/// Refuses what must not reach the parser: too long, braces too deep, macro definitions.
fn guard(latex: &str) -> Result<(), FormulaError> {
    if latex.len() > MAX_BYTES {
        return Err(FormulaError::TooLong { bytes: latex.len() });
    }
    let mut depth = 0usize;
    for c in latex.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 2 * MAX_DEPTH {
            return Err(FormulaError::TooDeep);
        }
    }
    for (column, (at, _)) in latex.char_indices().enumerate().filter(|(_, (_, c))| *c == '\\') {
        let rest = latex.get(at..).unwrap_or_default();
        let end = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_alphabetic()).map_or(rest.len(), |(at, _)| at);
        let command = rest.get(..end).unwrap_or_default();
        if DEFINING.contains(&command) {
            return Err(FormulaError::Macro { column: column + 1, command: command.to_owned() });
        }
    }
    Ok(())
}

struct Builder<'a> {
    events: std::vec::IntoIter<Event<'a>>,
    depth: usize,
}

type Cells = (Vec<Vec<Node>>, Option<Font>);

impl Builder<'_> {
    /// Everything until the end of the group: rows of cells; a plain group is one row of one cell.
    fn cells(&mut self, font: Option<Font>) -> Result<Cells, FormulaError> {
        let (mut rows, mut row, mut cell, outer) = (Vec::new(), Vec::new(), Vec::new(), font);
        let mut font = font;
        while let Some(event) = self.events.next() {
            match event {
                Event::End => break,
                Event::StateChange(StateChange::Font(new)) => font = new,
                Event::StateChange(_) | Event::EnvironmentFlow(EnvironmentFlow::StartLines { .. }) => {}
                Event::EnvironmentFlow(EnvironmentFlow::Alignment) => {
                    row.push(finish(std::mem::take(&mut cell)));
                    font = outer;
                }
                Event::EnvironmentFlow(EnvironmentFlow::NewLine { .. }) => {
                    row.push(finish(std::mem::take(&mut cell)));
                    rows.push(std::mem::take(&mut row));
                    font = outer;
                }
                event => {
                    let node = self.element(event, font)?;
                    push(&mut cell, node, font);
                }
            }
        }
        row.push(finish(cell));
        rows.push(row);
        Ok((rows, font))
    }

    fn group(&mut self, font: Option<Font>) -> Result<Node, FormulaError> {
        let (mut rows, _) = self.cells(font)?;
        Ok(rows.pop().and_then(|mut row| row.pop()).unwrap_or(Node::Row(Vec::new())))
    }

    /// The next element, skipping changes of state.
    fn next_element(&mut self, font: Option<Font>) -> Result<Node, FormulaError> {
        while let Some(event) = self.events.next() {
            match event {
                Event::StateChange(_) | Event::EnvironmentFlow(_) => {}
                Event::End => break,
                event => return self.element(event, font),
            }
        }
        Ok(Node::Row(Vec::new()))
    }

    fn boxed(&mut self, font: Option<Font>) -> Result<Box<Node>, FormulaError> {
        self.next_element(font).map(Box::new)
    }

    fn element(&mut self, event: Event<'_>, font: Option<Font>) -> Result<Node, FormulaError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(FormulaError::TooDeep);
        }
        let node = match event {
            Event::Content(content) => symbol(content, font),
            Event::Begin(grouping) => self.grouping(grouping, font)?,
            Event::Visual(visual) => self.visual(visual, font)?,
            Event::Script { ty, position } => self.script(ty, position, font)?,
            Event::Space { width, .. } => Node::Space(width.map_or(0, columns)),
            Event::End | Event::StateChange(_) | Event::EnvironmentFlow(_) => Node::Row(Vec::new()),
        };
        self.depth -= 1;
        Ok(node)
    }

    fn visual(&mut self, visual: Visual, font: Option<Font>) -> Result<Node, FormulaError> {
        Ok(match visual {
            Visual::SquareRoot => Node::Root { of: self.boxed(font)?, index: None },
            Visual::Root => Node::Root { of: self.boxed(font)?, index: Some(self.boxed(font)?) },
            Visual::Fraction(line) => {
                let (over, under) = (self.boxed(font)?, self.boxed(font)?);
                Node::Fraction { over, under, bar: line.is_none_or(|line| line.value > 0.0) }
            }
            Visual::Negation => match self.next_element(font)? {
                Node::Symbol { text, class } => Node::Symbol { text: symbols::negated(&text), class },
                other => other,
            },
        })
    }

    fn script(&mut self, ty: ScriptType, position: ScriptPosition, font: Option<Font>) -> Result<Node, FormulaError> {
        let base = self.boxed(font)?;
        let (sub, sup) = match ty {
            ScriptType::Subscript => (Some(self.boxed(font)?), None),
            ScriptType::Superscript => (None, Some(self.boxed(font)?)),
            ScriptType::SubSuperscript => (Some(self.boxed(font)?), Some(self.boxed(font)?)),
        };
        let limits = position != ScriptPosition::Right;
        if position == ScriptPosition::AboveBelow {
            let mark = match (sub.as_deref(), sup.as_deref()) {
                (None, Some(over)) => mark(over, false),
                (Some(under), None) => mark(under, true),
                _ => None,
            };
            if let Some(mark) = mark {
                return Ok(Node::Accent { base, mark });
            }
        }
        Ok(Node::Script { base, sub, sup, limits })
    }

    fn grouping(&mut self, grouping: Grouping, font: Option<Font>) -> Result<Node, FormulaError> {
        let columns = match grouping {
            Grouping::Normal => return self.group(font),
            Grouping::LeftRight(left, right) => {
                return Ok(Node::Fence {
                    left: left.map(plain),
                    right: right.map(plain),
                    body: Box::new(self.group(font)?),
                });
            }
            Grouping::Matrix { alignment } => Columns::Matrix(align(alignment)),
            Grouping::Cases { .. } => Columns::Cases,
            Grouping::Array(ref columns) => Columns::Array(columns.iter().filter_map(column).collect()),
            Grouping::Gather { .. } | Grouping::Gathered | Grouping::Multline | Grouping::Equation { .. } => {
                Columns::Lines
            }
            _ => Columns::Equations,
        };
        let (mut rows, _) = self.cells(None)?;
        let empty = |row: &Vec<Node>| row.iter().all(|cell| matches!(cell, Node::Row(items) if items.is_empty()));
        if rows.last().is_some_and(empty) {
            rows.pop();
        }
        let table = Node::Table { rows, columns };
        Ok(match grouping {
            Grouping::Cases { left: true } => Node::Fence { left: Some('{'), right: None, body: Box::new(table) },
            Grouping::Cases { left: false } => Node::Fence { left: None, right: Some('}'), body: Box::new(table) },
            _ => table,
        })
    }
}

/// Adds a node to a row; upright letters in a row become a word.
fn push(cell: &mut Vec<Node>, node: Node, font: Option<Font>) {
    if let (
        Some(Font::UpRight),
        Node::Symbol { text, class: Class::Ord },
        Some(Node::Symbol { text: word, class: Class::Ord }),
    ) = (font, &node, cell.last_mut())
    {
        word.push_str(text);
        return;
    }
    if !matches!(&node, Node::Row(items) if items.is_empty()) || cell.is_empty() {
        cell.push(node);
    }
}

/// A row of one is that one, when neighbours see the same class; bars in pairs become brackets.
fn finish(mut items: Vec<Node>) -> Node {
    pair_bars(&mut items);
    if let [
        Node::Symbol { class: Class::Ord, .. }
        | Node::Script { .. }
        | Node::Table { .. }
        | Node::Row(_)
        | Node::Fence { .. }
        | Node::Accent { .. }
        | Node::Fraction { .. }
        | Node::Root { .. },
    ] = items.as_slice()
    {
        return items.pop().unwrap_or(Node::Row(Vec::new()));
    }
    Node::Row(items)
}

/// `|x|` uses one character for both sides: when their number is even, they open and close in turn.
fn pair_bars(items: &mut [Node]) {
    for bar in ["|", "‖"] {
        let is_bar = |node: &Node| matches!(node, Node::Symbol { text, class: Class::Ord } if text == bar);
        let mut base_bars: Vec<&mut Class> = Vec::new();
        for node in items.iter_mut() {
            let inner = match node {
                Node::Script { base, .. } => base.as_mut(),
                other => other,
            };
            if is_bar(inner)
                && let Node::Symbol { class, .. } = inner
            {
                base_bars.push(class);
            }
        }
        if base_bars.len().is_multiple_of(2) {
            for (number, class) in base_bars.into_iter().enumerate() {
                *class = if number % 2 == 0 { Class::Open } else { Class::Close };
            }
        }
    }
}

fn symbol(content: Content<'_>, font: Option<Font>) -> Node {
    let one = |c: char, class: Class| Node::Symbol { text: symbols::letter(c, font).to_string(), class };
    match content {
        Content::Number(text) if is_list(text) => list(text),
        Content::Text(text) | Content::Number(text) => Node::Symbol { text: text.to_owned(), class: Class::Ord },
        Content::Function(name) => Node::Symbol { text: name.to_owned(), class: Class::Op },
        Content::Ordinary { content, .. } => one(content, Class::Ord),
        Content::LargeOp { content, .. } => one(content, Class::Big),
        // A slash divides without spaces.
        Content::BinaryOp { content: '/', .. } => one('/', Class::Ord),
        Content::BinaryOp { content, .. } => one(content, Class::Bin),
        Content::Punctuation(content) => one(content, Class::Punct),
        Content::Delimiter { content, ty, .. } => one(
            content,
            match ty {
                DelimiterType::Open => Class::Open,
                DelimiterType::Close => Class::Close,
                DelimiterType::Fence => Class::Ord,
            },
        ),
        Content::Relation { content, .. } => {
            let mut buffer = [0; 8];
            let text = String::from_utf8_lossy(content.encode_utf8_to_buf(&mut buffer));
            Node::Symbol { text: text.chars().map(|c| symbols::letter(c, None)).collect(), class: Class::Rel }
        }
    }
}

/// `0.6,0.8` is read as one number, and is two unless the commas part thousands.
fn is_list(number: &str) -> bool {
    let mut parts = number.split(',');
    let first = parts.next().unwrap_or_default();
    let whole = |part: &str| part.split('.').next().is_some_and(|digits| digits.len() == 3);
    number.contains(',') && (first.contains('.') || !(1..=3).contains(&first.len()) || !parts.all(whole))
}

fn list(numbers: &str) -> Node {
    let mut items = Vec::new();
    for number in numbers.split(',') {
        if !items.is_empty() {
            items.push(Node::Symbol { text: ",".to_owned(), class: Class::Punct });
        }
        if !number.is_empty() {
            items.push(Node::Symbol { text: number.to_owned(), class: Class::Ord });
        }
    }
    Node::Row(items)
}

/// The accent or brace that a script above (or below) a base stands for.
fn mark(script: &Node, below: bool) -> Option<Mark> {
    let Node::Symbol { text, .. } = script else {
        return None;
    };
    Some(match (text.as_str(), below) {
        ("^", false) => Mark::Hat,
        ("‾", false) => Mark::Bar,
        ("~", false) => Mark::Tilde,
        ("→", false) => Mark::Vec,
        ("˙", false) => Mark::Dot,
        ("⏞", false) => Mark::Overbrace,
        ("⏟", true) => Mark::Underbrace,
        ("_", true) => Mark::Underline,
        _ => return None,
    })
}

fn plain(c: char) -> char {
    symbols::letter(c, None)
}

fn align(alignment: ColumnAlignment) -> Align {
    match alignment {
        ColumnAlignment::Left => Align::Left,
        ColumnAlignment::Center => Align::Centre,
        ColumnAlignment::Right => Align::Right,
    }
}

fn column(column: &ArrayColumn) -> Option<Align> {
    match column {
        ArrayColumn::Column(alignment) => Some(align(*alignment)),
        ArrayColumn::Separator(_) => None,
    }
}

/// Columns of an explicit space: two to the em, at least one for a visible space.
fn columns(width: Dimension) -> usize {
    let em = match width.unit {
        DimensionUnit::Em => width.value,
        DimensionUnit::Mu => width.value / 18.0,
        DimensionUnit::Ex => width.value / 2.0,
        _ => width.value / 10.0,
    };
    if em < 0.1 || !em.is_finite() { 0 } else { ((em * 2.0).round() as usize).clamp(1, 16) }
}
