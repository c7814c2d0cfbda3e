//! Benchmarks of parsing, checking and editing text.

use mnc2_text::random::Random;
use std::hint::black_box;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_emulator::Machine;
use mnc2_program::rules::check::Findings;
use mnc2_program::{ModeChoice, Program};

use crate::workload::{self, Pes};
use crate::{Ready, Size, emulator};

/// A program of about this many lines.
#[must_use]
pub fn program_text(lines: usize) -> String {
    let block = workload::MIXED.lines().count();
    workload::repeated(workload::MIXED, lines.div_ceil(block))
}

/// A hash of the findings in a program, and of its length.
fn findings_hash(program: &Program) -> u64 {
    let findings = Findings::check(program, ModeChoice::Infer)
        .report()
        .findings;
    findings.iter().fold(program.len() as u64, |hash, finding| {
        let code = finding.diagnostic.code.id().bytes();
        code.fold(hash ^ u64::from(finding.line), |hash, byte| {
            (hash.rotate_left(7) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    })
}

#[must_use]
pub fn parse(lines: usize) -> Ready {
    let text = program_text(lines);
    let program = mnc2_asm::parse(&text);
    Ready {
        amount: program.len() as u64,
        hash: findings_hash(&program),
        run: Box::new(move || {
            black_box(mnc2_asm::parse(black_box(&text)));
        }),
    }
}

/// Checking a new program.
#[must_use]
pub fn check(lines: usize) -> Ready {
    let program = mnc2_asm::parse(&program_text(lines));
    let shared: Vec<_> = program.iter().cloned().collect();
    Ready {
        amount: shared.len() as u64,
        hash: findings_hash(&program),
        run: Box::new(move || {
            let unseen = Program::from_lines(shared.clone());
            black_box(Findings::check(&unseen, ModeChoice::Infer));
        }),
    }
}

/// Changing one of the lines around the middle, like a user, and checking what that changes.
#[must_use]
pub fn edit(lines: usize) -> Ready {
    let mut program = mnc2_asm::parse(&program_text(lines));
    let mut parser = LineParser::new();
    let mut random = Random::new(3);
    let mut edits = 0;
    let mut work = move || {
        let around = program.len().min(EDITED_LINES);
        let first = (program.len() - around) / 2;
        let at = first + random.index(around);
        edits += 1;
        // An edit that changes later lines, and one that does not.
        let text = ["nop", "lpassa $lr0v $ls0v", "lpassa $lr1", "# x"][edits % 4];
        program.replace(at..at + 1, [Arc::new(parser.parse(text))]);
        black_box(Findings::check(&program, ModeChoice::Infer));
        if edits == HASHED_EDITS {
            findings_hash(&program)
        } else {
            0
        }
    };
    let hash = (0..HASHED_EDITS).fold(0, |hash, _| hash ^ work());
    Ready {
        run: Box::new(move || {
            work();
        }),
        amount: 1,
        hash,
    }
}

/// Lines that are edited.
const EDITED_LINES: usize = 500;
/// Edits that the hash covers.
const HASHED_EDITS: usize = 8;

/// Parsing `d set` lines.
#[must_use]
pub fn read_testcase(size: Size) -> Ready {
    let text = workload::data(Pes::Different, size.choose(64, 1));
    Ready {
        amount: text.len() as u64,
        hash: findings_hash(&mnc2_asm::parse(&text)),
        run: Box::new(move || {
            black_box(mnc2_asm::parse(black_box(&text)));
        }),
    }
}

/// Parsing `d set` lines and running them.
#[must_use]
pub fn load_testcase(size: Size) -> Ready {
    let text = workload::data(Pes::Different, size.choose(64, 1));
    let amount = text.len() as u64;
    let work = move || {
        let mut machine = Machine::new();
        emulator::run(&mut machine, &mnc2_asm::parse(&text));
        machine
    };
    let hash = work().state_hash();
    Ready {
        run: Box::new(move || {
            black_box(work());
        }),
        amount,
        hash,
    }
}
