//! ALU instruction expressions (manual 3.6.12, tables 3.9-3.12).

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Precision, Source};

const INT: &[Precision] = &[
    Precision::LongInteger,
    Precision::SingleInteger,
    Precision::HalfInteger,
];
const FLOAT: &[Precision] = &[Precision::Double, Precision::Single, Precision::Half];
const BOTH: &[Precision] = &[
    Precision::Double,
    Precision::Single,
    Precision::Half,
    Precision::LongInteger,
    Precision::SingleInteger,
    Precision::HalfInteger,
];
const BLOCK: &[Precision] = &[
    Precision::Double,
    Precision::Single,
    Precision::PseudoSingle,
    Precision::Half,
];
const EXTENDED: &[Precision] = &[Precision::Half];
const NONE: &[Precision] = &[];

const NO_INPUT: &[OperandSpec] = &[OperandSpec::outputs(OperandClass::PeOutputOrMask)];
const LITERAL: &[OperandSpec] = &[
    OperandSpec::input("payload", OperandClass::Literal),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const ONE_INPUT: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::AluFirstInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const TWO_INPUTS: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::AluFirstInput),
    OperandSpec::input("src_y", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];

instructions! {
    /// An ALU instruction.
    AluOp in Alu;

    Zero {
        title: "Zero output",
        mnemonic: Mnemonic::Alu { stem: "zero", precisions: NONE, unsigned: NONE },
        group: Group::Alu,
        operands: NO_INPUT,
        syntax: "zero <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "zero $llr0v",
        section: "3.6.12.2",
        source: Source::Manual("3.6.12.2"),
    }

    Imm {
        title: "Immediate value",
        mnemonic: Mnemonic::Immediate,
        group: Group::Alu,
        operands: LITERAL,
        syntax: "imm[u] <payload> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: r#"imm f"1.0" $ln0"#,
        section: "3.6.12.3",
        source: Source::Manual("3.6.12.3"),
    }

    Msl {
        title: "Circular shift to the next PE",
        mnemonic: Mnemonic::Alu { stem: "msl", precisions: NONE, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "msl <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "msl $lr0v $lr0v",
        section: "3.6.12.4",
        source: Source::Manual("3.6.12.4"),
    }

    Msr {
        title: "Circular shift to the previous PE",
        mnemonic: Mnemonic::Alu { stem: "msr", precisions: NONE, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "msr <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "msr $lr0v $lr0v",
        section: "3.6.12.4",
        source: Source::Manual("3.6.12.4"),
    }

    Passa {
        title: "Copy",
        mnemonic: Mnemonic::Alu { stem: "passa", precisions: BOTH, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(d|f|h|l|i|s)passa <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "lpassa $llr0v $lls0v",
        section: "3.6.12.5",
        source: Source::Manual("3.6.12.5"),
    }

    Inc {
        title: "Increment",
        mnemonic: Mnemonic::Alu { stem: "inc", precisions: INT, unsigned: INT },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "[u](l|i|s)inc <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "linc $t $ls0v",
        section: "3.6.12.6",
        source: Source::Manual("3.6.12.6"),
    }

    Dec {
        title: "Decrement",
        mnemonic: Mnemonic::Alu { stem: "dec", precisions: INT, unsigned: INT },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "[u](l|i|s)dec <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "sdec $aluf $lr0v",
        section: "3.6.12.6",
        source: Source::Manual("3.6.12.6"),
    }

    Not {
        title: "Bitwise not",
        mnemonic: Mnemonic::Alu { stem: "not", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(l|i|s)not <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "lnot $aluf $lr0v",
        section: "3.6.12.7",
        source: Source::Manual("3.6.12.7"),
    }

    Lnot {
        title: "Logical not",
        mnemonic: Mnemonic::Alu { stem: "lnot", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(l|i|s)lnot <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ilnot $subpeid $lr0",
        section: "3.6.12.8",
        source: Source::Manual("3.6.12.8"),
    }

    Rsqrt {
        title: "Approximate reciprocal square root",
        mnemonic: Mnemonic::Alu { stem: "rsqrt", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(d|f|h)rsqrt <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "frsqrt $lm0v $lr0v",
        section: "3.6.12.9",
        source: Source::Manual("3.6.12.9"),
    }

    Floor {
        title: "Round down to a whole number",
        mnemonic: Mnemonic::Alu { stem: "floor", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(d|f|h)floor <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ffloor $lm0v $lr0v",
        section: "3.6.12.10",
        source: Source::Manual("3.6.12.10"),
    }

    Ftoi {
        title: "Floating point to integer",
        mnemonic: Mnemonic::Alu { stem: "ftoi", precisions: FLOAT, unsigned: FLOAT },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "[u](d|f|h)ftoi <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "fftoi $lm0v $lr0v",
        section: "3.6.12.11",
        source: Source::Manual("3.6.12.11"),
    }

    Bfe {
        title: "Extended block-float conversion",
        mnemonic: Mnemonic::Alu { stem: "bfe", precisions: EXTENDED, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "hbfe/<n> <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "hbfe/9 $llm0v $llr0v",
        section: "3.6.12.12",
        source: Source::Manual("3.6.12.12"),
    }

    Bfn {
        title: "Block-float conversion",
        mnemonic: Mnemonic::Alu { stem: "bfn", precisions: BLOCK, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(d|f|g)bfn <src_x> <dst_0> [<dst_1>..] | hbfn/<n> <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "dbfn $lm0v $lr0v",
        section: "3.6.12.12",
        source: Source::Manual("3.6.12.12"),
    }

    Max {
        title: "Maximum",
        mnemonic: Mnemonic::Alu { stem: "max", precisions: BOTH, unsigned: INT },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "[u](d|f|h|l|i|s)max <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "imax $lm0v $lr0v $ln0v",
        section: "3.6.12.13",
        source: Source::Manual("3.6.12.13"),
    }

    Min {
        title: "Minimum",
        mnemonic: Mnemonic::Alu { stem: "min", precisions: BOTH, unsigned: INT },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "[u](d|f|h|l|i|s)min <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ulmin $lm0v $lr0v $ln0v",
        section: "3.6.12.13",
        source: Source::Manual("3.6.12.13"),
    }

    Packbit {
        title: "Pack sign bits",
        mnemonic: Mnemonic::Alu { stem: "packbit", precisions: BOTH, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h|l|i|s)packbit <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "hpackbit $msb1 $lm0v $nowrite",
        section: "3.6.12.14",
        source: Source::Manual("3.6.12.14"),
    }

    And {
        title: "Bitwise and",
        mnemonic: Mnemonic::Alu { stem: "and", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)and <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "iand $lm0v $lr0v $ln0v",
        section: "3.6.12.15",
        source: Source::Manual("3.6.12.15"),
    }

    Or {
        title: "Bitwise or",
        mnemonic: Mnemonic::Alu { stem: "or", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)or <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ior $ls0v $aluf $nowrite",
        section: "3.6.12.15",
        source: Source::Manual("3.6.12.15"),
    }

    Xor {
        title: "Bitwise exclusive or",
        mnemonic: Mnemonic::Alu { stem: "xor", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)xor <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "lxor $lm0v $lr0v $ln0v",
        section: "3.6.12.15",
        source: Source::Manual("3.6.12.15"),
    }

    Add {
        title: "Integer sum",
        mnemonic: Mnemonic::Alu { stem: "add", precisions: INT, unsigned: INT },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "[u](l|i|s)add <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "iadd $lm0v $lr0v $ln0v",
        section: "3.6.12.16",
        source: Source::Manual("3.6.12.16"),
    }

    Sub {
        title: "Integer difference",
        mnemonic: Mnemonic::Alu { stem: "sub", precisions: INT, unsigned: INT },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "[u](l|i|s)sub <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "isub $subpeid $lr0v $omr1",
        section: "3.6.12.16",
        source: Source::Manual("3.6.12.16"),
    }

    Lsl {
        title: "Logical left shift",
        mnemonic: Mnemonic::Alu { stem: "lsl", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)lsl <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ilsl $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
        source: Source::Manual("3.6.12.17"),
    }

    Lsr {
        title: "Right shift: arithmetic, or logical with u",
        mnemonic: Mnemonic::Alu { stem: "lsr", precisions: INT, unsigned: INT },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "[u](l|i|s)lsr <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "uilsr $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
        source: Source::Manual("3.6.12.17"),
    }

    Bsl {
        title: "Circular left shift",
        mnemonic: Mnemonic::Alu { stem: "bsl", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)bsl <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ibsl $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
        source: Source::Manual("3.6.12.17"),
    }

    Bsr {
        title: "Circular right shift",
        mnemonic: Mnemonic::Alu { stem: "bsr", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)bsr <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "ibsr $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
        source: Source::Manual("3.6.12.17"),
    }

    Relu {
        title: "ReLU on the sign bit",
        mnemonic: Mnemonic::Alu { stem: "relu", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)relu <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "frelu $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Relu0 {
        title: "ReLU on the sign bit (alias of relu)",
        mnemonic: Mnemonic::Alu { stem: "relu0", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)relu0 <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "frelu0 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Relu1 {
        title: "ReLU on the second bit",
        mnemonic: Mnemonic::Alu { stem: "relu1", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)relu1 <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "frelu1 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Relu2 {
        title: "ReLU on the third bit",
        mnemonic: Mnemonic::Alu { stem: "relu2", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)relu2 <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "frelu2 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Relu3 {
        title: "ReLU on the fourth bit",
        mnemonic: Mnemonic::Alu { stem: "relu3", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)relu3 <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "frelu3 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Lrelud {
        title: "Leaky ReLU, slope 1/2",
        mnemonic: Mnemonic::Alu { stem: "lrelud", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)lrelud <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "flrelud $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Lreluo {
        title: "Leaky ReLU, slope 1/8",
        mnemonic: Mnemonic::Alu { stem: "lreluo", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)lreluo <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "flreluo $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }

    Ilrelud {
        title: "Inverse leaky ReLU, slope 2",
        mnemonic: Mnemonic::Alu { stem: "ilrelud", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)ilrelud <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "filrelud $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }
}
