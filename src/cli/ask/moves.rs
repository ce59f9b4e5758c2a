//! Words that lead away from a question.

/// A word that leads away from the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The worked solution.
    Solve,
    /// Later.
    Skip,
    /// One more like the last.
    Another,
    /// An easier one instead.
    Easier,
    /// A harder one instead.
    Harder,
    /// Take the last answer back.
    Undo,
    /// Stop.
    Quit,
}

impl Move {
    /// The move of this word.
    pub fn parse(word: &str) -> Option<Move> {
        match word {
            "solve" => Some(Move::Solve),
            "skip" => Some(Move::Skip),
            "another" => Some(Move::Another),
            "easier" => Some(Move::Easier),
            "harder" => Some(Move::Harder),
            "undo" => Some(Move::Undo),
            "quit" => Some(Move::Quit),
            _ => None,
        }
    }
}
