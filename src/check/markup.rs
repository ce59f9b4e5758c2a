//! What a piece of Markdown names: formulas, links, sources. Code is left alone.

/// Something that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark<'t> {
    /// `$…$` or `$$…$$`, without the dollars.
    Formula(&'t str),
    /// `[[section]]` or `[[section/page]]`, without the brackets.
    Link(&'t str),
    /// `[@Press22]`, without brackets and sign.
    Cite(&'t str),
    /// A dollar without its partner in the paragraph.
    LoneDollar,
}

/// Everything that a text names, with its place in bytes.
pub fn marks(text: &str) -> Vec<(usize, Mark<'_>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, mark) = next(rest);
        if let Some((offset, mark)) = mark {
            found.push((at + offset, mark));
        }
        at += length;
    }
    found
}

/// How many bytes to go on, and what was found at which offset.
fn next(rest: &str) -> (usize, Option<(usize, Mark<'_>)>) {
    let bytes = rest.as_bytes();
    match bytes.first() {
        Some(b'\\') => (1 + rest.chars().nth(1).map_or(0, char::len_utf8), None),
        Some(b'`') => (code(rest), None),
        Some(b'$') => formula(rest),
        Some(b'[') if rest.starts_with("[[") => bracket(rest, 2, "]]", Mark::Link),
        Some(b'[') if rest.starts_with("[@") => bracket(rest, 2, "]", Mark::Cite),
        _ => (rest.chars().next().map_or(1, char::len_utf8), None),
    }
}

/// The length of a code span or fence with its ticks; of the ticks alone if they are never closed.
fn code(rest: &str) -> usize {
    let ticks = rest.bytes().take_while(|b| *b == b'`').count();
    let (fence, body) = rest.split_at(ticks);
    body.find(fence).map_or(ticks, |end| ticks + end + ticks)
}

fn formula(rest: &str) -> (usize, Option<(usize, Mark<'_>)>) {
    let sign = if rest.starts_with("$$") { "$$" } else { "$" };
    let body = rest.get(sign.len()..).unwrap_or_default();
    let paragraph = body.find("\n\n").unwrap_or(body.len());
    let closing = body.get(..paragraph).and_then(|body| close(body, sign));
    match closing {
        Some(end) => (end + 2 * sign.len(), body.get(..end).map(|latex| (sign.len(), Mark::Formula(latex)))),
        None => (sign.len(), Some((0, Mark::LoneDollar))),
    }
}

/// The place of the sign that closes a formula; `\$` does not.
fn close(body: &str, sign: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + body.get(from..)?.find(sign)?;
        if !body.get(..at)?.ends_with('\\') {
            return Some(at);
        }
        from = at + sign.len();
    }
}

fn bracket<'t>(
    rest: &'t str,
    open: usize,
    end: &str,
    mark: fn(&'t str) -> Mark<'t>,
) -> (usize, Option<(usize, Mark<'t>)>) {
    let line = rest.find('\n').unwrap_or(rest.len());
    let inner = rest.get(open..line).and_then(|body| body.get(..body.find(end)?));
    match inner {
        Some(inner) => (open + inner.len() + end.len(), Some((open, mark(inner)))),
        None => (open, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_links_and_sources_are_found_and_code_is_left_alone() {
        let text = "See [[rope/cancel]] and $a_1$, [@Su21].\n`$x [[y]]` costs \\$5: $$b$$";
        let found: Vec<_> = marks(text).into_iter().map(|(_, mark)| mark).collect();
        assert_eq!(found, [Mark::Link("rope/cancel"), Mark::Formula("a_1"), Mark::Cite("Su21"), Mark::Formula("b")]);
        let (at, _) = marks(text)[1];
        assert_eq!(text.get(at..at + 3), Some("a_1"));
    }

    #[test]
    fn a_dollar_without_partner_is_found_in_its_own_paragraph() {
        assert_eq!(marks("one $x\n\nand $y$"), [(4, Mark::LoneDollar), (13, Mark::Formula("y"))]);
    }
}
