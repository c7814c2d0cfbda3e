//! Programs that are equivalent because of bits that are known, and near misses.

use crate::{Equivalence, Places, by_dataflow, by_dataflow_for_all_inputs};

/// What is found about two programs with the same first lines.
#[track_caller]
fn check_at(places: &Places, [before, one, other, after]: [&str; 4], is_same: bool) {
    let [one, other] = [one, other].map(|lines| {
        let text = format!("{before}\n{lines}\n{after}");
        let program = mnc2_asm::parse(&text);
        for line in program.iter() {
            assert!(!line.has_error(), "{:?} in\n{text}", line.diagnostics);
        }
        program
    });
    for (one, other) in [(&one, &other), (&other, &one)] {
        let found = by_dataflow(one, other, places, &|| false) == Equivalence::Same;
        assert_eq!(found, is_same, "{places:?}");
    }
}

/// Whether two results of the value that lines leave in `$lr0v` are the same, given those that are and those that are not.
#[track_caller]
fn check(before: &str, result: &str, same: &[&str], others: &[&str]) {
    for (results, is_same) in [(same, true), (others, false)] {
        for other in results {
            check_at(&Places::everything(), [before, result, other, ""], is_same);
        }
    }
}

/// Two masked numbers, as text with their masks.
fn masked(first: &str, second: &str) -> String {
    format!(
        "imm ui\"{first}\" $lr8v\nimm ui\"{second}\" $ls8v\nnop/3\niand $lm0v $lr8v $lr0v\niand $lm8v $ls8v $ls0v\nimm i\"0\" $lr8v\nimm i\"0\" $ls8v\nnop/3"
    )
}

/// A mask of what an operation computes, which is then in no other place.
fn with_mask(operation: &str, mask: &str) -> String {
    format!(
        "imm ui\"{mask}\" $lr8v\nnop/3\n{operation} $nowrite\niand $aluf $lr8v $ln0v\nzero $lr8v\nnop/3"
    )
}

#[test]
fn bits_of_a_mask_do_not_count_where_the_number_has_none() {
    let shifted = |mask: &str| {
        format!(
            "imm i\"8\" $lr0v\nimm ui\"{mask}\" $lr8v\nnop/3\nilsl $lm0v $lr0v $nowrite\niand $aluf $lr8v $ln0v\nzero $lr8v\nzero $lr0v\nnop/3"
        )
    };
    let same = [shifted("0x00ff0008"), shifted("0x00ff00ff")];
    let others = [shifted("0x00ff0108"), shifted("0x00fe0008")];
    let [same, others] = [&same, &others].map(|it| it.each_ref().map(String::as_str));
    check("", &shifted("0x00ff0000"), &same, &others);
}

#[test]
fn sums_and_extremes_of_small_numbers_are_small() {
    let before = masked("0x000000ff", "0x000000f0");
    for (operation, same, other) in [
        ("imax $lr0v $ls0v", "0x000000ff", "0x0000007f"),
        ("iadd $lr0v $ls0v", "0x000001ff", "0x000000ff"),
        ("iand $lr0v $ls0v", "0x000000f0", "0x00000070"),
        ("ior $lr0v $ls0v", "0x000000ff", "0x0000000f"),
        ("ixor $lr0v $ls0v", "0x000000ff", "0x000000f0"),
    ] {
        let [any, same, other] = ["0xffffffff", same, other].map(|it| with_mask(operation, it));
        check(&before, &any, &[&same], &[&other]);
    }
    // A difference has a sign.
    let [any, low] = ["0xffffffff", "0x000001ff"].map(|it| with_mask("isub $lr0v $ls0v", it));
    check(&before, &any, &[], &[&low]);
}

/// Whether the MAU copies a number of which these bits are cleared and those are set.
#[track_caller]
fn check_copy(copy: &str, cleared: &str, set: &str, is_same: bool) {
    let before = format!(
        "imm ui\"{cleared}\" $lr8v\nimm ui\"{set}\" $ls8v\nnop/3\niand $lm0v $lr8v $nowrite\nior $aluf $ls8v $lr0v\nnop/3"
    );
    let [one, other] = ["lpassa", copy].map(|it| format!("{it} $lr0v $ln0v"));
    check_at(&Places::everything(), [&before, &one, &other, ""], is_same);
}

#[test]
fn the_mau_copies_numbers_whose_exponent_is_certain() {
    check_copy("fvpassa", "0x807fffff", "0x3f800000", true);
    check_copy("fvpassa", "0xbfffffff", "0x00800000", true);
    // An infinity or a zero without a mantissa, and without a sign if it is a zero.
    check_copy("fvpassa", "0x7f800000", "0x00000000", true);
    check_copy("fvpassa", "0xff800000", "0x00000000", false);
    check_copy("fvpassa", "0xff800000", "0x00800000", true);
    check_copy("fvpassa", "0xff800001", "0x00800000", false);
    // It may be infinite, or zero.
    check_copy("fvpassa", "0xffffffff", "0x3f800000", false);
    check_copy("fvpassa", "0xbfffffff", "0x00000000", false);
    // Numbers of other precisions.
    check_copy("dvpassa", "0xbfffffff", "0x3ff00000", true);
    check_copy("dvpassa", "0xbfffffff", "0x00080000", false);
    check_copy("hvpassar", "0xbfffbfff", "0x3e003e00", true);
    check_copy("hvpassar", "0xbfffbfff", "0x3e000000", false);
}

/// Numbers that a testcase sets on one PE; the others have zero.
const INPUTS: &str = "d set $lm0n0c0b0m0p0 2 3f80000040490fdb400000003f800000";

#[test]
fn the_mau_copies_inputs_that_it_does_not_change() {
    let places = Places::in_testcase();
    let check = |inputs: &str, copy: &str, is_same: bool| {
        let [one, other] = ["lpassa", copy].map(|it| format!("{it} $lm0v $ln0v\nnop/3"));
        check_at(
            &places,
            [inputs, &one, &other, "d get $ln0n0c0b0m0 4"],
            is_same,
        );
    };
    check(INPUTS, "fvpassa", true);
    check(INPUTS, "dvpassa", true);
    let integer = INPUTS.replace("40490fdb", "00000fdb");
    check(&integer, "fvpassa", false);
    check(&integer, "dvpassa", true);
    check(
        &INPUTS.replace("3f80000040490fdb", "0000000040490fdb"),
        "dvpassa",
        false,
    );
}

#[test]
fn a_copy_of_inputs_by_the_mau_is_not_proven_for_all_inputs() {
    let places = Places::in_testcase();
    let proof = |copy: &str| {
        let [one, other] = ["lpassa", copy].map(|it| {
            mnc2_asm::parse(&format!(
                "{INPUTS}\n{it} $lm0v $ln0v\nnop/3\nd get $ln0n0c0b0m0 4"
            ))
        });
        let found =
            [0, 1].map(|lines| by_dataflow_for_all_inputs(&one, &other, &places, lines, &|| false));
        found.map(|it| it == Equivalence::Same)
    };
    assert_eq!(proof("dvpassa"), [true, false]);
    assert_eq!(proof("ipassa"), [true, true]);
}

/// A table of four numbers, and addresses of four PEs, of which some bits are shifted out.
const TABLE: &str = "\
d set $lm0n0c0b0m0p0 4 3ff0000000000000400000000000000140080000000000004010000000000000
d set $lm2048n0c0b0m0p0 1 0000000000000003
d set $lm2048n0c0b0m0p1 1 0000000000000001
d set $lm2054n0c0b0m0p1 1 0000000000000002";

#[test]
fn the_mau_copies_from_addresses_at_which_it_changes_nothing() {
    let places = Places::in_testcase();
    let check = |table: &str, [copy, from]: [&str; 2], is_same: bool| {
        let before = format!("{table}\nlpackbit $lm2048v $ls0v $t\nnop/3");
        let [one, other] = ["lpassa", copy].map(|it| format!("{it} {from} $ln0v\nnop/3"));
        check_at(
            &places,
            [&before, &one, &other, "d get $ln0n0c0b0m0 4"],
            is_same,
        );
    };
    check(TABLE, ["dvpassa", "$lmt0"], true);
    // The word after 1.
    check(TABLE, ["fvpassa", "$lmt0"], false);
    // Two long words, of which the MAU copies one.
    check(TABLE, ["dvpassa", "$llmt0"], true);
    // From the addresses on.
    check(TABLE, ["dvpassa", "$lmt2042"], false);
    check(TABLE, ["dvpassa", "$lmt2032"], true);
    // An address of which more is possible than what is set.
    let far = TABLE.replace("0000000000000003", "0000000000000400");
    check(&far, ["dvpassa", "$lmt0"], false);
    check(
        &TABLE.replace("3ff0000000000000", "0000000000000009"),
        ["dvpassa", "$lmt0"],
        false,
    );
    // A write between.
    let written = |line: &str| format!("{TABLE}\nlpassa $lm0v $lr0v\nnop/3\n{line}\nnop/3");
    check(
        &written("fvadd $lr0v $lr0v $lm6v"),
        ["dvpassa", "$lmt0"],
        false,
    );
    check(
        &written("dvadd $lr0v $lr0v $lm6v"),
        ["dvpassa", "$lmt0"],
        true,
    );
    check(&written("linc $lr0v $lm6v"), ["dvpassa", "$lmt0"], false);
}
