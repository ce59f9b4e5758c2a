//! P27: one ALiBi model, two ways to measure it on longer texts: cut into windows, or slide one token at a time.

use super::parts::{axis, line, log, panel, picture, points, readout};
use super::published::{self, Published};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "two-evaluations",
    number: "P27",
    title: "Two evaluations",
    scheme: Scheme::Alibi,
    summary: "Cut into windows, longer tests look better; with a sliding window the curve is flat.",
    section: "alibi",
    knobs: &[
        Knob::choice("trained", "tokens that the ALiBi model was trained on", &["512", "1024"], "512")
            .landmarks(&[Landmark { value: "512", why: "the curve of the headline" }]),
        Knob::choice(
            "beside",
            "another model under the sliding window, for scale",
            &["none", "sinusoidal", "T5 bias"],
            "none",
        )
        .landmarks(&[Landmark { value: "sinusoidal", why: "what failing looks like" }]),
    ],
    animates: None,
    build,
    probe,
};

/// Windows that do not overlap.
const CUT: &str = "press-short-long";
/// A window that moves one token at a time.
const SLIDING: &str = "press-sliding";

struct Setup {
    trained: String,
    cut: Vec<(f64, f64)>,
    sliding: Vec<(f64, f64)>,
    /// Another model under the sliding window.
    beside: Option<(String, Vec<(f64, f64)>)>,
}

/// A row of a table whose columns are tokens at test, as far as it was measured.
fn row(table: &Published, name: &str) -> Vec<(f64, f64)> {
    let Some(row) = table.rows().iter().position(|r| r.first().is_some_and(|n| n == name)) else {
        return Vec::new();
    };
    let tokens = table.columns().iter().map(|c| c.parse::<f64>().ok());
    tokens.enumerate().skip(1).filter_map(|(k, tokens)| tokens.zip(table.value(row, k))).collect()
}

fn setup(settings: &Settings) -> Setup {
    let (cut, sliding) = (published::table(CUT), published::table(SLIDING));
    let trained = settings.get_choice("trained").to_string();
    let alibi = format!("ALiBi, {trained}");
    let beside = Some(settings.get_choice("beside").to_string()).filter(|name| name != "none");
    let beside = beside.map(|name| (name.clone(), row(&sliding, &format!("{name}, 512"))));
    Setup { cut: row(&cut, &alibi), sliding: row(&sliding, &alibi), trained, beside }
}

/// Name, tone, and tokens with perplexity.
type Series<'a> = (String, Tone, &'a [(f64, f64)]);

impl Setup {
    fn series(&self) -> Vec<Series<'_>> {
        let mut series = vec![
            ("windows cut apart".to_string(), Tone::Series(0), self.cut.as_slice()),
            ("sliding window".to_string(), Tone::Scheme(Scheme::Alibi), self.sliding.as_slice()),
        ];
        if let Some((name, points)) = &self.beside {
            series.push((format!("{name}, sliding"), Tone::Series(3), points.as_slice()));
        }
        series
    }
}

fn build(settings: &Settings, _: Sampling) -> Picture {
    let it = setup(settings);
    let series = it.series();
    let all = || series.iter().flat_map(|(_, _, points)| points.iter());
    let (low, high) = all().fold((f64::MAX, 1.0_f64), |(low, high), p| (low.min(p.1), high.max(p.1)));
    let low = low.min(high);
    let y = axis("perplexity", (low - 0.25).max(1.0), high + 0.25);
    let y = if it.beside.is_some() { log(axis("perplexity", 10.0_f64.min(low), high * 1.2)) } else { y };
    let (first, last) = all().fold((f64::MAX, 1.0_f64), |(first, last), p| (first.min(p.0), last.max(p.0)));
    let x = axis("tokens at test", first.min(last), last);
    let mut layers = Vec::new();
    for (name, tone, measured) in &series {
        layers.push(line(name, *tone, measured.to_vec()));
        layers.push(points("", *tone, measured.to_vec()));
    }
    let title = format!("{}  ALiBi trained on {} tokens", INFO.title, it.trained);
    let mut picture = picture(&INFO, title, vec![panel("", x, y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = format!(
        "lower is better, WikiText-103; {}; sliding: {}",
        published::table(CUT).cited(),
        published::table(SLIDING).place()
    );
    picture
}

fn table(it: &Setup) -> DataTable {
    let mut tokens: Vec<f64> = it.cut.iter().chain(&it.sliding).map(|p| p.0).collect();
    tokens.sort_by(f64::total_cmp);
    tokens.dedup();
    let at = |points: &[(f64, f64)], x: f64| {
        points.iter().find(|p| p.0 == x).map_or("–".to_string(), |p| number::fixed(p.1, 2))
    };
    DataTable {
        columns: ["tokens", "cut", "sliding"].map(String::from).to_vec(),
        rows: tokens.iter().map(|x| vec![number::figures(*x, 6), at(&it.cut, *x), at(&it.sliding, *x)]).collect(),
        mark: None,
    }
}

fn notice(it: &Setup) -> String {
    let ends = |points: &[(f64, f64)]| Some((points.first()?.1, points.last()?.1));
    let Some(((cut_first, cut_last), (slid_first, slid_last))) = ends(&it.cut).zip(ends(&it.sliding)) else {
        return "This chapter has no such measurement.".to_string();
    };
    let way = |from: f64, to: f64| {
        let word = if to < from - 0.6 {
            "falls"
        } else if to > from + 0.6 {
            "rises"
        } else {
            "hardly moves"
        };
        format!("{word} from {} to {}", number::fixed(from, 2), number::fixed(to, 2))
    };
    let mut text = format!(
        "Cut apart, perplexity {}; sliding, it {}. Longer windows have fewer tokens with little before them; whether far ones are used, these numbers do not say.",
        way(cut_first, cut_last),
        way(slid_first, slid_last)
    );
    if let Some((name, points)) = &it.beside
        && let Some((first, last)) = ends(points)
    {
        text = format!("{text} {name}: {} to {}.", number::fixed(first, 2), number::fixed(last, 2));
    }
    text
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let x = if cursor.x.is_finite() { cursor.x } else { 0.0 };
    let nearest = it.cut.iter().chain(&it.sliding).map(|p| p.0).min_by(|a, b| (a - x).abs().total_cmp(&(b - x).abs()));
    let tokens = nearest.unwrap_or(0.0);
    let mut out = readout([("tokens at test", number::figures(tokens, 6))]);
    for (name, _, points) in it.series() {
        let value = points.iter().find(|p| p.0 == tokens).map_or("not measured".to_string(), |p| number::fixed(p.1, 2));
        out.items.push((name, value));
    }
    out
}
