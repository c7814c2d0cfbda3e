//! What a run changes is what differs between the states before and after each statement.

use std::collections::BTreeSet;

use mnc2_emulator::changes::{Changes, LEVELS, elements_of};
use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::upper;
use mnc2_emulator::{Machine, RunOptions};
use mnc2_isa::geometry::{DAR_ENTRIES, MATRIX_PHYSICAL_ROWS, PES};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::Program;

/// Every kind of place is written; no step writes a word in two cycles.
const PROGRAM: &str = "\
lpassa $peid $lr0v
imm i\"48\" $ls0v
d set $lm0n0c0b0m1p2 2 l0000000000000005l0000000000000006
nop/3
isub $lr0v $ls0v $omr1
lpassa $lm0v $ln0v
nop/4
ladd $lr0v $ls0v $lm100v/$imr1
lpassa $ls0v $ln100v/1100
lpassa $lr0v $lt
nop/4
lpassa $ls0v $lmt0v
lpassa $lr0v $lls8v
lpassa $subpeid $lmb
dmwrite $lr0v $lx0
nop/3
l1bmm@1 $lr0v $lb0
l1bmrliadd $lr0v $lb64
nop/6
l2bm@0 $lb64 $lc0
nop/6
mvp/n64 $lc0@0.0 $p0@1
mvp/n64 $p0@1 $d0@2
lpassa $lr0v $lr0v
";

fn program() -> Program {
    let program = mnc2_asm::parse(PROGRAM);
    for line in program.iter() {
        assert!(!line.has_error(), "{:?}", line.diagnostics);
    }
    program
}

/// The PEs whose words in some planes differ.
fn differing_pes(memory: Memory, planes: usize, [before, after]: [&Chip; 2]) -> BTreeSet<usize> {
    let [Some(before), Some(after)] = [before, after].map(|chip| chip.planes(memory)) else {
        return BTreeSet::new();
    };
    let pairs = (0..planes).map(|plane| (before.read(plane), after.read(plane)));
    pairs
        .filter(|(before, after)| before != after)
        .flat_map(|(before, after)| (0..PES).filter(move |&pe| before[pe] != after[pe]))
        .collect()
}

/// The elements of a level with a word that differs.
fn differing(level: ChipLevel, chips: [&Chip; 2]) -> BTreeSet<usize> {
    let [before, after] = chips;
    let above = |memory: Memory, words: u32| -> BTreeSet<usize> {
        let content = |chip: &Chip, element| {
            let mut content = vec![0; words as usize];
            upper::read_some(chip, memory, element, 0, &mut content);
            content
        };
        let elements = 0..elements_of(level);
        elements
            .filter(|&it| content(before, it) != content(after, it))
            .collect()
    };
    match level {
        ChipLevel::Pe => {
            let memories = [
                Memory::Lm0,
                Memory::Lm1,
                Memory::Grf0,
                Memory::Grf1,
                Memory::T,
            ];
            let mut pes: BTreeSet<usize> = memories
                .into_iter()
                .flat_map(|memory| {
                    let words = memory.size().unwrap_or(16);
                    differing_pes(memory, words as usize / 2, chips)
                })
                .collect();
            pes.extend((0..PES).filter(|&pe| {
                let bases = [Memory::BaseLm0, Memory::BaseLm1];
                let base = |memory, chip: &Chip| chip.base(memory).map(|it| it[pe]);
                let masks = (1..16).flat_map(|entry| (0..4).map(move |cycle| (entry, cycle)));
                bases
                    .into_iter()
                    .any(|it| base(it, before) != base(it, after))
                    || masks.into_iter().any(|(entry, cycle)| {
                        before.mask(entry, cycle)[pe] != after.mask(entry, cycle)[pe]
                    })
            }));
            pes
        }
        ChipLevel::Mab => {
            let planes = 2 * MATRIX_PHYSICAL_ROWS as usize;
            let pes = differing_pes(Memory::MatrixX, planes, chips);
            pes.into_iter().map(|pe| pe / 4).collect()
        }
        ChipLevel::L1b => above(Memory::L1bm, 8192),
        ChipLevel::L2b => above(Memory::L2bm, 32768),
        ChipLevel::Group => {
            let mut groups = above(Memory::Pdm, 1024);
            groups.extend(above(Memory::Dram, 1024));
            groups.extend((0..4).filter(|group| {
                let first = group * DAR_ENTRIES as usize;
                let entries = first..first + DAR_ENTRIES as usize;
                before.dar[entries.clone()] != after.dar[entries]
            }));
            groups
        }
    }
}

#[test]
fn changes_are_what_differs_after_each_statement() {
    let program = program();
    let mut machine = Machine::new();
    let mut changes = Changes::default();
    let mut none = Vec::new();
    machine.run_observed(&program, &RunOptions::default(), &mut none, &mut changes);

    let mut machine = Machine::new();
    let mut all = LEVELS.map(|_| BTreeSet::new());
    let mut statements = changes.statements().iter().peekable();
    for line in 0..program.len() as u32 {
        let before = machine.clone();
        let options = RunOptions {
            from_line: line,
            until_line: Some(line),
            ..RunOptions::default()
        };
        machine.run(&program, &options, &mut Vec::new());
        let observed = statements.next_if(|it| it.line == line);
        let is_set = program.line(line as usize).is_some_and(|line| {
            matches!(line.statement, Some(mnc2_program::Statement::DebugSet(_)))
        });
        for (level, all) in LEVELS.into_iter().zip(&mut all) {
            let expected = differing(level, [before.chip(), machine.chip()]);
            let found = observed.map_or(0, |it| usize::from(it.at(level).elements));
            if !is_set {
                assert_eq!(found, expected.len(), "line {}, {level:?}", line + 1);
                all.extend(expected);
            }
        }
    }
    for (level, all) in LEVELS.into_iter().zip(all) {
        assert_eq!(changes.changed(level), all.len(), "{level:?}");
        assert!(!all.is_empty(), "{level:?}");
    }
    let last = changes.statements().last().expect("a statement");
    let unchanged = last.at(ChipLevel::Pe);
    assert_eq!(
        (unchanged.elements, unchanged.cycles, unchanged.is_written),
        (0, 0, true)
    );
}

/// The cycles in which one word gets another value.
#[test]
fn cycles_count_if_they_change_something() {
    for (text, cycles) in [
        ("imm i\"3\" $lr0", 0b0001),
        ("imm i\"3\" $lr0v", 0b1111),
        ("imm i\"3\" $lr0v/0110", 0b0110),
        ("zero $lr0v", 0),
        ("imm i\"3\" $lr0v/0000", 0),
    ] {
        let program = mnc2_asm::parse(text);
        let mut machine = Machine::new();
        let mut changes = Changes::default();
        let mut none = Vec::new();
        machine.run_observed(&program, &RunOptions::default(), &mut none, &mut changes);
        let found = changes
            .statements()
            .first()
            .map(|it| it.at(ChipLevel::Pe).cycles);
        assert_eq!(found.unwrap_or(0), cycles, "{text}");
    }
}
