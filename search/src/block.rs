//! The lines whose results another sequence is to give: what they read from before, and what of their results is read
//! later.

mod reading;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mnc2_equal::Places;
use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_VARIABLE_ENTRIES};
use mnc2_program::access::{AccessRole, Accesses, Certainty, Elements, Piece, State};
use mnc2_program::{OperandKind, Program, Statement};

use super::liveness::{forwarded_out, live_after};
use super::{Refusal, Unfit};
use reading::Reading;

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
                if access.is_by_setting {
                    return Err(unfit(Unfit::MaskStatement));
                }
                let is_known = |piece: &Piece| {
                    piece.certainty != Certainty::Somewhere && piece.elements == Elements::ALL
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
        if let Some((line, _)) = reading
            .masks
            .iter()
            .find(|(_, entry)| is_live(&live, *entry))
        {
            return Err(Refusal::Unfit {
                line: *line,
                why: Unfit::MaskOut,
            });
        }
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

    /// The number of an input.
    pub(super) fn input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.text == name)
    }

    /// Whether every cycle accesses words of its own, so that a write under a mask leaves what was there before the step.
    pub(super) fn has_word_for_each_cycle(&self, name: &str) -> bool {
        self.touched.get(name).is_some_and(|words| {
            let different: BTreeSet<&Word> = words.iter().collect();
            different.len() == words.len()
        })
    }

    /// A mask register that is not read before it is written again.
    pub(super) fn mask_register(&self) -> Option<u8> {
        let free = self.free.get(&Memory::MaskRegister)?;
        let mut entries = MASK_VARIABLE_ENTRIES.filter_map(|entry| u8::try_from(entry).ok());
        entries.find(|&entry| mask_words(entry).all(|word| free.get(word) == Some(&true)))
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

/// The words of a mask register, one for each cycle.
fn mask_words(entry: u8) -> Range<usize> {
    let first = usize::from(entry) * CYCLES_PER_STEP;
    first..first + CYCLES_PER_STEP
}

/// Whether a mask register is read after the block.
fn is_live(live: &BTreeMap<Memory, Vec<bool>>, entry: u8) -> bool {
    let words = live.get(&Memory::MaskRegister);
    mask_words(entry).any(|word| words.and_then(|words| words.get(word)) == Some(&true))
}
