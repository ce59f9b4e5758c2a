//! `posenc read`: sections as plain text, formulas in two dimensions, figures as pictures of characters.

use std::io::{self, Write};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::StatefulWidget;
use unicode_width::UnicodeWidthStr;

use crate::content::model::{Block, FigureCall, Section};
use crate::content::{Library, LoadError};
use crate::figure::{self, Sampling, Settings};
use crate::tui::plot::{Plot, PlotState};
use crate::tui::rooms::study::blocks::Setter;
use crate::tui::settings::Marks;
use crate::tui::theme::{Depth, Theme};

/// How the text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Columns.
    pub width: usize,
    /// Only 0x20 to 0x7E.
    pub ascii: bool,
    /// Formulas as LaTeX.
    pub latex: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { width: 76, ascii: false, latex: false }
    }
}

/// Why nothing, or not everything, was printed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no such section.
    #[error("There is no section `{name}`{}; the sections are {known}", .nearest.as_deref().map_or(String::new(), |n| format!("; did you mean `{n}`?")))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// There is no such page.
    #[error("the section `{section}` has no page `{name}`{}; its pages are {known}", .nearest.as_deref().map_or(String::new(), |n| format!("; did you mean `{n}`?")))]
    NoPage {
        /// The section.
        section: String,
        /// What was asked for.
        name: String,
        /// What was probably meant.
        nearest: Option<String>,
        /// All of them.
        known: String,
    },
    /// Its file has errors.
    #[error(transparent)]
    Broken(#[from] LoadError),
    /// Could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Prints a section, named by its id or its number, one of its pages (`rope/cancel`, `5.2`), or the whole chapter.
pub fn run(library: &Library, section: Option<&str>, opts: ReadOptions, out: &mut dyn Write) -> Result<(), ReadError> {
    let ids: Vec<&str> = library.index().sections.iter().map(|s| s.id.as_ref()).collect();
    match section {
        Some(name) => {
            let (number, section, only) = place_of(library, name)?;
            write_section(library, (number, only), section, opts, out)
        }
        None => {
            for (at, id) in ids.iter().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                write_section(library, (at + 1, None), library.section(id)?, opts, out)?;
            }
            Ok(())
        }
    }
}

/// The section or the page (`rope/cancel`) that a name or a number means.
pub fn id_of(library: &Library, name: &str) -> Result<String, ReadError> {
    let (_, section, page) = place_of(library, name)?;
    let page = page.and_then(|page| section.pages.get(page));
    Ok(page.map_or_else(|| section.id.clone(), |page| format!("{}/{}", section.id, page.id)))
}

/// The number of a section, from 1, the section, and the place of a page in it, from 0, if the name has one.
fn place_of<'a>(library: &'a Library, name: &str) -> Result<(usize, &'a Section, Option<usize>), ReadError> {
    let ids: Vec<&str> = library.index().sections.iter().map(|s| s.id.as_ref()).collect();
    let (section, page) = name.split_once(['/', '.']).map_or((name, None), |(s, p)| (s, Some(p)));
    let (number, id) = find(&ids, section)?;
    let section = library.section(id)?;
    let page = page.map(|page| page_of(section, page)).transpose()?;
    Ok((number, section, page))
}

/// The number, from 1, and the id of a section.
fn find<'a>(ids: &[&'a str], name: &str) -> Result<(usize, &'a str), ReadError> {
    let wanted = name.trim().to_lowercase();
    let by_number = wanted.parse::<usize>().ok();
    let found =
        ids.iter().enumerate().map(|(i, id)| (i + 1, *id)).find(|(n, id)| *id == wanted || by_number == Some(*n));
    found.ok_or_else(|| {
        let like = |id: &&str| (strsim::jaro_winkler(&wanted, id), id.to_string());
        let nearest = ids.iter().map(like).filter(|(likeness, _)| *likeness >= 0.7).max_by(|a, b| a.0.total_cmp(&b.0));
        ReadError::Unknown { name: name.to_string(), nearest: nearest.map(|(_, id)| id), known: ids.join(", ") }
    })
}

/// The place of a page in its section, from 0, named by its id or its number.
fn page_of(section: &Section, name: &str) -> Result<usize, ReadError> {
    let pages: Vec<&str> = section.pages.iter().map(|p| p.id.as_str()).collect();
    let known = || pages.join(", ");
    find(&pages, name).map(|(number, _)| number - 1).map_err(|error| match error {
        ReadError::Unknown { name, nearest, .. } => {
            ReadError::NoPage { section: section.id.clone(), name, nearest, known: known() }
        }
        other => other,
    })
}

fn write_section(
    library: &Library,
    (number, only): (usize, Option<usize>),
    section: &Section,
    opts: ReadOptions,
    out: &mut dyn Write,
) -> Result<(), ReadError> {
    let theme = Theme { depth: Depth::Mono, dark: true, ascii: opts.ascii };
    let width = opts.width.clamp(20, 200);
    let setter = Setter { library, theme: &theme, width, latex: opts.latex, keys: false };
    if only.is_none() {
        let title = setter.plain(&format!("{number}  {}", section.title));
        writeln!(out, "{title}")?;
        writeln!(out, "{}", setter.plain("═").repeat(title.width()))?;
        if !section.objectives.is_empty() {
            writeln!(out)?;
            write_lines(&setter.objectives(section), out)?;
        }
    }
    for (at, page) in section.pages.iter().enumerate().filter(|(at, _)| only.is_none_or(|only| only == *at)) {
        let title = setter.plain(&format!("{number}.{}  {}", at + 1, page.title));
        if only.is_none() {
            writeln!(out)?;
        }
        writeln!(out, "{title}")?;
        writeln!(out, "{}", setter.plain("─").repeat(title.width()))?;
        for block in &page.blocks {
            writeln!(out)?;
            if !matches!(block, Block::Figure(_, None)) {
                write_lines(&setter.block(block, None), out)?;
            }
            if let Block::Figure(call, caption) = block {
                if caption.is_some() {
                    writeln!(out)?;
                }
                write_question(call, &setter, out)?;
                write_figure(call, u16::try_from(width).unwrap_or(200), &theme, out)?;
            }
        }
        for recall in &page.recall {
            writeln!(out)?;
            write_lines(&setter.prose(&format!("**Recall.** {}", recall.ask), width), out)?;
            write_lines(&setter.prose(&format!("**Answer.** {}", recall.answer), width), out)?;
        }
    }
    Ok(())
}

fn write_lines(lines: &[Line<'_>], out: &mut dyn Write) -> io::Result<()> {
    for line in lines {
        let text: String = line.spans.iter().map(|s| s.content.as_ref()).collect();
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// What a figure with a surprise asks: paper can't wait for an answer, but whoever reads on has read the question first.
fn write_question(call: &FigureCall, setter: &Setter<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(info) = figure::find(&call.id) else { return Ok(()) };
    let settings = Settings::of_call(info, &call.set);
    let Some(asked) = figure::predict(info, &settings) else { return Ok(()) };
    let [a, b, c] = &asked.options;
    let then = if figure::spoils(info, &settings) {
        "Then look.".to_string()
    } else {
        format!("`{} --predict=a` (or b, or c) shows it.", settings.to_command_line(info))
    };
    let text = format!("**Predict first.** {} (a) {a}; (b) {b}; (c) {c}. {then}", asked.question);
    write_lines(&setter.prose(&text, setter.width), out)?;
    writeln!(out)
}

/// The picture with its sentence and its convention, and the command that draws it.
fn write_figure(call: &FigureCall, width: u16, theme: &Theme, out: &mut dyn Write) -> io::Result<()> {
    let Some(info) = figure::find(&call.id) else { return Ok(()) };
    let settings = Settings::of_call(info, &call.set);
    let style = theme.plot(Marks::Braille);
    let picture = figure::build(info, &settings, Sampling { cols: width, rows: 16 });
    let plot = Plot::new(&picture, &style);
    let area = Rect::new(0, 0, width, plot.desired_height(width));
    let mut buffer = Buffer::empty(area);
    plot.render(area, &mut buffer, &mut PlotState::default());
    for y in 0..area.height {
        let row: String = (0..width).filter_map(|x| buffer.cell((x, y))).map(|c| c.symbol()).collect();
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "$ {}", settings.to_command_line(info))
}
