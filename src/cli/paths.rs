//! `posenc paths`: where your files are.

use std::io::Write;

use super::Cli;
use super::output::Problem;

/// Prints them, one a line: name, tab, path.
pub fn run(cli: &Cli, out: &mut dyn Write) -> Result<u8, Problem> {
    let paths = cli.flags.paths()?;
    writeln!(out, "progress\t{}", paths.progress().display())?;
    writeln!(out, "settings\t{}", paths.config.display())?;
    match &paths.content {
        Some(dir) => writeln!(out, "content\t{}", dir.display())?,
        None => writeln!(out, "content\tbuilt in")?,
    }
    Ok(0)
}
