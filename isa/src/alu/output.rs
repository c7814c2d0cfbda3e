//! The ALU's sources, copies and one-input integer operations (manual 3.6.12.2-3.6.12.8).

macro_rules! output {
    ([$next:ident $($then:ident)*] $($rows:tt)*) => { $next! { [$($then)*] $($rows)*

    Zero (row(AluResult::Zeros, None)) {
        title: "Zero output",
        mnemonic: Mnemonic::Fixed("zero"),
        operands: NO_INPUT,
        doc: "Outputs two long words of zeros in every cycle. It takes no input and has no precision letter. \
              `zero $llr0v` therefore clears 8 long words in one step. The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall pe
    dst.long[0] = dst.long[1] = 0
    flag[0:4] = 0",
        example: "zero $llr0v",
        section: "3.6.12.2",
    }

    Imm (row(AluResult::Literal, Some(31))) {
        title: "Immediate value",
        mnemonic: Mnemonic::Immediate,
        operands: LITERAL,
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
    }

    Msl (row(AluResult::Input, None)) {
        title: "Circular shift to the next PE",
        mnemonic: Mnemonic::Fixed("msl"),
        operands: ONE_INPUT,
        doc: "Every PE hands the first long word of its input to the PE with the next number in its MAB: 0 to 1, \
              1 to 2, 2 to 3 and 3 to 0. There is no precision letter; one long word moves per cycle. The second \
              long word of the output is copied from the PE's own input. The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall mab, pe
    dst[pe].long[0] = src_x[(pe + 3) % 4].long[0]
    dst[pe].long[1] = src_x[pe].long[1]
    flag[0:4] = 0",
        example: "msl $lr0v $lr0v",
        section: "3.6.12.4",
    }

    Msr (row(AluResult::Input, None)) {
        title: "Circular shift to the previous PE",
        mnemonic: Mnemonic::Fixed("msr"),
        operands: ONE_INPUT,
        doc: "Every PE receives the first long word of the PE with the next number in its MAB: PE 0 receives it from PE 1, and PE 3 from PE 0; this is the opposite direction of `msl`. There is no precision letter; \
              one long word moves per cycle. The second long word of the output is copied from the PE's own input. \
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

    Passa (row(AluResult::Input, Some(10))) {
        title: "Copy",
        mnemonic: signed("passa", BOTH),
        operands: ONE_INPUT,
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
    }

    Inc (row(AluResult::Numbers, None)) {
        title: "Increment",
        mnemonic: unsigned("inc", INT, INT),
        operands: ONE_INPUT,
        doc: "Adds 1 to each element of the first long word: one 64-bit, two 32-bit or four 16-bit integers. It \
              wraps around on overflow. The flag of an element is 1 where the result is not negative, and with \
              `u` where no overflow happened. The second long word of the output is copied from the input.",
        effect: elementwise!(one: "x[i] + 1", flag: "dst[i] >= 0        # with u: x[i] + 1 did not overflow"),
        example: "linc $t $ls0v",
        section: "3.6.12.6",
    }

    Dec (row(AluResult::Numbers, None)) {
        title: "Decrement",
        mnemonic: unsigned("dec", INT, INT),
        operands: ONE_INPUT,
        doc: "Subtracts 1 from each element of the first long word: one 64-bit, two 32-bit or four 16-bit \
              integers. It wraps around, so 0 becomes all ones. The flag of an element is 1 where the result is \
              not negative, and with `u` where no overflow happened, that is, where the element was not 0. The \
              second long word of the output is copied from the input.",
        effect: elementwise!(one: "x[i] - 1", flag: "dst[i] >= 0        # with u: x[i] - 1 did not overflow"),
        example: "sdec $aluf $lr0v",
        section: "3.6.12.6",
    }

    Not (row(AluResult::Bits, None)) {
        title: "Bitwise not",
        mnemonic: signed("not", INT),
        operands: ONE_INPUT,
        doc: "Inverts every bit of the first long word. The precision letter changes only the mask flags: a flag \
              is 1 where the resulting element is 0. The second long word of the output is copied from the input. \
              `lnot` has two meanings: this row with the precision `l`; the logical not is written `llnot`, \
              `ilnot` or `slnot`.",
        effect: elementwise!(one: "~x[i]", flag: "dst[i] == 0"),
        example: "lnot $aluf $lr0v",
        section: "3.6.12.7",
    }

    Lnot (row(AluResult::Numbers, None)) {
        title: "Logical not",
        mnemonic: signed("lnot", INT),
        operands: ONE_INPUT,
        doc: "Gives 1 for each element of the first long word that is 0, and 0 for every other one. Elements are \
              one 64-bit, two 32-bit or four 16-bit integers. The flag of an element is 1 where the result is 0. \
              The second long word of the output is copied from the input. With the precision letter the opcode \
              reads `llnot`, `ilnot` or `slnot`; `lnot` alone is the bitwise not of a long word.",
        effect: elementwise!(one: "1 if x[i] == 0 else 0", flag: "dst[i] == 0"),
        example: "ilnot $subpeid $lr0",
        section: "3.6.12.8",
    }
    } };
}
