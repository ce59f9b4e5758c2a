//! One thing to do, as a line of the list.

use serde::Serialize;

use crate::scheme::Scheme;
use crate::sitting::{Left, clock_face};

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "task")]
pub enum Task {
    /// Go on with the round that was left in the middle.
    GoOn {
        /// What it is: `mock exam`.
        round: &'static str,
        /// Questions left, or parts: `7 of 12 left`.
        words: String,
        /// Its code.
        code: String,
        /// What all its events have in common.
        sitting: String,
        /// Of those that were left it is the one that was answered last.
        newest: bool,
        /// How many it began with.
        count: usize,
        /// How many are left.
        left: usize,
        /// Time left, in milliseconds; `None` without a clock.
        clock_ms: Option<u64>,
    },
    /// Answer what is due.
    Review {
        /// The items.
        items: Vec<String>,
    },
    /// The day before the interview, or the day itself: what went wrong before.
    LastDay {
        /// Prompts with missed points, and questions with a mistake made again and again.
        items: Vec<String>,
    },
    /// Read the next section.
    Read {
        /// Its id.
        section: String,
        /// The page to open.
        page: String,
        /// Its number, from 1.
        number: usize,
        /// Its title.
        title: String,
        /// Minutes.
        minutes: u32,
        /// Some of it was read.
        begun: bool,
    },
    /// A few calculations.
    Drill {
        /// The scheme.
        scheme: Scheme,
        /// The families.
        families: Vec<String>,
        /// How many questions.
        count: usize,
    },
    /// One interview prompt.
    Rehearse {
        /// Its id.
        id: String,
        /// Its title.
        title: String,
        /// Points missed at its last rehearsal; 0 if there was none.
        missed: usize,
    },
}

impl Task {
    /// The round that was left.
    pub fn go_on(left: &Left, newest: bool) -> Task {
        Task::GoOn {
            round: left.round.name(),
            words: left.words(),
            code: left.code.clone(),
            sitting: left.session().to_string(),
            newest,
            count: left.count,
            left: left.left,
            clock_ms: left.clock,
        }
    }

    /// The line of the list, and its time.
    pub fn lines(&self) -> (String, String) {
        match self {
            Task::GoOn { round, words, clock_ms, .. } => {
                let time = match clock_ms {
                    Some(ms) => format!("{} on the clock", clock_face(*ms)),
                    None => format!("about {} min", self.minutes()),
                };
                (format!("Go on: {round}, {words}"), time)
            }
            Task::Review { items } => {
                let n = items.len();
                let what = if n == 1 { "Review 1 question".into() } else { format!("Review {n} questions") };
                (what, format!("about {} min", minutes_of(n)))
            }
            Task::LastDay { items } => {
                let n = items.len();
                (format!("Last day: {n} that went wrong before"), format!("about {} min", minutes_of(n)))
            }
            Task::Read { number, title, minutes, begun, .. } => {
                let verb = if *begun { "Read on in" } else { "Read" };
                (format!("{verb} {number}, {title}"), format!("about {minutes} min"))
            }
            Task::Drill { scheme, count, .. } => (format!("Drill {}", scheme.name()), format!("{count} questions")),
            Task::Rehearse { title, missed: 0, .. } => (format!("Rehearse: {title}"), "2 min".into()),
            Task::Rehearse { title, missed: 1, .. } => (format!("1 missed point: {title}"), "2 min".into()),
            Task::Rehearse { title, missed, .. } => (format!("{missed} missed points: {title}"), "2 min".into()),
        }
    }

    /// Minutes, for the sum.
    pub fn minutes(&self) -> u32 {
        match self {
            Task::GoOn { round: "mock interview", left, .. } => u32::try_from(2 * left).unwrap_or(u32::MAX),
            Task::GoOn { clock_ms: Some(ms), .. } => u32::try_from(ms.div_ceil(60_000)).unwrap_or(u32::MAX),
            Task::GoOn { left, .. } => minutes_of(*left),
            Task::Review { items } | Task::LastDay { items } => minutes_of(items.len()),
            Task::Read { minutes, .. } => *minutes,
            Task::Drill { count, .. } => u32::try_from(*count).unwrap_or(0),
            Task::Rehearse { .. } => 2,
        }
    }
}

/// What so many questions take: half a minute each.
fn minutes_of(questions: usize) -> u32 {
    u32::try_from(questions.div_ceil(2)).unwrap_or(u32::MAX).max(1)
}
