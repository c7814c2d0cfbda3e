//! Each level may change more than the one before.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_equal::{ComparedWords, Places};
use mnc2_isa::Memory;

use super::{
    LINES, assert_same, equal_at, four_chains, program, programs, searched, shortened,
    shortened_at, variable,
};

#[test]
fn each_level_does_the_same_and_is_no_longer_than_the_one_before() {
    let (mut shorter, mut shortest) = (0, 0);
    let first = variable("MNC2_SCHEDULE_FIRST").unwrap_or(2000);
    for seed in first..first + programs() / 2 {
        let (lines, start) = program(seed, LINES);
        let mut before: Option<i64> = None;
        for level in ChangeLevel::ALL {
            let Some(found) = shortened(&lines, level) else {
                break;
            };
            assert!(
                before.is_none_or(|before| found.after <= before),
                "seed {seed}: {level:?} takes {} steps",
                found.after
            );
            before = Some(found.after);
            if let Some(anywhere) = &found.anywhere {
                assert!(
                    anywhere.steps <= found.after,
                    "seed {seed}: {} steps, and {anywhere:?}",
                    found.after
                );
                shortest += u64::from(found.is_shortest_anywhere());
            }
            if level >= ChangeLevel::Renaming && found.lines != lines {
                let is_proven = assert_same(&lines, &found.lines, seed);
                assert!(is_proven, "seed {seed}: what is proposed is proven");
                shorter += 1;
            }
        }
        assert!(start < lines.len());
    }
    assert!(shorter > 0, "no program became shorter");
    assert!(shortest > 0, "no bound over all places is met");
}

#[test]
fn no_level_of_a_long_program_is_longer_than_the_one_before_when_time_is_up() {
    let lines = four_chains(20);
    let mut before: Option<i64> = None;
    for level in [
        ChangeLevel::Order,
        ChangeLevel::Forwarding,
        ChangeLevel::Renaming,
    ] {
        let found = searched(&lines, 0..lines.len(), level, Some(100), 1);
        let found = found.expect("nothing prevents it");
        assert!(!found.is_whole, "it is longer than a window");
        assert!(
            before.is_none_or(|before| found.after <= before),
            "{level:?} takes {} steps instead of {before:?}",
            found.after
        );
        assert!(found.after < found.before);
        before = Some(found.after);
    }
}

#[test]
fn values_get_places_that_no_one_looks_at() {
    // Each sum goes through `$lr0v`. A part of a vector is not in the forwarding register alone.
    let lines = [
        "fvadd $lm0v $ls0v $lr0v",
        "nop/2",
        "fvmul $lr0 $ls0v $ln0v",
        "fvadd $lm8v $ls0v $lr0v",
        "nop/2",
        "fvmul $lr0 $ls0v $ln8v",
        "fvadd $lm16v $ls0v $lr0v",
        "nop/2",
        "fvmul $lr0 $ls0v $ln16v",
    ];
    let results = Places {
        shown: true,
        at_end: vec![ComparedWords::all_of(Memory::Lm1)],
        from_zero: false,
    };
    let order = shortened_at(&lines, ChangeLevel::Forwarding, &results);
    let renamed = shortened_at(&lines, ChangeLevel::Renaming, &results);
    assert_eq!((renamed.before, order.after, renamed.after), (12, 9, 6));
    // Six calculations of one unit.
    assert!(renamed.is_shortest_anywhere(), "{:?}", renamed.anywhere);
    let text = renamed.lines.join("\n");
    assert!(equal_at(&lines.join("\n"), &text, &results), "{text}");
    // If everything counts, there is no free place.
    let everything = shortened_at(&lines, ChangeLevel::Renaming, &Places::everything());
    let text = everything.lines.join("\n");
    assert!(
        equal_at(&lines.join("\n"), &text, &Places::everything()),
        "{text}"
    );
}

#[test]
fn a_value_of_t_may_be_read_from_a_forwarding_register_wherever_values_are() {
    let lines = ["iadd $lr0v $ls0v $t", "nop/2", "iadd $lt $ls0v $ln0v"];
    let renamed = shortened_at(&lines, ChangeLevel::Renaming, &Places::everything());
    let anywhere = renamed.anywhere.as_ref().expect("it is one problem");
    assert_eq!((renamed.before, renamed.after, anywhere.steps), (4, 2, 2));
}

#[test]
fn transfers_get_places_of_their_own_on_the_way() {
    let within_l1b = ["l1bmd $lr0v $lb0", "nop/3", "l1bmm $lb0 $lm0v"];
    let through_l2b = [
        "l1bmd $lr0v $lb0",
        "nop/3",
        "l2bmd $lb0 $lc0",
        "nop/3",
        "l2bmb $lc0 $lb0",
        "nop/3",
        "l1bmm $lb0 $lm0v",
    ];
    let results = Places {
        shown: true,
        at_end: vec![ComparedWords::all_of(Memory::Lm0)],
        from_zero: false,
    };
    for (first, expected) in [(&within_l1b[..], (10, 8, 6)), (&through_l2b, (26, 20, 12))] {
        let second = first.iter().map(|line| {
            let line = line.replace("$lr0v", "$lr8v");
            line.replace("$lm0v", "$lm8v")
        });
        let second: Vec<String> = second.collect();
        let second = second.iter().map(String::as_str);
        let lines: Vec<&str> = first.iter().copied().chain(second).collect();
        let order = shortened_at(&lines, ChangeLevel::Forwarding, &results);
        let renamed = shortened_at(&lines, ChangeLevel::Renaming, &results);
        assert_eq!((renamed.before, order.after, renamed.after), expected);
        let text = renamed.lines.join("\n");
        assert!(equal_at(&lines.join("\n"), &text, &results), "{text}");
        let anywhere = renamed.anywhere.expect("it is one problem");
        assert!(anywhere.steps <= renamed.after, "{anywhere:?}");
        // If everything counts, the last transfer stays where it is, and the first one may go elsewhere only if that is
        // overwritten.
        let everything = shortened_at(&lines, ChangeLevel::Renaming, &Places::everything());
        assert_eq!(everything.after, order.after);
    }
}

#[test]
fn an_unrolled_loop_uses_all_cycles() {
    // Each body takes a word of its own, through the same temporary ones.
    let mut lines = Vec::new();
    for body in 0..8 {
        let at = 2 * body;
        lines.push(format!("dvadd $lm{at} -$ls0 $lr8"));
        lines.push("nop/2".to_owned());
        lines.push("dvmulu $lr8 $ls2 $nowrite".to_owned());
        lines.push("dvfmad $lr8 $ls2 $mauf $lr8".to_owned());
        lines.push("nop/2".to_owned());
        lines.push(format!("dvadd $lr8 $ls4 $ln{at}"));
        lines.push("nop/2".to_owned());
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let results = Places {
        shown: true,
        at_end: vec![ComparedWords::all_of(Memory::Lm1)],
        from_zero: false,
    };
    let renamed = shortened_at(&lines, ChangeLevel::Renaming, &results);
    let merged = shortened_at(&lines, ChangeLevel::Merging, &results);
    assert_eq!((renamed.before, renamed.after, merged.after), (80, 32, 8));
    let text = merged.lines.join("\n");
    assert!(equal_at(&lines.join("\n"), &text, &results), "{text}");
}
