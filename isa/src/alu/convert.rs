//! ALU operations that use a number's value: approximation, rounding, block floats, comparison (manual
//! 3.6.12.9-3.6.12.14).

macro_rules! convert {
    ([$next:ident $($then:ident)*] $($rows:tt)*) => { $next! { [$($then)*] $($rows)*

    Rsqrt (row(AluResult::Numbers, Some(16))) {
        title: "Approximate reciprocal square root",
        mnemonic: signed("rsqrt", FLOAT),
        operands: ONE_INPUT,
        doc: "Approximates the reciprocal square root of each element of the first long word, to about 5 bits; \
              the sign of the input is ignored. Use it as the start of Newton's method. The result comes from a \
              table of 32 entries, which the upper 4 bits of the mantissa and the lowest bit of the exponent \
              select; it is cut, never rounded. For example, 1.0 gives 63/64, 0.5 gives 45/32 and 3.0 gives 36/64. Zero \
              gives infinity. The \
              flag of an element is 1 where its sign bit is 0. The second long word of the output is copied from the input (zeros where the input is shortened by `r`).",
        effect: elementwise!(one: "about 1 / sqrt(abs(x[i]))", flag: "MSB of x[i] == 0"),
        example: "frsqrt $lm0v $lr0v",
        section: "3.6.12.9",
        source: Source::Known("reciprocal-square-root"),
    }

    Floor (row(AluResult::Numbers, None)) {
        title: "Round down to a whole number",
        mnemonic: signed("floor", FLOAT),
        operands: ONE_INPUT,
        doc: "Rounds each floating-point element of the first long word down to a whole number, towards minus \
              infinity; the result stays a floating-point number of the same precision. Infinities and zeros \
              pass unchanged; where another input becomes zero, the mantissa is cleared. The manual writes of a zero mantissa and means a zero fraction. The mask flags are always 0, and the second long \
              word of the output is copied from the input.",
        effect: elementwise!(one: "x[i] if x[i] is zero or infinite else floor(x[i])", flag: "0"),
        example: "ffloor $lm0v $lr0v",
        section: "3.6.12.10",
        source: Source::Known("corrections"),
    }

    Ftoi (row(AluResult::Integers, None)) {
        title: "Floating point to integer",
        mnemonic: unsigned("ftoi", FLOAT, FLOAT),
        operands: ONE_INPUT,
        doc: "Turns each floating-point element of the first long word into an integer of the same size, \
              rounding towards zero. Values beyond the largest integer, infinity included, give the largest \
              integer. With `u` the absolute value is converted to an unsigned integer. The mask flags are \
              always 0, and the second long word of the output is copied from the input. There is no instruction for \
              the way back: manual 3.7.1 shows the usual sequence.",
        effect: elementwise!(one: "clip(truncate(x[i]))          # with u: of abs(x[i]), as unsigned", flag: "0"),
        example: "fftoi $lm0v $lr0v",
        section: "3.6.12.11",
    }

    Bfe (row(AluResult::BlockFloats, Some(29))) {
        title: "Extended block-float conversion",
        mnemonic: signed("bfe", HALF),
        operands: ONE_INPUT,
        doc: "Converts half-precision numbers to block floats with the extended representation, in which \
              elements far below the largest one keep an exponent 6 lower instead of vanishing. `/<n>` (6 to 9) \
              is the length of the mantissa that is kept; fewer bits save power. It works on 2 long words per \
              cycle: the first long words of the four PEs of a MAB form one block of 16 elements, the second \
              long words another. With `r` on the input, 4 single-precision numbers are rounded to half \
              precision first, and the second block is zero. The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall mab
    for k = 0:2
      block = src_x[0:4].long[k]      # 16 half words
      dst[0:4].long[k] = extended_block_float(block, n)   # manual 4.4
    flag[0:4] = 0",
        example: "hbfe/9 $llm0v $llr0v",
        section: "3.6.12.12",
    }

    Bfn (row(AluResult::BlockFloats, Some(30))) {
        title: "Block-float conversion",
        mnemonic: signed("bfn", BLOCK),
        operands: ONE_INPUT,
        doc: "Converts numbers to block floats: the elements of a block get one common exponent and mantissas \
              without a hidden bit, as the matrix products need them. `d`: a block is the first long word of \
              each PE of a MAB (4 elements). `f`: two blocks, the first single words and the second single words \
              (4 each). `g`: one block of 8 single words, of whose mantissas the upper 18 bits stay. `h`: two \
              blocks of 16 half words, from the first and from the second long words, with `/<n>` (6 to 9) as \
              mantissa length. `h` works on 2 long words per cycle, the others on 1 and pass the second long \
              word of the input. The mask flags are always 0.",
        effect: "\
for cycle = 0:4
  forall mab
    d:    dst[0:4].long[0]   = block_float(src_x[0:4].long[0])
    f:    dst[0:4].single[k] = block_float(src_x[0:4].single[k])       for k = 0:2
    g:    dst[0:4].long[0]   = block_float(src_x[0:4].long[0] as 8 single words)
    h/n:  dst[0:4].long[k]   = block_float(src_x[0:4].long[k], n)      for k = 0:2
    flag[0:4] = 0                     # the conversion: manual 4.4",
        example: "dbfn $lm0v $lr0v",
        section: "3.6.12.12",
    }

    Max (row(AluResult::Numbers, None)) {
        title: "Maximum",
        mnemonic: unsigned("max", BOTH, INT),
        operands: TWO_INPUTS,
        doc: "Outputs the greater of each pair of elements of the first long words. Integers are compared as \
              signed, or with `u` as unsigned numbers. Floating-point numbers are compared as numbers; two zeros \
              count as equal and give the first input, and infinities of one sign are ordered by their \
              mantissas. The flag is 1 where the first input was taken, equality included. The second long word \
              of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] if x[i] >= y[i] else y[i]", flag: "x[i] >= y[i]"),
        example: "imax $lm0v $lr0v $ln0v",
        section: "3.6.12.13",
    }

    Min (row(AluResult::Numbers, None)) {
        title: "Minimum",
        mnemonic: unsigned("min", BOTH, INT),
        operands: TWO_INPUTS,
        doc: "Outputs the smaller of each pair of elements of the first long words. Integers are compared as \
              signed, or with `u` as unsigned numbers. Floating-point numbers are compared as numbers; two zeros \
              count as equal and give the first input, and infinities of one sign are ordered by their \
              mantissas. The flag is 1 where the first input was taken, equality included. The second long word \
              of the output is copied from the first input.",
        effect: elementwise!(two: "x[i] if x[i] <= y[i] else y[i]", flag: "x[i] <= y[i]"),
        example: "ulmin $lm0v $lr0v $ln0v",
        section: "3.6.12.13",
    }

    Packbit (row(AluResult::Bits, None)) {
        title: "Pack sign bits",
        mnemonic: signed("packbit", BOTH),
        operands: TWO_INPUTS,
        doc: "Shifts each element of the first input left by one bit and puts the sign bit of the second input's \
              element into the freed lowest bit. Repeated, it collects sign bits for the ReLU instructions; \
              `$msb1` serves as a first input that shifts out to nothing. The flag is 1 where the second input's \
              sign bit is 0. The second long word of the output is copied from the first input.",
        effect: elementwise!(two: "(x[i] << 1) | (MSB of y[i])", flag: "MSB of y[i] == 0"),
        example: "hpackbit $msb1 $lm0v $nowrite",
        section: "3.6.12.14",
    }
    } };
}
