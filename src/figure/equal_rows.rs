//! P26: two ways to write ALiBi's bias of one query, m·j and −m·(i − j), and the one softmax that both give.

use super::parts::{axis, line, panel, picture, points, readout, sampled, snap, thinned};
use super::{
    Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Panel, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "equal-rows",
    number: "P26",
    title: "Two biases, one softmax",
    scheme: Scheme::Alibi,
    summary: "m·j and −m·(i − j) differ by a constant in each row, and softmax does not see a constant.",
    section: "alibi",
    knobs: &[
        Knob::int("query", "position i of the query; counted from 0", 0, 1 << 20, "15").labelled("i").landmarks(&[
            Landmark { value: "15", why: "sixteen keys" },
            Landmark { value: "511", why: "the last token of the paper's trained length" },
        ]),
        Knob::scale("slope", "the head's slope m", 0.000_1, 16.0, 2.0, "0.25").labelled("m").landmarks(&[
            Landmark { value: "1/2", why: "head 1 of 8" },
            Landmark { value: "1/256", why: "head 8 of 8" },
        ]),
        Knob::int("key", "key position j to point at", 0, 1 << 20, "").at_most("query"),
    ],
    animates: Some("query"),
    build,
    probe,
};

struct Setup {
    query: i64,
    slope: f64,
    key: Option<i64>,
    /// Sum over the keys of e^(bias − largest bias): the same geometric series for both rows.
    total: f64,
}

fn setup(settings: &Settings) -> Setup {
    let query = settings.get_int("query").max(0);
    let slope = settings.get_real("slope").max(1e-9);
    let total = libm::expm1(-slope * (query + 1) as f64) / libm::expm1(-slope);
    Setup { query, slope, key: settings.optional_int("key"), total }
}

impl Setup {
    /// m·j: grows with the key's own position, knows nothing of the query.
    fn by_key(&self, key: i64) -> f64 {
        self.slope * key as f64
    }

    /// −m·(i − j): falls with the distance.
    fn by_distance(&self, key: i64) -> f64 {
        0.0 - self.slope * (self.query - key) as f64
    }

    /// The softmax of each row as code computes it: subtract the largest bias of that row, then exp.
    fn weights(&self, key: i64) -> [f64; 2] {
        let largest = self.by_key(self.query);
        [self.by_key(key) - largest, self.by_distance(key)].map(|logit| libm::exp(logit) / self.total)
    }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let (keys, every) = thinned(0, it.query, usize::from(sampling.cols).clamp(16, 400));
    let label = sampled("key j", "key", every);
    let panels = vec![biases(&it, &keys, &label), weights(&it, &keys, &label)];
    let title = format!("{}  i = {}, m = {}", INFO.title, it.query, number::figures(it.slope, 4));
    let mut picture = picture(&INFO, title, panels);
    picture.table = Some(table(&it));
    picture.notice = notice(&it, &keys);
    picture.convention = "one causal row: keys 0 to i; content logits all equal; positions count from 0".to_string();
    picture
}

fn biases(it: &Setup, keys: &[i64], label: &str) -> Panel {
    let row = |of: &dyn Fn(i64) -> f64| keys.iter().map(|k| (*k as f64, of(*k))).collect::<Vec<_>>();
    let mut layers = vec![
        line("m·j", Tone::Series(0), row(&|k| it.by_key(k))),
        line("−m·(i − j)", Tone::Scheme(Scheme::Alibi), row(&|k| it.by_distance(k))),
    ];
    if let Some(key) = it.key {
        let x = key as f64;
        layers.push(points("", Tone::Accent, vec![(x, it.by_key(key)), (x, it.by_distance(key))]));
    }
    let reach = it.by_key(it.query).max(1e-9);
    panel("two rows of bias", axis(label, 0.0, it.query.max(1) as f64), axis("bias", -reach, reach), layers)
}

fn weights(it: &Setup, keys: &[i64], label: &str) -> Panel {
    let row =
        |k: usize| keys.iter().map(|j| (*j as f64, it.weights(*j).get(k).copied().unwrap_or(0.0))).collect::<Vec<_>>();
    let mut layers = vec![line("of −m·(i − j)", Tone::Scheme(Scheme::Alibi), row(1))];
    // The other row on the same curve, where its points can be told apart.
    let some = row(0);
    let stride = some.len().div_ceil(16).max(1);
    layers.push(points("of m·j", Tone::Series(0), some.into_iter().rev().step_by(stride).collect()));
    if let Some(key) = it.key {
        layers.push(Layer::Rule { name: format!("j = {key}"), tone: Tone::Accent, x: key as f64 });
    }
    let tall = it.weights(it.query).into_iter().fold(0.0, f64::max);
    panel("the softmax of both", axis(label, 0.0, it.query.max(1) as f64), axis("weight", 0.0, tall * 1.05), layers)
}

fn table(it: &Setup) -> DataTable {
    let mut keys = vec![0, it.query / 2, it.query - 1, it.query];
    keys.extend(it.key);
    keys.retain(|k| *k >= 0);
    keys.sort_unstable();
    keys.dedup();
    let row = |key: &i64| {
        let (a, b) = (it.by_key(*key), it.by_distance(*key));
        let [weight, _] = it.weights(*key);
        let figures = |x: f64| number::figures(x, 4);
        vec![number::whole(*key), figures(a), figures(b), figures(a - b), number::figures(weight, 3)]
    };
    DataTable {
        columns: ["j", "m·j", "−m·(i−j)", "difference", "weight"].map(String::from).to_vec(),
        mark: it.key.and_then(|key| keys.iter().position(|k| *k == key)),
        rows: keys.iter().map(row).collect(),
    }
}

fn notice(it: &Setup, keys: &[i64]) -> String {
    if it.query == 0 {
        return "The first query sees one key and gives it weight 1, whatever the bias. Choose a later query."
            .to_string();
    }
    let apart = |key: &i64| {
        let [a, b] = it.weights(*key);
        (a - b).abs()
    };
    let worst = keys.iter().map(apart).fold(0.0, f64::max);
    let same =
        if worst < 1e-12 { "coincide".to_string() } else { format!("differ by at most {}", number::figures(worst, 2)) };
    format!(
        "The rows are {} apart at every key, which is m·i, and the weights {same}. So code may add m·j, one row for all queries, and leave the rest to softmax.",
        number::figures(it.by_key(it.query), 5)
    )
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    let key = snap(cursor.x, 0, it.query);
    let [first, second] = it.weights(key);
    let (a, b) = (it.by_key(key), it.by_distance(key));
    readout([
        ("key j", number::whole(key)),
        ("weight", number::figures(second, 4)),
        ("from the other row", number::figures(first, 4)),
        ("m·j", number::figures(a, 5)),
        ("−m·(i − j)", number::figures(b, 5)),
        ("difference", number::figures(a - b, 5)),
    ])
}
