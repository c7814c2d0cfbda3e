//! The writes of the last step, as one PE sees them.

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BM_LONG_WORDS};
use mnc2_isa::{ChipLevel, Width};
use mnc2_program::{OperandKind, Step};
use mnc2_text::LineRange;

use super::chip::Path;
use super::l1bm::Upward;
use super::l2bm::{L2bmEffect, Spread};
use super::step::Effect;
use super::write_results::{Destination, UnitOutput};
use crate::dump::value::DumpWord;

/// The writes of one operand in the last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandWrites {
    /// The range of the operand in its line.
    pub operand: LineRange,
    /// The element of the chip that is shown: the PE, or for L1BM the L1B that it belongs to.
    pub element: String,
    /// The write of each cycle.
    pub values: [WrittenValue; CYCLES_PER_STEP],
}

/// The write of one cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenValue {
    /// A word of a PE.
    Word {
        /// The data before the write mask.
        word: DumpWord,
        /// A one for each bit that the write mask let through: of the MSB side, of the LSB side. A single
        /// word is in the upper half of its side.
        bits: (u64, u64),
    },
    /// The write mask let nothing through.
    Masked,
    /// Flags of a mask register entry, the highest of the four bits for the MSB side.
    Flags(u8),
    /// Consecutive long words of a memory above the PEs.
    LongWords {
        /// First address in long words; `None` for a turnaround register.
        address: Option<u32>,
        /// The words in order.
        words: Vec<u64>,
    },
}

/// The writes of a step's effects for a PE.
#[must_use]
pub fn written(step: &Step, effects: &[Effect], pe: usize) -> Vec<OperandWrites> {
    let mut list = Vec::new();
    for effect in effects {
        let (Effect::Pe { expression, .. }
        | Effect::L1bm { expression, .. }
        | Effect::L2bm { expression, .. }
        | Effect::MatrixRows { expression, .. }) = effect;
        let expression = step.expressions.get(*expression);
        let outputs = expression.map_or(&[][..], |it| it.outputs.as_slice());
        // In the order of the outputs; transfers and matrix registers have one.
        let writes = match effect {
            Effect::Pe {
                output,
                destinations,
                ..
            } => outputs
                .iter()
                .zip(destinations)
                .map(|(operand, to)| {
                    let values = pe_values(&operand.kind, output, to, pe);
                    (ChipLevel::Pe.name(pe), values)
                })
                .collect(),
            Effect::L1bm { upward, .. } => vec![l1bm_values(upward, pe)],
            Effect::L2bm { effect, .. } => l2bm_values(effect, pe).into_iter().collect(),
            Effect::MatrixRows { rows, cycles, .. } => vec![matrix_values(rows.1, cycles, pe)],
        };
        let operands = outputs.iter().map(|it| it.range.clone());
        list.extend(
            operands
                .zip(writes)
                .map(|(operand, (element, values))| OperandWrites {
                    operand,
                    element,
                    values,
                }),
        );
    }
    list
}

/// What is written in each cycle.
type Values = [WrittenValue; CYCLES_PER_STEP];

/// The values of an operand of a PE.
fn pe_values(kind: &OperandKind, output: &UnitOutput, to: &Destination, pe: usize) -> Values {
    std::array::from_fn(|cycle| {
        let path = &output.cycles[cycle];
        let long_words = (path.most[pe], path.least[pe]);
        let bits = to.written_bits(cycle, pe);
        match kind {
            OperandKind::MaskRegister(_) => {
                let flags = output.flags(cycle);
                let flags = flags.get(pe % flags.len().max(1));
                let flags = flags.copied().unwrap_or(0);
                WrittenValue::Flags(flags & to.flags(cycle, pe))
            }
            OperandKind::PeMemory(memory) => word(memory.width, long_words, bits),
            OperandKind::BaseRegister(_, width) => word(*width, long_words, bits),
            _ => word(Width::DoubleLong, long_words, bits),
        }
    })
}

/// The L1B of a PE, and the values that it gets.
fn l1bm_values(upward: &Upward, pe: usize) -> (String, Values) {
    let l1b = ChipLevel::L1b.containing(pe);
    let (address, long_words) = upward.extent();
    let values = std::array::from_fn(|cycle| WrittenValue::LongWords {
        address: address.map(|address| (address + (cycle * long_words) as u32) % L1BM_LONG_WORDS),
        words: upward.words(l1b, cycle).to_vec(),
    });
    (ChipLevel::L1b.name(l1b), values)
}

/// The element of the chip that has a PE, and the values that it gets; `None` if it gets none.
fn l2bm_values(effect: &L2bmEffect, pe: usize) -> Option<(String, Values)> {
    let L2bmEffect::Blocks(blocks) = effect else {
        return None;
    };
    let mine = |block: &'_ Spread| {
        let level = ChipLevel::from_memory(block.memory);
        let words = block.words_of(level.containing(pe))?;
        Some((level, block.address, words.to_vec()))
    };
    // Blocks are in the order of cycles, the same number in each.
    let all: Vec<_> = blocks.iter().filter_map(mine).collect();
    let &(level, ..) = all.first()?;
    let per_cycle = all.len().div_ceil(CYCLES_PER_STEP).max(1);
    let values = std::array::from_fn(|cycle| {
        let blocks = all.chunks(per_cycle).nth(cycle).unwrap_or(&[]);
        let words = blocks.iter().map(|(.., words)| words.as_slice());
        WrittenValue::LongWords {
            address: blocks.first().map(|&(_, address, _)| address),
            words: words.collect::<Vec<_>>().concat(),
        }
    });
    Some((level.name(level.containing(pe)), values))
}

/// The PE, and the values of its rows of the matrix register.
fn matrix_values(width: Width, cycles: &[Path; CYCLES_PER_STEP], pe: usize) -> (String, Values) {
    let values = std::array::from_fn(|cycle| {
        let (most, least) = (cycles[cycle].most[pe], cycles[cycle].least[pe]);
        match width {
            Width::DoubleLong => word(width, (most, least), (u64::MAX, u64::MAX)),
            Width::Single | Width::Long => word(Width::Long, (most, 0), (u64::MAX, 0)),
        }
    });
    (ChipLevel::Pe.name(pe), values)
}

/// A word on the data path with some bits written.
fn word(width: Width, (most, least): (u64, u64), bits: (u64, u64)) -> WrittenValue {
    let (word, bits) = match width {
        Width::Single => (
            DumpWord::Single((most >> 32) as u32),
            (bits.0 & !0xffff_ffff, 0),
        ),
        Width::Long => (DumpWord::Long(most), (bits.0, 0)),
        Width::DoubleLong => (DumpWord::DoubleLong(most, least), bits),
    };
    if bits == (0, 0) {
        WrittenValue::Masked
    } else {
        WrittenValue::Word { word, bits }
    }
}
