//! Values by name: what a person types, and the variables of frames.

use std::cmp::Ordering;

use mnc2_text::{Frame, Message, Variable, message};

/// Maximum length of a name in bytes.
const NAME_BYTES_MAX: usize = 1000;

/// Finds what a name means, the nearest frame and scope first: `t0`, `x5`, `registers.t0`, `m0.row 1`, `A[3]`. A scope itself has a
/// name too.
///
/// # Errors
///
/// A sentence if nothing has this name.
pub fn find<'a>(frames: &'a [Frame], name: &str) -> Result<&'a Variable, Message> {
    let name = name.trim();
    if name.is_empty() {
        return Err(message!("write the name of a value"));
    }
    let found = if name.len() > NAME_BYTES_MAX {
        None
    } else {
        let scopes = || frames.iter().flat_map(|frame| &frame.scopes);
        let inside = scopes().find_map(|scope| within(&scope.parts, name));
        inside.or_else(|| frames.iter().find_map(|frame| within(&frame.scopes, name)))
    };
    found.ok_or_else(|| message!("nothing here is called `{name}`", name))
}

/// Finds a variable, or a part of one.
fn within<'a>(variables: &'a [Variable], name: &str) -> Option<&'a Variable> {
    let whole = variables.iter().find(|it| it.name == name);
    // `x5 t0` is a register with two names.
    let one_of_several = || {
        variables
            .iter()
            .find(|it| it.name.split(' ').any(|word| word == name) && !is_row(it))
    };
    whole.or_else(one_of_several).or_else(|| {
        variables.iter().find_map(|variable| {
            let names = std::iter::once(variable.name.as_str()).chain(variable.name.split(' '));
            let rest = |own: &str| match name.strip_prefix(own)? {
                rest if own.is_empty() || rest.is_empty() => None,
                rest if rest.starts_with('[') => Some(rest.to_owned()),
                rest => rest.strip_prefix('.').map(str::to_owned),
            };
            let rest = names.filter_map(rest).next()?;
            within(&variable.parts, &rest)
        })
    })
}

/// Whether the second word of a name is a number of the first, as in `row 1`, and no name of its own.
fn is_row(variable: &Variable) -> bool {
    let last = variable.name.rsplit(' ').next().unwrap_or_default();
    last.bytes().all(|byte| byte.is_ascii_digit())
}

/// A comparison of a value with another one, or with a number or text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    name: String,
    operator: Operator,
    value: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
    Less,
    Greater,
}

/// The longer ones first.
const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

impl Condition {
    /// Reads `t0 == 0x10`.
    ///
    /// # Errors
    ///
    /// A sentence if it is no comparison.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let wrong = || {
            message!(
                "`{text}` is no condition: compare a value, as in `t0 == 0x10`",
                text
            )
        };
        let at = text.find(['=', '!', '<', '>']).ok_or_else(wrong)?;
        let (name, rest) = text.split_at(at);
        let parts = OPERATORS.iter().find_map(|(sign, operator)| {
            let value = rest.strip_prefix(sign)?.trim();
            Some((*operator, value))
        });
        let (operator, value) = parts.ok_or_else(wrong)?;
        if name.trim().is_empty() || value.is_empty() || text.len() > NAME_BYTES_MAX {
            return Err(wrong());
        }
        Ok(Self {
            name: name.trim().to_owned(),
            operator,
            value: value.to_owned(),
        })
    }

    /// Whether it holds.
    ///
    /// # Errors
    ///
    /// A sentence if there is no such value, or the values have no order.
    pub fn holds(&self, frames: &[Frame]) -> Result<bool, Message> {
        let left = &find(frames, &self.name)?.value;
        let right = match number(&self.value) {
            Some(_) => &self.value,
            None => find(frames, &self.value).map_or(&self.value, |it| &it.value),
        };
        let order = match (number(left), number(right)) {
            (Some(left), Some(right)) => left.compare(right),
            _ if left == right => Some(Ordering::Equal),
            _ => None,
        };
        Ok(match (self.operator, order) {
            (Operator::Equal, order) => order == Some(Ordering::Equal),
            (Operator::NotEqual, order) => order != Some(Ordering::Equal),
            (Operator::AtMost, Some(order)) => order.is_le(),
            (Operator::AtLeast, Some(order)) => order.is_ge(),
            (Operator::Less, Some(order)) => order.is_lt(),
            (Operator::Greater, Some(order)) => order.is_gt(),
            (_, None) => {
                let (left, right) = (left.as_str(), right.as_str());
                return Err(message!(
                    "`{left}` and `{right}` have no order",
                    left,
                    right
                ));
            }
        })
    }
}

/// A number as machines show it.
#[derive(Clone, Copy, Debug)]
enum Number {
    Whole(i128),
    Fraction(f64),
}

impl Number {
    fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(left), Self::Whole(right)) => Some(left.cmp(&right)),
            (left, right) => left.fraction().partial_cmp(&right.fraction()),
        }
    }

    fn fraction(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Fraction(value) => value,
        }
    }
}

fn number(text: &str) -> Option<Number> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let whole = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    match whole {
        Some(value) => Some(Number::Whole(sign * value)),
        None => text.parse().ok().map(Number::Fraction),
    }
}

/// A text with names between braces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogMessage {
    /// What is before each name, and the name.
    parts: Vec<(String, String)>,
    /// What follows the last one.
    rest: String,
}

impl LogMessage {
    /// Reads `t0 is {t0}`.
    ///
    /// # Errors
    ///
    /// A sentence if a brace is not closed.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let mut log = Self::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else {
                return Err(message!(
                    "an opening brace of the log message has no closing one"
                ));
            };
            log.parts.push((before.to_owned(), name.to_owned()));
            rest = after;
        }
        log.rest = rest.to_owned();
        Ok(log)
    }

    /// The text with its values; a name that means nothing stays as it is.
    pub(super) fn say(&self, frames: &[Frame]) -> String {
        let mut text = String::new();
        for (before, name) in &self.parts {
            text.push_str(before);
            match find(frames, name) {
                Ok(variable) => text.push_str(&summary(variable)),
                Err(_) => text.push_str(&format!("{{{name}}}")),
            }
        }
        text + &self.rest
    }
}

/// Characters of a summary.
const SUMMARY_CHARACTERS_MAX: usize = 120;

/// A value on one line; the beginning of one with parts.
pub fn summary(variable: &Variable) -> String {
    let mut text = variable.value.clone();
    if text.is_empty() && !variable.parts.is_empty() {
        let mut parts = Vec::new();
        let mut length = 0;
        for part in &variable.parts {
            if length > SUMMARY_CHARACTERS_MAX {
                break;
            }
            let name = part.name.as_str();
            let value = if part.parts.is_empty() {
                part.value.as_str()
            } else {
                "…"
            };
            length += name.len() + value.len();
            parts.push(format!("{name}={value}"));
        }
        text = parts.join(", ");
    }
    if text.chars().count() > SUMMARY_CHARACTERS_MAX {
        text = text
            .chars()
            .take(SUMMARY_CHARACTERS_MAX)
            .collect::<String>()
            + "…";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str, value: &str, parts: Vec<Variable>) -> Variable {
        Variable {
            name: name.to_owned(),
            value: value.to_owned(),
            parts,
        }
    }

    fn frames() -> Vec<Frame> {
        let rows = vec![
            variable("row 0", "1 2", vec![]),
            variable("row 1", "3 4", vec![]),
        ];
        let list = vec![
            variable("[0]", "0.5", vec![]),
            variable("[1]", "-inf", vec![]),
        ];
        let registers = vec![
            variable("x5 t0", "0x10", vec![]),
            variable("x6 t1", "-3", vec![]),
        ];
        Frame::flat(
            Some(0),
            vec![
                variable("registers", "", registers),
                variable("m0", "", rows),
                variable("values", "", vec![variable("A", "", list)]),
            ],
        )
    }

    #[test]
    fn names_mean_values() {
        for (name, expected) in [
            ("t0", Some("0x10")),
            (" x5 ", Some("0x10")),
            ("x5 t0", Some("0x10")),
            ("registers.t0", Some("0x10")),
            ("m0.row 1", Some("3 4")),
            ("A[1]", Some("-inf")),
            ("values.A.[0]", Some("0.5")),
            ("A", Some("")),
            ("m0", Some("")),
            ("0", None),
            ("", None),
            (".", None),
            ("m0.", None),
            ("t0[", None),
        ] {
            let frames = frames();
            let found = find(&frames, name).ok().map(|it| it.value.as_str());
            assert_eq!(found, expected, "{name}");
        }
        assert_eq!(summary(&frames()[0].scopes[0]), "x5 t0=0x10, x6 t1=-3");
    }

    #[test]
    fn conditions_compare_values() {
        for (text, expected) in [
            ("t0 == 16", Ok(true)),
            ("t0==0x10", Ok(true)),
            ("t1 < 0", Ok(true)),
            ("t1 >= t0", Ok(false)),
            ("A[0] > 0.25", Ok(true)),
            ("A[1] < -1e300", Ok(true)),
            ("m0.row 0 == 1 2", Ok(true)),
            ("m0.row 0 != 1 3", Ok(true)),
            ("m0.row 0 < 1 3", Err("`1 2` and `1 3` have no order")),
            ("q == 1", Err("nothing here is called `q`")),
        ] {
            let condition = Condition::parse(text).expect(text);
            let held = condition.holds(&frames()).map_err(|it| it.to_string());
            assert_eq!(held, expected.map_err(str::to_owned), "{text}");
        }
        for text in ["", "t0", "== 1", "t0 =", "t0 = 1", "t0 ! 1"] {
            assert!(Condition::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn log_messages_have_values() {
        let say = |text| LogMessage::parse(text).map(|it| it.say(&frames()));
        assert_eq!(say("t0={t0}, {q}!"), Ok("t0=0x10, {q}!".to_owned()));
        assert!(say("{").is_err());
    }
}
