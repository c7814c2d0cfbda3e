use super::{AccessKind, AddressRelation, DistanceUnit, TimingRule};
use crate::Source;

const fn steps(
    first: AccessKind,
    second: AccessKind,
    distance: u32,
    note: &'static str,
    section: &'static str,
) -> TimingRule {
    TimingRule {
        first,
        second,
        distance,
        unit: DistanceUnit::Steps,
        addresses: AddressRelation::Any,
        same_l1b: false,
        enough_steps: distance,
        note,
        section,
        source: Source::Manual,
    }
}

const fn cycles(
    first: AccessKind,
    second: AccessKind,
    distance: u32,
    enough_steps: u32,
    note: &'static str,
    section: &'static str,
) -> TimingRule {
    TimingRule {
        unit: DistanceUnit::Cycles,
        addresses: AddressRelation::Same,
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

    const fn at(self, addresses: AddressRelation) -> Self {
        Self { addresses, ..self }
    }

    const fn known_by(self, source: Source) -> Self {
        Self { source, ..self }
    }
}

const BASE_REASON: &str = "The manual gives 6 cycles for any write of a PE memory, but no distance for base address \
                           registers; they are taken to need 2 steps, as an LM write does.";

/// Every rule, in the manual's order; those that the manual lacks come last.
pub const RULES: &[TimingRule] = &[
    steps(
        AccessKind::L1bmToL2bm,
        AccessKind::MvFromL2bm,
        1,
        "The words reach L2BM one step after the transfer; the check treats the whole range of the MV instruction as read immediately.",
        "3.6.3.1",
    )
    .at(AddressRelation::OverlapFromBelow),
    steps(
        AccessKind::L1bmToL2bm,
        AccessKind::MvFromL2bm,
        1,
        "Accepted by the assembler where the MV instruction starts at or after the start of the written range, yet the words may not be there.",
        "3.6.3.1",
    )
    .at(AddressRelation::Overlap)
    .known_by(Source::Known("hazards")),
    steps(
        AccessKind::L1bmToL2bm,
        AccessKind::L2bmToL1bm,
        3,
        "The port between L1BM and L2BM is still in use in the other direction.",
        "3.6.3.2",
    ),
    steps(
        AccessKind::L2bmToL1bm,
        AccessKind::L1bmToL2bm,
        2,
        "The port of an L1BM is still writing data from L2BM.",
        "3.6.3.3",
    )
    .within_l1b(),
    steps(
        AccessKind::L2bmToL1bm,
        AccessKind::Multicast,
        2,
        "The port of an L1BM is still writing data from L2BM.",
        "3.6.3.3",
    )
    .within_l1b(),
    steps(
        AccessKind::Multicast,
        AccessKind::L1bmToL2bm,
        3,
        "The port of an L1BM is still writing what the multicast brings.",
        "3.6.3.4",
    )
    .within_l1b(),
    steps(
        AccessKind::Multicast,
        AccessKind::Multicast,
        3,
        "The port of an L1BM is still writing what the multicast brings.",
        "3.6.3.4",
    )
    .within_l1b(),
    cycles(
        AccessKind::Multicast,
        AccessKind::L1bmToPe,
        10,
        3,
        "The word is not in L1BM yet.",
        "3.6.3.5",
    ),
    cycles(
        AccessKind::L2bmToL1bm,
        AccessKind::L1bmToPe,
        6,
        2,
        "The word is not in L1BM yet.",
        "3.6.3.6",
    ),
    cycles(
        AccessKind::PeToL1bm,
        AccessKind::L1bmToL2bm,
        10,
        3,
        "The word is not in L1BM yet.",
        "3.6.3.7",
    ),
    cycles(
        AccessKind::PeToL1bm,
        AccessKind::Multicast,
        10,
        3,
        "The word is not in L1BM yet.",
        "3.6.3.7",
    ),
    steps(
        AccessKind::PeToL1bm,
        AccessKind::L1bmToPe,
        2,
        "The port of L1BM on the side of the PEs is still writing.",
        "3.6.3.8",
    ),
    steps(
        AccessKind::LmWrite,
        AccessKind::LmRead,
        2,
        "An LM has one port: after a write it cannot be read, at any address, for two steps.",
        "3.6.3.9",
    ),
    cycles(
        AccessKind::GrfWrite,
        AccessKind::GrfRead,
        6,
        2,
        "A write takes 6 cycles: counted from the last cycle that really writes the word to the first that really reads it.",
        "3.6.3.9",
    ),
    cycles(
        AccessKind::GrfWriteUnderVariableMask,
        AccessKind::GrfRead,
        6,
        2,
        "Whether the word is written depends on data; the assembler seems to leave such writes out of its check.",
        "3.6.3.9",
    )
    .known_by(Source::Known("hazards")),
    cycles(
        AccessKind::TWrite,
        AccessKind::TRead,
        6,
        1,
        "A write takes 6 cycles; each cycle has its own slot of the T-register, so one step in between is enough.",
        "3.6.3.9",
    ),
    cycles(
        AccessKind::TWriteUnderVariableMask,
        AccessKind::TRead,
        6,
        1,
        "Whether the register is written depends on data; the assembler may leave such writes out of its check.",
        "3.6.3.9",
    )
    .known_by(Source::Assumed(
        "No public program reads the T-register early after such a write; it is taken as such a write to a GRF is.",
    )),
    steps(
        AccessKind::MaskWrite,
        AccessKind::MaskUse,
        0,
        "Flags can be used from the next step on.",
        "3.6.3.9",
    ),
    steps(
        AccessKind::MatrixWrite,
        AccessKind::MatrixUse,
        0,
        "Rows can be used from the next step on.",
        "3.6.1.14",
    ),
    steps(
        AccessKind::BaseWrite,
        AccessKind::LmAccess,
        2,
        "The new base address may not be in effect yet.",
        "3.6.3.9",
    )
    .known_by(Source::Assumed(BASE_REASON)),
    steps(
        AccessKind::DarWrite,
        AccessKind::MvThroughDar,
        1,
        "The address word may not be in DAR yet.",
        "3.5.6",
    )
    .at(AddressRelation::Same)
    .known_by(Source::Assumed(
        "The manual states that the old data is read until the new one is valid, but not when that is.",
    )),
    steps(
        AccessKind::DarWrite,
        AccessKind::DarbufFill,
        0,
        "DARBUF is refilled although address words of it have not been written to DAR.",
        "3.6.7.10",
    )
    .known_by(Source::Assumed(
        "The manual does not say what happens to address words that were not drained in time.",
    )),
    steps(
        AccessKind::MvToL2bm,
        AccessKind::L2bmInstruction,
        0,
        "The assembler does not check it and the emulator finishes an MV immediately; on the board, a `wait` with the tag of the MV must come in between.",
        "3.6.13",
    )
    .at(AddressRelation::Overlap)
    .known_by(Source::Known("hazards")),
    steps(
        AccessKind::Mv,
        AccessKind::Mv,
        0,
        "MV instructions run side by side: one that needs what another writes must be issued after a `wait` with its tag.",
        "3.5.9",
    )
    .at(AddressRelation::Overlap)
    .known_by(Source::Known("hazards")),
];
