//! `posenc lesson`: worked examples of one family, with more and more of their steps left blank.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use serde_json::{Value, json};

use crate::memory::Event;
use crate::question::{Reading, Verdict};
use crate::sitting::fade;
use crate::sitting::lesson::{Lesson, Stage, StepView};
use crate::tui::rooms;
use crate::tui::rooms::question::{echo, sentence};

use super::args::LessonArgs;
use super::ask::lines::{Lines, prompted, spent};
use super::ask::page::Page;
use super::ask::plain::WAITS;
use super::ask::recorder::Recorder;
use super::ask::reply::letter;
use super::ask::{Desk, Voice};
use super::output::{self, Problem, json_line};
use super::{Cli, families, open, seed};

/// Teaches.
pub fn run(cli: &Cli, args: &LessonArgs) -> Result<ExitCode, Problem> {
    let mut out = output::stdout();
    let desk = Desk::new(cli)?;
    let ids = families::named(&desk.library, args.family.as_slice())?;
    if args.list {
        families::list(&desk.library, &ids, args.voice.json, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let seed = seed::read(args.seed.typed(), &desk.library, &ids)?;
    let mut recorder = desk.recorder();
    let id = rooms::lesson::next_of(recorder.store(), &desk.library, &ids).unwrap_or_default();
    let record = rooms::lesson::record(recorder.store(), &desk.library, &id);
    let mut lesson = Lesson::begin(&desk.library, &id, seed.clone(), record)?;
    match Voice::of(args.voice) {
        Voice::Screen => return Ok(open::open(cli, Some(Box::new(move |cx| rooms::lesson_with(&id, seed, cx))))),
        voice => {
            lesson.set_examples(args.count);
            sit(&desk, lesson, &mut recorder, voice, &mut out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A lesson without a screen, from where it stands.
pub(super) fn sit(
    desk: &Desk,
    mut lesson: Lesson,
    recorder: &mut Recorder,
    voice: Voice,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    lesson.set_options(desk.judging());
    match voice {
        Voice::Json => objects(desk, lesson, recorder, &mut Lines::stdin(), out)?,
        _ => {
            let (page, lines) = (desk.page(out), &mut Lines::stdin());
            Talk { desk, lesson, recorder, lines, page }.run()?;
        }
    }
    out.flush()?;
    Ok(recorder.check()?)
}

/// What a key or a line gave goes to disk, with what the log is to know besides.
fn keep(recorder: &mut Recorder, lesson: &mut Lesson, event: Option<Event>) {
    lesson.take_trace_around(event).into_iter().for_each(|event| recorder.record(event));
}

/// A lesson in lines.
struct Talk<'t, 'l, 'o> {
    desk: &'t Desk,
    lesson: Lesson,
    recorder: &'t mut Recorder,
    lines: &'t mut Lines<'l>,
    page: Page<'o>,
}

impl Talk<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Problem> {
        self.page.line(&format!("Lesson: {}, code {}.", self.lesson.drawn().question.title, self.lesson.code()))?;
        self.page.line("Fill in the blank steps. Instead of a number: show (the step), quit.")?;
        loop {
            self.open()?;
            if !self.example()? || self.lesson.is_finished() {
                break;
            }
            self.lesson.another(&self.desk.library)?;
        }
        if self.lesson.is_kept() && self.recorder.check().is_ok() {
            self.page.gap()?;
            self.page.line(WAITS)?;
        }
        Ok(self.page.flush()?)
    }

    fn open(&mut self) -> Result<(), Problem> {
        let instance = &self.lesson.drawn().instance;
        let level = fade::words(self.lesson.level());
        self.page.gap()?;
        self.page.line(&format!(
            "Example {}: {level}. ({}, code {})",
            self.lesson.number(),
            instance.id,
            instance.code
        ))?;
        self.page.gap()?;
        self.page.markdown(&instance.prompt)?;
        if let Some(convention) = &instance.convention {
            self.page.hung("Convention: ", convention)?;
        }
        self.page.gap()?;
        Ok(())
    }

    /// One example; `false` if the input ended.
    fn example(&mut self) -> Result<bool, Problem> {
        let mut said = 0;
        loop {
            let steps = self.lesson.steps();
            for step in steps.iter().skip(said) {
                self.say(step)?;
            }
            said = steps.len();
            match self.lesson.stage() {
                Stage::Reading => {
                    let event = self.lesson.advance(0);
                    keep(self.recorder, &mut self.lesson, event);
                }
                Stage::Blank if !self.blank()? => return Ok(false),
                Stage::Blank => {}
                Stage::Rule if !self.rule()? => return Ok(false),
                Stage::Rule => {}
                Stage::Done => {
                    self.page.line(&format!("Next time {}.", fade::words(self.lesson.next_level())))?;
                    return Ok(true);
                }
            }
        }
    }

    fn say(&mut self, step: &StepView) -> Result<(), Problem> {
        Ok(self.page.hung(&format!("step {}  ", step.number), &step.say)?)
    }

    /// Asks for the number until the step is behind.
    fn blank(&mut self) -> Result<bool, Problem> {
        let at = self.lesson.steps().last().map_or(0, |s| s.number);
        while let Some(asked) =
            self.lesson.asked().filter(|_| self.lesson.steps().last().is_some_and(|s| s.number == at))
        {
            let demand = echo(&Reading::Empty, &asked).0;
            let since = Instant::now();
            let line = prompted(&format!("? ({demand}):"), self.lines, &mut self.page)?;
            let Some(line) = line.filter(|l| l.trim() != "quit") else { return Ok(false) };
            if line.trim() == "show" {
                let event = self.lesson.reveal(spent(since));
                keep(self.recorder, &mut self.lesson, event);
                self.page.line("It counts as not known yet.")?;
                if let Some(step) = self.lesson.steps().iter().find(|s| s.number == at) {
                    self.say(step)?;
                }
                break;
            }
            if let Reading::Ask { readings } = self.lesson.read(&line) {
                let all: Vec<String> = readings.iter().map(|r| crate::question::format::plain(*r)).collect();
                self.page.line(&format!("That can be {}. Type the one you mean.", all.join(" or ")))?;
                continue;
            }
            let (verdict, event) = self.lesson.fill(&line, spent(since));
            keep(self.recorder, &mut self.lesson, event);
            match &verdict {
                Verdict::TooFewDigits { say } | Verdict::NotReadable { say } => self.page.markdown(say)?,
                other => self.page.markdown(&sentence(other))?,
            }
        }
        Ok(true)
    }

    fn rule(&mut self) -> Result<bool, Problem> {
        let Some(pick) = self.lesson.rule().cloned() else { return Ok(true) };
        self.page.gap()?;
        self.page.line(&format!("Which rule was step {}?", pick.step + 1))?;
        for (i, option) in pick.options.iter().enumerate() {
            self.page.hung(&format!("  {}) ", letter(i)), &option.name)?;
        }
        let since = Instant::now();
        let chosen = loop {
            let line = prompted("Letter:", self.lines, &mut self.page)?;
            let Some(line) = line.filter(|l| l.trim() != "quit") else { return Ok(false) };
            let place = (0..pick.options.len()).find(|i| line.trim().eq_ignore_ascii_case(&letter(*i).to_string()));
            match place {
                Some(place) => break place,
                None => self.page.line("Type one of the letters, or quit.")?,
            }
        };
        let event = self.lesson.pick(chosen, spent(since));
        keep(self.recorder, &mut self.lesson, event);
        let word = if chosen == pick.right { "Right. " } else { "Not yet. " };
        if let Some(rule) = pick.rule() {
            self.page.hung("", &format!("{word}**{}**: {}", rule.name, rule.say))?;
        }
        Ok(true)
    }
}

/// A lesson in objects.
fn objects(
    desk: &Desk,
    mut lesson: Lesson,
    recorder: &mut Recorder,
    lines: &mut Lines<'_>,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    loop {
        let instance = &lesson.drawn().instance;
        json_line(
            out,
            &json!({
                "example": lesson.number(), "id": instance.id, "seed": instance.seed, "code": instance.code,
                "level": lesson.level(), "prompt": instance.prompt, "convention": instance.convention,
            }),
        )?;
        while lesson.stage() != Stage::Done {
            let event = match lesson.stage() {
                Stage::Reading => lesson.advance(0),
                Stage::Rule => {
                    let options: Vec<Value> = lesson.rule().map(rules).unwrap_or_default();
                    let step = lesson.rule().map_or(0, |r| r.step + 1);
                    json_line(out, &json!({ "rule": { "step": step, "options": options } }))?;
                    let Some((answer, ms)) = answer(lines, out)? else { return Ok(()) };
                    let place =
                        lesson.rule().and_then(|r| r.options.iter().position(|o| o.id == answer || o.name == answer));
                    let letter = (0..options.len()).find(|i| letter(*i).to_string() == answer);
                    match lesson.pick(place.or(letter).unwrap_or(usize::MAX), ms) {
                        None => {
                            let why = r#"expected {"answer": "…"}, the id, the name or the letter of a rule"#;
                            json_line(out, &json!({ "error": why }))?;
                            None
                        }
                        event => {
                            keep(recorder, &mut lesson, event);
                            let pick = lesson.rule();
                            let right = pick.is_some_and(crate::sitting::rules::RulePick::is_right);
                            json_line(
                                out,
                                &recorder.kept(json!({ "right": right, "rule": pick.and_then(|p| p.rule()) })),
                            )?;
                            None
                        }
                    }
                }
                _ => {
                    let asked = lesson.asked().map(|a| a.round);
                    json_line(out, &json!({ "steps": lesson.steps(), "round": asked }))?;
                    let Some((answer, ms)) = answer(lines, out)? else { return Ok(()) };
                    if answer == "show" {
                        lesson.reveal(ms)
                    } else {
                        let (verdict, event) = lesson.fill(&answer, ms);
                        keep(recorder, &mut lesson, event);
                        json_line(out, &recorder.kept(verdict))?;
                        None
                    }
                }
            };
            keep(recorder, &mut lesson, event);
            out.flush()?;
        }
        json_line(out, &json!({ "done": lesson.number(), "steps": lesson.steps(), "nextLevel": lesson.next_level() }))?;
        out.flush()?;
        if lesson.is_finished() {
            return Ok(());
        }
        lesson.another(&desk.library)?;
    }
}

fn rules(pick: &crate::sitting::rules::RulePick) -> Vec<Value> {
    pick.options.iter().map(|o| json!({ "id": o.id, "name": o.name })).collect()
}

/// `{"answer": …}`, as text.
fn answer(lines: &mut Lines<'_>, out: &mut dyn Write) -> Result<Option<(String, u64)>, Problem> {
    out.flush()?;
    let since = Instant::now();
    while let Some(line) = lines.line()? {
        let value = serde_json::from_str::<Value>(line.trim()).ok().and_then(|v| v.get("answer").cloned());
        match value {
            Some(Value::String(text)) => return Ok(Some((text, spent(since)))),
            Some(Value::Number(number)) => return Ok(Some((number.to_string(), spent(since)))),
            _ => json_line(out, &json!({ "error": r#"expected {"answer": "0.25"}, or {"answer": "show"}"# }))?,
        }
        out.flush()?;
    }
    Ok(None)
}
