//! What keys do in a figure, at its cursor, in the field for a knob's value, and while it asks.

use crate::figure::Guess;
use crate::tui::keys::{Action, Context};
use crate::tui::msg::Effect;
use crate::tui::room::{Cx, Flow};

use super::Live;
use super::paint::signed;

impl Live {
    /// The contexts whose keys work in the figure, innermost first.
    pub fn contexts(&self) -> Vec<Context> {
        if self.is_typing() {
            return vec![Context::Value];
        }
        if self.is_asking() {
            return vec![Context::Predict];
        }
        if self.has_cursor() {
            return vec![Context::Cursor];
        }
        let clock = if self.is_playing() { Context::Playing } else { Context::Still };
        vec![clock, Context::Figure, Context::Move]
    }

    /// Does this action do something now?
    pub fn enabled(&self, action: Action) -> bool {
        match action {
            Action::Predict => self.can_predict(),
            Action::LandmarkNext | Action::LandmarkPrev => self.has_landmarks(),
            Action::Left | Action::Right if self.is_asking() => self.can_mark_across(),
            Action::Up | Action::Down if self.is_asking() => self.can_mark_height(),
            Action::Skip if !self.is_asking() => self.asks_first(),
            // There is nothing to point at, to keep or to play yet.
            Action::Cursor | Action::Pin | Action::Beside | Action::Play => !self.withholds(),
            Action::Enter if self.is_asking() => self.has_cursor(),
            Action::Up | Action::Down => self.has_cursor(),
            _ => true,
        }
    }

    /// A key of the table. What the figure does not know is its room's.
    pub fn act(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        if self.is_typing() {
            self.in_value(action)
        } else if self.is_asking() {
            self.in_question(action, cx)
        } else if self.has_cursor() {
            self.at_cursor(action)
        } else {
            self.in_knobs(action, cx)
        }
    }

    fn in_value(&mut self, action: Action) -> Flow {
        match action {
            Action::Enter => self.take_value(),
            Action::Back => self.drop_value(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn in_question(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let event = match action {
            Action::OptionA => self.say(Guess::Option(0)),
            Action::OptionB => self.say(Guess::Option(1)),
            Action::OptionC => self.say(Guess::Option(2)),
            Action::Enter => self.confirm(),
            Action::Skip | Action::Back => self.skip(),
            other => return self.marks(other),
        };
        if let Some(event) = event {
            cx.effect(Effect::Record(Box::new(event)));
        }
        Flow::Stay
    }

    fn marks(&mut self, action: Action) -> Flow {
        match action {
            Action::Right => self.move_mark(1, 0),
            Action::Left => self.move_mark(-1, 0),
            Action::Up => self.move_mark(0, 1),
            Action::Down => self.move_mark(0, -1),
            Action::KnobUpFast => self.move_mark(10, 0),
            Action::KnobDownFast => self.move_mark(-10, 0),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn at_cursor(&mut self, action: Action) -> Flow {
        match action {
            Action::Right => self.move_cursor(1, 0),
            Action::Left => self.move_cursor(-1, 0),
            Action::Up => self.move_cursor(0, 1),
            Action::Down => self.move_cursor(0, -1),
            Action::KnobUpFast => self.move_cursor(10, 0),
            Action::KnobDownFast => self.move_cursor(-10, 0),
            Action::Focus => self.next_panel(),
            Action::Cursor | Action::Back => self.toggle_cursor(),
            Action::TypeValue => self.type_value(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    fn in_knobs(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        match action {
            Action::Play if cx.settings.reduced_motion => cx.say("Reduced motion is on: . takes one step."),
            Action::Play => self.play(cx.now),
            Action::Faster => cx.say(format!("Speed: {}.", self.hurry(1).name())),
            Action::Slower => cx.say(format!("Speed: {}.", self.hurry(-1).name())),
            // Whoever turns a knob has taken over from the clock.
            _ if self.is_playing() => {
                self.pause();
                return self.in_knobs(action, cx);
            }
            Action::Predict => {
                if !self.ask() {
                    cx.say("This figure asks for no prediction.");
                }
            }
            Action::Skip if self.asks_first() => return self.show(cx),
            Action::Pin => cx.say(self.pin()),
            Action::Beside => cx.say(self.beside()),
            Action::LandmarkNext => self.jump(true, cx),
            Action::LandmarkPrev => self.jump(false, cx),
            Action::Copy => {
                let command = self.command();
                cx.say(format!("Copied: {command}"));
                cx.effect(Effect::Copy(command));
            }
            other => return self.turned(other),
        }
        Flow::Stay
    }

    fn turned(&mut self, action: Action) -> Flow {
        match action {
            Action::KnobUp => self.turn(1),
            Action::KnobDown => self.turn(-1),
            Action::KnobUpFast => self.turn(10),
            Action::KnobDownFast => self.turn(-10),
            Action::KnobNext => self.choose(1),
            Action::KnobPrev => self.choose(-1),
            Action::Step => self.step(),
            Action::Reset => self.reset(),
            Action::Cursor => self.toggle_cursor(),
            Action::TypeValue => self.type_value(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    /// Shows what waits for a prediction, and keeps that it was declined.
    pub fn show(&mut self, cx: &mut Cx<'_>) -> Flow {
        if let Some(event) = self.reveal() {
            cx.effect(Effect::Record(Box::new(event)));
        }
        Flow::Stay
    }

    fn jump(&mut self, forward: bool, cx: &mut Cx<'_>) {
        let label = self.current().map_or("", |knob| knob.label);
        match self.landmark(forward) {
            Some(stop) => cx.say(format!("{label} {}: {}.", signed(&stop.value), stop.why)),
            None => cx.say(format!("{label} has no other landmark.")),
        }
    }
}
