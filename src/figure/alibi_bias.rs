//! P23: the matrix that ALiBi adds to the logits of one head, and the same numbers against distance.

use super::parts::{axis, down, line, panel, picture, points, readout, s, snap, spread};
use super::sinusoidal_heatmap::stride;
use super::{
    Cells, Cursor, DataTable, FigureInfo, Knob, Landmark, Layer, Picture, Readout, Sampling, Settings, Tone, number,
};
use crate::math::alibi;
use crate::scheme::Scheme;

pub(super) const INFO: FigureInfo = FigureInfo {
    slug: "alibi-bias",
    number: "P23",
    title: "ALiBi bias",
    scheme: Scheme::Alibi,
    summary: "What one head subtracts from each logit: slope times distance, nothing above the diagonal.",
    section: "alibi",
    knobs: &[
        Knob::int("heads", "how many heads share the slopes", 1, 128, "8").landmarks(&[
            Landmark { value: "8", why: "slopes 1/2, 1/4 … 1/256" },
            Landmark { value: "12", why: "not a power of two: four extra slopes from 16 heads" },
            Landmark { value: "16", why: "slopes 2^−0.5, 2^−1 … 1/256" },
        ]),
        Knob::int("head", "which head; counted from 1", 1, 128, "1").at_most("heads"),
        Knob::int("n", "tokens in the context", 1, 4096, "8"),
        Knob::int("query", "query position to point at", 0, 1_000_000, "")
            .landmarks(&[Landmark { value: "10", why: "a late query" }]),
        Knob::int("key", "key position to point at", 0, 1_000_000, "")
            .landmarks(&[Landmark { value: "4", why: "a key before it" }]),
        Knob::scale("slope", "a slope of your own instead of a head's", 0.0, 64.0, 2.0, "")
            .landmarks(&[Landmark { value: "1/8", why: "head 3 of 8" }]),
        Knob::int("distance", "distance to point at", 0, 1_000_000, "")
            .landmarks(&[Landmark { value: "6", why: "six tokens back" }]),
    ],
    animates: Some("head"),
    build,
    probe,
};

/// The settings, read once.
struct Setup {
    heads: usize,
    /// From 1; `None` with a slope of the learner's own.
    head: Option<usize>,
    slope: f64,
    n: i64,
    /// Query and key to point at.
    pair: Option<(i64, i64)>,
    distance: Option<i64>,
}

fn setup(settings: &Settings) -> Setup {
    let heads = settings.get_int("heads").max(1) as usize;
    let head = settings.get_int("head").max(1) as usize;
    let own = settings.optional_real("slope");
    let slopes = alibi::slopes(heads).unwrap_or_default();
    let slope = own.unwrap_or_else(|| slopes.get(head - 1).copied().unwrap_or(0.0));
    let n = settings.get_int("n").max(1);
    let distance = settings.optional_int("distance");
    let pair = match (settings.optional_int("query"), settings.optional_int("key"), distance) {
        (Some(query), Some(key), _) => Some((query, key)),
        (Some(query), None, Some(d)) => Some((query, query - d)),
        (None, None, Some(d)) => Some((n - 1, n - 1 - d)),
        _ => None,
    };
    let distance = pair.map(|(query, key)| query - key).or(distance);
    Setup { heads, head: own.is_none().then_some(head), slope, n, pair, distance: distance.filter(|d| *d >= 0) }
}

fn build(settings: &Settings, sampling: Sampling) -> Picture {
    let it = setup(settings);
    let whose = match it.head {
        Some(head) => format!("head {head} of {}", it.heads),
        None => "your slope".to_string(),
    };
    let title = format!("{}  {whose}, m = {}", INFO.title, number::figures(it.slope, 4));
    let mut picture = picture(&INFO, title, vec![matrix(&it, sampling), fan(&it, sampling)]);
    picture.table = Some(table(&it));
    picture.notice = notice(&it);
    picture.convention = "distance = query − key ≥ 0; keys after the query are masked (empty, not zero)".to_string();
    picture
}

fn bias(it: &Setup, query: i64, key: i64) -> f64 {
    if key > query { f64::NAN } else { -it.slope * (query - key) as f64 }
}

fn matrix(it: &Setup, sampling: Sampling) -> super::Panel {
    let most = usize::from(sampling.cols).max(2 * usize::from(sampling.rows)).clamp(2, 512);
    let shown: Vec<i64> = (0..it.n).step_by(stride(it.n, most as i64)).collect();
    let places: Vec<f64> = shown.iter().map(|p| *p as f64).collect();
    let mut values = Vec::with_capacity(shown.len() * shown.len());
    for query in &shown {
        values.extend(shown.iter().map(|key| bias(it, *query, *key)));
    }
    let texts = if it.n <= 16 {
        values.iter().map(|v| if v.is_nan() { String::new() } else { number::figures(*v, 2) }).collect()
    } else {
        Vec::new()
    };
    let edge = it.n as f64 - 0.5;
    let deepest = -it.slope * (it.n - 1).max(1) as f64;
    let mut layers = vec![Layer::Cells(Cells {
        cols: shown.len(),
        rows: shown.len(),
        values,
        min: if deepest < 0.0 { deepest } else { -1.0 },
        max: 0.0,
        signed: false,
        label: "bias added to the logit".to_string(),
        xs: places.clone(),
        ys: places,
        group: 1,
        units: ["key", "query"],
        texts,
    })];
    if let Some((query, key)) = it.pair
        && (0..it.n).contains(&query)
        && (0..it.n).contains(&key)
    {
        layers.push(points("", Tone::Accent, vec![(key as f64, query as f64)]));
    }
    let x = axis("key", -0.5, edge);
    let y = down(axis("query", -0.5, edge));
    panel("bias matrix", x, y, layers)
}

fn fan(it: &Setup, sampling: Sampling) -> super::Panel {
    let far = it.distance.map_or(0, |d| d + d / 4).max(it.n - 1).max(1);
    let ends = |m: f64| vec![(0.0, 0.0), (far as f64, -m * far as f64)];
    let mut layers = Vec::new();
    let slopes = alibi::slopes(it.heads).unwrap_or_default();
    // A fan of more lines than rows would be a grey wall.
    let shown = spread(0, it.heads as i64 - 1, usize::from(sampling.rows / 3).clamp(2, 12));
    for head in shown {
        if it.head != Some(head as usize + 1)
            && let Some(m) = slopes.get(head as usize)
        {
            layers.push(line("", Tone::Quiet, ends(*m)));
        }
    }
    let name = match it.head {
        Some(head) => format!("head {head}"),
        None => format!("m = {}", number::figures(it.slope, 4)),
    };
    layers.push(line(&name, Tone::Scheme(Scheme::Alibi), ends(it.slope)));
    if let Some(d) = it.distance {
        layers.push(points("here", Tone::Accent, vec![(d as f64, -it.slope * d as f64)]));
    }
    let steepest = slopes.iter().copied().fold(it.slope, f64::max);
    let floor = if it.head.is_none() { -it.slope * far as f64 } else { -steepest * far as f64 };
    let y = axis("bias", floor.min(-1e-9), 0.0);
    panel("against distance", axis("distance", 0.0, far as f64), y, layers)
}

fn table(it: &Setup) -> DataTable {
    let half = if it.slope > 0.0 { number::figures(std::f64::consts::LN_2 / it.slope, 3) } else { "never".to_string() };
    let mut rows = vec![
        vec!["slope m".to_string(), number::figures(it.slope, 4)],
        vec!["half-distance ln 2 / m".to_string(), half],
    ];
    if let Some(d) = it.distance {
        rows.push(vec![format!("bias at distance {d}"), number::figures(-it.slope * d as f64, 6)]);
    }
    let mark = it.distance.map(|_| rows.len() - 1);
    DataTable { columns: vec!["this head".to_string(), String::new()], rows, mark }
}

fn notice(it: &Setup) -> String {
    if let Some(d) = it.distance {
        let m = number::figures(it.slope, 4);
        let penalty = number::figures(it.slope * d as f64, 6);
        return format!(
            "A key {d} token{} back loses {m} × {d} = {penalty} from its logit, wherever the pair stands.",
            s(d)
        );
    }
    if it.heads.is_power_of_two() || it.head.is_none() {
        let edge = number::figures(-it.slope * (it.n - 1) as f64, 4);
        return format!(
            "Every diagonal is one number: 0 on the main one, {edge} in the far corner. The masked triangle is empty, not zero."
        );
    }
    let below = 1_usize << it.heads.ilog2();
    let of = |heads: usize| format!("{} {heads}-head", if heads == 8 { "an" } else { "a" });
    let rest = match it.heads - below {
        1 => format!("the last one the first slope of {} one", of(2 * below)),
        rest => format!("the other {rest} every second slope of {} one", of(2 * below)),
    };
    format!("{} is not a power of two: {below} heads get the slopes of {} model, {rest}.", it.heads, of(below))
}

fn probe(settings: &Settings, cursor: Cursor) -> Readout {
    let it = setup(settings);
    if cursor.panel == 1 {
        let d = snap(cursor.x, 0, i64::MAX);
        return at_distance(&it, d);
    }
    let (query, key) = (snap(cursor.y, 0, it.n - 1), snap(cursor.x, 0, it.n - 1));
    if key > query {
        return readout([("query", number::whole(query)), ("key", number::whole(key)), ("bias", "masked".to_string())]);
    }
    let mut out = readout([("query", number::whole(query)), ("key", number::whole(key))]);
    out.items.extend(at_distance(&it, query - key).items);
    out
}

fn at_distance(it: &Setup, d: i64) -> Readout {
    let penalty = it.slope * d as f64;
    readout([
        ("distance", number::whole(d)),
        ("bias", number::figures(-penalty, 6)),
        ("weight against distance 0", number::figures(libm::exp(-penalty), 4)),
    ])
}
