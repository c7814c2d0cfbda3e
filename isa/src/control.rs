//! Control and debug statements (manual 3.4), and the PE instructions that move no data: `nop`, `noforward`, `wait`.

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Source};

instructions! {
    /// A control statement, debug statement or PE instruction without data.
    ControlOp in Control;

    Quit {
        title: "End of the program",
        mnemonic: Mnemonic::Fixed("quit"),
        group: Group::Control,
        operands: &[],
        syntax: "quit",
        doc: "",
        effect: "",
        example: "quit",
        section: "3.4.2",
        source: Source::Manual("3.4.2"),
    }

    DebugGet {
        title: "Debug get",
        mnemonic: Mnemonic::Fixed("d get"),
        group: Group::Control,
        operands: &[],
        syntax: "d get[<dtype>] <memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>] <num_of_words>",
        doc: "",
        effect: "",
        example: "d getd $lm0n0c0b0m0p0 1",
        section: "3.4.3",
        source: Source::Manual("3.4.3"),
    }

    DebugSet {
        title: "Debug set",
        mnemonic: Mnemonic::Fixed("d set"),
        group: Group::Control,
        operands: &[],
        syntax: "d set <memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>] <num_of_words> <payload>",
        doc: "",
        effect: "",
        example: "d set $lm0n0c0b0m0p0 1 3FF0000000000000",
        section: "3.4.4",
        source: Source::Manual("3.4.4"),
    }

    Mask {
        title: "Write mask for the following lines",
        mnemonic: Mnemonic::Fixed("mask"),
        group: Group::Control,
        operands: &[],
        syntax: "mask[l|ll][r][s][t][m][n][k] <addr>",
        doc: "",
        effect: "",
        example: "maskr 0b10001",
        section: "3.6.2.1",
        source: Source::Manual("3.6.2.1"),
    }

    HostWritePdm {
        title: "Host statement: write PDM",
        mnemonic: Mnemonic::Fixed("c"),
        group: Group::Control,
        operands: &[],
        syntax: "c 0 0 <tag> <tag> 0 <address> <length> <payload>",
        doc: "",
        effect: "",
        example: "c 0 0 i10 i00 0 000000000 000001 0000000000000000",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    HostReadPdm {
        title: "Host statement: read PDM",
        mnemonic: Mnemonic::Fixed("e"),
        group: Group::Control,
        operands: &[],
        syntax: "e 0 0 <tag> <tag> 0 <address> <length>",
        doc: "",
        effect: "",
        example: "e 0 0 i11 i00 0 000000000 000001",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    HostFlush {
        title: "Host statement: flush",
        mnemonic: Mnemonic::Fixed("f"),
        group: Group::Control,
        operands: &[],
        syntax: "f",
        doc: "",
        effect: "",
        example: "f",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    HostWriteDram {
        title: "Host statement: write DRAM",
        mnemonic: Mnemonic::Fixed("r"),
        group: Group::Control,
        operands: &[],
        syntax: "r <group> <address> <count> <payload>",
        doc: "",
        effect: "",
        example: "r 0 000000000 001 0000000000000000",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    Nop {
        title: "Do nothing",
        mnemonic: Mnemonic::Fixed("nop"),
        group: Group::Nop,
        operands: &[],
        syntax: "nop[/<n>]",
        doc: "",
        effect: "",
        example: "nop/2",
        section: "3.6.5",
        source: Source::Manual("3.6.5"),
    }

    Noforward {
        title: "Keep the forwarding and turnaround registers",
        mnemonic: Mnemonic::Fixed("noforward"),
        group: Group::Noforward,
        operands: &[],
        syntax: "noforward",
        doc: "",
        effect: "",
        example: "noforward; l2bmb $lc256 $lb0",
        section: "3.6.6",
        source: Source::Manual("3.6.6"),
    }

    Wait {
        title: "Wait for an MV instruction",
        mnemonic: Mnemonic::Fixed("wait"),
        group: Group::Wait,
        operands: &[OperandSpec::input("tag", OperandClass::Tag)],
        syntax: "wait <tag>",
        doc: "",
        effect: "",
        example: "nop; wait i01",
        section: "3.6.13",
        source: Source::Manual("3.6.13"),
    }
}
