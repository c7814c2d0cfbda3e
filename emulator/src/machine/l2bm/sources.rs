//! Which words decide what an L2BM instruction writes.

use mnc2_isa::geometry::{CYCLES_PER_STEP, DARBUF_ENTRIES, L1BS_PER_L2B, L2BS_PER_GROUP};
use mnc2_isa::{L2bmOp, Memory, Op, l1b_set};
use mnc2_program::access::{AccessRole, Store};
use mnc2_program::{Expression, OperandKind, Step};

use super::addresses;
use crate::chip_place::ChipPlace;
use crate::machine::chip::Chip;
use crate::machine::sources::{Search, WordSource, Write, source, wrapped};

/// Consecutive long words that one element gets in a cycle, from the long words of other elements.
struct Block {
    /// From the address of the destination.
    to: u32,
    count: u32,
    /// From the address of the source.
    from: u32,
    /// The elements of the source.
    elements: Vec<usize>,
}

/// The writes to L1BM, L2BM, DARBUF and DAR.
pub(in crate::machine) fn writes(
    chip: &Chip,
    op: L2bmOp,
    step: &Step,
    index: usize,
    search: &mut Search<'_>,
) {
    let expression = &step.expressions[index];
    match (op, search.place.store) {
        (L2bmOp::Dars, Store::Darbuf) => fill(index, expression, search),
        (L2bmOp::Darw, Store::Memory(Memory::Dar)) => drain(chip, step, index, search),
        (L2bmOp::Dars | L2bmOp::Darw, _) => {}
        (_, Store::Memory(memory @ (Memory::L1bm | Memory::L2bm))) => {
            moves(op, memory, index, expression, search);
        }
        _ => {}
    }
}

fn moves(
    op: L2bmOp,
    memory: Memory,
    index: usize,
    expression: &Expression,
    search: &mut Search<'_>,
) {
    let (Some(input), Some(output)) = (expression.inputs.first(), expression.outputs.first())
    else {
        return;
    };
    let is_to_l1bm = matches!(output.kind, OperandKind::L1bm { .. });
    if is_to_l1bm != (memory == Memory::L1bm) {
        return;
    }
    let Ok(at) = addresses(expression) else {
        return;
    };
    let from = match input.kind {
        OperandKind::L1bm { .. } => Memory::L1bm,
        _ => Memory::L2bm,
    };
    for cycle in 0..CYCLES_PER_STEP {
        for block in blocks(op, expression.l1bs(), cycle as u32, search.place.element) {
            let first = at.destination.wrapping_add(block.to);
            for words in search.within(first, block.count) {
                let size = search.place.store.words();
                let skipped = (words.start + size - first % size) % size;
                let source_at = at.source.wrapping_add(block.from + skipped);
                let count = words.end - words.start;
                let places = block
                    .elements
                    .iter()
                    .flat_map(|&element| wrapped(Store::Memory(from), element, source_at, count));
                let sources = places.map(|place| source(AccessRole::Data, &input.range, place));
                let sources: Vec<WordSource> = sources.collect();
                search.writes.push(Write {
                    expression: index,
                    cycle,
                    range: output.range.clone(),
                    words,
                    is_masked: false,
                    sources,
                });
            }
        }
    }
}

/// The blocks that an element of the destination gets in a cycle, in order.
fn blocks(op: L2bmOp, set: u8, cycle: u32, element: usize) -> Vec<Block> {
    let l1b = element % L1BS_PER_L2B;
    let is_in_set = set >> l1b & 1 == 1;
    let of_l2b = |l1b: usize| element * L1BS_PER_L2B + l1b;
    let block = |to: u32, count: u32, from: u32, elements: Vec<usize>| Block {
        to,
        count,
        from,
        elements,
    };
    let down = |count: u32, from: u32| {
        let block = block(count * cycle, count, from, vec![element / L1BS_PER_L2B]);
        is_in_set.then_some(block).into_iter().collect()
    };
    let members = || l1b_set::members(set).map(usize::from);
    match op {
        L2bmOp::Broadcast => down(16, 16 * cycle),
        L2bmOp::DistributingBroadcast => down(16, 64 * cycle + 16 * (l1b as u32 / 2)),
        L2bmOp::Distribute => down(8, 64 * cycle + 8 * l1b as u32),
        L2bmOp::Transfer => {
            let sender = members().take(1).map(of_l2b).collect();
            vec![block(16 * cycle, 16, 16 * cycle, sender)]
        }
        L2bmOp::Reduce => {
            let senders = members().map(of_l2b).collect();
            vec![block(16 * cycle, 16, 16 * cycle, senders)]
        }
        L2bmOp::CombiningReduce => (0..L1BS_PER_L2B / 2)
            .map(|pair| {
                let senders = [2 * pair, 2 * pair + 1].map(of_l2b).to_vec();
                block(64 * cycle + 16 * pair as u32, 16, 16 * cycle, senders)
            })
            .collect(),
        L2bmOp::Gather => (0..L1BS_PER_L2B)
            .map(|l1b| {
                let to = 64 * cycle + 8 * l1b as u32;
                block(to, 8, 8 * cycle, vec![of_l2b(l1b)])
            })
            .collect(),
        L2bmOp::Multicast => l1b_set::multicasts(set)
            .filter(|(_, receivers)| receivers >> l1b & 1 == 1)
            .map(|(sender, _)| {
                let sender = element - l1b + usize::from(sender);
                block(16 * cycle, 16, 16 * cycle, vec![sender])
            })
            .collect(),
        L2bmOp::Dars | L2bmOp::Darw => Vec::new(),
    }
}

/// The long word of L2BM that comes to an entry of DARBUF.
fn filled_from(expression: &Expression, group: usize, entry: u32) -> Option<WordSource> {
    let input = expression.inputs.first()?;
    let OperandKind::L2bm { address, l2b, .. } = input.kind else {
        return None;
    };
    let element = group * L2BS_PER_GROUP + usize::from(l2b.unwrap_or(0));
    let at = address.wrapping_add(entry / 2);
    let place = wrapped(Store::Memory(Memory::L2bm), element, at, 1);
    let place = place.into_iter().next()?;
    Some(source(AccessRole::Data, &input.range, place))
}

fn fill(index: usize, expression: &Expression, search: &mut Search<'_>) {
    let output = expression.outputs.first();
    let range = output.map_or(&expression.range, |operand| &operand.range);
    for entry in search.place.words.clone() {
        let from = filled_from(expression, search.place.element, entry);
        search.writes.push(Write {
            expression: index,
            cycle: (entry / (DARBUF_ENTRIES / CYCLES_PER_STEP as u32)) as usize,
            range: range.clone(),
            words: entry..entry + 1,
            is_masked: false,
            sources: from.into_iter().collect(),
        });
    }
}

/// Entries go from DARBUF to DAR, as they are after `l2bmdars` in the same step.
fn drain(chip: &Chip, step: &Step, index: usize, search: &mut Search<'_>) {
    let expression = &step.expressions[index];
    let mut filling = step.expressions.iter();
    let filling = filling.find(|it| it.op == Op::L2bm(L2bmOp::Dars));
    let start = filling.and_then(|it| match it.outputs.first()?.kind {
        OperandKind::Dar(entry) => Some(entry),
        _ => None,
    });
    let (to, from) = match start {
        Some(entry) => (entry, 0),
        None => (chip.dar_write_entry, chip.darbuf_read_entry),
    };
    let group = search.place.element;
    for cycle in 0..CYCLES_PER_STEP {
        let entry = from.wrapping_add(cycle as u32) % DARBUF_ENTRIES;
        let held = || {
            let place = ChipPlace {
                store: Store::Darbuf,
                element: group,
                words: entry..entry + 1,
            };
            Some(source(AccessRole::Data, &expression.opcode_range, place))
        };
        let of = filling.map_or_else(held, |filling| filled_from(filling, group, entry));
        for words in search.within(to.wrapping_add(cycle as u32), 1) {
            search.writes.push(Write {
                expression: index,
                cycle,
                range: expression.opcode_range.clone(),
                words,
                is_masked: false,
                sources: of.clone().into_iter().collect(),
            });
        }
    }
}
