//! The rows, in the order of the specification's encoding table.
//!
//! The word has the constants of the table's columns: func 31:28, uop 27:25, the high bit of the size 24, a constant in 17:15,
//! func3 14:12, size 11:10, and the major opcode custom-1. In 0.3 the destination and that constant change places, so a row of both
//! versions has one word here. 0.6 has other words: func4 31:28, uop 27:26, and 25:23 of its own.

use super::{Element, Form, Operation, Pointwise, Row, Signs, SizeField};
use crate::version::Version;
use Element::{Byte, Double, Half, Word};
use Form::{
    Md, MdMs1, MdMs1Immediate, MdMs1Register, MdMs2Ms1, MdMs2Ms1Immediate, MdMs2Ms1Register,
    MdMs2Scalar, MdRs2, MdRs2Rs1, MdScalar, Nothing, RdImmediate, RdMs2Rs1, RdRs1, Strided, Whole,
};
use Operation::{
    Configure, Duplicate, FloatMultiply, FloatMultiplyWide, Initialize, Int4Multiply,
    IntegerMultiply, Load, Move, ReadElement, Release, Store, StreamLoad, StreamStore, WholeLoad,
    WholeStore, WriteElement, Zero,
};
use Pointwise::{Add, Clip, ClipUnsigned, Multiply, MultiplyHigh, ShiftRight, Subtract};
use Signs::{Signed, SignedUnsigned, Unsigned, UnsignedSigned};

/// A row of 0.2 and 0.3, by its word in 0.2.
const fn row(
    mnemonic: &'static str,
    operation: Operation,
    form: Form,
    element: Element,
    word: u32,
) -> Row {
    let newer = match form.is_arithmetic() {
        true => word & !EXCHANGED | (word >> 8 & 7 << 7) | (word & 7 << 7) << 8,
        false => word,
    };
    Row {
        mnemonic,
        operation,
        form,
        element,
        words: [Some(word), Some(newer), None],
    }
}

/// The fields 17:15 and 9:7, which 0.3 exchanges in arithmetic instructions.
const EXCHANGED: u32 = 7 << 15 | 7 << 7;

/// A row that only 0.2 has.
const fn older(
    mnemonic: &'static str,
    operation: Operation,
    form: Form,
    element: Element,
    word: u32,
) -> Row {
    let words = [Some(word), None, None];
    Row {
        words,
        ..row(mnemonic, operation, form, element, word)
    }
}

/// A row that 0.3 and 0.6 have, by its words there.
const fn newer(
    mnemonic: &'static str,
    operation: Operation,
    form: Form,
    element: Element,
    word: u32,
    later: u32,
) -> Row {
    let words = [None, Some(word), Some(later)];
    Row {
        words,
        ..row(mnemonic, operation, form, element, word)
    }
}

/// A row that only 0.6 has.
pub(super) const fn later(
    mnemonic: &'static str,
    operation: Operation,
    form: Form,
    element: Element,
    word: u32,
) -> Row {
    Row {
        words: [None, None, Some(word)],
        ..row(mnemonic, operation, form, element, word)
    }
}

impl Row {
    /// The same row, which 0.6 has with this word.
    const fn and_later(mut self, word: u32) -> Self {
        self.words[Version::V06 as usize] = Some(word);
        self
    }
}

/// The alias of the vendor's assembler of 0.2 for `csrwi xmcsr, 2`, which is not custom-1.
pub(super) const MRELEASE: Row = older("mrelease", Release, Nothing, Byte, 0x8021_5073);

/// Every mnemonic with an encoding of its own.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("mmov.mm", Move, MdMs1, Byte, 0x0000_802b).and_later(0x1c00_002b),
    row("mmov.mv.x", Move, MdMs1Register, Byte, 0x0200_002b),
    row("mmov.mv.i", Move, MdMs1Immediate, Byte, 0x0400_002b),
    older("mmov.mx", Move, MdScalar, Byte, 0x0600_002b),
    row("fmmacc.h", FloatMultiply, MdMs2Ms1, Half, 0x1000_042b),
    row("fmmacc.s", FloatMultiply, MdMs2Ms1, Word, 0x1000_082b),
    row("fmmacc.d", FloatMultiply, MdMs2Ms1, Double, 0x1000_0c2b),
    row("fwmmacc.h", FloatMultiplyWide, MdMs2Ms1, Half, 0x1100_042b),
    row("fwmmacc.s", FloatMultiplyWide, MdMs2Ms1, Word, 0x1100_082b),
    row("mmaqa.b", IntegerMultiply(Signed), MdMs2Ms1, Byte, 0x2000_002b),
    row("mmaqau.b", IntegerMultiply(Unsigned), MdMs2Ms1, Byte, 0x2000_802b),
    row("mmaqaus.b", IntegerMultiply(UnsignedSigned), MdMs2Ms1, Byte, 0x2001_002b),
    row("mmaqasu.b", IntegerMultiply(SignedUnsigned), MdMs2Ms1, Byte, 0x2001_802b),
    row("mmaqa.h", IntegerMultiply(Signed), MdMs2Ms1, Half, 0x2000_042b),
    row("mmaqau.h", IntegerMultiply(Unsigned), MdMs2Ms1, Half, 0x2000_842b),
    row("mmaqaus.h", IntegerMultiply(UnsignedSigned), MdMs2Ms1, Half, 0x2001_042b),
    row("mmaqasu.h", IntegerMultiply(SignedUnsigned), MdMs2Ms1, Half, 0x2001_842b),
    row("pmmaqa.b", Int4Multiply(Signed), MdMs2Ms1, Byte, 0x2100_002b),
    row("pmmaqau.b", Int4Multiply(Unsigned), MdMs2Ms1, Byte, 0x2100_802b),
    row("pmmaqaus.b", Int4Multiply(UnsignedSigned), MdMs2Ms1, Byte, 0x2101_002b),
    row("pmmaqasu.b", Int4Multiply(SignedUnsigned), MdMs2Ms1, Byte, 0x2101_802b),
    row("madd.s.mm", Operation::Pointwise(Add), MdMs2Ms1, Word, 0x3000_082b),
    row("madd.s.mv.x", Operation::Pointwise(Add), MdMs2Ms1Register, Word, 0x3200_082b),
    row("madd.s.mv.i", Operation::Pointwise(Add), MdMs2Ms1Immediate, Word, 0x3400_082b),
    row("madd.s.mx", Operation::Pointwise(Add), MdMs2Scalar, Word, 0x3600_082b),
    row("msub.s.mm", Operation::Pointwise(Subtract), MdMs2Ms1, Word, 0x4000_082b),
    row("msub.s.mv.x", Operation::Pointwise(Subtract), MdMs2Ms1Register, Word, 0x4200_082b),
    row("msub.s.mv.i", Operation::Pointwise(Subtract), MdMs2Ms1Immediate, Word, 0x4400_082b),
    row("msub.s.mx", Operation::Pointwise(Subtract), MdMs2Scalar, Word, 0x4600_082b),
    row("msra.s.mm", Operation::Pointwise(ShiftRight), MdMs2Ms1, Word, 0x5000_082b),
    row("msra.s.mv.x", Operation::Pointwise(ShiftRight), MdMs2Ms1Register, Word, 0x5200_082b),
    row("msra.s.mv.i", Operation::Pointwise(ShiftRight), MdMs2Ms1Immediate, Word, 0x5400_082b),
    row("msra.s.mx", Operation::Pointwise(ShiftRight), MdMs2Scalar, Word, 0x5600_082b),
    row("mn4clip.s.mm", Operation::Pointwise(Clip), MdMs2Ms1, Word, 0x6000_082b),
    row("mn4clip.s.mv.x", Operation::Pointwise(Clip), MdMs2Ms1Register, Word, 0x6200_082b),
    row("mn4clip.s.mv.i", Operation::Pointwise(Clip), MdMs2Ms1Immediate, Word, 0x6400_082b),
    row("mn4clip.s.mx", Operation::Pointwise(Clip), MdMs2Scalar, Word, 0x6600_082b),
    row("mn4clipu.s.mm", Operation::Pointwise(ClipUnsigned), MdMs2Ms1, Word, 0x7000_082b),
    row("mn4clipu.s.mv.x", Operation::Pointwise(ClipUnsigned), MdMs2Ms1Register, Word, 0x7200_082b),
    row("mn4clipu.s.mv.i", Operation::Pointwise(ClipUnsigned), MdMs2Ms1Immediate, Word, 0x7400_082b),
    row("mn4clipu.s.mx", Operation::Pointwise(ClipUnsigned), MdMs2Scalar, Word, 0x7600_082b),
    row("mmul.s.mm", Operation::Pointwise(Multiply), MdMs2Ms1, Word, 0x8000_082b),
    row("mmul.s.mv.x", Operation::Pointwise(Multiply), MdMs2Ms1Register, Word, 0x8200_082b),
    row("mmul.s.mv.i", Operation::Pointwise(Multiply), MdMs2Ms1Immediate, Word, 0x8400_082b),
    row("mmul.s.mx", Operation::Pointwise(Multiply), MdMs2Scalar, Word, 0x8600_082b),
    row("mmulh.s.mm", Operation::Pointwise(MultiplyHigh), MdMs2Ms1, Word, 0x9000_082b),
    row("mmulh.s.mv.x", Operation::Pointwise(MultiplyHigh), MdMs2Ms1Register, Word, 0x9200_082b),
    row("mmulh.s.mv.i", Operation::Pointwise(MultiplyHigh), MdMs2Ms1Immediate, Word, 0x9400_082b),
    row("mmulh.s.mx", Operation::Pointwise(MultiplyHigh), MdMs2Scalar, Word, 0x9600_082b),
    row("madd.d.mm", Operation::Pointwise(Add), MdMs2Ms1, Double, 0x3000_0c2b),
    row("madd.d.mv.x", Operation::Pointwise(Add), MdMs2Ms1Register, Double, 0x3200_0c2b),
    row("madd.d.mv.i", Operation::Pointwise(Add), MdMs2Ms1Immediate, Double, 0x3400_0c2b),
    row("madd.d.mx", Operation::Pointwise(Add), MdMs2Scalar, Double, 0x3600_0c2b),
    row("msub.d.mm", Operation::Pointwise(Subtract), MdMs2Ms1, Double, 0x4000_0c2b),
    row("msub.d.mv.x", Operation::Pointwise(Subtract), MdMs2Ms1Register, Double, 0x4200_0c2b),
    row("msub.d.mv.i", Operation::Pointwise(Subtract), MdMs2Ms1Immediate, Double, 0x4400_0c2b),
    row("msub.d.mx", Operation::Pointwise(Subtract), MdMs2Scalar, Double, 0x4600_0c2b),
    row("msra.d.mm", Operation::Pointwise(ShiftRight), MdMs2Ms1, Double, 0x5000_0c2b),
    row("msra.d.mv.x", Operation::Pointwise(ShiftRight), MdMs2Ms1Register, Double, 0x5200_0c2b),
    row("msra.d.mv.i", Operation::Pointwise(ShiftRight), MdMs2Ms1Immediate, Double, 0x5400_0c2b),
    row("msra.d.mx", Operation::Pointwise(ShiftRight), MdMs2Scalar, Double, 0x5600_0c2b),
    row("mn4clip.d.mm", Operation::Pointwise(Clip), MdMs2Ms1, Double, 0x6000_0c2b),
    row("mn4clip.d.mv.x", Operation::Pointwise(Clip), MdMs2Ms1Register, Double, 0x6200_0c2b),
    row("mn4clip.d.mv.i", Operation::Pointwise(Clip), MdMs2Ms1Immediate, Double, 0x6400_0c2b),
    row("mn4clip.d.mx", Operation::Pointwise(Clip), MdMs2Scalar, Double, 0x6600_0c2b),
    row("mn4clipu.d.mm", Operation::Pointwise(ClipUnsigned), MdMs2Ms1, Double, 0x7000_0c2b),
    row("mn4clipu.d.mv.x", Operation::Pointwise(ClipUnsigned), MdMs2Ms1Register, Double, 0x7200_0c2b),
    row("mn4clipu.d.mv.i", Operation::Pointwise(ClipUnsigned), MdMs2Ms1Immediate, Double, 0x7400_0c2b),
    row("mn4clipu.d.mx", Operation::Pointwise(ClipUnsigned), MdMs2Scalar, Double, 0x7600_0c2b),
    row("mmul.d.mm", Operation::Pointwise(Multiply), MdMs2Ms1, Double, 0x8000_0c2b),
    row("mmul.d.mv.x", Operation::Pointwise(Multiply), MdMs2Ms1Register, Double, 0x8200_0c2b),
    row("mmul.d.mv.i", Operation::Pointwise(Multiply), MdMs2Ms1Immediate, Double, 0x8400_0c2b),
    row("mmul.d.mx", Operation::Pointwise(Multiply), MdMs2Scalar, Double, 0x8600_0c2b),
    row("mmulh.d.mm", Operation::Pointwise(MultiplyHigh), MdMs2Ms1, Double, 0x9000_0c2b),
    row("mmulh.d.mv.x", Operation::Pointwise(MultiplyHigh), MdMs2Ms1Register, Double, 0x9200_0c2b),
    row("mmulh.d.mv.i", Operation::Pointwise(MultiplyHigh), MdMs2Ms1Immediate, Double, 0x9400_0c2b),
    row("mmulh.d.mx", Operation::Pointwise(MultiplyHigh), MdMs2Scalar, Double, 0x9600_0c2b),
    row("mldb", Load, Strided, Byte, 0x0800_002b),
    row("mldh", Load, Strided, Half, 0x0800_042b),
    row("mldw", Load, Strided, Word, 0x0800_082b),
    row("mldd", Load, Strided, Double, 0x0800_0c2b),
    row("mstb", Store, Strided, Byte, 0x0a00_002b),
    row("msth", Store, Strided, Half, 0x0a00_042b),
    row("mstw", Store, Strided, Word, 0x0a00_082b),
    row("mstd", Store, Strided, Double, 0x0a00_0c2b),
    row("msldb", StreamLoad, Strided, Byte, 0x1800_002b),
    row("msldh", StreamLoad, Strided, Half, 0x1800_042b),
    row("msldw", StreamLoad, Strided, Word, 0x1800_082b),
    row("msldd", StreamLoad, Strided, Double, 0x1800_0c2b),
    row("msstb", StreamStore, Strided, Byte, 0x1a00_002b),
    row("mssth", StreamStore, Strided, Half, 0x1a00_042b),
    row("msstw", StreamStore, Strided, Word, 0x1a00_082b),
    row("msstd", StreamStore, Strided, Double, 0x1a00_0c2b),
    row("mld1mb", WholeLoad(1), Whole, Byte, 0x2800_002b),
    row("mld2mb", WholeLoad(2), Whole, Byte, 0x2810_002b),
    row("mld4mb", WholeLoad(4), Whole, Byte, 0x2830_002b),
    row("mld8mb", WholeLoad(8), Whole, Byte, 0x2870_002b),
    row("mld1mh", WholeLoad(1), Whole, Half, 0x2800_042b),
    row("mld2mh", WholeLoad(2), Whole, Half, 0x2810_042b),
    row("mld4mh", WholeLoad(4), Whole, Half, 0x2830_042b),
    row("mld8mh", WholeLoad(8), Whole, Half, 0x2870_042b),
    row("mld1mw", WholeLoad(1), Whole, Word, 0x2800_082b),
    row("mld2mw", WholeLoad(2), Whole, Word, 0x2810_082b),
    row("mld4mw", WholeLoad(4), Whole, Word, 0x2830_082b),
    row("mld8mw", WholeLoad(8), Whole, Word, 0x2870_082b),
    row("mld1md", WholeLoad(1), Whole, Double, 0x2800_0c2b),
    row("mld2md", WholeLoad(2), Whole, Double, 0x2810_0c2b),
    row("mld4md", WholeLoad(4), Whole, Double, 0x2830_0c2b),
    row("mld8md", WholeLoad(8), Whole, Double, 0x2870_0c2b),
    row("mst1mb", WholeStore(1), Whole, Byte, 0x2a00_002b),
    row("mst2mb", WholeStore(2), Whole, Byte, 0x2a10_002b),
    row("mst4mb", WholeStore(4), Whole, Byte, 0x2a30_002b),
    row("mst8mb", WholeStore(8), Whole, Byte, 0x2a70_002b),
    row("mst1mh", WholeStore(1), Whole, Half, 0x2a00_042b),
    row("mst2mh", WholeStore(2), Whole, Half, 0x2a10_042b),
    row("mst4mh", WholeStore(4), Whole, Half, 0x2a30_042b),
    row("mst8mh", WholeStore(8), Whole, Half, 0x2a70_042b),
    row("mst1mw", WholeStore(1), Whole, Word, 0x2a00_082b),
    row("mst2mw", WholeStore(2), Whole, Word, 0x2a10_082b),
    row("mst4mw", WholeStore(4), Whole, Word, 0x2a30_082b),
    row("mst8mw", WholeStore(8), Whole, Word, 0x2a70_082b),
    row("mst1md", WholeStore(1), Whole, Double, 0x2a00_0c2b),
    row("mst2md", WholeStore(2), Whole, Double, 0x2a10_0c2b),
    row("mst4md", WholeStore(4), Whole, Double, 0x2a30_0c2b),
    row("mst8md", WholeStore(8), Whole, Double, 0x2a70_0c2b),
    row("mcfgk", Configure(SizeField::K), RdRs1, Byte, 0x8e00_002b),
    row("mcfgki", Configure(SizeField::K), RdImmediate, Byte, 0x0e00_002b),
    row("mcfgm", Configure(SizeField::M), RdRs1, Byte, 0x9e00_002b),
    row("mcfgmi", Configure(SizeField::M), RdImmediate, Byte, 0x1e00_002b),
    row("mcfgn", Configure(SizeField::N), RdRs1, Byte, 0xae00_002b),
    row("mcfgni", Configure(SizeField::N), RdImmediate, Byte, 0x2e00_002b),
    row("mcfg", Configure(SizeField::All), RdRs1, Byte, 0xfe00_002b),
    older("mcfgi", Configure(SizeField::All), RdImmediate, Byte, 0x7e00_002b),
    newer("mrelease", Initialize, Nothing, Byte, 0x7e00_002b, 0x0000_002b),
    newer("mzero", Zero, Md, Byte, 0xa000_002b, 0x0c00_002b),
    newer("mmovb.x.m", ReadElement, RdMs2Rs1, Byte, 0x0c00_002b, 0x2c00_002b),
    newer("mmovh.x.m", ReadElement, RdMs2Rs1, Half, 0x0c10_002b, 0x2c80_002b),
    newer("mmovw.x.m", ReadElement, RdMs2Rs1, Word, 0x0d00_002b, 0x2d00_002b),
    newer("mmovd.x.m", ReadElement, RdMs2Rs1, Double, 0x0d10_002b, 0x2d80_002b),
    newer("mdupb.m.x", Duplicate, MdRs2, Byte, 0x1c00_002b, 0x3c00_002b),
    newer("mduph.m.x", Duplicate, MdRs2, Half, 0x1c00_042b, 0x3c00_042b),
    newer("mdupw.m.x", Duplicate, MdRs2, Word, 0x1c00_082b, 0x3c00_082b),
    newer("mdupd.m.x", Duplicate, MdRs2, Double, 0x1c00_0c2b, 0x3c00_0c2b),
    newer("mmovb.m.x", WriteElement, MdRs2Rs1, Byte, 0x2c00_002b, 0x3e00_002b),
    newer("mmovh.m.x", WriteElement, MdRs2Rs1, Half, 0x2c00_042b, 0x3e00_042b),
    newer("mmovw.m.x", WriteElement, MdRs2Rs1, Word, 0x2c00_082b, 0x3e00_082b),
    newer("mmovd.m.x", WriteElement, MdRs2Rs1, Double, 0x2c00_0c2b, 0x3e00_0c2b),
];
