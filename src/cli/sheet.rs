//! `posenc sheet`: the chapter on one page.

use std::io::Write;

use crate::exchange::sheet;

use super::Cli;
use super::args::SheetArgs;
use super::ask::Desk;
use super::output::{Problem, deliver};

/// Prints it.
pub fn run(cli: &Cli, args: &SheetArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let desk = Desk::new(cli)?;
    let text = if args.html {
        sheet::html(&desk.library)?
    } else {
        sheet::text(&desk.library, usize::from(args.width), desk.ascii)?
    };
    deliver(args.file.as_deref(), args.force, out, |out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(0)
}
