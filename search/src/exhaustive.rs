//! Whether a block and a sequence are the same on all inputs, by trying all of them.
//!
//! Only integers and logic are decided so: their results are given bit for bit. Each lane depends on its own inputs
//! alone, and each element on the same element of the inputs; then all values of an element, the same in all places of
//! the long words, are all inputs. Up to 32 bits of input are tried: 4 billion cases.

mod original;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mnc2_isa::Width;
use mnc2_program::{OperandKind, Program};

use super::block::{Block, Output};
use super::sequence::{Leaf, Source, Step, What, evaluate};
use mnc2_schedule::lane_values::{CHUNK, LANES, Values};
use mnc2_schedule::operations::Instruction;

/// Inputs of up to this many bits are all tried.
pub const BITS_MAX: u32 = 32;

/// Cases that are computed together.
const AT_ONCE: usize = CHUNK * LANES;

/// Cases that one thread tries sooner than several start.
const FEW: u64 = 1 << 22;

/// Threads that try cases.
const THREADS_MAX: usize = 8;

/// The question whether sequences equal a block.
pub(super) struct Question<'a> {
    pub(super) program: &'a Program,
    pub(super) region: Range<usize>,
    pub(super) block: &'a Block,
    pub(super) instructions: &'a [Instruction],
    pub(super) leaves: &'a [Leaf],
    /// A sequence for each output.
    pub(super) sequences: &'a [Vec<Step>],
    /// Maximum number of bits of input for an exhaustive test.
    pub(super) bits: u32,
    pub(super) source: &'a dyn Fn(usize) -> String,
    pub(super) until: Instant,
    pub(super) is_cancelled: &'a dyn Fn() -> bool,
}

/// The number of inputs for each output, if all were tried and no result differs.
pub(super) fn all_inputs(question: &Question<'_>) -> Option<u64> {
    let originals = original::originals(question)?;
    let mut inputs = 0;
    let outputs = question.block.outputs.iter().zip(&originals);
    for ((output, original), sequence) in outputs.zip(question.sequences) {
        inputs = inputs.max(input_count(question, output, original, sequence)?);
    }
    Some(inputs)
}

/// How the inputs of one leaf vary.
struct Varied {
    leaf: usize,
    /// Only the first single word holds something.
    is_single: bool,
}

fn input_count(
    question: &Question<'_>,
    output: &Output,
    original: &[Step],
    sequence: &[Step],
) -> Option<u64> {
    let mut reach = 1;
    let mut varied: Vec<Varied> = Vec::new();
    let of = |steps| -> std::iter::Zip<_, _> { std::iter::repeat(steps).zip(steps) };
    for (steps, step) in of(original).chain(of(sequence)) {
        let read = match step.what {
            What::Instruction(number) => {
                let instruction = &question.instructions[usize::from(number)];
                reach = reach.max(instruction.reach_bits()?);
                &step.inputs[..instruction.inputs]
            }
            What::Select | What::ZeroFlush => {
                // A flag depends on a whole element, and covers it.
                let Some(Source::Step(flags)) = step.flags_of() else {
                    return None;
                };
                let What::Instruction(number) = steps.get(usize::from(flags))?.what else {
                    return None;
                };
                reach = reach.max(question.instructions[usize::from(number)].element_bits());
                &step.inputs[..]
            }
            What::Load(_) => continue,
        };
        for source in read {
            let Source::Leaf(leaf) = source else {
                continue;
            };
            let leaf = usize::from(*leaf);
            let is_single = match &question.block.inputs[leaf].kind {
                OperandKind::PeMemory(memory) if memory.width != Width::DoubleLong => {
                    memory.width == Width::Single
                }
                // Equal in all lanes of all PEs, and not an input.
                OperandKind::Constant(mnc2_isa::Constant::Msb1) => continue,
                _ => return None,
            };
            if varied.iter().all(|it| it.leaf != leaf) {
                varied.push(Varied { leaf, is_single });
            }
        }
    }
    // The second long word is not followed, nor what a single word loses.
    let loses = question.block.reads_singles && (reach == 64 || output.has_second_word());
    if loses || output.care.iter().any(|&(_, least)| least != 0) {
        return None;
    }
    let each = if reach == 64 {
        if varied.iter().any(|it| !it.is_single) {
            return None;
        }
        32
    } else {
        reach.max(16)
    };
    let bits = each * varied.len() as u32;
    if bits > question.bits {
        return None;
    }
    let care = output.care.iter().fold(0, |all, &(most, _)| all | most);
    let place = |leaf: usize| varied.iter().position(|it| it.leaf == leaf);
    let cases = Cases {
        places: (0..question.leaves.len()).map(place).collect(),
        varied: &varied,
        each,
        is_long: reach == 64,
        sizes: sizes_read(question, original.iter().chain(sequence)),
    };
    let inputs = 1_u64 << bits;
    let (instructions, is_wide) = (question.instructions, question.block.is_wide);
    let is_same = try_all(question, inputs, &|first: u64, leaves: &mut [Leaf]| {
        cases.fill(first, leaves);
        let run =
            |steps: &[Step]| -> Values { evaluate(steps, instructions, leaves, AT_ONCE, is_wide) };
        let (one, other) = (run(original), run(sequence));
        let mut pairs = one.most.iter().zip(&other.most);
        pairs.all(|(one, other)| (one ^ other) & care == 0)
    });
    is_same.then_some(inputs)
}

/// Tries all groups of inputs, on several threads, until the time is up or an answer is no.
fn try_all(
    question: &Question<'_>,
    inputs: u64,
    is_same: &(dyn Fn(u64, &mut [Leaf]) -> bool + Sync),
) -> bool {
    let groups = inputs.div_ceil(AT_ONCE as u64);
    let next = AtomicU64::new(0);
    let is_over = AtomicBool::new(false);
    let leaves = question.leaves;
    let work = |is_late: &dyn Fn() -> bool| {
        let mut leaves = leaves.to_vec();
        loop {
            let group = next.fetch_add(1, Ordering::Relaxed);
            if group >= groups || is_over.load(Ordering::Relaxed) {
                return;
            }
            if is_late() {
                is_over.store(true, Ordering::Relaxed);
                return;
            }
            if !is_same(group * AT_ONCE as u64, &mut leaves) {
                is_over.store(true, Ordering::Relaxed);
            }
        }
    };
    let is_late = || Instant::now() > question.until || (question.is_cancelled)();
    let threads = match inputs {
        0..FEW => 1,
        _ => thread::available_parallelism().map_or(1, |it| it.get().min(THREADS_MAX)),
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .filter_map(|_| {
                let work = || work(&|| false);
                thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        if workers.is_empty() {
            // The system gives no thread.
            work(&is_late);
        }
        while workers.iter().any(|worker| !worker.is_finished()) {
            if is_late() {
                is_over.store(true, Ordering::Relaxed);
            }
            thread::sleep(Duration::from_millis(1));
        }
    });
    !is_over.load(Ordering::Relaxed)
}

/// The sizes of elements of the instructions that read inputs, by the place in [`Leaf`].
fn sizes_read<'s>(question: &Question<'_>, steps: impl Iterator<Item = &'s Step>) -> [bool; 3] {
    let mut read = [false; 3];
    for step in steps {
        if let What::Instruction(number) = step.what {
            read[question.instructions[usize::from(number)].size()] = true;
        }
    }
    read
}

/// The inputs of a group of cases.
struct Cases<'a> {
    /// For each leaf, which of those that vary it is.
    places: Vec<Option<usize>>,
    varied: &'a [Varied],
    each: u32,
    is_long: bool,
    sizes: [bool; 3],
}

impl Cases<'_> {
    /// Gives the inputs the values of the cases from one on.
    fn fill(&self, first: u64, leaves: &mut [Leaf]) {
        for (leaf, &place) in leaves.iter_mut().zip(&self.places) {
            let elements = u64::MAX >> (64 - self.each);
            let (factor, kept) = match place {
                None => (0, 0),
                Some(_) if self.is_long => (1 << 32, u64::MAX),
                // Its second word is zero in every run.
                Some(place) if self.varied[place].is_single => (u64::MAX / elements, !0xffff_ffff),
                Some(_) => (u64::MAX / elements, u64::MAX),
            };
            let shift = self.each * place.unwrap_or(0) as u32;
            let sizes = leaf.values.iter_mut().zip(self.sizes);
            for (values, _) in sizes.filter(|(_, is_read)| *is_read) {
                values.resize(AT_ONCE);
                values.least.fill(0);
                // A constant of the chip is the same in all lanes.
                if place.is_none() {
                    continue;
                }
                for (lane, value) in (first..).zip(&mut values.most) {
                    *value = (lane >> shift & elements).wrapping_mul(factor) & kept;
                }
            }
        }
    }
}
