//! Anki's text export → questions that `posenc quiz` asks: a short plain back is typed, any other is recalled and ticked.

use sha2::{Digest, Sha256};

use crate::content::Diagnostic;

use super::kind::is_directive;
use super::mdbook::{Answer, OneOrMany, Point, Prompt, Quiz, Theirs};
use super::report::{Report, counted};
use super::tags::{self, Field};

/// Backs up to this length, in one line and without markup, are typed.
const TYPED: usize = 32;

/// What the header of a file says.
#[derive(Clone, Debug)]
struct Header {
    separator: char,
    html: Option<bool>,
    /// Columns that hold no text of the card, from 1.
    guid: Option<usize>,
    others: Vec<usize>,
}

/// A record and the line where it begins, from 1.
struct Record {
    line: usize,
    cells: Vec<String>,
}

/// Reads a file: the questions, and what could not be carried.
pub fn read(shown: &str, text: &str) -> Result<(Quiz, Report), Box<Diagnostic>> {
    let (header, skipped) = header(text);
    let html = header.html.unwrap_or_else(|| text.contains("<br") || text.contains("</"));
    let mut report = Report::default();
    let mut questions = Vec::new();
    let (mut empty, mut cloze, mut longer, mut media, mut typed) = (Vec::new(), 0, 0, 0, 0);
    for record in records(shown, text, header.separator, skipped)? {
        let guid = header.guid.and_then(|column| record.cells.get(column - 1)).cloned().unwrap_or_default();
        let fields: Vec<&String> = record
            .cells
            .iter()
            .enumerate()
            .filter(|(i, _)| header.guid != Some(i + 1) && !header.others.contains(&(i + 1)))
            .map(|(_, cell)| cell)
            .collect();
        let [front, back, more @ ..] = fields.as_slice() else {
            empty.push(record.line);
            continue;
        };
        if front.contains("{{c") {
            cloze += 1;
            continue;
        }
        let (front, back) = (tags::read(front, html), tags::read(back, html));
        media += front.media + back.media;
        if front.plain.is_empty() || back.plain.is_empty() {
            empty.push(record.line);
            continue;
        }
        longer += usize::from(more.iter().any(|cell| !cell.trim().is_empty()));
        let question = question(&guid, front, &back);
        typed += usize::from(question.kind == "ShortAnswer");
        questions.push(question);
    }
    if questions.is_empty() {
        let message = "The file has no card with a front and a back.".to_owned();
        let cure = "In Anki, choose File, Export, \"Notes in Plain Text (.txt)\"; cloze notes have no back.".to_owned();
        return Err(Box::new(Diagnostic::of_file(shown, "no-card", message, cure)));
    }
    report.carried(counted(questions.len(), "card became a question", "cards became questions"));
    if typed > 0 && typed < questions.len() {
        report.carried(format!("{typed} of them with a short answer to type; the others you recall and tick"));
    }
    leave(&mut report, &empty, cloze, longer, media);
    Ok((Quiz { questions }, report))
}

fn leave(report: &mut Report, empty: &[usize], cloze: usize, longer: usize, media: usize) {
    if let Some(first) = empty.first() {
        report.left_out(format!(
            "{} without text on both sides (the first in line {first})",
            counted(empty.len(), "card", "cards")
        ));
    }
    if cloze > 0 {
        report.left_out(counted(cloze, "cloze note: it has no back", "cloze notes: they have no back"));
    }
    if longer > 0 {
        report.left_out(format!("what stands after the second field of {}", counted(longer, "card", "cards")));
    }
    if media > 0 {
        report.left_out(counted(media, "picture or sound", "pictures and sounds"));
    }
    report.left_out("tags, decks and Anki's schedule: the questions start as new");
}

fn question(guid: &str, front: Field, back: &Field) -> Theirs {
    let short = !back.plain.contains(['\n', '$', '`']) && back.plain.chars().count() <= TYPED;
    // Whatever stands in the way of a slug is hashed: history hangs on the note's id, not on its wording.
    let basis = if guid.is_empty() { &front.plain } else { guid };
    let digest = Sha256::digest(basis.as_bytes());
    let id: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let prompt = Prompt { prompt: Some(front.markdown), ..Prompt::default() };
    let (kind, answer, rubric) = if short {
        let answer = Answer { answer: Some(OneOrMany::One(back.plain.clone())), ..Answer::default() };
        ("ShortAnswer", answer, Vec::new())
    } else {
        let empty = || Some(String::new());
        let answer = Answer { key: Some(back.markdown.clone()), short: empty(), long: empty(), ..Answer::default() };
        ("Interview", answer, vec![Point { point: back.markdown.clone() }])
    };
    Theirs { id: Some(format!("card-{id}")), kind, title: None, context: None, prompt, answer, rubric }
}

/// The directives at the start, and how many bytes they take.
fn header(text: &str) -> (Header, usize) {
    let mut header = Header { separator: '\0', html: None, guid: None, others: Vec::new() };
    let mut used = 0;
    for line in text.split_inclusive('\n').take_while(|line| is_directive(line) || line.trim() == "#") {
        used += line.len();
        let Some((name, value)) = line.trim_start_matches('#').split_once(':') else { continue };
        let value = value.trim_end_matches(['\r', '\n']);
        let column = value.trim().parse::<usize>().ok().filter(|n| *n > 0);
        match name.trim().to_lowercase().as_str() {
            "separator" => header.separator = separator(value),
            "html" => header.html = Some(value.trim().eq_ignore_ascii_case("true")),
            "guid column" => header.guid = column,
            "notetype column" | "deck column" | "tags column" => header.others.extend(column),
            _ => {}
        }
    }
    if header.separator == '\0' {
        let first = text.get(used..).unwrap_or_default().lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
        header.separator = ['\t', ';', ','].into_iter().find(|c| first.contains(*c)).unwrap_or('\t');
    }
    (header, used)
}

fn separator(value: &str) -> char {
    match value.trim().to_lowercase().as_str() {
        "comma" => ',',
        "semicolon" => ';',
        "tab" | "\\t" => '\t',
        "space" => ' ',
        "pipe" => '|',
        "colon" => ':',
        _ => value.chars().next().unwrap_or('\t'),
    }
}

/// Rows of cells; a cell in quotes may hold separators, line ends and doubled quotes.
fn records(shown: &str, text: &str, separator: char, from: usize) -> Result<Vec<Record>, Box<Diagnostic>> {
    let mut all = Vec::new();
    let mut line = 1 + text.get(..from).unwrap_or_default().matches('\n').count();
    let mut record = Record { line, cells: Vec::new() };
    let mut cell = String::new();
    let mut opened: Option<usize> = None;
    let mut chars = text.char_indices().skip_while(|(at, _)| *at < from).peekable();
    while let Some((at, c)) = chars.next() {
        line += usize::from(c == '\n');
        match (c, opened) {
            ('"', Some(_)) if chars.next_if(|(_, next)| *next == '"').is_some() => cell.push('"'),
            ('"', Some(_)) => opened = None,
            ('"', None) if cell.is_empty() => opened = Some(at),
            ('\r', None) => {}
            ('\n', None) => {
                record.cells.push(std::mem::take(&mut cell));
                let done = std::mem::replace(&mut record, Record { line, cells: Vec::new() });
                push(&mut all, done);
            }
            (c, None) if c == separator => record.cells.push(std::mem::take(&mut cell)),
            (c, _) => cell.push(c),
        }
    }
    if let Some(at) = opened {
        let message = "A quote is opened here and never closed.".to_owned();
        let cure = "Close it, or double it if it belongs to the text.".to_owned();
        return Err(Box::new(Diagnostic::at(shown, text, at..at + 1, "open-quote", message, cure)));
    }
    record.cells.push(cell);
    push(&mut all, record);
    Ok(all)
}

/// A row that is empty, or a comment, is none.
fn push(all: &mut Vec<Record>, record: Record) {
    let blank = record.cells.iter().all(|cell| cell.trim().is_empty());
    let comment = record.cells.first().is_some_and(|cell| cell.starts_with('#')) && record.cells.len() == 1;
    if !blank && !comment {
        all.push(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_says_which_column_is_what() {
        let text = "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\nab\tWhat is <b>this</b>?\tRoPE\ta b\n";
        let (quiz, report) = read("f.txt", text).unwrap();
        let q = &quiz.questions[0];
        assert_eq!((q.kind, q.prompt.prompt.as_deref()), ("ShortAnswer", Some("What is **this**?")));
        assert!(report.done[0].starts_with("1 card"), "{report}");
    }

    #[test]
    fn quotes_hold_line_ends_and_the_wording_may_change() {
        let one = read("f", "#guid column:1\ng1\t\"two\nlines\"\t\"say \"\"yes\"\"\"\n").unwrap().0;
        let two = read("f", "#guid column:1\ng1\tother words\tyes\n").unwrap().0;
        assert_eq!(one.questions[0].id, two.questions[0].id);
        assert_eq!(one.questions[0].prompt.prompt.as_deref(), Some("two\nlines"));
    }

    #[test]
    fn what_is_no_card_is_reported_with_its_line() {
        let text = "front\tback\nonly a front\n{{c1::hole}}\tx\n";
        let (quiz, report) = read("f", text).unwrap();
        assert_eq!(quiz.questions.len(), 1);
        assert!(report.left.iter().any(|l| l.contains("line 2")), "{report}");
        assert!(report.left.iter().any(|l| l.contains("cloze")), "{report}");
    }

    #[test]
    fn an_open_quote_is_named_with_its_place() {
        let error = read("f", "a\tb\nc\t\"d\n").unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
        assert!(read("f", "\n\n").is_err());
    }
}
