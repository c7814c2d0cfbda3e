//! Words of a line, as a person types them.

use std::ops::Range;

/// Whether a character continues a word in some language.
pub(crate) fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '%' | '@' | '\\')
}

/// The bytes of the words of a line.
pub(crate) fn words(line: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].find(is_part)?;
        let start = at;
        at += line[at..]
            .find(|character| !is_part(character))
            .unwrap_or(line.len() - at);
        Some(start..at)
    })
}
