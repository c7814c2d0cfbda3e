//! The input bits that a result of the ALU depends on.

use mnc2_isa::AluOp;

/// The bits of the inputs that a bit of an ALU operation's result follows from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum InputBits {
    /// No bits: the result is a constant.
    Nothing,
    /// The bits at its place.
    Bit,
    /// The bits of its element.
    Element,
    /// The bits of another PE; the second long word takes part.
    OtherPe,
    /// The bits of a block of numbers on several PEs.
    Block,
}

impl InputBits {
    /// The bits that the results of an instruction follow from.
    pub const fn from_op(op: AluOp) -> Self {
        match op {
            AluOp::Passa | AluOp::Not | AluOp::And | AluOp::Or | AluOp::Xor => Self::Bit,
            AluOp::Inc
            | AluOp::Dec
            | AluOp::Lnot
            | AluOp::Rsqrt
            | AluOp::Floor
            | AluOp::Ftoi
            | AluOp::Max
            | AluOp::Min
            | AluOp::Packbit
            | AluOp::Add
            | AluOp::Sub
            | AluOp::Lsl
            | AluOp::Lsr
            | AluOp::Bsl
            | AluOp::Bsr
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => Self::Element,
            AluOp::Msl | AluOp::Msr => Self::OtherPe,
            AluOp::Zero | AluOp::Imm => Self::Nothing,
            AluOp::Bfe | AluOp::Bfn => Self::Block,
        }
    }

    /// Whether instructions of this kind are tried: constants are values of their own.
    pub const fn is_tried(self) -> bool {
        match self {
            Self::Bit | Self::Element | Self::OtherPe => true,
            Self::Nothing | Self::Block => false,
        }
    }
}
