//! A lesson: worked examples of one family, from all steps shown to all steps blank.
//!
//! The engine is [`crate::sitting::lesson`]; here are its keys. `page` draws it.

mod page;

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use tui_input::Input;

use super::super::chord::Chord;
use super::super::keys::{Action, Context};
use super::super::msg::Effect;
use super::super::room::{Cx, Flow, Room, View};
use super::super::widgets::sheet::Scroll;
use super::question::figure;
use super::study::field;
use crate::content::Library;
use crate::memory::{Event, Store};
use crate::question::{JudgeOptions, Reading, Seed};
use crate::sitting::SittingError;
use crate::sitting::fade::{self, Try};
use crate::sitting::lesson::{Lesson, Stage};
use crate::today::SHORT_DRILL;

/// From here on the figure has room beside the text.
const WIDE: u16 = 110;

/// The room.
pub struct LessonRoom {
    lesson: Lesson,
    input: Input,
    /// Why the number was not judged.
    said: Option<String>,
    /// The rule that the cursor is on; none before a key put it there.
    at: Option<usize>,
    plot: bool,
    width: u16,
    since: Instant,
    scroll: Scroll,
}

/// The learner's record of a family.
pub fn record(store: Option<&Store>, library: &Library, id: &str) -> Vec<Try> {
    let answers = store.and_then(|s| s.answers(&library.item(id)).ok()).unwrap_or_default();
    answers.iter().map(Try::of).collect()
}

/// The family whose turn it is: the first that is not yet done alone.
pub fn next_of(store: Option<&Store>, library: &Library, families: &[String]) -> Option<String> {
    let open = families.iter().find(|id| fade::level(record(store, library, id)) < fade::ALONE);
    open.or(families.first()).cloned()
}

impl LessonRoom {
    /// Begins where the learner's record of the family stands.
    pub fn new(id: &str, seed: Seed, cx: &Cx<'_>) -> Result<LessonRoom, SittingError> {
        Ok(LessonRoom::at(Lesson::begin(cx.library, id, seed, record(cx.store, cx.library, id))?, cx))
    }

    /// Goes on with one.
    pub fn at(mut lesson: Lesson, cx: &Cx<'_>) -> LessonRoom {
        lesson.set_options(JudgeOptions { decimal_comma: cx.settings.decimal_comma });
        LessonRoom {
            lesson,
            input: Input::default(),
            said: None,
            at: None,
            plot: false,
            width: 0,
            since: cx.now,
            scroll: Scroll::default(),
        }
    }

    fn spent(&mut self, now: Instant) -> u64 {
        let ms = u64::try_from(now.saturating_duration_since(self.since).as_millis()).unwrap_or(u64::MAX);
        self.since = now;
        ms
    }

    fn put(&mut self, event: Option<Event>, cx: &mut Cx<'_>) {
        for event in self.lesson.take_trace_around(event) {
            cx.effect(Effect::Record(Box::new(event)));
        }
        self.scroll.follow();
    }

    fn check(&mut self, cx: &mut Cx<'_>) {
        let text = self.input.value().to_string();
        self.said = match self.lesson.read(&text) {
            Reading::Empty => Some("Type the number, or press Tab to see the step.".into()),
            Reading::Ask { readings } => {
                let all: Vec<String> = readings.iter().map(|r| crate::question::format::plain(*r)).collect();
                Some(format!("That can be {}. Type the one you mean.", all.join(" or ")))
            }
            _ => None,
        };
        if self.said.is_some() {
            return;
        }
        let ms = self.spent(cx.now);
        let (verdict, event) = self.lesson.fill(&text, ms);
        match &verdict {
            crate::question::Verdict::TooFewDigits { say } | crate::question::Verdict::NotReadable { say } => {
                self.said = Some(say.clone());
            }
            _ if verdict.is_right() => self.input = Input::default(),
            // What is wrong is typed over.
            _ => self.input = Input::default(),
        }
        self.put(event, cx);
    }

    fn pick(&mut self, option: usize, cx: &mut Cx<'_>) {
        let ms = self.spent(cx.now);
        let event = self.lesson.pick(option, ms);
        self.put(event, cx);
    }

    fn another(&mut self, cx: &mut Cx<'_>) {
        if let Err(error) = self.lesson.another(cx.library) {
            cx.say(error.to_string());
        }
        self.input = Input::default();
        self.said = None;
        self.at = None;
        self.since = cx.now;
        self.scroll.renew();
    }

    fn on_rule(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let last = self.lesson.rule().map_or(0, |r| r.options.len().saturating_sub(1));
        self.scroll.follow();
        match action {
            Action::Up => self.at = Some(self.at.map_or(last, |at| at.saturating_sub(1))),
            Action::Down => self.at = Some(self.at.map_or(0, |at| (at + 1).min(last))),
            Action::Enter => match self.at {
                Some(at) => self.pick(at, cx),
                None => cx.say("Choose an option first."),
            },
            Action::OptionA => self.pick(0, cx),
            Action::OptionB => self.pick(1, cx),
            Action::OptionC => self.pick(2, cx),
            Action::OptionD => self.pick(3, cx),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn has_figure(&self) -> bool {
        figure::exists(self.lesson.drawn().instance.figure.as_ref())
    }

    /// In a narrow window a figure takes the place of the text.
    fn is_covered(&self) -> bool {
        self.plot && self.width < WIDE
    }
}

impl Room for LessonRoom {
    fn header(&self, _view: &View<'_>) -> (String, String) {
        let question = &self.lesson.drawn().question;
        let scheme = question.scheme.map(|s| format!("   {} {}", s.mark(), s.name())).unwrap_or_default();
        let left = match self.width < 70 {
            true => format!("Lesson{scheme}"),
            false => format!("Lesson{scheme}   {}", question.title),
        };
        (left, format!("example {}: {}", self.lesson.number(), fade::words(self.lesson.level())))
    }

    fn contexts(&self) -> Vec<Context> {
        let inner = match self.lesson.stage() {
            _ if self.is_covered() => return vec![Context::Plot, Context::Doors],
            Stage::Blank => return vec![Context::Blank],
            Stage::Reading => Context::Lesson,
            Stage::Rule => Context::Rules,
            Stage::Done => Context::Solved,
        };
        vec![inner, Context::Move, Context::Doors]
    }

    fn enabled(&self, action: Action, _view: &View<'_>) -> bool {
        match action {
            Action::Plot => self.has_figure(),
            Action::Read => self.lesson.drawn().question.section.is_some(),
            Action::OptionD => self.lesson.rule().is_some_and(|r| r.options.len() > 3),
            _ => true,
        }
    }

    fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let stage = self.lesson.stage();
        match action {
            Action::Plot => self.plot = !self.plot,
            Action::Back if self.is_covered() => self.plot = false,
            Action::Back => return Flow::Close,
            _ if stage == Stage::Rule && !matches!(action, Action::PageUp | Action::PageDown) => {
                return self.on_rule(action, cx);
            }
            Action::Enter if stage == Stage::Reading => {
                let ms = self.spent(cx.now);
                let event = self.lesson.advance(ms);
                self.put(event, cx);
            }
            Action::Enter if stage == Stage::Blank => self.check(cx),
            Action::Enter => self.another(cx),
            Action::Solution => {
                let ms = self.spent(cx.now);
                let event = self.lesson.reveal(ms);
                self.input = Input::default();
                self.said = None;
                self.put(event, cx);
            }
            Action::Drill => return super::drill(vec![self.lesson.drawn().question.id.clone()], SHORT_DRILL, cx),
            Action::Read => {
                let section = self.lesson.drawn().question.section.clone().unwrap_or_default();
                return super::study_section(&section, cx);
            }
            other if self.scroll.act(other) => {}
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn key(&mut self, chord: Chord, _cx: &mut Cx<'_>) -> Flow {
        if self.lesson.stage() != Stage::Blank || self.is_covered() || !field::edit(&mut self.input, chord) {
            return Flow::Ignored;
        }
        self.said = None;
        self.scroll.follow();
        Flow::Stay
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx<'_>) -> Flow {
        if self.lesson.stage() == Stage::Blank {
            field::paste(&mut self.input, text);
        }
        Flow::Stay
    }

    fn unsaved(&self) -> bool {
        !self.input.value().is_empty()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        self.width = area.width;
        let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let done = self.lesson.stage() == Stage::Done && area.width >= WIDE && self.has_figure();
        if self.is_covered() {
            let place = Rect { x: inner.x + 2, width: inner.width.saturating_sub(4), ..inner };
            return figure::draw_with(frame, place, self.lesson.drawn(), (None, None), view);
        }
        let text = if self.plot || done {
            let width = (inner.width * 11 / 20).min(78);
            let place = Rect { x: inner.x + width + 2, width: inner.width.saturating_sub(width + 4).min(80), ..inner };
            figure::draw_with(frame, place, self.lesson.drawn(), (None, None), view);
            Rect { width, ..inner }
        } else {
            inner
        };
        self.draw_page(frame, text, view);
    }
}
