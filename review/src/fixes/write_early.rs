//! The cycles of a step are exchanged, so that what is read first is written first (manual 3.6.3.9).
//!
//! Each cycle of an expression computes for itself. With its addresses as lists, the same words are computed in
//! another order: the later a word is read, the later it may be written.

use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::checked_program::Subject;
use super::hazard::{self, Hazard};
use super::write_once::is_one_place;
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::render::nops;
use mnc2_program::{Addressing, Expression, ModeChoice, Operand, OperandKind, PeMemory};
use mnc2_text::{Applicability, Edit, Fix, message};

/// The findings that it fixes. An LM waits for its port, and the T-register has an entry for each cycle.
pub(super) const CODES: &[Code] = &[Code::GrfHazard];

pub(super) fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let hazard = Hazard::from_finding(finding)?;
    let line = hazard.written_line;
    let step = subject.ordinary_step(line)?;
    // Expressions that share a step share the addresses of a memory.
    let [expression] = step.expressions.as_slice() else {
        return None;
    };
    let setting = subject.program.mask_setting_at(line as usize);
    let register = expression.op.forwarding()?;
    if setting.entry != 0
        || expression.zero_flush.is_some()
        || subject.is_forwarding_read_after(line, register)
    {
        return None;
    }
    let lists = lists(expression)?;
    // A list in the step shows that lists are allowed if the mode is not given.
    let has_list = || {
        let mut lists = lists.iter();
        lists.any(|memory| matches!(memory.addressing, Addressing::Flat(_)))
    };
    let may_have_lists = match subject.mode {
        ModeChoice::Given(mode) => mode == Mode::Flat,
        ModeChoice::Infer => has_list(),
    };
    if !may_have_lists {
        return None;
    }
    let written = expression
        .outputs
        .iter()
        .find_map(|output| (output.range == hazard.written_range).then(|| pe_memory(output))?)?;
    let read = subject
        .line(finding.line)?
        .step()?
        .expressions
        .iter()
        .flat_map(|expression| &expression.inputs)
        .find(|input| input.range == finding.diagnostic.range)
        .and_then(pe_memory)?;
    let order = order(written, read);
    let text = (subject.text)(line);
    let mut edits: Vec<(&PeMemory, String)> = Vec::new();
    for memory in lists {
        let addresses = memory.addresses_words();
        let [first, second, third, fourth] = order.map(|cycle| addresses[cycle]);
        edits.push((memory, format!("[{first},{second},{third},{fourth}]")));
    }
    edits.sort_by_key(|(memory, _)| memory.address_range.start);
    let mut changed = text.clone().into_owned();
    for (memory, list) in edits.iter().rev() {
        let range = memory.address_range.start as usize..memory.address_range.end as usize;
        changed.replace_range(range, list);
    }
    let missing = hazard.missing(subject, line, changed)?;
    let (_, list) = edits.iter().find(|(memory, _)| *memory == written)?;
    let operand = format!(
        "${}{}{list}",
        written.width.prefix(),
        written.memory.letters()
    );
    let title = match missing {
        0 => message!(
            "Write what is read first in the first cycles: `{operand}`",
            operand
        ),
        _ => message!(
            "Write what is read first in the first cycles, `{operand}`, and insert `{nop}`",
            operand,
            nop = nops(missing)
        ),
    };
    let offset = mnc2_text::fix::lines_below(finding.line, line);
    let fix = edits.into_iter().fold(
        Fix::new(Applicability::Safe, title),
        |fix, (memory, list)| fix.with(Edit::replace(offset, memory.address_range.clone(), list)),
    );
    Some(hazard::with_nops(subject, finding.line, fix, missing))
}

fn pe_memory(operand: &Operand) -> Option<&PeMemory> {
    match &operand.kind {
        OperandKind::PeMemory(memory) => Some(memory),
        _ => None,
    }
}

/// The operands whose cycles have addresses of their own; `None` where the cycles cannot change places.
fn lists(expression: &Expression) -> Option<Vec<&PeMemory>> {
    let mut lists = Vec::new();
    for input in &expression.inputs {
        match &input.kind {
            OperandKind::PeMemory(memory) if is_one_place(memory) => {}
            OperandKind::PeMemory(memory) if is_plain(memory) => lists.push(memory),
            OperandKind::Literal(_) | OperandKind::Constant(_) => {}
            _ => return None,
        }
    }
    for output in &expression.outputs {
        match &output.kind {
            OperandKind::PeMemory(memory)
                if output.mask.is_none() && is_plain(memory) && are_apart(memory) =>
            {
                lists.push(memory);
            }
            OperandKind::NoWrite => {}
            _ => return None,
        }
    }
    Some(lists)
}

/// Whether the text alone gives the addresses.
fn is_plain(memory: &PeMemory) -> bool {
    !memory.indirect && memory.madpe.is_none() && !memory.address_range.is_empty()
}

/// Whether each cycle has words of its own: where two cycles write one word, the later write remains.
fn are_apart(memory: &PeMemory) -> bool {
    let words = memory.width.single_words();
    let addresses = memory.addresses_words();
    let is_apart = |one: usize, other: usize| addresses[one].abs_diff(addresses[other]) >= words;
    (0..CYCLES_PER_STEP).all(|one| (0..one).all(|other| is_apart(one, other)))
}

/// The cycles of a write in the order in which a later operand first reads what they write.
fn order(written: &PeMemory, read: &PeMemory) -> [usize; CYCLES_PER_STEP] {
    let first_read = |cycle: usize| {
        let own = written.address_words(cycle);
        let own = own..own + written.width.single_words();
        let reads = read.addresses_words().into_iter();
        reads
            .map(|address| address..address + read.width.single_words())
            .position(|words| words.start < own.end && own.start < words.end)
            .unwrap_or(CYCLES_PER_STEP)
    };
    let mut order: [usize; CYCLES_PER_STEP] = std::array::from_fn(|cycle| cycle);
    order.sort_by_key(|&cycle| first_read(cycle));
    order
}
