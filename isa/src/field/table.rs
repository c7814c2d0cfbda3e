//! The rows: field, component, bits from the lowest to the highest, content when idle, claim, evidence, contents in use
//! that occur in the pairs, meaning.

use super::{Component, Evidence, FieldRow};

fields! {
    Ll: Ll, 290..=291, 0, "forward", Obs, &[0..=1],
        "1 in every step, 0 in `nop`: whether the forwarding registers are updated; `noforward` is taken as 0";
    MaskEntry: PeMrc, 285..=289, 0, "mask", Obs, &[24..=24],
        "entry of the mask register that write masks and the zero-flush mask read; `/abcd` is 16 + abcd";
    MaskWidth: PeMrc, 284..=284, 0, "mask", Inf, &[0..=0],
        "mask application word length: 1 for 2 long words";
    MaskGrf0: PeMrc, 283..=283, 0, "mask", Obs, &[0..=1],
        "write mask on GRF0";
    MaskGrf1: PeMrc, 282..=282, 0, "mask", Obs, &[0..=1],
        "write mask on GRF1";
    MaskT: PeMrc, 281..=281, 0, "mask", Inf, &[],
        "write mask on the T-register";
    MaskLm0: PeMrc, 280..=280, 0, "mask", Obs, &[0..=1],
        "write mask on LM0 and its base address register";
    MaskLm1: PeMrc, 279..=279, 0, "mask", Inf, &[],
        "write mask on LM1 and its base address register";
    MaskMaskRegister: PeMrc, 278..=278, 0, "mask", Inf, &[],
        "write mask on the mask register";
    ZeroFlushAndMaskWrite: PeMrc, 270..=277, 0, "mask", Inf, &[],
        "the rest, for the zero-flush choice and the write to a mask register";
    TWrite: PeTrc, 269..=269, 0, "t", Obs, &[0..=1],
        "write enable of the T-register";
    TSource: PeTrc, 267..=268, 0, "t", Obs, &[0..=1],
        "which unit's result is written: 0 MAU, 1 ALU, 2 and 3 L1BM and transposed read in unknown order";
    Grf0Write: PeRfc0, 266..=266, 0, "out_grf0", Obs, &[0..=1],
        "write enable of GRF0";
    Grf0Source: PeRfc0, 264..=265, 0, "out_grf0", Obs, &[0..=1],
        "which unit's result is written";
    Grf0WriteAddress: PeRfc0, 255..=263, 0, "out_grf0", Obs, &[0..=511],
        "address written in cycle 0, in single words";
    Grf0WriteIncrement: PeRfc0, 247..=254, 0, "out_grf0", Obs, &[0..=1],
        "increment of the written address between cycles, in access units";
    Grf0WriteWidth: PeRfc0, 245..=246, 1, "out_grf0", Obs, &[1..=2],
        "width of the write: 0 single word, 1 long word, 2 two long words";
    Grf0ReadAddress: PeRfc0, 236..=244, 0, "in_grf0", Obs, &[0..=511],
        "address read in cycle 0, in single words";
    Grf0ReadIncrement: PeRfc0, 228..=235, 0, "in_grf0", Obs, &[0..=1],
        "increment of the read address between cycles, in access units";
    Grf0ReadWidth: PeRfc0, 226..=227, 1, "in_grf0", Obs, &[1..=2],
        "width of the read";
    Grf1Write: PeRfc1, 225..=225, 0, "out_grf1", Obs, &[0..=1],
        "write enable of GRF1";
    Grf1Source: PeRfc1, 223..=224, 0, "out_grf1", Obs, &[0..=1],
        "which unit's result is written";
    Grf1WriteAddress: PeRfc1, 214..=222, 0, "out_grf1", Obs, &[0..=511],
        "address written in cycle 0, in single words";
    Grf1WriteIncrement: PeRfc1, 206..=213, 0, "out_grf1", Obs, &[0..=2],
        "increment of the written address between cycles, in access units";
    Grf1WriteWidth: PeRfc1, 204..=205, 1, "out_grf1", Obs, &[1..=2],
        "width of the write";
    Grf1ReadAddress: PeRfc1, 195..=203, 0, "in_grf1", Obs, &[0..=511],
        "address read in cycle 0, in single words";
    Grf1ReadIncrement: PeRfc1, 187..=194, 0, "in_grf1", Obs, &[0..=2],
        "increment of the read address between cycles, in access units";
    Grf1ReadWidth: PeRfc1, 185..=186, 0, "in_grf1", Obs, &[1..=2],
        "width of the read";
    Lm0Write: PeLm0, 184..=184, 0, "lm0", Obs, &[0..=1],
        "write enable of LM0; bit 20 of an immediate value";
    Lm0Source: PeLm0, 182..=183, 0, "lm0", Obs, &[0..=1],
        "which unit's result is written; bits 19 and 18 of an immediate value";
    Lm0Address: PeLm0, 170..=181, 0, "lm0", Obs, &[0..=4095],
        "address in cycle 0, read and written alike, in single words; bits 11 to 0 of an immediate value";
    Lm0Increment: PeLm0, 159..=169, 0, "lm0", Obs, &[0..=1],
        "increment of the address between cycles, in access units";
    Lm0Mode: PeLm0, 155..=158, 0, "lm0", Inf, &[0..=0],
        "T-register indirection and `j<madpe>`; bits 17 to 14 of an immediate value";
    Lm0Width: PeLm0, 153..=154, 0, "lm0", Obs, &[1..=2],
        "width of the access; bits 13 and 12 of an immediate value";
    Lm1Write: PeLm1, 152..=152, 0, "lm1", Obs, &[0..=1],
        "write enable of LM1";
    Lm1Source: PeLm1, 150..=151, 0, "lm1", Obs1, &[0..=1],
        "which unit's result is written";
    Lm1Address: PeLm1, 138..=149, 0, "lm1", Obs, &[0..=4095],
        "address in cycle 0, read and written alike, in single words";
    Lm1Increment: PeLm1, 127..=137, 0, "lm1", Obs, &[0..=2],
        "increment of the address between cycles, in access units";
    Lm1Mode: PeLm1, 124..=126, 0, "lm1", Inf, &[0..=0],
        "`j<madpe>`";
    Lm1Width: PeLm1, 122..=123, 0, "lm1", Obs, &[1..=2],
        "width of the access";
    MauPrecision: PeMauc, 120..=121, 0, "mau", Obs, &[0..=3],
        "precision of product, matrix register write and transposed read alike: 0 d, 1 f, 2 h, 3 g";
    MauCalcEnable: PeMauc, 119..=119, 0, "mau_calc", Obs, &[0..=1],
        "a MAU operation is issued";
    MauMatrixMode: PeMauc, 118..=118, 0, "mau_calc", Obs, &[0..=1],
        "1 for matrix-vector products";
    MauOutputShortening: PeMauc, 117..=117, 0, "mau_calc", Inf, &[0..=0],
        "candidate for the `r` of the opcode";
    MatrixWriteEnable: PeMauc, 116..=116, 0, "mau_mwrite", Obs, &[0..=1],
        "a matrix register write is issued; a transposed read has no enable bit";
    MatrixStart: PeMauc, 112..=115, 0, "mau_matrix", Obs, &[0..=0, 4..=4, 8..=8, 12..=12],
        "first row of a matrix register write, first column of a transposed read";
    MauHalf: PeMauc, 111..=111, 0, "mau_half", Obs1, &[0..=1],
        "1 for the `d` of double-precision products and for matrix register writes of two rows a cycle";
    MatrixSide: PeMauc, 110..=110, 0, "mau_side", Obs, &[0..=1],
        "side of the matrix register: 1 for a write to x; a product or read then uses the other side; 0 for a read of y alone";
    MauNegateA: PeMauc, 109..=109, 0, "mau_a", Obs, &[0..=1],
        "sign inversion of the first port";
    MauNegateB: PeMauc, 108..=108, 0, "mau_b", Obs, &[0..=1],
        "sign inversion of the second port";
    MauNegateC: PeMauc, 107..=107, 0, "mau_c", Obs, &[0..=1],
        "sign inversion of the third port";
    MauConvertA: PeMauc, 106..=106, 0, "mau_a", Inf, &[0..=0],
        "`e` or `r` on the first port";
    MauConvertB: PeMauc, 105..=105, 0, "mau_b", Obs, &[0..=1],
        "`e` or `r` on the second port";
    MauConvertC: PeMauc, 104..=104, 0, "mau_c", Inf, &[0..=0],
        "`e` or `r` on the third port";
    MauMultiplierOne: PeMauc, 103..=103, 0, "mau_calc", Obs, &[0..=1],
        "the multiplier is 1: `vadd`, `vpassa`";
    MauAddendZero: PeMauc, 102..=102, 0, "mau_calc", Obs, &[0..=1],
        "the addend is 0: `vmul`, `vpassa`, `mmul`";
    MauSelectA: PeMauc, 99..=101, 7, "mau_a", Obs, &[0..=6],
        "operand of the first port: 0 GRF0, 1 GRF1, 2 T, 3 LM0, 4 LM1, 5 mauf, 6 aluf, 7 idle and probably lbf";
    MauSelectB: PeMauc, 96..=98, 7, "mau_b", Obs, &[0..=6],
        "operand of the second port, shared by `vfma`, `vmul` and the matrix register write";
    MauSelectC: PeMauc, 93..=95, 7, "mau_c", Obs, &[0..=6],
        "operand of the third port; the second operand of `vadd` and the addend of `mfma` use it";
    AluPrecision: PeAluc, 91..=92, 3, "alu", Obs, &[0..=3],
        "precision: 0 d and l, 1 f and i, 2 h and s, 3 g and idle; bits 31 and 30 of an immediate value";
    AluOpcode: PeAluc, 86..=90, 0, "alu", Obs, &[10..=10, 16..=16, 29..=31],
        "opcode";
    AluUnsigned: PeAluc, 85..=85, 0, "alu", Obs, &[0..=1],
        "`u`, also that of `immu`";
    AluRound1: PeAluc, 84..=84, 0, "alu", Obs, &[0..=1],
        "`r` on the first input; bit 29 of an immediate value";
    AluRound2: PeAluc, 83..=83, 0, "alu", Inf, &[0..=0],
        "`r` on the second input; bit 28 of an immediate value";
    AluInput1: PeAluc, 79..=82, 8, "alu", Obs, &[0..=0, 3..=3, 12..=12, 14..=14],
        "first input: 0 GRF0, 3 LM0, 12 aluf, 14 mreadf, 8 idle; the other memories and the constants are inferred; bits 27 to 24 of an immediate value";
    AluInput2: PeAluc, 76..=78, 7, "alu", Obs, &[0..=0],
        "second input; for `bfn` and `bfe` the length of the mantissa; bits 23 to 21 of an immediate value";
    L1bmUnknown: L1bm, 75..=75, 0, "l1bm", Inf, &[],
        "unknown";
    L1bmOpcode: L1bm, 71..=74, 0, "l1bm", Obs, &[13..=13, 15..=15],
        "opcode";
    L1bmAddress: L1bm, 58..=70, 0, "l1bm", Obs, &[0..=8191],
        "address in L1BM, in long words";
    L1bmMabOrReduction: L1bm, 51..=57, 0, "l1bm", Inf, &[0..=0],
        "MAB number or reduction operation";
    L1bmPeSource: L1bm, 48..=50, 7, "l1bm", Obs, &[3..=5],
        "operand that is sent from the PEs, numbered as in the MAU's ports";
    L1bmRest: L1bm, 36..=47, 0, "l1bm", Inf, &[],
        "unknown";
    L2bmRest: L2bm, 9..=35, 96, "l2bm", Inf, &[],
        "the L2BM instruction, whose parts are unknown";
    DarWrite: L2bm, 8..=8, 0, "l2bmdarw", Pub, &[],
        "`l2bmdarw`";
    WaitTag: Wd, 0..=7, 0, "wait", Pub, &[],
        "tag that the step waits for; 0 for none";
}
