//! L1BM instruction expressions: transfers between L1BM and the PEs (manual 3.6.8).

use crate::instruction::TargetRule;
use crate::instruction::instructions;
use crate::memory::Width;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Source};

const fn down(width: Width, alignment: u32, words: u32) -> [OperandSpec; 2] {
    [
        OperandSpec::input("addr_b", OperandClass::L1bmPe(width)).words(alignment, words),
        OperandSpec::outputs(OperandClass::PeOutput),
    ]
}

const fn up(width: Width, alignment: u32, words: u32) -> [OperandSpec; 2] {
    [
        OperandSpec::input("src", OperandClass::PeInput),
        OperandSpec::output("addr_b", OperandClass::L1bmPe(width)).words(alignment, words),
    ]
}

instructions! {
    /// An L1BM instruction; one row for each word length and direction.
    L1bmOp in L1bm;

    BroadcastPe {
        title: "Long-word PE broadcast",
        mnemonic: Mnemonic::Fixed("l1bmp"),
        group: Group::L1bm,
        operands: &const { down(Width::Long, 1, 1) },
        syntax: "l1bmp $lb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmp $lb0 $lr0v",
        section: "3.6.8.6",
        source: Source::Manual("3.6.8.6"),
    }

    BroadcastPeDouble {
        title: "2-long-word PE broadcast",
        mnemonic: Mnemonic::Fixed("l1bmp"),
        group: Group::L1bm,
        operands: &const { down(Width::DoubleLong, 1, 2) },
        syntax: "l1bmp $llb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmp $llb0 $llr0v",
        section: "3.6.8.7",
        source: Source::Manual("3.6.8.7"),
    }

    BroadcastMab {
        title: "Long-word 16x1 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        group: Group::L1bm,
        operands: &const { down(Width::Long, 4, 4) },
        syntax: "l1bmm $lb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmm $lb0 $lr0v",
        section: "3.6.8.8",
        source: Source::Manual("3.6.8.8"),
    }

    BroadcastMabDouble {
        title: "2-long-word 16x1 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        group: Group::L1bm,
        operands: &const { down(Width::DoubleLong, 8, 8) },
        syntax: "l1bmm $llb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmm $llb0 $llr0v",
        section: "3.6.8.9",
        source: Source::Manual("3.6.8.9"),
    }

    Transfer {
        title: "Long-word 16x1 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        group: Group::L1bm,
        operands: &const { up(Width::Long, 4, 4) },
        syntax: "l1bmm@<mabadr> <src> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmm@0 $lr0v $lb0",
        section: "3.6.8.10",
        source: Source::Manual("3.6.8.10"),
    }

    TransferDouble {
        title: "2-long-word 16x1 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm"),
        group: Group::L1bm,
        operands: &const { up(Width::DoubleLong, 8, 8) },
        syntax: "l1bmm@<mabadr> <src> $llb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmm@0 $llr0v $llb0",
        section: "3.6.8.11",
        source: Source::Manual("3.6.8.11"),
    }

    Reduce {
        title: "Long-word 16x1 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr", shortens: true, double_long: false },
        group: Group::L1bm,
        operands: &const { up(Width::Long, 4, 4) },
        syntax: "l1bmr<rrn_opcode>[r] <src> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmrdfadd $lr0v $lb0",
        section: "3.6.8.12",
        source: Source::Manual("3.6.8.12"),
    }

    ReduceDouble {
        title: "2-long-word 16x1 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr", shortens: false, double_long: true },
        group: Group::L1bm,
        operands: &const { up(Width::DoubleLong, 8, 8) },
        syntax: "l1bmr<rrn_opcode> <src> $llb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmrffadd $llr0v $llb0",
        section: "3.6.8.13",
        source: Source::Manual("3.6.8.13"),
    }

    BroadcastMab4 {
        title: "Long-word 4x4 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        group: Group::L1bm,
        operands: &const { down(Width::Long, 16, 16) },
        syntax: "l1bmm4 $lb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmm4 $lb0 $lr0v",
        section: "3.6.8.14",
        source: Source::Manual("3.6.8.14"),
    }

    BroadcastMab4Double {
        title: "2-long-word 4x4 MAB broadcast",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        group: Group::L1bm,
        operands: &const { down(Width::DoubleLong, 32, 32) },
        syntax: "l1bmm4 $llb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmm4 $llb0 $llr0v",
        section: "3.6.8.15",
        source: Source::Manual("3.6.8.15"),
    }

    Transfer4 {
        title: "Long-word 4x4 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        group: Group::L1bm,
        operands: &const { up(Width::Long, 16, 16) },
        syntax: "l1bmm4@<mabadr> <src> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmm4@0 $lr0v $lb0",
        section: "3.6.8.16",
        source: Source::Manual("3.6.8.16"),
    }

    Transfer4Double {
        title: "2-long-word 4x4 transfer",
        mnemonic: Mnemonic::Fixed("l1bmm4"),
        group: Group::L1bm,
        operands: &const { up(Width::DoubleLong, 32, 32) },
        syntax: "l1bmm4@<mabadr> <src> $llb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmm4@0 $llr0v $llb0",
        section: "3.6.8.17",
        source: Source::Manual("3.6.8.17"),
    }

    Reduce4 {
        title: "Long-word 4x4 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr4", shortens: true, double_long: false },
        group: Group::L1bm,
        operands: &const { up(Width::Long, 16, 16) },
        syntax: "l1bmr4<rrn_opcode>[r] <src> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmr4dfadd $lr0v $lb0",
        section: "3.6.8.18",
        source: Source::Manual("3.6.8.18"),
    }

    Reduce4Double {
        title: "2-long-word 4x4 reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l1bmr4", shortens: false, double_long: true },
        group: Group::L1bm,
        operands: &const { up(Width::DoubleLong, 32, 32) },
        syntax: "l1bmr4<rrn_opcode> <src> $llb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmr4ffadd $llr0v $llb0",
        section: "3.6.8.19",
        source: Source::Manual("3.6.8.19"),
    }

    Distribute {
        title: "Distribution",
        mnemonic: Mnemonic::Fixed("l1bmd"),
        group: Group::L1bm,
        operands: &const { down(Width::Long, 64, 64) },
        syntax: "l1bmd[<mabdiff>] $lb<addr_b> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "l1bmd $lb0 $lr0v",
        section: "3.6.8.20",
        source: Source::Manual("3.6.8.20"),
    }

    Gather {
        title: "Gather",
        mnemonic: Mnemonic::Fixed("l1bmd"),
        group: Group::L1bm,
        operands: &const { up(Width::Long, 64, 64) },
        syntax: "l1bmd[<mabdiff>] <src> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l1bmd $lr0v $lb0",
        section: "3.6.8.21",
        source: Source::Manual("3.6.8.21"),
    }
}

/// The largest rotation of MABs, in either direction (manual 3.6.8.20).
pub const MAX_ROTATION_MABS: u8 = 15;

/// Low six bits of the L1BM address that `l1bmp $llb` may have at most (manual 3.6.8.7).
pub const BROADCAST_PE_DOUBLE_MAX_LOW_BITS: u32 = 56;

impl L1bmOp {
    /// What `@...` after the opcode selects.
    #[must_use]
    pub const fn target_rule(self) -> TargetRule {
        match self {
            Self::Transfer | Self::TransferDouble => TargetRule::Mab(15),
            Self::Transfer4 | Self::Transfer4Double => TargetRule::Mab(3),
            Self::BroadcastPe
            | Self::BroadcastPeDouble
            | Self::BroadcastMab
            | Self::BroadcastMabDouble
            | Self::Reduce
            | Self::ReduceDouble
            | Self::BroadcastMab4
            | Self::BroadcastMab4Double
            | Self::Reduce4
            | Self::Reduce4Double
            | Self::Distribute
            | Self::Gather => TargetRule::None,
        }
    }

    /// Whether data goes from L1BM to the PEs; otherwise from the PEs to L1BM.
    #[must_use]
    pub const fn is_to_pe(self) -> bool {
        match self {
            Self::BroadcastPe
            | Self::BroadcastPeDouble
            | Self::BroadcastMab
            | Self::BroadcastMabDouble
            | Self::BroadcastMab4
            | Self::BroadcastMab4Double
            | Self::Distribute => true,
            Self::Transfer
            | Self::TransferDouble
            | Self::Reduce
            | Self::ReduceDouble
            | Self::Transfer4
            | Self::Transfer4Double
            | Self::Reduce4
            | Self::Reduce4Double
            | Self::Gather => false,
        }
    }

    /// Whether `+n` and `-n` go with the opcode (manual 3.6.8.20, 3.6.8.21).
    #[must_use]
    pub const fn rotates(self) -> bool {
        matches!(self, Self::Distribute | Self::Gather)
    }

    /// Whether the PEs exchange 2 long words in a cycle (table 3.8).
    #[must_use]
    pub const fn is_double_long(self) -> bool {
        match self {
            Self::BroadcastPeDouble
            | Self::BroadcastMabDouble
            | Self::TransferDouble
            | Self::ReduceDouble
            | Self::BroadcastMab4Double
            | Self::Transfer4Double
            | Self::Reduce4Double => true,
            Self::BroadcastPe
            | Self::BroadcastMab
            | Self::Transfer
            | Self::Reduce
            | Self::BroadcastMab4
            | Self::Transfer4
            | Self::Reduce4
            | Self::Distribute
            | Self::Gather => false,
        }
    }
}
