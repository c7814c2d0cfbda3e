//! Uninitialized reads and unused writes.

use std::collections::HashSet;

use mnc2_isa::{Memory, NamedIn};

use super::FINDINGS_MAX;
use super::in_testcase::InTestcase;
use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_dataflow::liveness::Liveness;
use mnc2_program::access::{Access, AccessRole, Direction, Store};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::message::wording;
use mnc2_program::{Line, Program, Statement};
use mnc2_text::{LineRange, Message, message};

/// Finds reads of memory that nothing before them wrote. A `d get` does not count as a read, and base address
/// registers are known to be zero until they are written. A program without `d set` and host statements gets its
/// inputs from elsewhere, in any memory that these can set. Places that are reported already are left out.
pub(super) fn never_written(
    run: &InTestcase<'_>,
    flow: &Flow,
    reported: &HashSet<(u32, u32)>,
    findings: &mut Vec<Finding>,
) {
    let has_inputs = run.inputs_are_known();
    find(run, flow, findings, |id, access| {
        let is_known = has_inputs || !is_set_from_outside(access.store);
        // An uninitialized forwarding register has its own code (W1101), and so has a mask (W0411).
        let is_elsewhere = matches!(access.store, Store::Forwarding(_))
            || access.role == AccessRole::Mask
            || is_base(access.store);
        if access.direction == Direction::Write || is_elsewhere || !is_known {
            return None;
        }
        let line = run.own_line(flow.line_of(id))?;
        if reported.contains(&(line, access.range.start)) {
            return None;
        }
        let place = name(access.store, flow.unwritten_word(id)?);
        let message = message!("{place} is uninitialized here", place);
        let diagnostic = Diagnostic::new(Code::NeverWritten, access.range.clone(), message);
        Some(cite_store(diagnostic, access.store).explained())
    });
}

/// Cites the section on the memory.
pub(super) fn cite_store(diagnostic: Diagnostic, store: Store) -> Diagnostic {
    match store {
        Store::Memory(memory @ (Memory::L2bm | Memory::Pdm | Memory::Dram)) => {
            diagnostic.cited(memory.section(NamedIn::Mv))
        }
        Store::Memory(memory) => diagnostic.cited(memory.section(NamedIn::Pe)),
        Store::Forwarding(register) => diagnostic.cited(register.section()),
        Store::Turnaround => diagnostic.cited("3.6.8.2"),
        Store::Darbuf => diagnostic.cited("3.6.7.10"),
    }
}

fn is_base(store: Store) -> bool {
    matches!(store, Store::Memory(Memory::BaseLm0 | Memory::BaseLm1))
}

/// Whether `d set` and host statements reach it.
fn is_set_from_outside(store: Store) -> bool {
    match store {
        Store::Memory(memory) => match memory {
            Memory::Lm0
            | Memory::Lm1
            | Memory::Grf0
            | Memory::Grf1
            | Memory::T
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram => true,
            Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::MatrixX
            | Memory::MatrixY
            | Memory::Dar => false,
        },
        Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => false,
    }
}

/// A word as programs write it.
pub(super) fn name(store: Store, word: u32) -> Message {
    match store {
        Store::Memory(memory @ (Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1)) => {
            Message::verbatim(format!("`${}{word}`", memory.letters()))
        }
        Store::Memory(memory @ (Memory::L1bm | Memory::L2bm)) => {
            Message::verbatim(format!("`$l{}{word}`", memory.letters()))
        }
        Store::Memory(memory @ (Memory::Pdm | Memory::Dram | Memory::Dar)) => {
            Message::verbatim(format!("`${}{word}`", memory.letters()))
        }
        Store::Memory(Memory::T) => {
            message!("the T-register's entry of cycle {cycle}", cycle = word / 4)
        }
        Store::Memory(Memory::MaskRegister) => {
            message!("the entry `$omr{entry}`", entry = word / 4)
        }
        Store::Memory(memory @ (Memory::MatrixX | Memory::MatrixY)) => {
            message!(
                "the row {row} of {memory}",
                row = word,
                memory = wording::memory(memory)
            )
        }
        Store::Memory(memory @ (Memory::BaseLm0 | Memory::BaseLm1)) => wording::memory(memory),
        Store::Forwarding(register) => Message::verbatim(format!("`${}`", register.name())),
        Store::Turnaround => message!("the turnaround register"),
        Store::Darbuf => Message::verbatim("DARBUF"),
    }
}

/// Finds writes of steps whose words are all overwritten before anything reads one of them. Forwarding and turnaround
/// registers, which steps write on the side, do not count.
pub(super) fn never_read(program: &Program, flow: &Flow, findings: &mut Vec<Finding>) {
    find(&InTestcase::alone(program), flow, findings, |id, access| {
        let is_memory = matches!(access.store, Store::Memory(_));
        if access.direction == Direction::Read || !is_memory {
            return None;
        }
        let last = flow.overwritten_unread(id)?;
        let by = flow.line_of(last);
        let message = message!(
            "nothing reads what this writes before line {line} has overwritten it",
            line = by + 1
        );
        let diagnostic = Diagnostic::new(Code::NeverRead, access.range.clone(), message).note_at(
            by as u32,
            flow.range(last),
            message!("overwritten here"),
        );
        let diagnostic = cite_store(diagnostic, access.store);
        let diagnostic = match access.store {
            Store::Memory(Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1) => diagnostic
                .help(message!(
                    "`$nowrite` as the only destination leaves the result to forwarding"
                )),
            Store::Memory(Memory::L1bm) => diagnostic.help(message!(
                "`$lbi` as the destination leaves it to the turnaround register"
            )),
            _ => diagnostic,
        };
        Some(without_write(diagnostic, program, flow.line_of(id), access))
    });
}

/// Finds writes of steps and MV instructions that no output depends on, regardless of the data, neither on these words nor on
/// other results of the expression. Places that are reported already are left out.
pub(super) fn does_not_count(
    run: &InTestcase<'_>,
    flow: &Flow,
    liveness: &Liveness,
    reported: &HashSet<(u32, u32)>,
    findings: &mut Vec<Finding>,
) {
    find(run, flow, findings, |id, access| {
        let is_memory = matches!(access.store, Store::Memory(_));
        let line = run.own_line(flow.line_of(id))?;
        if access.direction == Direction::Read
            || !is_memory
            || liveness.counts(id)
            || reported.contains(&(line, access.range.start))
        {
            return None;
        }
        // Results that are used from another destination or by forwarding were not computed for nothing.
        let of_line = flow.line_with(id);
        let mut results = of_line.iter().filter(|(_, it)| {
            it.expression == access.expression && it.direction == Direction::Write
        });
        if results.any(|(other, _)| liveness.counts(other)) {
            return None;
        }
        let uses = flow.uses(id, 1);
        let diagnostic = Diagnostic::new(
            Code::DoesNotCount,
            access.range.clone(),
            match uses.links.is_empty() {
                true => message!("nothing reads what this writes, and no output shows it"),
                false => message!("no output depends on what this writes"),
            },
        );
        let read = uses.links.first().and_then(|link| {
            let line = run.own_line(flow.line_of(link.access))?;
            Some((line, flow.range(link.access)))
        });
        let diagnostic = match read {
            Some((line, range)) => diagnostic.note_at(
                line,
                range,
                message!("read here, for a result that no output depends on"),
            ),
            None => diagnostic,
        };
        let diagnostic = cite_store(diagnostic, access.store).help(message!(
            "perhaps an address is wrong: of this write, or of the read that is meant to use it"
        ));
        Some(without_write(
            diagnostic,
            &run.program,
            flow.line_of(id),
            access,
        ))
    });
}

/// The finding with a fix that does without the write, if there is one.
fn without_write(
    diagnostic: Diagnostic,
    program: &Program,
    line: usize,
    access: &Access,
) -> Diagnostic {
    let is_of_pe = matches!(
        access.store,
        Store::Memory(Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1)
    );
    match without(program, line, &access.range).filter(|_| is_of_pe) {
        Some((title, range, text)) => diagnostic.suggest(title, range, text),
        None => diagnostic,
    }
}

/// A step without a destination: `$nowrite` instead of its only one.
fn without(
    program: &Program,
    line: usize,
    destination: &LineRange,
) -> Option<(Message, LineRange, &'static str)> {
    let step = program.line(line)?.step()?;
    let expression = step.expressions.iter().find(|expression| {
        let mut outputs = expression.outputs.iter();
        outputs.any(|output| output.range == *destination)
    })?;
    match expression.outputs.as_slice() {
        [_] => Some((
            message!("Write `{text}`", text = "$nowrite"),
            destination.clone(),
            "$nowrite",
        )),
        [_, ..] => {
            let at = expression
                .outputs
                .iter()
                .position(|output| output.range == *destination)?;
            let before = at.checked_sub(1).map(|before| &expression.outputs[before]);
            let range = match before {
                Some(before) => before.range.end..destination.end,
                None => destination.start..expression.outputs.get(1)?.range.start,
            };
            Some((message!("Remove this destination"), range, ""))
        }
        [] => None,
    }
}

/// The findings about the accesses of steps and MV instructions, up to the limit.
fn find(
    run: &InTestcase<'_>,
    flow: &Flow,
    findings: &mut Vec<Finding>,
    what: impl Fn(AccessId, &Access) -> Option<Diagnostic>,
) {
    let runs = |line: &Line| matches!(line.statement, Some(Statement::Step(_) | Statement::Mv(_)));
    let own = run.own();
    let lines = run.program.iter_from(own.start).take(own.len());
    let found = (own.zip(lines))
        .filter(|(_, line)| runs(line))
        .flat_map(|(number, _)| {
            let accesses = flow.line(number);
            let diagnostics = accesses.iter().filter_map(|(id, access)| what(id, access));
            let of_line = diagnostics.filter_map(|diagnostic| {
                let line = run.own_line(number)?;
                Some(Finding { line, diagnostic })
            });
            of_line.collect::<Vec<_>>()
        });
    findings.extend(found.take(FINDINGS_MAX));
}
