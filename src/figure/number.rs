//! Numbers as printed in figures: U+2212 for minus, no negative zero, no needless digits.

/// With this many decimals: `−0.7069`.
pub fn fixed(value: f64, decimals: usize) -> String {
    dress(format!("{value:.decimals$}"))
}

/// With this many significant figures, shortest form; scientific only when the plain form would be unreadable.
pub fn figures(value: f64, figures: usize) -> String {
    if !value.is_finite() {
        return dress(value.to_string());
    }
    if value == 0.0 {
        return "0".to_string();
    }
    let magnitude = libm::floor(libm::log10(value.abs())) as i64;
    if !(-5..=9).contains(&magnitude) {
        return scientific(value, figures);
    }
    let decimals = (figures as i64 - 1 - magnitude).max(0) as usize;
    dress(trim(&format!("{value:.decimals$}")).to_string())
}

/// A whole number: `−16`.
pub fn whole(value: i64) -> String {
    dress(value.to_string())
}

/// A whole number with its sign always shown: `+16`, `−16`, `0`.
pub fn signed(value: i64) -> String {
    if value > 0 { format!("+{value}") } else { whole(value) }
}

/// `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`.
pub fn ordinal(value: i64) -> String {
    let ending = match (value % 10, value % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{value}{ending}")
}

fn scientific(value: f64, figures: usize) -> String {
    let decimals = figures.saturating_sub(1);
    let text = format!("{value:.decimals$e}");
    match text.split_once('e') {
        Some((digits, power)) => dress(format!("{}e{power}", trim(digits))),
        None => dress(text),
    }
}

fn trim(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

fn dress(text: String) -> String {
    let nothing = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if nothing { text.replace('-', "") } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_is_the_real_one_and_zero_has_no_sign() {
        assert_eq!(fixed(-0.70694, 4), "−0.7069");
        assert_eq!(fixed(-0.00001, 2), "0.00");
        assert_eq!(figures(-0.0, 3), "0");
        assert_eq!(signed(-16), "−16");
        assert_eq!(signed(16), "+16");
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        assert_eq!([1, 2, 3, 4, 11, 12, 22, 103].map(ordinal).join(" "), "1st 2nd 3rd 4th 11th 12th 22nd 103rd");
    }

    #[test]
    fn figures_keep_small_gaps_readable() {
        assert_eq!(figures(1.0 / 110.0, 2), "0.0091");
        assert_eq!(figures(1.0 / 10_100.0, 2), "0.000099");
        assert_eq!(figures(60611.3, 5), "60611");
        assert_eq!(figures(1e-8, 2), "1e−8");
        assert_eq!(figures(174.9, 3), "175");
        assert_eq!(figures(0.5, 4), "0.5");
    }
}
