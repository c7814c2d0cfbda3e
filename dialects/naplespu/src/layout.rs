//! Where everything is: the address of each instruction, label and byte of data.
//!
//! Code is at address 0, as the start code of the toolchain has it; the other sections follow in the order in which they appear,
//! each at a multiple of 64 bytes. With several files `document` places the sections of all of them.

mod data;
mod externals;
mod reader;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Deref, Range};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mnc2_assembly::{Name, PerChunk, Position, Source, Sum, Symbols, Unit};
use mnc2_text::Diagnostic;

use crate::code::Code;
use crate::encode::Instruction;
use crate::lower::{Lowered, Target};
use crate::register::numbered;
use crate::table::{Field, Form, Row};
use data::Datum;
pub use externals::Externals;
use reader::Reader;

/// Maximum depth of constants in an expression. Each has up to two of them, so the work doubles with each.
const DEPTH_MAX: usize = 8;

/// The most bytes of a program.
pub const BYTES_MAX: u32 = 1 << 24;

/// A statement, without the position of its chunk.
#[derive(Debug)]
pub struct Own {
    /// Its line as it was when the chunk was read.
    line: u32,
    /// Its place among the statements of the line; of generated ones, the place of the call.
    pub index: usize,
    /// Whether a macro or a repetition makes it.
    pub is_made: bool,
    /// Whether it is made, wrong, and written like this in the body of a repetition.
    pub is_in_body: bool,
    /// Whether it has labels.
    pub is_labelled: bool,
    /// Its section, counted in the order of their appearance.
    section: usize,
    /// How many bytes its chunk has in the section before it, if it is read where it is.
    offset: Option<u32>,
    /// Its content. Equal statements share it.
    pub lowered: Arc<Lowered>,
}

/// A statement with its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// Its line; in a macro or a repetition, the line of the call.
    pub line: u32,
    /// Its address in bytes, if it is read where it is: not in a body, nor in a branch that is not taken.
    pub address: Option<u32>,
    own: &'a Own,
}

impl<'a> Placed<'a> {
    /// The statement, without its position.
    #[must_use]
    pub fn statement(&self) -> &'a Own {
        self.own
    }
}

impl Deref for Placed<'_> {
    type Target = Own;

    fn deref(&self) -> &Own {
        self.own
    }
}

/// The places of a program.
#[derive(Debug, Default)]
pub struct Layout {
    chunks: Vec<Chunk>,
    /// The sections by name.
    names: Arc<Vec<String>>,
    /// How many bytes each has.
    sizes: Vec<u32>,
    /// The addresses of sections.
    starts: Vec<u32>,
    /// The names that other files define.
    externals: Arc<Externals>,
    /// The address after the last byte.
    pub end: u32,
    /// Whether the program is larger than what is placed.
    pub is_too_large: bool,
    /// How many statements were placed anew, and not with a chunk that is kept.
    placed_anew: usize,
    data: OnceLock<Data>,
}

/// A chunk of lines where it is.
#[derive(Clone, Debug)]
struct Chunk {
    /// The first line of the chunk, counted from 0.
    line: u32,
    /// The index of its first statement.
    first: usize,
    /// How many bytes each section has before it.
    sizes: Vec<u32>,
    block: Arc<Block>,
}

/// What is placed of a chunk of lines, relative to where it is: every statement in the order of the text, with what macros and
/// repetitions make after their calls.
#[derive(Debug, Default)]
struct Block {
    /// The first line when it was read.
    line: u32,
    statements: Vec<Own>,
    /// Those that have a label among their operands and an address, by their index.
    targets: Vec<u32>,
    /// Those that are wrong or have warnings, by their index.
    diagnosed: Vec<u32>,
    /// The content of the statements of the text; the same as long as the chunk and the names that it sees stay.
    lowered: Arc<[Arc<Lowered>]>,
    /// Where labels are, and constants were defined, in the order of the positions of their names.
    labels: Vec<(Position, (usize, u32))>,
    data: Vec<(usize, u32, Vec<Datum>)>,
    /// Data that is wrong, by line.
    wrong: Vec<(u32, Diagnostic<Code>)>,
    /// How many bytes it has in each section.
    sizes: Vec<u32>,
    before: Situation,
    after: Situation,
    /// How many bytes each section had before it.
    sizes_before: Vec<u32>,
    /// The block is the same at every position where these sizes have the same remainder modulo this number; 0 if it is not
    /// reused.
    modulus: u32,
}

/// Which section is read, and which ones it can go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Situation {
    /// The sections so far.
    names: Arc<Vec<String>>,
    section: usize,
    previous: usize,
    /// Sections to which `.popsection` returns, with the sections before them.
    pushed: Vec<(usize, usize)>,
}

impl Default for Situation {
    fn default() -> Self {
        Self {
            names: Arc::new(vec![".text".to_owned()]),
            section: TEXT,
            previous: TEXT,
            pushed: Vec::new(),
        }
    }
}

impl Block {
    /// Whether it is the same after other chunks.
    fn is_same(&self, before: &Situation, sizes: &[u32]) -> bool {
        let has_rest = |(one, other): (&u32, &u32)| {
            let rest = one.checked_rem(self.modulus);
            rest.is_some() && rest == other.checked_rem(self.modulus)
        };
        self.before == *before
            && self.sizes_before.len() == sizes.len()
            && self.sizes_before.iter().zip(sizes).all(has_rest)
    }
}

/// The data of a program.
#[derive(Debug, Default)]
pub struct Data {
    /// Bytes with their addresses.
    pub bytes: Vec<(u32, Vec<u8>)>,
    /// Names that are not defined here, by line: the linker has to find them.
    pub undefined: Vec<(u32, String)>,
}

/// The statements of a chunk of lines, with what is made in it.
#[derive(Clone, Debug)]
pub struct Statements<'a> {
    /// The first line of the chunk.
    pub line: u32,
    /// The indices of the statements.
    pub range: Range<usize>,
    /// The content of the statements of the text; the same as long as the chunk and the names that it sees stay.
    pub lowered: &'a Arc<[Arc<Lowered>]>,
}

/// What is kept of a chunk from one layout to the next.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<Said>>);

/// The results of reading the statements of a chunk.
#[derive(Debug)]
struct Said {
    /// The names that they see.
    seen: (u64, u64),
    lowered: Arc<[Arc<Lowered>]>,
    /// Where they were placed.
    block: Option<Arc<Block>>,
}

/// The labels that have the form of registers, as a hash: such a label is an operand where a register is expected.
fn labelled_registers(symbols: &Symbols) -> u64 {
    let labels = symbols.labels.keys();
    let mut labels: Vec<&str> = (labels.map(AsRef::as_ref))
        .filter(|name| numbered(name).is_some())
        .collect();
    labels.sort_unstable();
    let mut hasher = DefaultHasher::new();
    labels.hash(&mut hasher);
    hasher.finish()
}

impl Chunk {
    /// The line that the chunk has for a line of its block.
    fn line_of(&self, line: u32) -> u32 {
        line - self.block.line + self.line
    }
}

/// The section of code, which comes first.
const TEXT: usize = 0;

impl Layout {
    /// Reads all statements and places them. The results of reading a chunk are kept.
    #[must_use]
    pub fn new(source: &Source, symbols: &Symbols, kept: &PerChunk<Kept>) -> Self {
        let labels = labelled_registers(symbols);
        let mut reader = Reader::new(symbols);
        let mut units = symbols.units(source).peekable();
        for ((start, chunk), kept) in source.chunks().zip(kept.iter()) {
            let end = start + chunk.lines().len() as u32;
            let seen = (symbols.seen_in(start..end), labels);
            let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
            let said = match &mut *kept {
                Some(said) if said.seen == seen => said,
                _ => kept.insert(Said {
                    seen,
                    lowered: reader.lowered(source, start..end).into(),
                    block: None,
                }),
            };
            if let Some(block) = said.block.as_ref().filter(|block| reader.fits(block)) {
                reader.take(start, Arc::clone(block));
                units = symbols.units_from(source, end).peekable();
                continue;
            }
            let statements = (start..).zip(chunk.lines()).flat_map(|(number, line)| {
                (0..line.statements.len()).map(move |index| (number, index))
            });
            reader.begin(start);
            for (here, lowered) in statements.zip(said.lowered.iter()) {
                let is_read = |unit: &Unit<'_>| (unit.number, unit.call) == here;
                let unit = units.next_if(|unit| is_read(unit) && !unit.is_made());
                match unit {
                    Some(unit) => reader.statement(source, &unit, Arc::clone(lowered)),
                    None => {
                        let unit = Unit::from_source(source, here.0, here.1);
                        let unread = |unit| reader.unread(source, &unit, Arc::clone(lowered));
                        unit.into_iter().for_each(unread);
                    }
                }
                while let Some(unit) = units.next_if(is_read) {
                    reader.made(source, &unit);
                }
            }
            said.block = Some(reader.end(Arc::clone(&said.lowered)));
        }
        reader.finish()
    }

    /// The sections with their sizes in bytes.
    pub fn sections(&self) -> impl Iterator<Item = (&str, u32)> {
        let names = self.names.iter().map(String::as_str);
        names.zip(self.sizes.iter().copied())
    }

    /// The places with other addresses of sections, and with names that other files define.
    #[must_use]
    pub fn moved(&self, starts: Vec<u32>, end: u32, externals: Arc<Externals>) -> Self {
        Self {
            chunks: self.chunks.clone(),
            names: Arc::clone(&self.names),
            sizes: self.sizes.clone(),
            starts,
            externals,
            end: end.min(BYTES_MAX),
            is_too_large: self.is_too_large || end > BYTES_MAX,
            placed_anew: self.placed_anew,
            data: OnceLock::new(),
        }
    }

    /// A copy of the places.
    #[must_use]
    pub fn copied(&self) -> Self {
        self.moved(self.starts.clone(), self.end, Arc::clone(&self.externals))
    }

    /// The value of a label or a constant at the end of the text.
    #[must_use]
    pub fn value(&self, symbols: &Symbols, name: &str) -> Option<i64> {
        let name = Name {
            name: name.to_owned(),
            range: u32::MAX..u32::MAX,
        };
        let found = self.name_address(symbols, &name, u32::MAX, (TEXT, 0), DEPTH_MAX)?;
        Some(found.1)
    }

    /// The address at which the code of the text begins.
    #[must_use]
    pub fn code_start(&self) -> u32 {
        self.starts.first().copied().unwrap_or(0)
    }

    /// How many statements there are.
    #[must_use]
    pub fn count(&self) -> usize {
        let last = self.chunks.last();
        last.map_or(0, |it| it.first + it.block.statements.len())
    }

    /// A statement by its index.
    #[must_use]
    pub fn statement(&self, index: usize) -> Option<Placed<'_>> {
        let chunk = self.chunks.partition_point(|it| it.first <= index);
        let chunk = &self.chunks[chunk.checked_sub(1)?];
        let own = chunk.block.statements.get(index - chunk.first)?;
        Some(self.placed(chunk, own))
    }

    /// The statements, in the order of the text, with what macros and repetitions make after their calls.
    pub fn statements(&self) -> impl Iterator<Item = Placed<'_>> {
        self.statements_in(0..self.count())
    }

    /// Some of the statements.
    pub fn statements_in(&self, range: Range<usize>) -> impl Iterator<Item = Placed<'_>> {
        let chunk = self.chunks.partition_point(|it| it.first <= range.start);
        let chunks = self.chunks[chunk.saturating_sub(1)..].iter();
        let skipped = chunks
            .as_slice()
            .first()
            .map_or(0, |it| range.start - it.first);
        let all = chunks.flat_map(move |chunk| {
            let own = chunk.block.statements.iter();
            own.map(move |own| self.placed(chunk, own))
        });
        all.skip(skipped).take(range.len())
    }

    /// The index of the first statement that is not before a place among the statements of a line.
    #[must_use]
    pub fn index_of(&self, line: u32, index: usize) -> usize {
        let chunk = self.chunks.partition_point(|it| it.line <= line);
        let Some(chunk) = self.chunks.get(chunk.saturating_sub(1)) else {
            return 0;
        };
        let statements = &chunk.block.statements;
        let line = (line + chunk.block.line).saturating_sub(chunk.line);
        chunk.first + statements.partition_point(|own| (own.line, own.index) < (line, index))
    }

    /// The chunks of lines, in order.
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = Statements<'_>> {
        self.chunks.iter().map(|chunk| Statements {
            line: chunk.line,
            range: chunk.first..chunk.first + chunk.block.statements.len(),
            lowered: &chunk.block.lowered,
        })
    }

    /// The statements that have a label among their operands and an address.
    pub fn targets(&self) -> impl Iterator<Item = Placed<'_>> {
        self.selected(|block| &block.targets)
    }

    /// The statements that are wrong or have warnings.
    pub fn diagnosed(&self) -> impl Iterator<Item = Placed<'_>> {
        self.selected(|block| &block.diagnosed)
    }

    fn selected(&self, of: fn(&Block) -> &[u32]) -> impl Iterator<Item = Placed<'_>> {
        self.chunks.iter().flat_map(move |chunk| {
            let indices = of(&chunk.block).iter();
            indices.map(|&it| self.placed(chunk, &chunk.block.statements[it as usize]))
        })
    }

    /// Data that is wrong, by line.
    pub fn wrong(&self) -> impl Iterator<Item = (u32, &Diagnostic<Code>)> {
        self.chunks.iter().flat_map(|chunk| {
            let wrong = chunk.block.wrong.iter();
            wrong.map(|(line, diagnostic)| (chunk.line_of(*line), diagnostic))
        })
    }

    fn placed<'a>(&self, chunk: &Chunk, own: &'a Own) -> Placed<'a> {
        Placed {
            line: chunk.line_of(own.line),
            address: own.offset.map(|it| self.address(chunk, own.section, it)),
            own,
        }
    }

    /// The address of a byte of a section in a chunk.
    fn address(&self, chunk: &Chunk, section: usize, offset: u32) -> u32 {
        let before = chunk.sizes.get(section).copied().unwrap_or(0);
        self.starts[section]
            .saturating_add(before)
            .saturating_add(offset)
    }

    /// The section and the address of a label, or of the definition of a constant.
    fn place(&self, (line, byte): Position) -> Option<(usize, u32)> {
        let chunk = self.chunks.partition_point(|it| it.line <= line);
        let chunk = &self.chunks[chunk.checked_sub(1)?];
        let position = (line - chunk.line + chunk.block.line, byte);
        let labels = &chunk.block.labels;
        let found = labels.binary_search_by_key(&position, |(position, _)| *position);
        let (section, offset) = labels[found.ok()?].1;
        Some((section, self.address(chunk, section, offset)))
    }

    /// The bytes of all sections, computed at the first use.
    #[must_use]
    pub fn data(&self, symbols: &Symbols) -> &Data {
        self.data.get_or_init(|| {
            let mut all = Data::default();
            let mut stored = 0_u32;
            let data = self.chunks.iter().flat_map(|chunk| {
                let data = chunk.block.data.iter();
                data.map(move |(section, offset, found)| (chunk, *section, *offset, found))
            });
            for (chunk, section, offset, found) in data {
                let address = self.address(chunk, section, offset);
                let length = found.iter().map(Datum::bytes).fold(0, u32::saturating_add);
                // A program that is too large does not run, regardless of its content.
                stored = stored.saturating_add(length);
                if stored > BYTES_MAX {
                    break;
                }
                let mut bytes = Vec::new();
                for datum in found {
                    let own = (section, address + bytes.len() as u32);
                    let value = |sum: &Sum, line| {
                        let line = chunk.line_of(line);
                        let found = self.sum_address(symbols, sum, line, own, DEPTH_MAX)?;
                        Some(found.1)
                    };
                    if let Some((line, name)) = datum.write(&mut bytes, value) {
                        all.undefined.push((chunk.line_of(line), name));
                    }
                }
                all.bytes.push((address, bytes));
            }
            all
        })
    }

    /// The address that a label means at a place; `None` if it is not defined here.
    #[must_use]
    pub fn address_of(
        &self,
        symbols: &Symbols,
        target: &Target,
        line: u32,
        own: u32,
    ) -> Option<i64> {
        let (_, address) = self.target_address(symbols, target, line, (TEXT, own))?;
        Some(address)
    }

    /// The section and the address that a label means at a place, which has them too.
    fn target_address(
        &self,
        symbols: &Symbols,
        target: &Target,
        line: u32,
        own: (usize, u32),
    ) -> Option<(Option<usize>, i64)> {
        let sum = Sum {
            number: target.addend,
            added: Some(Name {
                name: target.name.clone(),
                range: target.range.clone(),
            }),
            subtracted: None,
        };
        self.sum_address(symbols, &sum, line, own, DEPTH_MAX)
    }

    /// The value of an expression at a place, and the section in which it is an address; none if it is a number.
    fn sum_address(
        &self,
        symbols: &Symbols,
        sum: &Sum,
        line: u32,
        own: (usize, u32),
        depth: usize,
    ) -> Option<(Option<usize>, i64)> {
        let depth = depth.checked_sub(1)?;
        let value = |name: &Option<Name>| match name {
            None => Some((None, 0)),
            Some(name) => self.name_address(symbols, name, line, own, depth),
        };
        let (section, added) = value(&sum.added)?;
        let (other, subtracted) = value(&sum.subtracted)?;
        let number = added.wrapping_sub(subtracted).wrapping_add(sum.number);
        Some((section.filter(|_| other.is_none()), number))
    }

    fn name_address(
        &self,
        symbols: &Symbols,
        name: &Name,
        line: u32,
        own: (usize, u32),
        depth: usize,
    ) -> Option<(Option<usize>, i64)> {
        if name.name == "." {
            return Some((Some(own.0), i64::from(own.1)));
        }
        if let Some(value) = self.externals.overriding(&name.name) {
            return Some((None, value));
        }
        if let Some(position) = symbols.label_position(&name.name, line, name.range.start) {
            let (section, address) = self.place(position)?;
            return Some((Some(section), i64::from(address)));
        }
        let Some(definition) = symbols.definition_at(&name.name, line, name.range.start) else {
            return self.externals.value(&name.name).map(|value| (None, value));
        };
        let (value, place) = (definition.value.as_ref()?, &definition.place);
        let own = self.place((place.line, place.range.start))?;
        self.sum_address(symbols, value, place.line, own, depth)
    }

    /// The address of a label by its name.
    #[must_use]
    pub fn label(&self, symbols: &Symbols, name: &str) -> Option<u32> {
        let position = symbols.label_position(name, u32::MAX, 0)?;
        Some(self.place(position)?.1)
    }

    /// The distance from a statement to its label in bytes, if both are in the same section.
    #[must_use]
    pub fn distance(&self, symbols: &Symbols, placed: &Placed<'_>) -> Option<i64> {
        let (section, distance) = self.reach(symbols, placed)?;
        (section == Some(placed.section)).then_some(distance)
    }

    /// The distance from a statement to its label in bytes, and the section of the label. To another section it is the
    /// distance in this layout, and a linker may have another one.
    #[must_use]
    pub fn reach(&self, symbols: &Symbols, placed: &Placed<'_>) -> Option<(Option<usize>, i64)> {
        let target = placed.lowered.read()?.target.as_ref()?;
        let own = placed.address?;
        let here = (placed.section, own);
        let (section, address) = self.target_address(symbols, target, placed.line, here)?;
        Some((section, address.wrapping_sub(own.into())))
    }

    /// The label of a statement that is not defined here.
    #[must_use]
    pub fn undefined<'a>(&self, symbols: &Symbols, placed: &Placed<'a>) -> Option<&'a Target> {
        let target = placed.own.lowered.read()?.target.as_ref()?;
        let here = (placed.section, placed.address?);
        let found = self.target_address(symbols, target, placed.line, here);
        found.is_none().then_some(target)
    }

    /// The instructions of a statement, with the value of its label: one, or two for `lea`. A label that is not defined here is
    /// 0, as in a file that is not linked yet.
    #[must_use]
    pub fn instructions(&self, symbols: &Symbols, placed: &Placed<'_>) -> Vec<Instruction> {
        let Some(read) = placed.lowered.read() else {
            return Vec::new();
        };
        let instruction = read.instruction;
        let own = placed.address.unwrap_or(0);
        let address = match &read.target {
            Some(target) => self.address_of(symbols, target, placed.line, own),
            None => None,
        };
        let distance = address.map_or(0, |address| address.wrapping_sub(own.into()));
        match (instruction.row.form, &read.target) {
            // The assembler sets 18 bits of the 24.
            (Form::Offset, Some(_)) => {
                vec![instruction.with(Field::Offset24, distance & 0x3_ffff)]
            }
            (Form::Conditional, Some(_)) => vec![instruction.with(Field::Offset18, distance)],
            (Form::ScalarMemory | Form::VectorMemory, Some(_)) => {
                vec![instruction.with(Field::Immediate9, distance)]
            }
            (Form::SsAddress, _) => {
                let number = match &read.target {
                    Some(_) => distance,
                    None => instruction.signed(Field::Immediate9).into(),
                };
                let row = Row::find("addi").iter().find(|row| !row.is_vector());
                let addi = row.map(|row| {
                    Instruction::new(row)
                        .with(Field::D, instruction.get(Field::D).into())
                        .with(Field::A, instruction.get(Field::A).into())
                        .with(Field::Immediate9, number)
                });
                addi.into_iter().collect()
            }
            (Form::SSymbol, Some(_)) => {
                let address = address.unwrap_or(0);
                let is_high = instruction.row.mnemonic == "leah";
                let half = if is_high { address >> 16 } else { address };
                vec![instruction.with(Field::Immediate16, half)]
            }
            (Form::SAddress, _) => {
                let address = address.unwrap_or(0);
                let part = |name: &str, half: i64| {
                    let row = Row::find(name).first();
                    row.map(|row| {
                        Instruction::new(row)
                            .with(Field::D, i64::from(instruction.get(Field::D)))
                            .with(Field::Immediate16, half)
                    })
                };
                let halves = [part("leah", address >> 16), part("leal", address)];
                halves.into_iter().flatten().collect()
            }
            _ => vec![instruction],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::SYNTAX;

    /// How many statements an edit places anew in a text of 8 000 pieces.
    fn placed_anew(line: &str, at: u32, new: &str) -> usize {
        let text = format!("{line}\n").repeat(8_000);
        let mut source = Source::with_syntax(&SYNTAX, &text);
        let mut kept = PerChunk::new(&source);
        let layout = Layout::new(&source, &Symbols::new(&source), &kept);
        assert!(layout.placed_anew >= 8_000);
        let place = mnc2_text::Place {
            line: at,
            range: 0..0,
        };
        let bytes = source.bytes_of(&place);
        kept.replace(&source.edit(bytes, new));
        let symbols = Symbols::new(&source);
        let layout = Layout::new(&source, &symbols, &kept);
        let fresh = Layout::new(&source, &symbols, &PerChunk::new(&source));
        let places = |layout: &Layout| -> Vec<_> {
            let all = layout.statements();
            all.map(|it| (it.line, it.index, it.address)).collect()
        };
        assert!(places(&layout) == places(&fresh));
        assert_eq!(layout.end, fresh.end);
        layout.placed_anew
    }

    #[test]
    fn an_edit_places_its_chunks() {
        let instruction = "addi s1, s1, 1\n";
        for at in [0, 4_000, 7_999] {
            assert!(placed_anew("addi s2, s1, 1", at, instruction) <= 1000);
            assert!(placed_anew("addi s2, s1, 1", at, "\n\n") <= 1000);
            assert!(placed_anew("addi s2, s1, 1\n.p2align 2", at, instruction) <= 1000);
            assert!(placed_anew(".word 1\n.text\n.long 7\n.data", at, instruction) <= 1000);
        }
        // What follows is in another section.
        assert!(placed_anew("addi s2, s1, 1", 4_000, ".data\n") > 3_000);
    }
}
