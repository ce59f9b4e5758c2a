//! The cross-hair, and the field for a knob's value.

use tui_input::Input;

use super::Live;
use crate::figure;

impl Live {
    /// Is the cross-hair shown?
    pub fn has_cursor(&self) -> bool {
        self.state.cursor.is_some()
    }

    /// Shows or hides the cross-hair.
    pub fn toggle_cursor(&mut self) {
        match self.state.cursor.take() {
            Some(_) => {}
            None => self.state.step(0, 0),
        }
    }

    /// Moves the cross-hair by cells.
    pub fn move_cursor(&mut self, right: i32, up: i32) {
        self.state.step(right, up);
    }

    /// The cross-hair in the next panel.
    pub fn next_panel(&mut self) {
        self.state.next_panel();
    }

    /// The exact numbers under the cursor, in a line; those of the pinned settings after them.
    pub(super) fn readout(&self) -> String {
        let Some(cursor) = self.state.cursor else { return String::new() };
        let said = |settings| {
            let readout = figure::probe(self.info, settings, cursor);
            readout.items.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" · ")
        };
        let now = said(&self.settings);
        if let Some(end) = self.past_the_pin(cursor) {
            return format!("{now} | pinned ends at {end}");
        }
        match self.pin.as_ref().map(|pin| said(&pin.settings)).filter(|then| *then != now) {
            Some(then) => format!("{now} | pinned: {then}"),
            None => now,
        }
    }

    /// Is a value being typed?
    pub fn field(&mut self) -> Option<&mut Input> {
        let (input, why) = self.field.as_mut()?;
        *why = None;
        Some(input)
    }

    /// Is a value being typed?
    pub fn is_typing(&self) -> bool {
        self.field.is_some()
    }

    /// Opens the field of the chosen knob.
    pub fn type_value(&mut self) {
        self.pause();
        if self.current().is_some() {
            self.field = Some((Input::default(), None));
        }
    }

    /// Takes what was typed; a refusal stays with its reason, and what was typed stays too.
    pub fn take_value(&mut self) {
        self.asking.close();
        let (Some((input, why)), Some(knob)) = (self.field.as_mut(), self.info.knobs.get(self.knob)) else { return };
        match self.settings.set(self.info, knob.name, input.value()) {
            Ok(()) => self.field = None,
            Err(error) => *why = Some(error.to_string()),
        }
        // At what must not be seen yet nothing is pointed at.
        if self.withholds() {
            self.state.cursor = None;
        }
    }

    /// Closes the field without taking anything.
    pub fn drop_value(&mut self) {
        self.field = None;
    }
}
