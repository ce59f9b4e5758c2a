//! Interview: choose a prompt, speak, tick the rubric, read what a strong answer says.

mod prompts;
mod rehearsal;
mod rubric;

pub use prompts::Prompts;
pub use rehearsal::Rehearsal;
