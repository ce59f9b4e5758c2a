//! The chapter as cards with a front and a back, in HTML. Calculations are frozen: fixed seeds, the same numbers for ever.

use crate::content::model::{Kind, Question, Set};
use crate::content::{Library, LoadError};
use crate::question::{Ask, Drawn, Seed, draw};
use crate::scheme::Scheme;
use crate::sitting::right_text;

use super::markup::{Maths, escape, html, spell_out};
use super::report::Report;

/// So many sets of numbers of each family.
pub const FROZEN: u64 = 3;

/// A card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Stable: the same question (and seed) has the same one in every export, so that Anki updates its note.
    pub guid: String,
    /// HTML.
    pub front: String,
    /// HTML.
    pub back: String,
    /// Words without spaces.
    pub tags: Vec<String>,
}

/// The seed of the n-th frozen instance, from 1.
pub fn frozen_seed(n: u64) -> Option<Seed> {
    Seed::parse(&format!("FROZEN{n}")).ok()
}

/// A question with the numbers of a frozen seed.
pub fn frozen(library: &Library, question: &Question, n: u64) -> Option<Drawn> {
    let hash = library.content_hash_of(&question.id).ok()?;
    let instance = draw(question, &frozen_seed(n)?, hash).ok()?;
    Some(Drawn { question: question.clone(), instance })
}

/// Every question of a chapter as a card, and what could not become one.
pub fn all(library: &Library) -> Result<(Vec<Card>, Report), LoadError> {
    let mut cards = Vec::new();
    let mut report = Report::default();
    let (mut choices, mut texts, mut prompts, mut families, mut numbers, mut figures) = (0, 0, 0, 0, 0, 0);
    for entry in library.index().questions.iter() {
        let question = library.question(&entry.id)?;
        figures += usize::from(question.figure.is_some());
        let numeric = matches!(question.kind, Kind::Numeric(_));
        match question.kind {
            Kind::Numeric(_) => families += 1,
            Kind::MultipleChoice { .. } => choices += 1,
            Kind::Interview(_) => prompts += 1,
            Kind::ShortAnswer { .. } | Kind::Tracing { .. } => texts += 1,
        }
        for n in 1..=if numeric { FROZEN } else { 1 } {
            match frozen(library, question, n) {
                Some(drawn) => {
                    numbers += usize::from(numeric);
                    let item = library.item(&question.id);
                    let guid = if numeric { format!("posenc/{item}/{n}") } else { format!("posenc/{item}") };
                    cards.push(Card {
                        guid,
                        front: front(library, &drawn),
                        back: back(library, &drawn),
                        tags: tags(question),
                    });
                }
                None => report.left_out(format!("`{}` with the frozen seed {n}: it cannot be drawn", question.id)),
            }
        }
    }
    let recalls = recalls(library, &mut cards)?;
    report.count(recalls, "card with a recall prompt", "cards with recall prompts");
    report.count(choices, "card with options", "cards with options");
    report.count(texts, "card with a short answer or a program", "cards with a short answer or a program");
    report.count(prompts, "card with a prompt and its rubric", "cards with a prompt and its rubric");
    if families > 0 {
        report.carried(format!(
            "{numbers} cards with calculations: {families} families, {FROZEN} frozen sets of numbers each"
        ));
    }
    report.left_out("fresh numbers, hints, and what is said about a wrong answer: a card has a front and a back");
    if figures > 0 {
        report.left_out(format!("the live figures of {figures} questions"));
    }
    report.left_out("your schedule: Anki keeps its own");
    Ok((cards, report))
}

/// The recall prompts at the ends of pages; returns how many.
fn recalls(library: &Library, cards: &mut Vec<Card>) -> Result<usize, LoadError> {
    let before = cards.len();
    for section in library.index().sections.iter() {
        for recall in library.section(&section.id)?.pages.iter().flat_map(|page| &page.recall) {
            let set = |text: &str| html(&spell_out(library, text), Maths::MathJax);
            let mut tags = vec!["posenc".to_owned(), "posenc::recall".to_owned()];
            tags.extend(section.scheme.map(|s| format!("posenc::scheme::{}", s.slug())));
            let guid = format!("posenc/{}", library.recall_item(&recall.id));
            cards.push(Card { guid, front: set(&recall.ask), back: set(&recall.answer), tags });
        }
    }
    Ok(cards.len() - before)
}

fn tags(question: &Question) -> Vec<String> {
    let set = match question.set {
        Set::Drill => "drill",
        Set::Interview => "interview",
        Set::SelfCheck => "self-check",
        Set::Spot => "spot",
        _ => "quiz",
    };
    let mut tags = vec!["posenc".to_owned(), format!("posenc::{set}")];
    tags.extend(question.scheme.map(|s: Scheme| format!("posenc::scheme::{}", s.slug())));
    tags
}

/// Writes HTML bit by bit.
struct Face<'a> {
    library: &'a Library,
    html: String,
}

impl Face<'_> {
    fn markdown(&mut self, text: &str) {
        self.html.push_str(&self.set(text));
    }

    fn set(&self, text: &str) -> String {
        html(&spell_out(self.library, text), Maths::MathJax)
    }

    fn line(&mut self, label: &str, text: &str) {
        self.html.push_str(&format!("<p><b>{label}</b> {}</p>", escape(text)));
    }

    fn list(&mut self, tag: &str, items: &[String]) {
        let close = tag.split(' ').next().unwrap_or(tag);
        let items: String = items.iter().map(|item| format!("<li>{}</li>", self.set(item))).collect();
        self.html.push_str(&format!("<{tag}>{items}</{close}>"));
    }

    fn program(&mut self, text: &str) {
        self.html.push_str(&format!("<pre><code>{}</code></pre>", escape(text.trim_end())));
    }
}

fn front(library: &Library, drawn: &Drawn) -> String {
    let mut face = Face { library, html: String::new() };
    face.markdown(&drawn.instance.prompt);
    if let Some(convention) = &drawn.instance.convention {
        face.line("Convention:", convention);
    }
    match &drawn.instance.ask {
        Ask::Choice { options, many } => {
            let texts: Vec<String> = options.iter().map(|o| o.text.clone()).collect();
            face.list(r#"ol type="A""#, &texts);
            if *many {
                face.line("", "More than one is right.");
            }
        }
        Ask::Tracing { program, .. } => {
            face.program(program);
            face.line("", "Does it compile? If so, what does it print?");
        }
        Ask::Numbers { .. } | Ask::Text { .. } | Ask::Rubric => {}
    }
    face.html
}

fn back(library: &Library, drawn: &Drawn) -> String {
    let mut face = Face { library, html: String::new() };
    match (&drawn.instance.ask, &drawn.question.kind) {
        (Ask::Choice { options, .. }, _) => {
            for (i, option) in options.iter().enumerate() {
                let letter = char::from(b'A' + u8::try_from(i % 26).unwrap_or(0));
                let text = face.set(&option.text);
                if option.right {
                    face.html.push_str(&format!("<div><b>{letter}, right:</b> {text}</div>"));
                } else if let Some(reason) = &option.reason {
                    let reason = face.set(reason);
                    face.html.push_str(&format!("<div>{letter}, wrong: {reason}</div>"));
                }
            }
        }
        (Ask::Rubric, Kind::Interview(interview)) => {
            face.markdown(&interview.key);
            let points: Vec<String> = interview
                .rubric
                .iter()
                .map(|p| if p.bonus { format!("{} (a bonus)", p.point) } else { p.point.clone() })
                .collect();
            face.list("ul", &points);
            face.markdown(&interview.short);
        }
        _ => face.line("", &right_text(drawn)),
    }
    let steps: Vec<String> = drawn.instance.steps.iter().map(|s| s.say.clone()).collect();
    if !steps.is_empty() {
        face.list("ol", &steps);
    }
    if let Some(context) = &drawn.instance.context {
        face.markdown(context);
    }
    face.html
}
