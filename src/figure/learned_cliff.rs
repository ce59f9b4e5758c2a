//! P11: a learned table ends. Which rows were trained, which hardly, and which do not exist.

use super::parts::{axis, line, panel, picture, readout, s, sampled, snap, thinned};
use super::{Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "learned-cliff",
    number: "P11",
    title: "The cliff of a learned table",
    scheme: Scheme::Learned,
    summary: "Rows of a position table, how often training reached them, and the prompt that asks for one more.",
    section: "learned",
    knobs: &[
        Knob::doubling("rows", "rows of the table", 2, 131_072, 1, "512")
            .landmarks(&[Landmark { value: "512", why: "BERT" }, Landmark { value: "1024", why: "GPT-2" }]),
        Knob::doubling("prompt", "tokens in the prompt", 1, 262_144, 1, "600"),
        Knob::choice("training", "which lengths training used", &["uniform", "falling", "bert"], "falling").landmarks(
            &[
                Landmark { value: "uniform", why: "every length equally often" },
                Landmark { value: "bert", why: "nine steps in ten at 128 tokens" },
            ],
        ),
    ],
    animates: Some("prompt"),
    build,
    probe,
};

/// BERT trained 90 % of its steps on sequences of this length.
const BERT_SHORT: i64 = 128;
const BERT_LONG_SHARE: f64 = 0.1;
/// In the falling preset, lengths thin out by e this many times along the table.
const FALLING: f64 = 5.0;

struct Setup {
    rows: i64,
    prompt: i64,
    training: &'static str,
}

fn setup(settings: &Settings) -> Setup {
    Setup {
        rows: settings.get_int("rows").max(1),
        prompt: settings.get_int("prompt").max(1),
        training: match settings.get_choice("training") {
            "uniform" => "uniform",
            "bert" => "bert",
            _ => "falling",
        },
    }
}

impl Setup {
    /// Share of training examples that were long enough to use this row.
    fn reached(&self, row: i64) -> f64 {
        let along = row as f64 / self.rows as f64;
        match self.training {
            "uniform" => 1.0 - along,
            "bert" if row < BERT_SHORT => 1.0,
            "bert" => BERT_LONG_SHARE,
            // Share of an exponential, cut at the table's end, that lies beyond this row.
            _ => {
                let floor = libm::exp(-FALLING);
                (libm::exp(-FALLING * along) - floor) / (1.0 - floor)
            }
        }
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let longest = it.rows.max(it.prompt) as f64 * 1.05;
    let (mut shown, every) = thinned(0, it.rows - 1, (2 * usize::from(sampling.cols)).clamp(16, 800));
    // Straight lines are exact however few their points.
    let every = if matches!(it.training, "uniform" | "bert") { 1 } else { every };
    if it.training == "bert" && it.rows > BERT_SHORT {
        shown.extend([BERT_SHORT - 1, BERT_SHORT]);
        shown.sort_unstable();
    }
    let reach: Vec<(f64, f64)> = shown.into_iter().map(|r| (r as f64, it.reached(r))).collect();
    let band = reach.iter().map(|(x, y)| (*x, 0.0, *y)).collect();
    let mut layers = vec![
        Layer::Band { name: String::new(), tone: Tone::Scheme(Scheme::Learned), points: band },
        line("trained share", Tone::Scheme(Scheme::Learned), reach),
        Layer::Rule { name: format!("table ends: {} rows", it.rows), tone: Tone::Accent, x: it.rows as f64 - 0.5 },
    ];
    layers.extend(prompt_lines(&it));
    let title = format!("{}  {} rows, prompt {}", INFO.title, it.rows, it.prompt);
    let y = axis("share reached", 0.0, 1.15);
    let mut picture =
        picture(&INFO, title, vec![panel("", axis(&sampled("position", "row", every), 0.0, longest), y, layers)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = match it.training {
        "uniform" => "training lengths: every length from 1 to the table's size equally often",
        "bert" => "training lengths: nine steps in ten stop at 128 tokens, the rest fill the table",
        _ => "training lengths: exponentially fewer long examples (an illustration)",
    }
    .to_string();
    picture
}

/// The prompt as a bar along the top: the part that has rows, and the part that has none.
fn prompt_lines(it: &Setup) -> Vec<Layer> {
    const HEIGHT: f64 = 1.1;
    let has = it.prompt.min(it.rows);
    let mut lines = vec![line("prompt", Tone::Truth, vec![(0.0, HEIGHT), ((has - 1) as f64, HEIGHT)])];
    if it.prompt > it.rows {
        let missing = vec![(it.rows as f64, HEIGHT), ((it.prompt - 1) as f64, HEIGHT)];
        lines.push(line("no row: fails", Tone::Yours, missing));
    }
    lines
}

fn table(it: &Setup) -> DataTable {
    let last = it.rows - 1;
    let mut asked = vec![0, last / 2, last, it.rows];
    asked.dedup();
    let rows: Vec<Vec<String>> =
        asked.into_iter().map(|i| vec![number::whole(i), reach_text(it, i), look_up(it, i)]).collect();
    DataTable {
        columns: ["index", "trained on", "look-up"].map(String::from).to_vec(),
        mark: Some(rows.len() - 1),
        rows,
    }
}

fn reach_text(it: &Setup, index: i64) -> String {
    if index >= it.rows { "–".to_string() } else { format!("{} %", number::figures(100.0 * it.reached(index), 3)) }
}

fn look_up(it: &Setup, index: i64) -> String {
    if index >= it.rows { "fails".to_string() } else { format!("row {index}") }
}

fn notice(it: &Setup) -> String {
    let last = it.rows - 1;
    if it.prompt > it.rows {
        let over = it.prompt - it.rows;
        return format!(
            "Index {} does not exist: a prompt of {} tokens is {over} token{} too long, and the table can't be asked for a guess.",
            it.rows,
            it.prompt,
            s(over)
        );
    }
    let used = it.prompt - 1;
    if used == 0 {
        return format!("The prompt of one token uses row 0 of 0 to {last}: every training example reached it.");
    }
    format!(
        "The prompt uses rows 0 to {used} of 0 to {last}. Row {used} was reached by {} of the training examples.",
        reach_text(it, used)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let index = snap(cursor.x, 0, it.rows.max(it.prompt) * 2);
    let used = if index < it.prompt { "in the prompt" } else { "after the prompt" };
    readout([
        ("index", number::whole(index)),
        ("look-up", look_up(&it, index)),
        ("trained on", reach_text(&it, index)),
        ("prompt", used.to_string()),
    ])
}
