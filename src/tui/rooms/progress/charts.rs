//! The pictures of Progress: bars, the forecast, the calendar. In ASCII they have characters of their own.

use jiff::Span;

use super::super::super::theme::{Role, Theme};
use super::block::Row;
use crate::memory::account::{Account, FORECAST, WEEKS};

/// Rows of the forecast's bars.
const HEIGHT: u32 = 4;
/// Minutes of a day from which its square is darker.
const DARKER: [u64; 3] = [5, 15, 30];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// A bar of so many squares: how many of them are full, rounded, but never full or empty by rounding alone.
pub(super) fn bar(part: u64, of: u64, squares: u64, theme: &Theme) -> (String, String) {
    let filled = match (part, of) {
        (0, _) | (_, 0) => 0,
        (part, of) if part >= of => squares,
        (part, of) => ((part * squares + of / 2) / of).clamp(1, squares - 1),
    };
    let (full, rest) = if theme.ascii { ("#", ".") } else { ("■", "·") };
    let times = |text: &str, n: u64| text.repeat(usize::try_from(n).unwrap_or(0));
    (times(full, filled), times(rest, squares - filled))
}

/// A row of a table with a bar: name, bar, count.
pub(super) fn barred(name: Row, (part, of): (u64, u64), squares: u64, x: u16, theme: &Theme) -> Row {
    let (full, rest) = bar(part, of, squares, theme);
    let middle = x + u16::try_from(full.chars().count()).unwrap_or(0);
    name.at(x, full, theme.style(Role::Accent)).at(middle, rest, theme.style(Role::Dim))
}

/// The next fourteen days as bars, with their counts and days.
pub(super) fn forecast(account: &Account, theme: &Theme) -> Vec<Row> {
    let most = account.forecast.iter().copied().max().unwrap_or(0);
    let mut rows: Vec<Row> = Vec::new();
    if most == 0 {
        return vec![Row::default().at(0, "Nothing comes back in the next two weeks.", theme.style(Role::Dim))];
    }
    for row in (0..HEIGHT).rev() {
        let bars = account.forecast.iter().enumerate().fold(Row::default(), |line, (day, count)| {
            let eighths = (count * HEIGHT * 8).div_ceil(most).saturating_sub(row * 8).min(8);
            line.at(column(day), block(eighths, theme).repeat(2), theme.style(Role::Accent))
        });
        rows.push(bars);
    }
    let counts = account.forecast.iter().enumerate().fold(Row::default(), |line, (day, count)| {
        let text = if *count == 0 { "-".to_string() } else { count.to_string() };
        let style = theme.style(if *count == 0 { Role::Dim } else { Role::Text });
        line.to(column(day) + 2, text, style)
    });
    let days = (0..FORECAST).fold(Row::default(), |line, day| {
        let date =
            account.today.checked_add(Span::new().days(i64::try_from(day).unwrap_or(0))).unwrap_or(account.today);
        let name = weekday(date);
        line.at(column(day), name, theme.style(if day == 0 { Role::Strong } else { Role::Dim }))
    });
    rows.extend([counts, days]);
    rows
}

fn column(day: usize) -> u16 {
    1 + 4 * u16::try_from(day).unwrap_or(0)
}

fn weekday(date: jiff::civil::Date) -> &'static str {
    let at = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or(0);
    WEEKDAYS.get(at).copied().unwrap_or_default()
}

/// A block filled from below by so many eighths.
fn block(eighths: u32, theme: &Theme) -> &'static str {
    const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    match eighths {
        0 => " ",
        _ if theme.ascii => "#",
        n => BLOCKS.get(usize::try_from(n).unwrap_or(8)).copied().unwrap_or("█"),
    }
}

/// The squares of the calendar, from no answers to half an hour and more.
fn squares(theme: &Theme) -> [&'static str; 5] {
    if theme.ascii { [".", "-", "+", "*", "#"] } else { ["·", "░", "▒", "▓", "█"] }
}

fn square(account: &Account, day: jiff::civil::Date, theme: &Theme) -> (&'static str, Role) {
    let Some(done) = account.day(day) else { return (squares(theme)[0], Role::Rule) };
    let darker = DARKER.iter().filter(|minutes| done.ms >= **minutes * 60_000).count();
    (squares(theme).get(darker + 1).copied().unwrap_or_default(), Role::Accent)
}

/// The last weeks, a column each, Monday at the top; days to come stay blank.
pub(super) fn calendar(account: &Account, theme: &Theme) -> Vec<Row> {
    let day = |week: usize, weekday: usize| {
        let days = i64::try_from(week * 7 + weekday).unwrap_or(0);
        account.first_monday().checked_add(Span::new().days(days)).unwrap_or(account.today)
    };
    let x = |week: usize| 4 + 2 * u16::try_from(week).unwrap_or(0);
    let mut months = Row::default();
    let mut free = 0;
    for week in 0..WEEKS {
        let (date, before) = (day(week, 0), day(week.saturating_sub(1), 0));
        if (week == 0 || date.month() != before.month()) && x(week) >= free && week + 2 <= WEEKS {
            let name = MONTHS.get(usize::try_from(date.month() - 1).unwrap_or(0)).copied().unwrap_or_default();
            months = months.at(x(week), name, theme.style(Role::Dim));
            free = x(week) + 4;
        }
    }
    let mut rows = vec![months];
    for (weekday, name) in WEEKDAYS.iter().enumerate() {
        let label = if weekday % 2 == 0 { *name } else { "" };
        let mut row = Row::default().at(0, label, theme.style(Role::Dim));
        for week in (0..WEEKS).filter(|week| day(*week, weekday) <= account.today) {
            let (text, role) = square(account, day(week, weekday), theme);
            row = row.at(x(week), text, theme.style(role));
        }
        rows.push(row);
    }
    let mut column = 4;
    let legend = squares(theme).into_iter().zip(["none", "under 5 min", "5", "15", "30 or more"]).enumerate();
    rows.push(legend.fold(Row::default(), |row, (i, (square, name))| {
        // In the colour that it has above.
        let role = if i == 0 { Role::Rule } else { Role::Accent };
        let x = column;
        column += u16::try_from(name.len()).unwrap_or(0) + 5;
        row.at(x, square, theme.style(role)).at(x + 2, name, theme.style(Role::Dim))
    }));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_full_only_when_all_is_done_and_empty_only_when_nothing_is() {
        let theme = Theme { ascii: true, ..Theme::default() };
        let shown = |part, of| bar(part, of, 10, &theme).0.len();
        assert_eq!([shown(0, 9), shown(1, 99), shown(98, 99), shown(9, 9), shown(0, 0)], [0, 1, 9, 10, 0]);
    }
}
