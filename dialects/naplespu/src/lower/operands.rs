//! The operands of an instruction: their classes choose the row, their values fill its fields.

use mnc2_text::{Diagnostic, LineRange, Message, message};

use super::{Lowered, Read, Target};
use crate::code::Code;
use crate::encode::Instruction;
use crate::register::{COUNTER, Register, numbered};
use crate::source::{Line, Operand, Piece, PieceKind, Shape, Statement, Symbols, evaluate};
use crate::table::{Field, Row, Slot};

/// What an operand is, before a row is chosen.
enum Given {
    Register(Register),
    /// A name such as `s58`.
    NoRegister,
    Number(i64),
    Label(Target),
    /// An offset and a base.
    Memory(i64, Register),
    /// Something with parentheses that is no address.
    NoMemory,
    /// Nothing, or no operand.
    Nothing,
}

/// Reads the operands of an instruction that has one of some rows.
pub(super) fn read(
    line: &Line,
    statement: &Statement,
    symbols: &Symbols,
    rows: &[&'static Row],
    mnemonic: &LineRange,
) -> Lowered {
    let operands = &statement.operands;
    let count = operands.len();
    let expected = rows[0].form.slots().len();
    if count != expected {
        let name = &rows[0].mnemonic;
        let range = match operands.get(expected) {
            Some(extra) => extra.range.start..statement.range.end,
            None => mnemonic.clone(),
        };
        let message = match expected {
            0 => message!("`{name}` has no operands", name),
            _ => message!(
                "`{name}` has {expected:# operand|# operands}, not {count}: `{form}`",
                name,
                expected,
                count,
                form = rows[0].text()
            ),
        };
        let diagnostic = Diagnostic::new(Code::OperandCount, range, message).explained();
        return Lowered::Wrong(Some(rows[0]), vec![diagnostic]);
    }
    let given: Vec<Given> = operands
        .iter()
        .map(|operand| classify(line, operand, symbols))
        .collect();
    let fits_of = |row: &Row| {
        let slots = row.form.slots().iter().zip(&given);
        slots
            .take_while(|(slot, given)| fits(**slot, given))
            .count()
    };
    // The row with the most operands that fit from the first on; of several the first.
    let row = rows
        .iter()
        .copied()
        .rev()
        .max_by_key(|row| fits_of(row))
        .unwrap_or(rows[0]);
    let mut diagnostics = Vec::new();
    if statement.has_error {
        diagnostics.push(
            Diagnostic::new(
                Code::OperandKind,
                statement.range.clone(),
                message!("this is no statement: brackets or quotes are not closed"),
            )
            .explained(),
        );
    }
    let mut read = Read {
        instruction: Instruction::new(row),
        target: None,
        warnings: Vec::new(),
    };
    let first_wrong = fits_of(row);
    if first_wrong < expected && diagnostics.is_empty() {
        let (operand, given) = (&operands[first_wrong], &given[first_wrong]);
        diagnostics.push(misfit(line, operand, given, row, rows, first_wrong));
    }
    if diagnostics.is_empty() {
        for ((slot, operand), given) in row.form.slots().iter().zip(operands).zip(given) {
            if let Some(diagnostic) = set(&mut read, *slot, operand, given, row) {
                diagnostics.push(diagnostic);
            }
        }
    }
    match diagnostics.is_empty() {
        true => Lowered::Instruction(Box::new(read)),
        false => Lowered::Wrong(Some(row), diagnostics),
    }
}

fn classify(line: &Line, operand: &Operand, symbols: &Symbols) -> Given {
    let value = |pieces: &[Piece]| evaluate(line, pieces, &|name| symbols.value(name));
    match operand.shape(line) {
        Shape::Word(word) => {
            let name = line.part(&word.range);
            if let Some(register) = Register::find(name) {
                return Given::Register(register);
            }
            if let Some(number) = symbols.value(name) {
                return Given::Number(number);
            }
            let is_register = numbered(name).is_some() && !symbols.labels.contains_key(name);
            if is_register {
                return Given::NoRegister;
            }
        }
        Shape::Address(offset, base) => {
            if let Some(number) = value(&operand.pieces) {
                return Given::Number(number);
            }
            let [base] = base else {
                return Given::NoMemory;
            };
            let name = line.part(&base.range);
            let offset = match offset.is_empty() {
                true => Some(0),
                false => value(offset),
            };
            return match (offset, Register::find(name)) {
                (Some(offset), Some(base)) => Given::Memory(offset, base),
                (_, None) if numbered(name).is_some() => Given::NoRegister,
                _ => Given::NoMemory,
            };
        }
        Shape::Expression(_) => {}
    }
    if let Some(number) = value(&operand.pieces) {
        return Given::Number(number);
    }
    label(line, &operand.pieces, symbols).map_or(Given::Nothing, Given::Label)
}

/// A label with what is added to it.
pub(crate) fn label(line: &Line, pieces: &[Piece], symbols: &Symbols) -> Option<Target> {
    let (name, rest) = pieces.split_first()?;
    if !matches!(name.kind, PieceKind::Word | PieceKind::LocalLabel) {
        return None;
    }
    let addend = match rest.first() {
        None => 0,
        Some(sign) if matches!(line.part(&sign.range), "+" | "-") => {
            evaluate(line, rest, &|name| symbols.value(name))?
        }
        Some(_) => return None,
    };
    Some(Target {
        name: line.part(&name.range).to_owned(),
        range: name.range.clone(),
        addend,
    })
}

fn fits(slot: Slot, given: &Given) -> bool {
    matches!(
        (slot, given),
        (Slot::Scalar(_), Given::Register(Register::Scalar(_)))
            | (Slot::Vector(_), Given::Register(Register::Vector(_)))
            | (
                Slot::Immediate9 | Slot::Immediate16 | Slot::Target(_) | Slot::Symbol,
                Given::Number(_)
            )
            | (
                Slot::Address | Slot::Target(_) | Slot::Symbol,
                Given::Label(_)
            )
            | (Slot::Address | Slot::VectorAddress, Given::Memory(..))
    )
}

/// Why an operand fits no row.
fn misfit(
    line: &Line,
    operand: &Operand,
    given: &Given,
    row: &Row,
    rows: &[&Row],
    index: usize,
) -> Diagnostic<Code> {
    let range = operand.range.clone();
    let text = line.part(&range);
    let slot = row.form.slots().get(index).copied();
    if let (Some(Slot::Address | Slot::VectorAddress), Given::Register(register)) = (slot, given) {
        let name = register.name();
        let fixed = format!("({name})");
        return Diagnostic::new(
            Code::Parentheses,
            range.clone(),
            message!(
                "`{name}` in the place of an address is a label: write `{fixed}`",
                name,
                fixed = &fixed
            ),
        )
        .fix(message!("write `{fixed}`", fixed = &fixed), range, fixed)
        .explained();
    }
    if matches!(given, Given::NoRegister) {
        return Diagnostic::new(
            Code::UnknownRegister,
            range,
            message!("there is no register `{text}`", text),
        )
        .explained();
    }
    if matches!(slot, Some(Slot::Address | Slot::VectorAddress)) {
        return Diagnostic::new(
            Code::MemoryOperand,
            range,
            message!("`{text}` is no address: write `offset(register)`", text),
        )
        .explained();
    }
    let lower = text.to_ascii_lowercase();
    if lower != text && Register::find(&lower).is_some() {
        return Diagnostic::new(
            Code::UnknownRegister,
            range.clone(),
            message!(
                "`{text}` is no register: names of registers are in lower case",
                text
            ),
        )
        .fix(message!("write `{lower}`", lower = &lower), range, lower)
        .explained();
    }
    // What the operands before it leave.
    let kind = slot.map_or_else(|| message!("an operand"), kind_of);
    let name = &row.mnemonic;
    let number = index + 1;
    let mut diagnostic = Diagnostic::new(
        Code::OperandKind,
        range,
        message!("operand {number} of `{name}` is {kind}", number, name, kind),
    );
    for row in rows {
        let form = row.text();
        diagnostic = diagnostic.help(message!("it can be `{form}`", form));
    }
    diagnostic
}

fn kind_of(slot: Slot) -> Message {
    match slot {
        Slot::Scalar(_) => message!("a scalar register"),
        Slot::Vector(_) => message!("a vector register"),
        Slot::Immediate9 | Slot::Immediate16 => message!("a number"),
        Slot::Address | Slot::VectorAddress => message!("an address"),
        Slot::Target(_) | Slot::Symbol => message!("a label"),
    }
}

/// Puts an operand into its field. What does not fit there is returned.
fn set(
    read: &mut Read,
    slot: Slot,
    operand: &Operand,
    given: Given,
    row: &Row,
) -> Option<Diagnostic<Code>> {
    let range = operand.range.clone();
    match (slot, given) {
        (Slot::Scalar(field) | Slot::Vector(field), Given::Register(register)) => {
            read.instruction = read.instruction.with(field, i64::from(register.number()));
        }
        (Slot::Immediate9, Given::Number(value)) => return immediate(read, value, range),
        (Slot::Immediate16 | Slot::Symbol, Given::Number(value)) => {
            if !(-0x8000..=0xffff).contains(&value) {
                return Some(
                    Diagnostic::new(
                        Code::Immediate16,
                        range,
                        message!(
                            "{value} does not fit 16 bits: it is from -32768 to 65535",
                            value
                        ),
                    )
                    .explained(),
                );
            }
            read.instruction = read.instruction.with(Field::Immediate16, value);
        }
        (Slot::Address | Slot::VectorAddress, Given::Memory(offset, base)) => {
            read.instruction = read.instruction.with(Field::A, i64::from(base.number()));
            let wants_vector = slot == Slot::VectorAddress;
            if wants_vector != matches!(base, Register::Vector(_)) {
                let (name, base) = (&row.mnemonic, base.name());
                let message = match wants_vector {
                    true => message!(
                        "the base of `{name}` is a vector, with an address for each lane, not `{base}`",
                        name,
                        base
                    ),
                    false => message!("the base of `{name}` is a scalar, not `{base}`", name, base),
                };
                let diagnostic = Diagnostic::new(Code::BaseClass, range.clone(), message);
                read.warnings.push(diagnostic.explained());
            }
            return immediate(read, offset, range);
        }
        (Slot::Address, Given::Label(target)) => {
            read.instruction = read.instruction.with(Field::A, i64::from(COUNTER));
            read.target = Some(target);
        }
        (Slot::Target(field), Given::Number(value)) => {
            if value % 4 != 0 {
                return Some(
                    Diagnostic::new(
                        Code::BranchAlignment,
                        range,
                        message!("{value} bytes are no whole number of instructions", value),
                    )
                    .explained(),
                );
            }
            if !super::reaches(value) {
                return Some(
                    Diagnostic::new(
                        Code::BranchReach,
                        range,
                        message!("{value} bytes are farther than a branch reaches", value),
                    )
                    .explained(),
                );
            }
            read.instruction = read.instruction.with(field, value);
        }
        (Slot::Target(_) | Slot::Symbol, Given::Label(target)) => read.target = Some(target),
        // `fits` has let nothing else pass.
        _ => {}
    }
    None
}

fn immediate(read: &mut Read, value: i64, range: LineRange) -> Option<Diagnostic<Code>> {
    if !(-256..=255).contains(&value) {
        return Some(
            Diagnostic::new(
                Code::Immediate,
                range,
                message!("{value} does not fit 9 bits: it is from -256 to 255", value),
            )
            .explained(),
        );
    }
    read.instruction = read.instruction.with(Field::Immediate9, value);
    None
}
