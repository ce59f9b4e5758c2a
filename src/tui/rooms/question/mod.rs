//! A question on the screen: read, type or choose, see the verdict, go on.
//!
//! ```text
//!  Field ──Enter──▶ (Readings) ──▶ (Sure) ──▶ wrong: Missed ──Enter──▶ Done ──Enter──▶ next
//!    │ Tab                                      │ t: again      ▲
//!  Actions: hint, solution, plot, skip …        right ──────────┘
//! ```
//! The event of an answer leaves with the key that gave it, so it is on disk before the verdict is drawn.

mod echo;
pub mod figure;
mod input;
mod keys;
mod page;
mod plan;
mod report;
mod verdict;
mod view;

use std::time::Instant;

use crate::content::Library;
use crate::memory::{Event, Mode};
use crate::question::{JudgeOptions, Response, Seed};
pub use crate::sitting::Plan;
use crate::sitting::{Outcome, Passed, Report, Sitting, SittingError};

use super::super::msg::Effect;
use super::super::room::{Cx, Flow};
use super::super::settings::Settings;
use super::compare::CompareRoom;
use super::placed::PlacedRoom;
use crate::sitting::pretest::When;
pub use echo::echo;
use input::Input;
pub use plan::{difficulty_name, mode_name};
pub use report::ReportRoom;
pub use verdict::sentence;

/// What the room waits for.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// Typing.
    Field,
    /// The field was left; single letters act.
    Actions,
    /// Choosing.
    Options,
    /// A prompt to answer aloud, in a review.
    Aloud,
    /// Which of two readings is meant.
    Readings { field: usize, values: Vec<f64> },
    /// How sure, before the verdict.
    Sure(Response),
    /// Wrong; the solution is not shown yet.
    Missed,
    /// Judged, everything shown.
    Done,
    /// No question is left.
    Over,
}

/// The room.
#[derive(Clone)]
pub struct QuestionRoom {
    plan: Plan,
    sitting: Sitting,
    input: Input,
    phase: Phase,
    /// The clock is to be seen, if there is one.
    clock: bool,
    /// Why the answer was not judged, or what was wrong with the one before.
    said: Option<String>,
    /// Since when the learner thinks.
    since: Instant,
    /// The worked steps are unfolded after a right answer.
    steps: bool,
    /// The reader's own wish to see the figure or not.
    plot: Option<bool>,
    /// Esc was pressed once with questions left.
    leaving: bool,
    /// The first line shown, and whether it follows what matters.
    top: usize,
    follow: bool,
    /// A hint was asked for just now: it is what matters.
    hinted: bool,
    /// As drawn last: columns, rows of text, lines of text.
    size: (u16, usize, usize),
    /// The lines to read after a verdict, and up to which line they were in the window.
    unread: (usize, usize),
    /// What matters was in the window.
    in_sight: bool,
}

impl QuestionRoom {
    /// Sits down with a fresh seed.
    pub fn begin(
        plan: Plan,
        library: &Library,
        settings: &Settings,
        now: Instant,
    ) -> Result<QuestionRoom, SittingError> {
        QuestionRoom::with_seed(plan, Seed::fresh(), library, settings, now)
    }

    /// Sits down with a given seed.
    pub fn with_seed(
        plan: Plan,
        seed: Seed,
        library: &Library,
        settings: &Settings,
        now: Instant,
    ) -> Result<QuestionRoom, SittingError> {
        Ok(QuestionRoom::at(plan.begin(library, seed)?, plan, settings, now))
    }

    /// Sits down to a sitting that was begun.
    pub fn at(mut sitting: Sitting, plan: Plan, settings: &Settings, now: Instant) -> QuestionRoom {
        sitting.set_options(JudgeOptions { decimal_comma: settings.decimal_comma });
        let mut room = QuestionRoom {
            plan,
            sitting,
            input: Input::Aloud,
            phase: Phase::Over,
            clock: true,
            said: None,
            since: now,
            steps: false,
            plot: None,
            leaving: false,
            top: 0,
            follow: false,
            hinted: false,
            size: (0, 0, 0),
            unread: (0, 0),
            in_sight: true,
        };
        room.lay_out(now);
        room
    }

    /// A question that was answered, with all that there is to say about it.
    pub fn look(&self, outcome: &Outcome, cx: &Cx<'_>) -> Option<QuestionRoom> {
        let sitting = self.sitting.look_again(outcome, cx.library)?;
        let mut room = QuestionRoom::at(sitting, Plan::Spot(outcome.id.clone()), cx.settings, cx.now);
        if let Some(response) = &outcome.response {
            room.input.refill(response);
        }
        room.phase = Phase::Done;
        room.follow = false;
        Some(room)
    }

    /// With its worked solution open, to look at: nothing is recorded.
    pub fn solved(mut self) -> QuestionRoom {
        let _ = self.sitting.solution(0);
        self.phase = Phase::Done;
        self.follow = false;
        self
    }

    /// A clean table for the current question.
    fn lay_out(&mut self, now: Instant) {
        let Some(drawn) = self.sitting.current() else {
            self.phase = Phase::Over;
            return;
        };
        self.input = Input::new(&drawn.instance.ask);
        self.phase = self.asking();
        if self.sitting.is_assisted() {
            self.phase = Phase::Done;
        }
        self.said = None;
        self.since = now;
        self.steps = false;
        self.plot = None;
        self.leaving = false;
        self.hinted = false;
        self.in_sight = true;
        self.back_to_top();
        // A question is read from its beginning.
        self.follow = false;
    }

    /// Other text stands on the page now: nothing of it was read.
    fn back_to_top(&mut self) {
        self.top = 0;
        self.follow = true;
        self.unread = (0, 0);
    }

    /// Where an unanswered question begins.
    fn asking(&self) -> Phase {
        match self.input {
            Input::Fields(_) => Phase::Field,
            Input::Options(_) | Input::Tracing(..) => Phase::Options,
            Input::Aloud => Phase::Aloud,
        }
    }

    fn is_asking(&self) -> bool {
        !matches!(self.phase, Phase::Missed | Phase::Done | Phase::Over)
    }

    fn has_figure(&self) -> bool {
        self.sitting.current().is_some_and(|d| figure::exists(d.instance.figure.as_ref()))
    }

    /// Beside a verdict the figure shows itself where there is room; otherwise when it is asked for.
    fn shows_figure(&self) -> bool {
        let beside = self.size.0 >= view::WIDE && self.phase == Phase::Done;
        self.has_figure() && self.plot.unwrap_or(beside)
    }

    /// In a narrow window a figure takes the place of the text.
    fn is_covered(&self) -> bool {
        self.shows_figure() && self.size.0 < view::WIDE
    }

    /// After a verdict: is there text below the window that was never in it?
    fn has_more(&self) -> bool {
        self.phase == Phase::Done && self.unread.1 < self.unread.0
    }

    /// Milliseconds since the question, or the last verdict, was laid out.
    fn spent(&self, now: Instant) -> u64 {
        u64::try_from(now.saturating_duration_since(self.since).as_millis()).unwrap_or(u64::MAX)
    }

    /// Enter: asks back what is not clear, then judges.
    fn submit(&mut self, cx: &mut Cx<'_>) -> Flow {
        let Some(drawn) = self.sitting.current() else { return Flow::Stay };
        let response = self.input.response(&drawn.instance.ask);
        if let Some(phase) = self.two_readings(&response) {
            self.phase = phase;
            return Flow::Stay;
        }
        if let Some(complaint) = self.sitting.complaint(&response) {
            self.said = Some(complaint);
            self.follow = true;
            return Flow::Stay;
        }
        if cx.settings.confidence && !self.sitting.is_silent() {
            self.phase = Phase::Sure(response);
            return Flow::Stay;
        }
        self.judge(response, None, cx)
    }

    fn two_readings(&self, response: &Response) -> Option<Phase> {
        let Response::Typed(texts) = response else { return None };
        texts.iter().enumerate().find_map(|(field, text)| match self.sitting.read(field, text) {
            crate::question::Reading::Ask { readings } => Some(Phase::Readings { field, values: readings }),
            _ => None,
        })
    }

    fn judge(&mut self, response: Response, confidence: Option<u8>, cx: &mut Cx<'_>) -> Flow {
        let ms = self.spent(cx.now);
        let may_retry = matches!(response, Response::Typed(_) | Response::Text(_));
        let (verdict, event) = self.sitting.answer(response, ms, confidence);
        self.keep(event, cx);
        if self.sitting.is_silent() {
            return self.next(cx);
        }
        self.said = None;
        self.since = cx.now;
        // The figure has both values in it now: it shows itself again where there is room, and covers nothing elsewhere.
        self.plot = None;
        self.back_to_top();
        self.phase = match verdict.is_right() || !may_retry || self.sitting.is_assisted() {
            true => Phase::Done,
            false => Phase::Missed,
        };
        Flow::Stay
    }

    /// The worked solution, before an answer: from here on it cannot count as known.
    fn give_up(&mut self, cx: &mut Cx<'_>) -> Flow {
        let ms = self.spent(cx.now);
        let event = self.sitting.solution(ms);
        self.keep(event, cx);
        self.phase = Phase::Done;
        self.back_to_top();
        Flow::Stay
    }

    /// An event goes to disk; before the first one, what was begun.
    fn keep(&mut self, event: Option<Event>, cx: &mut Cx<'_>) {
        let Some(event) = event else { return };
        let opening = self.sitting.opening();
        opening.into_iter().chain([event]).for_each(|event| cx.effect(Effect::Record(Box::new(event))));
    }

    /// Past a question about which nothing is said.
    fn pass(&mut self, cx: &mut Cx<'_>) -> Flow {
        let before = self.clone();
        let passed = self.sitting.pass(self.spent(cx.now), cx.library);
        let over = self.sitting.is_over();
        let flow = self.passed(passed, cx);
        self.end(cx);
        if over { before.leave_with(self.sitting.report()) } else { flow }
    }

    /// After a question was passed over: what the log is to know, and the next question.
    fn passed(&mut self, passed: Passed, cx: &mut Cx<'_>) -> Flow {
        match passed {
            Passed::On(event) => self.keep(event.map(|event| *event), cx),
            Passed::Later(event) => {
                self.keep(event.map(|event| *event), cx);
                cx.say("Skipped: it comes back at the end.");
            }
            Passed::NotKnown(event) => self.keep(Some(*event), cx),
            Passed::Last => {
                cx.say("This is the last question: answer it, or close with Esc.");
                return Flow::Stay;
            }
        }
        self.moved(true, cx)
    }

    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        let (number, count) = self.sitting.progress();
        if self.sitting.is_out_of_time() && number < count {
            cx.say("Time is up.");
        }
        let before = self.clone();
        if self.sitting.next(cx.library) {
            return self.moved(true, cx);
        }
        self.say_troubles(cx);
        self.end(cx);
        // The report goes back to the last question as it was answered.
        before.leave_with(self.sitting.report())
    }

    /// After the sitting has gone on: the next question, or the report.
    fn moved(&mut self, more: bool, cx: &mut Cx<'_>) -> Flow {
        self.say_troubles(cx);
        self.catch_up(cx);
        let more = more && !self.sitting.is_over();
        self.lay_out(cx.now);
        if more { Flow::Stay } else { self.leave() }
    }

    fn say_troubles(&self, cx: &mut Cx<'_>) {
        if let Some(trouble) = self.sitting.troubles().last() {
            cx.say(format!("A question was left out: {trouble}"));
        }
    }

    /// Esc: a round with answers and with questions left ends at the second press.
    fn close(&mut self, again: bool, cx: &mut Cx<'_>) -> Flow {
        let answered = self.sitting.report().total;
        let left = self.sitting.progress().1.saturating_sub(answered);
        let exam = self.sitting.mode() == Mode::Mock;
        if again && exam && left > 0 {
            cx.say("Kept as it is: the first line of Home goes on with it.");
            return Flow::Close;
        }
        if again || answered == 0 || left == 0 {
            return self.leave();
        }
        self.leaving = true;
        let questions = if left == 1 { "1 question is".into() } else { format!("{left} questions are") };
        let then = if exam { "leaves the exam as it is" } else { "ends the round here" };
        cx.say(format!("{questions} left. Esc again {then}."));
        Flow::Stay
    }

    /// The report, if there is anything to report.
    fn leave(&self) -> Flow {
        self.clone().leave_with(self.sitting.report())
    }

    fn leave_with(self, report: Report) -> Flow {
        match (&self.plan, report.total) {
            (_, 0) | (Plan::Spot(_), _) | (Plan::Pretest(_, When::Before), _) => Flow::Close,
            (Plan::Placement, _) => Flow::Replace(Box::new(PlacedRoom::after(self, report))),
            (Plan::Pretest(section, When::Now), _) => Flow::Replace(Box::new(CompareRoom::new(section))),
            _ => Flow::Replace(Box::new(ReportRoom::new(self, report))),
        }
    }

    /// Back to before the last answer, with what was typed.
    fn undo(&mut self, cx: &mut Cx<'_>) -> Flow {
        let typed = self.sitting.judged().map(|j| j.response.clone());
        if self.sitting.undo() {
            cx.effect(Effect::Undo);
            self.lay_out(cx.now);
            if let Some(response) = typed {
                self.input.refill(&response);
            }
        }
        Flow::Stay
    }
}
