//! The table of rules: what each changes, on which condition, and how it is known to be exact.

use mnc2_text::{Message, message};

/// How a rule is known to be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEvidence {
    /// The manual states it in this section.
    Manual(&'static str),
    /// The emulator's arithmetic gives equal results for all values of a number of this many bits.
    Exhaustive(u32),
    /// Both ways round the same number to the same digits: where they do not, numbers are too small or too large.
    Scaling,
    /// Integers modulo a power of two.
    Integers,
    /// Each bit is followed to where it comes from.
    Bits,
    /// The results are equal for each number in the range of a testcase's inputs.
    Range,
}

/// A rule of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct RewriteRule {
    /// The name of the rule, as users see it.
    pub id: &'static str,
    /// How it is known to be exact.
    pub known: RuleEvidence,
}

/// A word is read at any place of its value, and unused values are not computed.
pub(crate) static VALUES: RewriteRule = RewriteRule {
    id: "values",
    known: RuleEvidence::Manual("3.6.1"),
};

/// Results of one operation on neighbouring single words are one result on a long word, if each element of a long word
/// follows from the elements at its place.
pub(crate) static LONG_WORDS: RewriteRule = RewriteRule {
    id: "long-words",
    known: RuleEvidence::Manual("3.6.1"),
};

/// Results in single precision on two neighbouring long words are one in half precision, if half precision has every number that
/// its factors can be.
pub(crate) static HALVES: RewriteRule = RewriteRule {
    id: "half-precision",
    known: RuleEvidence::Manual("4.3"),
};

/// Which steps share a step and wait for which, and what is read from forwarding registers: the search for an order.
pub(crate) static ORDER: RewriteRule = RewriteRule {
    id: "order",
    known: RuleEvidence::Manual("3.6.3"),
};

/// The same, where a mask ends a write with the last cycle that is used: what reads it waits for this cycle.
pub(crate) static MASKS: RewriteRule = RewriteRule {
    id: "masks",
    known: RuleEvidence::Manual("3.6.2"),
};

/// `(x + c) * k` is one multiply-add for a power of two `k` of 2 to 2^32 and a `c` of 2^-64 to 2^64.
pub(crate) static SCALED_SUMS: RewriteRule = RewriteRule {
    id: "scaled-sums",
    known: RuleEvidence::Scaling,
};

/// `x * 2` is `x + x`, which needs no constant.
pub(crate) static DOUBLES: RewriteRule = RewriteRule {
    id: "doubles",
    known: RuleEvidence::Exhaustive(32),
};

/// Sums and differences of integers in another order, with other constants, or without operations that cancel each other.
pub(crate) static SUMS: RewriteRule = RewriteRule {
    id: "sums",
    known: RuleEvidence::Integers,
};

/// Shifts and rotations of integers are one, or sums: `x << 1` is `x + x`, which needs no constant.
pub(crate) static SHIFTS: RewriteRule = RewriteRule {
    id: "shifts",
    known: RuleEvidence::Integers,
};

/// Intersections, unions and inverted bits by the laws of sets, and masks of bits that are known.
pub(crate) static BITS: RewriteRule = RewriteRule {
    id: "bits",
    known: RuleEvidence::Bits,
};

/// Maxima and minima of several integers by the laws of an order.
pub(crate) static EXTREMES: RewriteRule = RewriteRule {
    id: "extremes",
    known: RuleEvidence::Manual("3.6.12.13"),
};

/// What mask flags choose of the numbers that they compare is the larger or the smaller one.
pub(crate) static SELECTIONS: RewriteRule = RewriteRule {
    id: "selections",
    known: RuleEvidence::Manual("3.6.12.1"),
};

/// A constant is the fourth before it plus a number: four are one step.
pub(crate) static CONSTANT_SUMS: RewriteRule = RewriteRule {
    id: "constant-sums",
    known: RuleEvidence::Integers,
};

/// A constant of which only some bits count is the square of another one: the MAU computes it while the ALU works.
pub(crate) static SQUARES: RewriteRule = RewriteRule {
    id: "squares",
    known: RuleEvidence::Manual("3.6.12.17"),
};

/// Constants of which only some bits count are one, if these bits do not contradict each other.
pub(crate) static SHARED_CONSTANTS: RewriteRule = RewriteRule {
    id: "shared-constants",
    known: RuleEvidence::Bits,
};

/// A number that an operation makes of the most significant bit needs no `imm`, which would keep other units from LM0.
pub(crate) static NUMBERS: RewriteRule = RewriteRule {
    id: "numbers",
    known: RuleEvidence::Manual("3.6.12.3"),
};

/// Two steps that read a result of two long words in order take its first and then its second long words, so that the first
/// of them reads the forwarding register.
pub(crate) static REGROUPED: RewriteRule = RewriteRule {
    id: "regrouped",
    known: RuleEvidence::Manual("3.6.1.16"),
};

/// A `mask` statement is masks of the steps after it, which other steps can pass.
pub(crate) static STEP_MASKS: RewriteRule = RewriteRule {
    id: "step-masks",
    known: RuleEvidence::Manual("3.6.2.1"),
};

/// Masks, shifts and unions that put the bits of a word in another order are rotations.
pub(crate) static BIT_MOVES: RewriteRule = RewriteRule {
    id: "bit-moves",
    known: RuleEvidence::Bits,
};

/// An operation that changes nothing for the inputs of a testcase is left out, and long integers are single ones.
pub(crate) static RANGES: RewriteRule = RewriteRule {
    id: "ranges",
    known: RuleEvidence::Range,
};

/// The remainder of an input by a constant is made by the rounding of the MAU.
pub(crate) static REMAINDERS: RewriteRule = RewriteRule {
    id: "remainders",
    known: RuleEvidence::Range,
};

/// Values are in other words, so that fewer steps wait for a place: the level `renaming`.
pub(crate) static PLACES: RewriteRule = RewriteRule {
    id: "places",
    known: RuleEvidence::Manual("3.6.1"),
};

/// Two transfers of one long word are one of two.
pub(crate) static TRANSFERS: RewriteRule = RewriteRule {
    id: "transfers",
    known: RuleEvidence::Manual("3.6.8"),
};

/// Words of other PEs are joined by one reduction or by two turns, or turned around the PEs of a MAB in one step.
pub(crate) static OTHER_PES: RewriteRule = RewriteRule {
    id: "other-pes",
    known: RuleEvidence::Manual("3.6.8"),
};

/// Words that are sent to L1BM and read there are read from the turnaround register.
pub(crate) static TURNAROUND: RewriteRule = RewriteRule {
    id: "turnaround",
    known: RuleEvidence::Manual("3.6.8.2"),
};

/// Steps that differ only in addresses are the cycles of one: the level `merging`.
pub(crate) static MERGING: RewriteRule = RewriteRule {
    id: "merging",
    known: RuleEvidence::Manual("3.6.1.16"),
};

/// Another unit copies: the level `unit`.
pub(crate) static UNITS: RewriteRule = RewriteRule {
    id: "units",
    known: RuleEvidence::Bits,
};

/// The rules of the level `rewrite`, in the order in which they apply.
pub static RULES: [&RewriteRule; 21] = [
    &VALUES,
    &SCALED_SUMS,
    &DOUBLES,
    &SUMS,
    &SHIFTS,
    &BITS,
    &EXTREMES,
    &SELECTIONS,
    &CONSTANT_SUMS,
    &SHARED_CONSTANTS,
    &SQUARES,
    &NUMBERS,
    &BIT_MOVES,
    &RANGES,
    &REMAINDERS,
    &LONG_WORDS,
    &HALVES,
    &REGROUPED,
    &STEP_MASKS,
    &ORDER,
    &MASKS,
];

impl RewriteRule {
    /// The change that it makes, and why it is exact.
    #[must_use]
    pub fn meaning(&self) -> Message {
        match self.id {
            "values" => message!(
                "each value is computed once, read where it is, and omitted if nothing reads it; a result follows from the words that its operands name, not from their places"
            ),
            "long-words" => message!(
                "results on neighbouring single words are one result on a long word, and copies take two long words; each element follows from the elements at its place"
            ),
            "half-precision" => message!(
                "results in single precision on two neighbouring long words are one in half precision: half precision has all numbers that are multiplied, their product is exact, and the sum has single precision"
            ),
            "scaled-sums" => message!(
                "a sum with a constant that is multiplied by a power of two is one multiply-add; the sum is zero or far from the smallest number"
            ),
            "doubles" => {
                message!("a product with 2 is a sum of the number and itself, without a constant")
            }
            "selections" => message!(
                "what a mask chooses by the flags of a comparison is the maximum or minimum of the compared numbers, an absolute value, or the number without its sign bit; a choice between equal values is the value"
            ),
            "sums" => message!(
                "integers are added in another order, so that constants are one, operations cancel each other, or fewer operations are left"
            ),
            "bits" => message!(
                "masks, unions and inverted bits are fewer operations, and masks that change no bit are left out"
            ),
            "extremes" => {
                message!("maxima and minima of several integers are fewer of them")
            }
            "constant-sums" => {
                message!("constants that advance evenly are sums of others, four in a step")
            }
            "regrouped" => message!(
                "two steps that read two long words of each cycle one after the other read the first of each cycle and then the second, so that the forwarding register has what they read"
            ),
            "step-masks" => message!(
                "the steps after a `mask` statement have the mask themselves, so that other steps can move across them"
            ),
            "numbers" => message!(
                "infinity and other numbers are results of an operation on the constant input operand `$msb1`, so that other units can use LM0, which `imm` would prevent"
            ),
            "squares" => message!(
                "of the number that a word is shifted by only the last bits count, so the MAU can compute it as the square of another constant, while the ALU works"
            ),
            "shared-constants" => message!(
                "constants of which only some bits count, such as a mask of shifted bits and the number that a word is shifted by, are one constant"
            ),
            "bit-moves" => message!(
                "masks, shifts and unions that put the bits of a word in another order are rotations of half words and words"
            ),
            "units" => message!(
                "other units make copies: the MAU copies of numbers that it keeps, L1BM and the unit that computes the value any copies"
            ),
            "ranges" => message!(
                "an operation that changes no number of the range is left out, and long integers without a carry are single ones"
            ),
            "remainders" => message!(
                "the remainder by a constant is the number less a multiple, which multiply-adds round to an integer"
            ),
            "places" => message!(
                "values are in other words, which are unused at that time, so that fewer steps wait for a place"
            ),
            "transfers" => {
                message!("two transfers of one long word each are one of two long words")
            }
            "other-pes" => message!(
                "numbers of several PEs are joined by one reduction or by turns of one PE and of two, and words go round the PEs in one step or after the operations on them"
            ),
            "turnaround" => message!(
                "words that are sent to L1BM and read there are read from the turnaround register, without a wait for L1BM"
            ),
            "merging" => message!(
                "steps that differ only in addresses are the cycles of one step; each cycle is independent"
            ),
            "shifts" => message!(
                "shifts of shifts are one, and a shift to the left by 1 is a sum of the number and itself, without a constant"
            ),
            "masks" => message!(
                "expressions share steps, and a mask ends each write with the last cycle that is used, so that its readers wait less"
            ),
            _ => message!(
                "expressions share steps and read forwarding registers, at the distances that the hazard rules require"
            ),
        }
    }
}

/// A rule that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The rule that was applied.
    pub rule: &'static RewriteRule,
    /// Steps that it saved.
    pub saved: i64,
    /// The lines that it changed, counted from 0 at the start of the program.
    pub lines: Vec<usize>,
}

impl Applied {
    /// A rule that saves all steps that are not saved by an order or by the rules before it.
    pub(crate) const fn with_the_rest(rule: &'static RewriteRule, lines: Vec<usize>) -> Self {
        Self {
            rule,
            saved: i64::MAX,
            lines,
        }
    }

    /// The change that it made, why it is exact, and the steps that it saved. Lines are counted from 1.
    #[must_use]
    pub fn message(&self) -> Message {
        let (rule, saved, meaning) = (self.rule.id, self.saved, self.rule.meaning());
        match self.rule.known {
            RuleEvidence::Manual(section) => message!(
                "{rule}: {saved:# step|# steps} saved: {meaning} (manual {section})",
                rule,
                saved,
                meaning,
                section
            ),
            RuleEvidence::Exhaustive(bits) => message!(
                "{rule}: {saved:# step|# steps} saved: {meaning} (equal for all numbers of {bits} bits)",
                rule,
                saved,
                meaning,
                bits
            ),
            RuleEvidence::Scaling => message!(
                "{rule}: {saved:# step|# steps} saved: {meaning} (rounding does not depend on the exponent)",
                rule,
                saved,
                meaning
            ),
            RuleEvidence::Bits => message!(
                "{rule}: {saved:# step|# steps} saved: {meaning} (each bit is followed)",
                rule,
                saved,
                meaning
            ),
            RuleEvidence::Range => message!(
                "{rule}: {saved:# step|# steps} saved: {meaning} (equal for all numbers in the range of the testcase)",
                rule,
                saved,
                meaning
            ),
            RuleEvidence::Integers => message!(
                "{rule}: {saved:# step|# steps} saved: {meaning} (integers modulo a power of two)",
                rule,
                saved,
                meaning
            ),
        }
    }
}

/// What each rule saved. `by_order` steps are saved without any rule, and `by_rules` by them together: each rule in turn gets
/// the steps that it left out, as long as there are any, and the order gets the rest.
pub(crate) fn shares(mut applied: Vec<Applied>, by_order: i64, by_rules: i64) -> Vec<Applied> {
    let mut rest = by_rules.max(0);
    for it in &mut applied {
        it.saved = it.saved.clamp(0, rest);
        rest -= it.saved;
        it.lines.sort_unstable();
        it.lines.dedup();
    }
    applied.push(Applied {
        rule: &ORDER,
        saved: by_order + rest,
        lines: Vec::new(),
    });
    applied.retain(|it| it.saved > 0);
    applied
}

/// Adds what a rule saves in addition.
pub(crate) fn add(applied: &mut Vec<Applied>, one: Applied) {
    match applied.iter_mut().find(|it| it.rule == one.rule) {
        Some(known) => {
            known.saved += one.saved;
            known.lines.extend(one.lines);
        }
        None => applied.push(one),
    }
}
