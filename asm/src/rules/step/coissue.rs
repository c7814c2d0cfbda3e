//! Simultaneous execution (manual 3.6.4): which expressions can share a step.
//!
//! Two facts lead to every rule: a unit exists once, and a field of the instruction word has one content. A GRF has
//! one read region and one write region, an LM one region for both; a region is four addresses with a word length, so
//! regions that overlap but differ still conflict.

use mnc2_isa::field::Field;
use mnc2_isa::{AluOp, Group, L2bmOp, Memory, Op};

use super::Checker;
use crate::access::Direction;
use crate::code::Code;
use crate::finding::diagnostic::Diagnostic;
use crate::message;
use crate::program::{Expression, Operand, OperandKind, PeMemory, Step};

mod l1bm;
mod mau;
mod wording;

use wording::Party;

pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    if step.expressions.len() > 1 {
        let units_suffice = one_of_each_group(checker, step);
        mau::check(checker, step);
        l1bm::check(checker, step);
        // Two expressions for one unit would also share its outputs: one finding is enough.
        if units_suffice {
            one_writer(checker, step);
        }
    }
    regions(checker, step);
    immediate_without_lm0(checker, step);
}

/// The group of table 3.6; an L1BM expression that reads `$lbi` is a turnaround.
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

/// The field that says that a group's unit is used.
fn field_of(group: Group) -> &'static str {
    let field = match group {
        Group::Nop | Group::Noforward => Field::Ll,
        Group::L2bm => Field::L2bmRest,
        Group::L2bmdarw => Field::DarWrite,
        Group::L1bm => Field::L1bmOpcode,
        Group::MauCalc => Field::MauCalcEnable,
        Group::MauMwrite => Field::MatrixWriteEnable,
        Group::MauMread => Field::MatrixStart,
        Group::Alu => Field::AluOpcode,
        Group::Wait | Group::Mv | Group::Control => Field::WaitTag,
    };
    field.row().claim
}

/// Whether no group occurs twice; otherwise reports a finding.
fn one_of_each_group(checker: &mut Checker<'_>, step: &Step) -> bool {
    let mut suffice = true;
    for (index, expression) in step.expressions.iter().enumerate() {
        let own = group(expression);
        // A second expression beside `nop` has its own, clearer finding.
        if own.0 == Group::Nop {
            continue;
        }
        // `l2bmdars` may be issued with some other L2BM instructions, which the manual does not name.
        let is_dars = |expression: &Expression| matches!(expression.op, Op::L2bm(L2bmOp::Dars));
        let Some(earlier) = step.expressions[..index]
            .iter()
            .find(|other| group(other) == own && is_dars(other) == is_dars(expression))
        else {
            continue;
        };
        checker.report(
            Diagnostic::new(
                Code::GroupTwice,
                expression.range.clone(),
                message!("`{first}` and `{second}` are both in the group {group}, but a step can have only one: both need the field `{field}`", first = &earlier.spelling.text, second = &expression.spelling.text, group = group_name(own), field = field_of(own.0)),
            )
            .note(earlier.range.clone(), message!("the first one is here"))
            .help(message!("give one of them a step of its own")),
        );
        suffice = false;
    }
    suffice
}

/// Several expressions must not write one PE operand.
fn one_writer(checker: &mut Checker<'_>, step: &Step) {
    let mut written: Vec<(Memory, &Operand, usize)> = Vec::new();
    for (index, expression) in step.expressions.iter().enumerate() {
        for output in &expression.outputs {
            let Some(memory) = output.kind.memory() else {
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
            if let Some((_, earlier, first)) = earlier {
                let first = &step.expressions[*first].spelling.text;
                let second = &expression.spelling.text;
                let message = match wording::written_field(memory) {
                    Some(field) => message!(
                        "`{first}` and `{second}` both write {memory}, but only one expression of a step can: \
                         the field `{field}` takes the result of one unit",
                        first,
                        second,
                        memory = crate::message::wording::memory(memory),
                        field
                    ),
                    None => message!(
                        "`{first}` and `{second}` both write {memory}, but only one expression of a step can",
                        first,
                        second,
                        memory = crate::message::wording::memory(memory)
                    ),
                };
                checker.report(
                    Diagnostic::new(
                        Code::MemoryWrittenTwice,
                        output.range.clone(),
                        message,
                    )
                    .note(earlier.range.clone(), message!("it is already written here"))
                    .help(message!("write one of the results to another memory, or give it a step of its own")),
                );
            }
            written.push((memory, output, index));
        }
    }
}

/// The content of the address fields of a memory for an access.
fn same_region(first: &PeMemory, second: &PeMemory) -> bool {
    first.addresses_words() == second.addresses_words()
        && first.width == second.width
        && first.indirect == second.indirect
        && first.madpe == second.madpe
}

/// The accesses of a step to one PE memory with addresses.
fn accesses<'a>(
    step: &'a Step,
    memory: Memory,
    operands: fn(&Expression) -> &[Operand],
) -> impl Iterator<Item = (Party<'a>, &'a PeMemory)> {
    step.expressions.iter().flat_map(move |expression| {
        operands(expression)
            .iter()
            .filter_map(move |operand| match &operand.kind {
                OperandKind::PeMemory(access) if access.memory == memory => Some((
                    Party {
                        expression,
                        operand,
                    },
                    access,
                )),
                _ => None,
            })
    })
}

/// One read region for each GRF, one region for reads and writes of each LM.
fn regions(checker: &mut Checker<'_>, step: &Step) {
    for memory in [Memory::Grf0, Memory::Grf1, Memory::Lm0, Memory::Lm1] {
        let mut reads = accesses(step, memory, |expression| &expression.inputs);
        let Some(first) = reads.next() else {
            continue;
        };
        let differs = |(_, access): &(Party<'_>, &PeMemory)| !same_region(first.1, access);
        for second in reads.filter(differs) {
            checker.report(two_regions(checker, first, second, Direction::Read));
        }
        if !matches!(memory, Memory::Lm0 | Memory::Lm1) {
            continue;
        }
        let written = accesses(step, memory, |expression| &expression.outputs).find(differs);
        if let Some(second) = written {
            checker.report(two_regions(checker, first, second, Direction::Write));
        }
    }
}

/// Reports that two accesses need different content of one field; `does` describes the second one.
fn two_regions(
    checker: &Checker<'_>,
    (first, region): (Party<'_>, &PeMemory),
    (second, other): (Party<'_>, &PeMemory),
    does: Direction,
) -> Diagnostic {
    let memory = region.memory;
    let (name, field) = (
        crate::message::wording::memory(memory),
        wording::read_field(memory),
    );
    let (one, another) = (first.text(checker), second.text(checker));
    let is_own = std::ptr::eq(first.expression, second.expression);
    let who = match (is_own, does) {
        (true, Direction::Read) => message!(
            "`{first}` reads `{one}` and `{another}`",
            first = first.name(),
            one = &one,
            another = &another
        ),
        (true, Direction::Write) => message!(
            "`{first}` reads `{one}` and writes `{another}`",
            first = first.name(),
            one = &one,
            another = &another
        ),
        (false, Direction::Read) => message!(
            "`{first}` reads `{one}` and `{second}` reads `{another}`",
            first = first.name(),
            one = &one,
            second = second.name(),
            another = &another
        ),
        (false, Direction::Write) => message!(
            "`{first}` reads `{one}` and `{second}` writes `{another}`",
            first = first.name(),
            one = &one,
            second = second.name(),
            another = &another
        ),
    };
    let same_addresses = region.addresses_words() == other.addresses_words()
        && region.indirect == other.indirect
        && region.madpe == other.madpe;
    let compatible = if same_addresses {
        let wider = if region.width > other.width {
            &one
        } else {
            &another
        };
        let bare = wider
            .trim_start_matches('-')
            .split('/')
            .next()
            .unwrap_or_default();
        message!(
            "the addresses agree, the word lengths must too: both could be `{operand}`",
            operand = bare
        )
    } else if does == Direction::Read {
        message!(
            "both must be the same region, such as `{operand}`; or read one of the values a step earlier and forward it",
            operand = one.trim_start_matches('-')
        )
    } else {
        message!(
            "a step can read and write {memory} only in the same region: write to another memory, or a step later",
            memory = name.clone()
        )
    };
    Diagnostic::new(
        Code::RegionConflict,
        second.operand.range.clone(),
        message!(
            "{who}: two regions of {memory}, but the field `{field}` holds one",
            who,
            memory = name,
            field
        ),
    )
    .note(first.operand.range.clone(), wording::region(region))
    .note(second.operand.range.clone(), wording::region(other))
    .help(compatible)
}

/// An immediate value occupies the address bits of LM0 (manual 3.6.12.3).
fn immediate_without_lm0(checker: &mut Checker<'_>, step: &Step) {
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
        .flat_map(|expression| {
            expression
                .operands()
                .map(move |operand| (expression, operand))
        })
        .filter(|(_, operand)| {
            matches!(&operand.kind, OperandKind::PeMemory(memory) if memory.memory == Memory::Lm0)
                || matches!(operand.kind, OperandKind::BaseRegister(Memory::BaseLm0, _))
        });
    for (expression, access) in accesses {
        let is_own = std::ptr::eq(expression, immediate);
        checker.report(
            Diagnostic::new(
                Code::ImmediateWithLm0,
                access.range.clone(),
                if is_own {
                    message!(
                        "`{immediate}` cannot write LM0: the immediate value is held in the bits of the field `{field}`",
                        immediate = &immediate.spelling.text,
                        field = Field::Lm0Address.row().claim
                    )
                } else {
                    message!("`{expression}` cannot access LM0 in a step with an immediate value: `{immediate}` holds it in the bits of the field `{field}`", expression = &expression.spelling.text, immediate = &immediate.spelling.text, field = Field::Lm0Address.row().claim)
                },
            )
            .note(
                immediate.range.clone(),
                message!("the immediate value occupies the address bits of LM0"),
            )
            .help(if is_own {
                message!("write LM1, a GRF or `$t`, and copy from there with `lpassa`")
            } else {
                message!("use LM1 or a GRF here, or give the immediate value a step of its own")
            }),
        );
    }
}
