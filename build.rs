//! Embeds `content/` and prints its index as constants, so that the program starts without parsing TOML.
//!
//! Bad content never fails a build: what can be read is embedded, and `posenc check` says what is wrong.

#[cfg(feature = "app")]
#[allow(dead_code, reason = "the build needs the data types only")]
#[path = "src/scheme.rs"]
mod scheme;

#[cfg(feature = "app")]
#[allow(dead_code, unused_imports, reason = "the build needs the data types only")]
#[path = "src/content"]
mod content {
    pub mod index;
    pub mod model;
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    relocations::pack();
    #[cfg(feature = "app")]
    embed::run();
}

/// The pointers in our constants, packed: half a megabyte less to load before the first frame.
mod relocations {
    use std::env;
    use std::process::Command;

    /// Packs them where the machine that builds is the machine that runs, and its C library can read them.
    pub fn pack() {
        let is = |name: &str, value: &str| env::var(name).is_ok_and(|v| v == value);
        let native = env::var_os("TARGET") == env::var_os("HOST");
        if native && is("CARGO_CFG_TARGET_ENV", "gnu") && c_library().is_some_and(|version| version >= (2, 36)) {
            println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }

    /// The version of glibc: `glibc 2.36`.
    fn c_library() -> Option<(u32, u32)> {
        let said = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
        let said = String::from_utf8(said.stdout).ok()?;
        let (major, minor) = said.trim().strip_prefix("glibc ")?.split_once('.')?;
        Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
    }
}

#[cfg(feature = "app")]
mod embed {
    use std::fmt::Write as _;
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    use crate::content::index::{self, Index, QuestionEntry, SectionEntry};

    const CHAPTER: &str = "content/positional-information";

    pub fn run() {
        let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(CHAPTER);
        for source in ["content", "src/content/index.rs", "src/content/model", "src/scheme.rs"] {
            println!("cargo:rerun-if-changed={source}");
        }
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        files.sort_by_key(|(name, ..)| index::order(name));

        let code = generate(&files);
        let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("embedded.rs");
        if let Err(error) = fs::write(&out, code) {
            println!("cargo::error=cannot write {}: {error}", out.display());
        }
    }

    /// Name inside the chapter, path, text.
    type File = (String, PathBuf, String);

    fn collect(root: &Path, folder: &Path, files: &mut Vec<File>) {
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            println!("cargo:rerun-if-changed={}", path.display());
            if path.is_dir() {
                collect(root, &path, files);
            } else if path.extension().is_some_and(|e| e == "toml" || e == "lock") {
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                match fs::read_to_string(&path) {
                    Ok(text) => files.push((name, path, text)),
                    Err(error) => {
                        println!("cargo::warning={} is not embedded: {error}", path.display())
                    }
                }
            }
        }
    }

    fn generate(files: &[File]) -> String {
        let pairs = || files.iter().map(|(name, _, text)| (name.as_str(), text.as_str()));
        let mut out = String::new();
        let _ = writeln!(out, "pub(super) static FILES: &[(&str, &str)] = &[");
        for (name, path, _) in files {
            let _ = writeln!(out, "    ({name:?}, include_str!({path:?})),");
        }
        let _ = writeln!(out, "];\npub(super) static HASH: &str = {:?};", index::hash(pairs()));
        let _ = writeln!(out, "pub(super) static INDEX: Index = {};", constant(&index::scan(pairs())));
        out
    }

    fn constant(index: &Index) -> String {
        let sources = list(&index.sources, |s| {
            let (id, authors, title) = (text(&s.id), text(&s.authors), text(&s.title));
            format!("SourceEntry {{ id: {id}, authors: {authors}, title: {title}, year: {} }}", s.year)
        });
        let tables = list(&index.tables, |t| {
            format!("TableEntry {{ file: {}, id: {}, title: {} }}", t.file, text(&t.id), text(&t.title))
        });
        format!(
            "Index {{ title: {}, subtitle: {}, lang: {}, sections: {}, questions: {}, sources: {sources}, tables: {tables} }}",
            text(&index.title),
            text(&index.subtitle),
            text(&index.lang),
            list(&index.sections, section),
            list(&index.questions, question),
        )
    }

    fn section(s: &SectionEntry) -> String {
        let pages = list(&s.pages, |p| {
            let recall = list(&p.recall, |r| text(r));
            format!("PageEntry {{ id: {}, title: {}, recall: {recall} }}", text(&p.id), text(&p.title))
        });
        format!(
            "SectionEntry {{ file: {}, id: {}, title: {}, scheme: {}, minutes: {}, summary: {}, pretest: {}, \
             pages: {pages} }}",
            s.file,
            text(&s.id),
            text(&s.title),
            scheme(s.scheme),
            s.minutes,
            text(&s.summary),
            list(&s.pretest, |p| text(p)),
        )
    }

    fn question(q: &QuestionEntry) -> String {
        let section = q.section.as_ref().map_or("None".to_owned(), |s| format!("Some({})", text(s)));
        format!(
            "QuestionEntry {{ file: {}, place: {}, id: {}, was: {}, title: {}, kind: {}, set: Set::{:?}, scheme: {}, \
             section: {section}, skills: {}, difficulty: Difficulty::{:?}, mental: {} }}",
            q.file,
            q.place,
            text(&q.id),
            list(&q.was, |w| text(w)),
            text(&q.title),
            text(&q.kind),
            q.set,
            scheme(q.scheme),
            list(&q.skills, |s| text(s)),
            q.difficulty,
            q.mental,
        )
    }

    fn scheme(scheme: Option<crate::scheme::Scheme>) -> String {
        scheme.map_or("None".to_owned(), |s| format!("Some(Scheme::{s:?})"))
    }

    fn text(text: &str) -> String {
        format!("Cow::Borrowed({text:?})")
    }

    fn list<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
        let items: Vec<_> = items.iter().map(item).collect();
        format!("Cow::Borrowed(&[{}])", items.join(", "))
    }
}
