//! Pictures on the screen: snapshots to look at, and a walk over sizes, depths and settings that nothing may break.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;

use posenc::cli::plot::{Output, PlotError, PlotOptions, run};
use posenc::figure::{self, Cursor, FigureInfo, KnobKind, Sampling, SettingError, Settings};
use posenc::tui::plot::{Depth, Marker, Plot, PlotState, PlotStyle, Sequential};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::widgets::StatefulWidget;

fn options(slug: &str, style: PlotStyle) -> PlotOptions {
    PlotOptions {
        figure: Some(slug.to_string()),
        set: Vec::new(),
        width: Some(70),
        height: Some(18),
        style,
        output: Output::Text,
        list: false,
    }
}

fn printed(options: &PlotOptions) -> String {
    let mut out = Vec::new();
    run(options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_figure_at_70_by_18_in_unicode() {
    for info in figure::ALL {
        let text = printed(&options(info.slug, PlotStyle::new(Depth::Mono, true, false)));
        insta::assert_snapshot!(format!("unicode-{}", info.slug), text);
    }
}

#[test]
fn every_figure_at_70_by_18_in_ascii() {
    for info in figure::ALL {
        let text = printed(&options(info.slug, PlotStyle::new(Depth::Mono, true, true)));
        assert!(text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)), "{}", info.slug);
        insta::assert_snapshot!(format!("ascii-{}", info.slug), text);
    }
}

#[test]
fn a_narrow_place_still_shows_the_panel_and_the_sentence() {
    for info in figure::ALL {
        let mut opts = options(info.slug, PlotStyle::new(Depth::Mono, true, false));
        (opts.width, opts.height) = (Some(40), Some(12));
        let text = printed(&opts);
        let picture = figure::build(info, &Settings::new(info), Sampling { cols: 40, rows: 12 });
        let first = picture.notice.split_whitespace().next().unwrap();
        assert!(text.lines().any(|l| l.starts_with(first)), "{}: the sentence is gone\n{text}", info.slug);
        assert!(
            text.lines().filter(|l| l.contains(|c| matches!(c, '│' | '┤' | '\u{2801}'..='\u{28ff}'))).count() >= 3,
            "{}: the panel is gone\n{text}",
            info.slug
        );
    }
}

/// Text of a knob: an end of its range, its default, a landmark, or a value anywhere in its range.
fn text_for(knob: &figure::Knob, pick: u16) -> String {
    let along = f64::from(pick / 6) / f64::from(u16::MAX / 6);
    let inside = |min: f64, max: f64, log: bool| {
        if log && min > 0.0 { min * libm::pow(max / min, along) } else { min + (max - min) * along }
    };
    match (knob.kind, pick % 6) {
        (KnobKind::Choice { options }, _) => options[usize::from(pick) % options.len()].to_string(),
        (KnobKind::Toggle, _) => if pick.is_multiple_of(2) { "on" } else { "off" }.to_string(),
        (KnobKind::Int { min, .. }, 0) => min.to_string(),
        (KnobKind::Int { max, .. }, 1) => max.to_string(),
        (KnobKind::Real { min, .. }, 0) => min.to_string(),
        (KnobKind::Real { max, .. }, 1) => max.to_string(),
        (_, 2) => knob
            .landmarks
            .get(usize::from(pick / 6) % knob.landmarks.len().max(1))
            .map_or(knob.default, |l| l.value)
            .to_string(),
        (_, 3) => knob.default.to_string(),
        (KnobKind::Int { min, max, log, multiple, .. }, _) => {
            let value = inside(min as f64, max as f64, log) as i64;
            (value - value.rem_euclid(multiple)).clamp(min, max).to_string()
        }
        (KnobKind::Real { min, max, log, .. }, _) => inside(min, max, log).clamp(min, max).to_string(),
    }
}

fn any_style() -> impl Strategy<Value = PlotStyle> {
    let depth = prop_oneof![Just(Depth::Mono), Just(Depth::Ansi16), Just(Depth::Ansi256), Just(Depth::TrueColor)];
    (depth, any::<[bool; 4]>()).prop_map(|(depth, [dark, ascii, half, cividis])| PlotStyle {
        marker: if half { Marker::HalfBlock } else { Marker::Braille },
        sequential: if cividis { Sequential::Cividis } else { Sequential::Viridis },
        ..PlotStyle::new(depth, dark, ascii)
    })
}

/// Texts don't overlap, and what was written is still there when everything is drawn.
fn no_text_covers_another(slug: &str, state: &PlotState, buf: &Buffer) -> Result<(), TestCaseError> {
    let texts = state.written();
    for (k, (place, text)) in texts.iter().enumerate() {
        for (other, covering) in &texts[k + 1..] {
            prop_assert!(place.intersection(*other).is_empty(), "{slug}: `{text}` and `{covering}` overlap");
        }
        let there: String = (place.x..place.right()).map(|x| buf[(x, place.y)].symbol()).collect();
        prop_assert_eq!(&there, text, "{} wrote over a text", slug);
    }
    Ok(())
}

fn allowed(depth: Depth, colour: Color) -> bool {
    match colour {
        Color::Reset => true,
        Color::Rgb(..) => depth == Depth::TrueColor,
        Color::Indexed(_) => depth == Depth::Ansi256,
        _ => depth == Depth::Ansi16,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_figure_at_any_size_stays_in_its_area_and_in_its_colours(
        which in 0..figure::ALL.len(),
        picks in proptest::collection::vec(any::<u16>(), 12),
        style in any_style(),
        (x, y) in (0_u16..20, 0_u16..10),
        (w, h) in prop_oneof![(0_u16..8, 0_u16..8), (8_u16..60, 4_u16..20), (60_u16..200, 18_u16..60)],
        (buf_w, buf_h) in (1_u16..220, 1_u16..70),
        cursor in proptest::option::of((0_usize..5, -2.0..600.0, -2.0..600.0)),
    ) {
        let info = &figure::ALL[which];
        let texts: Vec<String> = info.knobs.iter().zip(&picks).map(|(knob, pick)| text_for(knob, *pick)).collect();
        let pairs = info.knobs.iter().zip(&texts).map(|(knob, text)| (knob.name, text.as_str()));
        let (settings, refused) = Settings::of(info, pairs);
        prop_assert!(refused.iter().all(|(_, e)| matches!(e, SettingError::AboveOther { .. })), "{:?}", refused);
        let picture = figure::build(info, &settings, Sampling { cols: w, rows: h });
        let mut buf = Buffer::empty(Rect::new(0, 0, buf_w, buf_h));
        for cell in &mut buf.content {
            cell.set_symbol("!");
        }
        let area = Rect::new(x, y, w, h);
        let mut state = PlotState::default();
        state.cursor = cursor.map(|(panel, x, y)| Cursor { panel, x, y });
        Plot::new(&picture, &style).render(area, &mut buf, &mut state);
        for row in 0..buf_h {
            for col in 0..buf_w {
                let cell = &buf[(col, row)];
                if !area.contains((col, row).into()) {
                    prop_assert_eq!(cell.symbol(), "!", "{} wrote outside at {},{}", info.slug, col, row);
                }
                prop_assert!(allowed(style.depth, cell.fg) && allowed(style.depth, cell.bg), "{} {:?}", info.slug, cell);
                if style.ascii {
                    prop_assert!(cell.symbol().chars().all(|c| (' '..='~').contains(&c)), "{} {:?}", info.slug, cell);
                }
            }
        }
        no_text_covers_another(info.slug, &state, &buf)?;
        // The cursor can be moved from anywhere, and stays where it can be seen.
        for (right, up) in [(1, 0), (-9999, 0), (0, 9999), (3, -3)] {
            state.step(right, up);
        }
        state.next_panel();
    }
}

fn settings(info: &FigureInfo, set: &[&str]) -> Settings {
    let (settings, refused) = Settings::of(info, set.iter().map(|text| Settings::pair(info, text).unwrap()));
    assert!(refused.is_empty(), "{refused:?}");
    settings
}

/// A figure at a size: its frames after a draw, with the cursor where `at` puts it, and the buffer.
fn drawn(slug: &str, set: &[&str], (w, h): (u16, u16), cursor: Option<Cursor>) -> (PlotState, Buffer) {
    let info = figure::find(slug).unwrap();
    let settings = settings(info, set);
    let picture = figure::build(info, &settings, Sampling { cols: w, rows: h });
    let style = PlotStyle::new(Depth::TrueColor, true, false);
    let mut buf = Buffer::empty(Rect::new(0, 0, w, h));
    let mut state = PlotState::default();
    state.cursor = cursor;
    Plot::new(&picture, &style).render(buf.area, &mut buf, &mut state);
    (state, buf)
}

fn reversed(buf: &Buffer) -> Vec<(u16, u16)> {
    let cells = (0..buf.area.height).flat_map(|y| (0..buf.area.width).map(move |x| (x, y)));
    cells.filter(|at| buf[*at].modifier.contains(ratatui::style::Modifier::REVERSED)).collect()
}

fn text(buf: &Buffer) -> String {
    let row = |y| (0..buf.area.width).map(move |x| buf[(x, y)].symbol()).collect::<String>();
    (0..buf.area.height).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_mouse_and_the_cursor_agree() {
    for info in figure::ALL {
        let (state, _) = drawn(info.slug, &[], (110, 36), None);
        assert!(!state.frames().is_empty(), "{}", info.slug);
        for frame in state.frames() {
            let (col, row) = (frame.plot.x + 5, frame.plot.y + 3);
            let hit = state.hit(col, row).unwrap();
            assert_eq!(hit.panel, frame.panel);
            let (state, buf) = drawn(info.slug, &[], (110, 36), Some(hit));
            let shown = reversed(&buf);
            assert_eq!(shown.len(), 1, "{}: one cell is the cursor", info.slug);
            // Where the cursor is drawn, the mouse finds the same thing.
            assert_eq!(state.hit(shown[0].0, shown[0].1).unwrap().x, hit.x, "{}", info.slug);
        }
    }
}

#[test]
fn the_bar_under_the_cursor_is_the_bar_that_is_read() {
    let info = figure::find("permutation-demo").unwrap();
    let settings = Settings::new(info);
    for w in [70, 80, 110, 200] {
        let (mut state, _) = drawn("permutation-demo", &[], (w, 30), None);
        state.next_panel();
        state.step(-9999, 0);
        let mut names = Vec::new();
        let mut columns = Vec::new();
        for _ in 0..20 {
            let cursor = state.cursor.unwrap();
            let readout = figure::probe(info, &settings, cursor);
            names.push(format!("{} {}", readout.items[0].1, readout.items[1].1));
            assert_eq!(readout.items[2].0, "value");
            let value: f64 = readout.items[2].1.replace('−', "-").parse().unwrap();
            assert!((value - cursor.y).abs() < 6e-5, "the cursor stands at the height of its bar");
            columns.push(reversed(&drawn("permutation-demo", &[], (w, 30), Some(cursor)).1)[0].0);
            state.step(1, 0);
        }
        assert_eq!(names[0], "the at place 1 1 of 4");
        assert_eq!(names[7], "cat at place 2 4 of 4");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 20, "each bar once: {names:?}");
        assert!(columns.is_sorted_by(|a, b| a < b), "{w}: {columns:?}");
    }
}

#[test]
fn on_a_curve_the_cursor_keeps_to_the_curve() {
    let (mut state, _) = drawn("similarity-curve", &[], (80, 24), None);
    let info = figure::find("similarity-curve").unwrap();
    state.next_panel();
    state.step(-9999, 0);
    for _ in 0..60 {
        let cursor = state.cursor.unwrap();
        let value: f64 = figure::probe(info, &Settings::new(info), cursor).items[1].1.parse().unwrap();
        assert!((value - cursor.y).abs() < 1e-3, "{cursor:?} is not on the curve at {value}");
        state.step(1, 7);
    }
    // Two curves: up and down go from one to the other.
    let set = ["precision=bf16", "shift=253"];
    let (mut state, _) = drawn("rope-shift", &set, (110, 30), None);
    state.next_panel();
    let heights = |state: &mut PlotState| {
        state.step(0, 1);
        let above = state.cursor.unwrap();
        state.step(0, -1);
        (above, state.cursor.unwrap())
    };
    let apart = (0..40).any(|_| {
        state.step(1, 0);
        let (above, below) = heights(&mut state);
        assert_eq!(above.x, below.x);
        above.y > below.y
    });
    assert!(apart, "bfloat16 strays from the exact score somewhere");
}

#[test]
fn a_thinned_table_says_so_and_its_cursor_reads_what_is_drawn() {
    let set = ["width=512", "positions=64"];
    let info = figure::find("sinusoidal-heatmap").unwrap();
    let settings = settings(info, &set);
    let (mut state, buf) = drawn("sinusoidal-heatmap", &set, (67, 24), None);
    let screen = text(&buf);
    let said = screen.lines().find(|l| l.contains("pair, ") || l.contains("pair shown")).expect(&screen);
    let every: i64 = said
        .split("every ")
        .nth(1)
        .unwrap()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect::<String>()
        .parse()
        .unwrap();
    assert!(every > 1, "{said}");
    state.next_panel();
    state.step(-9999, 9999);
    for k in 0..6 {
        let readout = figure::probe(info, &settings, state.cursor.unwrap());
        let pair = readout.items.iter().find(|i| i.0 == "pair").unwrap().1.clone();
        assert_eq!(pair, format!("{} {}", k / 2 * every, if k % 2 == 0 { "sin" } else { "cos" }));
        state.step(1, 0);
    }
    let (_, buf) = drawn("sinusoidal-heatmap", &["width=32", "positions=32"], (110, 50), None);
    assert!(!text(&buf).contains("shown"), "nothing is left out:\n{}", text(&buf));
}

#[test]
fn what_has_no_room_is_named() {
    let (state, buf) = drawn("rope-arrows", &[], (40, 12), None);
    assert_eq!(state.frames().len(), 2);
    assert!(text(&buf).contains("1/4") && text(&buf).contains("2/4"), "{}", text(&buf));
    let (_, buf) = drawn("rope-arrows", &[], (80, 18), None);
    assert!(text(&buf).contains("with more room: a table"), "{}", text(&buf));
    let (_, buf) = drawn("rope-arrows", &[], (110, 36), None);
    assert!(!text(&buf).contains("panel 1 of") && !text(&buf).contains("1/4"), "{}", text(&buf));
}

#[test]
fn no_number_is_cut() {
    let far: &[(&str, &[&str])] = &[
        ("slope-fan", &["heads=128", "span=1000000"]),
        ("equal-rows", &["query=1048576"]),
        ("one-over-t", &["span=1000000"]),
        ("rope-base", &["span=1048576", "distance=1048576"]),
        ("similarity-matrix", &["start=1048576", "window=1024"]),
        ("sinusoidal-waves", &["span=1048576"]),
    ];
    let near = figure::ALL.iter().map(|info| (info.slug, &[][..]));
    for (slug, set) in near.chain(far.iter().copied()) {
        for size in [(40, 12), (60, 20), (80, 22), (100, 30)] {
            let (state, _) = drawn(slug, set, size, None);
            let is_number = |text: &str| text.starts_with(|c: char| c == '−' || c.is_ascii_digit());
            let cut =
                state.written().iter().find(|(_, text)| is_number(text) && text.ends_with('…') && !text.contains(' '));
            assert!(cut.is_none(), "{slug} at {size:?}: {cut:?}");
        }
    }
}

#[test]
fn panels_side_by_side_and_their_table_stand_together() {
    // A circle is narrower than its room: its table stands beside it, not at the far edge.
    let (state, buf) = drawn("shift-rotation", &[], (110, 20), None);
    let circle = state.frames()[0].plot;
    let (table, _) = state.written().iter().find(|(_, text)| text == "matrix × pos").unwrap();
    assert!(table.x > circle.right() && table.x < circle.right() + 12, "{}", text(&buf));
    // Six panels are all seen on a small screen.
    let (state, buf) = drawn("one-distance", &[], (76, 18), None);
    assert_eq!(state.frames().len(), 6, "{}", text(&buf));
}

#[test]
fn q_and_k_are_two_names_even_where_both_point_the_same_way() {
    for (w, h) in [(80, 15), (110, 36), (120, 24)] {
        let (state, buf) = drawn("rope-arrows", &["head_dim=8"], (w, h), None);
        for frame in state.frames() {
            let p = frame.plot;
            let cells = (p.y..p.bottom()).flat_map(|y| (p.x..p.right()).map(move |x| (x, y)));
            let named = |name: &str| cells.clone().filter(|at| buf[*at].symbol() == name).collect::<Vec<_>>();
            let (q, k) = (named("q"), named("k"));
            assert!(q.len() == 1 && k.len() == 1, "{w}×{h}:\n{}", text(&buf));
            let near = q[0].1 == k[0].1 && q[0].0.abs_diff(k[0].0) == 1;
            assert!(!near, "qk in one word at {w}×{h}:\n{}", text(&buf));
        }
    }
}

#[test]
fn the_masked_triangle_is_empty_on_the_screen_too() {
    let info = figure::find("alibi-bias").unwrap();
    let picture = figure::build(info, &Settings::new(info), Sampling { cols: 110, rows: 36 });
    let style = PlotStyle::new(Depth::TrueColor, true, false);
    let area = Rect::new(0, 0, 110, 36);
    let mut buf = Buffer::empty(area);
    let mut state = PlotState::default();
    Plot::new(&picture, &style).render(area, &mut buf, &mut state);
    let plot = state.frames()[0].plot;
    let corner = &buf[(plot.right() - 1, plot.y)];
    assert_eq!((corner.symbol(), corner.bg), (" ", Color::Reset));
    let diagonal = &buf[(plot.x, plot.y)];
    assert!(diagonal.bg != Color::Reset || diagonal.symbol() != " ");
}

#[test]
fn circles_are_round() {
    let info = figure::find("rope-arrows").unwrap();
    for (w, h) in [(110, 36), (200, 60), (80, 24)] {
        let picture = figure::build(info, &Settings::new(info), Sampling { cols: w, rows: h });
        let style = PlotStyle::new(Depth::Mono, true, false);
        let mut buf = Buffer::empty(Rect::new(0, 0, w, h));
        let mut state = PlotState::default();
        Plot::new(&picture, &style).render(buf.area, &mut buf, &mut state);
        for frame in state.frames() {
            let (wide, tall) = (i32::from(frame.plot.width), 2 * i32::from(frame.plot.height));
            assert!((wide - tall).abs() <= 1, "{w}×{h}: {:?}", frame.plot);
        }
    }
}

#[test]
fn json_carries_the_picture_the_settings_and_the_command() {
    let mut opts = options("rope-shift", PlotStyle::new(Depth::Mono, true, false));
    opts.set.push("m=7".to_string());
    opts.output = Output::Json;
    let value: serde_json::Value = serde_json::from_str(&printed(&opts)).unwrap();
    assert_eq!(value["command"], "posenc plot rope-shift --set m=7");
    assert_eq!(value["settings"]["m"], "7");
    assert_eq!(value["picture"]["id"], "rope-shift");
    assert_eq!(value["picture"]["panels"][0]["layers"][0]["layer"], "line");
}

#[test]
fn csv_has_a_line_for_each_number_and_an_empty_value_for_a_masked_cell() {
    let mut opts = options("alibi-bias", PlotStyle::new(Depth::Mono, true, false));
    opts.set.extend(["n=3".to_string(), "slope=0.5".to_string()]);
    opts.output = Output::Csv;
    let text = printed(&opts);
    let cells: Vec<&str> = text.lines().filter(|l| l.contains(",cells,")).collect();
    assert_eq!(cells.len(), 9);
    let of = |start: &str| *cells.iter().find(|l| l.starts_with(start)).unwrap();
    assert_eq!(of("0,cells,bias added to the logit,0,2,"), "0,cells,bias added to the logit,0,2,-1");
    assert!(of("0,cells,bias added to the logit,2,0,").ends_with(','));
}

#[test]
fn the_list_names_every_figure_and_every_knob() {
    let mut opts = options("", PlotStyle::new(Depth::Mono, true, false));
    (opts.figure, opts.list) = (None, true);
    let text = printed(&opts);
    for info in figure::ALL {
        assert!(text.contains(info.slug));
        assert!(info.knobs.iter().all(|k| text.contains(k.name)));
    }
    opts.output = Output::Json;
    let value: serde_json::Value = serde_json::from_str(&printed(&opts)).unwrap();
    let slugs: BTreeSet<&str> = value.as_array().unwrap().iter().map(|f| f["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs.len(), figure::ALL.len());
}

#[test]
fn errors_say_what_to_do() {
    let style = || PlotStyle::new(Depth::Mono, true, false);
    let error = |opts: &PlotOptions| run(opts, &mut Vec::new()).unwrap_err();
    let unknown = error(&options("rope-shfit", style()));
    assert!(matches!(unknown, PlotError::UnknownFigure { nearest: Some("rope-shift"), .. }));
    assert!(unknown.to_string().contains("did you mean `rope-shift`?"));
    let mut opts = options("rope-shift", style());
    opts.set.push("theta=eleven".to_string());
    assert_eq!(error(&opts).to_string(), "theta: `eleven` is not a number; give 0 to 10");
    let mut opts = options("rope-shift", style());
    opts.width = Some(3);
    assert_eq!(error(&opts).to_string(), "width is 3; give 12 to 1000");
}
