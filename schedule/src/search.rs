//! A search for short sequences and their constants: other instructions for a block that only computes on the memories
//! of the PEs.
//!
//! What the block computes is taken from a run of the emulator on 16 384 inputs (4096 PEs in 4 cycles: numbers of all
//! kinds and the corners of every format, or those that a testcase sets). Then sequences of up to [`LENGTH_MAX`]
//! instructions are enumerated from the bottom up, over what the block reads, the constants of the chip that it uses,
//! and some 230 constants that `imm` loads; loading one counts as an instruction.
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
//! - *Likely ones first*: from length 3 on, instructions of the kinds that the block has, then all with two inputs, then
//!   those with three.
//! - *Unknown constants*: for one instruction with an input and a constant, words that the output needs on some lane if
//!   the instruction is invertible (add, subtract, xor, and, or, multiply, divide), and all words with two equal
//!   halves or with a second half of zero, 131 072 in all.
//!
//! What matches on 32 lanes is computed on all 16 384, written as lines, parsed, checked, and run in its program beside
//! the original from zero and from dirty chips. It is *proven* only by dataflow ([`crate::equal`]), or if integers and
//! logic alone compute it and all inputs of up to 32 bits were tried. Otherwise it is *tried, not proven*, and says on
//! how many inputs.
//!
//! Sequences that are no chain, such as `(a + b) · (c + d)`, are not among those tried.

mod block;
mod constants;
mod decide;
mod enumerate;
mod layout;
mod operations;
mod samples;
mod say;
mod sequence;
#[cfg(test)]
mod tests;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use mnc2_asm::{Code, LineParser, Program, Rules, text};

use crate::draft::Draft;
use crate::equal::{self, Limits, Places, Ran};
use crate::shorten::{self, counts, first_hazard};
use block::Block;
pub use block::OPERANDS_MAX;
use constants::pool;
pub use decide::BITS_MAX;
use enumerate::{Answer, Ended, Enumeration, Task};
use layout::{Names, cost, is_taken};
use operations::Instruction;
use samples::{RUN_LANES, Samples};
use sequence::{Step, evaluate};

/// Instructions of a sequence at most.
pub const LENGTH_MAX: usize = 4;

/// How long a search takes unless the caller says otherwise.
pub const TIME: Duration = Duration::from_secs(20);

/// Sequences of the same length that are compared by their lines.
const ALTERNATIVES_MAX: usize = 24;

/// Part of the time that the order of the lines gets: the scheduler is quick with some lines.
const ORDER_TIME: Duration = Duration::from_millis(500);

/// What to search.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The program.
    pub program: &'a Program,
    /// The text of a line, counted from 0, without its end.
    pub source: &'a dyn Fn(usize) -> String,
    /// The rules that findings are judged by.
    pub rules: &'a Rules,
    /// Instructions of a sequence at most, 1 to [`LENGTH_MAX`].
    pub length: usize,
    /// How long to search.
    pub time: Duration,
    /// What must be the same; everything at the end, and all that is shown on the way, if `None`.
    pub places: Option<&'a Places>,
    /// Whether the inputs are only those that `d set` gives before the block.
    pub has_inputs: bool,
    /// How often the result is run beside the program.
    pub runs: u32,
    /// Inputs of more bits than this are not all tried; at most [`BITS_MAX`].
    pub bits: u32,
}

impl<'a> Request<'a> {
    /// A request with the defaults of the command line.
    #[must_use]
    pub fn new(
        program: &'a Program,
        source: &'a dyn Fn(usize) -> String,
        rules: &'a Rules,
    ) -> Self {
        Self {
            program,
            source,
            rules,
            length: LENGTH_MAX,
            time: TIME,
            places: None,
            has_inputs: false,
            runs: equal::RUNS,
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

/// How sure it is that a sequence does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Both compute the same terms, whatever the memories hold.
    Dataflow,
    /// All inputs were tried: so many for each result.
    AllInputs(u64),
    /// These inputs were tried.
    Tried(u64),
}

impl Proof {
    /// Whether it holds for all inputs.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        matches!(self, Self::Dataflow | Self::AllInputs(_))
    }
}

/// A shorter block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Its lines, without their ends.
    pub lines: Vec<String>,
    /// Steps of the block now.
    pub after: u64,
    /// How sure it is.
    pub proof: Proof,
}

/// What a search found.
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
    /// The length that was asked for, or less if longer ones cannot be shorter than the block.
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
        /// What.
        why: Unfit,
    },
    /// No instruction is in the region.
    Empty,
    /// No one reads what the block computes.
    NothingRead,
    /// It reads or writes more operands than [`OPERANDS_MAX`].
    TooMany,
    /// The program has a hazard, so what it does on the chip is not what it says.
    Hazard {
        /// The line, counted from 0.
        line: usize,
        /// What it is reported as.
        code: Code,
    },
    /// The lines before the block do not reach it.
    Stopped,
}

/// What a block may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The line is no step.
    NoStep,
    /// An instruction is for another unit than the ALU, or one of the MAU that needs the matrix register.
    Unit,
    /// A mask decides what is written.
    Mask,
    /// Only a run decides an address, or PEs differ.
    Address,
    /// A forwarding register is read that a line before the block sets.
    ForwardedIn,
    /// This line after the block reads a forwarding register that the block sets.
    ForwardedOut,
}

/// Searches another sequence for some lines of a program. Time being up is no error.
///
/// # Errors
///
/// If the lines are no block that can be searched.
pub fn search(
    request: Request<'_>,
    region: Range<usize>,
    is_cancelled: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Searched, Refusal> {
    let deadline = Instant::now() + request.time;
    if let Some((line, code)) = first_hazard(request.program, request.rules) {
        return Err(Refusal::Hazard { line, code });
    }
    let everything = Places::everything();
    let places = request.places.unwrap_or(&everything);
    let block = Block::of(request.program, region.clone(), request.source, places)?;
    let samples = Samples::of(request.program, &region, &block, request.has_inputs)?;
    let instructions = Instruction::all(block.is_wide);
    let texts: Vec<String> = region.clone().map(request.source).collect();
    let lines = request.program.range(region.clone());
    let constants = pool(
        lines
            .map(|line| &**line)
            .zip(texts.iter().map(String::as_str)),
    );
    let original = Draft {
        program: request.program.clone(),
        start: region.start,
        lines: texts,
    };
    let mut parser = LineParser::new();
    let (before, _) = cost(&original.lines, &mut parser);
    let ordered = order(&request, &original, is_cancelled);
    // What is found must beat this.
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
        counts: counts(request.program, request.rules),
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

/// The region in the shortest order that is found quickly, if that is shorter.
fn order(
    request: &Request<'_>,
    draft: &Draft,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<String>> {
    let source = |line: usize| {
        if draft.region().contains(&line) {
            return draft.line(line).to_owned();
        }
        let delta = draft.end() as i64 - draft.start as i64;
        let own = delta - (draft.program.len() as i64 - request.program.len() as i64);
        let line = if line < draft.start {
            line as i64
        } else {
            line as i64 - delta + own
        };
        usize::try_from(line).map_or_else(|_| String::new(), request.source)
    };
    let ordering = shorten::Request {
        time: ORDER_TIME.min(request.time),
        places: request.places,
        runs: 0,
        ..shorten::Request::new(&draft.program, &source, request.rules)
    };
    let found = shorten::shorten(ordering, draft.region(), is_cancelled, &mut |_| {}).ok()?;
    (found.after < found.before).then_some(found.lines)
}

/// A search for all outputs of a block.
struct Search<'a> {
    request: Request<'a>,
    region: Range<usize>,
    block: &'a Block,
    samples: &'a Samples,
    instructions: &'a [Instruction],
    constants: &'a [constants::Constant],
    original: &'a Draft,
    counts: BTreeMap<Code, usize>,
    places: &'a Places,
    deadline: Instant,
    is_cancelled: &'a dyn Fn() -> bool,
    evaluations: u64,
    finished: usize,
    length: usize,
}

/// The sequences that give an output, with their lines.
type Found = Vec<(Vec<String>, Vec<Step>)>;

impl Search<'_> {
    fn run(&mut self, limit: (u64, usize), progress: &mut dyn FnMut(Progress)) -> Option<Sequence> {
        let outputs = self.block.outputs.len();
        let mut allowed: Vec<usize> = (0..self.samples.leaves.len()).collect();
        let mut lines: Vec<String> = Vec::new();
        let mut chosen: Vec<Vec<Step>> = Vec::new();
        let mut least: Option<usize> = None;
        for (number, output) in self.block.outputs.iter().enumerate() {
            // With one output, whole programs are compared; with more, each gets its best lines.
            let is_only = outputs == 1;
            let mut shown = |length| {
                progress(Progress {
                    outputs_done: number,
                    outputs,
                    length,
                });
            };
            let (found, finished) = self.output(number, &allowed, limit, is_only, &mut shown);
            least = Some(least.map_or(finished, |least| least.min(finished)));
            self.finished = least.unwrap_or(0);
            if is_only {
                return self.best(found, limit);
            }
            let (best, steps) = found.into_iter().next()?;
            lines.extend(best);
            chosen.push(steps);
            allowed.retain(|&leaf| {
                let words = &self.block.inputs[leaf].words;
                !words.iter().any(|word| output.words.contains(word))
            });
        }
        self.proposal(lines, &chosen, limit)
    }

    /// The first that holds, from the cheapest on.
    fn best(&self, found: Found, limit: (u64, usize)) -> Option<Sequence> {
        let mut found = found.into_iter();
        found.find_map(|(lines, steps)| self.proposal(lines, &[steps], limit))
    }

    /// The sequences for one output, the shortest ones, and up to which length all were tried.
    fn output(
        &mut self,
        number: usize,
        allowed: &[usize],
        limit: (u64, usize),
        is_only: bool,
        shown: &mut dyn FnMut(usize),
    ) -> (Found, usize) {
        let output = &self.block.outputs[number];
        let target = &self.samples.targets[number];
        let temporaries = self.block.temporaries();
        let names = Names {
            instructions: self.instructions,
            constants: self.constants,
            leaves: &self.samples.leaves,
            temporaries: &temporaries,
        };
        let parser = RefCell::new(LineParser::new());
        let fitting: RefCell<BTreeMap<(bool, usize, usize), bool>> = RefCell::default();
        let fits = |instruction: &Instruction, one: usize, other: usize| {
            let leaves = &self.samples.leaves;
            let is_vector = instruction.is_vector();
            *fitting
                .borrow_mut()
                .entry((is_vector, one, other))
                .or_insert_with(|| {
                    let opcode = if is_vector { "fvmul" } else { "ixor" };
                    let (one, other) = (&leaves[one].text, &leaves[other].text);
                    let line = format!("{opcode} {one} {other} $nowrite");
                    !parser.borrow_mut().parse(&line).has_error()
                })
        };
        let mut found: Found = Vec::new();
        let mut hit = |steps: &[Step]| {
            let values = evaluate(
                steps,
                self.instructions,
                &self.samples.leaves,
                RUN_LANES,
                self.block.is_wide,
            );
            if !target.is_met(&values) {
                return Answer::Rejected;
            }
            let mut parser = parser.borrow_mut();
            let written = names.lines(steps, output);
            for lines in written {
                let is_shorter = !is_only || cost(&lines, &mut parser) < limit;
                if is_shorter && is_taken(&lines, &mut parser) && self.is_clean(&lines, is_only) {
                    found.push((lines, steps.to_vec()));
                    return if found.len() < ALTERNATIVES_MAX {
                        Answer::Kept
                    } else {
                        Answer::Enough
                    };
                }
            }
            Answer::Rejected
        };
        let task = Task {
            instructions: self.instructions,
            constants: self.constants,
            leaves: &self.samples.leaves,
            allowed,
            target,
            picked: &self.samples.picked,
            is_wide: self.block.is_wide,
            likely: (self.block.has_integers, self.block.has_floats),
            fits: &fits,
            deadline: self.deadline,
            is_cancelled: self.is_cancelled,
        };
        let mut finished = 0;
        let mut enumeration = Enumeration::new(&task, &mut hit);
        for length in 1..=self.length {
            shown(length);
            let ended = enumeration.run(length);
            if ended == Err(Ended::Time) {
                break;
            }
            finished = length;
            if enumeration.has_found {
                break;
            }
        }
        let evaluations = enumeration.evaluations;
        self.evaluations += evaluations;
        let mut parser = LineParser::new();
        found.sort_by_cached_key(|(lines, _)| cost(lines, &mut parser));
        (found, finished)
    }

    /// The program with other lines in place of the block.
    fn with(&self, lines: &[String]) -> Draft {
        let mut draft = self.original.clone();
        let mut parser = LineParser::new();
        draft.replace(self.region.clone(), lines.to_vec(), &mut parser);
        draft
    }

    /// Whether the checker finds nothing new; lines for one of several outputs are checked together later.
    fn is_clean(&self, lines: &[String], is_only: bool) -> bool {
        if !is_only {
            return true;
        }
        let draft = self.with(lines);
        counts(&draft.program, self.request.rules)
            .into_iter()
            .all(|(code, count)| {
                self.counts
                    .get(&code)
                    .is_some_and(|before| count <= *before)
            })
    }

    /// A proposal from its lines, if it is cheaper than a limit, clean, and does the same in runs.
    fn proposal(
        &self,
        lines: Vec<String>,
        steps: &[Vec<Step>],
        limit: (u64, usize),
    ) -> Option<Sequence> {
        let mut parser = LineParser::new();
        let draft = self.with(&lines);
        let draft = match order(&self.request, &draft, self.is_cancelled) {
            Some(ordered) => self.with(&ordered),
            None => draft,
        };
        let found = cost(&draft.lines, &mut parser);
        if found >= limit || !self.is_clean(&draft.lines, true) {
            return None;
        }
        let limits = Limits {
            runs: self.request.runs.max(1),
            ..Limits::default()
        };
        let ran = equal::by_runs(self.request.program, &draft.program, self.places, &limits);
        if ran != Ran::Alike {
            return None;
        }
        Some(Sequence {
            after: found.0,
            proof: self.proof(&draft.program, steps),
            lines: draft.lines,
        })
    }

    fn proof(&self, after: &Program, steps: &[Vec<Step>]) -> Proof {
        let before = self.request.program;
        if equal::by_dataflow(before, after, self.places, self.is_cancelled) == equal::Outcome::Same
        {
            return Proof::Dataflow;
        }
        let decided = decide::all_inputs(&decide::Question {
            program: before,
            region: self.region.clone(),
            block: self.block,
            instructions: self.instructions,
            leaves: &self.samples.leaves,
            sequences: steps,
            bits: self.request.bits.min(BITS_MAX),
            source: self.request.source,
            until: Instant::now() + self.request.time,
            is_cancelled: self.is_cancelled,
        });
        decided.map_or(Proof::Tried(self.samples.inputs), Proof::AllInputs)
    }
}

/// The comments of some lines, to be kept above what takes their place.
#[must_use]
pub fn comments(
    program: &Program,
    region: Range<usize>,
    source: &dyn Fn(usize) -> String,
) -> Vec<String> {
    let lines = (region.start..).zip(program.range(region));
    let comment = |(number, line): (usize, &std::sync::Arc<mnc2_asm::Line>)| {
        let range = line.comment.as_ref()?;
        Some(text::part(&source(number), range).to_owned())
    };
    lines.filter_map(comment).collect()
}
