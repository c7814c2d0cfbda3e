//! How many long words a transfer moves in a cycle (manual 3.5.8 and table 3.8), and how many
//! floating-point operations a MAU does in one (manual 1.4).
//!
//! The rates of transfers apply to an instruction that runs alone; the manual does not describe how several MV
//! instructions affect each other.

use crate::{L1bmOp, MauOp, MvOp, Precision};

/// Throughput of an MV instruction, in long words per cycle; `None` where the manual gives no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MvRate {
    /// Of each source memory; for individual transfers within one group.
    pub source: Option<u32>,
    /// Of each destination memory; for individual transfers within one group.
    pub destination: Option<u32>,
    /// On both sides, if source and destination belong to different groups.
    pub between_groups: Option<u32>,
}

const fn both(rate: u32) -> MvRate {
    sides(Some(rate), Some(rate))
}

const fn sides(source: Option<u32>, destination: Option<u32>) -> MvRate {
    MvRate {
        source,
        destination,
        between_groups: None,
    }
}

const fn individual(within_group: u32, between_groups: u32) -> MvRate {
    MvRate {
        between_groups: Some(between_groups),
        ..both(within_group)
    }
}

impl MvOp {
    /// Throughput when the instruction runs alone; `None` for `mvnop`.
    #[must_use]
    pub const fn rate(self) -> Option<MvRate> {
        Some(match self {
            Self::Nop => return None,
            Self::PdmToDram
            | Self::PdmToL2bm
            | Self::L2bmToPdm
            | Self::DramToL2bm
            | Self::L2bmToDram => individual(16, 8),
            Self::DramToPdm => individual(8, 4),
            Self::PdmToPdm => MvRate {
                source: None,
                destination: None,
                between_groups: Some(8),
            },
            Self::PdmToL2bmParallel
            | Self::L2bmToPdmParallel
            | Self::DramToL2bmParallel
            | Self::L2bmToDramParallel
            | Self::DramToL2bmInGroup
            | Self::L2bmToDramInGroup
            | Self::L2bmToPdmInGroup => both(16),
            Self::DramToL2bmGather4 => sides(Some(8), Some(16)),
            Self::L2bmToDramReduce4 => sides(Some(16), Some(8)),
            Self::PdmToL2bmBroadcast | Self::L2bmToPdmReduce => both(8),
            Self::DramToL2bmBroadcast => sides(None, Some(32)),
            Self::L2bmToDramReduce => sides(Some(32), None),
            Self::PdmToL2bmScatter => sides(Some(8), Some(1)),
            Self::L2bmToPdmGather => sides(Some(1), Some(8)),
            Self::PdmToDramScatter => sides(Some(8), Some(2)),
            Self::DramToPdmGather => sides(Some(2), Some(8)),
        })
    }
}

/// Speeds of an L1BM instruction (table 3.8), in long words per cycle.
///
/// Instructions with equal speeds are of one type: they keep each other's
/// layout, and only they can be turned around into each other (manual 3.6.8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1bmRate {
    /// On the side of L1BM.
    pub l1bm: u32,
    /// On the side of each PE.
    pub pe: u32,
}

impl L1bmOp {
    /// Its row of table 3.8.
    #[must_use]
    pub const fn rate(self) -> L1bmRate {
        let (l1bm, pe) = match self {
            Self::BroadcastPe => (1, 1),
            Self::BroadcastPeDouble => (2, 2),
            Self::BroadcastMab | Self::Transfer | Self::Reduce => (4, 1),
            Self::BroadcastMabDouble | Self::TransferDouble | Self::ReduceDouble => (8, 2),
            Self::BroadcastMab4 | Self::Transfer4 | Self::Reduce4 => (16, 1),
            Self::BroadcastMab4Double | Self::Transfer4Double | Self::Reduce4Double => (32, 2),
            Self::Distribute | Self::Gather => (64, 1),
        };
        L1bmRate { l1bm, pe }
    }
}

impl MauOp {
    /// Floating-point operations of one MAU in a cycle; a multiply-add counts as two (manual 1.4). Copies and matrix
    /// register accesses do not count, nor does the sum of a product without a third input.
    #[must_use]
    pub const fn flops_per_cycle(self, precision: Precision) -> u32 {
        let (rows, columns) = match precision {
            // One half of the rows (manual 3.6.9.2).
            Precision::Double => (2, 4),
            Precision::Single => (8, 4),
            Precision::PseudoSingle => (8, 8),
            Precision::Half => (16, 16),
            Precision::LongInteger | Precision::SingleInteger | Precision::HalfInteger => (0, 0),
        };
        let (products, elements) = match precision {
            // One half of the elements is multiplied, all of them are added (manual 3.6.9.10, 3.6.9.12).
            Precision::Double => (2, 4),
            Precision::Single => (8, 8),
            Precision::Half => (16, 16),
            Precision::PseudoSingle
            | Precision::LongInteger
            | Precision::SingleInteger
            | Precision::HalfInteger => (0, 0),
        };
        match self {
            Self::Mfma => 2 * rows * columns,
            Self::Mmul => 2 * rows * columns - rows,
            Self::Vfma => 2 * products,
            Self::Vmul => products,
            Self::Vadd => elements,
            Self::Vpassa | Self::Mwrite | Self::Mread => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l1bm_speed_is_what_the_operand_accesses() {
        for op in L1bmOp::ALL {
            let words = op
                .row()
                .operands
                .iter()
                .map(|spec| spec.words_per_cycle)
                .max();
            assert_eq!(words, Some(op.rate().l1bm), "{op:?}");
            assert_eq!(op.rate().pe == 2, op.is_double_long(), "{op:?}");
        }
    }

    #[test]
    fn the_fastest_operations_make_the_peak_of_the_manual() {
        assert_eq!(MauOp::Mfma.flops_per_cycle(Precision::Double), 2 * 4 * 2);
        assert_eq!(MauOp::Vfma.flops_per_cycle(Precision::Double), 2 * 2);
        assert_eq!(MauOp::Mfma.flops_per_cycle(Precision::Half), 16 * 16 * 2);
        assert_eq!(MauOp::Vadd.flops_per_cycle(Precision::Double), 4);
    }

    #[test]
    fn mv_speeds_are_in_proportion_to_the_unit_operation() {
        for op in MvOp::ALL {
            let Some(MvRate {
                source: Some(source),
                destination: Some(destination),
                ..
            }) = op.rate()
            else {
                continue;
            };
            // A scatter reads 8 (or 4) times what each destination receives; a gather is its mirror.
            let [from, to] = op.row().operands else {
                panic!("{op:?} has two operands");
            };
            assert_eq!(
                from.words_per_cycle * destination,
                to.words_per_cycle * source,
                "{op:?}"
            );
        }
    }
}
