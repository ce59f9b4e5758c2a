//! Typeset lines in this terminal's colours.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::typeset::prose::{self, Doc, Opts, Target};

use super::super::theme::{Role, Theme};

/// Markdown in lines of at most `width` columns; `name` says what a reference to a page or a source reads as.
pub fn markdown(
    text: &str,
    width: usize,
    theme: &Theme,
    name: &dyn Fn(&Target) -> Option<String>,
) -> Vec<Line<'static>> {
    let opts = Opts { ascii: theme.ascii, centre: true };
    Doc::parse_with(text, name).lines(width, &opts).iter().map(|l| line(l, theme)).collect()
}

/// One typeset line.
pub fn line(line: &prose::Line, theme: &Theme) -> Line<'static> {
    Line::from(line.spans.iter().map(|s| Span::styled(s.text.clone(), style(s, theme))).collect::<Vec<_>>())
}

/// What a part of a text looks like.
pub fn style(span: &prose::Span, theme: &Theme) -> Style {
    let role = match span.role {
        prose::Role::Text => Role::Text,
        prose::Role::Code => Role::Code,
        prose::Role::Heading | prose::Role::TableHead => Role::Heading,
        prose::Role::Link => Role::Accent,
        prose::Role::Dim | prose::Role::Source | prose::Role::Bullet => Role::Dim,
        prose::Role::Math => Role::Math,
        prose::Role::Rule => Role::Rule,
        prose::Role::Broken => Role::Warn,
    };
    let mut style = theme.style(role);
    for (on, modifier) in
        [(span.strong, Modifier::BOLD), (span.emph, Modifier::ITALIC), (span.struck, Modifier::CROSSED_OUT)]
    {
        if on {
            style = style.add_modifier(modifier);
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_words_are_bold_and_code_has_its_own_colour() {
        let theme = Theme::default();
        let lines = markdown("A **strong** word and `code`.", 60, &theme, &|_| None);
        let line = lines.first().unwrap();
        let find = |text: &str| line.spans.iter().find(|s| s.content.contains(text)).unwrap().style;
        assert!(find("strong").add_modifier.contains(Modifier::BOLD));
        assert_eq!(find("code").fg, theme.style(Role::Code).fg);
    }
}
