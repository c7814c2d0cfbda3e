//! The meaning of other languages' opcodes here.
//!
//! The words come from the assemblers of x86, ARM, RISC-V and NVIDIA's PTX, and from C. An answer names the
//! instruction that does the same, or says that this machine has no such instruction. Candidates are tried with the
//! operands of the program; only those with which the expression can be parsed become fixes.

use crate::message;
use crate::message::Message;

/// An expression that may be meant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Candidate {
    /// This opcode, with the operands as they are.
    Opcode(&'static str),
    /// This expression, with the operands in the places `{0}`, `{1}`, ...
    Expression(&'static str),
}

use Candidate::{Expression, Opcode};

/// A row of the table.
struct Meaning {
    words: &'static [&'static str],
    /// Whether a letter or suffix for the precision can be added to the words: `fmul`, `mul.f32`, `mulps`.
    is_typed: bool,
    answer: fn() -> Message,
    candidates: &'static [Candidate],
}

/// A copying opcode, and the message about it.
type Copy = (&'static str, fn() -> Message);

/// The message about a copy if the operands show which one is meant.
const COPIES: [Copy; 6] = [
    ("lpassa", || {
        message!("a copy between the memories of a PE is `lpassa`")
    }),
    ("imm", || {
        message!("an immediate value is written with `imm`")
    }),
    ("l1bmm", || {
        message!(
            "L1BM is read into the PEs with `l1bmm`, which gives all MABs the same data, with `l1bmp` or with `l1bmd`"
        )
    }),
    ("l1bmd", || {
        message!("the PEs write L1BM with `l1bmd`, or those of one MAB with `l1bmm@0`")
    }),
    ("l2bmb", || {
        message!(
            "L2BM is read into the L1BMs with `l2bmb`, which gives all the same data, or with `l2bmd`"
        )
    }),
    ("mvp/n64", || {
        message!(
            "transfers between DRAM, PDM and L2BM are MV instructions; `n64` is the number of long words"
        )
    }),
];

/// The meaning of a word, and the precision that it names.
pub(super) struct Meant {
    row: &'static Meaning,
    /// The letter of the precision: `d`, `f`, `h`, `l`, `i` or `s`.
    precision: Option<char>,
}

impl Meant {
    /// The instruction that does the same; `chosen` is the candidate that fits the operands.
    pub(super) fn answer(&self, chosen: Option<&str>) -> Message {
        let opcode = chosen.and_then(|chosen| chosen.split(' ').next());
        let is_copy = self.row.words.contains(&"copy");
        let of_chosen = COPIES
            .iter()
            .find(|(copy, _)| is_copy && Some(*copy) == opcode);
        of_chosen.map_or_else(|| (self.row.answer)(), |(_, answer)| answer())
    }

    /// What may be meant, the likeliest first.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        let fits = |candidate: &&Candidate| {
            let (Opcode(text) | Expression(text)) = candidate;
            let letters = text.trim_start_matches('u');
            self.precision
                .is_none_or(|letter| !self.row.is_typed || letters.starts_with(letter))
        };
        self.row.candidates.iter().filter(fits).copied().collect()
    }
}

/// Suffixes that name a precision, with its letter.
const SUFFIXES: [(&str, char); 22] = [
    ("f64", 'd'),
    ("fp64", 'd'),
    ("double", 'd'),
    ("d", 'd'),
    ("f32", 'f'),
    ("fp32", 'f'),
    ("float", 'f'),
    ("s", 'f'),
    ("f16", 'h'),
    ("fp16", 'h'),
    ("half", 'h'),
    ("h", 'h'),
    ("s64", 'l'),
    ("u64", 'l'),
    ("b64", 'l'),
    ("l", 'l'),
    ("s32", 'i'),
    ("u32", 'i'),
    ("b32", 'i'),
    ("w", 'i'),
    ("s16", 's'),
    ("u16", 's'),
];

/// The meaning of a word in small letters; `None` if it has no known one.
pub(super) fn find(word: &str) -> Option<Meant> {
    let of_row = |word: &str| MEANINGS.iter().find(|row| row.words.contains(&word));
    let typed = |word: &str| of_row(word).filter(|row| row.is_typed);
    if let Some(row) = of_row(word) {
        return Some(Meant {
            row,
            precision: None,
        });
    }
    let meant = |row, precision| Meant {
        row,
        precision: Some(precision),
    };
    if let Some((stem, suffixes)) = word.split_once('.') {
        let precision = suffixes
            .split('.')
            .find_map(|suffix| SUFFIXES.iter().find(|(name, _)| *name == suffix));
        // `fadd.s` names its kind twice, `vadd.f32` its unit.
        let bare = stem.strip_prefix(['f', 'v']);
        let row = of_row(stem).or_else(|| bare.and_then(typed))?;
        return Some(Meant {
            row,
            precision: precision.map(|&(_, letter)| letter),
        });
    }
    // Vector instructions of x86: `mulps`, `vaddpd`.
    for (suffix, precision) in [("ps", 'f'), ("ss", 'f'), ("pd", 'd'), ("sd", 'd')] {
        if let Some(stem) = word.strip_suffix(suffix) {
            let row = typed(stem).or_else(|| stem.strip_prefix('v').and_then(typed));
            if let Some(row) = row {
                return Some(meant(row, precision));
            }
        }
    }
    let letter = word.chars().next()?;
    match letter {
        'd' | 'f' | 'h' | 'l' | 'i' | 's' => typed(&word[1..]).map(|row| meant(row, letter)),
        'v' => typed(&word[1..]).map(|row| Meant {
            row,
            precision: None,
        }),
        _ => None,
    }
}

const MEANINGS: &[Meaning] = &[
    Meaning {
        words: &[
            "mov", "move", "movs", "movl", "movq", "mova", "movaps", "mv", "copy", "cp", "cpy",
            "ld", "ldr", "ldg", "lds", "load", "lw", "st", "str", "stg", "sts", "sw", "store",
            "pass", "passa", "assign", "set",
        ],
        is_typed: false,
        answer: || {
            message!(
                "a copy is `lpassa` between the memories of a PE, `imm` from an immediate value, `l1bmm` from L1BM \
                 to the PEs, `l1bmd` back, `l2bmb` from L2BM to L1BM, and `mvp` between DRAM, PDM and L2BM"
            )
        },
        candidates: &[
            Opcode("lpassa"),
            Opcode("imm"),
            Opcode("l1bmm"),
            Opcode("l1bmd"),
            Opcode("l2bmb"),
            Opcode("mvp/n64"),
            Expression("imm i\"{0}\" {1}"),
            Expression("imm f\"{0}\" {1}"),
            Expression("imm i\"{1}\" {0}"),
            Expression("imm f\"{1}\" {0}"),
        ],
    },
    Meaning {
        words: &["dmov", "fmov", "hmov", "imov", "lmov", "smov", "vmov"],
        is_typed: false,
        answer: || {
            message!(
                "a copy is `lpassa`: it copies the bits, whatever they mean, and changes no number"
            )
        },
        candidates: &[Opcode("lpassa")],
    },
    Meaning {
        words: &["mul", "mult", "multiply", "times", "mulh", "mullo", "prod"],
        is_typed: true,
        answer: || {
            message!(
                "a product is `fvmul` in single and `hvmul` in half precision, and takes two steps, `dvmulu` and \
                 `dvmuld`, in double precision; no instruction multiplies integers"
            )
        },
        candidates: &[Opcode("fvmul"), Opcode("hvmul"), Opcode("dvmulu")],
    },
    Meaning {
        words: &["fma", "mac", "mad", "madd", "mla", "maf", "axpy"],
        is_typed: true,
        answer: || {
            message!(
                "a product with a sum is `fvfma` in single and `hvfma` in half precision, and takes two steps, \
                 `dvfmau` and `dvfmad`, in double precision: three inputs, then the output"
            )
        },
        candidates: &[Opcode("fvfma"), Opcode("hvfma"), Opcode("dvfmau")],
    },
    Meaning {
        words: &["add", "adds", "addl", "plus", "sum"],
        is_typed: true,
        answer: || {
            message!(
                "a sum is `ladd`, `iadd` or `sadd` of integers of 64, 32 or 16 bits, and `dvadd`, `fvadd` or `hvadd` \
                 of floating-point numbers"
            )
        },
        candidates: &[
            Opcode("iadd"),
            Opcode("ladd"),
            Opcode("sadd"),
            Opcode("fvadd"),
            Opcode("dvadd"),
            Opcode("hvadd"),
        ],
    },
    Meaning {
        words: &["addi", "subi", "addiu", "andi", "ori", "xori", "muli"],
        is_typed: false,
        answer: || {
            message!(
                "only `imm` takes an immediate value: write it to a memory first, as in `imm i\"3\" $lr0v`; `iinc` and \
                 `idec` add and subtract 1"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &["sub", "subs", "subl", "minus", "subtract"],
        is_typed: true,
        answer: || {
            message!(
                "a difference is `lsub`, `isub` or `ssub` of integers; of floating-point numbers it is a sum with a \
                 minus sign, such as `fvadd $lm0v -$ln0v $lr0v`"
            )
        },
        candidates: &[
            Opcode("isub"),
            Opcode("lsub"),
            Opcode("ssub"),
            Expression("fvadd {0} -{1} {2}"),
            Expression("dvadd {0} -{1} {2}"),
            Expression("hvadd {0} -{1} {2}"),
        ],
    },
    Meaning {
        words: &["neg", "negate", "chs"],
        is_typed: true,
        answer: || {
            message!(
                "the MAU inverts the sign of its inputs: `fvpassa -$lm0v $lr0v`; an integer is subtracted from 0 by \
                 `isub`"
            )
        },
        candidates: &[
            Expression("fvpassa -{0} {1}"),
            Expression("dvpassa -{0} {1}"),
            Expression("hvpassa -{0} {1}"),
        ],
    },
    Meaning {
        words: &["abs"],
        is_typed: true,
        answer: || {
            message!(
                "an absolute value is the greater of a number and its negative: `fvpassa -$lm0v $lr0v`, a step later \
                 `fmax $lr0v $lm0v $ls0v`"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "div",
            "divide",
            "rcp",
            "recip",
            "reciprocal",
            "rem",
            "mod",
            "quot",
        ],
        is_typed: true,
        answer: || {
            message!(
                "there is no division: `frsqrt` approximates 1/√x, its square 1/x, and Newton's method refines that \
                 by `fvfma`"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &["sqrt"],
        is_typed: true,
        answer: || {
            message!(
                "there is no square root: `frsqrt` approximates 1/√x, Newton's method refines it by `fvfma`, and x \
                 times that is √x"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "exp", "exp2", "ex2", "log", "log2", "lg2", "ln", "sin", "cos", "tan", "tanh", "pow",
            "sigmoid", "gelu", "softmax", "erf",
        ],
        is_typed: true,
        answer: || {
            message!(
                "no instruction computes this function: use a polynomial with `fvfma`, or a table"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &["relu"],
        is_typed: true,
        answer: || {
            message!(
                "`frelu` passes its second input where the first is not negative: ReLU names the value twice, as in \
                 `frelu $lm0v $lm0v $lr0v`"
            )
        },
        candidates: &[
            Opcode("frelu"),
            Opcode("hrelu"),
            Opcode("drelu"),
            Expression("frelu {0} {0} {1}"),
            Expression("hrelu {0} {0} {1}"),
            Expression("drelu {0} {0} {1}"),
        ],
    },
    Meaning {
        words: &["shl", "sal", "sll", "slli", "lshift", "lsl"],
        is_typed: true,
        answer: || {
            message!("a left shift is `llsl`, `ilsl` or `slsl`, for elements of 64, 32 or 16 bits")
        },
        candidates: &[Opcode("ilsl"), Opcode("llsl"), Opcode("slsl")],
    },
    Meaning {
        words: &["shr", "srl", "srli", "rshift", "lsr"],
        is_typed: true,
        answer: || {
            message!(
                "a logical right shift is `ullsr`, `uilsr` or `uslsr`, for elements of 64, 32 or 16 bits; without \
                 `u` the sign bit is kept"
            )
        },
        candidates: &[Opcode("uilsr"), Opcode("ullsr"), Opcode("uslsr")],
    },
    Meaning {
        words: &["sar", "sra", "srai", "asr", "ashr"],
        is_typed: true,
        answer: || {
            message!(
                "an arithmetic right shift is `llsr`, `ilsr` or `slsr`, for elements of 64, 32 or 16 bits; with `u` \
                 it is a logical one"
            )
        },
        candidates: &[Opcode("ilsr"), Opcode("llsr"), Opcode("slsr")],
    },
    Meaning {
        words: &["rol", "rotl"],
        is_typed: true,
        answer: || {
            message!(
                "a left rotation is `lbsl`, `ibsl` or `sbsl`, for elements of 64, 32 or 16 bits"
            )
        },
        candidates: &[Opcode("ibsl"), Opcode("lbsl"), Opcode("sbsl")],
    },
    Meaning {
        words: &["ror", "rotr"],
        is_typed: true,
        answer: || {
            message!(
                "a right rotation is `lbsr`, `ibsr` or `sbsr`, for elements of 64, 32 or 16 bits"
            )
        },
        candidates: &[Opcode("ibsr"), Opcode("lbsr"), Opcode("sbsr")],
    },
    Meaning {
        words: &[
            "cmp", "cmpi", "comp", "test", "tst", "slt", "sltu", "setp", "eq", "ne", "lt", "gt",
            "le", "ge", "sel", "select", "csel", "cmov", "selp",
        ],
        is_typed: true,
        answer: || {
            message!(
                "a comparison is an operation that sets flags: `isub $lm0v $ln0v $omr1` sets the flags of mask \
                 register 1 where the difference is not negative, and a destination with `/$imr1` is written only there"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &["cvt", "convert", "cast", "conv", "trunc", "round"],
        is_typed: true,
        answer: || {
            message!(
                "`fftoi` makes integers of floating-point numbers, `r` after an opcode such as `dvpassar` shortens, `e` \
                 after an input of the MAU extends, and `fbfn` makes block floats"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "itof",
            "i2f",
            "int2float",
            "cvtsi2ss",
            "cvtsi2sd",
            "itofp",
            "sitofp",
            "float",
        ],
        is_typed: false,
        answer: || {
            message!(
                "no instruction makes floating-point numbers of integers: put the integer into the mantissa of a large \
                 number by `ior`, and subtract that number by `fvadd`"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "li",
            "lui",
            "ldi",
            "ldc",
            "movi",
            "mvi",
            "loadi",
            "const",
            "immediate",
        ],
        is_typed: false,
        answer: || {
            message!(
                "an immediate value is written by `imm i\"3\" $lr0v`: the value with its type and quotes, then the \
                 destination"
            )
        },
        candidates: &[
            Opcode("imm"),
            Expression("imm i\"{1}\" {0}"),
            Expression("imm f\"{1}\" {0}"),
        ],
    },
    Meaning {
        words: &[
            "clear", "clr", "reset", "zeros", "memset", "bzero", "setzero",
        ],
        is_typed: false,
        answer: || message!("`zero` clears its destination"),
        candidates: &[Opcode("zero")],
    },
    Meaning {
        words: &["swap", "xchg", "exch", "exchange"],
        is_typed: false,
        answer: || {
            message!(
                "no instruction exchanges two values: keep one of them elsewhere, such as in `$t`"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "noop", "nops", "pause", "skip", "delay", "idle", "stall", "sleep",
        ],
        is_typed: false,
        answer: || message!("`nop` is a step that does nothing, `nop/3` is three of them"),
        candidates: &[Opcode("nop")],
    },
    Meaning {
        words: &[
            "exit",
            "halt",
            "hlt",
            "end",
            "stop",
            "ret",
            "return",
            "abort",
            "terminate",
        ],
        is_typed: false,
        answer: || {
            message!(
                "a program ends with its last line; `quit` on a line of its own leaves out what follows it"
            )
        },
        candidates: &[Opcode("quit")],
    },
    Meaning {
        words: &[
            "jmp", "jump", "j", "jr", "jal", "jalr", "b", "br", "bra", "branch", "beq", "bne",
            "blt", "bge", "bgt", "ble", "bnez", "beqz", "jz", "jnz", "je", "jne", "jg", "jl",
            "goto", "loop", "call", "bl", "bx", "blr", "if", "else", "elif", "endif", "for",
            "while", "do", "until", "repeat", "switch", "case", "break", "continue", "endfor",
        ],
        is_typed: false,
        answer: || {
            message!(
                "there are no jumps, loops or calls: each line is executed once, from the first to the last; masks \
                 such as `/$imr1` choose what is written, and a script writes lines that repeat"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "sync",
            "fence",
            "barrier",
            "bar",
            "membar",
            "mfence",
            "dmb",
            "dsb",
            "isb",
            "syncthreads",
            "__syncthreads",
            "syncwarp",
            "__syncwarp",
            "waitall",
        ],
        is_typed: false,
        answer: || {
            message!(
                "all PEs execute the same step at the same time: `nop` waits for what a step writes, `nop; wait i01` \
                 for the MV instruction with the tag `i01`"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &[
            "print", "printf", "puts", "dump", "show", "display", "debug", "echo",
        ],
        is_typed: false,
        answer: || {
            message!("`d getf $lm0n0c0b0m0p0 4`, on a line of its own, prints words of a memory")
        },
        candidates: &[],
    },
    Meaning {
        words: &["push", "pop", "alloca", "malloc", "free"],
        is_typed: false,
        answer: || message!("there is no stack: every memory is accessed by its address"),
        candidates: &[],
    },
    Meaning {
        words: &["broadcast", "bcast", "bcst"],
        is_typed: false,
        answer: || {
            message!(
                "`l2bmb` broadcasts L2BM to the L1BMs, `l1bmm` L1BM to the MABs and `l1bmp` to the PEs"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &["reduce", "allreduce", "accumulate", "gather", "scatter"],
        is_typed: false,
        answer: || {
            message!(
                "`l1bmrffadd` adds up the values of the MABs of an L1B, `l2bmrffadd` those of the L1Bs; `l1bmd` and \
                 `l2bmd` distribute and gather"
            )
        },
        candidates: &[],
    },
    Meaning {
        words: &["shfl", "shuffle", "permute", "perm", "rotate"],
        is_typed: false,
        answer: || {
            message!("`msl` and `msr` pass a long word to the next or the previous PE of the MAB")
        },
        candidates: &[],
    },
    Meaning {
        words: &["matmul", "gemm", "mma", "wmma", "matvec", "dot", "dp4a"],
        is_typed: true,
        answer: || {
            message!(
                "`fmmul` multiplies the matrix register, which `fmwrite` fills, with a vector; both are block floats, \
                 made by `fbfn`"
            )
        },
        candidates: &[Opcode("fmmul"), Opcode("hmmul"), Opcode("gmmul")],
    },
    Meaning {
        words: &["dma", "memcpy", "transfer", "xfer", "memmove"],
        is_typed: false,
        answer: || {
            message!(
                "transfers between DRAM, PDM and L2BM are MV instructions, such as `mvp/n64 $d0@0 $lc0@0.0`: 64 long \
                 words from the DRAM of group 0 to its L2B 0"
            )
        },
        candidates: &[Opcode("mvp/n64")],
    },
    Meaning {
        words: &[
            "define", "equ", "def", "let", "var", "int", "double", "char", "const_",
        ],
        is_typed: false,
        answer: || {
            message!(
                "there are no names for values or addresses: memories are named by their letters and addresses"
            )
        },
        candidates: &[],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mnc2_isa::spelling;

    use super::*;

    #[test]
    fn words_are_no_opcodes_and_stand_once() {
        let mut seen = BTreeSet::new();
        for word in MEANINGS.iter().flat_map(|row| row.words) {
            assert!(spelling::find(word).is_none(), "{word} is an opcode");
            assert!(seen.insert(word), "{word} stands twice");
        }
    }

    #[test]
    fn candidates_are_opcodes() {
        for Opcode(text) | Expression(text) in MEANINGS.iter().flat_map(|row| row.candidates) {
            let opcode = text.split([' ', '/']).next().unwrap_or_default();
            assert!(spelling::find(opcode).is_some(), "{text}");
        }
    }

    #[test]
    fn precisions_are_read_from_the_word() {
        let check = |word: &str, expected: &[&str]| {
            let found = find(word).expect("it means something");
            let candidates = found.candidates();
            let names = candidates
                .iter()
                .map(|(Opcode(text) | Expression(text))| *text);
            assert_eq!(names.collect::<Vec<_>>(), expected, "{word}");
        };
        check("mul", &["fvmul", "hvmul", "dvmulu"]);
        check("fmul", &["fvmul"]);
        check("imul", &[]);
        check("mul.f32", &["fvmul"]);
        check("fmul.d", &["dvmulu"]);
        check("vmulps", &["fvmul"]);
        check("mulsd", &["dvmulu"]);
        check("hsub", &["hvadd {0} -{1} {2}"]);
        check("shr", &["uilsr", "ullsr", "uslsr"]);
        check("shr.u64", &["ullsr"]);
        check("dmov", &["lpassa"]);
        assert!(find("lpassa").is_none() && find("hello").is_none() && find("").is_none());
    }
}
