//! Assertions of a program, in its run.

use std::ops::Range;

use mnc2_program::{Assertion, AssertionKind};
use mnc2_text::{Message, message};

use super::value::WatchValue;

/// The result of an assertion in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asserted {
    /// Whether it is wrong and not only a remark.
    pub is_wrong: bool,
    /// The sentence for it.
    pub message: Message,
}

impl Asserted {
    /// Of a condition that does not hold, with the values that decided.
    pub(super) fn failed(text: &str, reasons: &[(Range<u32>, WatchValue)]) -> Self {
        let values = reasons.iter().map(|(range, value)| {
            let part = part(text, range);
            match value {
                WatchValue::Words(words) => message!(
                    "`{part}` is {value} on {element}",
                    part,
                    value = value.to_string(),
                    element = words.element_name()
                ),
                WatchValue::Elements(elements) => {
                    let first = elements.first.first().copied().unwrap_or(0);
                    let element = elements.level.name(first);
                    match elements.count().saturating_sub(1) {
                        0 => message!("`{part}` fails on {element}", part, element),
                        more => message!(
                            "`{part}` fails on {element} and {more} more",
                            part,
                            element,
                            more
                        ),
                    }
                }
                WatchValue::Truth(_) | WatchValue::Numbers { .. } | WatchValue::Distinct(_) => {
                    message!("`{part}` is {value}", part, value = value.to_string())
                }
            }
        });
        let values: Vec<Message> = values.collect();
        let message = if values.is_empty() {
            message!("the assertion does not hold")
        } else {
            message!(
                "the assertion does not hold: {values}",
                values = Message::all_of(values)
            )
        };
        Self {
            is_wrong: true,
            message,
        }
    }

    /// Of an expression without a value.
    pub(super) fn without_value(reason: Message) -> Self {
        Self {
            is_wrong: true,
            message: message!("the assertion has no value: {reason}", reason),
        }
    }

    /// Of a value that is to be shown.
    pub(super) fn logged(text: &str, assertion: &Assertion, value: &WatchValue) -> Self {
        let value_text = value.to_string();
        let message = match &assertion.kind {
            AssertionKind::Log {
                text: Some(title), ..
            } => message!("{title}: {value}", title = &**title, value = value_text),
            AssertionKind::Log { value, text: None } | AssertionKind::Assert(value) => {
                let part = part(text, &value.range);
                message!("`{part}` is {value}", part, value = value_text)
            }
            AssertionKind::Budget(_) => Message::default(),
        };
        Self {
            is_wrong: false,
            message,
        }
    }
}

fn part<'a>(text: &'a str, range: &Range<u32>) -> &'a str {
    mnc2_text::line::part(text, range)
}
