//! The programs that are measured: steps over the whole chip and the data that they work on.
//!
//! Everything is text, as a user would write it. Every half, single and double word of the data is a
//! normalised number of moderate size, so that no operation ends early.

use mnc2_text::random::Random;
use std::fmt::Write as _;

/// Long words of data in LM0, which are copied to the other memories.
const DATA_LONG_WORDS: usize = 32;
/// PEs in an L1B, and L1Bs.
const CHIP: (usize, usize) = (64, 64);

/// Whether the PEs have data of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pes {
    /// All have the same.
    Alike,
    /// All have different ones.
    Different,
}

/// A step, an MV instruction, or a few of either.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Its name in the table.
    pub name: &'static str,
    /// One line of a program, measured over the whole chip.
    pub text: &'static str,
    /// Bytes that it reads and writes.
    pub bytes: usize,
    /// The goal for the ratio of its time to the time of a plain copy.
    pub goal: f64,
}

/// One long word for every PE.
const PLANE_BYTES: usize = 4096 * 8;

/// Full-chip steps that are compared with a copy of the bytes that they move.
pub const STEPS: [Workload; 10] = [
    step(
        "fvfma",
        "fvfma $lm0v $ln0v $lr0v $ls0v",
        16 * PLANE_BYTES,
        40.0,
    ),
    step(
        "dvfmau",
        "dvfmau $lm0v $ln0v $lr0v $ls0v",
        16 * PLANE_BYTES,
        6.0,
    ),
    step(
        "hvfma",
        "hvfma $lm0v $ln0v $llr0v $lls0v",
        24 * PLANE_BYTES,
        40.0,
    ),
    step(
        "gmfma",
        "gmfma $lx $lm16v $lr0v $ls0v",
        20 * PLANE_BYTES,
        15.0,
    ),
    step(
        "hmfma",
        "hmfma $ly $lm32v $llr0v $lls0v",
        36 * PLANE_BYTES,
        10.0,
    ),
    step("iadd", "iadd $lr0v $ls0v $ln32v", 12 * PLANE_BYTES, 1.2),
    step(
        "l1bmm",
        "l1bmm $lb0 $ln32v",
        4 * PLANE_BYTES + 64 * 16 * 8,
        3.0,
    ),
    step(
        "l1bmrffadd",
        "l1bmrffadd $lr0v $lb64",
        4 * PLANE_BYTES + 64 * 16 * 8,
        12.0,
    ),
    step("l2bmb", "l2bmb $lc0 $lb128", 8 * 64 * 8 + 64 * 64 * 8, 3.0),
    step("mvp", "mvp/n4096 $d0 $lc0", 2 * 4 * 4096 * 8, 3.0),
];

const fn step(name: &'static str, text: &'static str, bytes: usize, goal: f64) -> Workload {
    Workload {
        name,
        text,
        bytes,
        goal,
    }
}

/// A long word whose halves have exponents of 28 to 31 of 63, and so moderate singles and doubles.
const fn number(random: &mut Random) -> u64 {
    // The lower three of the six bits of an exponent are left as they are.
    random.bits() & 0x8fff_8fff_8fff_8fff | 0x3800_3800_3800_3800
}

/// `d set` lines that fill LM0 of this many L1Bs; one line for all PEs if they are alike.
pub fn data(pes: Pes, l1bs: usize) -> String {
    let mut random = Random::new(7);
    let mut text = String::new();
    let mut line = |scope: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, "d set $lm0{scope} {DATA_LONG_WORDS} ");
        for _ in 0..DATA_LONG_WORDS {
            let _ = write!(text, "{:016x}", number(&mut random));
        }
        text.push('\n');
    };
    match pes {
        Pes::Alike => line(""),
        Pes::Different => {
            for l1b in 0..l1bs.min(CHIP.1) {
                for pe in 0..CHIP.0 {
                    let (group, l2b, l1b) = (l1b / 16, l1b / 8 % 2, l1b % 8);
                    line(&format!("n{group}c{l2b}b{l1b}m{}p{}", pe / 4, pe % 4));
                }
            }
        }
    }
    text
}

/// The program that copies the data of LM0 everywhere: GRF0, GRF1 and LM1, block floats to LM0 and the matrix
/// registers, L1BM, L2BM and DRAM.
pub const SPREAD: &str = "\
lpassa $lm0v $lr0v $ls8v
lpassa $lm8v $ls0v $ln0v
lpassa $lm16v $lr8v $ln8v
nop/4
gbfn $lr0v $lr16v $lm16v
gbfn $ls0v $lr24v
nop/2
gmwrite $lr16v $lx0
gmwrite $lr24v $lx4
hbfn/9 $lr8v $lr32v $lm32v
hbfn/9 $ls8v $lr40v
hbfn/9 $ls0v $lr48v
hbfn/9 $lr0v $lr56v
nop/2
hmwrite $lr32v $ly0
hmwrite $lr40v $ly4
hmwrite $lr48v $ly8
hmwrite $lr56v $ly12
l1bmd $lr0v $lb0
nop/6
l1bmd $ls0v $lb256
nop/6
l2bmd $lb0 $lc0
l2bmd $lb256 $lc256
l2bmd $lb0 $lc512
l2bmd $lb256 $lc768
l2bmd $lb0 $lc1024
l2bmd $lb256 $lc1280
l2bmd $lb0 $lc1536
l2bmd $lb256 $lc1792
l2bmd $lb0 $lc2048
l2bmd $lb256 $lc2304
l2bmd $lb0 $lc2560
l2bmd $lb256 $lc2816
l2bmd $lb0 $lc3072
l2bmd $lb256 $lc3328
l2bmd $lb0 $lc3584
l2bmd $lb256 $lc3840
nop/6
mvp/n4096 $lc0 $d0
";

/// A program that computes and moves data in all ways, to be repeated.
pub const MIXED: &str = "\
fvfma $lm0v $ln0v $lr0v $ls64v
dvfmau $lm0v $ln0v $lr0v $ls72v
iadd $lr0v $ls0v $ls56v
hvfma $lm0v $ln0v $llr0v $lls80v
gmfma $lx $lm16v $lr0v $ls96v
hmfma $ly $lm32v $llr0v $lls104v
l1bmrffadd $ls64v $lb64
fvmul $ls64v $lr0v $ls40v
fvadd $ls72v $lr0v $ls48v
lxor $ls64v $ln0v $ls120v
nop
l1bmm $lb64 $lr64v
nop/4
l2bmb $lc0 $lb128
";

/// Lines repeated this many times.
pub fn repeated(text: &str, times: usize) -> String {
    let mut all = String::with_capacity((text.len() + 1) * times);
    for _ in 0..times {
        all.push_str(text);
        if !text.ends_with('\n') {
            all.push('\n');
        }
    }
    all
}
