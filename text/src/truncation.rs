//! Which findings a limited list shows.

use std::collections::BTreeMap;

use crate::Severity;

/// The most useful items up to a number, in their order: errors before warnings, and among equally bad ones the first of
/// every code before the second of any, so that a frequent code does not hide a rare one.
pub fn most_useful<T, C: Ord>(
    items: &[T],
    limit: usize,
    severity_and_code: impl Fn(&T) -> (Severity, C),
) -> Vec<&T> {
    if items.len() <= limit {
        return items.iter().collect();
    }
    let mut earlier: BTreeMap<(Severity, C), usize> = BTreeMap::new();
    let mut ranked: Vec<(Severity, usize, usize)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let (severity, code) = severity_and_code(item);
            let count = earlier.entry((severity, code)).or_default();
            *count += 1;
            (severity, *count, index)
        })
        .collect();
    ranked.select_nth_unstable(limit);
    ranked.truncate(limit);
    let mut indices: Vec<usize> = ranked.into_iter().map(|(_, _, index)| index).collect();
    indices.sort_unstable();
    indices.into_iter().map(|index| &items[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_rare_codes_come_first() {
        use Severity::{Error, Hint, Warning};
        let items = [
            (Warning, "a"),
            (Hint, "b"),
            (Hint, "b"),
            (Hint, "b"),
            (Hint, "c"),
            (Error, "d"),
            (Error, "d"),
        ];
        let check = |limit: usize, expected: &[usize]| {
            let indexed: Vec<_> = items.iter().enumerate().collect();
            let shown = most_useful(&indexed, limit, |(_, item)| **item);
            let found: Vec<usize> = shown.into_iter().map(|(index, _)| *index).collect();
            assert_eq!(found, expected, "{limit}");
        };
        check(0, &[]);
        check(1, &[5]);
        check(2, &[5, 6]);
        check(3, &[0, 5, 6]);
        check(4, &[0, 1, 5, 6]);
        check(5, &[0, 1, 4, 5, 6]);
        check(6, &[0, 1, 2, 4, 5, 6]);
        check(7, &[0, 1, 2, 3, 4, 5, 6]);
        check(8, &[0, 1, 2, 3, 4, 5, 6]);
    }
}
