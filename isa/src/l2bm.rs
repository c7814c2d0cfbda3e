//! L2BM instruction expressions: transfers between L2BM and L1BM, multicast and DAR writes (manual 3.6.7).

use crate::instruction::TargetRule;
use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Source};

const fn down(l2bm_words: u32, l1bm_words: u32) -> [OperandSpec; 2] {
    [
        OperandSpec::input("addr_c", OperandClass::L2bm).words(l2bm_words, l2bm_words),
        OperandSpec::output("addr_b", OperandClass::L1bm).words(l1bm_words, l1bm_words),
    ]
}

const fn up(l1bm_words: u32, l2bm_words: u32) -> [OperandSpec; 2] {
    [
        OperandSpec::input("addr_b", OperandClass::L1bm).words(l1bm_words, l1bm_words),
        OperandSpec::output("addr_c", OperandClass::L2bm).words(l2bm_words, l2bm_words),
    ]
}

instructions! {
    /// An L2BM instruction.
    L2bmOp in L2bm;

    Broadcast {
        title: "L2BM to L1BM broadcast",
        mnemonic: Mnemonic::Fixed("l2bmb"),
        group: Group::L2bm,
        operands: &const { down(16, 16) },
        syntax: "l2bmb[@<l1bset>] $lc<addr_c> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l2bmb@[0,1,2,3] $lc0 $lb0",
        section: "3.6.7.2",
        source: Source::Manual("3.6.7.2"),
    }

    DistributingBroadcast {
        title: "L2BM to L1BM distributing broadcast",
        mnemonic: Mnemonic::Fixed("l2bmb2"),
        group: Group::L2bm,
        operands: &const { down(64, 16) },
        syntax: "l2bmb2[@<l1bset>] $lc<addr_c> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l2bmb2 $lc0 $lb0",
        section: "3.6.7.3",
        source: Source::Manual("3.6.7.3"),
    }

    Distribute {
        title: "L2BM to L1BM distribution",
        mnemonic: Mnemonic::Fixed("l2bmd"),
        group: Group::L2bm,
        operands: &const { down(64, 8) },
        syntax: "l2bmd[@<l1bset>] $lc<addr_c> $lb<addr_b>",
        doc: "",
        effect: "",
        example: "l2bmd@[0,1,2,3] $lc0 $lb0",
        section: "3.6.7.4",
        source: Source::Manual("3.6.7.4"),
    }

    Transfer {
        title: "L1BM to L2BM transfer",
        mnemonic: Mnemonic::Fixed("l2bm"),
        group: Group::L2bm,
        operands: &const { up(16, 16) },
        syntax: "l2bm@<l1badr> $lb<addr_b> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "l2bm@1 $lb0 $lc0",
        section: "3.6.7.5",
        source: Source::Manual("3.6.7.5"),
    }

    Reduce {
        title: "L1BM to L2BM reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l2bmr", shortens: false, double_long: false },
        group: Group::L2bm,
        operands: &const { up(16, 16) },
        syntax: "l2bmr<rrn_opcode>[@<l1bset>] $lb<addr_b> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "l2bmrdfadd@[0,4] $lb0 $lc0",
        section: "3.6.7.6",
        source: Source::Manual("3.6.7.6"),
    }

    CombiningReduce {
        title: "L1BM to L2BM combining reduction",
        mnemonic: Mnemonic::Reduction { prefix: "l2bmr2", shortens: false, double_long: false },
        group: Group::L2bm,
        operands: &const { up(16, 64) },
        syntax: "l2bmr2<rrn_opcode> $lb<addr_b> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "l2bmr2dfadd $lb0 $lc0",
        section: "3.6.7.7",
        source: Source::Manual("3.6.7.7"),
    }

    Gather {
        title: "L1BM to L2BM gather",
        mnemonic: Mnemonic::Fixed("l2bmd"),
        group: Group::L2bm,
        operands: &const { up(8, 64) },
        syntax: "l2bmd $lb<addr_b> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "l2bmd $lb0 $lc0",
        section: "3.6.7.8",
        source: Source::Manual("3.6.7.8"),
    }

    Multicast {
        title: "Inter-L1BM multicast",
        mnemonic: Mnemonic::Fixed("l2bmi"),
        group: Group::L2bm,
        operands: &[OperandSpec::input("addr0", OperandClass::L1bm).words(16, 16), OperandSpec::output("addr1", OperandClass::L1bm).words(16, 16)],
        syntax: "l2bmi@<l1bset> $lb<addr0> $lb<addr1>",
        doc: "",
        effect: "",
        example: "l2bmi@0/4 $lb0 $lb0",
        section: "3.6.7.9",
        source: Source::Manual("3.6.7.9"),
    }

    Dars {
        title: "DAR write: fill DARBUF",
        mnemonic: Mnemonic::Fixed("l2bmdars"),
        group: Group::L2bm,
        operands: &[OperandSpec::input("addr_c", OperandClass::L2bmOfL2b).words(64, 64), OperandSpec::output("addr_dar", OperandClass::Dar)],
        syntax: "l2bmdars $lc<addr_c>@.<l2b_c> $dar<addr_dar>",
        doc: "",
        effect: "",
        example: "l2bmdars $lc0@.1 $dar16; l2bmdarw",
        section: "3.6.7.10",
        source: Source::Manual("3.6.7.10"),
    }

    Darw {
        title: "DAR write: drain DARBUF",
        mnemonic: Mnemonic::Fixed("l2bmdarw"),
        group: Group::L2bmdarw,
        operands: &[],
        syntax: "l2bmdarw",
        doc: "",
        effect: "",
        example: "l2bmd $lc256 $lb0; l2bmdarw",
        section: "3.6.7.10",
        source: Source::Manual("3.6.7.10"),
    }
}

impl L2bmOp {
    /// What `@...` after the opcode selects.
    #[must_use]
    pub const fn target_rule(self) -> TargetRule {
        match self {
            Self::Broadcast | Self::DistributingBroadcast | Self::Distribute | Self::Reduce => {
                TargetRule::OptionalL1bSet
            }
            Self::Transfer => TargetRule::L1b,
            Self::Multicast => TargetRule::MulticastL1bSet,
            Self::CombiningReduce | Self::Gather | Self::Dars | Self::Darw => TargetRule::None,
        }
    }
}
