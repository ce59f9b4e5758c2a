//! The spaces between neighbours, by TeX's atom classes.

use super::tree::{Class, Node};

/// Where a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// In two dimensions.
    Display,
    /// In one row.
    Row,
    /// In a script: no spaces round operators.
    Tight,
}

/// Something drawn, between its neighbours.
pub(super) struct Spaced<'a> {
    /// What it is; explicit spaces have become part of `gap`.
    pub node: &'a Node,
    pub class: Class,
    /// Columns of space before it.
    pub gap: usize,
}

/// Decides the classes in context and the gaps. `continues`: the row follows a `&`, so a first operator has something
/// on its left.
pub(super) fn space(items: &[Node], mode: Mode, continues: bool) -> Vec<Spaced<'_>> {
    let mut out: Vec<Spaced> = Vec::with_capacity(items.len());
    let mut previous = continues.then_some(Class::Ord);
    let mut explicit = 0;
    for (at, node) in items.iter().enumerate() {
        if let Node::Space(width) = node {
            explicit += if mode == Mode::Tight { (*width).min(1) } else { *width };
            continue;
        }
        let next = items.get(at + 1..).and_then(|rest| rest.iter().find(|node| !matches!(node, Node::Space(_))));
        let class = in_context(node.class(), previous, next);
        let gap = previous.map_or(0, |previous| gap(previous, class, mode)).max(explicit);
        out.push(Spaced { node, class, gap });
        previous = Some(class);
        explicit = 0;
    }
    out
}

/// A binary operator without a left neighbour is a sign; without a right one it is a letter (`k^*`).
fn in_context(class: Class, previous: Option<Class>, next: Option<&Node>) -> Class {
    use Class::{Big, Bin, Close, Op, Open, Ord, Punct, Rel, Sign};
    match class {
        Bin if next.is_none_or(|next| matches!(next.class(), Rel | Close | Punct)) => Ord,
        Bin if matches!(previous, None | Some(Bin | Sign | Rel | Open | Punct | Op | Big)) => Sign,
        other => other,
    }
}

fn gap(left: Class, right: Class, mode: Mode) -> usize {
    let (tight, stacked) = (mode == Mode::Tight, mode == Mode::Display);
    use Class::{Big, Bin, Close, Fence, Inner, Op, Open, Ord, Punct, Rel, Sign};
    let wide = match (left, right) {
        (Sign, Inner) => stacked,
        (Open | Sign, _) | (_, Close | Punct) => false,
        (Punct | Rel | Bin, _) | (_, Rel | Bin) => !tight,
        (Op, Open | Fence) => false,
        (Op | Big, _) => true,
        (Ord | Close | Fence | Inner, Op | Big) => true,
        (Inner, Ord | Inner | Open | Fence) | (Ord | Close | Fence, Inner) => stacked,
        _ => false,
    };
    usize::from(wide)
}

/// Whether two neighbours would be misread as one: `m` and `theta`, `q_i` and `k_j`, a conjugate and its factor.
pub(super) fn would_merge(left: &str, right: &str) -> bool {
    let head = right.chars().take_while(|c| in_word(*c)).count();
    let scripted = right.chars().nth(head).is_some_and(is_mark);
    if head == 0 {
        return false;
    }
    if left.ends_with("^*") || left.ends_with(')') && head > 1 {
        return true;
    }
    let (mut tail, mut letter, mut marked, mut capital) = (0, false, false, true);
    for c in left.chars().rev().take_while(|c| in_word(*c) || is_mark(*c)) {
        tail += 1;
        letter |= !c.is_ascii_digit();
        marked |= is_mark(c);
        capital &= c.is_uppercase();
    }
    // A coefficient stays with its letter (2pi, 2x_i), capitals make one name (QK^T).
    let name = capital && right.starts_with(char::is_uppercase);
    letter && (tail > 1 || head > 1 || marked || scripted && !name)
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '\u{370}'..='\u{3ff}')
}

fn is_mark(c: char) -> bool {
    matches!(c, '_' | '^' | '\'')
}

/// An operator that ASCII writes as a word needs space even in a script: `n x d`.
pub(super) fn is_word_operator(class: Class, text: &str) -> bool {
    matches!(class, Class::Bin | Class::Rel) && text.starts_with(|c: char| c.is_ascii_alphabetic())
}
