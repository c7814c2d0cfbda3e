use std::ops::ControlFlow;

use expect_test::{Expect, expect};
use mnc2_dataflow::flow::Flow;
use mnc2_emulator::RunOptions;

use super::*;

const PROGRAM: &str = "linc $subpeid $lm0\n\
    imm f\"1.5\" $r2\n\
    d set $lr510n0c0b0m0p1 1 3FF8000040000000\n\
    d set $lb4n0c1b2 1 7E003E0000000001\n\
    lpassa $subpeid $t\n";

fn check(memory: &str, focus: &str, count: u32, format: Option<NumberFormat>, expected: Expect) {
    let mut machine = Machine::new();
    let program = mnc2_asm::parse(PROGRAM);
    let flow = Flow::new(&program);
    let after = After {
        program: &program,
        flow: &flow,
        line: Some(program.len() as u32 - 1),
    };
    machine.run(&program, &RunOptions::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    let question = MemoryQuestion {
        memory,
        focus: Focus::parse(focus).expect("a focus"),
        count,
        format,
    };
    let shown = match words(&machine, &question, after) {
        Err(reason) => format!("refused: {reason}\n"),
        Ok(found) => {
            let mut shown = format!("{} {:?} {:?}\n", found.element, found.before, found.after);
            for MemoryWord {
                name,
                format,
                value,
            } in found.words
            {
                shown += &format!("{name} {format:?} {} {}\n", value.bits, value.text);
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}

#[test]
fn words_of_a_pe() {
    check(
        "$lm0",
        "p2",
        2,
        None,
        expect![[r#"
        n0c0b0m0p2 None Some("$lm4")
        $lm0 Integer 0x0000000000000003 3
        $lm2 Hexadecimal 0x0000000000000000 0x0000000000000000
    "#]],
    );
    check(
        "$r2",
        "p2",
        2,
        None,
        expect![[r#"
        n0c0b0m0p2 Some("$r0") Some("$r4")
        $r2 Single 0x3fc00000 1.5
        $r3 Hexadecimal 0x00000000 0x00000000
    "#]],
    );
    check(
        "$r3",
        "",
        1,
        Some(NumberFormat::Half),
        expect![[r#"
        n0c0b0m0p0 Some("$r2") Some("$r4")
        $r3 Half 0x00000000 0, 0
    "#]],
    );
    check(
        "$lr508",
        "p1",
        10,
        Some(NumberFormat::Double),
        expect![[r#"
            n0c0b0m0p1 Some("$lr488") None
            $lr508 Double 0x0000000000000000 0
            $lr510 Double 0x3ff8000040000000 1.5
        "#]],
    );
    check(
        "$llr500",
        "p1",
        10,
        Some(NumberFormat::Hexadecimal),
        expect![[r#"
            n0c0b0m0p1 Some("$llr460") None
            $llr500 Hexadecimal 0x0000000000000000, 0x0000000000000000 0x0000000000000000, 0x0000000000000000
            $llr504 Hexadecimal 0x0000000000000000, 0x0000000000000000 0x0000000000000000, 0x0000000000000000
            $llr508 Hexadecimal 0x0000000000000000, 0x3ff8000040000000 0x0000000000000000, 0x3ff8000040000000
        "#]],
    );
    check(
        "$lt",
        "p1",
        2,
        None,
        expect![[r#"
            n0c0b0m0p1 None None
            $lt[0] Integer 0x0000000000000001 1
            $lt[1] Integer 0x0000000000000001 1
            $lt[2] Integer 0x0000000000000001 1
            $lt[3] Integer 0x0000000000000001 1
        "#]],
    );
}

#[test]
fn words_of_what_a_pe_belongs_to() {
    check(
        "$lb3",
        "n0c1b2m3p1",
        2,
        Some(NumberFormat::Half),
        expect![[r#"
        n0c1b2 Some("$lb1") Some("$lb5")
        $lb3 Half 0x0000000000000000 0, 0, 0, 0
        $lb4 Half 0x7e003e0000000001 inf, 1, 0, 0
    "#]],
    );
    check(
        "$lc0",
        "n3c1",
        1,
        None,
        expect![[r#"
        n3c1 None Some("$lc1")
        $lc0 Hexadecimal 0x0000000000000000 0x0000000000000000
    "#]],
    );
    check(
        "$d4",
        "n3c1",
        1,
        None,
        expect![[r#"
        n3 Some("$d3") Some("$d5")
        $d4 Hexadecimal 0x0000000000000000 0x0000000000000000
    "#]],
    );
}

#[test]
fn an_answer_has_so_many_words_and_no_more() {
    let program = mnc2_asm::parse("nop\n");
    let flow = Flow::new(&program);
    let after = After {
        program: &program,
        flow: &flow,
        line: None,
    };
    let question = MemoryQuestion {
        memory: "$m1",
        focus: Focus::default(),
        count: u32::MAX,
        format: None,
    };
    let found = words(&Machine::new(), &question, after).expect("words");
    assert_eq!(found.words.len(), WORDS_MAX as usize);
    assert_eq!(found.after.as_deref(), Some("$m1025"));
}

#[test]
fn refusals() {
    check(
        "$lm4096",
        "",
        1,
        None,
        expect![[r#"
        refused: address 4096 is beyond LM0: its addresses go from 0 to 4095 single words
    "#]],
    );
    check(
        "$lr99999",
        "",
        1,
        None,
        expect![[r#"
        refused: address 99999 is beyond GRF0: its addresses go from 0 to 511 single words
    "#]],
    );
    check(
        "$omr1",
        "",
        1,
        None,
        expect![[r#"
        refused: mask register has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have
    "#]],
    );
    check(
        "",
        "",
        1,
        None,
        expect![[r#"
        refused: `` is not a memory with an address, such as `$lm0`
    "#]],
    );
    check(
        "$r0",
        "",
        1,
        Some(NumberFormat::Double),
        expect![[r#"
        refused: a single word is too short for a double-precision number
    "#]],
    );
}
