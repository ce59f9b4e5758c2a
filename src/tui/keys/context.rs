//! Where keys mean something: the contexts that a room answers with.

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
    /// What is to be forgotten.
    Forget,
    /// Asked before it is forgotten.
    Forgetting,
    /// After it was forgotten.
    Forgotten,
    /// The schedule being fitted.
    Fit,
    /// The help overlay and other cards that only close.
    Card,
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
        Context::Forget => "Forgetting, what",
        Context::Forgetting => "Forgetting, asked",
        Context::Forgotten => "Forgotten",
        Context::Fit => "Fitting the schedule",
        Context::Card => "A card over the page",
    }
}
