//! The pages of an SQLite file, and the rows on those that are leaves of a table.
//!
//! As <https://www.sqlite.org/fileformat2.html> has it: a page begins with its kind; a leaf of a table (13) has places of
//! cells; a cell is the length of its record, the number of its row and the record, whose end may stand on other pages.
//! Of the journal (write-ahead log) those pages count that were committed, each the last time.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The first bytes of every database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// A file whose own word for it is lost: what SQLite makes unless it is told otherwise.
pub(super) const USUAL: usize = 4096;
/// The kind of page that is a leaf of a table.
const LEAF: u8 = 13;
/// The header of the first page.
const HEADER: usize = 100;
/// The longest record that is believed.
const LONGEST: usize = 16 << 20;
/// The header of the journal, and of each of its frames.
const JOURNAL: (usize, usize) = (32, 24);

/// A file and its journal.
pub(super) struct Pages {
    file: File,
    journal: Option<File>,
    size: usize,
    /// Bytes of each page that are not used for rows.
    reserved: usize,
    count: u32,
    /// Where the journal has a newer page.
    newer: HashMap<u32, u64>,
}

impl Pages {
    /// Its pages in the size that the file says, or in another. `None` if there is no such file.
    pub(super) fn open(path: &Path, size: Option<usize>) -> Option<Pages> {
        let mut file = File::open(path).ok()?;
        let length = file.metadata().ok().filter(|m| m.is_file())?.len();
        let mut name = path.as_os_str().to_owned();
        name.push("-wal");
        let mut journal = File::open(name).ok();
        let head = bytes_at(&mut file, 0, HEADER).unwrap_or_default();
        let journal_head = journal.as_mut().and_then(|j| bytes_at(j, 0, JOURNAL.0)).unwrap_or_default();
        let own = if head.starts_with(MAGIC) { u16_at(&head, 16) } else { None };
        let own = own.map(|size| if size == 1 { 65_536 } else { size });
        let size = [size, own, u32_at(&journal_head, 8).and_then(|n| usize::try_from(n).ok())]
            .into_iter()
            .flatten()
            .find(|size| size.is_power_of_two() && (512..=65_536).contains(size))
            .unwrap_or(USUAL);
        let reserved = if own.is_some() { head.get(20).copied().map_or(0, usize::from) } else { 0 };
        let count = u32::try_from(length / size as u64).unwrap_or(u32::MAX);
        let mut pages = Pages { file, journal, size, reserved, count, newer: HashMap::new() };
        pages.read_journal(&journal_head);
        Some(pages)
    }

    /// Is a page as long as it is unless somebody says otherwise?
    pub(super) fn are_usual(&self) -> bool {
        self.size == USUAL
    }

    /// How many pages there are.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Where the journal has pages that were committed: frames of this journal, up to the last one that ends a transaction.
    fn read_journal(&mut self, head: &[u8]) {
        let (Some(journal), Some(salt)) = (self.journal.as_mut(), head.get(16..24)) else { return };
        let mut waiting = Vec::new();
        let mut at = JOURNAL.0 as u64;
        while let Some(frame) = bytes_at(journal, at, JOURNAL.1).filter(|frame| frame.get(8..16) == Some(salt)) {
            let (Some(number), Some(end)) = (u32_at(&frame, 0), u32_at(&frame, 4)) else { return };
            waiting.push((number, at + JOURNAL.1 as u64));
            if end > 0 {
                self.newer.extend(waiting.drain(..));
                self.count = self.count.max(end);
            }
            at += (JOURNAL.1 + self.size) as u64;
        }
    }

    fn page(&mut self, number: u32) -> Option<Vec<u8>> {
        match (self.newer.get(&number), self.journal.as_mut()) {
            (Some(at), Some(journal)) => bytes_at(journal, *at, self.size),
            _ => bytes_at(&mut self.file, u64::from(number.checked_sub(1)?) * self.size as u64, self.size),
        }
    }

    /// The rows on a page: number and record. None, if it is no leaf of a table; a row that cannot be read is left out.
    pub(super) fn rows(&mut self, number: u32) -> Vec<(i64, Vec<u8>)> {
        let Some(page) = self.page(number) else { return Vec::new() };
        let start = if number == 1 { HEADER } else { 0 };
        if page.get(start) != Some(&LEAF) {
            return Vec::new();
        }
        let cells = u16_at(&page, start + 3).unwrap_or(0);
        let places = (0..cells).map_while(|i| u16_at(&page, start + 8 + 2 * i));
        places.filter_map(|at| self.row(&page, at)).collect()
    }

    fn row(&mut self, page: &[u8], at: usize) -> Option<(i64, Vec<u8>)> {
        let (length, at) = varint(page, at)?;
        let (n, at) = varint(page, at)?;
        let length = usize::try_from(length).ok().filter(|length| *length <= LONGEST)?;
        let usable = self.size.checked_sub(self.reserved)?;
        let here = local(length, usable);
        let mut record = page.get(at..at + here)?.to_vec();
        let mut next = if here < length { u32_at(page, at + here)? } else { 0 };
        while record.len() < length {
            let more = self.page(next).filter(|_| next > 0)?;
            next = u32_at(&more, 0)?;
            let wanted = (length - record.len()).min(usable - 4);
            record.extend_from_slice(more.get(4..4 + wanted)?);
        }
        Some((i64::from_ne_bytes(n.to_ne_bytes()), record))
    }
}

/// How many bytes of a record stand on its own page.
fn local(length: usize, usable: usize) -> usize {
    if length <= usable - 35 {
        return length;
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let fit = least + (length - least) % (usable - 4);
    if fit <= usable - 35 { fit } else { least }
}

fn bytes_at(file: &mut File, at: u64, count: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; count];
    file.seek(SeekFrom::Start(at)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..at + 2)?.try_into().ok().map(u16::from_be_bytes).map(usize::from)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)
}

/// A number of one to nine bytes, seven bits in each but the ninth; and where it ends.
pub(super) fn varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut value = 0_u64;
    for place in 0..8 {
        let byte = *bytes.get(at + place)?;
        value = value << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value, at + place + 1));
        }
    }
    Some((value << 8 | u64::from(*bytes.get(at + 8)?), at + 9))
}
