//! Runs: limits, cancellation, running to a line, the last writes, host statements.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::common::{run, run_program};
use expect_test::expect;
use mnc2_emulator::dump::value::DumpWord;
use mnc2_emulator::machine::last_writes::WrittenValue;
use mnc2_emulator::{Dump, Machine, OffChip, Outcome, RunOptions, Start};
use mnc2_program::Scope;

#[test]
fn steps_are_limited() {
    let program = mnc2_asm::parse("nop/1000000000\nlinc $lr0 $lr0\n");
    let options = RunOptions {
        budget_steps: 1000,
        ..RunOptions::default()
    };
    let report = Machine::new().run(&program, &options, &mut Vec::new());
    assert_eq!(
        (report.outcome, report.steps),
        (Outcome::StoppedAtLimit { line: 0 }, 0)
    );
    let options = RunOptions {
        budget_steps: 1_000_000_000,
        ..RunOptions::default()
    };
    let report = Machine::new().run(&program, &options, &mut Vec::new());
    assert_eq!(
        (report.outcome, report.steps),
        (Outcome::StoppedAtLimit { line: 1 }, 1_000_000_000)
    );
}

#[test]
fn long_transfers_count_against_the_limit_too() {
    let program = mnc2_asm::parse("mvp/n32768 $lc0@0.0 $d0@1\nmvp/n32768 $lc0@0.0 $d0@1\n");
    let options = RunOptions {
        budget_steps: 15,
        ..RunOptions::default()
    };
    let report = Machine::new().run(&program, &options, &mut Vec::new());
    assert_eq!(
        (report.outcome, report.steps),
        (Outcome::StoppedAtLimit { line: 1 }, 0)
    );
}

#[test]
fn a_dump_of_all_of_dram_costs_what_is_taken_of_it() {
    let program = mnc2_asm::parse("d get $d0 536870912\nd set $lm0 1 l7\nd get $lm0n0c0b0m0p0 1\n");
    let options = RunOptions {
        max_dump_lines: 3,
        ..RunOptions::default()
    };
    let mut dump: Vec<Dump> = Vec::new();
    let report = Machine::new().run(&program, &options, &mut dump);
    assert_eq!(
        (report.outcome, report.truncated, dump.len()),
        (Outcome::Finished, true, 3)
    );
    let mut taken = 0;
    let mut sink = |_: Dump| {
        taken += 1;
        if taken == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let report = Machine::new().run(&program, &RunOptions::default(), &mut sink);
    assert_eq!((report.truncated, taken), (true, 2));
}

#[test]
fn cancellation_stops_before_the_next_statement() {
    let cancel = AtomicBool::new(true);
    let options = RunOptions {
        cancel: Some(&cancel),
        ..RunOptions::default()
    };
    let report = Machine::new().run(&mnc2_asm::parse("\nnop\n"), &options, &mut Vec::new());
    assert_eq!(report.outcome, Outcome::Cancelled { line: 1 });
}

#[test]
fn a_run_to_a_line_executes_it_and_goes_on_from_there() {
    let program =
        mnc2_asm::parse("linc $lr0 $lr0\nlinc $lr0 $lr0\nlinc $lr0 $lr0\nquit\nlinc $lr0 $lr0\n");
    let mut machine = Machine::new();
    let until = RunOptions {
        until_line: Some(1),
        ..RunOptions::default()
    };
    let report = machine.run(&program, &until, &mut Vec::new());
    assert_eq!((report.outcome, report.steps), (Outcome::ReachedLine, 2));
    let rest = RunOptions {
        from_line: 2,
        ..RunOptions::default()
    };
    let report = machine.run(&program, &rest, &mut Vec::new());
    assert_eq!((report.outcome, report.steps), (Outcome::Finished, 1));
}

#[test]
fn what_a_line_wrote_is_shown_for_one_pe() {
    let source = "lpassa $peid $ln0v $r0v $omr1; l1bmm@1 $lr0v $lb16";
    let program = mnc2_asm::parse(source);
    let mut machine = Machine::new();
    let until = RunOptions {
        until_line: Some(0),
        ..RunOptions::default()
    };
    machine.run(&program, &until, &mut Vec::new());
    let focus = Scope {
        mab: Some(2),
        pe: Some(1),
        ..Scope::default()
    };
    let written = machine.written(&program, 0, focus);
    let text = |index: usize| {
        let range = &written[index].operand;
        &source[range.start as usize..range.end as usize]
    };
    assert_eq!((text(0), &*written[0].element), ("$ln0v", "n0c0b0m2p1"));
    let word = |word, bits| WrittenValue::Word { word, bits };
    assert_eq!(written[0].values[3], word(DumpWord::Long(9), (u64::MAX, 0)));
    assert_eq!(
        (text(1), &written[1].values[0]),
        ("$r0v", &word(DumpWord::Single(0), (!0xffff_ffff, 0)))
    );
    assert_eq!(
        (text(2), &written[2].values[0]),
        ("$omr1", &WrittenValue::Flags(0))
    );
    assert_eq!((text(3), &*written[3].element), ("$lb16", "n0c0b0"));
    let l1bm = WrittenValue::LongWords {
        address: Some(20),
        words: vec![0; 4],
    };
    assert_eq!(written[3].values[1], l1bm);
    assert!(machine.written(&program, 7, focus).is_empty());
}

/// A variable mask is looked at on the PE that is shown, a half word at a time.
#[test]
fn what_a_mask_keeps_back_is_not_shown_as_written() {
    let source = "spassa $subpeid $omr1\n\
                  imm ui\"0x12345678\" $ln0v/$imr1 $r0v/$imr1 $lmb/$imr1";
    let program = mnc2_asm::parse(source);
    let mut machine = Machine::new();
    machine.run(&program, &RunOptions::default(), &mut Vec::new());
    let written = |pe| {
        let focus = Scope {
            pe: Some(pe),
            ..Scope::default()
        };
        machine.written(&program, 1, focus)
    };
    let long = 0x1234_5678_1234_5678;
    let all = WrittenValue::Word {
        word: DumpWord::Long(long),
        bits: (u64::MAX, 0),
    };
    // Halves of zero set flags: all of them on PE 0, none on the others.
    assert_eq!(written(0)[0].values[2], all);
    for operand in [0, 1, 2] {
        assert_eq!(written(1)[operand].values[0], WrittenValue::Masked);
    }
    assert_ne!(written(0)[2].values[0], WrittenValue::Masked);
}

#[test]
fn host_statements_reach_pdm_and_dram() {
    let source = "c 0 0 i00 i00 0 000000010 000002 00000000000000ab00000000000000cd\n\
                  e 0 0 i00 i00 0 000000010 000002\n\
                  f\n\
                  r 3 000000040 001 00000000000000ef\n\
                  d get $p16n0 2\nd get $d64n3 1\n";
    expect![[r#"
        00000000000000ab
        00000000000000cd
        DEBUG-PDM(n0,16):(f:0, i:{{0x0,0x0},{0x0,0xAB}}, v:0xAB) #d get $p16n0 2
        DEBUG-PDM(n0,17):(f:0, i:{{0x0,0x0},{0x0,0xCD}}, v:0xCD) #d get $p16n0 2
        DEBUG-DRAM(n3,64):(f:0, i:{{0x0,0x0},{0x0,0xEF}}, v:0xEF) #d get $d64n3 1
    "#]]
    .assert_eq(&run(source));
}

#[test]
fn memories_above_the_pes_are_shown_by_their_element() {
    let source = "d set $llb2n0c1b7 1 l1l2\nd set $lc5n3c1 1 l3\nd get $llb2n0c1b7 1\nd get $lb2n0c1b7 2\nd get $lc5n3 1\n";
    expect![[r#"
        DEBUG-L1BM(n0c1b7,2):{(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x1), (f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2)} #d get $llb2n0c1b7 1
        DEBUG-L1BM(n0c1b7,2):(f:0, i:{{0x0,0x0},{0x0,0x1}}, v:0x1) #d get $lb2n0c1b7 2
        DEBUG-L1BM(n0c1b7,3):(f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2) #d get $lb2n0c1b7 2
        DEBUG-L2BM(n3c0,5):(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0) #d get $lc5n3 1
        DEBUG-L2BM(n3c1,5):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lc5n3 1
    "#]]
    .assert_eq(&run(source));
}

#[test]
fn invalid_block_floats_stop_the_run() {
    let program =
        mnc2_asm::parse("d set $lm0n0c0b0m0p0 1 3ff8000000000000\nd getbd $lm0n0c0b0m0 1\n");
    let (dump, outcome) = run_program(&program);
    assert_eq!(dump, "");
    assert!(
        matches!(outcome, Outcome::NotInterpretable { line: 1, .. }),
        "{outcome:?}"
    );
}

#[test]
fn block_floats_of_pe_memories_are_read_across_the_mab() {
    // PE 0 holds 1.0, the others 2^-9: in the extended representation their exponents are zero.
    let source = "d set $lr0 1 h2c00_2c00_2c00_2c00\nd set $lr0p0 1 h3e00_3e00_3e00_3e00\n\
                  hbfe/9 $lr0 $lr4\nd getbh $lr4n0c0b0m0 1\n";
    expect![[r#"
        DEBUG-GREG0(n0c0b0m0p0,4):(1, 1, 1, 1) (0x3f00, 0x3f00, 0x3f00, 0x3f00) #d getbh $lr4n0c0b0m0 1
        DEBUG-GREG0(n0c0b0m0p1,4):(0.00195312, 0.00195312, 0.00195312, 0.00195312) (0x0020, 0x0020, 0x0020, 0x0020) #d getbh $lr4n0c0b0m0 1
        DEBUG-GREG0(n0c0b0m0p2,4):(0.00195312, 0.00195312, 0.00195312, 0.00195312) (0x0020, 0x0020, 0x0020, 0x0020) #d getbh $lr4n0c0b0m0 1
        DEBUG-GREG0(n0c0b0m0p3,4):(0.00195312, 0.00195312, 0.00195312, 0.00195312) (0x0020, 0x0020, 0x0020, 0x0020) #d getbh $lr4n0c0b0m0 1
    "#]].assert_eq(&run(source));
}

/// What is transferred to DRAM takes memory of the host, unless it is what DRAM holds already.
#[test]
fn a_run_stops_at_its_limit_of_memory() {
    let to_dram: String = (0..64)
        .map(|number| format!("mvp/n524288 $p0@0 $d{}@0\n", number * 524_288))
        .collect();
    // Four blocks of 16 long words, each in a page of its own.
    let scattered = "d set $lc0n0c0 2 s0_64s128_192\nl2bmdars $lc0@.0 $dar0; l2bmdarw\nnop\n\
                     mvp/n64nd1i01 $p0@0 $di0@0\nnop; wait i01\n";
    let together = "mvp/n64i01 $p0@0 $d0@0\nnop; wait i01\n";
    let run = |source: &str, off_chip: OffChip, budget_bytes: u64| {
        let program = mnc2_asm::parse(source);
        assert!(program.iter().all(|line| !line.has_error()));
        let mut machine = Machine::starting(Start {
            dirty: None,
            off_chip,
        });
        let options = RunOptions {
            budget_bytes,
            ..RunOptions::default()
        };
        let report = machine.run(&program, &options, &mut Vec::new());
        (report.outcome, machine.chip().off_chip_bytes())
    };
    let (outcome, bytes) = run(&to_dram, OffChip::Undefined, 64 << 20);
    assert!(
        matches!(outcome, Outcome::StoppedAtMemory { line } if line > 0),
        "{outcome:?}"
    );
    assert!(((32 << 20)..=(64 << 20)).contains(&bytes), "{bytes}");
    assert_eq!(run(&to_dram, OffChip::Zero, 64 << 20).1, 0);

    for (source, limit, pages) in [
        (scattered, u64::MAX, Some(4)),
        (scattered, 127 << 10, None),
        (together, 127 << 10, Some(1)),
    ] {
        let (outcome, bytes) = run(source, OffChip::Undefined, limit);
        let is_finished = matches!(outcome, Outcome::Finished);
        assert_eq!(is_finished, pages.is_some(), "{outcome:?}");
        assert_eq!(bytes, pages.unwrap_or(0) << 12, "{source}");
    }
}
