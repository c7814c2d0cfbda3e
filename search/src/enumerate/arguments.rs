//! The operands of one more instruction.

use super::{Batch, Breadth, Enumeration};
use mnc2_schedule::operations::{INPUTS_MAX, Instruction};

/// An operand of a batch's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Current,
    Leaf(usize),
    Earlier(usize),
    /// What one more instruction makes of the inputs.
    Side(usize),
}

impl Enumeration<'_, '_> {
    /// Whether this pass tries the results of an instruction.
    pub(super) fn is_tried(&self, instruction: &Instruction) -> bool {
        instruction.is_tried && self.is_in_pass(instruction)
    }

    /// Whether an instruction is one of this pass.
    pub(super) fn is_in_pass(&self, instruction: &Instruction) -> bool {
        let is_likely = if instruction.is_float() {
            self.likely.1
        } else {
            self.likely.0
        };
        (instruction.inputs < 3 || self.breadth >= Breadth::Three)
            && (is_likely || self.breadth > Breadth::Likely)
    }

    /// All choices of operands of an instruction for a batch: one is current, at most one a side.
    pub(super) fn arguments(
        &self,
        instruction: &Instruction,
        batch: &Batch,
    ) -> Vec<[Argument; INPUTS_MAX]> {
        let own = batch.leaf.map(|(leaf, _)| leaf);
        let mut values: Vec<Argument> = vec![Argument::Current];
        let leaves = (0..self.leaves.len()).filter(|leaf| Some(*leaf) != own);
        values.extend(leaves.map(Argument::Leaf));
        values.extend((0..batch.earlier.len()).map(Argument::Earlier));
        // With an input as the current value, a side is the current value of another batch.
        let count = if batch.length == 0 {
            self.constants.len()
        } else {
            self.sides.len()
        };
        let sides: Vec<Argument> = (0..count).map(Argument::Side).collect();
        let has_sides = batch.length + 2 <= self.length
            && (instruction.inputs < 3 || self.breadth >= Breadth::ThreeWithSide);
        // A side that can change places with another operand is the second one.
        let first = usize::from(instruction.commutes);
        let side_places = if has_sides && instruction.inputs > 1 {
            first..instruction.inputs
        } else {
            0..0
        };
        let mut found = Vec::new();
        for side in std::iter::once(None).chain(side_places.map(Some)) {
            let choices = |position: usize| -> &[Argument] {
                if side == Some(position) {
                    &sides
                } else {
                    &values
                }
            };
            let is_wanted = |all: &[Argument]| all.contains(&Argument::Current);
            found.extend(self.choices(instruction, own, side == Some(1), is_wanted, choices));
        }
        found
    }

    /// All choices of operands, one of `choices` for each place. With `is_fixed` the second is always written second. `own` is the
    /// input that is current.
    pub(super) fn choices<'c>(
        &self,
        instruction: &Instruction,
        own: Option<usize>,
        is_fixed: bool,
        is_wanted: impl Fn(&[Argument]) -> bool,
        choices: impl Fn(usize) -> &'c [Argument],
    ) -> Vec<[Argument; INPUTS_MAX]> {
        let only = [Argument::Current];
        let choices = |position: usize| {
            if position < instruction.inputs {
                choices(position)
            } else {
                &only
            }
        };
        let mut found = Vec::new();
        for (at, &first) in choices(0).iter().enumerate() {
            for (next, &second) in choices(1).iter().enumerate() {
                let is_repeated = instruction.commutes
                    && !is_fixed
                    && next < at
                    && self.is_movable(first)
                    && self.is_movable(second);
                if is_repeated {
                    continue;
                }
                for &third in choices(2) {
                    let all = [first, second, third];
                    let used = &all[..instruction.inputs];
                    if is_wanted(used) && self.fits_unit(instruction, used, own) {
                        found.push(all);
                    }
                }
            }
        }
        found
    }

    /// Whether an operand can be in any place; a constant of the chip is the first one.
    fn is_movable(&self, argument: Argument) -> bool {
        match argument {
            Argument::Leaf(leaf) => !self.leaves[leaf].is_constant,
            Argument::Current | Argument::Earlier(_) | Argument::Side(_) => true,
        }
    }

    /// Whether the operands from memory can be read by one instruction; `own` is the input that is current.
    pub(super) fn fits_unit(
        &self,
        instruction: &Instruction,
        arguments: &[Argument],
        own: Option<usize>,
    ) -> bool {
        let leaf_of = |argument: &Argument| match argument {
            Argument::Leaf(leaf) => Some(*leaf),
            Argument::Current => own,
            Argument::Earlier(_) | Argument::Side(_) => None,
        };
        let number = |leaf: usize| usize::from(self.leaves[leaf].number);
        arguments.iter().enumerate().all(|(position, argument)| {
            let Some(leaf) = leaf_of(argument) else {
                return true;
            };
            let is_readable =
                !self.leaves[leaf].is_constant || (position == 0 && !instruction.is_vector());
            let mut before = arguments[..position].iter().filter_map(leaf_of);
            is_readable
                && before.all(|other| {
                    other == leaf || (self.fits)(instruction, number(other), number(leaf))
                })
        })
    }
}
