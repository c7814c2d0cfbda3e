//! The rules about integers are exact for all operands: what each writes instead is proven to be equal bit by bit, from terms
//! that hide all constants from other proofs.

use mnc2_isa::Memory;

use super::at;
use crate::rules::{RULES, RuleEvidence};

/// Lines before and after a rule, with `#` for the precision and `LENGTH` for the bits of a number. GRF0 holds 0 from word 64
/// on and 1 from word 72 on, and GRF1 0 from word 64 on, which are computed of two numbers.
struct Change {
    rule: &'static str,
    before: &'static str,
    after: &'static str,
}

const CHANGES: &[Change] = &[
    Change {
        rule: "sums",
        before: "#inc $lm0v $ls0v; #inc $ls0v $ls0v; #inc $ls0v $ln0v",
        after: "#add $lm0v $lr72v $ls0v; #add $ls0v $lr72v $ls0v; #add $ls0v $lr72v $ln0v",
    },
    Change {
        rule: "sums",
        before: "#dec $lm0v $ls0v; #dec $ls0v $ln0v",
        after: "#add $lr72v $lr72v $ls0v; #sub $lm0v $ls0v $ln0v",
    },
    Change {
        rule: "shifts",
        before: "#lsl $lm0v $lr72v $ln0v",
        after: "#add $lm0v $lm0v $ln0v",
    },
    Change {
        rule: "selections",
        before: "lpassa $lr0v $ln0v; u#sub $lm0v $lr0v $ls0v $omr1; lpassa $lm0v $ln0v/$imr1",
        after: "#add $lr0v $ls64v $ls0v; u#max $lm0v $ls0v $ln0v",
    },
    Change {
        rule: "selections",
        before: "lpassa $lr0v $ln0v; #max $lm0v $lr0v $ls0v $omr1; lpassa $lm0v $ln0v/$imr1",
        after: "#add $lr0v $ls64v $ls0v; #max $lm0v $ls0v $ln0v",
    },
    Change {
        rule: "selections",
        before: "lpassa $lr0v $ln0v; #min $lm0v $lr0v $ls0v $omr1; lpassa $lm0v $ln0v/$imr1",
        after: "#add $lr0v $ls64v $ls0v; #min $ls0v $lm0v $ln0v",
    },
    Change {
        rule: "selections",
        before: "zero $ls0v; #sub $ls0v $lm0v $ln0v; #add $lm0v $lr64v $ls0v $omr1; lpassa $lm0v $ln0v/$imr1",
        after: "#sub $lr64v $lm0v $ls0v; #max $lm0v $ls0v $ln0v",
    },
    Change {
        rule: "constant-sums",
        before: "imm i\"1207\" $ls0v; #add $ls0v $lm0v $ln0v",
        after: "imm i\"1200\" $ls0v; #add $ls0v $lr64v $ls0v; imm i\"7\" $lr80v; #add $ls0v $lr80v $ls0v; #add $ls0v $lm0v $ln0v",
    },
    Change {
        rule: "bit-moves",
        before: "imm i\"5\" $ls0v; imm i\"5\" $lr80v; imm i\"LENGTH\" $lr88v; #sub $lr88v $ls0v $lr88v; #add $lr80v $ls64v $lr80v; #lsl $lm0v $lr80v $ls0v; u#lsr $lm0v $lr88v $ls8v; lpassa $ls8v $lr88v; #or $ls0v $lr88v $ln0v",
        after: "imm i\"5\" $lr80v; #bsl $lm0v $lr80v $ln0v",
    },
    Change {
        rule: "bit-moves",
        before: "imm ui\"0xff00ff00\" $lr80v; #and $lm0v $lr80v $ls0v; lnot $lr80v $lr80v; #and $lm0v $lr80v $lr88v; #add $ls0v $lr88v $ln0v",
        after: "lpassa $lm0v $ln0v",
    },
];

/// Rules that are proven with their own tests: rows of equal expressions, each with all its rows, and constants of which some bits
/// count, each with the words that hide the others.
const ELSEWHERE: [&str; 3] = ["bits", "extremes", "shared-constants"];

fn program(text: &str, (letter, length): (&str, &str)) -> mnc2_program::Program {
    let known = "#or $lr0v $ls0v $lr64v; lnot $lr64v $ls64v; #and $lr0v $ls64v $lr64v $ls64v; #lnot $lr64v $lr72v";
    let text = format!("{known}; {text}").replace('#', letter);
    let text = text.replace("LENGTH", length).replace("; ", "\nnop/3\n");
    let program = mnc2_asm::parse(&text);
    for line in program.iter() {
        assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
    }
    program
}

#[test]
fn rules_about_integers_are_exact_for_all_operands() {
    let places = at(&[Memory::Lm1]);
    for change in CHANGES {
        for precision in [("i", "32"), ("l", "64")] {
            let programs = [change.before, change.after].map(|it| program(it, precision));
            let [before, after] = &programs;
            let found = mnc2_equal::unproven(before, after, &places, &|| false);
            let found = found.expect("both are followed");
            let name = format!("{}: {} {}", change.rule, precision.0, change.before);
            assert!(found.is_nothing(), "{name}: {found:?}");
            assert!(found.by_bits > 0, "{name}: it is proven without the solver");
        }
    }
}

#[test]
fn every_rule_about_integers_has_a_change() {
    let is_about_integers = |known: RuleEvidence| match known {
        RuleEvidence::Integers | RuleEvidence::Bits => true,
        RuleEvidence::Manual(_)
        | RuleEvidence::Exhaustive(_)
        | RuleEvidence::Scaling
        | RuleEvidence::Range => false,
    };
    let rules = RULES.iter().filter(|it| is_about_integers(it.known));
    for rule in rules {
        let has_change = CHANGES.iter().any(|it| it.rule == rule.id);
        assert!(has_change || ELSEWHERE.contains(&rule.id), "{}", rule.id);
    }
}
