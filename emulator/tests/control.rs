//! Starting, hashing, snapshots: what surrounds a run.

use std::collections::BTreeMap;

use mnc2_emulator::{Machine, OffChip, Outcome, RunOptions, Start};

/// Runs a program on a machine; returns its dump.
#[track_caller]
fn run(machine: &mut Machine, source: &str) -> Vec<String> {
    let mut dump = Vec::new();
    let program = mnc2_asm::parse(source);
    let broken = program.iter().find(|line| line.has_error());
    assert_eq!(broken, None, "{source}");
    let report = machine.run(&program, &RunOptions::default(), &mut dump);
    assert_eq!(report.outcome, Outcome::Finished, "{source}");
    dump.iter().map(ToString::to_string).collect()
}

fn dirty(seed: u64, off_chip: OffChip) -> Machine {
    Machine::starting(Start {
        dirty: Some(seed),
        off_chip,
    })
}

const LOOK: &str = "\
d getd $lm0n0c0b0m0p0 2
d getd $ln0n0c0b0m0p0 1
d getd $lr0n3c1b7m15p3 1
d getd $ls0n0c0b0m0p0 1
d getd $ltn0c0b0m0p0 1
d get $omr1n0c0b0m0p0 1
d getd $lb0n0c0b0 1
d getd $lb0n0c0b1 1
d getd $lc0n0c0 1
d getd $p0n0 1
d getd $d0n0 1
d getd $d0n1 1
d getd $d536870911n0 1
lpassa $aluf $lm0
d getd $lm0n0c0b0m0p0 1
";

#[test]
fn garbage_is_everywhere_and_the_same_for_the_same_seed() {
    let once = run(&mut dirty(1, OffChip::Undefined), LOOK);
    assert_eq!(once, run(&mut dirty(1, OffChip::Undefined), LOOK));
    let other = run(&mut dirty(2, OffChip::Undefined), LOOK);
    let clean = run(&mut Machine::new(), LOOK);
    let value = |line: &str| line.split_once(':').map(|(_, value)| value.to_owned());
    for (line, (one, (other, clean))) in once.iter().zip(other.iter().zip(&clean)).enumerate() {
        if !one.contains("OMR") {
            assert_ne!(one, other, "line {line}");
            assert_ne!(one, clean, "line {line}");
        }
        let same = once.iter().filter(|line| value(line) == value(one)).count();
        assert_eq!(same, 1, "{one} occurs twice");
    }
}

#[test]
fn off_chip_memory_is_asked_for_on_its_own() {
    let look = "d getd $lm0n0c0b0m0p0 1\nd getd $p5n0 1\nd getd $d5n0 1\n";
    let zeros = |machine: &mut Machine| {
        run(machine, look)
            .iter()
            .map(|line| line.contains("(0x0000000000000000)"))
            .collect::<Vec<_>>()
    };
    assert_eq!(zeros(&mut Machine::new()), [true, true, true]);
    assert_eq!(zeros(&mut dirty(5, OffChip::Zero)), [false, true, true]);
    let start = Start {
        dirty: None,
        off_chip: OffChip::Undefined,
    };
    assert_eq!(zeros(&mut Machine::starting(start)), [true, false, false]);
}

#[test]
fn a_program_that_sets_what_it_reads_does_not_see_garbage() {
    let program = "\
d set $lm0 4 0000000000000001000000000000000200000000000000030000000000000004
imm ui\"1\" $lr0v
nop/2
ladd $lm0v $lr0v $ln0v
mask 0
l1bmd $lm0v $lb0
nop/2
l1bmd $lb0 $lr8v
d getd $ln0n0c0b0m0p0 4
d getd $lr8n0c0b0m3p1 4
";
    let clean = run(&mut Machine::new(), program);
    assert_eq!(clean.len(), 8);
    assert_eq!(run(&mut dirty(9, OffChip::Undefined), program), clean);
}

/// The state hashes that programs leave on a clean and on a dirty machine.
#[track_caller]
fn hashes(source: &str) -> [u64; 2] {
    let dirty = Start {
        dirty: Some(3),
        off_chip: OffChip::Undefined,
    };
    [Start::default(), dirty].map(|start| {
        let mut machine = Machine::starting(start);
        run(&mut machine, source);
        machine.state_hash()
    })
}

#[test]
fn the_hash_sees_every_memory() {
    let places = [
        "$lm0n0c0b0m0p0",
        "$lm0n0c0b0m0p1",
        "$lm2n0c0b0m0p0",
        "$ln0n0c0b0m0p0",
        "$lr0n0c0b0m0p0",
        "$ls0n0c0b0m0p0",
        "$lb0n0c0b0",
        "$lb0n0c0b1",
        "$lc0n0c0",
        "$lc0n0c1",
    ];
    let steps = [
        "",
        "r 0 000000000 001 0000000000000007",
        "r 3 000000000 001 0000000000000007",
        "r 3 01fffffff 001 0000000000000007",
        "c 0 0 i01 i00 0 000000000 000001 0000000000000007",
        "lpassa $lm0v $omr3",
        "imm i\"2\" $lnb",
        "imm i\"2\" $nowrite",
        "imm i\"3\" $lt",
        "imm i\"3\" $nowrite\nnop\ndmwrite $aluf $lx0",
        "imm i\"3\" $nowrite\nnop\nl1bmm@0 $aluf $lbi",
        "maskr 1",
        "masks 1",
    ];
    let sets = places.map(|place| format!("d set {place} 1 l7"));
    let programs = sets.iter().map(String::as_str).chain(steps);
    let mut seen = BTreeMap::new();
    for program in programs {
        for (start, hash) in hashes(program).into_iter().enumerate() {
            let earlier = seen.insert((start, hash), program);
            assert_eq!(earlier, None, "{program:?} leaves the same");
        }
    }
}

#[test]
fn the_hash_does_not_see_how_a_state_came_about() {
    assert_eq!(
        hashes("r 0 000000009 001 0000000000000007\nr 1 000000009 001 0000000000000008"),
        hashes("r 1 000000009 001 0000000000000008\nr 0 000000009 001 0000000000000007")
    );
    let looking = "nop/3\nd get $lm0n0c0b0m0p0 1\nd get $d0n0 1";
    assert_eq!(hashes(looking), hashes(""));
    // Memory that is written and reset counts like memory that was never written.
    let mut machine = Machine::new();
    let start = machine.state_hash();
    run(
        &mut machine,
        "d set $lm0 1 l7\nr 0 000000000 001 0000000000000007\nd set $lb0 1 l7",
    );
    assert_ne!(machine.state_hash(), start);
    run(
        &mut machine,
        "d set $lm0 1 l0\nr 0 000000000 001 0000000000000000\nd set $lb0 1 l0",
    );
    assert_eq!(machine.state_hash(), start);
}

#[test]
fn snapshots_keep_their_state() {
    let mut machine = Machine::new();
    run(&mut machine, "d set $lm0 1 l7\nmaskm 0b10000");
    let snapshot = machine.snapshot();
    let before = machine.state_hash();
    run(
        &mut machine,
        "d set $lm0 1 l8\nd set $lb0 1 l8\nr 0 000000000 001 0000000000000008\nmask 0\nlinc $lm0 $lr0",
    );
    let after = machine.state_hash();
    assert_ne!(after, before);
    let later = machine.snapshot();
    machine.restore(&snapshot);
    assert_eq!(machine.state_hash(), before);
    assert_eq!(run(&mut machine, "d getd $lm0n0c0b0m0p0 1").len(), 1);
    machine.restore(&later);
    assert_eq!(machine.state_hash(), after);
}
