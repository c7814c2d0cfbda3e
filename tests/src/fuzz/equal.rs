use mnc2_equal::{Equivalence, Limits, Places, RunsOutcome, UndecidedReason, by_dataflow, by_runs};
use mnc2_program::Program;
use mnc2_text::line;

use super::text_of;

/// Longest program, in bytes and in lines.
const BYTES_MAX: usize = 3000;
const LINES_MAX: usize = 40;

/// Steps and transferred bytes of each run that is compared.
const STEPS_MAX: u64 = 200;
const TRANSFER_BYTES_MAX: u64 = 1 << 20;

/// A program is equal to itself or cannot be followed, in either order of the two; and if it is proven to be equal to a changed
/// program, both are equal in runs.
///
/// # Panics
/// If not.
pub fn equal(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    let lines: Vec<&str> = line::lines(&source).take(LINES_MAX).collect();
    let one = mnc2_asm::parse(&lines.join("\n"));
    let places = Places::everything();
    let compare = |one: &Program, other: &Program| by_dataflow(one, other, &places, &|| false);
    let itself = compare(&one, &one);
    assert!(
        matches!(
            itself,
            Equivalence::Same | Equivalence::Undecided(UndecidedReason::Stopped(_))
        ),
        "{itself:?}: {lines:?}"
    );

    // A line is left out, changes places with the next one, or stands twice.
    let choice = data
        .iter()
        .fold(0_usize, |sum, &byte| sum + usize::from(byte));
    let mut changed = lines.clone();
    if let Some(at) = choice.checked_rem(lines.len()) {
        match choice / lines.len() % 3 {
            0 => drop(changed.remove(at)),
            1 => changed.swap(at, (at + 1) % lines.len()),
            _ => changed.insert(at, lines[at]),
        }
    }
    let other = mnc2_asm::parse(&changed.join("\n"));
    let outcome = compare(&one, &other);
    let is_same = outcome == Equivalence::Same;
    assert_eq!(
        is_same,
        compare(&other, &one) == Equivalence::Same,
        "{lines:?} {changed:?}"
    );
    if is_same {
        let limits = Limits {
            runs: 2,
            steps: STEPS_MAX,
            bytes: TRANSFER_BYTES_MAX,
            ..Limits::default()
        };
        let ran = by_runs(&one, &other, &places, &limits);
        assert!(
            !matches!(ran, RunsOutcome::Different(_)),
            "{ran:?}: {lines:?} {changed:?}"
        );
    }
}
