//! Runs of programs that end.

use mnc2_text::interface::{Machine, Settings};

/// Instructions of a run, at the most.
const STEPS_MAX: u64 = 400_000;

/// Sets options from words such as `threads=2`.
///
/// # Panics
/// With the sentence of one that is refused.
pub fn set(options: &mut dyn Settings, words: &[&str]) {
    for word in words {
        let (key, value) = word.split_once('=').expect("key=value");
        options.set(key, value).expect("a value");
    }
}

/// Options can be set to some values, and refuse others with a sentence.
///
/// # Panics
/// With the option that does not.
pub fn check_settings(
    options: &mut dyn Settings,
    accepted: &[(&str, &str)],
    refused: &[(&str, &str)],
) {
    for (key, value) in accepted {
        assert_eq!(options.set(key, value), Ok(()), "{key}={value}");
    }
    for (key, value) in refused {
        assert!(options.set(key, value).is_err(), "{key}={value}");
    }
}

/// Runs to the end.
///
/// # Errors
/// With what stops it: the line, counted from 1, and the sentence.
///
/// # Panics
/// If the program does not end.
pub fn finish(machine: &mut dyn Machine) -> Result<(), String> {
    while machine.line().is_some() {
        assert!(machine.steps() < STEPS_MAX, "the program does not end");
        machine.step().map_err(|trouble| {
            let line = trouble.line.unwrap_or_default() + 1;
            format!("{line}: {}", trouble.message)
        })?;
    }
    Ok(())
}

/// A machine at the end of its run.
///
/// # Panics
/// With what stops it before.
pub fn finished<M: Machine>(mut machine: M) -> M {
    finish(&mut machine).unwrap_or_else(|trouble| panic!("{trouble}"));
    machine
}
