//! A few small layers with fixed weights: enough to see where order matters and where it cannot.

use ndarray::{Array2, ArrayView2};

use super::MathError;
use super::attention::{Attended, Mask, attention};
use super::num::{SplitMix64, at_least_one, matmul, same_len};

/// One layer: attention with projections, a residual, and a token-wise nonlinearity with a residual.
#[derive(Clone, Debug)]
struct Layer {
    query: Array2<f64>,
    key: Array2<f64>,
    value: Array2<f64>,
    feed_forward: Array2<f64>,
}

/// A stack of toy layers without any positional signal, weights from a fixed seed.
///
/// One layer is `H = X + A(XW_q, XW_k, XW_v)`, `Y = H + tanh(H W_f)`, one head, no normalisation. The weights are not trained and
/// mean nothing; the facts shown with them hold for every choice of weights:
///
/// - without a mask, `f(PX) = P f(X)` for any number of layers;
/// - with the causal mask, one layer's last output ignores the order of what came before it, and two layers' does not.
///
/// ```
/// use posenc::math::{attention::Mask, permutation::Permutation, toy::EncoderStack, num::{SplitMix64, max_abs_diff}};
/// let x = SplitMix64::new(7).array(5, 4, 1.0);
/// let shuffle = Permutation::new(vec![3, 0, 4, 1, 2])?;
/// let stack = EncoderStack::new(2, 4, Mask::None, 1)?;
/// let shuffled_first = stack.forward(shuffle.apply_rows(x.view())?.view())?;
/// let shuffled_last = shuffle.apply_rows(stack.forward(x.view())?.view())?;
/// assert!(max_abs_diff(shuffled_first.view(), shuffled_last.view())? < 1e-12);
/// # Ok::<(), posenc::math::MathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EncoderStack {
    layers: Vec<Layer>,
    width: usize,
    mask: Mask,
}

impl EncoderStack {
    /// `layers` layers of the given width. The same seed gives the same weights on every machine, and a deeper stack begins with
    /// the layers of a shallower one.
    ///
    /// # Errors
    /// [`MathError::TooSmall`] for no layers or a width of 0.
    pub fn new(layers: usize, width: usize, mask: Mask, seed: u64) -> Result<Self, MathError> {
        at_least_one("the number of layers", layers)?;
        at_least_one("the width", width)?;
        let mut stream = SplitMix64::new(seed);
        // Uniform in ±√(3/width): variance 1/width, so that vectors keep their size through a projection.
        let scale = (3.0 / width as f64).sqrt();
        let mut matrix = || stream.array(width, width, scale);
        let layers = (0..layers)
            .map(|_| Layer { query: matrix(), key: matrix(), value: matrix(), feed_forward: matrix() })
            .collect();
        Ok(Self { layers, width, mask })
    }

    /// How many layers there are.
    pub fn depth(&self) -> usize {
        self.layers.len()
    }

    /// Runs `x` (tokens × width) through all layers; the output has the same shape.
    ///
    /// # Errors
    /// [`MathError::Length`] if `x` has another width.
    pub fn forward(&self, x: ArrayView2<'_, f64>) -> Result<Array2<f64>, MathError> {
        Ok(self.trace(x)?.output)
    }

    /// As [`forward`](Self::forward), with the attention of every layer.
    ///
    /// # Errors
    /// [`MathError::Length`] if `x` has another width.
    pub fn trace(&self, x: ArrayView2<'_, f64>) -> Result<Trace, MathError> {
        same_len("the token vectors (width)", self.width, x.ncols())?;
        let mut state = x.to_owned();
        let mut attended = Vec::with_capacity(self.layers.len());
        for layer in &self.layers {
            let seen = attention(
                matmul(state.view(), layer.query.view())?.view(),
                matmul(state.view(), layer.key.view())?.view(),
                matmul(state.view(), layer.value.view())?.view(),
                self.mask,
                None,
            )?;
            state += &seen.output;
            let hidden = matmul(state.view(), layer.feed_forward.view())?;
            state.zip_mut_with(&hidden, |s, h| *s += libm::tanh(*h));
            attended.push(seen);
        }
        Ok(Trace { output: state, attended })
    }
}

/// What an [`EncoderStack`] did with its input.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The output of the last layer, (tokens × width).
    pub output: Array2<f64>,
    /// Logits, weights and output of the attention of each layer, first layer first.
    pub attended: Vec<Attended>,
}
