//! Findings as a compiler prints them.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::content::diagnostic::counted;
use crate::content::inert;

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With colours.
    pub color: bool,
    /// With ASCII only around the text of the author.
    pub ascii: bool,
}

/// All findings and a last line that counts them. Without colour the frame is ASCII too.
pub fn render(found: &[Diagnostic], color: bool) -> String {
    render_with(found, Style { color, ascii: !color })
}

/// As [`render`], with the choice of frame.
pub fn render_with(found: &[Diagnostic], style: Style) -> String {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(if style.ascii { DecorStyle::Ascii } else { DecorStyle::Unicode });
    let mut out = String::new();
    for diagnostic in found {
        out.push_str(&one(diagnostic, &renderer));
        out.push_str("\n\n");
    }
    out.push_str(&summary(found));
    out.push('\n');
    out
}

/// "2 errors, 1 warning", or that all is well.
pub fn summary(found: &[Diagnostic]) -> String {
    let of = |severity| found.iter().filter(|d| d.severity == severity).count();
    let count = |n: usize, what: &str| (n > 0).then(|| counted(n, what));
    let parts: Vec<_> =
        [count(of(Severity::Error), "error"), count(of(Severity::Warning), "warning")].into_iter().flatten().collect();
    if parts.is_empty() { "Nothing to complain about.".into() } else { format!("{}.", parts.join(", ")) }
}

fn one(diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = inert(&diagnostic.message);
    let title = level.primary_title(message.as_ref()).id(diagnostic.code);
    let cure = Level::HELP.message(inert(&diagnostic.cure).into_owned());
    let file = inert(&diagnostic.file);
    if diagnostic.line == 0 {
        return renderer.render(&[title.element(Origin::path(file.as_ref())).element(cure)]);
    }
    // The line alone is at hand, so a span that goes on below ends with the line.
    let source = inert(&diagnostic.source);
    let start: usize = source.chars().take(diagnostic.column.saturating_sub(1)).map(char::len_utf8).sum();
    let end = (start + diagnostic.span.len().max(1)).min(source.len()).max(start);
    let end = (end..=source.len()).find(|at| source.is_char_boundary(*at)).unwrap_or(start);
    let snippet = Snippet::source(source.as_ref())
        .line_start(diagnostic.line)
        .path(file.as_ref())
        .annotation(AnnotationKind::Primary.span(start..end));
    renderer.render(&[title.element(snippet).element(cure)])
}
