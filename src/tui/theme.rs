//! Roles, not colours: every room asks for a role, and only this file knows what it looks like on this terminal.

use ratatui::style::{Color, Modifier, Style};

use crate::scheme::Scheme;

pub use super::plot::Depth;
use super::plot::{Marker, PlotStyle};
use super::settings::Marks;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Less important.
    Dim,
    /// The one thing to look at.
    Strong,
    /// Links, the current item.
    Accent,
    /// A key in the footer.
    Key,
    /// Right.
    Right,
    /// Wrong.
    Wrong,
    /// Take care.
    Warn,
    /// The selected row.
    Selection,
    /// Lines that separate rooms.
    Rule,
    /// Formulas.
    Math,
    /// Code.
    Code,
    /// A heading.
    Heading,
}

/// How this program looks on this terminal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// Colours.
    pub depth: Depth,
    /// Dark background.
    pub dark: bool,
    /// Only 0x20 to 0x7E.
    pub ascii: bool,
}

impl Default for Theme {
    fn default() -> Self {
        Theme { depth: Depth::TrueColor, dark: true, ascii: false }
    }
}

/// A colour in each depth: dark and light background, 24 bits and xterm number, and the user's own.
struct Ink {
    dark: (u8, u8, u8),
    light: (u8, u8, u8),
    dark256: u8,
    light256: u8,
    ansi: Color,
}

const fn ink(dark: (u8, u8, u8), light: (u8, u8, u8), dark256: u8, light256: u8, ansi: Color) -> Ink {
    Ink { dark, light, dark256, light256, ansi }
}

const DIM: Ink = ink((0x9a, 0xa0, 0xa6), (0x5f, 0x63, 0x68), 247, 241, Color::DarkGray);
const ACCENT: Ink = ink((0x7c, 0xc4, 0xff), (0x00, 0x5f, 0xa8), 117, 25, Color::Blue);
const RIGHT: Ink = ink((0x5f, 0xd3, 0x9c), (0x00, 0x6b, 0x4a), 79, 23, Color::Green);
const WRONG: Ink = ink((0xff, 0x8a, 0x70), (0xb0, 0x35, 0x00), 209, 124, Color::Red);
const WARN: Ink = ink((0xf2, 0xc0, 0x55), (0x7a, 0x55, 0x00), 215, 94, Color::Yellow);
const RULE: Ink = ink((0x50, 0x55, 0x5c), (0xb8, 0xbc, 0xc2), 240, 250, Color::DarkGray);
const CODE: Ink = ink((0xd0, 0xb8, 0xff), (0x5b, 0x2f, 0x9e), 183, 55, Color::Magenta);
const SELECTED: Ink = ink((0xf2, 0xf4, 0xf6), (0x10, 0x14, 0x18), 255, 233, Color::Reset);
const SELECTION: Ink = ink((0x2b, 0x3a, 0x4a), (0xd6, 0xe6, 0xf5), 237, 189, Color::Reset);

/// Okabe–Ito hues, lifted for dark and deepened for light backgrounds so that text in them stays legible.
const fn scheme_ink(scheme: Scheme) -> Ink {
    match scheme {
        Scheme::Order => ink((0xa8, 0xad, 0xb3), (0x5f, 0x63, 0x68), 248, 241, Color::Gray),
        Scheme::Sinusoidal => ink((0x56, 0xb4, 0xe9), (0x00, 0x6a, 0xa3), 74, 25, Color::Cyan),
        Scheme::Learned => ink((0xe6, 0x9f, 0x00), (0x8a, 0x5a, 0x00), 178, 94, Color::Yellow),
        Scheme::Shaw => ink((0xdc, 0x8f, 0xb9), (0x9c, 0x3f, 0x74), 175, 132, Color::Magenta),
        Scheme::Rope => ink((0x2f, 0xc4, 0x96), (0x00, 0x6e, 0x50), 43, 23, Color::Green),
        Scheme::Alibi => ink((0xff, 0x7a, 0x33), (0xab, 0x43, 0x00), 208, 130, Color::Red),
        Scheme::Nope => ink((0xf0, 0xe4, 0x42), (0x6f, 0x66, 0x00), 227, 58, Color::LightYellow),
    }
}

impl Theme {
    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        let plain = Style::new();
        match role {
            Role::Text | Role::Math => plain,
            Role::Dim => self.fg(&DIM, plain.add_modifier(self.faint())),
            Role::Strong => plain.add_modifier(Modifier::BOLD),
            Role::Heading => plain.add_modifier(Modifier::BOLD),
            Role::Accent => self.fg(&ACCENT, plain),
            Role::Key => self.fg(&ACCENT, plain.add_modifier(Modifier::BOLD)),
            Role::Right => self.fg(&RIGHT, plain.add_modifier(Modifier::BOLD)),
            Role::Wrong => self.fg(&WRONG, plain.add_modifier(Modifier::BOLD)),
            Role::Warn => self.fg(&WARN, plain),
            Role::Rule => self.fg(&RULE, plain.add_modifier(self.faint())),
            Role::Code => self.fg(&CODE, plain),
            Role::Selection => self.selection(),
        }
    }

    /// The colour of a scheme, for text and lines.
    pub fn scheme(&self, scheme: Scheme) -> Style {
        self.fg(&scheme_ink(scheme), Style::new())
    }

    /// How figures look: the same hues as the text around them.
    pub fn plot(&self, marks: Marks) -> PlotStyle {
        let mut style = PlotStyle::new(self.depth, self.dark, self.ascii);
        if marks == Marks::Blocks && !self.ascii {
            style.marker = Marker::HalfBlock;
        }
        style.schemes = Scheme::ALL.map(|scheme| self.color(&scheme_ink(scheme)));
        style.dim = self.color(&DIM);
        style.accent = self.color(&ACCENT);
        style
    }

    /// Only without colour does faintness have to be an attribute.
    fn faint(&self) -> Modifier {
        Modifier::empty()
    }

    fn selection(&self) -> Style {
        match self.depth {
            Depth::Mono | Depth::Ansi16 => Style::new().add_modifier(Modifier::REVERSED),
            // Both colours, for a theme that was named against the terminal's own background.
            _ => Style::new().fg(self.color(&SELECTED)).bg(self.color(&SELECTION)).add_modifier(Modifier::BOLD),
        }
    }

    fn fg(&self, ink: &Ink, style: Style) -> Style {
        if self.depth == Depth::Mono { style } else { style.fg(self.color(ink)) }
    }

    fn color(&self, ink: &Ink) -> Color {
        let (rgb, index) = if self.dark { (ink.dark, ink.dark256) } else { (ink.light, ink.light256) };
        match self.depth {
            Depth::TrueColor => Color::Rgb(rgb.0, rgb.1, rgb.2),
            Depth::Ansi256 => Color::Indexed(index),
            Depth::Ansi16 => ink.ansi,
            Depth::Mono => Color::Reset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
        let channel = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
    }

    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_is_legible_on_black_and_on_white() {
        let mut inks = vec![DIM, ACCENT, RIGHT, WRONG, WARN, CODE];
        inks.extend(Scheme::ALL.map(scheme_ink));
        for ink in inks {
            assert!(contrast(ink.dark, (0, 0, 0)) >= 4.5, "{:?} on black", ink.dark);
            assert!(contrast(ink.dark, (0x1e, 0x1e, 0x1e)) >= 4.5, "{:?} on near-black", ink.dark);
            assert!(contrast(ink.light, (255, 255, 255)) >= 4.5, "{:?} on white", ink.light);
        }
    }

    #[test]
    fn without_colour_no_style_asks_for_one() {
        let theme = Theme { depth: Depth::Mono, ..Theme::default() };
        for role in [Role::Dim, Role::Key, Role::Right, Role::Wrong, Role::Selection, Role::Rule] {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
    }
}
