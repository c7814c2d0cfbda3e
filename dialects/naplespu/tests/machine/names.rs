//! Threads, control registers, and values by name.

use mnc2_text::interface::Machine as _;
use mnc2_text::{Data, Fields};

use super::{check, check_trap, finish, lanes, run, start, text, written};

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
    // A barrier for one thread, or none, is passed; barriers of a core have numbers of their own.
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
    // A thread is idle until the program starts it, also after a barrier.
    let machine = run(
        "read_cr s0, s10\n write_cr s1, s10\n barrier s1, s1\n read_cr s2, s10",
        &["s10=11", "s1=1"],
    );
    assert_eq!(written(&machine), "s0=0x0\ns2=0x1");
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
