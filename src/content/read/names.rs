//! Names: what a slug is, and which name was probably meant.

/// The name nearest to one that was mistyped, if one is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    among(name, &known.into_iter().collect::<Vec<_>>())
}

/// "Did you mean …?", or the whole list if nothing is near.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    match among(name, &known) {
        Some(near) => format!("Did you mean `{near}`?"),
        None if known.is_empty() => "There is none yet.".into(),
        None => format!("There are: {}.", known.join(", ")),
    }
}

fn among<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = |k: &&'a str| (strsim::damerau_levenshtein(&name.to_lowercase(), &k.to_lowercase()), *k);
    let (distance, near) = known.iter().map(near).min()?;
    (distance <= name.chars().count().max(3) / 3).then_some(near)
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
        assert_eq!(nearest("banana", ["difficulty", "rope"]), None);
    }

    #[test]
    fn slugs_are_lower_case_with_single_hyphens() {
        assert!(is_slug("rope-shift-2"));
        for wrong in ["", "Rope", "a--b", "-a", "a_b", "a-"] {
            assert!(!is_slug(wrong), "{wrong}");
        }
    }
}
