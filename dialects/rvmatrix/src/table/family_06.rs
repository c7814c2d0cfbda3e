//! What the rows of one operation have in common in 0.6.

use super::families::{Family, families};
use super::{Elementwise, Operation, Product};

const CONFIGURATION: &str = "Mtilem/n/k Configuration Instructions";
const RELEASE: &str = "Mrelease Instruction";
const MULTIPLICATION: &str = "Matrix Multiplication Instructions";
const TRANSFER: &str = "Load and Store Instructions";
const ZERO: &str = "Mzero Instructions";
const MOVE: &str = "Data Move Instructions";
const BROADCAST: &str = "Data Broadcast Instructions";
const PACK: &str = "Matrix Pack Instructions";
const SLIDE: &str = "Matrix Slide Instructions";
const INTEGER: &str = "Integer Arithmetic Instructions";
const FLOAT: &str = "Float-point Arithmetic Instructions";
const CONVERSION: &str = "Type-Convert Instructions";

families! {
    FAMILIES_06;
    CONFIGURE "msettile" CONFIGURATION "set a size of tiles",
        "Sets the rows of A and C (`mtilem`), the rows of B, which are the columns of C (`mtilen`), or the columns of A and B in elements (`mtilek`).",
        "mtilem, mtilen or mtilek = source";
    INITIALIZE "mrelease 0.6" RELEASE "release the matrix registers",
        "The matrix state in `mstatus` becomes initial: no values are needed any more.",
        "MS = 1";
    FLOAT_PRODUCT "mfmacc" MULTIPLICATION "float matrix multiplication",
        "Adds the product of A and the transpose of B to C. C has the first format of the mnemonic, A and B have the last one: e4 and e5 are fp8, h is fp16, s fp32, d fp64. The order of the sum is open; each element is rounded after it is added to C, with the mode in `xmfrm`.",
        "for i in 0..mtilem, j in 0..mtilen, k in 0..mtilek:\n  C[i,j] += A[i,k] * B[j,k]\nall other elements of md = 0";
    INTEGER_PRODUCT "mmacc" MULTIPLICATION "integer matrix multiplication",
        "Adds the product of A and the transpose of B to C, whose elements are four times as wide. `u`: both factors are unsigned; `us`: A (`ms1`, written last) is unsigned, B is signed; `su`: A is signed, B is unsigned. The sum saturates if `xmsaten` is 1, and otherwise wraps around.",
        "for i in 0..mtilem, j in 0..mtilen, k in 0..mtilek:\n  C[i,j] += A[i,k] * B[j,k]\nall other elements of md = 0";
    INT4_PRODUCT "pmmacc" MULTIPLICATION "int4 matrix multiplication",
        "Multiplies two int4 elements in each byte, and adds the products to C of int32. `mtilek` counts int4 elements and is even. `u`, `us` and `su` are as for `mmacc`.",
        "for i in 0..mtilem, j in 0..mtilen, k in 0..mtilek:\n  C[i,j] += A[i,k] * B[j,k]\nall other elements of md = 0";
    MIXED_PRODUCT "mmacc bp" MULTIPLICATION "integer matrix multiplication of two widths",
        "Adds the product of A and the transpose of B, whose elements have different widths, to C of int32. Only the list and the formats of the specification have it: what it computes is not described.",
        "C += A * transpose(B)";
    LOAD "mlae" TRANSFER "tile load",
        "Loads a tile with the shape of A (`mla`, `mtilem` × `mtilek`), B (`mlb`, `mtilen` × `mtilek`) or C (`mlc`, `mtilem` × `mtilen`); row i is at `rs1 + i * rs2`. With `t`, memory has the columns of the tile as rows.",
        "md[i,j] = memory[rs1 + i*rs2 + j*e]   for each row i and column j of the tile\nwith t: md[i,j] = memory[rs1 + j*rs2 + i*e]";
    STORE "msae" TRANSFER "tile store",
        "Stores a tile with the shape of A (`msa`, `mtilem` × `mtilek`), B (`msb`, `mtilen` × `mtilek`) or C (`msc`, `mtilem` × `mtilen`); row i is at `rs1 + i * rs2`. With `t`, memory gets the columns of the tile as rows.",
        "memory[rs1 + i*rs2 + j*e] = ms3[i,j]   for each row i and column j of the tile\nwith t: memory[rs1 + j*rs2 + i*e] = ms3[i,j]";
    ZEROES "mzero 0.6" ZERO "set matrices to 0",
        "Sets all elements of 1, 2, 4 or 8 registers to 0, regardless of the sizes. The first register is a multiple of their number.",
        "md, md+1, .. = 0";
    MOVES "mmov 0.6" MOVE "matrix move",
        "Copies a register to another one, regardless of the sizes. Between a tile and an accumulation register, bits outside the shorter row stay as they are.",
        "md = ms1";
    READ_ELEMENT "mmov.x.m 0.6" MOVE "move an element to an integer register",
        "Copies an element to an integer register with its sign extended, regardless of the sizes. The low bits of `rs1` number the elements row by row.",
        "row, column = divide(rs1, elements of a row)\nrd = signed(ms2[row,column])";
    WRITE_ELEMENT "mmov.m.x 0.6" MOVE "move an integer register to an element",
        "Copies the low bits of an integer register to one element, regardless of the sizes; the others stay. The low bits of `rs1` number the elements row by row.",
        "row, column = divide(rs1, elements of a row)\nmd[row,column] = low(rs2)";
    DUPLICATE "mdup 0.6" MOVE "copy a scalar to all elements",
        "Copies the low bits of an integer register to every element of a matrix, regardless of the sizes.",
        "md[i,j] = low(rs2) for every element";
    BROADCAST_ROW "mrbca" BROADCAST "copy a row to all rows",
        "Copies a row to every row, regardless of the sizes. The low bits of the number name the row. Both registers are of one kind.",
        "md[i,:] = ms1[uimm3,:] for every row i";
    BROADCAST_COLUMN "mcbca" BROADCAST "copy a column to all columns",
        "Copies a column of elements to every column, regardless of the sizes. The low bits of the number name the column. Both registers are of one kind.",
        "md[:,j] = ms1[:,uimm3] for every column j";
    PACKS "mpack" PACK "join halves of columns",
        "Joins half of the columns of `ms1` with half of the columns of `ms2`: both low halves, the high one of `ms2` with `hl`, both high halves with `hh`. All registers are of one kind.",
        "mpack:   md = low(ms2), low(ms1)\nmpackhl: md = high(ms2), low(ms1)\nmpackhh: md = high(ms2), high(ms1)";
    SLIDES "mrslide" SLIDE "move rows or columns",
        "Moves rows (`mr`) or columns of elements (`mc`) down or up by a number; the others become 0. The low bits of the number are used. Both registers are of one kind.",
        "down: md[i] = ms1[i + uimm3]\nup:   md[i] = ms1[i - uimm3]\nrows or columns that come from outside are 0";
    SUMS "madd 0.6" INTEGER "add, subtract or multiply",
        "Adds, subtracts (the second source from the first) or multiplies element by element. The result saturates if `xmsaten` is 1, and otherwise keeps its low half. With `.mv.i`, the second source is a row, used for every row.",
        "md[i,j] = ms2[i,j] op ms1[i,j]   for i in 0..mtilem, j in 0..mtilen\nall other elements of md = 0";
    HIGH_PRODUCT "mmulh 0.6" INTEGER "multiply, high half",
        "Multiplies element by element and keeps the high half of the product. With `.mv.i`, the second source is a row, used for every row.",
        "md[i,j] = high(ms2[i,j] * ms1[i,j])   for i in 0..mtilem, j in 0..mtilen\nall other elements of md = 0";
    EXTREMES "mmax" INTEGER "maximum or minimum",
        "Takes the larger or the smaller element, compared as signed numbers, with `u` as unsigned ones. With `.mv.i`, the second source is a row, used for every row.",
        "md[i,j] = max or min(ms2[i,j], ms1[i,j])   for i in 0..mtilem, j in 0..mtilen\nall other elements of md = 0";
    SHIFTS "msll" INTEGER "shift",
        "Shifts left (`msll`), right without the sign (`msrl`) or right with the sign (`msra`); the second source has the amounts. With `.mv.i`, it is a row, used for every row.",
        "md[i,j] = ms2[i,j] << or >> ms1[i,j]   for i in 0..mtilem, j in 0..mtilen\nall other elements of md = 0";
    FLOAT_SUMS "mfadd" FLOAT "float add, subtract, multiply, maximum or minimum",
        "Computes element by element, as IEEE 754 defines it, and rounds with the mode in `xmfrm`. With `.mv.i`, the second source is a row, used for every row.",
        "md[i,j] = ms2[i,j] op ms1[i,j]   for i in 0..mtilem, j in 0..mtilen\nall other elements of md = 0";
    FLOAT_CONVERSIONS "mfcvt" CONVERSION "convert between formats with a fraction",
        "Converts each element from the last format of the mnemonic to the first one, regardless of the sizes. `l` and `h` name the low or the high half of the columns: of `ms1` if the result is wider, of `md` if it is narrower, where the others stay; fp32 to fp8 writes the first or the second quarter.",
        "md[i,j] = convert(ms1[i,j])";
    TO_FLOAT "msfcvt" CONVERSION "convert integers to a format with a fraction",
        "Converts signed (`ms`) or unsigned (`mu`) integers, regardless of the sizes. `l` and `h` name the half of the columns of `ms1` that is converted.",
        "md[i,j] = convert(ms1[i,j])";
    TO_INTEGER "mfscvt" CONVERSION "convert a format with a fraction to integers",
        "Converts to signed (`mfs`) or unsigned (`mfu`) integers, regardless of the sizes. `l` and `h` name the half of the columns of `md` that is written; the others stay.",
        "md[i,j] = convert(ms1[i,j])";
    FROM_INT4 "mscvt" CONVERSION "convert int4 to int8",
        "Converts signed (`ms`) or unsigned (`mu`) integers of 4 bits, regardless of the sizes. `l` and `h` name the half of the columns of `ms1` that is converted.",
        "md[i,j] = extend(ms1[i,j])";
    CLIPS "mn4clip 0.6" CONVERSION "clip to a quarter of the width",
        "Shifts right, rounds with the mode in `xmxrm`, and saturates to a quarter of the width, with `u` as unsigned numbers; `xmsat` becomes 1 if an element saturates. `l` writes the first quarter of the columns of `md`, `h` the second one; the others stay. With `.mv.i`, the amounts are a row.",
        "md[i,j] = saturate(roundoff(ms2[i,j], ms1[i,j]))";
}

/// What an operation of 0.6 has in common with others.
pub(super) const fn family_06(operation: Operation) -> &'static Family {
    match operation {
        Operation::Configure(_) => &CONFIGURE,
        Operation::Accumulate(Product::Float(..)) => &FLOAT_PRODUCT,
        Operation::Accumulate(Product::Integer(_)) => &INTEGER_PRODUCT,
        Operation::Accumulate(Product::Int4(_)) => &INT4_PRODUCT,
        Operation::Accumulate(Product::Mixed(_)) => &MIXED_PRODUCT,
        Operation::LoadTile(..) => &LOAD,
        Operation::StoreTile(..) => &STORE,
        Operation::Zero | Operation::ZeroGroup(_) => &ZEROES,
        Operation::Move => &MOVES,
        Operation::ReadElement => &READ_ELEMENT,
        Operation::WriteElement => &WRITE_ELEMENT,
        Operation::Duplicate => &DUPLICATE,
        Operation::BroadcastRow => &BROADCAST_ROW,
        Operation::BroadcastColumn => &BROADCAST_COLUMN,
        Operation::Pack => &PACKS,
        Operation::Slide => &SLIDES,
        Operation::IntegerElements(operation) => integer(operation),
        Operation::FloatElements(_) => &FLOAT_SUMS,
        Operation::ConvertFloat(..) => &FLOAT_CONVERSIONS,
        Operation::ConvertToFloat => &TO_FLOAT,
        Operation::ConvertToInteger => &TO_INTEGER,
        Operation::ConvertInt4 => &FROM_INT4,
        Operation::ClipQuarter => &CLIPS,
        // The other operations are of versions before.
        _ => &INITIALIZE,
    }
}

const fn integer(operation: Elementwise) -> &'static Family {
    match operation {
        Elementwise::Add | Elementwise::Subtract | Elementwise::Multiply => &SUMS,
        Elementwise::MultiplyHigh => &HIGH_PRODUCT,
        Elementwise::Maximum
        | Elementwise::MaximumUnsigned
        | Elementwise::Minimum
        | Elementwise::MinimumUnsigned => &EXTREMES,
        Elementwise::ShiftRightLogical | Elementwise::ShiftLeft | Elementwise::ShiftRight => {
            &SHIFTS
        }
    }
}
