//! All sequences of some length over the inputs of a block, from the bottom up.
//!
//! A sequence is a chain: each instruction reads the result of the one before it, and any inputs and earlier results besides.
//! One of its operands may be the result of another instruction, a *side*: a constant that is loaded, or what an instruction
//! makes of the inputs. Therefore no result is unused. Values that an earlier sequence of at most the same length has on
//! all lanes are dropped (observational equivalence), the last instruction is only compared.

mod arguments;
mod masked;
mod sides;
mod unknown;

use std::time::Instant;

use hashbrown::HashTable;
use mnc2_emulator::alu::PathView;

use super::LENGTH_MAX;
use super::constants::Constant;
use super::samples::{Target, pick};
use super::sequence::{Leaf, Source, Step, What};
use arguments::Argument;
use mnc2_schedule::lane_values::{CHUNK, LANES, Values, hash};
use mnc2_schedule::operations::{INPUTS_MAX, Instruction};
use sides::Side;

/// Values that are remembered, with 16 bytes each; later ones are not recognized again.
const SEEN_MAX: usize = 6_000_000;

/// Sequences that match on the lanes of the enumeration, for one length.
const HITS_MAX: usize = 4096;

/// How much a pass tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Breadth {
    /// Instructions with one or two inputs, of the kinds that the block has.
    Likely,
    /// All instructions with one or two inputs.
    Two,
    /// Also instructions with three inputs.
    Three,
    /// Also with a side among the three.
    ThreeWithSide,
}

/// Values that are computed together, all by sequences of the same length.
struct Batch {
    length: usize,
    current: Values,
    /// The input that it is, if no instruction computed it, and the only size of elements that it has this value for.
    leaf: Option<(usize, Option<usize>)>,
    /// The source of each value: a leaf, or the last step of its sequence.
    sources: Vec<Source>,
    sequences: Vec<[Step; LENGTH_MAX]>,
    /// The results of the earlier steps.
    earlier: Vec<Values>,
}

impl Batch {
    fn new(length: usize, is_wide: bool) -> Self {
        Self {
            length,
            leaf: None,
            current: Values::new(is_wide),
            sources: Vec::new(),
            sequences: Vec::new(),
            earlier: vec![Values::new(is_wide); length.saturating_sub(1)],
        }
    }
}

/// The caller's answer to a sequence that gives the output on the enumerated lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It does not give the output on all lanes, or cannot be written.
    Rejected,
    Kept,
    /// It was found, and no more are needed.
    Enough,
}

/// Passes a sequence to the caller.
pub(super) type Hit<'a> = dyn FnMut(&[Step]) -> Answer + 'a;

/// An enumeration for one output.
pub(super) struct Enumeration<'a, 'h> {
    instructions: &'a [Instruction],
    constants: &'a [Constant],
    /// What can be the other operand of an instruction of the chain, for one more instruction: the constants come first.
    sides: Vec<Side>,
    /// Whether two inputs can be operands of one ALU or MAU instruction.
    fits: &'a dyn Fn(&Instruction, usize, usize) -> bool,
    leaves: Vec<LeafTile>,
    target: Target,
    takes_mask: bool,
    /// The index into `leaves` of the content that the output has before the block.
    held: Option<usize>,
    is_wide: bool,
    likely: (bool, bool),
    breadth: Breadth,
    length: usize,
    /// Hashes of values, with the length of their sequence.
    seen: HashTable<(u64, u8)>,
    hits: usize,
    inverted: [Values; INPUTS_MAX],
    /// Instructions that were computed, each on [`LANES`] lanes.
    pub(super) evaluations: u64,
    deadline: Instant,
    is_cancelled: &'a dyn Fn() -> bool,
    hit: &'h mut Hit<'h>,
    /// Whether the caller kept a sequence.
    pub(super) has_found: bool,
}

/// A leaf for each size of elements, a chunk of copies.
struct LeafTile {
    number: u8,
    is_constant: bool,
    values: [Values; 3],
}

/// Why an enumeration ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Time is up, or the search is cancelled.
    Time,
    /// The caller has enough.
    Enough,
}

/// The input of an enumeration.
pub(super) struct Task<'a> {
    pub(super) instructions: &'a [Instruction],
    pub(super) constants: &'a [Constant],
    pub(super) leaves: &'a [Leaf],
    /// The leaves that may be read.
    pub(super) allowed: &'a [usize],
    pub(super) target: &'a Target,
    pub(super) picked: &'a [usize],
    pub(super) is_wide: bool,
    /// Whether the block has instructions for integers, and for floating-point numbers.
    pub(super) likely: (bool, bool),
    pub(super) fits: &'a dyn Fn(&Instruction, usize, usize) -> bool,
    /// Whether the output can be written under a mask register.
    pub(super) takes_mask: bool,
    /// The leaf that is the output's content before the block.
    pub(super) held: Option<usize>,
    pub(super) deadline: Instant,
    pub(super) is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a, 'h> Enumeration<'a, 'h> {
    pub(super) fn new(task: &Task<'a>, hit: &'h mut Hit<'h>) -> Self {
        let tile = |values: &Values| pick(values, task.picked).repeated(CHUNK);
        let leaves = task.allowed.iter().map(|&leaf| LeafTile {
            number: leaf as u8,
            is_constant: task.leaves[leaf].is_constant,
            values: task.leaves[leaf].values.each_ref().map(tile),
        });
        let sides = task
            .constants
            .iter()
            .map(|constant| Side::from_constant(constant, task.is_wide));
        Self {
            instructions: task.instructions,
            constants: task.constants,
            sides: sides.collect(),
            fits: task.fits,
            leaves: leaves.collect(),
            target: task.target.picked(task.picked),
            takes_mask: task.takes_mask,
            held: task
                .allowed
                .iter()
                .position(|leaf| Some(*leaf) == task.held),
            is_wide: task.is_wide,
            likely: task.likely,
            breadth: Breadth::Likely,
            length: 0,
            seen: HashTable::new(),
            hits: 0,
            inverted: [(); INPUTS_MAX].map(|()| Values::new(task.is_wide)),
            evaluations: 0,
            deadline: task.deadline,
            is_cancelled: task.is_cancelled,
            hit,
            has_found: false,
        }
    }

    /// Tries all sequences of a length, until a pass ends that found some.
    pub(super) fn run(&mut self, length: usize) -> Result<(), Ended> {
        self.length = length;
        self.hits = 0;
        let passes: &[Breadth] = match length {
            0..=2 => &[Breadth::ThreeWithSide],
            _ => &[
                Breadth::Likely,
                Breadth::Two,
                Breadth::Three,
                Breadth::ThreeWithSide,
            ],
        };
        if length == 1 {
            self.constant_alone()?;
        }
        for &breadth in passes {
            self.breadth = breadth;
            if length == 2 {
                self.unknown_constants()?;
            }
            self.seen.clear();
            let starts = self.starts();
            self.find_sides();
            for batch in starts {
                self.expand(&batch)?;
            }
            self.masked()?;
            if self.has_found {
                break;
            }
        }
        Ok(())
    }

    /// The inputs themselves, each alone: which operands share an instruction depends on them.
    fn starts(&mut self) -> Vec<Batch> {
        let mut found = Vec::new();
        for (number, leaf) in self.leaves.iter().enumerate() {
            // A constant of the chip has another value for each size of elements.
            let sizes: &[Option<usize>] = if leaf.is_constant {
                &[Some(0), Some(1), Some(2)]
            } else {
                &[None]
            };
            for &size in sizes {
                let value = leaf.values[size.unwrap_or(2)].value(0);
                let mut batch = Batch::new(0, self.is_wide);
                batch.leaf = Some((number, size));
                batch.current.push(value);
                batch.sources.push(Source::Leaf(leaf.number));
                batch.sequences.push([Step::load(0); LENGTH_MAX]);
                found.push(batch);
                if size.is_none() {
                    let hash = hash(value);
                    self.seen.insert_unique(hash, (hash, 0), |it| it.0);
                }
            }
        }
        found
    }

    /// An output that is the same on all lanes.
    fn constant_alone(&mut self) -> Result<(), Ended> {
        let bits = self.target.values.most[0];
        let known: Vec<u64> = self.constants.iter().map(|it| it.bits).collect();
        let word = |word: u64| word << 32 | word;
        for bits in known
            .into_iter()
            .chain([word(bits >> 32), word(bits & 0xffff_ffff)])
        {
            let value = Values::all(bits, bits, LANES, self.is_wide);
            if self.target.is_met(&value) {
                self.report(&[Step::load(bits)])?;
            }
        }
        Ok(())
    }

    fn report(&mut self, steps: &[Step]) -> Result<(), Ended> {
        self.hits += 1;
        let answer = (self.hit)(steps);
        self.has_found |= answer != Answer::Rejected;
        if answer == Answer::Enough || self.hits >= HITS_MAX {
            return Err(Ended::Enough);
        }
        Ok(())
    }

    /// Computes everything that one more instruction makes of a batch.
    fn expand(&mut self, batch: &Batch) -> Result<(), Ended> {
        let count = batch.sources.len();
        let lanes = count * LANES;
        let is_wide = self.is_wide;
        // After one instruction, or after a side and one.
        let mut pending = [1, 2].map(|more| Batch::new(batch.length + more, is_wide));
        let mut out = Values::new(is_wide);
        for number in 0..u16::try_from(self.instructions.len()).unwrap_or(u16::MAX) {
            let instruction = &self.instructions[usize::from(number)];
            let size = instruction.size();
            let is_sized = batch
                .leaf
                .and_then(|(_, size)| size)
                .is_none_or(|it| it == size);
            if !self.is_tried(instruction) || !is_sized {
                continue;
            }
            for arguments in self.arguments(instruction, batch) {
                let used = &arguments[..instruction.inputs];
                let side = used.iter().find_map(|it| match it {
                    Argument::Side(side) => Some(*side),
                    _ => None,
                });
                let length = batch.length + 1 + usize::from(side.is_some());
                if length > self.length {
                    continue;
                }
                let view = |argument: Argument| -> PathView<'_> {
                    match argument {
                        Argument::Current => batch.current.view(),
                        Argument::Leaf(leaf) => self.leaves[leaf].values[size].first(lanes),
                        Argument::Earlier(step) => batch.earlier[step].view(),
                        Argument::Side(side) => self.sides[side].tile.first(lanes),
                    }
                };
                let inputs = arguments.map(view);
                instruction.execute(inputs, &mut self.inverted, &mut out, &mut []);
                self.evaluations += count as u64;
                let step = |index: usize| -> ([Step; LENGTH_MAX], usize) {
                    let mut steps = batch.sequences[index];
                    let mut at = batch.length;
                    let mut beside = None;
                    if let Some(side) = side {
                        steps[at] = self.sides[side].step;
                        beside = Some(Source::Step(at as u8));
                        at += 1;
                    }
                    let source = |argument: Argument| match argument {
                        Argument::Current => batch.sources[index],
                        Argument::Leaf(leaf) => Source::Leaf(self.leaves[leaf].number),
                        Argument::Earlier(step) => Source::Step(step as u8),
                        Argument::Side(_) => beside.unwrap_or(Source::Leaf(0)),
                    };
                    steps[at] = Step {
                        what: What::Instruction(number),
                        inputs: arguments.map(source),
                    };
                    (steps, at + 1)
                };
                if length == self.length {
                    let found = matches(&self.target, &out);
                    let found: Vec<_> = found.into_iter().map(step).collect();
                    for (steps, length) in found {
                        self.report(&steps[..length])?;
                    }
                    continue;
                }
                for index in 0..count {
                    let value = out.value(index);
                    let found = hash(value);
                    let is_full = self.seen.len() >= SEEN_MAX;
                    match self.seen.find_mut(found, |it| it.0 == found) {
                        Some((_, known)) if usize::from(*known) <= length => continue,
                        Some((_, known)) => *known = length as u8,
                        None if is_full => {}
                        None => {
                            let entry = (found, length as u8);
                            self.seen.insert_unique(found, entry, |it| it.0);
                        }
                    }
                    let (steps, _) = step(index);
                    let next = &mut pending[length - batch.length - 1];
                    next.current.push(value);
                    next.sources.push(Source::Step(length as u8 - 1));
                    next.sequences.push(steps);
                    for (place, earlier) in next.earlier.iter_mut().enumerate() {
                        if place < batch.earlier.len() {
                            earlier.push(batch.earlier[place].value(index));
                        } else if place + 1 == batch.length {
                            earlier.push(batch.current.value(index));
                        } else if let Some(side) = side {
                            earlier.push(self.sides[side].tile.value(0));
                        }
                    }
                }
                for (more, next) in (1..).zip(&mut pending) {
                    if next.sources.len() + count > CHUNK {
                        let empty = Batch::new(batch.length + more, is_wide);
                        let full = std::mem::replace(next, empty);
                        self.expand_parts(&full)?;
                    }
                }
            }
            if Instant::now() > self.deadline || (self.is_cancelled)() {
                return Err(Ended::Time);
            }
        }
        for left in &pending {
            self.expand_parts(left)?;
        }
        Ok(())
    }

    fn expand_parts(&mut self, batch: &Batch) -> Result<(), Ended> {
        if batch.sources.is_empty() || batch.length >= self.length {
            return Ok(());
        }
        self.expand(batch)
    }
}

/// The values that are what they must be.
fn matches(target: &Target, values: &Values) -> Vec<usize> {
    let mut found = Vec::new();
    let (wanted, care) = (&target.values, &target.care);
    let (of_values, _) = values.most.as_chunks::<LANES>();
    for (index, value) in of_values.iter().enumerate() {
        if (value[0] ^ wanted.most[0]) & care.most[0] != 0 {
            continue;
        }
        let lanes = value.iter().zip(&wanted.most).zip(&care.most);
        let is_met = lanes
            .into_iter()
            .all(|((own, other), care)| (own ^ other) & care == 0);
        let least = values.value(index).least;
        let mut lanes = least.iter().zip(&wanted.least).zip(&care.least);
        if is_met && lanes.all(|((own, other), care)| (own ^ other) & care == 0) {
            found.push(index);
        }
    }
    found
}
