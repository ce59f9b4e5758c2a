//! The schemes as numbers: pure functions over `f64`, `ndarray` and `libm`. Knows nobody.
