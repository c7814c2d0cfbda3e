//! Candidates for findings on one operand.

use mnc2_isa::Width;
use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::{Candidate, Problem};
use crate::fixes::addressing;
use mnc2_program::code::Code;
use mnc2_program::{Operand, OperandKind};
use mnc2_text::LineRange;

/// The low six bits of the last L1BM address that `l1bmp $llb` can read (manual 3.6.8.7).
const BROADCAST_LAST: u32 = 56;

pub(super) fn candidates(place: &Problem<'_>) -> Vec<Candidate> {
    let own = &place.own;
    match place.code {
        Code::WidthNotAllowed => {
            widths(place, own, &[Width::Long, Width::DoubleLong, Width::Single])
        }
        Code::FlatListLength => list_of_four(place).into_iter().collect(),
        Code::FlatListInAutoStride => stride(place).into_iter().collect(),
        Code::IndirectNotAllowed => {
            let letter = own.start.saturating_sub(1)..own.start;
            let other = if place.word() == "t" { "m" } else { "d" };
            let operand = operand_around(place, own);
            let renamed = replaced(place, &operand, &letter, other);
            vec![renamed, place.remove(own.clone())]
        }
        Code::IndirectWithModification => {
            let mut found = vec![place.remove(own.clone())];
            found.extend(place.noted.clone().map(|indirect| place.remove(indirect)));
            found
        }
        Code::DestinationTooShort => {
            let mut found = widths(place, own, &[Width::DoubleLong]);
            let source = place.expression().and_then(|it| it.inputs.first());
            found.extend(
                source
                    .map(|source| widths(place, &source.range, &[Width::Long]))
                    .unwrap_or_default(),
            );
            found
        }
        Code::MatrixWidth => {
            let both = [Width::Long, Width::DoubleLong];
            let mut found = widths(place, own, &both);
            found.extend(
                place
                    .noted
                    .as_ref()
                    .map(|rows| widths(place, rows, &both))
                    .unwrap_or_default(),
            );
            found
        }
        Code::DoubleLongReduction => by_long_words(place).into_iter().collect(),
        Code::DoubtfulWidth => widths(place, own, &[Width::DoubleLong]),
        Code::MalformedTag => {
            let digits = place.word().trim_start_matches('i');
            let number = u8::from_str_radix(digits, 16);
            let tag = number.map(|number| place.write(own.clone(), format!("i{number:02x}")));
            tag.into_iter().collect()
        }
        Code::AddressMissing => addresses(place),
        Code::BroadcastAddress => {
            let lower = l1bm_address(place).map(|address| address & !63 | BROADCAST_LAST);
            let operand = lower.map(|lower| place.write(own.clone(), format!("$llb{lower}")));
            operand.into_iter().collect()
        }
        Code::MaskPattern => mask_pattern(place),
        // A letter, a suffix, an option or a sign that does not belong there.
        _ => vec![place.remove(own.clone())],
    }
}

/// The operand with other access word lengths.
fn widths(place: &Problem<'_>, operand: &LineRange, widths: &[Width]) -> Vec<Candidate> {
    let text = place.at(operand);
    let Some(dollar) = text.find('$') else {
        return Vec::new();
    };
    let rest = &text[dollar + 1..];
    let letters = rest.trim_start_matches('l');
    let written = rest.len() - letters.len();
    let start = operand.start + dollar as u32 + 1;
    let prefix = start..start + written as u32;
    let others = widths
        .iter()
        .filter(|width| width.prefix().len() != written);
    others
        .map(|width| replaced(place, operand, &prefix, width.prefix()))
        .collect()
}

/// The reduction of long words, with a source of the same length. A shortened one reads 2 long words (manual 3.6.8.5).
fn by_long_words(place: &Problem<'_>) -> Option<Candidate> {
    let expression = place.expression()?;
    let source = expression.inputs.first().map(|source| &source.range);
    let source = source.filter(|_| !expression.spelling.shortened);
    let output = widths(place, &place.own, &[Width::Long])
        .into_iter()
        .next()?;
    let narrower = source.map(|source| widths(place, source, &[Width::Long]));
    let narrower = narrower.into_iter().flatten().flat_map(|it| it.edits);
    Some(Candidate::new(
        output.title,
        narrower.chain(output.edits).collect(),
    ))
}

/// A change of a part of an operand, shown as the whole operand.
fn replaced(place: &Problem<'_>, operand: &LineRange, part: &LineRange, new: &str) -> Candidate {
    let head = place.at(&(operand.start..part.start));
    let tail = place.at(&(part.end..operand.end));
    let shown = format!("{head}{new}{tail}");
    Candidate::new(
        mnc2_text::message!("Write `{text}`", text = shown),
        vec![(part.clone(), new.to_owned())],
    )
}

/// The word of the line around a range.
fn operand_around(place: &Problem<'_>, range: &LineRange) -> LineRange {
    let is_end = |character: char| matches!(character, ' ' | '\t' | ';' | '#');
    let before = place.at(&(0..range.start));
    let start = before.rfind(is_end).map_or(0, |at| at + 1);
    let after = place.at(&(range.end..place.text.len() as u32));
    let end = after.find(is_end).unwrap_or(after.len());
    start as u32..range.end + end as u32
}

/// A list of four addresses: the last one repeated, or without the surplus ones.
fn list_of_four(place: &Problem<'_>) -> Option<Candidate> {
    let inner = place.word().strip_prefix('[')?.strip_suffix(']')?;
    let mut addresses: Vec<&str> = inner.split(',').map(str::trim).collect();
    let last = *addresses.last().filter(|last| !last.is_empty())?;
    addresses.resize(CYCLES_PER_STEP, last);
    let list = format!("[{}]", addresses.join(","));
    Some(place.write(place.own.clone(), list))
}

/// A list that advances evenly as a stride, with the same addresses.
fn stride(place: &Problem<'_>) -> Option<Candidate> {
    let operand = place.expression()?.operands().find(|operand| {
        operand.range.start <= place.own.start && place.own.end <= operand.range.end
    })?;
    let OperandKind::PeMemory(memory) = &operand.kind else {
        return None;
    };
    let stride = addressing::as_stride(memory)?;
    Some(replaced(place, &operand.bare_range(), &memory.address_range, &stride).safe())
}

/// Address 0, and addresses from 0 on.
fn addresses(place: &Problem<'_>) -> Vec<Candidate> {
    let text = place.word();
    let Some(dollar) = text.find('$') else {
        return Vec::new();
    };
    let is_letter = |character: char| character.is_ascii_alphabetic();
    let letters = text[dollar + 1..]
        .find(|character| !is_letter(character))
        .unwrap_or(text.len() - dollar - 1);
    let at = place.own.start + (dollar + 1 + letters) as u32;
    let added = ["0", "0v", "1"];
    added
        .iter()
        .map(|address| replaced(place, &place.own, &(at..at), address))
        .collect()
}

fn l1bm_address(place: &Problem<'_>) -> Option<u32> {
    let input: &Operand = place.expression()?.inputs.first()?;
    match input.kind {
        OperandKind::L1bm { address, .. } => Some(address),
        _ => None,
    }
}

/// Four bits: filled up with zeros, or the first four.
fn mask_pattern(place: &Problem<'_>) -> Vec<Candidate> {
    let (own, word) = (&place.own, place.word());
    // `l` is not a word length of a mask.
    if let Some(at) = word.find('l') {
        let letter = own.start + at as u32..own.start + at as u32 + 1;
        return vec![
            replaced(place, own, &letter, ""),
            replaced(place, own, &letter, "ll"),
        ];
    }
    if word.is_empty() || !word.bytes().all(|bit| matches!(bit, b'0' | b'1')) {
        return Vec::new();
    }
    let four = format!("{word:0<width$}", width = CYCLES_PER_STEP);
    let four = four.get(..CYCLES_PER_STEP).map(str::to_owned);
    four.map(|four| place.write(own.clone(), four))
        .into_iter()
        .collect()
}
