//! ReLU operations of the ALU (manual 3.6.12.18).

macro_rules! relu {
    ([$next:ident $($then:ident)*] $($rows:tt)*) => { $next! { [$($then)*] $($rows)*

    Relu (row(AluResult::Numbers, None)) {
        title: "ReLU on the sign bit",
        mnemonic: signed("relu", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              gives -0 where it is 1. `relu(v, v)` is ReLU itself; `relu(v, g)` is its gradient. The flag is 1 \
              where the sign bit of the first input is 0. Elements are in the first long word; the second long \
              word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else -0", flag: "MSB of x[i] == 0"),
        example: "frelu $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Relu0 (row(AluResult::Numbers, None)) {
        title: "ReLU on the sign bit (alias of relu)",
        mnemonic: signed("relu0", FLOAT),
        operands: TWO_INPUTS,
        doc: "Another name of `relu`: passes an element of the second input where the sign bit of the first \
              input's element is 0, and gives -0 where it is 1. The flag is 1 where the sign bit of the first \
              input is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else -0", flag: "MSB of x[i] == 0"),
        example: "frelu0 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Relu1 (row(AluResult::Numbers, None)) {
        title: "ReLU on the second bit",
        mnemonic: signed("relu1", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the second bit from the top of the first input's \
              element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where \
              that bit is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if (2nd MSB of x[i]) == 0 else -0", flag: "(2nd MSB of x[i]) == 0"),
        example: "frelu1 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Relu2 (row(AluResult::Numbers, None)) {
        title: "ReLU on the third bit",
        mnemonic: signed("relu2", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the third bit from the top of the first input's \
              element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where \
              that bit is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if (3rd MSB of x[i]) == 0 else -0", flag: "(3rd MSB of x[i]) == 0"),
        example: "frelu2 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Relu3 (row(AluResult::Numbers, None)) {
        title: "ReLU on the fourth bit",
        mnemonic: signed("relu3", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the fourth bit from the top of the first input's \
              element is 0, and gives -0 where it is 1: for signs collected by `packbit`. The flag is 1 where \
              that bit is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if (4th MSB of x[i]) == 0 else -0", flag: "(4th MSB of x[i]) == 0"),
        example: "frelu3 $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Lrelud (row(AluResult::Numbers, None)) {
        title: "Leaky ReLU, slope 1/2",
        mnemonic: signed("lrelud", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              halves it where it is 1. A result that underflows becomes -0. The flag is 1 where the sign bit of \
              the first input is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else y[i] / 2 (-0 on underflow)", flag: "MSB of x[i] == 0"),
        example: "flrelud $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Lreluo (row(AluResult::Numbers, None)) {
        title: "Leaky ReLU, slope 1/8",
        mnemonic: signed("lreluo", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              divides it by 8 where it is 1. A result that underflows becomes -0. The flag is 1 where the sign \
              bit of the first input is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else y[i] / 8 (-0 on underflow)", flag: "MSB of x[i] == 0"),
        example: "flreluo $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }

    Ilrelud (row(AluResult::Numbers, None)) {
        title: "Inverse leaky ReLU, slope 2",
        mnemonic: signed("ilrelud", FLOAT),
        operands: TWO_INPUTS,
        doc: "Passes an element of the second input where the sign bit of the first input's element is 0, and \
              adds 1 to its exponent field (doubles it) where it is 1. The addition is blind: a zero becomes \
              non-zero, and an overflow gives an exponent of all ones with sign and mantissa kept. The flag is 1 \
              where the sign bit of the first input is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "y[i] if MSB of x[i] == 0 else y[i] with exponent field + 1 (at most all ones)", flag: "MSB of x[i] == 0"),
        example: "filrelud $lr0v $lm0v $ln0v",
        section: "3.6.12.18",
    }
    } };
}
