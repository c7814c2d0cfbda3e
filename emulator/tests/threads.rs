//! The number of threads changes nothing: random programs leave the same memories on one, two and eight.

use mnc2_asm::{ModeChoice, Program, check};
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

fn run(program: &Program, threads: usize) -> Machine {
    let mut machine = Machine::new().with_threads(threads);
    let mut random = Random(11);
    for memory in [Memory::Grf0, Memory::Grf1, Memory::Lm1] {
        for address in 0..16 {
            let plane = machine
                .chip_mut()
                .planes_mut(memory)
                .unwrap()
                .write(address);
            plane.fill_with(|| random.next());
        }
    }
    let report = machine.run(program, &RunOptions::default(), &mut Vec::new());
    assert_eq!(report.outcome, Outcome::Finished);
    machine
}

#[test]
fn memories_do_not_depend_on_the_number_of_threads() {
    let mut random = Random(3);
    for _ in 0..2 {
        let source = program(&mut random);
        let program = Program::parse(&source);
        assert!(!check(&program, ModeChoice::Infer).has_errors(), "{source}");
        let one = run(&program, 1);
        for threads in [2, 8] {
            let several = run(&program, threads);
            for memory in [Memory::Grf0, Memory::Grf1, Memory::Lm1, Memory::MatrixX] {
                let planes = |machine: &Machine| {
                    let planes = machine.chip().planes(memory).unwrap().written();
                    planes
                        .map(|(address, plane)| (address, *plane))
                        .collect::<Vec<_>>()
                };
                assert!(
                    planes(&one) == planes(&several),
                    "{memory:?} on {threads} threads\n{source}"
                );
            }
            assert!(
                one.chip().l1bm == several.chip().l1bm,
                "L1BM on {threads} threads\n{source}"
            );
        }
    }
}
