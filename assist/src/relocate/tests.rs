//! Data of LM and GRF in other places.

mod cost;
mod others;

use expect_test::{Expect, expect};

use super::*;
use mnc2_text::line;

/// Moves the region at the cursor to a place: shows the lines that change, or why it stays.
fn outcome(fixture: &str, name: &str) -> String {
    let at = fixture.find('‸').expect("a cursor");
    let source = fixture.replace('‸', "");
    let line = source[..at].matches('\n').count();
    let byte = at - source[..at].rfind('\n').map_or(0, |end| end + 1);
    let lines: Vec<&str> = line::lines(&source).collect();
    let program = mnc2_asm::parse(&source);
    let flow = Flow::new(&program);
    let text = |line: usize| lines.get(line).copied().unwrap_or_default().to_owned();
    let subject = Subject {
        program: &program,
        flow: &flow,
        mode: ModeChoice::Infer,
        own: 0..program.len(),
        text: &text,
        is_cancelled: &|| false,
    };
    let is_named = region_name(&subject, line, byte as u32);
    match relocate(&subject, line, byte as u32, name) {
        None => {
            assert_eq!(is_named, None);
            "nothing there\n".to_owned()
        }
        Some(Err(refusal)) => format!("{refusal}\n"),
        Some(Ok(replacements)) => {
            assert!(is_named.is_some_and(|name| name.is_ok()));
            let mut all: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            for replacement in replacements.iter().rev() {
                let range = replacement.range.start as usize..replacement.range.end as usize;
                all[replacement.line].replace_range(range, &replacement.text);
            }
            let changed = all.iter().zip(&lines).filter(|(new, old)| new != old);
            changed.map(|(new, _)| format!("{new}\n")).collect()
        }
    }
}

fn check(fixture: &str, name: &str, expected: Expect) {
    expected.assert_eq(&outcome(fixture, name));
}

/// The results for several names.
fn check_names(fixture: &str, names: &[&str], expected: Expect) {
    let shown = names
        .iter()
        .map(|name| format!("{name}: {}", outcome(fixture, name)));
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn assertions_move_with_what_they_are_about() {
    let program = "\
zero $lm8
lpassa $peid $lm‸0v
nop/2
#! assert $lm0v@n0c0b0m0p0 == 0 && $lm[0,2,4,6] == 0 # both
#! log max($m0x1,u) + $lm2n0c0b0m0p1, \"$lm0\"
#! assert $lm8 == 0
lpassa $lm0v $lr0v #! log $lm4
zero $lm0v
nop/2
#! log $lm0
";
    check_names(
        program,
        &["$ln100", "$lm2", "$lm12"],
        expect![[r#"
        $ln100: lpassa $peid $ln100v
        #! assert $ln100v@n0c0b0m0p0 == 0 && $ln[100,102,104,106] == 0 # both
        #! log max($n101,u) + $ln102n0c0b0m0p1, "$lm0"
        lpassa $ln100v $lr0v #! log $ln104
        $lm2: the new place is in use: the value that line 1 writes there stays until the end of the program
        $lm12: lpassa $peid $lm12v
        #! assert $lm12v@n0c0b0m0p0 == 0 && $lm[12,14,16,18] == 0 # both
        #! log max($m13,u) + $lm14n0c0b0m0p1, "$lm0"
        lpassa $lm12v $lr0v #! log $lm16
    "#]],
    );
    // The assertion is about the region and about what stays.
    check(
        "zero $lm0v\nlpassa $peid $l‸m2\nnop/2\n#! log $lm0v\nlpassa $lm2 $lr0\n",
        "$lm100",
        expect![[r#"
            the assertion in line 4 would see other values than now
        "#]],
    );
    // What an assertion is about that stays would be overwritten.
    check(
        "zero $lm8\nlpassa $peid $l‸m2\nnop/2\nlpassa $lm2 $lr0\n#! log $lm8\nzero $lm8\nlpassa $lm8 $ls0\n",
        "$lm8",
        expect![[r#"
            the assertion in line 5 would see other values than now
        "#]],
    );
    // More accesses than the limit.
    let many = "#! log $lm0\n".repeat(2_001);
    let program = format!("lpassa $peid $l‸m0\nnop/2\n{many}lpassa $lm0 $lr0\n");
    check(
        &program,
        "$ln0",
        expect![[r#"
        the region has too many accesses
    "#]],
    );
    // Words of the other memories, and those that only some elements have.
    check(
        "\
d set $lm8n0c0b0m0p0 1 0000000000000001
lpassa $lm‸8 $lr0v
#! assert $lm8@n0c0b0m0p0 == 1 && $lr0 == 1 && $ln8 == 0
",
        "$ln20",
        expect![[r#"
            d set $ln20n0c0b0m0p0 1 0000000000000001
            lpassa $ln20 $lr0v
            #! assert $ln20@n0c0b0m0p0 == 1 && $lr0 == 1 && $ln8 == 0
        "#]],
    );
}

#[test]
fn all_that_data_connects_moves_and_keeps_its_type() {
    check(
        "\
lpassa $peid $lm‸0v
lpassa $peid $lm8v
nop/2
dvpassa -$lm0 $ls40
nop/2
dvfmad $llm0v $lr0v $ls0v $lr8v/$imr1
lpassa $lm[0,2,4,6] $lr40
d getf $lm2n0c0b0m0p0 2 # stays
",
        "$ln100",
        expect![[r#"
            lpassa $peid $ln100v
            lpassa $peid $ln108v
            dvpassa -$ln100 $ls40
            dvfmad $lln100v $lr0v $ls0v $lr8v/$imr1
            lpassa $ln[100,102,104,106] $lr40
            d getf $ln102n0c0b0m0p0 2 # stays
        "#]],
    );
    // Numbers in other notations, strides, `j`.
    check(
        "lpassa $peid $ln0x10v4j1\nnop/2\niinc $n1‸6v4 $r40v\nd getf $n0x10m1 1\n",
        "$m32",
        expect![[r#"
            lpassa $peid $lm32v4j1
            iinc $m32v4 $r40v
            d getf $m32m1 1
        "#]],
    );
    // The data of a `d set` moves with it.
    check(
        "\
d set $lm8n0c0b0m0p0 1 0000000000000001
d set $lm0x8n0c0b0m0p1 1 0000000000000002
lpassa $lm8 $lr0v
lpassa $lm‸8 $ls0v
",
        "$lm20",
        expect![[r#"
            d set $lm20n0c0b0m0p0 1 0000000000000001
            d set $lm20n0c0b0m0p1 1 0000000000000002
            lpassa $lm20 $lr0v
            lpassa $lm20 $ls0v
        "#]],
    );
    // Another value that was at the same place before stays.
    check(
        "zero $lm0v\nnop/2\nlpassa $lm0v $lr0v\nzero $lm‸0v\nnop/2\nlpassa $lm0v $ls0v\n",
        "$ln0",
        expect![[r#"
            zero $ln0v
            lpassa $ln0v $ls0v
        "#]],
    );
}

#[test]
fn names_are_places() {
    let program = "zero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\n";
    check_names(
        program,
        &["$ln64", "ln64", "n64", "$ln64v", " n0x40 ", "64"],
        expect![[r#"
            $ln64: zero $ln64v
            lpassa $ln64v $lr0v
            ln64: zero $ln64v
            lpassa $ln64v $lr0v
            n64: zero $ln64v
            lpassa $ln64v $lr0v
            $ln64v: zero $ln64v
            lpassa $ln64v $lr0v
             n0x40 : zero $ln64v
            lpassa $ln64v $lr0v
            64: zero $lm64v
            lpassa $lm64v $lr0v
        "#]],
    );
    check(program, "0", expect![[r#""#]]);
    check_names(
        program,
        &[
            "",
            "$lr",
            "x",
            "$t",
            "$lb0",
            "$aluf",
            "$lmt0v",
            "$lm0 $ln0",
            "-$lm8",
            "$lm8/1000",
            "$lr4096",
        ],
        expect![[r#"
            : `$` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lr: `$lr` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            x: `$x` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $t: `$t` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lb0: `$lb0` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $aluf: `$aluf` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lmt0v: `$lmt0v` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lm0 $ln0: `$lm0 $ln0` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            -$lm8: `$-$lm8` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lm8/1000: `$lm8/1000` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lr4096: address 4096 is beyond GRF0: its addresses go from 0 to 511 single words
        "#]],
    );
    check_names(
        program,
        &["$llm64", "$lm64v4", "$lm[64,66,68,70]", "$m64j1"],
        expect![[r#"
            $llm64: widths and strides stay as they are: give the new place of `$lm0` without them, such as `$n32`
            $lm64v4: widths and strides stay as they are: give the new place of `$lm0` without them, such as `$n32`
            $lm[64,66,68,70]: widths and strides stay as they are: give the new place of `$lm0` without them, such as `$n32`
            $m64j1: widths and strides stay as they are: give the new place of `$lm0` without them, such as `$n32`
        "#]],
    );
    check(
        "zero $lm‸[0,2,4,6]\n",
        "$lm[8,10,12,14]",
        expect![[r#"
        zero $lm[8,10,12,14]
    "#]],
    );
}

#[test]
fn a_place_must_fit() {
    check_names(
        "zero $llm‸0v\nnop/2\nlpassa $llm0v $ln0v\n",
        &["$r6", "$r508", "$r496"],
        expect![[r#"
            $r6: address 6 would not be aligned: line 1 accesses the region by 2-long-word operands, which need a multiple of 4
            $r508: an access of line 1 would not be within GRF0
            $r496: zero $llr496v
            lpassa $llr496v $ln0v
        "#]],
    );
    check(
        "zero $lm0v\nzero $lm8v\nnop/2\nlpassa $llm0v $ln0v\nlpassa $lm8‸ $lr0v\n",
        "4",
        expect![[r#"
            an access of line 1 would not be within LM0
        "#]],
    );
    // An access that wraps around the end of one memory does not wrap in another.
    check(
        "zero $lr‸508v\n",
        "$lm508",
        expect![[r#"
            an access of line 1 wraps around the end of its memory
        "#]],
    );
    // A `mask` statement covers one memory and not the other.
    check(
        "maskm 0b11000\nzero $lm‸0v\nnop/2\nlpassa $lm0 $nowrite\n",
        "$ln0",
        expect![[r#"
            line 2 writes the region under a `mask` statement that treats LM1 differently
        "#]],
    );
}

#[test]
fn what_is_alive_there_stays() {
    // Another value is read later.
    check(
        "zero $ln0v\nzero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\nlpassa $ln0v $ls0v\n",
        "$ln4",
        expect![[r#"
            the new place is in use: line 5 would read what line 2 writes
        "#]],
    );
    // Another value is written in between.
    check(
        "zero $lm‸0v\nnop/2\nzero $ln0v\nnop/2\nlpassa $lm0v $lr0v\n",
        "$ln0",
        expect![[r#"
            the new place is in use: line 5 would read what line 3 writes there
        "#]],
    );
    // A result stays until the end.
    check(
        "zero $ln0v\nnop\nzero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\n",
        "$ln0",
        expect![[r#"
            the new place is in use: the value that line 1 writes there stays until the end of the program
        "#]],
    );
    // Nothing there is read any more.
    check(
        "zero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\nzero $ln0v\nnop/2\nlpassa $ln0v $ls0v\n",
        "$ln0",
        expect![[r#"
            zero $ln0v
            lpassa $ln0v $lr0v
        "#]],
    );
    // Lines after `quit` are not a part of the program.
    check(
        "zero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\nquit\nzero $ln0v\nlpassa $lm0v $ls0v\n",
        "$ln0",
        expect![[r#"
            zero $ln0v
            lpassa $ln0v $lr0v
        "#]],
    );
}

#[test]
fn new_findings_are_a_reason() {
    // A GRF has one read region in a step.
    check(
        "zero $lm‸0v\nnop/2\nladd $lm0v $lr0v $ln0v\n",
        "$lr8",
        expect![[r#"
            line 3 would be reported: `ladd` reads `$lr8v` and `$lr0v`: two regions of GRF0, but the field `in_grf0` holds one (E0908)
        "#]],
    );
    // LM takes longer than GRF until it can be read.
    check(
        "zero $lr‸0v\nnop\nlpassa $lr0v $ls0v\n",
        "$lm0",
        expect![[r#"
            line 3 would be reported: LM0 is read too early: 1 step between this and the write in line 1, 2 needed (E1009)
        "#]],
    );
}

#[test]
fn what_is_not_static_stays() {
    check(
        "zero $lm‸0v\nzero $lt\nnop/2\nlpassa $lmt0v $ln0v\n",
        "$ln100",
        expect![[r#"
            line 4 accesses the region through the T-register: only a run shows where
        "#]],
    );
    check(
        "zero $lm‸0v\nlpassa $lr0 $lmb\nnop/2\nlpassa $lm0v $lr8v\n",
        "$ln100",
        expect![[r#"
            line 4 accesses the region through a base address register
        "#]],
    );
    check(
        "zero $lm‸0v\nlpassa $lr0 $lnb\nnop/2\nlpassa $lm0v $lr8v\n",
        "$ln100",
        expect![[r#"
            line 4 accesses the region through a base address register
        "#]],
    );
    check(
        "lpassa $lm‸0v $ln0v\n",
        "$lm100",
        expect![[r#"
            line 1 reads words that the program never writes: they come from outside and would stay where they are
        "#]],
    );
    check(
        "zero $l‸t\n",
        "$lm0",
        expect![[r#"
            regions of LM, GRF, L1BM, L2BM, PDM and DRAM, mask entries and tags can be renamed; this is in T-register
        "#]],
    );
    check(
        "l2bmdars $lc64@.0 $da‸r0\nl2bmdarw\n",
        "$dar4",
        expect![[r#"
        nothing there
    "#]],
    );
    check(
        "imm i\"1\" $m‸b\n",
        "$nb",
        expect![[r#"
        regions of LM, GRF, L1BM, L2BM, PDM and DRAM, mask entries and tags can be renamed; this is in base address register of LM0
    "#]],
    );
    check(
        "zero $lm‸0v\nlpasa $lm0v $ln0v\n",
        "$lm100",
        expect![[r#"
            the accesses of line 2 are not known: unknown opcode `lpasa`
        "#]],
    );
    for fixture in [
        "lpassa $al‸uf $lm0v\n",
        "zero $lm0v # $lm‸0\n",
        "‸\n",
        "qu‸it\n",
        "l2bmda‸rw\n",
        "r‸ 0 000000000 001 0000000000000000\n",
    ] {
        assert_eq!(outcome(fixture, "$lm100"), "nothing there\n", "{fixture}");
    }
}
