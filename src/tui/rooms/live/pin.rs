//! Settings that are kept to compare with: their curves stay as ghosts while knobs turn, or both stand side by side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::StatefulWidget;

use crate::figure::{self, Cursor, Knob, Panel, Sampling, Settings};
use crate::tui::plot::{Parts, Plot, PlotState, PlotStyle, ascii};
use crate::tui::widgets::text::{fit, put};

use super::Live;
use super::paint::{PARTS, signed};

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
        self.pin.as_ref().filter(|pin| pin.beside && !self.asking.hides() && !self.withholds())
    }

    /// Pinned first, the current one after it: it keeps the cursor.
    pub(super) fn paint_twins(&mut self, area: Rect, buffer: &mut Buffer, style: &PlotStyle) {
        let Some(pin) = self.twin().cloned() else { return };
        let (half, _) = halves(area, false);
        let pinned = figure::build(self.info, &pin.settings, Sampling { cols: half.width, rows: half.height });
        let (then, now) = halves(area, pinned.panels.iter().any(Panel::is_low));
        let then = self.name_half(then, buffer, style, "pinned", &pin.settings);
        let now = self.name_half(now, buffer, style, "now", &self.settings);
        let parts = Parts { title: false, ..PARTS };
        Plot::new(&pinned, style).parts(parts).render(then, buffer, &mut PlotState::default());
        self.picture(now.width, now.height);
        if let Some((_, picture)) = &self.picture {
            Plot::new(picture, style).parts(parts).render(now, buffer, &mut self.state);
        }
    }

    /// `pinned: r = 50` over a half; returns what is left of it.
    fn name_half(&self, half: Rect, buffer: &mut Buffer, style: &PlotStyle, which: &str, settings: &Settings) -> Rect {
        let said = format!("{which}: {}", self.apart(settings));
        let cut = fit(&said, usize::from(half.width));
        let text = if style.ascii { ascii(&cut) } else { cut };
        put(buffer, half, half.x, half.y, &text, style.scheme(self.info.scheme).add_modifier(Modifier::BOLD));
        Rect { y: half.y + 1, height: half.height.saturating_sub(1), ..half }
    }

    /// The values of the knobs in which pinned and current settings differ; of the chosen knob if none does.
    fn apart(&self, settings: &Settings) -> String {
        let Some(pin) = &self.pin else { return String::new() };
        let differs = |knob: &&Knob| pin.settings.get(knob.name) != self.settings.get(knob.name);
        let said = |knob: &Knob| {
            let value = settings.get(knob.name);
            format!("{} = {}", knob.label, if value.is_empty() { "none".to_string() } else { signed(value) })
        };
        let all: Vec<String> = self.info.knobs.iter().filter(differs).map(said).collect();
        if all.is_empty() { self.current().map_or(String::new(), said) } else { all.join(", ") }
    }

    /// The pinned curves have an end; past it there is nothing to compare with. `t 1000` is what stands there.
    pub(super) fn past_the_pin(&self, cursor: Cursor) -> Option<String> {
        let pin = self.pin.as_ref()?;
        let built = figure::build(self.info, &pin.settings, Sampling { cols: 40, rows: 12 });
        let across = &built.panels.get(cursor.panel)?.x;
        if (across.min..=across.max).contains(&cursor.x) {
            return None;
        }
        let now = figure::probe(self.info, &self.settings, cursor).items;
        let then = figure::probe(self.info, &pin.settings, cursor).items;
        let ((name, here), (other, there)) = (now.first()?, then.first()?);
        (name == other && here != there).then(|| format!("{name} {there}"))
    }
}

/// One beside the other where there is room, a low board above the other.
fn halves(area: Rect, low: bool) -> (Rect, Rect) {
    if area.width >= TWO && !low {
        let width = (area.width - GAP) / 2;
        (Rect { width, ..area }, Rect { x: area.right() - width, width, ..area })
    } else {
        // Of the same size, or what differs would not be the settings alone.
        let height = area.height / 2;
        (Rect { height, ..area }, Rect { y: area.y + height, height, ..area })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::rooms::live::Keys;
    use crate::tui::settings::Marks;
    use crate::tui::theme::Theme;

    fn live(slug: &str) -> Live {
        let mut live = Live::of(figure::find(slug).unwrap(), Marks::Braille).unwrap();
        live.fill(100, 24);
        live
    }

    fn set(live: &mut Live, knob: &str, value: &str) {
        let info = live.info;
        live.settings.set(info, knob, value).unwrap();
    }

    #[test]
    fn each_half_says_which_it_is_and_what_differs() {
        let mut live = live("rope-score");
        live.beside();
        set(&mut live, "r", "500");
        let cells = live.cells(&Theme::default(), Keys::Here).unwrap();
        let row: String = (0..100).map(|x| cells[(x, 0)].symbol()).collect();
        let (then, now) = row.split_at(row.find("now: ").unwrap());
        assert!(then.starts_with("pinned: ") && then.contains("= 50 ") && now.contains("= 500"), "{row}");
    }

    #[test]
    fn a_board_of_dials_stands_above_the_other_and_curves_beside() {
        for (slug, beside) in [("angle-coverage", false), ("rope-score", true)] {
            let mut live = live(slug);
            live.beside();
            let cells = live.cells(&Theme::default(), Keys::Here).unwrap();
            let row: String = (0..100).map(|x| cells[(x, 0)].symbol()).collect();
            assert!(row.contains("pinned: ") && row.contains("now: ") == beside, "{slug}: {row}");
        }
    }

    #[test]
    fn past_the_end_of_the_pinned_curve_no_other_place_is_compared() {
        let mut live = live("one-over-t");
        live.pin();
        let span = live.settings.get("span").to_string();
        set(&mut live, "span", "100000");
        live.cells(&Theme::default(), Keys::Here);
        live.state.cursor = Some(Cursor { panel: 0, x: 50_000.0, y: 0.0 });
        let said = live.readout();
        assert!(said.contains(&format!("| pinned ends at t {span}")) && !said.contains("pinned: t"), "{said}");
    }

    #[test]
    fn two_pictures_share_the_room_without_touching() {
        let (a, b) = halves(Rect::new(0, 0, 100, 20), false);
        assert!(a.right() < b.x && b.right() == 100 && a.width == b.width);
        let (a, b) = halves(Rect::new(0, 0, 60, 21), false);
        assert!(a.bottom() == b.y && a.height == b.height && b.bottom() == 20);
    }
}
