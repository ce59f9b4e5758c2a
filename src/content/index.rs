//! What a chapter contains, without its text: enough for Home, contents and lists.
//!
//! `build.rs` includes this file too and prints the index of the embedded chapter as constants, so that the first frame
//! parses no TOML. It is tolerant: it takes what it finds and leaves complaints to the reader.

use std::borrow::Cow;

use serde::Serialize;
use sha2::{Digest, Sha256};
use toml::de::{DeTable, DeValue};

use super::model::{Difficulty, Set};
use crate::scheme::Scheme;

/// Text that is a constant in the embedded chapter and owned in one that was opened.
pub type Text = Cow<'static, str>;

/// A list that is a constant in the embedded chapter and owned in one that was opened.
pub type List<T> = Cow<'static, [T]>;

/// What a chapter contains.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Index {
    /// Title of the chapter.
    pub title: Text,
    /// One line below the title.
    pub subtitle: Text,
    /// Language, as in HTML.
    pub lang: Text,
    /// Sections in reading order.
    pub sections: List<SectionEntry>,
    /// Questions: quiz, self-check, interview, spot, then drills in the order of the schemes.
    pub questions: List<QuestionEntry>,
    /// What the chapter cites.
    pub sources: List<SourceEntry>,
    /// Result tables.
    pub tables: List<TableEntry>,
}

impl Index {
    /// How a sentence names a source; papers of one name and year are told apart: `Wang et al. 2024a`, `Wang et al. 2024b`.
    pub fn source_name(&self, id: &str) -> Option<String> {
        let name = self.sources.iter().find(|s| s.id == id)?.name();
        let alike: Vec<&SourceEntry> = self.sources.iter().filter(|s| s.name() == name).collect();
        if alike.len() < 2 {
            return Some(name);
        }
        let letter = ('a'..='z').zip(alike).find(|(_, s)| s.id == id)?.0;
        Some(format!("{name}{letter}"))
    }
}

/// A section in a list.
#[derive(Clone, Debug, Serialize)]
pub struct SectionEntry {
    /// Place of its file in the list of files.
    pub file: usize,
    /// Slug.
    pub id: Text,
    /// Title.
    pub title: Text,
    /// The scheme that it teaches.
    pub scheme: Option<Scheme>,
    /// Reading time.
    pub minutes: u32,
    /// One line.
    pub summary: Text,
    /// Ids of the questions asked before and after it.
    pub pretest: List<Text>,
    /// Its pages.
    pub pages: List<PageEntry>,
}

/// A page in a list.
#[derive(Clone, Debug, Serialize)]
pub struct PageEntry {
    /// Slug, unique in the section.
    pub id: Text,
    /// Title.
    pub title: Text,
    /// Ids of what is recalled at its end.
    pub recall: List<Text>,
}

/// A question in a list.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionEntry {
    /// Place of its file in the list of files.
    pub file: usize,
    /// Place in its file, from 0.
    pub place: usize,
    /// Slug.
    pub id: Text,
    /// Earlier ids.
    pub was: List<Text>,
    /// Short name.
    pub title: Text,
    /// `ShortAnswer`, `MultipleChoice`, `Tracing`, `Numeric` or `Interview`.
    pub kind: Text,
    /// The set.
    pub set: Set,
    /// The scheme it is about.
    pub scheme: Option<Scheme>,
    /// The section or page that explains it: `rope` or `rope/cancel`.
    pub section: Option<Text>,
    /// Skills that it exercises.
    pub skills: List<Text>,
    /// How hard.
    pub difficulty: Difficulty,
    /// It has a variant for the head alone.
    pub mental: bool,
}

/// A source in a list.
#[derive(Clone, Debug, Serialize)]
pub struct SourceEntry {
    /// Short name, as in `[@Press22]`.
    pub id: Text,
    /// Authors as printed.
    pub authors: Text,
    /// Title as printed.
    pub title: Text,
    /// Year of first publication.
    pub year: u16,
}

impl SourceEntry {
    /// How a sentence names it: `Shaw et al. 2018`, `Wang and Chen 2020`, `Irie 2025`.
    pub fn name(&self) -> String {
        let many = self.authors.strip_suffix(" and others");
        let mut names = many.unwrap_or(&self.authors).split(',').map(str::trim);
        let first = names.next().unwrap_or_default();
        match (names.next(), names.next()) {
            (None, _) if many.is_none() => format!("{first} {}", self.year),
            (Some(second), None) if many.is_none() => format!("{first} and {second} {}", self.year),
            _ => format!("{first} et al. {}", self.year),
        }
    }
}

/// A result table in a list.
#[derive(Clone, Debug, Serialize)]
pub struct TableEntry {
    /// Place of its file in the list of files.
    pub file: usize,
    /// Slug.
    pub id: Text,
    /// Title.
    pub title: Text,
}

/// The index of a chapter, from its files in the order of [`order`]: name inside the chapter, text.
pub fn scan<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Index {
    let mut index = Index { lang: "en".into(), ..Index::default() };
    let mut order = Vec::new();
    let mut sections = Vec::new();
    for (file, (name, text)) in files.into_iter().enumerate() {
        let (tree, _) = DeTable::parse_recoverable(text);
        let table = tree.get_ref();
        if name == "chapter.toml" {
            order = strings(table, "sections");
            scan_chapter(table, &mut index);
        } else if name.starts_with("sections/") {
            sections.extend(scan_section(file, table));
        } else if name.ends_with(".toml") {
            scan_questions(file, name, table, index.questions.to_mut());
            for entry in tables(table, "tables") {
                let id = text_of(entry, "id");
                index.tables.to_mut().push(TableEntry { file, id, title: text_of(entry, "title") });
            }
        }
    }
    sections.sort_by_key(|s| order.iter().position(|id| *id == s.id).unwrap_or(usize::MAX));
    index.sections = sections.into();
    index
}

/// Where a file stands: the chapter, tables, sections by name, the sets in their order, drills in the order of the schemes.
pub fn order(name: &str) -> (usize, usize, String) {
    let room = match name.split('/').next().unwrap_or_default() {
        "chapter.toml" => 0,
        "sections" => 2,
        "questions" => 3,
        "drills" => 4,
        _ => 1,
    };
    let stem = stem(name);
    let place = match room {
        3 => ["quiz", "self-check", "interview", "spot", "pretest"].iter().position(|s| *s == stem),
        4 => Scheme::ALL.iter().position(|s| s.slug() == stem),
        _ => Some(0),
    };
    (room, place.unwrap_or(usize::MAX), name.to_owned())
}

/// The set that the questions of a file belong to.
pub fn set_of(name: &str) -> Set {
    if name.starts_with("drills/") {
        return Set::Drill;
    }
    match (name.starts_with("questions/"), stem(name)) {
        (true, "quiz") => Set::Quiz,
        (true, "self-check") => Set::SelfCheck,
        (true, "interview") => Set::Interview,
        (true, "spot") => Set::Spot,
        (true, "pretest") => Set::Pretest,
        _ => Set::Other,
    }
}

/// The name of a file without folder and ending.
pub fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".toml").unwrap_or(file)
}

/// The id of a question that has none: file stem and a short hash of what it asks.
pub fn fallback_id(name: &str, prompt: &str) -> String {
    format!("{}-{}", stem(name), hex(&Sha256::digest(prompt.as_bytes()), 4))
}

/// The first words of a prompt, for a question without a title.
pub fn short_title(prompt: &str) -> String {
    let line = prompt.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with("```")).unwrap_or_default();
    let line = line.trim_matches(|c| "*#> ".contains(c));
    let mut title = String::new();
    for word in line.split_whitespace() {
        if !title.is_empty() && title.chars().count() + word.chars().count() > 56 {
            title.push('…');
            break;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(word);
    }
    title
}

/// What changes when any file of the chapter changes: SHA-256 over names and texts, as hex.
pub fn hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut hasher = Sha256::new();
    for (name, text) in files {
        for part in [name, text] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hex(&hasher.finalize(), 32)
}

/// The first `bytes` of a digest as hex.
pub fn hex(digest: &[u8], bytes: usize) -> String {
    digest.iter().take(bytes).map(|b| format!("{b:02x}")).collect()
}

fn scan_chapter(table: &DeTable<'_>, index: &mut Index) {
    index.title = text_of(table, "title");
    index.subtitle = text_of(table, "subtitle");
    if let Some(lang) = text(table, "lang") {
        index.lang = lang.to_owned().into();
    }
    let entry = |t: &DeTable<'_>| SourceEntry {
        id: text_of(t, "id"),
        authors: text_of(t, "authors"),
        title: text_of(t, "title"),
        year: whole(t, "year"),
    };
    index.sources = tables(table, "sources").map(entry).collect();
}

fn scan_section(file: usize, table: &DeTable<'_>) -> Option<SectionEntry> {
    let page = |t: &DeTable<'_>| PageEntry {
        id: text_of(t, "id"),
        title: text_of(t, "title"),
        recall: tables(t, "recall").map(|r| text_of(r, "id")).collect(),
    };
    Some(SectionEntry {
        file,
        id: text(table, "id")?.to_owned().into(),
        title: text_of(table, "title"),
        scheme: text(table, "scheme").and_then(Scheme::from_slug),
        minutes: whole(table, "minutes"),
        summary: text_of(table, "summary"),
        pretest: strings(table, "pretest").into_iter().map(Cow::from).collect(),
        pages: tables(table, "pages").map(page).collect(),
    })
}

fn scan_questions(file: usize, name: &str, table: &DeTable<'_>, into: &mut Vec<QuestionEntry>) {
    for (place, t) in tables(table, "questions").enumerate() {
        let asked = table_of(t, "prompt").and_then(|p| text(p, "prompt").or_else(|| text(p, "program")));
        let prompt = asked.unwrap_or_default();
        let title = text(t, "title").map_or_else(|| short_title(prompt), str::to_owned);
        into.push(QuestionEntry {
            file,
            place,
            id: text(t, "id").map_or_else(|| fallback_id(name, prompt), str::to_owned).into(),
            was: strings(t, "was").into_iter().map(Cow::from).collect(),
            title: title.into(),
            kind: text_of(t, "type"),
            set: set_of(name),
            scheme: text(t, "scheme").and_then(Scheme::from_slug),
            section: text(t, "section").map(|s| s.to_owned().into()),
            skills: strings(t, "skills").into_iter().map(Cow::from).collect(),
            difficulty: match text(t, "difficulty") {
                Some("medium") => Difficulty::Medium,
                Some("hard") => Difficulty::Hard,
                _ => Difficulty::Easy,
            },
            mental: table_of(t, "mental").is_some(),
        });
    }
}

fn text<'t>(table: &'t DeTable<'_>, key: &str) -> Option<&'t str> {
    table.get(key)?.get_ref().as_str()
}

fn text_of(table: &DeTable<'_>, key: &str) -> Text {
    text(table, key).unwrap_or_default().to_owned().into()
}

fn whole<T: TryFrom<i64> + Default>(table: &DeTable<'_>, key: &str) -> T {
    let number = table.get(key).and_then(|v| v.get_ref().as_integer());
    number
        .and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok())
        .and_then(|n| T::try_from(n).ok())
        .unwrap_or_default()
}

fn strings(table: &DeTable<'_>, key: &str) -> Vec<String> {
    match table.get(key).map(|v| v.get_ref()) {
        Some(DeValue::Array(items)) => items.iter().filter_map(|v| v.get_ref().as_str()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn table_of<'t, 's>(table: &'t DeTable<'s>, key: &str) -> Option<&'t DeTable<'s>> {
    table.get(key)?.get_ref().as_table()
}

fn tables<'t, 's>(table: &'t DeTable<'s>, key: &str) -> impl Iterator<Item = &'t DeTable<'s>> {
    let array = table.get(key).and_then(|v| v.get_ref().as_array());
    array.into_iter().flat_map(|a| a.iter()).filter_map(|v| v.get_ref().as_table())
}
