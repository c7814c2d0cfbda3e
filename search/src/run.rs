//! The search for all outputs of a block, and the conditions of a sequence for a proposal.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use mnc2_asm::LineParser;
use mnc2_equal::{Limits, Places, RunsOutcome, Unproven};

use super::block::{Block, Output};
use super::constants::Constant;
use super::emit::{Names, cost, is_taken};
use super::enumerate::{Answer, Ended, Enumeration, Task};
use super::exhaustive::{self, BITS_MAX};
use super::samples::{RUN_LANES, Samples};
use super::sequence::{Step, evaluate};
use super::{Progress, Proof, Request, Sequence};
use mnc2_schedule::draft::Draft;
use mnc2_schedule::findings::Counts;
use mnc2_schedule::operations::Instruction;
use mnc2_schedule::search_input::{IsCancelled, Subject};
use mnc2_schedule::shorten;

/// Sequences of the same length that are compared by their lines.
const ALTERNATIVES_MAX: usize = 24;

/// Results that may be the answer, if none before them is proven.
const CANDIDATES_MAX: usize = 8;

/// Sequences that are compared with the block in runs, once there is a result.
const COMPARED_MAX: usize = 64;

/// Part of the time that the order of the lines gets: the scheduler is quick with some lines.
const ORDER_TIME: Duration = Duration::from_millis(500);

/// The region in the shortest order that is found quickly, if that is shorter.
pub(super) fn order(
    subject: &Subject<'_>,
    draft: &Draft,
    is_cancelled: IsCancelled<'_>,
) -> Option<Vec<String>> {
    let source = |line: usize| {
        if draft.region().contains(&line) {
            return draft.line(line).to_owned();
        }
        let delta = draft.end() as i64 - draft.start as i64;
        let own = delta - (draft.program.len() as i64 - subject.program.len() as i64);
        let line = if line < draft.start {
            line as i64
        } else {
            line as i64 - delta + own
        };
        usize::try_from(line).map_or_else(|_| String::new(), subject.source)
    };
    let ordering = shorten::Request::new(Subject {
        program: &draft.program,
        source: &source,
        time: ORDER_TIME.min(subject.time),
        runs: 0,
        ..*subject
    });
    let found = shorten::shorten(ordering, draft.region(), is_cancelled, &mut |_| {}).ok()?;
    (found.after < found.before).then_some(found.lines)
}

/// A search for all outputs of a block.
pub(super) struct Search<'a> {
    pub(super) request: Request<'a>,
    pub(super) region: Range<usize>,
    pub(super) block: &'a Block,
    pub(super) samples: &'a Samples,
    pub(super) instructions: &'a [Instruction],
    pub(super) constants: &'a [Constant],
    pub(super) original: &'a Draft,
    pub(super) counts: Counts,
    pub(super) places: &'a Places,
    pub(super) deadline: Instant,
    pub(super) is_cancelled: IsCancelled<'a>,
    pub(super) evaluations: u64,
    pub(super) finished: usize,
    pub(super) length: usize,
}

/// The sequences that give an output, with their lines.
type Found = Vec<(Vec<String>, Vec<Step>)>;

impl Search<'_> {
    pub(super) fn run(
        &mut self,
        limit: (u64, usize),
        progress: &mut dyn FnMut(Progress),
    ) -> Option<Sequence> {
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
        self.proposal(&lines, &chosen, limit)
    }

    /// The result with the fewest steps, from the cheapest on; among those with as few, the first that is proven.
    fn best(&self, found: Found, limit: (u64, usize)) -> Option<Sequence> {
        let until = self.proof_deadline();
        let mut least = i64::MAX;
        let mut unproven: Vec<(Draft, Vec<Step>)> = Vec::new();
        for (number, (lines, steps)) in found.into_iter().enumerate() {
            let is_late = || Instant::now() > until || (self.is_cancelled)();
            let is_enough = unproven.len() == CANDIDATES_MAX || number >= COMPARED_MAX;
            if !unproven.is_empty() && (is_enough || is_late()) {
                break;
            }
            let Some(draft) = self.accepted(&lines, limit) else {
                continue;
            };
            if draft.steps() > least {
                continue;
            }
            if let Some(proof) = self.proof(&draft) {
                return Some(sequence(draft, proof));
            }
            if draft.steps() < least {
                unproven.clear();
                least = draft.steps();
            }
            unproven.push((draft, steps));
        }
        let on_all_inputs = unproven.iter().find_map(|(draft, steps)| {
            let inputs = self.all_inputs(std::slice::from_ref(steps), until)?;
            Some((draft, Proof::AllInputs(inputs)))
        });
        let tried = || Some((&unproven.first()?.0, Proof::Tried(self.samples.inputs)));
        let (draft, proof) = on_all_inputs.or_else(tried)?;
        Some(sequence(draft.clone(), proof))
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
            mask_register: self.block.mask_register(),
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
        let mut hits = 0;
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
                    if is_only {
                        found.extend(with_operands_exchanged(steps, &names, output, &mut parser));
                    }
                    hits += 1;
                    return if hits < ALTERNATIVES_MAX {
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
            takes_mask: output
                .texts
                .iter()
                .all(|text| self.block.has_word_for_each_cycle(text)),
            held: self.block.input(&output.read),
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
        let found = Counts::new(&self.with(lines).program, self.request.subject.rules);
        found.more_than(&self.counts).is_none()
    }

    /// A result for several outputs from its lines, if it is accepted.
    fn proposal(
        &self,
        lines: &[String],
        steps: &[Vec<Step>],
        limit: (u64, usize),
    ) -> Option<Sequence> {
        let draft = self.accepted(lines, limit)?;
        let proof = self.proof(&draft).unwrap_or_else(|| {
            let inputs = self.all_inputs(steps, self.proof_deadline());
            inputs.map_or(Proof::Tried(self.samples.inputs), Proof::AllInputs)
        });
        Some(sequence(draft, proof))
    }

    /// The program with other lines in their best order, if it is cheaper than a limit, clean, and equivalent in runs.
    fn accepted(&self, lines: &[String], limit: (u64, usize)) -> Option<Draft> {
        let mut parser = LineParser::new();
        let draft = self.with(lines);
        let draft = match order(&self.request.subject, &draft, self.is_cancelled) {
            Some(ordered) => self.with(&ordered),
            None => draft,
        };
        if cost(&draft.lines, &mut parser) >= limit || !self.is_clean(&draft.lines, true) {
            return None;
        }
        let limits = Limits {
            runs: self.request.subject.runs.max(1),
            ..Limits::default()
        };
        let before = self.request.subject.program;
        let ran = mnc2_equal::by_runs(before, &draft.program, self.places, &limits);
        (ran == RunsOutcome::Alike).then_some(draft)
    }

    /// The time at which trying all inputs ends: it may take as long as the search.
    fn proof_deadline(&self) -> Instant {
        Instant::now() + self.request.subject.time
    }

    /// The proof that a program is equivalent, by its terms and bits.
    fn proof(&self, after: &Draft) -> Option<Proof> {
        let before = self.request.subject.program;
        let compared = mnc2_equal::unproven(before, &after.program, self.places, self.is_cancelled);
        let proven = compared.ok().filter(Unproven::is_nothing)?;
        Some(match proven.by_bits {
            0 => Proof::Dataflow,
            _ => Proof::Bits,
        })
    }

    /// The number of inputs for each output, if all were tried and no result differs.
    fn all_inputs(&self, steps: &[Vec<Step>], until: Instant) -> Option<u64> {
        exhaustive::all_inputs(&exhaustive::Question {
            program: self.request.subject.program,
            region: self.region.clone(),
            block: self.block,
            instructions: self.instructions,
            leaves: &self.samples.leaves,
            sequences: steps,
            bits: self.request.bits.min(BITS_MAX),
            source: self.request.subject.source,
            until,
            is_cancelled: self.is_cancelled,
        })
    }
}

/// A sequence with the first two operands of some instructions exchanged that commute. The enumeration takes one order of each,
/// and a sum of floats is only proven in the order of the block.
fn with_operands_exchanged(
    steps: &[Step],
    names: &Names<'_>,
    output: &Output,
    parser: &mut LineParser,
) -> Found {
    let subsets = 1..1_usize << steps.len();
    let exchanged = subsets.filter_map(|subset| {
        let mut steps = steps.to_vec();
        for (index, step) in steps.iter_mut().enumerate() {
            let is_meant = subset >> index & 1 == 1;
            if is_meant && !names.commutes(step) {
                return None;
            }
            if is_meant {
                step.inputs.swap(0, 1);
            }
        }
        let mut written = names.lines(&steps, output).into_iter();
        let lines = written.find(|lines| is_taken(lines, parser))?;
        Some((lines, steps))
    });
    exchanged.collect()
}

fn sequence(draft: Draft, proof: Proof) -> Sequence {
    Sequence {
        after: draft.steps().unsigned_abs(),
        proof,
        lines: draft.lines,
    }
}
