//! The skew: relative logits without an (n × n × d) array (Huang et al. 2018, Music Transformer, §3.4.1).

use ndarray::{Array2, ArrayView2};

use super::MathError;
use super::num::same_len;

/// Columns by relative offset → columns by key, for causal attention.
///
/// `relative` (n × n) holds in row i, column r the logit of query i at offset r − (n − 1). One zero column is put in front, the numbers
/// are read again as (n + 1 × n), and the first row is dropped. Only keys j ≤ i are meaningful in the result; the mask removes the rest.
///
/// # Errors
/// [`MathError::Length`] if the array is not square.
///
/// ```
/// use ndarray::array;
/// let keys = posenc::math::skew::skew(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]].view())?;
/// assert_eq!(keys, array![[3.0, 0.0, 4.0], [5.0, 6.0, 0.0], [7.0, 8.0, 9.0]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn skew(relative: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
    let n = square(relative)?;
    // Element (i, j) of the result is element n + i·n + j of the padded rows of length n + 1.
    Ok(Array2::from_shape_fn((n, n), |(i, j)| {
        let flat = n + i * n + j;
        let (row, column) = (flat / (n + 1), flat % (n + 1));
        column.checked_sub(1).and_then(|column| relative.get((row, column)).copied()).unwrap_or(0.0)
    }))
}

/// The way back: columns by key → columns by relative offset, for causal attention.
///
/// `absolute` is (n × n) with zeros above the diagonal; n zeros are put in front, the numbers are read again as (n × n + 1), and the
/// first column is dropped.
///
/// # Errors
/// [`MathError::Length`] if the array is not square.
///
/// ```
/// use ndarray::array;
/// let relative = posenc::math::skew::unskew(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]].view())?;
/// assert_eq!(relative, array![[0.0, 0.0, 1.0], [3.0, 4.0, 5.0], [7.0, 8.0, 9.0]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn unskew(absolute: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
    let n = square(absolute)?;
    Ok(Array2::from_shape_fn((n, n), |(i, j)| {
        let flat = (i * (n + 1) + j + 1).checked_sub(n);
        flat.and_then(|flat| absolute.get((flat / n, flat % n)).copied()).unwrap_or(0.0)
    }))
}

/// Columns by relative offset → columns by key without a mask: result (i, j) is `relative` (i, j − i + n − 1).
///
/// `relative` is (n × 2n − 1), offsets −(n − 1)..=n − 1.
///
/// # Errors
/// [`MathError::Length`] if the width is not 2n − 1.
///
/// ```
/// use ndarray::array;
/// let keys = posenc::math::skew::skew_unmasked(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].view())?;
/// assert_eq!(keys, array![[2.0, 3.0], [4.0, 5.0]]);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn skew_unmasked(relative: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
    let n = relative.nrows();
    same_len("the relative logits (columns)", (2 * n).saturating_sub(1), relative.ncols())?;
    Ok(Array2::from_shape_fn((n, n), |(i, j)| relative.get((i, j + n - 1 - i)).copied().unwrap_or(0.0)))
}

fn square(x: ArrayView2<'_, f64>) -> Result<usize, MathError> {
    same_len("the array (columns)", x.nrows(), x.ncols())?;
    Ok(x.nrows())
}
