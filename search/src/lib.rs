//! A search for short sequences and their constants: other instructions for a block that only computes on the memories
//! of the PEs.
//!
//! What the block computes is taken from a run of the emulator on 16 384 inputs (4096 PEs in 4 cycles: numbers of all kinds and
//! the corners of every format, or those that a testcase sets). Then sequences of up to [`LENGTH_MAX`] instructions are
//! enumerated from the bottom up, over what the block reads, the constants of the chip that it uses, and some 230 constants
//! that `imm` loads; the load is an instruction of the sequence.
//!
//! How many there are: with n inputs and m constants, an instruction with two inputs after a chain of k has some
//! 2 (n + k) + 2 m choices of operands. With one input and all constants, length 2 takes 20 million instructions (measured:
//! 2 seconds on one core), and each more instruction some hundred to a thousand times as many. What makes it feasible:
//!
//! - *Observational equivalence*: a value that an earlier sequence has on all of 32 lanes is dropped.
//! - *One instruction for many values*: the emulator's units compute up to 128 values on 32 lanes in one call, about 10
//!   million instructions a second, integers and floats together (`bench`: short sequences).
//! - *Commutativity*, found by trying both orders, and instructions that do what another does (`land`, `iand`).
//! - *No dead values*: each instruction reads the result of the one before it.
//! - *The last instruction is only compared*, most often on one lane.
//! - *Two chains*: from length 3 on, one operand may be what another instruction makes of the inputs, as in
//!   `(a + b) · (c + d)`.
//! - *Masks*: up to three instructions may end with a write under a mask register. The flags are tried first: few leave the
//!   output right where they are not set.
//! - *Likely ones first*: from length 3 on, instructions of the kinds that the block has, then all with two inputs, then
//!   those with three.
//! - *Unknown constants*: for one instruction with an input and a constant, words that the output needs on some lane if
//!   the instruction is invertible (add, subtract, xor, and, or, multiply, divide), and all words with two equal
//!   halves or with a second half of zero, 131 072 in all.
//!
//! What matches on 32 lanes is computed on all 16 384, written as lines, parsed, checked, and run in its program next to the
//! original from zero and from dirty chips. It is *proven* only by dataflow ([`mnc2_equal`]), or if integers and logic alone
//! compute it and all inputs of up to 32 bits were tried. Otherwise it is *tried, not proven*, with the number of inputs.

mod block;
mod constants;
mod emit;
mod enumerate;
mod exhaustive;
mod liveness;
mod messages;
mod run;
mod samples;
mod sequence;
#[cfg(test)]
mod tests;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use std::ops::Range;
use std::time::Instant;

use mnc2_asm::LineParser;
use mnc2_equal::Places;
use mnc2_program::Program;
use mnc2_text::line;

use block::Block;
pub use block::OPERANDS_MAX;
use constants::pool;
use emit::cost;
pub use exhaustive::BITS_MAX;
use mnc2_schedule::draft::Draft;
use mnc2_schedule::findings::{Counts, Hazard};
use mnc2_schedule::operations::Instruction;
use mnc2_schedule::search_input::{IsCancelled, Subject};
use run::{Search, order};
use samples::Samples;

/// Maximum number of instructions of a sequence.
pub const LENGTH_MAX: usize = 4;

/// What to search, and how. The time of the subject limits the search, and once more the exhaustive test of a result.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The program with the block.
    pub subject: Subject<'a>,
    /// Maximum number of instructions of a sequence, 1 to [`LENGTH_MAX`].
    pub length: usize,
    /// Whether the inputs are only those that `d set` gives before the block.
    pub has_inputs: bool,
    /// Inputs of more bits than this are not all tried; at most [`BITS_MAX`].
    pub bits: u32,
}

impl<'a> Request<'a> {
    /// A request with the defaults of the command line.
    #[must_use]
    pub fn new(subject: Subject<'a>) -> Self {
        Self {
            subject,
            length: LENGTH_MAX,
            has_inputs: false,
            bits: BITS_MAX,
        }
    }
}

/// Where a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The results that have a sequence.
    pub outputs_done: usize,
    /// The results of the block.
    pub outputs: usize,
    /// Instructions of the sequences that are tried now.
    pub length: usize,
}

/// How sure it is that a sequence is equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Both compute the same terms, for any content of the memories.
    Dataflow,
    /// Both compute the same bits, for any content of the memories.
    Bits,
    /// All inputs were tried; how many for each result.
    AllInputs(u64),
    /// These inputs were tried.
    Tried(u64),
}

impl Proof {
    /// Whether it holds for all inputs.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        matches!(self, Self::Dataflow | Self::Bits | Self::AllInputs(_))
    }
}

/// A shorter sequence of instructions with the results of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Its lines, without their ends.
    pub lines: Vec<String>,
    /// Steps of the block now.
    pub after: u64,
    /// How sure it is.
    pub proof: Proof,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Steps of the block before.
    pub before: u64,
    /// Steps of the block in the shortest order that was found for its own instructions.
    pub ordered: u64,
    /// The sequence that takes its place, if there is one.
    pub sequence: Option<Sequence>,
    /// Up to this length, all sequences were tried for the result that has none.
    pub finished: usize,
    /// The requested length, or less if longer ones cannot be shorter than the block.
    pub length: usize,
    /// Constants that were tried.
    pub constants: usize,
    /// Instructions that were computed, each on 32 inputs.
    pub evaluations: u64,
}

/// Why a block cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The block does something else than compute on the memories of the PEs.
    Unfit {
        /// The line, counted from 0.
        line: usize,
        /// Why the instruction is not supported.
        why: Unfit,
    },
    /// No instruction is in the region.
    Empty,
    /// All results of the block are unused.
    NothingRead,
    /// It reads or writes more operands than [`OPERANDS_MAX`].
    TooMany,
    /// The program has a hazard.
    Hazard(Hazard),
    /// The lines before the block do not reach it.
    Stopped,
}

/// A part of a block that the search does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The line is not a step.
    NoStep,
    /// An instruction is for another unit than the ALU, or one of the MAU that needs the matrix register.
    Unit,
    /// A `mask` statement before it is in force.
    MaskStatement,
    /// A mask register is used that a line before the block sets.
    MaskIn,
    /// A mask register is set that a line after the block uses, or that is compared at the end.
    MaskOut,
    /// Only a run decides an address, or PEs differ.
    Address,
    /// A forwarding register is read that a line before the block sets.
    ForwardedIn,
    /// This line after the block reads a forwarding register that the block sets.
    ForwardedOut,
}

/// Searches another sequence for some lines of a program. Time being up is not an error.
///
/// # Errors
/// If the lines are not a block that can be searched.
pub fn search(
    request: Request<'_>,
    region: Range<usize>,
    is_cancelled: IsCancelled<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Searched, Refusal> {
    let subject = request.subject;
    let deadline = Instant::now() + subject.time;
    if let Some(hazard) = Hazard::first(subject.program, subject.rules) {
        return Err(Refusal::Hazard(hazard));
    }
    let everything = Places::everything();
    let places = subject.places.unwrap_or(&everything);
    let block = Block::new(subject.program, region.clone(), subject.source, places)?;
    let samples = Samples::from_runs(subject.program, &region, &block, request.has_inputs)?;
    let instructions = Instruction::all(block.is_wide);
    let texts: Vec<String> = region.clone().map(subject.source).collect();
    let lines = subject.program.range(region.clone());
    let constants = pool(
        lines
            .map(|line| &**line)
            .zip(texts.iter().map(String::as_str)),
    );
    let original = Draft {
        program: subject.program.clone(),
        start: region.start,
        lines: texts,
    };
    let mut parser = LineParser::new();
    let (before, _) = cost(&original.lines, &mut parser);
    let ordered = order(&subject, &original, is_cancelled);
    // The cost that a result must beat.
    let limit = cost(ordered.as_ref().unwrap_or(&original.lines), &mut parser);
    let length = request.length.clamp(1, LENGTH_MAX);
    let mut search = Search {
        request,
        region,
        block: &block,
        samples: &samples,
        instructions: &instructions,
        constants: &constants,
        original: &original,
        counts: Counts::new(subject.program, subject.rules),
        places,
        deadline,
        is_cancelled,
        evaluations: 0,
        finished: 0,
        length: length.min(block.expressions.max(1)),
    };
    let sequence = search.run(limit, progress);
    Ok(Searched {
        before,
        ordered: limit.0,
        sequence,
        finished: search.finished,
        length: search.length,
        constants: constants.len(),
        evaluations: search.evaluations,
    })
}

/// The comments of some lines, to be kept above what takes their place.
#[must_use]
pub fn comments(
    program: &Program,
    region: Range<usize>,
    source: &dyn Fn(usize) -> String,
) -> Vec<String> {
    let lines = (region.start..).zip(program.range(region));
    let comment = |(number, line): (usize, &std::sync::Arc<mnc2_program::Line>)| {
        let range = line.comment.as_ref()?;
        Some(line::part(&source(number), range).to_owned())
    };
    lines.filter_map(comment).collect()
}
