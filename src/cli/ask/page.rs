//! Text for a screen reader, a dumb terminal or a script: no colour, no cursor, ASCII when asked.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::content::Library;
use crate::tui::widgets::links::link_name;
use crate::typeset::ascii::fold;
use crate::typeset::inert::inert;
use crate::typeset::prose::{Doc, Opts, Target};

/// Columns of running text.
const WIDTH: usize = 76;

/// Where plain text is written.
pub struct Page<'a> {
    out: &'a mut dyn Write,
    library: &'a Library,
    ascii: bool,
}

impl<'a> Page<'a> {
    /// Over an output.
    pub fn new(out: &'a mut dyn Write, library: &'a Library, ascii: bool) -> Page<'a> {
        Page { out, library, ascii }
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        let text = inert(text);
        let text = if self.ascii { fold(&text) } else { text };
        self.out.write_all(text.as_bytes())
    }

    /// One line as it is.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.put(text.trim_end())?;
        self.out.write_all(b"\n")
    }

    /// An empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// The words before a typed answer: no line end, and they are out at once.
    pub fn ask(&mut self, text: &str) -> io::Result<()> {
        self.put(text)?;
        self.out.write_all(b" ")?;
        self.out.flush()
    }

    /// Markdown, typeset.
    pub fn markdown(&mut self, text: &str) -> io::Result<()> {
        self.hung("", text)
    }

    /// Markdown after a label, its lines indented by the label's width.
    pub fn hung(&mut self, label: &str, text: &str) -> io::Result<()> {
        let indent = label.width();
        let library = self.library;
        let name = |target: &Target| link_name(library, target);
        let lines = Doc::parse_with(text, &name)
            .lines(WIDTH - indent.min(WIDTH / 2), &Opts { ascii: self.ascii, centre: false });
        if lines.is_empty() {
            return self.line(label);
        }
        for (i, line) in lines.iter().enumerate() {
            let lead = if i == 0 { label.to_string() } else { " ".repeat(indent) };
            self.line(&format!("{lead}{}", line.text()))?;
        }
        Ok(())
    }

    /// Everything out.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_hangs_and_ascii_means_ascii() {
        let library = Library::embedded();
        let mut out = Vec::new();
        Page::new(&mut out, &library, true).hung("step 1  ", &"The angle is $\\theta$ — so. ".repeat(5)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.bytes().all(|b| b == b'\n' || (0x20..0x7f).contains(&b)), "{text}");
        let mut lines = text.lines();
        assert!(lines.next().unwrap().starts_with("step 1  The angle"));
        assert!(lines.all(|l| l.starts_with("        ")), "{text}");
    }
}
