//! Directives that make bytes.

use mnc2_text::{Diagnostic, message};

use super::BYTES_MAX;
use crate::code::Code;
use crate::lower::{Target, label};
use crate::source::{Line, PieceKind, Statement, Symbols, evaluate};

/// A part of the data.
#[derive(Clone, Debug)]
pub(super) enum Datum {
    /// These bytes.
    Bytes(Vec<u8>),
    /// As many times a byte.
    Fill(u32, u8),
    /// A label's address in as many bytes; of a statement in a line.
    Address(u32, Target, u32),
}

impl Datum {
    pub(super) fn bytes(&self) -> u32 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u32,
            Self::Fill(count, _) | Self::Address(count, ..) => *count,
        }
    }

    /// Appends its bytes. A label that is not defined here is 0.
    pub(super) fn write(
        &self,
        bytes: &mut Vec<u8>,
        address_of: impl Fn(u32, &Target) -> Option<i64>,
    ) {
        match self {
            Self::Bytes(own) => bytes.extend(own),
            Self::Fill(count, value) => bytes.resize(bytes.len() + *count as usize, *value),
            Self::Address(count, target, line) => {
                let address = address_of(*line, target).unwrap_or(0).to_le_bytes();
                bytes.extend(&address[..(*count as usize).min(8)]);
            }
        }
    }
}

type Found = Result<Vec<Datum>, Box<Diagnostic<Code>>>;

/// The data of a directive that stands in a line and at an address of its section; none if it makes none.
pub(super) fn read(
    line: &Line,
    statement: &Statement,
    directive: &str,
    (number_of_line, here): (u32, u32),
    symbols: &Symbols,
) -> Found {
    let value = |index: usize| {
        let operand = statement.operands.get(index)?;
        evaluate(line, &operand.pieces, &|name| symbols.value(name))
    };
    let width = match directive {
        ".byte" => 1,
        ".2byte" | ".short" | ".hword" | ".half" | ".value" => 2,
        ".4byte" | ".long" | ".int" | ".word" => 4,
        ".8byte" | ".quad" => 8,
        ".float" | ".single" => return floats(line, statement),
        ".ascii" | ".asciz" | ".string" => {
            return texts(line, statement, directive != ".ascii");
        }
        ".space" | ".skip" | ".zero" => {
            let count = size(line, statement, value(0))?;
            return Ok(vec![Datum::Fill(count, value(1).unwrap_or(0) as u8)]);
        }
        ".fill" => {
            let (count, bytes) = (value(0).unwrap_or(0), value(1).unwrap_or(1));
            let count = size(line, statement, count.checked_mul(bytes))?;
            return Ok(vec![Datum::Fill(count, value(2).unwrap_or(0) as u8)]);
        }
        ".align" | ".balign" | ".p2align" => {
            let alignment = match (directive, value(0)) {
                (".p2align", Some(power @ 0..=16)) => 1 << power,
                (".align" | ".balign", Some(bytes @ 1..=65536)) => bytes as u32,
                (".align" | ".balign", Some(0)) => 1,
                _ => return Err(wrong(line, statement)),
            };
            return Ok(vec![Datum::Fill(
                here.next_multiple_of(alignment) - here,
                0,
            )]);
        }
        ".org" => {
            let to = size(line, statement, value(0))?;
            return match to.checked_sub(here) {
                Some(count) => Ok(vec![Datum::Fill(count, 0)]),
                None => Err(wrong(line, statement)),
            };
        }
        _ => return Ok(Vec::new()),
    };
    let mut found = Vec::new();
    for operand in &statement.operands {
        let number = evaluate(line, &operand.pieces, &|name| symbols.value(name));
        found.push(match number {
            Some(number) => Datum::Bytes(number.to_le_bytes()[..width].to_vec()),
            // The difference of two labels and the like is left to the linker, as 0.
            None => match label(line, &operand.pieces, symbols) {
                Some(target) => Datum::Address(width as u32, target, number_of_line),
                None => Datum::Fill(width as u32, 0),
            },
        });
    }
    Ok(found)
}

fn floats(line: &Line, statement: &Statement) -> Found {
    let numbers = statement.operands.iter().map(|operand| {
        let number: Option<f32> = line.part(&operand.range).replace(' ', "").parse().ok();
        number.map(|number| Datum::Bytes(number.to_le_bytes().to_vec()))
    });
    numbers
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| wrong(line, statement))
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
    let fits = |value: i64| u32::try_from(value).ok().filter(|&size| size <= BYTES_MAX);
    value.and_then(fits).ok_or_else(|| wrong(line, statement))
}

fn wrong(line: &Line, statement: &Statement) -> Box<Diagnostic<Code>> {
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
