mod runs;
mod transfers;

use mnc2_isa::Memory;
use mnc2_program::Scope;

use super::*;

/// What is found about two programs, everything compared.
#[track_caller]
fn check(one: &str, other: &str, is_same: bool) {
    check_at(&Places::everything(), one, other, is_same);
}

#[track_caller]
fn check_at(places: &Places, one: &str, other: &str, is_same: bool) {
    let [one, other] = [one, other].map(|text| {
        let program = mnc2_asm::parse(text);
        for line in program.iter() {
            assert!(!line.has_error(), "{:?} in\n{text}", line.diagnostics);
        }
        program
    });
    let outcome = by_dataflow(&one, &other, places, &|| false);
    let back = by_dataflow(&other, &one, places, &|| false);
    assert_eq!(outcome == Equivalence::Same, is_same, "{outcome:?}");
    assert_eq!(outcome == Equivalence::Same, back == Equivalence::Same);
    assert_eq!(
        by_dataflow(&one, &one, places, &|| false),
        Equivalence::Same,
        "a program does what it does"
    );
}

fn at(memory: Memory, first: u32, count: u32) -> Places {
    Places {
        shown: false,
        at_end: vec![ComparedWords {
            first,
            count,
            ..ComparedWords::all_of(memory)
        }],
        from_zero: false,
    }
}

#[test]
fn order_and_shared_steps_make_no_difference() {
    check(
        "iadd $lr0v $ls0v $lr8v\nfvmul $lr16v $ls16v $ls24v\nnop/3",
        "fvmul $lr16v $ls16v $ls24v\nnop\niadd $lr0v $ls0v $lr8v",
        true,
    );
    check(
        "iadd $lr0v $ls0v $lm0v\nfvmul $lr0v $ls0v $ln0v",
        "iadd $lr0v $ls0v $lm0v; fvmul $lr0v $ls0v $ln0v",
        true,
    );
    // One reads what the other writes.
    check(
        "iadd $lr0v $ls0v $lr8v\niadd $lr8v $ls0v $lr16v",
        "iadd $lr8v $ls0v $lr16v\niadd $lr0v $ls0v $lr8v",
        false,
    );
    check("iadd $lr0v $ls0v $lr8v", "isub $lr0v $ls0v $lr8v", false);
}

#[test]
fn temporaries_may_be_anywhere() {
    let result = at(Memory::Grf0, 16, 8);
    check_at(
        &result,
        "iadd $lr0v $ls0v $lr8v\nnop\niadd $lr8v $ls8v $lr16v",
        "iadd $lr0v $ls0v $lm100v\nnop\niadd $lm100v $ls8v $lr16v",
        true,
    );
    check("iadd $lr0v $ls0v $lr8v", "iadd $lr0v $ls0v $lr24v", false);
}

#[test]
fn forwarding_registers_hold_what_was_written() {
    let result = at(Memory::Grf0, 16, 8);
    let from_memory = "iadd $lr0v $ls0v $lr8v\nnop\niadd $lr8v $ls8v $lr16v";
    let forwarded = "iadd $lr0v $ls0v $nowrite\niadd $aluf $ls8v $lr16v";
    check_at(&result, from_memory, forwarded, true);
    // Of a single word, the register holds more; but only one single word of the result is written.
    check_at(
        &at(Memory::Grf0, 16, 4),
        "iadd $lr0v $ls0v $r8v\nnop\niadd $r8v $ls8v $r16v",
        "iadd $lr0v $ls0v $nowrite\niadd $aluf $ls8v $r16v",
        true,
    );
    // A long operation uses the second word, which the memory does not have.
    check_at(
        &at(Memory::Grf0, 16, 4),
        "ladd $lr0v $ls0v $r8v\nnop\nladd $r8v $ls8v $r16v",
        "ladd $lr0v $ls0v $nowrite\nladd $aluf $ls8v $r16v",
        false,
    );
    // `noforward` keeps the register.
    check_at(
        &result,
        from_memory,
        "iadd $lr0v $ls0v $nowrite\nisub $lr0v $ls0v $lr40v; noforward\niadd $aluf $ls8v $lr16v",
        true,
    );
    check_at(
        &result,
        from_memory,
        "iadd $lr0v $ls0v $nowrite\nisub $lr0v $ls0v $lr40v\niadd $aluf $ls8v $lr16v",
        false,
    );
    // The MAU leaves the second long word empty, unless its factors are half precision.
    for (opcode, is_same) in [("fvmul", true), ("dvmulu", true), ("hvmul", false)] {
        check_at(
            &at(Memory::Grf0, 0, 16),
            &format!("{opcode} $lr0v $ls0v $lm0v\nnop\nlpassa $lm0v $llr0v"),
            &format!("{opcode} $lr0v $ls0v $nowrite\nlpassa $mauf $llr0v"),
            is_same,
        );
    }
}

#[test]
fn copies_are_what_they_copy() {
    let result = at(Memory::Lm1, 0, 8);
    check_at(
        &result,
        "lpassa $lr0v $ls0v\nnop\nlpassa $ls0v $ln0v",
        "lpassa $lr0v $ln0v",
        true,
    );
    // Through a single word only half of it arrives.
    check_at(
        &result,
        "lpassa $lr0v $s0v\nnop\nlpassa $s0v $ln0v",
        "lpassa $lr0v $ln0v",
        false,
    );
    // A memory that holds its start content again was not changed.
    check(
        "lpassa $lr0v $ls0v\nnop\nlpassa $ls0v $lr0v",
        "lpassa $lr0v $ls0v",
        true,
    );
    // `r` rounds.
    check_at(
        &result,
        "hpassa $llr0vr $ln0v",
        "hpassa $llr0v $ln0v",
        false,
    );
}

#[test]
fn constants_are_their_bits() {
    let result = at(Memory::Lm1, 0, 8);
    check_at(&result, r#"imm i"0" $ln0v"#, "zero $ln0v", true);
    check_at(
        &result,
        "imm i\"3\" $lr0v\nnop\niinc $lr0v $ln0v",
        r#"imm i"4" $ln0v"#,
        true,
    );
    check_at(
        &result,
        "ipassa $msb1 $ln0v",
        r#"imm ui"0x80000000" $ln0v"#,
        true,
    );
    check_at(
        &result,
        "ipassa $peid $ln0v",
        "ipassa $subpeid $ln0v",
        false,
    );
    // On a MAB, the numbers of PEs are the same.
    let of_mab = Places {
        shown: false,
        at_end: vec![ComparedWords {
            scope: Scope {
                mab: Some(0),
                ..Scope::default()
            },
            ..ComparedWords::all_of(Memory::Lm1)
        }],
        from_zero: false,
    };
    check_at(&of_mab, "ipassa $peid $ln0v", "ipassa $subpeid $ln0v", true);
}

#[test]
fn a_word_without_the_bits_that_it_has_is_zero() {
    let product = |first: &str| format!("{first}\nnop/2\nfvmul $lr0v $ls0v $ln0v");
    let zero = product("zero $lr0v");
    for (xor, is_zero) in [
        ("ixor $lm0v $lm0v $lr0v", true),
        ("lxor $lm0v $lm0v $lr0v", true),
        ("ixor $lm0v $ls0v $lr0v", false),
        ("ixor $m0v $s4v $lr0v", false),
    ] {
        check(&zero, &product(xor), is_zero);
    }
}

#[test]
fn masks_merge_with_what_was_there() {
    // What is written under a mask keeps the old value where the mask is 0.
    check("zero $lr0v/$imr1", "zero $lr0v", false);
    check("zero $lr0v/$imr1\nzero $lr0v", "zero $lr0v", true);
    check("maskr 1\nzero $lr0v", "zero $lr0v/$imr1", true);
    check("zero $lr0v/1100\nnop\nzero $lr0v/0011", "zero $lr0v", true);
    check("zero $lr0v/1100\nnop\nzero $lr0v/0010", "zero $lr0v", false);
    // The flags are the flags of the mask at the time of the write.
    check(
        "iadd $lr0v $ls0v $omr1\nnop\nzero $lr8v/$imr1\nnop\nzero $omr1",
        "zero $lr8v/$imr1\nnop\nzero $omr1",
        false,
    );
    // The flags of a word follow from the words at its place, and only from them.
    let narrow =
        "isub $m0v $s0v $omr1\nnop\nzero $n0v/$imr1\nisub $m4v $s4v $omr1\nnop\nzero $n4v/$imr1";
    let wide = |mask: &str| format!("isub $lm0v $ls0v $omr1\nnop\nzero $ln0v/{mask}");
    let lm1 = at(Memory::Lm1, 0, 8);
    check_at(&lm1, narrow, &wide("$imr1"), true);
    check_at(&lm1, narrow, &wide("$imr2"), false);
    check_at(&lm1, &narrow.replace("$m4v", "$m0v"), &wide("$imr1"), false);
    check_at(
        &lm1,
        &narrow
            .replace("isub", "lsub")
            .replace("$m0v $s0v", "$lm0v $ls0v")
            .replace("$m4v $s4v", "$lm8v $ls8v"),
        &wide("$imr1"),
        false,
    );
    // Two writes of a value under the same flags are one, and only then.
    let once = "isub $m0 $s0 $omr1\nnop\nipassa $r0 $n0/$imr1";
    let twice = |second: &str| format!("{once}\nipassa {second}");
    check_at(&lm1, once, &twice("$r0 $n0/$imr1"), true);
    check_at(&lm1, once, &twice("$r1 $n0/$imr1"), false);
    check_at(&lm1, once, &twice("$r0 $n0/$imr2"), false);
    check_at(
        &at(Memory::Lm1, 10, 2),
        "isub $lm0v $lr2 $omr1\nnop\nipassa $lm8 $ln10/$imr1",
        "isub $lm0 $lr2 $omr1\nnop\nlpassa $lm8 $ln10/$imr1\nisub $lm2 $lr2 $omr1\nnop\nlpassa $lm8 $ln10/$imr1\nisub $lm4 $lr2 $omr1\nnop\nlpassa $lm8 $ln10/$imr1\nisub $lm6 $lr2 $omr1\nnop\nlpassa $lm8 $ln10/$imr1",
        true,
    );
    // A zero-flush mask is not a write mask.
    check(
        "ipassa/$imr1 $ls0v $lr0v",
        "ipassa $ls0v $lr0v/$imr1",
        false,
    );
}

#[test]
fn elements_are_told_apart() {
    let set = |place: &str, value: u32| format!("d set $lr0{place} 1 {value:016x}\n");
    check(
        &(set("n0c0b0m0p0", 1) + &set("n0c0b0m0p1", 2)),
        &(set("n0c0b0m0p1", 2) + &set("n0c0b0m0p0", 1)),
        true,
    );
    check(
        &(set("p0", 1) + &set("m1", 2)),
        &(set("m1", 2) + &set("p0", 1)),
        false,
    );
    let every: String = (0..4).map(|pe| set(&format!("p{pe}"), 5)).collect();
    check(&every, &set("", 5), true);
    check("lpassa $lm0vj1 $lr0v", "lpassa $lm0vj0 $lr0v", false);
}

#[test]
fn addresses_that_only_a_run_knows_stay_in_order() {
    let indirect = "lpassa $lr0v $lmt0v\nlpassa $lr8v $lmt8v";
    let swapped = "lpassa $lr8v $lmt8v\nlpassa $lr0v $lmt0v";
    check(indirect, swapped, false);
    check(
        "lpassa $lmt0v $lr0v\nlpassa $ln0v $ls8v",
        "lpassa $ln0v $ls8v\nlpassa $lmt0v $lr0v",
        true,
    );
    check(
        "lpassa $lmt0v $lr0v\nlpassa $ln0v $lm8v",
        "lpassa $ln0v $lm8v\nlpassa $lmt0v $lr0v",
        false,
    );
    // A base register that the text gives is part of the address.
    check_at(
        &at(Memory::Grf0, 0, 8),
        "imm i\"8\" $nb\nnop\nlpassa $ln0v $lr0v",
        "lpassa $ln8v $lr0v",
        true,
    );
    check_at(
        &at(Memory::Grf0, 0, 8),
        "lpassa $ls0v $mb\nnop\nlpassa $lm0v $lr0v",
        "lpassa $lm0v $lr0v",
        false,
    );
}

#[test]
fn only_the_second_word_of_a_long_amount_counts() {
    let sum = "imm i\"1\" $s1\nladd $lm0v $lm0v $ln0v";
    check("imm i\"1\" $s1\nnop/2\nllsl $lm0v $ls0 $ln0v", sum, true);
    check("imm i\"1\" $s1\nnop/2\nllsl $lm0v $ls2 $ln0v", sum, false);
    check(
        "imm i\"1\" $s0\nnop/2\nllsl $lm0v $ls0 $ln0v",
        "imm i\"1\" $s0\nladd $lm0v $lm0v $ln0v",
        false,
    );
}

#[test]
fn what_is_shown_is_compared_in_order() {
    check(
        "d get $lr0n0c0b0m0p0 1\nzero $lr0v",
        "zero $lr0v\nd get $lr0n0c0b0m0p0 1",
        false,
    );
    check_at(
        &Places::shown(),
        "zero $lr0v\nd get $lr0n0c0b0m0p0 1\nzero $ls0v",
        "zero $lr0v\nd get $lr0n0c0b0m0p0 1",
        true,
    );
    check_at(
        &Places::shown(),
        "zero $lr0v\nd get $lr0n0c0b0m0p0 1",
        "zero $lr0v",
        false,
    );
}

#[test]
fn programs_that_cannot_be_followed_are_undecided() {
    let broken = mnc2_asm::parse("zero $lr0v\nnonsense");
    let outcome = by_dataflow(&broken, &broken, &Places::shown(), &|| false);
    let error = FollowStop::Error {
        side: Side::One,
        line: 1,
    };
    assert_eq!(
        outcome,
        Equivalence::Undecided(UndecidedReason::Stopped(error))
    );
    let program = mnc2_asm::parse("zero $lr0v\n");
    let outcome = by_dataflow(&program, &program, &Places::shown(), &|| true);
    let cancelled = UndecidedReason::Stopped(FollowStop::Cancelled);
    assert_eq!(outcome, Equivalence::Undecided(cancelled));
    // After `quit` nothing is read.
    let ended = mnc2_asm::parse("zero $lr0v\nquit\nnonsense");
    let outcome = by_dataflow(&program, &ended, &Places::everything(), &|| false);
    assert_eq!(outcome, Equivalence::Same);
}

#[test]
fn programs_that_are_too_large_to_compare_are_undecided() {
    // Each line makes new terms; each line makes a new memory.
    for line in ["iinc $lr0v $lr0v\n", "lpassa $lr0v $lmt0v\n"] {
        let program = mnc2_asm::parse(&line.repeat(3000));
        let outcome = by_dataflow(&program, &program, &Places::everything(), &|| false);
        let too_large = UndecidedReason::Stopped(FollowStop::TooLarge);
        assert_eq!(outcome, Equivalence::Undecided(too_large), "{line}");
    }
}
