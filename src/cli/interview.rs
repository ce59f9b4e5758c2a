//! `posenc interview` and `posenc self-check`: a prompt, your answer, then the rubric to tick.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

use crate::content::QuestionEntry;
use crate::content::model::{Interview, Kind, Question, RubricPoint, Set};
use crate::sitting::mention::{CAUTION, Mention, mentions};
use crate::sitting::rehearsal::Rehearse;
use crate::sitting::rubric::Score;
use crate::today;
use crate::tui::rooms;

use super::args::RehearseArgs;
use super::ask::lines::{Lines, prompted, spent};
use super::ask::page::Page;
use super::ask::plain::WAITS;
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
    rehearse(&desk, Rehearse::begin(&id), &mut recorder, voice, &mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// A prompt without a screen, from where it stands.
pub(super) fn rehearse(
    desk: &Desk,
    round: Rehearse,
    recorder: &mut Recorder,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let question = desk.library.question(round.id())?;
    let Kind::Interview(interview) = &question.kind else {
        let id = round.id();
        return Err(Problem::Said(format!("`{id}` is no prompt to rehearse; `posenc drill {id}` asks it.")));
    };
    let mut rehearsal = Rehearsal { desk, question, interview, recorder, lines: Lines::stdin(), round };
    match voice {
        Voice::Json => rehearsal.json(out)?,
        _ => rehearsal.plain(&mut desk.page(out))?,
    };
    out.flush()?;
    Ok(recorder.check()?)
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
    /// What was typed before it was left.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a str>,
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
    /// What the log knows of it.
    pub(super) round: Rehearse,
}

impl Rehearsal<'_> {
    fn score(&mut self, ticked: &[usize], notes: &str, since: Instant) -> Score {
        let score = Score::new(self.interview, ticked);
        let before = self.before().and_then(|(_, spoken)| spoken).map(Duration::from_millis);
        let event = score.event(&self.desk.library, self.question, notes, before.unwrap_or_default() + since.elapsed());
        let events = self.round.ticked(&self.desk.library, event);
        events.into_iter().for_each(|event| self.recorder.record(event));
        score
    }

    /// What was typed before it was left, and how long was spoken if that was to the end.
    fn before(&self) -> Option<(&str, Option<u64>)> {
        self.round.is_kept().then(|| (self.round.notes(), self.round.spoken()))
    }

    /// What was said goes to disk before the points are shown.
    fn noted(&mut self, notes: &str, since: Instant) {
        let events = self.round.noted(&self.desk.library, self.question, notes, spent(since), true);
        events.into_iter().for_each(|event| self.recorder.record(event));
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
                notes: self.before().map(|(notes, _)| notes),
            },
        )?;
        out.flush()?;
        let since = Instant::now();
        let mut last = self.before().map(|(notes, _)| notes.to_string()).unwrap_or_default();
        while let Some(line) = self.lines.line()? {
            if let Some(notes) = reply::only_notes(&line) {
                self.noted(&notes, since);
                last.clone_from(&notes);
                let marked = mentions(question, interview, &notes);
                json_line(out, &json!({ "id": question.id, "mentioned": marked, "caution": CAUTION }))?;
                out.flush()?;
                continue;
            }
            match reply::ticks(&line, interview.rubric.len()) {
                Ok((ticked, notes)) => {
                    let notes = notes.unwrap_or(last);
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
        let since = Instant::now();
        let Some(notes) = self.all_notes(since, page)? else { return Ok(None) };
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
            let Some(line) = prompted(prompt, &mut self.lines, page)? else { return self.waits(page) };
            match reply::points(&line, interview.rubric.len()) {
                Ok(ticked) => break ticked,
                Err(why) => page.line(&why)?,
            }
        };
        let score = self.score(&ticked, &notes, since);
        self.after(&score, page)?;
        Ok(Some(score))
    }

    /// What is said about the prompt, with what was typed before it was left; on disk when this returns.
    fn all_notes(&mut self, since: Instant, page: &mut Page<'_>) -> Result<Option<String>, Problem> {
        let before = self.before().map(|(notes, spoken)| (notes.to_string(), spoken.is_some()));
        if let Some((notes, _)) = before.as_ref().filter(|(notes, _)| !notes.trim().is_empty()) {
            page.line("Your notes:")?;
            notes.lines().try_for_each(|line| page.line(&format!("  {line}")))?;
            page.gap()?;
        }
        let before = match before {
            Some((notes, true)) => return Ok(Some(notes)),
            Some((notes, false)) => notes,
            None => String::new(),
        };
        page.line(&format!(
            "Speak, or type your answer or notes, as many lines as you like; about {} seconds. An empty line ends them.",
            self.interview.seconds
        ))?;
        let Some(more) = self.notes(page)? else { return Ok(None) };
        if !self.lines.echo() {
            page.line(&format!("You took {} seconds.", since.elapsed().as_secs()))?;
        }
        let notes = [before, more].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        self.noted(&notes, since);
        Ok(Some(notes))
    }

    /// The input ended before the points were ticked.
    fn waits(&self, page: &mut Page<'_>) -> Result<Option<Score>, Problem> {
        if self.before().is_some() {
            page.gap()?;
            page.line(WAITS)?;
        }
        Ok(None)
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
