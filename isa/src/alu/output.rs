//! The ALU's sources, copies and one-input integer operations (manual 3.6.12.2-3.6.12.8).

use super::{AluOp, BOTH, INT, LITERAL, NO_INPUT, NONE, ONE_INPUT, elementwise};
use crate::instruction::rows;
use crate::{Group, Mnemonic, Source};

rows! {
    /// The rows of this file, in the manual's order.
    ROWS: 9 of AluOp in Alu;

    Zero {
        title: "Zero output",
        mnemonic: Mnemonic::Alu { stem: "zero", precisions: NONE, unsigned: NONE },
        group: Group::Alu,
        operands: NO_INPUT,
        syntax: "zero <dst_0> [<dst_1>..]",
        doc: "Outputs two long words of zeros in every cycle. It takes no input and has no precision letter. \
              `zero $llr0v` therefore clears 8 long words in one step. The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall pe
    dst.long[0] = dst.long[1] = 0
    flag[0:4] = 0",
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
        doc: "Outputs the 32 bits of the literal four times, as two long words, the same in every cycle. A \
              half-precision literal (`h`, `s`, `us`) is first doubled to 32 bits, so it fills all eight half \
              words. `immu` replaces the second and fourth single word by zero: that makes a double-precision \
              number whose low 32 mantissa bits are zero. The mask flags are always 0. The literal occupies the \
              bits of LM0's address, so no expression of the same step may read or write LM0.",
        effect: "\
w = the literal's 32 bits (a 16-bit literal twice)
for cycle = 0:4
  forall pe
    dst = {w, w, w, w}          # imm
    dst = {w, 0, w, 0}          # immu
    flag[0:4] = 0",
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
        doc: "Every PE hands the first long word of its input to the PE with the next number in its MAB: 0 to 1, \
              1 to 2, 2 to 3 and 3 to 0. There is no precision letter; one long word moves per cycle. The second \
              long word of the output is that of the PE's own input. The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall mab, pe
    dst[pe].long[0] = src_x[(pe + 3) % 4].long[0]
    dst[pe].long[1] = src_x[pe].long[1]
    flag[0:4] = 0",
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
        doc: "Every PE receives the first long word of the PE with the next number in its MAB: PE 0 that of PE \
              1, and PE 3 that of PE 0; this is the opposite direction of `msl`. There is no precision letter; \
              one long word moves per cycle. The second long word of the output is that of the PE's own input. \
              The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall mab, pe
    dst[pe].long[0] = src_x[(pe + 1) % 4].long[0]
    dst[pe].long[1] = src_x[pe].long[1]
    flag[0:4] = 0",
        example: "msr $lr0v $lr0v",
        section: "3.6.12.4",
        source: Source::Known("inter-pe-shift"),
    }

    Passa {
        title: "Copy",
        mnemonic: Mnemonic::Alu { stem: "passa", precisions: BOTH, unsigned: NONE },
        group: Group::Alu,
        operands: ONE_INPUT,
        syntax: "(d|f|h|l|i|s)passa <src_x> <dst_0> [<dst_1>..]",
        doc: "Copies both long words of the input bit for bit, at 2 long words per cycle; nothing is normalized. \
              The precision letter changes only the mask flags and the width of a constant input. A flag is 1 \
              where an element of the first long word has all bits 0; the second long word takes no part in the \
              flags.",
        effect: "\
for cycle = 0:4
  forall pe
    dst.long[0:2] = src_x.long[0:2]
    flag[i] = dst[i] == 0       # each element i of the first long word",
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
        doc: "Adds 1 to each element of the first long word: one 64-bit, two 32-bit or four 16-bit integers. It \
              wraps around on overflow. The flag of an element is 1 where the result is not negative, and with \
              `u` where no overflow happened. The second long word of the output is that of the input.",
        effect: elementwise!(one: "x[i] + 1", flag: "dst[i] >= 0        # with u: x[i] + 1 did not overflow"),
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
        doc: "Subtracts 1 from each element of the first long word: one 64-bit, two 32-bit or four 16-bit \
              integers. It wraps around, so 0 becomes all ones. The flag of an element is 1 where the result is \
              not negative, and with `u` where no overflow happened, that is, where the element was not 0. The \
              second long word of the output is that of the input.",
        effect: elementwise!(one: "x[i] - 1", flag: "dst[i] >= 0        # with u: x[i] - 1 did not overflow"),
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
        doc: "Inverts every bit of the first long word. The precision letter changes only the mask flags: a flag \
              is 1 where the resulting element is 0. The second long word of the output is that of the input. \
              `lnot` names two things: this row with the precision `l`; the logical not is written `llnot`, \
              `ilnot` or `slnot`.",
        effect: elementwise!(one: "~x[i]", flag: "dst[i] == 0"),
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
        doc: "Gives 1 for each element of the first long word that is 0, and 0 for every other one. Elements are \
              one 64-bit, two 32-bit or four 16-bit integers. The flag of an element is 1 where the result is 0. \
              The second long word of the output is that of the input. With the precision letter the opcode \
              reads `llnot`, `ilnot` or `slnot`; `lnot` alone is the bitwise not of a long word.",
        effect: elementwise!(one: "1 if x[i] == 0 else 0", flag: "dst[i] == 0"),
        example: "ilnot $subpeid $lr0",
        section: "3.6.12.8",
        source: Source::Manual("3.6.12.8"),
    }
}
