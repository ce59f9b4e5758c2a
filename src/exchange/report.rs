//! What was carried, and what could not be.

use std::fmt;

/// One line for each thing carried or left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was carried.
    pub done: Vec<String>,
    /// What was not, and why.
    pub left: Vec<String>,
}

impl Report {
    /// Carried.
    pub fn carried(&mut self, what: impl Into<String>) {
        self.done.push(what.into());
    }

    /// Not carried.
    pub fn left_out(&mut self, what: impl Into<String>) {
        self.left.push(what.into());
    }

    /// Carried, if there is any of it: `3 cards`.
    pub fn count(&mut self, n: usize, one: &str, many: &str) {
        if n > 0 {
            self.carried(counted(n, one, many));
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.done {
            writeln!(f, "{line}")?;
        }
        for line in &self.left {
            writeln!(f, "not carried: {line}")?;
        }
        Ok(())
    }
}

/// `1 card`, `3 cards`, `1,234 events`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_one_is_singular() {
        assert_eq!(counted(1, "event", "events"), "1 event");
        assert_eq!(counted(0, "event", "events"), "0 events");
        assert_eq!(counted(1_234_567, "event", "events"), "1,234,567 events");
        assert_eq!(counted(999, "event", "events"), "999 events");
    }
}
