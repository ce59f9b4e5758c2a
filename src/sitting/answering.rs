//! One question: reading what is typed, help, judging, and the event that goes into the log.

use super::{Judged, Outcome, Sitting, record, settle_text};
use crate::content::model::Kind;
use crate::memory::{Event, Grade};
use crate::question::answer::{self, ReadRules};
use crate::question::{Ask, Asked, Drawn, Place, Reading, Response, Verdict, judge, judge_rubric, place};

impl Sitting {
    /// The next hint. An answer after it is graded Hard at best.
    pub fn hint(&mut self) -> Option<&str> {
        if self.is_silent() {
            return None;
        }
        let current = self.state.current.as_mut()?;
        let hint = current.drawn.instance.hints.get(current.slot.hints)?;
        current.slot.hints += 1;
        Some(hint)
    }

    /// The figure is shown before the answer, without its numbers: its shape counts as a hint.
    pub fn look(&mut self) {
        if let Some(current) = self.state.current.as_mut().filter(|c| c.judged.is_none()) {
            current.slot.looked = true;
        }
    }

    /// What keeps an answer from being judged: it cannot be read, or has too few digits.
    pub fn complaint(&self, response: &Response) -> Option<String> {
        match self.judge(self.current()?, response) {
            Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => Some(say),
            _ => None,
        }
    }

    /// Shows the worked solution. Before the first answer it counts as forgotten, and that is the event returned.
    pub fn solution(&mut self, ms: u64) -> Option<Event> {
        let before = self.state.clone();
        let current = self.state.current.as_mut()?;
        if std::mem::replace(&mut current.slot.assisted, true) || current.slot.graded {
            return None;
        }
        current.slot.tries += 1;
        current.slot.graded = true;
        let mut event = record::blank(current, self.mode, &self.id);
        event.grade = self.mode.is_scheduled().then_some(Grade::Again);
        event.ms = ms;
        self.state.ms += ms;
        self.put(Outcome::shown);
        self.past.push(before);
        Some(event)
    }

    /// How a number typed into a field reads now: for the echo below it.
    pub fn read(&self, field: usize, text: &str) -> Reading {
        match self.asked(field) {
            Some(asked) => answer::read(text, &self.rules(asked)),
            None => Reading::Empty,
        }
    }

    /// The text that means the chosen one of several readings.
    pub fn settle(&self, field: usize, text: &str, value: f64) -> String {
        match self.asked(field) {
            Some(asked) => settle_text(text, value, &self.rules(asked)),
            None => text.to_string(),
        }
    }

    /// Where the answer that was given and the right one stand in the question's figure, after the verdict.
    pub fn places(&self) -> (Option<Place>, Option<Place>) {
        let Some(current) = self.state.current.as_ref().filter(|c| c.judged.is_some() || c.slot.assisted) else {
            return (None, None);
        };
        let Ask::Numbers { answers, .. } = &current.drawn.instance.ask else { return (None, None) };
        // An answer that has no place (the root of a negative number) is not drawn; that is no error.
        let at = |values: &[f64]| {
            place(&current.drawn.question, &current.slot.seed, current.slot.variant, values).ok().flatten()
        };
        let keys: Vec<f64> = answers.iter().map(|a| a.value).collect();
        let typed = current.judged.as_ref().and_then(|judged| match &judged.response {
            Response::Typed(texts) => {
                texts.iter().enumerate().map(|(i, t)| self.value(i, t)).collect::<Option<Vec<_>>>()
            }
            _ => None,
        });
        (typed.and_then(|values| at(&values)), at(&keys))
    }

    fn value(&self, field: usize, text: &str) -> Option<f64> {
        match self.read(field, text) {
            Reading::Value { value, .. } => Some(value),
            _ => None,
        }
    }

    fn asked(&self, field: usize) -> Option<&Asked> {
        match &self.current()?.instance.ask {
            Ask::Numbers { answers, .. } => answers.get(field),
            _ => None,
        }
    }

    fn rules<'a>(&self, asked: &'a Asked) -> ReadRules<'a> {
        ReadRules::of(asked, self.options.decimal_comma)
    }

    /// Judges an answer. What cannot be read, or has too few digits, costs nothing and leaves no event; only the first
    /// attempt at an instance is graded.
    pub fn answer(&mut self, response: Response, ms: u64, confidence: Option<u8>) -> (Verdict, Option<Event>) {
        let Some(current) = self.state.current.as_ref() else {
            return (Verdict::NotReadable { say: "All questions are answered.".into() }, None);
        };
        let verdict = self.judge(&current.drawn, &response);
        if !verdict.counts() {
            return (verdict, None);
        }
        let readings = self.readings(&response);
        self.past.push(self.state.clone());
        self.state.ms += ms;
        let mode = self.mode;
        let Some(current) = self.state.current.as_mut() else { return (verdict, None) };
        current.slot.tries += 1;
        let grade = record::grade(&current.slot, &current.drawn, &verdict, &response);
        let first = !std::mem::replace(&mut current.slot.graded, true);
        let mut event = record::blank(current, mode, &self.id);
        record::fill(&mut event, &current.drawn, &response, &verdict, &readings);
        event.grade = (first && mode.is_scheduled()).then_some(grade);
        event.confidence = confidence;
        event.ms = ms;
        current.judged =
            Some(Judged { response, verdict: verdict.clone(), grade, tries: current.slot.tries, confidence });
        self.put(Outcome::answered);
        (verdict, Some(event))
    }

    fn judge(&self, drawn: &Drawn, response: &Response) -> Verdict {
        match (&drawn.question.kind, response) {
            (Kind::Interview(interview), Response::Ticked(ticked)) => judge_rubric(&interview.rubric, ticked),
            _ => judge(&drawn.instance, response, &self.options),
        }
    }

    fn readings(&self, response: &Response) -> Vec<Reading> {
        match response {
            Response::Typed(texts) => texts.iter().enumerate().map(|(i, text)| self.read(i, text)).collect(),
            _ => Vec::new(),
        }
    }

    /// Writes the outcome of the current question, or writes it anew after another try.
    fn put(&mut self, outcome: impl FnOnce(&Drawn, Option<&Judged>, Option<&Outcome>) -> Outcome) {
        let Some(current) = self.state.current.as_mut() else { return };
        let old = current.slot.outcome.and_then(|at| self.state.outcomes.get(at));
        let mut new = outcome(&current.drawn, current.judged.as_ref(), old);
        new.hints = current.slot.help();
        new.tries = current.slot.tries;
        new.variant = current.slot.variant;
        match current.slot.outcome.and_then(|at| self.state.outcomes.get_mut(at)) {
            Some(place) => *place = new,
            None => {
                current.slot.outcome = Some(self.state.outcomes.len());
                self.state.outcomes.push(new);
            }
        }
    }

    /// Lets the learner try the same numbers again; the grade stays.
    pub fn retry(&mut self) {
        if let Some(current) = self.state.current.as_mut() {
            current.judged = None;
        }
    }
}
