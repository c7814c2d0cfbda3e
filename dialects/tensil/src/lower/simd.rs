//! The operands of `SIMD`, and whether its flags agree with them.

use mnc2_text::{Applicability, Edit, Fix, LineRange, line, message};

use super::operands::Operands;
use super::{Diagnostic, SIMILARITY_MIN};
use crate::code::Code;
use crate::instruction::{Simd, Slot};
use crate::options::Options;
use crate::source::{Item, ItemKind};
use crate::table::{Arity, LOOKUP, OPERATIONS, Operation};

/// Operation, left and right source; the right one is `None` where it is left away.
type Expression = (Operation, Slot, Option<Slot>);

/// The flags as they are written, in the order of their letters; `None` if a letter is unknown or there twice.
pub(super) fn in_order(letters: &str) -> Option<String> {
    let all: String = "RWA".chars().filter(|it| letters.contains(*it)).collect();
    (all.len() == letters.len()).then(|| format!("({all})"))
}

/// Reads the operands of `SIMD` with the letters of its flags.
pub(super) fn read(operands: &mut Operands<'_>, letters: &str, options: &Options) -> Option<Simd> {
    let has = |letter: char| letters.contains(letter);
    let (reads, writes, accumulates) = (has('R'), has('W'), has('A'));
    let expected = message!("what is computed, such as `O=Max(I,R1)`");
    let item = operands.next(expected.clone())?;
    let ItemKind::Assignment(destination, value) = &item.kind else {
        operands.wrong(&item.range, expected);
        return None;
    };
    let destination = slot(operands, destination, 'O', options);
    let expression = expression(operands, value, options);
    let (mut write, mut read) = (None, None);
    while let Some(item) = operands.peek() {
        let ItemKind::Call(call) = &item.kind else {
            break;
        };
        let name = operands.line.part(&call.name);
        let place = match name {
            "WAcc" => &mut write,
            "RAcc" => &mut read,
            _ => break,
        };
        if place.is_some() {
            break;
        }
        operands.skip();
        if let Some((_, _, range)) = &call.stride {
            operands.wrong(range, message!("no stride"));
            return None;
        }
        *place = Some((operands.address(call, item)?, item.range.clone()));
    }
    if let (Some((_, write)), Some((_, read))) = (&write, &read)
        && read.start < write.start
    {
        let message = message!("`WAcc(…)` precedes `RAcc(…)`");
        let texts = [write, read].map(|range| operands.line.part(range).to_owned());
        let [first, second] = texts;
        let diagnostic = Diagnostic::new(Code::OperandKind, write.clone(), message);
        let fix = Fix::new(Applicability::Safe, message!("exchange them"))
            .with(Edit::replace(0, read.clone(), first))
            .with(Edit::replace(0, write.clone(), second));
        operands.found.push(diagnostic.fixed(fix).explained());
    }
    agree(operands, letters, 'W', writes, write.as_ref());
    agree(operands, letters, 'R', reads, read.as_ref());
    if accumulates && !writes {
        let range = operands.flags_range();
        let message = message!("the flag A adds to what is written, and nothing is written");
        let all = format!("({}WA)", if reads { "R" } else { "" });
        let diagnostic = Diagnostic::new(Code::AccumulateAlone, range.clone(), message);
        let title = message!("write `{all}`", all = all.as_str());
        let diagnostic = diagnostic.suggest(title, range, all);
        operands.found.push(diagnostic.explained());
    }
    let (operation, left, right) = expression?;
    let simd = Simd {
        reads,
        writes,
        accumulates,
        write_address: write.map_or(0, |(address, _)| address),
        read_address: read.map_or(0, |(address, _)| address),
        operation,
        left,
        right: right.unwrap_or_else(|| Simd::unused_right(operation, left, reads)),
        destination: destination?,
    };
    input(operands, &simd, &item.range);
    Some(simd)
}

/// A flag and its accumulator are both there or both not.
fn agree(
    operands: &mut Operands<'_>,
    letters: &str,
    flag: char,
    is_on: bool,
    place: Option<&(u64, LineRange)>,
) {
    match place {
        None if is_on => {
            let message = message!("the flag {flag} needs `{flag}Acc(…)`", flag);
            let range = operands.flags_range();
            let diagnostic = Diagnostic::new(Code::MissingAccumulator, range, message);
            operands.found.push(diagnostic.explained());
        }
        Some((_, range)) if !is_on => {
            let message = message!("without the flag {flag} this accumulator is not used", flag);
            let diagnostic = Diagnostic::new(Code::AccumulatorWithoutFlag, range.clone(), message);
            let has = |letter| letter == flag || letters.contains(letter);
            let all: String = "RWA".chars().filter(|letter| has(*letter)).collect();
            let all = format!("({all})");
            let title = message!("write `{all}`", all = all.as_str());
            let flags = operands.flags_range();
            let diagnostic = diagnostic.suggest(title, flags, all);
            operands.found.push(diagnostic.explained());
        }
        _ => {}
    }
}

/// The input is used exactly if it is read.
fn input(operands: &mut Operands<'_>, simd: &Simd, range: &LineRange) {
    let is_source = match simd.operation {
        // Without the flag W it is a true no-operation, regardless of its sources.
        Operation::NoOp => simd.writes,
        _ => simd.sources().any(|source| source == 0),
    };
    let is_ignored = simd.operation.row().arity == Arity::Unary && simd.right == 0;
    if !simd.reads && (is_source || is_ignored) {
        let message = message!("`I` is read from no accumulator: the flag R is missing");
        let mut diagnostic = Diagnostic::new(Code::InputNotRead, range.clone(), message);
        if !is_source {
            diagnostic = diagnostic.help(message!(
                "the hardware looks at both sources, also at one that the operation ignores"
            ));
        }
        operands.found.push(diagnostic.explained());
    }
    if simd.reads && !simd.uses_input() {
        let message = message!("an accumulator is read, and no source is `I`");
        let diagnostic = Diagnostic::new(Code::InputNotUsed, range.clone(), message);
        operands.found.push(diagnostic.explained());
    }
}

/// A register, or 0 for the input or the output.
fn slot(
    operands: &mut Operands<'_>,
    range: &LineRange,
    zero: char,
    options: &Options,
) -> Option<Slot> {
    let text = operands.line.part(range);
    if text.len() == 1 && text.starts_with(zero) {
        return Some(0);
    }
    let count = options.architecture.simd_registers_depth;
    let register = text.strip_prefix('R').and_then(|digits| {
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u64>().ok().filter(|_| is_plain)
    });
    match register {
        Some(register) if (1..=count).contains(&register) => Some(register),
        Some(_) => {
            let message = message!(
                "there is no register `{text}`: the machine has {count:# register|# registers}, counted from R1",
                text,
                count
            );
            let diagnostic = Diagnostic::new(Code::SimdRegister, range.clone(), message);
            operands.found.push(diagnostic.explained());
            None
        }
        None => {
            let expected = match zero {
                'O' => message!("a destination, `O` or a register such as `R1`,"),
                _ => message!("a source, `I` or a register such as `R1`,"),
            };
            operands.wrong(range, expected);
            None
        }
    }
}

fn expression(operands: &mut Operands<'_>, value: &Item, options: &Options) -> Option<Expression> {
    let range = &value.range;
    let text = operands.line.part(range);
    let call = match &value.kind {
        ItemKind::Call(call) => call,
        ItemKind::Number if text == "0" => return Some((Operation::Zero, 0, None)),
        ItemKind::Number => {
            operands.wrong(range, message!("`0`, the only valid number,"));
            return None;
        }
        _ if text == Operation::NoOp.row().name => return Some((Operation::NoOp, 0, None)),
        _ => {
            let source = slot(operands, range, 'I', options)?;
            return Some((Operation::Move, source, None));
        }
    };
    if let Some((_, _, stride)) = &call.stride {
        operands.wrong(stride, message!("no stride"));
        return None;
    }
    let name = operands.line.part(&call.name);
    let Some(operation) = Operation::find(name) else {
        let names = OPERATIONS.iter().map(|row| row.name);
        let mut diagnostic = if name == LOOKUP {
            let message = message!("`{name}` has the code 0x10, and its field has 4 bits", name);
            Diagnostic::new(Code::Operation, call.name.clone(), message)
        } else {
            let message = message!("there is no operation `{name}`", name);
            Diagnostic::new(Code::Operation, call.name.clone(), message)
        };
        if let Some(similar) = line::similar(name, names, SIMILARITY_MIN) {
            let title = message!("write `{similar}`", similar);
            diagnostic = diagnostic.suggest(title, call.name.clone(), similar);
        }
        operands.found.push(diagnostic.explained());
        return None;
    };
    let mut sources = Vec::new();
    for argument in &call.arguments {
        sources.push(slot(operands, argument, 'I', options)?);
    }
    match (operation.row().arity, sources.as_slice()) {
        (Arity::Binary | Arity::Unary | Arity::None, &[left, right]) => {
            Some((operation, left, Some(right)))
        }
        (Arity::Unary | Arity::None, &[left]) => Some((operation, left, None)),
        (Arity::None, []) => Some((operation, 0, None)),
        (arity, _) => {
            let count = match arity {
                Arity::Binary => 2,
                Arity::Unary | Arity::None => 1,
            };
            let message = message!(
                "`{name}` has {count:# source|# sources}, not {given}",
                name,
                count,
                given = sources.len()
            );
            let diagnostic = Diagnostic::new(Code::Sources, range.clone(), message);
            operands.found.push(diagnostic.explained());
            None
        }
    }
}
