//! Words that may be meant by a misspelled one.
//!
//! A suggestion must be near: a short word with another letter is another word, and a fix for it would be harmful.

/// Letters of a word per edit that is allowed.
const LETTERS_PER_EDIT: usize = 3;

/// Edits beyond which no word is similar, however long.
const EDITS_MAX: usize = 2;

/// Shorter words are too short to be recognised inside another one.
const LETTERS_MIN: usize = 3;

/// The candidates with the fewest edits to a word, in their order; none if even those need too many.
pub(super) fn similar<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let word = word.to_ascii_lowercase();
    let limit = (word.len() / LETTERS_PER_EDIT).min(EDITS_MAX);
    if word.len() < LETTERS_MIN {
        return Vec::new();
    }
    let (mut nearest, mut found) = (limit, Vec::new());
    let letters = letters(&word);
    for candidate in candidates {
        // Cheap bounds first: most of the table shares too few letters.
        let is_far = candidate.len().abs_diff(word.len()) > nearest
            || (letters ^ self::letters(candidate)).count_ones() as usize > 2 * nearest;
        if is_far {
            continue;
        }
        let edits = strsim::osa_distance(&word, candidate);
        if edits < nearest {
            nearest = edits;
            found.clear();
        }
        if edits == nearest {
            found.push(candidate);
        }
    }
    found
}

/// The letters and digits of a word, a bit for each.
fn letters(word: &str) -> u64 {
    word.bytes().fold(0, |set, byte| set | 1 << (byte % 64))
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn only_near_words_are_similar() {
        let opcodes = ["nop", "wait", "lpassa", "fvfma", "msl", "fmmul", "quit"];
        let check = |word: &str, expected: &[&str]| {
            assert_eq!(similar(word, opcodes.into_iter()), expected, "{word}");
        };
        check("lpasa", &["lpassa"]);
        check("lpaas", &[]);
        check("lpaasa", &["lpassa"]);
        check("wiat", &["wait"]);
        check("fvfam", &["fvfma"]);
        check("nopp", &["nop"]);
        check("NOPE", &["nop"]);
        check("mov", &[]);
        check("copy", &[]);
        check("it", &[]);
        check("imul", &[]);
        check("mul", &["msl"]);
        check("halt", &[]);
        check("", &[]);
        check("lpassalpassa", &[]);
    }
}
