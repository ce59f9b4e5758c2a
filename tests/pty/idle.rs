//! While nobody types, nothing is written and nobody wakes up.

use std::time::Duration;

use super::harness::{Person, Session};
use super::places::{PLACES, at_home};

const WATCH: Duration = Duration::from_secs(5);

/// What a process has used: clock ticks of all its threads, and how often they went to sleep by themselves.
fn used(session: &Session) -> (u64, u64) {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", session.pid())).unwrap();
    // After the name, which may hold blanks: utime and stime are the 12th and 13th.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    let mut slept = 0;
    for task in std::fs::read_dir(format!("/proc/{}/task", session.pid())).unwrap() {
        let text = std::fs::read_to_string(task.unwrap().path().join("status")).unwrap();
        let line = text.lines().find_map(|l| l.strip_prefix("voluntary_ctxt_switches:")).unwrap();
        slept += line.trim().parse::<u64>().unwrap();
    }
    (ticks, slept)
}

/// All places watched at once, each in a program of its own.
#[test]
fn every_place_without_a_clock_is_silent_when_idle() {
    let person = Person::returning();
    let mut sessions = Vec::new();
    for place in PLACES.iter().filter(|p| !p.moving) {
        let mut session = at_home(&person);
        place.enter(&mut session);
        session.wait_for_quiet(Duration::from_millis(300));
        sessions.push((place, session));
    }
    let before: Vec<_> = sessions.iter().map(|(_, s)| (s.mark(), used(s))).collect();
    std::thread::sleep(WATCH);
    for ((place, session), (mark, (ticks, slept))) in sessions.iter().zip(before) {
        assert_eq!(String::from_utf8_lossy(&session.since(mark)), "", "{} writes while idle", place.name);
        let (ticks_now, slept_now) = used(session);
        assert!(ticks_now - ticks <= 1, "{} uses the processor while idle", place.name);
        assert!(slept_now - slept <= 1, "{} woke up {} times while idle", place.name, slept_now - slept);
    }
}

#[test]
fn a_running_clock_wakes_up_once_a_second() {
    let mut session = at_home(&Person::returning());
    PLACES.iter().find(|p| p.name == "Speaking").unwrap().enter(&mut session);
    session.wait_for("0:01 of");
    let (_, before) = used(&session);
    session.wait_for("0:04 of");
    let (_, after) = used(&session);
    assert!(after - before <= 12, "{} wake-ups in three seconds", after - before);
    // With the clock put away it is silent too.
    session.press("\t");
    session.wait_for_quiet(Duration::from_millis(1500));
}
