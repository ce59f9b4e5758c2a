use super::*;
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

fn shown(markdown: &str, width: usize, ascii: bool) -> String {
    let lines = Doc::parse(markdown).lines(width, &Opts { ascii, centre: false });
    lines.iter().map(|line| line.text() + "\n").collect()
}

#[test]
fn lists_hang_under_their_text() {
    let text = "- one two three four five\n- six\n  1. inner words that wrap\n  2. more\n";
    assert_eq!(
        shown(text, 20, false),
        "• one two three four\n  five\n• six\n  1. inner words\n     that wrap\n  2. more\n"
    );
}

#[test]
fn html_of_the_web_is_raised_lowered_or_dropped() {
    let text = "at most 2<sup>127</sup> by <b>x<sub>i</sub></b>, 10<sup>-3</sup>, a<sup>k, m</sup><br>Vec<T> <span class='a'>b</span>";
    assert_eq!(shown(text, 60, false), "at most 2¹²⁷ by xᵢ, 10⁻³, a^(k, m)\nVec<T> b\n");
    assert_eq!(shown(text, 60, true), "at most 2^127 by x_i, 10^(-3), a^(k, m)\nVec<T> b\n");
    assert_eq!(shown("<div>\n<p>A <em>block</em>.</p>\n</div>", 60, false).trim(), "A block.");
}

#[test]
fn a_formula_stays_with_the_comma_behind_it() {
    assert_eq!(shown("Angles of $m\\theta$, then $n$.", 14, false), "Angles of mθ,\nthen n.\n");
    assert_eq!(shown("Angles of $m\\theta$, then $n$.", 18, true), "Angles of m theta,\nthen n.\n");
}

#[test]
fn a_long_formula_is_broken_before_an_operator() {
    let text = r"Check $0.6\cos 3-0.8\sin 3=-0.5940-0.1129=-0.7069$.";
    assert_eq!(shown(text, 28, true), "Check 0.6 cos 3 - 0.8 sin 3\n= -0.5940 - 0.1129\n= -0.7069.\n");
}

#[test]
fn displayed_formulas_stand_in_rows_of_their_own() {
    assert_eq!(shown("so $$\\frac{a}{b}$$ holds", 30, false), "so\n\n     a\n    ───\n     b\n\nholds\n");
}

#[test]
fn numbers_stand_at_the_right_and_wide_tables_wrap() {
    let text = "| scheme | score |\n|---|---|\n| ALiBi | 8 |\n| RoPE | 19.79 |\n";
    assert_eq!(shown(text, 40, false), "scheme  score\n─────────────\nALiBi       8\nRoPE    19.79\n");
    let text = "| a | b |\n|---|---|\n| one two three | four five six seven |\n";
    assert_eq!(
        shown(text, 20, true),
        "a          b\n--------------------\none two    four five\nthree      six seven\n"
    );
}

#[test]
fn links_are_collected_with_their_targets() {
    let doc = Doc::parse("See [[rope/cancel]] and [@Press22].\n\nOr [here](https://example.org), not [[1, 2], [3]].");
    let targets: Vec<&Target> = doc.links().iter().map(|link| &link.target).collect();
    assert_eq!(
        targets,
        [
            &Target::Page { section: "rope".into(), page: Some("cancel".into()) },
            &Target::Source("Press22".into()),
            &Target::Url("https://example.org".into()),
        ]
    );
    assert_eq!(doc.links().iter().map(|link| link.block).collect::<Vec<_>>(), [0, 0, 1]);
    let lines = doc.lines(80, &Opts::default());
    assert_eq!(lines[0].text(), "See rope/cancel and [Press22].");
    assert_eq!(lines[2].text(), "Or here, not [[1, 2], [3]].");
    assert_eq!(lines[0].spans[1].role, Role::Link);
    assert_eq!(lines[0].spans[1].link, Some(0));
}

#[test]
fn references_read_as_the_reader_names_them() {
    let name = |target: &Target| matches!(target, Target::Source(_)).then(|| "Press et al. 2022".to_owned());
    let doc = Doc::parse_with("[@Press22]", &name);
    assert_eq!(doc.lines(80, &Opts::default())[0].text(), "[Press et al. 2022]");
    assert_eq!(doc.links()[0].text, "[Press et al. 2022]");
}

#[test]
fn a_broken_formula_is_shown_as_written_and_reported() {
    let doc = Doc::parse("Here $\\nope x$ stands.");
    assert_eq!(doc.lines(80, &Opts::default())[0].text(), "Here $\\nope x$ stands.");
    assert_eq!(doc.problems().len(), 1);
}

#[test]
fn strong_and_emphasised_combine() {
    let doc = Doc::parse("a **b *c* d** e");
    let spans = &doc.lines(80, &Opts::default())[0].spans;
    let flags: Vec<_> = spans.iter().map(|span| (span.text.trim(), span.strong, span.emph)).collect();
    assert!(flags.contains(&("c", true, true)) && flags.contains(&("d", true, false)), "{flags:?}");
}

#[test]
fn wide_characters_and_accents_keep_the_width() {
    assert_eq!(shown("漢字漢字漢字。", 6, false), "漢字漢\n字漢\n字。\n");
    assert_eq!(shown("e\u{301}e\u{301}e\u{301} x", 3, false), "e\u{301}e\u{301}e\u{301}\nx\n");
}

#[test]
fn the_quick_way_to_measure_agrees_with_the_slow_one() {
    for c in ('\u{20}'..='\u{2fff}').filter(|c| !c.is_control()) {
        let text = format!("a{c}b");
        let slow: usize = text.graphemes(true).map(UnicodeWidthStr::width).sum();
        assert_eq!(wrap::width(&text), slow, "U+{:04X}", u32::from(c));
    }
}

#[test]
fn search_finds_every_place_in_any_case() {
    let lines = Doc::parse("Rope and 漢 rope").lines(80, &Opts::default());
    let places: Vec<_> = find(&lines, "ROPE").iter().map(|hit| (hit.line, hit.column, hit.width)).collect();
    assert_eq!(places, [(0, 0, 4), (0, 12, 4)]);
}

#[test]
fn what_steers_a_terminal_does_not_come_through() {
    let text = shown("a\u{1b}[2Jb `c\u{7}d`\n\n```\n\tx\u{202e}y\n```\n", 40, false);
    assert_eq!(text, "a[2Jb cd\n\n      xy\n");
}

/// Pieces of Markdown that meet each other in every order.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,12}",
        "[a-z ]{1,30}",
        Just("\n\n".to_owned()),
        Just("\n".to_owned()),
        Just("- ".to_owned()),
        Just("\n  - ".to_owned()),
        Just("> ".to_owned()),
        Just("12. ".to_owned()),
        Just("\n\n| a | b | c |\n|---|--:|---|\n| 1 | long words here | x |\n\n".to_owned()),
        Just("**".to_owned()),
        Just("`".to_owned()),
        Just("\n```\n".to_owned()),
        Just("$\\frac{a}{b} + \\sum_i x_i$".to_owned()),
        Just("\n\n$$\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}x = \\frac{1}{2} + y + z + w$$\n\n".to_owned()),
        Just("[@Press22]".to_owned()),
        Just("[[rope/cancel]]".to_owned()),
        Just("漢字e\u{301}👩‍👩‍👧".to_owned()),
        Just("Aufmerksamkeitsmechanismusgrundlagenvertiefung".to_owned()),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_line_is_ever_wider_than_asked(text in markdown(), width in 20usize..=120) {
        for ascii in [false, true] {
            let doc = Doc::parse(&text);
            for line in doc.lines(width, &Opts { ascii, centre: ascii }) {
                let line = line.text();
                let wide: usize = line.graphemes(true).map(UnicodeWidthStr::width).sum();
                prop_assert!(wide <= width, "{wide} > {width}: {line:?}");
                prop_assert!(!line.chars().any(char::is_control));
                prop_assert!(!ascii || line.bytes().all(|byte| (0x20..=0x7e).contains(&byte)), "{line:?}");
            }
        }
    }

    #[test]
    fn every_word_of_plain_text_survives_wrapping(words in prop::collection::vec("[a-z]{1,9}", 1..60), width in 20usize..=120) {
        let text = words.join(" ");
        let lines = Doc::parse(&text).lines(width, &Opts::default());
        let joined = lines.iter().map(Line::text).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(joined, text);
    }
}
