//! How values go from one operand to another, over branches.

use mnc2_assembly::{self as assembly, Dataflow, Node, Source, Symbols};
use mnc2_text::Place;

use super::live::Live;
use super::touch;
use crate::layout::{Layout, Placed};
use crate::lower::{Lowered, Read};
use crate::register::{COUNTER, Register};
use crate::table::{Field, Half, Operation, Slot};

/// Maximum number of statements before and after a place that are searched.
const STATEMENTS_MAX: usize = 10_000;

/// The bit of a register: scalars, then vectors.
pub(super) fn bit(register: Register) -> u128 {
    match register {
        Register::Scalar(number) => 1 << (number & 63),
        Register::Vector(number) => 1 << (64 + (number & 63)),
    }
}

/// The values around a statement: of the program, or of the body that it is in.
pub(super) fn around(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    statement: usize,
) -> Dataflow {
    let is_placed = |index: usize| {
        let placed = layout.statement(index);
        placed.is_some_and(|placed| placed.address.is_some())
    };
    let own = is_placed(statement);
    let first = statement.saturating_sub(STATEMENTS_MAX);
    let last = layout.count().min(statement + STATEMENTS_MAX + 1);
    let (first, last) = match own {
        true => (first, last),
        // A body is whole.
        false => {
            let before = (first..statement).rev().take_while(|&it| !is_placed(it));
            let after = (statement..last).take_while(|&it| !is_placed(it));
            let first = before.last().unwrap_or(statement);
            (first, after.last().map_or(last, |it| it + 1))
        }
    };
    let live = Live {
        source,
        symbols,
        layout,
    };
    let mut nodes = vec![Node::default(); last - first];
    for index in (first..last).filter(|&index| is_placed(index) == own) {
        let Some(placed) = layout.statement(index) else {
            continue;
        };
        nodes[index - first].touches = touches(source, layout, index);
        let after = (index + 1..last).find(|&next| is_placed(next) == own);
        let (falls, jumps) = match placed.lowered.read() {
            Some(read) => ways(read),
            None => (
                Some(is_harmless(
                    source,
                    symbols,
                    placed,
                    after.and_then(|it| layout.statement(it)),
                )),
                false,
            ),
        };
        match (falls, after) {
            (Some(true), Some(next)) => nodes[index - first].next.push(next - first),
            (Some(false), Some(next)) => nodes[next - first].is_entry = true,
            (None, _) | (_, None) => {}
        }
        let target = live.target(index).filter(|_| jumps);
        let target = target.filter(|target| (first..last).contains(target));
        nodes[index - first]
            .next
            .extend(target.map(|it| it - first));
    }
    Dataflow::new(nodes)
}

/// Whether the next statement may run after an instruction, with its values or with unknown ones, and whether its label may.
fn ways(read: &Read) -> (Option<bool>, bool) {
    let row = read.instruction.row;
    let writes_counter = row.writes()
        && matches!(row.form.slots().first(), Some(Slot::Scalar(field)) if read.instruction.register(*field) == COUNTER);
    match row.family.operation {
        Operation::Jump => (None, true),
        Operation::Branch { .. } => (Some(true), true),
        Operation::Call => (Some(false), true),
        Operation::Return => (None, false),
        _ => (Some(!writes_counter), false),
    }
}

/// Whether a statement that is not an instruction leaves all values: a label, a directive, a call whose statements follow.
fn is_harmless(
    source: &Source,
    symbols: &Symbols,
    placed: Placed<'_>,
    next: Option<Placed<'_>>,
) -> bool {
    if !matches!(*placed.lowered, Lowered::Other) || symbols.unknown.contains(&placed.line) {
        return false;
    }
    let line = source.line(placed.line);
    let word = line.and_then(|line| Some(line.mnemonic(line.statements.get(placed.index)?)));
    let is_written_out = next.is_some_and(|next| next.is_made && next.line == placed.line);
    word.is_none_or(|word| word.is_empty() || word.starts_with('.'))
        || is_written_out
        || placed.is_made
}

/// The registers of a statement. Registers of a macro's statements are at its call.
fn touches(source: &Source, layout: &Layout, statement: usize) -> Vec<assembly::Touch> {
    let Some(placed) = layout.statement(statement) else {
        return Vec::new();
    };
    if !placed.is_made {
        let written = touch::statement_touches(source, layout, statement).into_iter();
        let touches = written.map(|touch| assembly::Touch {
            place: touch.place,
            registers: bit(touch.register),
            reads: touch.reads,
            writes: touch.writes,
        });
        return touches.collect();
    }
    let call = source.line(placed.line);
    let call = call.and_then(|line| line.statements.get(placed.index)?.mnemonic.clone());
    let (Some(range), Some(read)) = (call, placed.lowered.read()) else {
        return Vec::new();
    };
    let row = read.instruction.row;
    let keeps_half = matches!(
        row.family.operation,
        Operation::Constant(Half::Low | Half::High)
    );
    let slots = row.form.slots().iter().enumerate();
    let touches = slots.filter_map(|(index, slot)| {
        let register = match slot {
            Slot::Scalar(field) => Register::Scalar(read.instruction.register(*field)),
            Slot::Vector(field) => Register::Vector(read.instruction.register(*field)),
            Slot::Address => Register::Scalar(read.instruction.register(Field::A)),
            Slot::VectorAddress => Register::Vector(read.instruction.register(Field::A)),
            Slot::Immediate9 | Slot::Immediate16 | Slot::Target(_) | Slot::Symbol => return None,
        };
        let writes = index == 0 && row.writes();
        Some(assembly::Touch {
            place: Place {
                line: placed.line,
                range: range.clone(),
            },
            registers: bit(register),
            reads: !writes || keeps_half,
            writes,
        })
    });
    touches.collect()
}
