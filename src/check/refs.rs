//! Everything that is named exists, and what exists is used.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Chapter;
use super::doc::Doc;
use crate::content::Diagnostic;
use crate::content::model::{Block, Kind, Question, Section, Set, SheetSpec};
use crate::content::read::Content;
use crate::names::did_you_mean;

/// Checks the references of a whole chapter.
pub fn check(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    let mut refs = Refs { chapter, found, tables: BTreeSet::new(), asked: BTreeSet::new(), rules: BTreeSet::new() };
    for doc in chapter.docs.iter().filter(|d| !d.foreign) {
        match &doc.content {
            Content::Chapter(meta) => {
                refs.sections(doc, &meta.sections);
                refs.sheet(doc, meta.sheet.as_ref());
                refs.confusable(doc, &meta.confusable);
            }
            Content::Section(section) => refs.section(doc, section),
            Content::Questions(questions) => {
                for (i, (question, _)) in questions.iter().enumerate() {
                    refs.question(doc, i, question);
                }
            }
            Content::Tables(tables) => {
                for (i, table) in tables.iter().enumerate() {
                    refs.source(doc, table.source.as_deref(), &format!("tables.{i}.source"));
                }
            }
            Content::Rules(_) | Content::Nothing => {}
        }
    }
    refs.unused();
}

struct Refs<'c, 'f> {
    chapter: &'c Chapter<'c>,
    found: &'f mut Vec<Diagnostic>,
    tables: BTreeSet<String>,
    asked: BTreeSet<String>,
    rules: BTreeSet<String>,
}

impl<'c> Refs<'c, '_> {
    fn sections(&mut self, doc: &Doc<'_>, listed: &[String]) {
        let all = &self.chapter.library.index().sections;
        for (i, id) in listed.iter().enumerate() {
            let known = all.iter().map(|s| s.id.as_ref());
            self.must_exist(doc, "section", "no-such-section", id, doc.span(&format!("sections.{i}")), known);
        }
        if !doc.is_sound() {
            return;
        }
        for section in all.iter().filter(|s| !listed.iter().any(|id| *id == s.id)) {
            if let Some(doc) = self.chapter.docs.get(section.file).filter(|d| d.is_sound()) {
                let message = format!("chapter.toml does not list the section `{}`.", section.id);
                let cure = "Add it to `sections` where it is to be read.";
                self.found.push(doc.error(doc.span("id"), "unlisted-section", message, cure));
            }
        }
    }

    /// What the cheat sheet names.
    fn sheet(&mut self, doc: &Doc<'_>, spec: Option<&SheetSpec>) {
        let Some(spec) = spec else { return };
        for (i, id) in spec.tables.iter().enumerate() {
            let known = self.chapter.library.index().tables.iter().map(|t| t.id.as_ref());
            self.must_exist(doc, "table", "no-such-table", id, doc.span(&format!("sheet.tables.{i}")), known);
        }
        let sections = self.chapter.docs.iter().filter_map(|d| match &d.content {
            Content::Section(section) => Some(section),
            _ => None,
        });
        let blocks = sections.flat_map(|s| &s.pages).flat_map(|p| &p.blocks);
        let names: Vec<&str> = blocks
            .filter_map(|block| match block {
                Block::Formula { name, .. } => Some(name.as_str()),
                _ => None,
            })
            .collect();
        for (i, name) in spec.formulas.iter().enumerate() {
            let span = doc.span(&format!("sheet.formulas.{i}"));
            self.must_exist(doc, "formula", "no-such-formula", name, span, names.iter().copied());
        }
    }

    fn confusable(&mut self, doc: &Doc<'_>, groups: &[Vec<String>]) {
        for (i, group) in groups.iter().enumerate() {
            for (k, id) in group.iter().enumerate() {
                self.asked_question(doc, id, &format!("confusable.{i}.{k}"));
            }
        }
    }

    /// A question that is named somewhere.
    fn asked_question(&mut self, doc: &Doc<'_>, id: &str, path: &str) {
        let known = self.chapter.library.index().questions.iter().map(|q| q.id.as_ref());
        self.must_exist(doc, "question", "no-such-question", id, doc.span(path), known);
    }

    fn pretest(&mut self, doc: &Doc<'_>, section: &Section) {
        for (i, id) in section.pretest.iter().enumerate() {
            let path = format!("pretest.{i}");
            self.asked_question(doc, id, &path);
            self.asked.insert(id.clone());
            let entry = self.chapter.library.index().questions.iter().find(|q| q.id == *id);
            if entry.is_some_and(|q| q.kind == "Interview") {
                let message = format!("`{id}` is answered aloud, which no pretest can show side by side.");
                let cure = "Name a question with options, a number or a word for an answer.";
                self.found.push(doc.error(doc.span(&path), "pretest-aloud", message, cure));
            }
            if section.pretest.iter().take(i).any(|earlier| earlier == id) {
                let message = format!("`{id}` stands in the pretest twice.");
                let cure = "Name three different questions.";
                self.found.push(doc.error(doc.span(&path), "pretest-twice", message, cure));
            }
        }
    }

    fn rules(&mut self, doc: &Doc<'_>, i: usize, question: &Question) {
        let Kind::Numeric(numeric) = &question.kind else { return };
        for (k, step) in numeric.steps.iter().enumerate() {
            let Some(rule) = &step.rule else { continue };
            let all = self.chapter.library.rules().unwrap_or_default();
            let known = all.iter().map(|r| r.id.as_str());
            let span = doc.span(&format!("questions.{i}.steps.{k}.rule"));
            self.must_exist(doc, "rule", "no-such-rule", rule, span, known);
            self.rules.insert(rule.clone());
        }
    }

    fn section(&mut self, doc: &Doc<'_>, section: &Section) {
        self.pretest(doc, section);
        for (i, page) in section.pages.iter().enumerate() {
            for (k, block) in page.blocks.iter().enumerate() {
                let at = format!("pages.{i}.blocks.{k}");
                match block {
                    Block::Table(id) => {
                        let known = self.chapter.library.index().tables.iter().map(|t| t.id.as_ref());
                        self.must_exist(doc, "table", "no-such-table", id, doc.span(&format!("{at}.table")), known);
                        self.tables.insert(id.clone());
                    }
                    Block::Ask(id) => {
                        self.asked_question(doc, id, &format!("{at}.ask"));
                        self.asked.insert(id.clone());
                    }
                    Block::Card(card) => self.source(doc, Some(&card.source), &format!("{at}.card.source")),
                    Block::Text(_) | Block::Formula { .. } | Block::Figure(..) => {}
                }
            }
        }
    }

    fn question(&mut self, doc: &Doc<'_>, i: usize, question: &Question) {
        self.rules(doc, i, question);
        if let Some(section) = &question.section {
            let known = self.chapter.library.index().sections.iter().map(|s| s.id.as_ref());
            let span = doc.span(&format!("questions.{i}.section"));
            let (section, page) = section.split_once('/').map_or((section.as_str(), None), |(s, p)| (s, Some(p)));
            self.must_exist(doc, "section", "no-such-section", section, span.clone(), known);
            let entry = self.chapter.library.index().sections.iter().find(|s| s.id == section);
            if let (Some(entry), Some(page)) = (entry, page) {
                let known = entry.pages.iter().map(|p| p.id.as_ref());
                self.must_exist(doc, "page", "no-such-page", page, span, known);
            }
        }
        self.source(doc, question.source.as_deref(), &format!("questions.{i}.source"));
        if let Kind::Interview(interview) = &question.kind {
            for (k, drill) in interview.drills.iter().enumerate() {
                let all = self.chapter.library.index().questions.iter();
                let known = all.filter(|q| q.kind == "Numeric").map(|q| q.id.as_ref());
                let span = doc.span(&format!("questions.{i}.drills.{k}"));
                self.must_exist(doc, "drill", "no-such-drill", drill, span, known);
            }
        }
    }

    fn source(&mut self, doc: &Doc<'_>, id: Option<&str>, path: &str) {
        let Some(id) = id else { return };
        let known = self.chapter.library.index().sources.iter().map(|s| s.id.as_ref());
        self.must_exist(doc, "source", "no-such-source", id, doc.span(path), known);
    }

    fn must_exist<'k>(
        &mut self,
        doc: &Doc<'_>,
        what: &str,
        code: &'static str,
        id: &str,
        span: Range<usize>,
        known: impl Iterator<Item = &'k str> + Clone,
    ) {
        if !known.clone().any(|k| k == id) && self.chapter.can_tell(what) {
            let message = format!("There is no {what} `{id}`.");
            let cure = if known.clone().next().is_none() { first_one(what) } else { did_you_mean(id, known) };
            self.found.push(doc.error(span, code, message, cure));
        }
    }

    /// Rules that no step names.
    fn unused_rules(&mut self) {
        for doc in self.chapter.docs.iter().filter(|d| !d.foreign && self.chapter.can_tell("question") && d.is_sound())
        {
            let Content::Rules(rules) = &doc.content else { continue };
            // A rule that is named wrongly somewhere may be the one that seems unused.
            if self.rules.iter().any(|named| !rules.iter().any(|r| r.id == *named)) {
                continue;
            }
            for (i, rule) in rules.iter().enumerate().filter(|(_, r)| !self.rules.contains(&r.id)) {
                let message = format!("No step names the rule `{}`.", rule.id);
                let cure = "Name it with `rule = …` in a step, or remove it.";
                let span = doc.span(&format!("rules.{i}.id"));
                self.found.push(doc.error(span, "unused-rule", message, cure).warning());
            }
        }
    }

    /// Tables that no page shows, questions for the page that no page asks.
    fn unused(mut self) {
        if !self.chapter.can_tell("section") {
            return;
        }
        let index = self.chapter.library.index();
        for table in index.tables.iter().filter(|t| !self.tables.contains(t.id.as_ref())) {
            let cure = "Show it with `table = …` in a block, or remove it.";
            let found = self.chapter.docs.get(table.file).map(|doc| never(doc, &table.id, "unused-table", cure));
            self.found.extend(found);
        }
        self.unused_rules();
        let spot = index.questions.iter().filter(|q| matches!(q.set, Set::Spot | Set::Pretest));
        for question in spot.filter(|q| !self.asked.contains(q.id.as_ref())) {
            let cure = match question.set {
                Set::Pretest => "Name it in the `pretest` of a section, or remove it.",
                _ => "Ask it with `ask = …` in a block, or move it to another set.",
            };
            let found =
                self.chapter.docs.get(question.file).map(|doc| never(doc, &question.id, "unused-question", cure));
            self.found.extend(found);
        }
    }
}

/// What to do where there is none of a kind yet.
fn first_one(what: &str) -> String {
    let place = match what {
        "section" => "as a file in the folder `sections`",
        "table" => "in `tables.toml`",
        "formula" => "as a block of a section",
        "rule" => "under `[[rules]]` in `rules.toml`",
        "source" => "under `[[sources]]` in `chapter.toml`",
        "drill" => "as a question in the folder `drills`",
        _ => "as a question in the folder `questions`",
    };
    format!("There is none yet: write the first one {place}.")
}

fn never(doc: &Doc<'_>, id: &str, code: &'static str, cure: &str) -> Diagnostic {
    let path = match &doc.content {
        Content::Tables(all) => all.iter().position(|t| t.id == id).map(|i| format!("tables.{i}.id")),
        Content::Questions(all) => all.iter().position(|(q, _)| q.id == id).map(|i| format!("questions.{i}.id")),
        _ => None,
    };
    let span = path.map(|path| doc.span(&path)).unwrap_or_default();
    doc.error(span, code, format!("No page shows `{id}`."), cure).warning()
}
