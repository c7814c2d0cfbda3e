//! The other operand of an instruction of a chain, if one more instruction computes it.

use mnc2_emulator::alu::PathView;

use super::{Argument, Enumeration};
use crate::constants::Constant;
use crate::sequence::{Source, Step, What};
use mnc2_schedule::lane_values::{CHUNK, LANES, Values, hash};
use mnc2_schedule::operations::INPUTS_MAX;

/// Sides with an instruction; each takes 32 KiB, or twice that.
const COMPUTED_MAX: usize = 512;

/// A constant that is loaded, or the result of an instruction that reads inputs alone.
pub(super) struct Side {
    pub(super) step: Step,
    /// Its value, a chunk of copies.
    pub(super) tile: Values,
}

impl Side {
    pub(super) fn from_constant(constant: &Constant, is_wide: bool) -> Self {
        Self {
            step: Step::load(constant.bits),
            tile: constant.values(CHUNK * LANES, is_wide),
        }
    }
}

impl Enumeration<'_, '_> {
    /// Finds the sides of a pass: the constants, and from length 3 on what the instructions of the pass with one or two
    /// operands make of the inputs. A shorter sequence has no place for them.
    pub(super) fn find_sides(&mut self) {
        self.sides.truncate(self.constants.len());
        if self.length < 3 {
            return;
        }
        let mut known: Vec<u64> = self
            .sides
            .iter()
            .map(|side| hash(side.tile.value(0)))
            .collect();
        let mut out = Values::new(self.is_wide);
        for number in 0..u16::try_from(self.instructions.len()).unwrap_or(u16::MAX) {
            let instruction = &self.instructions[usize::from(number)];
            if !self.is_tried(instruction) || instruction.inputs > 2 {
                continue;
            }
            let size = instruction.size();
            for (first, second) in self.input_pairs(instruction.inputs, instruction.commutes) {
                let arguments = [first, second, first].map(Argument::Leaf);
                if !self.fits_unit(instruction, &arguments[..instruction.inputs], None) {
                    continue;
                }
                let leaves = [first, second, first].map(|leaf| &self.leaves[leaf]);
                let inputs: [PathView<'_>; INPUTS_MAX] =
                    leaves.map(|leaf| leaf.values[size].value(0));
                instruction.execute(inputs, &mut self.inverted, &mut out, &mut []);
                self.evaluations += 1;
                let found = out.hash();
                let is_input = self.seen.find(found, |it| it.0 == found).is_some();
                if is_input || known.contains(&found) {
                    continue;
                }
                known.push(found);
                self.sides.push(Side {
                    step: Step {
                        what: What::Instruction(number),
                        inputs: leaves.map(|leaf| Source::Leaf(leaf.number)),
                    },
                    tile: out.repeated(CHUNK),
                });
                if known.len() >= self.constants.len() + COMPUTED_MAX {
                    return;
                }
            }
        }
    }

    /// The inputs of an instruction that reads nothing else; with one operand, the second is the first.
    fn input_pairs(&self, inputs: usize, commutes: bool) -> Vec<(usize, usize)> {
        let leaves = 0..self.leaves.len();
        match inputs {
            1 => leaves.map(|leaf| (leaf, leaf)).collect(),
            // A constant of the chip is the first operand.
            _ => leaves
                .clone()
                .flat_map(|first| leaves.clone().map(move |second| (first, second)))
                .filter(|&(first, second)| {
                    !commutes || first <= second || self.leaves[first].is_constant
                })
                .collect(),
        }
    }
}
