//! The expectation of an output line of a testcase: `# expect=[1.0, 2.0] / Float @[0],[1] atol=1e-05 rtol=0.1`, or for text
//! `# expect="1\n2\nFizz" / String @[0],[1],[2]`.
//!
//! Only the text is parsed here; the judge compares it with what a run dumped.

use super::python_string;
use mnc2_text::{Message, message};

/// How the hexadecimal digits of a dump become values.
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

    /// Bits of one value; for a string, of one character.
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

/// The expectation of an output line.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The values as they are written; for a string its characters, with escapes decoded.
    pub values: Vec<String>,
    /// How to read the dump.
    pub value_type: ValueType,
    /// The index of each value in the problem's output, such as `[0,3]`. If there are any, values without an index are
    /// not compared.
    pub positions: Vec<String>,
    /// A difference up to this is accepted.
    pub atol: f64,
    /// A difference up to this times the expected value is accepted.
    pub rtol: f64,
}

impl Expectation {
    /// Parses the comment of an output line; `None` if it expects nothing.
    ///
    /// # Errors
    /// A sentence if there is an `expect=` that cannot be parsed.
    pub fn parse(comment: &str) -> Option<Result<Self, Message>> {
        let (_, rest) = comment.split_once("expect=")?;
        Some(Self::parse_rest(rest))
    }

    fn parse_rest(rest: &str) -> Result<Self, Message> {
        let rest = rest.trim_start();
        let is_text = rest.starts_with(['"', '\'']);
        let (values, rest) = if is_text {
            python_string::string(rest)?
        } else {
            list(rest).ok_or_else(|| {
                message!("a list in square brackets, or a quoted string, must follow `expect=`")
            })?
        };
        let rest = rest
            .trim_start()
            .strip_prefix('/')
            .ok_or_else(|| message!("`/` and a type must follow the expected values"))?;
        let mut words = rest.split_whitespace();
        let name = words.next().unwrap_or_default();
        let value_type = ValueType::named(name)
            .ok_or_else(|| message!("`{name}` is not a type of values", name))?;
        match (value_type, is_text) {
            (ValueType::String, false) => {
                return Err(message!(
                    "a quoted string is expected with the type `String`, not a list"
                ));
            }
            (ValueType::String, true) | (_, false) => {}
            (_, true) => {
                return Err(message!(
                    "a list is expected with the type `{name}`, not a string",
                    name
                ));
            }
        }
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
        .map_err(|_| message!("`{text}` is not a tolerance", text))
}

/// `[a, b] rest` as its entries and the rest.
fn list(text: &str) -> Option<(Vec<String>, &str)> {
    let (body, rest) = text.strip_prefix('[')?.split_once(']')?;
    let entries = body.split(',').map(str::trim);
    let entries = entries.filter(|entry| !entry.is_empty());
    Some((entries.map(str::to_owned).collect(), rest))
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
            r#"# expect="1\n# ]" / String @[0],[1],[2],[3]"#,
            r##"["1", "\n", "#", " ", "]"] String ["[0]", "[1]", "[2]", "[3]"] atol=0 rtol=0"##,
        );
        check(
            "# expect='a\"b' / String",
            r#"["a", "\"", "b"] String [] atol=0 rtol=0"#,
        );
        check("# expect=\"\" / String", "[] String [] atol=0 rtol=0");
        check("# expect=[] / Int", "[] Int [] atol=0 rtol=0");
        check("# nothing of that kind", "nothing");
        for wrong in ["# expect=[1 / Int", "# expect=", "# expect=1 / Int"] {
            check(
                wrong,
                "a list in square brackets, or a quoted string, must follow `expect=`",
            );
        }
        check(
            "# expect=\"a / String",
            "the string after `expect=` has no closing quote",
        );
        check(
            "# expect=[\"a\"] / String",
            "a quoted string is expected with the type `String`, not a list",
        );
        check(
            "# expect=\"a\" / Int",
            "a list is expected with the type `Int`, not a string",
        );
        check(
            "# expect=[1] / Integer",
            "`Integer` is not a type of values",
        );
        check("# expect=[1] / Int atol=x", "`x` is not a tolerance");
    }
}
