//! Where findings about one file are gathered.

use std::cell::RefCell;
use std::ops::Range;

use crate::content::diagnostic::Diagnostic;

/// A file being read, and what was found in it so far.
pub struct Sink<'t> {
    /// Its name in reports.
    pub file: &'t str,
    /// Its text.
    pub text: &'t str,
    /// Not ours: keys that we don't know are nobody's business here.
    pub foreign: bool,
    found: RefCell<Vec<Diagnostic>>,
}

impl<'t> Sink<'t> {
    /// Nothing found yet.
    pub fn new(file: &'t str, text: &'t str) -> Sink<'t> {
        Sink { file, text, foreign: false, found: RefCell::default() }
    }

    /// An error at a place.
    pub fn error(&self, span: Range<usize>, code: &'static str, message: impl Into<String>, cure: impl Into<String>) {
        let found = Diagnostic::at(self.file, self.text, span, code, message.into(), cure.into());
        self.found.borrow_mut().push(found);
    }

    /// A warning at a place.
    pub fn warn(&self, span: Range<usize>, code: &'static str, message: impl Into<String>, cure: impl Into<String>) {
        let found = Diagnostic::at(self.file, self.text, span, code, message.into(), cure.into());
        self.found.borrow_mut().push(found.warning());
    }

    /// Everything found, in the order of the file.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found.into_inner();
        found.sort_by_key(|d| (d.span.start, d.span.end));
        // A value that was asked for twice complains once.
        found.dedup();
        found
    }
}
