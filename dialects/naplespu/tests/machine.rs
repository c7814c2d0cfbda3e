//! Runs of small programs: what instructions compute, what stops a run, threads, and values by name.

mod names;

use mnc2_laws::run::{finish, finished, set};
use mnc2_naplespu::{Document, Machine, Options};
use mnc2_text::Data;
use mnc2_text::interface::{Machine as _, Settings as _};

fn start(program: &str, words: &[&str]) -> Machine {
    let mut options = Options::default();
    set(&mut options, words);
    Machine::new(&Document::new(program, &options))
        .unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message))
}

fn run(program: &str, words: &[&str]) -> Machine {
    finished(start(program, words))
}

fn text(value: &Data) -> String {
    match value {
        Data::List(lanes) => lanes.iter().map(text).collect::<Vec<_>>().join(" "),
        Data::Text(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

/// Everything that a run wrote, a line each.
fn written(machine: &Machine) -> String {
    let fields = machine.dump(&[], 10_000).expect("a small dump");
    let lines = fields
        .iter()
        .map(|(name, it)| format!("{name}={}", text(it)));
    lines.collect::<Vec<_>>().join("\n")
}

fn check(program: &str, words: &[&str], expected: &[&str]) {
    let machine = run(program, words);
    assert_eq!(written(&machine), expected.join("\n"), "{program}");
}

fn check_trap(program: &str, words: &[&str], expected: &str) {
    let mut machine = start(program, words);
    let trouble = finish(&mut machine).expect_err("a trap");
    assert_eq!(trouble, expected, "{program}");
    let dump = written(&machine);
    let (_, sentence) = trouble.split_once(": ").expect("a line");
    assert!(dump.ends_with(&format!("trap={sentence}")), "{dump}");
    // It stays there.
    assert_eq!(finish(&mut machine), Err(trouble));
}

/// A text that cannot be run, with the line from 1.
fn check_refused(program: &str, expected: &str) {
    let trouble = Machine::new(&Document::new(program, &Options::default())).expect_err("refused");
    let line = trouble.line.map_or(0, |line| line + 1);
    assert_eq!(format!("{line}: {}", trouble.message), expected);
}

fn lanes(value: impl Fn(u32) -> u32) -> String {
    let lanes: Vec<String> = (0..16).map(|lane| format!("0x{:x}", value(lane))).collect();
    lanes.join(" ")
}

#[test]
fn loops_calls_and_the_end() {
    check(
        "movei s1, 10\nloop: add_i32 s0, s0, s1\n addi s1, s1, -1\n bnez s1, loop",
        &[],
        &["s0=0x37", "s1=0x0"],
    );
    check(
        "jmpsr f\n addi s0, s0, 1\n jmp .\nf: movei s0, 4\n jret",
        &[],
        &["s0=0x5", "ra=0x4"],
    );
    // Through a register, `ra` is the address after the call.
    check(
        "lea s1, f\n jmpsr s1\n jmp end\nf: addi s0, s0, 7\n jret\nend:",
        &[],
        &["s0=0x7", "s1=0x10", "ra=0xc"],
    );
    check("movei s0, 1\n jret\n movei s0, 2", &[], &["s0=0x1"]);
    // 2 to THREAD_STATUS is the end.
    check(
        "movei s0, 2\n movei s1, 11\n write_cr s0, s1\n movei s0, 3",
        &[],
        &["s0=0x2", "s1=0xb"],
    );
    // `pc` is the address of the instruction itself; to write it is to go there, but only with an instruction of type R.
    check(
        "nop\n move_i32 s0, pc\n add_i32 pc, pc, s9\n movei s1, 1\n nop",
        &["s9=8"],
        &["s0=0x4"],
    );
    for other in [
        "addi pc, pc, 8",
        "movei pc, 8",
        "load32 pc, (s9)",
        "read_cr pc, s9",
    ] {
        check(
            &format!("{other}\n movei s1, 1\n nop"),
            &["s9=4"],
            &["s1=0x1"],
        );
    }
    check(
        "f: movei s0, 1\n jret\ng: movei s0, 2",
        &["start=g"],
        &["s0=0x2"],
    );
    check("add_i32 s2, s0, s1", &["s0=5", "s1=-1"], &["s2=0x4"]);
    check("", &[], &[]);
    assert_eq!(run("", &[]).state().len(), 4);
    assert_eq!(run("nop\n nop", &[]).steps(), 2);
}

#[test]
fn halves_of_registers_and_the_mask() {
    check(
        "moveih s0, 0x1234\n moveil s0, -1\n movei s1, -1",
        &[],
        &["s0=0x1234ffff", "s1=0xffff"],
    );
    // Nothing is written to a vector before the mask is set.
    check("movei v1, 5", &[], &[&format!("v1={}", lanes(|_| 0))]);
    check(
        "movei rm, 0x8003\n movei v1, 5\n move_i32 v2, s0\n read_mr s1",
        &["s0=9"],
        &[
            "s1=0x8003",
            "rm=0x8003",
            &format!(
                "v1={}",
                lanes(|lane| if matches!(lane, 0 | 1 | 15) { 5 } else { 0 })
            ),
            &format!(
                "v2={}",
                lanes(|lane| if matches!(lane, 0 | 1 | 15) { 9 } else { 0 })
            ),
        ],
    );
    // The high half after the low one clears what the hardware masks with, not the register.
    check(
        "moveil rm, 0xffff\n moveih rm, 0\n movei v1, 5",
        &[],
        &["rm=0xffff", &format!("v1={}", lanes(|_| 0))],
    );
    check(
        "moveih rm, 0\n moveil rm, 0xffff\n movei v1, 5",
        &[],
        &["rm=0xffff", &format!("v1={}", lanes(|_| 5))],
    );
    // A half of v59 is a half of what is written to the mask, too.
    check(
        "write_mr s0\n movei v59, 3\n moveih v59, 1\n movei v1, 5",
        &["s0=-1"],
        &[
            "rm=0xffffffff",
            &format!("v1={}", lanes(|_| 0)),
            &format!("v59={}", lanes(|lane| if lane < 2 { 0x1_0003 } else { 3 })),
        ],
    );
    // v59 has the number of rm.
    check(
        "write_mr s0\n movei v59, 1\n movei v1, 5",
        &["s0=-1"],
        &[
            "rm=0xffffffff",
            &format!("v1={}", lanes(|lane| if lane == 0 { 5 } else { 0 })),
            &format!("v59={}", lanes(|_| 1)),
        ],
    );
}

/// Gives every thread a vector with the numbers of its lanes in `v1`.
fn with_lanes(program: &str, words: &[&str]) -> Machine {
    let mut machine = start(program, words);
    let numbers = Data::List((0..16).map(Data::Integer).collect());
    machine
        .load(&[("v1".to_owned(), numbers)])
        .expect("a vector");
    finish(&mut machine).unwrap_or_else(|trouble| panic!("{trouble}\n{program}"));
    machine
}

#[test]
fn lanes_compare_and_move() {
    let check = |program: &str, expected: &[String]| {
        let machine = with_lanes(program, &["rm=-1", "s9=3"]);
        assert_eq!(written(&machine), expected.join("\n"), "{program}");
    };
    check(
        "addi v2, v1, -1\n mull_i32 v3, v1, s9\n sub_i32 v4, v3, v1",
        &[
            format!("v2={}", lanes(|lane| lane.wrapping_sub(1))),
            format!("v3={}", lanes(|lane| 3 * lane)),
            format!("v4={}", lanes(|lane| 2 * lane)),
        ],
    );
    check(
        "cmplt_i32 s0, v1, s9\n cmpgei s1, v1, 14\n cmpeq_i32 s2, v1, v1\n cmpeqi s3, s9, 3\n crt_mask_i32 s4, v1",
        &["s0=0x7", "s1=0xc000", "s2=0xffff", "s3=0x1", "s4=0xaaaa"].map(str::to_owned),
    );
    check(
        "movei s8, 15\n xori v2, v1, 15\n shuffle_i32 v3, v1, v2\n getlane_i32 s0, v3, s9\n getlanei s1, v1, 15",
        &[
            "s0=0xc".to_owned(),
            "s1=0xf".to_owned(),
            "s8=0xf".to_owned(),
            format!("v2={}", lanes(|lane| 15 - lane)),
            format!("v3={}", lanes(|lane| 15 - lane)),
        ],
    );
    check(
        "itof_i32 v2, v1\n fmul_f32 v2, v2, v2\n ftoi_i32 v2, v2\n cmpfgt_f32 s0, s9, s10",
        &[
            "s0=0x1".to_owned(),
            format!("v2={}", lanes(|lane| lane * lane)),
        ],
    );
}

#[test]
fn memory_and_scratchpad() {
    check(
        "load32 s0, word\n load32_s8 s1, 4(s9)\n load32_u16 s2, 4(s9)\n store32_16 s0, 8(s9)\n jret\n.p2align 6\nword: .long 0x11223344, 0x80ff, 0",
        &["s9=64"],
        &["s0=0x11223344", "s1=0xffffffff", "s2=0x80ff", "0x48=4433"],
    );
    // 16 bytes in main memory; words of the scratchpad regardless of the element.
    let machine = with_lanes(
        "store_v16i8 v1, (s9)\n load_v16u8 v2, (s9)\n store_v16i8_scratchpad v1, 4(s9)\n load_v16i32_scratchpad v3, 4(s9)",
        &["rm=5", "s9=0x1000"],
    );
    let two = lanes(|lane| if lane == 2 { 2 } else { 0 });
    let expected = format!(
        "v2={two}\nv3={two}\n0x1000=00\n0x1002=02\nscratchpad:0x1004=00\nscratchpad:0x100c=02"
    );
    assert_eq!(written(&machine), expected);
    // Gather and scatter write every lane without `.m`.
    let machine = with_lanes(
        "shli v2, v1, 2\n stores32_scratchpad v1, (v2)\n xori v3, v2, 4\n movei rm, 1\n loadg32_scratchpad v4, 4(v3)\n loadg32_scratchpad.m v5, (v3)",
        &["rm=-1"],
    );
    let dump = written(&machine);
    let swapped = lanes(|lane| ((lane ^ 1) + 1) % 16);
    assert!(dump.contains(&format!("v4={swapped}\n")), "{dump}");
    let first = lanes(|lane| u32::from(lane == 0));
    assert!(dump.contains(&format!("v5={first}\n")), "{dump}");
}

#[test]
fn names_and_data() {
    let word = |data: &str, offset: u32, expected: &str| {
        check(
            &format!("lea s0, d\n load32 s1, {offset}(s0)\n jret\n{data}"),
            &[],
            &["s0=0x40", &format!("s1={expected}")],
        );
    };
    word(".data\nd: .long e - d, . - d\n e: .long 7", 0, "0x8");
    word(".data\nd: .long e - d, . - d\n e: .long 7", 4, "0x4");
    word(".data\nd: .double 1.0\n .long 7", 8, "0x7");
    word(".data\nd: .double 1.0\n .long 7", 4, "0x3ff00000");
    word(".data\nd: .fill 2, 4, 1\n", 4, "0x1");
    word(".rodata\nd: .long 1, 2", 4, "0x2");
    word(".data\nd: .octa 5\n .long 6", 16, "0x6");
    word(".data\nd: .dcb.l 2, 9\n .ds.w 2\n .long 6", 12, "0x6");
    word(
        ".data\nd: .uleb128 300\n .sleb128 -2\n .byte 1",
        0,
        "0x17e02ac",
    );
    word(
        ".data\nd: .set n, 3\n .long n\n .set n, 4\n .long n",
        4,
        "0x4",
    );
    word(".comm d, 8, 64", 4, "0x0");
    // `.popsection` returns as often as there was a `.pushsection`.
    word(
        ".pushsection .data\n.pushsection .bss\n.popsection\nd: .long 5\n.popsection\n nop",
        0,
        "0x5",
    );
    check(
        ".set x, f\n jmp x\n movei s0, 1\nf: movei s1, 1",
        &[],
        &["s1=0x1"],
    );
    check("_lea s0, 8(s1)\n", &["s1=4"], &["s0=0xc"]);
}

#[test]
fn what_stops_a_run() {
    check_trap(
        "movei s0, 2\n load32 s1, (s0)",
        &[],
        "2: trap 0x80: the address 0x2 is not a multiple of 4",
    );
    // Also when no lane is enabled.
    check_trap(
        "load_v16i32 v1, (s0)",
        &["s0=32"],
        "1: trap 0x80: the address 0x20 is not a multiple of 64",
    );
    check_trap(
        "store_v16i16_scratchpad v1, (s0)",
        &["s0=1", "rm=1"],
        "1: trap 0x40: the address 0x1 is not a multiple of 2",
    );
    check("store_v16i16_scratchpad v1, (s0)", &["s0=1"], &[]);
    check_trap(
        "store32_scratchpad s1, (s0)",
        &["s0=65536"],
        "1: 0x10000 is outside of the scratchpad, which has 65536 bytes",
    );
    check_trap(
        "getlane_i32 s0, v1, s1",
        &["s1=16"],
        "1: lane 16 is undefined: a vector has lanes 0 to 15",
    );
    check_trap(
        "crp v1, v2, v3",
        &[],
        "1: the hardware's source does not have `crp`: what it computes is not known",
    );
    check_trap(
        "nop\n jmp s0\n nop",
        &["s0=0x100"],
        "3: there is no code at 0x100",
    );
    // A program that runs into its data.
    check_trap("nop\n .long 1", &[], "1: there is no code at 0x4");
    check_trap(
        "read_cr s0, s1",
        &["s1=36"],
        "1: there is no control register 36",
    );
    let mut machine = start("nop\n load32 s1, 2(s0)", &[]);
    assert!(finish(&mut machine).is_err());
    let state = format!("{:?}", machine.state());
    for (name, value) in [("TRAP_REASON", "0x80"), ("THREAD_STATUS", "0x3")] {
        assert!(state.contains(&format!("name: {name:?}, value: {value:?}")));
    }
}

#[test]
fn texts_that_cannot_be_run() {
    check_refused(
        "nop\n jmp nowhere",
        "2: `nowhere` is not defined here: the linker has to find it",
    );
    for program in [".globl f\n jmpsr f", ".weak f\n lea s0, f", "nop\n .long f"] {
        check_refused(
            program,
            "2: `f` is not defined here: the linker has to find it",
        );
    }
    check_refused(
        "addi s0, s0, 256",
        "1: 256 does not fit 9 bits: it is from -256 to 255",
    );
    let sentence = "the text does not say what this makes";
    check_refused("nop\n.rept n\n nop\n.endr", &format!("2: {sentence}"));
    check_refused("nop\n.include \"x.s\"", &format!("2: {sentence}"));
    let mut options = Options::default();
    options.set("start", "x").expect("an option");
    let trouble = Machine::new(&Document::new("nop", &options)).expect_err("no label");
    assert_eq!(trouble.message.to_string(), "the program has no label `x`");
}
