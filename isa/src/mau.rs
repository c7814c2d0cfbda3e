//! MAU operations (manual 3.6.9), matrix register writes (3.6.10) and transposed reads (3.6.11).

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Precision, Source};

const ALL_FLOATS: &[Precision] = &[
    Precision::Double,
    Precision::Single,
    Precision::PseudoSingle,
    Precision::Half,
];
const VECTOR_FLOATS: &[Precision] = &[Precision::Double, Precision::Single, Precision::Half];

const MATRIX_VECTOR_ADD: &[OperandSpec] = &[
    OperandSpec::input("matrix", OperandClass::MatrixSide),
    OperandSpec::input("src_x", OperandClass::PeInput),
    OperandSpec::input("src_y", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const MATRIX_VECTOR: &[OperandSpec] = &[
    OperandSpec::input("matrix", OperandClass::MatrixSide),
    OperandSpec::input("src_x", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const THREE_INPUTS: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::PeInput),
    OperandSpec::input("src_y", OperandClass::PeInput),
    OperandSpec::input("src_z", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const TWO_INPUTS: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::PeInput),
    OperandSpec::input("src_y", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const ONE_INPUT: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const WRITE: &[OperandSpec] = &[
    OperandSpec::input("src", OperandClass::PeInput),
    OperandSpec::output("matrix", OperandClass::MatrixRows),
];
const READ: &[OperandSpec] = &[
    OperandSpec::input("matrix", OperandClass::MatrixRows),
    OperandSpec::outputs(OperandClass::PeOutput),
];

instructions! {
    /// A MAU operation, matrix register write or transposed read.
    MauOp in Mau;

    Mfma {
        title: "Matrix-vector multiply-add",
        mnemonic: Mnemonic::Mau { stem: "mfma", precisions: ALL_FLOATS, halves: true, shortens: true },
        group: Group::MauCalc,
        operands: MATRIX_VECTOR_ADD,
        syntax: "dmfma(u|d)[r] $l(x|y) <src_x> <src_y> <dst_0> [<dst_1>..] | (f|g)mfma $l(x|y) <src_x> <src_y> <dst_0> [<dst_1>..] | hmfma[r] $l(x|y) <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "dmfmad $lx $lr0v $mauf $ls0v",
        section: "3.6.9.2",
        source: Source::Manual("3.6.9.2"),
    }

    Mmul {
        title: "Matrix-vector product",
        mnemonic: Mnemonic::Mau { stem: "mmul", precisions: ALL_FLOATS, halves: true, shortens: true },
        group: Group::MauCalc,
        operands: MATRIX_VECTOR,
        syntax: "dmmul(u|d)[r] $l(x|y) <src_x> <dst_0> [<dst_1>..] | (f|g)mmul $l(x|y) <src_x> <dst_0> [<dst_1>..] | hmmul[r] $l(x|y) <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "dmmulu $lx $lr0v $nowrite",
        section: "3.6.9.3",
        source: Source::Manual("3.6.9.3"),
    }

    Vfma {
        title: "Vector multiply-add",
        mnemonic: Mnemonic::Mau { stem: "vfma", precisions: VECTOR_FLOATS, halves: true, shortens: true },
        group: Group::MauCalc,
        operands: THREE_INPUTS,
        syntax: "dvfma(u|d)[r] <src_x> <src_y> <src_z> <dst_0> [<dst_1>..] | fvfma <src_x> <src_y> <src_z> <dst_0> [<dst_1>..] | hvfma[r] <src_x> <src_y> <src_z> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "fvfma $lm0v $lr0v $ln0v $ls0v",
        section: "3.6.9.10",
        source: Source::Manual("3.6.9.10"),
    }

    Vmul {
        title: "Vector product",
        mnemonic: Mnemonic::Mau { stem: "vmul", precisions: VECTOR_FLOATS, halves: true, shortens: true },
        group: Group::MauCalc,
        operands: TWO_INPUTS,
        syntax: "dvmul(u|d)[r] <src_x> <src_y> <dst_0> [<dst_1>..] | fvmul <src_x> <src_y> <dst_0> [<dst_1>..] | hvmul[r] <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "fvmul $lm0v $lr0v $ls0v",
        section: "3.6.9.11",
        source: Source::Manual("3.6.9.11"),
    }

    Vadd {
        title: "Vector sum",
        mnemonic: Mnemonic::Mau { stem: "vadd", precisions: VECTOR_FLOATS, halves: false, shortens: true },
        group: Group::MauCalc,
        operands: TWO_INPUTS,
        syntax: "dvadd[r] <src_x> <src_y> <dst_0> [<dst_1>..] | fvadd <src_x> <src_y> <dst_0> [<dst_1>..] | hvadd[r] <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "fvadd $lm0v $lr0v $ls0v",
        section: "3.6.9.12",
        source: Source::Manual("3.6.9.12"),
    }

    Vpassa {
        title: "Vector copy",
        mnemonic: Mnemonic::Mau { stem: "vpassa", precisions: VECTOR_FLOATS, halves: false, shortens: true },
        group: Group::MauCalc,
        operands: ONE_INPUT,
        syntax: "dvpassa[r] <src_x> <dst_0> [<dst_1>..] | fvpassa <src_x> <dst_0> [<dst_1>..] | hvpassa[r] <src_x> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "dvpassa $lm0v $ln0v",
        section: "3.6.9.13",
        source: Source::Manual("3.6.9.13"),
    }

    Mwrite {
        title: "Matrix register write",
        mnemonic: Mnemonic::Mau { stem: "mwrite", precisions: ALL_FLOATS, halves: false, shortens: false },
        group: Group::MauMwrite,
        operands: WRITE,
        syntax: "(d|f|g)mwrite <src> $l(x|y)<addr> | hmwrite <src> $(l|ll)(x|y)<addr>",
        doc: "",
        effect: "",
        example: "dmwrite $aluf $lx0",
        section: "3.6.10",
        source: Source::Manual("3.6.10"),
    }

    Mread {
        title: "Transposed matrix register read",
        mnemonic: Mnemonic::Mau { stem: "mread", precisions: ALL_FLOATS, halves: false, shortens: false },
        group: Group::MauMread,
        operands: READ,
        syntax: "(d|f|g)mread $l(x|y)<addr> <dst_0> [<dst_1>..] | hmread $ll(x|y)<addr> <dst_0> [<dst_1>..]",
        doc: "",
        effect: "",
        example: "dmread $lx0 $lr0v",
        section: "3.6.11",
        source: Source::Manual("3.6.11"),
    }
}
