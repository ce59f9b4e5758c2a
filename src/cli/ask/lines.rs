//! Standard input, line by line.

use std::io::{self, BufRead, IsTerminal, Read};
use std::time::Instant;

use super::page::Page;

/// Longest line that is kept; what comes after it on the same line is dropped.
const LONGEST: u64 = 1 << 20;
/// After so much without an end of the line nobody is answering.
const ENDLESS: u64 = 16 << 20;

/// What is typed or piped in.
pub struct Lines<'a> {
    input: Box<dyn BufRead + 'a>,
    /// A pipe: what was read is printed too, so that the transcript can be followed.
    echo: bool,
}

impl<'a> Lines<'a> {
    /// Standard input.
    pub fn stdin() -> Lines<'static> {
        let stdin = io::stdin();
        Lines { echo: !stdin.is_terminal(), input: Box::new(stdin.lock()) }
    }

    /// Any text, for tests.
    pub fn of(input: impl BufRead + 'a) -> Lines<'a> {
        Lines { input: Box::new(input), echo: true }
    }

    /// Does a transcript need what is read?
    pub fn echo(&self) -> bool {
        self.echo
    }

    /// The next line without its end; `None` when there is no more. What is no UTF-8 becomes `�`.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let mut all = self.input.as_mut().take(LONGEST);
        let got = all.read_until(b'\n', &mut bytes)?;
        if got == 0 {
            return Ok(None);
        }
        if got as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            self.skip_rest()?;
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_string()))
    }

    /// To the end of a line that is too long, which must come.
    fn skip_rest(&mut self) -> io::Result<()> {
        let skipped = self.input.as_mut().take(ENDLESS).skip_until(b'\n')?;
        if skipped as u64 == ENDLESS {
            let why =
                format!("a line of the input is longer than {} MB; end each answer with a line break", ENDLESS >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(())
    }
}

/// Prints a prompt and reads a line. A pipe types nothing on the screen, so the line is printed after it.
pub fn prompted(prompt: &str, lines: &mut Lines<'_>, page: &mut Page<'_>) -> io::Result<Option<String>> {
    page.ask(prompt)?;
    let line = lines.line()?;
    if lines.echo() || line.is_none() {
        page.line(line.as_deref().unwrap_or_default())?;
    }
    Ok(line)
}

/// Milliseconds since then.
pub fn spent(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_or_without_a_return_and_the_last_one_needs_no_end() {
        let mut lines = Lines::of(&b"1/3\r\n\n\xff\nlast"[..]);
        let all: Vec<String> = std::iter::from_fn(|| lines.line().unwrap()).collect();
        assert_eq!(all, ["1/3", "", "\u{fffd}", "last"]);
    }

    #[test]
    fn an_endless_line_is_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'9'; 3 << 20];
        text.extend_from_slice(b"\n42\n");
        let mut lines = Lines::of(&text[..]);
        assert_eq!(lines.line().unwrap().map(|l| l.len()), Some(1 << 20));
        assert_eq!(lines.line().unwrap().as_deref(), Some("42"));
    }

    #[test]
    fn a_line_that_never_ends_is_given_up() {
        let mut lines = Lines::of(io::BufReader::new(io::repeat(b'9')));
        let error = lines.line().unwrap_err().to_string();
        assert!(error.contains("16 MB") && error.contains("line break"), "{error}");
    }
}
