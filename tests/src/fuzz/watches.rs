use std::sync::LazyLock;

use mnc2_asm::watch;
use mnc2_emulator::watch::{evaluate, reasons};
use mnc2_emulator::{Machine, OffChip, Start};

use super::text_of;

/// Maximum length of an input in bytes.
const BYTES_MAX: usize = 2000;

/// A machine with something in every memory.
static MACHINE: LazyLock<Machine> = LazyLock::new(|| {
    Machine::starting(Start {
        dirty: Some(1),
        off_chip: OffChip::Undefined,
    })
});

/// Watch expressions: each is read or refused with a place in it, and has a value or a reason why not. What the parts of
/// an expression name is in the text.
///
/// # Panics
/// If a place is outside the text, or a condition is neither true nor false.
pub fn watches(data: &[u8]) {
    LazyLock::force(&MACHINE);
    let text = text_of(data, BYTES_MAX);
    for text in text.lines() {
        let is_inside = |range: &std::ops::Range<u32>| {
            text.get(range.start as usize..range.end as usize).is_some()
        };
        match watch::parse(text) {
            Err(error) => {
                assert!(is_inside(&error.range), "{text:?}: {error:?}");
                assert!(!error.message.to_string().is_empty(), "{text:?}");
            }
            Ok(expression) => {
                assert!(is_inside(&expression.range), "{text:?}");
                for place in expression.places() {
                    assert!(is_inside(&place.range), "{text:?}: {place:?}");
                }
                for focus in [0, 4095] {
                    match evaluate(&MACHINE, &expression, focus) {
                        Ok(value) => assert!(!value.to_string().is_empty(), "{text:?}"),
                        Err(message) => assert!(!message.to_string().is_empty(), "{text:?}"),
                    }
                    for (range, _) in reasons(&MACHINE, &expression, focus) {
                        assert!(is_inside(&range), "{text:?}");
                    }
                }
            }
        }
    }
}
