//! Why a setting was refused: what was asked for, and what would be taken.

/// Why a setting was refused, and what would be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// The figure has no such knob.
    #[error("{figure} has no knob `{name}`{}; its knobs are {known}", did_you_mean(*.nearest))]
    UnknownKnob {
        /// The figure's slug.
        figure: &'static str,
        /// What was asked for.
        name: String,
        /// The knob that was probably meant.
        nearest: Option<&'static str>,
        /// All its knobs.
        known: String,
    },
    /// Not `knob=value`.
    #[error("`{text}` is not a setting; write knob=value, for example {example}")]
    NotAssignment {
        /// What was typed.
        text: String,
        /// One that works.
        example: String,
    },
    /// Not a number where one is needed.
    #[error("{name}: `{text}` is not a number; give {range}")]
    NotANumber {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// What is allowed.
        range: String,
    },
    /// A fraction where a whole number is needed.
    #[error("{name}: `{text}` is not a whole number; give {range}")]
    NotWhole {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// What is allowed.
        range: String,
    },
    /// Outside the range, or not a multiple.
    #[error("{name}: {text} is outside the range; give {range}")]
    OutOfRange {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// What is allowed.
        range: String,
    },
    /// Above another knob that bounds it.
    #[error("{name}: {text} is more than {other}, which is {bound}; give at most {bound}, or turn {other} up first")]
    AboveOther {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// The knob that bounds it.
        other: &'static str,
        /// What that one stands at.
        bound: String,
    },
    /// None of the choices.
    #[error("{name}: there is no `{text}`{}; choose from {range}", did_you_mean(*.nearest))]
    NoSuchChoice {
        /// The knob.
        name: &'static str,
        /// What was typed.
        text: String,
        /// The choice that was probably meant.
        nearest: Option<&'static str>,
        /// What is allowed.
        range: String,
    },
}

fn did_you_mean(nearest: Option<&'static str>) -> String {
    nearest.map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}
