//! Which words of a result in a forwarding register count, and what an expression follows from.

use mnc2_isa::mau::Port;
use mnc2_isa::{AluOp, L1bmOp, MauOp, Op, Precision, Width};
use mnc2_program::{Expression, Operand, OperandKind};

/// The inputs that a result follows from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Each element from the elements of the inputs at its place, in every cycle; without inputs from the text alone.
    Elements {
        /// Whether the second long word is zero if the second long words of the inputs are.
        keeps_empty: bool,
    },
    /// In every cycle from whole inputs, also of other PEs.
    Inputs {
        /// As in `Elements`.
        keeps_empty: bool,
    },
    /// From more than the inputs of the cycle.
    More,
}

impl Follows {
    const fn from_op(op: Op) -> Self {
        match op {
            Op::Alu(op) => match op {
                AluOp::Passa
                | AluOp::Add
                | AluOp::Sub
                | AluOp::And
                | AluOp::Or
                | AluOp::Xor
                | AluOp::Lsl
                | AluOp::Lsr
                | AluOp::Max
                | AluOp::Min => Self::Elements { keeps_empty: true },
                AluOp::Zero
                | AluOp::Imm
                | AluOp::Inc
                | AluOp::Dec
                | AluOp::Not
                | AluOp::Lnot
                | AluOp::Rsqrt
                | AluOp::Floor
                | AluOp::Ftoi
                | AluOp::Packbit
                | AluOp::Bsl
                | AluOp::Bsr
                | AluOp::Relu
                | AluOp::Relu0
                | AluOp::Relu1
                | AluOp::Relu2
                | AluOp::Relu3
                | AluOp::Lrelud
                | AluOp::Lreluo
                | AluOp::Ilrelud => Self::Elements { keeps_empty: false },
                AluOp::Msl | AluOp::Msr => Self::Inputs { keeps_empty: true },
                AluOp::Bfe | AluOp::Bfn => Self::Inputs { keeps_empty: false },
            },
            Op::Mau(op) => match op {
                MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa => {
                    Self::Elements { keeps_empty: false }
                }
                MauOp::Mfma | MauOp::Mmul | MauOp::Mwrite | MauOp::Mread => Self::More,
            },
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => Self::More,
        }
    }
}

/// Whether an expression has the same result in two cycles, as far as the text states.
pub(super) fn is_same_in(expression: &Expression, cycles: [u8; 2]) -> bool {
    Follows::from_op(expression.op) != Follows::More
        && expression.zero_flush.is_none()
        && expression.inputs.iter().all(|input| match &input.kind {
            OperandKind::PeMemory(memory) => {
                let [one, other] = cycles.map(|it| memory.address_words(it.into()));
                !memory.indirect && one == other
            }
            OperandKind::Constant(_) | OperandKind::Literal(_) => true,
            _ => false,
        })
}

/// Single words of a result in a forwarding register.
const RESULT_WORDS: u32 = 4;

/// The first single words of an operand from which everything follows that an expression writes, and that is read from its
/// register: some single words of its result.
pub(super) fn words_used(expression: &Expression, input: usize, of_result: u32) -> u32 {
    if expression.inputs[input].conversion.is_some() {
        return RESULT_WORDS;
    }
    let bits = expression
        .spelling
        .precision
        .map_or(64, Precision::element_bits);
    let by_element = matches!(Follows::from_op(expression.op), Follows::Elements { .. });
    if let Op::Mau(op) = expression.op {
        let is_factor = [Port::A, Port::B]
            .into_iter()
            .any(|it| op.input_of(it) == Some(input));
        let is_sum_of_halves = bits == 16 && !is_factor;
        let multiplies = by_element || matches!(op, MauOp::Mfma | MauOp::Mmul);
        if !multiplies || is_sum_of_halves {
            return RESULT_WORDS;
        }
        // The results of the MAU follow from the first long word of each input.
        let is_of_words = bits == 32 && by_element && expression.spelling.half.is_none();
        return if is_of_words {
            words_written(expression, of_result).min(2)
        } else {
            2
        };
    }
    if !by_element {
        return RESULT_WORDS;
    }
    match words_written(expression, of_result) {
        1 if bits > 32 => 2,
        words => words,
    }
}

/// The first single words of a result that are written, or read from its register.
fn words_written(expression: &Expression, of_result: u32) -> u32 {
    let words = |output: &Operand| match &output.kind {
        OperandKind::NoWrite => 1,
        // Flags of both words.
        OperandKind::MaskRegister(_) => 2,
        OperandKind::PeMemory(memory) => memory.width.single_words(),
        _ => RESULT_WORDS,
    };
    let written = expression.outputs.iter().map(words).max();
    written.unwrap_or(RESULT_WORDS).max(of_result)
}

/// The single words that an operand of memory names in a cycle.
pub(super) fn words_named(operand: &Operand) -> u32 {
    match &operand.kind {
        OperandKind::PeMemory(memory) => memory.width.single_words(),
        _ => RESULT_WORDS,
    }
}

/// Whether the forwarding register of a result holds nothing more than an operand of memory reads.
pub fn fits(producer: &Expression, operand: &Operand) -> bool {
    let width = match &operand.kind {
        OperandKind::PeMemory(memory) => memory.width,
        _ => Width::DoubleLong,
    };
    match width {
        Width::DoubleLong => true,
        Width::Long => has_empty_second_word(producer),
        Width::Single => false,
    }
}

/// Whether the second long word of a result is zero, as in a long word read from memory.
fn has_empty_second_word(expression: &Expression) -> bool {
    let is_long = |input: &Operand| {
        input.conversion.is_none()
            && matches!(&input.kind, OperandKind::PeMemory(memory) if memory.width != Width::DoubleLong)
    };
    match expression.op {
        Op::Mau(op) => match op {
            MauOp::Mfma
            | MauOp::Mmul
            | MauOp::Vfma
            | MauOp::Vmul
            | MauOp::Vadd
            | MauOp::Vpassa
            | MauOp::Mread => expression.spelling.precision != Some(Precision::Half),
            MauOp::Mwrite => false,
        },
        Op::Alu(_) => match Follows::from_op(expression.op) {
            Follows::Elements { keeps_empty } | Follows::Inputs { keeps_empty } => {
                keeps_empty && expression.inputs.iter().all(is_long)
            }
            Follows::More => false,
        },
        Op::L1bm(op) => match op {
            L1bmOp::BroadcastPe | L1bmOp::BroadcastMab | L1bmOp::Distribute => true,
            L1bmOp::BroadcastMab4
            | L1bmOp::BroadcastMab4Double
            | L1bmOp::BroadcastMabDouble
            | L1bmOp::BroadcastPeDouble
            | L1bmOp::Gather
            | L1bmOp::Reduce
            | L1bmOp::Reduce4
            | L1bmOp::Reduce4Double
            | L1bmOp::ReduceDouble
            | L1bmOp::Transfer
            | L1bmOp::Transfer4
            | L1bmOp::Transfer4Double
            | L1bmOp::TransferDouble => false,
        },
        Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}
