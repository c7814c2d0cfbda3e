//! Directives that make bytes.

use mnc2_assembly::{Line, Operand, PieceKind, Scope, Statement, Sum, evaluate, sum};
use mnc2_text::{Diagnostic, message};

use super::BYTES_MAX;
use crate::code::Code;

/// A part of the data.
#[derive(Clone, Debug)]
pub(super) enum Datum {
    /// Bytes that do not depend on labels.
    Bytes(Vec<u8>),
    /// As many bytes of a pattern that is repeated.
    Fill(u32, Vec<u8>),
    /// An expression with labels in as many bytes; of a statement in a line.
    Sum(u32, Sum, u32),
}

impl Datum {
    pub(super) fn bytes(&self) -> u32 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u32,
            Self::Fill(count, _) | Self::Sum(count, ..) => *count,
        }
    }

    /// Appends its bytes. A label that is not defined here is 0, and returned with its line.
    pub(super) fn write(
        &self,
        bytes: &mut Vec<u8>,
        value_of: impl Fn(&Sum, u32) -> Option<i64>,
    ) -> Option<(u32, String)> {
        match self {
            Self::Bytes(own) => bytes.extend(own),
            Self::Fill(count, pattern) => {
                bytes.extend(pattern.iter().cycle().take(*count as usize));
            }
            Self::Sum(count, sum, line) => {
                let value = value_of(sum, *line);
                bytes.extend(wide(value.unwrap_or(0), *count));
                if value.is_none() {
                    let name = sum.added.as_ref().or(sum.subtracted.as_ref())?;
                    return Some((*line, name.name.clone()));
                }
            }
        }
        None
    }
}

/// As many low bytes of a number with its sign.
fn wide(value: i64, count: u32) -> Vec<u8> {
    i128::from(value).to_le_bytes()[..(count as usize).min(16)].to_vec()
}

type Found = Result<Vec<Datum>, Box<Diagnostic<Code>>>;

/// What a directive stores for each of its operands.
enum Element {
    Integer(u32),
    Float,
    Double,
}

/// What the directives of the assembler store, that have a row of values.
fn element_of(directive: &str) -> Option<Element> {
    Some(match directive {
        ".byte" | ".dc.b" => Element::Integer(1),
        ".2byte" | ".short" | ".value" | ".dc" | ".dc.w" => Element::Integer(2),
        ".4byte" | ".long" | ".int" | ".dc.l" | ".dc.a" => Element::Integer(4),
        ".8byte" | ".quad" => Element::Integer(8),
        ".octa" => Element::Integer(16),
        ".float" | ".single" | ".dc.s" => Element::Float,
        ".double" | ".dc.d" => Element::Double,
        _ => return None,
    })
}

/// The bytes of what `.dcb` and `.ds` repeat.
fn repeated(suffix: &str) -> Option<u32> {
    Some(match suffix {
        ".b" => 1,
        "" | ".w" => 2,
        ".l" | ".s" => 4,
        ".d" => 8,
        ".p" | ".x" => 12,
        _ => return None,
    })
}

/// Directives that skip bytes up to a multiple of a number.
const ALIGNMENTS: &[&str] = &[
    ".align",
    ".balign",
    ".balignw",
    ".balignl",
    ".p2align",
    ".p2alignw",
    ".p2alignl",
];

/// The alignment of such a directive, a power of two.
fn alignment(directive: &str, value: Option<i64>) -> Option<u32> {
    match (directive.starts_with(".p2"), value?) {
        (true, power @ 0..=16) => Some(1 << power),
        (false, 0) => Some(1),
        (false, bytes @ 1..=65536) => Some(bytes as u32).filter(|it| it.is_power_of_two()),
        _ => None,
    }
}

/// A power of two: the data of a directive is the same at all addresses that have the same rest by it. `None` if it depends on the
/// address itself.
pub(super) fn modulus(
    line: &Line,
    statement: &Statement,
    directive: &str,
    scope: &Scope<'_>,
) -> Option<u32> {
    match directive {
        ".org" => None,
        _ if ALIGNMENTS.contains(&directive) => {
            Some(alignment(directive, value(line, statement, scope, 0)).unwrap_or(1))
        }
        _ => Some(1),
    }
}

/// The data of a directive that is in a line and at an address of its section; none if it makes none.
pub(super) fn read(
    line: &Line,
    statement: &Statement,
    directive: &str,
    here: u32,
    scope: &Scope<'_>,
) -> Found {
    let value = |index: usize| value(line, statement, scope, index);
    // An omitted operand has a default value, an unreadable one has none.
    let optional = |index: usize, default: i64| match statement.operands.get(index) {
        Some(operand) if !operand.pieces.is_empty() => {
            value(index).ok_or_else(|| wrong(line, statement))
        }
        _ => Ok(default),
    };
    if let Some(element) = element_of(directive) {
        return values(line, statement, &element, scope);
    }
    if let Some(bytes) = directive.strip_prefix(".ds").and_then(repeated) {
        let count = size(line, statement, times(value(0), bytes))?;
        return Ok(vec![Datum::Fill(count, vec![0])]);
    }
    if let Some(bytes) = directive.strip_prefix(".dcb").and_then(repeated) {
        let count = size(line, statement, times(value(0), bytes))?;
        return Ok(vec![Datum::Fill(count, wide(optional(1, 0)?, bytes))]);
    }
    match directive {
        ".ascii" | ".asciz" | ".string" => texts(line, statement, directive != ".ascii"),
        ".space" | ".skip" | ".zero" => {
            let count = size(line, statement, value(0))?;
            Ok(vec![Datum::Fill(count, vec![optional(1, 0)? as u8])])
        }
        ".fill" => {
            // At most 4 bytes of the value are repeated; the rest of each one is 0.
            let bytes = optional(1, 1)?.clamp(0, 8) as u32;
            let count = size(line, statement, times(value(0), bytes))?;
            let pattern = wide(optional(2, 0)? & 0xffff_ffff, bytes);
            Ok(vec![Datum::Fill(count, pattern)])
        }
        _ if ALIGNMENTS.contains(&directive) => {
            let alignment = alignment(directive, value(0));
            let alignment = alignment.ok_or_else(|| wrong(line, statement))?;
            let count = here.next_multiple_of(alignment) - here;
            // More than that is not skipped.
            let most = optional(2, 0)?;
            let count = if (1..i64::from(count)).contains(&most) {
                0
            } else {
                count
            };
            Ok(vec![Datum::Fill(count, vec![optional(1, 0)? as u8])])
        }
        ".org" => {
            let to = size(line, statement, value(0))?;
            match to.checked_sub(here) {
                Some(count) => Ok(vec![Datum::Fill(count, vec![optional(1, 0)? as u8])]),
                None => Err(wrong(line, statement)),
            }
        }
        ".uleb128" | ".sleb128" => {
            let is_signed = directive == ".sleb128";
            let numbers = (0..statement.operands.len()).map(|index| {
                let number = value(index).filter(|number| is_signed || *number >= 0)?;
                Some(Datum::Bytes(leb128(number, is_signed)))
            });
            let numbers: Option<Vec<_>> = numbers.collect();
            numbers.ok_or_else(|| wrong(line, statement))
        }
        _ => Ok(Vec::new()),
    }
}

/// The size and the alignment of what `.comm name, size, alignment` reserves.
pub(super) fn reserved(
    line: &Line,
    statement: &Statement,
    scope: &Scope<'_>,
) -> Result<(u32, u32), Box<Diagnostic<Code>>> {
    let value = |index: usize| value(line, statement, scope, index);
    let bytes = size(line, statement, value(1))?;
    let alignment = match statement.operands.get(2) {
        None => 1,
        Some(_) => size(line, statement, value(2))?,
    };
    match alignment.is_power_of_two() {
        true => Ok((bytes, alignment)),
        false => Err(wrong(line, statement)),
    }
}

/// The number of an operand, if it is known.
fn value(line: &Line, statement: &Statement, scope: &Scope<'_>, index: usize) -> Option<i64> {
    let operand = statement.operands.get(index)?;
    evaluate(line, &operand.pieces, &|name| scope.value(name))
}

fn times(count: Option<i64>, bytes: u32) -> Option<i64> {
    count?.checked_mul(bytes.into())
}

/// Seven bits a byte, the lowest first; the highest bit of each byte is set if another one follows.
fn leb128(number: i64, is_signed: bool) -> Vec<u8> {
    let (mut rest, mut bytes) = (number, Vec::new());
    loop {
        let byte = (rest & 0x7f) as u8;
        rest = if is_signed {
            rest >> 7
        } else {
            (rest as u64 >> 7) as i64
        };
        let sign = byte & 0x40 != 0;
        let is_last = match is_signed {
            true => rest == 0 && !sign || rest == -1 && sign,
            false => rest == 0,
        };
        bytes.push(if is_last { byte } else { byte | 0x80 });
        if is_last {
            return bytes;
        }
    }
}

/// A value for each operand.
fn values(line: &Line, statement: &Statement, element: &Element, scope: &Scope<'_>) -> Found {
    let one = |operand: &Operand| match element {
        Element::Integer(bytes) => {
            let sum = sum(line, &operand.pieces, &|name| scope.value(name))?;
            match sum.as_number() {
                Some(number) => fits(number, *bytes).then(|| Datum::Bytes(wide(number, *bytes))),
                None => Some(Datum::Sum(*bytes, sum.moved(scope.offset), scope.line)),
            }
        }
        Element::Float => {
            let number: f32 = line.part(&operand.range).replace(' ', "").parse().ok()?;
            Some(Datum::Bytes(number.to_le_bytes().to_vec()))
        }
        Element::Double => {
            let number: f64 = line.part(&operand.range).replace(' ', "").parse().ok()?;
            Some(Datum::Bytes(number.to_le_bytes().to_vec()))
        }
    };
    let found: Option<Vec<Datum>> = statement.operands.iter().map(one).collect();
    found.ok_or_else(|| wrong(line, statement))
}

/// Whether the assembler takes a number for as many bytes, with or without a sign.
fn fits(number: i64, bytes: u32) -> bool {
    let limit = 1_i128 << (8 * bytes.min(8));
    (-limit / 2..limit).contains(&number.into())
}

fn texts(line: &Line, statement: &Statement, ends: bool) -> Found {
    let mut found = Vec::new();
    for operand in &statement.operands {
        let [piece] = operand.pieces.as_slice() else {
            return Err(wrong(line, statement));
        };
        let text = line.part(&piece.range);
        let inner = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let (PieceKind::Text, Some(inner)) = (piece.kind, inner) else {
            return Err(wrong(line, statement));
        };
        let mut bytes = unescaped(inner);
        if ends {
            bytes.push(0);
        }
        found.push(Datum::Bytes(bytes));
    }
    Ok(found)
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        match characters.next() {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('b') => bytes.push(8),
            Some('f') => bytes.push(12),
            Some(digit @ '0'..='7') => {
                let mut value = digit as u32 - 48;
                for _ in 0..2 {
                    let Some(next) = characters.next_if(|next| ('0'..='7').contains(next)) else {
                        break;
                    };
                    value = value * 8 + next as u32 - 48;
                }
                bytes.push(value as u8);
            }
            Some(other) => bytes.extend(other.encode_utf8(&mut [0; 4]).as_bytes()),
            None => {}
        }
    }
    bytes
}

fn size(
    line: &Line,
    statement: &Statement,
    value: Option<i64>,
) -> Result<u32, Box<Diagnostic<Code>>> {
    let small = |value: i64| u32::try_from(value).ok().filter(|&size| size <= BYTES_MAX);
    value.and_then(small).ok_or_else(|| wrong(line, statement))
}

pub(super) fn wrong(line: &Line, statement: &Statement) -> Box<Diagnostic<Code>> {
    let name = line.mnemonic(statement);
    let diagnostic = Diagnostic::new(
        Code::OperandKind,
        statement.range.clone(),
        message!("`{name}` cannot have these operands", name),
    );
    Box::new(diagnostic.help(message!(
        "it takes numbers whose values are known, and no more than 16 MiB"
    )))
}
