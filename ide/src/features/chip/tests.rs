use expect_test::{Expect, expect};
use mnc2_emulator::RunOptions;
use std::ops::ControlFlow;

use super::*;

const PROGRAM: &str = "linc $subpeid $lm0\n\
    d set $lr0n3c1b7m15p3 1 3FF8000040000000\n\
    d set $lb4n0c1b2 1 7E003E0000000001\n\
    d set $ln4 2 00000000000000010000000000000002\n";

fn check(memory: &str, cycle: u8, format: NumberFormat, expected: Expect) {
    check_after(PROGRAM, memory, cycle, Some(format), expected);
}

fn check_after(
    text: &str,
    memory: &str,
    cycle: u8,
    format: Option<NumberFormat>,
    expected: Expect,
) {
    let mut machine = Machine::new();
    let program = mnc2_asm::parse(text);
    let flow = Flow::new(&program);
    let after = After {
        program: &program,
        flow: &flow,
        line: Some(program.len() as u32 - 1),
    };
    machine.run(&program, &RunOptions::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    let question = ChipQuestion {
        memory,
        cycle,
        format,
    };
    let shown = match picture(&machine, &question, after) {
        Err(reason) => format!("refused: {reason}\n"),
        Ok(picture) => {
            let mut shown = format!("{} elements", picture.elements.len());
            if format.is_none() {
                shown += &format!(" as {:?}", picture.format);
            }
            shown.push('\n');
            for (place, value) in picture.values.iter().enumerate() {
                let of = picture
                    .elements
                    .iter()
                    .enumerate()
                    .filter(|(_, of)| **of == place as u32);
                let of: Vec<usize> = of.map(|(element, _)| element).collect();
                let first = picture.level.name(of[0]);
                shown += &format!(
                    "{} as {} ({:?}): {} from {first} on\n",
                    value.bits,
                    value.text,
                    value.number,
                    of.len()
                );
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}

#[test]
fn each_value_stands_once() {
    check(
        "$lm0",
        0,
        NumberFormat::Integer,
        expect![[r#"
        4096 elements
        0x0000000000000001 as 1 (Some(1.0)): 1024 from n0c0b0m0p0 on
        0x0000000000000002 as 2 (Some(2.0)): 1024 from n0c0b0m0p1 on
        0x0000000000000003 as 3 (Some(3.0)): 1024 from n0c0b0m0p2 on
        0x0000000000000004 as 4 (Some(4.0)): 1024 from n0c0b0m0p3 on
    "#]],
    );
    check(
        "$m1",
        0,
        NumberFormat::Hexadecimal,
        expect![[r#"
            4096 elements
            0x00000001 as 0x00000001 (Some(1.0)): 1024 from n0c0b0m0p0 on
            0x00000002 as 0x00000002 (Some(2.0)): 1024 from n0c0b0m0p1 on
            0x00000003 as 0x00000003 (Some(3.0)): 1024 from n0c0b0m0p2 on
            0x00000004 as 0x00000004 (Some(4.0)): 1024 from n0c0b0m0p3 on
        "#]],
    );
    check(
        "$lln4",
        0,
        NumberFormat::Integer,
        expect![[r#"
        4096 elements
        0x0000000000000001, 0x0000000000000002 as 1, 2 (Some(1.0)): 4096 from n0c0b0m0p0 on
    "#]],
    );
}

#[test]
fn formats() {
    check(
        "$lr0",
        0,
        NumberFormat::Double,
        expect![[r#"
        4096 elements
        0x0000000000000000 as 0 (Some(0.0)): 4095 from n0c0b0m0p0 on
        0x3ff8000040000000 as 1.5 (Some(1.500000238418579)): 1 from n3c1b7m15p3 on
    "#]],
    );
    check(
        "$lr0",
        0,
        NumberFormat::Single,
        expect![[r#"
        4096 elements
        0x0000000000000000 as 0, 0 (Some(0.0)): 4095 from n0c0b0m0p0 on
        0x3ff8000040000000 as 1.9375, 2 (Some(1.9375)): 1 from n3c1b7m15p3 on
    "#]],
    );
    check(
        "$lb4",
        0,
        NumberFormat::Half,
        expect![[r#"
        64 elements
        0x0000000000000000 as 0, 0, 0, 0 (Some(0.0)): 63 from n0c0b0 on
        0x7e003e0000000001 as inf, 1, 0, 0 (None): 1 from n0c1b2 on
    "#]],
    );
    check(
        "$lb4",
        0,
        NumberFormat::SingleInteger,
        expect![[r#"
        64 elements
        0x0000000000000000 as 0, 0 (Some(0.0)): 63 from n0c0b0 on
        0x7e003e0000000001 as 2113945088, 1 (Some(2113945088.0)): 1 from n0c1b2 on
    "#]],
    );
}

#[test]
fn the_format_is_that_of_the_instruction_that_wrote_the_value() {
    let check = |text, memory, expected| check_after(text, memory, 0, None, expected);
    let text = "imm f\"1.5\" $r0\ndvadd $lr2 $lr2 $ls0\nnop\nlinc $subpeid $lm0\n\
        hvaddr $lr2 $lr2 $ln0\nlpassa $lm0 $lr8\n";
    check(
        text,
        "$r0",
        expect![[r#"
        4096 elements as Single
        0x3fc00000 as 1.5 (Some(1.5)): 4096 from n0c0b0m0p0 on
    "#]],
    );
    check(
        text,
        "$ls0",
        expect![[r#"
        4096 elements as Double
        0x0000000000000000 as 0 (Some(0.0)): 4096 from n0c0b0m0p0 on
    "#]],
    );
    check(
        text,
        "$lm0",
        expect![[r#"
        4096 elements as Integer
        0x0000000000000001 as 1 (Some(1.0)): 1024 from n0c0b0m0p0 on
        0x0000000000000002 as 2 (Some(2.0)): 1024 from n0c0b0m0p1 on
        0x0000000000000003 as 3 (Some(3.0)): 1024 from n0c0b0m0p2 on
        0x0000000000000004 as 4 (Some(4.0)): 1024 from n0c0b0m0p3 on
    "#]],
    );
    check(
        text,
        "$ln0",
        expect![[r#"
        4096 elements as Half
        0x0000000000000000 as 0, 0, 0, 0 (Some(0.0)): 4096 from n0c0b0m0p0 on
    "#]],
    );
    check(
        text,
        "$lr8",
        expect![[r#"
        4096 elements as Integer
        0x0000000000000001 as 1 (Some(1.0)): 1024 from n0c0b0m0p0 on
        0x0000000000000002 as 2 (Some(2.0)): 1024 from n0c0b0m0p1 on
        0x0000000000000003 as 3 (Some(3.0)): 1024 from n0c0b0m0p2 on
        0x0000000000000004 as 4 (Some(4.0)): 1024 from n0c0b0m0p3 on
    "#]],
    );
    // Half of a double-precision number is not a number.
    check(
        text,
        "$s0",
        expect![[r#"
        4096 elements as Hexadecimal
        0x00000000 as 0x00000000 (Some(0.0)): 4096 from n0c0b0m0p0 on
    "#]],
    );
    // Nothing wrote it.
    check(
        text,
        "$lm100",
        expect![[r#"
        4096 elements as Hexadecimal
        0x0000000000000000 as 0x0000000000000000 (Some(0.0)): 4096 from n0c0b0m0p0 on
    "#]],
    );
}

#[test]
fn other_memories() {
    check(
        "$lt",
        3,
        NumberFormat::Hexadecimal,
        expect![[r#"
        4096 elements
        0x0000000000000000 as 0x0000000000000000 (Some(0.0)): 4096 from n0c0b0m0p0 on
    "#]],
    );
    check(
        "$lc0",
        0,
        NumberFormat::Hexadecimal,
        expect![[r#"
        8 elements
        0x0000000000000000 as 0x0000000000000000 (Some(0.0)): 8 from n0c0 on
    "#]],
    );
    check(
        "$ld0",
        0,
        NumberFormat::Hexadecimal,
        expect![[r#"
        refused: `$ld` cannot be accessed by a debug statement; write `$d`
    "#]],
    );
}

#[test]
fn refusals() {
    let hexadecimal =
        |memory: &str, expected: Expect| check(memory, 0, NumberFormat::Hexadecimal, expected);
    hexadecimal(
        "",
        expect![[r#"
            refused: `` is not a memory with an address, such as `$lm0`
        "#]],
    );
    hexadecimal(
        "$lm0 1 #",
        expect![[r#"
        refused: `$lm0 1 #` is not a memory with an address, such as `$lm0`
    "#]],
    );
    hexadecimal(
        "$lm99999",
        expect![[r#"
        refused: address 99999 is beyond LM0: its addresses go from 0 to 4095 single words
    "#]],
    );
    hexadecimal(
        "$q0",
        expect![[r#"
            refused: `$q0` is not a memory with an address, such as `$lm0`
        "#]],
    );
    hexadecimal(
        "lm0",
        expect![[r#"
            refused: `lm0` is not a memory with an address, such as `$lm0`
        "#]],
    );
    hexadecimal(
        "$omr1",
        expect![[r#"
        refused: mask register has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have
    "#]],
    );
    hexadecimal(
        "$lx0",
        expect![[r#"
        refused: matrix register x has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have
    "#]],
    );
    hexadecimal(
        "nop",
        expect![[r#"
            refused: `nop` is not a memory with an address, such as `$lm0`
        "#]],
    );
    check(
        "$lt",
        4,
        NumberFormat::Integer,
        expect![[r#"
        refused: there is no cycle 4
    "#]],
    );
    check(
        "$m0",
        0,
        NumberFormat::Double,
        expect![[r#"
        refused: a single word is too short for a double-precision number
    "#]],
    );
}
