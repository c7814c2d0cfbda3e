//! Timing rules: how far apart dependent instructions must stand (manual 3.6.3).
//!
//! This is the table only; which accesses an instruction makes, and at which
//! addresses, is for the checker to find out.
//!
//! Steps are PE instructions, `nop/n` being n of them; MV statements, debug and
//! host statements, `mask` lines and comments do not count. A distance of n
//! steps or cycles means that n others lie strictly in between.

use crate::Source;

/// A kind of access that takes part in a timing rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
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
    /// An L2BM instruction that touches words of L2BM.
    L2bmInstruction,
    /// An MV instruction that reads L2BM.
    MvFromL2bm,
    /// An MV instruction that writes L2BM.
    MvToL2bm,
    /// Any MV instruction.
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

impl Access {
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

/// What a distance counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DistanceUnit {
    /// Steps of 4 cycles between the two instructions.
    Steps,
    /// Cycles between the one that writes the word and the one that reads it.
    Cycles,
}

/// Between which addresses a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addresses {
    /// All: a port is in use.
    Any,
    /// Words that are really written and really read: masked cycles and skipped addresses do not count.
    Same,
    /// Ranges that overlap, where the reading one begins below the written one.
    OverlapFromBelow,
    /// Ranges that overlap.
    Overlap,
}

/// How bad it is to break a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not checked by the assembler, but wrong on the board, or doubtful.
    Warning,
    /// Rejected by the assembler.
    Error,
}

/// A row: `second` must come at least `distance` after `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimingRule {
    /// The earlier access.
    pub first: Access,
    /// The later one.
    pub second: Access,
    /// Steps or cycles that must lie in between.
    pub distance: u32,
    /// What the distance counts.
    pub unit: DistanceUnit,
    /// Between which addresses.
    pub addresses: Addresses,
    /// Whether it holds only for L1Bs that the first access writes and the second reads.
    pub same_l1b: bool,
    /// Steps in between that are enough whatever the addresses.
    pub enough_steps: u32,
    /// How bad it is to break it.
    pub severity: Severity,
    /// Why, in a sentence.
    pub note: &'static str,
    /// Section of the manual.
    pub section: &'static str,
    /// How the row is known.
    pub source: Source,
}

const fn steps(
    first: Access,
    second: Access,
    distance: u32,
    note: &'static str,
    section: &'static str,
) -> TimingRule {
    TimingRule {
        first,
        second,
        distance,
        unit: DistanceUnit::Steps,
        addresses: Addresses::Any,
        same_l1b: false,
        enough_steps: distance,
        severity: Severity::Error,
        note,
        section,
        source: Source::Manual(section),
    }
}

const fn cycles(
    first: Access,
    second: Access,
    distance: u32,
    enough_steps: u32,
    note: &'static str,
    section: &'static str,
) -> TimingRule {
    TimingRule {
        unit: DistanceUnit::Cycles,
        addresses: Addresses::Same,
        enough_steps,
        ..steps(first, second, distance, note, section)
    }
}

impl TimingRule {
    const fn within_l1b(self) -> Self {
        Self {
            same_l1b: true,
            ..self
        }
    }

    const fn at(self, addresses: Addresses) -> Self {
        Self { addresses, ..self }
    }

    const fn warning(self, source: Source) -> Self {
        Self {
            severity: Severity::Warning,
            source,
            ..self
        }
    }

    const fn known_by(self, source: Source) -> Self {
        Self { source, ..self }
    }
}

const BASE_REASON: &str =
    "The manual gives no latency for base address registers; it is taken as that of an LM write.";

/// Every rule, in the manual's order; those that the manual lacks stand at the end.
pub const RULES: &[TimingRule] = &[
    steps(
        Access::L1bmToL2bm,
        Access::MvFromL2bm,
        1,
        "The words reach L2BM one step after the transfer; the check takes the whole range of the MV instruction as read at once.",
        "3.6.3.1",
    )
    .at(Addresses::OverlapFromBelow),
    steps(
        Access::L1bmToL2bm,
        Access::MvFromL2bm,
        1,
        "Accepted by the assembler where the MV instruction starts at or after the start of the written range, yet the words may not be there.",
        "3.6.3.1",
    )
    .at(Addresses::Overlap)
    .warning(Source::Known("hazards")),
    steps(
        Access::L1bmToL2bm,
        Access::L2bmToL1bm,
        3,
        "The port between L1BM and L2BM is still in use in the other direction.",
        "3.6.3.2",
    ),
    steps(
        Access::L2bmToL1bm,
        Access::L1bmToL2bm,
        2,
        "The port of an L1BM is still writing what comes from L2BM.",
        "3.6.3.3",
    )
    .within_l1b(),
    steps(
        Access::L2bmToL1bm,
        Access::Multicast,
        2,
        "The port of an L1BM is still writing what comes from L2BM.",
        "3.6.3.3",
    )
    .within_l1b(),
    steps(
        Access::Multicast,
        Access::L1bmToL2bm,
        3,
        "The port of an L1BM is still writing what the multicast brings.",
        "3.6.3.4",
    )
    .within_l1b(),
    steps(
        Access::Multicast,
        Access::Multicast,
        3,
        "The port of an L1BM is still writing what the multicast brings.",
        "3.6.3.4",
    )
    .within_l1b(),
    cycles(
        Access::Multicast,
        Access::L1bmToPe,
        10,
        3,
        "The word is not in L1BM yet.",
        "3.6.3.5",
    ),
    cycles(
        Access::L2bmToL1bm,
        Access::L1bmToPe,
        6,
        2,
        "The word is not in L1BM yet.",
        "3.6.3.6",
    ),
    cycles(
        Access::PeToL1bm,
        Access::L1bmToL2bm,
        10,
        3,
        "The word is not in L1BM yet.",
        "3.6.3.7",
    ),
    cycles(
        Access::PeToL1bm,
        Access::Multicast,
        10,
        3,
        "The word is not in L1BM yet.",
        "3.6.3.7",
    ),
    steps(
        Access::PeToL1bm,
        Access::L1bmToPe,
        2,
        "The port of L1BM on the side of the PEs is still writing.",
        "3.6.3.8",
    ),
    steps(
        Access::LmWrite,
        Access::LmRead,
        2,
        "An LM has one port: after a write it cannot be read, at whatever address, for two steps.",
        "3.6.3.9",
    ),
    cycles(
        Access::GrfWrite,
        Access::GrfRead,
        6,
        2,
        "A write takes 6 cycles: counted from the last cycle that really writes the word to the first that really reads it.",
        "3.6.3.9",
    ),
    cycles(
        Access::GrfWriteUnderVariableMask,
        Access::GrfRead,
        6,
        2,
        "Whether the word is written depends on data; the assembler seems to leave such writes out of its check.",
        "3.6.3.9",
    )
    .warning(Source::Known("hazards")),
    cycles(
        Access::TWrite,
        Access::TRead,
        6,
        1,
        "A write takes 6 cycles; each cycle has its own slot of the T-register, so one step in between is enough.",
        "3.6.3.9",
    ),
    steps(
        Access::MaskWrite,
        Access::MaskUse,
        0,
        "Flags can be used from the next step on.",
        "3.6.3.9",
    ),
    steps(
        Access::MatrixWrite,
        Access::MatrixUse,
        0,
        "Rows can be used from the next step on.",
        "3.6.1.14",
    ),
    steps(
        Access::BaseWrite,
        Access::LmAccess,
        2,
        "The new base address may not be in effect yet.",
        "3.6.1.7",
    )
    .known_by(Source::Assumed(BASE_REASON)),
    steps(
        Access::DarWrite,
        Access::MvThroughDar,
        1,
        "The address word may not be in DAR yet.",
        "3.5.6",
    )
    .at(Addresses::Same)
    .known_by(Source::Assumed(
        "The manual says that the old data is read until the new one is valid, but not when that is.",
    )),
    steps(
        Access::DarWrite,
        Access::DarbufFill,
        0,
        "DARBUF is refilled although address words of it have not been written to DAR.",
        "3.6.7.10",
    )
    .warning(Source::Assumed(
        "The manual does not say what happens to address words that were not drained in time.",
    )),
    steps(
        Access::MvToL2bm,
        Access::L2bmInstruction,
        0,
        "The assembler does not check it and the emulator finishes an MV at once; on the board a `wait` with the tag of the MV must stand in between.",
        "3.6.13",
    )
    .at(Addresses::Overlap)
    .warning(Source::Known("hazards")),
    steps(
        Access::Mv,
        Access::Mv,
        0,
        "MV instructions run side by side: one that needs what another writes must be issued after a `wait` with its tag.",
        "3.5.9",
    )
    .at(Addresses::Overlap)
    .warning(Source::Known("hazards")),
];

/// The rules that begin with an access.
pub fn rules_after(first: Access) -> impl Iterator<Item = &'static TimingRule> {
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
                DistanceUnit::Cycles if rule.first == Access::TWrite => {
                    assert!(between + CYCLES_PER_STEP as u32 > rule.distance, "{rule:?}");
                }
                DistanceUnit::Cycles => assert!(between >= rule.distance, "{rule:?}"),
            }
            assert!(rule.note.ends_with('.'), "{rule:?}");
        }
    }
}
