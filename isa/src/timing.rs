//! Timing rules: how far apart dependent instructions must be (manual 3.6.3).
//!
//! This is only the table; the checker determines which accesses an instruction makes, and at which addresses. The
//! severity of breaking a rule belongs to the code of its diagnostic.
//!
//! Steps are PE instructions, where `nop/n` counts as n; MV statements, debug and host statements, `mask` lines and
//! comments do not count. A distance of n steps or cycles means that n others are strictly in between.

mod kind;
mod rules;

pub use rules::RULES;

use crate::Source;

/// A kind of access that takes part in a timing rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Transfer or reduction from L1BM to L2BM (manual 3.6.7.5-3.6.7.8).
    L1bmToL2bm,
    /// Broadcast or distribution from L2BM to L1BM (manual 3.6.7.2-3.6.7.4).
    L2bmToL1bm,
    /// Multicast between L1BMs (manual 3.6.7.9).
    Multicast,
    /// Broadcast or distribution from L1BM to the PEs; `$lbi` does not count.
    L1bmToPe,
    /// Transfer, reduction or gather from the PEs to L1BM; `$lbi` alone does not count.
    PeToL1bm,
    /// An L2BM instruction that accesses words of L2BM.
    L2bmInstruction,
    /// An MV instruction that reads L2BM.
    MvFromL2bm,
    /// An MV instruction that writes L2BM.
    MvToL2bm,
    /// An MV instruction between any memories.
    Mv,
    /// An MV instruction with DRAM indirection.
    MvThroughDar,
    /// Write to LM0 or LM1.
    LmWrite,
    /// Read of the LM that was written.
    LmRead,
    /// Write to GRF0 or GRF1.
    GrfWrite,
    /// Write to GRF0 or GRF1 under a variable mask.
    GrfWriteUnderVariableMask,
    /// Read of the GRF that was written.
    GrfRead,
    /// Write to the T-register.
    TWrite,
    /// Write to the T-register under a variable mask.
    TWriteUnderVariableMask,
    /// Read of the T-register, as an operand or as the address in `$lmt`.
    TRead,
    /// Write to a mask register.
    MaskWrite,
    /// Use of a mask register entry by a mask.
    MaskUse,
    /// Write to the matrix register.
    MatrixWrite,
    /// Matrix product or transposed read.
    MatrixUse,
    /// Write to a base address register.
    BaseWrite,
    /// Any access to the LM that the base address register belongs to.
    LmAccess,
    /// `l2bmdars`: filling DARBUF.
    DarbufFill,
    /// `l2bmdarw`: writing DAR from DARBUF.
    DarWrite,
}

impl AccessKind {
    /// Every kind, in their order.
    pub const ALL: [Self; 26] = [
        Self::L1bmToL2bm,
        Self::L2bmToL1bm,
        Self::Multicast,
        Self::L1bmToPe,
        Self::PeToL1bm,
        Self::L2bmInstruction,
        Self::MvFromL2bm,
        Self::MvToL2bm,
        Self::Mv,
        Self::MvThroughDar,
        Self::LmWrite,
        Self::LmRead,
        Self::GrfWrite,
        Self::GrfWriteUnderVariableMask,
        Self::GrfRead,
        Self::TWrite,
        Self::TWriteUnderVariableMask,
        Self::TRead,
        Self::MaskWrite,
        Self::MaskUse,
        Self::MatrixWrite,
        Self::MatrixUse,
        Self::BaseWrite,
        Self::LmAccess,
        Self::DarbufFill,
        Self::DarWrite,
    ];

    /// In words, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::L1bmToL2bm => "L1BM to L2BM transfer",
            Self::L2bmToL1bm => "L2BM to L1BM transfer",
            Self::Multicast => "multicast",
            Self::L1bmToPe => "L1BM to PE transfer",
            Self::PeToL1bm => "PE to L1BM transfer",
            Self::L2bmInstruction => "L2BM instruction",
            Self::MvFromL2bm => "MV instruction that reads L2BM",
            Self::MvToL2bm => "MV instruction that writes L2BM",
            Self::Mv => "MV instruction",
            Self::MvThroughDar => "MV instruction through DAR",
            Self::LmWrite => "LM write",
            Self::LmRead => "LM read",
            Self::GrfWrite => "GRF write",
            Self::GrfWriteUnderVariableMask => "GRF write under a variable mask",
            Self::GrfRead => "GRF read",
            Self::TWrite => "T-register write",
            Self::TWriteUnderVariableMask => "T-register write under a variable mask",
            Self::TRead => "T-register read",
            Self::MaskWrite => "mask register write",
            Self::MaskUse => "use of a mask",
            Self::MatrixWrite => "matrix register write",
            Self::MatrixUse => "use of the matrix register",
            Self::BaseWrite => "base address register write",
            Self::LmAccess => "LM access",
            Self::DarbufFill => "DARBUF fill",
            Self::DarWrite => "DAR write",
        }
    }
}

/// The unit of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DistanceUnit {
    /// Steps of 4 cycles between the two instructions.
    Steps,
    /// Cycles between the write of the word and its read, both exclusive.
    Cycles,
}

/// The addresses that a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressRelation {
    /// All: a port is in use.
    Any,
    /// Words that are really written and really read: masked cycles and skipped addresses do not count.
    Same,
    /// Ranges that overlap, if the reading one begins below the written one.
    OverlapFromBelow,
    /// Ranges with at least one common address.
    Overlap,
}

/// A row: `second` must come at least `distance` after `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimingRule {
    /// What the earlier instruction does.
    pub first: AccessKind,
    /// What the later instruction does.
    pub second: AccessKind,
    /// Steps or cycles that must be in between.
    pub distance: u32,
    /// The unit of the distance.
    pub unit: DistanceUnit,
    /// The addresses for which the rule applies.
    pub addresses: AddressRelation,
    /// Whether it applies only to L1Bs that the first access writes and the second reads.
    pub same_l1b: bool,
    /// Steps in between that are always enough, regardless of the addresses.
    pub enough_steps: u32,
    /// The reason, in a sentence.
    pub note: &'static str,
    /// Section of the manual.
    pub section: &'static str,
    /// How the row is known.
    pub source: Source,
}

/// The rules that begin with an access.
pub fn rules_after(first: AccessKind) -> impl Iterator<Item = &'static TimingRule> {
    RULES.iter().filter(move |rule| rule.first == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::CYCLES_PER_STEP;

    #[test]
    fn every_section_of_3_6_3_has_a_rule() {
        for part in 1..=9 {
            let section = format!("3.6.3.{part}");
            assert!(
                RULES.iter().any(|rule| rule.section == section),
                "{section}"
            );
        }
    }

    #[test]
    fn enough_steps_are_enough() {
        for rule in RULES {
            let between = rule.enough_steps * CYCLES_PER_STEP as u32;
            match rule.unit {
                DistanceUnit::Steps => assert!(rule.enough_steps >= rule.distance, "{rule:?}"),
                // At worst the last cycle writes and the first one reads; T is read in the cycle that wrote it.
                DistanceUnit::Cycles
                    if matches!(
                        rule.first,
                        AccessKind::TWrite | AccessKind::TWriteUnderVariableMask
                    ) =>
                {
                    assert!(between + CYCLES_PER_STEP as u32 > rule.distance, "{rule:?}");
                }
                DistanceUnit::Cycles => assert!(between >= rule.distance, "{rule:?}"),
            }
            assert!(rule.note.ends_with('.'), "{rule:?}");
        }
    }
}
