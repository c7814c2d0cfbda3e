//! ReLU operations of the ALU (manual 3.6.12.18).

use super::{AluOp, FLOAT, NONE, TWO_INPUTS, elementwise};
use crate::instruction::rows;
use crate::{Group, Mnemonic, Source};

rows! {
    /// The rows of this file, in the manual's order.
    ROWS: 8 of AluOp in Alu;

    Relu {
        title: "ReLU on the sign bit",
        mnemonic: Mnemonic::Alu { stem: "relu", precisions: FLOAT, unsigned: NONE },
        group: Group::Alu,
        operands: TWO_INPUTS,
        syntax: "(d|f|h)relu <src_x> <src_y> <dst_0> [<dst_1>..]",
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              gives -0 where it is 1. `relu(v, v)` is ReLU itself; `relu(v, g)` is its gradient. The flag is 1 \
              where the sign bit of the first input is 0. Elements lie in the first long word; the second long \
              word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else -0", flag: "MSB of x[i] == 0"),
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
        doc: "Another name of `relu`: passes an element of the second input where the sign bit of the first \
              input's element is 0, and gives -0 where it is 1. The flag is 1 where the sign bit of the first \
              input is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else -0", flag: "MSB of x[i] == 0"),
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
        doc: "Passes an element of the second input where the second bit from the top of the first input's \
              element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where \
              that bit is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if (2nd MSB of x[i]) == 0 else -0", flag: "(2nd MSB of x[i]) == 0"),
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
        doc: "Passes an element of the second input where the third bit from the top of the first input's \
              element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where \
              that bit is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if (3rd MSB of x[i]) == 0 else -0", flag: "(3rd MSB of x[i]) == 0"),
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
        doc: "Passes an element of the second input where the fourth bit from the top of the first input's \
              element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where \
              that bit is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if (4th MSB of x[i]) == 0 else -0", flag: "(4th MSB of x[i]) == 0"),
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
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              halves it where it is 1. A result that underflows becomes -0. The flag is 1 where the sign bit of \
              the first input is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else y[i] / 2 (-0 on underflow)", flag: "MSB of x[i] == 0"),
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
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              divides it by 8 where it is 1. A result that underflows becomes -0. The flag is 1 where the sign \
              bit of the first input is 0. The second long word of the output is that of the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else y[i] / 8 (-0 on underflow)", flag: "MSB of x[i] == 0"),
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
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              adds 1 to its exponent field (doubles it) where it is 1. The addition is blind: a zero becomes \
              non-zero, and an overflow gives an exponent of all ones with sign and mantissa kept. The flag is 1 \
              where the sign bit of the first input is 0. The second long word of the output is that of the \
              first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else y[i] with exponent field + 1 (at most all ones)", flag: "MSB of x[i] == 0"),
        example: "filrelud $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
        source: Source::Manual("3.6.12.18"),
    }
}
