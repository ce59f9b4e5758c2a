//! Output that quotes what somebody else wrote: nothing in it acts on a terminal.

use std::io::{self, Write};

/// Passes text on line by line, without its control characters; see [`crate::content::inert`].
pub struct Inert<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
}

impl<'a> Inert<'a> {
    /// In front of an output.
    pub fn new(out: &'a mut dyn Write) -> Inert<'a> {
        Inert { out, line: Vec::new() }
    }

    fn pass(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.out.write_all(crate::content::inert(&String::from_utf8_lossy(&line)).as_bytes())
    }
}

impl Write for Inert<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|b| *b == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.pass()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_replaced_wherever_the_pieces_end() {
        let mut out = Vec::new();
        let mut inert = Inert::new(&mut out);
        for byte in "typed\u{1b}[2J,θ\u{9b}31m\r\nnext\u{7}".as_bytes() {
            inert.write_all(&[*byte]).unwrap();
        }
        inert.flush().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "typed\u{fffd}[2J,θ\u{fffd}31m\nnext\u{fffd}");
    }
}
