//! Moving through a list of rows.

use super::super::keys::Action;

/// Rows that a page key passes.
const PAGE: usize = 10;

/// Where a key of the context `Move` leads from a row; `None` for any other key. `last` is the last row.
pub fn moved(at: usize, last: usize, action: Action) -> Option<usize> {
    match action {
        Action::Up => Some(at.saturating_sub(1)),
        Action::Down => Some((at + 1).min(last)),
        Action::PageUp => Some(at.saturating_sub(PAGE)),
        Action::PageDown => Some((at + PAGE).min(last)),
        Action::Top => Some(0),
        Action::Bottom => Some(last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stops_at_both_ends_and_leaves_other_keys_alone() {
        assert_eq!(moved(0, 3, Action::Up), Some(0));
        assert_eq!(moved(3, 3, Action::Down), Some(3));
        assert_eq!(moved(5, 40, Action::PageDown), Some(15));
        assert_eq!((moved(5, 40, Action::PageUp), moved(5, 40, Action::Bottom)), (Some(0), Some(40)));
        assert_eq!(moved(5, 40, Action::Enter), None);
    }
}
