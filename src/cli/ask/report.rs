//! How a sitting went, in lines.

use std::io;

use crate::sitting::Report;

use super::page::Page;

/// The report. Nothing, if nothing was answered.
pub fn write(page: &mut Page<'_>, report: &Report) -> io::Result<()> {
    if report.total == 0 {
        return page.line("Nothing was answered.");
    }
    page.line(&format!("{} of {} right at once.   code {}", report.right, report.total, report.code))?;
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
