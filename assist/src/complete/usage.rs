//! The program above the cursor as a sequence of opcodes with their operands, and the places in it that are like the
//! cursor's.

use std::collections::HashMap;

use mnc2_isa::Memory;
use mnc2_isa::geometry::CYCLES_PER_STEP;

use mnc2_asm::LineParser;
use mnc2_program::cursor::Cursor;
use mnc2_program::{
    Addressing, DataType, DebugMemory, DebugSet, HostAction, Operand, OperandKind, PeMemory,
    Statement,
};
use mnc2_text::LineRange;

/// Maximum number of expressions of the step that are considered. A step holds fewer.
pub(super) const EARLIER_MAX: usize = 16;

/// Places before the cursor that are compared with those before another place.
const CONTEXT_MAX: usize = 6;

/// Operands of a statement that are kept.
const OPERANDS_MAX: usize = 12;

/// The weight of a use relative to the next one.
const FADING: f64 = 0.985;

/// The head of `d set`.
pub(super) const DEBUG_SET: &str = "d set";

/// An opcode with its operands, or another statement.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The opcode, or the words that begin another statement.
    pub(super) head: &'static str,
    /// Whether it begins a line.
    pub(super) is_first: bool,
    /// Inputs and outputs in the order written.
    pub(super) operands: Vec<Operand>,
    /// The number of inputs among them.
    pub(super) inputs: usize,
}

/// Adds the uses of a statement, the last first.
pub(super) fn push_uses(statement: &Statement, uses: &mut Vec<Use>) {
    let bare = |head| Use {
        head,
        is_first: true,
        operands: Vec::new(),
        inputs: 0,
    };
    match statement {
        Statement::Step(step) => {
            for (index, expression) in step.expressions.iter().enumerate().rev() {
                uses.push(Use {
                    head: &expression.spelling.text,
                    is_first: index == 0,
                    operands: expression.operands().take(OPERANDS_MAX).cloned().collect(),
                    inputs: expression.inputs.len(),
                });
            }
        }
        Statement::Mv(mv) => uses.push(Use {
            operands: mv.operands.clone(),
            inputs: 1,
            ..bare(&mv.spelling.text)
        }),
        Statement::Quit(_) => uses.push(bare("quit")),
        Statement::DebugGet(get) => uses.push(bare(match get.data_type {
            DataType::Plain => "d get",
            DataType::Double => "d getd",
            DataType::BlockDouble => "d getbd",
            DataType::Single => "d getf",
            DataType::BlockSingle => "d getbf",
            DataType::BlockPseudoSingle => "d getbg",
            DataType::Half => "d geth",
            DataType::BlockHalf => "d getbh",
        })),
        Statement::DebugSet(set) => uses.push(Use {
            operands: set_by(set).into_iter().collect(),
            ..bare(DEBUG_SET)
        }),
        Statement::Mask(_) => uses.push(bare("mask")),
        Statement::Directive(_) => {}
        Statement::Host(host) => uses.push(bare(match host.action {
            HostAction::WritePdm { .. } => "c",
            HostAction::ReadPdm { .. } => "e",
            HostAction::Flush => "f",
            HostAction::WriteDram { .. } => "r",
        })),
    }
}

/// The words that `d set` fills, as an operand that reads them: one word of each cycle if there are as many.
pub(super) fn set_by(set: &DebugSet) -> Option<Operand> {
    let DebugMemory {
        memory,
        width,
        address,
        ..
    } = set.memory;
    let kind = match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            let is_vector = set.count >= CYCLES_PER_STEP as u32;
            OperandKind::PeMemory(PeMemory {
                memory,
                width,
                addressing: Addressing::Stride {
                    base_words: address,
                    stride_words: u32::from(is_vector) * width.single_words(),
                },
                indirect: false,
                madpe: None,
                address_range: LineRange::default(),
            })
        }
        _ => return None,
    };
    Some(Operand {
        range: LineRange::default(),
        kind,
        negated: false,
        conversion: None,
        mask: None,
    })
}

/// The uses of the expressions before the cursor's.
pub(super) fn uses_before_cursor(parser: &mut LineParser, text: &str, cursor: &Cursor) -> Vec<Use> {
    let ranges = cursor.earlier.iter().take(EARLIER_MAX);
    let uses = ranges.map(|range| uses_in_text(parser, &text[range.clone()]));
    let mut uses: Vec<Use> = uses.flatten().collect();
    for (index, one) in uses.iter_mut().enumerate() {
        one.is_first = index == 0;
    }
    uses
}

/// The uses of a text, in order.
pub(super) fn uses_in_text(parser: &mut LineParser, text: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    if let Some(statement) = &parser.parse(text).statement {
        push_uses(statement, &mut uses);
    }
    uses.reverse();
    uses
}

/// The number of uses before a place that equal the uses before the end of the list.
fn alike(uses: &[&Use], end: usize, place: usize) -> usize {
    (1..=CONTEXT_MAX.min(place))
        .take_while(|back| {
            let (one, other) = (uses[end - back], uses[place - back]);
            one.head == other.head && one.is_first == other.is_first
        })
        .count()
}

/// How likely opcodes and statements are after the last use. The likelihood combines what followed the same uses
/// before (a longer context counts more), what the program uses at all, and what programs use.
pub(super) fn next_heads(
    uses: &[&Use],
    is_first: bool,
    prior: &[(&'static str, f64)],
) -> HashMap<&'static str, f64> {
    let total: f64 = prior.iter().map(|(_, weight)| weight).sum();
    let mut likely: HashMap<&'static str, f64> = prior
        .iter()
        .map(|&(head, weight)| (head, weight / total.max(1.0)))
        .collect();
    let end = uses.len();
    let places: Vec<(usize, usize)> = (0..end)
        .filter(|&place| uses[place].is_first == is_first)
        .map(|place| (place, alike(uses, end, place)))
        .collect();
    for order in 0..=CONTEXT_MAX {
        let mut counts: HashMap<&'static str, f64> = HashMap::new();
        for &(place, _) in places.iter().filter(|(_, alike)| *alike >= order) {
            let age = (end - 1 - place) as i32;
            *counts.entry(uses[place].head).or_default() += FADING.powi(age);
        }
        if counts.is_empty() {
            break;
        }
        // A context with more different followers predicts less (Witten and Bell).
        let (seen, kinds): (f64, f64) = (counts.values().sum(), counts.len() as f64);
        let scale = 1.0 / (seen + kinds);
        for likelihood in likely.values_mut() {
            *likelihood *= kinds * scale;
        }
        for (head, count) in counts {
            *likely.entry(head).or_default() += count * scale;
        }
    }
    likely
}

/// Places of the list with this head: first those with the longest common context, then the last ones.
pub(super) fn places_of(uses: &[&Use], head: &str, is_first: bool, most: usize) -> Vec<usize> {
    let end = uses.len();
    let mut places: Vec<(usize, usize)> = (0..end)
        .rev()
        .filter(|&place| uses[place].head == head)
        .take(4 * most)
        .map(|place| {
            let same = usize::from(uses[place].is_first == is_first);
            (same + alike(uses, end, place), place)
        })
        .collect();
    places.sort_by(|one, other| other.cmp(one));
    places
        .into_iter()
        .map(|(_, place)| place)
        .take(most)
        .collect()
}

/// The space of an address: operands of one space can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    memory: Memory,
}

impl Space {
    /// The memory that addresses are in.
    pub(super) const fn memory(self) -> Memory {
        self.memory
    }
}

/// The space and address of an operand that has one.
pub(super) fn address(kind: &OperandKind) -> Option<(Space, i64)> {
    let (memory, address) = match kind {
        OperandKind::PeMemory(PeMemory {
            memory, addressing, ..
        }) => match addressing {
            Addressing::Stride { base_words, .. } => (*memory, *base_words),
            Addressing::Flat(addresses) => (*memory, addresses[0]),
        },
        OperandKind::MatrixRows { side, row, .. } => (*side, u32::from(*row)),
        OperandKind::L1bm { address, .. } => (Memory::L1bm, *address),
        OperandKind::L2bm { address, .. } => (Memory::L2bm, *address),
        OperandKind::Dar(entry) => (Memory::Dar, *entry),
        OperandKind::Pdm { address, .. } => (Memory::Pdm, *address),
        OperandKind::Dram { address, .. } => (Memory::Dram, *address),
        OperandKind::MaskRegister(entry) => (Memory::MaskRegister, u32::from(*entry)),
        OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MatrixSide(..)
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::Turnaround(_)
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => return None,
    };
    Some((Space { memory }, i64::from(address)))
}

/// An operand moved by a distance; `None` if it has no address or the memory ends.
pub(super) fn moved(operand: &Operand, by: i64) -> Option<Operand> {
    let mut moved = operand.clone();
    let shift = |address: &mut u32, size: Option<u32>| {
        let to = u32::try_from(i64::from(*address) + by).ok()?;
        *address = to;
        (to < size.unwrap_or(u32::MAX)).then_some(())
    };
    let shift_byte = |address: &mut u8| {
        *address = u8::try_from(i64::from(*address) + by).ok()?;
        Some(())
    };
    match &mut moved.kind {
        OperandKind::PeMemory(memory) => {
            let size = memory.memory.size();
            match &mut memory.addressing {
                Addressing::Stride { base_words, .. } => shift(base_words, size)?,
                Addressing::Flat(addresses) => {
                    for address in addresses {
                        shift(address, size)?;
                    }
                }
            }
        }
        OperandKind::MatrixRows { row, .. } => shift_byte(row)?,
        OperandKind::MaskRegister(entry) => shift_byte(entry)?,
        OperandKind::L1bm { address, .. } => shift(address, Memory::L1bm.size())?,
        OperandKind::L2bm { address, .. } => shift(address, Memory::L2bm.size())?,
        OperandKind::Dar(entry) => shift(entry, Memory::Dar.size())?,
        OperandKind::Pdm { address, .. } => shift(address, Memory::Pdm.size())?,
        OperandKind::Dram { address, .. } => shift(address, Memory::Dram.size())?,
        _ => return None,
    }
    Some(moved)
}

/// The number of words that the four cycles of an operand take together, if they are consecutive; `None` without an address in
/// a PE.
pub(super) fn span_words(operand: &Operand) -> Option<u32> {
    let OperandKind::PeMemory(memory) = &operand.kind else {
        return None;
    };
    let addresses = memory.addresses_words();
    let (least, most) = (addresses.iter().min()?, addresses.iter().max()?);
    Some(most - least + memory.width.single_words())
}
