//! The worked examples of the catalogue, each with the numbers that its typical mistakes lead to.

use posenc::content::model::{DrawSpec, Expr, Kind};
use posenc::question::{Family, Seed, Verdict};

use super::support::{families, numbers, typed};

/// A family, its draws, its answers, and where each mistake leads.
type Worked<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [f64], &'a [(&'a str, f64)]);

/// Worked by hand or by another program, with the numbers that typical mistakes lead to.
const WORKED: &[Worked<'static>] = &[
    (
        "G01",
        &[("n", "4"), ("y", "[0.2, -1, 0.7, 1.5]"), ("p", "[3, 1, 4, 2]"), ("r", "3")],
        &[1.5],
        &[("INVARIANT", 0.7), ("INVERSE", 0.2)],
    ),
    ("G02", &[("s", "0")], &[60.0], &[("NOREPEAT", 120.0), ("TYPES", 24.0), ("POW", 32.0), ("MINUS1", 12.0)]),
    (
        "G03",
        &[("n", "3"), ("s", "[2, 1, 0]"), ("v", "[1.5, 4, -2]")],
        &[1.7967],
        &[("NOSOFTMAX", 7.0), ("MEAN", 1.1667), ("ARGMAX", 1.5), ("NONORM", 19.9567)],
    ),
    (
        "G04",
        &[("d", "64"), ("pos", "12"), ("j", "8"), ("base", "10000")],
        &[-0.607684],
        &[
            ("DEG", 0.066182),
            ("NO2", 0.448343),
            ("J_AS_I", 0.932039),
            ("PARITY", -0.794179),
            ("OFF1", 0.291643),
            ("MUL", 0.245679),
        ],
    ),
    (
        "G05",
        &[("d", "64"), ("i", "8"), ("base", "10000")],
        &[62.8319],
        &[
            ("NO2PI", 10.0),
            ("NO2", 19.8692),
            ("HALF_D", 628.3185),
            ("OFF1", 83.7876),
            ("INV", 0.015915),
            ("PI", 31.4159),
        ],
    ),
    (
        "G08",
        &[("a", "2"), ("w", "0.25"), ("k", "3")],
        &[0.381661],
        &[("TRANSPOSE", 0.948985), ("ADD", 1.6593), ("ROW2", -0.924302), ("DEG", 0.903772), ("NOFREQ", -0.958924)],
    ),
    (
        "G09",
        &[("d", "4"), ("base", "100"), ("p", "7"), ("q", "4")],
        &[-0.034656],
        &[("PLUS", 0.458022), ("ONEPAIR", -0.989992), ("NORMED", -0.017328), ("DEG", 1.9986), ("SINE", 0.43664)],
    ),
    ("G10", &[("d", "512")], &[16.0], &[("D", 22.6274), ("SQUARED", 256.0), ("UNIT", 1.0), ("DIM", 512.0)]),
    (
        "G12",
        &[("l", "1024"), ("d", "768"), ("layers", "12"), ("per", "2")],
        &[786432.0, 1572864.0],
        &[("ADD", 1792.0), ("SQUARE", 1048576.0), ("LAYERS", 9437184.0), ("TWO", 1572864.0), ("BITS", 12582912.0)],
    ),
    (
        "G13",
        &[("l", "512"), ("n", "700")],
        &[188.0, 512.0],
        &[("OFF1", 187.0), ("OFF1B", 189.0), ("ALL", 700.0), ("NONE", 0.0)],
    ),
    (
        "G15",
        &[("l", "8"), ("p", "13"), ("a", "0.4"), ("b", "1")],
        &[0.55],
        &[("NEAREST", 0.4), ("SWAPT", 0.85), ("MEAN", 0.7)],
    ),
    (
        "G16",
        &[("k", "16"), ("i", "50"), ("j", "10")],
        &[-16.0, 0.0],
        &[("ABS", 16.0), ("NOCLIP", -40.0), ("NOCLIP_SIGN", 40.0), ("OFF1", -15.0)],
    ),
    (
        "G17",
        &[("k", "16"), ("d", "64"), ("h", "8"), ("n", "12"), ("both", "1"), ("shared", "0")],
        &[405504.0],
        &[("NOZERO", 393216.0), ("ONESIDE", 208896.0), ("NO_V", 202752.0), ("SHARED", 50688.0), ("ONELAYER", 33792.0)],
    ),
    (
        "G18",
        &[("q", "[1, 2, 0, -1]"), ("k", "[2, 1, 1, 0]"), ("a", "[0.5, -0.5, 1, 1]")],
        &[1.25],
        &[("NOSCALE", 2.5), ("HALFSCALE", 0.5), ("KEYDOT", 2.75), ("NOREL", 2.0), ("DZ", 0.625)],
    ),
    (
        "G20",
        &[("n", "10"), ("k", "3")],
        &[28.0],
        &[("STRICT", 21.0), ("ALLPAIRS", 55.0), ("NOHALF", 49.0), ("ONECOUNT", 7.0)],
    ),
    (
        "G21",
        &[("v", "[1, 2]"), ("m", "3"), ("th", "0.5"), ("second", "0")],
        &[-1.9243],
        &[("SIGN", 2.0657), ("DEG", 0.947303), ("NOPOS", -0.081269), ("ROW2", 1.139)],
    ),
    (
        "G22",
        &[("m", "4"), ("n", "10"), ("th", "0.5")],
        &[3.0],
        &[("SIGN", -3.0), ("SUM", 7.0), ("KEYONLY", 5.0), ("DEG", 171.8873), ("NOFREQ", 6.0)],
    ),
    (
        "G23",
        &[("d", "64"), ("i", "8"), ("b", "10000")],
        &[0.1],
        &[("NO2", 0.316228), ("OFF1", 0.133352), ("HALF_D", 0.01), ("DMODEL", 0.749894), ("POS", 10.0)],
    ),
    (
        "G24",
        &[("q", "[1, 2]"), ("k", "[2, -1]"), ("m", "5"), ("n", "2"), ("th", "0.4")],
        &[-4.6602],
        &[("SIGN", 4.6602), ("NOROT", 0.0), ("QONLY", -4.5465), ("SUM", 1.6749), ("DEG", -0.104712)],
    ),
    (
        "G31",
        &[("n", "16"), ("h", "5")],
        &[0.176777],
        &[("ZEROBASE", 0.25), ("EIGHTS", 0.03125), ("LINEAR", 3.5355), ("RECIP", 0.2), ("INVRATIO", 0.000977)],
    ),
    (
        "G33",
        &[("qk", "24"), ("d", "64"), ("m", "1/4"), ("j", "22"), ("dist", "8"), ("scaled", "1")],
        &[1.0],
        &[("PLUS", 5.0), ("SCALED_BIAS", 2.75), ("NOSCALE", 22.0), ("NOSLOPE", -5.0), ("SQ", -13.0)],
    ),
    (
        "G34",
        &[("p", "3"), ("d1", "4"), ("d2", "20")],
        &[7.3891],
        &[("LINEAR", 5.0), ("LOGIT", 2.0), ("BASE2", 4.0), ("INV", 0.135335), ("SUM", 20.0855)],
    ),
    (
        "G35",
        &[("n", "8"), ("h", "4")],
        &[11.0904],
        &[("ONE_OVER_M", 16.0), ("HALF_OVER_M", 8.0), ("LOG10", 4.8165), ("TIMES", 0.043322), ("TWO", 32.0)],
    ),
    ("G40", &[("t", "8")], &[0.125], &[("OFF1", 0.142857), ("OFF1B", 0.111111), ("SUM", 1.0)]),
    (
        "G41",
        &[("n", "5"), ("v", "[4, 1, -2, 6, 1]"), ("t", "3")],
        &[1.0],
        &[("NOMASK", 2.0), ("SUM", 3.0), ("LAST", -2.0), ("EXCL", 2.5)],
    ),
    (
        "G42",
        &[("t", "50")],
        &[0.000392157],
        &[("DERIV", 0.0004), ("FIRST", 0.02), ("SUM", 0.009901), ("NEG", -0.000392157)],
    ),
    (
        "G43",
        &[("t", "20"), ("back", "6"), ("c", "2.5")],
        &[-3.5],
        &[("SIGN", 8.5), ("PRODUCT", -277.5), ("NOCONTENT", -6.0), ("ABS", -31.5)],
    ),
    (
        "G46",
        &[("n", "8"), ("h", "3"), ("i", "20"), ("j", "4"), ("masked", "0")],
        &[-2.0],
        &[("SIGN", 2.0), ("ZEROBASE", -4.0), ("RAW", -16.0), ("SQUARE", -32.0), ("SUMPOS", -3.0)],
    ),
    (
        "G06",
        &[("d", "64"), ("i", "4"), ("base", "10000"), ("pos", "40")],
        &[12.6491, 2.0132],
        &[("RAD_AS_TURN", 12.6491), ("DEG360", 0.035136), ("NO2", 3.58), ("OFF1", 1.5097)],
    ),
    (
        "G07",
        &[("d", "128"), ("b", "10000"), ("l", "2048")],
        &[23.0],
        &[("NO2PI", 11.0), ("COMPLEMENT", 41.0), ("D", 47.0), ("FLOOR", 24.0)],
    ),
    (
        "G11",
        &[("w", "0.1"), ("pos", "17")],
        &[17.0],
        &[("ASIN", 14.0), ("DEG", 974.0), ("NOFREQ", 1.7), ("SWAP", -1.0)],
    ),
    (
        "G14",
        &[("v", "50257"), ("l", "1024")],
        &[1.9968],
        &[("RATIO", 2.0375), ("INV", 98.0032), ("FRACTION", 0.019968)],
    ),
    (
        "G19",
        &[("p1", "5"), ("p2", "3"), ("v", "[1, 4, -2]"), ("a", "[0, -1, 2]")],
        &[1.4],
        &[("NO_AV", 1.3), ("UNWEIGHTED", 2.3), ("ONLYA", 0.1), ("MINUS", 1.2)],
    ),
    (
        "G25",
        &[("q", "[1, 0, 2, 1]"), ("k", "[1, 1, 0, 1]"), ("m", "12"), ("back", "4")],
        &[0.289452],
        &[("ONEFREQ", -3.5777), ("SIGN", 0.245383), ("NOROT", 2.0), ("NO2", 0.797853)],
    ),
    (
        "G26",
        &[("d", "128"), ("i", "32"), ("b", "10000"), ("l", "4096")],
        &[6.519],
        &[("RAD", 40.96), ("NO2", 65.1899), ("OFF1", 5.6452), ("INV", 0.153398)],
    ),
    (
        "G27",
        &[("d", "128"), ("i", "32"), ("nb", "500000")],
        &[7.0711],
        &[("UNIFORM", 50.0), ("NO2", 2.6591), ("INV", 0.141421), ("LOG", 1.4247)],
    ),
    (
        "G28",
        &[("l", "2048"), ("times", "4"), ("m", "5000"), ("th", "0.5")],
        &[1250.0, 0.125],
        &[("INV", 20000.0), ("CLAMP", 2047.0), ("MOD", 904.0), ("SUBTRACT", 2952.0), ("KEPT", 0.5)],
    ),
    (
        "G29",
        &[("s", "4"), ("d", "128"), ("b", "10000")],
        &[40889.9],
        &[("LINEAR", 40000.0), ("INVEXP", 39142.9), ("SQUARE", 160000.0), ("POSSCALE", 2500.0)],
    ),
    (
        "G30",
        &[("s", "8")],
        &[1.20794, 1.45913],
        &[("LOG10", 1.0903), ("NOPLUS", 0.207944), ("LOG2", 1.3), ("SQUARED", 1.45913), ("ONCE", 1.20794)],
    ),
    (
        "G32",
        &[("n", "12"), ("h", "10"), ("extra", "1")],
        &[0.353553],
        &[("FORMULA", 0.009843), ("CONTIG", 0.5), ("EIGHTS", 0.000977), ("WRAP", 0.25)],
    ),
    (
        "G36",
        &[("m", "1/64"), ("eps", "0.01")],
        &[295.0],
        &[("FLOOR", 294.0), ("LOG10", 128.0), ("INV", 6400.0), ("EPS", 0.64)],
    ),
    (
        "G37",
        &[("m", "1/8"), ("dist", "40")],
        &[5.0],
        &[("EXP", 148.4132), ("DIV", 320.0), ("LOG", 3.6889), ("NOSLOPE", 40.0)],
    ),
    (
        "G38",
        &[("m", "1/4"), ("n", "10")],
        &[0.24098],
        &[("UNIFORM", 0.1), ("INFINITE", 0.221199), ("LINEAR", 0.75), ("EXP", 0.778801)],
    ),
    (
        "G39",
        &[("n", "3"), ("c", "[1, 0, 2]"), ("m", "1/2")],
        &[0.111166],
        &[("SIGN", 0.449816), ("NOBIAS", 0.244728), ("NONORM", 1.0), ("NONORM_ROW", 2.71828)],
    ),
    ("G44", &[("s", "0")], &[12.0], &[("WITHLAST", 60.0), ("NOREPEAT", 24.0), ("ONE", 1.0)]),
    ("G45", &[("t", "100")], &[4.6052], &[("LOG2", 6.6439), ("LOG10", 2.0), ("T", 100.0), ("INV", 0.01)]),
];

/// A family with some of its draws held at a value.
fn held(family: &str, values: &[(&str, &str)]) -> Family {
    let (mut question, mut numeric) =
        families().into_iter().find(|(_, n)| n.family.as_deref() == Some(family)).unwrap_or_else(|| panic!("{family}"));
    for (name, value) in values {
        let spec = numeric.draw.get_mut(*name).unwrap_or_else(|| panic!("{family} draws no {name}"));
        *spec = DrawSpec { one_of: Some(vec![Expr::Text((*value).into())]), ..DrawSpec::default() };
    }
    question.kind = Kind::Numeric(Box::new(numeric.clone()));
    Family::compile(&question, &numeric).unwrap()
}

#[test]
fn worked_examples_come_out_with_all_their_mistakes() {
    let near = |a: f64, b: f64| (a - b).abs() <= 6e-5 * b.abs().max(0.01);
    let mut seen: Vec<&str> = Vec::new();
    for (family, values, keys, mistakes) in WORKED {
        let trial = held(family, values).trial(&Seed::parse("K3F9").unwrap(), "test").unwrap();
        let (answers, _) = numbers(&trial.instance);
        assert_eq!(answers.len(), keys.len(), "{family}");
        for (asked, key) in answers.iter().zip(*keys) {
            assert!(near(asked.value, *key), "{family} {}: {} is not {key}", asked.label, asked.value);
        }
        for (code, wrong) in *mistakes {
            let found: Vec<f64> = trial.mistakes.iter().filter(|(_, c, _)| c == code).map(|(.., v)| *v).collect();
            assert!(found.iter().any(|v| near(*v, *wrong)), "{family} {code}: {found:?}, not {wrong}");
        }
        seen.push(family);
    }
    seen.sort_unstable();
    let catalogue: Vec<String> = (1..=46).map(|n| format!("G{n:02}")).collect();
    assert_eq!(seen, catalogue);
}

#[test]
fn a_masked_entry_is_minus_infinity() {
    let family = held("G46", &[("n", "8"), ("h", "1"), ("i", "4"), ("masked", "1"), ("j", "7")]);
    let trial = family.trial(&Seed::parse("K3F9").unwrap(), "test").unwrap();
    let (answers, mistakes) = numbers(&trial.instance);
    assert_eq!(answers[0].value, f64::NEG_INFINITY);
    let codes: Vec<(&str, f64)> = mistakes.iter().map(|m| (m.code.as_str(), m.value)).collect();
    assert_eq!(codes, [("FUTURE", 1.5), ("MIRROR", -1.5), ("WEIGHT", 0.0)]);
}

#[test]
fn slips_that_learners_made_have_a_name() {
    // The exponent 5/512 in place of 4/512; the turn not added, half of it, the quadrant lost; the last index minus the first; d/2 for d.
    let slips: [Slip<'_>; 6] = [
        ("G04", &[("d", "512"), ("pos", "30"), ("j", "5"), ("base", "10000")], "-0.656", "J_EXP"),
        ("G11", &[("w", "0.1"), ("pos", "50")], "-13", "NOWRAP"),
        ("G11", &[("w", "0.1"), ("pos", "35")], "4", "ATAN"),
        ("G11", &[("w", "0.1"), ("pos", "50")], "19", "HALFTURN"),
        ("G07", &[("d", "64"), ("b", "10000"), ("l", "512")], "15", "FENCE"),
        ("G29", &[("s", "6"), ("d", "96"), ("b", "10000")], "64861", "HALFWIDTH"),
    ];
    slips.iter().for_each(is_named);
}

/// A family, its draws, what was typed (`;` between two answers), and the code of the mistake.
type Slip<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a str);

fn is_named((family, values, text, code): &Slip<'_>) {
    let instance = held(family, values).trial(&Seed::parse("K3F9").unwrap(), "test").unwrap().instance;
    match typed(&instance, text.split(';').map(Into::into).collect()) {
        Verdict::Mistake { code: found, step, .. } => {
            assert_eq!((found.as_str(), step.is_some()), (*code, *code != "SWAPPED"), "{family} {text}");
        }
        other => panic!("{family} {text}: {other:?}"),
    }
}

#[test]
fn slips_of_a_long_drill_have_a_name() {
    let slips: &[Slip<'_>] = &[
        ("G25", &[("q", "[1, 0, 2, 1]"), ("k", "[1, 1, 0, 1]"), ("m", "12"), ("back", "4")], "1.39", "HALF_SPLIT"),
        ("G09", &[("d", "4"), ("base", "100"), ("p", "7"), ("q", "4")], "-0.41", "NO2"),
        ("G09", &[("d", "4"), ("base", "100"), ("p", "15"), ("q", "0")], "2", "SQLEN"),
        ("G32", &[("n", "12"), ("h", "10"), ("extra", "1")], "0.7071", "ZEROBASE"),
        ("G31", &[("n", "16"), ("h", "5")], "0.125", "OFF1"),
        (
            "G33",
            &[("qk", "24"), ("d", "64"), ("m", "1/4"), ("j", "22"), ("dist", "8"), ("scaled", "1")],
            "-1.625",
            "DZ",
        ),
        (
            "G33",
            &[("qk", "24"), ("d", "64"), ("m", "1/4"), ("j", "22"), ("dist", "8"), ("scaled", "1")],
            "0.75",
            "DIST_OFF1",
        ),
        ("G46", &[("n", "8"), ("h", "3"), ("i", "20"), ("j", "4"), ("masked", "0")], "-2.125", "DIST_OFF1"),
        ("G46", &[("n", "8"), ("h", "1"), ("i", "4"), ("j", "7"), ("masked", "1")], "0", "WEIGHT"),
        ("G06", &[("d", "64"), ("i", "4"), ("base", "10000"), ("pos", "40")], "724.741;2.01", "DEG"),
        ("G26", &[("d", "128"), ("i", "32"), ("b", "10000"), ("l", "4096")], "7.53", "OFF1B"),
        ("G23", &[("d", "64"), ("i", "8"), ("b", "10000")], "0.0750", "OFF1B"),
        ("G20", &[("n", "10"), ("k", "3")], "8", "CLIPPED"),
        ("G17", &[("k", "16"), ("d", "64"), ("h", "8"), ("n", "12"), ("both", "0"), ("shared", "0")], "405504", "BOTH"),
        ("G02", &[("s", "0")], "59", "OTHERS"),
        ("G44", &[("s", "0")], "11", "OTHERS"),
        ("G44", &[("s", "0")], "120", "XMOVED"),
        ("G10", &[("d", "512")], "11.31", "HALFROOT"),
        ("G15", &[("l", "8"), ("p", "13"), ("a", "0.4"), ("b", "1")], "1.0", "UPPER"),
        ("G01", &[("n", "4"), ("y", "[0.2, -1.5, 0.7, 1.5]"), ("p", "[3, 1, 4, 2]"), ("r", "3")], "-1.5", "OTHER"),
        ("G16", &[("k", "4"), ("i", "91"), ("j", "94")], "-3;1", "SIGN"),
        ("G16", &[("k", "32"), ("i", "10"), ("j", "60")], "64;32", "SWAPPED"),
        ("G13", &[("l", "128"), ("n", "225")], "128;97", "SWAPPED"),
        ("G07", &[("d", "256"), ("b", "10000"), ("l", "131072")], "-11", "NEGATIVE"),
        ("G28", &[("l", "4096"), ("times", "2"), ("m", "969"), ("th", "0.5")], "969;0.25", "KEPT"),
        ("G28", &[("l", "4096"), ("times", "2"), ("m", "969"), ("th", "0.5")], "0.25;484.5", "SWAPPED"),
    ];
    slips.iter().for_each(is_named);
}

#[test]
fn what_is_said_about_a_mistake_is_true_of_these_numbers() {
    let says = |family: &str, values: &[(&str, &str)]| -> Vec<(String, String)> {
        let instance = held(family, values).trial(&Seed::parse("K3F9").unwrap(), "test").unwrap().instance;
        numbers(&instance).1.iter().map(|m| (m.code.clone(), m.say.clone())).collect()
    };
    let row = says("G16", &[("k", "32"), ("i", "10"), ("j", "13")]);
    assert!(row.iter().all(|(code, say)| code != "ROW_RAW" || !say.contains("never negative")), "{row:?}");
    let none = says("G07", &[("d", "256"), ("b", "10000"), ("l", "131072")]);
    assert!(none.iter().all(|(code, _)| code != "FLOOR"), "no pair is left over: {none:?}");
    let near = says("G09", &[("d", "4"), ("base", "100"), ("p", "7"), ("q", "4")]);
    assert!(near.iter().any(|(code, say)| code == "DEG" && say.contains("with itself, 2.")), "{near:?}");
    let far = says("G09", &[("d", "4"), ("base", "100"), ("p", "15"), ("q", "0")]);
    assert!(far.iter().any(|(code, say)| code == "DEG" && !say.contains("with itself")), "{far:?}");
}
