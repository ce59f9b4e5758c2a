//! The one way numbers are written: no `.0`, no `-0`, halves away from zero on the shortest decimal.
//!
//! "On the shortest decimal" means that 2.675 rounds to 2.68, as a person who reads 2.675 expects, although the double
//! nearest to 2.675 is a little smaller.

/// The minus sign for people, U+2212. `--ascii` turns it into `-`.
pub const MINUS: char = '−';

/// Full precision, for machines: the shortest digits that read back as the same number; `-inf` for −∞.
/// Very large and very small numbers have an exponent.
///
/// ```
/// # use posenc::question::format::shortest;
/// assert_eq!(shortest(-0.0), "0");
/// assert_eq!(shortest(10000.0), "10000");
/// assert_eq!(shortest(1e300), "1e300");
/// ```
pub fn shortest(x: f64) -> String {
    let size = x.abs();
    if size == 0.0 {
        "0".into()
    } else if size.is_finite() && !(1e-5..1e17).contains(&size) {
        format!("{x:e}")
    } else {
        format!("{x}")
    }
}

/// For people: [`shortest`] with a real minus.
pub fn plain(x: f64) -> String {
    people(&shortest(x).replace("inf", "∞"))
}

/// So many decimals, zeros kept: `fixed(2.0, 2)` is `2.00`.
pub fn fixed(x: f64, decimals: u32) -> String {
    people(&fixed_ascii(x, decimals))
}

/// So many significant figures, zeros kept: `figures(0.5, 3)` is `0.500`, `figures(123456.0, 3)` is `123000`.
pub fn figures(x: f64, count: u32) -> String {
    people(&figures_ascii(x, count.max(1)))
}

/// With its sign, always: `+3`, `−3`; zero has none.
pub fn signed(x: f64) -> String {
    if x > 0.0 { format!("+{}", plain(x)) } else { plain(x) }
}

/// Brackets round a negative number, for after an operator.
pub fn paren(x: f64) -> String {
    if x < 0.0 { format!("({})", plain(x)) } else { plain(x) }
}

/// `(1, 2, −1)`.
pub fn list(values: &[f64]) -> String {
    let items: Vec<String> = values.iter().map(|x| plain(*x)).collect();
    format!("({})", items.join(", "))
}

/// The number rounded to so many decimals, halves away from zero on its shortest decimal.
pub fn round_to(x: f64, decimals: u32) -> f64 {
    if x.is_finite() { fixed_ascii(x, decimals).parse().unwrap_or(x) } else { x }
}

/// The number rounded to so many significant figures, halves away from zero on its shortest decimal.
pub fn round_figures(x: f64, count: u32) -> f64 {
    if x.is_finite() { figures_ascii(x, count.max(1)).parse().unwrap_or(x) } else { x }
}

fn people(text: &str) -> String {
    text.replace('-', "−")
}

/// A number as decimal digits `d₁d₂…` with the point after `point` of them: 0.d₁d₂… × 10^point.
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    fn shortest(x: f64) -> Decimal {
        let text = format!("{:e}", x.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let point = if x == 0.0 { 0 } else { exponent + 1 };
        Decimal { negative: x < 0.0, digits: if x == 0.0 { Vec::new() } else { digits }, point }
    }

    /// Keeps so many digits (less than none is none) and rounds half away from zero.
    fn keep(&mut self, count: i64) {
        let Ok(count) = usize::try_from(count) else {
            self.digits.clear();
            return;
        };
        let up = self.digits.get(count).is_some_and(|d| *d >= 5);
        self.digits.truncate(count);
        if !up {
            return;
        }
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.point += 1;
    }

    fn write(&self, decimals: u32) -> String {
        let at = |place: i64| usize::try_from(place).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0);
        let point = i64::from(self.point);
        let mut text = String::new();
        if self.negative && self.digits.iter().any(|d| *d != 0) {
            text.push('-');
        }
        if point <= 0 {
            text.push('0');
        }
        text.extend((0..point).map(|i| char::from(b'0' + at(i))));
        if decimals > 0 {
            text.push('.');
            text.extend((point..point + i64::from(decimals)).map(|i| char::from(b'0' + at(i))));
        }
        text
    }
}

fn fixed_ascii(x: f64, decimals: u32) -> String {
    if !x.is_finite() {
        return shortest(x);
    }
    let mut decimal = Decimal::shortest(x);
    decimal.keep(i64::from(decimal.point) + i64::from(decimals));
    decimal.write(decimals)
}

fn figures_ascii(x: f64, count: u32) -> String {
    if !x.is_finite() {
        return shortest(x);
    }
    let mut decimal = Decimal::shortest(x);
    decimal.keep(i64::from(count));
    let decimals = if x == 0.0 { i64::from(count) - 1 } else { i64::from(count) - i64::from(decimal.point) };
    decimal.write(u32::try_from(decimals.max(0)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_point_and_zero_no_sign() {
        assert_eq!(plain(3.0), "3");
        assert_eq!(plain(-0.0), "0");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(signed(0.0), "0");
        assert_eq!(plain(-1.5), "−1.5");
        assert_eq!(plain(f64::NEG_INFINITY), "−∞");
    }

    #[test]
    fn halves_go_away_from_zero_on_the_shortest_decimal() {
        assert_eq!(fixed(2.675, 2), "2.68");
        assert_eq!(fixed(-2.675, 2), "−2.68");
        assert_eq!(fixed(0.125, 2), "0.13");
        assert_eq!(fixed(2.5, 0), "3");
        assert_eq!(fixed(0.5, 0), "1");
        assert_eq!(fixed(0.05, 1), "0.1");
        assert_eq!(fixed(0.049, 1), "0.0");
        assert_eq!(fixed(0.0004, 2), "0.00");
        assert_eq!(fixed(99.995, 2), "100.00");
        assert_eq!(fixed(1e-7, 3), "0.000");
    }

    #[test]
    fn figures_keep_zeros_and_carry() {
        assert_eq!(figures(0.5, 3), "0.500");
        assert_eq!(figures(123_456.0, 3), "123000");
        assert_eq!(figures(0.000_123_456, 3), "0.000123");
        assert_eq!(figures(9.999, 3), "10.0");
        assert_eq!(figures(0.09999, 2), "0.10");
        assert_eq!(figures(0.0, 3), "0.00");
        assert_eq!(round_figures(0.04985, 3), 0.0499);
    }

    #[test]
    fn a_negative_after_an_operator_gets_brackets() {
        assert_eq!(paren(-3.0), "(−3)");
        assert_eq!(paren(3.0), "3");
        assert_eq!(signed(3.0), "+3");
        assert_eq!(list(&[1.0, 2.0, -1.0]), "(1, 2, −1)");
    }
}
