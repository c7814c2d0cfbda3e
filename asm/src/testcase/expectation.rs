//! What an output line of a testcase expects: `# expect=[1.0, 2.0] / Float @[0],[1] atol=1e-05 rtol=0.1`.
//!
//! Only the text is understood here; comparing it with what a run dumped is the judge's work.

use crate::message;
use crate::message::Message;

/// How the hexadecimal digits of a dump are read as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// Unsigned, 64 bits.
    ULong,
    /// Unsigned, 32 bits.
    UInt,
    /// Unsigned, 16 bits.
    UShort,
    /// Unsigned, 8 bits.
    UByte,
    /// Signed, 64 bits.
    Long,
    /// Signed, 32 bits.
    Int,
    /// Signed, 16 bits.
    Short,
    /// Signed, 8 bits.
    Byte,
    /// Floating point of 64 bits.
    Double,
    /// Floating point of 32 bits.
    Float,
    /// Floating point of 16 bits.
    Half,
    /// Floating point of 8 bits, 4 of them exponent.
    E4M3,
    /// Floating point of 8 bits, 5 of them exponent.
    E5M2,
    /// Text, one byte a character.
    String,
}

impl ValueType {
    /// All, with the names that testcases give them.
    pub const NAMES: [(&'static str, Self); 14] = [
        ("ULong", Self::ULong),
        ("UInt", Self::UInt),
        ("UShort", Self::UShort),
        ("UByte", Self::UByte),
        ("Long", Self::Long),
        ("Int", Self::Int),
        ("Short", Self::Short),
        ("Byte", Self::Byte),
        ("Double", Self::Double),
        ("Float", Self::Float),
        ("Half", Self::Half),
        ("E4M3", Self::E4M3),
        ("E5M2", Self::E5M2),
        ("String", Self::String),
    ];

    /// Bits of one value; of a string one character.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::ULong | Self::Long | Self::Double => 64,
            Self::UInt | Self::Int | Self::Float => 32,
            Self::UShort | Self::Short | Self::Half => 16,
            Self::UByte | Self::Byte | Self::E4M3 | Self::E5M2 | Self::String => 8,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value_type)| *value_type)
    }
}

/// What an output line expects.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The values as they are written, quotes of strings included.
    pub values: Vec<String>,
    /// How the dump is read.
    pub value_type: ValueType,
    /// Where each value stands in the problem's output, such as `[0,3]`; may be shorter than `values`.
    pub positions: Vec<String>,
    /// A difference up to this is none.
    pub atol: f64,
    /// A difference up to this times the expected value is none.
    pub rtol: f64,
}

impl Expectation {
    /// Reads the comment of an output line; `None` when it expects nothing.
    ///
    /// # Errors
    /// A sentence when there is an `expect=` that cannot be understood.
    pub fn parse(comment: &str) -> Option<Result<Self, Message>> {
        let (_, rest) = comment.split_once("expect=")?;
        Some(Self::parse_rest(rest))
    }

    fn parse_rest(rest: &str) -> Result<Self, Message> {
        let (values, rest) = list(rest)
            .ok_or_else(|| message!("a list in square brackets must follow `expect=`"))?;
        let rest = rest
            .trim_start()
            .strip_prefix('/')
            .ok_or_else(|| message!("`/` and a type must follow the expected values"))?;
        let mut words = rest.split_whitespace();
        let name = words.next().unwrap_or_default();
        let value_type = ValueType::named(name)
            .ok_or_else(|| message!("`{name}` is no type of a value", name))?;
        let mut expectation = Self {
            values,
            value_type,
            positions: Vec::new(),
            atol: 0.0,
            rtol: 0.0,
        };
        for word in words {
            if let Some(positions) = word.strip_prefix('@') {
                expectation.positions = split_positions(positions);
            } else if let Some(tolerance) = word.strip_prefix("atol=") {
                expectation.atol = number(tolerance)?;
            } else if let Some(tolerance) = word.strip_prefix("rtol=") {
                expectation.rtol = number(tolerance)?;
            }
        }
        Ok(expectation)
    }
}

fn number(text: &str) -> Result<f64, Message> {
    text.parse()
        .map_err(|_| message!("`{text}` is no tolerance", text))
}

/// `[a, "b, c"] rest` as its entries and the rest.
fn list(text: &str) -> Option<(Vec<String>, &str)> {
    let body = text.trim_start().strip_prefix('[')?;
    let mut entries = Vec::new();
    let mut entry = String::new();
    let mut quote = None;
    let mut escaped = false;
    for (at, character) in body.char_indices() {
        match (quote, character) {
            (Some(_), _) if escaped => {
                escaped = false;
                entry.push(character);
            }
            (Some(_), '\\') => {
                escaped = true;
                entry.push(character);
            }
            (Some(open), _) => {
                if character == open {
                    quote = None;
                }
                entry.push(character);
            }
            (None, '"' | '\'') => {
                quote = Some(character);
                entry.push(character);
            }
            (None, ',' | ']') => {
                let text = entry.trim();
                if !text.is_empty() {
                    entries.push(text.to_owned());
                }
                entry.clear();
                if character == ']' {
                    return Some((entries, &body[at + 1..]));
                }
            }
            (None, _) => entry.push(character),
        }
    }
    None
}

/// `[0,1],[0,2]` as its parts.
fn split_positions(text: &str) -> Vec<String> {
    text.split_inclusive(']')
        .map(|part| part.trim_start_matches(',').to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(comment: &str, expected: &str) {
        let shown = match Expectation::parse(comment) {
            None => "nothing".to_owned(),
            Some(Err(message)) => message.to_string(),
            Some(Ok(read)) => format!(
                "{:?} {:?} {:?} atol={} rtol={}",
                read.values, read.value_type, read.positions, read.atol, read.rtol
            ),
        };
        assert_eq!(shown, expected, "{comment}");
    }

    #[test]
    fn expectations() {
        check(
            "# expect=[2, 1] / UInt @[0],[1]",
            r#"["2", "1"] UInt ["[0]", "[1]"] atol=0 rtol=0"#,
        );
        check(
            "# expect=[43968.0] / Float @[0,0,0] atol=1e-05 rtol=0.5",
            r#"["43968.0"] Float ["[0,0,0]"] atol=0.00001 rtol=0.5"#,
        );
        check(
            r#"# expect=["a, ]b"] / String"#,
            r#"["\"a, ]b\""] String [] atol=0 rtol=0"#,
        );
        check("# nothing of that kind", "nothing");
        check(
            "# expect=[1 / Int",
            "a list in square brackets must follow `expect=`",
        );
        check("# expect=[1] / Integer", "`Integer` is no type of a value");
        check("# expect=[1] / Int atol=x", "`x` is no tolerance");
    }
}
