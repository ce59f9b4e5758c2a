//! The lines of a question: prompt, hints, what is typed or chosen, and what is said about it.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::super::super::room::View;
use super::super::super::theme::Role;
use super::super::super::widgets::prose;
use super::super::super::widgets::text::wrap;
use super::echo::echo;
use super::input::{Fields, Input, Options};
use super::{Phase, QuestionRoom, verdict};
use crate::question::answer::names_unit;
use crate::question::{Ask, ChoiceOption, Drawn, Instance};
use crate::tui::widgets::links::link_name;
use crate::typeset::inert::inert;

/// Lines with a left margin of two columns, the place of the cursor, and the range that should be in sight.
pub struct Page {
    /// The lines.
    pub lines: Vec<Line<'static>>,
    /// Line and column of the cursor.
    pub cursor: Option<(usize, usize)>,
    /// From, to (exclusive).
    pub keep: (usize, usize),
    /// The fields and what is said about them, while they wait for an answer: from, to. They stay in sight.
    pub pinned: Option<(usize, usize)>,
    /// After a verdict: so many lines are to be read before the next question.
    pub to_read: usize,
    width: usize,
}

impl Page {
    /// The page of a room as it is now.
    pub fn of(room: &QuestionRoom, width: usize, view: &View<'_>) -> Page {
        let mut page = Page { lines: Vec::new(), cursor: None, keep: (0, 0), pinned: None, to_read: 0, width };
        let Some(drawn) = room.sitting.current() else {
            page.text("That was all. Enter shows how it went.", view.theme.style(Role::Text));
            return page;
        };
        page.prompt(&drawn.instance, view);
        let hint = page.hints(room, view);
        page.gap();
        let from = page.lines.len();
        match (&room.input, &drawn.instance.ask) {
            (Input::Options(chosen), Ask::Choice { options, .. }) if room.phase == Phase::Done => {
                verdict::on_choice(&mut page, room, chosen, options, view);
            }
            _ => page.asked(room, drawn, view),
        }
        if let Some(hint) = hint.filter(|_| room.hinted) {
            page.keep = (hint, from);
        }
        page
    }

    /// What is typed or chosen, and what is said about it.
    fn asked(&mut self, room: &QuestionRoom, drawn: &Drawn, view: &View<'_>) {
        let from = self.lines.len();
        self.input(room, drawn, view);
        self.asking_back(room, view);
        let answered = self.lines.len();
        if matches!(room.phase, Phase::Missed | Phase::Done) {
            verdict::word(self, room, view);
            verdict::rest(self, room, drawn, view);
            self.keep = (answered, if self.to_read > 0 { self.to_read } else { self.lines.len() });
        } else if matches!(room.input, Input::Fields(_)) {
            self.keep = (from, answered);
            self.pinned = Some(self.keep);
        } else if !matches!(room.phase, Phase::Options) {
            self.keep = (from, answered);
        }
    }

    /// The columns of text.
    pub fn width(&self) -> usize {
        self.width
    }

    /// One blank line, never two.
    pub fn gap(&mut self) {
        if self.lines.last().is_some_and(|l| l.width() > 0) {
            self.lines.push(Line::default());
        }
    }

    /// Spans after a margin of two columns.
    pub fn row(&mut self, spans: Vec<Span<'static>>) {
        let mut all = vec![Span::raw("  ")];
        all.extend(spans);
        self.lines.push(Line::from(all));
    }

    /// Plain text, wrapped.
    pub fn text(&mut self, text: &str, style: Style) {
        self.indented(0, "", text, style);
    }

    /// Plain text after a label, wrapped with a hanging indent.
    pub fn indented(&mut self, indent: usize, label: &str, text: &str, style: Style) {
        let room = self.width.saturating_sub(indent).max(10);
        for (i, part) in wrap(text, room).into_iter().enumerate() {
            let lead = if i == 0 { label } else { "" };
            let lead = format!("{lead}{}", " ".repeat(indent.saturating_sub(lead.width())));
            self.row(vec![Span::styled(lead, style), Span::styled(part, style)]);
        }
    }

    /// Markdown after a label, with a hanging indent; `patch` is laid over its styles.
    pub fn markdown(&mut self, indent: usize, label: Span<'static>, text: &str, patch: Style, view: &View<'_>) {
        let name = |target: &crate::typeset::prose::Target| link_name(view.library, target);
        let lines = prose::markdown(text, self.width.saturating_sub(indent).max(10), view.theme, &name);
        for (i, line) in lines.into_iter().enumerate() {
            let lead = if i == 0 { label.clone() } else { Span::raw("") };
            let fill = indent.saturating_sub(lead.width());
            let mut spans = vec![lead, Span::raw(" ".repeat(fill))];
            spans.extend(line.spans.into_iter().map(|s| {
                let style = patch.patch(s.style);
                s.style(style)
            }));
            self.row(spans);
        }
    }

    fn prompt(&mut self, instance: &Instance, view: &View<'_>) {
        self.markdown(0, Span::raw(""), &instance.prompt, Style::new(), view);
        if let Some(convention) = &instance.convention {
            self.gap();
            let dim = view.theme.style(Role::Dim);
            self.markdown(0, Span::raw(""), &format!("Convention: {convention}."), dim, view);
        }
        if let Ask::Tracing { program, .. } = &instance.ask {
            self.gap();
            for line in program.lines() {
                self.row(vec![Span::styled(
                    inert(&line.replace('\t', "    ")).into_owned(),
                    view.theme.style(Role::Code),
                )]);
            }
        }
    }

    /// The hints; returns where the last one begins.
    fn hints(&mut self, room: &QuestionRoom, view: &View<'_>) -> Option<usize> {
        let mut last = None;
        for (i, hint) in room.sitting.hints_shown().iter().enumerate() {
            self.gap();
            last = Some(self.lines.len());
            let label = Span::styled(format!("Hint {}", i + 1), view.theme.style(Role::Accent));
            self.markdown(8, label, hint, Style::new(), view);
        }
        last
    }

    fn input(&mut self, room: &QuestionRoom, drawn: &Drawn, view: &View<'_>) {
        match (&room.input, &drawn.instance.ask) {
            (Input::Fields(fields), _) => self.fields(fields, room, drawn, view),
            (Input::Options(options), Ask::Choice { options: all, .. }) => self.options(options, all, room, view),
            (Input::Tracing(options, fields), _) => {
                let words = ["It does not compile.", "It compiles, and prints this:"];
                let all = words.map(|w| ChoiceOption { text: w.into(), right: false, reason: None });
                self.options(options, &all, room, view);
                if options.cursor() == Some(1) {
                    self.fields(fields, room, drawn, view);
                }
            }
            _ => {
                self.text("Answer this one aloud: Enter opens it, with its rubric.", view.theme.style(Role::Accent));
            }
        }
    }

    fn fields(&mut self, fields: &Fields, room: &QuestionRoom, drawn: &Drawn, view: &View<'_>) {
        let asked: &[_] = match &drawn.instance.ask {
            Ask::Numbers { answers, .. } => answers,
            _ => &[],
        };
        let count = asked.len().max(1);
        let label_width = asked.iter().map(|a| a.label.width()).max().unwrap_or(0);
        let indent = if label_width == 0 { 0 } else { label_width + 2 };
        let typing = room.phase == Phase::Field;
        let room_for_text = self.width.saturating_sub(indent + 1).max(8);
        for field in 0..count {
            let here = typing && field == fields.at;
            let label = asked.get(field).map_or("", |a| a.label.as_str());
            let marker = Span::styled(if here { "> " } else { "  " }, view.theme.style(Role::Accent));
            let (cursor, scroll) = fields.cursor(field, room_for_text);
            let text: String = inert(fields.text(field)).chars().skip(scroll).take(room_for_text).collect();
            let label = Span::styled(format!("{label:<indent$}"), view.theme.style(Role::Dim));
            let old = fields.is_old(field) && room.is_asking();
            // A unit that is being typed would stand there twice.
            let unit = asked.get(field).filter(|_| !names_unit(&text)).and_then(|a| a.unit_beyond_label());
            let unit = unit.map(|u| format!(" {u}")).unwrap_or_default();
            let text = Span::styled(text, view.theme.style(if old { Role::Dim } else { Role::Strong }));
            if here {
                self.cursor = Some((self.lines.len(), 2 + indent + cursor));
            }
            self.lines.push(Line::from(vec![marker, label, text, Span::styled(unit, view.theme.style(Role::Dim))]));
            if old && here {
                let said = "your last try: type to replace it, ← to mend it";
                self.indented(indent, "", said, view.theme.style(Role::Dim));
                continue;
            }
            let open = matches!(room.phase, Phase::Field | Phase::Actions);
            if let Some(asked) = asked.get(field).filter(|_| here || (count == 1 && open)) {
                let (said, role) = echo(&room.sitting.read(field, fields.text(field)), asked);
                let style = view.theme.style(role);
                for part in wrap(&said, self.width.saturating_sub(indent).max(10)) {
                    self.row(vec![Span::raw(" ".repeat(indent)), Span::styled(part, style)]);
                }
            }
        }
        if let Some(said) = room.said.as_ref().filter(|_| room.is_asking()) {
            self.gap();
            self.markdown(0, Span::raw(""), said, view.theme.style(Role::Warn), view);
        }
    }

    fn options(&mut self, options: &Options, all: &[ChoiceOption], room: &QuestionRoom, view: &View<'_>) {
        for (i, option) in all.iter().enumerate() {
            let here = options.cursor() == Some(i) && room.phase == Phase::Options;
            let ticked = options.many && options.chosen().contains(&i);
            let mark = if ticked { "x" } else { " " };
            let boxed = if options.many { format!("[{mark}]") } else { mark.to_string() };
            let mark = Span::styled(boxed, view.theme.style(if ticked { Role::Accent } else { Role::Dim }));
            let from = self.lines.len();
            self.option(i, option, mark, here, view);
            if here {
                self.keep = (from, self.lines.len());
            }
            self.gap();
        }
        if let Some(said) = room.said.as_ref().filter(|_| room.is_asking()) {
            self.text(said, view.theme.style(Role::Warn));
        }
    }

    /// One option after its mark and its letter.
    pub fn option(&mut self, i: usize, option: &ChoiceOption, mark: Span<'static>, here: bool, view: &View<'_>) {
        let letter = char::from_u32('a' as u32 + u32::try_from(i).unwrap_or(0)).unwrap_or(' ');
        let style = if here { view.theme.style(Role::Strong) } else { Style::new() };
        let at = self.lines.len();
        self.markdown(mark.content.width() + 4, Span::raw(""), &option.text, style, view);
        if let Some(line) = self.lines.get_mut(at) {
            let body: Vec<Span<'static>> = line.spans.drain(..).skip(3).collect();
            let cursor = if here { "> " } else { "  " };
            let letter_role = if here { Role::Accent } else { Role::Dim };
            let mut spans = vec![
                Span::styled(cursor, view.theme.style(Role::Accent)),
                mark,
                Span::styled(format!(" {letter}  "), view.theme.style(letter_role)),
            ];
            spans.extend(body);
            *line = Line::from(spans);
        }
    }

    /// "Which do you mean?" and "How sure are you?"
    fn asking_back(&mut self, room: &QuestionRoom, view: &View<'_>) {
        let choices: Vec<String> = match &room.phase {
            Phase::Readings { field, values } => {
                let typed = room.input.fields().map_or("", |f| f.text(*field));
                values.iter().map(|v| room.sitting.settle(*field, typed, *v)).collect()
            }
            Phase::Sure(_) => ["a guess", "think so", "sure"].map(String::from).into(),
            _ => return,
        };
        self.gap();
        let asked = if matches!(room.phase, Phase::Sure(_)) { "How sure are you?" } else { "Which do you mean?" };
        let mut spans = vec![Span::styled(asked, view.theme.style(Role::Strong))];
        for (i, choice) in choices.into_iter().enumerate() {
            spans.push(Span::styled(format!("    {}  ", i + 1), view.theme.style(Role::Key)));
            spans.push(Span::styled(choice, view.theme.style(Role::Text)));
        }
        self.row(spans);
    }
}
