//! What keys mean: one list for the table, the rooms and `config.toml`.

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
    /// What the placement test said.
    Placed = "placed",
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
    /// Forget something.
    Forget = "forget",
    /// Yes, do it.
    Yes = "yes",
}
