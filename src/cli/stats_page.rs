//! Progress as a page: as lines that a screen reader reads well (no bars, no columns that only align), and as HTML.
//!
//! Both are written from the same sections, so that neither knows more than the other.

use std::fmt::Write as _;
use std::io::Write;

use crate::content::Library;
use crate::exchange::markup::escape;
use crate::mastery::{Level, Sort, Standing};
use crate::tui::rooms::progress::data::Data;
use crate::tui::rooms::progress::words::{count, days_between, due, evidence, title_of};
use crate::tui::rooms::{insight, mistake_name};
use crate::words::spell_minutes;

use super::output::Problem;

/// Skills named on the page.
const SKILLS: usize = 10;

/// A heading and the sentences under it.
struct Section {
    title: &'static str,
    lines: Vec<String>,
}

/// The page in lines.
pub fn plain(library: &Library, data: &Data, out: &mut dyn Write) -> Result<(), Problem> {
    writeln!(out, "Progress: {}", library.index().title)?;
    for section in sections(library, data) {
        writeln!(out, "\n{}", section.title)?;
        for line in section.lines {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// The page as HTML: one file, nothing loaded from anywhere.
pub fn html(library: &Library, data: &Data, out: &mut dyn Write) -> Result<(), Problem> {
    let title = escape(&library.index().title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Progress: {title}</title>\n\
         <style>body{{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}}\
         h1{{font-size:1.5rem}}h2{{font-size:1.1rem;margin-bottom:.3rem}}ul{{margin-top:0}}</style>\n</head>\n<body>\n\
         <h1>Progress: {title}</h1>\n"
    );
    for section in sections(library, data) {
        let _ = writeln!(page, "<h2>{}</h2>\n<ul>", escape(section.title));
        for line in section.lines {
            let _ = writeln!(page, "<li>{}</li>", escape(&line));
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</body>\n</html>\n");
    out.write_all(page.as_bytes())?;
    Ok(())
}

/// Everything that the room shows, in its order.
fn sections(library: &Library, data: &Data) -> Vec<Section> {
    let section = |title, lines: Vec<String>| Section { title, lines };
    let all = [
        section("Now", now(data)),
        section("Again and again", mistakes(library, data)),
        section("Missed when rehearsing", missed(library, data)),
        section("Mastered: right without help on two days running", schemes(data)),
        section("Skills, those that need work first", skills(data)),
        section("Shaky, and why", shaky(data)),
        section("Coming back in the next 14 days", forecast(data)),
        section("Kept, by the days since the last time", retention(data)),
        section("Whose schedule", schedule(data)),
        section("Weeks with answers", weeks(data)),
        section("How sure you were", sure(data)),
        section("Before and after reading", changes(data)),
        section("Time spent", time(data)),
    ];
    all.into_iter().filter(|s| !s.lines.is_empty()).collect()
}

fn now(data: &Data) -> Vec<String> {
    let s = &data.facts.summary;
    let mut lines = Vec::new();
    if !data.is_begun() {
        lines.push("No answers yet. `posenc drill --plain` asks a first question.".to_string());
    }
    if s.answers > 0 {
        let share = f64::from(s.right) / f64::from(s.answers) * 100.0;
        let (answers, days) = (count(s.answers, "answer", "answers"), count(s.days, "day", "days"));
        lines.push(format!("{answers} on {days}, {} right ({share:.0} %), {}", s.right, spell_minutes(s.ms)));
    }
    lines.push(format!("{} due now, {}", s.due, s.ahead()));
    lines.push(format!("{} rehearsed", count(s.rehearsed, "interview prompt", "interview prompts")));
    if s.due > 0 {
        lines.push("`posenc drill --due` asks what is due.".into());
    }
    if data.account.streak > 1 {
        lines.push(format!("{} study days in a row; a free day in the week does not break it", data.account.streak));
    }
    lines
}

fn mistakes(library: &Library, data: &Data) -> Vec<String> {
    let line = |m: &crate::memory::Repeated| {
        let id = library.id_of(&m.item).unwrap_or(&m.item);
        format!("{} times: {} (posenc drill {id} --aim {})", m.count, mistake_name(library, m), m.code)
    };
    data.mistakes.iter().map(line).collect()
}

fn missed(library: &Library, data: &Data) -> Vec<String> {
    let missed = data.facts.missed.iter();
    missed.flat_map(|(item, points)| points.iter().map(|p| format!("{}: {p}", title_of(item, library)))).collect()
}

fn schemes(data: &Data) -> Vec<String> {
    let line = |row: &crate::mastery::SchemeRow| {
        let parts = Sort::ALL.iter().zip(&row.shares).filter(|(_, share)| share.of > 0);
        let parts: Vec<String> =
            parts.map(|(sort, share)| format!("{} {} of {}", sort.name(), share.mastered, share.of)).collect();
        format!("{}: {}", row.name(), parts.join(", "))
    };
    data.schemes.iter().map(line).collect()
}

fn skills(data: &Data) -> Vec<String> {
    let begun = data.skills.iter().filter(|row| row.share.begun > 0);
    let line = |row: &crate::mastery::SkillRow| {
        let shaky = if row.shaky == 0 { String::new() } else { format!(", {} shaky", row.shaky) };
        format!("{}: {} of {} mastered{shaky}", row.name(), row.share.mastered, row.share.of)
    };
    begun.take(SKILLS).map(line).collect()
}

fn shaky(data: &Data) -> Vec<String> {
    let shaky = data.standings.iter().filter(|s| s.level == Level::Shaky);
    let line = |s: &Standing| format!("{} ({}): {} Due {}.", s.title, s.id, evidence(s), due(s.evidence.as_ref()));
    shaky.map(line).collect()
}

fn forecast(data: &Data) -> Vec<String> {
    let days = data.account.forecast.iter().enumerate().skip(1).filter(|(_, n)| **n > 0);
    let today = [("now", data.facts.summary.due), ("later today", data.facts.summary.later)];
    let today = today.into_iter().filter(|(_, n)| *n > 0).map(|(when, n)| format!("{when}: {n}"));
    let day = |day: usize| match day {
        1 => "tomorrow".into(),
        n => {
            let date = data.account.today.checked_add(jiff::Span::new().days(i64::try_from(n).unwrap_or(0)));
            date.map_or_else(|_| format!("in {n} days"), |date| format!("{date}, in {n} days"))
        }
    };
    today.chain(days.map(|(n, items)| format!("{}: {items}", day(n)))).collect()
}

fn retention(data: &Data) -> Vec<String> {
    let line = |kept: &crate::memory::account::Kept| {
        let share = f64::from(kept.kept) / f64::from(kept.reviews.max(1)) * 100.0;
        format!("{}: {} of {} ({share:.0} %)", days_between(kept), kept.kept, kept.reviews)
    };
    data.account.retention.iter().map(line).collect()
}

fn schedule(data: &Data) -> Vec<String> {
    if !data.is_begun() {
        return Vec::new();
    }
    let fit = data.schedule.can_be_fitted().then(|| "`posenc fit` fits it to your reviews.".to_string());
    [crate::tui::rooms::progress::words::schedule(&data.schedule)].into_iter().chain(fit).collect()
}

/// The calendar for the ear: one line for each week with answers, the newest first.
fn weeks(data: &Data) -> Vec<String> {
    let mut weeks: Vec<(jiff::civil::Date, u32, u32, u64)> = Vec::new();
    for day in data.account.days.iter().rev() {
        let back = i64::from(day.day.weekday().to_monday_zero_offset());
        let monday = day.day.checked_sub(jiff::Span::new().days(back)).unwrap_or(day.day);
        match weeks.last_mut().filter(|w| w.0 == monday) {
            Some(week) => *week = (monday, week.1 + 1, week.2 + day.answers, week.3 + day.ms),
            None => weeks.push((monday, 1, day.answers, day.ms)),
        }
    }
    let line = |(monday, days, answers, ms): (jiff::civil::Date, u32, u32, u64)| {
        let (days, answers) = (count(days, "day", "days"), count(answers, "answer", "answers"));
        format!("week of {monday}: {days}, {answers}, {}", spell_minutes(ms))
    };
    weeks.into_iter().map(line).collect()
}

fn sure(data: &Data) -> Vec<String> {
    let all = &data.facts.calibration;
    let given = all.iter().filter(|c| c.answers > 0);
    let mut lines: Vec<String> = given.map(|c| format!("{}: {} of {} right", c.word(), c.right, c.answers)).collect();
    lines.extend(insight::verdict(all).map(str::to_string));
    lines
}

fn changes(data: &Data) -> Vec<String> {
    let of = |count: Option<(usize, usize)>| count.map_or("not asked".into(), |(right, of)| format!("{right} of {of}"));
    data.changes.iter().map(|c| format!("{}: before {}, now {}", c.section, of(c.before), of(c.now))).collect()
}

fn time(data: &Data) -> Vec<String> {
    let spent = data.schemes.iter().filter(|s| s.ms > 0);
    spent.map(|s| format!("{}: {}", s.name(), spell_minutes(s.ms))).collect()
}
