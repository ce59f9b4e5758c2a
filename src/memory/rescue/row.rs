//! A record as it stands on a page, read as a row of the log.

use crate::memory::model::{Event, Grade, Logged};
use crate::scheme::Scheme;

use super::pages::varint;

/// The columns of a row of the log; the last one came later, and is missing in rows of before.
const COLUMNS: usize = 24;

/// A value of a record.
#[derive(Debug)]
enum Value {
    Null,
    Integer(i64),
    Text(String),
}

/// The values of a record; `None` if it cannot be read, or has bytes or real numbers, which the log has not.
fn values(record: &[u8]) -> Option<Vec<Value>> {
    let (header, mut at) = varint(record, 0)?;
    let header = usize::try_from(header).ok()?;
    let mut body = header;
    let mut values = Vec::with_capacity(COLUMNS);
    while at < header {
        let (kind, next) = varint(record, at)?;
        at = next;
        let width = match kind {
            0 | 8 | 9 => 0,
            1..=4 => usize::try_from(kind).ok()?,
            5 => 6,
            6 => 8,
            13.. if kind % 2 == 1 => usize::try_from((kind - 13) / 2).ok()?,
            _ => return None,
        };
        let bytes = record.get(body..body.checked_add(width)?)?;
        body += width;
        values.push(match kind {
            0 => Value::Null,
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            1..=6 => Value::Integer(integer(bytes)),
            _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
        });
    }
    Some(values)
}

/// Big-endian, with its sign.
fn integer(bytes: &[u8]) -> i64 {
    let negative = bytes.first().is_some_and(|first| first & 0x80 != 0);
    bytes.iter().fold(if negative { -1 } else { 0 }, |value, byte| value << 8 | i64::from(*byte))
}

/// The values of a row, one after the other.
struct Row(std::vec::IntoIter<Value>);

impl Row {
    fn optional_text(&mut self) -> Option<Option<String>> {
        match self.0.next()? {
            Value::Text(text) => Some(Some(text)),
            Value::Null => Some(None),
            Value::Integer(_) => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        self.optional_text()?
    }

    fn optional_integer(&mut self) -> Option<Option<i64>> {
        match self.0.next()? {
            Value::Integer(number) => Some(Some(number)),
            Value::Null => Some(None),
            Value::Text(_) => None,
        }
    }

    fn integer<T: TryFrom<i64>>(&mut self) -> Option<T> {
        self.optional_integer()??.try_into().ok()
    }

    fn word<T: serde::de::DeserializeOwned>(&mut self) -> Option<T> {
        serde_json::from_value(serde_json::Value::String(self.text()?)).ok()
    }
}

/// The event of a record; `None` if it is no row of the log.
pub(super) fn event(record: &[u8]) -> Option<Logged> {
    let values = values(record).filter(|values| (COLUMNS - 1..=COLUMNS).contains(&values.len()))?;
    let mut row = Row(values.into_iter());
    // The number of the row stands beside the record.
    row.optional_integer()?;
    let (id, at_utc_ms, utc_offset, study_day) = (row.text()?, row.integer()?, row.integer()?, row.text()?);
    let (session, mode, item, kind) = (row.text()?, row.word()?, row.text()?, row.word()?);
    let mut event = Event { session, ..Event::new(kind, mode, item) };
    event.scheme = row.optional_text()?.as_deref().and_then(Scheme::from_slug);
    (event.seed, event.drawn, event.content_hash) = (row.text()?, row.text()?, row.text()?);
    (event.typed, event.reading, event.verdict, event.code) = (row.text()?, row.text()?, row.text()?, row.text()?);
    event.grade = row.optional_integer()?.and_then(Grade::from_number);
    (event.hints, event.tries) = (row.integer()?, row.integer()?);
    event.confidence = row.optional_integer()?.and_then(|c| u8::try_from(c).ok());
    event.ms = row.integer::<i64>()?.unsigned_abs();
    let undoes = row.optional_text()?;
    event.level = row.text().unwrap_or_default();
    Some(Logged { id, at_utc_ms, utc_offset, study_day, undoes, event })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_sign_in_every_width() {
        assert_eq!(integer(&[0x7f]), 127);
        assert_eq!(integer(&[0xff]), -1);
        assert_eq!(integer(&[0xfe, 0x00]), -512);
        assert_eq!(integer(&[0x00, 0xff, 0xff]), 65_535);
    }

    #[test]
    fn what_is_no_record_is_no_event() {
        for bytes in [&[][..], &[0], &[255; 40], &[13, 0, 0, 0, 0], b"SQLite format 3\0"] {
            assert!(event(bytes).is_none());
        }
    }
}
