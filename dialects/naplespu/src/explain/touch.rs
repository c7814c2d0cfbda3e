//! The reads and writes of the operands of an instruction, and the extent of a value: a basic block.

use mnc2_assembly::{Line, PieceKind, Shape, Source, Symbols};
use mnc2_text::{LineRange, Place};

use crate::layout::{Layout, Placed};
use crate::lower::Lowered;
use crate::register::Register;
use crate::table::{Field, Half, Operation, Slot};

/// Maximum number of statements of a block that are searched, in each direction.
const BLOCK_STATEMENTS_MAX: usize = 1000;

/// A register as an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    pub(super) place: Place,
    /// Its statement, among the statements of the layout.
    pub(super) statement: usize,
    pub(super) register: Register,
    /// Whether it is read.
    pub(super) reads: bool,
    /// Whether it is written.
    pub(super) writes: bool,
}

/// The place in the layout of a statement of a line.
pub(super) fn statement_at(layout: &Layout, line: u32, index: usize) -> Option<usize> {
    let key = (line, index);
    // What it makes follows it.
    let found = layout.index_of(line, index);
    let placed = layout.statement(found)?;
    ((placed.line, placed.index) == key).then_some(found)
}

/// The registers among the operands of a statement.
pub(super) fn statement_touches(source: &Source, layout: &Layout, statement: usize) -> Vec<Touch> {
    let Some(placed) = layout.statement(statement) else {
        return Vec::new();
    };
    let (Some(line), Some(read)) = (source.line(placed.line), placed.lowered.read()) else {
        return Vec::new();
    };
    // What a macro makes has its operands only in the text of the macro.
    if placed.is_made {
        return Vec::new();
    }
    let row = read.instruction.row;
    let Some(parsed) = line.statements.get(placed.index) else {
        return Vec::new();
    };
    let slots = row.form.slots().iter().zip(&parsed.operands);
    let mut found = Vec::new();
    for (index, (slot, operand)) in slots.enumerate() {
        let (register, range): (Register, LineRange) = match slot {
            Slot::Scalar(field) => (
                Register::Scalar(read.instruction.register(*field)),
                operand.range.clone(),
            ),
            Slot::Vector(field) => (
                Register::Vector(read.instruction.register(*field)),
                operand.range.clone(),
            ),
            Slot::Address | Slot::VectorAddress => {
                let Some(word) = base(line, operand.shape(line)) else {
                    continue;
                };
                let number = read.instruction.register(Field::A);
                let register = match slot {
                    Slot::VectorAddress => Register::Vector(number),
                    _ => Register::Scalar(number),
                };
                (register, word)
            }
            Slot::Immediate9 | Slot::Immediate16 | Slot::Target(_) | Slot::Symbol => continue,
        };
        let writes = index == 0 && row.writes();
        let keeps_half = matches!(
            row.family.operation,
            Operation::Constant(Half::Low | Half::High)
        );
        found.push(Touch {
            place: Place {
                line: placed.line,
                range,
            },
            statement,
            register,
            reads: !writes || keeps_half,
            writes,
        });
    }
    found
}

/// The place of the base of an address.
fn base(line: &Line, shape: Shape<'_>) -> Option<LineRange> {
    let Shape::Address(_, [word]) = shape else {
        return None;
    };
    let is_register =
        word.kind == PieceKind::Word && Register::find(line.part(&word.range)).is_some();
    is_register.then(|| word.range.clone())
}

/// The registers of the basic block around a statement, in order.
pub(super) fn block_touches(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    statement: usize,
) -> Vec<Touch> {
    let is_inside = |placed: Placed<'_>| placed.address.is_some();
    let Some(own) = layout.statement(statement) else {
        return Vec::new();
    };
    let joins = |before: usize| {
        let (Some(one), Some(next)) = (layout.statement(before), layout.statement(before + 1))
        else {
            return false;
        };
        !one.is_made
            && !next.is_made
            && is_inside(one) == is_inside(own)
            && is_inside(next) == is_inside(own)
            && !ends(source, symbols, one)
            && !begins(source, next)
    };
    let mut first = statement;
    while first > 0 && statement - first <= BLOCK_STATEMENTS_MAX && joins(first - 1) {
        first -= 1;
    }
    let mut last = statement;
    while last - statement <= BLOCK_STATEMENTS_MAX && joins(last) {
        last += 1;
    }
    (first..=last)
        .flat_map(|statement| statement_touches(source, layout, statement))
        .collect()
}

fn begins(source: &Source, placed: Placed<'_>) -> bool {
    let line = source.line(placed.line);
    let statement = line.and_then(|line| line.statements.get(placed.index));
    statement.is_some_and(|statement| !statement.labels.is_empty())
}

/// Whether another statement than the next may run after a statement, or its effect is not known.
fn ends(source: &Source, symbols: &Symbols, placed: Placed<'_>) -> bool {
    if let Some(row) = placed.lowered.row() {
        return matches!(
            row.family.operation,
            Operation::Jump | Operation::Call | Operation::Return | Operation::Branch { .. }
        );
    }
    let line = source.line(placed.line);
    let word = line.and_then(|line| Some(line.mnemonic(line.statements.get(placed.index)?)));
    match *placed.lowered {
        Lowered::Wrong(..) => true,
        _ => word.is_some_and(|word| {
            symbols.macros.contains_key(word) || word.starts_with(".i") || word.starts_with(".rep")
        }),
    }
}

/// The index of the operand at a place.
pub(super) fn index_at(touches: &[Touch], line: u32, range: &LineRange) -> Option<usize> {
    touches.iter().position(|touch| {
        touch.place.line == line
            && touch.place.range.start <= range.start
            && range.end <= touch.place.range.end
    })
}

/// The operand whose write another one has the value of: the last one before it, or itself if it only writes.
pub(super) fn writer(touches: &[Touch], index: usize) -> Option<&Touch> {
    let operand = &touches[index];
    if !operand.reads {
        return Some(operand);
    }
    // The operands of an instruction are read before it writes any of them.
    touches[..index].iter().rev().find(|touch| {
        touch.statement != operand.statement && touch.writes && touch.register == operand.register
    })
}
