//! The little HTML that questions written for the web hold.

/// Tags that are markup; `<T>` in the text of a question is not.
const TAGS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
];

/// A part of HTML.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Text as it is.
    Text(&'t str),
    /// A tag with its name in lower case.
    Tag { name: String, closes: bool },
}

/// Text and tags in turn. Comments vanish; what is no known tag stays text.
pub(super) fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some((before, tail)) = rest.split_once('<') {
        let piece = match tail.strip_prefix("!--") {
            Some(comment) => Some((None, comment.split_once("-->").map_or("", |(_, after)| after))),
            None => tail.split_once('>').and_then(|(inside, after)| Some((Some(tag(inside)?), after))),
        };
        match piece {
            Some((tag, after)) => {
                found.push(Piece::Text(before));
                found.extend(tag);
                rest = after;
            }
            None => {
                // No tag: the sign belongs to the text.
                let end = before.len() + 1;
                found.push(Piece::Text(rest.get(..end).unwrap_or(rest)));
                rest = tail;
            }
        }
    }
    found.push(Piece::Text(rest));
    found.retain(|piece| *piece != Piece::Text(""));
    found
}

fn tag(inside: &str) -> Option<Piece<'static>> {
    let (closes, inside) = inside.strip_prefix('/').map_or((false, inside), |rest| (true, rest));
    let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    TAGS.contains(&name.as_str()).then_some(Piece::Tag { name, closes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tags_are_told_from_type_parameters() {
        let tag = |name: &str, closes| Piece::Tag { name: name.into(), closes };
        assert_eq!(
            pieces("2<SUP>127</sup>"),
            [Piece::Text("2"), tag("sup", false), Piece::Text("127"), tag("sup", true)]
        );
        assert_eq!(pieces("<T>"), [Piece::Text("<"), Piece::Text("T>")]);
        assert_eq!(pieces("a<!-- b -->c"), [Piece::Text("a"), Piece::Text("c")]);
        assert_eq!(pieces("<br/>"), [tag("br", false)]);
    }
}
