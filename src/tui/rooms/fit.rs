//! Fitting the schedule to the learner: a card that computes beside the screen, says how far it is and what came of it.
//! Esc stops it; nothing is written before Enter.

use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::memory::fit::{self, FitError, Job};
use crate::memory::{Fit, Parameters, Store};

use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::widgets::text::{card, wrap};

/// Between two looks at the computation.
const LOOK: Duration = Duration::from_millis(100);

/// How it stands.
enum State {
    /// Being read, then computed.
    Running(Job),
    /// Computed.
    Done(Box<Fit>),
    /// Not possible.
    Refused(FitError),
}

/// The card.
pub struct FitCard {
    state: State,
    /// A fit is in force, so there is a way back.
    fitted: bool,
}

impl FitCard {
    /// Begins to compute.
    pub fn start(store: &Store) -> Result<FitCard, crate::memory::Error> {
        let fitted = store.parameters()? != Parameters::default();
        Ok(FitCard { state: State::Running(store.fit()?), fitted })
    }

    fn better(&self) -> Option<&Fit> {
        match &self.state {
            State::Done(fit) if fit.is_better() => Some(fit),
            _ => None,
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = match &self.state {
            State::Running(job) => vec![
                match job.progress().reviews() {
                    Some(count) => format!("Fitting to your {count} reviews: {} %", job.progress().percent()),
                    None => "Reading your reviews …".into(),
                },
                String::new(),
                "Esc stops it. Nothing is changed before you say so.".into(),
            ],
            State::Refused(error) => vec![format!("{error}.")],
            State::Done(fit) => result(fit),
        };
        if self.fitted {
            lines.push("0 returns to the schedule of the average learner.".into());
        }
        lines
    }
}

fn result(fit: &Fit) -> Vec<String> {
    let row = |name: &str, before: String, after: String| format!("{name:<24}{before:>9} before{after:>9} now");
    let percent = |share: f32| format!("{:.1} %", share * 100.0);
    let (before, after) = (fit.before, fit.after);
    vec![
        format!("Measured on your newest {} reviews, which it did not see:", fit.held_out),
        String::new(),
        row("Log loss", format!("{:.3}", before.log_loss), format!("{:.3}", after.log_loss)),
        row("Error of the forecast", percent(before.rmse), percent(after.rmse)),
        String::new(),
        match fit.is_better() {
            true => {
                "It foresees better what you remember. Enter keeps it: every question comes back by it from now on."
            }
            false => "It foresees no better what you remember, so your schedule stays as it is.",
        }
        .into(),
    ]
}

impl Room for FitCard {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        (String::new(), String::new())
    }

    fn contexts(&self) -> Vec<Context> {
        vec![Context::Fit, Context::Card]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Enter => self.better().is_some(),
            Action::Reset => self.fitted,
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Back => Flow::Close,
            Action::Enter if matches!(self.state, State::Running(_)) => Flow::Stay,
            Action::Enter => {
                if let Some(fit) = self.better() {
                    cx.effect(Effect::Record(Box::new(fit.event())));
                    cx.say("Kept: every question comes back by your own schedule now.");
                }
                Flow::Close
            }
            Action::Reset if self.fitted => {
                cx.effect(Effect::Record(Box::new(fit::reset())));
                cx.say("Every question comes back by the schedule of the average learner again.");
                Flow::Close
            }
            Action::Reset => Flow::Stay,
            _ => Flow::Ignored,
        }
    }

    fn wake_after(&self, _now: Instant) -> Option<Duration> {
        matches!(self.state, State::Running(_)).then_some(LOOK)
    }

    fn tick(&mut self, _cx: &mut Cx<'_>) {
        if !matches!(&self.state, State::Running(job) if job.is_done()) {
            return;
        }
        if let State::Running(job) = std::mem::replace(&mut self.state, State::Refused(FitError::Cancelled)) {
            self.state = match job.finish() {
                Ok(fit) => State::Done(Box::new(fit)),
                Err(error) => State::Refused(error),
            };
        }
    }

    /// ```text
    ///  ╭ A schedule of your own ─────────────────────────────────╮
    ///  │ Measured on your newest 162 reviews, which it did not … │
    ///  │                                                         │
    ///  │ Log loss                    0.412 before    0.388 now   │
    ///  │ Error of the forecast       7.1 % before    4.0 % now   │
    ///  ╰─────────────────────────────────────────────────────────╯
    /// ```
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let width = usize::from(area.width.saturating_sub(6)).clamp(20, 60);
        // The rows of numbers stand in columns, which wrapping would close up.
        let shown = |line: String| if line.len() <= width { vec![line] } else { wrap(&line, width) };
        let lines: Vec<String> = self.lines().into_iter().flat_map(shown).collect();
        card(frame, area, "A schedule of your own", &lines, view.theme);
    }
}
