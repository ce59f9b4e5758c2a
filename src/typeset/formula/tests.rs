use super::*;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

fn drawn(latex: &str, ascii: bool) -> String {
    layout(latex, &Style { inline: false, ascii }).unwrap().rows.join("\n")
}

#[test]
fn fractions_stack_and_brackets_stretch() {
    assert_eq!(drawn(r"\left(\frac{a}{b+c}\right)^2", false), "⎛   a   ⎞²\n⎜───────⎟\n⎝ b + c ⎠");
    assert_eq!(drawn(r"\left(\frac{a}{b+c}\right)^2", true), "/   a   \\2\n|-------|\n\\ b + c /");
}

#[test]
fn the_baseline_is_where_neighbours_stand() {
    let sum = layout(r"x = \sum_{i=0}^{n} i", &Style::default()).unwrap();
    assert_eq!(sum.rows, ["     n", "x =  ∑  i", "    i=0"]);
    assert_eq!((sum.baseline, sum.width(), sum.height()), (1, 9, 3));
}

#[test]
fn a_fraction_in_one_row_keeps_its_meaning() {
    let row = |latex| inline(latex, false).unwrap();
    assert_eq!(row(r"\frac{a+b}{2d}"), "(a + b)/(2d)");
    assert_eq!(row(r"\frac1d\sum_i x_i"), "(1/d) ∑ᵢ xᵢ");
    assert_eq!(row(r"10000^{\frac{2i}{d}}"), "10000^(2i/d)");
    assert_eq!(row(r"e^{-m(i-j)}"), "e^(−m(i−j))");
}

#[test]
fn commas_part_numbers_or_thousands() {
    assert_eq!(inline("(0.6,0.8)", false).unwrap(), "(0.6, 0.8)");
    assert_eq!(inline("1,0", false).unwrap(), "1, 0");
    assert_eq!(inline("12,000", false).unwrap(), "12,000");
}

#[test]
fn minus_is_a_sign_or_an_operator() {
    assert_eq!(inline("a=-b-c, (-d)", false).unwrap(), "a = −b − c, (−d)");
    assert_eq!(inline("-|i-j|", true).unwrap(), "-|i - j|");
    assert_eq!(inline("|-x|", false).unwrap(), "|−x|");
}

#[test]
fn a_conjugate_does_not_read_as_a_product() {
    assert_eq!(drawn("k_i^* q", false), " *\nkᵢq");
    assert_eq!(inline("k_i^* q", false).unwrap(), "kᵢ^* q");
    assert_eq!(inline("k_i^* q", true).unwrap(), "k_i^* q");
}

#[test]
fn ascii_keeps_names_apart() {
    assert_eq!(inline(r"m\theta q_i^\top k_j \le 2\pi", true).unwrap(), "m theta q_i^T k_j <= 2pi");
    assert_eq!(inline(r"\lfloor x\rfloor \to \sqrt{d_k}", true).unwrap(), "floor(x) -> sqrt(d_k)");
    assert_eq!(inline(r"\mathbb{R}^{n\times d}", true).unwrap(), "R^(n x d)");
}

#[test]
fn wide_formulas_break_at_their_relations() {
    let within = |width| layout_within(r"score = q^\top R k = f(m-n) + g(m) + h(n)", width, &Style::default()).unwrap();
    assert_eq!(within(30).rows, ["score = qᵀRk", "      = f(m − n) + g(m) + h(n)"]);
    assert_eq!(within(24).rows, ["score = qᵀRk", "= f(m − n) + g(m) + h(n)"]);
}

#[test]
fn a_product_of_matrices_breaks_between_its_factors() {
    let latex = r"A = \begin{pmatrix}1&0\\0&1\end{pmatrix}\begin{pmatrix}x\\y\end{pmatrix}";
    let drawn = layout_within(latex, 10, &Style::default()).unwrap();
    assert_eq!(drawn.rows, ["A = ⎛1  0⎞", "    ⎝0  1⎠", "", "    ⎛x⎞", "    ⎝y⎠"]);
}

#[test]
fn errors_name_the_place_and_the_cure() {
    let error = layout(r"a + \fooo{b}", &Style::default()).unwrap_err();
    assert_eq!(error.column(), Some(5));
    assert!(error.to_string().contains(r"`\fooo` is not known"), "{error}");
    assert!(matches!(layout(r"\def\x{\x}\x", &Style::default()), Err(FormulaError::Macro { column: 1, .. })));
    assert!(matches!(layout(&"{".repeat(100), &Style::default()), Err(FormulaError::TooDeep)));
    assert!(layout(&r"\sqrt".repeat(100), &Style::default()).is_err());
    assert!(matches!(layout(&"x".repeat(4097), &Style::default()), Err(FormulaError::TooLong { bytes: 4097 })));
}

/// LaTeX-like text: commands, braces and letters in any order.
fn latex() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        r"\frac",
        r"\sqrt",
        r"\left(",
        r"\right)",
        r"\left\langle",
        r"\right.",
        "{",
        "}",
        "^",
        "_",
        "&",
        r"\\",
        r"\hat",
        r"\bar",
        r"\sum",
        r"\begin{pmatrix}",
        r"\end{pmatrix}",
        r"\begin{cases}",
        r"\end{cases}",
        r"\begin{aligned}",
        r"\end{aligned}",
        r"\text{a b}",
        r"\theta",
        r"\cdot",
        "=",
        "-",
        "+",
        "x",
        "12",
        "|",
        "'",
        "*",
        ",",
        r"\quad",
        r"\,",
        r"\underbrace",
        r"\not",
        r"\mathrm",
        "漢",
        "\u{1b}",
        r"\operatorname{f}",
        r"\le",
        r"\overline",
        r"\binom",
        r"\middle|",
        "(",
        ")",
        "[",
        "%",
        "#",
        "$",
        "~",
        r"\kern",
        "1em",
        r"\limits",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.join(" "))
}

fn holds(text: &str, width: usize) -> Result<(), TestCaseError> {
    for ascii in [false, true] {
        for inline in [false, true] {
            let Ok(boxed) = layout_within(text, width, &Style { inline, ascii }) else {
                continue;
            };
            prop_assert!(boxed.baseline < boxed.rows.len());
            for row in &boxed.rows {
                let wide: usize = unicode_segmentation::UnicodeSegmentation::graphemes(row.as_str(), true)
                    .map(UnicodeWidthStr::width)
                    .sum();
                prop_assert!(wide <= width, "{wide} > {width} {row:?}");
                prop_assert!(!row.chars().any(char::is_control));
                prop_assert!(!ascii || row.bytes().all(|byte| (0x20..=0x7e).contains(&byte)), "{row:?}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_drawn_within_its_width_or_refused(text in any::<String>(), width in 8usize..100) {
        holds(&text, width)?;
    }

    #[test]
    fn any_latex_is_drawn_within_its_width_or_refused(text in latex(), width in 8usize..100) {
        holds(&text, width)?;
    }
}
