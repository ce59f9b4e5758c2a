//! The terms of a rubric: each asks for something, once, and the author's own model answers have it.

use super::Chapter;
use super::doc::Doc;
use crate::content::Diagnostic;
use crate::content::model::{Interview, Kind};
use crate::content::read::Content;
use crate::sitting::mention::terms::Term;

/// Checks the terms of all rubrics.
pub fn check(chapter: &Chapter<'_>, found: &mut Vec<Diagnostic>) {
    for doc in chapter.docs.iter().filter(|d| !d.foreign && d.is_sound()) {
        let Content::Questions(questions) = &doc.content else {
            continue;
        };
        for (i, (question, _)) in questions.iter().enumerate() {
            if let Kind::Interview(interview) = &question.kind {
                rubric(doc, &format!("questions.{i}.rubric"), interview, found);
            }
        }
    }
}

fn rubric(doc: &Doc<'_>, at: &str, interview: &Interview, found: &mut Vec<Diagnostic>) {
    for (i, point) in interview.rubric.iter().enumerate() {
        let terms: Vec<Term> = point.terms.iter().map(|written| Term::new(written)).collect();
        for (k, (term, written)) in terms.iter().zip(&point.terms).enumerate() {
            let span = doc.span(&format!("{at}.{i}.terms.{k}"));
            let same = terms.iter().take(k).any(|earlier| earlier == term);
            found.extend(complaint(term, written, same, interview).map(|(code, message, cure)| {
                let finding = doc.error(span, code, message, cure);
                if code == "empty-term" { finding } else { finding.warning() }
            }));
        }
    }
}

/// What is wrong with a term: code, sentence, cure.
fn complaint(
    term: &Term,
    written: &str,
    same: bool,
    interview: &Interview,
) -> Option<(&'static str, String, &'static str)> {
    if term.has_empty_way() {
        let message = format!("The term `{written}` has an alternative with nothing in it.");
        return Some(("empty-term", message, "Write words or a `$formula$` between the bars, or take the bar out."));
    }
    if same {
        let message = format!("The term `{written}` stands twice in this point.");
        return Some(("repeated-term", message, "Take one of them out: each term is needed once."));
    }
    if let Some(way) = term.repeated_way() {
        let message = format!("`{way}` is found by an earlier alternative of this term already.");
        return Some(("repeated-term", message, "Take it out: endings, capitals and spaces make no difference."));
    }
    if !term.occurs(&interview.short) && !term.occurs(&interview.long) {
        let message = format!("Neither model answer has the term `{written}`.");
        let cure = "Add an alternative in the words of the model answers, or say the point in one of them.";
        return Some(("unmet-term", message, cure));
    }
    None
}
