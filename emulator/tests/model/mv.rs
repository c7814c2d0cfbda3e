//! MV instructions (manual 3.5): all modes, word by word, with DRAM indirection, `nd` and wrap-around.

mod end;

use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{MvOp, Op};

use self::end::{End, Names};
use crate::coverage::{Coverage, STATES};
use crate::machine::Pair;
use crate::operand::pick;
use crate::oracle::rrn::MV_8;
use crate::oracle::samples::Random;
use crate::reduction::{Reduction, reduced, reduction, reduction_for};
use crate::state::{Mem, State, Write, long_word};
use crate::unit::spellings;
use crate::values::Values;

/// The modes with their rows, numbered by their section 3.5.8.*.
fn modes() -> impl Iterator<Item = (usize, MvOp)> {
    MvOp::ALL.iter().map(|&op| {
        let number = op.row().section.strip_prefix("3.5.8.");
        let number = number.and_then(|number| number.parse().ok());
        (number.expect("a mode has a section of its own"), op)
    })
}

/// A mode's operands: memories, what they name, and long words of a unit operation on each side.
struct Operands {
    source: (Mem, Names, usize),
    destination: (Mem, Names, usize),
    reduces: bool,
    opcode: &'static str,
}

fn operands(mode: usize) -> Operands {
    use Mem::{Dram, L2bm, Pdm};
    use Names::{All, Group, One, OneInGroup};
    let (opcode, source, destination) = match mode {
        2 => ("mvp", (Pdm, One, 64), (Dram, One, 64)),
        3 => ("mvp", (Dram, One, 64), (Pdm, One, 64)),
        4 => ("mvp", (Pdm, One, 64), (L2bm, One, 64)),
        5 => ("mvp", (L2bm, One, 64), (Pdm, One, 64)),
        6 => ("mvp", (Dram, One, 64), (L2bm, One, 64)),
        7 => ("mvp", (L2bm, One, 64), (Dram, One, 64)),
        8 => ("mvp", (Pdm, One, 64), (Pdm, One, 64)),
        9 => ("mvp", (Pdm, All, 64), (L2bm, OneInGroup, 64)),
        10 => ("mvp", (L2bm, OneInGroup, 64), (Pdm, All, 64)),
        11 => ("mvp", (Dram, All, 64), (L2bm, OneInGroup, 64)),
        12 => ("mvp", (L2bm, OneInGroup, 64), (Dram, All, 64)),
        13 => ("mvb2", (Dram, All, 64), (L2bm, All, 64)),
        14 => ("mvr2", (L2bm, All, 64), (Dram, All, 64)),
        15 => ("mvr2", (L2bm, Group, 64), (Pdm, One, 64)),
        16 => ("mvb4", (Dram, All, 32), (L2bm, All, 64)),
        17 => ("mvr4", (L2bm, All, 64), (Dram, All, 32)),
        18 => ("mvb", (Pdm, One, 64), (L2bm, All, 64)),
        19 => ("mvr", (L2bm, All, 64), (Pdm, One, 64)),
        20 => ("mvb", (Dram, All, 16), (L2bm, All, 64)),
        21 => ("mvr", (L2bm, All, 64), (Dram, All, 16)),
        22 => ("mvd", (Pdm, One, 512), (L2bm, All, 64)),
        23 => ("mvd", (L2bm, All, 64), (Pdm, One, 512)),
        24 => ("mvd", (Pdm, One, 64), (Dram, All, 16)),
        25 => ("mvd", (Dram, All, 16), (Pdm, One, 64)),
        1 => ("mvnop", (Pdm, All, 64), (Pdm, All, 64)),
        _ => panic!("mode {mode} is not modelled"),
    };
    Operands {
        source,
        destination,
        reduces: opcode.starts_with("mvr"),
        opcode,
    }
}

/// Every group with each of its L2Bs, L2B fastest.
const ALL: [(usize, usize); 8] = [
    (0, 0),
    (0, 1),
    (1, 0),
    (1, 1),
    (2, 0),
    (2, 1),
    (3, 0),
    (3, 1),
];

/// What a unit operation writes, `i` counting them, from the section's effects.
fn unit(
    mode: usize,
    state: &State,
    (from, to): (End, End),
    (kind, bits): (ReductionKind, u32),
    i: usize,
) -> Vec<Write> {
    let mut writes = Vec::new();
    let reduce = |stages: &[usize], sources: &[(usize, usize)], offset: usize| {
        let read = |&source: &(usize, usize)| vec![from.read(state, source, offset)];
        let blocks: Vec<Vec<u64>> = sources.iter().map(read).collect();
        reduced(stages, kind, bits, &blocks)[0]
    };
    let own = |end: End| (end.group, end.l2b);
    for k in 0..64 {
        let o = 64 * i + k;
        // The block of 16 long words, and the index in it.
        let (piece, place) = (k / 16, k % 16);
        match mode {
            2..=8 => {
                let value = from.read(state, own(from), o);
                writes.push(to.write(state, own(to), o, value));
            }
            9..=12 => {
                for group in 0..4 {
                    let value = from.read(state, (group, from.l2b), o);
                    writes.push(to.write(state, (group, to.l2b), o, value));
                }
            }
            13 => {
                for (group, l2b) in ALL {
                    let value = from.read(state, (group, 0), o);
                    writes.push(to.write(state, (group, l2b), o, value));
                }
            }
            14 => {
                for group in 0..4 {
                    let value = reduce(&[2], &[(group, 0), (group, 1)], o);
                    writes.push(to.write(state, (group, 0), o, value));
                }
            }
            15 => {
                let value = reduce(&[2], &[(from.group, 0), (from.group, 1)], o);
                writes.push(to.write(state, (to.group, 0), o, value));
            }
            16 => {
                // Group `piece` gives 16 of the 64 long words.
                for (group, l2b) in ALL {
                    let value = from.read(state, (piece, 0), 32 * i + 16 * l2b + place);
                    writes.push(to.write(state, (group, l2b), o, value));
                }
            }
            17 => {
                for l2b in 0..2 {
                    let value = reduce(&[4], &[0, 1, 2, 3].map(|group| (group, l2b)), o);
                    let offset = 32 * i + 16 * l2b + place;
                    writes.push(to.write(state, (piece, 0), offset, value));
                }
            }
            18 => {
                for element in ALL {
                    let value = from.read(state, own(from), o);
                    writes.push(to.write(state, element, o, value));
                }
            }
            19 => {
                let value = reduce(MV_8, &ALL, o);
                writes.push(to.write(state, own(to), o, value));
            }
            20 => {
                for element in ALL {
                    let value = from.read(state, (piece, 0), 16 * i + place);
                    writes.push(to.write(state, element, o, value));
                }
            }
            21 => {
                let value = reduce(MV_8, &ALL, o);
                writes.push(to.write(state, (piece, 0), 16 * i + place, value));
            }
            22 => {
                for (group, l2b) in ALL {
                    let offset = 512 * i + (piece * 8 + group * 2 + l2b) * 16 + place;
                    let value = from.read(state, own(from), offset);
                    writes.push(to.write(state, (group, l2b), o, value));
                }
            }
            23 => {
                for (group, l2b) in ALL {
                    let offset = 512 * i + (piece * 8 + group * 2 + l2b) * 16 + place;
                    let value = from.read(state, (group, l2b), o);
                    writes.push(to.write(state, own(to), offset, value));
                }
            }
            24 => {
                let value = from.read(state, own(from), o);
                writes.push(to.write(state, (piece, 0), 16 * i + place, value));
            }
            25 => {
                let value = from.read(state, (piece, 0), 16 * i + place);
                writes.push(to.write(state, own(to), o, value));
            }
            _ => {}
        }
    }
    writes
}

fn end(random: &mut Random, (mem, _, unit): (Mem, Names, usize)) -> End {
    let indirect = (mem == Mem::Dram && random.flip()).then(|| pick(random, &[0, 1, 2, 3, 4, 7]));
    let place = random.below(3) as usize * unit;
    let near_end = random.below(4) == 0;
    let address = match indirect {
        Some(_) if near_end => 1023 - random.below(6) as usize,
        Some(_) => random.below(20) as usize,
        None if near_end => mem.size() - unit - place % 128 / unit * unit,
        None => place,
    };
    End {
        mem,
        address,
        group: random.below(4) as usize,
        l2b: random.below(2) as usize,
        indirect,
    }
}

/// An instruction as it is written and as the model takes it.
struct Instruction {
    line: String,
    ends: (End, End),
    reduction: (ReductionKind, u32),
    units: usize,
}

/// A random instruction of a mode other than `mvnop`.
fn instruction(random: &mut Random, mode: usize, (kind, letter, bits): Reduction) -> Instruction {
    let operands = operands(mode);
    let from = end(random, operands.source);
    let mut to = end(random, operands.destination);
    match mode {
        8 => to.group = (from.group + 1 + random.below(3) as usize) % 4,
        15 => to.group = from.group,
        _ => {}
    }
    let units = 1 + random.below(3) as usize;
    let mut options = vec![format!("n{}", 64 * units)];
    if let Some(consecutive @ 1..) = from.indirect.or(to.indirect) {
        options[0] += &format!("nd{consecutive}");
    }
    if random.flip() {
        options.push(format!("i{:02x}", 1 + random.below(63)));
    }
    if random.flip() {
        options.push(format!("p{}", random.below(4)));
    }
    if random.flip() {
        options.reverse();
    }
    let reduction = if operands.reduces {
        format!("{letter}{}", kind.name())
    } else {
        String::new()
    };
    let line = format!(
        "{}{reduction}/{} {} {}",
        operands.opcode,
        options.concat(),
        from.text(random, operands.source.1),
        to.text(random, operands.destination.1)
    );
    Instruction {
        line,
        ends: (from, to),
        reduction: (kind, bits),
        units,
    }
}

pub(crate) fn any(random: &mut Random) -> String {
    let mode = 2 + random.below(24) as usize;
    let reduction = reduction(random);
    instruction(random, mode, reduction).line
}

/// Runs one instruction of a mode on both; returns the unit operations that it had.
#[track_caller]
fn run(random: &mut Random, pair: &mut Pair, mode: usize, spelling: &Spelling) -> usize {
    if mode == 1 {
        assert!(pair.run("mvnop"), "mvnop");
        return 1;
    }
    let reduction = spelling.reduction.map(|_| reduction_for(spelling));
    let reduction = reduction.unwrap_or((ReductionKind::BitOr, "l", 64));
    let Instruction {
        line,
        ends,
        reduction,
        units,
    } = instruction(random, mode, reduction);
    assert!(line.starts_with(&format!("{}/", spelling.text)), "{line}");
    assert!(pair.run(&line), "{line}");
    for i in 0..units {
        let writes = unit(mode, &pair.model, ends, reduction, i);
        pair.model.apply(&writes);
        if i + 1 == units {
            pair.compare_written(&writes);
        }
    }
    units
}

/// Fills all upper memories, and DARs with address words that meet, wrap around and have high bits to ignore.
fn start(random: &mut Random) -> Pair {
    let mut state = State::new(Vec::new());
    for group in 0..4 {
        for (mem, count) in [(Mem::Pdm, 1024 + 512), (Mem::Dram, 896)] {
            let size = mem.size();
            state.fill(random, mem, group, size - 128..size + count, long_word);
        }
        state.fill(random, Mem::Dar, group, 1016..1048, |random| {
            let blocks = Mem::Dram.size() as u64 / 16;
            let near = (random.below(48) + blocks - 8) % blocks;
            (near + random.below(128) * blocks) % (1 << 32)
        });
    }
    for l2b in 0..8 {
        let size = Mem::L2bm.size();
        state.fill(random, Mem::L2bm, l2b, size - 128..size + 320, long_word);
    }
    Pair::new(state)
}

/// Fills the L2BMs with values for a reduction.
fn suit(pair: Pair, random: &mut Random, reduction: Reduction) -> Pair {
    let mut state = pair.model;
    for l2b in 0..8 {
        for first in (0..320).step_by(32) {
            let values = Values::for_reduction(random, reduction);
            let addresses = first..first + 32;
            state.fill(random, Mem::L2bm, l2b, addresses, |random| {
                values.long_word(random)
            });
        }
    }
    Pair::new(state)
}

/// Compares the spellings of modes; a state is a long word of a unit operation.
#[track_caller]
fn compare(is_in: impl Fn(usize) -> bool) {
    let mut coverage = Coverage::default();
    for (mode, op) in modes().filter(|&(mode, _)| is_in(mode)) {
        let mut random = Random::new(mode as u64);
        for spelling in spellings(Op::Mv(op)) {
            let mut pair = start(&mut random);
            if spelling.reduction.is_some() {
                pair = suit(pair, &mut random, reduction_for(spelling));
            }
            let name = format!("{op:?} {}", spelling.text);
            coverage.require(&name);
            // More where operands and indirection are all that varies.
            let states = if operands(mode).reduces { 1 } else { 16 } * STATES;
            while coverage.states(&name) < states {
                let units = run(&mut random, &mut pair, mode, spelling);
                coverage.add(&name, 64 * units as u64);
            }
            pair.finish();
        }
    }
    coverage.finish("MV");
}

#[test]
fn transfers() {
    compare(|mode| mode <= 13);
}

#[test]
fn broadcasts_scatters_and_gathers() {
    compare(|mode| mode > 13 && !operands(mode).reduces);
}

#[test]
fn reductions() {
    compare(|mode| operands(mode).reduces);
}
