//! What is known of scalar registers within a basic block, and what it says about instructions. What a chunk says is kept, and said
//! again as long as it and what is known before it are the same.

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

type Known = [Option<u32>; 64];

/// What is known before a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    known: Known,
    /// Whether an instruction is before it.
    is_begun: bool,
    /// Whether the first instruction may be called from elsewhere.
    is_called: bool,
}

/// What is kept of a chunk from one check to the next.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<Arc<Part>>>);

/// What a chunk says; lines count from its start.
#[derive(Debug)]
struct Part {
    lowered: Arc<[Arc<Lowered>]>,
    begin: State,
    /// The address of the first statement, if no instruction is before it.
    address: Option<u32>,
    found: Vec<(u32, Diagnostic<Code>)>,
    end: State,
    halves: Halves,
    /// Whether it says the same wherever it is.
    is_kept: bool,
}

/// The scalars that are set, as bits.
#[derive(Clone, Copy, Debug, Default)]
struct Halves {
    low: u64,
    high: u64,
    /// All of the scalar.
    whole: u64,
    /// Whether a statement is not understood, which may set any of them.
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

    /// The scalars of which only one half is set, and nothing sets all of them.
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
    /// Reports what values say, and keeps what chunks say.
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
            let message = message!("only a half of `{name}` is set in this file", name);
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
        // After the reset the mask is 0. Only the first instruction can rely on that: what has another label than that of the
        // start may be called from elsewhere.
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
                for (code, index, message) in of(instruction, known, address, self.options) {
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
            // What a macro does comes after its call; a directive does nothing.
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

/// The half of a scalar that an instruction sets. Of the mask only the low one counts.
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

fn of(
    instruction: &Instruction,
    known: &Known,
    relative: Option<u32>,
    options: &Options,
) -> Vec<(Code, Option<usize>, Message)> {
    let row = instruction.row;
    let name = &row.mnemonic;
    let operation = row.family.operation;
    let slots = row.form.slots();
    let value = |field: Field| value_of(known, instruction.register(field));
    let last_scalar = matches!(slots.last(), Some(Slot::Scalar(_)));
    let number = match slots.last() {
        Some(Slot::Immediate9) => Some(i64::from(instruction.signed(Field::Immediate9))),
        Some(Slot::Scalar(Field::B)) if last_scalar => value(Field::B).map(i64::from),
        _ => None,
    };
    let mut found = Vec::new();
    if let Some(amount) = number.filter(|amount| is_shift(operation) && !(0..32).contains(amount)) {
        let keeps_sign = operation == Operation::Integer(Integer::ShiftRightSigned);
        let message = match keeps_sign && (0..64).contains(&amount) {
            true => message!(
                "a shift by {amount} leaves only bits of the sign, below zeros",
                amount
            ),
            false => message!(
                "a shift by {amount} gives 0: all 32 bits of the amount count",
                amount
            ),
        };
        found.push((Code::ShiftAmount, Some(2), message));
    }
    if let Some(lane) =
        number.filter(|lane| operation == Operation::GetLane && !(0..LANES as i64).contains(lane))
    {
        found.push((
            Code::LaneOutside,
            Some(2),
            message!("there is no lane {lane}", lane),
        ));
    }
    let stores_vector = matches!(operation, Operation::Store(_)) && row.form == Form::VectorMemory;
    if writes_vector(row) && row.writes() || stores_vector {
        if !stores_vector && instruction.register(Field::D) == MASK {
            found.push((
                Code::MaskByVector,
                Some(0),
                message!("this changes `rm`, which has the same number"),
            ));
        }
        if value_of_mask(known) == Some(0) && operation != Operation::Gather {
            found.push((
                Code::MaskUnset,
                None,
                message!("`{name}` writes no lane: `rm` is 0 here", name),
            ));
        }
    } else if row.writes() && instruction.register(Field::D) == COUNTER {
        let message = match row.form.is_of_type_r() {
            true => message!("`{name}` writes `pc`, which is a jump", name),
            false => message!(
                "`{name}` writes `pc`, which does nothing: only instructions of type R jump so",
                name
            ),
        };
        found.push((Code::CounterWrite, Some(0), message));
    }
    if row.is_masked {
        found.push((
            Code::MaskSuffix,
            None,
            message!("`{name}` does the same without `.m`", name),
        ));
    }
    match operation {
        Operation::Gather | Operation::Scatter | Operation::CrossProduct => {
            found.push((
                Code::NotImplemented,
                None,
                message!("the hardware's source does not do `{name}`", name),
            ));
        }
        Operation::Invalidate | Operation::BarrierThread => {
            found.push((
                Code::NoMnemonic,
                None,
                message!("the public assembler has no `{name}`", name),
            ));
        }
        Operation::Call if row.form.slots().first() == Some(&Slot::Scalar(Field::D)) => {
            found.push((
                Code::CallByRegister,
                Some(0),
                message!("the hardware's source sets `ra` to the target and 4 here"),
            ));
        }
        Operation::Barrier => {
            if value(Field::D) == Some(0) {
                found.push((
                    Code::BarrierZero,
                    Some(0),
                    message!("the number of this barrier is 0"),
                ));
            }
            if let Some(count) =
                value(Field::A).filter(|&count| count as usize > options.threads.max(8))
            {
                found.push((
                    Code::BarrierCount,
                    Some(1),
                    message!(
                        "this barrier waits for {count} threads, and a core has 8",
                        count
                    ),
                ));
            }
        }
        Operation::ReadControl | Operation::WriteControl => {
            if let Some(id) = value(Field::A) {
                match Control::of_number(id) {
                    None => found.push((
                        Code::UnknownControl,
                        Some(1),
                        message!("there is no control register {id}", id),
                    )),
                    Some(control)
                        if operation == Operation::WriteControl && !control.is_writable =>
                    {
                        found.push((
                            Code::ReadOnlyControl,
                            Some(1),
                            message!(
                                "{control} cannot be written by a program",
                                control = control.name
                            ),
                        ));
                    }
                    Some(_) => {}
                }
            }
        }
        Operation::Constant(Half::High)
            if instruction.register(Field::D) == MASK
                && slots[0] == Slot::Scalar(Field::D)
                && known[usize::from(MASK)].is_some_and(|mask| mask & 0xffff != 0) =>
        {
            found.push((
                Code::MaskOrder,
                None,
                message!(
                    "the hardware's mask becomes 0x{bits} here",
                    bits = format!("{:04x}", instruction.get(Field::Immediate16))
                ),
            ));
        }
        Operation::Load(_) | Operation::Store(_) => {
            let is_relative = instruction.is_relative();
            let base = value(Field::A).filter(|_| !is_relative);
            let offset = i64::from(instruction.signed(Field::Immediate9));
            let alignment = i64::from(row.alignment());
            let address = match relative {
                Some(address) => Some(i64::from(address)),
                None => base.map(|base| i64::from(base) + offset),
            };
            if base.is_none() && alignment > 1 && offset % 2 != 0 && !is_relative {
                found.push((
                    Code::Misaligned,
                    Some(1),
                    message!(
                        "the offset is {offset}, and `{name}` needs a multiple of {alignment}",
                        offset,
                        name,
                        alignment
                    ),
                ));
            }
            if let Some(address) = address {
                let text = format!("0x{:x}", address as u32);
                if address % alignment != 0 {
                    found.push((
                        Code::Misaligned,
                        Some(1),
                        message!(
                            "the address is {text}, and `{name}` needs a multiple of {alignment}",
                            text,
                            name,
                            alignment
                        ),
                    ));
                } else if row.is_scratchpad && !(0..SCRATCHPAD_BYTES).contains(&address) {
                    found.push((
                        Code::ScratchpadEnd,
                        Some(1),
                        message!(
                            "the address is {text}, and the scratchpad ends at 0x10000",
                            text
                        ),
                    ));
                }
            }
            if row.is_scratchpad
                && row.is_vector()
                && matches!(operation, Operation::Load(element) | Operation::Store(element) if element.bytes < 4)
            {
                found.push((
                    Code::ScratchpadLanes,
                    None,
                    message!("lane i is 4 * i bytes after the address of `{name}`", name),
                ));
            }
        }
        _ => {}
    }
    found
}

/// The value of a register. Of the mask only the bits of lanes are known.
fn value_of(known: &Known, register: u8) -> Option<u32> {
    known[usize::from(register)].filter(|_| register != MASK)
}

/// The lanes that are written, if they are known.
fn value_of_mask(known: &Known) -> Option<u32> {
    known[usize::from(MASK)].map(|mask| mask & 0xffff)
}

/// What an instruction makes known.
fn write(known: &mut Known, instruction: &Instruction) {
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
