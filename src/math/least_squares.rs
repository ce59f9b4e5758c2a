//! Ridge regression by the normal equations and a Cholesky factor; small systems, same bits on every machine.
#![allow(clippy::indexing_slicing, reason = "shapes are checked at the door of each function")]

use ndarray::{Array2, ArrayView2};

use super::MathError;
use super::num::{at_least_one, finite, same_len};

/// The coefficients c that minimise `‖A c − y‖² / n + ridge · ‖c‖²`, for n rows of `A`.
///
/// They solve `(AᵀA / n + ridge · I) c = Aᵀy / n`. With a small ridge and columns that are nearly alike, c is huge: its parts cancel on
/// the rows given, and nowhere else.
///
/// # Errors
/// [`MathError::Length`] if `y` is not as long as `A` has rows; [`MathError::TooSmall`] for an empty `A`;
/// [`MathError::OutOfInterval`] for a negative ridge, or one too small to make the equations solvable.
///
/// ```
/// use ndarray::array;
/// use posenc::math::least_squares::ridge;
/// // y = 1 + 2x through three points.
/// let c = ridge(array![[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]].view(), &[1.0, 3.0, 5.0], 0.0)?;
/// assert!((c[0] - 1.0).abs() < 1e-12 && (c[1] - 2.0).abs() < 1e-12);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
pub fn ridge(a: ArrayView2<'_, f64>, y: &[f64], ridge: f64) -> Result<Vec<f64>, MathError> {
    let rows = at_least_one("the number of points", a.nrows())?;
    at_least_one("the number of columns", a.ncols())?;
    same_len("the targets", rows, y.len())?;
    if finite("the ridge", ridge)? < 0.0 {
        return Err(MathError::OutOfInterval { what: "the ridge", must_be: "0 or more", got: ridge });
    }
    let (columns, n) = (a.ncols(), rows as f64);
    let mut gram = Array2::zeros((columns, columns));
    let mut right = vec![0.0; columns];
    for (row, target) in a.rows().into_iter().zip(y) {
        for i in 0..columns {
            right[i] += row[i] * target / n;
            for j in 0..=i {
                gram[[i, j]] += row[i] * row[j] / n;
            }
        }
    }
    for i in 0..columns {
        gram[[i, i]] += ridge;
    }
    let factor = cholesky(gram)?;
    Ok(solve(&factor, right))
}

/// The lower factor L of `L Lᵀ`, from the lower half of a symmetric positive matrix.
fn cholesky(mut a: Array2<f64>) -> Result<Array2<f64>, MathError> {
    for i in 0..a.nrows() {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| a[[i, k]] * a[[j, k]]).sum();
            let rest = a[[i, j]] - dot;
            if i != j {
                a[[i, j]] = rest / a[[j, j]];
            } else if rest > 0.0 {
                a[[i, i]] = rest.sqrt();
            } else {
                return Err(MathError::OutOfInterval {
                    what: "a pivot",
                    must_be: "greater than 0: raise the ridge",
                    got: rest,
                });
            }
        }
    }
    Ok(a)
}

/// `L Lᵀ x = b`, down and up again.
fn solve(factor: &Array2<f64>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| factor[[i, k]] * b[k]).sum();
        b[i] = (b[i] - dot) / factor[[i, i]];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| factor[[k, i]] * b[k]).sum();
        b[i] = (b[i] - dot) / factor[[i, i]];
    }
    b
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_ridge_shrinks_and_a_negative_one_is_refused() {
        let a = array![[1.0], [1.0]];
        assert_eq!(ridge(a.view(), &[2.0, 4.0], 0.0), Ok(vec![3.0]));
        assert_eq!(ridge(a.view(), &[2.0, 4.0], 1.0), Ok(vec![1.5]));
        assert!(ridge(a.view(), &[2.0, 4.0], -1.0).is_err());
    }

    #[test]
    fn equal_columns_need_a_ridge_and_then_share() {
        let a = array![[1.0, 1.0], [2.0, 2.0]];
        assert!(ridge(a.view(), &[2.0, 4.0], 0.0).is_err());
        let c = ridge(a.view(), &[2.0, 4.0], 1e-9).unwrap();
        assert!((c[0] - c[1]).abs() < 1e-6 && (c[0] + c[1] - 2.0).abs() < 1e-6, "{c:?}");
    }

    #[test]
    fn shapes_that_do_not_fit_are_named() {
        assert!(ridge(array![[1.0]].view(), &[1.0, 2.0], 0.0).unwrap_err().to_string().contains("the targets"));
    }
}
