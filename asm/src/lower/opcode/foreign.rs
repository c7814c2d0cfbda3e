//! The meaning of other languages' opcodes here.
//!
//! The words come from the assemblers of x86, ARM, RISC-V and NVIDIA's PTX, and from C. An answer names the equivalent
//! instruction, or states that this machine has none. Candidates are tried with the operands of the program; only those with
//! which the expression can be parsed become fixes.

mod table;

use self::table::MEANINGS;
use mnc2_text::{Message, message};

/// An expression that may be meant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Candidate {
    /// This opcode, with the operands as they are.
    Opcode(&'static str),
    /// This expression, with the operands in the places `{0}`, `{1}`, ...
    Expression(&'static str),
}

/// A row of the table.
struct Meaning {
    /// The words, separated by spaces.
    words: &'static str,
    /// Whether a letter or suffix for the precision can be added to the words: `fmul`, `mul.f32`, `mulps`.
    is_typed: bool,
    answer: fn() -> Message,
    candidates: &'static [Candidate],
}

impl Meaning {
    fn has(&self, word: &str) -> bool {
        self.words.split(' ').any(|known| known == word)
    }
}

/// A copying opcode, and the message about it.
type Copy = (&'static str, fn() -> Message);

/// The message about a copy if the operands show which one is meant.
const COPIES: [Copy; 6] = [
    ("lpassa", || {
        message!("a copy between the memories of a PE is `lpassa`: the source comes first")
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
        message!("the PEs write L1BM with `l1bmd`, or the PEs of one MAB with `l1bmm@0`")
    }),
    ("l2bmb", || {
        message!(
            "L2BM is read into the L1BMs with `l2bmb`, which gives all of them the same data, or with `l2bmd`"
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
    /// The instruction that is equivalent; `chosen` is the candidate that fits the operands.
    pub(super) fn answer(&self, chosen: Option<&str>) -> Message {
        let opcode = chosen.and_then(|chosen| chosen.split(' ').next());
        let is_copy = self.is_copy();
        let of_chosen = COPIES
            .iter()
            .find(|(copy, _)| is_copy && Some(*copy) == opcode);
        of_chosen.map_or_else(|| (self.row.answer)(), |(_, answer)| answer())
    }

    /// Whether it copies from one memory to another.
    fn is_copy(&self) -> bool {
        self.row.has("mov") || self.row.has("copy")
    }

    /// The possible meanings, the likeliest first.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        let fits = |candidate: &&Candidate| {
            let (Candidate::Opcode(text) | Candidate::Expression(text)) = candidate;
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

/// Letters that may come before the operation: a precision, the unit, or both, as in `fmul`, `vmul` and `fvmul`.
const PREFIXES: [(&str, Option<char>); 18] = [
    ("dv", Some('d')),
    ("fv", Some('f')),
    ("gv", Some('g')),
    ("hv", Some('h')),
    ("vd", Some('d')),
    ("vf", Some('f')),
    ("vh", Some('h')),
    ("ui", Some('i')),
    ("ul", Some('l')),
    ("us", Some('s')),
    ("d", Some('d')),
    ("f", Some('f')),
    ("g", Some('g')),
    ("h", Some('h')),
    ("l", Some('l')),
    ("i", Some('i')),
    ("s", Some('s')),
    ("v", None),
];

/// Suffixes of x86's vector instructions: `mulps`, `vaddpd`.
const PACKED: [(&str, char); 4] = [("ps", 'f'), ("ss", 'f'), ("pd", 'd'), ("sd", 'd')];

/// Orders of operands that x86's multiply-adds name: `vfmadd231ps`.
const ORDERS: [&str; 3] = ["132", "213", "231"];

/// The meaning of a word in small letters; `None` if it has no known one.
pub(super) fn find(word: &str) -> Option<Meant> {
    if let Some(row) = row_of(word) {
        return Some(Meant {
            row,
            precision: None,
        });
    }
    if let Some((stem, suffixes)) = word.split_once('.') {
        let precision = suffixes
            .split('.')
            .find_map(|suffix| SUFFIXES.iter().find(|(name, _)| *name == suffix));
        // `fadd.s` names its kind twice, `vadd.f32` its unit.
        let bare = stem.strip_prefix(['f', 'v']);
        let row = row_of(stem).or_else(|| bare.and_then(typed_row_of))?;
        return Some(Meant {
            row,
            precision: precision.map(|&(_, letter)| letter),
        });
    }
    PACKED
        .iter()
        .find_map(|&(suffix, precision)| {
            let stem = word.strip_suffix(suffix)?;
            let order = ORDERS.iter().find_map(|order| stem.strip_suffix(order));
            let stem = order.unwrap_or(stem);
            let row = typed_row_of(stem).or_else(|| Some(prefixed(stem)?.row))?;
            Some(Meant {
                row,
                precision: Some(precision),
            })
        })
        .or_else(|| prefixed(word))
}

fn row_of(word: &str) -> Option<&'static Meaning> {
    MEANINGS.iter().find(|row| row.has(word))
}

/// The row of a word to which a precision can be added.
fn typed_row_of(word: &str) -> Option<&'static Meaning> {
    row_of(word).filter(|row| row.is_typed)
}

/// The meaning of a word after its letters for a precision or the unit.
fn prefixed(word: &str) -> Option<Meant> {
    PREFIXES.iter().find_map(|&(prefix, precision)| {
        let row = typed_row_of(word.strip_prefix(prefix)?)?;
        Some(Meant { row, precision })
    })
}

/// Every word with a meaning, with each prefix that it can have.
#[cfg(test)]
pub(super) fn words() -> impl Iterator<Item = String> {
    MEANINGS.iter().flat_map(|row| {
        row.words.split(' ').flat_map(|word| {
            let prefixes = PREFIXES.iter().filter(|_| row.is_typed);
            let prefixed = prefixes.map(move |(prefix, _)| format!("{prefix}{word}"));
            std::iter::once(word.to_owned()).chain(prefixed)
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mnc2_isa::spelling;

    use super::Candidate::{Expression, Opcode};
    use super::*;

    #[test]
    fn words_are_no_opcodes_and_stand_once() {
        let mut seen = BTreeSet::new();
        for word in MEANINGS.iter().flat_map(|row| row.words.split(' ')) {
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
        check("fvsub", &["fvadd {0} -{1} {2}"]);
        check("fvmadd", &["fvfma"]);
        check("vfmadd231ps", &["fvfma"]);
        check("gvmul", &[]);
        assert!(find("lpassa").is_none() && find("hello").is_none() && find("").is_none());
    }
}
