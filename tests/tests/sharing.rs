//! PEs, L1Bs and L2Bs that are alike are computed once: random programs give the same state, line by line, as on a
//! machine that stores everything separately.

use mnc2_emulator::{Dump, Machine, OffChip, Outcome, RunOptions, Start};
use mnc2_tests::generate::Choices;
use mnc2_tests::random_program::{self, INSTRUCTIONS};

const PROGRAMS: u64 = 16;

#[test]
fn what_is_shared_does_not_show() {
    let starts = [
        Start::default(),
        Start {
            dirty: Some(5),
            off_chip: OffChip::Undefined,
        },
    ];
    let mut executed = 0;
    for seed in 0..PROGRAMS {
        let mut choices = Choices::new(seed);
        let source = random_program::program(&mut choices);
        let program = mnc2_asm::parse(&source);
        let start = starts[usize::from(seed % 4 == 3)];
        let (mut shared, mut apart) = (Machine::starting(start), Machine::starting(start));
        for line in 0..program.len() as u32 {
            let options = RunOptions {
                from_line: line,
                until_line: Some(line),
                ..RunOptions::default()
            };
            apart.chip_mut().unshare();
            let mut dumps: [Vec<Dump>; 2] = [Vec::new(), Vec::new()];
            let one = shared.run(&program, &options, &mut dumps[0]);
            let other = apart.run(&program, &options, &mut dumps[1]);
            assert_eq!(one.outcome, other.outcome, "line {line} of\n{source}");
            executed += usize::from(!matches!(one.outcome, Outcome::NotExecutable { .. }));
            assert_eq!(
                shared.state_hash(),
                apart.state_hash(),
                "{seed}: state after line {line}, `{}`, of\n{source}",
                source.lines().nth(line as usize).unwrap_or_default()
            );
        }
    }
    assert!(
        executed as u64 > PROGRAMS * INSTRUCTIONS as u64 * 9 / 10,
        "{executed} lines executed"
    );
}
