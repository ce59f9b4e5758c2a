//! The arguments of a figure.

use std::io::IsTerminal;

use clap::Args;

use super::super::look::{Environment, ThemeArg};
use super::super::plot::{Output, PlotOptions};
use super::Cli;
use crate::tui::plot::Depth;
use crate::tui::settings::{Marks, Settings};
use crate::tui::theme::Theme;

/// `posenc plot`.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Which figure; --list names them, without one a terminal opens them all
    pub figure: Option<String>,
    /// Turn a knob; may be given again
    #[arg(long, value_name = "KNOB=VALUE")]
    pub set: Vec<String>,
    /// Columns
    #[arg(long)]
    pub width: Option<u16>,
    /// Rows
    #[arg(long)]
    pub height: Option<u16>,
    /// The picture as data, with its settings; with --ascii what is not ASCII is written \uXXXX
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// The data of every layer
    #[arg(long)]
    pub csv: bool,
    /// For slides: the picture as SVG; --width and --height are pixels
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub svg: bool,
    /// In one paragraph, for who cannot see it
    #[arg(long, conflicts_with_all = ["json", "csv", "svg"])]
    pub say: bool,
    /// The paragraph, then the table line by line
    #[arg(long, conflicts_with_all = ["json", "csv", "svg", "say"])]
    pub plain: bool,
    /// Predict before it shows: asks, or takes a, b, c or a place in the figure; kept like every answer
    #[arg(long, value_name = "ANSWER", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with_all = ["csv", "svg", "list"])]
    pub predict: Option<String>,
    /// The names of all figures and their knobs
    #[arg(long)]
    pub list: bool,
}

impl PlotArgs {
    /// Nothing but `posenc plot`: all figures to look through, where there is a terminal.
    pub fn wants_gallery(&self) -> bool {
        let sized = self.width.is_some() || self.height.is_some();
        self.figure.is_none()
            && self.predict.is_none()
            && self.set.is_empty()
            && !self.list
            && !sized
            && self.output() == Output::Text
    }

    /// With the look of the command line.
    pub fn options(&self, cli: &Cli) -> PlotOptions {
        let env = Environment::read();
        let tty = std::io::stdout().is_terminal();
        let (theme, _) = cli.flags.look.theme(&env, &Settings::default(), tty);
        PlotOptions {
            figure: self.figure.clone(),
            set: self.set.clone(),
            width: self.width,
            height: self.height,
            style: match self.svg {
                // A file has no terminal to ask: paper is white unless the flag says dark.
                true => {
                    let dark = cli.flags.look.theme == Some(ThemeArg::Dark);
                    Theme { depth: Depth::TrueColor, dark, ascii: false }.plot(Marks::default())
                }
                false => theme.plot(Marks::default()),
            },
            output: self.output(),
            list: self.list,
        }
    }

    fn output(&self) -> Output {
        let wanted = [
            (self.json, Output::Json),
            (self.csv, Output::Csv),
            (self.svg, Output::Svg),
            (self.say, Output::Say),
            (self.plain, Output::Plain),
        ];
        wanted.into_iter().find(|(asked, _)| *asked).map_or(Output::Text, |(_, output)| output)
    }
}
