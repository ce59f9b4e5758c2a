//! HTML of a card → Markdown, and the plain text of it. What cannot be carried (pictures, sound) is counted.

/// A card's field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// As Markdown.
    pub markdown: String,
    /// Without any markup.
    pub plain: String,
    /// Pictures and sounds that were left out.
    pub media: usize,
}

/// Reads a field; `html`: tags and entities are meant.
pub fn read(text: &str, html: bool) -> Field {
    let mut reader = Reader { field: Field::default(), html, pre: false, list: Vec::new() };
    reader.read(text);
    let mut field = reader.field;
    field.markdown = tidy(&field.markdown);
    field.plain = tidy(&field.plain);
    field
}

/// No blank line at the ends, never two in a row.
fn tidy(text: &str) -> String {
    let mut out = String::new();
    let mut blank = 0;
    for line in text.trim().lines() {
        let line = line.trim_end();
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank <= 1 {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.trim_end().to_owned()
}

struct Reader {
    field: Field,
    html: bool,
    pre: bool,
    /// Numbers of open ordered lists; 0 for a plain one.
    list: Vec<usize>,
}

/// How formulas are marked: opening, closing, displayed.
const MATHS: [(&str, &str, bool); 5] = [
    (r"\(", r"\)", false),
    (r"\[", r"\]", true),
    ("[$$]", "[/$$]", true),
    ("[$]", "[/$]", false),
    ("[latex]", "[/latex]", false),
];

impl Reader {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let used = self
                .formula(rest)
                .or_else(|| self.sound(rest))
                .or_else(|| self.tag(rest))
                .or_else(|| self.entity(rest));
            let used = used.unwrap_or_else(|| {
                self.text(c);
                c.len_utf8()
            });
            rest = rest.get(used..).unwrap_or_default();
        }
    }

    fn text(&mut self, c: char) {
        let c = if c == '\r' { return } else { c };
        self.field.plain.push(c);
        if !self.pre && matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '$' | '#' | '~' | '|') {
            self.field.markdown.push('\\');
        }
        // In HTML a line end is a space.
        self.field.markdown.push(if c == '\n' && self.html && !self.pre { ' ' } else { c });
    }

    fn both(&mut self, text: &str) {
        self.field.markdown.push_str(text);
        self.field.plain.push_str(text);
    }

    fn formula(&mut self, rest: &str) -> Option<usize> {
        let (open, close, display) = MATHS.into_iter().find(|(open, ..)| rest.starts_with(open))?;
        let inner = rest.get(open.len()..)?;
        let end = inner.find(close)?;
        let latex = inner.get(..end)?;
        let latex = if self.html { decode(&strip(latex)) } else { latex.to_owned() };
        let mark = if display { "$$" } else { "$" };
        self.both(&format!("{mark}{}{mark}", latex.trim().trim_matches('$')));
        Some(open.len() + end + close.len())
    }

    fn sound(&mut self, rest: &str) -> Option<usize> {
        let end = rest.strip_prefix("[sound:")?.find(']')?;
        self.field.media += 1;
        Some("[sound:".len() + end + 1)
    }

    fn tag(&mut self, rest: &str) -> Option<usize> {
        if !self.html {
            return None;
        }
        if rest.starts_with("<!--") {
            return Some(rest.find("-->").map_or(rest.len(), |end| end + 3));
        }
        let inner = rest.strip_prefix('<')?;
        let first = inner.chars().next().filter(|c| c.is_ascii_alphabetic() || *c == '/')?;
        let end = inner.find('>')?;
        let closing = first == '/';
        let name: String = inner
            .chars()
            .skip(usize::from(closing))
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_lowercase();
        self.element(&name, closing);
        Some(end + 2)
    }

    fn element(&mut self, name: &str, closing: bool) {
        match (name, closing) {
            ("b" | "strong", _) => self.field.markdown.push_str("**"),
            ("i" | "em", _) => self.field.markdown.push('*'),
            ("code", _) if !self.pre => self.field.markdown.push('`'),
            ("pre", _) => {
                self.pre = !closing;
                self.field.markdown.push_str(if closing { "\n```\n" } else { "\n\n```text\n" });
                self.field.plain.push('\n');
            }
            ("br", _) => self.both("\n"),
            ("p" | "table" | "hr", _) => self.both("\n\n"),
            ("div" | "tr" | "blockquote", _) | ("li", true) => self.both("\n"),
            ("h1" | "h2" | "h3" | "h4", false) => self.field.markdown.push_str("\n\n### "),
            ("h1" | "h2" | "h3" | "h4", true) => self.both("\n\n"),
            ("td" | "th", true) => self.both("  "),
            ("ul", false) => self.open(0),
            ("ol", false) => self.open(1),
            ("ul" | "ol", true) => {
                self.list.pop();
                self.both("\n\n");
            }
            ("li", false) => {
                let bullet = match self.list.last_mut() {
                    Some(n) if *n > 0 => {
                        *n += 1;
                        format!("\n{}. ", *n - 1)
                    }
                    _ => "\n- ".to_owned(),
                };
                self.both(&bullet);
            }
            ("img" | "audio" | "video", false) => self.field.media += 1,
            _ => {}
        }
    }

    fn open(&mut self, first: usize) {
        self.list.push(first);
        self.both("\n\n");
    }

    fn entity(&mut self, rest: &str) -> Option<usize> {
        if !self.html || !rest.starts_with('&') {
            return None;
        }
        let end = rest.find(';').filter(|end| *end <= 10)?;
        let decoded = decode(rest.get(..=end)?);
        if decoded.len() > end {
            return None;
        }
        decoded.chars().for_each(|c| self.text(c));
        Some(end + 1)
    }
}

/// Without tags.
fn strip(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let from = rest.get(at..).unwrap_or_default();
        let is_tag = from.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic() || c == '/');
        match from.find('>').filter(|_| is_tag) {
            Some(end) => {
                if from.starts_with("<br") {
                    out.push(' ');
                }
                rest = from.get(end + 1..).unwrap_or_default();
            }
            None => {
                out.push('<');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// The entities that occur in cards.
fn decode(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let from = rest.get(at..).unwrap_or_default();
        match from.find(';').and_then(|end| Some((named(from.get(1..end)?)?, end + 1))) {
            Some((c, used)) => {
                out.push(c);
                rest = from.get(used..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

fn named(name: &str) -> Option<char> {
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        "ndash" => Some('–'),
        "mdash" => Some('—'),
        "hellip" => Some('…'),
        "times" => Some('×'),
        "minus" => Some('−'),
        _ => {
            let digits = name.strip_prefix('#')?;
            match digits.strip_prefix(['x', 'X']) {
                Some(hex) => number(hex, 16),
                None => number(digits, 10),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown_and_plain_text() {
        let field = read("<b>RoPE</b> rotates<br>q &amp; k by \\(m\\theta &lt; 1\\)", true);
        assert_eq!(field.markdown, "**RoPE** rotates\nq & k by $m\\theta < 1$");
        assert_eq!(field.plain, "RoPE rotates\nq & k by $m\\theta < 1$");
    }

    #[test]
    fn what_markdown_would_obey_is_escaped() {
        assert_eq!(read("2 * 3 * 4 costs $5", false).markdown, "2 \\* 3 \\* 4 costs \\$5");
        assert_eq!(read("a < b <b>", false).markdown, "a \\< b \\<b>");
    }

    #[test]
    fn lists_and_programs_keep_their_shape_and_media_is_counted() {
        let field = read("<ol><li>one</li><li>two</li></ol><pre>a * b\n  c</pre><img src=x>[sound:a.mp3]", true);
        assert!(field.markdown.starts_with("1. one\n\n2. two"), "{}", field.markdown);
        assert!(field.markdown.contains("```text\na * b\n  c\n```"), "{}", field.markdown);
        assert_eq!(field.media, 2);
    }

    #[test]
    fn a_lone_ampersand_or_angle_is_a_character() {
        assert_eq!(read("a & b; 1 < 2 &unknown;", true).plain, "a & b; 1 < 2 &unknown;");
    }
}
