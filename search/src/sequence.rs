//! Sequences of instructions, and what they compute.

use mnc2_emulator::alu::PathView;

use super::constants::Constant;
use mnc2_schedule::lane_values::{CHUNK, LANES, Values};
use mnc2_schedule::operations::{INPUTS_MAX, Instruction};

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A value from before the block.
    Leaf(u8),
    /// The result of an earlier step of the sequence.
    Step(u8),
}

/// The operation of a step of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The number of an instruction.
    Instruction(u16),
    /// The long word of a constant that is loaded.
    Load(u64),
    /// The first input where the flags of the second one are set, and the third elsewhere: a write under a mask register
    /// (manual 3.6.2.1).
    Select,
    /// The first input where the flags of the second one are set, and zero elsewhere (manual 3.6.2.2).
    ZeroFlush,
}

/// One instruction with its inputs; those that it does not have repeat the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) what: What,
    pub(super) inputs: [Source; INPUTS_MAX],
}

impl Step {
    /// The step whose flags decide, if some do.
    pub(super) const fn flags_of(&self) -> Option<Source> {
        match self.what {
            What::Select | What::ZeroFlush => Some(self.inputs[1]),
            What::Instruction(_) | What::Load(_) => None,
        }
    }

    /// An instruction, which does not have the last inputs if it has fewer.
    pub(super) fn new(
        number: u16,
        instruction: &Instruction,
        inputs: [Source; INPUTS_MAX],
    ) -> Self {
        let mut inputs = inputs;
        let first = inputs[0];
        inputs[instruction.inputs..].fill(first);
        Self {
            what: What::Instruction(number),
            inputs,
        }
    }

    /// A constant that is loaded.
    pub(super) const fn load(bits: u64) -> Self {
        Self {
            what: What::Load(bits),
            inputs: [Source::Leaf(0); INPUTS_MAX],
        }
    }
}

/// A value that sequences can read: the same for every precision, but for constants of the chip.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The operand as written.
    pub(super) text: String,
    /// Whether only the first input of the ALU can read it.
    pub(super) is_constant: bool,
    /// Its values if elements have 16, 32 or 64 bits.
    pub(super) values: [Values; 3],
}

impl Leaf {
    /// The long words; a constant of the chip is one number.
    pub(super) const fn long_words(&self) -> &Values {
        &self.values[2]
    }
}

/// Computes all steps of a sequence, some lanes at a time, and passes each step's results on.
pub(super) fn evaluate(
    steps: &[Step],
    instructions: &[Instruction],
    leaves: &[Leaf],
    lanes: usize,
    is_wide: bool,
) -> Values {
    let mut result = Values::new(is_wide);
    let mut inverted = [(); INPUTS_MAX].map(|()| Values::new(is_wide));
    let at_once = CHUNK * LANES;
    for first in (0..lanes).step_by(at_once) {
        let range = first..(first + at_once).min(lanes);
        let mut values: Vec<Values> = Vec::with_capacity(steps.len());
        let mut flags: Vec<Vec<u8>> = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            let mut out = Values::new(is_wide);
            let own = Source::Step(index as u8);
            let decides = steps[index..].iter().any(|it| it.flags_of() == Some(own));
            let mut own_flags = vec![0; if decides { range.len() } else { 0 }];
            let view = |source: Source, size: usize| match source {
                Source::Leaf(leaf) => leaves[usize::from(leaf)].values[size].view().part(&range),
                Source::Step(step) => values[usize::from(step)].view(),
            };
            match step.what {
                What::Load(bits) => out = Values::all(bits, bits, range.len(), is_wide),
                What::Instruction(number) => {
                    let instruction = &instructions[usize::from(number)];
                    let inputs: [PathView<'_>; INPUTS_MAX] =
                        step.inputs.map(|source| view(source, instruction.size()));
                    instruction.execute(inputs, &mut inverted, &mut out, &mut own_flags);
                }
                What::Select | What::ZeroFlush => {
                    let otherwise = (step.what == What::Select).then(|| view(step.inputs[2], 2));
                    let chosen = step.flags_of().map_or(&[][..], |source| match source {
                        Source::Step(step) => &flags[usize::from(step)],
                        Source::Leaf(_) => &[],
                    });
                    out.push(view(step.inputs[0], 2));
                    out.select(chosen, otherwise);
                }
            }
            values.push(out);
            flags.push(own_flags);
        }
        if let Some(last) = values.last() {
            result.push(last.view());
        }
    }
    result
}

/// The bytes that a constant takes in the text.
pub(super) fn constant_text(bits: u64, pool: &[Constant]) -> String {
    let known = pool.iter().find(|it| it.bits == bits);
    known.map_or_else(
        || Constant::from_word((bits >> 32) as u32).text,
        |it| it.text.clone(),
    )
}
