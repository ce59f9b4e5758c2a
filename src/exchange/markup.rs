//! Markdown with formulas → HTML, the formulas for MathJax or as MathML. Raw HTML of the text is shown, never obeyed.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::content::{Library, inert};
use crate::typeset::formula;

/// How formulas are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maths {
    /// `\( … \)` and `\[ … \]`: Anki and other places with MathJax.
    MathJax,
    /// MathML: any browser, without scripts.
    MathMl,
}

/// HTML of a text whose references are spelled out already.
pub fn html(markdown: &str, maths: Maths) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH;
    let text = inert(markdown);
    let mut writer = Writer { out: String::new(), maths, align: Vec::new(), column: 0, head: false };
    for event in Parser::new_ext(&text, options) {
        writer.event(event);
    }
    writer.out.trim_end().to_owned()
}

/// The characters that mean something in HTML, harmless.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A formula. One that cannot be read stands as it was written.
pub fn formula(latex: &str, display: bool, maths: Maths) -> String {
    let latex = latex.trim();
    match maths {
        Maths::MathJax if display => format!(r"\[{}\]", escape(latex)),
        Maths::MathJax => format!(r"\({}\)", escape(latex)),
        Maths::MathMl => mathml(latex, display).unwrap_or_else(|| format!("<code>{}</code>", escape(latex))),
    }
}

fn mathml(latex: &str, display: bool) -> Option<String> {
    use pulldown_latex::config::{DisplayMode, RenderConfig};
    formula::check(latex).ok()?;
    let storage = pulldown_latex::Storage::new();
    let parser = pulldown_latex::Parser::new(latex, &storage);
    let display_mode = if display { DisplayMode::Block } else { DisplayMode::Inline };
    let mut out = String::new();
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    pulldown_latex::mathml::push_mathml(&mut out, parser, config).ok()?;
    Some(words(&out))
}

/// Upright letters in a row are one word: `softmax`, not seven variables beside one another.
fn words(mathml: &str) -> String {
    const OPEN: &str = "<mi mathvariant=\"normal\">";
    const BETWEEN: &str = "</mi><mi mathvariant=\"normal\">";
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some((before, from)) = rest.split_once(OPEN) {
        out.push_str(before);
        let mut word = String::new();
        let mut left = from;
        while let Some(letter) = left.chars().next() {
            word.push(letter);
            left = left.get(letter.len_utf8()..).unwrap_or_default();
            match left.strip_prefix(BETWEEN) {
                Some(next) => left = next,
                None => break,
            }
        }
        // More than one character in `mi` is upright by itself.
        out.push_str(if word.chars().count() > 1 { "<mi>" } else { OPEN });
        out.push_str(&word);
        rest = left;
    }
    out.push_str(rest);
    out
}

/// References of the house, `[@Press22]` and `[[rope/cancel]]`, in words. What names nothing stays as it is.
pub fn spell_out(library: &Library, markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find('[') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        match reference(library, from) {
            Some((words, length)) => {
                out.push_str(&words);
                rest = from.get(length..).unwrap_or_default();
            }
            None => {
                out.push('[');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// The words of the reference that a text begins with, and its length in bytes.
fn reference(library: &Library, text: &str) -> Option<(String, usize)> {
    let index = library.index();
    if let Some(inner) = text.strip_prefix("[@") {
        let id = inner.get(..inner.find(']')?)?;
        return Some((format!("[{}]", index.source_name(id)?), id.len() + 3));
    }
    let inner = text.strip_prefix("[[")?;
    let name = inner.get(..inner.find("]]")?)?;
    let length = name.len() + 4;
    let (address, says) = name.split_once('|').map_or((name, None), |(a, s)| (a, Some(s)));
    let (section, page) = address.split_once('/').map_or((address, None), |(s, p)| (s, Some(p)));
    let section = index.sections.iter().find(|s| s.id == section)?;
    let title = match page {
        Some(page) => &section.pages.iter().find(|p| p.id == page)?.title,
        None => &section.title,
    };
    Some((says.unwrap_or(title).to_owned(), length))
}

struct Writer {
    out: String,
    maths: Maths,
    align: Vec<Alignment>,
    column: usize,
    head: bool,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.out.push_str(&escape(&text)),
            Event::Code(code) => self.out.push_str(&format!("<code>{}</code>", escape(&code))),
            Event::InlineMath(latex) => self.out.push_str(&formula(&latex, false, self.maths)),
            Event::DisplayMath(latex) => self.out.push_str(&formula(&latex, true, self.maths)),
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::FootnoteReference(label) => self.out.push_str(&escape(&label)),
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::Heading { level, .. } => self.out.push_str(&format!("<{level}>")),
            Tag::BlockQuote(_) => self.out.push_str("<blockquote>\n"),
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) if !info.trim().is_empty() => {
                let language = info.split([' ', ',']).next().unwrap_or_default();
                self.out.push_str(&format!("<pre><code class=\"language-{}\">", escape(language)));
            }
            Tag::CodeBlock(_) => self.out.push_str("<pre><code>"),
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::List(Some(1)) => self.out.push_str("<ol>\n"),
            Tag::List(Some(start)) => self.out.push_str(&format!("<ol start=\"{start}\">\n")),
            Tag::Item => self.out.push_str("<li>"),
            Tag::Table(align) => {
                self.align = align;
                self.out.push_str("<table>\n");
            }
            Tag::TableHead => {
                (self.head, self.column) = (true, 0);
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.column = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => {
                let right = matches!(self.align.get(self.column), Some(Alignment::Right));
                let class = if right { " class=\"n\"" } else { "" };
                self.out.push_str(&format!("<{}{class}>", self.cell()));
            }
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<del>"),
            Tag::Link { dest_url, .. } if is_web(&dest_url) => {
                self.out.push_str(&format!("<a href=\"{}\">", escape(&dest_url)));
            }
            Tag::Link { .. } => self.out.push_str("<a>"),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>\n"),
            TagEnd::Heading(level) => self.out.push_str(&format!("</{level}>\n")),
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::CodeBlock => self.out.push_str("</code></pre>\n"),
            TagEnd::List(true) => self.out.push_str("</ol>\n"),
            TagEnd::List(false) => self.out.push_str("</ul>\n"),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::Table => self.out.push_str("</tbody></table>\n"),
            TagEnd::TableHead => {
                self.head = false;
                self.out.push_str("</tr></thead>\n<tbody>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => {
                self.column += 1;
                self.out.push_str(&format!("</{}>", self.cell()));
            }
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</del>"),
            TagEnd::Link => self.out.push_str("</a>"),
            _ => {}
        }
    }

    fn cell(&self) -> &'static str {
        if self.head { "th" } else { "td" }
    }
}

fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_mathjax_or_mathml() {
        assert_eq!(html("Slope $m<1$.", Maths::MathJax), r"<p>Slope \(m&lt;1\).</p>");
        assert!(html("$$a^2$$", Maths::MathJax).contains(r"\[a^2\]"));
        let ml = html(r"$\frac{a}{b}$", Maths::MathMl);
        assert!(ml.contains("<math") && ml.contains("<mfrac>"), "{ml}");
        assert!(html(r"$\mathrm{softmax}(x)$", Maths::MathMl).contains("<mi>softmax</mi>"));
        assert!(html(r"$\mathrm{d}x$", Maths::MathMl).contains("<mi mathvariant=\"normal\">d</mi>"));
        assert_eq!(formula(r"\frac{a", false, Maths::MathMl), r"<code>\frac{a</code>");
    }

    #[test]
    fn raw_html_and_other_addresses_are_shown_not_obeyed() {
        let text = html("<script>alert(1)</script>\n\nA <b>word</b>, [x](javascript:alert), `a<b`", Maths::MathJax);
        assert!(!text.contains("<script") && !text.contains("<b>") && !text.contains("javascript"), "{text}");
        assert!(text.contains("<code>a&lt;b</code>"), "{text}");
    }

    #[test]
    fn two_papers_of_one_name_and_year_are_told_apart() {
        let library = Library::embedded();
        let text = spell_out(&library, "[@Wang24] [@Wang24bf16] [@Wang21]");
        assert_eq!(text, "[Wang et al. 2024a] [Wang et al. 2024b] [Wang et al. 2021]");
    }

    #[test]
    fn references_are_spelled_out_and_other_brackets_stay() {
        let library = Library::embedded();
        let text = spell_out(&library, "See [[rope]] and [@Press22]; v[[0]] and [x] and [@Nobody] stay.");
        let rope = &library.index().sections.iter().find(|s| s.id == "rope").unwrap().title;
        let press = library.index().sources.iter().find(|s| s.id == "Press22").unwrap().name();
        assert_eq!(text, format!("See {rope} and [{press}]; v[[0]] and [x] and [@Nobody] stay."));
    }

    #[test]
    fn code_and_tables_keep_their_shape() {
        let text = html("```rust,ignore\nlet a = 1;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |", Maths::MathMl);
        assert!(text.contains("<pre><code class=\"language-rust\">let a = 1;\n</code></pre>"), "{text}");
        assert!(text.contains("<th class=\"n\">b</th>") && text.contains("<td class=\"n\">2</td>"), "{text}");
    }
}
