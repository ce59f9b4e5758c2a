//! The real binary, with its files in a folder of its own.

#![allow(dead_code, reason = "not every test file uses all of it")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use std::io::Write;

/// The binary: data and settings in `dir`, a UTF-8 locale, no terminal, nothing else of this machine.
pub fn posenc(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posenc"));
    command.env_clear().envs([("LC_ALL", "C.UTF-8"), ("TERM", "xterm"), ("COLUMNS", "100")]);
    command.env("POSENC_DATA_DIR", dir.join("data")).env("POSENC_CONFIG", dir.join("config.toml"));
    command
}

/// Runs it with this input.
pub fn run(dir: &Path, args: &[&str], input: &str) -> Output {
    let mut command = posenc(dir);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may leave without reading everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it prints; it must succeed.
pub fn out(dir: &Path, args: &[&str], input: &str) -> String {
    let output = run(dir, args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What it prints, as JSON objects, one a line.
pub fn objects(dir: &Path, args: &[&str], input: &str) -> Vec<serde_json::Value> {
    out(dir, args, input).lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}"))).collect()
}
