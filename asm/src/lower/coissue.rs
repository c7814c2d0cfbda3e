//! Simultaneous execution (manual 3.6.4): which expressions can share a step.
//!
//! Two things underlie every rule: a unit exists once, and a field of the
//! instruction word holds one content. A GRF has one read region and one write
//! region, an LM one region for both; a region is four addresses with a word
//! length, so regions that overlap but differ still conflict.

use mnc2_isa::{AluOp, Group, Memory, Op};

use super::{Context, row};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::program::{Expression, Operand, OperandKind, PeMemory, Step};

mod mau;

pub(super) fn check(context: &mut Context<'_>, step: &Step) {
    if step.expressions.len() > 1 {
        let units_suffice = one_of_each_group(context, step);
        mau::check(context, step);
        // Two expressions for one unit would also share its outputs: one finding is enough.
        if units_suffice {
            one_writer(context, step);
        }
    }
    regions(context, step);
    immediate_without_lm0(context, step);
}

/// The group of table 3.6, an L1BM expression that reads `$lbi` being a turnaround.
fn group(expression: &Expression) -> (Group, bool) {
    let turns = matches!(expression.op, Op::L1bm(op) if op.is_to_pe())
        && matches!(
            expression.inputs.first(),
            Some(Operand {
                kind: OperandKind::Turnaround(_),
                ..
            })
        );
    (expression.op.row().group, turns)
}

fn group_name((group, turns): (Group, bool)) -> &'static str {
    if turns {
        "l1bm-turnaround"
    } else {
        group.name()
    }
}

/// Whether no group occurs twice; a finding otherwise.
fn one_of_each_group(context: &mut Context<'_>, step: &Step) -> bool {
    let mut suffice = true;
    for (index, expression) in step.expressions.iter().enumerate() {
        let own = group(expression);
        // A second expression beside `nop` has its own, clearer finding.
        if own.0 == Group::Nop {
            continue;
        }
        let Some(earlier) = step.expressions[..index]
            .iter()
            .find(|other| group(other) == own)
        else {
            continue;
        };
        // `l2bmdars` may be issued with some other L2BM instructions, which the manual does not name.
        let is_dars = |expression: &Expression| expression.op == Op::L2bm(mnc2_isa::L2bmOp::Dars);
        if is_dars(expression) != is_dars(earlier) {
            continue;
        }
        context.report(
            Diagnostic::new(
                Code::GroupTwice,
                expression.range.clone(),
                format!(
                    "`{}` and `{}` are both of the group {}, of which a step holds one",
                    earlier.spelling.text,
                    expression.spelling.text,
                    group_name(own)
                ),
            )
            .note(earlier.range.clone(), "the first one stands here"),
        );
        suffice = false;
    }
    suffice
}

/// Several expressions must not write one PE operand.
fn one_writer(context: &mut Context<'_>, step: &Step) {
    let mut written: Vec<(Memory, &Operand, usize)> = Vec::new();
    for (index, expression) in step.expressions.iter().enumerate() {
        for output in &expression.outputs {
            let Some(memory) = row::written_memory(&output.kind) else {
                continue;
            };
            let is_pe_operand = memory.is_addressable_pe_memory()
                || matches!(
                    memory,
                    Memory::T | Memory::MaskRegister | Memory::BaseLm0 | Memory::BaseLm1
                );
            if !is_pe_operand {
                continue;
            }
            let earlier = written
                .iter()
                .find(|(other, _, writer)| *other == memory && *writer != index);
            if let Some((_, earlier, _)) = earlier {
                context.report(
                    Diagnostic::new(
                        Code::MemoryWrittenTwice,
                        output.range.clone(),
                        format!("only one expression of a step can write {}", memory.name()),
                    )
                    .note(earlier.range.clone(), "it is already written here"),
                );
            }
            written.push((memory, output, index));
        }
    }
}

/// What the address fields of a memory hold for an access.
fn same_region(first: &PeMemory, second: &PeMemory) -> bool {
    first.addresses_words() == second.addresses_words()
        && first.width == second.width
        && first.indirect == second.indirect
        && first.madpe == second.madpe
}

fn pe_memories(operands: &[Operand]) -> impl Iterator<Item = (&Operand, &PeMemory)> {
    operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::PeMemory(memory) => Some((operand, memory)),
        _ => None,
    })
}

/// One read region for each GRF, one region for reads and writes of each LM.
fn regions(context: &mut Context<'_>, step: &Step) {
    let reads = || {
        step.expressions
            .iter()
            .flat_map(|expression| pe_memories(&expression.inputs))
    };
    let writes = || {
        step.expressions
            .iter()
            .flat_map(|expression| pe_memories(&expression.outputs))
    };
    for memory in [Memory::Grf0, Memory::Grf1, Memory::Lm0, Memory::Lm1] {
        let mut accesses = reads().filter(|(_, access)| access.memory == memory);
        let Some((first_read, region)) = accesses.next() else {
            continue;
        };
        for (other, access) in accesses.filter(|(_, access)| !same_region(region, access)) {
            context.report(
                conflict(context, memory, first_read, other, "read")
                    .help(compatible(context, memory, first_read, region, access)),
            );
        }
        if !matches!(memory, Memory::Lm0 | Memory::Lm1) {
            continue;
        }
        let written =
            writes().find(|(_, access)| access.memory == memory && !same_region(region, access));
        if let Some((output, _)) = written {
            let name = memory.name();
            context.report(
                conflict(context, memory, first_read, output, "read and write").help(format!(
                    "{name} can be read and written in one step only at the same addresses and word length"
                )),
            );
        }
    }
}

fn conflict(
    context: &Context<'_>,
    memory: Memory,
    first: &Operand,
    second: &Operand,
    verb: &str,
) -> Diagnostic {
    let (name, field) = match memory {
        Memory::Grf0 => ("GRF0", "in_grf0"),
        Memory::Grf1 => ("GRF1", "in_grf1"),
        Memory::Lm0 => ("LM0", "lm0"),
        _ => ("LM1", "lm1"),
    };
    let text = |operand: &Operand| context.at(&operand.range).to_owned();
    Diagnostic::new(
        Code::RegionConflict,
        second.range.clone(),
        format!(
            "`{}` and `{}` {verb} {name} at different places: the field {field} holds one region",
            text(first),
            text(second),
        ),
    )
    .note(first.range.clone(), "the other region")
}

/// What the two regions differ in.
fn compatible(
    context: &Context<'_>,
    memory: Memory,
    first: &Operand,
    region: &PeMemory,
    other: &PeMemory,
) -> String {
    let same_addresses = region.addresses_words() == other.addresses_words();
    if same_addresses && region.width != other.width {
        return format!(
            "the addresses agree, but a {} access and a {} access are different regions",
            region.width.adjective(),
            other.width.adjective()
        );
    }
    format!(
        "all reads of {} in a step must be `{}`; copy one of the values to another memory first",
        memory.name(),
        context.at(&first.range).trim_start_matches('-')
    )
}

/// An immediate value sits in the address bits of LM0 (manual 3.6.12.3).
fn immediate_without_lm0(context: &mut Context<'_>, step: &Step) {
    let Some(immediate) = step
        .expressions
        .iter()
        .find(|expression| expression.op == Op::Alu(AluOp::Imm))
    else {
        return;
    };
    let accesses = step
        .expressions
        .iter()
        .flat_map(Expression::operands)
        .filter(|operand| {
            matches!(&operand.kind, OperandKind::PeMemory(memory) if memory.memory == Memory::Lm0)
                || matches!(operand.kind, OperandKind::BaseRegister(Memory::BaseLm0, _))
        });
    for access in accesses {
        context.report(
            Diagnostic::new(
                Code::ImmediateWithLm0,
                access.range.clone(),
                "LM0 cannot be accessed in a step with an immediate value",
            )
            .note(
                immediate.range.clone(),
                "the immediate value takes the address bits of LM0",
            ),
        );
    }
}
