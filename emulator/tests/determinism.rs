//! Random programs leave the same state in one run or line by line, after a snapshot, observed or not.

use mnc2_asm::{ModeChoice, Program, check};
use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::observer::{Access, Observer};
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::Memory;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ (self.0 >> 29)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.next() as usize % list.len()]
    }
}

/// Steps that read GRF0, GRF1 and LM1 and write what later steps read, far enough apart.
fn program(random: &mut Random) -> String {
    let mut source = String::from("hmwrite $llr0v $llx0\nhmwrite $lls0v $llx8\n");
    for _ in 0..12 {
        source += random.pick(&[
            "fvfma $lr0v $ls0v -$ln0v $lr8v",
            "hvfma $lr0v -$ls0v $lln0v $llr16v",
            "dvfmad $lr0v $ls0v $ln0v $ls8v",
            "hmfma $lx $lr8v $lln0v $llr16v",
            "gmmul $lx $lr8v $ln16v",
            "hbfe/8 $llr0v $lls16v",
            "gbfn $lr8v $ls0v",
            "frsqrt $lr16v $lr0v",
            "l1bmrffadd $llr16v $llb0",
            "l1bmm $llb0 $lls16v",
            "ladd $lr8v $ls16v $lr0v $omr1",
            "hvadd $lr16v $lln16v $lls0v/$llimr1",
        ]);
        source += "\nnop/4\n";
    }
    source
}

fn prepared() -> Machine {
    let mut machine = Machine::new();
    let mut random = Random(11);
    for memory in [Memory::Grf0, Memory::Grf1, Memory::Lm1] {
        for address in 0..16 {
            let plane = machine
                .chip_mut()
                .planes_mut(memory)
                .unwrap()
                .write(address);
            plane.make_mut(4096).fill_with(|| random.next());
        }
    }
    machine
}

/// Sees every write and read, and does something with it.
#[derive(Default)]
struct Counter {
    accesses: u64,
}

impl Observer for Counter {
    fn read(&mut self, access: &Access<'_>, _chip: &Chip) {
        self.accesses += 1 + access.cycle as u64;
    }

    fn write(&mut self, access: &Access<'_>, _chip: &Chip) {
        self.accesses += 1 + access.cycle as u64;
    }
}

#[test]
fn steps_snapshots_and_observers_change_nothing() {
    let mut random = Random(3);
    for _ in 0..2 {
        let source = program(&mut random);
        let program = Program::parse(&source);
        assert!(!check(&program, ModeChoice::Infer).has_errors(), "{source}");
        let options = RunOptions::default();
        let finish = |machine: &mut Machine, options: &RunOptions<'_>| {
            let outcome = machine.run(&program, options, &mut Vec::new()).outcome;
            assert_eq!(outcome, Outcome::Finished, "{source}");
        };

        let mut one = prepared();
        let before = one.state_hash();
        finish(&mut one, &options);
        let expected = one.state_hash();
        assert_ne!(expected, before, "{source}");

        let mut stepped = prepared();
        for line in 0..program.len() as u32 {
            let only = RunOptions {
                from_line: line,
                until_line: Some(line),
                ..options
            };
            stepped.run(&program, &only, &mut Vec::new());
        }
        assert_eq!(stepped.state_hash(), expected, "line by line\n{source}");

        let mut resumed = prepared();
        let half = RunOptions {
            until_line: Some(9),
            ..options
        };
        resumed.run(&program, &half, &mut Vec::new());
        let snapshot = resumed.snapshot();
        let rest = RunOptions {
            from_line: 10,
            ..options
        };
        finish(&mut resumed, &rest);
        assert_eq!(resumed.state_hash(), expected, "in two runs\n{source}");
        resumed.restore(&snapshot);
        finish(&mut resumed, &rest);
        assert_eq!(resumed.state_hash(), expected, "from a snapshot\n{source}");

        let mut observed = prepared();
        let mut counter = Counter::default();
        observed.run_observed(&program, &options, &mut Vec::new(), &mut counter);
        assert_eq!(observed.state_hash(), expected, "observed\n{source}");
        assert!(counter.accesses > 0);
    }
}
