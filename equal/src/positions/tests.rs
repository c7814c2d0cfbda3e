use mnc2_isa::Memory;

use crate::{ComparedWords, Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_runs};

/// Programs whose result is in `$ln0v`, in dataflow and in runs.
#[track_caller]
fn check(one: &str, other: &str, is_same: bool) {
    check_proof(one, other, is_same);
    let [one, other] = [one, other].map(mnc2_asm::parse);
    let ran = by_runs(&one, &other, &result(), &Limits::default());
    assert_eq!(ran == RunsOutcome::Alike, is_same, "{ran:?}");
}

#[track_caller]
fn check_proof(one: &str, other: &str, is_same: bool) {
    let [one, other] = [one, other].map(|text| {
        let program = mnc2_asm::parse(text);
        assert!(program.iter().all(|line| !line.has_error()), "{text}");
        program
    });
    for (one, other, is_same) in [
        (&one, &other, is_same),
        (&other, &one, is_same),
        (&one, &one, true),
    ] {
        let outcome = by_dataflow(one, other, &result(), &|| false);
        assert_eq!(outcome == Equivalence::Same, is_same, "{outcome:?}");
    }
}

fn result() -> Places {
    Places {
        shown: false,
        at_end: vec![ComparedWords {
            count: 8,
            ..ComparedWords::all_of(Memory::Lm1)
        }],
        from_zero: false,
    }
}

const CONSTANTS: &str = "imm i\"1\" $s1\nimm i\"3\" $s3\nimm i\"5\" $s5\nimm i\"32\" $s7\nzero $s0\nzero $s2\nzero $s4\nzero $s6\nnop/2\n";

#[test]
fn numbers_that_follow_from_the_position_are_the_same_however_they_are_computed() {
    let with = |text: &str| format!("{CONSTANTS}{text}");
    let shifted = with("llsl $mabid $ls4 $ln0v");
    for (other, is_same) in [
        (
            "llsl $mabid $ls2 $nowrite\nllsl $aluf $ls0 $nowrite\nladd $aluf $aluf $ln0v",
            true,
        ),
        (
            "llsr $peid $ls0 $nowrite\nllsr $aluf $ls0 $nowrite\nllsl $aluf $ls4 $ln0v",
            true,
        ),
        (
            "llsl $peid $ls2 $lr0v\nnop/2\nllsr $subpeid $ls0 $nowrite\nladd $aluf $lr0v $ln0v",
            false,
        ),
        ("llsl $mabid $ls2 $ln0v", false),
        ("llsl $peid $ls4 $ln0v", false),
        ("llsl $l1bid $ls4 $ln0v", false),
    ] {
        check(&shifted, &with(other), is_same);
    }
    check(
        &with(
            "lpassa $subpeid $lr0v\nnop\nlsub $peid $lr0v $nowrite\nllsr $aluf $ls0 $nowrite\nllsr $aluf $ls0 $ln0v",
        ),
        "lpassa $mabid $ln0v",
        true,
    );
    check(
        &with(
            "lpassa $l1bid $lr0v\nnop\nladd $peid $lr0v $nowrite\nladd $l2bid $aluf $nowrite\nlsub $aluf $lr0v $ln0v",
        ),
        "lpassa $l2bid $lr0v\nnop\nladd $peid $lr0v $ln0v",
        true,
    );
}

#[test]
fn a_sum_has_one_number_that_follows_from_the_position() {
    let with = |text: &str| format!("{CONSTANTS}{text}");
    for letter in ["l", "i", "s"] {
        let check = |one: &str, other: &str, is_same: bool| {
            check(
                &with(&one.replace('?', letter)),
                &with(&other.replace('?', letter)),
                is_same,
            );
        };
        check(
            "?add $mabid $lm0v $nowrite\n?add $peid $aluf $nowrite\n?add $mabid $aluf $ln0v",
            "?passa $peid $ls8v\n?passa $mabid $ls16v\nnop\n?add $mabid $ls16v $nowrite\n?add $aluf $ls8v $nowrite\n?add $lm0v $aluf $ln0v",
            true,
        );
        check(
            "?passa $mabid $ls8v\nnop\n?add $mabid $lm0v $nowrite\n?sub $aluf $ls8v $ln0v",
            "lpassa $lm0v $ln0v",
            true,
        );
        let next = "?add $mabid $lm0v $nowrite\n?inc $aluf $ln0v";
        check(next, "?inc $mabid $nowrite\n?add $aluf $lm0v $ln0v", true);
        check(next, "?add $mabid $lm0v $ln0v", false);
        check(
            "?add $mabid $lm0v $nowrite\n?add $mabid $aluf $ln0v",
            "?add $mabid $lm0v $ln0v",
            false,
        );
    }
}

#[test]
fn an_address_that_follows_from_the_position_reads_its_word_alone() {
    let read = |between: &str| {
        format!("{CONSTANTS}llsl $mabid $ls4 $t\n{between}nop/2\nlpassa $lmt0v $ln0v")
    };
    // The last word is 15 times 32 and 6.
    check(&read(""), &read("lpassa $lr0 $lm488\n"), true);
    check(&read(""), &read("lpassa $lr0 $lm486\n"), false);
    check(&read(""), &read("lpassa $lr0 $lm8\n"), true);
    check(&read(""), &read("lpassa $lr0 $lm4\n"), false);
    // Another MAB, another distance.
    let text = read("");
    check(&text, &text.replace("$ls4", "$ls2"), false);
    check(&text, &text.replace("$lmt0v", "$lmt2v"), false);
    // Each PE of a MAB has its own memory.
    let turned = text.replace(
        "lpassa $lmt0v $ln0v",
        "lpassa $lmt0v $lr0v\nnop\nmsr $lr0v $ln0v",
    );
    check(&text, &turned, false);
    // The register holds data.
    let data = |between: &str| format!("lpassa $lr0v $t\n{between}nop/2\nlpassa $lmt0v $ln0v");
    check_proof(&data(""), &data("lpassa $lr0 $lm488\n"), false);
}

#[test]
fn an_address_that_follows_from_the_position_is_written_alone() {
    let write = |text: &str, address: &str| {
        format!(
            "{CONSTANTS}llsl {address} $ls0 $t\nnop\nlpassa $lr8v $lmt0\n{text}\nnop/2\nlpassa $lm0v $ln0v"
        )
    };
    let own = write("", "$subpeid");
    // Four PEs, four long words, and each PE keeps the other three.
    check(&own, &write("lpassa $lr14 $lmt0", "$subpeid"), true);
    check(&own, &write("lpassa $lr12 $lmt0", "$subpeid"), false);
    check(&own, &write("lpassa $lr12 $lmt0/0000", "$subpeid"), true);
    check(&own, &write("lpassa $lr16 $lm8", "$subpeid"), true);
    check(&own, &write("lpassa $lr16 $lm6", "$subpeid"), false);
    check(&own, &write("", "$mabid"), false);
    check(
        &write("lpassa $lr16v $lm0v", "$subpeid"),
        "lpassa $lr16v $ln0v",
        true,
    );
    // Under a variable mask, and at addresses that are data, anything may be written.
    check_proof(&own, &write("lpassa $lr14 $lmt0/$imr1", "$subpeid"), false);
    check_proof(
        &write("", "$lr0"),
        &write("lpassa $lr14 $lmt0", "$lr0"),
        false,
    );
}

#[test]
fn numbers_of_a_testcase_are_no_positions() {
    // Each of them would be right with these numbers.
    let inputs =
        "d set $lm0n0c0b0m0p0 1 0000000200000002\nd set $lr0n0c0b0m0p0 1 0000000300000003\n";
    let shown = "\nd get $ln0n0c0b0m0p0 1";
    for (one, other) in [
        ("iadd $lm0 $lr0 $ln0", "imm i\"5\" $ln0"),
        ("iadd $lm0 $lm0 $ln0", "iinc $lr0 $ln0"),
        (
            "iadd $lm0 $lr0 $t\nnop/2\nlpassa $lmt0 $ln0",
            "iadd $lm0 $lr0 $t\nnop/2\nlpassa $lm4 $ln0",
        ),
    ] {
        let [one, other] = [one, other].map(|it| mnc2_asm::parse(&format!("{inputs}{it}{shown}")));
        assert!(one.iter().chain(other.iter()).all(|it| !it.has_error()));
        let outcome = by_dataflow(&one, &other, &Places::in_testcase(), &|| false);
        assert_ne!(outcome, Equivalence::Same);
        let ran = by_runs(&one, &other, &Places::in_testcase(), &Limits::default());
        assert_eq!(ran, RunsOutcome::Alike);
    }
}

#[test]
fn an_address_with_many_numbers_is_only_known_in_a_run() {
    let read = |number: &str, between: &str| {
        format!("{CONSTANTS}llsl {number} $ls0 $t\n{between}nop/2\nlpassa $lmt0 $ln0v")
    };
    let before =
        "lpassa $l1bid $lr16v\nnop\nllsl $lr16v $ls4 $lr16v\nnop\nladd $peid $lr16v $lr24v\nnop\n";
    let many = |between: &str| format!("{CONSTANTS}{before}{}", read("$lr24v", between));
    // All 512 numbers are even, and so is each place.
    check_proof(&many(""), &many("lpassa $lr0 $lm2046\n"), false);
    check(
        &read("$peid", ""),
        &read("$peid", "lpassa $lr0 $lm128\n"),
        true,
    );
    check(
        &read("$peid", ""),
        &read("$peid", "lpassa $lr0 $lm126\n"),
        false,
    );
}

#[test]
fn numbers_on_many_elements_stay_operations() {
    // All 512 PEs of an L2B have another number in each line.
    let numbers = |first: &str| {
        let mut text =
            format!("{CONSTANTS}lpassa $l1bid $lr16v\nnop\nllsl $lr16v $ls4 $lr16v\nnop\n");
        text += &format!("ladd $peid $lr16v $nowrite\n{first} $aluf $nowrite\n");
        for _ in 0..40 {
            text += "lnot $aluf $nowrite\nladd $aluf $lr16v $nowrite\n";
        }
        text + "ladd $aluf $lm0v $ln0v"
    };
    check(&numbers("linc"), &numbers("linc"), true);
    check(&numbers("linc"), &numbers("ldec"), false);
}
