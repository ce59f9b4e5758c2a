//! Settings that are kept to compare with: their curves stay as ghosts while knobs turn, or both stand side by side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::StatefulWidget;

use crate::figure::{self, Sampling, Settings};
use crate::tui::plot::{Plot, PlotState, PlotStyle};

use super::Live;
use super::paint::PARTS;

/// From this many columns on, two pictures stand beside each other; else one above the other.
const TWO: u16 = 76;
/// Between them.
const GAP: u16 = 2;

/// Kept settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// What the knobs stood at.
    pub settings: Settings,
    /// Side by side instead of as a ghost.
    pub beside: bool,
}

impl Live {
    /// Keeps the current settings as ghosts, or lets them go. Says what happened.
    pub fn pin(&mut self) -> &'static str {
        self.touch();
        if self.pin.take().is_some() {
            return "The pinned curves are gone.";
        }
        self.pin = Some(Pin { settings: self.settings.clone(), beside: false });
        "Pinned. Turn a knob: the old curves stay, dim. v shows both side by side."
    }

    /// Two settings side by side, and back to one picture. Without a pin the current settings are kept first.
    pub fn beside(&mut self) -> &'static str {
        self.touch();
        match &mut self.pin {
            Some(pin) => {
                pin.beside = !pin.beside;
                if pin.beside {
                    "Pinned and current, side by side."
                } else {
                    "One picture again; the pinned curves are dim."
                }
            }
            None => {
                self.pin = Some(Pin { settings: self.settings.clone(), beside: true });
                "Pinned, and the same beside it. Turn a knob to tell them apart."
            }
        }
    }

    /// What is pinned, if it stands beside the current picture.
    pub(super) fn twin(&self) -> Option<&Pin> {
        self.pin.as_ref().filter(|pin| pin.beside && !self.asking.hides())
    }

    /// Pinned first, the current one after it: it keeps the cursor.
    pub(super) fn paint_twins(&mut self, area: Rect, buffer: &mut Buffer, style: &PlotStyle) {
        let Some(pin) = self.twin().cloned() else { return };
        let (then, now) = halves(area);
        let pinned = figure::build(self.info, &pin.settings, Sampling { cols: then.width, rows: then.height });
        Plot::new(&pinned, style).parts(PARTS).render(then, buffer, &mut PlotState::default());
        self.picture(now.width, now.height);
        if let Some((_, picture)) = &self.picture {
            Plot::new(picture, style).parts(PARTS).render(now, buffer, &mut self.state);
        }
    }
}

fn halves(area: Rect) -> (Rect, Rect) {
    if area.width >= TWO {
        let width = (area.width - GAP) / 2;
        (Rect { width, ..area }, Rect { x: area.right() - width, width, ..area })
    } else {
        let height = area.height / 2;
        (Rect { height, ..area }, Rect { y: area.y + height, height: area.height - height, ..area })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pictures_share_the_room_without_touching() {
        let (a, b) = halves(Rect::new(0, 0, 100, 20));
        assert!(a.right() < b.x && b.right() == 100 && a.width == b.width);
        let (a, b) = halves(Rect::new(0, 0, 60, 21));
        assert!(a.bottom() == b.y && b.bottom() == 21);
    }
}
