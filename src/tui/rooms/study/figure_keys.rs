//! What keys do while a figure of the page has them: what is not the figure's own is the page's.

use crate::tui::keys::Action;
use crate::tui::room::{Cx, Flow};

use super::Study;

impl Study {
    pub(super) fn in_figure(&mut self, action: Action, cx: &mut Cx<'_>) -> Flow {
        if let Some(live) = self.figure_mut() {
            let flow = live.act(action, cx);
            if !matches!(flow, Flow::Ignored) {
                return flow;
            }
        }
        match action {
            Action::Focus => self.focus(true),
            Action::FocusBack => self.focus(false),
            Action::Full => self.alone(),
            Action::Back => self.out_of_figure(),
            Action::PageDown => self.read_on(cx),
            Action::PageUp => self.read_back(cx),
            Action::Top => self.scroll = 0,
            Action::Bottom => self.scroll = self.last_row(),
            _ => return Flow::Ignored,
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
}
