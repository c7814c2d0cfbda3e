//! Accesses as text: `read $lm0v LM0: 0:0-1 ...`, a cycle with its words for each `Piece`.

use expect_test::{Expect, expect};
use mnc2_isa::ChipLevel;

use mnc2_asm::LineParser;
use mnc2_program::access::{AccessRole, Accesses, Certainty, Elements, State, Store};

/// The accesses of the last line, on the state that the others leave.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "`expect!` makes a value")]
fn check(source: &str, expected: Expect) {
    let mut parser = LineParser::new();
    let mut state = State::default();
    let mut shown = String::new();
    for text in source.lines() {
        let line = parser.parse(text);
        assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
        let Some(statement) = &line.statement else {
            continue;
        };
        shown = show(text, &Accesses::from_statement(statement, &state));
        state.advance(statement);
    }
    expected.assert_eq(&shown);
}

fn show(text: &str, accesses: &Accesses) -> String {
    let mut out = String::new();
    for access in accesses.list() {
        let store = match access.store {
            Store::Memory(memory) => memory.name(),
            Store::Forwarding(register) => register.name(),
            Store::Turnaround => "turnaround register",
            Store::Darbuf => "DARBUF",
        };
        let role = match access.role {
            AccessRole::Data => "",
            AccessRole::Address => " for an address",
            AccessRole::Mask => " as a mask",
        };
        let part = &text[access.range.start as usize..access.range.end as usize];
        out.push_str(&format!(
            "{} {part} {store}{role}:",
            access.direction.name()
        ));
        for piece in accesses.pieces(access) {
            let certainty = match piece.certainty {
                Certainty::Always => "",
                Certainty::Perhaps => "?",
                Certainty::Somewhere => "??",
            };
            let last = piece.first + piece.count - 1;
            out.push_str(&format!(
                " {}:{}-{last}{certainty}",
                piece.cycle, piece.first
            ));
            for (level, letter) in [
                (ChipLevel::Group, 'n'),
                (ChipLevel::L2b, 'c'),
                (ChipLevel::L1b, 'b'),
                (ChipLevel::Mab, 'm'),
                (ChipLevel::Pe, 'p'),
            ] {
                let numbers = piece.elements.numbers(level);
                if numbers != Elements::ALL.numbers(level) {
                    out.push_str(&format!(" {letter}{numbers:b}"));
                }
            }
        }
        out.push('\n');
    }
    out
}

#[test]
fn strides_lists_and_the_end_of_the_memory() {
    check(
        "lpassa $r1v $llm4088v",
        expect![[r#"
            read $r1v GRF0: 0:1-1 1:2-2 2:3-3 3:4-4
            read $llm4088v base address register of LM0 for an address: 0:0-0 1:0-0 2:0-0 3:0-0
            write $llm4088v LM0: 0:4088-4091 1:4092-4095 2:0-3 3:4-7
            write lpassa aluf: 0:0-0 1:1-1 2:2-2 3:3-3
        "#]],
    );
    check(
        "lpassa $lr[0,8,8,2] $nowrite; noforward",
        expect![[r#"
            read $lr[0,8,8,2] GRF0: 0:0-1 1:8-9 2:8-9 3:2-3
        "#]],
    );
}

#[test]
fn masks_and_single_pes() {
    check(
        "maskr 3\nlpassa $t $lr0v",
        expect![[r#"
            read $t T-register: 0:0-3 1:4-7 2:8-11 3:12-15
            read $lr0v mask register as a mask: 0:12-12 1:13-13 2:14-14 3:15-15
            write $lr0v GRF0: 0:0-1? 1:2-3? 2:4-5? 3:6-7?
            write lpassa aluf: 0:0-0 1:1-1 2:2-2 3:3-3
        "#]],
    );
    check(
        "zero $llr0v/1001p $ls0v",
        expect![[r#"
            write $llr0v/1001p GRF0: 0:0-3 1:6-7 2:10-11 3:12-15
            write $ls0v GRF1: 0:0-1 1:2-3 2:4-5 3:6-7
            write zero aluf: 0:0-0 1:1-1 2:2-2 3:3-3
        "#]],
    );
    check(
        "noforward; lpassa $lr0 $ln0j1",
        expect![[r#"
            read $lr0 GRF0: 0:0-1 1:0-1 2:0-1 3:0-1
            read $ln0j1 base address register of LM1 for an address: 0:0-0 1:0-0 2:0-0 3:0-0
            write $ln0j1 LM1: 0:0-1 p1100 0:2-3 p11 1:0-1 p1100 1:2-3 p11 2:0-1 p1100 2:2-3 p11 3:0-1 p1100 3:2-3 p11
        "#]],
    );
}

#[test]
fn addresses_that_only_a_run_knows() {
    check(
        "lpassa $mt4 $nowrite; noforward",
        expect![[r#"
            read $mt4 base address register of LM0 for an address: 0:0-0 1:0-0 2:0-0 3:0-0
            read $mt4 T-register for an address: 0:0-1 1:4-5 2:8-9 3:12-13
            read $mt4 LM0: 0:0-4095?? 1:0-4095?? 2:0-4095?? 3:0-4095??
        "#]],
    );
    check(
        "lpassa $lr0 $nb\nlpassa $ln0 $nowrite; noforward",
        expect![[r#"
            read $ln0 base address register of LM1 for an address: 0:0-0 1:0-0 2:0-0 3:0-0
            read $ln0 LM1: 0:0-4095?? 1:0-4095?? 2:0-4095?? 3:0-4095??
        "#]],
    );
    check(
        "lpassa $lr0 $nb\nimm i\"66\" $nb\nlpassa $ln0 $nowrite; noforward",
        expect![[r#"
            read $ln0 base address register of LM1 for an address: 0:0-0 1:0-0 2:0-0 3:0-0
            read $ln0 LM1: 0:66-67 1:66-67 2:66-67 3:66-67
        "#]],
    );
    check(
        "mvp/n128nd2 $di3@1 $lc64@0.1",
        expect![[r#"
            read $di3@1 DAR for an address: 0:3-6 n10
            read $di3@1 DRAM: 0:0-536870911?? n10
            write $lc64@0.1 L2BM: 0:64-191 n1 c10
        "#]],
    );
}

#[test]
fn memories_above_the_pes() {
    check(
        "l2bmd@[1,3] $lc0 $lb8",
        expect![[r#"
            read $lc0 L2BM: 0:8-15 0:24-31 1:72-79 1:88-95 2:136-143 2:152-159 3:200-207 3:216-223
            write $lb8 L1BM: 0:8-15 b1010 1:16-23 b1010 2:24-31 b1010 3:32-39 b1010
        "#]],
    );
    check(
        "l1bmm4@2 $lr0v $lb0",
        expect![[r#"
            read $lr0v GRF0: 0:0-1 m100010001000100 1:2-3 m100010001000100 2:4-5 m100010001000100 3:6-7 m100010001000100
            write $lb0 L1BM: 0:0-15 1:16-31 2:32-47 3:48-63
            write l1bmm4@2 turnaround register: 0:0-0 1:1-1 2:2-2 3:3-3
        "#]],
    );
    check(
        "l2bmdars $lc0@.1 $dar1022; l2bmdarw\nl2bmdarw",
        expect![[r#"
            read l2bmdarw DARBUF: 0:4-4 1:5-5 2:6-6 3:7-7
            write l2bmdarw DAR: 0:2-2 1:3-3 2:4-4 3:5-5
        "#]],
    );
}

#[test]
fn matrix_registers_by_physical_rows() {
    check(
        "dmwrite $lr0v $lx1",
        expect![[r#"
            read $lr0v GRF0: 0:0-1 1:2-3 2:4-5 3:6-7
            write $lx1 matrix register x: 0:4-4 1:8-8 2:12-12 3:0-0
        "#]],
    );
}

#[test]
fn debug_and_host_statements() {
    check(
        "d get $omr2n1b3 2",
        expect![[r#"
            read $omr2n1b3 mask register: 0:8-15 n10 b1000
        "#]],
    );
    check(
        "r 2 000000040 001 0123456789abcdef",
        expect![[r#"
            write r 2 000000040 001 0123456789abcdef DRAM: 0:64-64 n100
        "#]],
    );
}
