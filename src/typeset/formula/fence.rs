//! Brackets that stretch to the height of what they hold.

use super::grid::Grid;
use super::symbols;
use super::tree::Class;

/// A bracket `height` rows tall with its baseline at `base`; one row is the character itself.
pub(super) fn stretch(bracket: Option<char>, height: usize, base: usize, ascii: bool) -> Grid {
    let Some(c) = bracket else {
        return Grid::default();
    };
    if height <= 1 {
        return Grid::text(&symbols::text(c.encode_utf8(&mut [0; 4]), Class::Open, ascii));
    }
    let Some([top, middle, bottom, waist]) = (if ascii { ascii_parts(c) } else { parts(c) }) else {
        // No tall form in the usual fonts: the character itself, on the baseline.
        let row = |y| {
            if y == base {
                symbols::text(c.encode_utf8(&mut [0; 4]), Class::Open, ascii).into_owned()
            } else {
                " ".into()
            }
        };
        return Grid::from_rows((0..height).map(row).collect(), base);
    };
    let waist_at = if height % 2 == 1 { height / 2 } else { base.clamp(1, height.saturating_sub(2).max(1)) };
    let row = |y: usize| match y {
        0 => top,
        y if y + 1 == height => bottom,
        y if y == waist_at => waist,
        _ => middle,
    };
    Grid::from_rows((0..height).map(|y| row(y).to_owned()).collect(), base)
}

/// Top, middle, bottom, and the row at the waist.
fn parts(c: char) -> Option<[&'static str; 4]> {
    Some(match c {
        '(' => ["⎛", "⎜", "⎝", "⎜"],
        ')' => ["⎞", "⎟", "⎠", "⎟"],
        '[' => ["⎡", "⎢", "⎣", "⎢"],
        ']' => ["⎤", "⎥", "⎦", "⎥"],
        '{' => ["⎧", "⎪", "⎩", "⎨"],
        '}' => ["⎫", "⎪", "⎭", "⎬"],
        '⌊' => ["⎢", "⎢", "⎣", "⎢"],
        '⌋' => ["⎥", "⎥", "⎦", "⎥"],
        '⌈' => ["⎡", "⎢", "⎢", "⎢"],
        '⌉' => ["⎤", "⎥", "⎥", "⎥"],
        '|' => ["│"; 4],
        '‖' => ["║"; 4],
        _ => return None,
    })
}

fn ascii_parts(c: char) -> Option<[&'static str; 4]> {
    Some(match c {
        '(' => ["/", "|", "\\", "|"],
        ')' => ["\\", "|", "/", "|"],
        '[' => ["["; 4],
        ']' => ["]"; 4],
        '{' => ["{"; 4],
        '}' => ["}"; 4],
        '⌊' => ["| ", "| ", "|_", "| "],
        '⌋' => [" |", " |", "_|", " |"],
        '⌈' => ["|~", "| ", "| ", "| "],
        '⌉' => ["~|", " |", " |", " |"],
        '|' => ["|"; 4],
        '‖' => ["||"; 4],
        _ => return None,
    })
}
