//! How long a formula and a page take: both are laid out again at every change of the width.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{Criterion, criterion_group, criterion_main};
use posenc::typeset::formula::{Style, layout};
use posenc::typeset::prose::{Doc, Opts};
use std::hint::black_box;

const FORMULA: &str = r"\mathrm{PE}(p,2i)=\sin\left(\frac{p}{10000^{2i/d}}\right)";

const PAGE: &str = r"
Rotate the query by $m\theta$ and the key by $n\theta$. The **score** is a dot product of two rotated vectors, and a
rotation keeps angles *between* vectors: only the difference $(n-m)\theta$ is left [@Su21].

$$\left(R(m\theta)\,q\right)\cdot\left(R(n\theta)\,k\right)=q^\top R\left((n-m)\theta\right)k$$

- the pair `2i, 2i+1` turns with its own frequency $\theta_i = 10000^{-2i/d}$;
- slow pairs see far, fast pairs see near; [[rope/stretch]] says what happens past the trained length;
- nothing is added to the content, so values stay as they are.

| tokens at test | sinusoidal | rotary | ALiBi |
|---|---|---|---|
| 512 | 20.05 | 20.07 | 19.73 |
| 15512 | 406.01 | 79.25 | 18.31 |

> A formula for every position is not a promise for every position.

The identity holds for one head and one pair; a head of width $d$ has $d/2$ pairs and the scores add up.
";

fn typeset(criterion: &mut Criterion) {
    criterion.bench_function("formula", |bencher| bencher.iter(|| layout(black_box(FORMULA), &Style::default())));
    criterion.bench_function("page parse", |bencher| bencher.iter(|| Doc::parse(black_box(PAGE))));
    let doc = Doc::parse(PAGE);
    criterion.bench_function("page lines", |bencher| bencher.iter(|| doc.lines(black_box(72), &Opts::default())));
}

criterion_group!(benches, typeset);
criterion_main!(benches);
