//! A lesson: worked examples of one family, with more and more of their steps left to the learner.
//!
//! ```text
//! Reading ──next──▶ … ──▶ Blank ──fill──▶ … ──▶ Rule ──pick──▶ Done ──another──▶ Reading
//! ```
//! One family at a time, on purpose: mixing comes in review. The lesson writes nothing; events are returned, and the
//! caller records them before the feedback is shown.

mod blank;
mod trace;

use serde::Serialize;

use crate::content::Library;
use crate::content::model::Kind;
use crate::memory::{Event, EventKind, Grade, Mode};
use crate::question::{Drawn, JudgeOptions, Seed, SessionCode, Verdict, draw};

use super::SittingError;
use super::cue::cue;
use super::fade::{self, Try};
use super::rules::RulePick;
use trace::Trail;

/// What the lesson waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A shown step is read; the next one waits.
    Reading,
    /// A number, for the blank step.
    Blank,
    /// Which rule it was.
    Rule,
    /// The example is done.
    Done,
}

/// How a step stands there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum State {
    /// Shown from the start.
    Shown,
    /// Waits for its number.
    Blank,
    /// Filled in rightly.
    Filled {
        /// What was typed.
        yours: String,
    },
    /// Given up: shown after all.
    Revealed,
}

/// A step that can be seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// Its number, from 1.
    pub number: usize,
    /// Markdown; of a blank step what is left without its result.
    pub say: String,
    /// How it stands there.
    #[serde(flatten)]
    pub state: State,
}

/// What happened in the current example.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// Steps that are behind.
    done: usize,
    /// What was typed into the blanks: step and text.
    filled: Vec<(usize, String)>,
    revealed: Vec<usize>,
    /// The event of the example is written.
    recorded: bool,
    /// The last number was wrong.
    wrong: Option<Verdict>,
    ms: u64,
}

/// Worked examples of one family.
#[derive(Clone, Debug)]
pub struct Lesson {
    seed: Seed,
    mark: String,
    count: u64,
    item: String,
    content_hash: String,
    drawn: Drawn,
    record: Vec<Try>,
    level: usize,
    blanks: Vec<usize>,
    progress: Progress,
    rule: Option<RulePick>,
    options: JudgeOptions,
    trail: Trail,
}

impl Lesson {
    /// Begins with the learner's record of the family, oldest answer first.
    pub fn begin(library: &Library, id: &str, seed: Seed, record: Vec<Try>) -> Result<Lesson, SittingError> {
        let question = library.question(id)?;
        if !matches!(&question.kind, Kind::Numeric(n) if n.steps.iter().any(|s| s.value.is_some())) {
            return Err(SittingError::Nothing(
                "A lesson needs a family with worked steps; `posenc drill --list` names families.",
            ));
        }
        let content_hash = library.content_hash_of(id)?.to_string();
        let instance =
            draw(question, &seed, &content_hash).map_err(|error| SittingError::Draw { id: id.to_string(), error })?;
        let mut lesson = Lesson {
            mark: SessionCode::new(seed.clone(), library.hash()).to_string(),
            seed,
            count: 0,
            item: library.item(&question.id),
            content_hash,
            drawn: Drawn { question: question.clone(), instance },
            record,
            level: 0,
            blanks: Vec::new(),
            progress: Progress::default(),
            rule: None,
            options: JudgeOptions::default(),
            trail: Trail::new(library),
        };
        lesson.lay(library);
        Ok(lesson)
    }

    /// How typed numbers are read.
    pub fn set_options(&mut self, options: JudgeOptions) {
        self.options = options;
    }

    fn lay(&mut self, library: &Library) {
        self.lay_at(library, fade::level(self.record.iter().copied()));
    }

    fn lay_at(&mut self, library: &Library, level: usize) {
        self.level = level;
        let steps = self.drawn.instance.steps.iter().enumerate();
        let valued: Vec<usize> = steps.filter(|(_, s)| s.value.is_some()).map(|(i, _)| i).collect();
        self.blanks = fade::blanks(self.level, &valued).to_vec();
        self.progress = Progress::default();
        self.trail.laid = false;
        let Drawn { question, instance } = &self.drawn;
        self.rule = RulePick::new(library, question, instance, &self.blanks, &self.seed.nth(self.count));
        // A first step that is shown is there at once; a blank one waits.
        if !self.blanks.contains(&0) {
            self.progress.done = 1;
        }
    }

    /// Fresh numbers, at the level that the record has reached.
    pub fn another(&mut self, library: &Library) -> Result<(), SittingError> {
        self.draw(self.count + 1)?;
        self.lay(library);
        Ok(())
    }

    /// The numbers of an example, by its place from 0. The first has the lesson's own seed, so that its code replays it.
    fn draw(&mut self, place: u64) -> Result<(), SittingError> {
        let seed = if place == 0 { self.seed.clone() } else { self.seed.nth(place) };
        let question = &self.drawn.question;
        self.drawn.instance = draw(question, &seed, &self.content_hash)
            .map_err(|error| SittingError::Draw { id: question.id.clone(), error })?;
        self.count = place;
        Ok(())
    }

    /// The question with its numbers.
    pub fn drawn(&self) -> &Drawn {
        &self.drawn
    }

    /// The seed that replays the lesson, with the content's mark.
    pub fn code(&self) -> &str {
        &self.mark
    }

    /// Examples begun, this one included.
    pub fn number(&self) -> u64 {
        self.count + 1
    }

    /// From 0, everything shown, to [`fade::ALONE`].
    pub fn level(&self) -> usize {
        self.level
    }

    /// The level of the next example.
    pub fn next_level(&self) -> usize {
        fade::level(self.record.iter().copied())
    }

    /// What it waits for.
    pub fn stage(&self) -> Stage {
        let steps = self.drawn.instance.steps.len();
        match &self.rule {
            _ if self.progress.done < steps && self.blanks.contains(&self.progress.done) => Stage::Blank,
            _ if self.progress.done < steps => Stage::Reading,
            Some(rule) if rule.chosen.is_none() => Stage::Rule,
            _ => Stage::Done,
        }
    }

    /// The steps that can be seen, the blank one that waits included.
    pub fn steps(&self) -> Vec<StepView> {
        let here = self.progress.done + usize::from(self.stage() == Stage::Blank);
        let steps = self.drawn.instance.steps.iter().enumerate().take(here);
        steps
            .map(|(at, step)| {
                let filled = self.progress.filled.iter().find(|(i, _)| *i == at);
                let state = match filled {
                    _ if at == self.progress.done => State::Blank,
                    Some((_, yours)) => State::Filled { yours: yours.clone() },
                    None if self.progress.revealed.contains(&at) => State::Revealed,
                    None => State::Shown,
                };
                let say = match (&state, step.value) {
                    (State::Blank, Some(value)) => cue(&step.say, value),
                    _ => step.say.clone(),
                };
                StepView { number: at + 1, say, state }
            })
            .collect()
    }

    /// How many steps the example has.
    pub fn len(&self) -> usize {
        self.drawn.instance.steps.len()
    }

    /// An example without steps is no lesson.
    pub fn is_empty(&self) -> bool {
        self.drawn.instance.steps.is_empty()
    }

    /// What was wrong with the last number.
    pub fn wrong(&self) -> Option<&Verdict> {
        self.progress.wrong.as_ref()
    }

    /// Goes on from a shown step. The event of an example that was read to its end is returned.
    pub fn advance(&mut self, ms: u64) -> Option<Event> {
        if self.stage() != Stage::Reading {
            return None;
        }
        self.progress.done += 1;
        self.progress.ms += ms;
        let event = self.finished();
        self.tell_end();
        event
    }

    /// The event when every step is behind.
    fn finished(&mut self) -> Option<Event> {
        if self.progress.done < self.len() {
            return None;
        }
        let typed = self.progress.filled.last().map(|(_, text)| text.clone()).unwrap_or_default();
        self.close(&typed, Some(&Verdict::Right { note: None }))
    }

    /// One event an example: at its first wrong number, else at its end.
    fn close(&mut self, typed: &str, verdict: Option<&Verdict>) -> Option<Event> {
        if std::mem::replace(&mut self.progress.recorded, true) {
            return None;
        }
        self.tell(None, None);
        let studied = self.blanks.is_empty();
        let right = verdict.is_some_and(Verdict::is_right);
        let mut event = self.event(if studied { EventKind::Studied } else { EventKind::Answer });
        event.typed = typed.to_string();
        event.verdict = if studied { String::new() } else { verdict.map_or(String::new(), |v| v.word().into()) };
        if let Some(Verdict::Mistake { code, .. }) = verdict {
            event.code.clone_from(code);
        }
        event.ms = self.progress.ms;
        // Cues and shown steps are help: such an answer never counts as mastered, and only an example with all steps
        // blank says something about what will be remembered.
        event.hints = u32::try_from((self.len() - self.blanks.len()).max(1)).unwrap_or(1);
        if self.level == fade::ALONE {
            event.grade = Some(if right { Grade::Hard } else { Grade::Again });
        }
        self.record.push(Try { right, helped: false });
        Some(event)
    }

    fn event(&self, kind: EventKind) -> Event {
        let mut event = Event::new(kind, Mode::Lesson, self.item.clone());
        event.session = self.trail.session().to_string();
        event.scheme = self.drawn.question.scheme;
        event.seed.clone_from(&self.drawn.instance.seed);
        event.drawn = serde_json::to_string(&self.drawn.instance.drawn).unwrap_or_default();
        event.content_hash.clone_from(&self.content_hash);
        event
    }

    /// The question about the rule, once the steps are behind.
    pub fn rule(&self) -> Option<&RulePick> {
        self.rule.as_ref().filter(|_| matches!(self.stage(), Stage::Rule | Stage::Done))
    }

    /// Picks a rule. `None` if there is nothing to pick, or no such option.
    pub fn pick(&mut self, option: usize, ms: u64) -> Option<Event> {
        if self.stage() != Stage::Rule {
            return None;
        }
        let pick = self.rule.as_mut()?;
        let typed = pick.options.get(option)?.id.clone();
        pick.chosen = Some(option);
        let (right, rule) = (pick.is_right(), pick.rule().map(|r| r.id.clone()).unwrap_or_default());
        let mut event = self.event(EventKind::Rule);
        event.typed = typed;
        event.code = rule;
        event.verdict = if right { "right" } else { "wrong" }.into();
        event.ms = ms;
        self.tell_end();
        Some(event)
    }
}
