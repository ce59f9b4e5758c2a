//! A chapter that can be asked for its parts.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::diagnostic::Diagnostic;
use super::embedded;
use super::index::{self, Index, PageEntry, QuestionEntry, SectionEntry};
use super::model::{ChapterMeta, Question, Recall, Rule, Section, Set, SheetSpec, Source, Table};
use super::read::{self, Content, disk, has_errors};
use crate::names::did_you_mean;

/// What stands before the id of a recall prompt in the log.
const RECALL: &str = "recall/";

/// A chapter: its index at once, its files on first use.
#[derive(Debug)]
pub struct Library {
    slug: Cow<'static, str>,
    files: Vec<File>,
    index: Cow<'static, Index>,
    hash: Cow<'static, str>,
}

/// One file of a chapter.
#[derive(Debug)]
pub struct File {
    /// Its name inside the chapter: `sections/05-rope.toml`.
    pub name: Cow<'static, str>,
    /// Its name in reports.
    pub shown: String,
    /// Its text.
    pub text: Cow<'static, str>,
    content: OnceLock<Result<Content, Vec<Diagnostic>>>,
}

/// Why a part of a chapter can't be had.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no such part.
    #[error("There is no {what} `{id}`. {cure}")]
    Missing {
        /// "section", "question"…
        what: &'static str,
        /// What was asked for.
        id: String,
        /// The nearest name.
        cure: String,
    },
    /// Its file has errors.
    #[error("{}", first(.0))]
    Broken(Vec<Diagnostic>),
}

fn first(found: &[Diagnostic]) -> String {
    found.first().map(ToString::to_string).unwrap_or_default()
}

impl File {
    fn new(name: String, shown: String, text: String) -> File {
        File { name: name.into(), shown, text: text.into(), content: OnceLock::new() }
    }

    /// What the file holds, parsed once.
    fn content(&self) -> Result<&Content, LoadError> {
        let read = || {
            let (content, found) = read::read(&self.name, &self.shown, &self.text);
            if has_errors(&found) { Err(found) } else { Ok(content) }
        };
        self.content.get_or_init(read).as_ref().map_err(|found| LoadError::Broken(found.clone()))
    }
}

impl Library {
    /// The chapter inside the program. Parses nothing.
    pub fn embedded() -> Library {
        let file = |(name, text): &(&'static str, &'static str)| File {
            name: Cow::Borrowed(name),
            shown: format!("{}/{name}", embedded::ROOT),
            text: Cow::Borrowed(text),
            content: OnceLock::new(),
        };
        Library {
            slug: Cow::Borrowed(embedded::SLUG),
            files: embedded::FILES.iter().map(file).collect(),
            index: Cow::Borrowed(&embedded::INDEX),
            hash: Cow::Borrowed(embedded::HASH),
        }
    }

    /// A chapter folder, or one file of questions. Every file is read; all errors are gathered.
    pub fn open(path: &Path) -> Result<Library, Vec<Diagnostic>> {
        let library = Library::files_of(path)?;
        let mut found = Vec::new();
        for file in &library.files {
            if let Err(LoadError::Broken(more)) = file.content() {
                found.extend(more);
            }
        }
        if found.is_empty() {
            found.extend(library.twice(path));
        }
        if has_errors(&found) { Err(found) } else { Ok(library) }
    }

    /// A question whose id another one has too: it could never be asked.
    fn twice(&self, path: &Path) -> Option<Diagnostic> {
        let mut seen = std::collections::HashSet::new();
        let id = self.index.questions.iter().map(|q| &q.id).find(|id| !seen.insert(*id))?;
        let cure = "Rename one of them; `posenc check` names both places.".to_owned();
        let message = format!("Two questions have the id `{id}`.");
        Some(Diagnostic::of_file(&path.display().to_string(), "duplicate-id", message, cure))
    }

    /// One file of questions, ours or of mdbook-quiz.
    pub fn from_question_file(path: &Path) -> Result<Library, Vec<Diagnostic>> {
        Library::open(path)
    }

    /// The files of a chapter as they are, with an index of what can be recognised. [`crate::check`] starts here.
    pub fn files_of(path: &Path) -> Result<Library, Vec<Diagnostic>> {
        let mut files = Vec::new();
        let mut found = Vec::new();
        if path.is_dir() {
            collect(path, path, &mut files, &mut found);
            if !files.iter().any(|f: &File| f.name == "chapter.toml") {
                let cure = "Name a chapter folder, or one file of questions.".to_owned();
                found.push(Diagnostic::of_file(
                    &path.display().to_string(),
                    "no-chapter",
                    "The folder has no chapter.toml.".into(),
                    cure,
                ));
            }
        } else {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            read_file(name, path, &mut files, &mut found);
            if found.is_empty() && path.extension().is_none_or(|e| e != "toml") {
                found.push(no_toml(path));
            }
        }
        if !found.is_empty() {
            return Err(found);
        }
        files.sort_by_key(|f| index::order(&f.name));
        let pairs = || files.iter().map(|f| (f.name.as_ref(), f.text.as_ref()));
        let (index, hash) = (index::scan(pairs()), index::hash(pairs()));
        let name = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let slug = name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Library { slug: slug.into(), files, index: Cow::Owned(index), hash: Cow::Owned(hash) })
    }

    /// What the chapter contains.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The name of the chapter in the log: its folder, or the stem of its file.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// How the log calls a question: `chapter/id`.
    pub fn item(&self, id: &str) -> String {
        format!("{}/{id}", self.slug)
    }

    /// The id of a question that the log calls so, if it is of this chapter.
    pub fn id_of<'a>(&self, item: &'a str) -> Option<&'a str> {
        item.strip_prefix(self.slug.as_ref())?.strip_prefix('/')
    }

    /// The files, in the order of the index.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// SHA-256 of the whole chapter, as hex.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// A section by id.
    pub fn section(&self, id: &str) -> Result<&Section, LoadError> {
        let sections = &self.index.sections;
        let entry = sections.iter().find(|s| s.id == id);
        let entry = entry.ok_or_else(|| missing("section", id, sections.iter().map(|s| s.id.as_ref())))?;
        match self.content(entry.file)? {
            Content::Section(section) => Ok(section),
            _ => Err(missing("section", id, [])),
        }
    }

    /// A question by its id or an earlier one.
    pub fn question(&self, id: &str) -> Result<&Question, LoadError> {
        self.written(self.entry(id)?).map(|(question, _)| question)
    }

    /// The index entry of a question, by its id or an earlier one.
    pub fn entry(&self, id: &str) -> Result<&QuestionEntry, LoadError> {
        let all = &self.index.questions;
        let entry = all.iter().find(|q| q.id == id).or_else(|| all.iter().find(|q| q.was.iter().any(|w| w == id)));
        entry.ok_or_else(|| missing("question", id, all.iter().map(|q| q.id.as_ref())))
    }

    /// The questions of a set, in order.
    pub fn questions(&self, set: Set) -> Result<Vec<&Question>, LoadError> {
        let of_set = self.index.questions.iter().filter(|q| q.set == set);
        of_set.map(|entry| self.written(entry).map(|(question, _)| question)).collect()
    }

    /// What changes when a question changes: SHA-256 of what its author wrote, as hex.
    pub fn content_hash_of(&self, id: &str) -> Result<&str, LoadError> {
        self.written(self.entry(id)?).map(|(_, hash)| hash.as_str())
    }

    /// A result table by id.
    pub fn table(&self, id: &str) -> Result<&Table, LoadError> {
        let all = &self.index.tables;
        let not_there = || missing("table", id, all.iter().map(|t| t.id.as_ref()));
        let entry = all.iter().find(|t| t.id == id).ok_or_else(not_there)?;
        match self.content(entry.file)? {
            Content::Tables(tables) => tables.iter().find(|t| t.id == id).ok_or_else(not_there),
            _ => Err(not_there()),
        }
    }

    /// A source by its short name.
    pub fn source(&self, id: &str) -> Result<&Source, LoadError> {
        let sources = self.sources()?;
        sources.iter().find(|s| s.id == id).ok_or_else(|| missing("source", id, sources.iter().map(|s| s.id.as_str())))
    }

    /// Everything that the chapter cites, in its order. A file of questions cites nothing.
    pub fn sources(&self) -> Result<&[Source], LoadError> {
        Ok(self.meta()?.map_or(&[], |meta| &meta.sources))
    }

    /// Groups of questions that are easily taken for each other.
    pub fn confusable(&self) -> Result<&[Vec<String>], LoadError> {
        Ok(self.meta()?.map_or(&[], |meta| &meta.confusable))
    }

    /// `chapter.toml`; a file of questions has none.
    fn meta(&self) -> Result<Option<&ChapterMeta>, LoadError> {
        match self.file("chapter.toml") {
            Some(Ok(Content::Chapter(meta))) => Ok(Some(meta)),
            Some(Err(error)) => Err(error),
            _ => Ok(None),
        }
    }

    /// The rules that steps name, in the order of `rules.toml`.
    pub fn rules(&self) -> Result<&[Rule], LoadError> {
        match self.file("rules.toml") {
            Some(Ok(Content::Rules(rules))) => Ok(rules),
            Some(Err(error)) => Err(error),
            _ => Ok(&[]),
        }
    }

    /// What the chapter wants on its cheat sheet.
    pub fn sheet(&self) -> Result<Option<&SheetSpec>, LoadError> {
        Ok(self.meta()?.and_then(|meta| meta.sheet.as_ref()))
    }

    /// A recall prompt by id, with the section and the page that it belongs to.
    pub fn recall(&self, id: &str) -> Result<(&Recall, &SectionEntry, &PageEntry), LoadError> {
        let sections = &self.index.sections;
        let pages = || sections.iter().flat_map(|s| s.pages.iter().map(move |p| (s, p)));
        let not_there = || missing("recall prompt", id, pages().flat_map(|(_, p)| p.recall.iter().map(|r| r.as_ref())));
        let found = pages().find(|(_, p)| p.recall.iter().any(|r| r == id));
        let (section, page) = found.ok_or_else(not_there)?;
        let written = self.section(&section.id)?.pages.iter().flat_map(|p| &p.recall).find(|r| r.id == id);
        Ok((written.ok_or_else(not_there)?, section, page))
    }

    /// How the log calls a recall prompt: `chapter/recall/id`. No question has a slash in its id.
    pub fn recall_item(&self, id: &str) -> String {
        self.item(&format!("{RECALL}{id}"))
    }

    /// The id of a recall prompt that the log calls so, if the chapter still has it.
    pub fn recall_of<'a>(&self, item: &'a str) -> Option<&'a str> {
        let id = self.id_of(item)?.strip_prefix(RECALL)?;
        let mut all = self.index.sections.iter().flat_map(|s| s.pages.iter()).flat_map(|p| p.recall.iter());
        all.any(|r| r == id).then_some(id)
    }

    fn file(&self, name: &str) -> Option<Result<&Content, LoadError>> {
        Some(self.content(self.files.iter().position(|f| f.name == name)?))
    }

    fn written(&self, entry: &QuestionEntry) -> Result<&(Question, String), LoadError> {
        match self.content(entry.file)? {
            Content::Questions(all) => all.get(entry.place).ok_or_else(|| missing("question", &entry.id, [])),
            _ => Err(missing("question", &entry.id, [])),
        }
    }

    fn content(&self, file: usize) -> Result<&Content, LoadError> {
        self.files.get(file).ok_or_else(|| missing("file", &file.to_string(), []))?.content()
    }
}

fn missing<'a>(what: &'static str, id: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> LoadError {
    LoadError::Missing { what, id: id.to_owned(), cure: did_you_mean(id, known) }
}

/// Reads the files of a folder that belong to a chapter.
fn collect(root: &Path, folder: &Path, files: &mut Vec<File>, found: &mut Vec<Diagnostic>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return found.push(disk::unreadable(folder, &error)),
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if path.is_dir() && !path.is_symlink() && !hidden {
            collect(root, &path, files, found);
        } else if path.extension().is_some_and(|e| e == "toml" || e == "lock") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            read_file(name, &path, files, found);
        }
    }
}

fn read_file(name: String, path: &Path, files: &mut Vec<File>, found: &mut Vec<Diagnostic>) {
    match disk::text_of(path) {
        Ok(text) => files.push(File::new(name, path.display().to_string(), text)),
        Err(error) => found.push(*error),
    }
}

/// A file on its own is TOML, or it is none of ours.
fn no_toml(path: &Path) -> Diagnostic {
    let message = "This is no file of questions: its name does not end in .toml.".to_owned();
    let cure = "Name a chapter folder, or one .toml file of questions.".to_owned();
    Diagnostic::of_file(&path.display().to_string(), "no-toml", message, cure)
}
