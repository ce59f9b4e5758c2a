//! The rounding rule of an answer: in words, as a test, as a tolerance.

use super::format;
use super::model::Converted;
use crate::content::model::{Round, Tolerance};

/// The rule as the last line of a prompt says it.
pub fn in_words(round: Round) -> String {
    match round {
        Round::Decimals(0) | Round::Integer(_) => "A whole number.".into(),
        Round::Decimals(1) => "One decimal.".into(),
        Round::Decimals(n) => format!("{} decimals.", capitalised(n)),
        Round::Figures(1) => "One significant figure.".into(),
        Round::Figures(n) => format!("{n} significant figures."),
        Round::Exact(_) => "The exact value.".into(),
        Round::Within(t) => format!("{} is right.", nearness(t).replacen('w', "W", 1)),
    }
}

/// `within 10 %`, `within 0.5`, `within 1 % and 0.5 more`.
pub fn nearness(tolerance: Tolerance) -> String {
    let share = format::plain(format::round_figures(tolerance.rtol * 100.0, 3));
    match (tolerance.rtol > 0.0, tolerance.atol > 1e-3 * tolerance.rtol) {
        (true, false) => format!("within {share} %"),
        (true, true) => format!("within {share} % and {} more", format::plain(tolerance.atol)),
        (false, _) => format!("within {}", format::plain(tolerance.atol)),
    }
}

/// What to do about too few digits.
pub fn demand(round: Round) -> String {
    match round {
        Round::Decimals(1) => "Give 1 decimal.".into(),
        Round::Decimals(n) => format!("Give {n} decimals."),
        Round::Figures(1) => "Give 1 significant figure.".into(),
        Round::Figures(n) => format!("Give {n} significant figures."),
        Round::Integer(_) => "Give a whole number.".into(),
        Round::Exact(_) => "Give the exact value.".into(),
        Round::Within(t) => format!("Come {}.", nearness(t)),
    }
}

fn capitalised(n: u32) -> String {
    match n {
        2 => "Two".into(),
        3 => "Three".into(),
        4 => "Four".into(),
        n => n.to_string(),
    }
}

/// Is `typed` the same as `key` at the asked precision? `decimals` and `figures` are what was typed, if known.
pub fn same(round: Round, typed: f64, key: f64, decimals: Option<u32>, figures: Option<u32>) -> bool {
    if typed.is_infinite() || key.is_infinite() {
        return typed == key;
    }
    match round {
        Round::Decimals(asked) => {
            on_grid(typed, key, Places::Decimals(asked as i32))
                || decimals.is_some_and(|n| n > asked && is_rounding_of(typed, key, Places::Decimals(n as i32)))
        }
        Round::Figures(asked) => {
            on_grid(typed, key, Places::Figures(asked))
                || figures.is_some_and(|n| {
                    beyond(typed, asked, decimals, n).any(|n| is_rounding_of(typed, key, Places::Figures(n)))
                })
        }
        Round::Integer(_) | Round::Exact(_) => equal(typed, key),
        // The last bits of a sum such as 0.9 + 0.1 must not decide.
        Round::Within(t) => (typed - key).abs() <= t.at(key) * (1.0 + 1e-9) || equal(typed, key),
    }
}

/// The numbers of figures, more than asked, that a typed number may have been rounded to. In 344500 the zeros may or may
/// not be figures.
fn beyond(typed: f64, asked: u32, decimals: Option<u32>, figures: u32) -> std::ops::RangeInclusive<u32> {
    let fewest = if decimals == Some(0) { figures_needed(typed) } else { figures };
    fewest.max(asked + 1)..=figures
}

/// Is it the key, honestly rounded, but to fewer digits than asked?
///
/// In "500" the zeros may or may not be figures. `doubt` says whether to give the benefit of that doubt.
pub fn too_few(round: Round, typed: f64, key: f64, digits: (Option<u32>, Option<u32>), doubt: bool) -> bool {
    let (decimals, figures) = digits;
    if !typed.is_finite() || !key.is_finite() {
        return false;
    }
    match round {
        Round::Decimals(asked) => {
            decimals.is_some_and(|n| n < asked && is_rounding_of(typed, key, Places::Decimals(n as i32)))
        }
        Round::Figures(asked) => {
            let (fewest, most) = match (decimals, figures) {
                (Some(0), Some(n)) if typed != 0.0 => {
                    (figures_needed(typed), n.max((magnitude(typed) + 1).max(1) as u32))
                }
                (_, Some(n)) => (n, n),
                (_, None) => return false,
            };
            let enough = if doubt { fewest >= asked } else { most >= asked };
            !enough && (fewest..=most.min(asked)).any(|n| is_rounding_of(typed, key, Places::Figures(n)))
        }
        Round::Integer(_) | Round::Exact(_) | Round::Within(_) => false,
    }
}

/// The key in another unit, honestly rounded to the digits typed there?
pub fn is_honest(typed: &Converted, key: f64) -> bool {
    key.is_finite() && is_rounding_of(typed.value, key / typed.factor, Places::Decimals(typed.decimals as i32))
}

/// Decimals in another unit that say as much as what was asked: as many, or fewer where their half unit is fine enough.
/// `None` where no digits are asked.
pub fn decimals_needed(round: Round, typed: &Converted, key: f64) -> Option<u32> {
    let most = match round {
        Round::Decimals(n) => n,
        Round::Figures(n) => u32::try_from(decimals_of(key / typed.factor, Places::Figures(n))).unwrap_or(0),
        Round::Integer(_) | Round::Exact(_) | Round::Within(_) => return None,
    };
    let fine = |n: &u32| 0.5 * pow10(-(*n as i32)) * typed.factor <= tolerance(round, key);
    Some((0..most).find(fine).unwrap_or(most))
}

/// Would it be the key if it were rounded to a whole number?
pub fn rounds_to_whole(round: Round, typed: f64, key: f64) -> bool {
    matches!(round, Round::Integer(_)) && typed.is_finite() && on_grid(typed, key, Places::Decimals(0))
}

/// Is it the neighbour on the other side of the key at the asked precision (0.85 for 0.8415)?
pub fn wrong_way(round: Round, typed: f64, key: f64) -> bool {
    if !typed.is_finite() || !key.is_finite() {
        return false;
    }
    let places = match round {
        Round::Decimals(n) => Places::Decimals(n as i32),
        Round::Figures(n) => Places::Figures(n),
        Round::Integer(_) => Places::Decimals(0),
        Round::Exact(_) | Round::Within(_) => return false,
    };
    let units = scaled(key, decimals_of(key, places));
    let typed_units = scaled(typed, decimals_of(key, places));
    let neighbours = [units.floor(), units.ceil()];
    !equal(units, units.round()) && neighbours.iter().any(|n| equal(typed_units, *n))
}

/// Half a unit of the last digit asked for at this value; next to nothing where the answer is exact.
pub fn tolerance(round: Round, value: f64) -> f64 {
    let half_unit = |places| 0.5 * pow10(-decimals_of(value, places));
    match round {
        Round::Decimals(n) => half_unit(Places::Decimals(n as i32)),
        Round::Figures(n) => half_unit(Places::Figures(n)),
        Round::Integer(_) | Round::Exact(_) => 1e-7 * value.abs().max(1.0),
        Round::Within(t) => t.at(value),
    }
}

/// Equal but for the last bits of a computation.
pub fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

/// Two roundings to the same places. Figures are relative: 10⁻²⁰ and 10⁻²⁴ are not the same number.
fn meet(a: f64, b: f64, places: Places) -> bool {
    match places {
        // Both stand on a grid of this spacing; the second bound is for more decimals than a double has.
        Places::Decimals(n) => (a - b).abs() <= (0.25 * pow10(-n)).max(1e-12 * a.abs().max(1e-3)),
        Places::Figures(_) => (a - b).abs() <= 1e-9 * a.abs().max(b.abs()),
    }
}

#[derive(Clone, Copy)]
enum Places {
    Decimals(i32),
    Figures(u32),
}

/// How many decimals the digits asked for mean at this value (negative: tens, hundreds).
fn decimals_of(value: f64, places: Places) -> i32 {
    match places {
        Places::Decimals(n) => n,
        Places::Figures(n) if value == 0.0 => n as i32,
        Places::Figures(n) => n as i32 - 1 - magnitude(value),
    }
}

/// The power of ten of the leading digit.
fn magnitude(value: f64) -> i32 {
    let guess = libm::floor(libm::log10(value.abs())) as i32;
    // log10 may miss by one at a power of ten.
    if value.abs() >= pow10(guess + 1) {
        guess + 1
    } else if value.abs() < pow10(guess) {
        guess - 1
    } else {
        guess
    }
}

/// Do both round to the same value? On an exact tie both neighbours of the key count.
fn on_grid(typed: f64, key: f64, places: Places) -> bool {
    let typed = half_away(typed, decimals_of(typed, places));
    roundings(key, places).iter().any(|r| meet(*r, typed, places))
}

/// Is `typed` the key rounded to these places?
fn is_rounding_of(typed: f64, key: f64, places: Places) -> bool {
    roundings(key, places).iter().any(|r| meet(*r, typed, places))
}

/// What the key rounds to: one value, or both neighbours on an exact tie.
fn roundings(key: f64, places: Places) -> [f64; 2] {
    let decimals = decimals_of(key, places);
    let units = scaled(key, decimals);
    let tie = ((units - units.floor()) - 0.5).abs() < noise(units);
    if tie {
        [unscaled(units.floor(), decimals), unscaled(units.ceil(), decimals)]
    } else {
        let one = unscaled(units.round(), decimals);
        [one, one]
    }
}

/// Rounds half away from zero; 0.845 is a half although its double is a bit less.
fn half_away(value: f64, decimals: i32) -> f64 {
    let units = scaled(value, decimals);
    let nudged = units + units.signum() * noise(units);
    unscaled(nudged.round(), decimals)
}

/// What the last bits of a computation may amount to, in units of the last digit asked for.
fn noise(units: f64) -> f64 {
    (1e-13 * units.abs()).max(1e-9)
}

/// Fewest significant figures that write this value.
fn figures_needed(value: f64) -> u32 {
    (1..=17).find(|&n| equal(half_away(value, decimals_of(value, Places::Figures(n))), value)).unwrap_or(17)
}

fn scaled(value: f64, decimals: i32) -> f64 {
    if decimals >= 0 { value * pow10(decimals) } else { value / pow10(-decimals) }
}

fn unscaled(units: f64, decimals: i32) -> f64 {
    if decimals >= 0 { units / pow10(decimals) } else { units * pow10(-decimals) }
}

fn pow10(n: i32) -> f64 {
    /// The common ones, exact; a power function would cost more than the rest of a test.
    const SMALL: [f64; 13] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];
    let exact = usize::try_from(n).ok().and_then(|n| SMALL.get(n));
    exact.copied().unwrap_or_else(|| libm::pow(10.0, f64::from(n)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_the_value_across_a_power_of_ten() {
        let three = Round::Figures(3);
        assert!(same(three, 10.0, 9.996, Some(1), Some(3)));
        assert!(same(three, 0.0499, 0.04985, Some(4), Some(3)), "a tie: both neighbours");
        assert!(same(three, 0.0498, 0.04985, Some(4), Some(3)));
        assert!(!same(three, 999.0, 1010.0, Some(0), Some(3)));
        assert!(same(three, 40900.0, 40889.9, Some(0), Some(5)));
    }

    #[test]
    fn more_digits_honestly_rounded_are_never_wrong() {
        // 0.8449 to three decimals is 0.845, which alone would round up to 0.85.
        assert!(same(Round::Decimals(2), 0.845, 0.8449, Some(3), Some(3)));
        assert!(!same(Round::Decimals(2), 0.845, 0.838, Some(3), Some(3)));
    }

    #[test]
    fn large_numbers_keep_their_last_decimal() {
        let three = Round::Decimals(3);
        assert!(same(three, 729_330.127, 729_330.126_854_584_7, Some(3), Some(9)));
        assert!(!same(three, 729_330.128, 729_330.126_854_584_7, Some(3), Some(9)));
        assert!(!same(three, 9_999_999.126, 9_999_999.127, Some(3), Some(10)));
    }

    #[test]
    fn more_figures_may_end_in_zeros() {
        // 344488.3 to four figures is 344500, which alone would round up to 345000.
        assert!(same(Round::Figures(3), 344_500.0, 344_488.3, Some(0), Some(6)));
        assert!(!same(Round::Figures(3), 344_600.0, 343_900.0, Some(0), Some(6)));
    }

    #[test]
    fn zeros_of_a_whole_number_may_or_may_not_be_figures() {
        let digits = |decimals, figures| (Some(decimals), Some(figures));
        assert!(too_few(Round::Figures(3), 500.0, 512.0, digits(0, 3), true));
        assert!(!too_few(Round::Figures(3), 500.0, 512.0, digits(0, 3), false));
        assert!(too_few(Round::Figures(3), 5.0, 5.12, digits(0, 1), false));
        assert!(!too_few(Round::Figures(3), 510.5, 512.0, digits(1, 4), true));
    }

    #[test]
    fn the_other_neighbour_is_the_wrong_way() {
        assert!(wrong_way(Round::Decimals(2), 0.85, 0.8415));
        assert!(!wrong_way(Round::Decimals(2), 0.846, 0.8415));
        assert!(wrong_way(Round::Integer(true), 294.0, 294.7));
    }

    #[test]
    fn without_a_rounding_rule_near_enough_is_right() {
        let near = Round::Within(Tolerance { atol: 0.0, rtol: 0.1 });
        for typed in [0.9, 1.1, 1.0] {
            assert!(same(near, typed, 1.0, Some(1), Some(2)), "{typed}");
        }
        assert!(!same(near, 0.89, 1.0, None, None) && !same(near, 1.11, 1.0, None, None));
        assert!(same(near, -4.5, -5.0, None, None) && !same(near, 5.0, -5.0, None, None));
        assert!(!same(near, 1e-9, 0.0, None, None), "relative alone: only 0 is near 0");
        let both = Round::Within(Tolerance { atol: 0.01, rtol: 0.1 });
        assert!(same(both, 0.01, 0.0, None, None));
        assert!(!too_few(near, 1.0, 1.04, (Some(0), Some(1)), true), "it asks for no digits");
        assert!((tolerance(both, 2.0) - 0.21).abs() < 1e-12);
        assert_eq!(in_words(near), "Within 10 % is right.");
        assert_eq!(in_words(both), "Within 10 % and 0.01 more is right.");
        assert_eq!(in_words(Round::default()), "Within 1 % is right.");
    }

    #[test]
    fn the_rule_is_said_in_words() {
        assert_eq!(in_words(Round::Decimals(2)), "Two decimals.");
        assert_eq!(in_words(Round::Figures(3)), "3 significant figures.");
        assert_eq!(in_words(Round::Integer(true)), "A whole number.");
    }

    #[test]
    fn infinity_is_itself_and_nothing_else() {
        for round in [Round::Decimals(3), Round::Figures(3), Round::Exact(true), Round::default()] {
            assert!(same(round, f64::NEG_INFINITY, f64::NEG_INFINITY, None, None), "{round:?}");
            assert!(!same(round, f64::INFINITY, f64::NEG_INFINITY, None, None), "{round:?}");
            assert!(!same(round, -1e300, f64::NEG_INFINITY, None, None), "{round:?}");
            assert!(!same(round, f64::NEG_INFINITY, -2.0, None, None), "{round:?}");
        }
    }
}
