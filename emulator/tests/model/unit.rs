//! Instructions of the ALU and the MAU in every form that the assembler accepts: what to compare, and how it is
//! written. The forms are derived from the rows of the table, so a new row has some immediately.

use mnc2_isa::operand::{Constant, OperandClass, OperandRole};
use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{MauOp, Op};

use crate::operand::{Operand, PeMemory, Width};
use crate::oracle::samples::Random;
use crate::state::Mem;
use crate::step::Expression;
use crate::{alu, matrix, mau};

/// An instruction in one spelling, with the operands after its inputs from the PE.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) op: Op,
    pub(crate) spelling: &'static Spelling,
    /// `e`, `r` or nothing for each input from the PE.
    pub(crate) conversions: Vec<&'static str>,
    /// `/n` of block-float conversions.
    pub(crate) mantissa_length: Option<u32>,
}

/// The source of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    Memory(Mem, Width),
    T(Width),
    Forwarding(Mem),
    Constant(&'static str),
}

const WIDTHS: [Width; 3] = [Width::Single, Width::Long, Width::Double];

impl Source {
    /// Everything that is possible at a position, before the assembler decides.
    fn all() -> impl Iterator<Item = Self> {
        let memories = [Mem::Lm0, Mem::Lm1, Mem::Grf0, Mem::Grf1];
        let memories = memories
            .into_iter()
            .flat_map(|mem| WIDTHS.map(|width| Self::Memory(mem, width)));
        let forwarding = [Mem::Aluf, Mem::Mauf, Mem::Lbf, Mem::Mreadf].map(Self::Forwarding);
        let constants = Constant::ALL.map(|constant| Self::Constant(constant.name()));
        memories
            .chain(WIDTHS.map(Self::T))
            .chain(forwarding)
            .chain(constants)
    }

    /// The memory or register without its width.
    pub(crate) fn place(self) -> String {
        match self {
            Self::Memory(mem, _) | Self::Forwarding(mem) => mem.letters().to_owned(),
            Self::T(_) => "t".to_owned(),
            Self::Constant(name) => name.to_owned(),
        }
    }

    fn plain_text(self) -> String {
        match self {
            Self::Memory(mem, width) => format!("${}{}0v", width.letters(), mem.letters()),
            Self::T(width) => format!("${}t", width.letters()),
            Self::Forwarding(path) => format!("${}", path.letters()),
            Self::Constant(name) => format!("${name}"),
        }
    }

    /// An operand that reads it.
    fn operand(self, random: &mut Random, bits: u32) -> Operand {
        match self {
            Self::Memory(mem, width) => Operand::Memory(PeMemory::random(random, mem, &[width])),
            Self::T(width) => Operand::T(width),
            Self::Forwarding(path) => Operand::Forwarding(path),
            Self::Constant(name) => Operand::Constant(name, bits),
        }
    }
}

pub(crate) fn is_accepted(line: &str) -> bool {
    !mnc2_asm::parse(line).iter().any(|line| line.has_error())
}

/// The inputs of a row that come from the PE.
fn pe_inputs(op: Op) -> usize {
    let is_from_pe = |class| matches!(class, OperandClass::AluFirstInput | OperandClass::PeInput);
    let operands = op.row().operands.iter();
    operands
        .filter(|operand| operand.role == OperandRole::Input && is_from_pe(operand.class))
        .count()
}

/// The spellings of a row.
pub(crate) fn spellings(op: Op) -> impl Iterator<Item = &'static Spelling> {
    spelling::all()
        .iter()
        .filter(move |spelling| spelling.ops.contains(&op))
}

/// Every form of a row of the ALU or the MAU.
pub(crate) fn forms(op: Op) -> Vec<Form> {
    let inputs = pe_inputs(op);
    let mut forms = Vec::new();
    for spelling in spellings(op) {
        for mantissa_length in [None, Some(6), Some(7), Some(8), Some(9)] {
            for choice in 0..3_usize.pow(inputs as u32) {
                let letter =
                    |position: usize| ["", "e", "r"][choice / 3_usize.pow(position as u32) % 3];
                let form = Form {
                    op,
                    spelling,
                    conversions: (0..inputs).map(letter).collect(),
                    mantissa_length,
                };
                let plain: Vec<String> = vec!["$aluf".to_owned(); inputs];
                if is_accepted(&form.plain_line(&plain)) {
                    forms.push(form);
                }
            }
        }
    }
    assert!(!forms.is_empty(), "{op:?} has no form");
    forms
}

impl Form {
    /// The opcode without a zero-flush mask.
    pub(crate) fn opcode(&self) -> String {
        match self.mantissa_length {
            Some(length) => format!("{}/{length}", self.spelling.text),
            None => self.spelling.text.clone(),
        }
    }

    /// The form as it is written, with `x` for each input.
    pub(crate) fn name(&self) -> String {
        let inputs = self.conversions.iter();
        let inputs: String = inputs.map(|conversion| format!(" x{conversion}")).collect();
        self.opcode() + &inputs
    }

    /// A line with these inputs from the PE and the plainest other operands.
    fn plain_line(&self, inputs: &[String]) -> String {
        let mut inputs = inputs.iter().zip(&self.conversions);
        let mut line = self.opcode();
        let row_letters = if self.spelling.text == "hmread" {
            "ll"
        } else {
            "l"
        };
        for operand in self.op.row().operands {
            line += &match operand.class {
                OperandClass::MatrixSide => " $lx".to_owned(),
                OperandClass::MatrixRows => format!(" ${row_letters}x0"),
                OperandClass::Literal => " f\"1.0\"".to_owned(),
                OperandClass::PeOutput | OperandClass::PeOutputOrMask => " $nowrite".to_owned(),
                _ => match inputs.next() {
                    Some((input, conversion)) => format!(" {input}{conversion}"),
                    None => panic!("{:?} has an operand that is not modelled", self.op),
                },
            };
        }
        line
    }

    /// The sources that the assembler accepts at each input from the PE.
    pub(crate) fn sources(&self) -> Vec<Vec<Source>> {
        let at = |position: usize| {
            let is_legal = |source: &Source| {
                let mut inputs = vec!["$aluf".to_owned(); self.conversions.len()];
                inputs[position] = source.plain_text();
                is_accepted(&self.plain_line(&inputs))
            };
            Source::all().filter(is_legal).collect()
        };
        (0..self.conversions.len()).map(at).collect()
    }

    /// Bits of an element.
    pub(crate) fn bits(&self) -> u32 {
        self.spelling
            .precision
            .map_or(64, mnc2_isa::Precision::element_bits)
    }

    /// Whether the sign of the inputs can be inverted.
    pub(crate) fn takes_sign(&self) -> bool {
        self.conversions.first().is_some_and(|_| {
            is_accepted(&self.plain_line(&vec!["-$aluf".to_owned(); self.conversions.len()]))
        })
    }

    /// Whether results have mask flags.
    pub(crate) fn has_flags(&self) -> bool {
        let mut operands = self.op.row().operands.iter();
        operands.any(|operand| operand.class == OperandClass::PeOutputOrMask)
    }

    /// Whether there are PE memories to write.
    pub(crate) fn has_outputs(&self) -> bool {
        let mut operands = self.op.row().operands.iter();
        operands.any(|operand| operand.role == OperandRole::Outputs)
    }

    /// A random expression that reads these sources.
    pub(crate) fn expression(&self, random: &mut Random, sources: &[Source]) -> Expression {
        let takes_sign = matches!(self.op, Op::Mau(_));
        let inputs: Vec<Input> = sources
            .iter()
            .zip(&self.conversions)
            .map(|(source, conversion)| Input {
                operand: source.operand(random, self.bits()),
                conversion,
                negated: takes_sign && random.below(3) == 0,
            })
            .collect();
        let reads = inputs.iter().map(|input| input.operand).collect();
        let expression = match self.op {
            Op::Alu(op) => alu::expression(random, self, op, inputs),
            Op::Mau(MauOp::Mwrite) => matrix::mwrite(random, self, inputs),
            Op::Mau(MauOp::Mread) => matrix::mread(random, self),
            Op::Mau(op) => mau::expression(random, self, op, inputs),
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                panic!("{:?} is not of these units", self.op)
            }
        };
        Expression {
            reads,
            ..expression
        }
    }
}

/// An input from the PE.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input {
    pub(crate) operand: Operand,
    pub(crate) conversion: &'static str,
    pub(crate) negated: bool,
}

impl Input {
    pub(crate) fn text(&self) -> String {
        let sign = if self.negated { "-" } else { "" };
        format!("{sign}{}{}", self.operand.text(), self.conversion)
    }
}

/// The texts of inputs, one after the other.
pub(crate) fn texts(inputs: &[Input]) -> String {
    let texts: Vec<String> = inputs.iter().map(Input::text).collect();
    texts.join(" ")
}
