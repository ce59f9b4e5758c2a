//! Build and draw every figure at 200×60, and the largest settings that its knobs allow.
#![allow(missing_docs, clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
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

criterion_group!(benches, figures);
criterion_main!(benches);
