//! Two-input integer operations of the ALU (manual 3.6.12.15-3.6.12.17).

use super::{AluOp, INT, NONE, TWO_INPUTS, elementwise};
use crate::instruction::rows;
use crate::{Group, Mnemonic, Source};

rows! {
    /// The rows of this file, in the manual's order.
    ROWS: 9 of AluOp in Alu;

    And {
        title: "Bitwise and",
        mnemonic: Mnemonic::Alu { stem: "and", precisions: INT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(l|i|s)and <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "Bitwise and of the first long words. The precision letter changes only the mask flags: a flag is 1 \
              where the resulting element is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "x[i] & y[i]", flag: "dst[i] == 0"),
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
        doc: "Bitwise or of the first long words. The precision letter changes only the mask flags: a flag is 1 \
              where the resulting element is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "x[i] | y[i]", flag: "dst[i] == 0"),
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
        doc: "Bitwise exclusive or of the first long words. The precision letter changes only the mask flags: a \
              flag is 1 where the resulting element is 0. The second long word of the output is that of the \
              first input.",
        effect: elementwise!(two: "x[i] ^ y[i]", flag: "dst[i] == 0"),
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
        doc: "Adds the elements of the first long words: one pair of 64-bit, two of 32-bit or four of 16-bit \
              integers. It wraps around on overflow. The flag of an element is 1 where the result is not \
              negative, and with `u` where no overflow happened; `u` changes nothing else. The second long word \
              of the output is that of the first input.",
        effect: elementwise!(two: "x[i] + y[i]", flag: "dst[i] >= 0        # with u: x[i] + y[i] did not overflow"),
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
        doc: "Subtracts the second input's elements from the first's, within the first long words: 64-, 32- or \
              16-bit integers. It wraps around on overflow. The flag of an element is 1 where the result is not \
              negative, and with `u` where no overflow happened; `u` changes nothing else. The second long word \
              of the output is that of the first input.",
        effect: elementwise!(two: "x[i] - y[i]", flag: "dst[i] >= 0        # with u: x[i] - y[i] did not overflow"),
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
        doc: "Shifts each element of the first input left by the number in the second input's element and fills \
              with zeros. With n bits in an element, the amount is taken modulo 2n; from n on, everything is \
              shifted out. The flag is 1 where the result is 0. The second long word of the output is that of \
              the first input.",
        effect: elementwise!(two: "x[i] << min(y[i] % (2*n), n)", flag: "dst[i] == 0"),
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
        doc: "Shifts each element of the first input right by the number in the second input's element: \
              arithmetically, filling with the sign bit, or with `u` logically, filling with zeros. With n bits \
              in an element, the amount is taken modulo 2n; from n on, only sign bits (or zeros) remain. The \
              flag is 1 where the result is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "x[i] >> min(y[i] % (2*n), n)     # with u: zeros move in", flag: "dst[i] == 0"),
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
        doc: "Rotates each element of the first input left by the number in the second input's element; bits \
              that leave on the left return on the right. With n bits in an element, the amount counts modulo n. \
              The flag is 1 where the result is 0. The second long word of the output is that of the first \
              input.",
        effect: elementwise!(two: "rotate_left(x[i], y[i] % n)", flag: "dst[i] == 0"),
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
        doc: "Rotates each element of the first input right by the number in the second input's element; bits \
              that leave on the right return on the left. With n bits in an element, the amount counts modulo n. \
              The flag is 1 where the result is 0. The second long word of the output is that of the first \
              input.",
        effect: elementwise!(two: "rotate_right(x[i], y[i] % n)", flag: "dst[i] == 0"),
        example: "ibsr $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
        source: Source::Manual("3.6.12.17"),
    }
}
