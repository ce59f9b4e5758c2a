//! What the program is linked from: licences that let it be given away, and one crossterm.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// Licences that ask no more than to be named.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Licences for one crate each, named in NOTICE.
const NAMED: &[(&str, &str)] =
    &[("fsrs", "BSD-3-Clause"), ("nucleo-matcher", "MPL-2.0"), ("priority-queue", "MPL-2.0")];

/// What cargo says, from what is on this machine. A fresh one lacks the crates of other systems until they are asked for.
fn cargo(args: &[&str]) -> String {
    let run = |extra: &[&str]| {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        Command::new(env!("CARGO"))
            .args(args)
            .args(["--locked", "--manifest-path", manifest])
            .args(extra)
            .output()
            .unwrap()
    };
    let offline = run(&["--offline"]);
    let output = if offline.status.success() { offline } else { run(&[]) };
    assert!(output.status.success(), "cargo {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Name and version of every crate that is compiled for some system, tools for tests included. The lock holds more: optional
/// dependencies of dependencies that no feature of ours turns on.
fn compiled() -> BTreeSet<(String, String)> {
    let tree =
        cargo(&["tree", "--target", "all", "--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}"]);
    let package = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.to_string(), words.next()?.trim_start_matches('v').to_string()))
    };
    tree.lines().filter_map(package).collect()
}

fn allowed(name: &str, expression: &str) -> bool {
    // `/` is how `OR` was written once.
    let expression = expression.replace('/', " OR ");
    let alternative = |text: &str| {
        let licence = text.trim().trim_matches(['(', ')']).trim();
        ALLOWED.contains(&licence) || NAMED.contains(&(name, licence))
    };
    expression.split(" AND ").all(|part| part.split(" OR ").any(alternative))
}

#[test]
fn every_dependency_has_a_licence_from_the_list() {
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--format-version", "1"])).unwrap();
    let compiled = compiled();
    assert!(compiled.len() > 100, "the tree was read");
    let mut seen = 0;
    let mut offenders = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let text = |key: &str| package[key].as_str().unwrap_or("none given").to_string();
        let (name, licence) = (text("name"), text("license"));
        if compiled.contains(&(name.clone(), text("version"))) {
            seen += 1;
            if !allowed(&name, &licence) {
                offenders.push(format!("{name} {}: {licence}", text("version")));
            }
        }
    }
    assert_eq!(seen, compiled.len(), "every compiled crate was looked at");
    assert_eq!(offenders, Vec::<String>::new());
}

#[test]
fn the_list_tells_licences_apart() {
    assert!(allowed("x", "MIT OR Apache-2.0") && allowed("x", "Unlicense/MIT"));
    assert!(allowed("x", "MIT OR LGPL-2.1-or-later"), "one of two is enough");
    assert!(allowed("x", "(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!allowed("x", "GPL-3.0") && !allowed("x", "none given"));
    assert!(!allowed("x", "MIT AND GPL-3.0"), "both of two are asked");
    assert!(allowed("nucleo-matcher", "MPL-2.0") && !allowed("x", "MPL-2.0"));
}

#[test]
fn the_lock_holds_one_crossterm_and_one_ratatui() {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock")).unwrap();
    for name in ["crossterm", "ratatui", "ratatui-core", "rustix", "unicode-width"] {
        let held: Vec<_> = lock.split("[[package]]").filter(|p| p.contains(&format!("name = \"{name}\"\n"))).collect();
        assert_eq!(held.len(), 1, "{held:?}");
    }
}
