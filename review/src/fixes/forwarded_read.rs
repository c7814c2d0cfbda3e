//! Reads a result from the forwarding register instead of the memory that it was just written to.

use mnc2_isa::{Forwarding, Memory};

use super::checked_program::{Subject, is_ordinary};
use super::try_change::Trial;
use mnc2_dataflow::depends::fits;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::{Expression, Operand, OperandKind, Step, WriteMaskSetting};
use mnc2_text::{Applicability, Edit, Fix, message};

/// The findings about values that are read too early.
pub(super) const CODES: &[Code] = &[Code::LmHazard, Code::GrfHazard, Code::THazard];

/// Steps such as `nop` that are skipped to find the last result.
const STEPS_MAX: u32 = 8;

pub(super) fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let line = finding.line;
    let step = subject.line(line)?.step()?;
    let range = &finding.diagnostic.range;
    let operand = step
        .expressions
        .iter()
        .flat_map(|expression| &expression.inputs)
        .find(|input| input.range == *range)?;
    let (from_line, from) = last_result(subject, line)?;
    let setting = subject.program.mask_setting_at(from_line as usize);
    let producer = from.expressions.iter().find(|expression| {
        let outputs = expression.outputs.iter();
        outputs
            .clone()
            .any(|output| is_same_place(output, operand, from, setting))
    })?;
    if !fits(producer, operand) {
        return None;
    }
    let register = producer.op.forwarding()?;
    let name = named(operand, register);
    let mut changed = (subject.text)(line).into_owned();
    let place = operand.range.clone();
    changed.replace_range(place.start as usize..place.end as usize, &name);
    let trial = Trial::around(subject, line..line + 1)?;
    let now = trial.findings_now();
    let then = trial.findings(&super::try_change::parsed(&[changed]));
    let code = finding.diagnostic.code;
    if !super::try_change::is_no_worse(&now, &then) || then.get(&code) >= now.get(&code) {
        return None;
    }
    let title = message!(
        "Read `${name}`, which has this value",
        name = register.name()
    );
    Some(Fix::new(Applicability::Safe, title).with(Edit::replace(0, place, name)))
}

/// The step whose results the forwarding registers hold at a line.
fn last_result<'a>(subject: &Subject<'a>, line: u32) -> Option<(u32, &'a Step)> {
    let mut line = line;
    for _ in 0..STEPS_MAX {
        line = subject.statement_above(line)?;
        let content = subject.line(line)?;
        if content.has_error() {
            return None;
        }
        // Only steps update forwarding registers, but statements between them can change the memory.
        let step = content.step()?;
        if is_ordinary(step) {
            return Some((line, step));
        }
        let writes = |expression: &Expression| !expression.outputs.is_empty();
        if step.expressions.iter().any(writes) {
            return None;
        }
    }
    None
}

/// Whether a destination is written in every cycle, unmasked, in exactly the words that the operand reads.
fn is_same_place(
    output: &Operand,
    operand: &Operand,
    step: &Step,
    setting: WriteMaskSetting,
) -> bool {
    let memory = match (&output.kind, &operand.kind) {
        (OperandKind::PeMemory(written), OperandKind::PeMemory(read)) => {
            let addresses = written.addresses_words();
            // A later cycle must not overwrite an earlier one: the read would see the later value.
            let words = read.width.single_words();
            let apart = (0..addresses.len()).all(|one| {
                (0..one).all(|other| addresses[one].abs_diff(addresses[other]) >= words)
            });
            if written.memory != read.memory
                || written.width != read.width
                || written.indirect
                || read.indirect
                || written.madpe != read.madpe
                || addresses != read.addresses_words()
                || !apart
            {
                return false;
            }
            written.memory
        }
        (OperandKind::T(_), OperandKind::T(_)) => Memory::T,
        _ => return false,
    };
    let is_masked = output.mask.is_some()
        || (setting.entry != 0 && setting.covers(memory) && !step.has_single_line_mask());
    let writers = step
        .expressions
        .iter()
        .flat_map(|expression| &expression.outputs);
    // A base address register that is written in the same step moves what is read.
    let moves_base = writers
        .into_iter()
        .any(|output| matches!(output.kind, OperandKind::BaseRegister(..)));
    !is_masked && !moves_base
}

/// The forwarding register with the sign and the conversion of an operand.
fn named(operand: &Operand, register: Forwarding) -> String {
    let mut renamed = operand.clone();
    renamed.kind = OperandKind::Forwarding(register);
    mnc2_program::render::operand(&renamed)
}
