//! MAU operations (manual 3.6.9), matrix register writes (3.6.10) and transposed reads (3.6.11).

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Precision, Source, Width};
use Port::{A, B, C};

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

/// An input port of the MAU, which computes A × B + C (`docs/known-behaviour.md#instruction-word`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// The first factor, or the vector that is multiplied with the matrix.
    A,
    /// The second factor, and what `mwrite` writes.
    B,
    /// The addend of the products.
    C,
}

instructions! {
    /// A MAU operation, matrix register write or transposed read.
    MauOp in Mau, Group::MauCalc,
    /// The ports of its inputs, without the matrix, in the order written.
    ports: &'static [Port];

    Mfma (&[A, C]) {
        title: "Matrix-vector multiply-add",
        mnemonic: Mnemonic::Mau { stem: "mfma", precisions: ALL_FLOATS, halves: true, shortens: true },
        operands: MATRIX_VECTOR_ADD,
        doc: "Multiplies a side of the matrix register with the vector that the four PEs of a MAB hold, and adds \
              a third input. Matrix and vector are block floats (made by `bfn` or `bfe`), the third input and \
              the result ordinary numbers. `d` (3.6.9.2): 4x4 matrix; `u` computes rows 0 and 1, `d` rows 2 and \
              3, the other two only pass the third input. `f` (3.6.9.4): 8 rows, but only the columns 0, 2, 4, 6 \
              and the first single word of each PE take part. `g` (3.6.9.6): 8x8, pseudo-single precision. `h` \
              (3.6.9.8): 16x16 half precision; the third input and the result are single precision, 2 long \
              words. `r` after a `d` or `h` opcode rounds the result once to the next lower precision. Only the \
              third input may carry `e`. Mask flags: 1 where the result's sign bit is 0.",
        effect: "\
for cycle = 0:4
  forall mab
    d: dst[i] = y[i] + (sum j = 0:4  A[i][j] * x[j]  if i/2 == (0 for u, 1 for d) else 0)   # i = 0:4
    f: dst[i] = y[i] +  sum j = 0:4  A[i][2*j] * x[j]                                       # i = 0:8
    g: dst[i] = y[i] +  sum j = 0:8  A[i][j] * x[j]                                         # i = 0:8
    h: dst[i] = y[i] +  sum j = 0:16 A[i][j] * x[j]                                         # i = 0:16
  # PE p holds the elements of x, y and dst from p*(count/4) on; the sum is rounded once (manual 4.5)",
        example: "dmfmad $lx $lr0v $mauf $ls0v",
        section: "3.6.9.2",
    }

    Mmul (&[A]) {
        title: "Matrix-vector product",
        mnemonic: Mnemonic::Mau { stem: "mmul", precisions: ALL_FLOATS, halves: true, shortens: true },
        operands: MATRIX_VECTOR,
        doc: "Multiplies a side of the matrix register with the vector that the four PEs of a MAB hold: `mfma` \
              with a third input of zero. Precisions as there: `d` 4x4 in two halves chosen by `u` or `d` \
              (3.6.9.3), `f` 8x4 (3.6.9.5), `g` 8x8 (3.6.9.7), `h` 16x16 with a single-precision result of 2 \
              long words (3.6.9.9). Matrix and vector are block floats, the result ordinary numbers; `r` after a \
              `d` or `h` opcode shortens it. `dmmulu` followed by `dmfmad` with `$mauf` as third input makes the \
              full double-precision product. Mask flags: 1 where the result's sign bit is 0.",
        effect: "\
mfma with y = 0:
for cycle = 0:4
  forall mab
    d: dst[i] = sum j = 0:4  A[i][j] * x[j]  if i/2 == (0 for u, 1 for d) else 0   # i = 0:4
    f: dst[i] = sum j = 0:4  A[i][2*j] * x[j]                                      # i = 0:8
    g: dst[i] = sum j = 0:8  A[i][j] * x[j]                                        # i = 0:8
    h: dst[i] = sum j = 0:16 A[i][j] * x[j]                                        # i = 0:16",
        example: "dmmulu $lx $lr0v $nowrite",
        section: "3.6.9.3",
    }

    Vfma (&[A, B, C]) {
        title: "Vector multiply-add",
        mnemonic: Mnemonic::Mau { stem: "vfma", precisions: VECTOR_FLOATS, halves: true, shortens: true },
        operands: THREE_INPUTS,
        doc: "Multiplies the first two inputs element by element and adds the third, with one rounding. `d` \
              (3.6.9.10): one element per PE; `u` multiplies in PEs 0 and 1, `d` in PEs 2 and 3, while the other \
              two only pass the third input. `f` (3.6.9.14): two elements. `h` (3.6.9.18): four half-precision \
              products; the third input and the result are single precision, 2 long words. The lowest bits of \
              the products of single and double precision are approximated (4.3). Inputs may carry `-`; `e` (the \
              third one of `h`, any of `d`, `f`) or `r` (the first two of `h`). `r` after a `d` or `h` opcode \
              shortens the result. Mask flags: 1 where the result's sign bit is 0.",
        effect: "\
for cycle = 0:4
  forall pe
    d: dst = (x * y if pe/2 == (0 for u, 1 for d) else 0) + z
    f: dst[i] = x[i] * y[i] + z[i]                # i = 0:2
    h: dst[i] = x[i] * y[i] + z[i]                # i = 0:4; z, dst single precision",
        example: "fvfma $lm0v $lr0v $ln0v $ls0v",
        section: "3.6.9.10",
    }

    Vmul (&[A, B]) {
        title: "Vector product",
        mnemonic: Mnemonic::Mau { stem: "vmul", precisions: VECTOR_FLOATS, halves: true, shortens: true },
        operands: TWO_INPUTS,
        doc: "Multiplies two inputs element by element: `vfma` with a third input of zero. `d` (3.6.9.11): one \
              element per PE, in PEs 0 and 1 with `u` and in PEs 2 and 3 with `d`, the others give 0. `f` \
              (3.6.9.15): two elements. `h` (3.6.9.19): four half-precision elements with single-precision \
              results of 2 long words. `r` after a `d` or `h` opcode shortens the result. Together with a matrix \
              register write in one step, the second input must be the very operand that is written. Mask flags: \
              1 where the result's sign bit is 0.",
        effect: "\
for cycle = 0:4
  forall pe
    d: dst = x * y if pe/2 == (0 for u, 1 for d) else 0
    f: dst[i] = x[i] * y[i]                       # i = 0:2
    h: dst[i] = x[i] * y[i]                       # i = 0:4; dst single precision",
        example: "fvmul $lm0v $lr0v $ls0v",
        section: "3.6.9.11",
    }

    Vadd (&[A, C]) {
        title: "Vector sum",
        mnemonic: Mnemonic::Mau { stem: "vadd", precisions: VECTOR_FLOATS, halves: false, shortens: true },
        operands: TWO_INPUTS,
        doc: "Adds two inputs element by element: `vfma` with a multiplier of 1 (the manual's overview states 0, which is an error). `d` (3.6.9.12): one element, all four PEs together. `f` (3.6.9.16): two elements. `h` \
              (3.6.9.20): the first input holds four half-precision elements; the second input and the result \
              are single precision, 2 long words, unless the second input carries `e`. `r` after a `d` or `h` \
              opcode shortens the result. Mask flags: 1 where the result's sign bit is 0.",
        effect: "\
for cycle = 0:4
  forall pe
    d: dst = x + y
    f: dst[i] = x[i] + y[i]                       # i = 0:2
    h: dst[i] = x[i] + y[i]                       # i = 0:4; x half, y and dst single precision",
        example: "fvadd $lm0v $lr0v $ls0v",
        section: "3.6.9.12",
        source: Source::Known("half-vector-sum"),
    }

    Vpassa (&[A]) {
        title: "Vector copy",
        mnemonic: Mnemonic::Mau { stem: "vpassa", precisions: VECTOR_FLOATS, halves: false, shortens: true },
        operands: ONE_INPUT,
        doc: "Copies the input through the MAU as floating-point numbers: `vadd` with a second input of zero. \
              `d` (3.6.9.13): one element, `f` (3.6.9.17): two, `h` (3.6.9.21): four half-precision elements \
              that become single precision, 2 long words. The result is normalized, so it is not a bit copy: \
              everything with an exponent of zero, -0 included, becomes +0, and infinities lose their mantissas. \
              With `-` on the input it negates; with `r` after a `d` or `h` opcode it shortens. Mask flags: 1 \
              where the result's sign bit is 0.",
        effect: "\
for cycle = 0:4
  forall pe
    d: dst = normalize(x)
    f: dst[i] = normalize(x[i])                   # i = 0:2
    h: dst[i] = normalize(x[i])                   # i = 0:4; dst single precision",
        example: "dvpassa $lm0v $ln0v",
        section: "3.6.9.13",
        source: Source::Known("float-formats"),
    }

    Mwrite (&[B]) {
        title: "Matrix register write",
        mnemonic: Mnemonic::Mau { stem: "mwrite", precisions: ALL_FLOATS, halves: false, shortens: false },
        group: Group::MauMwrite,
        operands: WRITE,
        doc: "Writes rows of a side of the matrix register, one row per cycle from row `<addr>` on, wrapping \
              around; the four PEs of a MAB supply the columns. `d` (3.6.10.1): 4 rows of 4 long words, one step \
              fills the side. `f` and `g` (3.6.10.2, the same but for the precision that a product in the same \
              step must have): 8 rows of 8 single words; with a single-word operand the odd columns become 0. \
              `h` (3.6.10.3): 16 rows of 16 half words; `$ll[xy]` with a 2-long-word operand writes two rows per \
              cycle, and its address must be even. The input may carry `-`, `e`, and for `h` `r`. Matrix \
              products may use the rows from the next step on. No mask flags.",
        effect: "\
for cycle = 0:4
  forall mab
    d:    M[(addr + cycle) % 4][pe]               = src[pe].long[0]
    f, g: M[(addr + cycle) % 8][2*pe + k]         = src[pe].single[k]        # k = 0:2
    h:    M[(addr + cycle) % 16][4*pe + k]        = src[pe].half[k]          # $l: k = 0:4
    h:    M[(addr + 2*cycle + r) % 16][4*pe + k]  = src[pe].long[r].half[k]  # $ll: r = 0:2
  # single and double precision use every 2nd and every 4th of the 16 physical rows (3.6.1.14)",
        example: "dmwrite $aluf $lx0",
        section: "3.6.10",
    }

    Mread (&[]) {
        title: "Transposed matrix register read",
        mnemonic: Mnemonic::Mau { stem: "mread", precisions: ALL_FLOATS, halves: false, shortens: false },
        group: Group::MauMread,
        operands: READ,
        doc: "Reads columns of a side of the matrix register, one column per cycle from column `<addr>` on, \
              wrapping around; the four PEs of a MAB receive the rows. Data written by `mwrite` thus come back \
              transposed, bit for bit, without interpretation. `d` (3.6.11.1): 4x4 long words. `f` and `g` \
              (3.6.11.2): 8x8 single words, two rows to a PE. Both fill the first long word; the second is 0. \
              `h` (3.6.11.3): 16x16 half words, always two columns per cycle through `$ll[xy]` with an even \
              address, filling 2 long words. The result can also be read as `$mreadf` in the next step. No mask \
              flags.",
        effect: "\
for cycle = 0:4
  forall mab, pe
    d:    dst.long[0]          = M[pe][(addr + cycle) % 4]
    f, g: dst.single[k]        = M[2*pe + k][(addr + cycle) % 8]        # k = 0:2
    h:    dst.long[c].half[k]  = M[4*pe + k][(addr + 2*cycle + c) % 16] # c = 0:2, k = 0:4",
        example: "dmread $lx0 $lr0v",
        section: "3.6.11",
    }
}

impl MauOp {
    /// The section of the manual that describes the operation in a precision; the row's own if the operation does not
    /// exist in it.
    #[must_use]
    pub fn section(self, precision: Precision) -> &'static str {
        use Precision::{Double, Half, PseudoSingle, Single};
        match (self, precision) {
            (Self::Mfma, Double) => "3.6.9.2",
            (Self::Mfma, Single) => "3.6.9.4",
            (Self::Mfma, PseudoSingle) => "3.6.9.6",
            (Self::Mfma, Half) => "3.6.9.8",
            (Self::Mmul, Double) => "3.6.9.3",
            (Self::Mmul, Single) => "3.6.9.5",
            (Self::Mmul, PseudoSingle) => "3.6.9.7",
            (Self::Mmul, Half) => "3.6.9.9",
            (Self::Vfma, Double) => "3.6.9.10",
            (Self::Vfma, Single) => "3.6.9.14",
            (Self::Vfma, Half) => "3.6.9.18",
            (Self::Vmul, Double) => "3.6.9.11",
            (Self::Vmul, Single) => "3.6.9.15",
            (Self::Vmul, Half) => "3.6.9.19",
            (Self::Vadd, Double) => "3.6.9.12",
            (Self::Vadd, Single) => "3.6.9.16",
            (Self::Vadd, Half) => "3.6.9.20",
            (Self::Vpassa, Double) => "3.6.9.13",
            (Self::Vpassa, Single) => "3.6.9.17",
            (Self::Vpassa, Half) => "3.6.9.21",
            (Self::Mwrite, Double) => "3.6.10.1",
            (Self::Mwrite, Single | PseudoSingle) => "3.6.10.2",
            (Self::Mwrite, Half) => "3.6.10.3",
            (Self::Mread, Double) => "3.6.11.1",
            (Self::Mread, Single | PseudoSingle) => "3.6.11.2",
            (Self::Mread, Half) => "3.6.11.3",
            (_, _) => self.row().section,
        }
    }

    /// Whether the matrix register takes part as a factor.
    #[must_use]
    pub fn multiplies_matrix(self) -> bool {
        self.row().operands[0].class == OperandClass::MatrixSide
    }

    /// The port of an input, counted from 0 in the order written; `None` for the matrix register.
    #[must_use]
    pub fn port(self, input: usize) -> Option<Port> {
        let vector = input.checked_sub(usize::from(self.multiplies_matrix()))?;
        self.ports().get(vector).copied()
    }

    /// The place of a port's input, in the order written.
    #[must_use]
    pub fn input_of(self, port: Port) -> Option<usize> {
        let vector = self.ports().iter().position(|other| *other == port)?;
        Some(vector + usize::from(self.multiplies_matrix()))
    }

    /// The access word length of the basic operation at an input, counted from 0 in the order written; `None` for the
    /// matrix register, and if the operation takes several lengths (`hmwrite`).
    #[must_use]
    pub fn input_width(self, precision: Precision, input: usize) -> Option<Width> {
        match (self.port(input)?, precision) {
            (Port::B, Precision::Half) if self == Self::Mwrite => None,
            // Only the even columns take part: a single word for each PE (manual 3.6.9.4).
            (Port::A, Precision::Single) if self.multiplies_matrix() => Some(Width::Single),
            // The addend is single precision in half-precision operations.
            (Port::C, Precision::Half) => Some(Width::DoubleLong),
            (_, _) => Some(Width::Long),
        }
    }

    /// The access word length of the result; `None` if it goes to the matrix register. `shortened` is `r` after the
    /// opcode.
    #[must_use]
    pub fn output_width(self, precision: Precision, shortened: bool) -> Option<Width> {
        match (self, precision) {
            (Self::Mwrite, _) => None,
            (_, Precision::Double) if shortened => Some(Width::Single),
            (_, Precision::Half) if !shortened => Some(Width::DoubleLong),
            (_, _) => Some(Width::Long),
        }
    }
    /// Floating-point operations of one MAU in a cycle; a multiply-add counts as two (manual 1.4). Copies and matrix
    /// register accesses do not count, nor does the sum of a product without a third input.
    #[must_use]
    pub const fn flops_per_cycle(self, precision: Precision) -> u32 {
        let (rows, columns) = match precision {
            // One half of the rows (manual 3.6.9.2).
            Precision::Double => (2, 4),
            Precision::Single => (8, 4),
            Precision::PseudoSingle => (8, 8),
            Precision::Half => (16, 16),
            Precision::LongInteger | Precision::SingleInteger | Precision::HalfInteger => (0, 0),
        };
        let (products, elements) = match precision {
            // One half of the elements is multiplied, all of them are added (manual 3.6.9.10, 3.6.9.12).
            Precision::Double => (2, 4),
            Precision::Single => (8, 8),
            Precision::Half => (16, 16),
            Precision::PseudoSingle
            | Precision::LongInteger
            | Precision::SingleInteger
            | Precision::HalfInteger => (0, 0),
        };
        match self {
            Self::Mfma => 2 * rows * columns,
            Self::Mmul => 2 * rows * columns - rows,
            Self::Vfma => 2 * products,
            Self::Vmul => products,
            Self::Vadd => elements,
            Self::Vpassa | Self::Mwrite | Self::Mread => 0,
        }
    }
}
