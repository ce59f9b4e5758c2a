//! Every text that readers see, with its place.

use super::doc::Doc;
use crate::content::model::{Block, Kind, Numeric, Question, Section, Table};
use crate::content::read::Content;

/// A text and where it stands.
pub struct Text<'d> {
    /// Its place, for [`Doc::span`].
    pub path: String,
    /// Itself.
    pub text: &'d str,
    /// Filled with numbers before it is shown.
    pub template: bool,
}

/// The texts of a file.
pub fn of<'d>(doc: &'d Doc<'_>) -> Vec<Text<'d>> {
    let mut texts = Texts(Vec::new());
    match &doc.content {
        Content::Section(section) => texts.section(section),
        Content::Questions(questions) => {
            for (i, (question, _)) in questions.iter().enumerate() {
                texts.question(&format!("questions.{i}"), question);
            }
        }
        Content::Tables(tables) => {
            tables.iter().enumerate().for_each(|(i, table)| texts.table(&format!("tables.{i}"), table))
        }
        Content::Rules(rules) => {
            for (i, rule) in rules.iter().enumerate() {
                texts.push(format!("rules.{i}.say"), &rule.say);
            }
        }
        Content::Chapter(_) | Content::Nothing => {}
    }
    texts.0
}

/// The templates of a numeric question.
pub fn templates<'d>(at: &str, question: &'d Question, numeric: &'d Numeric) -> Vec<Text<'d>> {
    let mut texts = Texts(Vec::new());
    texts.question_texts(at, question, true);
    texts.numeric(at, numeric);
    texts.0
}

struct Texts<'d>(Vec<Text<'d>>);

impl<'d> Texts<'d> {
    fn push(&mut self, path: String, text: &'d str) {
        self.0.push(Text { path, text, template: false });
    }

    fn list(&mut self, path: &str, texts: &'d [String]) {
        texts.iter().enumerate().for_each(|(i, text)| self.push(format!("{path}.{i}"), text));
    }

    fn section(&mut self, section: &'d Section) {
        self.push("summary".into(), &section.summary);
        self.list("objectives", &section.objectives);
        for (i, page) in section.pages.iter().enumerate() {
            for (k, block) in page.blocks.iter().enumerate() {
                let at = format!("pages.{i}.blocks.{k}");
                match block {
                    Block::Text(text) => self.push(format!("{at}.text"), text),
                    Block::Formula { note: Some(note), .. } => self.push(format!("{at}.note"), note),
                    Block::Figure(_, Some(caption)) => self.push(format!("{at}.caption"), caption),
                    Block::Card(card) => {
                        self.push(format!("{at}.card.says"), &card.says);
                        self.push(format!("{at}.card.evidence"), &card.evidence);
                    }
                    Block::Formula { .. } | Block::Figure(..) | Block::Table(_) | Block::Ask(_) => {}
                }
            }
            for (k, recall) in page.recall.iter().enumerate() {
                self.push(format!("pages.{i}.recall.{k}.ask"), &recall.ask);
                self.push(format!("pages.{i}.recall.{k}.answer"), &recall.answer);
            }
        }
    }

    fn table(&mut self, at: &str, table: &'d Table) {
        self.push(format!("{at}.title"), &table.title);
        self.push(format!("{at}.note"), &table.note);
        self.list(&format!("{at}.columns"), &table.columns);
        for (i, row) in table.rows.iter().enumerate() {
            self.list(&format!("{at}.rows.{i}"), row);
        }
    }

    fn question(&mut self, at: &str, question: &'d Question) {
        let before = self.0.len();
        self.question_texts(at, question, false);
        match &question.kind {
            Kind::MultipleChoice { answers, distractors, reasons, .. } => {
                match answers.as_slice() {
                    [one] => self.push(format!("{at}.answer.answer"), one),
                    many => self.list(&format!("{at}.answer.answer"), many),
                }
                self.list(&format!("{at}.prompt.distractors"), distractors);
                self.list(&format!("{at}.prompt.reasons"), reasons);
            }
            Kind::Interview(interview) => {
                for (key, text) in [("key", &interview.key), ("short", &interview.short), ("long", &interview.long)] {
                    self.push(format!("{at}.answer.{key}"), text);
                }
                self.list(&format!("{at}.followups"), &interview.followups);
                for (i, wrong) in interview.wrong.iter().enumerate() {
                    self.push(format!("{at}.prompt.distractors.{i}"), &wrong.say);
                    self.push(format!("{at}.prompt.reasons.{i}"), &wrong.why);
                }
                for (i, point) in interview.rubric.iter().enumerate() {
                    self.push(format!("{at}.rubric.{i}.point"), &point.point);
                }
            }
            Kind::Numeric(numeric) => {
                self.numeric(at, numeric);
                self.0.iter_mut().skip(before).for_each(|text| text.template = true);
            }
            Kind::ShortAnswer { .. } | Kind::Tracing { .. } => {}
        }
    }

    fn question_texts(&mut self, at: &str, question: &'d Question, templates_only: bool) {
        self.push(format!("{at}.prompt.prompt"), &question.prompt);
        self.list(&format!("{at}.hints"), &question.hints);
        if let Some(context) = &question.context {
            self.push(format!("{at}.context"), context);
        }
        if let (Some(convention), false) = (&question.convention, templates_only) {
            self.push(format!("{at}.convention"), convention);
        }
    }

    fn numeric(&mut self, at: &str, numeric: &'d Numeric) {
        for (i, step) in numeric.steps.iter().enumerate() {
            self.push(format!("{at}.steps.{i}.say"), &step.say);
        }
        for (i, mistake) in numeric.mistakes.iter().enumerate() {
            self.push(format!("{at}.mistakes.{i}.say"), &mistake.say);
        }
    }
}
