//! What the longer helps say below the flags.

pub(super) const AFTER: &str = "\
With a terminal on both ends a command to study or practise with opens its screen; with --plain it speaks \
line by line, with --json in objects. The others print and are done: calc, stats, plot with a figure, files.
Exit codes: 0 fine, 1 problems found, 2 could not do it.

Examples:
  posenc                                       study
  posenc read rope --plain                     a section as text
  posenc plot rope-shift --set m=104 --set n=110
  posenc quiz                                  the chapter's quiz
  posenc drill alibi-score --seed K3F9 --plain
  posenc calc 'rope_score([1,0], [0.6,0.8], 4, 10)'";

pub(super) const DRILL: &str = "\
FAMILY is an id (alibi-score), a scheme (rope: all its families) or a number of the syllabus (G33); \
without one, all. The same seed gives the same questions on every machine. A session code such as \
K3F9-7QX2 is a seed too, and the report says what it is good for: \"The code replays this very sitting: posenc \
drill rope --seed K3F9-7QX2\". With --count 1 the \
seed is that of the question itself: with its family and its level, the code beside a question brings back that one alone.

Examples:
  posenc drill                             five questions, the easy ones first
  posenc drill rope alibi --level hard
  posenc drill alibi-score --seed K3F9 --count 3 --plain
  posenc drill --due                       what is due now
  posenc drill --aim OFF1                  a mistake of yours, until it is gone
  posenc drill --list
  posenc drill G33 --seed K3F9 --count 1 --json --solve

With --json every question is one line: id, seed, code, level, prompt, answers with label, unit and \
rounding. After it one line is read, {\"answer\": \"0.25\"} (a list for several answers, a letter or \
a list of them for a choice; beside it, if you like, \"confidence\": 1 guess, 2 think so, 3 sure), and \
one verdict is printed. What cannot be read, or has too few digits, costs nothing: the question is \
printed again. {\"do\": \"hint\"} gives a hint; so do solve, skip, another, easier, harder, undo and quit, \
and calc with \"expression\". --solve adds value, steps and mistakes, reads nothing and records nothing. \
End of input ends it, with exit code 0; with 2 if something was not saved, which each verdict says (\"saved\": false).";

pub(super) const MOCK: &str = "\
Twelve questions over all schemes, to compute and to choose; nothing is said before the end, and the answers count. With --interview: three prompts to speak about, two calculations and a plot to explain. \
With --json a question line is printed and an answer line read; at the end comes the report.

Examples:
  posenc mock
  posenc mock --minutes 40 --plain         twice the time
  posenc mock --minutes 0                  no clock
  posenc mock --seed K3F9                  the same exam as another person's
  posenc mock --interview --plain";

pub(super) const QUIZ: &str = "\
FILE may hold questions of ours or of mdbook-quiz, and is left as it is. A broken file prints what `posenc check` says \
about it, exit code 1. `posenc import FILE` keeps a file among yours; after that its NAME is enough. With --json a question \
line is printed, an answer line read, a verdict line printed.

Examples:
  posenc quiz
  posenc quiz --plain
  posenc quiz my-questions.toml
  posenc quiz --list                       the files you imported
  echo '{\"answer\":\"b\"}' | posenc quiz --json";

pub(super) const EXPORT: &str = "\
Without a format: everything the program knows about you, as JSON. `posenc import` reads it back, on another machine \
too, and never doubles anything. Schedule and statistics are not in it: they follow from the events.

--anki writes the chapter as cards (in Anki: File, Import); calculations have fixed numbers there. Export again \
after an update and Anki updates the same notes. --mdbook writes the chapter's questions for mdbook-quiz. --csv \
writes the log as a table. What a format cannot carry is said on standard error.

Examples:
  posenc export backup.json
  posenc export --anki cards.txt
  posenc export --mdbook > quiz.toml
  posenc export --csv | head -3";

pub(super) const IMPORT: &str = "\
FILE is one of:
  an export of posenc (.json)     its events join yours; what is here already is not taken twice
  questions (.toml)               of ours or of mdbook-quiz; `posenc quiz NAME` asks them
  Anki's plain text (.txt)        in Anki: File, Export, Notes in Plain Text; fronts and backs become questions
What is wrong with a file is said with its line. Questions and cards come in whole or not at all; of an export, events \
that cannot have happened are left out. What could not be carried is said on standard error.

Examples:
  posenc import backup.json
  posenc import ownership.toml --name rust
  posenc import cards.txt --dry-run";

pub(super) const SHEET: &str = "\
Made of the chapter itself: summaries, formulas, result tables and corrections. The HTML page needs no network and \
prints on one sheet (landscape).

Examples:
  posenc sheet | less
  posenc sheet --html sheet.html";

pub(super) const PLAN: &str = "\
Minutes, new questions and reviews a day bound what Today lists, not what you may do: posenc drill asks on, and \
posenc drill --due --all asks everything that is due. --new and --reviews are kept in config.toml.

Examples:
  posenc plan --date 2026-12-24 --minutes 30
  posenc plan --date +9
  posenc plan --new 5 --reviews 20
  posenc plan --none";

pub(super) const FIT: &str = "\
FSRS has 21 parameters. Until they are fitted they are those of the average learner. A fit computes yours from your log: \
from 400 reviews of 30 questions on, a review being an answer on a later day than the one before. It leaves the newest fifth \
out and measures the old and the new parameters on it; the new ones are kept only if they foresee it better. They are an \
event of your log: an export has them, and they can be taken back.

Examples:
  posenc fit
  posenc fit --dry-run --json
  posenc fit --undo                        back to the schedule before the last fit
  posenc fit --reset                       back to the average learner's";

pub(super) const FORGET: &str = "\
NAME is a question (alibi-score), a page (rope/cancel), a section (rope), a scheme (shaw) or a file of questions \
you were asked. Its answers leave the log, and with them its schedule, mistakes and counts: not hidden, removed.

Before that a copy goes to your data folder, and `posenc import` of that copy takes everything back. Delete the \
copy when you are sure, or say --for-good and none is made. An export you made earlier still has everything.

Examples:
  posenc forget alibi-score
  posenc forget rope
  posenc forget --all
  posenc forget --all --yes --for-good     for scripts: nothing is asked, no copy is kept";
