//! What an author wrote, as data. `docs/CONTENT.md` describes the files.

mod chapter;
mod numeric;
mod question;
mod section;

pub use chapter::*;
pub use numeric::*;
pub use question::*;
pub use section::*;
