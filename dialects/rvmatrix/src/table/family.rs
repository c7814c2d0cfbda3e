//! What the rows of one operation have in common: documentation, pseudocode, the largest shapes, the section.

use super::families::{Family, families};
use super::family_06::family_06;
use super::{Element, Operation, Pointwise, Product, Row, Signs, SizeField};
use crate::version::Version;

/// The largest shape of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeRow {
    /// Its name, such as `A (ms1)`.
    pub name: &'static str,
    /// Number of rows of the register.
    pub rows: usize,
    /// Columns, in elements.
    pub columns: usize,
    /// Bits of an element.
    pub element_bits: usize,
    /// Number of registers that the operand takes.
    pub registers: u8,
}

const MULTIPLICATION: &str = "Matrix Multiplication Instructions";
const POINTWISE: &str = "Integer Pointwise Arithmetic Instructions";
const TRANSFER: &str = "Matrix Load/Store Instructions";
const MOVE: &str = "Matrix Move Instructions";
const OTHER: &str = "Other Instructions";
const CONFIGURATION: &str = "Configuration Instructions";

families! {
    FAMILIES;
    FLOAT "fmmacc" MULTIPLICATION "float matrix multiplication",
        "Adds the product of A and the transpose of B to C. One sum for each element, from +0 with k ascending, each step a fused multiply-add in the type of C; then one addition to C. The rounding mode is that of `frm`, flags go to `fcsr`, and a NaN result is the canonical NaN.",
        "for i in 0..sizeM, j in 0..sizeN:\n  sum = +0\n  for k in 0..sizeK/e: sum = fma(A[i,k], B[j,k], sum)\n  C[i,j] = C[i,j] + sum\nall other elements of md = 0";
    FLOAT_WIDE "fwmmacc" MULTIPLICATION "float matrix multiplication, wide result",
        "Adds the product of A and the transpose of B to C, whose elements are twice as wide. Both factors are converted to the wide type first.",
        "for i in 0..sizeM, j in 0..sizeN:\n  sum = +0\n  for k in 0..sizeK/e: sum = fma(wide(A[i,k]), wide(B[j,k]), sum)\n  C[i,j] = C[i,j] + sum\nall other elements of md = 0";
    SIGNED "mmaqa" MULTIPLICATION "integer matrix multiplication, signed",
        "Adds the product of A and the transpose of B to C, whose elements are four times as wide. Both factors are signed; the sum wraps around.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK/e:\n  C[i,j] += signed(A[i,k]) * signed(B[j,k])\nall other elements of md = 0";
    UNSIGNED "mmaqau" MULTIPLICATION "integer matrix multiplication, unsigned",
        "Adds the product of A and the transpose of B to C, whose elements are four times as wide. Both factors are unsigned; the sum wraps around.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK/e:\n  C[i,j] += unsigned(A[i,k]) * unsigned(B[j,k])\nall other elements of md = 0";
    UNSIGNED_SIGNED "mmaqaus" MULTIPLICATION "integer matrix multiplication, unsigned by signed",
        "Adds the product of A and the transpose of B to C, whose elements are four times as wide. A (`ms1`, written last) is unsigned, B is signed; the sum wraps around.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK/e:\n  C[i,j] += unsigned(A[i,k]) * signed(B[j,k])\nall other elements of md = 0";
    SIGNED_UNSIGNED "mmaqasu" MULTIPLICATION "integer matrix multiplication, signed by unsigned",
        "Adds the product of A and the transpose of B to C, whose elements are four times as wide. A (`ms1`, written last) is signed, B is unsigned; the sum wraps around.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK/e:\n  C[i,j] += signed(A[i,k]) * unsigned(B[j,k])\nall other elements of md = 0";
    INT4_SIGNED "pmmaqa" MULTIPLICATION "int4 matrix multiplication, signed",
        "Multiplies two signed int4 elements in each byte, the low four bits first, and adds them to C of int32. `sizeK` counts bytes.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK:\n  C[i,j] += signed(A[i,k][3:0]) * signed(B[j,k][3:0])\n  C[i,j] += signed(A[i,k][7:4]) * signed(B[j,k][7:4])\nall other elements of md = 0";
    INT4_UNSIGNED "pmmaqau" MULTIPLICATION "int4 matrix multiplication, unsigned",
        "Multiplies two unsigned int4 elements in each byte, the low four bits first, and adds them to C of int32. `sizeK` counts bytes.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK:\n  C[i,j] += unsigned(A[i,k][3:0]) * unsigned(B[j,k][3:0])\n  C[i,j] += unsigned(A[i,k][7:4]) * unsigned(B[j,k][7:4])\nall other elements of md = 0";
    INT4_UNSIGNED_SIGNED "pmmaqaus" MULTIPLICATION "int4 matrix multiplication, unsigned by signed",
        "Multiplies two int4 elements in each byte, the low four bits first, and adds them to C of int32. A (`ms1`, written last) is unsigned, B is signed. `sizeK` counts bytes.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK:\n  C[i,j] += unsigned(A[i,k][3:0]) * signed(B[j,k][3:0])\n  C[i,j] += unsigned(A[i,k][7:4]) * signed(B[j,k][7:4])\nall other elements of md = 0";
    INT4_SIGNED_UNSIGNED "pmmaqasu" MULTIPLICATION "int4 matrix multiplication, signed by unsigned",
        "Multiplies two int4 elements in each byte, the low four bits first, and adds them to C of int32. A (`ms1`, written last) is signed, B is unsigned. `sizeK` counts bytes.",
        "for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK:\n  C[i,j] += signed(A[i,k][3:0]) * unsigned(B[j,k][3:0])\n  C[i,j] += signed(A[i,k][7:4]) * unsigned(B[j,k][7:4])\nall other elements of md = 0";
    LOAD "mld" TRANSFER "matrix load",
        "Loads `sizeM` rows of `sizeK` bytes; row i is at `rs1 + i * rs2`. All other bytes of the register become 0.",
        "for i in xmrstart..sizeM, j in 0..sizeK/e:\n  md[i,j] = memory[rs1 + i*rs2 + j*e]\nall other elements of md = 0";
    STREAM_LOAD "msld" TRANSFER "matrix load, streaming",
        "Loads as `mld` does, with the hint that the data is not used again soon.",
        "for i in xmrstart..sizeM, j in 0..sizeK/e:\n  md[i,j] = memory[rs1 + i*rs2 + j*e]\nall other elements of md = 0";
    STORE "mst" TRANSFER "matrix store",
        "Stores `sizeM` rows of `sizeK` bytes; row i is at `rs1 + i * rs2`. Other memory is not touched. The sizes are those at the store: a smaller size leaves rows in memory as they are.",
        "for i in xmrstart..sizeM, j in 0..sizeK/e:\n  memory[rs1 + i*rs2 + j*e] = ms3[i,j]";
    STREAM_STORE "msst" TRANSFER "matrix store, streaming",
        "Stores as `mst` does, with the hint that the data is not used again soon.",
        "for i in xmrstart..sizeM, j in 0..sizeK/e:\n  memory[rs1 + i*rs2 + j*e] = ms3[i,j]";
    WHOLE_LOAD "whole load" TRANSFER "whole register load",
        "Loads whole registers from consecutive memory, regardless of the matrix size. The first register is a multiple of their number.",
        "for i in xmrstart..nf*MLEN/32:\n  row i of md, md+1, .. = memory[rs1 + i*xmlenb ..][..xmlenb]";
    WHOLE_STORE "whole store" TRANSFER "whole register store",
        "Stores whole registers to consecutive memory, regardless of the matrix size. The first register is a multiple of their number.",
        "for i in xmrstart..nf*MLEN/32:\n  memory[rs1 + i*xmlenb ..][..xmlenb] = row i of ms3, ms3+1, ..";
    MOVES "mmov" MOVE "matrix move",
        "Copies a matrix, one row of a matrix to every row, or a scalar to the matrix, regardless of the matrix size. The scalar of `mmov.mx` fills elements of XLEN bits.",
        "mm:   md = ms1\nmv.x: md[i] = ms1[rs1] for every row i\nmv.i: md[i] = ms1[uimm3] for every row i\nmx:   md[i,j] = rs1 for every element of XLEN bits";
    CONFIGURE_K "mcfgk" CONFIGURATION "set sizeK",
        "Sets the bytes of a row of A and B, and of a row in transfers and pointwise instructions. `rd` receives the matrix size after it.",
        "sizeK = source[15:0]; rd = xmsize";
    CONFIGURE_M "mcfgm" CONFIGURATION "set sizeM",
        "Sets the rows of A and C, and the rows in transfers and pointwise instructions. `rd` receives the matrix size after it.",
        "sizeM = source[7:0]; rd = xmsize";
    CONFIGURE_N "mcfgn" CONFIGURATION "set sizeN",
        "Sets the rows of B, which are the columns of C. `rd` receives the matrix size after it.",
        "sizeN = source[7:0]; rd = xmsize";
    CONFIGURE_ALL "mcfg" CONFIGURATION "set the matrix size",
        "Sets all three sizes: `sizeK << 16 | sizeN << 8 | sizeM`. `rd` receives the matrix size after it.",
        "sizeK = source[31:16]; sizeN = source[15:8]; sizeM = source[7:0]; rd = xmsize";
    ADD "madd" POINTWISE "add",
        "Adds element by element; the sum wraps around.",
        "md[i,j] = ms2[i,j] + second(i,j)   for i in 0..sizeM, j in 0..sizeK/e\nall other elements of md = 0";
    SUBTRACT "msub" POINTWISE "subtract",
        "Subtracts the second source from the first, element by element; the difference wraps around.",
        "md[i,j] = ms2[i,j] - second(i,j)   for i in 0..sizeM, j in 0..sizeK/e\nall other elements of md = 0";
    MULTIPLY "mmul" POINTWISE "multiply",
        "Multiplies element by element and keeps the low half of the product.",
        "md[i,j] = low(ms2[i,j] * second(i,j))   for i in 0..sizeM, j in 0..sizeK/e\nall other elements of md = 0";
    MULTIPLY_HIGH "mmulh" POINTWISE "multiply, high half",
        "Multiplies element by element as signed numbers and keeps the high half of the product.",
        "md[i,j] = high(ms2[i,j] * second(i,j))   for i in 0..sizeM, j in 0..sizeK/e\nall other elements of md = 0";
    SHIFT "msra" POINTWISE "arithmetic shift right",
        "Shifts right with the sign, and rounds with the mode in `xmxrm`. The amount is the low 5 bits of the second source for 32-bit elements, 6 for 64-bit ones.",
        "md[i,j] = roundoff_signed(ms2[i,j], second(i,j))   for i in 0..sizeM, j in 0..sizeK/e\nall other elements of md = 0";
    CLIP "mn4clip" POINTWISE "clip, signed",
        "Shifts right with the sign, rounds with the mode in `xmxrm`, and saturates to a signed element of a quarter of the width; the saturation flag becomes 1 if one saturates. The results are packed at the start of each row.",
        "md[i,j] = saturate_signed(roundoff_signed(ms2[i,j], second(i,j)))   for i in 0..sizeM, j in 0..sizeK/e\nall other bytes of md = 0";
    CLIP_UNSIGNED "mn4clipu" POINTWISE "clip, unsigned",
        "Shifts right without the sign, rounds with the mode in `xmxrm`, and saturates to an unsigned element of a quarter of the width; the saturation flag becomes 1 if one saturates. The results are packed at the start of each row.",
        "md[i,j] = saturate_unsigned(roundoff_unsigned(ms2[i,j], second(i,j)))   for i in 0..sizeM, j in 0..sizeK/e\nall other bytes of md = 0";
    RELEASE "mrelease" CONFIGURATION "release the matrix registers",
        "The alias of the vendor's assembler for `csrwi xmcsr, 2`: the matrix state is clean.",
        "xmcsr = 2";
    INITIALIZE "mrelease 0.3" OTHER "release the matrix registers",
        "The matrix state becomes initial: no values are needed any more.",
        "MS = 1";
    ZERO "mzero" OTHER "set a matrix to 0",
        "Sets all elements of a register to 0, regardless of the matrix size.",
        "md = 0";
    READ_ELEMENT "mmov.x.m" MOVE "move an element to an integer register",
        "Copies an element to an integer register with its sign extended, regardless of the matrix size. The low bits of `rs1` number the elements row by row.",
        "row, column = divide(rs1 mod xmlenb/e, xrlenb/e)\nrd = signed(ms2[row,column])";
    DUPLICATE "mdup" MOVE "copy a scalar to all elements",
        "Copies the low bits of an integer register to every element of a matrix, regardless of the matrix size.",
        "md[i,j] = low(rs2) for every element";
    WRITE_ELEMENT "mmov.m.x" MOVE "move an integer register to an element",
        "Copies the low bits of an integer register to one element, regardless of the matrix size; the others stay. The low bits of `rs1` number the elements row by row.",
        "row, column = divide(rs1 mod xmlenb/e, xrlenb/e)\nmd[row,column] = low(rs2)";
}

impl Row {
    /// What it has in common with others of a version.
    #[must_use]
    pub const fn family(&self, version: Version) -> &'static Family {
        match self.operation {
            _ if version.has_tiles() => family_06(self.operation),
            Operation::FloatMultiply => &FLOAT,
            Operation::FloatMultiplyWide => &FLOAT_WIDE,
            Operation::IntegerMultiply(Signs::Signed) => &SIGNED,
            Operation::IntegerMultiply(Signs::Unsigned) => &UNSIGNED,
            Operation::IntegerMultiply(Signs::UnsignedSigned) => &UNSIGNED_SIGNED,
            Operation::IntegerMultiply(Signs::SignedUnsigned) => &SIGNED_UNSIGNED,
            Operation::Int4Multiply(Signs::Signed) => &INT4_SIGNED,
            Operation::Int4Multiply(Signs::Unsigned) => &INT4_UNSIGNED,
            Operation::Int4Multiply(Signs::UnsignedSigned) => &INT4_UNSIGNED_SIGNED,
            Operation::Int4Multiply(Signs::SignedUnsigned) => &INT4_SIGNED_UNSIGNED,
            Operation::Load => &LOAD,
            Operation::StreamLoad => &STREAM_LOAD,
            Operation::Store => &STORE,
            Operation::StreamStore => &STREAM_STORE,
            Operation::WholeLoad(_) => &WHOLE_LOAD,
            Operation::WholeStore(_) => &WHOLE_STORE,
            Operation::Move => &MOVES,
            Operation::Configure(SizeField::K) => &CONFIGURE_K,
            Operation::Configure(SizeField::M) => &CONFIGURE_M,
            Operation::Configure(SizeField::N) => &CONFIGURE_N,
            Operation::Configure(SizeField::All) => &CONFIGURE_ALL,
            Operation::Pointwise(Pointwise::Add) => &ADD,
            Operation::Pointwise(Pointwise::Subtract) => &SUBTRACT,
            Operation::Pointwise(Pointwise::Multiply) => &MULTIPLY,
            Operation::Pointwise(Pointwise::MultiplyHigh) => &MULTIPLY_HIGH,
            Operation::Pointwise(Pointwise::ShiftRight) => &SHIFT,
            Operation::Pointwise(Pointwise::Clip) => &CLIP,
            Operation::Pointwise(Pointwise::ClipUnsigned) => &CLIP_UNSIGNED,
            Operation::Release => &RELEASE,
            Operation::Initialize => &INITIALIZE,
            Operation::Zero => &ZERO,
            Operation::ReadElement => &READ_ELEMENT,
            Operation::Duplicate => &DUPLICATE,
            Operation::WriteElement => &WRITE_ELEMENT,
            // Only 0.6 has it.
            operation => family_06(operation),
        }
    }

    /// The largest shapes of its operands on a machine with rows of this number of bits; none for what ignores the
    /// sizes.
    #[must_use]
    pub fn shapes(&self, mlen: usize) -> Vec<ShapeRow> {
        let rows = mlen / 32;
        let shape = |name, rows, columns, element_bits, registers| ShapeRow {
            name,
            rows,
            columns,
            element_bits,
            registers,
        };
        let bits = match self.operation {
            Operation::Int4Multiply(_) | Operation::Accumulate(Product::Int4(_)) => 4,
            _ => self.element.bytes() * 8,
        };
        let columns = mlen / bits;
        if self.is_multiply() {
            let result = self.result().bytes() * 8;
            let pair_of_b = self.registers(super::Field::Ms2);
            let rows_of_b = rows * usize::from(pair_of_b);
            return vec![
                shape("A (ms1)", rows, columns, bits, 1),
                shape("B (ms2)", rows_of_b, columns, bits, pair_of_b),
                shape(
                    "C (md)",
                    rows,
                    rows_of_b,
                    result,
                    self.registers(super::Field::Md),
                ),
            ];
        }
        if !self.uses_size() {
            return Vec::new();
        }
        let name = if self.is_store() { "ms3" } else { "md" };
        match self.operation {
            Operation::LoadTile(..)
            | Operation::StoreTile(..)
            | Operation::IntegerElements(_)
            | Operation::FloatElements(_) => {
                // The limits are the rows and the columns of the register, in this order.
                let limits = self.limits(mlen);
                let sizes: Vec<usize> = limits.iter().map(|(_, limit)| *limit).collect();
                let [rows, columns] = sizes[..] else {
                    return Vec::new();
                };
                vec![shape(name, rows, columns, bits, 1)]
            }
            Operation::Pointwise(Pointwise::Clip | Pointwise::ClipUnsigned) => vec![
                shape("ms2", rows, columns, bits, 1),
                shape("md", rows, columns, bits / 4, 1),
            ],
            _ => vec![shape(name, rows, columns, bits, 1)],
        }
    }
}

impl Element {
    /// What the specification calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Byte => "8-bit",
            Self::Half => "16-bit",
            Self::Word => "32-bit",
            Self::Double => "64-bit",
        }
    }
}
