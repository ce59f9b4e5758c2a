//! A formula in one row: `qᵢᵀkⱼ/√dₖ`, `10000^(2i/d)`, `(a, b; c, d)`.

use super::script::{self, Way};
use super::spacing::{self, Mode};
use super::symbols;
use super::tree::{Class, Columns, Mark, Node};

/// A formula in one row of text.
pub(super) fn linear(node: &Node, ascii: bool) -> String {
    Linear { ascii, mode: Mode::Row }.node(node)
}

/// The content of a script: no spaces round operators.
pub(super) fn tight(node: &Node, ascii: bool) -> String {
    Linear { ascii, mode: Mode::Tight }.node(node)
}

/// A letter with its accent, or the accent's name with the base in brackets.
pub(super) fn accent(base: &Node, mark: Mark, ascii: bool) -> String {
    Linear { ascii, mode: Mode::Row }.accent(base, mark)
}

#[derive(Clone, Copy)]
struct Linear {
    ascii: bool,
    mode: Mode,
}

impl Linear {
    fn node(self, node: &Node) -> String {
        match node {
            Node::Symbol { text, class } => symbols::text(text, *class, self.ascii).into_owned(),
            Node::Space(width) => " ".repeat((*width).min(if self.mode == Mode::Tight { 1 } else { 2 })),
            Node::Row(items) => self.row(items, false),
            Node::Fraction { over, under, bar } => self.fraction(over, under, *bar),
            Node::Root { of, index } => self.root(of, index.as_deref()),
            Node::Script { base, sub, sup, limits } => self.script(base, sub.as_deref(), sup.as_deref(), *limits),
            Node::Accent { base, mark } => self.accent(base, *mark),
            Node::Fence { left, right, body } => self.fence(*left, *right, body),
            Node::Table { rows, columns } => self.table(rows, columns),
        }
    }

    fn row(self, items: &[Node], continues: bool) -> String {
        let spaced = spacing::space(items, self.mode, continues);
        let mut out = String::new();
        let mut last = String::new();
        for (at, item) in spaced.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| spaced.get(at));
            let mut text = self.node(item.node);
            if item.class == Class::Inner && multiplies(before.map(|b| b.class), spaced.get(at + 1).map(|a| a.class)) {
                text = format!("({text})");
            }
            let merge = spacing::would_merge(&last, &text) || spacing::is_word_operator(item.class, &text);
            let after_word = before.is_some_and(|b| spacing::is_word_operator(b.class, &last));
            let gap = if merge || after_word { item.gap.max(1) } else { item.gap };
            out.push_str(&" ".repeat(gap));
            out.push_str(&text);
            last = text;
        }
        out
    }

    /// In brackets, unless it reads as one thing without.
    fn grouped(self, node: &Node, product: bool) -> String {
        let text = self.node(node);
        let whole = node.is_atom() || product && node.is_product() && !text.contains('/');
        if whole || text.chars().count() == 1 { text } else { format!("({text})") }
    }

    fn fraction(self, over: &Node, under: &Node, bar: bool) -> String {
        if !bar {
            return format!("{}; {}", self.node(over), self.node(under));
        }
        format!("{}/{}", self.grouped(over, true), self.grouped(under, false))
    }

    fn root(self, of: &Node, index: Option<&Node>) -> String {
        let inside = self.node(of);
        let index = index.map(|index| tight(index, self.ascii));
        if self.ascii {
            return match index {
                Some(index) => format!("root({index}, {inside})"),
                None => format!("sqrt({inside})"),
            };
        }
        let index = index.map(|index| script::collapse(&index, Way::Up).unwrap_or(index)).unwrap_or_default();
        let whole = of.is_atom() && !inside.contains(['^', ' ']);
        if whole { format!("{index}√{inside}") } else { format!("{index}√({inside})") }
    }

    fn script(self, base: &Node, sub: Option<&Node>, sup: Option<&Node>, limits: bool) -> String {
        if let (Node::Accent { base, mark: Mark::Underbrace | Mark::Overbrace }, Some(label)) = (base, sub.or(sup)) {
            return format!("{} [{}]", self.node(base), self.node(label));
        }
        let mut out = match base {
            Node::Row(items) if items.len() > 1 && !base.is_product() => {
                format!("({})", self.node(base))
            }
            Node::Fraction { .. } => format!("({})", self.node(base)),
            _ => self.node(base),
        };
        if limits && !matches!(base.class(), Class::Big | Class::Op) {
            // Something written over or under a relation: = with "def" over it.
            let over = sup.or(sub).map(|over| self.node(over)).unwrap_or_default();
            return format!("{out}[{over}]");
        }
        for (part, way) in [(sub, Way::Down), (sup, Way::Up)] {
            let Some(part) = part else { continue };
            let text = tight(part, self.ascii);
            let small = if self.ascii { prime(&text, way) } else { script::collapse(&text, way) };
            out.push_str(&small.unwrap_or_else(|| script::marked(&text, way)));
        }
        out
    }

    fn accent(self, base: &Node, mark: Mark) -> String {
        let text = self.node(base);
        let (combining, name) = match mark {
            Mark::Hat => ('\u{302}', "hat"),
            Mark::Bar => ('\u{304}', "bar"),
            Mark::Tilde => ('\u{303}', "tilde"),
            Mark::Vec => ('\u{20d7}', "vec"),
            Mark::Dot => ('\u{307}', "dot"),
            Mark::Underbrace | Mark::Overbrace | Mark::Underline => return text,
        };
        if !self.ascii && has_one_letter(base) {
            let mut chars = text.chars();
            return chars.next().into_iter().chain([combining]).chain(chars).collect();
        }
        format!("{name}({text})")
    }

    fn fence(self, left: Option<char>, right: Option<char>, body: &Node) -> String {
        let side = |c: Option<char>| {
            c.map(|c| symbols::text(c.encode_utf8(&mut [0; 4]), Class::Open, self.ascii).into_owned())
        };
        // A definition by cases has no closing brace in two dimensions; in one row it needs one.
        let (left, right) =
            (left.or(right.filter(|c| *c == '}').map(|_| '{')), right.or(left.filter(|c| *c == '{').map(|_| '}')));
        format!("{}{}{}", side(left).unwrap_or_default(), self.node(body).trim(), side(right).unwrap_or_default())
    }

    fn table(self, rows: &[Vec<Node>], columns: &Columns) -> String {
        let separator = if matches!(columns, Columns::Equations | Columns::Lines) { "" } else { ", " };
        let line = |row: &Vec<Node>| {
            let cells = row.iter().enumerate().map(|(at, cell)| {
                let continues = *columns == Columns::Equations && at % 2 == 1;
                if continues { self.row(cell.items(), true) } else { self.node(cell) }
            });
            cells
                .map(|cell| cell.trim_end().to_owned())
                .filter(|cell| !cell.is_empty())
                .collect::<Vec<_>>()
                .join(separator)
        };
        rows.iter()
            .map(line)
            .map(|line| line.trim().trim_end_matches([',', ';']).to_owned())
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// Whether a fraction stands in a product, where `1/d x` would be misread.
fn multiplies(before: Option<Class>, after: Option<Class>) -> bool {
    use Class::{Big, Close, Fence, Inner, Op, Open, Ord};
    matches!(before, Some(Ord | Close | Fence | Inner)) || matches!(after, Some(Ord | Open | Fence | Inner | Op | Big))
}

/// One letter, perhaps with scripts: an accent can sit on it.
fn has_one_letter(node: &Node) -> bool {
    match node {
        Node::Symbol { text, .. } => text.chars().count() == 1,
        Node::Script { base, .. } => has_one_letter(base),
        Node::Row(items) => matches!(items.as_slice(), [one] if has_one_letter(one)),
        _ => false,
    }
}

/// Primes stand without a sign in ASCII too: `x'`.
fn prime(text: &str, way: Way) -> Option<String> {
    (way == Way::Up && !text.is_empty() && text.chars().all(|c| c == '\'')).then(|| text.to_owned())
}
