//! The operands of an instruction: their classes choose the row, their values fill its fields.

use mnc2_assembly::{
    Line, Operand, Piece, PieceKind, Scope, Shape, Statement, evaluate, local, sum,
};
use mnc2_text::{Diagnostic, LineRange, message};

use super::misfit::{Given, misfit, parentheses};
use super::{Lowered, Read, Target};
use crate::code::Code;
use crate::encode::Instruction;
use crate::register::{COUNTER, Register, numbered};
use crate::table::{Field, Row, Slot};

/// Reads the operands of an instruction that has one of some rows.
pub(super) fn read(
    line: &Line,
    statement: &Statement,
    scope: &Scope<'_>,
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
        .map(|operand| classify(line, operand, scope))
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
                message!("this is not a statement: brackets or quotes are not closed"),
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
            if let Some(diagnostic) = set(&mut read, *slot, (line, operand), given, row) {
                diagnostics.push(diagnostic);
            }
        }
    }
    match diagnostics.is_empty() {
        true => Lowered::Instruction(Box::new(read)),
        false => Lowered::Wrong(Some(row), diagnostics),
    }
}

fn classify(line: &Line, operand: &Operand, scope: &Scope<'_>) -> Given {
    let value = |pieces: &[Piece]| evaluate(line, pieces, &|name| scope.value(name));
    if operand.pieces.is_empty() {
        return Given::Missing;
    }
    match operand.shape(line) {
        Shape::Word(word) => {
            let name = line.part(&word.range);
            if let Some(register) = Register::find(name) {
                return Given::Register(register);
            }
            if let Some(number) = scope.value(name) {
                return Given::Number(number);
            }
            let is_register = numbered(name).is_some() && !scope.symbols.labels.contains_key(name);
            if is_register {
                return Given::NoRegister;
            }
        }
        Shape::Address(offset, base) => {
            if let Some(number) = value(&operand.pieces) {
                return Given::Number(number);
            }
            let number = match offset {
                [] => Some(0),
                // `4 - (label)` is an expression, and no offset.
                _ => value(offset),
            };
            let name = match base {
                [base] => line.part(&base.range),
                _ => "",
            };
            return match (number, Register::find(name)) {
                (Some(_), Some(_)) if !begins_offset(line, offset) => Given::NameBeforeBase,
                (Some(offset), Some(base)) => Given::Memory(offset, base),
                (_, None) if numbered(name).is_some() => Given::NoRegister,
                (None, None) => match label(line, &operand.pieces, scope) {
                    Some(target) => Given::Label(target),
                    None => Given::NoMemory,
                },
                _ => Given::NoMemory,
            };
        }
        Shape::Indexed(..) | Shape::Expression(_) => {}
    }
    if let Some(number) = value(&operand.pieces) {
        return Given::Number(number);
    }
    label(line, &operand.pieces, scope).map_or(Given::Nothing, Given::Label)
}

/// Whether the assembler reads the tokens before a base as an offset: it looks for a number or a sign, and reads a name as a
/// label.
fn begins_offset(line: &Line, offset: &[Piece]) -> bool {
    offset.first().is_none_or(|piece| match piece.kind {
        PieceKind::Number | PieceKind::Character => true,
        PieceKind::Operator => matches!(line.part(&piece.range), "+" | "-"),
        _ => false,
    })
}

/// A label with what is added to it.
fn label(line: &Line, pieces: &[Piece], scope: &Scope<'_>) -> Option<Target> {
    let sum = sum(line, pieces, &|name| scope.value(name))?;
    let name = sum.added.filter(|_| sum.subtracted.is_none())?;
    Some(Target {
        name: name.name,
        range: name.range.start + scope.offset..name.range.end + scope.offset,
        addend: sum.number,
    })
}

fn fits(slot: Slot, given: &Given) -> bool {
    matches!(
        (slot, given),
        (Slot::Scalar(_), Given::Register(Register::Scalar(_)))
            | (Slot::Vector(_), Given::Register(Register::Vector(_)))
            | (
                Slot::Immediate9 | Slot::Immediate16 | Slot::Target(_),
                Given::Number(_)
            )
            | (
                Slot::Address | Slot::Target(_) | Slot::Symbol,
                Given::Label(_)
            )
            | (Slot::Address | Slot::VectorAddress, Given::Memory(..))
    )
}

/// Puts an operand into its field. What does not fit there is returned.
fn set(
    read: &mut Read,
    slot: Slot,
    (line, operand): (&Line, &Operand),
    given: Given,
    row: &Row,
) -> Option<Diagnostic<Code>> {
    let range = operand.range.clone();
    match (slot, given) {
        (Slot::Scalar(field) | Slot::Vector(field), Given::Register(register)) => {
            read.instruction = read.instruction.with(field, i64::from(register.number()));
        }
        (Slot::Immediate9, Given::Number(value)) => return immediate(read, value, range),
        (Slot::Immediate16, Given::Number(value)) => {
            if !(-0x8000..=0xffff).contains(&value) {
                let message = message!(
                    "{value} does not fit 16 bits: it is from -32768 to 65535",
                    value
                );
                return Some(Diagnostic::new(Code::Immediate16, range, message).explained());
            }
            read.instruction = read.instruction.with(Field::Immediate16, value);
        }
        (Slot::Address | Slot::VectorAddress, Given::Memory(offset, base)) => {
            read.instruction = read.instruction.with(Field::A, i64::from(base.number()));
            let warning = other_class(slot, base, row, range.clone());
            read.warnings.extend(warning);
            return immediate(read, offset, range);
        }
        (Slot::Address, Given::Label(target)) if Register::find(&target.name).is_some() => {
            let fixed = format!("{}({})", target.addend, target.name);
            return Some(parentheses(&target.name, fixed, range));
        }
        (Slot::Address, Given::Label(target)) if !is_name(line, operand) => {
            return Some(not_address(line, range, &target.name));
        }
        (Slot::Address, Given::Label(target)) => {
            read.instruction = read.instruction.with(Field::A, i64::from(COUNTER));
            read.target = Some(target);
        }
        (Slot::Target(field), Given::Number(value)) => {
            if let Some(misfit) = misfit_of_distance(value, &range) {
                return Some(misfit);
            }
            read.instruction = read.instruction.with(field, value);
        }
        (Slot::Target(_) | Slot::Symbol, Given::Label(target)) => read.target = Some(target),
        // `fits` rejects all others.
        _ => {}
    }
    None
}

/// What is wrong with a base of another class than the address has.
fn other_class(
    slot: Slot,
    base: Register,
    row: &Row,
    range: LineRange,
) -> Option<Diagnostic<Code>> {
    let wants_vector = slot == Slot::VectorAddress;
    if wants_vector == matches!(base, Register::Vector(_)) {
        return None;
    }
    let (name, base) = (&row.mnemonic, base.name());
    let message = match wants_vector {
        true => message!(
            "the base of `{name}` is a vector, with an address for each lane, not `{base}`",
            name,
            base
        ),
        false => message!("the base of `{name}` is a scalar, not `{base}`", name, base),
    };
    Some(Diagnostic::new(Code::BaseClass, range, message).explained())
}

/// What is wrong with a sum with a name that does not begin with it.
fn not_address(line: &Line, range: LineRange, name: &str) -> Diagnostic<Code> {
    let text = line.part(&range);
    let message = message!(
        "`{text}` is not an address: an address that is a label begins with its name",
        text
    );
    let diagnostic = Diagnostic::new(Code::MemoryOperand, range, message);
    match local(name).is_some() || name == "." {
        true => diagnostic.help(message!("the assembler takes no `{name}` here", name)),
        false => diagnostic.explained(),
    }
}

/// What is wrong with a number of bytes as the distance of a branch.
fn misfit_of_distance(value: i64, range: &LineRange) -> Option<Diagnostic<Code>> {
    let (code, message) = if value % 4 != 0 {
        let message = message!(
            "{value} bytes are not a whole number of instructions",
            value
        );
        (Code::BranchAlignment, message)
    } else if !super::reaches(value) {
        let message = message!("{value} bytes are farther than a branch reaches", value);
        (Code::BranchReach, message)
    } else {
        return None;
    };
    Some(Diagnostic::new(code, range.clone(), message).explained())
}

/// Whether an operand begins with a name, which `.` and `1f` are not to the assembler.
fn is_name(line: &Line, operand: &Operand) -> bool {
    let first = operand.pieces.first();
    first.is_some_and(|piece| piece.kind == PieceKind::Word && line.part(&piece.range) != ".")
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
