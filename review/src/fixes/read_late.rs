//! Reads a word only in the last cycle, if only the result of the last cycle counts (manual 3.6.3.9).
//!
//! A destination without a stride is written in all four cycles, and the last value stays. Therefore it does not matter what
//! the other three cycles read, and the distance counts from the write to the last cycle.

use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::checked_program::Subject;
use super::hazard::{self, Hazard};
use super::write_once::is_one_place;
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::render::nops;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind, PeMemory};
use mnc2_text::{Applicability, Edit, Fix, message};

/// The findings that it fixes. An LM waits for its port, and the T-register has an entry for each cycle.
pub(super) const CODES: &[Code] = &[Code::GrfHazard];

pub(super) fn fixes(subject: &Subject<'_>, finding: &Finding) -> Vec<Fix> {
    fix(subject, finding).into_iter().collect()
}

fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let line = finding.line;
    let hazard = Hazard::from_finding(finding)?;
    let step = subject.ordinary_step(line)?;
    let expression = step.expressions.iter().find(|expression| {
        let mut inputs = expression.inputs.iter();
        inputs.any(|input| input.range == finding.diagnostic.range)
    })?;
    let setting = subject.program.mask_setting_at(line as usize);
    if setting.entry != 0 || !keeps_the_last_cycle(expression) {
        return None;
    }
    // All four cycles of the result can be read from the forwarding register.
    if let Some(register) = expression.op.forwarding()
        && subject.is_forwarding_read_after(line, register)
    {
        return None;
    }
    let memory = expression.inputs.iter().find_map(|input| {
        let memory = pe_memory(input).filter(|memory| is_one_place(memory))?;
        (input.range == finding.diagnostic.range).then_some(memory)
    })?;
    // If the operand is read twice, both reads must stay one region.
    let same: Vec<&PeMemory> = expression
        .inputs
        .iter()
        .filter_map(pe_memory)
        .filter(|other| {
            (other.memory, other.width, other.addressing)
                == (memory.memory, memory.width, memory.addressing)
        })
        .collect();
    let text = (subject.text)(line);
    let rewritten = |addresses: &str| {
        let mut text = text.clone().into_owned();
        for memory in same.iter().rev() {
            let range = memory.address_range.start as usize..memory.address_range.end as usize;
            text.replace_range(range, addresses);
        }
        text
    };
    let candidates = addresses(subject, memory)?;
    let tried = candidates.into_iter().filter_map(|addresses| {
        let missing = hazard.missing(subject, line, rewritten(&addresses))?;
        Some((missing, addresses))
    });
    let (missing, addresses) = tried.min_by_key(|(missing, _)| *missing)?;
    let operand = format!(
        "${}{}{addresses}",
        memory.width.prefix(),
        memory.memory.letters()
    );
    let title = match missing {
        0 => message!("Read it in the last cycle: `{operand}`", operand),
        _ => message!(
            "Read it in the last cycle, `{operand}`, and insert `{nop}`",
            operand,
            nop = nops(missing)
        ),
    };
    let fix = Fix::new(Applicability::Safe, title);
    let fix = hazard::with_nops(subject, line, fix, missing);
    Some(same.into_iter().fold(fix, |fix, memory| {
        fix.with(Edit::replace(0, memory.address_range.clone(), &addresses))
    }))
}

fn pe_memory(operand: &Operand) -> Option<&PeMemory> {
    match &operand.kind {
        OperandKind::PeMemory(memory) => Some(memory),
        _ => None,
    }
}

/// Whether only the result of the last cycle stays.
fn keeps_the_last_cycle(expression: &Expression) -> bool {
    let is_kept =
        |output: &Operand| output.mask.is_none() && pe_memory(output).is_some_and(is_one_place);
    !expression.outputs.is_empty() && expression.outputs.iter().all(is_kept)
}

/// Addresses that end at the same place: with a stride, and as a list in flat mode.
fn addresses(subject: &Subject<'_>, memory: &PeMemory) -> Option<Vec<String>> {
    if memory.address_range.is_empty() {
        return None;
    }
    let address = memory.address_words(0);
    let words = memory.width.single_words();
    let size_words = memory.memory.size()?;
    let mut found = Vec::new();
    if let Some(first) = address.checked_sub(words * (CYCLES_PER_STEP as u32 - 1)) {
        found.push(format!("{first}v"));
    }
    if subject.mode == ModeChoice::Given(Mode::Flat) {
        let elsewhere = [0, size_words / 2, size_words - words];
        let lists = elsewhere.map(|other| format!("[{other},{other},{other},{address}]"));
        found.extend(lists);
    }
    Some(found)
}
