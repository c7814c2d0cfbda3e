//! What the last step wrote, as one PE sees it.

use mnc2_asm::program::{LineRange, OperandKind, Step};
use mnc2_isa::Width;
use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::element::Level;
use super::step::Effect;
use crate::dump::value::Word;

/// What one operand of the last step wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where the operand stands in its line.
    pub operand: LineRange,
    /// The element of the chip that is shown.
    pub element: String,
    /// What each cycle wrote, before the write mask.
    pub values: [WrittenValue; CYCLES_PER_STEP],
}

/// What one cycle wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenValue {
    /// A word.
    Word(Word),
    /// Flags of a mask register entry, the highest of the four bits for the MSB side.
    Flags(u8),
}

/// What the effects of a step wrote for a PE.
#[must_use]
pub fn written(step: &Step, effects: &[Effect], pe: usize) -> Vec<Written> {
    let mut list = Vec::new();
    for effect in effects {
        match effect {
            Effect::Pe {
                expression, output, ..
            } => {
                let Some(expression) = step.expressions.get(*expression) else {
                    continue;
                };
                for operand in &expression.outputs {
                    let width = match &operand.kind {
                        OperandKind::PeMemory(memory) => memory.width,
                        OperandKind::BaseRegister(_, width) => *width,
                        _ => Width::DoubleLong,
                    };
                    let is_mask = matches!(operand.kind, OperandKind::MaskRegister(_));
                    let values = std::array::from_fn(|cycle| {
                        let path = &output.cycles[cycle];
                        let (most, least) = (path.most[pe], path.least[pe]);
                        match width {
                            _ if is_mask => {
                                let flags = output.flags[cycle].get(pe);
                                WrittenValue::Flags(flags.copied().unwrap_or(0))
                            }
                            Width::Single => WrittenValue::Word(Word::Single((most >> 32) as u32)),
                            Width::Long => WrittenValue::Word(Word::Long(most)),
                            Width::DoubleLong => WrittenValue::Word(Word::DoubleLong(most, least)),
                        }
                    });
                    let element = Level::Pe.name(pe);
                    list.push(Written {
                        operand: operand.range.clone(),
                        element,
                        values,
                    });
                }
            }
            Effect::MatrixRows {
                expression,
                rows,
                cycles,
                ..
            } => {
                let operand = step
                    .expressions
                    .get(*expression)
                    .and_then(|expression| expression.outputs.first());
                let Some(operand) = operand else { continue };
                let values = std::array::from_fn(|cycle| {
                    let path = &cycles[cycle];
                    WrittenValue::Word(match rows.1 {
                        Width::DoubleLong => Word::DoubleLong(path.most[pe], path.least[pe]),
                        Width::Single | Width::Long => Word::Long(path.most[pe]),
                    })
                });
                let element = Level::Pe.name(pe);
                list.push(Written {
                    operand: operand.range.clone(),
                    element,
                    values,
                });
            }
        }
    }
    list
}
