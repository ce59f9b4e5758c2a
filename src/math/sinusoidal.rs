//! The sinusoidal table: PE(pos, 2i) = sin(pos·ωᵢ), PE(pos, 2i+1) = cos(pos·ωᵢ) (Vaswani et al. 2017, §3.5).
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use std::f64::consts::TAU;

use ndarray::Array2;

use super::MathError;
use super::num::{at_least_one, position, positive};
use super::options::named_options;

named_options! {
    /// Where the sines and the cosines stand in the row.
    pub enum Layout ("layout") {
        /// sin, cos, sin, cos, … (the paper).
        #[default]
        Interleaved = "interleaved",
        /// All sines, then all cosines (tensor2tensor, fairseq, Marian).
        Halves = "halves",
    }
}

named_options! {
    /// How the exponents of the frequencies are spaced: ωᵢ = base^(−exponent).
    pub enum Divisor ("divisor") {
        /// 2i/d (the paper's formula). The longest wavelength is 2π·base^((d−2)/d), short of 2π·base.
        #[default]
        Paper = "paper",
        /// i/(d/2 − 1), so that the last pair has wavelength 2π·base exactly (tensor2tensor, fairseq).
        Tensor2Tensor = "tensor2tensor",
    }
}

named_options! {
    /// What to do with an odd width, which has no whole number of pairs.
    pub enum OddWidth ("odd") {
        /// Refuse it (the paper's widths are even).
        #[default]
        Reject = "reject",
        /// Keep d in the exponent; the last pair has a sine and no cosine (XLM, Keras, Marian).
        KeepD = "keep-d",
        /// Build the table of width d + 1 and drop its last column (positional-encodings).
        RoundUp = "round-up",
        /// Build the table of width d − 1 and add a column of zeros (tensor2tensor, fairseq).
        ZeroPad = "zero-pad",
    }
}

/// The conventions of a table. The default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Order of the coordinates.
    pub layout: Layout,
    /// Spacing of the frequencies.
    pub divisor: Divisor,
    /// What happens at an odd width.
    pub odd: OddWidth,
    /// The base of the powers, 10000 in the paper.
    pub base: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { layout: Layout::default(), divisor: Divisor::default(), odd: OddWidth::default(), base: 10_000.0 }
    }
}

/// A checked width: how many columns carry what.
#[derive(Clone, Copy)]
struct Shape {
    /// Pairs, the last of which may lack its cosine.
    pairs: usize,
    /// The d of the exponent 2i/d.
    exponent_width: usize,
    /// The columns before cutting or padding.
    built: usize,
}

impl Options {
    fn shape(&self, d_model: usize) -> Result<Shape, MathError> {
        at_least_one("d_model", d_model)?;
        positive("base", self.base)?;
        let even = |d: usize| Shape { pairs: d / 2, exponent_width: d, built: d };
        if d_model.is_multiple_of(2) {
            return Ok(even(d_model));
        }
        match self.odd {
            OddWidth::Reject => Err(MathError::Odd { what: "d_model", got: d_model }),
            OddWidth::KeepD => Ok(Shape { pairs: d_model / 2 + 1, exponent_width: d_model, built: d_model }),
            OddWidth::RoundUp => Ok(even(d_model + 1)),
            OddWidth::ZeroPad => Ok(even(d_model - 1)),
        }
    }

    fn frequency(&self, pair: usize, shape: Shape) -> f64 {
        let exponent = match self.divisor {
            Divisor::Paper => 2.0 * pair as f64 / shape.exponent_width as f64,
            // A single pair would divide by zero; tensor2tensor guards it the same way.
            Divisor::Tensor2Tensor => pair as f64 / (shape.pairs.max(2) - 1) as f64,
        };
        1.0 / libm::pow(self.base, exponent)
    }

    /// Which pair a column belongs to, and whether it is the pair's cosine. `None` for a padded zero.
    fn column(&self, coord: usize, shape: Shape) -> Option<(usize, bool)> {
        if coord >= shape.built {
            return None;
        }
        Some(match self.layout {
            Layout::Interleaved => (coord / 2, coord % 2 == 1),
            Layout::Halves if coord < shape.pairs => (coord, false),
            Layout::Halves => (coord - shape.pairs, true),
        })
    }
}

/// The frequency ωᵢ of pair `pair`, in radians per position: base^(−2i/d) in the paper's spacing.
///
/// # Errors
/// [`MathError::NoSuch`] for a pair past the last, [`MathError::Odd`] for an odd width that is refused, a base that is not positive.
///
/// ```
/// use posenc::math::sinusoidal::{Options, inv_freq};
/// assert!((inv_freq(1, 4, &Options::default())? - 0.01).abs() < 1e-17);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn inv_freq(pair: usize, d_model: usize, options: &Options) -> Result<f64, MathError> {
    let shape = options.shape(d_model)?;
    if pair >= shape.pairs {
        return Err(MathError::NoSuch { what: "pair", got: pair, first: 0, last: shape.pairs.saturating_sub(1) });
    }
    Ok(options.frequency(pair, shape))
}

/// The wavelength 2π/ωᵢ of pair `pair`, in positions.
///
/// The paper's prose says "from 2π to 10000·2π"; its formula ends at 2π·10000^((d−2)/d), 60611 for d = 512.
///
/// # Errors
/// As [`inv_freq`].
///
/// ```
/// use posenc::math::sinusoidal::{Options, wavelength};
/// assert_eq!(wavelength(255, 512, &Options::default())?.round(), 60611.0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn wavelength(pair: usize, d_model: usize, options: &Options) -> Result<f64, MathError> {
    Ok(TAU / inv_freq(pair, d_model, options)?)
}

/// One number of the table: column `coord` (from 0) of the row for `pos`.
///
/// # Errors
/// [`MathError::NoSuch`] for a column past the last, [`MathError::Odd`] for an odd width that is refused, a base that is not positive,
/// a position beyond ±2⁵³.
///
/// ```
/// use posenc::math::sinusoidal::{Options, coordinate};
/// assert!((coordinate(1, 2, 4, &Options::default())? - 0.009_999_833_334).abs() < 1e-12);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn coordinate(pos: i64, coord: usize, d_model: usize, options: &Options) -> Result<f64, MathError> {
    let shape = options.shape(d_model)?;
    let pos = position(pos)?;
    if coord >= d_model {
        return Err(MathError::NoSuch { what: "coordinate", got: coord, first: 0, last: d_model - 1 });
    }
    Ok(match options.column(coord, shape) {
        None => 0.0,
        Some((pair, false)) => libm::sin(pos * options.frequency(pair, shape)),
        Some((pair, true)) => libm::cos(pos * options.frequency(pair, shape)),
    })
}

/// The row for one position: `d_model` numbers in [−1, 1].
///
/// # Errors
/// As [`coordinate`].
///
/// ```
/// use posenc::math::sinusoidal::{Options, row};
/// assert_eq!(row(0, 4, &Options::default())?, [0.0, 1.0, 0.0, 1.0]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn row(pos: i64, d_model: usize, options: &Options) -> Result<Vec<f64>, MathError> {
    Ok(table(&[pos], d_model, options)?.into_raw_vec_and_offset().0)
}

/// The table: one row per position, (positions × d_model).
///
/// # Errors
/// As [`coordinate`].
///
/// ```
/// use posenc::math::sinusoidal::{Options, table};
/// assert_eq!(table(&[0, 1, 2], 8, &Options::default())?.dim(), (3, 8));
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn table(positions: &[i64], d_model: usize, options: &Options) -> Result<Array2<f64>, MathError> {
    let shape = options.shape(d_model)?;
    let frequencies: Vec<f64> = (0..shape.pairs).map(|pair| options.frequency(pair, shape)).collect();
    let columns: Vec<Option<(usize, bool)>> = (0..d_model).map(|coord| options.column(coord, shape)).collect();
    let mut out = Array2::zeros((positions.len(), d_model));
    for (mut row, &pos) in out.rows_mut().into_iter().zip(positions) {
        let pos = position(pos)?;
        let waves: Vec<(f64, f64)> = frequencies.iter().map(|w| libm::sincos(pos * w)).collect();
        for (slot, column) in row.iter_mut().zip(&columns) {
            *slot = match *column {
                None => 0.0,
                Some((pair, false)) => waves[pair].0,
                Some((pair, true)) => waves[pair].1,
            };
        }
    }
    Ok(out)
}

/// The dot product of two rows: PE(p)·PE(q) = Σᵢ cos((p − q)·ωᵢ), a function of the offset alone and even in it.
///
/// It is summed from the cosines, so it is d/2 exactly for p = q. For an odd width under `KeepD` or `RoundUp` the last pair has
/// no cosine, the identity fails, and the width is refused.
///
/// # Errors
/// As [`inv_freq`], and [`MathError::Odd`] for a width whose last pair is incomplete.
///
/// ```
/// use posenc::math::sinusoidal::{Options, dot};
/// assert_eq!(dot(5, 5, 8, &Options::default())?, 4.0);
/// assert_eq!(dot(3, 9, 8, &Options::default())?, dot(9, 3, 8, &Options::default())?);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn dot(p: i64, q: i64, d_model: usize, options: &Options) -> Result<f64, MathError> {
    let shape = whole_pairs(d_model, options)?;
    let offset = position(p)? - position(q)?;
    Ok((0..shape.pairs).map(|pair| libm::cos(offset * options.frequency(pair, shape))).sum())
}

/// The cosine similarity of two rows: [`dot`] divided by the number of pairs, since every row has length √(d/2).
///
/// # Errors
/// As [`dot`]; also for width 1 under `ZeroPad`, which has no pairs.
///
/// ```
/// use posenc::math::sinusoidal::{Options, similarity};
/// assert!((similarity(0, 100, 512, &Options::default())? - 0.437).abs() < 5e-4);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn similarity(p: i64, q: i64, d_model: usize, options: &Options) -> Result<f64, MathError> {
    let shape = whole_pairs(d_model, options)?;
    at_least_one("the number of pairs", shape.pairs)?;
    Ok(dot(p, q, d_model, options)? / shape.pairs as f64)
}

/// The matrix M (d × d) of a shift by `k`: PE(p + k) = M PE(p) for every p, rows as column vectors.
///
/// On each (sin, cos) pair it is `[[cos kω, sin kω], [−sin kω, cos kω]]`: transposed against RoPE's rotation, because the sine comes
/// first here.
///
/// # Errors
/// As [`dot`].
///
/// ```
/// use posenc::math::sinusoidal::{Options, row, shift_matrix};
/// let options = Options::default();
/// let shift = shift_matrix(3, 4, &options)?;
/// let moved: f64 = shift.row(0).iter().zip(row(5, 4, &options)?).map(|(m, x)| m * x).sum();
/// assert!((moved - row(8, 4, &options)?[0]).abs() < 1e-14);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn shift_matrix(k: i64, d_model: usize, options: &Options) -> Result<Array2<f64>, MathError> {
    let shape = whole_pairs(d_model, options)?;
    let k = position(k)?;
    let mut shift = Array2::zeros((d_model, d_model));
    for pair in 0..shape.pairs {
        let (sin, cos) = libm::sincos(k * options.frequency(pair, shape));
        let (s, c) = match options.layout {
            Layout::Interleaved => (2 * pair, 2 * pair + 1),
            Layout::Halves => (pair, pair + shape.pairs),
        };
        shift[[s, s]] = cos;
        shift[[s, c]] = sin;
        shift[[c, s]] = -sin;
        shift[[c, c]] = cos;
    }
    Ok(shift)
}

/// The shape, if every pair has both its sine and its cosine.
fn whole_pairs(d_model: usize, options: &Options) -> Result<Shape, MathError> {
    let shape = options.shape(d_model)?;
    if shape.pairs * 2 > d_model {
        return Err(MathError::Odd { what: "d_model", got: d_model });
    }
    Ok(shape)
}
