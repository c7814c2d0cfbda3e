//! Values of constant expressions, with the operators and ranks of the assemblers, which are alike.

use mnc2_text::LineRange;

use crate::line::{Line, Piece, PieceKind};

/// Maximum depth of an expression.
const DEPTH_MAX: usize = 64;

/// The value of an expression with labels: a number, to which the address of one label is added, and from which the
/// address of another is subtracted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The constant part of the sum.
    pub number: i64,
    /// The label that is added.
    pub added: Option<Name>,
    /// The label that is subtracted.
    pub subtracted: Option<Name>,
}

/// A name in an expression that has no value of its own: a label, or `.`, which is the place itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// It, as it is written.
    pub name: String,
    /// Its place in the line.
    pub range: LineRange,
}

impl Sum {
    /// The number, if there is no label.
    #[must_use]
    pub fn as_number(&self) -> Option<i64> {
        (self.added.is_none() && self.subtracted.is_none()).then_some(self.number)
    }

    fn from_number(number: i64) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// It, with places of names that many bytes further.
    #[must_use]
    pub fn moved(mut self, offset: u32) -> Self {
        for name in [&mut self.added, &mut self.subtracted]
            .into_iter()
            .flatten()
        {
            name.range = name.range.start + offset..name.range.end + offset;
        }
        self
    }

    fn negated(self) -> Self {
        Self {
            number: self.number.wrapping_neg(),
            added: self.subtracted,
            subtracted: self.added,
        }
    }

    /// Both together; `None` if two labels were to be added, or subtracted.
    fn plus(self, other: Self) -> Option<Self> {
        let either = |one: Option<Name>, other: Option<Name>| match (one, other) {
            (Some(_), Some(_)) => None,
            (one, other) => Some(one.or(other)),
        };
        Some(Self {
            number: self.number.wrapping_add(other.number),
            added: either(self.added, other.added)?,
            subtracted: either(self.subtracted, other.subtracted)?,
        })
    }
}

/// The value of an expression; `None` if it is none, or if it has a name without a known value.
#[must_use]
pub fn evaluate(
    line: &Line,
    pieces: &[Piece],
    value_of: &dyn Fn(&str) -> Option<i64>,
) -> Option<i64> {
    sum(line, pieces, value_of)?.as_number()
}

/// The value of an expression in which names without a known value are labels. `None` if it cannot be computed.
#[must_use]
pub fn sum(line: &Line, pieces: &[Piece], value_of: &dyn Fn(&str) -> Option<i64>) -> Option<Sum> {
    let mut reader = Reader {
        line,
        pieces,
        value_of,
    };
    let value = reader.binary(1, DEPTH_MAX)?;
    reader.pieces.is_empty().then_some(value)
}

struct Reader<'a> {
    line: &'a Line,
    pieces: &'a [Piece],
    value_of: &'a dyn Fn(&str) -> Option<i64>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<(&'a Piece, &'a str)> {
        let (first, rest) = self.pieces.split_first()?;
        self.pieces = rest;
        Some((first, self.line.part(&first.range)))
    }

    fn binary(&mut self, rank: u8, depth: usize) -> Option<Sum> {
        let depth = depth.checked_sub(1)?;
        let mut left = self.unary(depth)?;
        while let Some((sign, count)) = self.sign() {
            let found = rank_of(sign)?;
            if found < rank {
                break;
            }
            self.pieces = self.pieces.get(count..)?;
            let right = self.binary(found + 1, depth)?;
            left = match sign {
                "+" => left.plus(right)?,
                "-" => left.plus(right.negated())?,
                _ => Sum::from_number(apply(sign, left.as_number()?, right.as_number()?)?),
            };
        }
        Some(left)
    }

    /// The next operator, and the number of its tokens: `<>` has two.
    fn sign(&self) -> Option<(&'a str, usize)> {
        let first = self.pieces.first()?;
        if first.kind != PieceKind::Operator {
            return None;
        }
        let sign = self.line.part(&first.range);
        if sign == "<"
            && let Some(second) = self.pieces.get(1)
            && second.range.start == first.range.end
            && self.line.part(&second.range) == ">"
        {
            return Some(("<>", 2));
        }
        Some((sign, 1))
    }

    fn unary(&mut self, depth: usize) -> Option<Sum> {
        let depth = depth.checked_sub(1)?;
        let (piece, text) = self.next()?;
        let number = match piece.kind {
            PieceKind::Number => number(text),
            PieceKind::Word | PieceKind::LocalLabel if text.contains('\\') => None,
            PieceKind::Word | PieceKind::LocalLabel => match (self.value_of)(text) {
                Some(value) => Some(value),
                None => {
                    let name = Name {
                        name: text.to_owned(),
                        range: piece.range.clone(),
                    };
                    return Some(Sum {
                        added: Some(name),
                        ..Sum::default()
                    });
                }
            },
            PieceKind::Character => character(text),
            PieceKind::Operator => {
                let value = self.unary(depth)?;
                match text {
                    "-" => return Some(value.negated()),
                    "+" => return Some(value),
                    "~" => Some(!value.as_number()?),
                    "!" => Some(i64::from(value.as_number()? == 0)),
                    _ => None,
                }
            }
            PieceKind::Open if text == "(" => {
                let value = self.binary(1, depth)?;
                let (close, text) = self.next()?;
                return (close.kind == PieceKind::Close && text == ")").then_some(value);
            }
            _ => None,
        };
        number.map(Sum::from_number)
    }
}

fn rank_of(sign: &str) -> Option<u8> {
    match sign {
        "||" => Some(1),
        "&&" => Some(2),
        "==" | "!=" | "<>" | "<" | ">" | "<=" | ">=" => Some(3),
        "+" | "-" => Some(4),
        // LLVM has no `!` between two numbers, and refuses it.
        "|" | "&" | "^" | "!" => Some(5),
        "*" | "/" | "%" | "<<" | ">>" => Some(6),
        _ => None,
    }
}

fn apply(sign: &str, left: i64, right: i64) -> Option<i64> {
    // A comparison that holds is all ones.
    let truth = |holds: bool| Some(-i64::from(holds));
    let shift = u32::try_from(right).ok().filter(|&count| count < 64);
    match sign {
        "&&" => Some(i64::from(left != 0 && right != 0)),
        "||" => Some(i64::from(left != 0 || right != 0)),
        "*" => Some(left.wrapping_mul(right)),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "|" => Some(left | right),
        "&" => Some(left & right),
        "^" => Some(left ^ right),
        // Or with the complement.
        "!" => Some(left | !right),
        "<<" => Some(left << shift?),
        ">>" => Some(((left as u64) >> shift?) as i64),
        "==" => truth(left == right),
        "!=" | "<>" => truth(left != right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        _ => None,
    }
}

/// The value of a number; one of more than 64 bits has none.
pub(crate) fn number(text: &str) -> Option<i64> {
    let radix = |digits, radix| u64::from_str_radix(digits, radix).ok();
    let value = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => radix(&text[2..], 16),
        [b'0', b'b' | b'B', ..] => radix(&text[2..], 2),
        [b'0', _, ..] => radix(&text[1..], 8),
        _ => text.parse().ok(),
    };
    value.map(|value| value as i64)
}

fn character(text: &str) -> Option<i64> {
    let mut characters = text.strip_prefix('\'')?.chars();
    match characters.next()? {
        '\\' => match characters.next()? {
            'n' => Some(10),
            't' => Some(9),
            'r' => Some(13),
            '0' => Some(0),
            '\\' => Some(92),
            '\'' => Some(39),
            '"' => Some(34),
            _ => None,
        },
        plain => plain.is_ascii().then_some(plain as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::tests::GNU;

    fn check(text: &str, expected: Option<i64>) {
        let source = Source::with_syntax(&GNU, &format!("x {text}"));
        let line = source.line(0).expect("a line");
        let pieces = line.statements[0]
            .operands
            .first()
            .map(|operand| operand.pieces.as_slice());
        let value_of = |name: &str| (name == "three").then_some(3);
        let found = pieces.and_then(|pieces| evaluate(line, pieces, &value_of));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn expressions_are_those_of_the_assembler() {
        check("0x10", Some(16));
        check("010", Some(8));
        check("0b11", Some(3));
        check("1 + 2 * three", Some(7));
        check("(1 + 2) * 3", Some(9));
        check("1 + 2 | 4", Some(7));
        check("1 | 2 + 4", Some(7));
        check("-(1 << 4)", Some(-16));
        check("~0", Some(-1));
        check("'a'", Some(97));
        check("'\\n'", Some(10));
        check("0xffffffffffffffff", Some(-1));
        check("1 == 1", Some(-1));
        check("1 <> 2", Some(-1));
        check("1 < > 2", None);
        check("6 ! 3", Some(-2));
    }

    /// The values that the assemblers have for them.
    #[test]
    fn sums_come_before_comparisons_and_these_before_and_before_or() {
        check("3 == 1 + 2", Some(-1));
        check("1 + 2 == 3", Some(-1));
        check("1 < 2 + 5", Some(-1));
        check("5 & 3 == 1", Some(-1));
        check("1 || 0 && 0", Some(1));
        check("0 || 1 && 0", Some(0));
        check("2 > 1 && 3", Some(1));
    }

    #[test]
    fn labels_are_added_and_subtracted() {
        let check = |text: &str, expected: Option<(i64, &str, &str)>| {
            let source = Source::with_syntax(&GNU, &format!("x {text}"));
            let line = source.line(0).expect("a line");
            let found = sum(line, &line.statements[0].operands[0].pieces, &|_| None);
            let name = |name: &Option<Name>| name.clone().map_or(String::new(), |it| it.name);
            let found = found.map(|it| (it.number, name(&it.added), name(&it.subtracted)));
            let expected = expected.map(|(number, a, b)| (number, a.to_owned(), b.to_owned()));
            assert_eq!(found, expected, "{text}");
        };
        check("a", Some((0, "a", "")));
        check("4 + a - 1", Some((3, "a", "")));
        check("(a - b) + 2 * 3", Some((6, "a", "b")));
        check("-(b - 1f)", Some((0, "1f", "b")));
        check(". - a", Some((0, ".", "a")));
        check("5 - a", Some((5, "", "a")));
        check("a + b", None);
        check("a * 2", None);
        check("~a", None);
        check("\\arg", None);
    }

    #[test]
    fn what_has_no_value_has_none() {
        for text in [
            "four",
            "1 +",
            "1 2",
            "08",
            "1.5",
            "1 / 0",
            "1 << 64",
            "1b",
            "\"a\"",
            "(1",
            "()",
            "99999999999999999999",
            "\\arg",
            "-9223372036854775808 / -1",
            "%lo(a)",
        ] {
            check(text, None);
        }
        check(&"(".repeat(5000), None);
        check(&format!("{}1{}", "(".repeat(100), ")".repeat(100)), None);
        check(&"-".repeat(5000), None);
        check(&format!("{}1{}", "(".repeat(20), ")".repeat(20)), Some(1));
    }
}
