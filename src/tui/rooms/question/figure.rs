//! The figure of a question, at its numbers.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::StatefulWidget;
use unicode_width::UnicodeWidthStr;

use crate::content::model::FigureCall;
use crate::figure::{self, Layer, Mark, Picture, Sampling, Settings};
use crate::question::{Drawn, Place};
use crate::sitting::Sitting;

use super::super::super::room::View;
use super::super::super::settings::Marks;
use super::super::super::theme::{self, Role, Theme};
use super::super::super::widgets::text::put;
use crate::tui::plot::{Depth, Marker, Parts, Plot, PlotState, PlotStyle};

/// The picture of a call.
fn picture(call: &FigureCall, area: Rect) -> Option<Picture> {
    let info = figure::find(&call.id)?;
    let settings = Settings::of_call(info, &call.set);
    Some(figure::build(info, &settings, Sampling { cols: area.width, rows: area.height }))
}

/// Can it be drawn?
pub fn exists(call: Option<&FigureCall>) -> bool {
    call.is_some_and(|c| figure::find(&c.id).is_some())
}

/// Draws it with the learner's value and the right one in it, and says whose numbers these are.
///
/// Before the answer it is for the price of a hint: its shape alone, without what it says in numbers.
pub fn draw(frame: &mut Frame<'_>, area: Rect, sitting: &Sitting, solved: bool, view: &View<'_>) {
    let Some(drawn) = sitting.current() else { return };
    if solved {
        draw_with(frame, area, drawn, sitting.places(), view);
    } else {
        draw_picture(frame, area, drawn, |picture| *picture = without_numbers(picture), view);
    }
}

/// The picture without its numbers: what it would say may be what is asked.
fn without_numbers(picture: &Picture) -> Picture {
    let mut bare = picture.clone();
    bare.title = figure::find(&bare.id).map_or_else(String::new, |info| info.title.into());
    bare.table = None;
    bare.notice = "The numbers of this plot come with the answer.".into();
    for layer in bare.panels.iter_mut().flat_map(|panel| &mut panel.layers) {
        if let Layer::Cells(cells) = layer {
            cells.texts.clear();
        }
    }
    bare
}

/// Draws it with two values in it: the learner's and the right one, as far as they are to be seen.
pub fn draw_with(
    frame: &mut Frame<'_>,
    area: Rect,
    drawn: &Drawn,
    (yours, truth): (Option<Place>, Option<Place>),
    view: &View<'_>,
) {
    let spec = drawn.question.figure.as_ref().and_then(|f| f.mark.clone()).unwrap_or_default();
    let mark = |at: Place| Mark { panel: spec.panel, x: at.x, y: at.y, arrow: spec.arrow };
    let values = |picture: &mut Picture| figure::overlay(picture, yours.map(mark), truth.map(mark));
    draw_picture(frame, area, drawn, values, view);
}

fn draw_picture(frame: &mut Frame<'_>, area: Rect, drawn: &Drawn, change: impl FnOnce(&mut Picture), view: &View<'_>) {
    let Some(call) = &drawn.instance.figure else { return };
    let area = area.intersection(frame.area());
    if area.width < 20 || area.height < 6 {
        return;
    }
    let place = Rect { height: area.height - 1, ..area };
    let Some(mut picture) = picture(call, place) else { return };
    change(&mut picture);
    let style = plot_style(view.theme, view.settings.marks);
    let plot = Plot::new(&picture, &style).parts(Parts { convention: place.height > 16, ..Parts::ALL });
    let height = plot.desired_height(place.width).max(place.height * 3 / 4).min(place.height).min(place.width / 2 + 8);
    let place = Rect { height, ..place };
    plot.render(place, frame.buffer_mut(), &mut PlotState::default());
    let style = view.theme.style(Role::Dim);
    let whose = whose(call, drawn.question.figure.as_ref());
    let fits = whose.width() <= usize::from(area.width);
    let said = if fits { whose } else { "partly this question's numbers".into() };
    put(frame.buffer_mut(), area, area.x, place.bottom(), &said, style);
}

/// Draws a figure that belongs to no question's numbers.
pub fn draw_call(frame: &mut Frame<'_>, area: Rect, call: &FigureCall, view: &View<'_>) {
    let area = area.intersection(frame.area());
    if area.width < 20 || area.height < 6 {
        return;
    }
    let Some(picture) = picture(call, area) else { return };
    let style = plot_style(view.theme, view.settings.marks);
    let plot = Plot::new(&picture, &style).parts(Parts { notice: false, convention: false, ..Parts::ALL });
    plot.render(area, frame.buffer_mut(), &mut PlotState::default());
}

/// Whose numbers a figure shows: those knobs hold the question's that are computed from its draw.
fn whose(call: &FigureCall, written: Option<&FigureCall>) -> String {
    let computed = |knob: &&String| written.and_then(|w| w.set.get(*knob)) != call.set.get(*knob);
    let knobs: Vec<&str> = call.set.keys().filter(computed).map(String::as_str).collect();
    match knobs.split_last() {
        None => "an example".into(),
        Some((one, [])) => format!("an example at this question's {one}"),
        Some((last, others)) => format!("an example at this question's {} and {last}", others.join(", ")),
    }
}

fn plot_style(theme: &Theme, marks: Marks) -> PlotStyle {
    let depth = match theme.depth {
        theme::Depth::Mono => Depth::Mono,
        theme::Depth::Ansi16 => Depth::Ansi16,
        theme::Depth::Ansi256 => Depth::Ansi256,
        theme::Depth::TrueColor => Depth::TrueColor,
    };
    let mut style = PlotStyle::new(depth, theme.dark, theme.ascii);
    if marks == Marks::Blocks && !theme.ascii {
        style.marker = Marker::HalfBlock;
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_answer_a_plot_says_no_number_that_may_be_asked() {
        let set = [("heads", "8"), ("head", "3"), ("query", "50"), ("key", "9")];
        let call = FigureCall { id: "alibi-bias".into(), ..call(&set) };
        let full = picture(&call, Rect::new(0, 0, 100, 30)).unwrap_or_else(|| panic!("it is drawn"));
        let told = |p: &Picture| serde_json::to_string(&(&p.title, &p.table, &p.notice)).unwrap_or_default();
        assert!(told(&full).contains("0.125") && told(&full).contains("5.125"), "{}", told(&full));
        let bare = without_numbers(&full);
        assert!(!told(&bare).contains(|c: char| c.is_ascii_digit()), "{}", told(&bare));
        let texts = bare.panels.iter().flat_map(|p| &p.layers).map(|layer| match layer {
            Layer::Cells(cells) => cells.texts.len(),
            _ => 0,
        });
        assert_eq!(texts.sum::<usize>(), 0);
    }

    fn call(set: &[(&str, &str)]) -> FigureCall {
        FigureCall {
            id: "rope-arrows".into(),
            set: set.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect(),
            ..FigureCall::default()
        }
    }

    #[test]
    fn no_text_of_a_plot_before_the_answer_is_the_answer() {
        use crate::question::{Ask, Seed, draw, format};
        let library = crate::content::Library::embedded();
        let mut told = Vec::new();
        for entry in library.index().questions.iter() {
            let Ok(question) = library.question(&entry.id) else { continue };
            for n in 0..12 {
                let Ok(seed) = Seed::parse(&format!("P{n}")) else { continue };
                let Ok(instance) = draw(question, &seed, "test") else { continue };
                let (Ask::Numbers { answers, .. }, Some(call)) = (&instance.ask, &instance.figure) else { continue };
                let Some(bare) = picture(call, Rect::new(0, 0, 70, 20)).map(|p| without_numbers(&p)) else { continue };
                let said = words(&bare);
                for asked in answers.iter().filter(|a| a.value.fract() != 0.0) {
                    // Three figures of it, as a plot would write them.
                    let key = format::figures(asked.value.abs(), 3);
                    if said.iter().any(|text| text.contains(&key)) {
                        told.push(format!("{} {seed}: {key} in {said:?}", entry.id));
                    }
                }
            }
        }
        assert!(told.is_empty(), "{told:#?}");
    }

    /// Everything that a picture writes, but the numbers at its axes.
    fn words(picture: &Picture) -> Vec<String> {
        let mut found = vec![picture.title.clone(), picture.notice.clone()];
        for panel in &picture.panels {
            found.extend([panel.title.clone(), panel.x.label.clone(), panel.y.label.clone()]);
            found.extend(panel.x.names.iter().chain(&panel.y.names).map(|(_, name)| name.clone()));
            found.extend(panel.layers.iter().flat_map(|layer| match layer {
                Layer::Cells(cells) => cells.texts.clone(),
                Layer::Label { text, .. } => vec![text.clone()],
                Layer::Line { name, .. }
                | Layer::Points { name, .. }
                | Layer::Band { name, .. }
                | Layer::Bars { name, .. }
                | Layer::Arrows { name, .. }
                | Layer::Arcs { name, .. }
                | Layer::Rule { name, .. }
                | Layer::Level { name, .. } => vec![name.clone()],
            }));
        }
        found
    }

    #[test]
    fn only_what_is_computed_is_called_the_questions() {
        let written = call(&[("m", "pos"), ("head_dim", "2")]);
        let said = |set| whose(&call(set), Some(&written));
        assert_eq!(said(&[("m", "7"), ("head_dim", "2")]), "an example at this question's m");
        assert_eq!(said(&[("head_dim", "2")]), "an example");
    }
}
