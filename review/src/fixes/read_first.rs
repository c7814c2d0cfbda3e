//! Reads a second region of one memory a step earlier, and passes it on through `$aluf`.

use mnc2_isa::{Forwarding, Width};

use super::checked_program::{Subject, is_ordinary};
use super::try_change::{Trial, is_no_worse, parsed};
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::{Expression, OperandKind, Step, render};
use mnc2_text::{Applicability, Edit, Fix, LineRange, message};

/// The finding that it fixes.
pub(super) const CODES: &[Code] = &[Code::RegionConflict];

pub(super) fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let line = finding.line;
    let step = subject
        .line(line)?
        .step()
        .filter(|step| is_ordinary(step))?;
    let input_at = |range: &LineRange| {
        let mut inputs = step.expressions.iter().flat_map(|it| &it.inputs);
        inputs.find(|input| input.range == *range)
    };
    // If one region is read and another is written, the note is at the region that is read.
    let noted = finding.diagnostic.notes.iter();
    let noted = noted
        .filter(|note| note.line.is_none())
        .find_map(|note| note.range.as_ref());
    let operand = input_at(&finding.diagnostic.range).or_else(|| input_at(noted?))?;
    let OperandKind::PeMemory(memory) = &operand.kind else {
        return None;
    };
    // The step before this one is now the copy: nothing here may need the results of the step before that, and no
    // later step a result of the ALU that this step does not make.
    if reads_forwarding(step)
        || !replaces_aluf(step) && subject.is_forwarding_read_after(line, Forwarding::Aluf)
    {
        return None;
    }
    let mut source = operand.clone();
    (source.negated, source.conversion) = (false, None);
    let mut forwarded = operand.clone();
    forwarded.kind = OperandKind::Forwarding(Forwarding::Aluf);
    let width = match memory.width {
        Width::Single => "i",
        Width::Long | Width::DoubleLong => "l",
    };
    let copy = format!("{width}passa {} $nowrite", render::operand(&source));
    let name = render::operand(&forwarded);
    let text = (subject.text)(line);
    let mut changed = text.clone().into_owned();
    let place = operand.range.clone();
    changed.replace_range(place.start as usize..place.end as usize, &name);
    let trial = Trial::around(subject, line..line + 1)?;
    let now = trial.findings_now();
    let then = trial.findings(&parsed(&[copy.clone(), changed]));
    let code = finding.diagnostic.code;
    if !is_no_worse(&now, &then) || then.get(&code) >= now.get(&code) {
        return None;
    }
    let indentation = subject.indentation(line);
    let before = text.get(step.range.start as usize..place.start as usize)?;
    Some(
        Fix::new(
            Applicability::Safe,
            message!(
                "Read `{operand}` a step earlier, into `$aluf`",
                operand = render::operand(&source)
            ),
        )
        .with(Edit::replace(
            0,
            step.range.start..place.end,
            format!("{copy}\n{indentation}{before}{name}"),
        )),
    )
}

fn reads_forwarding(step: &Step) -> bool {
    step.expressions
        .iter()
        .flat_map(|expression| &expression.inputs)
        .any(|input| matches!(input.kind, OperandKind::Forwarding(_)))
}

fn replaces_aluf(step: &Step) -> bool {
    step.expressions
        .iter()
        .any(|expression: &Expression| expression.op.forwarding() == Some(Forwarding::Aluf))
}
