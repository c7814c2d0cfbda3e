//! The number format of words: the precision of the instruction that wrote them, traced through copies.
//!
//! Words carry no type. A tool that shows one has to choose how to read it, and the best choice is the format of the
//! instruction that made it: a result of `dvfmad` is a double-precision number, also after `lpassa` and `l1bmm` have moved it.
//! The format is unknown if several instructions with different formats wrote the shown words.

use std::ops::Range;

use mnc2_isa::alu::AluResult;
use mnc2_isa::{Constant, Group, L2bmOp, MauOp, Memory, Op, Precision, ReductionKind, ReductionOp};

use crate::flow::{AccessId, Flow, LineAccesses};
use mnc2_program::access::{AccessRole, Direction, Elements, Store};
use mnc2_program::{
    Conversion, DataType, Expression, Literal, LiteralType, MvInstruction, Operand, OperandKind,
    Program, Statement,
};
use mnc2_text::LineRange;

/// Maximum number of writes that are considered for one read.
const WRITES_MAX: usize = 16;
/// Maximum number of instructions that are considered for one answer, copies included.
const VISITED_MAX: usize = 256;

/// Maximum number of lines that are looked at for the next read of a place.
const READER_LINES_MAX: usize = 2000;

/// The meaning of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// Numbers of a precision.
    Of(Precision),
    /// Bits: masks, and results of bitwise operations.
    Bits,
}

/// The known facts about some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// They are zeros, which every precision reads alike.
    Zeros,
    /// They have this meaning.
    As(Numbers),
    /// Nothing, or several different meanings.
    Not,
}

impl Known {
    /// The combination of what is known about two parts.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Zeros, known) | (known, Self::Zeros) => known,
            (Self::As(one), Self::As(two)) if one == two => Self::As(one),
            (Self::As(_) | Self::Not, Self::As(_) | Self::Not) => Self::Not,
        }
    }

    fn numbers(self) -> Option<Numbers> {
        match self {
            Self::As(numbers) => Some(numbers),
            Self::Zeros | Self::Not => None,
        }
    }
}

/// The precision of the results of a MAU operation (manual 3.6.9.1, 3.6.9.24).
pub fn mau_output(expression: &Expression) -> Option<Precision> {
    if expression.op.row().group != Group::MauCalc {
        return None;
    }
    match (
        expression.spelling.precision?,
        expression.spelling.shortened,
    ) {
        (Precision::Double, false) => Some(Precision::Double),
        (Precision::Double, true) => Some(Precision::Single),
        // Half precision computes into single precision.
        (Precision::Half, false) => Some(Precision::Single),
        (Precision::Half, true) => Some(Precision::Half),
        // The results of pseudo-single products are ordinary single-precision numbers.
        (Precision::Single | Precision::PseudoSingle, _) => Some(Precision::Single),
        (Precision::LongInteger | Precision::SingleInteger | Precision::HalfInteger, _) => None,
    }
}

/// Traces words of one program back to what made them.
#[derive(Debug)]
pub struct Origins<'a> {
    program: &'a Program,
    flow: &'a Flow,
}

impl<'a> Origins<'a> {
    /// For a program, with the flow of the same program.
    #[must_use]
    pub const fn new(program: &'a Program, flow: &'a Flow) -> Self {
        Self { program, flow }
    }

    /// The meaning of what the `d get` of a line, counted from 0, shows; `words` are some of the words that it reads,
    /// in the units of [`mnc2_program::access`].
    #[must_use]
    pub fn shown_by_get(&self, line: usize, words: Range<u32>) -> Option<Numbers> {
        let accesses = self.flow.line(line);
        let (read, _) = accesses
            .iter()
            .find(|(_, access)| is_data(access.direction, access.role, Direction::Read))?;
        self.reaching(read, words, &mut 0).numbers()
    }

    /// The meaning of what the step of a line, counted from 0, writes through the operand at `output`.
    #[must_use]
    pub fn written_by_operand(&self, line: usize, output: &LineRange) -> Option<Numbers> {
        let accesses = self.flow.line(line);
        let (write, _) = accesses.iter().find(|(_, access)| {
            access.range == *output && is_data(access.direction, access.role, Direction::Write)
        })?;
        self.known_from_write(&accesses, write, &mut 0).numbers()
    }

    /// The meaning of words of a memory after a line, counted from 0, by the newest write to any of them.
    #[must_use]
    pub fn after(&self, line: usize, store: Store, words: &Range<u32>) -> Option<Numbers> {
        let newest = (0..=line)
            .rev()
            .filter(|&line| self.flow.touches(line, store))
            .find_map(|line| {
                let accesses = self.flow.line(line);
                let (write, _) = accesses
                    .iter()
                    .filter(|(_, access)| {
                        access.store == store
                            && is_data(access.direction, access.role, Direction::Write)
                    })
                    .filter(|(_, access)| {
                        accesses.pieces(access).iter().any(|piece| {
                            piece.first < words.end && words.start < piece.first + piece.count
                        })
                    })
                    .last()?;
                Some((accesses, write))
            });
        let (accesses, write) = newest?;
        self.known_from_write(&accesses, write, &mut 0).numbers()
    }

    /// The meaning that the first line from a line on, counted from 0, gives to words that it reads: what its instruction
    /// computes with, or what its `d get` shows. `None` if they are written before that, or not read soon.
    #[must_use]
    pub fn next_read(&self, line: usize, store: Store, words: &Range<u32>) -> Option<Numbers> {
        let lines = line..self
            .program
            .len()
            .min(line.saturating_add(READER_LINES_MAX));
        let mut lines = lines.filter(|&line| self.flow.touches(line, store));
        lines.find_map(|line| {
            let accesses = self.flow.line(line);
            let touches = |direction| {
                let mut found = accesses.iter().filter(|(_, access)| {
                    access.store == store
                        && is_data(access.direction, access.role, direction)
                        && accesses.pieces(access).iter().any(|piece| {
                            piece.first < words.end && words.start < piece.first + piece.count
                        })
                });
                found.next()
            };
            match touches(Direction::Read) {
                Some((_, access)) => Some(self.taken_as(line, access.expression)),
                None => touches(Direction::Write).map(|_| None),
            }
        })?
    }

    /// The meaning of the data of an expression of a line.
    fn taken_as(&self, line: usize, expression: u16) -> Option<Numbers> {
        match self.program.line(line)?.statement.as_ref()? {
            Statement::Step(step) => {
                taken_by(step.expressions.get(usize::from(expression))?).map(Numbers::Of)
            }
            Statement::DebugGet(get) => match get.data_type {
                DataType::Double => Some(Numbers::Of(Precision::Double)),
                DataType::Single => Some(Numbers::Of(Precision::Single)),
                DataType::Half => Some(Numbers::Of(Precision::Half)),
                DataType::Plain
                | DataType::BlockDouble
                | DataType::BlockSingle
                | DataType::BlockPseudoSingle
                | DataType::BlockHalf => None,
            },
            Statement::Mv(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Directive(_)
            | Statement::Quit(_) => None,
        }
    }

    /// The combined meaning from the writes that reach some words of a read.
    fn reaching(&self, read: AccessId, words: Range<u32>, visited: &mut usize) -> Known {
        let found = self
            .flow
            .reaching_words(read, words, Elements::ALL, WRITES_MAX);
        if !found.is_complete {
            return Known::Not;
        }
        // Uninitialized words are zero, unless a testcase loads them.
        found.links.iter().fold(Known::Zeros, |known, link| {
            let accesses = self.flow.line_with(link.access);
            known.and(self.known_from_write(&accesses, link.access, visited))
        })
    }

    fn known_from_write(
        &self,
        accesses: &LineAccesses,
        write: AccessId,
        visited: &mut usize,
    ) -> Known {
        *visited += 1;
        if *visited > VISITED_MAX {
            return Known::Not;
        }
        let Some(access) = accesses.get(write) else {
            return Known::Not;
        };
        if access.store == Store::Memory(Memory::MaskRegister) {
            return Known::As(Numbers::Bits);
        }
        let line = self
            .program
            .line(accesses.line() as usize)
            .and_then(|line| line.statement.as_ref());
        match line {
            Some(Statement::Step(step)) => {
                match step.expressions.get(usize::from(access.expression)) {
                    Some(expression) => {
                        self.known_from_expression(accesses, expression, access.expression, visited)
                    }
                    None => Known::Not,
                }
            }
            Some(Statement::Mv(mv)) => match known_from_transfer(mv) {
                Some(known) => known,
                None => self.known_from_inputs(accesses, 0, visited),
            },
            Some(
                Statement::DebugGet(_)
                | Statement::DebugSet(_)
                | Statement::Mask(_)
                | Statement::Host(_)
                | Statement::Directive(_)
                | Statement::Quit(_),
            )
            | None => Known::Not,
        }
    }

    fn known_from_expression(
        &self,
        accesses: &LineAccesses,
        expression: &Expression,
        index: u16,
        visited: &mut usize,
    ) -> Known {
        match made_by(expression) {
            Made::Known(known) => known,
            Made::Copied => {
                let precision = expression.spelling.precision;
                let constant = expression.inputs.first();
                let known = match constant.and_then(|input| constant_of(input, precision)) {
                    Some(known) => known,
                    None => self.known_from_inputs(accesses, index, visited),
                };
                let conversion = expression
                    .inputs
                    .iter()
                    .find_map(|input| input.conversion.as_ref())
                    .map(|conversion| conversion.value);
                converted(known, conversion)
            }
        }
    }

    /// The meaning of the data that an expression, or an MV instruction, reads.
    fn known_from_inputs(
        &self,
        accesses: &LineAccesses,
        expression: u16,
        visited: &mut usize,
    ) -> Known {
        let mut reads = accesses
            .iter()
            .filter(|(_, access)| {
                access.expression == expression
                    && is_data(access.direction, access.role, Direction::Read)
            })
            .peekable();
        if reads.peek().is_none() {
            return Known::Not;
        }
        reads.fold(Known::Zeros, |known, (read, _)| {
            known.and(self.reaching(read, 0..u32::MAX, visited))
        })
    }
}

fn is_data(direction: Direction, role: AccessRole, wanted: Direction) -> bool {
    direction == wanted && role == AccessRole::Data
}

/// The meaning of the values that an expression computes; `None` if it moves its inputs, or its result has several meanings.
#[must_use]
pub fn computed(expression: &Expression) -> Option<Numbers> {
    match made_by(expression) {
        Made::Known(known) => known.numbers(),
        Made::Copied => None,
    }
}

/// The precision of the numbers that an expression computes with; `None` if it moves bits, or converts what it reads.
fn taken_by(expression: &Expression) -> Option<Precision> {
    let spelling = expression.spelling;
    let converts = expression
        .inputs
        .iter()
        .any(|input| input.conversion.is_some());
    if converts || spelling.reduction.is_some() {
        return None;
    }
    match expression.op {
        Op::Mau(MauOp::Mread | MauOp::Mwrite) => None,
        Op::Mau(_) => spelling.precision,
        Op::Alu(op) => match op.columns().result {
            AluResult::Numbers => spelling.precision,
            AluResult::Integers => spelling.precision.and_then(integer_of),
            AluResult::Zeros
            | AluResult::Literal
            | AluResult::Input
            | AluResult::Bits
            | AluResult::BlockFloats => None,
        },
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
    }
}

/// The effect of an expression on its inputs.
enum Made {
    /// It makes a new value.
    Known(Known),
    /// It moves them unchanged.
    Copied,
}

fn made_by(expression: &Expression) -> Made {
    let spelling = expression.spelling;
    if let Some(reduction) = spelling.reduction {
        return Made::Known(known_from_reduction(reduction, spelling.shortened));
    }
    let of_precision = || match spelling.precision {
        Some(precision) => Known::As(Numbers::Of(precision)),
        None => Known::Not,
    };
    let known = match expression.op {
        Op::Mau(MauOp::Mread | MauOp::Mwrite) => return Made::Copied,
        Op::Mau(_) => match mau_output(expression) {
            Some(precision) => Known::As(Numbers::Of(precision)),
            None => Known::Not,
        },
        Op::Alu(op) => match op.columns().result {
            AluResult::Zeros => Known::Zeros,
            AluResult::Literal => known_from_immediate(expression),
            AluResult::Input => return Made::Copied,
            AluResult::Numbers => of_precision(),
            AluResult::Integers => match spelling.precision.and_then(integer_of) {
                Some(precision) => Known::As(Numbers::Of(precision)),
                None => Known::Not,
            },
            AluResult::Bits => Known::As(Numbers::Bits),
            // Block floats have a meaning only together with their block.
            AluResult::BlockFloats => Known::Not,
        },
        Op::L2bm(L2bmOp::Dars | L2bmOp::Darw) | Op::Control(_) => Known::Not,
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) => return Made::Copied,
    };
    Made::Known(known)
}

/// Integers of the same length as the numbers of a precision.
const fn integer_of(precision: Precision) -> Option<Precision> {
    match precision {
        Precision::Double => Some(Precision::LongInteger),
        Precision::Single => Some(Precision::SingleInteger),
        Precision::Half => Some(Precision::HalfInteger),
        Precision::PseudoSingle
        | Precision::LongInteger
        | Precision::SingleInteger
        | Precision::HalfInteger => None,
    }
}

fn known_from_reduction(reduction: ReductionOp, shortened: bool) -> Known {
    Known::As(match reduction.kind {
        ReductionKind::BitAnd | ReductionKind::BitOr => Numbers::Bits,
        ReductionKind::FloatAdd | ReductionKind::Max | ReductionKind::Min if shortened => {
            Numbers::Of(Precision::Half)
        }
        ReductionKind::FloatAdd
        | ReductionKind::Max
        | ReductionKind::Min
        | ReductionKind::IntegerAdd
        | ReductionKind::LogicalAnd
        | ReductionKind::LogicalOr => Numbers::Of(reduction.precision),
    })
}

/// The precision of an MV instruction that reduces on its way; `None` if it copies.
fn known_from_transfer(mv: &MvInstruction) -> Option<Known> {
    let reduction = mv.spelling.reduction?;
    Some(known_from_reduction(reduction, mv.spelling.shortened))
}

fn known_from_immediate(expression: &Expression) -> Known {
    let literal = expression
        .inputs
        .iter()
        .find_map(|input| match &input.kind {
            OperandKind::Literal(literal) => Some(literal),
            _ => None,
        });
    let Some(&Literal { literal_type, bits }) = literal else {
        return Known::Not;
    };
    if bits == 0 {
        return Known::Zeros;
    }
    Known::As(match literal_type {
        LiteralType::Single => Numbers::Of(Precision::Single),
        LiteralType::Half => Numbers::Of(Precision::Half),
        // The upper half of a long word: half of a double-precision number, as a rule.
        LiteralType::SingleInteger | LiteralType::UnsignedSingleInteger
            if expression.spelling.unsigned =>
        {
            Numbers::Bits
        }
        LiteralType::SingleInteger | LiteralType::UnsignedSingleInteger => {
            Numbers::Of(Precision::SingleInteger)
        }
        LiteralType::HalfInteger | LiteralType::UnsignedHalfInteger => {
            Numbers::Of(Precision::HalfInteger)
        }
    })
}

/// The meaning of a constant input, in elements of a precision.
fn constant_of(operand: &Operand, precision: Option<Precision>) -> Option<Known> {
    let OperandKind::Constant(constant) = operand.kind else {
        return None;
    };
    let integers = precision.filter(|precision| !precision.is_float());
    Some(Known::As(match constant {
        Constant::Msb1 => Numbers::Bits,
        Constant::L2bId
        | Constant::L1bId
        | Constant::MabId
        | Constant::PeId
        | Constant::SubPeId => Numbers::Of(integers.unwrap_or(Precision::LongInteger)),
    }))
}

/// After a conversion of an operand that is copied (manual 3.6.8.4, 3.6.9.23).
fn converted(known: Known, conversion: Option<Conversion>) -> Known {
    let Some(conversion) = conversion else {
        return known;
    };
    match (known, conversion) {
        (Known::As(Numbers::Of(Precision::Half)), Conversion::Extend) => {
            Known::As(Numbers::Of(Precision::Single))
        }
        (Known::As(Numbers::Of(Precision::Single)), Conversion::Extend) => {
            Known::As(Numbers::Of(Precision::Double))
        }
        (Known::As(Numbers::Of(Precision::Single)), Conversion::Shorten) => {
            Known::As(Numbers::Of(Precision::Half))
        }
        (Known::Zeros, _) => Known::Zeros,
        (Known::As(_) | Known::Not, _) => Known::Not,
    }
}

#[cfg(test)]
mod tests;
