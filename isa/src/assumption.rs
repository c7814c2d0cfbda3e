//! The assumptions: interpretations where neither the manual nor anything public decides.
//!
//! Rows, operands and timing rules are marked themselves when they are assumed. This file adds the assumptions about what
//! instructions compute; code that relies on one cites its `id`. [`assumptions`] lists them all.

use crate::field::{Evidence, Field};
use crate::timing::{RULES, TimingRule};
use crate::{AluOp, ControlOp, L1bmOp, L2bmOp, MauOp, MvOp, Op, Source};

/// An interpretation that neither the manual nor another public source decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Stable name, to be cited.
    pub id: &'static str,
    /// The interpretation, as a sentence.
    pub statement: &'static str,
    /// Why an assumption is needed, and why this one.
    pub reason: &'static str,
    /// Rows that it concerns; empty if it concerns the machine as a whole.
    pub about: &'static [Op],
}

const REDUCTIONS: &[Op] = &[
    Op::Mv(MvOp::L2bmToDramInGroup),
    Op::Mv(MvOp::L2bmToPdmInGroup),
    Op::Mv(MvOp::L2bmToDramReduce4),
    Op::Mv(MvOp::L2bmToPdmReduce),
    Op::Mv(MvOp::L2bmToDramReduce),
    Op::L2bm(L2bmOp::Reduce),
    Op::L2bm(L2bmOp::CombiningReduce),
    Op::L1bm(L1bmOp::Reduce),
    Op::L1bm(L1bmOp::ReduceDouble),
    Op::L1bm(L1bmOp::Reduce4),
    Op::L1bm(L1bmOp::Reduce4Double),
];

/// Every assumption about what instructions compute.
pub const ASSUMPTIONS: &[Assumption] = &[
    Assumption {
        id: "rsqrt-half",
        statement: "`hrsqrt` uses the table of single and double precision.",
        reason: "Public results fix the table for single and double precision; none is in half precision.",
        about: &[Op::Alu(AluOp::Rsqrt)],
    },
    Assumption {
        id: "rsqrt-infinity",
        statement: "`rsqrt` of infinity is +0.",
        reason: "It is the limit; no public program computes it.",
        about: &[Op::Alu(AluOp::Rsqrt)],
    },
    Assumption {
        id: "ftoi-negative-overflow",
        statement: "A value below the smallest signed integer converts to the smallest integer.",
        reason: "The manual names only the largest integer as the value that is clipped to.",
        about: &[Op::Alu(AluOp::Ftoi)],
    },
    Assumption {
        id: "leaky-relu-extremes",
        statement: "`lrelud` and `lreluo` leave an infinity unchanged and turn a zero into -0.",
        reason: "The manual describes only underflow; a zero is counted as underflow, an infinity has no \
                 smaller exponent that would mean something.",
        about: &[Op::Alu(AluOp::Lrelud), Op::Alu(AluOp::Lreluo)],
    },
    Assumption {
        id: "max-min-ties",
        statement: "`max` and `min` take the first input, with flag 1, where both are equal or both are zero.",
        reason: "The manual states this, but no public program or output depends on it.",
        about: &[Op::Alu(AluOp::Max), Op::Alu(AluOp::Min)],
    },
    Assumption {
        id: "shift-second-long-word",
        statement: "The second long word of `msl` and `msr` is copied from the PE's own input, not the neighbour's.",
        reason: "The manual's general rule speaks of the first input, without a word on the neighbour.",
        about: &[Op::Alu(AluOp::Msl), Op::Alu(AluOp::Msr)],
    },
    Assumption {
        id: "untyped-constants",
        statement: "A constant input of an opcode without a precision letter is a long word.",
        reason: "Constants follow the precision of the instruction; `msl` and `msr` move long words.",
        about: &[Op::Alu(AluOp::Msl), Op::Alu(AluOp::Msr)],
    },
    Assumption {
        id: "infinity-in-sums",
        statement: "In the sum of a multiply-add an infinity counts as 1.0 times two to the power one above \
                    the largest exponent, and 0 times infinity as 0.",
        reason: "It satisfies every accepted program; that the chip does it this way is not published.",
        about: &[
            Op::Mau(MauOp::Mfma),
            Op::Mau(MauOp::Mmul),
            Op::Mau(MauOp::Vfma),
            Op::Mau(MauOp::Vmul),
            Op::Mau(MauOp::Vadd),
        ],
    },
    Assumption {
        id: "extended-half-products",
        statement: "Products of half-precision block floats with the extended representation are shifted by 6 \
                    or 12 bits and rounded to nearest even.",
        reason: "The manual leaves out the exact definition, as it depends on the multiplier.",
        about: &[Op::Mau(MauOp::Mfma), Op::Mau(MauOp::Mmul)],
    },
    Assumption {
        id: "reduction-guard-bits",
        statement: "Floating-point sums of the reduction network keep three bits below the mantissa, and a sum \
                    over 16 MABs first adds the MABs with equal upper two bits of their number.",
        reason: "The manual gives the three bits and the two stages, but not which MABs each stage joins.",
        about: REDUCTIONS,
    },
    Assumption {
        id: "reduction-rounding",
        statement: "A mantissa that is aligned in a floating-point sum of the reduction network is rounded as \
                    soon as it loses a bit: from an exponent difference of 4 on.",
        reason: "The manual states \"exceeds 4\", but with three guard bits a difference of 4 loses one bit.",
        about: REDUCTIONS,
    },
    Assumption {
        id: "reduction-infinity",
        statement: "In a floating-point sum of the reduction network an infinity counts as in a multiply-add.",
        reason: "The manual describes no special case, and without one an infinity is just that number.",
        about: REDUCTIONS,
    },
    Assumption {
        id: "mv-reduction-stages",
        statement: "An MV reduction of eight L2BMs first joins the two of each group, then the groups.",
        reason: "The manual states that both circuits are used, but not in which order.",
        about: &[
            Op::Mv(MvOp::L2bmToPdmReduce),
            Op::Mv(MvOp::L2bmToDramReduce),
        ],
    },
    Assumption {
        id: "shortened-extremes",
        statement: "A `max` or `min` reduction with `r` rounds the mantissa and clips the exponent; an infinity \
                    or zero keeps the upper bits of its mantissa and its sign.",
        reason: "The manual states that nothing is normalised even then, and that infinity and zero are not \
                 special.",
        about: &[
            Op::L1bm(L1bmOp::Reduce),
            Op::L1bm(L1bmOp::ReduceDouble),
            Op::L1bm(L1bmOp::Reduce4),
            Op::L1bm(L1bmOp::Reduce4Double),
        ],
    },
    Assumption {
        id: "infinite-dot-products",
        statement: "A dot product with an infinite block is an infinity with the sign that most of its products \
                    have, zeros of the other block not counted, and zero where they balance.",
        reason: "Converted infinite blocks have no mantissas, so that only signs are left; zero times infinity \
                 is zero in a multiply-add.",
        about: &[Op::Mau(MauOp::Mfma), Op::Mau(MauOp::Mmul)],
    },
    Assumption {
        id: "parallel-mvp-l2b",
        statement: "In a parallel `mvp`, `$lc` without `@` means L2B 0 of every group.",
        reason: "Programs use this form, but it is not published which L2B it is; 0 is the plainest reading.",
        about: &[
            Op::Mv(MvOp::PdmToL2bmParallel),
            Op::Mv(MvOp::L2bmToPdmParallel),
            Op::Mv(MvOp::DramToL2bmParallel),
            Op::Mv(MvOp::L2bmToDramParallel),
        ],
    },
    Assumption {
        id: "mv-alignment",
        statement: "An MV address that is not a multiple of what the unit operation accesses is an error.",
        reason: "Manual 3.5.3 states this, yet examples of 3.5.2 use address 32; public programs keep to 64.",
        about: &[],
    },
    Assumption {
        id: "host-flush",
        statement: "`f` changes nothing that a program could see.",
        reason: "Every statement completes immediately, so nothing is left to flush.",
        about: &[Op::Control(ControlOp::HostFlush)],
    },
    Assumption {
        id: "dirty-base-registers",
        statement: "Base address registers start at zero even where all else starts with garbage.",
        reason: "Accepted programs use LM0 and LM1 without setting them; no other start lets them run.",
        about: &[],
    },
    Assumption {
        id: "long-mask-second-long-word",
        statement: "A mask for a long word does not hold back the second long word of a 2-long-word destination.",
        reason: "The manual states that such a mask does not interfere with it; no public program shows it.",
        about: &[],
    },
    Assumption {
        id: "narrow-inputs",
        statement: "An operand that is narrower than its input fills the input from the upper end; the rest is 0.",
        reason: "The manual states so for matrix register writes (3.6.10.2) and places short results the same way; \
                 for the other inputs it only speaks of equal widths.",
        about: &[],
    },
    Assumption {
        id: "forwarding-without-producer",
        statement: "A forwarding register keeps the last result of its unit over steps that hold no instruction \
                    of that unit.",
        reason: "The manual covers the previous step only; what is read otherwise is not published.",
        about: &[],
    },
    Assumption {
        id: "half-literals",
        statement: "Half-precision literals are rounded to nearest even.",
        reason: "The manual states that they are rounded, but not how.",
        about: &[Op::Alu(AluOp::Imm)],
    },
    Assumption {
        id: "mv-without-tag",
        statement: "An MV instruction without a tag is over once a later one of the same kind is waited for, and 24 \
                    steps after it was issued for each 64 long words that it moves.",
        reason: "The manual leaves out tags between the same elements only, but public programs that ran right on the \
                 board tag the last of a group of any elements, or count steps.",
        about: &[],
    },
    Assumption {
        id: "t-register-beyond",
        statement: "`d get` and `d set` of more than four words of the T-register reach the entries of the four \
                    cycles again.",
        reason: "A public dump of such a statement has a line for every word, but what the words hold is not known.",
        about: &[
            Op::Control(ControlOp::DebugGet),
            Op::Control(ControlOp::DebugSet),
        ],
    },
    Assumption {
        id: "l1bm-written-twice",
        statement: "Where a transfer from the PEs and one from L2BM or a multicast write the same word of L1BM in one \
                    step, the later cycle's stays, and in the same cycle the word of the PEs.",
        reason: "The manual lets both share a step and gives the order of expressions no meaning, but does not say \
                 which word stays; a transfer from the PEs takes the longest to reach L1BM.",
        about: &[
            Op::L1bm(L1bmOp::Transfer),
            Op::L1bm(L1bmOp::TransferDouble),
            Op::L1bm(L1bmOp::Transfer4),
            Op::L1bm(L1bmOp::Transfer4Double),
            Op::L1bm(L1bmOp::Gather),
            Op::L1bm(L1bmOp::Reduce),
            Op::L1bm(L1bmOp::ReduceDouble),
            Op::L1bm(L1bmOp::Reduce4),
            Op::L1bm(L1bmOp::Reduce4Double),
            Op::L2bm(L2bmOp::Broadcast),
            Op::L2bm(L2bmOp::DistributingBroadcast),
            Op::L2bm(L2bmOp::Distribute),
            Op::L2bm(L2bmOp::Multicast),
        ],
    },
    Assumption {
        id: "dump-names",
        statement: "Dumps of L2BM and PDM begin with `DEBUG-L2BM` and `DEBUG-PDM`.",
        reason: "No dump of these memories is public; the other names are the memories' names.",
        about: &[Op::Control(ControlOp::DebugGet)],
    },
];

/// The assumption with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Assumption> {
    ASSUMPTIONS.iter().find(|assumption| assumption.id == id)
}

/// The assumptions about a row.
pub fn about(op: Op) -> impl Iterator<Item = &'static Assumption> {
    ASSUMPTIONS
        .iter()
        .filter(move |assumption| assumption.about.contains(&op))
}

/// Why the fields are assumptions.
pub const FIELD_REASON: &str = "No public pair of source and output fixes these bits; they are inferred from their neighbours.";

/// The fields that are inferred.
pub fn fields() -> impl Iterator<Item = Field> {
    let all = Field::ALL.iter().copied();
    all.filter(|field| field.row().evidence == Evidence::Inf)
}

/// The subject of an assumption about a field.
#[must_use]
pub fn subject_of_field(field: Field) -> String {
    format!("field {}: {}", field.name(), field.row().meaning)
}

/// The subject of an assumption about a timing rule.
#[must_use]
pub fn subject_of_rule(rule: &TimingRule) -> String {
    format!("{}, then {}", rule.first.name(), rule.second.name())
}

/// All assumptions, with the reason: rows, operands, timing rules, fields and what instructions compute.
pub fn assumptions() -> impl Iterator<Item = (String, &'static str)> {
    let reason = |source: Source| match source {
        Source::Assumed(reason) => Some(reason),
        Source::Manual | Source::Known(_) => None,
    };
    let rows = Op::all()
        .map(Op::row)
        .filter_map(move |row| Some((row.op.syntax().to_owned(), reason(row.source)?)));
    let operands = crate::operand_doc::all()
        .filter_map(move |entry| Some((entry.title.to_owned(), reason(entry.source)?)));
    let rules = RULES
        .iter()
        .filter_map(move |rule| Some((subject_of_rule(rule), reason(rule.source)?)));
    let computed = ASSUMPTIONS
        .iter()
        .map(|assumption| (assumption.statement.to_owned(), assumption.reason));
    let fields = fields().map(|field| (subject_of_field(field), FIELD_REASON));
    computed
        .chain(rows)
        .chain(operands)
        .chain(rules)
        .chain(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_are_complete_and_can_be_cited() {
        for (at, assumption) in ASSUMPTIONS.iter().enumerate() {
            assert_eq!(find(assumption.id), Some(&ASSUMPTIONS[at]));
            assert!(assumption.statement.ends_with('.') && assumption.reason.ends_with('.'));
            for &op in assumption.about {
                assert!(about(op).any(|found| found.id == assumption.id));
            }
        }
    }

    #[test]
    fn every_kind_of_assumption_is_listed() {
        let listed: Vec<_> = assumptions().map(|(what, _)| what).collect();
        for what in [
            "rsqrt",
            "L2BM in MV",
            "base address register",
            "field mask_width",
        ] {
            assert!(
                listed.iter().any(|entry| entry.contains(what)),
                "{what} is missing from {listed:#?}"
            );
        }
    }
}
