//! `posenc plot … --predict`: the figure asks before it shows; then prediction and truth together. Kept like every answer.

use std::io::Write;

use serde_json::{Value, json};

use crate::figure::{self, FigureInfo, Guess, Prediction, Sampling, Settings, say};
use crate::sitting::prediction;
use crate::typeset::breaks;

use super::Cli;
use super::ask::Desk;
use super::output::Problem;
use super::plot::{self, Output, PlotOptions};

/// The letters of the options.
const LETTERS: [&str; 3] = ["a", "b", "c"];
/// Widest line of prose.
const MEASURE: usize = 76;

/// Asks, or takes an answer: a letter, or a place in the figure.
pub fn run(cli: &Cli, opts: &PlotOptions, answer: &str, out: &mut dyn Write) -> Result<(), Problem> {
    let (info, settings) = plot::chosen(opts)?;
    let asked = figure::predict(info, &settings).ok_or_else(|| Problem::Said(nothing_asked(info)))?;
    if answer.is_empty() {
        return ask(opts, info, &settings, &asked, out);
    }
    let guess = read(&asked, answer).map_err(Problem::Said)?;
    // On disk before the truth is on the screen.
    let mut recorder = Desk::new(cli)?.recorder();
    recorder.record(prediction::event(info, &asked, guess));
    reveal(opts, info, &asked, guess, out)?;
    out.flush()?;
    Ok(recorder.check()?)
}

fn nothing_asked(info: &FigureInfo) -> String {
    let all = figure::ALL.iter().filter(|info| figure::can_predict(info)).map(|info| info.slug);
    format!("{} has no surprise to predict; these have one: {}.", info.slug, all.collect::<Vec<_>>().join(", "))
}

fn ask(
    opts: &PlotOptions,
    info: &FigureInfo,
    settings: &Settings,
    asked: &Prediction,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    if opts.output == Output::Json {
        let command = format!("{} --predict=", settings.to_command_line(info));
        let object = json!({
            "figure": info.slug, "question": asked.question, "options": options(asked), "mark": mark(asked),
            "command": command,
        });
        return Ok(writeln!(out, "{}", plot::json_if(opts, object.to_string()))?);
    }
    paragraph(opts, &asked.question, out)?;
    for (letter, option) in LETTERS.iter().zip(&asked.options) {
        writeln!(out, "  {letter}  {}", plot::ascii_if(opts, option))?;
    }
    if let Some(tap) = &asked.tap {
        paragraph(opts, &format!("Or mark {}: {}.", tap.what, form(asked)), out)?;
    }
    paragraph(opts, "Answer with --predict=a, b or c.", out)
}

fn options(asked: &Prediction) -> Value {
    let option = |(letter, text): (&&str, &String)| json!({ "key": letter, "text": text });
    LETTERS.iter().zip(&asked.options).map(option).collect()
}

fn mark(asked: &Prediction) -> Value {
    let Some(tap) = &asked.tap else { return Value::Null };
    json!({ "what": tap.what, "panel": tap.panel, "x": tap.x, "across": tap.across(), "form": form(asked) })
}

/// How a place is written.
fn form(asked: &Prediction) -> String {
    match &asked.tap {
        Some(tap) if tap.asks_height() && tap.x.is_some() => "--predict=HEIGHT".to_string(),
        Some(tap) if tap.asks_height() => format!("--predict={},HEIGHT", tap.across().to_uppercase()),
        Some(tap) => format!("--predict={}", tap.across().to_uppercase()),
        None => String::new(),
    }
}

/// A letter or a place; what it can't be says what would be taken.
fn read(asked: &Prediction, answer: &str) -> Result<Guess, String> {
    let text = answer.trim().to_lowercase().replace('−', "-");
    if let Some(chosen) = LETTERS.iter().position(|letter| *letter == text) {
        return Ok(Guess::Option(chosen));
    }
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|part| part.trim().parse().ok().filter(|v: &f64| v.is_finite())).collect();
    let guess = asked.tap.as_ref().zip(numbers).and_then(|(tap, numbers)| match (numbers.as_slice(), tap.x) {
        ([y], Some(x)) if tap.asks_height() => asked.mark(tap.panel, x, *y),
        ([x, y], None) if tap.asks_height() => asked.mark(tap.panel, *x, *y),
        ([x], None) if !tap.asks_height() => asked.mark(tap.panel, *x, 0.0),
        _ => None,
    });
    guess.ok_or_else(|| {
        let place = asked.tap.as_ref().map(|tap| format!(", or {} to mark {}", form(asked), tap.what));
        format!("--predict={answer} is no answer; give a, b or c{}.", place.unwrap_or_default())
    })
}

fn reveal(
    opts: &PlotOptions,
    info: &FigureInfo,
    asked: &Prediction,
    guess: Guess,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let width = opts.width.unwrap_or(80).clamp(12, 1000);
    let sampling = Sampling { cols: width, rows: opts.height.unwrap_or(24) };
    let mut picture = figure::build(info, &asked.reveal, sampling);
    asked.sketch(&mut picture, guess);
    let verdict = asked.verdict(guess);
    match opts.output {
        Output::Json => {
            let object = json!({
                "figure": info.slug, "question": asked.question, "options": options(asked),
                "said": asked.said(guess), "right": asked.is_right(guess), "verdict": verdict,
                "command": asked.reveal.to_command_line(info), "settings": asked.reveal, "picture": picture,
            });
            Ok(writeln!(out, "{}", plot::json_if(opts, object.to_string()))?)
        }
        Output::Plain | Output::Say => {
            writeln!(out, "{}", plot::ascii_if(opts, &verdict))?;
            say::lines(&picture).iter().try_for_each(|line| Ok(writeln!(out, "{}", plot::ascii_if(opts, line))?))
        }
        _ => {
            paragraph(opts, &verdict, out)?;
            writeln!(out)?;
            Ok(plot::text(opts, &picture, width, out)?)
        }
    }
}

fn paragraph(opts: &PlotOptions, text: &str, out: &mut dyn Write) -> Result<(), Problem> {
    for row in breaks::wrap(&plot::ascii_if(opts, text), MEASURE) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(slug: &str) -> Prediction {
        let info = figure::find(slug).unwrap();
        figure::predict(info, &Settings::new(info)).unwrap()
    }

    #[test]
    fn a_letter_or_a_place_is_read_and_nothing_else() {
        let fixed = asked("nearest-lookalike");
        assert_eq!(read(&fixed, "B"), Ok(Guess::Option(1)));
        assert_eq!(read(&fixed, " 0.6 "), Ok(Guess::Mark(5120.0, 0.6)));
        let curve = asked("rope-shift");
        assert_eq!(read(&curve, "60,−0.5"), Ok(Guess::Mark(60.0, -0.5)));
        assert_eq!(read(&asked("rope-score"), "70"), Ok(Guess::Mark(70.0, 0.0)));
        for wrong in ["d", "nan", "1,2,3", "60", "", "inf,1"] {
            let error = read(&curve, wrong).unwrap_err();
            assert!(error.contains("give a, b or c, or --predict=SHIFT,HEIGHT"), "{error}");
        }
    }
}
