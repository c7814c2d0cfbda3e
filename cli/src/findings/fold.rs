//! Equal findings of lines that one place of a generator made: a loop that writes a thousand lines has one bug, not a
//! thousand.

use std::collections::HashMap;

use mnc2_program::finding::generator::Generated;

/// The findings that are not folded into an earlier one, each with the number of those that are.
pub(crate) struct Folded<T> {
    pub(crate) finding: T,
    /// Later findings with the same code, from the same place.
    pub(crate) more: usize,
}

/// Folds findings in the order of lines. `place` is the line of a finding, counted from 0, and the identifier of its
/// code.
pub(crate) fn folded<T>(
    lines: &[&str],
    findings: impl IntoIterator<Item = T>,
    place: impl Fn(&T) -> (u32, &'static str),
) -> Vec<Folded<T>> {
    let mut first_of = HashMap::new();
    let mut all: Vec<Folded<T>> = Vec::new();
    for finding in findings {
        let (line, code) = place(&finding);
        let text = lines.get(line as usize).copied().unwrap_or_default();
        if let Some(Generated {
            file, line, column, ..
        }) = Generated::from_line(text)
        {
            let first = *first_of
                .entry((code, file, line, column))
                .or_insert(all.len());
            if let Some(earlier) = all.get_mut(first) {
                earlier.more += 1;
                continue;
            }
        }
        all.push(Folded { finding, more: 0 });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn what_one_place_made_is_one_finding() {
        let lines = [
            "a #@ g.py:1",
            "b",
            "c #@ g.py:1",
            "d #@ g.py:1:2",
            "e #@ g.py:1",
        ];
        let findings = [
            (0, "E1"),
            (1, "E1"),
            (2, "E1"),
            (2, "E2"),
            (3, "E1"),
            (4, "E1"),
            (9, "E1"),
        ];
        let found: Vec<_> = folded(&lines, findings, |it| *it)
            .into_iter()
            .map(|it| (it.finding, it.more))
            .collect();
        let expected = [
            ((0, "E1"), 2),
            ((1, "E1"), 0),
            ((2, "E2"), 0),
            ((3, "E1"), 0),
            ((9, "E1"), 0),
        ];
        assert_eq!(found, expected);
    }
}
