//! Build and draw every figure at 200×60, and the largest settings that its knobs allow; two of them as text.
#![allow(missing_docs, clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use posenc::cli::plot::{self, Output, PlotOptions};
use posenc::figure::{self, FigureInfo, KnobKind, Sampling, Settings};
use posenc::tui::plot::{Depth, Plot, PlotState, PlotStyle};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::StatefulWidget;

const AREA: Rect = Rect::new(0, 0, 200, 60);

fn frame(info: &FigureInfo, settings: &Settings, style: &PlotStyle, buf: &mut Buffer) {
    let picture = figure::build(info, settings, Sampling { cols: AREA.width, rows: AREA.height });
    buf.reset();
    Plot::new(black_box(&picture), style).render(AREA, buf, &mut PlotState::default());
}

fn largest(info: &FigureInfo) -> Settings {
    let mut settings = Settings::new(info);
    for knob in info.knobs {
        if let KnobKind::Int { max, .. } = knob.kind
            && !knob.is_optional()
        {
            settings.set(info, knob.name, &max.to_string()).unwrap();
        }
    }
    settings
}

fn figures(c: &mut Criterion) {
    let style = PlotStyle::new(Depth::TrueColor, true, false);
    let mut buf = Buffer::empty(AREA);
    for info in figure::ALL {
        c.bench_function(&format!("{}/default", info.slug), |b| {
            let settings = Settings::new(info);
            b.iter(|| frame(info, &settings, &style, &mut buf));
        });
        c.bench_function(&format!("{}/largest", info.slug), |b| {
            let settings = largest(info);
            b.iter(|| frame(info, &settings, &style, &mut buf));
        });
    }
}

/// The figures that others are measured with on the same points: a name, the figure, its settings.
const PEERS: [(&str, &str, &[&str]); 2] =
    [("lines", "rope-base", &["span=400"]), ("map", "sinusoidal-heatmap", &["width=128", "positions=64"])];

/// The drawing alone, as others get their points ready too: a picture that is there, on the cells of a screen.
fn drawn(c: &mut Criterion) {
    let style = PlotStyle::new(Depth::TrueColor, true, false);
    let mut buf = Buffer::empty(AREA);
    for (name, slug, set) in PEERS {
        let info = figure::find(slug).unwrap();
        let mut settings = Settings::new(info);
        for (knob, value) in set.iter().filter_map(|s| s.split_once('=')) {
            settings.set(info, knob, value).unwrap();
        }
        let picture = figure::build(info, &settings, Sampling { cols: AREA.width, rows: AREA.height });
        c.bench_function(&format!("drawn/{name}"), |b| {
            b.iter(|| {
                buf.reset();
                Plot::new(black_box(&picture), &style).render(AREA, &mut buf, &mut PlotState::default());
            });
        });
    }
}

/// What `posenc plot` does in the process: knobs to a picture, the picture to coloured text, 200×60. The figures are those that
/// others are measured with on the same points.
fn text(c: &mut Criterion) {
    for (name, slug, set) in PEERS {
        let options = PlotOptions {
            figure: Some(slug.to_string()),
            set: set.iter().map(ToString::to_string).collect(),
            width: Some(AREA.width),
            height: Some(AREA.height),
            style: PlotStyle::new(Depth::TrueColor, true, false),
            output: Output::Text,
            list: false,
        };
        let mut out = Vec::with_capacity(1 << 20);
        c.bench_function(&format!("text/{name}"), |b| {
            b.iter(|| {
                out.clear();
                plot::run(black_box(&options), &mut out).unwrap();
            });
        });
    }
}

/// Two settings of 32 figures: a second each is enough to see a figure that is slow.
fn short() -> Criterion {
    let (warm, measure) = (Duration::from_millis(200), Duration::from_secs(1));
    Criterion::default().sample_size(20).warm_up_time(warm).measurement_time(measure)
}

criterion_group!(name = benches; config = short(); targets = figures, drawn, text);
criterion_main!(benches);
