//! Two-input integer operations of the ALU (manual 3.6.12.15-3.6.12.17).

macro_rules! integer {
    ([$next:ident $($then:ident)*] $($rows:tt)*) => { $next! { [$($then)*] $($rows)*

    And (row(AluResult::Bits, None)) {
        title: "Bitwise and",
        mnemonic: signed("and", INT),
        operands: TWO_INPUTS,
        doc: "Bitwise and of the first long words. The precision letter changes only the mask flags: a flag is 1 \
              where the resulting element is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] & y[i]", flag: "dst[i] == 0"),
        example: "iand $lm0v $lr0v $ln0v",
        section: "3.6.12.15",
    }

    Or (row(AluResult::Bits, None)) {
        title: "Bitwise or",
        mnemonic: signed("or", INT),
        operands: TWO_INPUTS,
        doc: "Bitwise or of the first long words. The precision letter changes only the mask flags: a flag is 1 \
              where the resulting element is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] | y[i]", flag: "dst[i] == 0"),
        example: "ior $ls0v $aluf $nowrite",
        section: "3.6.12.15",
    }

    Xor (row(AluResult::Bits, None)) {
        title: "Bitwise exclusive or",
        mnemonic: signed("xor", INT),
        operands: TWO_INPUTS,
        doc: "Bitwise exclusive or of the first long words. The precision letter changes only the mask flags: a \
              flag is 1 where the resulting element is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] ^ y[i]", flag: "dst[i] == 0"),
        example: "lxor $lm0v $lr0v $ln0v",
        section: "3.6.12.15",
    }

    Add (row(AluResult::Numbers, None)) {
        title: "Integer sum",
        mnemonic: unsigned("add", INT, INT),
        operands: TWO_INPUTS,
        doc: "Adds the elements of the first long words: one pair of 64-bit, two of 32-bit or four of 16-bit \
              integers. It wraps around on overflow. The flag of an element is 1 where the result is not \
              negative, and with `u` where no overflow happened; `u` changes nothing else. The second long word \
              of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] + y[i]", flag: "dst[i] >= 0        # with u: x[i] + y[i] did not overflow"),
        example: "iadd $lm0v $lr0v $ln0v",
        section: "3.6.12.16",
    }

    Sub (row(AluResult::Numbers, None)) {
        title: "Integer difference",
        mnemonic: unsigned("sub", INT, INT),
        operands: TWO_INPUTS,
        doc: "Subtracts the second input's elements from the first's, within the first long words: 64-, 32- or \
              16-bit integers. It wraps around on overflow. The flag of an element is 1 where the result is not \
              negative, and with `u` where no overflow happened; `u` changes nothing else. The second long word \
              of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] - y[i]", flag: "dst[i] >= 0        # with u: x[i] - y[i] did not overflow"),
        example: "isub $subpeid $lr0v $omr1",
        section: "3.6.12.16",
    }

    Lsl (row(AluResult::Numbers, None)) {
        title: "Logical left shift",
        mnemonic: signed("lsl", INT),
        operands: TWO_INPUTS,
        doc: "Shifts each element of the first input left by the number in the second input's element and fills \
              with zeros. With n bits in an element, the amount is taken modulo 2n; from n on, everything is \
              shifted out. The flag is 1 where the result is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] << min(y[i] % (2*n), n)", flag: "dst[i] == 0"),
        example: "ilsl $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
    }

    Lsr (row(AluResult::Numbers, None)) {
        title: "Right shift: arithmetic, or logical with u",
        mnemonic: unsigned("lsr", INT, INT),
        operands: TWO_INPUTS,
        doc: "Shifts each element of the first input right by the number in the second input's element: \
              arithmetically, filling with the sign bit, or with `u` logically, filling with zeros. With n bits \
              in an element, the amount is taken modulo 2n; from n on, only sign bits (or zeros) remain. The \
              flag is 1 where the result is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] >> min(y[i] % (2*n), n)     # with u: zeros move in", flag: "dst[i] == 0"),
        example: "uilsr $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
    }

    Bsl (row(AluResult::Numbers, None)) {
        title: "Circular left shift",
        mnemonic: signed("bsl", INT),
        operands: TWO_INPUTS,
        doc: "Rotates each element of the first input left by the number in the second input's element; bits \
              that leave on the left return on the right. With n bits in an element, the amount counts modulo n. \
              The flag is 1 where the result is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "rotate_left(x[i], y[i] % n)", flag: "dst[i] == 0"),
        example: "ibsl $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
    }

    Bsr (row(AluResult::Numbers, None)) {
        title: "Circular right shift",
        mnemonic: signed("bsr", INT),
        operands: TWO_INPUTS,
        doc: "Rotates each element of the first input right by the number in the second input's element; bits \
              that leave on the right return on the left. With n bits in an element, the amount counts modulo n. \
              The flag is 1 where the result is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "rotate_right(x[i], y[i] % n)", flag: "dst[i] == 0"),
        example: "ibsr $lm0v $lr0v $ln0v",
        section: "3.6.12.17",
    }
    } };
}
