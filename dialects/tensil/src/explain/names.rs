//! Where values are written and read, and the words of the language. A listing has no names of its own.

use mnc2_text::interface::Name;
use mnc2_text::{Change, Highlight, LineRange, Message, Place, Position, message};

use super::cursor::{Cursor, Target, cursor};
use super::value::{self, Touch};
use crate::architecture::number;
use crate::document::Document;
use crate::instruction::Instruction;
use crate::lower::lower;
use crate::options::Options;
use crate::source::{ItemKind, Line, Source};
use crate::table::{Mnemonic, Operation, Register};

impl Name for Document {
    /// Where what is at a place comes from: the writes of what an operand reads, the loads of the weights of `MatMul`.
    fn definition(&self, at: Position) -> Vec<Place> {
        let (source, options) = (&self.source, &*self.options);
        let Some(cursor) = cursor(source, options, at) else {
            return Vec::new();
        };
        match cursor.target {
            Target::Operand(_) => {
                let (touches, index) = touches(source, options, at, &cursor);
                let writers = index.map(|index| value::writers(&touches, index));
                let writers = writers.unwrap_or_default().into_iter();
                writers.map(|writer| touches[writer].place()).collect()
            }
            Target::Mnemonic(Mnemonic::MatMul) => weights(source, options, at, cursor.thread),
            Target::Mnemonic(_)
            | Target::Memory(_)
            | Target::Operation(_)
            | Target::Lookup
            | Target::Input
            | Target::Output
            | Target::Zeroes
            | Target::Size(_)
            | Target::Register(_) => Vec::new(),
        }
    }

    /// The operands that have the value of one, or the same words, in the order of the text.
    fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        let (source, options) = (&self.source, &*self.options);
        let Some(cursor) = cursor(source, options, at) else {
            return Vec::new();
        };
        match &cursor.target {
            Target::Operand(operand) => {
                let (touches, index) = touches(source, options, at, &cursor);
                let Some(index) = index else {
                    return Vec::new();
                };
                let writers = value::writers(&touches, index);
                let mut found: Vec<usize> = if writers.is_empty() {
                    value::readers(&touches, operand, None)
                } else {
                    let of_writer = |&writer: &usize| {
                        let Touch { line, operand } = &touches[writer];
                        value::readers(&touches, operand, Some(*line))
                    };
                    writers.iter().flat_map(of_writer).collect()
                };
                // One that adds to what is there both reads and writes.
                if with_definition {
                    found.extend(&writers);
                }
                found.sort_unstable();
                found.dedup();
                found.into_iter().map(|at| touches[at].place()).collect()
            }
            Target::Mnemonic(mnemonic) => words(source, &|line| mnemonic_range(line, *mnemonic)),
            Target::Operation(operation) => {
                words(source, &|line| operation_range(line, *operation))
            }
            Target::Register(register) => words(source, &|line| register_range(line, register)),
            Target::Memory(_)
            | Target::Lookup
            | Target::Input
            | Target::Output
            | Target::Zeroes
            | Target::Size(_) => Vec::new(),
        }
    }

    /// Every operand that has a vector of the operand at a place.
    fn touches(&self, at: Position) -> Option<Vec<Highlight>> {
        let cursor = cursor(&self.source, &self.options, at)?;
        let Target::Operand(operand) = &cursor.target else {
            return None;
        };
        let touches = value::around(&self.source, &self.options, at.line, cursor.thread);
        let same = touches.iter().filter(|it| it.operand.overlaps(operand));
        let highlight = |touch: &Touch| Highlight {
            place: touch.place(),
            is_write: touch.operand.writes,
        };
        Some(same.map(highlight).collect())
    }

    /// Refuses: a listing has numbers instead of names.
    fn rename(&self, _at: Position, _name: &str) -> Result<Vec<Change>, Message> {
        Err(message!("this has no name of its own"))
    }
}

/// The operands around a place, and the index of the operand at it.
fn touches(
    source: &Source,
    options: &Options,
    at: Position,
    cursor: &Cursor<'_>,
) -> (Vec<Touch>, Option<usize>) {
    let touches = value::around(source, options, at.line, cursor.thread);
    let is_here = |it: &Touch| it.line == at.line && it.operand.range == cursor.range;
    let index = touches.iter().position(is_here);
    (touches, index)
}

/// The loads that fill the weights before a line: the last ones that have as many rows as the array.
fn weights(source: &Source, options: &Options, at: Position, thread: u64) -> Vec<Place> {
    let mut rows = options.architecture.weight_rows();
    let mut found = Vec::new();
    for number in (0..at.line).rev() {
        let statement = source
            .line(number)
            .and_then(|line| Some((line, line.statement.as_ref()?)));
        let Some((line, statement)) = statement else {
            continue;
        };
        let lowered = lower(line, statement, options);
        let Some(Instruction::LoadWeights { size, .. }) = lowered.instruction else {
            continue;
        };
        if lowered.thread == thread {
            found.push(Place {
                line: number,
                range: statement.mnemonic.clone(),
            });
            rows = rows.saturating_sub(size.saturating_add(1));
        }
        if rows == 0 {
            break;
        }
    }
    found.reverse();
    found
}

/// The places that a question finds in each line.
fn words(source: &Source, find: &dyn Fn(&Line) -> Option<LineRange>) -> Vec<Place> {
    let lines = (0_u32..).zip(source.lines());
    let places = lines.filter_map(|(line, parsed)| {
        let range = find(parsed)?;
        Some(Place { line, range })
    });
    places.collect()
}

fn mnemonic_range(line: &Line, mnemonic: Mnemonic) -> Option<LineRange> {
    let range = &line.statement.as_ref()?.mnemonic;
    let is_same = Mnemonic::find(line.part(range)) == Some(mnemonic);
    is_same.then(|| range.clone())
}

fn operation_range(line: &Line, operation: Operation) -> Option<LineRange> {
    let mut items = line.statement.as_ref()?.items.iter();
    items.find_map(|item| match &item.kind {
        ItemKind::Assignment(_, value) => match &value.kind {
            ItemKind::Call(call) if Operation::find(line.part(&call.name)) == Some(operation) => {
                Some(call.name.clone())
            }
            // The name that can be written alone.
            ItemKind::Word
                if operation == Operation::NoOp
                    && Operation::find(line.part(&value.range)) == Some(operation) =>
            {
                Some(value.range.clone())
            }
            _ => None,
        },
        _ => None,
    })
}

/// A register of `Configure`, by name or by number.
fn register_range(line: &Line, register: &Register) -> Option<LineRange> {
    let statement = line.statement.as_ref()?;
    if Mnemonic::find(line.part(&statement.mnemonic)) != Some(Mnemonic::Configure) {
        return None;
    }
    let range = &statement.items.first()?.range;
    let text = line.part(range);
    let found = Register::find(text).or_else(|| Register::from_number(number(text)?))?;
    (found.number == register.number).then(|| range.clone())
}
