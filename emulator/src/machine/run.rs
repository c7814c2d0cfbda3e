//! A run: its limits, its output and how it ends. Other modules execute the statements.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_isa::geometry::{DAR_ENTRIES, GROUPS};
use mnc2_program::{Directive, Expression, Statement};
use mnc2_text::{LineRange, message};

use super::debug::GetError;
use super::paged::{PAGE_BYTES, PAGE_LONG_WORDS};
use crate::dump::DumpLine;

/// The output of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Dump {
    /// A line of a `d get`.
    Get(DumpLine),
    /// A long word that the host read back by `e`, in hexadecimal.
    Host {
        /// The line of the statement, counted from 0.
        source_line: u32,
        /// 16 hexadecimal digits.
        text: String,
    },
}

impl std::fmt::Display for Dump {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Get(line) => line.fmt(f),
            Self::Host {
                source_line: _,
                text,
            } => f.write_str(text),
        }
    }
}

/// Receives dumps. Returning `Break` stops the dump of this run, not the run.
pub trait DumpSink {
    /// Takes the next line of the dump.
    fn line(&mut self, dump: Dump) -> ControlFlow<()>;
}

impl<F: FnMut(Dump) -> ControlFlow<()>> DumpSink for F {
    fn line(&mut self, dump: Dump) -> ControlFlow<()> {
        self(dump)
    }
}

impl DumpSink for Vec<Dump> {
    fn line(&mut self, dump: Dump) -> ControlFlow<()> {
        self.push(dump);
        ControlFlow::Continue(())
    }
}

/// Long words of an MV instruction that count as one step of a run's budget; they take about as long.
pub const MV_LONG_WORDS_PER_STEP: u32 = 4096;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// First line to execute, counted from 0.
    pub from_line: u32,
    /// Last line to execute, counted from 0.
    pub until_line: Option<u32>,
    /// Steps after which the run stops; `nop/n` counts as n, and an MV instruction as one for every
    /// [`MV_LONG_WORDS_PER_STEP`] long words.
    pub budget_steps: u64,
    /// Bytes that PDM and DRAM may take; the run stops before an MV instruction that could take more.
    pub budget_bytes: u64,
    /// Dump lines after which no more are made; the run continues.
    pub max_dump_lines: usize,
    /// Set by another thread to stop the run.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self {
            from_line: 0,
            until_line: None,
            budget_steps: u64::MAX,
            budget_bytes: u64::MAX,
            max_dump_lines: usize::MAX,
            cancel: None,
        }
    }
}

/// Why an instruction was not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The instruction as its opcode spells it.
    pub instruction: String,
    /// Its range in the line.
    pub range: LineRange,
    /// The reason, as the template of a message.
    pub reason: &'static str,
}

impl Refusal {
    /// A directive is never executed.
    pub(super) fn from_directive(directive: &Directive) -> Self {
        Self {
            instruction: directive
                .name
                .map_or("@", |name| name.row().name)
                .to_owned(),
            range: directive.range.clone(),
            reason: message!("a linker must expand it first").template(),
        }
    }

    pub(super) fn new(expression: &Expression, reason: &'static str) -> Self {
        Self {
            instruction: expression.spelling.text.clone(),
            range: expression.range.clone(),
            reason,
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// At the end of the program or at `quit`.
    Finished,
    /// After the requested line.
    ReachedLine,
    /// At the limit of steps; the line, counted from 0, was not executed.
    StoppedAtLimit {
        /// The line, counted from 0.
        line: u32,
    },
    /// At the limit of memory; the line, counted from 0, was not executed.
    StoppedAtMemory {
        /// The line, counted from 0.
        line: u32,
    },
    /// At an instruction that cannot be executed; nothing of its line was executed.
    NotExecutable {
        /// The line, counted from 0.
        line: u32,
        /// The instruction and the reason.
        refusal: Refusal,
    },
    /// At a `d get` whose value cannot be interpreted in the statement's format (manual 3.4.3).
    NotInterpretable {
        /// The line, counted from 0.
        line: u32,
        /// The value and the reason.
        error: GetError,
    },
    /// By the caller; the line, counted from 0, was not executed, or in the case of an MV instruction not to its end.
    Cancelled {
        /// The line, counted from 0.
        line: u32,
    },
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// The end of the run.
    pub outcome: Outcome,
    /// Steps executed; `nop/n` counts as n.
    pub steps: u64,
    /// Whether dump lines were left out.
    pub truncated: bool,
}

/// How much of the budget of steps a statement takes.
pub(super) fn cost(statement: &Statement) -> u64 {
    match statement {
        Statement::Step(step) => u64::from(step.steps()),
        Statement::Mv(mv) => u64::from(mv.size_long_words / MV_LONG_WORDS_PER_STEP),
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => 0,
    }
}

/// The most that a statement adds to the bytes of PDM and DRAM.
pub(super) fn growth_bytes(statement: &Statement) -> u64 {
    match statement {
        Statement::Mv(mv) => {
            let is_indirect = mv
                .operands
                .last()
                .and_then(|to| to.kind.mv_place())
                .is_some_and(|to| to.is_indirect);
            // Consecutive long words in DRAM; an entry of the DAR is where one begins.
            let runs = if is_indirect {
                mv.dar_entries(mv.size_long_words).min(DAR_ENTRIES)
            } else {
                1
            };
            // A run ends in one more page than it fills, and may begin in another.
            let pages = mv.size_long_words / PAGE_LONG_WORDS + 2 * runs;
            u64::from(pages) * PAGE_BYTES * GROUPS as u64
        }
        // Their text is as long as what they write.
        Statement::Step(_)
        | Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => 0,
    }
}

/// A run in progress.
pub(super) struct Run<'a> {
    /// The number of executed steps.
    pub(super) steps: u64,
    /// The used part of the budget.
    pub(super) cost: u64,
    pub(super) cancel: Option<&'a AtomicBool>,
    pub(super) dumper: Dumper<'a>,
}

impl Run<'_> {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// Passes on dump lines until the limit or until the sink has had enough.
pub(super) struct Dumper<'a> {
    pub(super) sink: &'a mut dyn DumpSink,
    pub(super) left: usize,
    pub(super) truncated: bool,
}

impl Dumper<'_> {
    pub(super) fn line(&mut self, dump: impl FnOnce() -> Dump) -> ControlFlow<()> {
        if self.left == 0 {
            self.truncated = true;
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if self.sink.line(dump()).is_break() {
            self.left = 0;
        }
        ControlFlow::Continue(())
    }
}
