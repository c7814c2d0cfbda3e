//! Differences that runs show.

use super::*;

#[test]
fn runs_show_the_first_difference() {
    let one = mnc2_asm::parse("zero $lr0v\nd get $lr0n0c0b0m0p0 1\nlpassa $lr8v $ls8v");
    let other = mnc2_asm::parse("d get $lr0n0c0b0m0p0 1\nzero $lr0v\nlpassa $lr8v $ls8v");
    let limits = Limits::default();
    let RunsOutcome::Different(example) = by_runs(&one, &other, &Places::everything(), &limits)
    else {
        panic!("they show something else");
    };
    // From zero, both show zero.
    assert_eq!(example.start.dirty, Some(1));
    let StateDifference::Word {
        word,
        lines,
        one: shown,
        ..
    } = example.difference
    else {
        panic!("{example:?}");
    };
    assert_eq!((word.memory, word.word, shown), (Memory::Grf0, 0, 0));
    assert_eq!(
        (word.element_name().as_str(), lines),
        ("n0c0b0m0p0", Some((1, 0)))
    );
    let at_end = Places {
        shown: false,
        ..Places::everything()
    };
    assert_eq!(by_runs(&one, &other, &at_end, &limits), RunsOutcome::Alike);
    let zero = Limits {
        runs: 1,
        ..Limits::default()
    };
    assert_eq!(
        by_runs(&one, &other, &Places::shown(), &zero),
        RunsOutcome::Alike
    );
    let short = Limits {
        steps: 1,
        ..Limits::default()
    };
    let stopped = by_runs(&one, &other, &at_end, &short);
    assert!(
        matches!(
            stopped,
            RunsOutcome::Stopped {
                side: Side::One,
                ..
            }
        ),
        "{stopped:?}"
    );
}

#[test]
fn every_memory_is_compared_in_runs() {
    for line in [
        "zero $lm8v",
        "zero $ln8v",
        "zero $lr8v",
        "zero $ls8v",
        "zero $t",
        "iadd $lr0v $ls0v $omr1",
        "lpassa $lr0v $lmb",
        "lpassa $lr0v $lnb",
        "dmwrite $lr0v $lx0",
        "dmwrite $lr0v $ly0",
        "l1bmm@0 $lr0v $lb0",
        "l2bm@2 $lb0 $lc0",
        "mvp/n64 $p64@0 $p0@1",
        "mvp/n64 $p64@0 $d0@1",
        "l2bmdars $lc0@.1 $dar0; l2bmdarw",
    ] {
        let [one, other] = [line, "nop"].map(mnc2_asm::parse);
        if one.iter().any(|line| line.has_error()) {
            panic!("{line}: {:?}", one.line(0).map(|line| &line.diagnostics));
        }
        let ran = by_runs(&one, &other, &Places::everything(), &Limits::default());
        assert!(matches!(ran, RunsOutcome::Different(_)), "{line}: {ran:?}");
        let outcome = by_dataflow(&one, &other, &Places::everything(), &|| false);
        assert!(
            matches!(outcome, Equivalence::Undecided(UndecidedReason::Place(_))),
            "{line}"
        );
    }
}
