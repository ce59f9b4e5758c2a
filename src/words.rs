//! Sentences that more than one room says.

/// A time in minutes, or in hours and minutes: "0 min", "12 min", "1 h 5 min". A begun minute counts.
pub fn spell_minutes(ms: u64) -> String {
    match ms.div_ceil(60_000) {
        minutes @ 0..60 => format!("{minutes} min"),
        minutes if minutes % 60 == 0 => format!("{} h", minutes / 60),
        minutes => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::spell_minutes;

    #[test]
    fn minutes_are_hours_from_sixty_on() {
        let spelt = [0, 1, 60_000, 3_540_001, 3_600_000, 3_900_000].map(spell_minutes);
        assert_eq!(spelt, ["0 min", "1 min", "1 min", "1 h", "1 h", "1 h 5 min"]);
    }
}
