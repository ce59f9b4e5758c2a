//! What is typed in plain mode: an answer, or a word instead of one.

use std::io;

use crate::content::model::Kind;
use crate::question::{Ask, Asked, Drawn, Reading, Response, answer, format};
use crate::sitting::Sitting;

use super::lines::Lines;
use super::moves::Move;
use super::page::Page;
use super::reply;

/// The words, and what they do.
pub const WORDS: &str = "Words instead of an answer:
  hint       a hint; after it an answer counts a little less
  solve      the worked solution; the question counts as not known yet
  skip       this question later
  another    one more of the question just answered, with fresh numbers
  easier     an easier question about the same scheme, harder a harder one
  undo       take the last answer back
  calc EXPR  a calculator: calc sqrt(2)/2
  quit       stop and see how it went
  help       this list
To answer with one of these words itself, put = before it.";

/// What was heard.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// An answer.
    Answer(Response),
    /// A word that leads away from the question.
    Move(Move),
    /// No more input.
    End,
}

/// A line, after the words that are answered on the spot.
enum Line {
    Text(String),
    Move(Move),
    End,
}

/// Asks for the answer to a question.
pub fn answer(drawn: &Drawn, sitting: &mut Sitting, lines: &mut Lines<'_>, page: &mut Page<'_>) -> io::Result<Heard> {
    let mut ear = Ear { sitting, lines, page };
    let heard = match &drawn.instance.ask {
        Ask::Numbers { answers, .. } => ear.numbers(answers)?,
        Ask::Choice { options, many } => {
            let prompt = if *many { "Letters (as in a c):" } else { "Letter:" };
            ear.parsed(prompt, |text| {
                let why = format!("Type a letter from a to {}.", reply::letter(options.len().saturating_sub(1)));
                reply::letters(text, options).map(Response::Chosen).ok_or(why)
            })?
        }
        Ask::Text { .. } => ear.parsed("Answer:", |text| {
            let text = text.trim();
            let text = text.strip_prefix('=').unwrap_or(text);
            if text.is_empty() { Err("Type an answer, or help.".into()) } else { Ok(Response::Text(text.into())) }
        })?,
        Ask::Tracing { .. } => ear.traced()?,
        Ask::Rubric => {
            let points: Vec<&str> = match &drawn.question.kind {
                Kind::Interview(interview) => interview.rubric.iter().map(|p| p.point.as_str()).collect(),
                _ => Vec::new(),
            };
            ear.rubric(&points)?
        }
    };
    Ok(heard)
}

struct Ear<'e, 'l, 'o> {
    sitting: &'e mut Sitting,
    lines: &'e mut Lines<'l>,
    page: &'e mut Page<'o>,
}

impl Ear<'_, '_, '_> {
    /// A line; help, hints and the calculator are answered here, and the prompt stands again.
    fn line(&mut self, prompt: &str) -> io::Result<Line> {
        loop {
            let Some(text) = super::lines::prompted(prompt, self.lines, self.page)? else { return Ok(Line::End) };
            let word = text.trim().to_lowercase();
            match word.as_str() {
                "help" | "?" => WORDS.lines().try_for_each(|line| self.page.line(line))?,
                "hint" => self.hint()?,
                word => match (Move::parse(word), calculation(text.trim())) {
                    (Some(to), _) => return Ok(Line::Move(to)),
                    (_, Some(_)) if self.sitting.is_mental() => self.page.line(FOR_THE_HEAD)?,
                    (_, Some(Ok(value))) => self.page.line(&format!("= {}", format::plain(value)))?,
                    (_, Some(Err(why))) => self.page.line(&format!("calc: {why}"))?,
                    (_, None) => return Ok(Line::Text(text)),
                },
            }
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        match self.sitting.hint().map(str::to_string) {
            Some(hint) => self.page.hung("Hint: ", &hint),
            None if self.sitting.hints_shown().is_empty() => self.page.line("There is no hint for this one."),
            None => self.page.line("That was the last hint. `solve` shows the solution."),
        }
    }

    /// Lines until one can be read.
    fn parsed(&mut self, prompt: &str, read: impl Fn(&str) -> Result<Response, String>) -> io::Result<Heard> {
        loop {
            match self.line(prompt)? {
                Line::End => return Ok(Heard::End),
                Line::Move(to) => return Ok(Heard::Move(to)),
                Line::Text(text) => match read(&text) {
                    Ok(response) => return Ok(Heard::Answer(response)),
                    Err(why) => self.page.markdown(&why)?,
                },
            }
        }
    }

    /// One number after the other; what cannot be read is asked again at once.
    fn numbers(&mut self, answers: &[Asked]) -> io::Result<Heard> {
        let mut texts = Vec::with_capacity(answers.len());
        for (field, asked) in answers.iter().enumerate() {
            let prompt = prompt_of(asked);
            let text = loop {
                let text = match self.line(&prompt)? {
                    Line::End => return Ok(Heard::End),
                    Line::Move(to) => return Ok(Heard::Move(to)),
                    Line::Text(text) => text,
                };
                match self.sitting.read(field, &text) {
                    Reading::Value { value, notice: Some(notice), .. } => {
                        let read = answer::describe(value, asked.unit.as_deref());
                        self.page.line(&format!("Read as {read}: {notice}."))?;
                        break text;
                    }
                    Reading::Value { .. } => break text,
                    Reading::Empty => self.page.line("Type a number, or help.")?,
                    Reading::Refused { why, .. } => self.page.markdown(&why)?,
                    Reading::Ask { readings } => match self.which(&readings, asked)? {
                        Some(Line::Text(chosen)) => match chosen.parse() {
                            Ok(value) => break self.sitting.settle(field, &text, value),
                            Err(_) => continue,
                        },
                        Some(Line::End) => return Ok(Heard::End),
                        Some(Line::Move(to)) => return Ok(Heard::Move(to)),
                        None => {}
                    },
                }
            };
            texts.push(text);
        }
        Ok(Heard::Answer(Response::Typed(texts)))
    }

    /// Which of several readings is meant; `None`: the answer is typed anew.
    fn which(&mut self, readings: &[f64], asked: &Asked) -> io::Result<Option<Line>> {
        self.page.line("That can be read in more than one way:")?;
        for (i, value) in readings.iter().enumerate() {
            self.page.line(&format!("  {}) {}", i + 1, answer::describe(*value, asked.unit.as_deref())))?;
        }
        let line = self.line("Which number (Enter to type it anew)?")?;
        let Line::Text(text) = line else { return Ok(Some(line)) };
        let place = text.trim().trim_end_matches(')').parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        Ok(place.and_then(|p| readings.get(p)).map(|value| Line::Text(value.to_string())))
    }

    /// First the answer, aloud or in the head; then the points, to be ticked.
    fn rubric(&mut self, points: &[&str]) -> io::Result<Heard> {
        match self.line("Answer aloud or in your head, then Enter:")? {
            Line::End => return Ok(Heard::End),
            Line::Move(to) => return Ok(Heard::Move(to)),
            Line::Text(_) => {}
        }
        for (i, point) in points.iter().enumerate() {
            self.page.hung(&format!("  {}. ", i + 1), point)?;
        }
        let prompt = "Which did you have (as in 1 3, Enter for none)?";
        self.parsed(prompt, |text| reply::points(text, points.len()).map(Response::Ticked))
    }

    fn traced(&mut self) -> io::Result<Heard> {
        let compiles = loop {
            match self.line("Does it compile (yes or no)?")? {
                Line::End => return Ok(Heard::End),
                Line::Move(to) => return Ok(Heard::Move(to)),
                Line::Text(text) => match text.trim().to_lowercase().as_str() {
                    "y" | "yes" => break true,
                    "n" | "no" => break false,
                    _ => self.page.line("Type yes or no.")?,
                },
            }
        };
        if !compiles {
            return Ok(Heard::Answer(Response::Traced(false, String::new())));
        }
        self.parsed("What does it print?", |text| Ok(Response::Traced(true, text.replace("\\n", "\n"))))
    }
}

/// `Slope in rad (2 decimals):`
fn prompt_of(asked: &Asked) -> String {
    use crate::content::model::Round;
    let label = if asked.label.is_empty() { "Answer" } else { &asked.label };
    let unit = asked.unit_beyond_label().map(|u| format!(" in {u}")).unwrap_or_default();
    let rule = match asked.round {
        Round::Decimals(1) => "1 decimal".into(),
        Round::Decimals(n) => format!("{n} decimals"),
        Round::Figures(1) => "1 significant figure".into(),
        Round::Figures(n) => format!("{n} significant figures"),
        Round::Integer(_) => "a whole number".into(),
        Round::Exact(_) => "exactly".into(),
        Round::Within(t) => crate::question::round::nearness(t),
    };
    format!("{label}{unit} ({rule}):")
}

/// What is said instead of computing at the mental level.
pub const FOR_THE_HEAD: &str = "This one is for the head: near enough is right.";

/// What `calc EXPR` comes to; `None` if it is no such line.
fn calculation(text: &str) -> Option<Result<f64, String>> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    word.eq_ignore_ascii_case("calc").then(|| calculate(rest))
}

/// The scratch calculator: arithmetic and elementary functions, as in an answer; not the functions of the schemes.
pub fn calculate(text: &str) -> Result<f64, String> {
    match answer::read(text, &answer::ReadRules::default()) {
        Reading::Value { value, .. } => Ok(value),
        Reading::Refused { why, .. } => Err(why),
        Reading::Empty => Err("write an expression after it, as in calc sqrt(2)/2".into()),
        Reading::Ask { readings } => {
            let all: Vec<String> = readings.iter().map(|r| format::plain(*r)).collect();
            Err(format!("{}? Write it without the separator.", all.join(" or ")))
        }
    }
}

/// How sure, asked before the verdict: 1, 2, 3, or just Enter to leave it open.
pub fn confidence(lines: &mut Lines<'_>, page: &mut Page<'_>) -> io::Result<Option<u8>> {
    loop {
        let prompt = "How sure are you: 1 a guess, 2 think so, 3 sure (Enter: not saying)?";
        let Some(text) = super::lines::prompted(prompt, lines, page)? else { return Ok(None) };
        match reply::sure(&text) {
            None if !text.trim().is_empty() => page.line("Type 1, 2 or 3, or just Enter.")?,
            sure => return Ok(sure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_calc_calculates() {
        assert_eq!(calculation("calc 1/4"), Some(Ok(0.25)));
        assert_eq!(calculation("1/4"), None);
        assert!(calculation("calc 1/").unwrap().is_err());
    }

    #[test]
    fn a_unit_that_the_label_says_is_not_asked_twice() {
        let asked = |label: &str, unit: &str| Asked {
            label: label.into(),
            unit: Some(unit.into()),
            round: crate::content::model::Round::Exact(true),
            value: 1.0,
            also: Vec::new(),
            expressions: true,
            infinity: false,
        };
        assert_eq!(prompt_of(&asked("parameters", "parameters")), "parameters (exactly):");
        assert_eq!(prompt_of(&asked("position", "positions")), "position (exactly):");
        assert_eq!(prompt_of(&asked("slope", "rad")), "slope in rad (exactly):");
    }

    #[test]
    fn the_calculator_does_not_know_the_schemes() {
        assert!(calculate("sin(pi/6) + 2^-3").is_ok());
        for scheme in ["alibi_slope(8, 1)", "sinusoidal(1, 0, 512)"] {
            assert!(calculate(scheme).is_err(), "{scheme} would give the answer away");
        }
    }
}
