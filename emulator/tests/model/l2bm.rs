//! L2BM instructions (manual 3.6.7), block by block as the manual lists their effects.

use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::{L2bmOp, Op};

use crate::coverage::Coverage;
use crate::machine::Pair;
use crate::operand::pick;
use crate::oracle::samples::Random;
use crate::reduction::{Reduction, reduced, reduction, reduction_for, unit_value};
use crate::state::{Mem, State, Write, long_word, whole};
use crate::step::{Effect, Expression};
use crate::unit::spellings;
use crate::values::Values;

/// A set of L1Bs as it is written, and its numbers.
struct Set {
    text: String,
    immode: usize,
    l1bs: Vec<usize>,
}

/// A set of L1Bs in one of the three notations, or none, which is all of them (manual 3.6.7.1).
fn set(random: &mut Random, may_miss: bool, immodes: u64) -> Set {
    let l1badr = random.below(8) as usize;
    let immode = random.below(immodes) as usize;
    let kept = 0b111 ^ immode;
    let l1bs: Vec<usize> = (0..8).filter(|b| b & kept == l1badr & kept).collect();
    let list = || {
        let numbers: Vec<String> = l1bs.iter().map(usize::to_string).collect();
        format!("@[{}]", numbers.join(","))
    };
    match random.below(4) {
        0 if may_miss => Set {
            text: String::new(),
            immode: 7,
            l1bs: (0..8).collect(),
        },
        1 => Set {
            text: format!("@{l1badr}"),
            immode: 0,
            l1bs: vec![l1badr],
        },
        2 => Set {
            text: list(),
            immode,
            l1bs,
        },
        _ => Set {
            text: format!("@{l1badr}/{immode}"),
            immode,
            l1bs,
        },
    }
}

/// An aligned address, close to the end of the memory now and then.
fn address(random: &mut Random, mem: Mem, alignment: usize) -> usize {
    let place = random.below(128) as usize / alignment * alignment;
    if random.below(5) == 0 {
        mem.size() - alignment - place
    } else {
        place
    }
}

/// Blocks by cycle and L2B.
fn blocks(effect: impl Fn(&State, usize, usize, &mut Vec<Write>) + 'static) -> Effect {
    Effect::Other(Box::new(move |state| {
        let mut writes = Vec::new();
        for cycle in 0..4 {
            for l2b in 0..8 {
                effect(state, cycle, l2b, &mut writes);
            }
        }
        writes
    }))
}

fn put(writes: &mut Vec<Write>, mem: Mem, element: usize, address: usize, words: &[u64]) {
    for (index, &word) in words.iter().enumerate() {
        writes.push(whole(mem, element, address + index, word));
    }
}

fn broadcast(random: &mut Random) -> Expression {
    let set = set(random, true, 8);
    let (c, b) = (
        address(random, Mem::L2bm, 16),
        address(random, Mem::L1bm, 16),
    );
    let effect = blocks(move |state, cycle, l2b, writes| {
        let data = state.block(Mem::L2bm, l2b, c + cycle * 16, 16);
        for l1b in &set.l1bs {
            put(writes, Mem::L1bm, l2b * 8 + l1b, b + cycle * 16, &data);
        }
    });
    Expression::new(
        format!("l2bmb{}", set.text.clone()),
        format!("$lc{c} $lb{b}"),
        effect,
    )
}

fn distributing_broadcast(random: &mut Random) -> Expression {
    let set = set(random, true, 8);
    let (c, b) = (
        address(random, Mem::L2bm, 64),
        address(random, Mem::L1bm, 16),
    );
    let text = set.text.clone();
    let effect = blocks(move |state, cycle, l2b, writes| {
        let data = state.block(Mem::L2bm, l2b, c + cycle * 64, 64);
        for l1b in &set.l1bs {
            let first = 16 * (l1b / 2);
            let address = b + cycle * 16;
            put(
                writes,
                Mem::L1bm,
                l2b * 8 + l1b,
                address,
                &data[first..first + 16],
            );
        }
    });
    Expression::new(format!("l2bmb2{text}"), format!("$lc{c} $lb{b}"), effect)
}

fn distribute(random: &mut Random) -> Expression {
    let set = set(random, true, 8);
    let (c, b) = (
        address(random, Mem::L2bm, 64),
        address(random, Mem::L1bm, 8),
    );
    let text = set.text.clone();
    let effect = blocks(move |state, cycle, l2b, writes| {
        let data = state.block(Mem::L2bm, l2b, c + cycle * 64, 64);
        for l1b in &set.l1bs {
            let first = 8 * l1b;
            let address = b + cycle * 8;
            put(
                writes,
                Mem::L1bm,
                l2b * 8 + l1b,
                address,
                &data[first..first + 8],
            );
        }
    });
    Expression::new(format!("l2bmd{text}"), format!("$lc{c} $lb{b}"), effect)
}

fn transfer(random: &mut Random) -> Expression {
    let l1badr = random.below(8) as usize;
    let (b, c) = (
        address(random, Mem::L1bm, 16),
        address(random, Mem::L2bm, 16),
    );
    let effect = blocks(move |state, cycle, l2b, writes| {
        let data = state.block(Mem::L1bm, l2b * 8 + l1badr, b + cycle * 16, 16);
        put(writes, Mem::L2bm, l2b, c + cycle * 16, &data);
    });
    Expression::new(format!("l2bm@{l1badr}"), format!("$lb{b} $lc{c}"), effect)
}

fn reduce(random: &mut Random, (kind, letter, bits): Reduction) -> Expression {
    let set = set(random, true, 8);
    let (b, c) = (
        address(random, Mem::L1bm, 16),
        address(random, Mem::L2bm, 16),
    );
    let text = set.text.clone();
    let effect = blocks(move |state, cycle, l2b, writes| {
        // L1Bs outside the set send the identity.
        let sent: Vec<Vec<u64>> = (0..8)
            .map(|l1b| {
                if set.l1bs.contains(&l1b) {
                    state.block(Mem::L1bm, l2b * 8 + l1b, b + cycle * 16, 16)
                } else {
                    vec![unit_value(kind, bits); 16]
                }
            })
            .collect();
        let words = reduced(&[8], kind, bits, &sent);
        put(writes, Mem::L2bm, l2b, c + cycle * 16, &words);
    });
    let opcode = format!("l2bmr{letter}{}{text}", kind.name());
    Expression::new(opcode, format!("$lb{b} $lc{c}"), effect)
}

fn combining_reduce(random: &mut Random, (kind, letter, bits): Reduction) -> Expression {
    let (b, c) = (
        address(random, Mem::L1bm, 16),
        address(random, Mem::L2bm, 64),
    );
    let effect = blocks(move |state, cycle, l2b, writes| {
        for pair in 0..4 {
            let sent = [0, 1].map(|l1b| {
                let l1b = l2b * 8 + 2 * pair + l1b;
                state.block(Mem::L1bm, l1b, b + cycle * 16, 16)
            });
            let words = reduced(&[2], kind, bits, &sent);
            put(writes, Mem::L2bm, l2b, c + cycle * 64 + 16 * pair, &words);
        }
    });
    let opcode = format!("l2bmr2{letter}{}", kind.name());
    Expression::new(opcode, format!("$lb{b} $lc{c}"), effect)
}

fn gather(random: &mut Random) -> Expression {
    let (b, c) = (
        address(random, Mem::L1bm, 8),
        address(random, Mem::L2bm, 64),
    );
    let effect = blocks(move |state, cycle, l2b, writes| {
        for l1b in 0..8 {
            let data = state.block(Mem::L1bm, l2b * 8 + l1b, b + cycle * 8, 8);
            put(writes, Mem::L2bm, l2b, c + cycle * 64 + 8 * l1b, &data);
        }
    });
    Expression::new("l2bmd", format!("$lb{b} $lc{c}"), effect)
}

fn multicast(random: &mut Random) -> Expression {
    let set = set(random, false, 7);
    let (from, to) = (
        address(random, Mem::L1bm, 16),
        address(random, Mem::L1bm, 16),
    );
    let text = set.text.clone();
    let effect = blocks(move |state, cycle, l2b, writes| {
        for &source in &set.l1bs {
            let data = state.block(Mem::L1bm, l2b * 8 + source, from + cycle * 16, 16);
            for l1b in 0..8 {
                if l1b != source && l1b & set.immode == source & set.immode {
                    put(writes, Mem::L1bm, l2b * 8 + l1b, to + cycle * 16, &data);
                }
            }
        }
    });
    Expression::new(format!("l2bmi{text}"), format!("$lb{from} $lb{to}"), effect)
}

/// Steps with `l2bmdars`.
fn fill_darbuf(random: &mut Random) -> Expression {
    let c = address(random, Mem::L2bm, 64);
    let l2b_c = random.below(2) as usize;
    let entry = pick(random, &[0, 1, 16, 510, 1020, 1023]);
    let effect = move |state: &State| {
        let mut writes = vec![
            whole(Mem::DarEntries, 0, 0, entry),
            whole(Mem::DarEntries, 0, 1, 0),
        ];
        for cycle in 0..4 {
            for group in 0..4 {
                let data = state.block(Mem::L2bm, group * 2 + l2b_c, c + cycle * 64, 64);
                for (index, long) in data.iter().enumerate() {
                    let address = cycle * 128 + index * 2;
                    writes.push(whole(Mem::Darbuf, group, address, long >> 32));
                    writes.push(whole(Mem::Darbuf, group, address + 1, long & 0xffff_ffff));
                }
            }
        }
        writes
    };
    Expression::new(
        "l2bmdars",
        format!("$lc{c}@.{l2b_c} $dar{entry}"),
        Effect::Other(Box::new(effect)),
    )
}

/// `l2bmdarw`; in a step with `l2bmdars` it moves what that brings.
fn drain_darbuf() -> Expression {
    let effect = |state: &State| {
        let mut entry = state.read(Mem::DarEntries, 0, 0);
        let mut buffer = state.read(Mem::DarEntries, 0, 1);
        let mut writes = Vec::new();
        for _ in 0..4 {
            for group in 0..4 {
                let word = state.read(Mem::Darbuf, group, buffer as usize);
                writes.push(whole(Mem::Dar, group, entry as usize, word));
            }
            entry = (entry + 1) % 1024;
            buffer = (buffer + 1) % 512;
        }
        writes.push(whole(Mem::DarEntries, 0, 0, entry));
        writes.push(whole(Mem::DarEntries, 0, 1, buffer));
        writes
    };
    Expression::new("l2bmdarw", "", Effect::Last(Box::new(effect)))
}

/// An expression of a row; of one that reduces with this reduction.
fn expression(random: &mut Random, op: L2bmOp, reduction: Reduction) -> Expression {
    match op {
        L2bmOp::Broadcast => broadcast(random),
        L2bmOp::DistributingBroadcast => distributing_broadcast(random),
        L2bmOp::Distribute => distribute(random),
        L2bmOp::Transfer => transfer(random),
        L2bmOp::Reduce => reduce(random, reduction),
        L2bmOp::CombiningReduce => combining_reduce(random, reduction),
        L2bmOp::Gather => gather(random),
        L2bmOp::Multicast => multicast(random),
        L2bmOp::Dars => fill_darbuf(random),
        L2bmOp::Darw => drain_darbuf(),
    }
}

pub(crate) fn any(random: &mut Random) -> Expression {
    let reduction = reduction(random);
    let op = pick(random, L2bmOp::ALL);
    expression(random, op, reduction)
}

fn start(random: &mut Random) -> Pair {
    let mut state = State::new((0..64).collect());
    for l2b in 0..8 {
        let size = Mem::L2bm.size();
        state.fill(random, Mem::L2bm, l2b, size - 192..size + 384, long_word);
    }
    for l1b in 0..64 {
        let size = Mem::L1bm.size();
        state.fill(random, Mem::L1bm, l1b, size - 144..size + 192, long_word);
    }
    Pair::new(state)
}

/// States of a step: the words that it moves at least.
const fn states(op: L2bmOp) -> u64 {
    match op {
        // One word in each group and cycle.
        L2bmOp::Darw => 4 * 4,
        // Eight long words in each L2B, or more in each group, and cycle.
        _ => 8 * 8 * 4,
    }
}

/// Compares every spelling of a row.
#[track_caller]
fn compare(op: L2bmOp) {
    let mut random = Random::new(op as u64);
    let mut coverage = Coverage::default();
    for spelling in spellings(Op::L2bm(op)) {
        let mut pair = start(&mut random);
        let reduction = spelling.reduction.map(|_| reduction_for(spelling));
        let reduction = reduction.unwrap_or((ReductionKind::BitOr, "l", 64));
        if spelling.reduction.is_some() {
            for l1b in 0..64 {
                let values = Values::for_reduction(&mut random, reduction);
                let state = &mut pair.model;
                state.fill(&mut random, Mem::L1bm, l1b, 0..192, |random| {
                    values.long_word(random)
                });
            }
            pair = Pair::new(pair.model);
        }
        let name = format!("{op:?} {}", spelling.text);
        coverage.require(&name);
        while coverage.lacks(&name) {
            pair.accepted(|_| {
                let expression = expression(&mut random, op, reduction);
                assert!(expression.opcode.starts_with(&spelling.text));
                (vec![expression], ())
            });
            coverage.add(&name, states(op));
        }
        pair.finish();
    }
    coverage.finish(&format!("L2bm({op:?})"));
}

fn compare_rows(reduces: bool) {
    for &op in L2bmOp::ALL {
        let is_reduction = spellings(Op::L2bm(op)).any(|spelling| spelling.reduction.is_some());
        if is_reduction == reduces {
            compare(op);
        }
    }
}

#[test]
fn transfers() {
    compare_rows(false);
}

#[test]
fn reductions() {
    compare_rows(true);
}

/// DARBUF is filled, drained in the same step or later, past the end of DAR and of DARBUF too.
#[test]
fn dram_address_registers() {
    let mut random = Random::new(54);
    let mut pair = start(&mut random);
    for _ in 0..12 {
        let mut fill = vec![fill_darbuf(&mut random)];
        if random.flip() {
            fill.push(drain_darbuf());
        }
        // The order in a line means nothing (manual 3.6.4).
        if random.flip() {
            fill.reverse();
        }
        assert!(pair.step(&fill), "{}", fill[0].text());
        let drains = if random.below(4) == 0 {
            130
        } else {
            random.below(8)
        };
        for _ in 0..drains {
            let mut step = vec![drain_darbuf()];
            if random.below(4) == 0 {
                step.push(broadcast(&mut random));
            }
            assert!(pair.step(&step), "{}", step[0].text());
        }
    }
    pair.finish();
}
