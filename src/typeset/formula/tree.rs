//! The tree of a formula: what is said, before it is decided how it is drawn.

/// TeX's atom classes, which decide the spaces between neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter, a number, a group.
    Ord,
    /// A function's name: `sin`, `softmax`.
    Op,
    /// A large operator: `∑`, `∏`, `∫`.
    Big,
    /// A binary operator.
    Bin,
    /// A sign: a binary operator with nothing to its left.
    Sign,
    /// A relation.
    Rel,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A whole bracketed expression.
    Fence,
    /// A comma or a semicolon.
    Punct,
    /// A stacked fraction.
    Inner,
}

/// How a column of a table stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

/// What kind of table it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Columns {
    /// A matrix: every column alike.
    Matrix(Align),
    /// An array with a column specification.
    Array(Vec<Align>),
    /// Branches of a definition.
    Cases,
    /// Equations aligned at their relations: right, left, right, left…
    Equations,
    /// Centred lines.
    Lines,
}

/// An accent over a base, or a brace under or over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Hat,
    Bar,
    Tilde,
    Vec,
    Dot,
    Underbrace,
    Overbrace,
    Underline,
}

/// A node of a formula's tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Symbol {
        text: String,
        class: Class,
    },
    /// An explicit space of so many columns.
    Space(usize),
    Row(Vec<Node>),
    Fraction {
        over: Box<Node>,
        under: Box<Node>,
        bar: bool,
    },
    Root {
        of: Box<Node>,
        index: Option<Box<Node>>,
    },
    Script {
        base: Box<Node>,
        sub: Option<Box<Node>>,
        sup: Option<Box<Node>>,
        limits: bool,
    },
    Accent {
        base: Box<Node>,
        mark: Mark,
    },
    Fence {
        left: Option<char>,
        right: Option<char>,
        body: Box<Node>,
    },
    Table {
        rows: Vec<Vec<Node>>,
        columns: Columns,
    },
}

impl Node {
    /// The class by which neighbours keep their distance.
    pub(super) fn class(&self) -> Class {
        match self {
            Node::Symbol { class, .. } => *class,
            // What is written over a relation leaves it a relation.
            Node::Script { base, limits: true, .. } => match base.items() {
                [one] => one.class(),
                _ => Class::Ord,
            },
            Node::Script { base, .. } => base.class(),
            Node::Fence { .. } => Class::Fence,
            Node::Fraction { .. } => Class::Inner,
            _ => Class::Ord,
        }
    }

    /// One letter, number or word, with or without scripts: needs no brackets in a linear fraction.
    pub(super) fn is_atom(&self) -> bool {
        match self {
            Node::Symbol { class, .. } => matches!(class, Class::Ord | Class::Op),
            Node::Script { base, .. } | Node::Accent { base, .. } => base.is_atom(),
            Node::Root { .. } => true,
            Node::Fence { left, right, .. } => left.is_some() && right.is_some(),
            Node::Row(items) => matches!(items.as_slice(), [one] if one.is_atom()),
            _ => false,
        }
    }

    /// A product without signs: needs no brackets as a linear numerator.
    pub(super) fn is_product(&self) -> bool {
        match self {
            Node::Row(items) => items.iter().all(|item| matches!(item, Node::Space(_)) || item.is_atom()),
            other => other.is_atom(),
        }
    }

    /// The parts of a row; anything else is a row of one.
    pub(super) fn items(&self) -> &[Node] {
        match self {
            Node::Row(items) => items,
            other => std::slice::from_ref(other),
        }
    }
}
