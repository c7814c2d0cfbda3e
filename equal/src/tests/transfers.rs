//! What transfers move.

use super::*;

#[test]
fn a_transfer_sees_only_the_elements_that_it_reads() {
    let start = "l1bmd $lr200v $lb128\nnop/4\n";
    let other_l1bs = ["l2bm@3 $lb128 $lc704", "l2bmb@5 $lc896 $lb128"];
    let [one, other] = [other_l1bs, [other_l1bs[1], other_l1bs[0]]];
    let join = |lines: [&str; 2]| format!("{start}{}\nnop/4\n{}\n", lines[0], lines[1]);
    check(&join(one), &join(other), true);
    let same_l1b = ["l2bm@3 $lb128 $lc704", "l2bmb@3 $lc896 $lb128"];
    check(&join(same_l1b), &join([same_l1b[1], same_l1b[0]]), false);
    let l2bs = ["mvp/n512 $lc0@0.0 $p4096@0", "mvp/n512 $p0@0 $lc0@1.0"];
    check(&l2bs.join("\n"), &[l2bs[1], l2bs[0]].join("\n"), true);
    let same_l2b = ["mvp/n512 $lc0@0.0 $p4096@0", "mvp/n512 $p0@0 $lc0@0.0"];
    check(
        &same_l2b.join("\n"),
        &[same_l2b[1], same_l2b[0]].join("\n"),
        false,
    );
}

#[test]
fn the_turnaround_register_is_what_was_sent() {
    check_at(
        &at(Memory::Grf0, 0, 8),
        "l1bmm@0 $lr0v $lb0\nnop/10\nl1bmm $lb0 $lr0v",
        "l1bmm@0 $lr0v $lbi\nl1bmm $lbi $lr0v",
        true,
    );
    // A gather is rotated on its way to L1BM only.
    check_at(
        &at(Memory::Grf0, 0, 8),
        "l1bmd+1 $lr0v $lb0\nnop/10\nl1bmd $lb0 $lr0v",
        "l1bmd+1 $lr0v $lbi\nl1bmd $lbi $lr0v",
        false,
    );
}

#[test]
fn two_long_words_are_brought_as_each_alone() {
    for (one, other, is_same) in [
        (
            "l1bmp $lb0 $lr0v4\nl1bmp $lb4 $lr2v4",
            "l1bmp $llb0 $llr0v",
            true,
        ),
        (
            "l1bmm $lb0 $lr0v\nl1bmm $lb16 $lr8v",
            "l1bmm $llb0 $llr0v",
            true,
        ),
        (
            "l1bmm4 $lb0 $lr0v\nl1bmm4 $lb64 $lr8v",
            "l1bmm4 $llb0 $llr0v",
            false,
        ),
        // The sides in the other order, other words, other places.
        (
            "l1bmp $lb4 $lr0v4\nl1bmp $lb0 $lr2v4",
            "l1bmp $llb0 $llr0v",
            false,
        ),
        (
            "l1bmp $lb0 $lr0v4\nl1bmp $lb5 $lr2v4",
            "l1bmp $llb0 $llr0v",
            false,
        ),
        (
            "l1bmp $lb0 $lr0v\nl1bmp $lb4 $lr8v",
            "l1bmp $llb0 $llr0v",
            false,
        ),
        (
            "l1bmm $lb0 $lr0v4\nl1bmm $lb16 $lr2v4",
            "l1bmm $llb0 $llr0v",
            false,
        ),
        // One of them is written between both.
        (
            "l1bmp $lb0 $lr0v4\nl1bmd $lm0v $lb0\nnop/9\nl1bmp $lb4 $lr2v4",
            "l1bmp $llb0 $llr0v\nl1bmd $lm0v $lb0\nnop/9",
            false,
        ),
    ] {
        check_at(&at(Memory::Grf0, 0, 16), one, other, is_same);
        if is_same {
            let [one, other] = [one, other].map(mnc2_asm::parse);
            let ran = by_runs(&one, &other, &at(Memory::Grf0, 0, 16), &Limits::default());
            assert!(matches!(ran, RunsOutcome::Alike), "{ran:?}");
        }
    }
}

#[test]
fn what_is_moved_twice_is_the_same_if_nothing_is_written_between() {
    let both = |between: &str, second: &str| {
        let one = format!("l1bmd $lb0 $lr0v\nnop/2\n{between}\nnop/9\n{second}");
        let other = format!("l1bmd $lb0 $lr0v $ls0v\nnop/2\n{between}\nnop/9");
        (one, other)
    };
    let grf1 = at(Memory::Grf1, 0, 8);
    for (between, second, is_same) in [
        ("nop", "l1bmd $lb0 $ls0v", true),
        ("l1bmd $lm0v $lb256", "l1bmd $lb0 $ls0v", true),
        ("l1bmd $lm0v $lb0", "l1bmd $lb0 $ls0v", false),
        // On one of the L1Bs only, or one long word.
        ("l2bmb@1 $lc0 $lb0", "l1bmd $lb0 $ls0v", false),
        ("l1bmm@1 $lm0v $lb240", "l1bmd $lb0 $ls0v", false),
        ("nop", "l1bmd+1 $lb0 $ls0v", false),
        ("nop", "l1bmd $lb256 $ls0v", false),
        ("nop", "l1bmd $lb0 $ls0v/1110", false),
    ] {
        let (one, other) = both(between, second);
        check_at(&grf1, &one, &other, is_same);
    }
}

#[test]
fn transfers_say_all_that_they_move() {
    check(
        "mvp/n64 $p0@0 $lc0@0.0\nmvp/n64 $p64@0 $lc64@0.0",
        "mvp/n64 $p64@0 $lc64@0.0\nmvp/n64 $p0@0 $lc0@0.0",
        true,
    );
    check(
        "mvp/n64 $p0@0 $lc0@0.0\nmvp/n64 $lc0@0.0 $p64@0",
        "mvp/n64 $lc0@0.0 $p64@0\nmvp/n64 $p0@0 $lc0@0.0",
        false,
    );
    check("mvp/n64 $p0@0 $lc0@0.0", "mvp/n64 $p0@1 $lc0@0.0", false);
    check("mvp/n64 $d0@0 $lc0@0.0", "mvp/n64 $di0@0 $lc0@0.0", false);
}
