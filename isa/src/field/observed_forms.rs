//! Which forms of instructions occur in the public pairs of source and output, where the fields alone do not show it.

use crate::{AluOp, L1bmOp, Precision, ReductionKind, ReductionOp};

/// The operation and precision of a reduction.
type Reduced = Option<(ReductionKind, Precision)>;

/// The contents of `L1bmOpcode` that occur: row, reduction, content.
const L1BM_OPCODES: [(L1bmOp, Reduced, u16); 2] = [
    (L1bmOp::Transfer, None, 13),
    (
        L1bmOp::Reduce,
        Some((ReductionKind::FloatAdd, Precision::Double)),
        15,
    ),
];

/// The ALU instructions that occur, with their precisions.
const ALU_PRECISIONS: [(AluOp, &[Precision]); 4] = [
    (AluOp::Passa, &[Precision::LongInteger]),
    (AluOp::Rsqrt, &[Precision::Double, Precision::Single]),
    (AluOp::Bfn, &[Precision::Double, Precision::PseudoSingle]),
    (AluOp::Bfe, &[Precision::Half]),
];

/// The precisions of operations on vectors that occur; operations on matrices occur in each.
pub const VECTOR_PRECISIONS: [Precision; 2] = [Precision::Double, Precision::Single];

/// The mantissa length whose content of `AluInput2` is known, and that content. Block floats of other precisions have
/// the same content.
pub const MANTISSA_LENGTH: (u8, u16) = (9, 0);

/// The one flat word that is public, the highest bit first, and its statement.
pub const FLAT_WORD: &str = "010000000000000000000000000000000000001010000000000000000000000100000000000110001011111000000011000000000000000000000000000000000000000011111111100111110110010111000000000000000000000000000000000111000000000000000000000000000000001100000000000000000000000000000000000000000000000000001011111000000000000000000000000000000000000000000000000000001011111000000000000000000000000000000000000000000000000000001011111000000000000000";

/// The statement of [`FLAT_WORD`].
pub const FLAT_STATEMENT: &str = "imm s\"0x32f8\" $nowrite";

const _: () = assert!(
    FLAT_WORD.len() == super::FLAT_WORD_BITS as usize,
    "a digit for each bit"
);

/// The content of `L1bmOpcode`, if it is known.
#[must_use]
pub fn l1bm_code(op: L1bmOp, reduction: Option<ReductionOp>) -> Option<u16> {
    let wanted = reduction.map(|reduction| (reduction.kind, reduction.precision));
    let mut all = L1BM_OPCODES.into_iter();
    let (.., code) = all.find(|(known, kind, _)| (*known, *kind) == (op, wanted))?;
    Some(code)
}

/// The row and the reduction with a content of `L1bmOpcode`, if it is known.
#[must_use]
pub fn l1bm_of_code(code: u16) -> Option<(L1bmOp, Option<ReductionOp>)> {
    let mut all = L1BM_OPCODES.into_iter();
    let (op, kind, _) = all.find(|(.., known)| *known == code)?;
    let mut reductions = ReductionOp::all();
    let reduction = reductions.find(|it| Some((it.kind, it.precision)) == kind);
    Some((op, reduction))
}

/// Whether an ALU instruction occurs with a precision.
#[must_use]
pub fn has_alu(op: AluOp, precision: Precision) -> bool {
    let mut all = ALU_PRECISIONS.iter();
    all.any(|(known, precisions)| *known == op && precisions.contains(&precision))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Evidence, Field};

    #[test]
    fn transfers_are_read_back() {
        for (op, kind, code) in L1BM_OPCODES {
            let (found, reduction) = l1bm_of_code(code).expect("a known one");
            assert_eq!(found, op);
            assert_eq!(reduction.map(|it| (it.kind, it.precision)), kind);
            assert_eq!(l1bm_code(op, reduction), Some(code));
            assert!(Field::L1bmOpcode.row().evidence_of(code).is_observed());
        }
        assert_eq!(l1bm_of_code(0), None);
        assert_eq!(l1bm_code(L1bmOp::BroadcastPe, None), None);
    }

    #[test]
    fn opcodes_that_occur_have_a_code_that_does() {
        for (op, precisions) in ALU_PRECISIONS {
            let code = op.columns().code.expect("a known one");
            assert_eq!(Field::AluOpcode.row().evidence_of(code), Evidence::Obs);
            for precision in precisions {
                assert!(has_alu(op, *precision));
            }
        }
        assert!(!has_alu(AluOp::Rsqrt, Precision::Half));
    }
}
