use expect_test::{Expect, expect};

use super::*;
use crate::text;

/// The region at the cursor moved to a place: the lines that change, or why it stays.
fn outcome(fixture: &str, name: &str) -> String {
    let at = fixture.find('‸').expect("a cursor");
    let source = fixture.replace('‸', "");
    let line = source[..at].matches('\n').count();
    let byte = at - source[..at].rfind('\n').map_or(0, |end| end + 1);
    let lines: Vec<&str> = text::lines(&source).collect();
    let program = Program::parse(&source);
    let flow = Flow::new(&program);
    let text = |line: usize| lines.get(line).copied().unwrap_or_default().to_owned();
    let subject = Subject {
        program: &program,
        flow: &flow,
        mode: ModeChoice::Infer,
        text: &text,
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

/// What becomes of several names.
fn check_names(fixture: &str, names: &[&str], expected: Expect) {
    let shown = names
        .iter()
        .map(|name| format!("{name}: {}", outcome(fixture, name)));
    expected.assert_eq(&shown.collect::<String>());
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
    // What `d set` brings moves with it.
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
            : `$` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lr: `$lr` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            x: `$x` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $t: `$t` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lb0: `$lb0` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $aluf: `$aluf` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lmt0v: `$lmt0v` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lm0 $ln0: `$lm0 $ln0` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            -$lm8: `$-$lm8` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lm8/1000: `$lm8/1000` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
            $lr4096: address 4096 is beyond GRF0: its addresses go from 0 to 511 single words
        "#]],
    );
    check_names(
        program,
        &["$llm64", "$lm64v4", "$lm[64,66,68,70]", "$m64j1"],
        expect![[r#"
            $llm64: moving keeps widths and strides: give the new place of `$lm0` without them, such as `$n32`
            $lm64v4: moving keeps widths and strides: give the new place of `$lm0` without them, such as `$n32`
            $lm[64,66,68,70]: moving keeps widths and strides: give the new place of `$lm0` without them, such as `$n32`
            $m64j1: moving keeps widths and strides: give the new place of `$lm0` without them, such as `$n32`
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
            $r6: line 1 accesses the region by a 2-long-word operand, for which address 6 is no multiple of 4
            $r508: what line 1 accesses would not lie within GRF0
            $r496: zero $llr496v
            lpassa $llr496v $ln0v
        "#]],
    );
    check(
        "zero $lm0v\nzero $lm8v\nnop/2\nlpassa $llm0v $ln0v\nlpassa $lm8‸ $lr0v\n",
        "4",
        expect![[r#"
            what line 1 accesses would not lie within LM0
        "#]],
    );
    // What wraps around the end of one memory does not in another.
    check(
        "zero $lr‸508v\n",
        "$lm508",
        expect![[r#"
            what line 1 accesses wraps around the end of its memory
        "#]],
    );
    // A `mask` statement covers one memory and not the other.
    check(
        "maskm 0b11000\nzero $lm‸0v\nnop/2\nlpassa $lm0 $nowrite\n",
        "$ln0",
        expect![[r#"
            line 2 writes the region under a `mask` statement, which treats LM1 differently
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
            the new place is in use: line 3 writes there what line 5 would read
        "#]],
    );
    // A result stays until the end.
    check(
        "zero $ln0v\nnop\nzero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\n",
        "$ln0",
        expect![[r#"
            the new place is in use: what line 1 writes there is still there at the end of the program
        "#]],
    );
    // Nothing is alive there any more.
    check(
        "zero $lm‸0v\nnop/2\nlpassa $lm0v $lr0v\nzero $ln0v\nnop/2\nlpassa $ln0v $ls0v\n",
        "$ln0",
        expect![[r#"
            zero $ln0v
            lpassa $ln0v $lr0v
        "#]],
    );
    // What follows `quit` is no part of the program.
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
            line 3 would be found fault with: `ladd` reads `$lr8v` and `$lr0v`, two regions of GRF0: the field `in_grf0` holds one (E0908)
        "#]],
    );
    // LM takes longer than GRF until it can be read.
    check(
        "zero $lr‸0v\nnop\nlpassa $lr0v $ls0v\n",
        "$lm0",
        expect![[r#"
            line 3 would be found fault with: LM0 is read too early: 1 step between this and the write in line 1, 2 needed (E1009)
        "#]],
    );
}

#[test]
fn what_is_not_static_stays() {
    check(
        "zero $lm‸0v\nzero $lt\nnop/2\nlpassa $lmt0v $ln0v\n",
        "$ln100",
        expect![[r#"
            line 4 accesses the region through the T-register: where, only a run shows
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
        line 1 reads words that nothing in the program writes: they come from outside and would not move
    "#]],
    );
    check(
        "zero $l‸t\n",
        "$lm0",
        expect![[r#"
        only regions of LM0, LM1, GRF0 and GRF1 can be moved; this is in T-register
    "#]],
    );
    check(
        "l1bmp $lb‸0 $lm0v\n",
        "$lm0",
        expect![[r#"
        only regions of LM0, LM1, GRF0 and GRF1 can be moved; this is in L1BM
    "#]],
    );
    check(
        "l2bmdars $lc‸0@.0 $dar0\nl2bmdarw\n",
        "$lm0",
        expect![[r#"
            only regions of LM0, LM1, GRF0 and GRF1 can be moved; this is in L2BM
        "#]],
    );
    check(
        "zero $lm‸0v\nlpasa $lm0v $ln0v\n",
        "$lm100",
        expect![[r#"
            what line 2 accesses is not known: unknown opcode `lpasa`
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
