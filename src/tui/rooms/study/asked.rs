//! What a page asks: questions on the spot, recall prompts at its end, the three questions round a section.

use ratatui::text::{Line, Span};

use crate::content::model::{Kind, Recall};
use crate::memory::Kept;
use crate::sitting::pretest::Change;
use crate::tui::theme::Role;

use super::blocks::Setter;

impl Setter<'_> {
    /// ```text
    /// ┃ On the spot: equivariant or invariant
    /// ┃ You shuffle the tokens …
    /// ┃ Enter to answer
    /// ```
    pub(super) fn spot(&self, id: &str, verdict: Option<&str>) -> Vec<Line<'static>> {
        let theme = self.theme;
        let accent = theme.style(Role::Accent);
        let question = match self.library.question(id) {
            Ok(question) => question,
            Err(error) => return vec![self.line(&error.to_string(), Role::Warn)],
        };
        let title = format!("On the spot: {}", question.title);
        let mut lines = vec![self.barred(accent, vec![Span::styled(self.plain(&title), accent)])];
        // A numeric prompt is a template: its numbers are drawn when it is opened.
        let prompt = match &question.kind {
            Kind::Numeric(numeric) if numeric.draw.is_empty() => "A short calculation.",
            Kind::Numeric(_) => "A short calculation, with fresh numbers each time.",
            _ => question.prompt.as_str(),
        };
        for row in self.prose(prompt, self.width.saturating_sub(2)) {
            lines.push(self.barred(accent, row.spans));
        }
        if !self.keys {
            return lines;
        }
        let (text, role) = match verdict {
            None => ("Enter answers it.", Role::Key),
            Some("right" | "other-form") => ("✓ Answered: right. Enter asks again.", Role::Right),
            Some("") => ("Answered. Enter asks again.", Role::Dim),
            Some(_) => ("✗ Answered: not yet. Enter asks again.", Role::Warn),
        };
        lines.push(self.barred(accent, vec![Span::styled(self.plain(text), theme.style(role))]));
        lines
    }

    /// What stands for the rest of a page whose question waits for an answer: the rest would give it away.
    pub fn fold(&self) -> Vec<Line<'static>> {
        self.prose("The page goes on after your answer. `→` or `Space` reads on without one.", self.width)
    }

    /// What stands for a page whose section begins with three questions.
    pub fn skip(&self) -> Vec<Line<'static>> {
        self.prose("`→` or `Space` reads on without them.", self.width)
    }

    /// The offer before a section is read for the first time.
    ///
    /// ```text
    /// ┃ Before you read: three questions
    /// ┃ Answer as you think now. …
    /// ┃ Enter answers them.
    /// ```
    pub fn before(&self) -> Vec<Line<'static>> {
        let text = "Answer as you think now. Nothing is scored, and even a wrong guess makes what you read next stick. \
                    Behind the last page they come once more, beside these answers.";
        self.notice("Before you read: three questions", text, "Enter answers them.", Role::Key)
    }

    /// The same questions behind the section's last page.
    pub fn after(&self, change: &Change) -> Vec<Line<'static>> {
        let of = |(right, of): (usize, usize)| format!("{right} of {of}");
        match (change.before, change.now) {
            (None, None) => {
                let text = "What is left of the section when the page is turned. Nothing is scored.";
                self.notice("Three questions to end with", text, "Enter answers them.", Role::Key)
            }
            (Some(_), None) => {
                let text = "The same as before you read; then both answers stand side by side. Nothing is scored.";
                self.notice("The three questions, once more", text, "Enter answers them.", Role::Key)
            }
            (before, Some(now)) => {
                let before = before.map(|b| format!("Before reading {} right, now", of(b)));
                let title = format!("{} {} right", before.unwrap_or("After reading".into()), of(now));
                self.notice(&title, "", "Enter shows the answers side by side.", Role::Dim)
            }
        }
    }

    /// A recall prompt at the end of a page.
    ///
    /// ```text
    /// ┃ Recall
    /// ┃ Which term of Shaw's logit is new?
    /// ┃ Enter: answer in your head, then see the line.
    /// ```
    pub fn recall(&self, recall: &Recall, kept: Option<Kept>) -> Vec<Line<'static>> {
        let (text, role) = match kept {
            None => ("Enter: answer in your head, then compare.", Role::Key),
            Some(Kept::Knew) => ("✓ Kept. It comes back in a review; Enter recalls it now.", Role::Right),
            Some(Kept::Missed) => ("Kept, it comes back soon. Enter recalls it now.", Role::Dim),
            Some(Kept::Later) => ("Put off until tomorrow. Enter recalls it now.", Role::Dim),
            Some(Kept::Dropped) => ("Dropped. Enter brings it back.", Role::Dim),
        };
        self.notice("Recall", &recall.ask, text, role)
    }

    fn notice(&self, title: &str, text: &str, keys: &str, role: Role) -> Vec<Line<'static>> {
        let accent = self.theme.style(Role::Accent);
        let mut lines = vec![self.barred(accent, vec![Span::styled(self.plain(title), accent)])];
        if !text.is_empty() {
            let rows = self.prose(text, self.width.saturating_sub(2));
            lines.extend(rows.into_iter().map(|row| self.barred(accent, row.spans)));
        }
        if self.keys {
            lines.push(self.barred(accent, vec![Span::styled(self.plain(keys), self.theme.style(role))]));
        }
        lines
    }
}
