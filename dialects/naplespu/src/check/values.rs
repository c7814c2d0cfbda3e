//! The known values of scalar registers within a basic block, and the findings that follow from them. The findings of a chunk
//! are kept, and reported again as long as the chunk and the values that are known before it are the same.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_assembly::{PerChunk, Source, Statement, Symbols};
use mnc2_text::{Diagnostic, LineRange, Message, message};

use crate::code::Code;
use crate::encode::Instruction;
use crate::layout::{Layout, Placed, Statements};
use crate::lower::Lowered;
use crate::options::Options;
use crate::register::{COUNTER, Control, LANES, MASK, Register};
use crate::table::{Field, Form, Half, Integer, Operation, Row, Slot};

/// The bytes of the scratchpad.
const SCRATCHPAD_BYTES: i64 = 1 << 16;

/// The values of registers, as far as they are known.
type Values = [Option<u32>; 64];

/// What is known before a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    known: Values,
    /// Whether an instruction is before it.
    is_begun: bool,
    /// Whether other code may call the first instruction.
    is_called: bool,
}

/// What is kept of a chunk from one check to the next.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<Arc<Part>>>);

/// The result of checking a chunk; lines count from its start.
#[derive(Debug)]
struct Part {
    lowered: Arc<[Arc<Lowered>]>,
    begin: State,
    /// The address of the first statement, if no instruction is before it.
    address: Option<u32>,
    found: Vec<(u32, Diagnostic<Code>)>,
    end: State,
    halves: Halves,
    /// Whether the findings do not depend on the position of the chunk.
    is_kept: bool,
}

/// The scalars that are set, as bits.
#[derive(Clone, Copy, Debug, Default)]
struct Halves {
    low: u64,
    high: u64,
    /// All of the scalar.
    whole: u64,
    /// Whether a statement is not known, so that it may set any of them.
    is_unknown: bool,
}

impl Halves {
    fn take(&mut self, lowered: &Lowered) {
        let Some(read) = lowered.read() else {
            self.is_unknown |= !matches!(lowered, Lowered::Other);
            return;
        };
        let bit = 1 << read.instruction.register(Field::D);
        match half_of(&read.instruction) {
            Some(Half::Low) => self.low |= bit,
            Some(_) => self.high |= bit,
            None if read.instruction.row.writes() && !writes_vector(read.instruction.row) => {
                self.whole |= bit;
            }
            None => {}
        }
    }

    fn join(&mut self, other: Self) {
        self.low |= other.low;
        self.high |= other.high;
        self.whole |= other.whole;
        self.is_unknown |= other.is_unknown;
    }

    /// The scalars of which only one half is set, and which are never set as a whole.
    fn lone(self) -> u64 {
        match self.is_unknown {
            true => 0,
            false => (self.low ^ self.high) & !self.whole,
        }
    }
}

/// A text that is checked.
pub(super) struct Checked<'a> {
    pub(super) source: &'a Source,
    pub(super) symbols: &'a Symbols,
    pub(super) layout: &'a Layout,
    pub(super) options: &'a Options,
}

impl Checked<'_> {
    /// Reports the findings about values, and keeps the results of chunks.
    pub(super) fn check(
        &self,
        kept: &PerChunk<Kept>,
        report: &mut dyn FnMut(u32, Diagnostic<Code>),
    ) {
        let mut state = State {
            known: [None; 64],
            is_begun: false,
            is_called: false,
        };
        let mut halves = Halves::default();
        let mut parts = Vec::with_capacity(self.layout.chunks().len());
        for (chunk, kept) in self.layout.chunks().zip(kept.iter()) {
            let first = self.layout.statement(chunk.range.start);
            let first = first.filter(|_| !state.is_begun);
            let address = first.and_then(|placed| placed.address);
            let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
            let known = kept.as_ref().filter(|part| {
                part.is_kept
                    && Arc::ptr_eq(&part.lowered, chunk.lowered)
                    && chunk.range.len() == chunk.lowered.len()
                    && part.begin == state
                    && part.address == address
            });
            let part = match known {
                Some(part) => Arc::clone(part),
                None => {
                    let part = self.part(&chunk, (state, address));
                    Arc::clone(kept.insert(Arc::new(part)))
                }
            };
            state = part.end.clone();
            halves.join(part.halves);
            for (line, diagnostic) in &part.found {
                report(chunk.line + line, diagnostic.clone());
            }
            parts.push(part);
        }
        let lone = halves.lone();
        for (chunk, part) in self.layout.chunks().zip(&parts) {
            if lone & (part.halves.low | part.halves.high) != 0 {
                self.lone_halves(&chunk.range, lone, report);
            }
        }
    }

    /// What sets only one half of some scalars.
    fn lone_halves(
        &self,
        statements: &Range<usize>,
        lone: u64,
        report: &mut dyn FnMut(u32, Diagnostic<Code>),
    ) {
        for placed in self.layout.statements_in(statements.clone()) {
            let Some(read) = placed.lowered.read() else {
                continue;
            };
            let register = read.instruction.register(Field::D);
            if lone >> register & 1 == 0 || half_of(&read.instruction).is_none() {
                continue;
            }
            let line = self.source.line(placed.line);
            let Some(statement) = line.and_then(|line| line.statements.get(placed.index)) else {
                continue;
            };
            let name = Register::Scalar(register).name();
            let message = message!("only half of `{name}` is set in this file", name);
            let range = match placed.is_made {
                true => statement.range.clone(),
                false => range_of(statement, Some(0)),
            };
            report(
                placed.line,
                Diagnostic::new(Code::LoneHalf, range, message).explained(),
            );
        }
    }

    /// Reads the statements of a chunk.
    fn part(&self, chunk: &Statements<'_>, (begin, address): (State, Option<u32>)) -> Part {
        let mut part = Part {
            lowered: Arc::clone(chunk.lowered),
            end: begin.clone(),
            begin,
            address,
            found: Vec::new(),
            halves: Halves::default(),
            // What is made is not a part of the chunk.
            is_kept: chunk.range.len() == chunk.lowered.len(),
        };
        for placed in self.layout.statements_in(chunk.range.clone()) {
            part.halves.take(&placed.lowered);
            self.statement(chunk.line, &placed, &mut part);
        }
        part
    }

    fn statement(&self, start: u32, placed: &Placed<'_>, part: &mut Part) {
        let State {
            known,
            is_begun,
            is_called,
        } = &mut part.end;
        let line = self.source.line(placed.line);
        let Some(statement) = line.and_then(|line| line.statements.get(placed.index)) else {
            return;
        };
        let range_of = |index| match placed.is_made {
            true => statement.range.clone(),
            false => range_of(statement, index),
        };
        if placed.is_labelled || placed.address.is_none() {
            *known = [None; 64];
        }
        // The mask is 0 after the reset. Only the first instruction can rely on that, and not if it has a label other than
        // `_start`: other code may call it.
        if !*is_begun && placed.address == Some(0) {
            // What a macro makes has no other label that could be called.
            let name = |label: &LineRange| line.map_or("", |line| line.part(label));
            *is_called |= statement.labels.iter().any(|it| name(it) != "_start");
            if placed.lowered.row().is_some() {
                *is_begun = true;
                let mask = self.options.registers[usize::from(MASK)].unwrap_or(0);
                known[usize::from(MASK)] = (!*is_called).then_some(mask);
            }
        }
        match &*placed.lowered {
            Lowered::Instruction(read) => {
                let instruction = &read.instruction;
                // The address of such an access depends on what is before the chunk.
                part.is_kept &= !instruction.is_relative();
                let address = relative(self.symbols, self.layout, placed);
                let all = Known {
                    instruction,
                    values: known,
                    relative: address,
                    options: self.options,
                };
                for (code, index, message) in all.found() {
                    let diagnostic = Diagnostic::new(code, range_of(index), message).explained();
                    part.found.push((placed.line - start, diagnostic));
                }
                // A label's value is not tracked.
                match read.target {
                    Some(_) if instruction.row.writes() => {
                        known[usize::from(instruction.register(Field::D))] = None;
                    }
                    _ => write(known, instruction),
                }
            }
            Lowered::Hidden(_) | Lowered::Wrong(..) => *known = [None; 64],
            // What a macro does follows its call; a directive does nothing.
            Lowered::Other if !placed.is_made => {
                let word = line.map_or("", |line| line.mnemonic(statement));
                let is_macro = self.symbols.macros.contains_key(word);
                if !word.is_empty() && !word.starts_with('.') && !is_macro {
                    *known = [None; 64];
                }
            }
            Lowered::Other => {}
        }
    }
}

/// The address of an access that is relative to its instruction.
fn relative(symbols: &Symbols, layout: &Layout, placed: &Placed<'_>) -> Option<u32> {
    let read = placed.lowered.read()?;
    // What is not seen has a length, too.
    if symbols.is_open() || !read.instruction.is_relative() {
        return None;
    }
    let distance = match read.target {
        Some(_) => layout.reach(symbols, placed)?.1,
        None => read.instruction.signed(Field::Immediate9).into(),
    };
    Some(placed.address?.wrapping_add(distance as u32))
}

/// The half of a scalar that an instruction sets. Of the mask only the low half matters.
fn half_of(instruction: &Instruction) -> Option<Half> {
    match instruction.row.family.operation {
        Operation::Constant(half @ (Half::Low | Half::High))
            if !instruction.row.is_vector() && instruction.register(Field::D) != MASK =>
        {
            Some(half)
        }
        _ => None,
    }
}

/// The range of an operand, or of the mnemonic.
fn range_of(statement: &Statement, operand: Option<usize>) -> LineRange {
    let operand = operand.and_then(|index| statement.operands.get(index));
    match (operand, &statement.mnemonic) {
        (Some(operand), _) => operand.range.clone(),
        (None, Some(mnemonic)) => mnemonic.clone(),
        (None, None) => statement.range.clone(),
    }
}

fn is_shift(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Integer(Integer::ShiftLeft | Integer::ShiftRight | Integer::ShiftRightSigned)
    )
}

fn writes_vector(row: &Row) -> bool {
    matches!(row.form.slots().first(), Some(Slot::Vector(_)))
}

/// What is found: the code, the operand or the mnemonic, and the sentence.
type Found = (Code, Option<usize>, Message);

/// An instruction, and what is known before it.
struct Known<'a> {
    instruction: &'a Instruction,
    values: &'a Values,
    /// The address of an access that is relative to its instruction.
    relative: Option<u32>,
    options: &'a Options,
}

impl Known<'_> {
    /// The findings about the instruction that follow from values.
    fn found(&self) -> Vec<Found> {
        let mut found: Vec<Found> = self.shift().into_iter().collect();
        found.extend(self.lane());
        found.extend(self.write());
        found.extend(self.suffix());
        match self.row().family.operation {
            Operation::Gather | Operation::Scatter | Operation::CrossProduct => {
                let name = self.name();
                let message = message!("the hardware's source does not do `{name}`", name);
                found.push((Code::NotImplemented, None, message));
            }
            Operation::Invalidate | Operation::BarrierThread => {
                let name = self.name();
                let message = message!("the public assembler has no `{name}`", name);
                found.push((Code::NoMnemonic, None, message));
            }
            Operation::Call => found.extend(self.call()),
            Operation::Barrier => self.barrier(&mut found),
            Operation::ReadControl => found.extend(self.control(false)),
            Operation::WriteControl => found.extend(self.control(true)),
            Operation::Constant(Half::High) => found.extend(self.upper_half()),
            Operation::Load(element) | Operation::Store(element) => {
                found.extend(self.offset().or_else(|| self.address()));
                let is_narrow = element.bytes < 4 && self.row().is_scratchpad;
                if is_narrow && self.row().is_vector() {
                    let name = self.name();
                    let message =
                        message!("lane i is 4 * i bytes after the address of `{name}`", name);
                    found.push((Code::ScratchpadLanes, None, message));
                }
            }
            _ => {}
        }
        found
    }

    fn row(&self) -> &'static Row {
        self.instruction.row
    }

    fn name(&self) -> &'static str {
        &self.row().mnemonic
    }

    fn value(&self, field: Field) -> Option<u32> {
        value_of(self.values, self.instruction.register(field))
    }

    fn destination(&self) -> u8 {
        self.instruction.register(Field::D)
    }

    /// The last operand, if it is a number or a register with a known one.
    fn number(&self) -> Option<i64> {
        match self.row().form.slots().last()? {
            Slot::Immediate9 => Some(i64::from(self.instruction.signed(Field::Immediate9))),
            Slot::Scalar(Field::B) => self.value(Field::B).map(i64::from),
            _ => None,
        }
    }

    /// An amount that shifts everything out.
    fn shift(&self) -> Option<Found> {
        let operation = self.row().family.operation;
        let amount = self.number().filter(|_| is_shift(operation))?;
        if (0..32).contains(&amount) {
            return None;
        }
        let keeps_sign = operation == Operation::Integer(Integer::ShiftRightSigned);
        let message = match keeps_sign && (0..64).contains(&amount) {
            true => message!(
                "a shift by {amount} leaves only copies of the sign bit, with zeros above",
                amount
            ),
            false => message!(
                "a shift by {amount} gives 0: all 32 bits of the amount are significant",
                amount
            ),
        };
        Some((Code::ShiftAmount, Some(2), message))
    }

    /// A lane that a vector does not have.
    fn lane(&self) -> Option<Found> {
        let reads_lane = self.row().family.operation == Operation::GetLane;
        let lane = self.number().filter(|_| reads_lane)?;
        let is_outside = !(0..LANES as i64).contains(&lane);
        is_outside.then(|| {
            let message = message!("there is no lane {lane}", lane);
            (Code::LaneOutside, Some(2), message)
        })
    }

    /// Writes of vectors without lanes, and of registers with another purpose.
    fn write(&self) -> Vec<Found> {
        let (row, name) = (self.row(), self.name());
        let operation = row.family.operation;
        let stores_vector =
            matches!(operation, Operation::Store(_)) && row.form == Form::VectorMemory;
        let mut found = Vec::new();
        if writes_vector(row) && row.writes() || stores_vector {
            if !stores_vector && self.destination() == MASK {
                let message = message!("this changes `rm`, which has the same number");
                found.push((Code::MaskByVector, Some(0), message));
            }
            if value_of_mask(self.values) == Some(0) && operation != Operation::Gather {
                let message = message!("`{name}` writes no lane: `rm` is 0 here", name);
                found.push((Code::MaskUnset, None, message));
            }
        } else if row.writes() && self.destination() == COUNTER {
            let message = match row.form.is_of_type_r() {
                true => message!("`{name}` writes `pc`, which is a jump", name),
                false => message!(
                    "`{name}` writes `pc`, which does nothing: only instructions of type R jump so",
                    name
                ),
            };
            found.push((Code::CounterWrite, Some(0), message));
        }
        found
    }

    /// A suffix that changes nothing.
    fn suffix(&self) -> Option<Found> {
        let name = self.name();
        self.row().is_masked.then(|| {
            let message = message!("`{name}` is equivalent without `.m`", name);
            (Code::MaskSuffix, None, message)
        })
    }

    fn call(&self) -> Option<Found> {
        let is_by_register = self.row().form.slots().first() == Some(&Slot::Scalar(Field::D));
        is_by_register.then(|| {
            let message = message!("the hardware's source sets `ra` to the target and 4 here");
            (Code::CallByRegister, Some(0), message)
        })
    }

    fn barrier(&self, found: &mut Vec<Found>) {
        if self.value(Field::D) == Some(0) {
            let message = message!("the number of this barrier is 0");
            found.push((Code::BarrierZero, Some(0), message));
        }
        let threads = self.options.threads.max(8);
        if let Some(count) = self.value(Field::A).filter(|&it| it as usize > threads) {
            let message = message!(
                "this barrier waits for {count} threads, and a core has 8",
                count
            );
            found.push((Code::BarrierCount, Some(1), message));
        }
    }

    /// A control register that there is not, or that only the hardware writes.
    fn control(&self, writes: bool) -> Option<Found> {
        let id = self.value(Field::A)?;
        let Some(control) = Control::from_number(id) else {
            let message = message!("there is no control register {id}", id);
            return Some((Code::UnknownControl, Some(1), message));
        };
        (writes && !control.is_writable).then(|| {
            let message = message!(
                "{control} cannot be written by a program",
                control = control.name
            );
            (Code::ReadOnlyControl, Some(1), message)
        })
    }

    /// The upper half of the mask after its lower one.
    fn upper_half(&self) -> Option<Found> {
        let is_of_mask = self.destination() == MASK
            && self.row().form.slots().first() == Some(&Slot::Scalar(Field::D));
        let is_set = self.values[usize::from(MASK)].is_some_and(|mask| mask & 0xffff != 0);
        (is_of_mask && is_set).then(|| {
            let bits = format!("{:04x}", self.instruction.get(Field::Immediate16));
            let message = message!("the hardware's mask becomes 0x{bits} here", bits);
            (Code::MaskOrder, None, message)
        })
    }

    /// The base of an access that is not relative to its instruction, if it is known.
    fn base(&self) -> Option<u32> {
        self.value(Field::A)
            .filter(|_| !self.instruction.is_relative())
    }

    /// An odd offset from a base that is not known.
    fn offset(&self) -> Option<Found> {
        let alignment = i64::from(self.row().alignment());
        let offset = i64::from(self.instruction.signed(Field::Immediate9));
        let is_unknown = self.base().is_none() && !self.instruction.is_relative();
        if !is_unknown || alignment <= 1 || offset % 2 == 0 {
            return None;
        }
        let message = message!(
            "the offset is {offset}, and `{name}` needs a multiple of {alignment}",
            offset,
            name = self.name(),
            alignment
        );
        Some((Code::Misaligned, Some(1), message))
    }

    /// An address that is not aligned, or that is beyond the scratchpad.
    fn address(&self) -> Option<Found> {
        let offset = i64::from(self.instruction.signed(Field::Immediate9));
        let address = match self.relative {
            Some(address) => i64::from(address),
            None => i64::from(self.base()?) + offset,
        };
        let alignment = i64::from(self.row().alignment());
        let text = || format!("0x{:x}", address as u32);
        if address % alignment != 0 {
            let message = message!(
                "the address is {text}, and `{name}` needs a multiple of {alignment}",
                text = text(),
                name = self.name(),
                alignment
            );
            return Some((Code::Misaligned, Some(1), message));
        }
        let is_outside = self.row().is_scratchpad && !(0..SCRATCHPAD_BYTES).contains(&address);
        is_outside.then(|| {
            let message = message!(
                "the address is {text}, and the scratchpad ends at 0x10000",
                text = text()
            );
            (Code::ScratchpadEnd, Some(1), message)
        })
    }
}

/// The value of a register. Of the mask only the bits of lanes are known.
fn value_of(known: &Values, register: u8) -> Option<u32> {
    known[usize::from(register)].filter(|_| register != MASK)
}

/// The lanes that are written, if they are known.
fn value_of_mask(known: &Values) -> Option<u32> {
    known[usize::from(MASK)].map(|mask| mask & 0xffff)
}

/// What an instruction makes known.
fn write(known: &mut Values, instruction: &Instruction) {
    let row = instruction.row;
    // A subroutine can do anything.
    if matches!(row.family.operation, Operation::Call) {
        *known = [None; 64];
        return;
    }
    let target = match row.family.operation {
        Operation::WriteMask => usize::from(MASK),
        _ if row.writes() => usize::from(instruction.register(Field::D)),
        _ => return,
    };
    if writes_vector(row) {
        if target == usize::from(MASK) {
            known[target] = None;
        }
        return;
    }
    let a = value_of(known, instruction.register(Field::A));
    let immediate = instruction.signed(Field::Immediate9) as u32;
    let half = instruction.get(Field::Immediate16);
    let has_number = row.form.fields().contains(&Field::Immediate9);
    let old = known[target];
    known[target] = match row.family.operation {
        Operation::Constant(Half::Zero) => Some(half),
        // The bits of lanes are all in this half.
        Operation::Constant(Half::Low) if target == usize::from(MASK) => Some(half),
        Operation::Constant(Half::Low) => old.map(|old| old & 0xffff_0000 | half),
        Operation::Constant(Half::High) if target == usize::from(MASK) => Some(half << 16),
        Operation::Constant(Half::High) => old.map(|old| old & 0xffff | half << 16),
        Operation::Move | Operation::WriteMask if !row.is_vector() => a,
        Operation::Integer(Integer::Add) if has_number && !row.is_vector() => {
            a.map(|a| a.wrapping_add(immediate))
        }
        Operation::Integer(Integer::Or) if has_number && !row.is_vector() => {
            a.map(|a| a | immediate)
        }
        _ => None,
    };
}
