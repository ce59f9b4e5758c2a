//! A blank step: what it asks for, how a typed number is judged, and showing it after all.

use super::{Lesson, Stage};
use crate::content::model::Round;
use crate::memory::Event;
use crate::question::answer::{self, ReadRules};
use crate::question::{Ask, Asked, Instance, Mistake, Reading, Response, Verdict, judge};

/// Figures asked of an intermediate result that is no whole number.
const FIGURES: u32 = 3;

impl Lesson {
    /// The number that the blank step asks for.
    pub fn asked(&self) -> Option<Asked> {
        if self.stage() != Stage::Blank {
            return None;
        }
        let value = self.drawn.instance.steps.get(self.progress.done)?.value?;
        Some(self.final_answer(value).cloned().unwrap_or_else(|| intermediate(value)))
    }

    /// The answer of the question that this step arrives at.
    fn final_answer(&self, value: f64) -> Option<&Asked> {
        let last = self.blanks.last() == Some(&self.progress.done);
        let Ask::Numbers { answers, .. } = &self.drawn.instance.ask else { return None };
        answers
            .iter()
            .filter(|_| last)
            .find(|a| a.value == value || (a.value - value).abs() <= 1e-9 * value.abs().max(1.0))
    }

    /// How a typed text reads now.
    pub fn read(&self, text: &str) -> Reading {
        match self.asked() {
            Some(asked) => answer::read(text, &ReadRules::of(&asked, self.options.decimal_comma)),
            None => Reading::Empty,
        }
    }

    /// Puts a number into the blank. What cannot be read, or has too few digits, costs nothing.
    pub fn fill(&mut self, text: &str, ms: u64) -> (Verdict, Option<Event>) {
        let Some(asked) = self.asked() else {
            return (Verdict::NotReadable { say: "No step waits for a number.".into() }, None);
        };
        let at = self.progress.done;
        let instance = Instance {
            ask: Ask::Numbers { mistakes: self.mistakes(&asked), answers: vec![asked] },
            ..self.drawn.instance.clone()
        };
        let verdict = judge(&instance, &Response::Typed(vec![text.to_string()]), &self.options);
        if !verdict.counts() {
            return (verdict, None);
        }
        self.progress.ms += ms;
        if !verdict.is_right() {
            let event = self.close(text, Some(&verdict));
            self.progress.wrong = Some(verdict.clone());
            return (verdict, event);
        }
        self.progress.wrong = None;
        self.progress.filled.push((at, text.trim().to_string()));
        self.progress.done += 1;
        self.tell(Some(at), Some(text.trim()));
        let event = self.finished();
        self.tell_end();
        (verdict, event)
    }

    /// The question's own mistakes, where its answer is asked.
    fn mistakes(&self, asked: &Asked) -> Vec<Mistake> {
        match &self.drawn.instance.ask {
            Ask::Numbers { answers, mistakes } => {
                let of = |m: &&Mistake| {
                    answers.get(m.answer).is_some_and(|a| a.value == asked.value && a.round == asked.round)
                };
                mistakes.iter().filter(of).map(|m| Mistake { answer: 0, ..m.clone() }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Shows the step after all; the example counts as not known.
    pub fn reveal(&mut self, ms: u64) -> Option<Event> {
        if self.stage() != Stage::Blank {
            return None;
        }
        self.progress.ms += ms;
        let event = self.close("", None);
        let at = self.progress.done;
        self.progress.wrong = None;
        self.progress.revealed.push(at);
        self.progress.done += 1;
        self.tell(Some(at), None);
        self.tell_end();
        event
    }
}

/// A whole number exactly, anything else to a few figures.
fn intermediate(value: f64) -> Asked {
    let whole = (value - value.round()).abs() < 1e-9 && value.abs() < 1e15;
    let round = if whole { Round::Integer(true) } else { Round::Figures(FIGURES) };
    Asked {
        label: String::new(),
        unit: None,
        round,
        value,
        also: Vec::new(),
        expressions: true,
        infinity: !value.is_finite(),
    }
}
