use super::*;
use crate::tui::keys::Action;
use crate::tui::rooms::live::Keys;
use crate::tui::settings::Marks;

#[test]
fn a_prediction_is_an_event_with_question_choice_and_verdict_and_turns_the_figure_to_its_truth() {
    let mut live = Live::of(figure::find("rope-score").unwrap(), Marks::Braille).unwrap();
    assert!(live.can_predict() && live.ask() && live.is_asking());
    let event = live.say(Guess::Option(0)).unwrap();
    assert_eq!((event.item.as_str(), event.verdict.as_str()), ("figure/rope-score", "wrong"));
    assert!(event.typed.contains("distance 0") && event.grade.is_none());
    assert!(live.command().contains("vectors=peak"));
    assert!(live.asking.verdict().unwrap().contains("at distance 50"));
    assert!(live.say(Guess::Option(1)).is_none(), "it is asked once");
}

#[test]
fn a_turned_knob_takes_the_prediction_off_the_picture_and_a_skipped_one_changes_nothing() {
    let mut live = Live::of(figure::find("slope-fan").unwrap(), Marks::Braille).unwrap();
    let before = live.settings.clone();
    live.ask();
    live.skip();
    assert_eq!(live.settings, before);
    live.ask();
    live.say(Guess::Option(2));
    live.turn(1);
    assert_eq!(live.asking, Asking::Off);
    let none = Live::of(figure::find("alibi-bias").unwrap(), Marks::Braille).unwrap();
    assert!(!none.can_predict());
}

fn drawn(slug: &str) -> Live {
    let mut live = Live::of(figure::find(slug).unwrap(), Marks::Braille).unwrap();
    live.fill(76, 22);
    assert!(live.ask());
    live.cells(&Theme::default(), Keys::Here);
    live
}

#[test]
fn a_mark_is_moved_by_keys_and_taken_by_enter() {
    let mut live = drawn("nearest-lookalike");
    assert!(live.confirm().is_none(), "nothing is marked yet");
    live.move_mark(0, 0);
    live.move_mark(7, 1);
    let at = live.state.cursor.unwrap();
    assert_eq!(at.x, 5120.0, "only the height is asked");
    let event = live.confirm().unwrap();
    assert!(event.typed.starts_with("marked 0.") && event.typed.ends_with("at position 5120"), "{}", event.typed);
    assert_eq!(event.verdict, "wrong");
    let verdict = live.asking.verdict().unwrap();
    assert!(verdict.contains("too high"), "{verdict}");
}

#[test]
fn a_click_marks_a_second_one_takes_it_and_a_click_on_an_option_chooses_it() {
    let mut live = drawn("rope-shift");
    assert!(live.tap(40, 5).is_none());
    let at = live.state.cursor.unwrap();
    assert!(live.tap(40, 5).is_some());
    assert!(live.asking.verdict().unwrap().contains(&format!("at shift {}", at.x.round())));
    let mut live = drawn("rope-shift");
    let row = live.options_at[1];
    let event = live.tap(3, row).unwrap();
    assert_eq!((event.typed.as_str(), event.verdict.as_str()), ("it stays the same", "right"));
}

#[test]
fn every_figure_that_asks_can_be_marked_and_shows_both() {
    for info in figure::ALL.iter().filter(|info| figure::can_predict(info)) {
        let mut live = drawn(info.slug);
        live.move_mark(0, 0);
        live.move_mark(3, -1);
        let event = live.confirm().unwrap_or_else(|| panic!("{}", info.slug));
        assert!(!event.typed.is_empty() && !live.asking.verdict().unwrap().is_empty(), "{}", info.slug);
        live.cells(&Theme::default(), Keys::Here);
    }
}

#[test]
fn a_small_screen_shows_the_whole_question_and_offers_no_mark() {
    let mut live = Live::of(figure::find("nearest-lookalike").unwrap(), Marks::Braille).unwrap();
    live.fill(38, 9);
    assert!(live.ask());
    let cells = live.cells(&Theme::default(), Keys::Here).unwrap();
    let row = |y: u16| (0..38).map(|x| cells[(x, y)].symbol()).collect::<String>().trim().to_string();
    let text = (0..9).map(row).collect::<Vec<_>>().join(" ");
    assert!(text.contains("above 0.9: it passes for a trained one") && !text.contains("mark"), "{text}");
    assert!(text.contains("none of them"), "{text}");
    assert!(!live.can_mark() && !live.can_mark_across() && !live.can_mark_height());
    let last = live.options_at[2];
    assert_eq!(live.tap(5, last).unwrap().typed, "below 0.5: it resembles none of them");
}

#[test]
fn keys_that_move_nothing_are_not_offered() {
    let mut live = drawn("nearest-lookalike");
    assert!(live.can_mark_across() && live.can_mark_height());
    live.move_mark(1, 0);
    assert!(!live.can_mark_across() && live.can_mark_height(), "only the height is asked");
    let live = drawn("rankings");
    assert!(live.can_mark_across() && !live.can_mark_height(), "bars have no height to guess");
}

fn text(live: &mut Live, keys: Keys) -> String {
    let cells = live.cells(&Theme::default(), keys).unwrap();
    cells.content.iter().map(|cell| cell.symbol()).collect()
}

/// Dots of curves, and blocks of bars.
fn data(text: &str) -> usize {
    text.chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c) || *c == '█').count()
}

#[test]
fn curve_sentence_and_table_wait_for_the_prediction_in_a_page_and_alone() {
    for info in figure::ALL.iter().filter(|info| figure::can_predict(info)) {
        let mut live = Live::of(info, Marks::Braille).unwrap();
        let notice = live.picture(100, 20).unwrap().notice.clone();
        let words = notice.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        let question = figure::predict(info, &live.settings).unwrap().question;
        let asks = question.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        let spoils = figure::spoils(info, &live.settings);
        live.offer(None);
        let rows = live.fit(100, 30, &Theme::default());
        for keys in [Keys::Away, Keys::Here] {
            let shy = text(&mut live, keys);
            assert!(shy.contains(&asks) && !shy.contains(&words), "{}: {shy}", info.slug);
            assert_eq!(data(&shy) == 0, spoils, "{}: {shy}", info.slug);
            assert!(
                shy.contains(if spoils { "s shows it" } else { "s skips the question" })
                    && shy.contains(live.info.knobs[0].label),
                "{}: {shy}",
                info.slug
            );
        }
        live.fill(100, 30);
        assert_eq!(data(&text(&mut live, Keys::Here)) == 0, spoils, "{}", info.slug);
        assert_eq!(live.picture(100, 20).unwrap().table.is_none(), spoils);
        let event = live.reveal().unwrap();
        assert_eq!((event.verdict.as_str(), event.typed.as_str()), ("", ""));
        assert!(text(&mut live, Keys::Here).contains(&words), "{}", info.slug);
        assert_eq!(live.fit(100, 30, &Theme::default()), rows, "the page stands still: {}", info.slug);
        assert!(live.reveal().is_none(), "it is declined once");
    }
}

#[test]
fn what_would_show_the_curve_waits_with_it() {
    let mut live = Live::of(figure::find("rope-shift").unwrap(), Marks::Braille).unwrap();
    live.offer(None);
    for action in [Action::Cursor, Action::Pin, Action::Beside, Action::Play] {
        assert!(!live.enabled(action), "{action:?}");
    }
    assert!(live.enabled(Action::Skip) && live.enabled(Action::Predict) && live.enabled(Action::KnobUp));
    live.pin();
    live.fill(100, 30);
    assert_eq!(data(&text(&mut live, Keys::Here)), 0, "no ghost");
    live.beside();
    assert_eq!(data(&text(&mut live, Keys::Here)), 0, "no twin");
    live.reveal();
    assert!(live.enabled(Action::Cursor) && !live.enabled(Action::Skip));
}

#[test]
fn a_curve_that_gives_nothing_away_is_shown_until_a_knob_makes_it() {
    let mut live = Live::of(figure::find("slope-fan").unwrap(), Marks::Braille).unwrap();
    live.offer(None);
    live.fill(100, 30);
    assert!(data(&text(&mut live, Keys::Here)) > 0 && !live.withholds());
    live.turn(1);
    assert!(data(&text(&mut live, Keys::Here)) == 0 && live.withholds(), "nine heads show where extra slopes go");
    live.reveal();
    assert!(data(&text(&mut live, Keys::Here)) > 0);
}

#[test]
fn a_declined_question_is_not_asked_again_by_itself() {
    let mut store = Store::in_memory().unwrap();
    let mut live = Live::of(figure::find("rankings").unwrap(), Marks::Braille).unwrap();
    live.offer(Some(&store));
    assert!(live.ask() && !live.asks_first());
    store.record(&live.skip().unwrap()).unwrap();
    assert!(!live.asks_first());
    live.offer(Some(&store));
    assert!(!live.asks_first() && live.enabled(Action::Predict), "it can still be asked for");
}

#[test]
fn the_offer_stands_until_a_prediction_was_made_and_recorded() {
    let mut store = Store::in_memory().unwrap();
    let mut live = Live::of(figure::find("rope-shift").unwrap(), Marks::Braille).unwrap();
    live.offer(Some(&store));
    assert!(live.offers);
    live.ask();
    let event = live.say(Guess::Option(1)).unwrap();
    assert!(!live.offers);
    store.record(&event).unwrap();
    live.offer(Some(&store));
    assert!(!live.offers);
}
