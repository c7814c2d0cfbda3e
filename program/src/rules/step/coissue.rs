//! Simultaneous execution (manual 3.6.4): which expressions can share a step.
//!
//! Two facts lead to every rule: a unit exists once, and a field of the instruction word has one content. This file describes
//! in words what collides in [`fields`]; [`beside`] has the rules that no published field shows.

use std::collections::HashSet;

use mnc2_isa::field::{Component, Field, REGIONS, RegionFields};
use mnc2_isa::{Group, MauOp, Memory, Op};

use super::Checker;
use super::fields::{self, Claim, CollisionReason, Content};
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::message::wording::memory as memory_name;
use crate::{Expression, Operand, OperandKind, PeMemory, Step};
use mnc2_text::{LineRange, Message, message};

mod l1bm;
mod region;
mod unencoded_resources;

pub use unencoded_resources::{MAU_EXPRESSIONS_MAX, is_for_mau};

/// A part of an expression that needs what another one needs too.
#[derive(Clone, Copy)]
struct Party<'a> {
    expression: &'a Expression,
    range: &'a LineRange,
}

impl<'a> Party<'a> {
    fn new(step: &'a Step, claim: &'a Claim) -> Self {
        Self {
            expression: &step.expressions[claim.expression],
            range: &claim.range,
        }
    }

    /// The text in the program.
    fn text(self, checker: &Checker<'a>) -> &'a str {
        checker.at(self.range)
    }

    /// The mnemonic of the expression.
    fn name(self) -> &'a str {
        &self.expression.spelling.text
    }

    fn operand(self) -> Option<&'a Operand> {
        let mut operands = self.expression.operands();
        operands.find(|operand| operand.range == *self.range)
    }

    fn pe_memory(self) -> Option<&'a PeMemory> {
        match &self.operand()?.kind {
            OperandKind::PeMemory(memory) => Some(memory),
            _ => None,
        }
    }

    fn is_input(self) -> bool {
        let mut inputs = self.expression.inputs.iter();
        inputs.any(|input| input.range == *self.range)
    }
}

/// Two claims of a field that collide.
struct Clash<'a> {
    field: Field,
    reason: CollisionReason,
    contents: [&'a Content; 2],
    parties: [Party<'a>; 2],
}

pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    let claims = fields::claims(step);
    let mut clashes = Vec::new();
    for collision in fields::collisions(step, &claims) {
        let pairs = fields::pairs(step, &claims, &collision);
        clashes.extend(pairs.into_iter().map(|(first, second, reason)| Clash {
            field: collision.field,
            reason,
            contents: [&first.content, &second.content],
            parties: [Party::new(step, first), Party::new(step, second)],
        }));
    }
    // Two expressions for one unit would also share its outputs and its row: one finding is enough.
    let units_suffice = !clashes.iter().any(|clash| group_twice(clash).is_some());
    let of_fields = clashes
        .iter()
        .filter_map(|clash| diagnostic(checker, clash));
    let found: Vec<Diagnostic> = of_fields
        .chain(unencoded_resources::mau_three_times(step))
        .collect();
    let place = |it: &Diagnostic| (it.code, it.range.clone());
    let mut known: HashSet<_> = checker.diagnostics.iter().map(place).collect();
    for found in found {
        let follows = matches!(
            found.code,
            Code::MemoryWrittenTwice | Code::MatrixRowConflict
        );
        // Several fields of a region or port can collide in one step.
        if (units_suffice || !follows) && known.insert(place(&found)) {
            checker.report(found);
        }
    }
    l1bm::check(checker, step);
}

/// The diagnostic for two claims; `None` if they collide only because others of their unit or memory do.
fn diagnostic(checker: &Checker<'_>, clash: &Clash<'_>) -> Option<Diagnostic> {
    if clash.reason == CollisionReason::Immediate {
        return immediate(clash);
    }
    match clash.field {
        Field::MaskEntry => Some(mask_conflict(checker, clash, message!("entry"))),
        Field::MaskWidth => Some(mask_conflict(checker, clash, message!("word length"))),
        Field::ZeroFlushAndMaskWrite if clash.parties[0].operand().is_none() => {
            Some(zero_flush_twice(clash))
        }
        Field::ZeroFlushAndMaskWrite => {
            let memory = Memory::MaskRegister;
            Some(written_twice(clash.parties, memory, Some(clash.field)))
        }
        Field::MauPrecision => Some(mau_precision(clash)),
        Field::MatrixStart if clash.reason == CollisionReason::Differ => matrix_row(clash),
        Field::MatrixSide => matrix_side_twice(clash),
        Field::MauNegateB | Field::MauConvertB | Field::MauSelectB => second_input(checker, clash),
        field => {
            if let Some(memory) = base_register(clash) {
                return Some(written_twice(clash.parties, memory, None));
            }
            if let Some(memory) = fields::written(field) {
                return Some(written_twice(clash.parties, memory, Some(field)));
            }
            let is_meant = |region: &&RegionFields| region.is_read && region.holds(field);
            match REGIONS.iter().find(is_meant) {
                Some(region) => region::conflict(checker, clash.parties, region),
                None => group_twice(clash),
            }
        }
    }
}

/// Two expressions of one group of table 3.6 need the field that marks their unit as used.
fn group_twice(clash: &Clash<'_>) -> Option<Diagnostic> {
    let [first, second] = clash.parties;
    let of = |party: Party<'_>| party.expression.op.row().group;
    // A second expression next to `nop` has its own, clearer finding.
    let is_nop = [first, second].into_iter().any(|it| of(it) == Group::Nop);
    if clash.reason != CollisionReason::Once || !fields::is_unit(clash.field) || is_nop {
        return None;
    }
    let group = of(first);
    let (first_name, second_name) = (first.name(), second.name());
    let message = match group {
        Group::Alu => message!(
            "`{first}` and `{second}` both need the ALU, and a PE has one",
            first = first_name,
            second = second_name
        ),
        Group::MauCalc => message!(
            "`{first}` and `{second}` both need the MAU, and a PE has one",
            first = first_name,
            second = second_name
        ),
        Group::MauMwrite => message!(
            "`{first}` and `{second}` both write the matrix register: a step can do that once",
            first = first_name,
            second = second_name
        ),
        Group::MauMread => message!(
            "`{first}` and `{second}` both read the matrix register transposed: a step can do that once",
            first = first_name,
            second = second_name
        ),
        Group::L1bm => message!(
            "`{first}` and `{second}` both transfer between L1BM and the PEs: a step can do that once",
            first = first_name,
            second = second_name
        ),
        Group::L2bm => message!(
            "`{first}` and `{second}` both transfer between L2BM and L1BM: a step can do that once",
            first = first_name,
            second = second_name
        ),
        Group::Nop
        | Group::Noforward
        | Group::L2bmdarw
        | Group::Wait
        | Group::Mv
        | Group::Control => {
            message!("a step can have only one `{name}`", name = second_name)
        }
    };
    Some(
        Diagnostic::new(Code::GroupTwice, second.expression.range.clone(), message)
            .note(
                first.expression.range.clone(),
                message!("the first one is here"),
            )
            .help(message!("give one of them a step of its own")),
    )
}

/// One mask entry and word length for a step (manual 3.6.2.1).
fn mask_conflict(checker: &Checker<'_>, clash: &Clash<'_>, what: Message) -> Diagnostic {
    let [first, second] = clash.parties;
    Diagnostic::new(
        Code::MaskConflict,
        second.range.clone(),
        message!("`{first}` under `{mask}` and `{second}` under `{other}`: the field `{field}` holds one mask, but this one has another {what}", first = first.name(), mask = first.text(checker), second = second.name(), other = second.text(checker), field = clash.field.row().claim, what),
    )
    .note(first.range.clone(), message!("the first mask of the step"))
    .help(message!("all masks of a step must agree in entry and word length, zero-flush masks included"))
}

/// One zero-flush mask for a step (manual 3.6.2.2).
fn zero_flush_twice(clash: &Clash<'_>) -> Diagnostic {
    let [first, second] = clash.parties;
    Diagnostic::new(
        Code::ZeroFlushTwice,
        second.range.clone(),
        message!("`{first}` and `{second}` have zero-flush masks, but only one expression of a step can: the field `{field}` names one output", first = first.name(), second = second.name(), field = clash.field.row().claim),
    )
    .note(first.range.clone(), message!("the first one is here"))
    .help(message!("give one of them a step of its own"))
}

/// The base address register that both write. The field of the LM for it is not published.
fn base_register(clash: &Clash<'_>) -> Option<Memory> {
    let of = |party: Party<'_>| match party.operand()?.kind {
        OperandKind::BaseRegister(memory, _) => Some(memory),
        _ => None,
    };
    let [first, second] = clash.parties.map(of);
    first.filter(|_| first == second && clash.reason == CollisionReason::Once)
}

/// Several expressions must not write one PE operand; `field` is `None` if no published field marks it as written.
fn written_twice(
    [first, second]: [Party<'_>; 2],
    memory: Memory,
    field: Option<Field>,
) -> Diagnostic {
    let memory = memory_name(memory);
    let message = match field {
        Some(field) => message!(
            "`{first}` and `{second}` both write {memory}, but only one expression of a step can: \
             the field `{field}` takes the result of one unit",
            first = first.name(),
            second = second.name(),
            memory,
            field = field.row().claim
        ),
        None => message!(
            "`{first}` and `{second}` both write {memory}, but only one expression of a step can",
            first = first.name(),
            second = second.name(),
            memory
        ),
    };
    Diagnostic::new(Code::MemoryWrittenTwice, second.range.clone(), message)
        .note(first.range.clone(), message!("it is already written here"))
        .help(message!(
            "write one of the results to another memory, or give it a step of its own"
        ))
}

fn mau_precision(clash: &Clash<'_>) -> Diagnostic {
    let [first, second] = clash.parties;
    Diagnostic::new(
        Code::MauPrecision,
        second.range.clone(),
        message!("`{first}` and `{other}` share the MAU and must have one precision, which the field `{field}` holds", first = first.name(), other = second.name(), field = clash.field.row().claim),
    )
    .note(first.range.clone(), message!("the other precision"))
    .help(message!("use the same precision for both, or give one a step of its own"))
}

/// Each side of the matrix register occurs at most once.
fn matrix_side_twice(clash: &Clash<'_>) -> Option<Diagnostic> {
    let [first, second] = clash.parties;
    let side = second.operand()?.kind.memory()?;
    let other = match side {
        Memory::MatrixX => Memory::MatrixY,
        _ => Memory::MatrixX,
    };
    let found = Diagnostic::new(
        Code::MatrixSideTwice,
        second.range.clone(),
        message!(
            "`{first}` and `{second}` both use {memory}, which can appear only once in a step: the field `{field}` gives each its own side",
            first = first.name(),
            second = second.name(),
            memory = memory_name(side),
            field = clash.field.row().claim
        ),
    );
    let found = found.note(first.range.clone(), message!("it already appears here"));
    Some(found.help(message!(
        "one of them could use {other}",
        other = memory_name(other)
    )))
}

/// A matrix register write and a transposed read share the field of row and column.
fn matrix_row(clash: &Clash<'_>) -> Option<Diagnostic> {
    let is_write = |party: Party<'_>| party.expression.op == Op::Mau(MauOp::Mwrite);
    let ([first, second], [one, other]) = (clash.parties, clash.contents);
    let (writer, written, reader, read) = match is_write(first) {
        true => (first, one, second, other),
        false => (second, other, first, one),
    };
    let (written, read) = (written.bits()?, read.bits()?);
    Some(
        Diagnostic::new(
            Code::MatrixRowConflict,
            reader.range.clone(),
            message!("`{writer}` writes from row {written} and `{reader}` reads from column {read}, which cannot share a step: \
                 the field `{field}` holds both", writer = writer.name(), written, reader = reader.name(), read, field = clash.field.row().claim),
        )
        .note(writer.range.clone(), message!("the row written"))
        .help(message!("they can share a step if both begin at {written}, or both at {read}", written, read)),
    )
}

/// `vfma` and `vmul` read their second input through the port that a matrix register write uses.
fn second_input(checker: &Checker<'_>, clash: &Clash<'_>) -> Option<Diagnostic> {
    let [first, second] = clash.parties;
    let is_write = |party: Party<'_>| party.expression.op == Op::Mau(MauOp::Mwrite);
    let (product, write) = match (is_write(first), is_write(second)) {
        (true, false) => (second, first),
        (false, true) => (first, second),
        // Both would be calculations, or writes.
        _ => return None,
    };
    Some(
        Diagnostic::new(
            Code::SecondInputShared,
            write.range.clone(),
            message!("`{product}` reads its second input `{second}` through the port of `{write}`, the field `{field}`: `{source}` must be the same operand", product = product.name(), second = product.text(checker), write = write.name(), field = clash.field.row().claim, source = write.text(checker)),
        )
        .note(product.range.clone(), message!("the second input"))
        .help(message!("including sign and `e` or `r`; `vadd`, `vpassa`, `mmul` and `mfma` do not use that port")),
    )
}

/// An immediate value uses the fields of the ALU, which is a unit used twice, and fields of LM0.
fn immediate(clash: &Clash<'_>) -> Option<Diagnostic> {
    let [first, second] = clash.parties;
    let is_value = *first.range == first.expression.range;
    let (value, other) = if is_value {
        (first, second)
    } else {
        (second, first)
    };
    let is_lm0 = clash.field.row().component == Component::PeLm0;
    is_lm0.then(|| immediate_with_lm0(value.expression, other))
}

/// An immediate value occupies the address bits of LM0 (manual 3.6.12.3).
fn immediate_with_lm0(immediate: &Expression, access: Party<'_>) -> Diagnostic {
    let is_own = std::ptr::eq(access.expression, immediate);
    let field = Field::Lm0Address.row().claim;
    let name = &immediate.spelling.text;
    let message = if is_own {
        message!(
            "`{immediate}` cannot write LM0: the immediate value is held in the bits of the field `{field}`",
            immediate = name,
            field
        )
    } else {
        message!(
            "`{expression}` cannot access LM0 in a step with an immediate value: `{immediate}` holds it in the bits of the field `{field}`",
            expression = access.name(),
            immediate = name,
            field
        )
    };
    let found = Diagnostic::new(Code::ImmediateWithLm0, access.range.clone(), message).note(
        immediate.range.clone(),
        message!("the immediate value occupies the address bits of LM0"),
    );
    found.help(if is_own {
        message!("write LM1, a GRF or `$t`, and copy from there with `lpassa`")
    } else {
        message!("use LM1 or a GRF here, or give the immediate value a step of its own")
    })
}
