//! Relative position representations: a trained vector per clipped offset (Shaw, Uszkoreit, Vaswani 2018).
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use ndarray::{Array2, ArrayView2};

use super::MathError;
use super::attention::{Attended, Mask, attend};
use super::num::{at_least_one, dot as dot_lists, matmul, same_len};
use super::options::named_options;

named_options! {
    /// Which way an offset is counted.
    pub enum Sign ("sign") {
        /// j − i, key minus query (the paper): "three tokens back" is −3.
        #[default]
        KeyMinusQuery = "key-minus-query",
        /// i − j (BERT's `relative_key` in transformers). The same numbers with the table's rows reversed.
        QueryMinusKey = "query-minus-key",
    }
}

named_options! {
    /// What happens to an offset outside the table.
    pub enum OutOfRange ("out_of_range") {
        /// It takes the nearest row (the paper's clip).
        #[default]
        Clip = "clip",
        /// It takes a zero vector (tensor2tensor "v2", Music Transformer).
        Zero = "zero",
        /// It is refused (BERT's `relative_key`, which has no clip).
        Error = "error",
    }
}

/// The shape and conventions of a relative table: offsets −left..=right, left + right + 1 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How far the table reaches below 0.
    pub left: usize,
    /// How far it reaches above 0.
    pub right: usize,
    /// Which way offsets are counted.
    pub sign: Sign,
    /// What happens outside.
    pub out_of_range: OutOfRange,
}

impl Options {
    /// The paper's table for clip distance `k`: offsets −k..=k, key minus query, clipped.
    ///
    /// ```
    /// assert_eq!(posenc::math::shaw::Options::clip(16).rows(), 33);
    /// ```
    pub const fn clip(k: usize) -> Self {
        Self { left: k, right: k, sign: Sign::KeyMinusQuery, out_of_range: OutOfRange::Clip }
    }

    /// How many rows the table has: left + right + 1, so 2k + 1 in the paper.
    pub const fn rows(&self) -> usize {
        self.left + self.right + 1
    }
}

/// The offset of a key as seen from a query, before any clip.
///
/// ```
/// use posenc::math::shaw::{Sign, offset};
/// assert_eq!(offset(7, 4, Sign::KeyMinusQuery), -3);
/// assert_eq!(offset(7, 4, Sign::QueryMinusKey), 3);
/// ```
pub const fn offset(query_pos: i64, key_pos: i64, sign: Sign) -> i64 {
    match sign {
        Sign::KeyMinusQuery => key_pos.saturating_sub(query_pos),
        Sign::QueryMinusKey => query_pos.saturating_sub(key_pos),
    }
}

/// clip(x, k) = max(−k, min(k, x)) (Shaw et al. 2018, §3.2).
///
/// ```
/// assert_eq!(posenc::math::shaw::clip(-40, 16), -16);
/// assert_eq!(posenc::math::shaw::clip(5, 16), 5);
/// ```
pub const fn clip(offset: i64, k: usize) -> i64 {
    bounded(offset, k, k)
}

const fn bounded(offset: i64, left: usize, right: usize) -> i64 {
    let (low, high) = (-(left as i64), right as i64);
    if offset < low {
        low
    } else if offset > high {
        high
    } else {
        offset
    }
}

/// The table row for a query and a key: clip(j − i, k) + k in the paper, so 0..=2k with k for the token itself.
///
/// `None` is the zero vector of [`OutOfRange::Zero`].
///
/// # Errors
/// [`MathError::MissingOffset`] outside the table under [`OutOfRange::Error`].
///
/// ```
/// use posenc::math::shaw::{Options, row_index};
/// assert_eq!(row_index(10, 10, &Options::clip(4))?, Some(4));
/// assert_eq!(row_index(10, 3, &Options::clip(4))?, Some(0)); // −7 is clipped to −4
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn row_index(query_pos: i64, key_pos: i64, options: &Options) -> Result<Option<usize>, MathError> {
    let offset = offset(query_pos, key_pos, options.sign);
    let near = bounded(offset, options.left, options.right);
    if near != offset {
        match options.out_of_range {
            OutOfRange::Clip => {}
            OutOfRange::Zero => return Ok(None),
            OutOfRange::Error => {
                let (low, high) = (-(options.left as i64), options.right as i64);
                return Err(MathError::MissingOffset { offset, low, high });
            }
        }
    }
    Ok(Some((near + options.left as i64) as usize))
}

/// [`row_index`] for all pairs, (queries × keys). With fewer queries than keys, the queries are the last positions.
///
/// # Errors
/// As [`row_index`]; [`MathError::TooSmall`] for fewer keys than queries.
///
/// ```
/// use posenc::math::shaw::{Options, index_matrix};
/// let rows = index_matrix(2, 5, &Options::clip(2))?;
/// assert_eq!(rows.row(1).to_vec(), [Some(0), Some(0), Some(0), Some(1), Some(2)]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn index_matrix(queries: usize, keys: usize, options: &Options) -> Result<Array2<Option<usize>>, MathError> {
    if keys < queries {
        return Err(MathError::TooSmall { what: "the number of keys", min: queries as i64, got: keys as i64 });
    }
    let mut rows = Array2::from_elem((queries, keys), None);
    for ((query, key), row) in rows.indexed_iter_mut() {
        *row = row_index((query + keys - queries) as i64, key as i64, options)?;
    }
    Ok(rows)
}

/// One logit: q·(k + a)/√d (Shaw et al. 2018, eq. 4). The relative vector `a` stands inside the scale.
///
/// # Errors
/// [`MathError::Length`] if the three lists differ in length, [`MathError::Empty`] if they are empty.
///
/// ```
/// let logit = posenc::math::shaw::logit(&[1.0, 2.0, 0.0, 0.0], &[3.0, 1.0, 0.0, 0.0], &[0.0, -1.0, 0.0, 0.0])?;
/// assert_eq!(logit, 1.5); // (5 − 2)/√4
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn logit(q: &[f64], k: &[f64], a: &[f64]) -> Result<f64, MathError> {
    if q.is_empty() {
        return Err(MathError::Empty { what: "the query" });
    }
    Ok((dot_lists(q, k)? + dot_lists(q, a)?) / (q.len() as f64).sqrt())
}

/// The relative part of the logits, not yet scaled: qᵢ·a(j − i), (queries × keys).
///
/// Shapes: `q` (queries × d), `key_table` ([`Options::rows`] × d).
///
/// # Errors
/// [`MathError::Length`] for shapes that don't fit, as [`index_matrix`] otherwise.
///
/// ```
/// use ndarray::array;
/// use posenc::math::shaw::{Options, relative_scores};
/// let scores = relative_scores(array![[1.0], [2.0]].view(), 2, array![[-1.0], [0.0], [1.0]].view(), &Options::clip(1))?;
/// assert_eq!(scores, array![[0.0, 1.0], [-2.0, 0.0]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn relative_scores(
    q: ArrayView2<'_, f64>,
    keys: usize,
    key_table: ArrayView2<'_, f64>,
    options: &Options,
) -> Result<Array2<f64>, MathError> {
    same_len("the key table (rows)", options.rows(), key_table.nrows())?;
    let rows = index_matrix(q.nrows(), keys, options)?;
    let products = matmul(q, key_table.t())?;
    Ok(Array2::from_shape_fn(rows.dim(), |(i, j)| rows[[i, j]].map_or(0.0, |row| products[[i, row]])))
}

/// The value side: zᵢ = Σⱼ αᵢⱼ (vⱼ + a(j − i)) (Shaw et al. 2018, eq. 3), (queries × d).
///
/// Shapes: `weights` (queries × keys), `v` (keys × d), `value_table` ([`Options::rows`] × d).
///
/// # Errors
/// As [`relative_scores`].
///
/// ```
/// use ndarray::array;
/// use posenc::math::shaw::{Options, value_output};
/// let z = value_output(array![[0.25, 0.75]].view(), array![[4.0], [8.0]].view(),
///     array![[2.0], [1.0], [0.0]].view(), &Options::clip(1))?;
/// assert_eq!(z, array![[8.25]]); // 0.25·(4 + 2) + 0.75·(8 + 1)
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn value_output(
    weights: ArrayView2<'_, f64>,
    v: ArrayView2<'_, f64>,
    value_table: ArrayView2<'_, f64>,
    options: &Options,
) -> Result<Array2<f64>, MathError> {
    same_len("the value table (rows)", options.rows(), value_table.nrows())?;
    same_len("the value table (columns)", v.ncols(), value_table.ncols())?;
    let rows = index_matrix(weights.nrows(), weights.ncols(), options)?;
    let mut out = matmul(weights, v)?;
    for ((i, j), row) in rows.indexed_iter() {
        if let Some(row) = *row {
            for c in 0..v.ncols() {
                out[[i, c]] += weights[[i, j]] * value_table[[row, c]];
            }
        }
    }
    Ok(out)
}

/// The whole of Shaw's attention: relative keys inside the scale, relative values if there is a table for them.
///
/// Shapes: `q`, `k` (n × d), `v` (n × any width), `key_table` ([`Options::rows`] × d), `value_table` ([`Options::rows`] × width of V).
///
/// # Errors
/// As [`relative_scores`] and [`attention`](super::attention::attention).
///
/// ```
/// use ndarray::{Array2, array};
/// use posenc::math::{attention::Mask, shaw::{Options, attention}};
/// let x = array![[1.0, 0.0], [0.0, 1.0]];
/// let zero = Array2::zeros((3, 2)); // a table of zeros is plain attention
/// let seen = attention(x.view(), x.view(), x.view(), zero.view(), None, Mask::Causal, &Options::clip(1))?;
/// assert_eq!(seen.output.row(0).to_vec(), [1.0, 0.0]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn attention(
    q: ArrayView2<'_, f64>,
    k: ArrayView2<'_, f64>,
    v: ArrayView2<'_, f64>,
    key_table: ArrayView2<'_, f64>,
    value_table: Option<ArrayView2<'_, f64>>,
    mask: Mask,
    options: &Options,
) -> Result<Attended, MathError> {
    at_least_one("the head width", q.ncols())?;
    let scale = (q.ncols() as f64).sqrt();
    let mut logits = matmul(q, k.t())?;
    logits += &relative_scores(q, k.nrows(), key_table, options)?;
    logits.mapv_inplace(|x| x / scale);
    let mut seen = attend(logits, v, mask)?;
    if let Some(table) = value_table {
        seen.output = value_output(seen.weights.view(), v, table, options)?;
    }
    Ok(seen)
}

/// How many trained numbers the tables hold: tables × layers × (2k + 1) × d_head.
///
/// `tables` is 2 for keys and values, 1 for keys alone; heads share their tables, layers don't.
///
/// # Errors
/// [`MathError::TooLarge`] if the product exceeds `u64`.
///
/// ```
/// assert_eq!(posenc::math::shaw::parameter_count(16, 64, 6, 2)?, 25_344);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn parameter_count(k: u64, d_head: u64, layers: u64, tables: u64) -> Result<u64, MathError> {
    k.checked_mul(2)
        .and_then(|n| n.checked_add(1))
        .and_then(|n| n.checked_mul(d_head))
        .and_then(|n| n.checked_mul(layers))
        .and_then(|n| n.checked_mul(tables))
        .ok_or(MathError::TooLarge { what: "the number of parameters", max: "2^64 − 1" })
}

/// How many of the n·n (query, key) pairs share row 0, the row of everything k or more tokens back: (n − k)(n − k + 1)/2.
///
/// By symmetry as many share the last row, 2k, when there is no mask. 0 if the text is not longer than k.
///
/// # Errors
/// [`MathError::TooLarge`] if the count exceeds `u64`.
///
/// ```
/// assert_eq!(posenc::math::shaw::saturated_pairs(100, 16)?, 3570);
/// assert_eq!(posenc::math::shaw::saturated_pairs(16, 16)?, 0);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn saturated_pairs(n: u64, k: u64) -> Result<u64, MathError> {
    let beyond = u128::from(n.saturating_sub(k));
    u64::try_from(beyond * (beyond + 1) / 2)
        .map_err(|_| MathError::TooLarge { what: "the number of pairs", max: "2^64 − 1" })
}
