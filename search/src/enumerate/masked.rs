//! Sequences that end with a write under a mask register: the flags of one instruction choose, in every half word, between the
//! result of the last one and what the output held before, or zero.
//!
//! Two instructions are such a sequence, three with a side that the first two can read. A side can also be what the output
//! holds. First come the flags: few of them leave the output right where they are not set. Only with these the last
//! instruction is tried.

use std::time::Instant;

use mnc2_emulator::alu::PathView;
use mnc2_emulator::machine::mask::HALF_WORDS;

use super::{Argument, Ended, Enumeration, LeafTile};
use crate::sequence::{Source, Step, What};
use mnc2_schedule::lane_values::{CHUNK, LANES, Values};
use mnc2_schedule::operations::{INPUTS_MAX, Instruction};

/// What an output is where the flags are not set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Otherwise {
    Zero,
    /// The content from before the block.
    Held(usize),
    /// A side, which is written to the output first.
    Side,
}

/// Flags that leave the output right where they are not set.
struct Chosen {
    side: Option<usize>,
    step: Step,
    otherwise: Otherwise,
    /// The bits that the last instruction must give.
    care: [u64; LANES],
}

/// What the last instruction can read: one value for each of the [`Chosen`].
struct Pending {
    chosen: Vec<Chosen>,
    sides: Values,
    results: Values,
}

impl Pending {
    const fn new() -> Self {
        Self {
            chosen: Vec::new(),
            sides: Values::new(false),
            results: Values::new(false),
        }
    }
}

/// What an instruction reads of inputs, of the current values and of earlier ones.
fn views<'v>(
    leaves: &'v [LeafTile],
    (instruction, arguments): (&Instruction, [Argument; INPUTS_MAX]),
    lanes: usize,
    [current, earlier]: [&'v Values; 2],
) -> [PathView<'v>; INPUTS_MAX] {
    let size = instruction.size();
    arguments.map(|it| match it {
        Argument::Leaf(leaf) => leaves[leaf].values[size].first(lanes),
        Argument::Current | Argument::Side(_) => current.view(),
        Argument::Earlier(_) => earlier.view(),
    })
}

impl Enumeration<'_, '_> {
    /// Tries all sequences of this length with a mask. The second long word of the data path has no flags of its own here.
    pub(super) fn masked(&mut self) -> Result<(), Ended> {
        if !self.takes_mask || self.is_wide || !(2..=3).contains(&self.length) {
            return Ok(());
        }
        let mut pending = Pending::new();
        if self.length == 2 {
            self.choose(None, &mut pending)?;
        } else {
            for first in (0..self.sides.len()).step_by(CHUNK) {
                self.choose(Some(first), &mut pending)?;
            }
        }
        self.finish(&mut pending)
    }

    /// Tries the flags of every instruction on the inputs, and on a chunk of sides.
    fn choose(&mut self, first: Option<usize>, pending: &mut Pending) -> Result<(), Ended> {
        let mut current = Values::new(false);
        let count = first.map_or(1, |first| (self.sides.len() - first).min(CHUNK));
        for side in first.into_iter().flat_map(|first| first..first + count) {
            current.push(self.sides[side].tile.value(0));
        }
        let lanes = count * LANES;
        let mut values: Vec<Argument> = (0..self.leaves.len()).map(Argument::Leaf).collect();
        if first.is_some() {
            values.push(Argument::Current);
        }
        let mut out = Values::new(false);
        let mut flags = vec![0; lanes];
        for (number, instruction) in (0_u16..).zip(self.instructions) {
            if !instruction.has_flags || !self.is_in_pass(instruction) {
                continue;
            }
            for arguments in self.choices(instruction, None, false, |_| true, |_| &values) {
                let inputs = views(&self.leaves, (instruction, arguments), lanes, [&current; 2]);
                instruction.execute(inputs, &mut self.inverted, &mut out, &mut flags);
                self.evaluations += count as u64;
                let inputs = arguments.map(|it| self.source(it));
                let step = Step::new(number, instruction, inputs);
                for index in 0..count {
                    let own = &flags[index * LANES..(index + 1) * LANES];
                    let held = first.map(|_| current.value(index).most);
                    for (otherwise, care) in self.left_right(own, held) {
                        pending.chosen.push(Chosen {
                            side: first.map(|first| first + index),
                            step,
                            otherwise,
                            care,
                        });
                        pending.results.push(out.value(index));
                        if first.is_some() {
                            pending.sides.push(current.value(index));
                        }
                        if pending.chosen.len() == CHUNK {
                            self.finish(pending)?;
                        }
                    }
                }
            }
            self.check_time()?;
        }
        Ok(())
    }

    /// What the output can hold where flags are not set, each with the bits that are left.
    fn left_right(&self, flags: &[u8], side: Option<&[u64]>) -> Vec<(Otherwise, [u64; LANES])> {
        let held = self.held.map(|held| {
            let values = self.leaves[held].values[2].value(0).most;
            (Otherwise::Held(held), Some(values))
        });
        let side = side.map(|values| (Otherwise::Side, Some(values)));
        let (wanted, care) = (&self.target.values.most, &self.target.care.most);
        let all = [Some((Otherwise::Zero, None)), held, side];
        let is_right = |values: Option<&[u64]>| {
            (0..LANES).all(|lane| {
                let value = values.map_or(0, |values| values[lane]);
                let bits = HALF_WORDS[usize::from(flags[lane] & 0b1111)];
                (value ^ wanted[lane]) & care[lane] & !bits == 0
            })
        };
        let mut left = [0; LANES];
        for (lane, left) in left.iter_mut().enumerate() {
            *left = care[lane] & HALF_WORDS[usize::from(flags[lane] & 0b1111)];
        }
        // With all flags set, a mask changes nothing.
        if left == care[..] || left == [0; LANES] {
            return Vec::new();
        }
        all.into_iter()
            .flatten()
            .filter(|(_, values)| is_right(*values))
            .map(|(otherwise, _)| (otherwise, left))
            .collect()
    }

    /// Tries every last instruction for the flags that were chosen.
    fn finish(&mut self, pending: &mut Pending) -> Result<(), Ended> {
        let Pending {
            chosen,
            sides,
            results,
        } = std::mem::replace(pending, Pending::new());
        if chosen.is_empty() {
            return Ok(());
        }
        let lanes = chosen.len() * LANES;
        self.finish_with_constants(&chosen)?;
        let mut values: Vec<Argument> = (0..self.leaves.len()).map(Argument::Leaf).collect();
        values.push(Argument::Current);
        if !sides.most.is_empty() {
            values.push(Argument::Earlier(0));
        }
        let mut out = Values::new(false);
        for (number, instruction) in (0_u16..).zip(self.instructions) {
            if !self.is_tried(instruction) {
                continue;
            }
            for arguments in self.choices(instruction, None, false, |_| true, |_| &values) {
                let inputs = views(
                    &self.leaves,
                    (instruction, arguments),
                    lanes,
                    [&results, &sides],
                );
                instruction.execute(inputs, &mut self.inverted, &mut out, &mut []);
                self.evaluations += chosen.len() as u64;
                for (index, chosen) in chosen.iter().enumerate() {
                    if !self.is_given(chosen, out.value(index).most) {
                        continue;
                    }
                    let has_side = usize::from(chosen.side.is_some());
                    let inputs = arguments.map(|it| match it {
                        Argument::Current => Source::Step(has_side as u8),
                        other => self.source(other),
                    });
                    let step = Step::new(number, instruction, inputs);
                    self.report_masked(chosen, step)?;
                }
            }
            self.check_time()?;
        }
        Ok(())
    }

    /// The last instruction may also load a constant.
    fn finish_with_constants(&mut self, chosen: &[Chosen]) -> Result<(), Ended> {
        for chosen in chosen {
            let lane = chosen.care.iter().position(|care| *care != 0);
            let wanted = self.target.values.most[lane.unwrap_or(0)];
            let word = |word: u64| word << 32 | word;
            let known = self.constants.iter().map(|it| it.bits);
            let needed = [word(wanted >> 32), word(wanted & 0xffff_ffff)];
            let found: Vec<u64> = known
                .chain(needed)
                .filter(|&bits| self.is_given(chosen, &[bits; LANES]))
                .collect();
            if let Some(&bits) = found.first() {
                self.report_masked(chosen, Step::load(bits))?;
            }
        }
        Ok(())
    }

    /// Whether a value is the output where the flags are set.
    fn is_given(&self, chosen: &Chosen, value: &[u64]) -> bool {
        let mut lanes = value.iter().zip(&self.target.values.most).zip(&chosen.care);
        lanes.all(|((own, wanted), care)| (own ^ wanted) & care == 0)
    }

    fn report_masked(&mut self, chosen: &Chosen, last: Step) -> Result<(), Ended> {
        let mut steps: Vec<Step> = Vec::with_capacity(4);
        steps.extend(chosen.side.map(|side| self.sides[side].step));
        let flags = Source::Step(steps.len() as u8);
        let result = Source::Step(steps.len() as u8 + 1);
        let (what, otherwise) = match chosen.otherwise {
            Otherwise::Zero => (What::ZeroFlush, result),
            Otherwise::Held(leaf) => (What::Select, Source::Leaf(self.leaves[leaf].number)),
            Otherwise::Side => (What::Select, Source::Step(0)),
        };
        let inputs = [result, flags, otherwise];
        steps.extend([chosen.step, last, Step { what, inputs }]);
        self.report(&steps)
    }

    /// Where an operand comes from; the side of a sequence is its first step.
    fn source(&self, argument: Argument) -> Source {
        match argument {
            Argument::Leaf(leaf) => Source::Leaf(self.leaves[leaf].number),
            Argument::Current | Argument::Earlier(_) | Argument::Side(_) => Source::Step(0),
        }
    }

    fn check_time(&self) -> Result<(), Ended> {
        if Instant::now() > self.deadline || (self.is_cancelled)() {
            return Err(Ended::Time);
        }
        Ok(())
    }
}
