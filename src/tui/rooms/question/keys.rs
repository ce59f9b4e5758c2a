//! What the keys do in each phase.

use super::super::super::keys::{Action, Context};
use super::super::super::room::{Cx, Flow, View};
use super::super::calculator::Calculator;
use super::input::{Fields, Input};
use super::{Phase, QuestionRoom};
use crate::question::Ask;
use crate::sitting::{Passed, Step};

impl QuestionRoom {
    pub(super) fn stack(&self) -> Vec<Context> {
        if self.is_covered() && self.phase != Phase::Field {
            return vec![Context::Plot, Context::Doors];
        }
        match &self.phase {
            Phase::Field => self.field_stack(),
            Phase::Actions => vec![Context::Question, Context::Move, Context::Doors],
            Phase::Options => vec![Context::Choice, Context::Move, Context::Doors],
            Phase::Aloud => vec![Context::Prompts, Context::Move, Context::Doors],
            Phase::Readings { .. } => vec![Context::Readings],
            Phase::Sure(_) => vec![Context::Sure],
            Phase::Missed => vec![Context::Missed, Context::Move, Context::Doors],
            Phase::Done if self.has_more() => {
                vec![Context::More, Context::Verdict, Context::Move, Context::Doors]
            }
            Phase::Done => vec![Context::Verdict, Context::Move, Context::Doors],
            Phase::Over => vec![Context::Report, Context::Doors],
        }
    }

    fn field_stack(&self) -> Vec<Context> {
        let mut stack = Vec::new();
        if !self.is_numeric() {
            stack.push(Context::Words);
        }
        if self.input.fields().is_some_and(Fields::has_next) {
            stack.push(Context::Fields);
        }
        if self.sitting.is_silent() {
            stack.push(Context::Quiet);
        }
        stack.push(Context::Field);
        stack
    }

    /// The footer and the help show only what does something now.
    pub(super) fn can(&self, action: Action, view: &View<'_>) -> bool {
        let options = match &self.input {
            Input::Options(o) | Input::Tracing(o, _) => o.ticked.len(),
            _ => 0,
        };
        let several = self.input.fields().is_some_and(|f| f.texts().len() > 1);
        if self.sitting.is_silent() && gives_away(action) {
            return false;
        }
        match action {
            Action::Hint => self.sitting.has_hint(),
            Action::Calculator => self.calculates(),
            Action::Plot => self.has_figure(),
            Action::Undo => self.sitting.can_undo(),
            Action::Easier => self.sitting.can_step(Step::Easier, view.library),
            Action::Harder => self.sitting.can_step(Step::Harder, view.library),
            Action::Skip if self.sitting.mode().is_unscored() => true,
            Action::Clock => self.sitting.clock(0).is_some(),
            Action::Skip => {
                let (at, of) = self.sitting.progress();
                at < of
            }
            Action::Tick => matches!(&self.input, Input::Options(o) if o.many),
            Action::Up if self.phase == Phase::Field => several,
            Action::Another => self.phase != Phase::Over && self.is_numeric(),
            Action::Read => self.section().is_some(),
            Action::Solution if self.phase == Phase::Done => {
                self.sitting.current().is_some_and(|d| !d.instance.steps.is_empty()) && self.was_right()
            }
            Action::OptionC => options > 2,
            Action::OptionD => options > 3,
            Action::OptionE => options > 4,
            Action::OptionF => options > 5,
            Action::PageUp | Action::PageDown | Action::Top | Action::Bottom => self.size.2 > self.size.1,
            _ => true,
        }
    }

    fn is_numeric(&self) -> bool {
        self.sitting.current().is_some_and(|d| matches!(d.instance.ask, Ask::Numbers { .. }))
    }

    /// For words there is nothing to compute; what is for the head alone is for the head alone.
    fn calculates(&self) -> bool {
        !self.sitting.is_mental() && !matches!(self.sitting.current().map(|d| &d.instance.ask), Some(Ask::Text { .. }))
    }

    pub(super) fn was_right(&self) -> bool {
        self.sitting.judged().is_some_and(|j| j.verdict.is_right())
    }

    fn section(&self) -> Option<&str> {
        self.sitting.current().and_then(|d| d.question.section.as_deref())
    }

    pub(super) fn on(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let leaving = std::mem::take(&mut self.leaving);
        self.hinted = false;
        if self.scroll(action) {
            return Flow::Stay;
        }
        if action == Action::Back && self.plot == Some(true) && self.phase != Phase::Field {
            return self.toggle_plot(cx);
        }
        if action == Action::Back && self.closes() {
            return self.close(leaving, cx);
        }
        match &self.phase {
            Phase::Field => self.in_field(action, cx),
            Phase::Actions => self.in_actions(action, cx),
            Phase::Options => self.in_options(action, cx),
            Phase::Aloud => self.aloud(action, cx),
            Phase::Readings { .. } => self.choose_reading(action),
            Phase::Sure(_) => self.how_sure(action, cx),
            Phase::Missed => self.missed(action, cx),
            Phase::Done => self.done(action, cx),
            Phase::Over => match action {
                Action::Enter | Action::Back => self.leave(),
                _ => Flow::Ignored,
            },
        }
    }

    /// Does Esc close the room, and not something in it?
    fn closes(&self) -> bool {
        match self.phase {
            Phase::Field => {
                let tracing = matches!(self.input, Input::Tracing(..));
                !tracing && self.input.fields().is_none_or(Fields::is_empty)
            }
            Phase::Readings { .. } | Phase::Sure(_) => false,
            _ => true,
        }
    }

    /// Moves the page where the keys do not move anything else.
    fn scroll(&mut self, action: Action) -> bool {
        let (_, rows, lines) = self.size;
        let last = lines.saturating_sub(rows);
        let moving = !matches!(self.phase, Phase::Options | Phase::Field);
        self.top = match action {
            Action::Up if moving => self.top.saturating_sub(1),
            Action::Down if moving => (self.top + 1).min(last),
            Action::PageUp => self.top.saturating_sub(rows.saturating_sub(2)),
            Action::PageDown => (self.top + rows.saturating_sub(2)).min(last),
            Action::Top => 0,
            Action::Bottom => last,
            _ => return false,
        };
        self.follow = false;
        true
    }

    fn in_field(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let tracing = matches!(self.input, Input::Tracing(..));
        let Some(fields) = self.input.fields_mut() else { return Flow::Ignored };
        self.follow = true;
        match action {
            Action::Calculator | Action::Hint => return self.help_with(action, cx),
            Action::Up => fields.go(false),
            Action::Down => fields.go(true),
            Action::Enter if fields.is_unchanged() => {
                cx.say("That was your last try. Type another answer, or take a hint: C-t.");
            }
            Action::Enter => match fields.gap() {
                Some(gap) => fields.at = gap,
                None => return self.submit(cx),
            },
            Action::Focus | Action::Back if tracing => self.phase = Phase::Options,
            Action::Focus => self.phase = Phase::Actions,
            // What is typed is not thrown away by one key: the first Esc leaves the field, the second the room.
            Action::Back => self.phase = Phase::Actions,
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn in_actions(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Focus => self.phase = Phase::Field,
            // The keys are wanted in the field again: what is typed next is the answer.
            Action::Hint if self.sitting.has_hint() => {
                self.phase = Phase::Field;
                return self.help_with(action, cx);
            }
            Action::Calculator => {
                self.phase = Phase::Field;
                return self.help_with(action, cx);
            }
            _ => return self.help_with(action, cx),
        }
        Flow::Stay
    }

    /// What can be asked for while a question waits for its answer.
    fn help_with(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            // Before and after a section nothing is explained: the answers are looked at together.
            _ if self.sitting.is_silent() && gives_away(action) => {
                cx.say("Nothing is said here before the end: answer as you think now, or skip it.");
            }
            Action::Clock => self.clock = !self.clock,
            Action::Hint => {
                if self.sitting.hint().is_none() {
                    cx.say("There is no other hint. w shows the worked solution.");
                }
                self.follow = true;
                self.hinted = true;
            }
            Action::Solution => return self.give_up(cx),
            Action::Plot => return self.toggle_plot(cx),
            Action::Calculator if self.sitting.is_mental() => cx.say("This one is for the head: near enough is right."),
            Action::Calculator => return Flow::Open(Box::new(Calculator::new(cx.settings.decimal_comma))),
            Action::Skip if self.sitting.is_silent() => return self.pass(cx),
            Action::Skip => {
                let skipped = self.sitting.skip(cx.library);
                return self.passed(skipped, cx);
            }
            Action::Undo => return self.undo(cx),
            Action::Easier => return self.step(Step::Easier, cx),
            Action::Harder => return self.step(Step::Harder, cx),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn toggle_plot(&mut self, cx: &mut Cx<'_>) -> Flow {
        if !self.has_figure() {
            cx.say("This question has no figure.");
            return Flow::Stay;
        }
        self.plot = Some(!self.shows_figure());
        if self.phase == Phase::Actions && self.plot == Some(false) {
            self.phase = Phase::Field;
        }
        if self.is_asking() && self.plot == Some(true) {
            self.sitting.look();
            cx.say("The plot counts as a hint; its numbers come with the answer. p puts it away.");
        }
        Flow::Stay
    }

    fn step(&mut self, step: Step, cx: &mut Cx<'_>) -> Flow {
        match self.sitting.step(step, cx.library) {
            Some(_) => self.moved(true, cx),
            None => {
                let what = if step == Step::Easier { "easier" } else { "harder" };
                cx.say(format!("There is no {what} family of this scheme."));
                Flow::Stay
            }
        }
    }

    fn in_options(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let tracing = matches!(self.input, Input::Tracing(..));
        let letter = LETTERS.iter().position(|a| *a == action);
        if let Some(options) = self.input.options_mut() {
            self.follow = true;
            if letter.is_some() || matches!(action, Action::Up | Action::Down) {
                self.said = None;
            }
            match (action, letter) {
                (Action::Up, _) => options.go(false),
                (Action::Down, _) => options.go(true),
                (Action::Tick, _) if options.many => options.tick(),
                (_, Some(letter)) => options.pick(letter),
                (Action::Enter, _) if tracing && options.cursor() == Some(1) => self.phase = Phase::Field,
                (Action::Enter, _) if options.cursor().is_none() => cx.say("Choose an option first."),
                // An option is not chosen unseen.
                (Action::Enter, _) if !self.in_sight => {}
                (Action::Enter, _) => return self.submit(cx),
                _ => return self.help_with(action, cx),
            }
        }
        Flow::Stay
    }

    fn aloud(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Enter => {
                let id = self.sitting.current().map(|d| d.question.id.clone()).unwrap_or_default();
                if let Passed::On(event) = self.sitting.leave_out(cx.library) {
                    self.keep(event.map(|event| *event), cx);
                }
                self.lay_out(cx.now);
                super::super::rehearse(&id, cx)
            }
            _ => Flow::Ignored,
        }
    }

    fn choose_reading(&mut self, action: Action) -> Flow {
        let Phase::Readings { field, values } = &self.phase else { return Flow::Ignored };
        let (field, chosen) = match action {
            Action::FirstReading => (*field, values.first().copied()),
            Action::SecondReading => (*field, values.get(1).copied()),
            Action::Back => (*field, None),
            _ => return Flow::Ignored,
        };
        self.phase = Phase::Field;
        if let (Some(value), Some(fields)) = (chosen, self.input.fields_mut()) {
            let text = self.sitting.settle(field, fields.text(field), value);
            fields.set(field, text);
            fields.at = field;
        }
        Flow::Stay
    }

    fn how_sure(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let Phase::Sure(response) = &self.phase else { return Flow::Ignored };
        let confidence = match action {
            Action::Guess => Some(1),
            Action::Think => Some(2),
            Action::Sure => Some(3),
            Action::Enter => None,
            Action::Back => {
                self.phase = self.asking();
                return Flow::Stay;
            }
            _ => return Flow::Ignored,
        };
        let response = response.clone();
        self.judge(response, confidence, cx)
    }

    fn missed(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Enter => {
                self.phase = Phase::Done;
                self.back_to_top();
            }
            Action::Retry => self.try_again(),
            Action::Hint | Action::Calculator | Action::Undo => return self.help_with(action, cx),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// Back to the field, with what was typed and what was wrong with it.
    fn try_again(&mut self) {
        self.said = self.sitting.judged().map(|j| super::verdict::sentence(&j.verdict));
        self.sitting.retry();
        if let Some(fields) = self.input.fields_mut() {
            fields.grow_old();
        }
        self.phase = Phase::Field;
        self.back_to_top();
    }

    fn done(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Enter => self.next(cx),
            Action::Another if self.is_numeric() => {
                let more = self.sitting.another(cx.library);
                self.moved(more, cx)
            }
            Action::Solution => {
                self.steps = !self.steps;
                Flow::Stay
            }
            Action::Read => match self.section().map(str::to_string) {
                Some(section) => super::super::study_section(&section, cx),
                None => Flow::Stay,
            },
            Action::Plot | Action::Undo | Action::Easier | Action::Harder | Action::Calculator => {
                self.help_with(action, cx)
            }
            _ => Flow::Ignored,
        }
    }
}

/// Help that a question about which nothing is said does without.
fn gives_away(action: Action) -> bool {
    matches!(action, Action::Hint | Action::Solution | Action::Plot | Action::Easier | Action::Harder | Action::Another)
}

const LETTERS: [Action; 6] =
    [Action::OptionA, Action::OptionB, Action::OptionC, Action::OptionD, Action::OptionE, Action::OptionF];
