//! `posenc import FILE`: everything that is in a file, or nothing of it.

use std::io::Write;
use std::path::Path;

use crate::content::Diagnostic;
use crate::content::read::{self, has_errors};
use crate::exchange::kind::{self, Kind};
use crate::exchange::report::{Report, counted};
use crate::exchange::shelf::{Put, Shelf};
use crate::exchange::{deck, events, mdbook, progress};
use crate::paths::Paths;

use super::Cli;
use super::args::ImportArgs;
use super::ask::warn;
use super::export::{say, writable};
use super::output::Problem;

/// Takes a file in. Returns 1 if the file is broken: then nothing was taken.
pub fn run(cli: &Cli, args: &ImportArgs, out: &mut dyn Write) -> Result<u8, Problem> {
    let paths = cli.flags.paths()?;
    let found = kind::text_of(&args.file).and_then(|text| Ok((kind::of(&args.file, &text)?, text)));
    let (kind, text) = match found {
        Ok(found) => found,
        Err(error) => return refused(&error),
    };
    match kind {
        Kind::Progress => progress(args, &paths, &text, out),
        Kind::Questions => questions(cli, args, &paths, &text, out),
        Kind::Anki => cards(args, &paths, &text, out),
    }
}

fn refused(error: &Diagnostic) -> Result<u8, Problem> {
    warn(&error.to_string());
    warn("Nothing was imported.");
    Ok(1)
}

fn progress(args: &ImportArgs, paths: &Paths, text: &str, out: &mut dyn Write) -> Result<u8, Problem> {
    let read = match progress::read(&args.file.display().to_string(), text) {
        Ok(read) => read,
        Err(error) => return refused(&error),
    };
    let shelf = Shelf::of(&paths.data);
    let mut report = Report::default();
    events::report(&read.refused, text, &mut report);
    if args.dry_run {
        writeln!(out, "{} in the file; nothing was changed.", counted(read.events.len(), "event", "events"))?;
        say(&report);
        return Ok(0);
    }
    let mut store = writable(paths, "Nothing was imported")?;
    super::ask::settings(paths).govern(&mut store);
    let merged = store.merge(&read.events)?;
    writeln!(out, "{} joined your log.", counted(merged.added, "event", "events"))?;
    report.count(merged.known, "event was here already", "events were here already");
    if merged.different > 0 {
        report.left_out(counted(
            merged.different,
            "event that stands here otherwise under the same id: yours is left as it is",
            "events that stand here otherwise under the same ids: yours are left as they are",
        ));
    }
    if merged.undone > 0 {
        report.left_out(counted(
            merged.undone,
            "event that is taken back here already",
            "events that are taken back here already",
        ));
    }
    if merged.astray > 0 {
        report.left_out(counted(
            merged.astray,
            "event that takes back what is not here",
            "events that take back what is not here",
        ));
    }
    for kept in &read.quizzes {
        match shelf.put(&kept.name, &kept.text, args.force)? {
            Put::New | Put::Replaced => writeln!(out, "Your quiz `{}` came with it.", kept.name)?,
            Put::Same => report.carried(format!("the quiz `{}` was here already", kept.name)),
            Put::Taken => {
                report.left_out(format!(
                    "the quiz `{}`: another one of this name is here (--force writes over it)",
                    kept.name
                ));
            }
        }
    }
    say(&report);
    Ok(0)
}

fn questions(cli: &Cli, args: &ImportArgs, paths: &Paths, text: &str, out: &mut dyn Write) -> Result<u8, Problem> {
    let name = name(args);
    let shown = args.file.display().to_string();
    let (content, found) = read::read(&format!("{name}.toml"), &shown, text);
    if has_errors(&found) {
        super::quiz::broken(cli, &args.file, found)?;
        warn("Nothing was imported.");
        return Ok(1);
    }
    let count = match content {
        read::Content::Questions(questions) if !questions.is_empty() => {
            let ids: std::collections::HashSet<&str> = questions.iter().map(|(q, _)| q.id.as_str()).collect();
            if ids.len() < questions.len() {
                super::quiz::broken(cli, &args.file, Vec::new())?;
                warn("Nothing was imported.");
                return Ok(1);
            }
            questions.len()
        }
        read::Content::Questions(_) => return refused(&no_questions(&shown, "The file has no question.")),
        _ => return refused(&no_questions(&shown, "This is a part of a chapter, not a file of questions.")),
    };
    let mut report = Report::default();
    ignored(text, &mut report);
    keep(args, paths, &name, text, count, report, out)
}

fn no_questions(shown: &str, message: &str) -> Diagnostic {
    let cure = "Name a file with `[[questions]]`; a chapter folder is used in place, with `posenc --content FOLDER`.";
    Diagnostic::of_file(shown, "no-question", message.into(), cure.into())
}

/// What mdbook-quiz asks and we don't.
fn ignored(text: &str, report: &mut Report) {
    let Ok(table) = text.parse::<toml::Table>() else { return };
    let questions = table.get("questions").and_then(toml::Value::as_array);
    let questions = questions.into_iter().flatten().filter_map(toml::Value::as_table);
    let (mut lines, mut reasons) = (0, 0);
    for question in questions {
        let answer = question.get("answer").and_then(toml::Value::as_table);
        lines += usize::from(answer.is_some_and(|a| a.contains_key("lineNumber")));
        reasons += usize::from(question.get("promptExplanation").and_then(toml::Value::as_bool) == Some(true));
    }
    if lines > 0 {
        report.left_out(counted(
            lines,
            "line number of a compile error: it is not asked",
            "line numbers of compile errors: they are not asked",
        ));
    }
    if reasons > 0 {
        report.left_out(counted(
            reasons,
            "request to explain an answer: it is not asked",
            "requests to explain an answer: they are not asked",
        ));
    }
    let pictures = text.matches("![").count();
    if pictures > 0 {
        report.left_out(counted(pictures, "picture", "pictures"));
    }
}

fn cards(args: &ImportArgs, paths: &Paths, text: &str, out: &mut dyn Write) -> Result<u8, Problem> {
    let shown = args.file.display().to_string();
    let (quiz, report) = match deck::read(&shown, text) {
        Ok(read) => read,
        Err(error) => return refused(&error),
    };
    let toml = mdbook::to_toml(&quiz).map_err(|error| Problem::Said(error.to_string()))?;
    let name = name(args);
    // What we wrote ourselves is read like any other file before it is kept.
    let (_, found) = read::read(&format!("{name}.toml"), &shown, &toml);
    if let Some(error) = found.iter().find(|_| has_errors(&found)) {
        return refused(error);
    }
    keep(args, paths, &name, &toml, quiz.questions.len(), report, out)
}

fn name(args: &ImportArgs) -> String {
    match &args.name {
        Some(name) => Shelf::name_of(Path::new(&format!("{name}.toml"))),
        None => Shelf::name_of(&args.file),
    }
}

/// Puts questions on the shelf and says how to practise them.
fn keep(
    args: &ImportArgs,
    paths: &Paths,
    name: &str,
    text: &str,
    count: usize,
    report: Report,
    out: &mut dyn Write,
) -> Result<u8, Problem> {
    let shelf = Shelf::of(&paths.data);
    let put = if args.dry_run { shelf.would(name, text, args.force) } else { shelf.put(name, text, args.force)? };
    let questions = counted(count, "question", "questions");
    match put {
        Put::Taken => {
            let why = format!(
                "you have another quiz `{name}`. Choose a name with --name, or write over yours with --force. Nothing was imported."
            );
            return Err(Problem::Said(why));
        }
        Put::Same => writeln!(out, "{questions}, as you had them already.")?,
        Put::Replaced => writeln!(out, "{questions}, instead of those you had. What you answered stays.")?,
        Put::New => writeln!(out, "{questions}, kept as `{name}`.")?,
    }
    if args.dry_run {
        writeln!(out, "That is what would happen; nothing was changed.")?;
    } else {
        writeln!(out, "Practise them: posenc quiz {name}")?;
    }
    say(&report);
    Ok(0)
}
