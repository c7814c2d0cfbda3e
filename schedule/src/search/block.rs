//! The lines whose results another sequence is to give: what they read from before, and what of their results is read
//! later.

use std::collections::BTreeMap;
use std::ops::Range;

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::{ControlOp, Forwarding, MauOp, Memory, Op, Precision, Width};
use mnc2_program::access::{
    Access, AccessRole, Accesses, Certainty, Direction, Elements, Piece, State, Store,
};
use mnc2_program::{Expression, Mask, Operand, OperandKind, Program, Statement};
use mnc2_text::LineRange;

use super::liveness::{forwarded_out, live_after};
use super::{Refusal, Unfit};
use crate::equal::Places;
use crate::input_bits::InputBits;

/// Operands from before the block, and results that are read later.
pub const OPERANDS_MAX: usize = 16;

/// A word of a PE memory.
pub(super) type Word = (Memory, u32);

/// An operand that the block reads from before it.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// Without sign and conversion.
    pub(super) text: String,
    pub(super) kind: OperandKind,
    pub(super) words: Vec<Word>,
}

/// The results of one expression that are read later.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// The outputs with their masks.
    pub(super) texts: Vec<String>,
    /// One of them without its mask, to be read.
    pub(super) read: String,
    /// The bits that count, in each cycle, on both sides of the data path.
    pub(super) care: [(u64, u64); CYCLES_PER_STEP],
    pub(super) words: Vec<Word>,
    /// The expression that writes it: the line, and its place in the line.
    pub(super) expression: (usize, usize),
}

impl Output {
    /// Whether the second single word counts.
    pub(super) fn has_second_word(&self) -> bool {
        self.care.iter().any(|&(most, _)| most as u32 != 0)
    }
}

/// A region that only computes on the memories of the PEs.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) inputs: Vec<Input>,
    pub(super) outputs: Vec<Output>,
    /// Words that are not read before they are written again.
    free: BTreeMap<Memory, Vec<bool>>,
    /// The words of every operand.
    touched: BTreeMap<String, Vec<Word>>,
    /// Whether a result is read as single words from where it was written.
    pub(super) reads_singles: bool,
    /// Whether an operand has two long words.
    pub(super) is_wide: bool,
    /// Whether an instruction computes with floating-point numbers.
    pub(super) has_floats: bool,
    /// Whether an instruction computes with integers or bits.
    pub(super) has_integers: bool,
    /// Expressions but `nop`.
    pub(super) expressions: usize,
}

impl Block {
    pub(super) fn new(
        program: &Program,
        region: Range<usize>,
        source: &dyn Fn(usize) -> String,
        places: &Places,
    ) -> Result<Self, Refusal> {
        let mut reading = Reading::default();
        let mut state = State::before(program, region.start);
        let mut accesses = Accesses::default();
        for (number, line) in (region.start..).zip(program.range(region.clone())) {
            let unfit = |why| Refusal::Unfit { line: number, why };
            let Some(statement) = &line.statement else {
                continue;
            };
            let Statement::Step(step) = statement else {
                return Err(unfit(Unfit::NoStep));
            };
            if step.is_bare_nop() {
                continue;
            }
            if step.expressions.iter().any(|it| it.op.keeps_forwarding()) {
                return Err(unfit(Unfit::Unit));
            }
            accesses.fill(statement, &state);
            for access in accesses.list() {
                if access.role == AccessRole::Mask || access.is_by_setting {
                    return Err(unfit(Unfit::Mask));
                }
                let is_known = |piece: &Piece| {
                    piece.certainty == Certainty::Always && piece.elements == Elements::ALL
                };
                if access.role == AccessRole::Data && !accesses.pieces(access).iter().all(is_known)
                {
                    return Err(unfit(Unfit::Address));
                }
            }
            let text = source(number);
            for expression in &step.expressions {
                reading
                    .inputs(expression, &text, &accesses)
                    .map_err(unfit)?;
            }
            for (index, expression) in step.expressions.iter().enumerate() {
                reading
                    .outputs(expression, &text, &accesses, (number, index))
                    .map_err(unfit)?;
            }
            state.advance(statement);
        }
        if reading.expressions == 0 {
            return Err(Refusal::Empty);
        }
        if let Some(line) = forwarded_out(program, &region, &reading.forwarded) {
            return Err(Refusal::Unfit {
                line,
                why: Unfit::ForwardedOut,
            });
        }
        let live = live_after(program, region.end, places);
        let outputs = reading.live_outputs(&live);
        if outputs.is_empty() {
            return Err(Refusal::NothingRead);
        }
        if outputs.len() > OPERANDS_MAX || reading.inputs.len() > OPERANDS_MAX {
            return Err(Refusal::TooMany);
        }
        let free = live.into_iter().map(|(memory, words)| {
            let words = words.into_iter().map(|is_live| !is_live).collect();
            (memory, words)
        });
        Ok(Self {
            inputs: reading.inputs,
            outputs,
            free: free.collect(),
            touched: reading.touched,
            reads_singles: reading.reads_singles,
            is_wide: reading.is_wide,
            has_floats: reading.has_floats,
            has_integers: reading.has_integers,
            expressions: reading.expressions,
        })
    }

    /// Operands of GRF for results in between: eight unused words, one after another. `$lr` and `$ls` take turns, as two
    /// operands of one memory cannot share a step.
    pub(super) fn temporaries(&self) -> Vec<String> {
        let mut found = Vec::new();
        let width = if self.is_wide { 16 } else { 8 };
        let prefix = if self.is_wide { "ll" } else { "l" };
        let mut starts = [0_usize; 2];
        for _ in 0..4 {
            for (side, memory) in [Memory::Grf0, Memory::Grf1].into_iter().enumerate() {
                let Some(free) = self.free.get(&memory) else {
                    continue;
                };
                let is_free = |first: &usize| {
                    free.get(*first..*first + width)
                        .is_some_and(|words| words.iter().all(|&it| it))
                        && !self.reads(memory, *first as u32, width as u32)
                };
                let first = (starts[side]..free.len()).step_by(width).find(is_free);
                if let Some(first) = first {
                    starts[side] = first + width;
                    let letter = ["r", "s"][side];
                    found.push(format!("${prefix}{letter}{first}v"));
                }
            }
        }
        found
    }

    /// Whether some operands share words with no operand of another name.
    pub(super) fn is_apart(&self, names: &[&str]) -> bool {
        names.iter().all(|name| {
            let words = self.touched.get(*name).map_or(&[][..], Vec::as_slice);
            let mut others = self.touched.iter().filter(|(other, _)| other != name);
            others.all(|(_, others)| !others.iter().any(|word| words.contains(word)))
        })
    }

    fn reads(&self, memory: Memory, first: u32, count: u32) -> bool {
        let mut words = self.inputs.iter().flat_map(|input| &input.words);
        words.any(|&(of, word)| of == memory && (first..first + count).contains(&word))
    }
}

#[derive(Default)]
struct Reading {
    inputs: Vec<Input>,
    /// All outputs, and which output and cycle wrote a word last, at which place of the data path.
    outputs: Vec<Output>,
    last: BTreeMap<Word, (usize, u8, usize)>,
    forwarded: Vec<Forwarding>,
    touched: BTreeMap<String, Vec<Word>>,
    reads_singles: bool,
    is_wide: bool,
    has_floats: bool,
    has_integers: bool,
    expressions: usize,
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
    fn inputs(
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
        if expression.zero_flush.is_some() {
            return Err(Unfit::Mask);
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
                    self.touched
                        .insert(part(text, &operand.bare_range()), words.clone());
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

    fn outputs(
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
                OperandKind::MaskRegister(_) => return Err(Unfit::Mask),
                _ => return Err(Unfit::Unit),
            }
            let is_variable = |mask: &Mask| u32::from(mask.entry) < MASK_FIRST_PATTERN_ENTRY;
            if operand.mask.as_ref().is_some_and(is_variable) {
                return Err(Unfit::Mask);
            }
            self.is_wide |= is_wide(&operand.kind);
            let number = self.outputs.len();
            let words: Vec<_> = words(accesses, &operand.range, Direction::Write).collect();
            let all = words.iter().map(|&(_, _, word)| word).collect();
            self.touched.insert(part(text, &operand.bare_range()), all);
            self.outputs.push(Output {
                texts: vec![part(text, &operand.range)],
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
    fn live_outputs(&mut self, live: &BTreeMap<Memory, Vec<bool>>) -> Vec<Output> {
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
