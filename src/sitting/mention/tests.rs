//! The whole library against texts that nobody should get a mark for.

use super::*;
use crate::content::Library;
use crate::content::model::Kind;

/// Not about positions, although it has many words of the trade.
const OFF_TOPIC: &str = "To bake bread, mix flour, water, salt and yeast, and let the dough rest until it has doubled in \
    size. Knead it for ten minutes, turn it over, and fold the two ends into the middle. The oven must be hot: 230 \
    degrees. A longer rise at low temperature gives more taste. My grandfather was a miller and rotated his stock every \
    week. Trains leave every hour, and the distance between two stations is about twenty kilometres. We read the table, \
    learned the rules of the game, and the score was 3 to 1 at the end. Pay attention to the key under the mat.";

fn prompts(library: &Library) -> Vec<(Question, Interview)> {
    let ids = library.index().questions.iter().filter(|q| q.kind == "Interview");
    let of = |question: &Question| match &question.kind {
        Kind::Interview(interview) => (question.clone(), (**interview).clone()),
        _ => panic!("{}", question.id),
    };
    ids.map(|q| of(library.question(&q.id).unwrap())).collect()
}

#[test]
fn a_model_answer_marks_most_points_and_an_off_topic_text_none() {
    let library = Library::embedded();
    let prompts = prompts(&library);
    let (mut marked, mut all) = (0, 0);
    for (question, interview) in &prompts {
        let found = mentions(question, interview, &interview.long);
        let needed: Vec<bool> =
            found.iter().zip(&interview.rubric).filter(|(_, p)| !p.bonus).map(|(m, _)| m.is_some()).collect();
        let here = needed.iter().filter(|marked| **marked).count();
        assert!(here * 2 >= needed.len(), "{}: {here} of {}", question.id, needed.len());
        marked += here;
        all += needed.len();
        let off = mentions(question, interview, OFF_TOPIC);
        assert!(off.iter().all(Option::is_none), "{}: {off:?}", question.id);
        assert!(mentions(question, interview, "").iter().all(Option::is_none));
    }
    assert!(marked * 4 >= all * 3, "{marked} of {all}");
}

#[test]
fn the_answer_to_another_question_marks_little() {
    let library = Library::embedded();
    let prompts = prompts(&library);
    let (mut marked, mut all) = (0, 0);
    for (at, (question, interview)) in prompts.iter().enumerate() {
        for (_, other) in prompts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, o)| o) {
            let found = mentions(question, interview, &other.long);
            marked += found.iter().flatten().count();
            all += found.len();
        }
    }
    assert!(marked * 8 <= all, "{marked} of {all}");
}

#[test]
fn words_are_shown_as_they_were_typed_and_found_in_any_form() {
    let point = |text: &str| RubricPoint { point: text.into(), bonus: false, terms: Vec::new() };
    let of = |text: &str| mention(&point("Rotate the query by mθ."), &[], &words(text));
    assert_eq!(of("I would be ROTATING a query by mθ").unwrap().words, ["ROTATING", "query", "θ"]);
    assert!(of("it spins").is_none());
    let stems: Vec<String> = stems(r"$\frac{60{,}611}{2}$ and 60,611 tokens at 0.5").collect();
    assert_eq!(stems, ["60", "611", "60611", "token", "0.5"]);
}

#[test]
fn terms_of_the_author_are_all_needed_and_each_may_have_others() {
    let point = RubricPoint {
        point: "Something".into(),
        bonus: false,
        terms: vec!["unseen angle|out of distribution".into(), "tuning".into()],
    };
    let of = |text: &str| mention(&point, &[], &words(text));
    assert!(of("The angles were unseen").is_none());
    assert_eq!(of("The angles were unseen; tuned a bit").unwrap().words, ["angles", "unseen", "tuned"]);
    assert!(of("distributions it is out of, tune it").is_some());
}
