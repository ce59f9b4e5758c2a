//! `posenc interview` and `posenc self-check`: a prompt, your answer, then the rubric to tick.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};

use crate::content::QuestionEntry;
use crate::content::model::{Interview, Kind, Question, RubricPoint, Set};
use crate::sitting::interview::Course;
use crate::sitting::mention::{CAUTION, Mention, mentions};
use crate::sitting::rubric::Score;
use crate::today;
use crate::tui::rooms;

use super::args::RehearseArgs;
use super::ask::lines::{Lines, prompted};
use super::ask::page::Page;
use super::ask::recorder::Recorder;
use super::ask::{Desk, Voice, reply};
use super::output::{self, Problem, json_line};
use super::{Cli, open};

/// Rehearses one prompt of a set, or lists them.
pub fn run(cli: &Cli, set: Set, args: &RehearseArgs) -> Result<ExitCode, Problem> {
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    if args.list {
        list(&desk, set, args.voice.json, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let named = args.id.as_deref().map(|id| find(&desk, set, id)).transpose()?;
    let voice = Voice::of(args.voice);
    if voice == Voice::Screen {
        return Ok(screen(cli, set, named));
    }
    let mut recorder = desk.recorder();
    let id = match named {
        Some(id) => id,
        None => proposed(&desk, set, &recorder)?,
    };
    let question = desk.library.question(&id)?;
    let Kind::Interview(interview) = &question.kind else {
        return Err(Problem::Said(format!("`{id}` is no prompt to rehearse; `posenc drill {id}` asks it.")));
    };
    let mut rehearsal =
        Rehearsal { desk: &desk, question, interview, recorder: &mut recorder, lines: Lines::stdin(), part_of: None };
    match voice {
        Voice::Json => rehearsal.json(&mut out)?,
        _ => rehearsal.plain(&mut desk.page(&mut out))?,
    };
    out.flush()?;
    recorder.check()?;
    Ok(ExitCode::SUCCESS)
}

fn screen(cli: &Cli, set: Set, id: Option<String>) -> ExitCode {
    let door: crate::tui::Door = match (id, set) {
        (Some(id), _) => Box::new(move |cx| rooms::rehearse(&id, cx)),
        (None, Set::SelfCheck) => Box::new(rooms::self_check),
        (None, _) => Box::new(rooms::interview),
    };
    open::open(cli, Some(door))
}

fn prompts(desk: &Desk, set: Set) -> impl Iterator<Item = &QuestionEntry> {
    desk.library.index().questions.iter().filter(move |q| q.set == set)
}

/// The prompt with this id or earlier id; those of both sets are taken.
fn find(desk: &Desk, set: Set, id: &str) -> Result<String, Problem> {
    if let Ok(entry) = desk.library.entry(&id.to_lowercase())
        && entry.kind == "Interview"
    {
        return Ok(entry.id.to_string());
    }
    let cure = crate::names::did_you_mean(id, prompts(desk, set).map(|q| q.id.as_ref()).collect::<Vec<_>>());
    Err(Problem::Said(format!("There is no prompt `{id}`. {cure}")))
}

/// What the plan proposes, else the first.
fn proposed(desk: &Desk, set: Set, recorder: &Recorder) -> Result<String, Problem> {
    today::prompt(&desk.library, &recorder.facts(), set)
        .or_else(|| prompts(desk, set).next())
        .map(|q| q.id.to_string())
        .ok_or_else(|| Problem::Said("This chapter has no prompts of this kind.".into()))
}

fn list(desk: &Desk, set: Set, as_json: bool, out: &mut dyn Write) -> Result<(), Problem> {
    if as_json {
        let rows: Vec<Value> = prompts(desk, set)
            .map(|q| json!({ "id": q.id, "title": q.title, "scheme": q.scheme, "difficulty": q.difficulty }))
            .collect();
        return json_line(out, &rows);
    }
    let wide = prompts(desk, set).map(|q| q.id.len()).max().unwrap_or(0);
    for q in prompts(desk, set) {
        writeln!(out, "{:<wide$}  {}", q.id, q.title)?;
    }
    Ok(())
}

/// A prompt as JSON.
#[derive(Serialize)]
struct Prompt<'a> {
    id: &'a str,
    title: &'a str,
    seconds: u32,
    prompt: &'a str,
    rubric: &'a [RubricPoint],
}

/// How it went, and what a strong answer says.
#[derive(Serialize)]
struct Outcome<'a> {
    id: &'a str,
    #[serde(flatten)]
    score: &'a Score,
    /// For each point what of it was found in the notes.
    mentioned: Vec<Option<Mention>>,
    #[serde(flatten)]
    model: Model<'a>,
}

#[derive(Serialize)]
struct Model<'a> {
    key: &'a str,
    short: &'a str,
    long: &'a str,
    wrong: &'a [crate::content::model::WrongAnswer],
    followups: &'a [String],
    drills: &'a [String],
}

impl<'a> Model<'a> {
    fn of(i: &'a Interview) -> Model<'a> {
        Model {
            key: &i.key,
            short: &i.short,
            long: &i.long,
            wrong: &i.wrong,
            followups: &i.followups,
            drills: &i.drills,
        }
    }
}

/// A prompt without a screen.
pub(super) struct Rehearsal<'a> {
    pub(super) desk: &'a Desk,
    pub(super) question: &'a Question,
    pub(super) interview: &'a Interview,
    pub(super) recorder: &'a mut Recorder,
    pub(super) lines: Lines<'static>,
    /// The mock interview that it is a part of, and whether nothing of that is done yet.
    pub(super) part_of: Option<(&'a Course, bool)>,
}

impl Rehearsal<'_> {
    fn score(&mut self, ticked: &[usize], notes: &str, since: Instant) -> Score {
        let score = Score::new(self.interview, ticked);
        let mut event = score.event(&self.desk.library, self.question, notes, since.elapsed());
        if let Some((course, first)) = self.part_of {
            event.session = course.id().to_string();
            first.then(|| course.opening()).into_iter().for_each(|opening| self.recorder.record(opening));
        }
        self.recorder.record(event);
        score
    }

    /// The prompt out, the ticks in, the result out; `None` at the end of the input.
    pub(super) fn json(&mut self, out: &mut dyn Write) -> Result<Option<Score>, Problem> {
        let (question, interview) = (self.question, self.interview);
        json_line(
            out,
            &Prompt {
                id: &question.id,
                title: &question.title,
                seconds: interview.seconds,
                prompt: &question.prompt,
                rubric: &interview.rubric,
            },
        )?;
        out.flush()?;
        let since = Instant::now();
        while let Some(line) = self.lines.line()? {
            if let Some(notes) = only_notes(&line) {
                let marked = mentions(question, interview, &notes);
                json_line(out, &json!({ "id": question.id, "mentioned": marked, "caution": CAUTION }))?;
                out.flush()?;
                continue;
            }
            match ticks(&line, interview.rubric.len()) {
                Ok((ticked, notes)) => {
                    let score = self.score(&ticked, &notes, since);
                    let mentioned = mentions(question, interview, &notes);
                    let model = Model::of(interview);
                    let outcome = Outcome { id: &question.id, score: &score, mentioned, model };
                    json_line(out, &self.recorder.kept(outcome))?;
                    return Ok(Some(score));
                }
                Err(error) => json_line(out, &json!({ "error": error }))?,
            }
            out.flush()?;
        }
        Ok(None)
    }

    /// The prompt, the notes, the rubric, the model answers; `None` at the end of the input.
    pub(super) fn plain(&mut self, page: &mut Page<'_>) -> Result<Option<Score>, Problem> {
        let (question, interview) = (self.question, self.interview);
        let name = if question.set == Set::SelfCheck { "Self-check" } else { "Interview" };
        page.line(&format!("{name}: {}   ({})", question.title, question.id))?;
        page.gap()?;
        page.markdown(&question.prompt)?;
        page.gap()?;
        page.line(&format!(
            "Speak, or type your answer or notes, as many lines as you like; about {} seconds. An empty line ends them.",
            interview.seconds
        ))?;
        let since = Instant::now();
        let Some(notes) = self.notes(page)? else { return Ok(None) };
        let spoken = since.elapsed();
        if !self.lines.echo() {
            page.line(&format!("You took {} seconds.", spoken.as_secs()))?;
        }
        page.gap()?;
        page.line("What a strong answer has:")?;
        let marked = mentions(question, interview, &notes);
        for (i, (point, mention)) in interview.rubric.iter().zip(&marked).enumerate() {
            let bonus = if point.bonus { " (a bonus)" } else { "" };
            page.hung(&format!("  {}. ", i + 1), &format!("{}{bonus}", point.point))?;
            if let Some(mention) = mention {
                page.hung("     ", &mention.line())?;
            }
        }
        if marked.iter().any(Option::is_some) {
            page.hung("", CAUTION)?;
        }
        let ticked = loop {
            let prompt = "Which did you say (as in 1 3; Enter for none)?";
            let Some(line) = prompted(prompt, &mut self.lines, page)? else { return Ok(None) };
            match reply::points(&line, interview.rubric.len()) {
                Ok(ticked) => break ticked,
                Err(why) => page.line(&why)?,
            }
        };
        let score = self.score(&ticked, &notes, since);
        self.after(&score, page)?;
        Ok(Some(score))
    }

    /// Lines up to an empty one; `None` at the end of the input before any line.
    fn notes(&mut self, page: &mut Page<'_>) -> Result<Option<String>, Problem> {
        let Some(mut notes) = prompted("Notes:", &mut self.lines, page)? else { return Ok(None) };
        if notes.trim().is_empty() {
            return Ok(Some(String::new()));
        }
        while let Some(line) = self.lines.line()? {
            if line.trim().is_empty() {
                break;
            }
            notes.push('\n');
            notes.push_str(&line);
        }
        Ok(Some(notes))
    }

    /// The score, what was missed, the model answers, what goes wrong, what comes next.
    fn after(&self, score: &Score, page: &mut Page<'_>) -> std::io::Result<()> {
        let interview = self.interview;
        page.gap()?;
        let bonus = if score.bonus > 0 { format!(", and {} bonus", score.bonus) } else { String::new() };
        page.line(&format!("{} of {} points{bonus}.", score.had, score.asked))?;
        for missed in &score.missed {
            page.hung("  missed: ", missed)?;
        }
        for (label, text) in
            [("In one line", &interview.key), ("In 60 seconds", &interview.short), ("In 120 seconds", &interview.long)]
        {
            if !text.trim().is_empty() {
                page.gap()?;
                page.line(&format!("{label}:"))?;
                page.hung("  ", text.trim())?;
            }
        }
        if !interview.wrong.is_empty() {
            page.gap()?;
            page.line("What goes wrong:")?;
        }
        for wrong in &interview.wrong {
            page.hung("  - ", &wrong.say)?;
            page.hung("    why it is wrong: ", &wrong.why)?;
        }
        if !interview.followups.is_empty() {
            page.gap()?;
            page.line("What they ask next:")?;
        }
        interview.followups.iter().try_for_each(|next| page.hung("  - ", next))?;
        if !interview.drills.is_empty() {
            page.gap()?;
            page.line(&format!("Drill it: posenc drill {}", interview.drills.join(" ")))?;
        }
        Ok(())
    }
}

/// `{"notes": "…"}` without ticks: what was typed, to see what it mentions.
fn only_notes(line: &str) -> Option<String> {
    let object: Value = serde_json::from_str(line.trim()).ok()?;
    let notes = object.get("notes").and_then(Value::as_str)?;
    object.get("ticked").is_none().then(|| notes.to_string())
}

/// `{"ticked": [0, 2], "notes": "…"}`; notes may be left out.
fn ticks(line: &str, count: usize) -> Result<(Vec<usize>, String), String> {
    let wanted = || {
        format!(
            r#"expected {{"ticked": [0, 2]}}: the places of the points you made, from 0 to {}"#,
            count.saturating_sub(1)
        )
    };
    let object: Value = serde_json::from_str(line.trim()).map_err(|_| wanted())?;
    let ticked = object.get("ticked").and_then(reply::places).ok_or_else(wanted)?;
    if ticked.iter().any(|place| *place >= count) {
        return Err(wanted());
    }
    let notes = object.get("notes").and_then(Value::as_str).unwrap_or_default();
    Ok((ticked, notes.to_string()))
}
