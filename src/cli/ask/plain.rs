//! `--plain`: a conversation, line by line.

use std::io;
use std::time::Instant;

use crate::memory::Mode;
use crate::question::{Ask, Drawn, Response, Verdict};
use crate::sitting::{Level, Outcome, Passed, Sitting, Step, clock_face, placement};
use crate::tui::rooms::question::{mode_name, sentence};

use super::lines::{Lines, prompted, spent};
use super::listen::{self, Heard};
use super::moves::Move;
use super::page::Page;
use super::recorder::Recorder;
use super::reply::letter;
use super::{Desk, feedback, report};

/// What is said when something is left in the middle.
pub const WAITS: &str = "It waits for you: posenc drill --resume goes on with it, posenc drill --drop throws it away.";

/// The same of questions of a file, which only `quiz` knows.
const FILE_WAITS: &str =
    "It waits for you: posenc quiz FILE --resume goes on with it, posenc quiz FILE --drop throws it away.";

/// A sitting in lines.
pub struct Talk<'a> {
    desk: &'a Desk,
    sitting: Sitting,
    recorder: Recorder,
    lines: Lines<'a>,
    page: Page<'a>,
    /// The question answered last.
    last: Option<String>,
    /// The exam ended before its last question.
    out_of_time: bool,
}

/// What comes after a turn.
enum Turn {
    /// The same question, unchanged: it is not read out again.
    Stay,
    /// Whatever lies on the table now.
    Next,
    /// The report.
    Leave,
}

impl<'a> Talk<'a> {
    /// A conversation about a sitting.
    pub fn new(desk: &'a Desk, sitting: Sitting, recorder: Recorder, lines: Lines<'a>, page: Page<'a>) -> Talk<'a> {
        Talk { desk, sitting, recorder, lines, page, last: None, out_of_time: false }
    }

    /// Asks, listens, says how it went.
    pub fn run(mut self) -> io::Result<()> {
        let (_, count) = self.sitting.progress();
        let questions = if count == 1 { "1 question".into() } else { format!("{count} questions") };
        self.page.line(&format!("{}: {questions}, code {}.", mode_name(self.sitting.mode()), self.sitting.code()))?;
        self.page.line(manner(self.sitting.mode()))?;
        while self.ask_all()? && !self.sitting.is_silent() && self.goes_on()? {}
        if self.out_of_time {
            self.page.line("Time is up: that was the last question.")?;
        }
        for trouble in self.sitting.troubles() {
            super::warn(&format!("A question was left out: {trouble}"));
        }
        self.sitting.finished().into_iter().for_each(|event| self.recorder.record(event));
        let silent = self.sitting.mode() == Mode::Mock && self.sitting.is_kept();
        if !silent {
            self.report()?;
        }
        if let Err(unsaved) = self.recorder.check() {
            self.page.flush()?;
            return Err(unsaved);
        }
        if self.sitting.is_kept() {
            self.page.gap()?;
            let of_file = self.sitting.report().replay.is_some_and(|command| command.starts_with("posenc quiz FILE"));
            self.page.line(if of_file { FILE_WAITS } else { WAITS })?;
        }
        self.page.flush()
    }

    /// Asks and listens only: how it went is said by somebody else. Gives the sitting and the recorder back.
    pub fn part(mut self) -> io::Result<(Sitting, Recorder)> {
        self.ask_all()?;
        self.page.flush()?;
        Ok((self.sitting, self.recorder))
    }

    /// How it went, as the kind of sitting has it.
    fn report(&mut self) -> io::Result<()> {
        let report = self.sitting.report();
        match self.sitting.mode() {
            Mode::Pretest | Mode::Posttest => return Ok(()),
            Mode::Placement => {
                self.page.gap()?;
                let placed = placement::of_outcomes(&self.desk.library, &report.outcomes);
                return report::placed(&mut self.page, &placed);
            }
            _ => {}
        }
        self.page.gap()?;
        report::write(&mut self.page, &report)?;
        if self.sitting.mode() == Mode::Mock && report.total > 0 {
            self.explain(&report.outcomes)?;
        }
        Ok(())
    }

    /// The questions of an exam, each by its number, until nothing more is asked.
    fn explain(&mut self, outcomes: &[Outcome]) -> io::Result<()> {
        self.page.gap()?;
        for (i, outcome) in outcomes.iter().enumerate() {
            let mark = if outcome.right { "right" } else { "not yet" };
            self.page.hung(&format!("  {:>2}  {mark:<7}  ", i + 1), &outcome.title)?;
        }
        self.page.gap()?;
        let prompt = "Number of a question to look at (Enter: done):";
        while let Some(line) = prompted(prompt, &mut self.lines, &mut self.page)? {
            let text = line.trim();
            if text.is_empty() || text == "quit" {
                break;
            }
            let chosen = text.parse::<usize>().ok().and_then(|n| outcomes.get(n.checked_sub(1)?));
            let look = chosen.and_then(|outcome| self.sitting.look_again(outcome, &self.desk.library));
            match look.as_ref().and_then(|look| Some((look.current()?, look.judged()))) {
                Some((drawn, judged)) => {
                    self.page.gap()?;
                    self.page.markdown(&drawn.instance.prompt)?;
                    self.page.gap()?;
                    feedback::write(&mut self.page, drawn, judged)?;
                    self.page.gap()?;
                }
                None => self.page.line(&format!("Type a number from 1 to {}, or just Enter.", outcomes.len()))?,
            }
        }
        Ok(())
    }

    /// Asks what is on the table until nothing is. `false` if the learner left.
    fn ask_all(&mut self) -> io::Result<bool> {
        loop {
            self.recorder.catch_up(&mut self.sitting, &self.desk.library);
            let Some(drawn) = self.sitting.current().cloned() else { break };
            self.read_out(&drawn)?;
            let since = Instant::now();
            let turn = loop {
                match self.turn(&drawn, since)? {
                    Turn::Stay => {}
                    other => break other,
                }
            };
            if matches!(turn, Turn::Leave) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// After the last question: its answer can be taken back, or one more like it asked.
    fn goes_on(&mut self) -> io::Result<bool> {
        if !self.sitting.can_undo() {
            return Ok(false);
        }
        self.page.gap()?;
        let prompt = "That was the last one. Enter shows how it went; or undo, another:";
        loop {
            let word = prompted(prompt, &mut self.lines, &mut self.page)?.unwrap_or_default();
            match word.trim().to_lowercase().as_str() {
                "" | "quit" => return Ok(false),
                "undo" => return self.undo().map(|turn| matches!(turn, Turn::Next)),
                "another" => {
                    let id = self.last.clone().unwrap_or_default();
                    return Ok(self.sitting.another_of(&id, &self.desk.library));
                }
                _ => self.page.line("Type undo or another, or just Enter.")?,
            }
        }
    }

    /// The question, its convention and its options.
    fn read_out(&mut self, drawn: &Drawn) -> io::Result<()> {
        let (number, count) = self.sitting.progress();
        let (question, instance) = (&drawn.question, &drawn.instance);
        let page = &mut self.page;
        page.gap()?;
        page.hung("", &format!("Question {number} of {count}. {}", question.title))?;
        let scheme = question.scheme.map(|s| format!("{}, ", s.name())).unwrap_or_default();
        let level = self.sitting.level().map_or("", Level::name);
        page.line(&format!("({scheme}{level}; {}, code {})", instance.id, instance.code))?;
        if let Some((used, given)) = self.sitting.clock(0) {
            page.line(&format!("({} of {} used)", clock_face(used), clock_face(given)))?;
        }
        page.gap()?;
        if !instance.prompt.trim().is_empty() {
            page.markdown(&instance.prompt)?;
        }
        if let Some(convention) = &instance.convention {
            page.hung("Convention: ", convention)?;
        }
        match &instance.ask {
            Ask::Choice { options, .. } => {
                for (i, option) in options.iter().enumerate() {
                    page.hung(&format!("  {}) ", letter(i)), &option.text)?;
                }
            }
            Ask::Tracing { program, .. } => {
                program.lines().try_for_each(|line| page.line(&format!("    {}", line.replace('\t', "    "))))?;
            }
            // The points of a rubric would give the answer away: they come when it is given.
            Ask::Numbers { .. } | Ask::Text { .. } | Ask::Rubric => {}
        }
        Ok(())
    }

    fn turn(&mut self, drawn: &Drawn, since: Instant) -> io::Result<Turn> {
        match listen::answer(drawn, &mut self.sitting, &mut self.lines, &mut self.page)? {
            Heard::Answer(response) => self.judge(drawn, response, since),
            Heard::End => Ok(Turn::Leave),
            Heard::Move(Move::Quit) => Ok(Turn::Leave),
            Heard::Move(Move::Solve | Move::Another | Move::Easier | Move::Harder) if self.sitting.is_silent() => {
                self.page.line("Nothing is said here before the end: answer as you think now, or skip.")?;
                Ok(Turn::Stay)
            }
            Heard::Move(Move::Skip) if self.sitting.is_silent() => self.pass(drawn, since),
            Heard::Move(Move::Solve) => self.solve(drawn, since),
            Heard::Move(Move::Skip) => {
                let skipped = self.sitting.skip(&self.desk.library);
                self.passed(skipped)
            }
            Heard::Move(Move::Another) => {
                let id = self.last.clone().unwrap_or_else(|| drawn.question.id.clone());
                self.sitting.another_of(&id, &self.desk.library);
                Ok(Turn::Next)
            }
            Heard::Move(Move::Easier) => self.step(Step::Easier),
            Heard::Move(Move::Harder) => self.step(Step::Harder),
            Heard::Move(Move::Undo) => self.undo(),
        }
    }

    /// Past a question about which nothing is said.
    fn pass(&mut self, drawn: &Drawn, since: Instant) -> io::Result<Turn> {
        let passed = self.sitting.pass(spent(since), &self.desk.library);
        let turn = self.passed(passed)?;
        if matches!(turn, Turn::Next) {
            self.last = Some(drawn.question.id.clone());
        }
        Ok(turn)
    }

    /// After a question was passed over: what the log is to know, and what is said.
    fn passed(&mut self, passed: Passed) -> io::Result<Turn> {
        match passed {
            Passed::On(event) => self.recorder.keep(&mut self.sitting, event.map(|event| *event)),
            Passed::Later(event) => {
                self.recorder.keep(&mut self.sitting, event.map(|event| *event));
                self.page.line("Skipped: it comes back at the end.")?;
            }
            Passed::NotKnown(event) => self.recorder.keep(&mut self.sitting, Some(*event)),
            Passed::Last => {
                self.page.line("This is the only question left. `quit` stops.")?;
                return Ok(Turn::Stay);
            }
        }
        Ok(Turn::Next)
    }

    /// The answer is recorded, then the feedback printed.
    fn judge(&mut self, drawn: &Drawn, response: Response, since: Instant) -> io::Result<Turn> {
        let ms = spent(since);
        let may_retry = matches!(response, Response::Typed(_) | Response::Text(_));
        let confidence = match self.desk.settings.confidence && self.sitting.complaint(&response).is_none() {
            true => listen::confidence(&mut self.lines, &mut self.page)?,
            false => None,
        };
        let (verdict, event) = self.sitting.answer(response, ms, confidence);
        self.recorder.keep(&mut self.sitting, event);
        self.page.gap()?;
        if let Verdict::TooFewDigits { say } | Verdict::NotReadable { say } = &verdict {
            self.page.markdown(say)?;
            return Ok(Turn::Stay);
        }
        if self.sitting.is_silent() {
            self.page.line("Noted.")?;
            return Ok(self.done(drawn));
        }
        if may_retry && !verdict.is_right() && !self.sitting.is_assisted() {
            self.page.markdown(&sentence(&verdict))?;
            if let Some(turn) = self.offer_again()? {
                return Ok(turn);
            }
            self.page.gap()?;
        }
        feedback::write(&mut self.page, drawn, self.sitting.judged())?;
        Ok(self.done(drawn))
    }

    /// Before the solution another try is offered, as on the screen. `None`: the solution.
    fn offer_again(&mut self) -> io::Result<Option<Turn>> {
        let prompt = "t tries again, hint helps, Enter shows the answer:";
        loop {
            let Some(word) = prompted(prompt, &mut self.lines, &mut self.page)? else { return Ok(None) };
            match word.trim().to_lowercase().as_str() {
                "" | "solve" => return Ok(None),
                "t" | "try" | "again" => {
                    self.sitting.retry();
                    return Ok(Some(Turn::Stay));
                }
                "hint" => match self.sitting.hint().map(str::to_string) {
                    Some(hint) => self.page.hung("Hint: ", &hint)?,
                    None => self.page.line("There is no other hint.")?,
                },
                "undo" => return self.undo().map(Some),
                "quit" => return Ok(Some(Turn::Leave)),
                _ => self.page.line("Type t, hint, undo or quit, or just Enter.")?,
            }
        }
    }

    fn solve(&mut self, drawn: &Drawn, since: Instant) -> io::Result<Turn> {
        let event = self.sitting.solution(spent(since));
        self.recorder.keep(&mut self.sitting, event);
        self.page.gap()?;
        feedback::write(&mut self.page, drawn, None)?;
        Ok(self.done(drawn))
    }

    fn done(&mut self, drawn: &Drawn) -> Turn {
        self.last = Some(drawn.question.id.clone());
        let (number, count) = self.sitting.progress();
        self.out_of_time = self.sitting.is_out_of_time() && number < count;
        self.sitting.next(&self.desk.library);
        Turn::Next
    }

    fn step(&mut self, step: Step) -> io::Result<Turn> {
        if self.sitting.step(step, &self.desk.library).is_some() {
            return Ok(Turn::Next);
        }
        let what = if step == Step::Easier { "easier" } else { "harder" };
        self.page.line(&format!("There is no {what} family of this scheme."))?;
        Ok(Turn::Stay)
    }

    fn undo(&mut self) -> io::Result<Turn> {
        if !self.sitting.undo() {
            self.page.line("There is no answer to take back.")?;
            return Ok(Turn::Stay);
        }
        self.recorder.undo();
        self.last = None;
        self.page.line("Taken back. The question stands again.")?;
        Ok(Turn::Next)
    }
}

/// What can be typed.
fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Pretest | Mode::Posttest => {
            "Nothing is scored. Type an answer, or a word: skip, undo, calc EXPR, quit, help."
        }
        Mode::Placement => {
            "Nothing is scored. Type an answer, or a word: skip if you don't know it, undo, calc EXPR, quit, help."
        }
        Mode::Mock => "Nothing is said before the end. Type an answer, or a word: skip, undo, calc EXPR, quit, help.",
        _ => "Type an answer, or a word: hint, solve, skip, another, easier, undo, calc EXPR, quit, help.",
    }
}
