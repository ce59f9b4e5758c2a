//! The same seed gives the same question in every release and on every machine. These numbers stay (an independent
//! ChaCha8 and SHA-256 in another language gave the same): if this test fails, the mapping from seeds to numbers changed, and every old code now replays something else.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a test stops where it fails"
)]

use posenc::content::model::{AnswerSpec, Round};
use posenc::content::model::{Difficulty, DrawSpec, Expr, Kind, Numeric, Question, Set};
use posenc::question::rng::{GENERATOR, Grid, Stream};
use posenc::question::{Seed, SessionCode, content_mark, draw};

fn stream(seed: &str, variable: &str) -> Stream {
    Stream::new(&Seed::parse(seed).unwrap(), "golden", variable, 0)
}

fn question() -> Question {
    let text = |t: &str| Expr::Text(t.into());
    let range = |from, to, step: Option<Expr>| DrawSpec { from: Some(from), to: Some(to), step, ..DrawSpec::default() };
    let draw = [
        // Alphabetical order is not the order of need: `a` needs `z`.
        ("a", range(Expr::Int(0), text("z - 1"), None)),
        ("m", DrawSpec { one_of: Some(vec![text("1/2"), text("1/4"), text("1/8")]), ..DrawSpec::default() }),
        ("p", DrawSpec { permutation: Some(Expr::Int(5)), ..DrawSpec::default() }),
        (
            "v",
            DrawSpec {
                list: Some(Expr::Int(4)),
                distinct: true,
                ..range(Expr::Int(-2), Expr::Int(2), Some(Expr::Num(0.5)))
            },
        ),
        ("z", range(Expr::Int(10), Expr::Int(99), None)),
    ];
    let answer = AnswerSpec {
        label: "x".into(),
        unit: None,
        value: "a".into(),
        closed_form: None,
        round: Round::Integer(true),
        expressions: true,
        infinity: false,
    };
    let numeric = Numeric {
        draw: draw.into_iter().map(|(name, spec)| (name.to_owned(), spec)).collect(),
        require: vec!["p[0] != 1".into()],
        answers: vec![answer],
        ..Numeric::default()
    };
    Question {
        id: "golden".into(),
        was: vec![],
        set: Set::Drill,
        title: "Golden".into(),
        scheme: None,
        section: None,
        skills: vec![],
        difficulty: Difficulty::Easy,
        convention: None,
        prompt: "<< a >> of << z >>, << m.shown >>, << v|list >>, << p|list >>".into(),
        hints: vec![],
        context: None,
        figure: None,
        source: None,
        multipart: None,
        kind: Kind::Numeric(Box::new(numeric)),
    }
}

fn prompt(seed: &str) -> String {
    draw(&question(), &Seed::parse(seed).unwrap(), "content").unwrap().prompt
}

#[test]
fn the_generator_has_its_version() {
    assert_eq!(GENERATOR, 1);
}

#[test]
fn words_map_to_numbers_as_they_always_did() {
    let mut a = stream("K3F9", "a");
    let below: Vec<u64> = (0..8).map(|_| a.below(100)).collect();
    assert_eq!(below, [76, 44, 50, 2, 28, 28, 65, 18]);
    let mut b = stream("0", "b");
    assert_eq!(b.permutation(8), [7.0, 4.0, 8.0, 2.0, 3.0, 5.0, 6.0, 1.0]);
    let mut c = stream("ZZZZZZZZZZZZZZZZ", "c");
    let grid = Grid::new(-2.0, 2.0, 0.1).unwrap();
    let tenths: Vec<f64> = (0..5).map(|_| grid.draw(&mut c)).collect();
    assert_eq!(tenths, [0.8, 1.7, 1.2, 0.2, -1.5]);
    let mut letters: Vec<char> = "abcdefg".chars().collect();
    stream("K3F9", "options").shuffle(&mut letters);
    assert_eq!(letters.iter().collect::<String>(), "decafbg");
}

#[test]
fn seeds_replay_the_same_question() {
    assert_eq!(prompt("K3F9"), "58 of 76, 1/2, (2, −2, −0.5, 1.5), (3, 5, 4, 2, 1)\n\nA whole number.");
    assert_eq!(prompt("0"), "63 of 76, 1/4, (−1, 1, −2, −0.5), (5, 1, 2, 3, 4)\n\nA whole number.");
    assert_eq!(prompt("PRESS22"), "39 of 63, 1/4, (−1, −0.5, 2, 1.5), (3, 1, 4, 2, 5)\n\nA whole number.");
}

#[test]
fn codes_and_the_seeds_of_a_session_stay() {
    assert_eq!(content_mark("content"), "XNR0");
    let seed = Seed::parse("K3F9").unwrap();
    assert_eq!(SessionCode::new(seed.clone(), "content").to_string(), "K3F9-XNR0");
    assert_eq!(seed.nth(0).as_str(), "W40GPS");
    assert_eq!(seed.nth(7).as_str(), "FQ1TWX");
}

#[test]
fn a_requirement_redraws_until_it_holds() {
    for n in 0..200 {
        let instance = draw(&question(), &Seed::parse(&format!("R{n}")).unwrap(), "content").unwrap();
        assert!(!instance.drawn["p"].starts_with("[1,"), "{:?}", instance.drawn);
        let number = |name: &str| instance.drawn[name].parse::<f64>().unwrap();
        assert!(number("a") < number("z"));
    }
}

#[test]
fn a_requirement_that_never_holds_is_an_error_of_the_content() {
    let mut question = question();
    let Kind::Numeric(numeric) = &mut question.kind else { unreachable!() };
    numeric.require = vec!["z > 1000".into()];
    let error = draw(&question, &Seed::parse("K3F9").unwrap(), "content").unwrap_err();
    assert!(error.to_string().contains("1000 tries"), "{error}");
}
