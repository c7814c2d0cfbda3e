//! Writes a word that all four cycles write with the same value only in the first one, so that it can be read earlier
//! (manual 3.6.3.9).

use mnc2_isa::Width;

use super::checked_program::{Subject, is_ordinary};
use super::hazard::{self, Hazard};
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::render::nops;
use mnc2_program::{Expression, Operand, OperandKind, PeMemory, Step};
use mnc2_text::{Applicability, Edit, Fix, message};

/// The findings that it fixes. An LM waits for its port, and the T-register has an entry for each cycle.
pub(super) const CODES: &[Code] = &[Code::GrfHazard];

pub(super) fn fixes(subject: &Subject<'_>, finding: &Finding) -> Vec<Fix> {
    fix(subject, finding).into_iter().collect()
}

fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let hazard = Hazard::from_finding(finding)?;
    let writer = subject
        .ordinary_step(hazard.written_line)
        .filter(|step| !has_mask(step))?;
    let setting = subject
        .program
        .mask_setting_at(hazard.written_line as usize);
    // A mask of the line itself would cancel the setting for the whole step.
    if setting.entry != 0 {
        return None;
    }
    let (expression, output) = writer.expressions.iter().find_map(|expression| {
        let mut outputs = expression.outputs.iter();
        let output = outputs.find(|output| output.range == hazard.written_range)?;
        Some((expression, output))
    })?;
    let OperandKind::PeMemory(memory) = &output.kind else {
        return None;
    };
    if !is_one_place(memory) || !expression.inputs.iter().all(is_the_same_in_each_cycle) {
        return None;
    }
    let mask = match memory.width {
        Width::DoubleLong => "/ll1000",
        Width::Single | Width::Long => "/1000",
    };
    let line = hazard.written_line;
    let end = output.range.end;
    let text = (subject.text)(line);
    let (head, tail) = (text.get(..end as usize)?, text.get(end as usize..)?);
    let missing = hazard.missing(subject, line, format!("{head}{mask}{tail}"))?;
    let title = match missing {
        0 => message!("Write only in the first cycle: `{mask}`", mask),
        _ => message!(
            "Write only in the first cycle, `{mask}`, and insert `{nop}`",
            mask,
            nop = nops(missing)
        ),
    };
    let offset = mnc2_text::fix::lines_below(finding.line, line);
    let edit = Edit::replace(offset, end..end, mask);
    let fix = Fix::new(Applicability::Safe, title).with(edit);
    Some(hazard::with_nops(subject, finding.line, fix, missing))
}

fn has_mask(step: &Step) -> bool {
    let of_expression = |expression: &Expression| {
        let mut outputs = expression.outputs.iter();
        expression.zero_flush.is_some() || outputs.any(|output| output.mask.is_some())
    };
    !is_ordinary(step) || step.expressions.iter().any(of_expression)
}

/// Whether all four cycles use the same words.
pub(super) fn is_one_place(memory: &PeMemory) -> bool {
    let [first, rest @ ..] = memory.addresses_words();
    !memory.indirect && rest.into_iter().all(|address| address == first)
}

/// Whether an input has the same value in all four cycles.
fn is_the_same_in_each_cycle(input: &Operand) -> bool {
    match &input.kind {
        OperandKind::PeMemory(memory) => is_one_place(memory),
        OperandKind::Literal(_) | OperandKind::Constant(_) | OperandKind::MatrixSide(..) => true,
        _ => false,
    }
}
