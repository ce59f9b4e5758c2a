//! What is typed in plain mode: an answer, or a word instead of one.

use std::io;

use crate::question::expr::{Env, eval, parse};
use crate::question::{Ask, Asked, Drawn, Reading, Response, answer};
use crate::sitting::Sitting;

use super::lines::Lines;
use super::page::Page;
use super::reply;

/// The words, and what they do.
pub const WORDS: &str = "Words instead of an answer:
  hint       a hint; after it an answer counts a little less
  solve      the worked solution; the question counts as not known yet
  skip       this question later
  another    one more of the question just answered, with fresh numbers
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

/// A word that leads away from the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The worked solution.
    Solve,
    /// Later.
    Skip,
    /// One more like the last.
    Another,
    /// Take the last answer back.
    Undo,
    /// Stop.
    Quit,
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
            let count = match &drawn.question.kind {
                crate::content::model::Kind::Interview(interview) => interview.rubric.len(),
                _ => 0,
            };
            ear.parsed("Points made (as in 1 3, Enter for none):", |text| {
                reply::points(text, count).map(Response::Ticked)
            })?
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
            let Some(text) = super::plain::prompted(prompt, self.lines, self.page)? else { return Ok(Line::End) };
            let word = text.trim().to_lowercase();
            match word.as_str() {
                "help" | "?" => WORDS.lines().try_for_each(|line| self.page.line(line))?,
                "hint" => self.hint()?,
                "solve" => return Ok(Line::Move(Move::Solve)),
                "skip" => return Ok(Line::Move(Move::Skip)),
                "another" => return Ok(Line::Move(Move::Another)),
                "undo" => return Ok(Line::Move(Move::Undo)),
                "quit" => return Ok(Line::Move(Move::Quit)),
                _ => match calculation(text.trim()) {
                    Some(result) => self.page.line(&result)?,
                    None => return Ok(Line::Text(text)),
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
    let unit = asked.unit.as_deref().map(|u| format!(" in {u}")).unwrap_or_default();
    let rule = match asked.round {
        Round::Decimals(1) => "1 decimal".into(),
        Round::Decimals(n) => format!("{n} decimals"),
        Round::Figures(1) => "1 significant figure".into(),
        Round::Figures(n) => format!("{n} significant figures"),
        Round::Integer(_) => "a whole number".into(),
        Round::Exact(_) => "exactly".into(),
        Round::Within(n) => format!("within {n} %"),
    };
    format!("{label}{unit} ({rule}):")
}

/// What `calc EXPR` says; `None` if it is no such line.
fn calculation(text: &str) -> Option<String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !word.eq_ignore_ascii_case("calc") {
        return None;
    }
    if rest.trim().is_empty() {
        return Some("Write an expression after it: calc sqrt(2)/2".into());
    }
    Some(match parse(rest.trim()).and_then(|ast| eval(&ast, &Env::new())) {
        Ok(value) => format!("= {value}"),
        Err(error) => format!("calc: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_calc_calculates() {
        assert_eq!(calculation("calc 1/4").as_deref(), Some("= 0.25"));
        assert_eq!(calculation("1/4"), None);
        assert!(calculation("calc 1/").unwrap().starts_with("calc: "));
    }
}
