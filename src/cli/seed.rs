//! `--seed`: a seed, or the code of a session.

use super::ask::warn;
use super::output::Problem;
use crate::content::Library;
use crate::question::{Seed, SeedError, SessionCode};

/// A seed, or the seed of a session code. A code that was made with other content is said to be so.
pub fn read(text: Option<&str>, library: &Library, ids: &[String]) -> Result<Seed, Problem> {
    let Some(text) = text else { return Ok(Seed::fresh()) };
    // A code has a hyphen inside; one in front is a minus.
    if text.trim().starts_with('-') {
        return Err(Problem::Said(format!("--seed: {}", SeedError::Character('-'))));
    }
    let code = SessionCode::parse(text).map_err(|error| Problem::Said(format!("--seed: {error}")))?;
    let of_question = |id: &String| library.content_hash_of(id).is_ok_and(|hash| code.fits(hash));
    if !code.fits(library.hash()) && !ids.iter().any(of_question) {
        warn(&format!(
            "{text} was made with other content; the questions of {} may differ from those you saw.",
            code.seed
        ));
    }
    Ok(code.seed)
}
