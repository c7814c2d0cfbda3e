//! A machine that was saved in the middle of a program and loaded continues in the same way as without a break.

use std::ops::ControlFlow;

use mnc2_emulator::saved::{Unreadable, load, save};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Dump, Machine, RunOptions, Start};
use mnc2_program::Program;
use mnc2_tests::generate::Choices;
use mnc2_tests::random_program;

const PROGRAMS: u64 = 16;

fn bytes(machine: &Machine, strict: Option<&Strict>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end = save(machine, strict, &mut |piece| {
        bytes.extend_from_slice(piece);
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    bytes
}

/// Runs some lines, with all output of the run; it skips a line that cannot run.
fn run(
    machine: &mut Machine,
    strict: &mut Strict,
    program: &Program,
    lines: std::ops::Range<u32>,
) -> String {
    let mut said = String::new();
    for line in lines {
        let options = RunOptions {
            from_line: line,
            until_line: Some(line),
            ..RunOptions::default()
        };
        let mut dump: Vec<Dump> = Vec::new();
        let report = machine.run_observed(program, &options, &mut dump, strict);
        said += &format!(
            "{:?} {:?} {dump:?}\n",
            report.outcome,
            strict.take_findings()
        );
    }
    said
}

#[test]
fn a_loaded_machine_goes_on_as_the_saved_one() {
    let mut findings = 0;
    for seed in 0..PROGRAMS {
        let mut choices = Choices::new(seed);
        let source =
            random_program::program(&mut choices) + "d get $lr0 4\nd get $lm0 4\nd get $lb0 4\n";
        let program = mnc2_asm::parse(&source);
        let lines = program.len() as u32;
        let middle = choices.below(u64::from(lines)) as u32;
        let start = Start::with_seed((seed % 3 == 2).then_some(seed));
        let (mut machine, mut strict) = (Machine::starting(start), Strict::new());
        run(&mut machine, &mut strict, &program, 0..middle);

        let saved = bytes(&machine, Some(&strict));
        let (mut loaded, loaded_strict) = load(&saved).expect("what was saved");
        let mut loaded_strict = loaded_strict.expect("strict mode was saved too");
        assert_eq!(
            loaded.state_hash(),
            machine.state_hash(),
            "{seed}: {source}"
        );
        assert!(
            saved == bytes(&loaded, Some(&loaded_strict)),
            "{seed}: saved again, it differs"
        );

        let directly = run(&mut machine, &mut strict, &program, middle..lines);
        let after = run(&mut loaded, &mut loaded_strict, &program, middle..lines);
        assert_eq!(directly, after, "{seed}: from line {middle} of\n{source}");
        assert_eq!(
            loaded.state_hash(),
            machine.state_hash(),
            "{seed}: {source}"
        );
        findings += directly.matches("Hazard").count();
    }
    assert!(findings > 10, "only {findings} hazards were compared");
}

#[test]
fn a_hazard_reaches_over_a_save() {
    // A write to all of GRF0, one under a mask with data, one of LM0 by the T-register, one of L1BM.
    let programs = [
        "lpassa $peid $lr0v\nlpassa $lr0v $lm0v\n",
        "lpassa/$imr1 $peid $lr0v\nlpassa $lr0v $lm0v\n",
        "lpassa $subpeid $lmt0\nlpassa $lm0 $lr0v\n",
        "l1bmd $lr0v $lb0\nl1bmd $lb0 $lr0v\n",
    ];
    for source in programs {
        let program = mnc2_asm::parse(source);
        let (mut machine, mut strict) = (Machine::new(), Strict::new());
        run(&mut machine, &mut strict, &program, 0..1);
        let saved = bytes(&machine, Some(&strict));
        let (mut loaded, loaded_strict) = load(&saved).expect("what was saved");
        let mut loaded_strict = loaded_strict.expect("strict mode was saved too");
        let directly = run(&mut machine, &mut strict, &program, 1..2);
        let after = run(&mut loaded, &mut loaded_strict, &program, 1..2);
        assert_eq!(directly, after, "{source}");
        assert!(after.contains("Hazard"), "{source}: {after}");
    }
}

#[test]
fn a_machine_that_nothing_wrote_is_small() {
    let size = bytes(&Machine::new(), Some(&Strict::new())).len();
    assert!(size < 10_000, "{size} bytes");
    let size = bytes(&Machine::starting(Start::with_seed(Some(1))), None).len();
    assert!(size < 4 << 20, "{size} bytes");
}

#[test]
fn what_is_cut_changed_or_foreign_is_refused() {
    let mut machine = Machine::new();
    let program = mnc2_asm::parse("lpassa $peid $lr0v\nl1bmd $lr0v $lb0\nmvp/n64 $p0@0 $d0@0\n");
    machine.run(&program, &RunOptions::default(), &mut Vec::new());
    let saved = bytes(&machine, Some(&Strict::new()));
    let refused = |bytes: &[u8]| load(bytes).err();
    for length in (0..16).chain((16..saved.len()).step_by(997)) {
        let expected = if length < 8 {
            Unreadable::Foreign
        } else {
            Unreadable::Damaged
        };
        assert_eq!(refused(&saved[..length]), Some(expected), "{length} bytes");
    }
    for place in (16..saved.len()).step_by(1009) {
        let mut changed = saved.clone();
        changed[place] ^= 0x10;
        assert_eq!(refused(&changed), Some(Unreadable::Damaged), "byte {place}");
    }
    let mut other = saved.clone();
    other[8] = 7;
    assert_eq!(refused(&other), Some(Unreadable::OtherVersion(7)));
    let longer = [&saved[..], &[0; 8]].concat();
    assert_eq!(refused(&longer), Some(Unreadable::Damaged));
    assert_eq!(
        refused(b"PK\x03\x04 something else"),
        Some(Unreadable::Foreign)
    );
}

#[test]
fn a_sink_that_breaks_gets_nothing_more() {
    let mut pieces = 0;
    let machine = Machine::starting(Start::with_seed(Some(3)));
    let end = save(&machine, None, &mut |_| {
        pieces += 1;
        ControlFlow::Break(())
    });
    assert!(end.is_break() && pieces == 1);
}
