//! The instructions that are tried, and their results on many inputs. The emulator's units compute the results, so this file
//! repeats no semantics.
//!
//! Two instructions with the same results on all test inputs are one here, under the first spelling: `land`, `iand` and `sand`
//! differ only in mask flags.

use std::collections::BTreeSet;

use mnc2_emulator::alu::{Operation, PathView};
use mnc2_emulator::float::convert::invert_signs;
use mnc2_emulator::float::format::{DOUBLE, HALF, SINGLE};
use mnc2_emulator::mau::VectorOperation;
use mnc2_isa::mau::Port;
use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{MauOp, Op, Precision};
use mnc2_program::Expression;

use crate::input_bits::InputBits;
use crate::lane_values::{CHUNK, LANES, Random, Values};

/// Maximum number of inputs of an instruction.
pub const INPUTS_MAX: usize = 3;

/// The operation of a unit.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// An operation of the ALU.
    Alu(Operation),
    /// A vector operation of the MAU.
    Mau(VectorOperation),
}

/// An instruction without its operands; signs of inputs belong to it.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// Its opcode, with the precision.
    pub spelling: &'static Spelling,
    /// The unit that computes it.
    pub unit: Unit,
    /// The operands that it reads, in the order written.
    pub inputs: usize,
    /// Which of them have `-`.
    pub negated: [bool; INPUTS_MAX],
    /// The input of the MAU that each operand is.
    ports: &'static [Port],
    /// Whether the first two operands can change places.
    pub commutes: bool,
    /// Whether it is one of those that are tried: no earlier one is equivalent.
    pub is_tried: bool,
    /// Whether its flags are tried: they depend on the inputs, and no simpler instruction sets the same.
    pub has_flags: bool,
}

impl Instruction {
    /// Every ALU and vector instruction, with every choice of signs. Block floats have no operand for what they need,
    /// and `zero` and `imm` are constants.
    pub fn all(is_wide: bool) -> Vec<Self> {
        let mut found: Vec<Self> = spelling::all()
            .iter()
            .flat_map(Self::all_with_spelling)
            .collect();
        found.retain(|it| is_wide || !it.needs_least());
        mark_tried(&mut found, is_wide);
        found
    }

    /// The instruction of an expression that needs neither conversions nor second long words.
    pub fn from_expression(expression: &Expression) -> Option<Self> {
        let mut found = Self::all_with_spelling(expression.spelling)
            .into_iter()
            .next()?;
        let is_plain = expression.inputs.len() == found.inputs
            && expression.spelling.ops.first() == Some(&expression.op)
            && !found.needs_least();
        for (position, input) in expression.inputs.iter().enumerate() {
            if !is_plain || input.conversion.is_some() || input.negated && !found.is_vector() {
                return None;
            }
            found.negated[position] = input.negated;
        }
        Some(found)
    }

    fn all_with_spelling(spelling: &'static Spelling) -> Vec<Self> {
        let Some(&op) = spelling.ops.first() else {
            return Vec::new();
        };
        let instruction = |unit, inputs, negated, ports| Self {
            spelling,
            unit,
            inputs,
            negated,
            ports,
            commutes: false,
            is_tried: true,
            has_flags: true,
        };
        match (op, spelling.precision) {
            (Op::Alu(op), _) if !InputBits::from_op(op).is_tried() => Vec::new(),
            (Op::Alu(op), precision) => {
                let unit = Unit::Alu(Operation {
                    op,
                    precision,
                    unsigned: spelling.unsigned,
                    mantissa_bits: 9,
                    immediate: 0,
                });
                let operands = Op::Alu(op).row().operands.iter();
                let inputs = operands
                    .filter(|spec| spec.role == mnc2_isa::OperandRole::Input)
                    .count();
                vec![instruction(unit, inputs, [false; INPUTS_MAX], &[])]
            }
            (Op::Mau(op), Some(precision)) => {
                // Signs of both factors are one sign.
                let (signs, ports): (&[[bool; 3]], &'static [Port]) = match op {
                    MauOp::Vpassa => (&[[false; 3], [true, false, false]], &[Port::A]),
                    MauOp::Vmul => (&[[false; 3], [true, false, false]], &[Port::A, Port::B]),
                    MauOp::Vadd => (
                        &[
                            [false; 3],
                            [false, true, false],
                            [true, false, false],
                            [true, true, false],
                        ],
                        &[Port::A, Port::C],
                    ),
                    MauOp::Vfma => (
                        &[
                            [false; 3],
                            [false, false, true],
                            [true, false, false],
                            [true, false, true],
                        ],
                        &[Port::A, Port::B, Port::C],
                    ),
                    MauOp::Mfma | MauOp::Mmul | MauOp::Mwrite | MauOp::Mread => return Vec::new(),
                };
                let unit = Unit::Mau(VectorOperation {
                    precision,
                    half: spelling.half,
                    shortened: spelling.shortened,
                });
                let of_signs = signs
                    .iter()
                    .map(|&negated| instruction(unit, ports.len(), negated, ports));
                of_signs.collect()
            }
            (Op::Mau(_), None) | (Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_), _) => {
                Vec::new()
            }
        }
    }

    /// Whether the second long word of an input or of the output takes part.
    fn needs_least(&self) -> bool {
        match &self.unit {
            Unit::Alu(operation) => !operation.keeps_least(),
            Unit::Mau(operation) => operation.uses_least(),
        }
    }

    /// Whether the MAU computes it.
    pub const fn is_vector(&self) -> bool {
        matches!(self.unit, Unit::Mau(_))
    }

    /// The bits of its elements.
    pub fn element_bits(&self) -> u32 {
        self.spelling.precision.map_or(64, Precision::element_bits)
    }

    /// The place of this size among the values of a leaf.
    pub fn size(&self) -> usize {
        match self.element_bits() {
            16 => 0,
            32 => 1,
            _ => 2,
        }
    }

    /// Whether it computes with floating-point numbers.
    pub fn is_float(&self) -> bool {
        self.spelling.precision.is_some_and(Precision::is_float)
    }

    /// Each bit of the result depends only on the bits of its own aligned group of this many; `None` if on others too.
    /// Only for integers and logic, whose results the manual gives bit for bit.
    pub fn reach_bits(&self) -> Option<u32> {
        match &self.unit {
            Unit::Mau(_) => None,
            Unit::Alu(operation) => match InputBits::from_op(operation.op) {
                InputBits::Bit => Some(1),
                InputBits::Element => (!self.is_float()).then(|| self.element_bits()),
                InputBits::Nothing | InputBits::OtherPe | InputBits::Block => None,
            },
        }
    }

    /// Computes the results for some lanes, a multiple of 32; unused `least` sides are empty, and so are unused flags.
    pub fn execute(
        &self,
        inputs: [PathView<'_>; INPUTS_MAX],
        inverted: &mut [Values; INPUTS_MAX],
        output: &mut Values,
        flags: &mut [u8],
    ) {
        let lanes = inputs[0].most.len();
        output.resize(lanes);
        let precision = self.spelling.precision;
        match &self.unit {
            Unit::Alu(operation) => {
                let [x, y, _] = inputs;
                let y = if self.inputs > 1 { y } else { x };
                if operation.keeps_least() && !output.least.is_empty() {
                    output.least.copy_from_slice(x.least);
                }
                operation.execute(x, y, output.view_mut(), flags);
            }
            Unit::Mau(operation) => {
                let [a, b, c] = inverted;
                let mut paths: [Option<PathView<'_>>; INPUTS_MAX] = [None; INPUTS_MAX];
                let places = [a, b, c];
                for (position, place) in places.into_iter().enumerate().take(self.inputs) {
                    let port = self.ports[position];
                    let input = inputs[position];
                    let input = if self.negated[position] {
                        place.invert(input, sign_bits(precision, port));
                        place.view()
                    } else {
                        input
                    };
                    paths[port as usize] = Some(input);
                }
                let [x, y, z] = paths;
                let x = most_only(x.unwrap_or(inputs[0]));
                let has_least = operation.uses_least();
                if !has_least {
                    output.least.fill(0);
                }
                let y = y.map(most_only);
                operation.execute(x, y, z, output.view_mut(), flags);
            }
        }
    }
}

/// The MSB side alone.
const fn most_only(path: PathView<'_>) -> PathView<'_> {
    PathView {
        most: path.most,
        least: &[],
    }
}

/// The sign bits of an input of the MAU: addends of half precision are single precision (manual 3.6.9.22).
fn sign_bits(precision: Option<Precision>, port: Port) -> u64 {
    let bits = precision.map_or(64, Precision::element_bits);
    let format = match (bits, port) {
        (16, Port::A | Port::B) => HALF,
        (16, Port::C) | (32, _) => SINGLE,
        _ => DOUBLE,
    };
    invert_signs(format, 0)
}

/// Finds which instructions commute, and which have the results or the flags of an earlier one.
fn mark_tried(instructions: &mut [Instruction], is_wide: bool) {
    let mut random = Random::new(0x5eed);
    let lanes = CHUNK * LANES;
    let [x, y, z] = [(); 3].map(|()| {
        let mut values = Values::new(is_wide);
        values.resize(lanes);
        values.most.fill_with(|| random.long_word());
        values.least.fill_with(|| random.long_word());
        values
    });
    let mut inverted = [(); 3].map(|()| Values::new(is_wide));
    let mut seen = BTreeSet::new();
    let mut of_flags: Vec<Vec<u8>> = Vec::with_capacity(instructions.len());
    for instruction in &mut *instructions {
        let mut result = Values::new(is_wide);
        let mut flags = vec![0; lanes];
        let mut run = |inputs: [&Values; 3], result: &mut Values, flags: &mut [u8]| {
            instruction.execute(inputs.map(Values::view), &mut inverted, result, flags);
        };
        run([&x, &y, &z], &mut result, &mut flags);
        let mut swapped = Values::new(is_wide);
        let mut swapped_flags = vec![0; lanes];
        run([&y, &x, &z], &mut swapped, &mut swapped_flags);
        instruction.commutes =
            instruction.inputs > 1 && result == swapped && flags == swapped_flags;
        instruction.is_tried = seen.insert((instruction.inputs, result.hash()));
        of_flags.push(flags);
    }
    // Among those with the same flags, a simple one.
    let mut order: Vec<usize> = (0..instructions.len()).collect();
    order.sort_by_key(|&index| {
        let instruction = &instructions[index];
        (instruction.is_float(), instruction.spelling.text.len())
    });
    let mut seen = BTreeSet::new();
    for index in order {
        let flags = &of_flags[index];
        let is_constant = flags.iter().all(|it| *it == flags[0]);
        let instruction = &mut instructions[index];
        instruction.has_flags = !is_constant && seen.insert((instruction.inputs, flags));
    }
}
