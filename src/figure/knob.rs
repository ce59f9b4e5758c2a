//! Knobs: what can be turned, how far, by how much, and which values teach something.

use serde::Serialize;

/// What a knob can be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum KnobKind {
    /// A whole number.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
        /// One key press; a factor if `log`.
        step: i64,
        /// Steps multiply.
        log: bool,
        /// Only multiples of this are allowed (a width is even).
        multiple: i64,
    },
    /// A number.
    Real {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
        /// One key press; a factor if `log`.
        step: f64,
        /// Steps multiply.
        log: bool,
    },
    /// One of these.
    Choice {
        /// Their names.
        options: &'static [&'static str],
    },
    /// On or off.
    Toggle,
}

/// A value worth stopping at, and why.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Landmark {
    /// The value, as it would be typed.
    pub value: &'static str,
    /// What is to be seen there.
    pub why: &'static str,
}

/// One knob of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Knob {
    /// Name on the command line and in content.
    pub name: &'static str,
    /// Name on the screen.
    pub label: &'static str,
    /// One line: what turning it changes.
    pub help: &'static str,
    /// Its range.
    #[serde(flatten)]
    pub kind: KnobKind,
    /// Value at the start, as text; empty if the knob may stay unset.
    pub default: &'static str,
    /// Values that teach.
    pub landmarks: &'static [Landmark],
    /// Another knob of the figure that this one may not exceed: no head 9 of 8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<&'static str>,
}

impl Knob {
    const fn new(name: &'static str, help: &'static str, kind: KnobKind, default: &'static str) -> Knob {
        Knob { name, label: name, help, kind, default, landmarks: &[], at_most: None }
    }

    /// A whole number from `min` to `max`, one at a time.
    pub const fn int(name: &'static str, help: &'static str, min: i64, max: i64, default: &'static str) -> Knob {
        let kind = KnobKind::Int { min, max, step: 1, log: false, multiple: 1 };
        Knob::new(name, help, kind, default)
    }

    /// A whole number that doubles or halves with each step; only multiples of `multiple`.
    pub const fn doubling(
        name: &'static str,
        help: &'static str,
        min: i64,
        max: i64,
        multiple: i64,
        default: &'static str,
    ) -> Knob {
        let kind = KnobKind::Int { min, max, step: 2, log: true, multiple };
        Knob::new(name, help, kind, default)
    }

    /// A number from `min` to `max`; each step adds `step`.
    pub const fn real(
        name: &'static str,
        help: &'static str,
        min: f64,
        max: f64,
        step: f64,
        default: &'static str,
    ) -> Knob {
        let kind = KnobKind::Real { min, max, step, log: false };
        Knob::new(name, help, kind, default)
    }

    /// A number from `min` to `max`; each step multiplies by `factor`.
    pub const fn scale(
        name: &'static str,
        help: &'static str,
        min: f64,
        max: f64,
        factor: f64,
        default: &'static str,
    ) -> Knob {
        let kind = KnobKind::Real { min, max, step: factor, log: true };
        Knob::new(name, help, kind, default)
    }

    /// One of a few names.
    pub const fn choice(
        name: &'static str,
        help: &'static str,
        options: &'static [&'static str],
        default: &'static str,
    ) -> Knob {
        Knob::new(name, help, KnobKind::Choice { options }, default)
    }

    /// On or off.
    pub const fn toggle(name: &'static str, help: &'static str, default: &'static str) -> Knob {
        Knob::new(name, help, KnobKind::Toggle, default)
    }

    /// The same knob with another name on the screen.
    pub const fn labelled(mut self, label: &'static str) -> Knob {
        self.label = label;
        self
    }

    /// The same knob with values worth stopping at.
    pub const fn landmarks(mut self, landmarks: &'static [Landmark]) -> Knob {
        self.landmarks = landmarks;
        self
    }

    /// The same knob, never above another one of its figure.
    pub const fn at_most(mut self, other: &'static str) -> Knob {
        self.at_most = Some(other);
        self
    }

    /// Whether the knob may stay unset (`none`).
    pub const fn is_optional(&self) -> bool {
        self.default.is_empty()
    }

    /// Whether a screen that is short of room may leave the knob out of its line: optional, and not set to anything.
    pub const fn is_idle(&self, value: &str) -> bool {
        self.is_optional() && value.is_empty()
    }

    /// The allowed values in words: `8 to 512, even`, `on or off`.
    pub fn range(&self) -> String {
        let words = match self.kind {
            KnobKind::Int { min, max, multiple: 1, .. } => format!("{min} to {max}"),
            KnobKind::Int { min, max, multiple: 2, .. } => format!("{min} to {max}, even"),
            KnobKind::Int { min, max, multiple, .. } => {
                format!("{min} to {max}, a multiple of {multiple}")
            }
            KnobKind::Real { min, max, .. } => format!("{min} to {max}"),
            KnobKind::Choice { options } => options.join(", "),
            KnobKind::Toggle => "on or off".to_string(),
        };
        if self.is_optional() { format!("{words}, or none") } else { words }
    }
}
