//! Places show what is in a memory.

use std::ops::ControlFlow;

use mnc2_program::{DataType, Statement};

use super::{asked, check};
use crate::machine::Machine;
use crate::machine::debug;
use crate::machine::initial_content::{OffChip, Start};
use crate::watch::{Number, WatchValue};

#[test]
fn places_are_read_in_every_format() {
    let set = "d set $lr0n1c0b2m3p1 2 l3fc00000c0000000lfffffffffffffffe\n";
    check(set, "$lr0", "0x3fc00000c0000000");
    check(set, "$lr0,f", "1.5, -2");
    check(set, "$lr0,h", "1.875, 0, -2, 0");
    check(set, "$lr0,i", "1069547520, -1073741824");
    check(set, "$lr2,l", "-2");
    check(set, "$lr2,u", "18446744073709551614");
    check(set, "$lr2,us", "65535, 65535, 65535, 65534");
    check(set, "$lr2,s", "-1, -1, -1, -2");
    check(set, "$r1,f", "-2");
    check(set, "$r3", "0xfffffffe");
    check(set, "$llr0,x", "0x3fc00000c0000000, 0xfffffffffffffffe");
    check(
        set,
        "$lr0v",
        "{0x3fc00000c0000000} {0xfffffffffffffffe} {0x0} {0x0}",
    );
    check(set, "$r[0,1,2,3],f", "{1.5} {-2} {-inf} {-inf}");
    check(set, "$lr0@n0", "0x0");
    check(set, "$lr0@n1c0b2m3p1", "0x3fc00000c0000000");
    check(set, "$lr0@p0", "0x0");
    check(
        set,
        "$r0,d",
        "error: a word of 32 bits is too short for a number of 64 bits",
    );
}

#[test]
fn every_memory_is_read() {
    check("d set $lm8n1c0b2m3p1 1 l5\n", "$lm8", "0x5");
    check("d set $ln8n1c0b2m3p1 1 l5\n", "$ln8", "0x5");
    check("d set $ls8n1c0b2m3p1 1 l5\n", "$ls8", "0x5");
    check(
        "d set $tn1c0b2m3p1 4 l1l2l3l4\n",
        "$t",
        "{0x1} {0x2} {0x3} {0x4}",
    );
    check("d set $lb4n1c0b2 1 l7\n", "$lb4", "0x7");
    check("d set $lc4n1c0 1 l7\n", "$lc4", "0x7");
    check("d set $lc4n1c0 1 l7\n", "$lc4@1.1", "0x0");
    check("r 1 000000004 001 0000000000000009\n", "$d4@1", "0x9");
    check(
        "c 0 0 i01 i00 0 000000004 000001 0000000000000009\n",
        "$p4@0",
        "0x9",
    );
    check(
        "c 0 0 i01 i00 0 000000004 000001 0000000000000009\n",
        "$p4",
        "0x0",
    );
    check("", "$omr1", "{0x0} {0x0} {0x0} {0x0}");
    check("", "$omr0n0c0b0m0p0", "{0xf} {0xf} {0xf} {0xf}");
    check("", "$omr20n0c0b0m0p0", "{0x0} {0xf} {0x0} {0x0}");
    check("", "$mb", "0x0");
    check("", "$dar3", "0x0");
    check("", "$peid", "0xd");
    check("", "$l1bid,u", "2");
    check(
        "lpassa $peid $nowrite\n",
        "$aluf",
        "{0xd, 0xd} {0xd, 0xd} {0xd, 0xd} {0xd, 0xd}",
    );
    check("", "$lx0,f", "0, 0, 0, 0, 0, 0, 0, 0");
    check(
        "",
        "$lx0",
        "error: the rows of the matrix register depend on the precision: write `,d`, `,f`, `,g` or `,h` after the place",
    );
    check(
        "",
        "$lx4,d",
        "error: there is no row 4: in this precision a matrix register has 4",
    );
}

/// A place shows the words that `d get` prints, on a chip full of noise.
#[test]
fn places_hold_what_debug_statements_print() {
    let machine = Machine::starting(Start {
        dirty: Some(5),
        off_chip: OffChip::Undefined,
    });
    let mut compared = 0;
    for (memory, addresses, element) in [
        ("$r", [0, 1, 511, 36], "n1c0b2m3p1"),
        ("$lr", [0, 2, 510, 36], "n1c0b2m3p1"),
        ("$lls", [0, 4, 508, 36], "n3c1b7m15p3"),
        ("$m", [0, 1, 2047, 99], "n0c1b0m9p2"),
        ("$lm", [0, 2, 2046, 98], "n0c1b0m9p2"),
        ("$lln", [0, 4, 2044, 96], "n0c1b0m9p2"),
        ("$lb", [0, 1, 8191, 96], "n2c1b5"),
        ("$llb", [0, 2, 8190, 96], "n2c1b5"),
        ("$lc", [0, 1, 32767, 96], "n2c1"),
        ("$p", [0, 1, 99, 96], "n2"),
        ("$d", [0, 1, 99, 96], "n2"),
        ("$omr", [0, 1, 15, 20], "n0c0b3m3p1"),
        ("$lx", [0, 1, 2, 3], "n0c0b3m3"),
        ("$ly", [0, 1, 2, 3], "n0c0b3m3"),
    ] {
        for address in addresses {
            for (letters, format) in [("h", "h"), ("f", "f"), ("d", "d")] {
                let get = format!("d get{letters} {memory}{address}{element} 1");
                let program = mnc2_asm::parse(&get);
                let Some(Statement::DebugGet(get)) = &program.line(0).expect("a line").statement
                else {
                    continue;
                };
                assert_ne!(get.data_type, DataType::Plain);
                let mut printed = Vec::new();
                let result = debug::get(machine.chip(), get, &mut |item| {
                    match &item.value {
                        crate::dump::value::DumpValue::Mask(flags) => {
                            printed.push((vec![u64::from(*flags)], Vec::new()));
                        }
                        value => printed.push((
                            value.words().iter().map(|word| word.word()).collect(),
                            value
                                .words()
                                .iter()
                                .flat_map(|word| word.numbers().to_vec())
                                .collect(),
                        )),
                    }
                    ControlFlow::Continue(())
                });
                assert!(result.is_ok(), "{get:?}");
                let is_mask = memory == "$omr";
                let format = if is_mask { "x" } else { format };
                let place = format!("{memory}{address}{element},{format}");
                let Ok(WatchValue::Words(words)) = asked(&machine, &place) else {
                    panic!("{place}: {:?}", asked(&machine, &place));
                };
                let all: Vec<u64> = printed
                    .iter()
                    .flat_map(|(words, _)| words.clone())
                    .collect();
                assert_eq!(words.words, all, "{place}");
                if !is_mask {
                    let numbers: Vec<f64> = words.numbers().map(Number::as_f64).collect();
                    let expected: Vec<f64> = printed
                        .iter()
                        .flat_map(|(_, numbers)| numbers.clone())
                        .collect();
                    assert_eq!(numbers, expected, "{place}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 130, "{compared}");
}
