//! Watch expressions, computed on the state of a machine.
//!
//! A place is read without the instruction around it: no base address register is added, nothing is masked. What all
//! PEs have in common is computed once, as [`crate::lanes`] stores it once.

mod assertion;
mod assertion_log;
mod compiled;
mod place;
#[cfg(test)]
mod tests;
mod value;
mod word_format;

use mnc2_isa::geometry::PES;
use mnc2_program::{Assertion, AssertionKind, OverChip, WatchExpression, WatchFormat, WatchKind};
use mnc2_text::{LineRange, Message};

pub use self::assertion::Asserted;
pub use self::assertion_log::Said;
use self::compiled::over_chip;
pub use self::value::{
    Distinct, DistinctValue, ELEMENTS_MAX, ElementWords, FoundElements, Number, VALUES_MAX,
    WatchValue,
};
use self::word_format::{HEXADECIMAL, Reading, common_reading};
use crate::machine::Machine;

/// The value of an expression. `focus` is the PE, by its index in the chip, whose elements are meant where the
/// expression gives none.
///
/// # Errors
/// If it has no value: numbers that do not fit together, a division by zero.
pub fn evaluate(
    machine: &Machine,
    expression: &WatchExpression,
    focus: usize,
) -> Result<WatchValue, Message> {
    evaluate_with(machine, expression, focus, WatchFormat::Hexadecimal)
}

/// As [`evaluate`], with a default format. It applies to a place without a format that is the whole expression or the operand
/// of `distinct`, `max` or `min`. Conditions do not depend on it.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_with(
    machine: &Machine,
    expression: &WatchExpression,
    focus: usize,
    default: WatchFormat,
) -> Result<WatchValue, Message> {
    let focus = focus % PES;
    let reading = Reading::Format(default);
    match &expression.kind {
        WatchKind::Place(place) => {
            let place = place::Place::new(machine.chip(), place, reading.or_format_of(place))?;
            Ok(WatchValue::Words(place.words(focus)))
        }
        WatchKind::OverChip(question, inside) => {
            over_chip(machine.chip(), *question, inside, reading)
        }
        WatchKind::Number(_)
        | WatchKind::Negated(_)
        | WatchKind::Not(_)
        | WatchKind::Arithmetic(..)
        | WatchKind::Comparison(..)
        | WatchKind::And(_)
        | WatchKind::Or(_) => compiled::value(machine.chip(), expression, focus),
    }
}

/// The values that decide an expression: the value of each place in it, of each question about the chip, and for
/// `all(condition)` the elements on which the condition does not hold. With their ranges in the text.
#[must_use]
pub fn reasons(
    machine: &Machine,
    expression: &WatchExpression,
    focus: usize,
) -> Vec<(LineRange, WatchValue)> {
    let mut reasons = Vec::new();
    add_reasons(machine, expression, focus % PES, None, &mut reasons);
    reasons
}

fn add_reasons(
    machine: &Machine,
    expression: &WatchExpression,
    focus: usize,
    reading: Option<Reading>,
    reasons: &mut Vec<(LineRange, WatchValue)>,
) {
    let chip = machine.chip();
    let value = match &expression.kind {
        WatchKind::Place(place) => {
            let reading = reading.unwrap_or(HEXADECIMAL);
            let place = place::Place::new(chip, place, reading.or_format_of(place));
            place.map(|place| WatchValue::Words(place.words(focus)))
        }
        WatchKind::OverChip(OverChip::All, condition) => {
            let otherwise = WatchExpression {
                range: condition.range.clone(),
                kind: WatchKind::Not(condition.clone()),
            };
            let reading = HEXADECIMAL;
            over_chip(chip, OverChip::Where, &otherwise, reading)
        }
        WatchKind::OverChip(question, inside) => {
            let reading = reading.unwrap_or(HEXADECIMAL);
            over_chip(chip, *question, inside, reading)
        }
        WatchKind::Comparison(_, parts) | WatchKind::Arithmetic(_, parts) => {
            let reading = common_reading(expression).or(reading);
            for part in parts.iter() {
                add_reasons(machine, part, focus, reading, reasons);
            }
            return;
        }
        WatchKind::Number(_)
        | WatchKind::Negated(_)
        | WatchKind::Not(_)
        | WatchKind::And(_)
        | WatchKind::Or(_) => {
            for part in expression.parts() {
                add_reasons(machine, part, focus, reading, reasons);
            }
            return;
        }
    };
    reasons.extend(value.ok().map(|value| (expression.range.clone(), value)));
}

/// The result of an assertion of a program after its line: nothing if it holds. `text` is the line.
#[must_use]
pub fn check(
    machine: &Machine,
    assertion: &Assertion,
    text: &str,
    focus: usize,
) -> Option<Asserted> {
    match &assertion.kind {
        AssertionKind::Assert(condition) => match evaluate(machine, condition, focus) {
            Ok(value) if value.as_bool() == Some(true) => None,
            Ok(_) => {
                let reasons = reasons(machine, condition, focus);
                Some(Asserted::failed(text, &reasons))
            }
            Err(reason) => Some(Asserted::without_value(reason)),
        },
        AssertionKind::Log { value, .. } => Some(match evaluate(machine, value, focus) {
            Ok(value) => Asserted::logged(text, assertion, &value),
            Err(reason) => Asserted::without_value(reason),
        }),
        AssertionKind::Budget(_) => None,
    }
}
