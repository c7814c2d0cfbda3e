//! What the lines of a block read from before it, and what they write.

use std::collections::BTreeMap;

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_VARIABLE_ENTRIES};
use mnc2_isa::{ControlOp, Forwarding, MauOp, Memory, Op, Precision, Width};
use mnc2_program::access::{Access, AccessRole, Accesses, Direction, Store};
use mnc2_program::{Expression, Mask, Operand, OperandKind};
use mnc2_text::LineRange;

use super::{Input, Output, Word};
use crate::Unfit;
use mnc2_schedule::input_bits::InputBits;

#[derive(Default)]
pub(super) struct Reading {
    pub(super) inputs: Vec<Input>,
    /// All outputs, and which output and cycle wrote a word last, at which place of the data path.
    outputs: Vec<Output>,
    last: BTreeMap<Word, (usize, u8, usize)>,
    pub(super) forwarded: Vec<Forwarding>,
    /// The mask registers that it writes, and the first line that does.
    pub(super) masks: Vec<(usize, u8)>,
    pub(super) touched: BTreeMap<String, Vec<Word>>,
    pub(super) reads_singles: bool,
    pub(super) is_wide: bool,
    pub(super) has_floats: bool,
    pub(super) has_integers: bool,
    pub(super) expressions: usize,
}

/// The words of an operand in the order of the data path: cycle, place, word.
fn words<'a>(
    accesses: &'a Accesses,
    range: &'a LineRange,
    direction: Direction,
) -> impl Iterator<Item = (u8, usize, Word)> + 'a {
    let is_own = move |access: &&Access| {
        access.range == *range && access.direction == direction && access.role == AccessRole::Data
    };
    let of_access = |access: &'a Access| {
        let mut counts = [0; CYCLES_PER_STEP];
        let memory = match access.store {
            Store::Memory(memory) => Some(memory),
            Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => None,
        };
        let pieces = accesses.pieces(access).iter();
        pieces.flat_map(move |piece| {
            let count = &mut counts[usize::from(piece.cycle)];
            let first = *count;
            *count += piece.count as usize;
            (0..piece.count).filter_map(move |word| {
                let place = first + word as usize;
                Some((piece.cycle, place, (memory?, piece.first + word)))
            })
        })
    };
    accesses.list().iter().filter(is_own).flat_map(of_access)
}

impl Reading {
    pub(super) fn inputs(
        &mut self,
        expression: &Expression,
        text: &str,
        accesses: &Accesses,
    ) -> Result<(), Unfit> {
        match expression.op {
            Op::Control(ControlOp::Nop) => return Ok(()),
            Op::Alu(op) => match InputBits::from_op(op) {
                InputBits::Nothing | InputBits::Bit | InputBits::Element => {}
                InputBits::OtherPe => self.is_wide = true,
                InputBits::Block => return Err(Unfit::Unit),
            },
            Op::Mau(op) => match op {
                MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa => {}
                MauOp::Mfma | MauOp::Mmul | MauOp::Mwrite | MauOp::Mread => {
                    return Err(Unfit::Unit);
                }
            },
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => return Err(Unfit::Unit),
        }
        self.expressions += 1;
        // Results with two long words.
        let is_half = expression.spelling.precision == Some(Precision::Half);
        self.is_wide |=
            matches!(expression.op, Op::Mau(_)) && is_half && !expression.spelling.shortened;
        match expression.spelling.precision {
            Some(precision) if precision.is_float() => self.has_floats = true,
            _ => self.has_integers = true,
        }
        let of_outputs = expression.outputs.iter().filter_map(|it| it.mask.as_ref());
        for mask in of_outputs.chain(&expression.zero_flush) {
            let is_own = self.masks.iter().any(|(_, entry)| *entry == mask.entry);
            if is_variable(mask) && !is_own {
                return Err(Unfit::MaskIn);
            }
        }
        for operand in &expression.inputs {
            self.is_wide |= is_wide(&operand.kind);
            match &operand.kind {
                OperandKind::Forwarding(register) if !self.forwarded.contains(register) => {
                    return Err(Unfit::ForwardedIn);
                }
                OperandKind::PeMemory(_) | OperandKind::T(_) => {
                    let words: Vec<Word> = words(accesses, &operand.range, Direction::Read)
                        .map(|(_, _, word)| word)
                        .collect();
                    self.touch(part(text, &operand.bare_range()), &words);
                    // What is partly the block's own is not an input that another sequence can read.
                    let is_own = words.iter().any(|word| self.last.contains_key(word));
                    if !is_own {
                        self.input(operand, text, words);
                    } else if matches!(&operand.kind, OperandKind::PeMemory(it) if it.width == Width::Single)
                    {
                        self.reads_singles = true;
                    }
                }
                OperandKind::Constant(_) => self.input(operand, text, Vec::new()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes the words of an operand; under a pattern of cycles it is only some of them.
    fn touch(&mut self, name: String, words: &[Word]) {
        let known = self.touched.entry(name).or_default();
        if known.len() < words.len() {
            words.clone_into(known);
        }
    }

    fn input(&mut self, operand: &Operand, text: &str, words: Vec<Word>) {
        let text = part(text, &operand.bare_range());
        if !self.inputs.iter().any(|it| it.text == text) {
            self.inputs.push(Input {
                text,
                kind: operand.kind.clone(),
                words,
            });
        }
    }

    pub(super) fn outputs(
        &mut self,
        expression: &Expression,
        text: &str,
        accesses: &Accesses,
        place: (usize, usize),
    ) -> Result<(), Unfit> {
        let register = match expression.op {
            Op::Alu(_) => Forwarding::Aluf,
            Op::Mau(_) => Forwarding::Mauf,
            Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => return Ok(()),
        };
        self.forwarded.push(register);
        for operand in &expression.outputs {
            match &operand.kind {
                OperandKind::PeMemory(_) | OperandKind::T(_) => {}
                OperandKind::NoWrite => continue,
                OperandKind::MaskRegister(entry) => {
                    if self.masks.iter().all(|(_, known)| known != entry) {
                        self.masks.push((place.0, *entry));
                    }
                    continue;
                }
                _ => return Err(Unfit::Unit),
            }
            self.is_wide |= is_wide(&operand.kind);
            let number = self.outputs.len();
            let words: Vec<_> = words(accesses, &operand.range, Direction::Write).collect();
            let all: Vec<Word> = words.iter().map(|&(_, _, word)| word).collect();
            self.touch(part(text, &operand.bare_range()), &all);
            let under_mask = operand.mask.as_ref().is_some_and(is_variable);
            // What is not written is read.
            if under_mask && !all.iter().any(|word| self.last.contains_key(word)) {
                self.input(operand, text, all);
            }
            let written = if under_mask {
                operand.bare_range()
            } else {
                operand.range.clone()
            };
            self.outputs.push(Output {
                texts: vec![part(text, &written)],
                read: part(text, &operand.bare_range()),
                care: [(0, 0); CYCLES_PER_STEP],
                words: words.iter().map(|&(_, _, word)| word).collect(),
                expression: place,
            });
            for (cycle, place, word) in words {
                self.last.insert(word, (number, cycle, place));
            }
        }
        Ok(())
    }

    /// The outputs that have words which are read later; outputs of one expression with the same words are one.
    pub(super) fn live_outputs(&mut self, live: &BTreeMap<Memory, Vec<bool>>) -> Vec<Output> {
        let mut outputs = std::mem::take(&mut self.outputs);
        for ((memory, word), &(number, cycle, place)) in &self.last {
            let is_live = live.get(memory).and_then(|words| words.get(*word as usize));
            if is_live == Some(&true) {
                let care = &mut outputs[number].care[usize::from(cycle)];
                match place {
                    0 => care.0 |= 0xffff_ffff_0000_0000,
                    1 => care.0 |= 0xffff_ffff,
                    2 => care.1 |= 0xffff_ffff_0000_0000,
                    _ => care.1 |= 0xffff_ffff,
                }
            }
        }
        let mut found: Vec<Output> = Vec::new();
        for output in outputs {
            if output.care == [(0, 0); CYCLES_PER_STEP] {
                continue;
            }
            match found
                .iter_mut()
                .find(|it| it.expression == output.expression && it.care == output.care)
            {
                Some(same) => {
                    same.texts.extend(output.texts);
                    same.words.extend(output.words);
                }
                None => found.push(output),
            }
        }
        found
    }
}

/// Whether a mask register decides, and not a pattern in the text.
fn is_variable(mask: &Mask) -> bool {
    MASK_VARIABLE_ENTRIES.contains(&u32::from(mask.entry))
}

const fn is_wide(kind: &OperandKind) -> bool {
    match kind {
        OperandKind::PeMemory(memory) => matches!(memory.width, Width::DoubleLong),
        OperandKind::T(_) => true,
        _ => false,
    }
}

fn part(text: &str, range: &LineRange) -> String {
    mnc2_text::line::part(text, range).to_owned()
}
