//! `posenc recall`: recall prompts, asked on the screen, line by line or in JSON objects.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use crate::content::Library;
use crate::memory::Kept;
use crate::names::did_you_mean;
use crate::sitting::recall::{Recalls, split};
use crate::tui::rooms;

use super::Cli;
use super::args::RecallArgs;
use super::ask::lines::{Lines, prompted, spent};
use super::ask::plain::WAITS;
use super::ask::recorder::Recorder;
use super::ask::{Desk, Voice, warn};
use super::output::{self, Problem, json_line};
use super::{open, read};

/// Asks.
pub fn run(cli: &Cli, args: &RecallArgs) -> Result<ExitCode, Problem> {
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    let mut recorder = desk.recorder();
    let ids = match &args.what {
        Some(what) => named(&desk.library, what)?,
        None => {
            let items: Vec<String> = recorder.facts().due.into_iter().map(|due| due.item).collect();
            split(&desk.library, &items).0
        }
    };
    if ids.is_empty() {
        warn("No recall prompt is due; `posenc recall rope` asks those of a section.");
        return Ok(ExitCode::SUCCESS);
    }
    match (Voice::of(args.voice), args.what.is_some()) {
        (Voice::Screen, true) => return Ok(open::open(cli, Some(Box::new(move |cx| rooms::recall(ids, cx))))),
        (Voice::Screen, false) => {
            return Ok(open::open(cli, Some(Box::new(move |cx| rooms::recall_due(ids, cx)))));
        }
        (voice, true) => sit(&desk, &mut Recalls::begin(ids), &mut recorder, voice, &mut out)?,
        (voice, false) => due(&desk, &ids, &mut recorder, voice, &mut out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prompts that are due: what is not asked stays due, so there is nothing to go on with.
pub fn due(
    desk: &Desk,
    ids: &[String],
    recorder: &mut Recorder,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    sit(desk, &mut Recalls::of_due(ids.to_vec()), recorder, voice, out)
}

/// Prompts in a row, without a screen.
pub fn sit(
    desk: &Desk,
    round: &mut Recalls,
    recorder: &mut Recorder,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    match voice {
        Voice::Json => objects(desk, round, recorder, &mut Lines::stdin(), out)?,
        _ => talk(desk, round, recorder, &mut Lines::stdin(), out)?,
    }
    if voice != Voice::Json && round.is_kept() {
        let mut page = desk.page(out);
        page.gap()?;
        page.line(WAITS)?;
    }
    out.flush()?;
    Ok(recorder.check()?)
}

/// The prompts of a section or a page, or one by its own id.
fn named(library: &Library, what: &str) -> Result<Vec<String>, Problem> {
    if library.recall(what).is_ok() {
        return Ok(vec![what.to_string()]);
    }
    let id = read::id_of(library, what).map_err(|error| {
        let all = library.index().sections.iter().flat_map(|s| s.pages.iter()).flat_map(|p| p.recall.iter());
        let known: Vec<&str> = all.map(AsRef::as_ref).collect();
        Problem::Said(format!("{error}. Nor is it a recall prompt. {}", did_you_mean(what, known.iter().copied())))
    })?;
    let (section, page) = id.split_once('/').map_or((id.as_str(), None), |(s, p)| (s, Some(p)));
    let sections = library.index().sections.iter().filter(|s| s.id == section);
    let pages = sections.flat_map(|s| s.pages.iter()).filter(|p| page.is_none_or(|page| p.id == page));
    let ids: Vec<String> = pages.flat_map(|p| p.recall.iter().map(ToString::to_string)).collect();
    match ids.is_empty() {
        true => Err(Problem::Said(format!("{what} has no recall prompts."))),
        false => Ok(ids),
    }
}

/// Line by line.
fn talk(
    desk: &Desk,
    round: &mut Recalls,
    recorder: &mut Recorder,
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let mut page = desk.page(out);
    let ids = round.left().to_vec();
    for (at, id) in ids.iter().enumerate() {
        let (recall, section, of) = desk.library.recall(id)?;
        page.gap()?;
        page.line(&format!("Recall {} of {}. {}: {}", at + 1, ids.len(), section.title, of.title))?;
        page.markdown(&recall.ask)?;
        let since = Instant::now();
        let Some(typed) = prompted("Your answer (Enter: in your head):", lines, &mut page)? else { break };
        page.hung("Answer: ", &recall.answer)?;
        let kept = loop {
            let asked = "k knew it, m missed it (it comes back sooner), t ask tomorrow, d never again, q quit:";
            let Some(line) = prompted(asked, lines, &mut page)? else { return Ok(()) };
            match line.trim().to_lowercase().as_str() {
                "q" | "quit" => return Ok(()),
                other => match word(other) {
                    Some(kept) => break kept,
                    None => page.line("Type k, m, t, d or q.")?,
                },
            }
        };
        let events = round.keep(&desk.library, id, &typed, kept, spent(since));
        events.into_iter().for_each(|event| recorder.record(event));
    }
    Ok(())
}

fn word(text: &str) -> Option<Kept> {
    Some(match text {
        "k" => Kept::Knew,
        "m" => Kept::Missed,
        "t" => Kept::Later,
        "d" => Kept::Dropped,
        other => return Kept::of(other),
    })
}

/// What is read in JSON.
#[derive(Default, Deserialize)]
struct Line {
    #[serde(default)]
    typed: String,
    #[serde(default)]
    kept: Option<Kept>,
}

/// In objects.
fn objects(
    desk: &Desk,
    round: &mut Recalls,
    recorder: &mut Recorder,
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    for id in &round.left().to_vec() {
        let (recall, section, page) = desk.library.recall(id)?;
        let place = format!("{}/{}", section.id, page.id);
        json_line(out, &json!({ "recall": id, "page": place, "ask": recall.ask }))?;
        out.flush()?;
        let since = Instant::now();
        let wants = r#"expected {"typed": "what you thought"}, or {}"#;
        let Some(first) = heard(lines, out, wants, |_| true)? else { return Ok(()) };
        json_line(out, &json!({ "recall": id, "answer": recall.answer }))?;
        out.flush()?;
        let kept = match first.kept {
            Some(kept) => kept,
            None => {
                let wants = r#"expected {"kept": "knew"}, "missed", "later" or "dropped""#;
                let line = heard(lines, out, wants, |line| line.kept.is_some())?;
                let Some(kept) = line.and_then(|line| line.kept) else { return Ok(()) };
                kept
            }
        };
        let events = round.keep(&desk.library, id, &first.typed, kept, spent(since));
        events.into_iter().for_each(|event| recorder.record(event));
        json_line(out, &recorder.kept(json!({ "recall": id, "kept": kept })))?;
        out.flush()?;
    }
    Ok(())
}

fn heard(
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
    wants: &str,
    fits: impl Fn(&Line) -> bool,
) -> Result<Option<Line>, Problem> {
    while let Some(text) = lines.line()? {
        match serde_json::from_str::<Line>(text.trim()) {
            Ok(line) if fits(&line) => return Ok(Some(line)),
            _ => json_line(out, &json!({ "error": wants }))?,
        }
        out.flush()?;
    }
    Ok(None)
}
