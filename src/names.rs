//! Names: what a slug is, and which name was probably meant. The one rule for every suggestion of the program.

/// The name that was probably meant: the nearest by slips of the finger, else the shortest that has what was typed in it
/// or three quarters of it at the start.
///
/// A slip is a letter too many, too few, another, or two that changed places; one in three
/// letters may be off.
///
/// ```
/// use posenc::names::nearest;
///
/// assert_eq!(nearest("rpoe", ["rope", "nope"]), Some("rope"));
/// assert_eq!(nearest("heatmap", ["rope-shift", "sinusoidal-heatmap"]), Some("sinusoidal-heatmap"));
/// assert_eq!(nearest("banana", ["rope", "alibi"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    let known: Vec<&str> = known.into_iter().collect();
    let slips = |k: &&'a str| {
        let distance = strsim::damerau_levenshtein(&wanted, &k.to_lowercase());
        // Of two that are equally near, the one of the same length is the likelier.
        (distance, k.chars().count().abs_diff(length), *k)
    };
    let near = |(distance, ..): &(usize, usize, &str)| *distance <= length.max(3) / 3 && *distance < length;
    let slipped = known.iter().map(slips).min().filter(near).map(|(_, _, k)| k);
    let alike = |k: &&&str| {
        let k = k.to_lowercase();
        length >= 3 && (k.contains(&wanted) || alike_from_the_start(&wanted, &k) * 4 >= length * 3)
    };
    slipped.or_else(|| known.iter().filter(alike).min_by_key(|k| k.len()).copied())
}

/// So many letters are the same at the start: three of half and halves.
fn alike_from_the_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// "Did you mean …?", or the whole list if nothing is near.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("Did you mean `{near}`?"),
        None if known.is_empty() => "There is none yet.".into(),
        None => format!("There are: {}.", known.join(", ")),
    }
}

/// `a-z`, `0-9`, single hyphens between.
pub fn is_slug(text: &str) -> bool {
    let part = |p: &str| !p.is_empty() && p.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    text.split('-').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_a_stranger_is_not() {
        assert_eq!(nearest("dificulty", ["difficulty", "distance"]), Some("difficulty"));
        assert_eq!(nearest("rpoe", ["rope", "nope"]), Some("rope"));
        assert_eq!(nearest("alibi", ["alibi-score", "alibi-bias", "rope-shift"]), Some("alibi-bias"));
        assert_eq!(nearest("banana", ["difficulty", "rope"]), None);
        assert_eq!(nearest("half", ["interleaved", "halves"]), Some("halves"));
        assert_eq!(nearest("spot-two", ["spot-one"]), None);
        assert_eq!(nearest("zz", ["zzz-figure", "x"]), None);
    }

    #[test]
    fn slugs_are_lower_case_with_single_hyphens() {
        assert!(is_slug("rope-shift-2"));
        for wrong in ["", "Rope", "a--b", "-a", "a_b", "a-"] {
            assert!(!is_slug(wrong), "{wrong}");
        }
    }
}
