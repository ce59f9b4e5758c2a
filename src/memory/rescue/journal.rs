//! Is the journal whole? SQLite reads it up to the first frame whose checksum is wrong and forgets the rest without a word.

use std::path::Path;

/// The first word of a journal; the last bit says in which order the bytes of a checksum are read.
const MAGIC: u32 = 0x377f_0682;
/// The header of the journal, and of each of its frames.
const HEADER: (usize, usize) = (32, 24);

/// Does a transaction that was finished stand behind bytes that SQLite will refuse? A last one that was never finished is no
/// damage: that is how a program ends that was killed.
pub(in crate::memory) fn is_damaged(journal: &Path) -> bool {
    std::fs::read(journal).is_ok_and(|bytes| loses(&bytes).unwrap_or(false))
}

/// `None` where there is nothing to lose.
fn loses(bytes: &[u8]) -> Option<bool> {
    let (head, frames) = bytes.split_at_checked(HEADER.0)?;
    let magic = word(head, 0)?;
    let read = if magic == MAGIC { u32::from_le_bytes } else { u32::from_be_bytes };
    let size = usize::try_from(word(head, 8)?).ok().filter(|size| size.is_power_of_two() && *size >= 512);
    let mut sum = checksum((0, 0), head.get(..24)?, read);
    let whole = magic | 1 == MAGIC | 1 && (word(head, 24)?, word(head, 28)?) == sum;
    let Some(size) = size.filter(|_| whole) else { return Some(!frames.is_empty()) };
    let mut refused = false;
    for frame in frames.chunks_exact(HEADER.1 + size).take_while(|frame| frame.get(8..16) == head.get(16..24)) {
        let (about, page) = frame.split_at_checked(HEADER.1)?;
        sum = checksum(checksum(sum, about.get(..8)?, read), page, read);
        refused |= (word(about, 16)?, word(about, 20)?) != sum;
        if refused && word(about, 4)? > 0 {
            return Some(true);
        }
    }
    Some(false)
}

/// Of SQLite: two sums over pairs of words, each with the other in it.
fn checksum(of: (u32, u32), bytes: &[u8], read: fn([u8; 4]) -> u32) -> (u32, u32) {
    let words = bytes.chunks_exact(4).filter_map(|word| word.try_into().ok().map(read)).collect::<Vec<_>>();
    words.chunks_exact(2).fold(of, |(a, b), pair| match pair {
        [one, two] => {
            let a = a.wrapping_add(*one).wrapping_add(b);
            (a, b.wrapping_add(*two).wrapping_add(a))
        }
        _ => (a, b),
    })
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)
}
