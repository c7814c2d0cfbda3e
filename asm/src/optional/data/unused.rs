//! Reads of what nothing wrote, and writes that nothing reads.

use mnc2_isa::Memory;

use super::FINDINGS_MAX;
use crate::access::{Access, Direction, Role, Store};
use crate::check::Finding;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::flow::Flow;
use crate::program::{HostAction, Program, Statement};

/// Finds reads of memory that nothing before them wrote. What `d get` looks at is no use of it; a base address
/// register is zero until it is written, as everybody knows. A program that sets nothing by `d set` or host
/// statements gets its inputs from elsewhere, wherever these can put them.
pub(super) fn never_written(program: &Program, flow: &Flow, findings: &mut Vec<Finding>) {
    let is_input = |statement: &Statement| match statement {
        Statement::DebugSet(_) => true,
        Statement::Host(host) => match host.action {
            HostAction::WritePdm { .. } | HostAction::WriteDram { .. } => true,
            HostAction::ReadPdm { .. } | HostAction::Flush => false,
        },
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::Mask(_)
        | Statement::Mv(_)
        | Statement::Step(_) => false,
    };
    let has_inputs = program
        .iter()
        .filter_map(|line| line.statement.as_ref())
        .any(is_input);
    let mut found = 0;
    for (number, line) in program.iter().enumerate() {
        if found >= FINDINGS_MAX {
            return;
        }
        let is_step_or_mv = matches!(line.statement, Some(Statement::Step(_) | Statement::Mv(_)));
        if !is_step_or_mv {
            continue;
        }
        let accesses = flow.line(number);
        for (id, access) in accesses.iter() {
            let is_known = has_inputs || !is_set_from_outside(access.store);
            if access.direction == Direction::Write || is_base(access.store) || !is_known {
                continue;
            }
            let Some(word) = flow.unwritten_word(id) else {
                continue;
            };
            found += 1;
            findings.push(Finding {
                line: number as u32,
                diagnostic: Diagnostic::new(
                    Code::NeverWritten,
                    access.range.clone(),
                    format!("nothing before this wrote {}", name(access, word)),
                )
                .explained(),
            });
        }
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

/// A word as it is written in a program.
fn name(access: &Access, word: u32) -> String {
    match access.store {
        Store::Memory(memory @ (Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1)) => {
            format!("`${}{word}`", memory.letters())
        }
        Store::Memory(memory @ (Memory::L1bm | Memory::L2bm)) => {
            format!("`$l{}{word}`", memory.letters())
        }
        Store::Memory(memory @ (Memory::Pdm | Memory::Dram | Memory::Dar)) => {
            format!("`${}{word}`", memory.letters())
        }
        Store::Memory(Memory::T) => format!("the T-register's entry of cycle {}", word / 4),
        Store::Memory(Memory::MaskRegister) => {
            let what = if access.role == Role::Mask {
                "the mask"
            } else {
                "the entry"
            };
            format!("{what} `$omr{}`", word / 4)
        }
        Store::Memory(memory @ (Memory::MatrixX | Memory::MatrixY)) => {
            format!("the row {word} of {}", memory.name())
        }
        Store::Memory(memory @ (Memory::BaseLm0 | Memory::BaseLm1)) => memory.name().to_owned(),
        Store::Forwarding(register) => format!("`${}`", register.name()),
        Store::Turnaround => "the turnaround register".to_owned(),
        Store::Darbuf => "DARBUF".to_owned(),
    }
}

/// Finds writes of steps whose words are all overwritten before anything reads one of them. Forwarding and
/// turnaround registers are written in passing.
pub(super) fn never_read(program: &Program, flow: &Flow, findings: &mut Vec<Finding>) {
    let mut found = 0;
    for (number, line) in program.iter().enumerate() {
        if found >= FINDINGS_MAX {
            return;
        }
        let is_step_or_mv = matches!(line.statement, Some(Statement::Step(_) | Statement::Mv(_)));
        if !is_step_or_mv {
            continue;
        }
        let accesses = flow.line(number);
        for (id, access) in accesses.iter() {
            let is_memory = matches!(access.store, Store::Memory(_));
            if access.direction == Direction::Read || !is_memory {
                continue;
            }
            let Some(last) = flow.overwritten_unread(id) else {
                continue;
            };
            found += 1;
            let by = flow.line_of(last);
            let message = format!(
                "nothing reads what this writes before line {} has overwritten it",
                by + 1
            );
            let diagnostic = Diagnostic::new(Code::NeverRead, access.range.clone(), message)
                .note_at(by as u32, flow.range(last), "overwritten here");
            findings.push(Finding {
                line: number as u32,
                diagnostic: match access.store {
                    Store::Memory(Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1) => {
                        diagnostic.help(
                            "`$nowrite` as the only destination leaves the result to forwarding",
                        )
                    }
                    Store::Memory(Memory::L1bm) => diagnostic
                        .help("`$lbi` as the destination leaves it to the turnaround register"),
                    _ => diagnostic,
                },
            });
        }
    }
}
