//! Traces: what one PE reads and writes, statement by statement.

use expect_test::{Expect, expect};
use mnc2_emulator::trace::{Trace, TracedStatement, TracedValue};
use mnc2_emulator::{Machine, RunOptions};
use mnc2_isa::ChipLevel;

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "`expect!` makes a value")]
fn check(pe: &str, source: &str, expected: Expect) {
    let program = mnc2_asm::parse(source);
    let broken = program.iter().find(|line| line.has_error());
    assert_eq!(broken, None, "{source}");
    let index = (0..4096).find(|&index| ChipLevel::Pe.name(index) == pe);
    let mut text = String::new();
    let mut sink = |statement: TracedStatement| {
        text += &format!("{}\n", statement.line + 1);
        for access in statement.accesses {
            let value = match access.value {
                TracedValue::Single(word) => format!("{word:08x}"),
                TracedValue::Long(words) => words
                    .iter()
                    .map(|word| format!("{word:x}"))
                    .collect::<Vec<_>>()
                    .join(" "),
                TracedValue::Flags(flags) => format!("{flags:04b}"),
                TracedValue::Masked => "masked".to_owned(),
            };
            let line = source.lines().nth(statement.line as usize).unwrap_or("");
            text += &format!(
                "  {} {} {} {} {}({}{}) {value}\n",
                access.expression,
                &line[access.range.start as usize..access.range.end as usize],
                if access.is_write { "<-" } else { "->" },
                access.cycle,
                access.memory,
                access.element,
                access
                    .address
                    .map_or_else(String::new, |address| format!(",{address}")),
            );
        }
    };
    let mut trace = Trace::new(index.expect("a PE"), &mut sink);
    let options = RunOptions::default();
    Machine::new().run_observed(&program, &options, &mut Vec::new(), &mut trace);
    expected.assert_eq(&text);
}

#[test]
fn pe_memories_forwarding_and_masks() {
    check(
        "n0c0b0m1p2",
        "\
d set $lm0 2 l1l2
nop
ladd $peid $lm0 $lr0v/1000; fvpassa $lm0 $nowrite
lpassa $aluf $omr3
lpassa $lr0v $llt/$imr3
lpassa $lmt0 $n1
imm i\"5\" $lnb
",
        expect![[r#"
            2
            3
              0 $lm0 -> 0 LM0(n0c0b0m1p2,0) 1
              0 $lm0 -> 1 LM0(n0c0b0m1p2,0) 1
              0 $lm0 -> 2 LM0(n0c0b0m1p2,0) 1
              0 $lm0 -> 3 LM0(n0c0b0m1p2,0) 1
              1 $lm0 -> 0 LM0(n0c0b0m1p2,0) 1
              1 $lm0 -> 1 LM0(n0c0b0m1p2,0) 1
              1 $lm0 -> 2 LM0(n0c0b0m1p2,0) 1
              1 $lm0 -> 3 LM0(n0c0b0m1p2,0) 1
              0 $lr0v/1000 <- 0 GRF0(n0c0b0m1p2,0) 7
              0 $lr0v/1000 <- 1 GRF0(n0c0b0m1p2,2) masked
              0 $lr0v/1000 <- 2 GRF0(n0c0b0m1p2,4) masked
              0 $lr0v/1000 <- 3 GRF0(n0c0b0m1p2,6) masked
              0 ladd <- 0 aluf(n0c0b0m1p2) 7 6
              0 ladd <- 1 aluf(n0c0b0m1p2) 7 6
              0 ladd <- 2 aluf(n0c0b0m1p2) 7 6
              0 ladd <- 3 aluf(n0c0b0m1p2) 7 6
              1 fvpassa <- 0 mauf(n0c0b0m1p2) 0 0
              1 fvpassa <- 1 mauf(n0c0b0m1p2) 0 0
              1 fvpassa <- 2 mauf(n0c0b0m1p2) 0 0
              1 fvpassa <- 3 mauf(n0c0b0m1p2) 0 0
            4
              0 $aluf -> 0 aluf(n0c0b0m1p2) 7 6
              0 $aluf -> 1 aluf(n0c0b0m1p2) 7 6
              0 $aluf -> 2 aluf(n0c0b0m1p2) 7 6
              0 $aluf -> 3 aluf(n0c0b0m1p2) 7 6
              0 $omr3 <- 0 OMR(n0c0b0m1p2,3) 0000
              0 $omr3 <- 1 OMR(n0c0b0m1p2,3) 0000
              0 $omr3 <- 2 OMR(n0c0b0m1p2,3) 0000
              0 $omr3 <- 3 OMR(n0c0b0m1p2,3) 0000
              0 lpassa <- 0 aluf(n0c0b0m1p2) 7 6
              0 lpassa <- 1 aluf(n0c0b0m1p2) 7 6
              0 lpassa <- 2 aluf(n0c0b0m1p2) 7 6
              0 lpassa <- 3 aluf(n0c0b0m1p2) 7 6
            5
              0 $lr0v -> 0 GRF0(n0c0b0m1p2,0) 7
              0 $lr0v -> 1 GRF0(n0c0b0m1p2,2) 0
              0 $lr0v -> 2 GRF0(n0c0b0m1p2,4) 0
              0 $lr0v -> 3 GRF0(n0c0b0m1p2,6) 0
              0 $llt/$imr3 -> 0 OMR(n0c0b0m1p2,3) 0000
              0 $llt/$imr3 -> 1 OMR(n0c0b0m1p2,3) 0000
              0 $llt/$imr3 -> 2 OMR(n0c0b0m1p2,3) 0000
              0 $llt/$imr3 -> 3 OMR(n0c0b0m1p2,3) 0000
              0 $llt/$imr3 <- 0 TREG(n0c0b0m1p2,0) 0 0
              0 $llt/$imr3 <- 1 TREG(n0c0b0m1p2,1) 0 0
              0 $llt/$imr3 <- 2 TREG(n0c0b0m1p2,2) 0 0
              0 $llt/$imr3 <- 3 TREG(n0c0b0m1p2,3) 0 0
              0 lpassa <- 0 aluf(n0c0b0m1p2) 7 0
              0 lpassa <- 1 aluf(n0c0b0m1p2) 0 0
              0 lpassa <- 2 aluf(n0c0b0m1p2) 0 0
              0 lpassa <- 3 aluf(n0c0b0m1p2) 0 0
            6
              0 $lmt0 -> 0 TREG(n0c0b0m1p2,0) 0
              0 $lmt0 -> 0 LM0(n0c0b0m1p2,0) 1
              0 $lmt0 -> 1 TREG(n0c0b0m1p2,1) 0
              0 $lmt0 -> 1 LM0(n0c0b0m1p2,0) 1
              0 $lmt0 -> 2 TREG(n0c0b0m1p2,2) 0
              0 $lmt0 -> 2 LM0(n0c0b0m1p2,0) 1
              0 $lmt0 -> 3 TREG(n0c0b0m1p2,3) 0
              0 $lmt0 -> 3 LM0(n0c0b0m1p2,0) 1
              0 $n1 <- 0 LM1(n0c0b0m1p2,1) 00000000
              0 $n1 <- 1 LM1(n0c0b0m1p2,1) 00000000
              0 $n1 <- 2 LM1(n0c0b0m1p2,1) 00000000
              0 $n1 <- 3 LM1(n0c0b0m1p2,1) 00000000
              0 lpassa <- 0 aluf(n0c0b0m1p2) 1 0
              0 lpassa <- 1 aluf(n0c0b0m1p2) 1 0
              0 lpassa <- 2 aluf(n0c0b0m1p2) 1 0
              0 lpassa <- 3 aluf(n0c0b0m1p2) 1 0
            7
              0 $lnb <- 0 BAR1(n0c0b0m1p2) 00000005
              0 $lnb <- 1 BAR1(n0c0b0m1p2) 00000005
              0 $lnb <- 2 BAR1(n0c0b0m1p2) 00000005
              0 $lnb <- 3 BAR1(n0c0b0m1p2) 00000005
              0 imm <- 0 aluf(n0c0b0m1p2) 500000005 500000005
              0 imm <- 1 aluf(n0c0b0m1p2) 500000005 500000005
              0 imm <- 2 aluf(n0c0b0m1p2) 500000005 500000005
              0 imm <- 3 aluf(n0c0b0m1p2) 500000005 500000005
        "#]],
    );
}

#[test]
fn memories_above_the_pes() {
    check(
        "n1c0b1m0p0",
        "\
c 0 0 i01 i00 0 000000000 000001 0000000000000007
mvb/n64 $p0@0 $lc0
l2bmb $lc0 $lb64
nop/2
l1bmp $lb64 $lr0
dmwrite $lbf $lx0
l1bmm@0 $lr0v $lbi
l1bmm $lbi $ls0v/1000
l2bmdars $lc0@.0 $dar5; l2bmdarw
mvp/n64nd1 $di5@1 $p0@1
",
        expect![[r#"
            2
              0 $lc0 <- 0 L2BM(n1c0,0) 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0 <- 0 L2BM(n1c0,16) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0 <- 0 L2BM(n1c0,32) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0 <- 0 L2BM(n1c0,48) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
            3
              0 $lc0 -> 0 L2BM(n1c0,0) 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0 -> 1 L2BM(n1c0,16) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0 -> 2 L2BM(n1c0,32) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0 -> 3 L2BM(n1c0,48) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lb64 <- 0 L1BM(n1c0b1,64) 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lb64 <- 1 L1BM(n1c0b1,80) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lb64 <- 2 L1BM(n1c0b1,96) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lb64 <- 3 L1BM(n1c0b1,112) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
            4
            5
              0 $lb64 -> 0 L1BM(n1c0b1,64) 7
              0 $lb64 -> 1 L1BM(n1c0b1,65) 0
              0 $lb64 -> 2 L1BM(n1c0b1,66) 0
              0 $lb64 -> 3 L1BM(n1c0b1,67) 0
              0 $lr0 <- 0 GRF0(n1c0b1m0p0,0) 7
              0 $lr0 <- 1 GRF0(n1c0b1m0p0,0) 0
              0 $lr0 <- 2 GRF0(n1c0b1m0p0,0) 0
              0 $lr0 <- 3 GRF0(n1c0b1m0p0,0) 0
              0 l1bmp <- 0 lbf(n1c0b1m0p0) 7 0
              0 l1bmp <- 1 lbf(n1c0b1m0p0) 0 0
              0 l1bmp <- 2 lbf(n1c0b1m0p0) 0 0
              0 l1bmp <- 3 lbf(n1c0b1m0p0) 0 0
            6
              0 $lbf -> 0 lbf(n1c0b1m0p0) 7 0
              0 $lbf -> 1 lbf(n1c0b1m0p0) 0 0
              0 $lbf -> 2 lbf(n1c0b1m0p0) 0 0
              0 $lbf -> 3 lbf(n1c0b1m0p0) 0 0
              0 $lx0 <- 0 MRx(n1c0b1m0p0,0) 7
              0 $lx0 <- 1 MRx(n1c0b1m0p0,4) 0
              0 $lx0 <- 2 MRx(n1c0b1m0p0,8) 0
              0 $lx0 <- 3 MRx(n1c0b1m0p0,12) 0
            7
              0 $lr0v -> 0 GRF0(n1c0b1m0p0,0) 0
              0 $lr0v -> 1 GRF0(n1c0b1m0p0,2) 0
              0 $lr0v -> 2 GRF0(n1c0b1m0p0,4) 0
              0 $lr0v -> 3 GRF0(n1c0b1m0p0,6) 0
              0 l1bmm@0 <- 0 lbi(n1c0b1) 0 0 0 0
              0 l1bmm@0 <- 1 lbi(n1c0b1) 0 0 0 0
              0 l1bmm@0 <- 2 lbi(n1c0b1) 0 0 0 0
              0 l1bmm@0 <- 3 lbi(n1c0b1) 0 0 0 0
            8
              0 $lbi -> 0 lbi(n1c0b1) 0 0 0 0
              0 $lbi -> 1 lbi(n1c0b1) 0 0 0 0
              0 $lbi -> 2 lbi(n1c0b1) 0 0 0 0
              0 $lbi -> 3 lbi(n1c0b1) 0 0 0 0
              0 $ls0v/1000 <- 0 GRF1(n1c0b1m0p0,0) 0
              0 $ls0v/1000 <- 1 GRF1(n1c0b1m0p0,2) masked
              0 $ls0v/1000 <- 2 GRF1(n1c0b1m0p0,4) masked
              0 $ls0v/1000 <- 3 GRF1(n1c0b1m0p0,6) masked
              0 l1bmm <- 0 lbf(n1c0b1m0p0) 0 0
              0 l1bmm <- 1 lbf(n1c0b1m0p0) 0 0
              0 l1bmm <- 2 lbf(n1c0b1m0p0) 0 0
              0 l1bmm <- 3 lbf(n1c0b1m0p0) 0 0
            9
              0 $lc0@.0 -> 0 L2BM(n1c0,0) 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0@.0 -> 1 L2BM(n1c0,64) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0@.0 -> 2 L2BM(n1c0,128) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $lc0@.0 -> 3 L2BM(n1c0,192) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $dar5 <- 0 DARBUF(n1,0) 0 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $dar5 <- 1 DARBUF(n1,128) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $dar5 <- 2 DARBUF(n1,256) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $dar5 <- 3 DARBUF(n1,384) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              1 l2bmdarw -> 0 DARBUF(n1,0) 0
              1 l2bmdarw -> 1 DARBUF(n1,1) 7
              1 l2bmdarw -> 2 DARBUF(n1,2) 0
              1 l2bmdarw -> 3 DARBUF(n1,3) 0
              1 l2bmdarw <- 0 DAR(n1,5) 0
              1 l2bmdarw <- 1 DAR(n1,6) 7
              1 l2bmdarw <- 2 DAR(n1,7) 0
              1 l2bmdarw <- 3 DAR(n1,8) 0
            10
              0 $di5@1 -> 0 DAR(n1,5) 0
              0 $di5@1 -> 0 DRAM(n1,0) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $di5@1 -> 0 DAR(n1,6) 7
              0 $di5@1 -> 0 DRAM(n1,112) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $di5@1 -> 0 DAR(n1,7) 0
              0 $di5@1 -> 0 DRAM(n1,0) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $di5@1 -> 0 DAR(n1,8) 0
              0 $di5@1 -> 0 DRAM(n1,0) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $p0@1 <- 0 PDM(n1,0) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $p0@1 <- 0 PDM(n1,16) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $p0@1 <- 0 PDM(n1,32) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
              0 $p0@1 <- 0 PDM(n1,48) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
        "#]],
    );
}

#[test]
fn long_transfers_are_cut() {
    let program = mnc2_asm::parse("mvp/n524288 $p0@0 $d0@0\n");
    let mut told = Vec::new();
    let mut sink = |statement: TracedStatement| {
        told.push((statement.accesses.len(), statement.left_out));
    };
    let mut trace = Trace::new(0, &mut sink);
    let options = RunOptions::default();
    Machine::new().run_observed(&program, &options, &mut Vec::new(), &mut trace);
    // One read and one write for each 16 long words.
    assert_eq!(told, [(10_000, 2 * 524_288 / 16 - 10_000)]);
}
