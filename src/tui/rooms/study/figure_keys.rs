//! What keys do in a figure, at its cursor, and in the field for a knob's value.

use crate::tui::keys::Action;
use crate::tui::msg::Effect;
use crate::tui::room::{Cx, Flow};

use super::Study;
use super::live::Live;

impl Study {
    pub(super) fn in_figure(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        let now = cx.now;
        let reduced = cx.settings.reduced_motion;
        match action {
            Action::Focus => self.focus(true),
            Action::FocusBack => self.focus(false),
            Action::Full => self.alone(),
            Action::Back => self.out_of_figure(),
            Action::PageDown => self.read_on(cx),
            Action::PageUp => self.read_back(cx),
            Action::Top => self.scroll = 0,
            Action::Bottom => self.scroll = self.last_row(),
            Action::Play if reduced => cx.say("Reduced motion is on: . takes one step."),
            other => {
                if let Some(live) = self.figure_mut() {
                    return turn_knob(live, other, now, cx);
                }
            }
        }
        Flow::Stay
    }

    /// Esc: from the whole screen into the page, from the figure into the text.
    fn out_of_figure(&mut self) {
        if let Some(live) = self.figure_mut() {
            live.pause();
        }
        if self.full {
            self.full = false;
            self.stale = true;
        } else {
            self.focus = None;
        }
    }

    pub(super) fn at_cursor(&mut self, action: Action) -> Flow {
        let Some(live) = self.figure_mut() else { return Flow::Ignored };
        match action {
            Action::Right => live.move_cursor(1, 0),
            Action::Left => live.move_cursor(-1, 0),
            Action::Up => live.move_cursor(0, 1),
            Action::Down => live.move_cursor(0, -1),
            Action::KnobUpFast => live.move_cursor(10, 0),
            Action::KnobDownFast => live.move_cursor(-10, 0),
            Action::Focus => live.next_panel(),
            Action::Cursor | Action::Back => live.toggle_cursor(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }

    pub(super) fn in_value(&mut self, action: Action) -> Flow {
        let Some(live) = self.figure_mut() else { return Flow::Ignored };
        match action {
            Action::Enter => live.take_value(),
            Action::Back => live.drop_value(),
            _ => return Flow::Ignored,
        }
        Flow::Stay
    }
}

fn turn_knob(live: &mut Live, action: Action, now: std::time::Instant, cx: &mut Cx<'_>) -> Flow {
    match action {
        Action::Play => live.play(now),
        // Whoever turns a knob has taken over from the clock.
        _ if live.is_playing() => {
            live.pause();
            return turn_knob(live, action, now, cx);
        }
        Action::KnobUp => live.turn(1),
        Action::KnobDown => live.turn(-1),
        Action::KnobUpFast => live.turn(10),
        Action::KnobDownFast => live.turn(-10),
        Action::KnobNext => live.choose(1),
        Action::KnobPrev => live.choose(-1),
        Action::Step => live.step(),
        Action::Reset => live.reset(),
        Action::Cursor => live.toggle_cursor(),
        Action::TypeValue => live.type_value(),
        Action::Copy => {
            let command = live.command();
            cx.say(format!("Copied: {command}"));
            cx.effect(Effect::Copy(command));
        }
        _ => return Flow::Ignored,
    }
    Flow::Stay
}
