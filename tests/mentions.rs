//! Which points of a rubric a typed answer gets "mentioned?" for: those that it makes, in whatever words.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

use posenc::content::Library;
use posenc::content::model::{Interview, Kind, Question};
use posenc::sitting::mention::mentions;

fn prompts(library: &Library) -> Vec<(&Question, &Interview)> {
    let ids = library.index().questions.iter().filter(|q| q.kind == "Interview");
    ids.map(|entry| prompt(library, &entry.id)).collect()
}

fn prompt<'l>(library: &'l Library, id: &str) -> (&'l Question, &'l Interview) {
    let question = library.question(id).unwrap();
    match &question.kind {
        Kind::Interview(interview) => (question, interview),
        _ => panic!("{id} is no prompt"),
    }
}

/// The points marked, counted from 1.
fn marked(library: &Library, id: &str, text: &str) -> Vec<usize> {
    let (question, interview) = prompt(library, id);
    (1..).zip(mentions(question, interview, text)).filter(|(_, found)| found.is_some()).map(|(n, _)| n).collect()
}

/// What a model answer does not say itself: the point is left to the other answer, or is made by saying nothing.
const SHORT_LEAVES_OUT: &[(&str, usize)] = &[
    ("self-shared-limit", 5), // "you did not rest the case on …": made by not saying it
    ("rope-past-length", 3),  // "46 of 64 … the other 18": the two numbers stand in two sentences
    ("one-causal-layer", 5),  // "it does not know even the length by itself … for that it needs a first token"
    ("rope-bfloat16", 3),     // not said in a minute
];
const LONG_LEAVES_OUT: &[(&str, usize)] = &[
    ("compare-three", 7), // the verdict and the metrics stand five sentences apart
    ("left-padding", 6),  // a bonus
    ("rope-or-alibi", 4), // the long answer lists numbers where the short one gives the reason
];

#[test]
fn both_model_answers_mark_the_points_they_make() {
    let library = Library::embedded();
    let mut missed = (Vec::new(), Vec::new());
    for (question, interview) in prompts(&library) {
        for (text, missed) in [(&interview.short, &mut missed.0), (&interview.long, &mut missed.1)] {
            let found = mentions(question, interview, text);
            for (n, (found, point)) in (1..).zip(found.iter().zip(&interview.rubric)) {
                // A minute is too short for the bonus.
                if found.is_none() && !(point.bonus && *text == interview.short) {
                    missed.push((question.id.as_str(), n));
                }
            }
        }
    }
    assert_eq!(missed.0, SHORT_LEAVES_OUT, "in the short answers");
    assert_eq!(missed.1, LONG_LEAVES_OUT, "in the long answers");
}

#[test]
fn every_point_of_the_chapter_has_terms() {
    let library = Library::embedded();
    for (question, interview) in prompts(&library) {
        assert!(interview.rubric.iter().all(|point| !point.terms.is_empty()), "{}", question.id);
    }
}

#[test]
fn the_written_wrong_answers_mark_few_points() {
    let library = Library::embedded();
    let (mut answers, mut with_a_mark) = (0, Vec::new());
    for (question, interview) in prompts(&library) {
        for wrong in &interview.wrong {
            answers += 1;
            let points = marked(&library, &question.id, &wrong.say);
            assert!(points.len() <= 2, "{}: {points:?} for {}", question.id, wrong.say);
            with_a_mark.extend((!points.is_empty()).then_some((&question.id, &wrong.say)));
        }
    }
    assert!(with_a_mark.len() * 20 < answers, "{} of {answers}: {with_a_mark:#?}", with_a_mark.len());
}

/// Answers as they are typed in a hurry, and the points that they make.
const TYPED: &[(&str, &str, &[usize])] = &[
    (
        "why-position",
        "scores are just q.k of the token contents, no index in there. then a weighted average so the order of terms drops out => f(PX)=Pf(X). MLPs and layernorm are tokenwise, so stacking doesn't help. dog bites man / man bites dog: both dogs get the same vector",
        &[1, 2, 3, 4, 5],
    ),
    (
        "why-position",
        "attention is permutation equivariant. RNNs had order for free because they are sequential",
        &[3, 6],
    ),
    (
        "derive-rope",
        "q at m -> R_m q, k at n -> R_n k. dot = q^T R_m^T R_n k, and R_m^T = R_{-m} since its orthogonal, so q^T R_{n-m} k. do that for every 2d pair and sum up, all exact",
        &[1, 2, 3, 4, 5, 6],
    ),
    (
        "derive-rope",
        "use complex numbers: q e^{im theta}, k e^{in theta}, conjugate one, you get e^{i(n-m)theta}, nothing is learned",
        &[1, 2, 4, 6],
    ),
    (
        "alibi-longer",
        "bias is -m(i-j), fixed, so larger distances only cost more. nothing is added to embeddings. a learned table has no row at 600. sin/cos values out there were never seen in training. ppl 18.3 vs 406",
        &[1, 2, 3, 4, 5],
    ),
    (
        "compare-three",
        "all act in every layer. Shaw: clipped relative vector added to keys (2k+1). RoPE rotates q and k, only the difference is left. ALiBi subtracts slope*distance per head. rope and alibi have no parameters",
        &[1, 2, 3, 4, 5],
    ),
    (
        "sines-only",
        "sin(a+b) = sin a cos b + cos a sin b, so without cos there is no matrix for the shift. rising and falling can't be told apart. the norm isn't constant either",
        &[1, 2, 3, 4],
    ),
    (
        "rope-base",
        "theta_i = base^(-2i/d); pair 0 is 1 rad/token no matter what. 500k in llama 3. needs finetuning if you change it later",
        &[1, 2, 4, 5],
    ),
    (
        "values-unrotated",
        "only q and k cancel in the dot product. a value just gets multiplied by a weight so its absolute rotation stays in the output; move the text and the output changes",
        &[1, 2, 3],
    ),
    (
        "rope-past-length",
        "distances over 4096 never occurred. slow pairs see new angles (18 of 64 pairs). llama went from 7.2 to >1000. fix: PI, YaRN or a bigger base",
        &[1, 2, 3, 5, 6],
    ),
    (
        "pi-ntk-yarn",
        "PI: divide m by s, all pairs slower, neighbours get blurred so you finetune ~1000 steps. NTK: raise base to b*s^(d/(d-2)). yarn: by parts (32 turns) with a ramp between + temperature 0.1 ln s + 1",
        &[1, 2, 3, 5, 6],
    ),
    (
        "cache-keys",
        "a key's rotation depends only on its position, any later query can use it, so rotate once and cache. with dynamic NTK old keys are stale -> cache before rotation",
        &[1, 2, 3],
    ),
    (
        "rope-gibberish",
        "interleaved vs half split (i, i+d/2). both are valid rope but the weights were trained with one. compare logits with the reference for 1 and 2 tokens, then permute rows of Wq and Wk",
        &[1, 2, 4, 5],
    ),
    (
        "alibi-plus-mj",
        "-m(i-j) = mj - mi and mi is the same for all keys in the row; softmax ignores a constant. fine with a causal mask. cheaper: one list per head",
        &[1, 2, 4, 5],
    ),
    (
        "alibi-encoder",
        "the +mj trick only works with a causal mask. use |i-j| as a full matrix. but then left and right cost the same, so use different slopes per side",
        &[1, 2, 3, 4],
    ),
    (
        "nope-gpt-bert",
        "causal mask: token t sees t tokens so symmetry is broken. BERT is a bag of words, all [MASK]s get the same prediction. uniform head with BOS value 1 gives 1/t",
        &[1, 2, 3],
    ),
    (
        "one-causal-layer",
        "the last row isn't masked at all. weighted sum over earlier tokens => permuting them changes nothing; only the last token and the bag of the rest count. two layers see prefixes so order shows",
        &[1, 2, 3, 4],
    ),
    (
        "left-padding",
        "positions should be cumsum(mask)-1. gpt-2 style learned tables get shifted rows. rope/alibi are invariant to a shift if pads are masked. check logits alone vs padded",
        &[1, 2, 3, 5],
    ),
    (
        "stretch-table",
        "no row 512. interpolate the table (half steps, neighbours closer) or copy it (0 and 512 look the same), then finetune on long docs. or truncate / switch to RoPE",
        &[1, 2, 3, 4, 5],
    ),
    ("rope-bfloat16", "only 8 bits so 257 -> 256, positions collapse. compute angles and cos/sin in fp32", &[1, 2, 4]),
    (
        "fused-kernels",
        "flash never materialises the n x n scores, works in tiles in sram. a bias of h*n^2 brings it back. rope is applied to q,k before. alibi is just slopes so computed on the fly",
        &[1, 2, 3, 4],
    ),
    (
        "sinusoid-symbols",
        "PE(pos,2i)=sin(pos/10000^(2i/d)), cos for 2i+1. i is the pair index, d_model the width, 10000 a base. wavelengths geometric starting at 2pi. added once at the input",
        &[1, 2, 3, 4, 5],
    ),
    (
        "self-alibi-form",
        "subtract m(i-j) from the logits before softmax; q,k,v unchanged, no position embedding. slopes fixed per head, 1/2..1/256. weight ~ exp(-md)",
        &[1, 2, 3, 4],
    ),
    (
        "self-ranking",
        "by perplexity: ALiBi first (18.3), T5 and Shaw (clipped/bucketed), RoPE 79 with unseen angles, sinusoidal 406, learned last, no row. on downstream tasks NoPE first",
        &[1, 2, 3, 4, 5, 6, 7],
    ),
];

#[test]
fn an_answer_in_other_words_marks_the_points_it_makes_and_no_others() {
    let library = Library::embedded();
    for (id, text, points) in TYPED {
        assert_eq!(marked(&library, id, text), *points, "{id}: {text}");
    }
}

#[test]
fn a_denial_marks_nothing() {
    let library = Library::embedded();
    for (id, text) in [
        ("why-position", "attention is not equivariant"),
        ("derive-rope", "RoPE is not exact and the angles don't add"),
        ("derive-rope", "the angles wouldnt add"),
        ("derive-rope", "RoPE would not be exact"),
        ("why-position", "attention destroys equivariance"),
        ("alibi-longer", "the slopes are not fixed and the penalty isn't linear"),
        ("self-alibi-form", "the slopes are not fixed per head, there is no exponential decay"),
        ("fused-kernels", "RoPE does not act before the kernel"),
    ] {
        assert_eq!(marked(&library, id, text), Vec::<usize>::new(), "{id}: {text}");
    }
}
