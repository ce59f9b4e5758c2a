//! Markdown's events → blocks.

use super::html::{Piece, pieces};
use super::model::{Block, Inline, Table};
use super::{Doc, Link, Problem, Role, Span, Target};
use crate::typeset::ascii::fold;
use crate::typeset::formula::{self, script, script::Way};
use crate::typeset::inert::inert;
use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// Lists and quotes deeper than this are laid out at this depth.
const DEEPEST: usize = 12;

/// Reads Markdown.
pub(super) fn read(markdown: &str, name: &dyn Fn(&Target) -> Option<String>) -> Doc {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH | Options::ENABLE_WIKILINKS;
    // `[@Press22]` is a reference that Markdown knows nothing about; the callback makes it a link.
    let source = |link: BrokenLink<'_>| {
        link.reference.strip_prefix('@').map(|id| (CowStr::from(format!("source:{id}")), CowStr::from("")))
    };
    let mut reader = Reader::new(name);
    for event in Parser::new_with_broken_link_callback(markdown, options, Some(source)) {
        reader.event(event);
    }
    reader.finish()
}

/// An open list, item or quote that gathers blocks.
enum Open {
    Document(Vec<Block>),
    Quote(Vec<Block>),
    List { start: Option<u64>, items: Vec<Vec<Block>> },
    Item(Vec<Block>),
}

struct Reader<'n> {
    name: &'n dyn Fn(&Target) -> Option<String>,
    open: Vec<Open>,
    /// Containers that were begun but not opened, because they are too deep.
    flattened: usize,
    inlines: Vec<Inline>,
    /// How runs are styled now.
    style: Span,
    strong: usize,
    emph: usize,
    struck: usize,
    code: Option<String>,
    /// Inside `<sup>` or `<sub>`.
    shifted: Option<Way>,
    heading: bool,
    table: Option<Table>,
    row: Vec<Vec<Inline>>,
    /// What links were inside of, to restore the role.
    plain_link: bool,
    doc: Doc,
}

impl<'n> Reader<'n> {
    fn new(name: &'n dyn Fn(&Target) -> Option<String>) -> Self {
        Self {
            name,
            open: vec![Open::Document(Vec::new())],
            flattened: 0,
            inlines: Vec::new(),
            style: Span::default(),
            strong: 0,
            emph: 0,
            struck: 0,
            code: None,
            shifted: None,
            heading: false,
            table: None,
            row: Vec::new(),
            plain_link: false,
            doc: Doc::default(),
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Html(text) | Event::InlineHtml(text) => self.html(&text),
            Event::Code(code) => self.run(Role::Code, &inert(&code), None),
            Event::InlineMath(latex) => self.inline_math(&latex),
            Event::DisplayMath(latex) => self.display_math(&latex),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.inlines.push(Inline::Break),
            Event::Rule => self.push(Block::Rule),
            Event::FootnoteReference(label) => self.text(&label),
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.flush(),
            Tag::Heading { .. } => {
                self.flush();
                self.heading = true;
            }
            Tag::BlockQuote(_) => self.open(Open::Quote(Vec::new())),
            Tag::List(start) => self.open(Open::List { start, items: Vec::new() }),
            Tag::Item => self.open(Open::Item(Vec::new())),
            Tag::CodeBlock(_) => {
                self.flush();
                self.code = Some(String::new());
            }
            Tag::Table(align) => {
                self.flush();
                self.table = Some(Table { align, ..Table::default() });
            }
            Tag::Emphasis => self.emph += 1,
            Tag::Strong => self.strong += 1,
            Tag::Strikethrough => self.struck += 1,
            Tag::Link { link_type, dest_url, .. } => self.link(link_type, &dest_url),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                self.shifted = None;
                self.flush();
            }
            TagEnd::Heading(_) => {
                let inlines = std::mem::take(&mut self.inlines);
                self.heading = false;
                self.push(Block::Heading(inlines));
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => self.close(),
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                let lines = code.lines().map(|line| inert(&line.replace('\t', "    ")).into_owned()).collect();
                self.push(Block::Code(lines));
            }
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.inlines)),
            TagEnd::TableHead => {
                let row = std::mem::take(&mut self.row);
                if let Some(table) = &mut self.table {
                    table.head = row;
                }
            }
            TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                if let Some(table) = &mut self.table {
                    table.rows.push(row);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.push(Block::Table(table));
                }
            }
            TagEnd::Emphasis => self.emph = self.emph.saturating_sub(1),
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Link => self.end_link(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.push_str(text);
            return;
        }
        // The text of a reference is written when it begins.
        if self.style.link.is_none() || self.plain_link {
            match self.shifted {
                Some(way) => {
                    let text = inert(&text.replace('-', "−")).into_owned();
                    let ascii = fold(&script::marked(&text, way)).into_owned();
                    let text = script::collapse(&text, way).unwrap_or_else(|| script::marked(&text, way));
                    self.run(self.style.role, &text, Some(ascii));
                }
                None => self.run(self.style.role, &inert(text), None),
            }
        }
    }

    /// Files of mdbook-quiz may hold HTML: raised and lowered text, emphasis and line ends are shown, other tags are not.
    fn html(&mut self, html: &str) {
        for piece in pieces(html) {
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Tag { name, closes } => match (name.as_str(), closes) {
                    ("sup", false) => self.shifted = Some(Way::Up),
                    ("sub", false) => self.shifted = Some(Way::Down),
                    ("sup" | "sub", true) => self.shifted = None,
                    ("b" | "strong", false) => self.strong += 1,
                    ("b" | "strong", true) => self.strong = self.strong.saturating_sub(1),
                    ("i" | "em", false) => self.emph += 1,
                    ("i" | "em", true) => self.emph = self.emph.saturating_sub(1),
                    ("br", _) => self.inlines.push(Inline::Break),
                    _ => {}
                },
            }
        }
    }

    fn run(&mut self, role: Role, text: &str, ascii: Option<String>) {
        let role = if self.style.link.is_some() && role == Role::Text { self.style.role } else { role };
        let span = Span {
            text: text.to_owned(),
            role,
            strong: self.strong > 0,
            emph: self.emph > 0,
            struck: self.struck > 0,
            link: self.style.link,
        };
        if let Some(link) = self.style.link.and_then(|at| self.doc.links.get_mut(at)) {
            link.text.push_str(text);
        }
        self.inlines.push(Inline::Text { span, ascii });
    }

    fn inline_math(&mut self, latex: &str) {
        let read = formula::inline_both(latex);
        match read {
            Ok((unicode, ascii)) => self.run(Role::Math, &unicode, Some(ascii)),
            Err(error) => {
                self.doc.problems.push(Problem { latex: latex.to_owned(), error });
                self.run(Role::Broken, &inert(&format!("${latex}$")), None);
            }
        }
    }

    /// In a paragraph a displayed formula stands between two paragraphs; in a cell or a heading it is inline.
    fn display_math(&mut self, latex: &str) {
        if self.table.is_some() || self.heading {
            return self.inline_math(latex);
        }
        match formula::check(latex) {
            Ok(()) => {
                self.flush();
                self.push(Block::Formula(latex.to_owned()));
            }
            Err(error) => {
                self.doc.problems.push(Problem { latex: latex.to_owned(), error });
                self.run(Role::Broken, &inert(&format!("$${latex}$$")), None);
            }
        }
    }

    fn link(&mut self, kind: LinkType, address: &str) {
        let target =
            match kind {
                LinkType::WikiLink { .. } => page(address),
                _ => Some(address.strip_prefix("source:").map_or_else(
                    || Target::Url(inert(address).into_owned()),
                    |id| Target::Source(inert(id).into_owned()),
                )),
            };
        let Some(target) = target else {
            return self.text("[[");
        };
        let block = self.top();
        let says = match &target {
            Target::Url(_) => None,
            Target::Source(id) => Some(format!("[{}]", (self.name)(&target).unwrap_or_else(|| id.clone()))),
            Target::Page { .. } if matches!(kind, LinkType::WikiLink { has_pothole: true }) => None,
            Target::Page { .. } => Some((self.name)(&target).unwrap_or_else(|| address.to_owned())),
        };
        self.style.role = if matches!(target, Target::Source(_)) { Role::Source } else { Role::Link };
        self.style.link = Some(self.doc.links.len());
        self.plain_link = says.is_none();
        self.doc.links.push(Link { target, text: String::new(), block });
        if let Some(says) = says {
            self.run(self.style.role, &inert(&says), None);
        }
    }

    fn end_link(&mut self) {
        if self.style.link.is_none() {
            return self.text("]]");
        }
        self.style = Span::default();
        self.plain_link = false;
    }

    /// The number of the top-level block that is being read.
    fn top(&self) -> usize {
        match self.open.first() {
            Some(Open::Document(blocks)) => blocks.len(),
            _ => 0,
        }
    }

    /// Ends the paragraph that is being gathered (tight list items have no paragraph of their own).
    fn flush(&mut self) {
        let inlines = std::mem::take(&mut self.inlines);
        let blank = |inline: &Inline| match inline {
            Inline::Text { span, .. } => span.text.trim().is_empty(),
            Inline::Break => true,
        };
        if !inlines.iter().all(blank) {
            self.push(Block::Paragraph(inlines));
        }
    }

    fn push(&mut self, block: Block) {
        if !self.inlines.is_empty() && !matches!(block, Block::Paragraph(_)) {
            self.flush();
        }
        match self.open.last_mut() {
            Some(Open::Document(blocks) | Open::Quote(blocks) | Open::Item(blocks)) => blocks.push(block),
            Some(Open::List { items, .. }) => items.push(vec![block]),
            None => {}
        }
    }

    fn open(&mut self, container: Open) {
        self.flush();
        if self.open.len() > DEEPEST {
            self.flattened += 1;
        } else {
            self.open.push(container);
        }
    }

    fn close(&mut self) {
        self.flush();
        if self.flattened > 0 {
            self.flattened -= 1;
            return;
        }
        let block = match self.open.pop() {
            Some(Open::Quote(blocks)) => Block::Quote(blocks),
            Some(Open::List { start, items }) => Block::List { start, items },
            Some(Open::Item(blocks)) => {
                if let Some(Open::List { items, .. }) = self.open.last_mut() {
                    items.push(blocks);
                }
                return;
            }
            Some(document @ Open::Document(_)) => return self.open.push(document),
            None => return,
        };
        self.push(block);
    }

    fn finish(mut self) -> Doc {
        self.flush();
        if let Some(Open::Document(blocks)) = self.open.into_iter().next() {
            self.doc.blocks = blocks;
        }
        self.doc
    }
}

/// A page's address, when it is made of slugs.
fn page(address: &str) -> Option<Target> {
    let slug = |text: &str| !text.is_empty() && text.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'));
    let (section, page) = match address.split_once('/') {
        Some((section, page)) => (section, Some(page)),
        None => (address, None),
    };
    (slug(section) && page.is_none_or(slug))
        .then(|| Target::Page { section: section.to_owned(), page: page.map(str::to_owned) })
}
