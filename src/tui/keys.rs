//! The key table. It handles keys, draws the footer, fills the help overlay and generates `docs/KEYS.md`: a key that is not
//! a row here does not exist, and a row that a room does not handle fails a test.

use std::collections::BTreeMap;

use super::chord::Chord;

/// Where a row applies. A room answers with a stack of these, innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Everywhere.
    Global,
    /// Moving in lists and text.
    Move,
    /// The four doors, where no text field is open.
    Doors,
    /// First start.
    Welcome,
    /// Home.
    Home,
    /// A page of the chapter.
    Study,
    /// A page whose next stop is a figure.
    ToFigure,
    /// A page whose next stop is a question.
    ToQuestion,
    /// The last figure or question of a page has the keys.
    ToText,
    /// The list of contents.
    Contents,
    /// A figure that has the keys.
    Figure,
    /// A figure that stands still.
    Still,
    /// A figure that plays.
    Playing,
    /// The cursor in a figure.
    Cursor,
    /// A figure that asks what it will show.
    Predict,
    /// The gallery of figures.
    Gallery,
    /// The value of a knob being typed.
    Value,
    /// A text being looked for.
    Search,
    /// A one-line field for a number: printable keys type, `?` opens the help.
    Field,
    /// A field with another one after it; stands before `Field`.
    Fields,
    /// A field of a question about which nothing is said; stands before `Field`.
    Quiet,
    /// A field for words, where `?` types too; stands before `Field`.
    Words,
    /// The practise menu.
    Practise,
    /// The result of a placement test.
    Placed,
    /// The parts of a mock interview.
    Parts,
    /// A numeric question that waits for an answer, field left with Tab.
    Question,
    /// A question with options.
    Choice,
    /// What was typed can be read in two ways.
    Readings,
    /// How sure, asked before the verdict.
    Sure,
    /// After a wrong answer, before the solution is shown.
    Missed,
    /// After a verdict.
    Verdict,
    /// Text below the window that was not read yet; stands before `Verdict`.
    More,
    /// A figure that covers the question.
    Plot,
    /// How a sitting went.
    Report,
    /// The scratch calculator: printable keys type.
    Calculator,
    /// A recall prompt that waits for its answer: printable keys type.
    Recalling,
    /// A recall prompt with its answer.
    Recalled,
    /// A worked example, a step of it shown.
    Lesson,
    /// A blank step of a worked example: printable keys type.
    Blank,
    /// Which rule a step used.
    Rules,
    /// A worked example that is done.
    Solved,
    /// Answers before and after reading, side by side.
    Compare,
    /// The list of interview prompts.
    Prompts,
    /// An interview prompt being answered.
    Speaking,
    /// Ticking a rubric.
    Rubric,
    /// Progress.
    Progress,
    /// Settings.
    Settings,
    /// The date of the interview: printable keys type.
    Appointment,
    /// The schedule being fitted.
    Fit,
    /// The help overlay and other cards that only close.
    Card,
}

macro_rules! actions {
    ($($(#[doc = $doc:literal])* $name:ident = $slug:literal,)*) => {
        /// What a key means. Slugs are what `config.toml` overrides name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action { $($(#[doc = $doc])* $name,)* }

        impl Action {
            /// All of them.
            pub const ALL: &[Action] = &[$(Action::$name,)*];

            /// The name in `config.toml`.
            pub const fn slug(self) -> &'static str {
                match self { $(Action::$name => $slug,)* }
            }
        }
    };
}

actions! {
    /// Leave the program (asks if something would be lost).
    Quit = "quit",
    /// Leave at once.
    Interrupt = "interrupt",
    /// Give the terminal back to the shell.
    Suspend = "suspend",
    /// Paint everything again.
    Redraw = "redraw",
    /// Show all keys.
    Help = "help",
    /// Close one layer.
    Back = "back",
    /// Settings.
    Settings = "settings",
    /// Switch ASCII drawing.
    Ascii = "ascii",
    /// Switch mouse capture.
    Mouse = "mouse",
    /// Go to Home.
    Home = "home",
    /// Go to Study.
    Study = "study",
    /// Go to Practise.
    Practise = "practise",
    /// Go to Interview.
    Interview = "interview",
    /// Go to Progress.
    Progress = "progress",
    /// One up.
    Up = "up",
    /// One down.
    Down = "down",
    /// One left.
    Left = "left",
    /// One right.
    Right = "right",
    /// A page up.
    PageUp = "page-up",
    /// A page down.
    PageDown = "page-down",
    /// To the start.
    Top = "top",
    /// To the end.
    Bottom = "bottom",
    /// Take what is selected.
    Enter = "enter",
    /// The date of the interview.
    Plan = "plan",
    /// Test me first.
    TestFirst = "test-first",
    /// The next page.
    NextPage = "next-page",
    /// The page before.
    PrevPage = "previous-page",
    /// Table of contents.
    Contents = "contents",
    /// Find in the text.
    Find = "find",
    /// The next place found.
    FindNext = "find-next",
    /// The place found before.
    FindPrev = "find-previous",
    /// Back to where you came from.
    HistoryBack = "history-back",
    /// Forward again.
    HistoryForward = "history-forward",
    /// The pages that this page names.
    Links = "links",
    /// Show formulas as LaTeX.
    Latex = "latex",
    /// Into or out of the next figure or question.
    Focus = "focus",
    /// Out of the figure, backwards.
    FocusBack = "focus-back",
    /// The figure alone.
    Full = "full",
    /// The next knob.
    KnobNext = "knob-next",
    /// The knob before.
    KnobPrev = "knob-previous",
    /// Turn the knob up.
    KnobUp = "knob-up",
    /// Turn the knob down.
    KnobDown = "knob-down",
    /// Turn the knob up by ten steps.
    KnobUpFast = "knob-up-fast",
    /// Turn the knob down by ten steps.
    KnobDownFast = "knob-down-fast",
    /// Play or pause.
    Play = "play",
    /// One step of the animation.
    Step = "step",
    /// All knobs as they were.
    Reset = "reset",
    /// The cross-hair.
    Cursor = "cursor",
    /// Type the knob's value.
    TypeValue = "type-value",
    /// Copy the command line that draws this figure.
    Copy = "copy",
    /// Predict before the figure shows.
    Predict = "predict",
    /// Keep the current curves as ghosts, or let them go.
    Pin = "pin",
    /// Pinned and current settings side by side.
    Beside = "beside",
    /// The next landmark of the knob.
    LandmarkNext = "landmark-next",
    /// The landmark before.
    LandmarkPrev = "landmark-previous",
    /// Play faster.
    Faster = "faster",
    /// Play more slowly.
    Slower = "slower",
    /// All figures.
    Gallery = "gallery",
    /// A hint.
    Hint = "hint",
    /// The worked solution.
    Solution = "solution",
    /// The figure of the question.
    Plot = "plot",
    /// The scratch calculator.
    Calculator = "calculator",
    /// Skip and come back.
    Skip = "skip",
    /// Take the last answer back.
    Undo = "undo",
    /// Another like this.
    Another = "another",
    /// An easier family.
    Easier = "easier",
    /// A harder family.
    Harder = "harder",
    /// Mental arithmetic: no calculator.
    Mental = "mental",
    /// Tick.
    Tick = "tick",
    /// Start or stop the clock.
    Clock = "clock",
    /// How many questions.
    Length = "length",
    /// Leave the schedule alone.
    Cram = "cram",
    /// The longer model answer.
    Longer = "longer",
    /// What they ask next.
    Followup = "followup",
    /// Drill what belongs to it.
    Drill = "drill",
    /// Read the section that explains it.
    Read = "read",
    /// Try the same numbers again.
    Retry = "retry",
    /// A worked example.
    Lesson = "lesson",
    /// Keep a recall prompt that was known.
    Keep = "keep",
    /// Keep a recall prompt that was not known.
    Missed = "missed",
    /// Tomorrow again.
    Later = "later",
    /// Never again.
    Drop = "drop",
    /// The first reading.
    FirstReading = "first-reading",
    /// The second reading.
    SecondReading = "second-reading",
    /// The first option.
    OptionA = "option-a",
    /// The second option.
    OptionB = "option-b",
    /// The third option.
    OptionC = "option-c",
    /// The fourth option.
    OptionD = "option-d",
    /// The fifth option.
    OptionE = "option-e",
    /// The sixth option.
    OptionF = "option-f",
    /// Guess.
    Guess = "guess",
    /// Think so.
    Think = "think",
    /// Sure.
    Sure = "sure",
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Where it applies.
    pub context: Context,
    /// The keys, the one to show first.
    pub chords: &'static [&'static str],
    /// What they mean.
    pub action: Action,
    /// Two or three words for the footer and the help.
    pub label: &'static str,
    /// Place in the footer, 1 first; 0 keeps it out.
    pub rank: u8,
}

const fn row(context: Context, chords: &'static [&'static str], action: Action, label: &'static str, rank: u8) -> Row {
    Row { context, chords, action, label, rank }
}

use Action as A;
use Context as C;

/// The table.
pub const ROWS: &[Row] = &[
    row(C::Global, &["?"], A::Help, "all keys", 99),
    row(C::Global, &["Esc"], A::Back, "close", 0),
    row(C::Global, &["C-c"], A::Interrupt, "quit at once", 0),
    row(C::Global, &["C-z"], A::Suspend, "suspend", 0),
    row(C::Global, &["C-l"], A::Redraw, "redraw", 0),
    row(C::Doors, &["q"], A::Quit, "quit", 0),
    row(C::Doors, &[","], A::Settings, "settings", 0),
    row(C::Doors, &["A"], A::Ascii, "ASCII on or off", 0),
    row(C::Doors, &["M"], A::Mouse, "mouse on or off", 0),
    row(C::Doors, &["H"], A::Home, "home", 0),
    row(C::Doors, &["S"], A::Study, "study", 0),
    row(C::Doors, &["P"], A::Practise, "practise", 0),
    row(C::Doors, &["I"], A::Interview, "interview", 0),
    row(C::Doors, &["G"], A::Progress, "progress", 0),
    row(C::Doors, &["F"], A::Gallery, "all figures", 0),
    row(C::Move, &["Up", "k"], A::Up, "up", 0),
    row(C::Move, &["Down", "j"], A::Down, "down", 0),
    row(C::Move, &["PageUp", "C-b"], A::PageUp, "page up", 0),
    row(C::Move, &["PageDown", "C-f"], A::PageDown, "page down", 0),
    row(C::Move, &["Home"], A::Top, "to the start", 0),
    row(C::Move, &["End"], A::Bottom, "to the end", 0),
    row(C::Welcome, &["Enter"], A::Enter, "begin", 1),
    row(C::Welcome, &["t"], A::TestFirst, "test me first", 2),
    row(C::Home, &["Enter", "l", "Right"], A::Enter, "begin", 1),
    row(C::Home, &["s"], A::Study, "study", 2),
    row(C::Home, &["p"], A::Practise, "practise", 3),
    row(C::Home, &["i"], A::Interview, "interview", 4),
    row(C::Home, &["g"], A::Progress, "progress", 5),
    row(C::Home, &["D"], A::Plan, "interview date", 6),
    row(C::Home, &["f"], A::Gallery, "figures", 7),
    row(C::ToFigure, &["Tab"], A::Focus, "into the figure", 3),
    row(C::ToQuestion, &["Tab"], A::Focus, "to the question", 3),
    row(C::ToText, &["Tab"], A::Focus, "back to the text", 3),
    row(C::Study, &["Right", "l"], A::NextPage, "next", 1),
    row(C::Study, &["Left", "h"], A::PrevPage, "back", 7),
    row(C::Study, &["BackTab"], A::FocusBack, "last figure or question", 0),
    row(C::Study, &["c"], A::Contents, "contents", 5),
    row(C::Study, &["/"], A::Find, "find", 6),
    row(C::Study, &["o"], A::Links, "pages named here", 4),
    row(C::Study, &["L"], A::Latex, "LaTeX", 9),
    row(C::Study, &["Space"], A::PageDown, "read on", 0),
    row(C::Study, &["Enter"], A::Enter, "answer", 3),
    row(C::Study, &["n"], A::FindNext, "next place found", 2),
    row(C::Study, &["N"], A::FindPrev, "place found before", 0),
    row(C::Study, &["["], A::HistoryBack, "where you came from", 0),
    row(C::Study, &["]"], A::HistoryForward, "forward again", 0),
    row(C::Study, &["f"], A::Full, "figure alone", 0),
    row(C::Study, &["d"], A::Drill, "drill this", 8),
    row(C::Study, &["w"], A::Lesson, "worked example", 0),
    row(C::Study, &["p"], A::Practise, "practise", 0),
    row(C::Study, &["i"], A::Interview, "interview", 0),
    row(C::Study, &["g"], A::Progress, "progress", 0),
    row(C::Contents, &["Enter", "l", "Right"], A::Enter, "open", 1),
    row(C::Contents, &["/"], A::Find, "filter", 2),
    row(C::Contents, &["c"], A::Contents, "close", 3),
    row(C::Still, &["Space"], A::Play, "play", 3),
    row(C::Playing, &["Space"], A::Play, "stop", 3),
    row(C::Figure, &["Right", "l"], A::KnobUp, "turn up", 1),
    row(C::Figure, &["Left", "h"], A::KnobDown, "turn down", 0),
    row(C::Figure, &["Down", "j"], A::KnobNext, "next knob", 2),
    row(C::Figure, &["Up", "k"], A::KnobPrev, "knob before", 0),
    row(C::Figure, &["S-Right", "L"], A::KnobUpFast, "ten steps up", 0),
    row(C::Figure, &["S-Left"], A::KnobDownFast, "ten steps down", 0),
    row(C::Figure, &["."], A::Step, "one step", 0),
    row(C::Figure, &["="], A::TypeValue, "value", 5),
    row(C::Figure, &["Esc"], A::Back, "leave it", 4),
    row(C::Figure, &["x"], A::Cursor, "cursor", 6),
    row(C::Figure, &["p"], A::Predict, "predict first", 3),
    row(C::Figure, &["g"], A::Pin, "pin as a ghost", 0),
    row(C::Figure, &["v"], A::Beside, "side by side", 0),
    row(C::Figure, &["n"], A::LandmarkNext, "next landmark", 0),
    row(C::Figure, &["N"], A::LandmarkPrev, "landmark before", 0),
    row(C::Figure, &["+"], A::Faster, "play faster", 0),
    row(C::Figure, &["-"], A::Slower, "play more slowly", 0),
    row(C::Figure, &["r"], A::Reset, "reset", 7),
    row(C::Figure, &["f"], A::Full, "figure alone", 0),
    row(C::Figure, &["y"], A::Copy, "copy as a command", 0),
    row(C::Figure, &["Tab"], A::Focus, "next figure or question", 0),
    row(C::Figure, &["BackTab"], A::FocusBack, "figure before", 0),
    row(C::Cursor, &["Right", "l"], A::Right, "right", 1),
    row(C::Cursor, &["Left", "h"], A::Left, "left", 2),
    row(C::Cursor, &["Up", "k"], A::Up, "up", 3),
    row(C::Cursor, &["Down", "j"], A::Down, "down", 4),
    row(C::Cursor, &["S-Right", "L"], A::KnobUpFast, "ten to the right", 0),
    row(C::Cursor, &["S-Left"], A::KnobDownFast, "ten to the left", 0),
    row(C::Cursor, &["Tab"], A::Focus, "next panel", 0),
    row(C::Cursor, &["x"], A::Cursor, "put away", 5),
    row(C::Predict, &["a", "1"], A::OptionA, "first", 2),
    row(C::Predict, &["b", "2"], A::OptionB, "second", 3),
    row(C::Predict, &["c", "3"], A::OptionC, "third", 4),
    row(C::Predict, &["Right", "l"], A::Right, "mark it", 5),
    row(C::Predict, &["Left", "h"], A::Left, "left", 0),
    row(C::Predict, &["Up", "k"], A::Up, "up", 0),
    row(C::Predict, &["Down", "j"], A::Down, "down", 0),
    row(C::Predict, &["S-Right", "L"], A::KnobUpFast, "ten to the right", 0),
    row(C::Predict, &["S-Left"], A::KnobDownFast, "ten to the left", 0),
    row(C::Predict, &["Enter"], A::Enter, "take the mark", 1),
    row(C::Predict, &["s", "Esc"], A::Skip, "just show it", 6),
    row(C::Gallery, &["Enter", "l", "Right"], A::Enter, "open", 1),
    row(C::Gallery, &["/"], A::Find, "search", 2),
    row(C::Gallery, &["r"], A::Read, "read about it", 3),
    row(C::Gallery, &["d"], A::Drill, "drill it", 4),
    row(C::Value, &["Enter"], A::Enter, "set it", 1),
    row(C::Value, &["Esc"], A::Back, "leave it", 2),
    row(C::Search, &["Enter"], A::Enter, "go there", 1),
    row(C::Search, &["Down"], A::Down, "next", 2),
    row(C::Search, &["Up"], A::Up, "the one before", 3),
    row(C::Search, &["Esc"], A::Back, "close", 4),
    row(C::Field, &["Enter"], A::Enter, "answer", 1),
    row(C::Field, &["Tab"], A::Focus, "hint, skip, plot …", 2),
    row(C::Field, &["C-x"], A::Calculator, "calculator", 4),
    row(C::Field, &["BackTab", "Up"], A::Up, "field above", 0),
    row(C::Field, &["PageUp"], A::PageUp, "page up", 0),
    row(C::Field, &["PageDown"], A::PageDown, "read on", 3),
    row(C::Quiet, &["Tab"], A::Focus, "skip, undo …", 2),
    row(C::Fields, &["Tab", "Enter", "Down"], A::Down, "next field", 1),
    row(C::Fields, &["BackTab", "Up"], A::Up, "field above", 0),
    row(C::Practise, &["Enter"], A::Enter, "start", 1),
    row(C::Practise, &["Space"], A::Tick, "tick", 2),
    row(C::Practise, &["n"], A::Length, "how many", 3),
    row(C::Practise, &["e"], A::Easier, "easier", 5),
    row(C::Practise, &["d"], A::Harder, "harder", 6),
    row(C::Practise, &["m"], A::Mental, "mental", 9),
    row(C::Practise, &["t"], A::Clock, "clock", 7),
    row(C::Practise, &["c"], A::Cram, "cram", 8),
    row(C::Practise, &["x"], A::Drop, "let it go", 2),
    row(C::Practise, &["Right", "l"], A::Right, "families", 4),
    row(C::Practise, &["Left", "h"], A::Left, "back", 4),
    row(C::Practise, &["w"], A::Lesson, "worked example", 10),
    row(C::Parts, &["Enter"], A::Enter, "next part", 1),
    row(C::Parts, &["t"], A::Clock, "clock on or off", 2),
    row(C::Parts, &["w"], A::Solution, "explanation", 3),
    row(C::Parts, &["r"], A::Read, "read about it", 4),
    row(C::Parts, &["n"], A::Another, "another interview", 5),
    row(C::Placed, &["Enter"], A::Enter, "read it", 1),
    row(C::Placed, &["w"], A::Solution, "the answers", 2),
    row(C::Placed, &["n"], A::Another, "again", 3),
    row(C::Question, &["h"], A::Hint, "hint", 1),
    row(C::Question, &["w"], A::Solution, "worked solution", 2),
    row(C::Question, &["p"], A::Plot, "plot", 3),
    row(C::Question, &["c"], A::Calculator, "calculator", 4),
    row(C::Question, &["t"], A::Clock, "clock on or off", 0),
    row(C::Question, &["s"], A::Skip, "skip", 5),
    row(C::Question, &["u"], A::Undo, "undo", 0),
    row(C::Question, &["e"], A::Easier, "easier", 0),
    row(C::Question, &["d"], A::Harder, "harder", 0),
    row(C::Question, &["Tab", "Enter"], A::Focus, "back to the field", 6),
    row(C::Choice, &["Enter"], A::Enter, "answer", 1),
    row(C::Choice, &["Space"], A::Tick, "tick", 2),
    row(C::Choice, &["h"], A::Hint, "hint", 3),
    row(C::Choice, &["w"], A::Solution, "show the answer", 4),
    row(C::Choice, &["p"], A::Plot, "plot", 0),
    row(C::Choice, &["t"], A::Clock, "clock on or off", 0),
    row(C::Choice, &["s"], A::Skip, "skip", 5),
    row(C::Choice, &["u"], A::Undo, "undo", 0),
    row(C::Choice, &["C-x"], A::Calculator, "calculator", 0),
    row(C::Choice, &["a", "1"], A::OptionA, "option a", 0),
    row(C::Choice, &["b", "2"], A::OptionB, "option b", 0),
    row(C::Choice, &["c", "3"], A::OptionC, "option c", 0),
    row(C::Choice, &["d", "4"], A::OptionD, "option d", 0),
    row(C::Choice, &["e", "5"], A::OptionE, "option e", 0),
    row(C::Choice, &["f", "6"], A::OptionF, "option f", 0),
    row(C::Readings, &["1"], A::FirstReading, "the first", 1),
    row(C::Readings, &["2"], A::SecondReading, "the second", 2),
    row(C::Readings, &["Esc"], A::Back, "back to the field", 3),
    row(C::Sure, &["1"], A::Guess, "guess", 1),
    row(C::Sure, &["2"], A::Think, "think so", 2),
    row(C::Sure, &["3"], A::Sure, "sure", 3),
    row(C::Sure, &["Enter"], A::Enter, "not saying", 4),
    row(C::Sure, &["Esc"], A::Back, "back to the answer", 5),
    row(C::Missed, &["Enter", "w", "Space"], A::Enter, "show the answer", 1),
    row(C::Missed, &["t"], A::Retry, "try again", 2),
    row(C::Missed, &["h"], A::Hint, "hint", 3),
    row(C::Missed, &["c"], A::Calculator, "calculator", 4),
    row(C::Missed, &["u"], A::Undo, "undo", 5),
    row(C::Calculator, &["Enter"], A::Enter, "compute", 1),
    row(C::Calculator, &["Up"], A::Up, "last line again", 2),
    row(C::Report, &["Enter"], A::Enter, "done", 1),
    row(C::Report, &["w"], A::Solution, "explanation", 2),
    row(C::Report, &["n"], A::Another, "again", 3),
    row(C::Report, &["r"], A::Read, "read about it", 4),
    row(C::Report, &["u"], A::Undo, "undo", 5),
    row(C::More, &["Enter", "Space"], A::PageDown, "read on", 1),
    row(C::Plot, &["Esc", "p", "Enter", "Space"], A::Plot, "back to the question", 1),
    row(C::Verdict, &["Enter", "Space"], A::Enter, "next", 1),
    row(C::Verdict, &["n"], A::Another, "another like this", 2),
    row(C::Verdict, &["p"], A::Plot, "plot", 3),
    row(C::Verdict, &["w"], A::Solution, "steps", 4),
    row(C::Verdict, &["r"], A::Read, "read about it", 5),
    row(C::Verdict, &["u"], A::Undo, "undo", 6),
    row(C::Verdict, &["e"], A::Easier, "easier", 0),
    row(C::Verdict, &["d"], A::Harder, "harder", 0),
    row(C::Verdict, &["c"], A::Calculator, "calculator", 0),
    row(C::Recalling, &["Enter"], A::Enter, "show the answer", 1),
    row(C::Recalling, &["Esc"], A::Back, "back", 2),
    row(C::Recalled, &["k"], A::Keep, "knew it, keep", 1),
    row(C::Recalled, &["m"], A::Missed, "missed it, keep", 2),
    row(C::Recalled, &["t"], A::Later, "tomorrow", 3),
    row(C::Recalled, &["d"], A::Drop, "drop", 4),
    row(C::Recalled, &["r"], A::Read, "read about it", 5),
    row(C::Lesson, &["Enter", "Space", "l", "Right"], A::Enter, "next step", 1),
    row(C::Lesson, &["p"], A::Plot, "plot", 2),
    row(C::Lesson, &["r"], A::Read, "read about it", 3),
    row(C::Blank, &["Enter"], A::Enter, "check", 1),
    row(C::Blank, &["Tab"], A::Solution, "show this step", 2),
    row(C::Blank, &["PageUp"], A::PageUp, "page up", 0),
    row(C::Blank, &["PageDown"], A::PageDown, "page down", 0),
    row(C::Blank, &["Esc"], A::Back, "close", 3),
    row(C::Rules, &["Enter"], A::Enter, "that one", 1),
    row(C::Rules, &["a", "1"], A::OptionA, "the first", 0),
    row(C::Rules, &["b", "2"], A::OptionB, "the second", 0),
    row(C::Rules, &["c", "3"], A::OptionC, "the third", 0),
    row(C::Rules, &["d", "4"], A::OptionD, "the fourth", 0),
    row(C::Solved, &["Enter", "Space", "n"], A::Enter, "another", 1),
    row(C::Solved, &["d"], A::Drill, "drill this family", 2),
    row(C::Solved, &["p"], A::Plot, "plot", 3),
    row(C::Solved, &["r"], A::Read, "read about it", 4),
    row(C::Compare, &["Enter"], A::Enter, "done", 1),
    row(C::Compare, &["n"], A::Another, "answer them again", 2),
    row(C::Prompts, &["Enter", "l", "Right"], A::Enter, "rehearse", 1),
    row(C::Prompts, &["/"], A::Find, "find", 2),
    row(C::Speaking, &["Enter"], A::Enter, "done", 1),
    row(C::Speaking, &["Tab"], A::Clock, "clock on or off", 2),
    row(C::Rubric, &["Space"], A::Tick, "tick", 1),
    row(C::Rubric, &["Enter"], A::Enter, "save", 2),
    row(C::Rubric, &["f"], A::Followup, "follow-up", 3),
    row(C::Rubric, &["l"], A::Longer, "60 or 120 seconds", 5),
    row(C::Rubric, &["d"], A::Drill, "drill it", 4),
    row(C::Rubric, &["r"], A::Read, "read about it", 6),
    row(C::Progress, &["Enter"], A::Enter, "open", 1),
    row(C::Progress, &["d"], A::Drill, "drill your mistake", 2),
    row(C::Progress, &["Tab"], A::Focus, "next part", 3),
    row(C::Progress, &["BackTab"], A::FocusBack, "part before", 0),
    row(C::Progress, &["Left", "h"], A::Left, "column to the left", 0),
    row(C::Progress, &["Right", "l"], A::Right, "column to the right", 4),
    row(C::Progress, &["u"], A::Undo, "undo the last answer", 5),
    row(C::Appointment, &["Enter"], A::Enter, "keep", 1),
    row(C::Appointment, &["Tab", "Down", "Up"], A::Focus, "other field", 2),
    row(C::Settings, &["Right", "l", "Enter", "Space"], A::Right, "change", 1),
    row(C::Settings, &["Left", "h"], A::Left, "change back", 2),
    row(C::Fit, &["Enter"], A::Enter, "keep it", 1),
    row(C::Fit, &["0"], A::Reset, "average learner", 2),
    row(C::Card, &["Enter", "q"], A::Back, "close", 1),
];

/// The table with the reader's own keys.
#[derive(Clone, Debug)]
pub struct Keymap {
    rows: Vec<(Row, Vec<Chord>)>,
}

/// Why an override in `config.toml` cannot be used.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum KeyError {
    /// No such action.
    #[error("keys.{0}: no action has this name; docs/KEYS.md lists them")]
    UnknownAction(String),
    /// No such key.
    #[error("keys.{action}: `{chord}` is not a key; write a, Enter, C-x or S-Left")]
    UnknownChord {
        /// The action.
        action: String,
        /// What was written.
        chord: String,
    },
}

impl Default for Keymap {
    fn default() -> Self {
        let rows = ROWS.iter().map(|row| (*row, row.chords.iter().filter_map(|c| Chord::parse(c)).collect())).collect();
        Keymap { rows }
    }
}

impl Keymap {
    /// The table with overrides: action slug → keys. Returns what could not be used beside it.
    pub fn with_overrides(overrides: &BTreeMap<String, Vec<String>>) -> (Keymap, Vec<KeyError>) {
        let mut map = Keymap::default();
        let mut errors = Vec::new();
        for (slug, chords) in overrides {
            let Some(action) = Action::ALL.iter().copied().find(|a| a.slug() == slug) else {
                errors.push(KeyError::UnknownAction(slug.clone()));
                continue;
            };
            let mut parsed = Vec::new();
            for text in chords {
                match Chord::parse(text) {
                    Some(chord) => parsed.push(chord),
                    None => errors.push(KeyError::UnknownChord { action: slug.clone(), chord: text.clone() }),
                }
            }
            for (_, keys) in map.rows.iter_mut().filter(|(row, _)| row.action == action) {
                keys.clone_from(&parsed);
            }
        }
        (map, errors)
    }

    /// What a key means in a stack of contexts, innermost first. In a text field printable keys mean nothing here: they type.
    pub fn action(&self, stack: &[Context], chord: Chord) -> Option<Action> {
        if types(stack, chord) {
            return None;
        }
        stack.iter().find_map(|context| {
            self.rows
                .iter()
                .find(|(row, chords)| row.context == *context && chords.contains(&chord))
                .map(|(row, _)| row.action)
        })
    }

    /// The rows of a stack that a key reaches, innermost context first, in the order of the table.
    pub fn rows<'a>(&'a self, stack: &'a [Context]) -> impl Iterator<Item = (&'a Row, &'a [Chord])> {
        stack.iter().enumerate().flat_map(move |(depth, context)| {
            let inner = stack.get(..depth).unwrap_or_default();
            self.rows
                .iter()
                .filter(move |(row, chords)| {
                    row.context == *context && chords.iter().any(|c| !types(stack, *c) && !self.takes(inner, *c))
                })
                .map(|(row, chords)| (row, chords.as_slice()))
        })
    }

    /// Does one of these contexts have this key?
    fn takes(&self, contexts: &[Context], chord: Chord) -> bool {
        self.rows.iter().any(|(row, chords)| contexts.contains(&row.context) && chords.contains(&chord))
    }
}

/// Does this key type a character here? A number never holds a `?`, so that key stays the help in a field for one.
fn types(stack: &[Context], chord: Chord) -> bool {
    let Some(c) = chord.printable() else { return false };
    let words = stack.iter().any(|c| matches!(c, C::Words | C::Speaking | C::Recalling | C::Value | C::Search));
    words || (c != '?' && stack.iter().any(|c| matches!(c, C::Field | C::Blank | C::Calculator)))
}

/// `docs/KEYS.md`.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Keys\n\nGenerated from the key table by `posenc keys`; do not edit. In `config.toml` a line such as\n\
         `keys.next-page = [\"J\"]` gives an action other keys.\n",
    );
    let mut last = None;
    for row in ROWS {
        if last != Some(row.context) {
            out.push_str(&format!("\n## {}\n\n| keys | action | name |\n|---|---|---|\n", title(row.context)));
            last = Some(row.context);
        }
        let keys: Vec<String> = row.chords.iter().map(|c| format!("`{c}`")).collect();
        out.push_str(&format!("| {} | {} | {} |\n", keys.join(" "), row.label, row.action.slug()));
    }
    out
}

/// The heading of a context.
pub const fn title(context: Context) -> &'static str {
    match context {
        Context::Global => "Everywhere",
        Context::Move => "Moving",
        Context::Doors => "Outside text fields",
        Context::Welcome => "First start",
        Context::Home => "Home",
        Context::Study => "Study",
        Context::ToFigure => "Study, before a figure",
        Context::ToQuestion => "Study, before a question",
        Context::ToText => "Study, at the last question",
        Context::Contents => "Table of contents",
        Context::Figure => "In a figure",
        Context::Still => "A figure that stands still",
        Context::Playing => "A figure that plays",
        Context::Cursor => "The cursor in a figure",
        Context::Predict => "A figure that asks",
        Context::Gallery => "The figures",
        Context::Value => "Typing a value",
        Context::Search => "Looking for a text",
        Context::Field => "In a field",
        Context::Quiet => "In a field of an exam",
        Context::Fields => "In the first of several fields",
        Context::Words => "In a field for words",
        Context::Practise => "Practise",
        Context::Placed => "After a placement test",
        Context::Parts => "A mock interview",
        Context::Question => "A question, outside the field",
        Context::Choice => "A question with options",
        Context::Readings => "Two readings",
        Context::Sure => "How sure",
        Context::Missed => "After a wrong answer",
        Context::Report => "How it went",
        Context::Calculator => "The calculator",
        Context::Verdict => "After the answer",
        Context::More => "More below",
        Context::Plot => "A plot over the question",
        Context::Recalling => "Recalling",
        Context::Recalled => "After a recall",
        Context::Lesson => "A worked example",
        Context::Blank => "A blank step",
        Context::Rules => "Which rule",
        Context::Solved => "A solved example",
        Context::Compare => "Before and after reading",
        Context::Prompts => "Interview prompts",
        Context::Speaking => "Answering aloud",
        Context::Rubric => "Ticking the rubric",
        Context::Progress => "Progress",
        Context::Settings => "Settings",
        Context::Appointment => "The date of the interview",
        Context::Fit => "Fitting the schedule",
        Context::Card => "A card over the page",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chord_of_the_table_is_a_key() {
        for row in ROWS {
            for chord in row.chords {
                assert!(Chord::parse(chord).is_some(), "{chord} in {:?}", row.context);
            }
        }
    }

    #[test]
    fn no_context_gives_one_key_two_meanings() {
        for (i, a) in ROWS.iter().enumerate() {
            for b in &ROWS[i + 1..] {
                if a.context == b.context {
                    for chord in a.chords {
                        assert!(!b.chords.contains(chord), "{chord} twice in {:?}", a.context);
                    }
                }
            }
        }
    }

    #[test]
    fn a_text_field_takes_printable_keys() {
        let map = Keymap::default();
        let stack = [Context::Speaking, Context::Global];
        assert_eq!(map.action(&stack, Chord::parse("?").unwrap()), None);
        assert_eq!(map.action(&stack, Chord::parse("Enter").unwrap()), Some(Action::Enter));
        assert_eq!(map.action(&stack, Chord::parse("C-c").unwrap()), Some(Action::Interrupt));
        let help = |stack: &[Context]| map.rows(stack).any(|(row, _)| row.action == Action::Help);
        assert!(!help(&stack), "a key that types is not offered");
    }

    #[test]
    fn a_number_has_no_question_mark_so_that_key_is_the_help() {
        let map = Keymap::default();
        let press = |stack: &[Context], key: &str| map.action(stack, Chord::parse(key).unwrap());
        let number = [Context::Field, Context::Global];
        assert_eq!(press(&number, "?"), Some(Action::Help));
        assert_eq!(press(&number, "7"), None);
        assert_eq!(press(&[Context::Words, Context::Field, Context::Global], "?"), None);
    }

    #[test]
    fn a_row_whose_keys_an_inner_context_takes_is_not_offered() {
        let map = Keymap::default();
        let labels: Vec<_> = map.rows(&[Context::More, Context::Verdict]).map(|(row, _)| row.label).collect();
        assert!(labels.contains(&"read on") && !labels.contains(&"next"), "{labels:?}");
    }

    #[test]
    fn overrides_replace_keys_and_name_what_is_wrong() {
        let overrides = BTreeMap::from([
            ("next-page".to_string(), vec!["J".to_string()]),
            ("fly".to_string(), vec!["x".to_string()]),
            ("help".to_string(), vec!["Hyper-x".to_string()]),
        ]);
        let (map, errors) = Keymap::with_overrides(&overrides);
        let stack = [Context::Study, Context::Global];
        assert_eq!(map.action(&stack, Chord::parse("J").unwrap()), Some(Action::NextPage));
        assert_eq!(map.action(&stack, Chord::parse("Right").unwrap()), None);
        assert_eq!(errors.len(), 2);
    }

    #[test]
    fn action_names_are_unique() {
        for (i, a) in Action::ALL.iter().enumerate() {
            for b in &Action::ALL[i + 1..] {
                assert_ne!(a.slug(), b.slug());
            }
        }
    }
}
