//! The choices, with operations that are equal and operations that are not.

/// A choice by flags, and an operation: `x` is in `$lm0v`, `y` in `$lr0v`.
pub(super) struct Case {
    pub(super) flags: &'static str,
    /// The result where the flags are not set, and where they are.
    pub(super) words: [&'static str; 2],
    pub(super) operation: &'static str,
}

const fn case(flags: &'static str, words: [&'static str; 2], operation: &'static str) -> Case {
    Case {
        flags,
        words,
        operation,
    }
}

const COPIES: [&str; 2] = ["lpassa $lr0v", "lpassa $lm0v"];
const SWAPPED: [&str; 2] = ["lpassa $lm0v", "lpassa $lr0v"];

pub(super) const EQUAL: &[Case] = &[
    // The flags of `max` and `min` compare their operands, also floating-point ones.
    case("imax $lm0v $lr0v", COPIES, "imax $lm0v $lr0v"),
    case("imax $lm0v $lr0v", COPIES, "imax $lr0v $lm0v"),
    case("imax $lm0v $lr0v", SWAPPED, "imin $lm0v $lr0v"),
    case("imin $lm0v $lr0v", COPIES, "imin $lm0v $lr0v"),
    case("imin $lm0v $lr0v", SWAPPED, "imax $lr0v $lm0v"),
    case("lmax $lm0v $lr0v", COPIES, "lmax $lr0v $lm0v"),
    case("smin $lm0v $lr0v", SWAPPED, "smax $lr0v $lm0v"),
    case("uimax $lm0v $lr0v", COPIES, "uimax $lr0v $lm0v"),
    case("ulmin $lm0v $lr0v", SWAPPED, "ulmax $lm0v $lr0v"),
    case("fmax $lm0v $lr0v", COPIES, "fmax $lm0v $lr0v"),
    case("fmax $lm0v $lr0v", SWAPPED, "fmin $lr0v $lm0v"),
    case("dmin $lm0v $lr0v", SWAPPED, "dmax $lr0v $lm0v"),
    case("hmin $lm0v $lr0v", COPIES, "hmin $lm0v $lr0v"),
    // What is known where a flag is set.
    case(
        "imax $lm0v $lr0v",
        ["imin $lm0v $lr0v", "lpassa $lr0v"],
        "imin $lm0v $lr0v",
    ),
    case(
        "fmax $lm0v $lr0v",
        ["fmax $lm0v $lr0v", "lpassa $lm0v"],
        "fmax $lm0v $lr0v",
    ),
    // An unsigned difference does not overflow where its flag is set.
    case("uisub $lm0v $lr0v", COPIES, "uimax $lm0v $lr0v"),
    case("ulsub $lm0v $lr0v", SWAPPED, "ulmin $lm0v $lr0v"),
    case("ussub $lm0v $lr0v", COPIES, "usmax $lm0v $lr0v"),
    // The positive part.
    case(
        "isub $lm0v $ls0v",
        ["zero", "lpassa $lm0v"],
        "imax $lm0v $ls0v",
    ),
    case(
        "lsub $lm0v $ls0v",
        ["lpassa $lm0v", "zero"],
        "lmin $ls0v $lm0v",
    ),
    case(
        "imax $ls0v $lm0v",
        ["lpassa $lm0v", "zero"],
        "imax $lm0v $ls0v",
    ),
    case(
        "frelu $lm0v $lr0v",
        ["zero", "lpassa $lm0v"],
        "imax $lm0v $ls0v",
    ),
    case(
        "iadd $lm0v $lr0v",
        ["zero", "iadd $lm0v $lr0v"],
        "iadd $lm0v $lr0v $nowrite\nimax $aluf $ls0v",
    ),
    case(
        "fvadd $lm0v $lr0v",
        ["zero", "fvadd $lm0v $lr0v"],
        "fvadd $lm0v $lr0v $nowrite\nimax $mauf $ls0v",
    ),
    case(
        "dvadd $lm0v $lr0v",
        ["zero", "dvadd $lm0v $lr0v"],
        "dvadd $lm0v $lr0v $nowrite\nlmax $mauf $ls0v",
    ),
    // The absolute value; the least number is its own negation.
    case(
        "isub $lm0v $ls0v",
        ["isub $ls0v $lm0v", "lpassa $lm0v"],
        "isub $ls0v $lm0v $nowrite\nimax $aluf $lm0v",
    ),
    case(
        "isub $ls0v $lm0v",
        ["lpassa $lm0v", "isub $ls0v $lm0v"],
        "isub $ls0v $lm0v $nowrite\nimax $aluf $lm0v",
    ),
    case(
        "imax $ls0v $lm0v",
        ["imax $ls0v $lm0v", "isub $ls0v $lm0v"],
        "isub $ls0v $lm0v $nowrite\nimax $aluf $lm0v",
    ),
    case(
        "lsub $lm0v $ls0v",
        ["lsub $ls0v $lm0v", "lpassa $lm0v"],
        "lsub $ls0v $lm0v $nowrite\nlmax $lm0v $aluf",
    ),
    case(
        "ssub $lm0v $ls0v",
        ["lpassa $lm0v", "ssub $ls0v $lm0v"],
        "ssub $ls0v $lm0v $nowrite\nsmin $lm0v $aluf",
    ),
    case(
        "isub $lm0v $lr0v",
        ["isub $lr0v $lm0v", "isub $lm0v $lr0v"],
        "isub $lm0v $lr0v $nowrite\nlpassa $aluf $ls56v\nisub $ls0v $aluf $nowrite\nimax $aluf $ls56v",
    ),
    // The absolute value of a floating-point number, by its bits.
    case(
        "isub $lm0v $ls0v",
        ["ixor $lm0v $ls8v", "lpassa $lm0v"],
        "iand $lm0v $ls32v",
    ),
    case(
        "lsub $lm0v $ls0v",
        ["lpassa $lm0v", "lxor $lm0v $ls16v"],
        "lor $lm0v $ls16v",
    ),
    case(
        "lsub $lm0v $ls0v",
        ["lxor $ls16v $lm0v", "lpassa $lm0v"],
        "land $lm0v $ls40v",
    ),
    case(
        "ssub $lm0v $ls0v",
        ["ixor $lm0v $ls24v", "lpassa $lm0v"],
        "sand $lm0v $ls48v",
    ),
];

pub(super) const DIFFERENT: &[Case] = &[
    // A signed difference that overflows.
    case("isub $lm0v $lr0v", COPIES, "imax $lm0v $lr0v"),
    case("lsub $lm0v $lr0v", COPIES, "lmax $lm0v $lr0v"),
    case(
        "isub $ls0v $lm0v",
        ["lpassa $lm0v", "zero"],
        "imax $lm0v $ls0v",
    ),
    case(
        "lsub $ls0v $lm0v",
        ["zero", "lpassa $lm0v"],
        "lmin $lm0v $ls0v",
    ),
    case(
        "isub $lm0v $lr0v",
        ["isub $lr0v $lm0v", "isub $lm0v $lr0v"],
        "isub $lr0v $lm0v",
    ),
    // Other flags, operands, widths and orders.
    case("uisub $lm0v $lr0v", COPIES, "imax $lm0v $lr0v"),
    case("imax $lm0v $lr0v", COPIES, "imin $lm0v $lr0v"),
    case("imax $lm0v $lr0v", COPIES, "imax $lm0v $ls0v"),
    case("imax $lm0v $lr0v", COPIES, "lmax $lm0v $lr0v"),
    case("imax $lm0v $lr0v", COPIES, "uimax $lm0v $lr0v"),
    case("imax $lm0v $lr0v", COPIES, "fmax $lm0v $lr0v"),
    case("smax $lm0v $lr0v", COPIES, "imax $lm0v $lr0v"),
    case("lmax $lm0v $lr0v", COPIES, "imax $lm0v $lr0v"),
    case("ixor $lm0v $lr0v", COPIES, "imax $lm0v $lr0v"),
    case(
        "uiadd $lm0v $lr0v",
        ["zero", "iadd $lm0v $lr0v"],
        "iadd $lm0v $lr0v $nowrite\nimax $aluf $ls0v",
    ),
    // Zeros with another sign are equal.
    case("fmax $lm0v $lr0v", COPIES, "fmax $lr0v $lm0v"),
    case("fmax $lm0v $lr0v", SWAPPED, "fmin $lm0v $lr0v"),
    case(
        "fmax $lm0v $lr0v",
        ["fmax $lr0v $lm0v", "lpassa $lm0v"],
        "fmax $lr0v $lm0v",
    ),
    case(
        "fmax $lm0v $ls0v",
        ["ixor $lm0v $ls8v", "lpassa $lm0v"],
        "iand $lm0v $ls32v",
    ),
    // The sign.
    case(
        "isub $lm0v $ls0v",
        ["lpassa $lm0v", "isub $ls0v $lm0v"],
        "isub $ls0v $lm0v $nowrite\nimax $aluf $lm0v",
    ),
    case(
        "lsub $lm0v $ls0v",
        ["isub $ls0v $lm0v", "lpassa $lm0v"],
        "lsub $ls0v $lm0v $nowrite\nlmax $aluf $lm0v",
    ),
    case(
        "isub $lm0v $ls0v",
        ["lxor $lm0v $ls16v", "lpassa $lm0v"],
        "iand $lm0v $ls32v",
    ),
    case(
        "lsub $lm0v $ls0v",
        ["ixor $lm0v $ls8v", "lpassa $lm0v"],
        "iand $lm0v $ls32v",
    ),
    case(
        "isub $ls0v $lm0v",
        ["lpassa $lm0v", "ixor $lm0v $ls8v"],
        "iand $lm0v $ls32v",
    ),
    case(
        "fvadd $lm0v $lr0v",
        ["zero", "lpassa $lm0v"],
        "imax $lm0v $ls0v",
    ),
    case(
        "dvadd $lm0v $lr0v",
        ["zero", "dvadd $lm0v $lr0v"],
        "dvadd $lm0v $lr0v $nowrite\nimax $mauf $ls0v",
    ),
];
