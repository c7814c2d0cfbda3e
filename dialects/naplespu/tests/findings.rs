//! Findings of several lines, each with near misses.

use mnc2_naplespu::layout::Layout;
use mnc2_naplespu::source::{Source, Symbols};
use mnc2_naplespu::{Options, check};

fn expect(text: &str, expected: &str) {
    let source = Source::new(text);
    let symbols = Symbols::new(&source);
    let layout = Layout::new(&source, &symbols);
    let found = check::findings(&source, &symbols, &layout, &Options::default(), &|| false);
    let ids: Vec<String> = found
        .iter()
        .map(|found| format!("{}:{}", found.line + 1, found.diagnostic.code.id()))
        .collect();
    assert_eq!(ids.join(" "), expected, "{text}");
}

#[test]
fn labels_are_defined_once_and_near_enough() {
    expect("a: nop\na: jmp a", "2:NP0402");
    expect("jmp far", "1:NP0401");
    expect(".globl far\njmp far\n1: jmp 1b", "");
    expect("jmp 1f", "1:NP0403");
    expect("s1: nop", "1:NP0404");
    expect("jmp a\n.space 131064\na: nop", "");
    expect("jmp a\n.space 131068\na: nop", "1:NP0307");
    expect("load32 s0, a\n.space 248\na: .long 1", "");
    expect("load32 s0, a\n.space 252\na: .long 1", "1:NP0309");
    expect("beqz s0, a + 2\na: nop", "1:NP0308");
}

#[test]
fn what_is_known_of_registers() {
    expect("_start: add_i32 v0, v1, v2", "1:NP0501");
    expect("function: add_i32 v0, v1, v2", "");
    expect("moveih rm, 0\nmoveil rm, 65535\nadd_i32 v0, v1, v2", "");
    expect(
        "movei rm, 255\nmoveih rm, 0\nadd_i32 v0, v1, v2",
        "2:NP0502 3:NP0501",
    );
    expect(
        "movei s1, 10\nmovei s2, 12\nwrite_cr s0, s1\nwrite_cr s0, s2",
        "3:NP0504",
    );
    expect("movei s1, 36\nread_cr s0, s1", "2:NP0505");
    expect("movei s1, 36\nloop: read_cr s0, s1", "");
    expect(
        "movei s0, 0\nmovei s1, 9\nbarrier s0, s1",
        "3:NP0506 3:NP0507",
    );
    expect("movei s0, 1\nmovei s1, 8\nbarrier s0, s1", "");
    expect("shli s0, s0, 31\nshli s0, s0, 32", "2:NP0508");
    expect("movei s0, 2\nload32 s1, 2(s0)\nload32 s1, (s0)", "3:NP0509");
    expect(
        "movei s0, 64\nload_v16i32 v1, (s0)\nload_v16i32 v1, 32(s0)",
        "3:NP0509",
    );
    expect("addi pc, s0, 0", "1:NP0510");
    expect("getlanei s0, v1, 15\ngetlanei s0, v1, 16", "2:NP0511");
    expect("movei v59, 1\nmovei v58, 1", "1:NP0512");
    expect(
        "moveil s0, 0\n movei s0, 65535\naddi s0, s0, 1\nload32_scratchpad s1, (s0)",
        "4:NP0513",
    );
}

#[test]
fn a_half_alone_is_said() {
    expect("moveil s0, 1", "1:NP0503");
    expect("moveil s0, 1\nmoveih s0, 1", "");
    expect("move_i32 s0, s1\nmoveih s0, 1", "");
    expect("moveil rm, 1\nmoveil v0, 1", "");
    expect("lea s0, x\nmoveil s0, 1\nx: nop", "");
}

#[test]
fn what_assembler_and_hardware_do_otherwise() {
    expect("add_i32.m v0, v1, v2", "1:NP0601");
    expect(
        "loadg32_scratchpad v0, (v1)\ncrp v0, v1, v2",
        "1:NP0602 2:NP0602",
    );
    expect("jmpsr s1\njmp s1", "1:NP0603");
    expect(
        "load_v16i8_scratchpad v0, (s1)\nload_v16i32_scratchpad v0, (s1)",
        "1:NP0604",
    );
    expect("dcache_inv s0\nflush s0", "1:NP0605");
}
