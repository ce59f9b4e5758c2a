//! x
use posenc::typeset::formula::{Style, layout, inline};
#[test]
fn show() {
    for f in [
r"PE_{(pos,2i)} = \sin\left(\frac{pos}{10000^{2i/d_{\text{model}}}}\right)",
r"\begin{pmatrix}\cos m\theta & -\sin m\theta\\ \sin m\theta & \cos m\theta\end{pmatrix}\begin{pmatrix}x_1\\x_2\end{pmatrix}",
r"\sum_{i=0}^{d/2-1}\cos(\omega_i k)",
r"\mathrm{softmax}\left(\frac{q_i k_j^\top}{\sqrt{d_k}} - m(i-j)\right)",
r"b(i,j)=\begin{cases}-m(i-j) & \text{if } j\le i\\ -\infty & \text{if } j>i\end{cases}",
r"\omega_i = 10000^{-2i/d},\quad \lambda_i=\frac{2\pi}{\omega_i}",
r"\left\langle R_m q, R_n k\right\rangle = \operatorname{Re}\left[\sum_i q_i k_i^* e^{i(m-n)\theta_i}\right]",
r"\begin{aligned} q_m^\top k_n &= (R_m q)^\top (R_n k)\\ &= q^\top R_{n-m} k\end{aligned}",
r"\sqrt{\frac1d\sum_{i=1}^d x_i^2+\epsilon}",
r"\left(R(m\theta)\,q\right)\cdot\left(R(n\theta)\,k\right)=q^\top R\left((n-m)\theta\right)k",
r"\lVert x\rVert_2 \ne |x-y| \quad \hat q, \bar k_i, \overline{q k}, \tilde{x}'",
r"\sqrt{a+b}, \left(\frac{a}{b}\right)^{2}, \lfloor \frac{a}{b} \rfloor, x \in \mathbb{R}^{n\times d}, f: X\to Y, x \mapsto -x, 2\pi k",
r"\underbrace{q_i^\top k_j}_{\text{content}} + \underbrace{b(i-j)}_{\text{position}}",
r"\min_{j\le i} a_j = \max(0, 1-\lfloor x\rfloor), \mathrm{clip}(x, -k, k)",
r"\frac{\frac{a}{b}}{c+\frac{d}{\frac{e}{f}}} \frac12 x, -\frac12",
r"a^{b^{c}}, (a+b)^2, x_{\mathrm{max}}^{2}, d_{model}, {a+b}^2, 10{,}000, 1.5, \|x\|, p(x|y)",
r"\begin{bmatrix}1 & 2 & 3\\4&5&6\\7&8&9\end{bmatrix} \left\lfloor\frac{x}{2}\right\rfloor \stackrel{def}{=}  \binom{n}{k}",
] {
  for ascii in [false,true] {
    match layout(f, &Style{inline:false, ascii}) { Ok(b) => { println!("--- {f}"); for r in &b.rows { println!("{r}"); } } Err(e) => println!("ERR {e}") }
    println!("inline: {}", inline(f, ascii).unwrap_or_else(|e| e.to_string()));
  }
}
for f in [r"a \foo b", r"\frac{a", r"x^2^3", r"\begin{foo} a", r"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa \foo bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "a } b", r"\left( a"] { {
 let st = pulldown_latex::Storage::new(); for e in pulldown_latex::Parser::new(f,&st) { if let Err(e)=e { println!("{e}|"); break; } }
 println!("{:?}", layout(f, &Style::default()).map_err(|e| e.to_string()));} }
}
