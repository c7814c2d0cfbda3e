//! Runs of small programs: what instructions compute, what stops a run, threads, and values by name.

use mnc2_naplespu::{Document, Machine, Options};
use mnc2_text::{Data, Fields};

const STEPS_MAX: u64 = 10_000;

fn start(program: &str, words: &[&str]) -> Machine {
    let mut options = Options::default();
    for word in words {
        let (key, value) = word.split_once('=').expect("key=value");
        options.set(key, value).expect("a value");
    }
    Machine::new(&Document::new(program, &options))
        .unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message))
}

/// Runs to the end, or to what stops it, whose line counts from 1.
fn finish(machine: &mut Machine) -> Result<(), String> {
    while machine.line().is_some() {
        assert!(machine.steps() < STEPS_MAX, "the program does not end");
        machine.step().map_err(|trouble| {
            let line = trouble.line.unwrap_or_default() + 1;
            format!("{line}: {}", trouble.message)
        })?;
    }
    Ok(())
}

fn run(program: &str, words: &[&str]) -> Machine {
    let mut machine = start(program, words);
    finish(&mut machine).unwrap_or_else(|trouble| panic!("{trouble}\n{program}"));
    machine
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
    // `pc` is the address of the instruction itself; to write it is to go there.
    check(
        "nop\n move_i32 s0, pc\n addi pc, pc, 8\n movei s1, 1\n nop",
        &[],
        &["s0=0x4"],
    );
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
    // 16 bytes in main memory; words of the scratchpad whatever the element.
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
fn what_stops_a_run() {
    check_trap(
        "movei s0, 2\n load32 s1, (s0)",
        &[],
        "2: trap 0x80: the address 0x2 is no multiple of 4",
    );
    // Also when no lane is enabled.
    check_trap(
        "load_v16i32 v1, (s0)",
        &["s0=32"],
        "1: trap 0x80: the address 0x20 is no multiple of 64",
    );
    check_trap(
        "store_v16i16_scratchpad v1, (s0)",
        &["s0=1", "rm=1"],
        "1: trap 0x40: the address 0x1 is no multiple of 2",
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
    check_refused(
        "addi s0, s0, 256",
        "1: 256 does not fit 9 bits: it is from -256 to 255",
    );
    let sentence = "macros, repetitions, conditions and other files are not run";
    check_refused(".macro m\n nop\n.endm\n m", &format!("4: {sentence}"));
    check_refused("nop\n.rept 3\n nop\n.endr", &format!("2: {sentence}"));
    let mut options = Options::default();
    options.set("start", "x").expect("an option");
    let trouble = Machine::new(&Document::new("nop", &options)).expect_err("no label");
    assert_eq!(trouble.message.to_string(), "the program has no label `x`");
}

const SUM: &str = "\
    read_cr s0, s40
    shli s1, s0, 2
    addi s2, s0, 1
    store32 s2, 0x40(s1)
    movei s3, 1
    read_cr s4, s41
    barrier s3, s4
    load32 s5, 0x40(s6)
    load32 s7, 0x44(s6)
    add_i32 s5, s5, s7
    jret
";

#[test]
fn threads_take_turns_and_meet_at_barriers() {
    let registers = ["s40=2", "s41=14", "s6=0x1000", "threads=2"];
    let program = SUM.replace("shli s1, s0, 2", "shli s1, s0, 2\n add_i32 s1, s1, s6");
    let machine = run(&program, &registers);
    let dump = machine.dump(&[], 100).expect("a dump");
    let value = |name: &str| dump.iter().find(|it| it.0 == name).map(|it| text(&it.1));
    assert_eq!(value("t0.s5").as_deref(), Some("0x3"));
    assert_eq!(value("t1.s5").as_deref(), Some("0x3"));
    assert_eq!(value("0x1040").as_deref(), Some("0100000002000000"));
    assert_eq!(value("s5"), None);
    // One that never comes.
    check_trap(
        "read_cr s0, s40\n beqz s0, end\n movei s1, 3\n barrier s1, s40\nend: nop",
        &["s40=2", "threads=2"],
        "4: every thread that is left waits for others: thread 1 at barrier 3 for 2",
    );
    // A barrier for one thread, or none, is passed; those of a core have numbers of their own.
    check(
        "barrier s1, s1\n barrier s2, s1\n movei s0, 1",
        &["s2=1"],
        &["s0=0x1"],
    );
    check_trap(
        "read_cr s0, s40\n beqz s0, other\n barrier s1, s40\nother: barrier_thread s1, s40",
        &["s40=2", "threads=2"],
        "4: every thread that is left waits for others: thread 0 at barrier 0 for 2, thread 1 at barrier 0 for 2",
    );
}

#[test]
fn control_registers() {
    let ids = ["s10=6", "s11=14", "s12=3", "s13=35", "s14=12", "threads=8"];
    let machine = run(
        "write_cr s10, s13\n write_cr s10, s12\n read_cr s0, s10\n read_cr s1, s11\n read_cr s2, s12\n read_cr s3, s13\n read_cr s4, s14",
        &ids,
    );
    let mut named: Fields = [("argc", 0)]
        .map(|(name, it)| (name.to_owned(), Data::Integer(it)))
        .to_vec();
    let dump = machine.dump(&named, 100).expect("a dump");
    let last: Vec<String> = dump
        .iter()
        .filter(|(name, _)| name.starts_with("t7.") || name == "argc")
        .map(|(name, it)| format!("{name}={}", text(it)))
        .collect();
    assert_eq!(
        last.join(" "),
        "argc=0x0 t7.s0=0xff t7.s1=0x8 t7.s2=0x7 t7.s3=0x6 t7.s4=0x0"
    );
    let mut machine = start("read_cr s0, s14", &["s14=12"]);
    named[0].1 = Data::Text("0x12".to_owned());
    machine.load(&named).expect("argc");
    finish(&mut machine).expect("a run");
    assert_eq!(written(&machine), "s0=0x12");
}

#[test]
fn values_by_name() {
    let given = |name: &str, value: Data| (name.to_owned(), value);
    let hex = |digits: &str| Data::Text(digits.to_owned());
    let mut machine = start("add_i32 s0, s1, s2", &["threads=2"]);
    let values = [
        given("t1.s1", Data::Integer(-1)),
        given("s1", hex("0x10")),
        given("v3", hex("7")),
        given("0x1000", hex("01 02")),
        given("scratchpad:0xfffe", hex("0304")),
        given("trap", hex("of another run")),
    ];
    machine.load(&values).expect("values");
    finish(&mut machine).expect("a run");
    let dump = machine.dump(&values[1..], 68).expect("a dump");
    let lines: Vec<String> = dump
        .iter()
        .map(|it| format!("{}={}", it.0, text(&it.1)))
        .collect();
    let sevens = lanes(|_| 7);
    assert_eq!(
        lines,
        [
            "t0.s0=0x10",
            "t0.s1=0x10",
            &format!("t0.v3={sevens}"),
            "t1.s0=0xffffffff",
            "t1.s1=0xffffffff",
            &format!("t1.v3={sevens}"),
            "0x1000=0102",
            "scratchpad:0xfffe=0304",
        ]
    );
    // A dump can be given to another run.
    let mut again = start("nop", &["threads=2"]);
    again.load(&dump).expect("a dump");
    assert_eq!(again.dump(&dump, 40), Ok(dump.clone()));
    let large = machine.dump(&values, 39).expect_err("too large");
    assert_eq!(
        large.to_string(),
        "the program wrote 40 values, and a dump has at most 39"
    );
    for (name, value, expected) in [
        ("s58", Data::Integer(1), "there is no `s58` here"),
        ("t2.s0", Data::Integer(1), "there is no `t2.s0` here"),
        ("x.s0", Data::Integer(1), "there is no `x.s0` here"),
        (
            "s0",
            Data::Integer(1 << 32),
            "the value of `s0` is a number",
        ),
        ("s0", hex("x"), "the value of `s0` is a number"),
        (
            "v0",
            Data::List(vec![Data::Integer(1)]),
            "the value of `v0` is 16 numbers",
        ),
        ("0x10", hex("123"), "the value of `0x10` is not"),
        ("0x10", Data::Integer(1), "the value of `0x10` is not"),
        (
            "scratchpad:0xffff",
            hex("0102"),
            "the bytes of `scratchpad:0xffff`",
        ),
        ("0xffffffff", hex("0102"), "the bytes of `0xffffffff`"),
    ] {
        let before = machine.dump(&values, 100);
        let pair = [given("s9", Data::Integer(9)), given(name, value)];
        let error = machine.load(&pair).expect_err(name).to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(machine.dump(&values, 100), before, "nothing is set");
    }
}
