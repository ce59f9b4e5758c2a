//! Which theme this terminal gets: flag, environment, settings, and what the terminal answers, in this order.

use clap::{Args, ValueEnum};

use crate::tui::settings::{Settings, ThemeChoice};
use crate::tui::theme::{Depth, Theme};

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// As the terminal can.
    #[default]
    Auto,
    /// 24 bits, even into a pipe.
    Always,
    /// No colour.
    Never,
    /// 24 bits.
    Truecolor,
    /// The xterm palette.
    #[value(name = "256")]
    Ansi256,
    /// Your own sixteen colours.
    #[value(name = "16")]
    Ansi16,
}

/// Flags about the look, for every sub-command.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct LookArgs {
    /// Light or dark background [default: ask the terminal once; SVG is light]
    #[arg(long, global = true, value_enum, value_name = "WHICH")]
    pub theme: Option<ThemeArg>,
    /// Colours; NO_COLOR is respected
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorWhen,
    /// Only plain ASCII characters, formulas and plots included
    #[arg(long, global = true)]
    pub ascii: bool,
}

/// `--theme`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeArg {
    /// Dark background.
    Dark,
    /// Light background.
    Light,
}

/// What the environment says, read once; a value so that tests can make one.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// NO_COLOR is set and not empty.
    pub no_color: bool,
    /// COLORTERM.
    pub colorterm: String,
    /// TERM.
    pub term: String,
    /// LC_ALL, else LC_CTYPE, else LANG.
    pub locale: String,
}

impl Environment {
    /// Reads it.
    pub fn read() -> Environment {
        let get = |name: &str| std::env::var(name).unwrap_or_default();
        let first = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(get).find(|v| !v.is_empty());
        Environment {
            no_color: !get("NO_COLOR").is_empty(),
            colorterm: get("COLORTERM"),
            term: get("TERM"),
            locale: first.unwrap_or_default(),
        }
    }

    /// Colours that the environment promises.
    pub fn depth(&self) -> Depth {
        if self.no_color || self.term == "dumb" {
            Depth::Mono
        } else if matches!(self.colorterm.as_str(), "truecolor" | "24bit") || self.term.ends_with("-direct") {
            Depth::TrueColor
        } else if self.term.contains("256color") {
            Depth::Ansi256
        } else {
            Depth::Ansi16
        }
    }

    /// Does the locale show Unicode? Only a locale that is named and is not UTF-8 says no.
    pub fn unicode(&self) -> bool {
        let locale = self.locale.to_ascii_lowercase().replace('-', "");
        locale.is_empty() || locale.contains("utf8")
    }
}

impl LookArgs {
    /// The colours to use; `tty` says whether they reach a terminal.
    pub fn depth(&self, env: &Environment, tty: bool) -> Depth {
        match self.color {
            ColorWhen::Never => Depth::Mono,
            ColorWhen::Always | ColorWhen::Truecolor => Depth::TrueColor,
            ColorWhen::Ansi256 => Depth::Ansi256,
            ColorWhen::Ansi16 => Depth::Ansi16,
            ColorWhen::Auto if tty => env.depth(),
            ColorWhen::Auto => Depth::Mono,
        }
    }

    /// The theme without asking the terminal: `None` for dark means nobody has said.
    pub fn theme(&self, env: &Environment, settings: &Settings, tty: bool) -> (Theme, bool) {
        let named = match (self.theme, settings.theme) {
            (Some(ThemeArg::Dark), _) | (None, ThemeChoice::Dark) => Some(true),
            (Some(ThemeArg::Light), _) | (None, ThemeChoice::Light) => Some(false),
            (None, ThemeChoice::Auto) => None,
        };
        let theme = Theme {
            depth: self.depth(env, tty),
            dark: named.unwrap_or(true),
            ascii: self.ascii || settings.ascii || !env.unicode(),
        };
        (theme, named.is_some())
    }
}

/// Asks the terminal for its background, once, at most a tenth of a second; dark if it doesn't say.
pub fn ask_terminal() -> bool {
    use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
    let mut options = QueryOptions::default();
    options.timeout = std::time::Duration::from_millis(100);
    !matches!(theme_mode(options), Ok(ThemeMode::Light))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(term: &str, colorterm: &str, no_color: bool, locale: &str) -> Environment {
        Environment { no_color, colorterm: colorterm.into(), term: term.into(), locale: locale.into() }
    }

    #[test]
    fn the_environment_decides_the_depth() {
        assert_eq!(env("xterm-256color", "truecolor", false, "").depth(), Depth::TrueColor);
        assert_eq!(env("xterm-256color", "", false, "").depth(), Depth::Ansi256);
        assert_eq!(env("xterm", "", false, "").depth(), Depth::Ansi16);
        assert_eq!(env("xterm-256color", "truecolor", true, "").depth(), Depth::Mono);
    }

    #[test]
    fn only_a_named_locale_without_utf8_means_ascii() {
        for (locale, unicode) in [("", true), ("en_US.UTF-8", true), ("C.utf8", true), ("C", false), ("POSIX", false)] {
            assert_eq!(env("xterm", "", false, locale).unicode(), unicode, "{locale}");
        }
    }

    #[test]
    fn a_flag_beats_the_settings() {
        let settings = Settings { theme: ThemeChoice::Dark, ..Settings::default() };
        let args = LookArgs { theme: Some(ThemeArg::Light), ..LookArgs::default() };
        let (theme, named) = args.theme(&Environment::default(), &settings, true);
        assert!(!theme.dark && named);
    }
}
