//! The operands of one more instruction.

use super::{Batch, Breadth, Enumeration};
use crate::operations::{INPUTS_MAX, Instruction};

/// An operand of a batch's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Current,
    Leaf(usize),
    Earlier(usize),
    Constant(usize),
}

impl Enumeration<'_, '_> {
    /// Whether this pass tries an instruction.
    pub(super) fn is_tried(&self, instruction: &Instruction) -> bool {
        let is_likely = if instruction.is_float() {
            self.likely.1
        } else {
            self.likely.0
        };
        instruction.is_tried
            && (instruction.inputs < 3 || self.breadth >= Breadth::Three)
            && (is_likely || self.breadth > Breadth::Likely)
    }

    /// All choices of operands of an instruction for a batch: one is current, at most one a constant that is not
    /// loaded yet.
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
        let constants: Vec<Argument> = (0..self.constants.len()).map(Argument::Constant).collect();
        let has_constants = batch.length + 2 <= self.length
            && (instruction.inputs < 3 || self.breadth >= Breadth::ThreeWithConstant);
        // A constant that can change places with another operand is the second one.
        let first = usize::from(instruction.commutes);
        let constant_places = if has_constants && instruction.inputs > 1 {
            first..instruction.inputs
        } else {
            0..0
        };
        let only = [Argument::Current];
        let mut found = Vec::new();
        for constant in std::iter::once(None).chain(constant_places.map(Some)) {
            let choices = |position: usize| -> &[Argument] {
                if constant == Some(position) {
                    &constants
                } else if position < instruction.inputs {
                    &values
                } else {
                    &only
                }
            };
            for (at, &first) in choices(0).iter().enumerate() {
                for (beside, &second) in choices(1).iter().enumerate() {
                    let is_repeated = instruction.commutes
                        && constant.is_none_or(|it| it == 2)
                        && beside < at
                        && self.is_movable(first)
                        && self.is_movable(second);
                    if is_repeated {
                        continue;
                    }
                    for &third in choices(2) {
                        let all = [first, second, third];
                        let used = &all[..instruction.inputs];
                        if used.contains(&Argument::Current)
                            && self.fits_unit(instruction, used, own)
                        {
                            found.push(all);
                        }
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
            Argument::Current | Argument::Earlier(_) | Argument::Constant(_) => true,
        }
    }

    /// Whether the operands from memory can be read by one instruction; `own` is the input that is current.
    fn fits_unit(
        &self,
        instruction: &Instruction,
        arguments: &[Argument],
        own: Option<usize>,
    ) -> bool {
        let leaf_of = |argument: &Argument| match argument {
            Argument::Leaf(leaf) => Some(*leaf),
            Argument::Current => own,
            Argument::Earlier(_) | Argument::Constant(_) => None,
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
