//! Learned absolute positions: one trained row per position, and nothing past the last (BERT, GPT-2).
#![allow(clippy::indexing_slicing, reason = "rows are checked against the table before they are read")]

use ndarray::{Array2, ArrayView1, Axis};

use super::MathError;
use super::num::{SplitMix64, at_least_one};

/// A table of position vectors, (rows × d_model). Row p is added to the token at position p.
///
/// ```
/// use posenc::math::learned::Table;
/// let table = Table::seeded(512, 4, 1)?;
/// assert_eq!(table.lookup(511)?.len(), 4);
/// assert_eq!(
///     table.lookup(512).map_err(|e| e.to_string()).err().as_deref(),
///     Some("position 512 has no row: the table holds 0 to 511"),
/// );
/// # Ok::<(), posenc::math::MathError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    rows: Array2<f64>,
}

impl Table {
    /// A table from its rows.
    ///
    /// # Errors
    /// [`MathError::TooSmall`] for no rows or no columns.
    pub fn new(rows: Array2<f64>) -> Result<Self, MathError> {
        at_least_one("the number of rows", rows.nrows())?;
        at_least_one("d_model", rows.ncols())?;
        Ok(Self { rows })
    }

    /// A table of untrained rows, uniform in ±√3·0.02 (standard deviation 0.02, as BERT's): an illustration, not real weights.
    ///
    /// # Errors
    /// [`MathError::TooSmall`] for no rows or no columns.
    pub fn seeded(rows: usize, d_model: usize, seed: u64) -> Result<Self, MathError> {
        Self::new(SplitMix64::new(seed).array(rows, d_model, 0.02 * 3.0_f64.sqrt()))
    }

    /// How many positions the table knows.
    pub fn rows(&self) -> usize {
        self.rows.nrows()
    }

    /// The width of a row.
    pub fn d_model(&self) -> usize {
        self.rows.ncols()
    }

    /// The numbers themselves, (rows × d_model).
    pub fn as_array(&self) -> &Array2<f64> {
        &self.rows
    }

    /// The row for a position.
    ///
    /// # Errors
    /// [`MathError::MissingRow`] for a position below 0 or past the last row. Nothing is clamped and nothing is made up; published
    /// code differs here (PyTorch raises, JAX indexing clamps, tensor2tensor adds zeros).
    pub fn lookup(&self, position: i64) -> Result<ArrayView1<'_, f64>, MathError> {
        let row = usize::try_from(position).ok().filter(|&row| row < self.rows());
        match row {
            Some(row) => Ok(self.rows.row(row)),
            None => Err(MathError::MissingRow { position, rows: self.rows() }),
        }
    }

    /// The rows for a sequence of positions, (positions × d_model).
    ///
    /// # Errors
    /// [`MathError::MissingRow`] with the first position that has none.
    ///
    /// ```
    /// let table = posenc::math::learned::Table::seeded(4, 2, 1)?;
    /// assert_eq!(table.lookup_all(&[0, 3])?.dim(), (2, 2));
    /// assert!(table.lookup_all(&[0, 4]).is_err());
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn lookup_all(&self, positions: &[i64]) -> Result<Array2<f64>, MathError> {
        let mut indices = Vec::with_capacity(positions.len());
        for &position in positions {
            self.lookup(position)?;
            indices.push(position as usize);
        }
        Ok(self.rows.select(Axis(0), &indices))
    }

    /// A table stretched to `new_rows` rows: row p is read at [`source_index`] of the old table, linearly between neighbours.
    ///
    /// Rows whose source lies past the last old row take that row. New rows are guesses: the model has not been trained on them.
    ///
    /// # Errors
    /// [`MathError::TooSmall`] if `new_rows` is below the present number.
    ///
    /// ```
    /// use ndarray::array;
    /// use posenc::math::learned::Table;
    /// let stretched = Table::new(array![[0.0], [1.0]])?.interpolate(4)?;
    /// assert_eq!(stretched.as_array(), &array![[0.0], [0.5], [1.0], [1.0]]);
    /// # Ok::<(), posenc::math::MathError>(())
    /// ```
    pub fn interpolate(&self, new_rows: usize) -> Result<Self, MathError> {
        let old = self.rows();
        if new_rows < old {
            return Err(MathError::TooSmall { what: "the new number of rows", min: old as i64, got: new_rows as i64 });
        }
        let mut rows = Array2::zeros((new_rows, self.d_model()));
        for p in 0..new_rows {
            let source = source_index(p, old, new_rows)?;
            let low = (source.floor() as usize).min(old - 1);
            let high = (low + 1).min(old - 1);
            let share = source - source.floor();
            for c in 0..self.d_model() {
                rows[[p, c]] = (1.0 - share) * self.rows[[low, c]] + share * self.rows[[high, c]];
            }
        }
        Self::new(rows)
    }
}

/// Where row `p` of a table stretched from `trained` to `extended` rows is read in the old one: p·L/L′.
///
/// # Errors
/// [`MathError::TooSmall`] for a table without rows, [`MathError::NoSuch`] for a row past the stretched table.
///
/// ```
/// assert_eq!(posenc::math::learned::source_index(1023, 512, 2048)?, 255.75);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn source_index(p: usize, trained: usize, extended: usize) -> Result<f64, MathError> {
    at_least_one("the trained length", trained)?;
    at_least_one("the extended length", extended)?;
    if p >= extended {
        return Err(MathError::NoSuch { what: "row", got: p, first: 0, last: extended - 1 });
    }
    Ok(p as f64 * trained as f64 / extended as f64)
}

/// How many trained numbers a table holds: rows × d_model.
///
/// # Errors
/// [`MathError::TooLarge`] if the product exceeds `u64`.
///
/// ```
/// assert_eq!(posenc::math::learned::parameter_count(512, 768)?, 393_216); // BERT base
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn parameter_count(rows: u64, d_model: u64) -> Result<u64, MathError> {
    rows.checked_mul(d_model).ok_or(MathError::TooLarge { what: "the number of parameters", max: "2^64 − 1" })
}

/// Rows that fairseq and RoBERTa read: real tokens count pad + 1, pad + 2, …, padding reads row `pad`.
///
/// Source: `fairseq.utils.make_positions`; `RobertaEmbeddings.create_position_ids_from_input_ids`.
///
/// ```
/// use posenc::math::learned::fairseq_positions;
/// assert_eq!(fairseq_positions(&[5, 6, 7, 1, 1], 1), [2, 3, 4, 1, 1]);
/// ```
pub fn fairseq_positions(tokens: &[i64], pad: i64) -> Vec<i64> {
    let mut real = 0;
    tokens
        .iter()
        .map(|&token| {
            if token == pad {
                return pad;
            }
            real += 1;
            pad + real
        })
        .collect()
}

/// How many tokens fit a table whose first `pad + 1` rows are never used: rows − pad − 1 (RoBERTa: 514 rows hold 512 tokens).
///
/// # Errors
/// [`MathError::TooSmall`] if no row is left.
///
/// ```
/// assert_eq!(posenc::math::learned::usable_length(514, 1)?, 512);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn usable_length(rows: usize, pad: usize) -> Result<usize, MathError> {
    rows.checked_sub(pad).and_then(|left| left.checked_sub(1)).filter(|&left| left > 0).ok_or(MathError::TooSmall {
        what: "the number of rows",
        min: pad as i64 + 2,
        got: rows as i64,
    })
}

/// Positions that count real tokens only, 0, 1, 2, …; padding gets `padded`.
///
/// GPT-2's `generate` uses `padded` = 1, BLOOM's ALiBi 0. It is what left padding needs: the plain range shifts every token.
///
/// ```
/// use posenc::math::learned::positions_from_mask;
/// assert_eq!(positions_from_mask(&[false, false, true, true, true], 1), [1, 1, 0, 1, 2]);
/// ```
pub fn positions_from_mask(mask: &[bool], padded: i64) -> Vec<i64> {
    let mut next = 0;
    mask.iter()
        .map(|&real| {
            if !real {
                return padded;
            }
            next += 1;
            next - 1
        })
        .collect()
}

/// Rows that OPT reads: cumsum(mask)·mask − 1 + 2. Real tokens start at row 2, padding reads row 1.
///
/// ```
/// assert_eq!(posenc::math::learned::opt_rows(&[false, false, true, true]), [1, 1, 2, 3]);
/// ```
pub fn opt_rows(mask: &[bool]) -> Vec<i64> {
    positions_from_mask(mask, -1).into_iter().map(|position| position + 2).collect()
}

/// Rows that BART reads for `len` tokens: position + 2. Padding is counted like any token.
///
/// ```
/// assert_eq!(posenc::math::learned::bart_rows(4), [2, 3, 4, 5]);
/// ```
pub fn bart_rows(len: usize) -> Vec<i64> {
    (0..len as i64).map(|position| position + 2).collect()
}
