//! What stands on the page of Progress, block by block, the most useful first.

use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::super::super::theme::{Role, Theme};
use super::super::super::widgets::text::wrap;
use super::super::insight;
use super::super::mistake_name;
use super::block::{Block, Pick, Row, WIDTH};
use super::charts;
use super::data::Data;
use super::words::{self, count, days_between, title_of, verdict};
use crate::content::Library;
use crate::mastery::{Share, SkillRow, Sort};
use crate::words::spell_minutes;

/// Rows of the lists that could be long.
const SKILLS: usize = 6;
const MISSED: usize = 4;
const ANSWERS: usize = 12;
/// The widest that a verdict gets.
const LATELY: usize = 32;
/// Squares of a bar.
const BAR: u64 = 18;

/// All blocks that have something to say.
pub(super) fn all(data: &Data, library: &Library, theme: &Theme) -> Vec<Block> {
    let write = Writer { data, library, theme };
    if !data.is_begun() {
        return vec![write.empty()];
    }
    let blocks = [
        Some(write.now()),
        write.mistakes(),
        write.missed(),
        Some(write.schemes()),
        write.skills(),
        Some(Block::new("Coming back, the next 14 days", charts::forecast(&data.account, theme))),
        Some(Block::new("Days with answers, the last 26 weeks", charts::calendar(&data.account, theme))),
        write.retention(),
        write.schedule(),
        write.sure(),
        write.changes(),
        write.time(),
        write.answers(),
    ];
    blocks.into_iter().flatten().collect()
}

struct Writer<'a> {
    data: &'a Data,
    library: &'a Library,
    theme: &'a Theme,
}

impl Writer<'_> {
    fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    fn text(&self, text: impl Into<String>) -> Row {
        Row::default().at(0, text, self.style(Role::Text))
    }

    fn dim(&self, text: impl Into<String>) -> Row {
        Row::default().at(0, text, self.style(Role::Dim))
    }

    /// A remark over as many rows as it needs.
    fn dims(&self, text: &str) -> Vec<Row> {
        wrap(text, usize::from(WIDTH)).into_iter().map(|row| self.dim(row)).collect()
    }

    fn empty(&self) -> Block {
        let rows = vec![
            self.text("Enter opens Practise: a first drill takes three minutes.").pick(Pick::First),
            self.dim("S studies the chapter, I rehearses for an interview."),
            Row::default(),
            self.dim("What you answer shows here: what is mastered and why,"),
            self.dim("what comes back when, and the mistakes worth a drill."),
        ];
        Block::new("No answers yet", rows)
    }

    fn now(&self) -> Block {
        let s = &self.data.facts.summary;
        let due = match s.due {
            0 => self.text(format!("Nothing is due now; {}", s.ahead())),
            n => self
                .text(format!("Review {} now; {}", count(n, "that is due", "that are due"), s.ahead()))
                .pick(Pick::Due),
        };
        let mut rows = vec![due];
        if s.answers > 0 {
            let share = f64::from(s.right) / f64::from(s.answers) * 100.0;
            rows.push(self.text(format!("{}, {share:.0} % right", count(s.answers, "answer", "answers"))));
        }
        if s.rehearsed > 0 {
            rows.push(self.text(format!("{} rehearsed", count(s.rehearsed, "prompt", "prompts"))));
        }
        let account = &self.data.account;
        rows.push(self.text(format!(
            "Today {}, last 7 days {}, in all {}",
            spell_minutes(account.ms_of_days(1)),
            spell_minutes(account.ms_of_days(7)),
            spell_minutes(s.ms)
        )));
        if account.streak > 1 {
            rows.push(self.text(format!("{} study days in a row", account.streak)));
            rows.push(self.dim("A free day in the week does not break it."));
        }
        Block::new("Now", rows)
    }

    fn mistakes(&self) -> Option<Block> {
        let repeated = &self.data.mistakes;
        let room = usize::from(WIDTH) - 6;
        let row = |(i, m): (usize, &crate::memory::Repeated)| {
            // Which question it was, where the name leaves room: a flipped sign can happen anywhere. A mistake without a
            // name of its own is called by its question.
            let (name, title) = match (mistake_name(self.library, m), title_of(&m.item, self.library)) {
                (name, title) if name == m.code => (title, name.to_lowercase()),
                both => both,
            };
            let name = cut(&name, room);
            let after = u16::try_from(name.width()).unwrap_or(0) + 2;
            let left = room.saturating_sub(usize::from(after));
            let title = if left > 8 { cut(&title, left) } else { String::new() };
            self.text(name)
                .at(after, title, self.style(Role::Dim))
                .to(WIDTH, format!("{}×", m.count), self.style(Role::Dim))
                .pick(Pick::Mistake(i))
        };
        let mut rows: Vec<Row> = repeated.iter().enumerate().map(row).collect();
        rows.extend(self.dims("Enter drills exactly that one, where it can happen."));
        (!repeated.is_empty()).then(|| Block::new("Again and again", rows))
    }

    fn missed(&self) -> Option<Block> {
        let missed = &self.data.facts.missed;
        let row = |(i, (item, points)): (usize, &(String, Vec<String>))| {
            let title = cut(&title_of(item, self.library), usize::from(WIDTH) - 12);
            let points = count(u32::try_from(points.len()).unwrap_or(0), "point", "points");
            self.text(title).to(WIDTH, points, self.style(Role::Dim)).pick(Pick::Missed(i))
        };
        let mut rows: Vec<Row> = missed.iter().enumerate().take(MISSED).map(row).collect();
        let more = missed.len().saturating_sub(MISSED);
        rows.extend((more > 0).then(|| self.dim(format!("{more} more: the interview (I) marks them"))));
        (!rows.is_empty()).then(|| Block::new("Missed when rehearsing", rows))
    }

    fn schemes(&self) -> Block {
        const ENDS: [u16; 4] = [27, 38, 47, WIDTH];
        let dim = self.style(Role::Dim);
        let heading = Sort::ALL.iter().zip(ENDS).fold(Row::default(), |row, (sort, end)| row.to(end, sort.name(), dim));
        let mut rows = vec![heading];
        for (i, scheme) in self.data.schemes.iter().enumerate() {
            let style = scheme.scheme.map_or(self.style(Role::Text), |s| self.theme.scheme(s));
            let mark = scheme.scheme.map_or(' ', |s| s.mark());
            let name = Row::default().at(0, mark.to_string(), style).at(2, scheme.name(), style);
            let cells = scheme.shares.iter().zip(ENDS);
            rows.push(cells.fold(name, |row, (share, end)| self.share(row, end, *share)).pick(Pick::Scheme(i)));
        }
        rows.extend(self.dims("Right alone on two days running. Enter shows why."));
        Block::new("Mastered", rows)
    }

    fn share(&self, row: Row, end: u16, share: Share) -> Row {
        let role = match share {
            Share { of: 0, .. } => Role::Dim,
            Share { mastered, of, .. } if mastered == of => Role::Right,
            Share { begun: 0, .. } => Role::Dim,
            _ => Role::Text,
        };
        let text = if share.of == 0 { "–".to_string() } else { format!("{} of {}", share.mastered, share.of) };
        row.cell(end, &text, self.style(role))
    }

    fn skills(&self) -> Option<Block> {
        let weak = |(i, row): (usize, &SkillRow)| {
            let name = self.text(cut(&row.name(), 22));
            let part = (row.share.mastered as u64, row.share.of as u64);
            let shaky = if row.shaky == 0 { String::new() } else { format!("{} shaky", row.shaky) };
            charts::barred(name, part, 10, 24, self.theme)
                .to(44, format!("{} of {}", row.share.mastered, row.share.of), self.style(Role::Text))
                .to(WIDTH, shaky, self.style(Role::Warn))
                .pick(Pick::Skill(i))
        };
        let begun = self.data.skills.iter().enumerate().filter(|(_, r)| r.share.begun > 0);
        let mut rows: Vec<Row> = begun.take(SKILLS).map(weak).collect();
        let all = count(u32::try_from(self.data.skills.len()).unwrap_or(0), "skill", "skills");
        rows.push(self.text(format!("All {all}")).pick(Pick::Skills));
        (rows.len() > 1).then(|| Block::new("Skills, those that need work first", rows))
    }

    fn retention(&self) -> Option<Block> {
        let row = |kept: &crate::memory::account::Kept| {
            let name = self.text(days_between(kept));
            let of = format!("{} of {}", kept.kept, kept.reviews);
            let (part, all) = (u64::from(kept.kept), u64::from(kept.reviews));
            let share = format!("{:.0} %", f64::from(kept.kept) / f64::from(kept.reviews.max(1)) * 100.0);
            charts::barred(name, (part, all), BAR, 17, self.theme).to(42, share, self.style(Role::Text)).to(
                WIDTH,
                of,
                self.style(Role::Dim),
            )
        };
        let rows: Vec<Row> = self.data.account.retention.iter().map(row).collect();
        (!rows.is_empty()).then(|| Block::new("Kept, by the days since the last time", rows))
    }

    fn schedule(&self) -> Option<Block> {
        let schedule = &self.data.schedule;
        let mut rows: Vec<Row> =
            wrap(&words::schedule(schedule), usize::from(WIDTH)).into_iter().map(|row| self.text(row)).collect();
        if schedule.can_be_fitted() {
            let again = if schedule.fitted.is_some() { "Fit it again" } else { "Fit it to me" };
            rows.push(self.text(again).pick(Pick::Fit));
        }
        (schedule.reviews > 0 || schedule.fitted.is_some()).then(|| Block::new("Whose schedule", rows))
    }

    fn sure(&self) -> Option<Block> {
        let all = &self.data.facts.calibration;
        let row = |c: &crate::memory::Calibration| {
            charts::barred(self.text(c.word()), (u64::from(c.right), u64::from(c.answers)), BAR, 17, self.theme).to(
                WIDTH,
                format!("{} of {}", c.right, c.answers),
                self.style(Role::Text),
            )
        };
        let mut rows: Vec<Row> = all.iter().filter(|c| c.answers > 0).map(row).collect();
        rows.extend(insight::verdict(all).into_iter().flat_map(|said| self.dims(said)));
        (!rows.is_empty()).then(|| Block::new("How sure, how right", rows))
    }

    fn changes(&self) -> Option<Block> {
        let dim = self.style(Role::Dim);
        let mut rows = vec![Row::default().to(48, "before", dim).to(WIDTH, "now", dim)];
        for change in &self.data.changes {
            let found = self.library.index().sections.iter().enumerate().find(|(_, s)| s.id == change.section);
            let Some((number, section)) = found else { continue };
            let style = section.scheme.map_or(self.style(Role::Text), |s| self.theme.scheme(s));
            let of =
                |count: Option<(usize, usize)>| count.map_or("–".into(), |(right, of)| format!("{right} of {of}"));
            let name = cut(&format!("{}  {}", number + 1, section.title), 38);
            rows.push(Row::default().at(0, name, style).to(48, of(change.before), self.style(Role::Text)).to(
                WIDTH,
                of(change.now),
                self.style(Role::Text),
            ));
        }
        (rows.len() > 1).then(|| Block::new("Before and after reading", rows))
    }

    fn time(&self) -> Option<Block> {
        let all: u64 = self.data.schemes.iter().map(|s| s.ms).max().unwrap_or(0);
        let spent = self.data.schemes.iter().filter(|s| s.ms > 0);
        let rows: Vec<Row> = spent
            .map(|s| {
                let style = s.scheme.map_or(self.style(Role::Text), |s| self.theme.scheme(s));
                charts::barred(Row::default().at(0, s.name(), style), (s.ms, all), BAR, 17, self.theme).to(
                    WIDTH,
                    spell_minutes(s.ms),
                    self.style(Role::Text),
                )
            })
            .collect();
        (!rows.is_empty()).then(|| Block::new("Time spent", rows))
    }

    fn answers(&self) -> Option<Block> {
        let row = |(i, logged): (usize, &crate::memory::Logged)| {
            let said = cut(&verdict(logged, self.library), LATELY);
            let role = if said == "right" { Role::Right } else { Role::Dim };
            let title = cut(&title_of(&logged.event.item, self.library), usize::from(WIDTH) - said.chars().count() - 2);
            self.text(title).to(WIDTH, said, self.style(role)).pick(Pick::Answer(i))
        };
        let rows: Vec<Row> = self.data.recent.iter().enumerate().take(ANSWERS).map(row).collect();
        (!rows.is_empty()).then(|| Block::new("Lately", rows))
    }
}

/// A text that fits into so many columns.
fn cut(text: &str, columns: usize) -> String {
    use unicode_width::UnicodeWidthChar;
    let mut left = columns;
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    };
    let kept: String = text.chars().take_while(fits).collect();
    if kept.len() == text.len() {
        kept
    } else {
        format!("{}…", kept.chars().take(columns - 1).collect::<String>().trim_end())
    }
}
