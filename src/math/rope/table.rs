//! Whole arrays turned with cosines and sines that are computed once.
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use ndarray::{Array2, ArrayView2, ArrayViewMut2};

use super::{Layout, Options};
use crate::math::MathError;
use crate::math::num::{position, same_len};

/// Cosines and sines for a list of positions, made once and used for every query and key of a head.
///
/// ```
/// use ndarray::array;
/// use posenc::math::rope::{Options, RotaryTable, rotate};
/// let options = Options::default();
/// let table = RotaryTable::new(&[0, 7], 4, &options)?;
/// let turned = table.rotate(array![[1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]].view())?;
/// assert_eq!(turned.row(0).to_vec(), [1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(turned.row(1).to_vec(), rotate(&[1.0, 2.0, 3.0, 4.0], 7, &options)?);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RotaryTable {
    cos: Array2<f64>,
    sin: Array2<f64>,
    layout: Layout,
    head_dim: usize,
    pairs: usize,
}

impl RotaryTable {
    /// The table for `positions`, (positions × turning pairs) of each.
    ///
    /// # Errors
    /// As [`rotate`](super::rotate).
    pub fn new(positions: &[i64], head_dim: usize, options: &Options) -> Result<Self, MathError> {
        let shape = options.shape(head_dim)?;
        let frequencies: Vec<f64> = (0..shape.turning).map(|pair| options.frequency(pair, shape)).collect();
        let mut cos = Array2::zeros((positions.len(), shape.turning));
        let mut sin = cos.clone();
        for (row, &pos) in positions.iter().enumerate() {
            let pos = position(pos)?;
            for (pair, theta) in frequencies.iter().enumerate() {
                (sin[[row, pair]], cos[[row, pair]]) = libm::sincos(pos * theta);
            }
        }
        Ok(Self { cos, sin, layout: options.layout, head_dim, pairs: shape.pairs })
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.cos.nrows()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `x` (positions × head_dim) with each row turned to its position.
    ///
    /// # Errors
    /// [`MathError::Length`] if the shape of `x` is not that of the table.
    pub fn rotate(&self, x: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
        let mut out = x.as_standard_layout().into_owned();
        self.rotate_in_place(out.view_mut())?;
        Ok(out)
    }

    /// As [`rotate`](Self::rotate), without a new array.
    ///
    /// # Errors
    /// [`MathError::Length`] if the shape of `x` is not that of the table.
    pub fn rotate_in_place(&self, mut x: ArrayViewMut2<'_, f64>) -> Result<(), MathError> {
        same_len("the array (rows)", self.len(), x.nrows())?;
        same_len("the array (columns)", self.head_dim, x.ncols())?;
        for ((mut row, cos), sin) in x.rows_mut().into_iter().zip(self.cos.rows()).zip(self.sin.rows()) {
            match (row.as_slice_mut(), cos.as_slice(), sin.as_slice()) {
                (Some(row), Some(cos), Some(sin)) => self.turn_row(row, cos, sin),
                _ => {
                    // A view with strides: turn a contiguous copy and write it back.
                    let mut copy = row.to_vec();
                    self.turn_row(&mut copy, &cos.to_vec(), &sin.to_vec());
                    row.iter_mut().zip(copy).for_each(|(slot, value)| *slot = value);
                }
            }
        }
        Ok(())
    }

    /// Turns one row. Iterators over chunks, not indices: the compiler drops the bounds checks and uses vector registers.
    fn turn_row(&self, row: &mut [f64], cos: &[f64], sin: &[f64]) {
        match self.layout {
            Layout::Interleaved => {
                for ((pair, c), s) in row.chunks_exact_mut(2).zip(cos).zip(sin) {
                    let (a, b) = (pair[0], pair[1]);
                    pair[0] = a * c - b * s;
                    pair[1] = a * s + b * c;
                }
            }
            Layout::Half => {
                let (first, rest) = row.split_at_mut(self.pairs);
                for (((a, b), c), s) in first.iter_mut().zip(rest).zip(cos).zip(sin) {
                    (*a, *b) = (*a * c - *b * s, *a * s + *b * c);
                }
            }
        }
    }
}
