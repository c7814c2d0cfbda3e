//! MV instruction statements: transfers between PDM, DRAM and L2BM (manual 3.5).

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Source};

/// Long words of a unit operation, as `n<size>` counts them; sizes are multiples of it (manual 3.5.8).
pub const UNIT_LONG_WORDS: u32 = 64;

/// The largest priority `p<n>` (manual 3.5.7).
pub const MAX_PRIORITY: u32 = 3;

/// Long words of one step of DRAM indirection, the unit of an address word (manual 3.5.6).
pub const INDIRECTION_UNIT_LONG_WORDS: u32 = 16;

const fn transfer(
    source: (OperandClass, &'static str, u32),
    destination: (OperandClass, &'static str, u32),
) -> [OperandSpec; 2] {
    [
        OperandSpec::input(source.1, source.0).words(source.2, source.2),
        OperandSpec::output(destination.1, destination.0).words(destination.2, destination.2),
    ]
}

instructions! {
    /// An MV instruction; one row for each basic mode of manual 3.5.8.
    MvOp in Mv;

    Nop {
        title: "No operation",
        mnemonic: Mnemonic::Fixed("mvnop"),
        group: Group::Mv,
        operands: &[],
        syntax: "mvnop",
        doc: "",
        effect: "",
        example: "mvnop",
        section: "3.5.8.1",
        source: Source::Manual("3.5.8.1"),
    }

    PdmToDram {
        title: "PDM to DRAM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::DramOfGroup, "addr_d", 64)) },
        syntax: "mvp/n<size>[<tag>] $p<addr_p>@<group_p> $d<addr_d>@<group_d>",
        doc: "",
        effect: "",
        example: "mvp/n64 $p0@0 $d0@1",
        section: "3.5.8.2",
        source: Source::Manual("3.5.8.2"),
    }

    DramToPdm {
        title: "DRAM to PDM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfGroup, "addr_d", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        syntax: "mvp/n<size>[<tag>] $d<addr_d>@<group_d> $p<addr_p>@<group_p>",
        doc: "",
        effect: "",
        example: "mvp/n64 $d0@1 $p0@0",
        section: "3.5.8.3",
        source: Source::Manual("3.5.8.3"),
    }

    PdmToL2bm {
        title: "PDM to L2BM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::L2bmOne, "addr_c", 64)) },
        syntax: "mvp/n<size>[<tag>] $p<addr_p>@<group_p> $lc<addr_c>@<group_c>.<l2b_c>",
        doc: "",
        effect: "",
        example: "mvp/n64 $p0@0 $lc0@2.1",
        section: "3.5.8.4",
        source: Source::Manual("3.5.8.4"),
    }

    L2bmToPdm {
        title: "L2BM to PDM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmOne, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        syntax: "mvp/n<size>[<tag>] $lc<addr_c>@<group_c>.<l2b_c> $p<addr_p>@<group_p>",
        doc: "",
        effect: "",
        example: "mvp/n64 $lc0@2.1 $p0@0",
        section: "3.5.8.5",
        source: Source::Manual("3.5.8.5"),
    }

    DramToL2bm {
        title: "DRAM to L2BM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfGroup, "addr_d", 64), (OperandClass::L2bmOne, "addr_c", 64)) },
        syntax: "mvp/n<size>[<tag>] $d<addr_d>@<group_d> $lc<addr_c>@<group_c>.<l2b_c>",
        doc: "",
        effect: "",
        example: "mvp/n64 $d0@0 $lc0@2.1",
        section: "3.5.8.6",
        source: Source::Manual("3.5.8.6"),
    }

    L2bmToDram {
        title: "L2BM to DRAM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmOne, "addr_c", 64), (OperandClass::DramOfGroup, "addr_d", 64)) },
        syntax: "mvp/n<size>[<tag>] $lc<addr_c>@<group_c>.<l2b_c> $d<addr_d>@<group_d>",
        doc: "",
        effect: "",
        example: "mvp/n64 $lc0@2.1 $d0@0",
        section: "3.5.8.7",
        source: Source::Manual("3.5.8.7"),
    }

    PdmToPdm {
        title: "PDM to PDM individual transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        syntax: "mvp/n<size>[<tag>] $p<addr0>@<group0> $p<addr1>@<group1>",
        doc: "",
        effect: "",
        example: "mvp/n64 $p0@0 $p0@1",
        section: "3.5.8.8",
        source: Source::Manual("3.5.8.8"),
    }

    PdmToL2bmParallel {
        title: "PDM to L2BM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfEveryGroup, "addr_p", 64), (OperandClass::L2bmOneInEveryGroup, "addr_c", 64)) },
        syntax: "mvp/n<size>[<tag>] $p<addr_p> $lc<addr_c>@.<l2b_c>",
        doc: "",
        effect: "",
        example: "mvp/n64 $p0 $lc0@.1",
        section: "3.5.8.9",
        source: Source::Manual("3.5.8.9"),
    }

    L2bmToPdmParallel {
        title: "L2BM to PDM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmOneInEveryGroup, "addr_c", 64), (OperandClass::PdmOfEveryGroup, "addr_p", 64)) },
        syntax: "mvp/n<size>[<tag>] $lc<addr_c>@.<l2b_c> $p<addr_p>",
        doc: "",
        effect: "",
        example: "mvp/n64 $lc0@.1 $p0",
        section: "3.5.8.10",
        source: Source::Manual("3.5.8.10"),
    }

    DramToL2bmParallel {
        title: "DRAM to L2BM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 64), (OperandClass::L2bmOneInEveryGroup, "addr_c", 64)) },
        syntax: "mvp/n<size>[<tag>] $d<addr_d> $lc<addr_c>@.<l2b_c>",
        doc: "",
        effect: "",
        example: "mvp/n64 $d0 $lc0@.1",
        section: "3.5.8.11",
        source: Source::Manual("3.5.8.11"),
    }

    L2bmToDramParallel {
        title: "L2BM to DRAM parallel transfer",
        mnemonic: Mnemonic::Fixed("mvp"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmOneInEveryGroup, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 64)) },
        syntax: "mvp/n<size>[<tag>] $lc<addr_c>@.<l2b_c> $d<addr_d>",
        doc: "",
        effect: "",
        example: "mvp/n64 $lc0@.1 $d0",
        section: "3.5.8.12",
        source: Source::Manual("3.5.8.12"),
    }

    DramToL2bmInGroup {
        title: "DRAM to L2BM intra-group broadcast",
        mnemonic: Mnemonic::Fixed("mvb2"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 64), (OperandClass::L2bmEvery, "addr_c", 64)) },
        syntax: "mvb2/n<size>[<tag>] $d<addr_d> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "mvb2/n64 $d0 $lc0",
        section: "3.5.8.13",
        source: Source::Manual("3.5.8.13"),
    }

    L2bmToDramInGroup {
        title: "L2BM to DRAM intra-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr2", shortens: false, double_long: false },
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 64)) },
        syntax: "mvr2<rrn_opcode>/n<size>[<tag>] $lc<addr_c> $d<addr_d>",
        doc: "",
        effect: "",
        example: "mvr2dfadd/n64 $lc0 $d0",
        section: "3.5.8.14",
        source: Source::Manual("3.5.8.14"),
    }

    L2bmToPdmInGroup {
        title: "L2BM to PDM intra-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr2", shortens: false, double_long: false },
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmOfGroup, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        syntax: "mvr2<rrn_opcode>/n<size>[<tag>] $lc<addr_c>@<group> $p<addr_p>@<group>",
        doc: "",
        effect: "",
        example: "mvr2dfadd/n64 $lc0@1 $p0@1",
        section: "3.5.8.15",
        source: Source::Manual("3.5.8.15"),
    }

    DramToL2bmGather4 {
        title: "DRAM to L2BM inter-group broadcast by L2B",
        mnemonic: Mnemonic::Fixed("mvb4"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 32), (OperandClass::L2bmEvery, "addr_c", 64)) },
        syntax: "mvb4/n<size>[<tag>] $d<addr_d> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "mvb4/n64 $d0 $lc0",
        section: "3.5.8.16",
        source: Source::Manual("3.5.8.16"),
    }

    L2bmToDramReduce4 {
        title: "L2BM to DRAM inter-group gather reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr4", shortens: false, double_long: false },
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 32)) },
        syntax: "mvr4<rrn_opcode>/n<size>[<tag>] $lc<addr_c> $d<addr_d>",
        doc: "",
        effect: "",
        example: "mvr4dfadd/n64 $lc0 $d0",
        section: "3.5.8.17",
        source: Source::Manual("3.5.8.17"),
    }

    PdmToL2bmBroadcast {
        title: "PDM to L2BM inter-group broadcast",
        mnemonic: Mnemonic::Fixed("mvb"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::L2bmEvery, "addr_c", 64)) },
        syntax: "mvb/n<size>[<tag>] $p<addr_p>@<group_p> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "mvb/n64 $p0@0 $lc0",
        section: "3.5.8.18",
        source: Source::Manual("3.5.8.18"),
    }

    L2bmToPdmReduce {
        title: "L2BM to PDM inter-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr", shortens: false, double_long: false },
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        syntax: "mvr<rrn_opcode>/n<size>[<tag>] $lc<addr_c> $p<addr_p>@<group_p>",
        doc: "",
        effect: "",
        example: "mvrdfadd/n64 $lc0 $p0@0",
        section: "3.5.8.19",
        source: Source::Manual("3.5.8.19"),
    }

    DramToL2bmBroadcast {
        title: "DRAM to L2BM inter-group broadcast",
        mnemonic: Mnemonic::Fixed("mvb"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 16), (OperandClass::L2bmEvery, "addr_c", 64)) },
        syntax: "mvb/n<size>[<tag>] $d<addr_d> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "mvb/n64 $d0 $lc0",
        section: "3.5.8.20",
        source: Source::Manual("3.5.8.20"),
    }

    L2bmToDramReduce {
        title: "L2BM to DRAM inter-group reduction",
        mnemonic: Mnemonic::Reduction { prefix: "mvr", shortens: false, double_long: false },
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::DramOfEveryGroup, "addr_d", 16)) },
        syntax: "mvr<rrn_opcode>/n<size>[<tag>] $lc<addr_c> $d<addr_d>",
        doc: "",
        effect: "",
        example: "mvrdfadd/n64 $lc0 $d0",
        section: "3.5.8.21",
        source: Source::Manual("3.5.8.21"),
    }

    PdmToL2bmScatter {
        title: "PDM to L2BM scatter",
        mnemonic: Mnemonic::Fixed("mvd"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 512), (OperandClass::L2bmEvery, "addr_c", 64)) },
        syntax: "mvd/n<size>[<tag>] $p<addr_p>@<group_p> $lc<addr_c>",
        doc: "",
        effect: "",
        example: "mvd/n64 $p0@0 $lc0",
        section: "3.5.8.22",
        source: Source::Manual("3.5.8.22"),
    }

    L2bmToPdmGather {
        title: "L2BM to PDM gather",
        mnemonic: Mnemonic::Fixed("mvd"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::L2bmEvery, "addr_c", 64), (OperandClass::PdmOfGroup, "addr_p", 512)) },
        syntax: "mvd/n<size>[<tag>] $lc<addr_c> $p<addr_p>@<group_p>",
        doc: "",
        effect: "",
        example: "mvd/n64 $lc0 $p0@0",
        section: "3.5.8.23",
        source: Source::Manual("3.5.8.23"),
    }

    PdmToDramScatter {
        title: "PDM to DRAM scatter",
        mnemonic: Mnemonic::Fixed("mvd"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::PdmOfGroup, "addr_p", 64), (OperandClass::DramOfEveryGroup, "addr_d", 16)) },
        syntax: "mvd/n<size>[<tag>] $p<addr_p>@<group_p> $d<addr_d>",
        doc: "",
        effect: "",
        example: "mvd/n64 $p0@0 $d0",
        section: "3.5.8.24",
        source: Source::Manual("3.5.8.24"),
    }

    DramToPdmGather {
        title: "DRAM to PDM gather",
        mnemonic: Mnemonic::Fixed("mvd"),
        group: Group::Mv,
        operands: &const { transfer((OperandClass::DramOfEveryGroup, "addr_d", 16), (OperandClass::PdmOfGroup, "addr_p", 64)) },
        syntax: "mvd/n<size>[<tag>] $d<addr_d> $p<addr_p>@<group_p>",
        doc: "",
        effect: "",
        example: "mvd/n64 $d0 $p0@0",
        section: "3.5.8.25",
        source: Source::Manual("3.5.8.25"),
    }
}
