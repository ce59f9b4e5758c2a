//! P31: who is first depends on what is measured: three published rankings, side by side.

use super::parts::{axis, panel, picture, readout, snap};
use super::published::{self, Published};
use super::{
    Axis, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone,
    number,
};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "rankings",
    number: "P31",
    title: "Three rankings",
    scheme: Scheme::Nope,
    summary: "Length generalisation, perplexity far past training, perplexity at the trained length: three orders.",
    section: "comparison",
    knobs: &[
        Knob::choice(
            "tokens",
            "length at which the models trained on 512 tokens are compared",
            &["512", "612", "1012", "2512", "5512", "8512", "12512", "15512"],
            "15512",
        )
        .landmarks(&[
            Landmark { value: "512", why: "at the trained length: nearly equal" },
            Landmark { value: "1012", why: "twice as far: sinusoidal has left" },
            Landmark { value: "15512", why: "thirty times as far" },
        ]),
        Knob::choice(
            "setting",
            "which models are compared at their trained length",
            &["wikitext", "125m", "350m", "760m", "1.3b", "1.3b-2048", "masked-lm"],
            "1.3b",
        )
        .landmarks(&[
            Landmark { value: "wikitext", why: "WikiText-103, 247M" },
            Landmark { value: "masked-lm", why: "an encoder: without a mask NoPE is lost" },
        ]),
    ],
    animates: Some("tokens"),
    build,
    probe,
};

/// Mean reciprocal rank over ten tasks.
const RANKS: &str = "kaz-ranking";
/// Perplexity past the trained length.
const FAR: &str = "press-512";
/// Perplexity at the trained length.
const NEAR: &str = "haviv-perplexity";

/// The rows of [`NEAR`], in the order of the knob.
const SETTINGS: [&str; 7] = ["wikitext", "125m", "350m", "760m", "1.3b", "1.3b-2048", "masked-lm"];

/// Length of text that the models of [`FAR`] were trained on.
const TRAINED: &str = "512";

/// One scheme in one ranking.
struct Entry {
    /// As the tool calls it, not as the paper does.
    name: &'static str,
    value: Option<f64>,
    /// As it stands in the table: also what could not be measured.
    printed: &'static str,
}

struct Ranking {
    title: String,
    measure: &'static str,
    higher_is_better: bool,
    entries: Vec<Entry>,
}

struct Setup {
    tokens: String,
    /// The models of the third ranking, which are none of the second's.
    others: &'static str,
    rankings: [Ranking; 3],
}

/// The tool's name of a scheme that the papers' tables call otherwise.
fn known(name: &'static str) -> &'static str {
    if name == "rotary" { "RoPE" } else { name }
}

/// One row of a table, without its first column; the columns are schemes.
fn across(table: &Published, row: usize) -> Vec<Entry> {
    let names = table.columns().iter().enumerate().skip(1);
    names
        .map(|(k, name)| Entry { name: known(name), value: table.value(row, k), printed: table.cell(row, k) })
        .collect()
}

fn setup(settings: &Settings) -> Setup {
    let (ranks, far, near) = (published::table(RANKS), published::table(FAR), published::table(NEAR));
    let tokens = settings.get_choice("tokens").to_string();
    let far_row = far.rows().iter().position(|r| r.first() == Some(&tokens)).unwrap_or(0);
    let near_row = SETTINGS.iter().position(|s| *s == settings.get_choice("setting")).unwrap_or(0);
    let down = (0..ranks.rows().len()).map(|row| Entry {
        name: known(ranks.cell(row, 0)),
        value: ranks.value(row, 1),
        printed: ranks.cell(row, 1),
    });
    let others = near.cell(near_row, 0);
    let rankings = [
        Ranking {
            title: "new lengths, ten tasks".to_string(),
            measure: "reciprocal rank, more is better",
            higher_is_better: true,
            entries: down.collect(),
        },
        Ranking {
            title: if tokens == TRAINED {
                format!("trained on {TRAINED} and read at {TRAINED}")
            } else {
                format!("trained on {TRAINED}, read {tokens}")
            },
            measure: "perplexity, less is better",
            higher_is_better: false,
            entries: across(&far, far_row),
        },
        Ranking {
            title: format!("other models: {others}"),
            measure: "perplexity as trained, less is better",
            higher_is_better: false,
            entries: across(&near, near_row),
        },
    ];
    Setup { tokens, others, rankings }
}

impl Ranking {
    /// Best first; what was not measured is left out.
    fn order(&self) -> Vec<&Entry> {
        let mut order: Vec<&Entry> = self.entries.iter().filter(|e| e.value.is_some()).collect();
        let key = |e: &Entry| e.value.unwrap_or(0.0) * if self.higher_is_better { -1.0 } else { 1.0 };
        order.sort_by(|a, b| key(a).total_cmp(&key(b)));
        order
    }
}

/// The scheme that a name in a table belongs to; T5's bias is none of the six.
fn tone(name: &str) -> Tone {
    match name {
        "NoPE" => Tone::Scheme(Scheme::Nope),
        "ALiBi" => Tone::Scheme(Scheme::Alibi),
        "RoPE" => Tone::Scheme(Scheme::Rope),
        "sinusoidal" => Tone::Scheme(Scheme::Sinusoidal),
        "learned" => Tone::Scheme(Scheme::Learned),
        _ => Tone::Series(3),
    }
}

/// A name that fits under a bar.
fn short(name: &str) -> &str {
    match name {
        "T5 bias" => "T5",
        "sinusoidal" => "sin",
        "learned" => "lrnd",
        other => other,
    }
}

/// The bar and the perplexity of some schemes past the trained length.
pub(super) fn perplexities<const N: usize>(settings: &Settings, names: [&str; N]) -> [(usize, Option<f64>); N] {
    let it = setup(settings);
    let [_, far, _] = &it.rankings;
    names.map(|name| {
        let bar = far.entries.iter().position(|e| e.name == name);
        let value = bar.and_then(|k| far.entries.get(k)).and_then(|e| e.value);
        (bar.unwrap_or(0), value)
    })
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    // The third ranking stands apart; where there is no room for it, the table still has its numbers.
    let shown = if sampling.cols >= 120 || sampling.rows >= 40 { 3 } else { 2 };
    let panels = it.rankings.iter().take(shown).map(bars).collect();
    let mut picture = picture(&INFO, format!("{}  perplexities at {} tokens", INFO.title, it.tokens), panels);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = format!(
        "{}; {}; {}; “rotary” is RoPE",
        published::table(RANKS).cited_short(),
        published::table(FAR).cited_short(),
        published::table(NEAR).cited_short()
    );
    picture
}

fn bars(ranking: &Ranking) -> Panel {
    let tall = ranking.entries.iter().filter_map(|e| e.value).fold(0.0, f64::max).max(0.1);
    let mut layers = Vec::new();
    for (k, entry) in ranking.entries.iter().enumerate() {
        let x = k as f64;
        match entry.value {
            Some(value) => {
                layers.push(Layer::Bars { name: String::new(), tone: tone(entry.name), bars: vec![(x, value)] })
            }
            None => {
                // An empty place, with the reason. No bar of height 0: where less is better, that would be first.
                layers.push(Layer::Label {
                    text: entry.printed.to_string(),
                    tone: Tone::Quiet,
                    at: (x - 0.25, tall * 0.05),
                });
            }
        }
    }
    let names = ranking.entries.iter().enumerate().map(|(k, e)| (k as f64, short(e.name).to_string())).collect();
    let x = Axis { names, ..axis("", -0.5, ranking.entries.len().max(1) as f64 - 0.5) };
    panel(&ranking.title, x, axis(ranking.measure, 0.0, tall), layers)
}

fn table(it: &Setup) -> DataTable {
    let mut names: Vec<&'static str> = Vec::new();
    for entry in it.rankings.iter().flat_map(|r| &r.entries) {
        if !names.contains(&entry.name) {
            names.push(entry.name);
        }
    }
    let cell = |ranking: &Ranking, name: &str| {
        ranking.entries.iter().find(|e| e.name == name).map_or("–", |e| e.printed).to_string()
    };
    let row = |name: &&'static str| {
        let mut row = vec![(*name).to_string()];
        row.extend(it.rankings.iter().map(|ranking| cell(ranking, name)));
        row
    };
    DataTable {
        columns: vec![
            "scheme".to_string(),
            "rank".to_string(),
            format!("at {}", it.tokens),
            "other models".to_string(),
        ],
        rows: names.iter().map(row).collect(),
        mark: None,
    }
}

fn notice(it: &Setup) -> String {
    let [ranks, far, near] = it.rankings.each_ref().map(|ranking| {
        let order = ranking.order();
        (order.first().map_or("–", |e| e.name), order.last().map_or("–", |e| e.name))
    });
    let same = ranks.0 == far.0 && far.0 == near.0;
    let verdict = if same { "One scheme leads all three here." } else { "The measure decides." };
    let trained = if it.tokens == TRAINED { ", the trained length" } else { "" };
    format!(
        "{} leads by rank, {} by perplexity at {} tokens{trained}, {} among other models as trained ({}). {verdict} Not measured: at {} NoPE{}; by rank Shaw.",
        ranks.0,
        far.0,
        it.tokens,
        near.0,
        it.others,
        it.tokens,
        unmeasured(&it.rankings[1])
    )
}

/// ` and T5 bias (out of memory)`: who stands in a ranking without a number, and why.
fn unmeasured(ranking: &Ranking) -> String {
    let reason = |e: &Entry| match e.printed {
        "OOM" => "out of memory".to_string(),
        other => other.to_string(),
    };
    let missing = ranking.entries.iter().filter(|e| e.value.is_none());
    missing.map(|e| format!(" and {} ({})", e.name, reason(e))).collect()
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let ranking = it.rankings.get(cursor.panel).unwrap_or(&it.rankings[0]);
    let k = snap(cursor.x, 0, ranking.entries.len().max(1) as i64 - 1) as usize;
    let (name, printed) = ranking.entries.get(k).map_or(("–", "–"), |e| (e.name, e.printed));
    let place = ranking.order().iter().position(|e| e.name == name);
    readout([
        ("scheme", name.to_string()),
        (ranking.measure, printed.to_string()),
        (
            "place",
            place.map_or("not measured".to_string(), |p| {
                format!("{} of {}", number::ordinal(p as i64 + 1), ranking.order().len())
            }),
        ),
    ])
}
