//! How a sitting went, in lines.

use std::io;

use crate::sitting::placement::{Advice, Placed};
use crate::sitting::{REPLAYS, Report};

use super::page::Page;

/// The report. Nothing, if nothing was answered.
pub fn write(page: &mut Page<'_>, report: &Report) -> io::Result<()> {
    if report.total == 0 {
        return page.line("Nothing was answered.");
    }
    page.line(&format!("{}.   code {}", report.counted(), report.code))?;
    if let Some(command) = &report.replay {
        page.line(REPLAYS)?;
        page.line(&format!("  {command}"))?;
    }
    match report.left {
        0 => {}
        1 => page.line("1 question was not answered.")?,
        n => page.line(&format!("{n} questions were not answered."))?,
    }
    for score in &report.schemes {
        page.line(&format!("  {:<17} {} of {}", score.scheme.name(), score.right, score.total))?;
    }
    for slip in report.mistakes.iter().filter(|s| s.count > 1) {
        page.hung(&format!("  {} times: ", slip.count), &slip.say)?;
    }
    for outcome in &report.wrong {
        page.gap()?;
        page.hung("  ", &outcome.title)?;
        let yours = if outcome.yours.is_empty() { "(the solution was shown)" } else { &outcome.yours };
        page.line(&format!("    yours: {yours}"))?;
        page.hung("    right: ", &outcome.key)?;
        if let Some(say) = &outcome.say {
            page.hung("    ", say)?;
        }
        if let Some(section) = &outcome.section {
            page.line(&format!("    read:  posenc read {section}"))?;
        }
    }
    Ok(())
}

/// What to do with the sections of each scheme.
pub fn placed(page: &mut Page<'_>, rows: &[Placed]) -> io::Result<()> {
    if rows.is_empty() {
        return page.line("Nothing was answered. `posenc placement` asks.");
    }
    page.line("Two questions a scheme say a little, not everything: skip what you like, and come back to it.")?;
    page.gap()?;
    for row in rows {
        page.line(&format!("  {:<4}  {:<17} {} of {}", row.advice.word(), row.scheme.name(), row.right, row.asked))?;
        for section in row.sections.iter().filter(|_| row.advice != Advice::Skip) {
            let size = format!("{} pages, about {} min", section.pages, section.minutes);
            page.hung(
                "        ",
                &format!("{} {}: {size}, `posenc read {}`", section.number, section.title, section.id),
            )?;
        }
        for place in row.look_at.iter().filter(|_| row.advice == Advice::Skim) {
            page.line(&format!("        most of all: posenc read {place}"))?;
        }
    }
    Ok(())
}
