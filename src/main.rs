//! Arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    posenc::cli::run(std::env::args_os())
}
