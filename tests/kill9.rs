//! `kill -9` at any moment: an answer whose verdict was seen is on disk, once, and the file always opens.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test may fail"
)]
#![cfg(unix)]

#[path = "common/posenc.rs"]
mod common;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use common::posenc;
use posenc::memory::Store;

/// Rounds; `POSENC_KILLS=200` for a long run.
fn rounds() -> u64 {
    std::env::var("POSENC_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

/// A simple generator, so that a failing round can be run again.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

#[test]
fn no_answer_is_lost_or_doubled() {
    let dir = tempfile::tempdir().unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut sent, mut seen) = (0_u64, Vec::new());
    for round in 0..rounds() {
        let mut child = posenc(dir.path())
            .args(["drill", "--count", "1000", "--json", "--seed", &format!("R{round}")])
            .args(["alibi-score", "sin-coordinate", "learned-share"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let delay = Duration::from_micros(random.below(120_000));
        let killer = std::thread::spawn(move || {
            std::thread::sleep(delay);
            child.kill().unwrap();
            let mut said = String::new();
            std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
            child.wait().unwrap();
            said
        });
        // The answer is a number that names itself, so that it can be found again.
        let mut open = None;
        for line in output.lines() {
            let line = line.unwrap_or_default();
            if line.contains("\"prompt\"") {
                sent += 1;
                if writeln!(stdin, "{{\"answer\":\"{}\"}}", name(sent)).is_err() {
                    break;
                }
                open = Some(sent);
            } else if line.contains("\"verdict\"") && line.ends_with('}') {
                assert!(line.contains("\"counts\":true"), "{line}");
                seen.extend(open.take());
            }
        }
        let said = killer.join().unwrap();
        assert!(said.is_empty(), "round {round}: {said}");
    }
    let (store, notices) = Store::open(&dir.path().join("data")).unwrap();
    assert!(notices.is_empty(), "{notices:?}");
    let mut found: HashMap<String, u32> = HashMap::new();
    for logged in store.recent(usize::MAX).unwrap() {
        *found.entry(logged.event.typed).or_default() += 1;
    }
    assert!(seen.len() as u64 > rounds(), "only {} verdicts were seen: the test kills too early", seen.len());
    for number in &seen {
        assert_eq!(found.get(&name(*number)), Some(&1), "answer {number} of {sent}");
    }
    assert!(found.values().all(|n| *n == 1), "an answer is there twice");
    assert_eq!(store.summary().unwrap().answers as usize, found.len(), "the tables agree with the log");
}

/// The text of the n-th answer: far from every key and every named mistake.
fn name(n: u64) -> String {
    format!("{}.5", 900_000_000 + n)
}
