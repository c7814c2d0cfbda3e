//! Matrix sizes and strides that are constants: `li`, `addi` and their relatives followed through a block, and the sizes that
//! `mcfg` instructions set with them.
//!
//! A chunk is read from the state at the end of the chunk before it. The places that set the sizes before the chunk are not a
//! part of the state, so inserting a line above does not change the findings in a chunk.

use mnc2_assembly::{Operand, Scope, Shape, Source, Statement, Unit, evaluate};
use mnc2_text::{Diagnostic, LineRange, Message, message};

use super::Step;
use super::reserved::row_message;
use crate::base::{self, Base};
use crate::code::Code;
use crate::encode::Instruction;
use crate::lower::{Lowered, value};
use crate::names::Names;
use crate::options::Options;
use crate::register;
use crate::table::{Field, Form, Operation, Order, Row, SizeField, Slot};
use crate::version::Version;

/// A place: its line and the range in it.
type Place = (u32, LineRange);

/// A size with the place that sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Size {
    value: u64,
    /// In the chunk; `None` is before it.
    place: Option<Place>,
    /// Whether it was reported.
    is_said: bool,
}

/// What is known at a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    registers: [Option<u64>; 32],
    k: Option<Size>,
    m: Option<Size>,
    n: Option<Size>,
    /// Whether a line of the preprocessor follows the last statement.
    is_conditional: bool,
}

/// Where the sizes are set: K, M and N.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings([Place; 3]);

/// The findings in a chunk, and the state at its end.
#[derive(Debug)]
pub(super) struct Part {
    found: Vec<Found>,
    end: State,
}

/// A finding with a note on the place that sets a size, if that is before the chunk.
#[derive(Debug)]
struct Found {
    line: u32,
    diagnostic: Diagnostic<Code>,
    note: Option<(SizeField, Message)>,
}

impl State {
    fn forget(&mut self) {
        *self = Self::default();
    }

    fn get(&self, register: u32) -> Option<u64> {
        match register {
            0 => Some(0),
            _ => self.registers.get(register as usize).copied().flatten(),
        }
    }

    fn set(&mut self, register: u8, value: Option<u64>) {
        if let Some(slot) = self.registers.get_mut(usize::from(register)) {
            *slot = value;
        }
    }

    /// The size that is set alone, or K for all.
    fn size_of(&mut self, field: SizeField) -> &mut Option<Size> {
        match field {
            SizeField::K | SizeField::All => &mut self.k,
            SizeField::M => &mut self.m,
            SizeField::N => &mut self.n,
        }
    }

    /// The word that `mcfg` instructions return.
    fn size(&self) -> Option<u64> {
        let (k, n, m) = (self.k.as_ref()?, self.n.as_ref()?, self.m.as_ref()?);
        Some(k.value << 16 | n.value << 8 | m.value)
    }
}

/// The statements of a chunk.
pub(super) struct Reader<'a> {
    state: State,
    found: Vec<Found>,
    options: &'a Options,
    version: Version,
}

impl<'a> Reader<'a> {
    /// From the state before the chunk.
    pub(super) fn new(state: State, options: &'a Options, version: Version) -> Self {
        Self {
            version,
            state,
            found: Vec::new(),
            options,
        }
    }

    /// Takes a line of the preprocessor.
    pub(super) fn directive(&mut self) {
        self.state.is_conditional = true;
    }

    /// Takes a statement of a line of the chunk.
    pub(super) fn statement(
        &mut self,
        line: u32,
        unit: &Unit<'_>,
        symbols: Names<'_>,
        lowered: &Lowered,
    ) {
        let statement = unit.statement();
        let state = &mut self.state;
        // A label may be reached by another path; code between conditions of the preprocessor may be absent, and so may be the
        // code of a macro definition.
        if !statement.labels.is_empty() || state.is_conditional {
            state.forget();
        }
        match lowered {
            Lowered::Instruction(instruction) => {
                let at = At {
                    number: line,
                    statement,
                };
                let machine = (self.options, self.version);
                at.use_size(instruction, state, machine, &mut self.found);
                at.configure(instruction, state, self.version);
            }
            Lowered::Hidden(row) => hidden(row, state),
            // The intended effect is not known.
            Lowered::Wrong(..) => state.forget(),
            Lowered::Other => other(unit, symbols, state),
        }
    }

    /// The findings about it.
    pub(super) fn finish(self) -> Part {
        Part {
            found: self.found,
            end: self.state,
        }
    }
}

impl Part {
    /// The state for the next chunk.
    pub(super) fn end(&self) -> State {
        let mut end = self.end.clone();
        for size in [&mut end.k, &mut end.m, &mut end.n].into_iter().flatten() {
            size.place = None;
        }
        end
    }

    /// Reports the findings of a chunk that begins at a line, with the places that set the sizes before it, and updates these
    /// to the end of the chunk.
    pub(super) fn report(
        &self,
        start: u32,
        settings: &mut Settings,
        report: &mut dyn FnMut(u32, Diagnostic<Code>),
    ) {
        for found in &self.found {
            let mut diagnostic = found.diagnostic.clone();
            let lines = diagnostic
                .notes
                .iter_mut()
                .filter_map(|it| it.line.as_mut());
            lines.for_each(|line| *line += start);
            if let Some((field, message)) = &found.note {
                let (line, range) = settings.0[slot(*field)].clone();
                diagnostic = diagnostic.note_at(line, range, message.clone());
            }
            report(start + found.line, diagnostic);
        }
        let ends = [
            (SizeField::K, &self.end.k),
            (SizeField::M, &self.end.m),
            (SizeField::N, &self.end.n),
        ];
        for (field, size) in ends {
            if let Some((line, range)) = size.as_ref().and_then(|size| size.place.as_ref()) {
                settings.0[slot(field)] = (start + line, range.clone());
            }
        }
    }
}

/// The index of a size that is set alone.
fn slot(field: SizeField) -> usize {
    match field {
        SizeField::K | SizeField::All => 0,
        SizeField::M => 1,
        SizeField::N => 2,
    }
}

/// The known parts of the matrix size after an instruction that sets a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Configured {
    /// The line of the instruction.
    pub(crate) line: u32,
    /// Where its statement ends.
    pub(crate) byte: u32,
    /// `sizeM`, `sizeN` and `sizeK`.
    pub(crate) sizes: [Option<u64>; 3],
}

/// The sizes that instructions of a text set.
pub(crate) fn configured(source: &Source, symbols: Names<'_>, steps: &[Step]) -> Vec<Configured> {
    let options = Options::default();
    let mut reader = Reader::new(State::default(), &options, symbols.version);
    let mut found = Vec::new();
    let mut line_before = 0;
    for step in steps {
        let Some(unit) = Unit::from_source(source, step.line, step.index) else {
            continue;
        };
        let between = (line_before..step.line).filter_map(|number| source.line(number));
        for _ in between.filter(|line| line.directive.is_some()) {
            reader.directive();
        }
        line_before = step.line;
        reader.statement(step.line, &unit, symbols, &step.lowered);
        if let Lowered::Instruction(instruction) = &step.lowered
            && instruction.row.is_configuration()
        {
            let state = &reader.state;
            let sizes = [&state.m, &state.n, &state.k];
            found.push(Configured {
                line: step.line,
                byte: unit.statement().range.end,
                sizes: sizes.map(|size| size.as_ref().map(|size| size.value)),
            });
        }
    }
    found
}

fn hidden(row: &Row, state: &mut State) {
    // Its result register is not known either.
    if row.is_configuration() {
        state.forget();
    }
}

/// Directives that do not change what a register is. Data among code may be an instruction, and conditions may leave code out.
const HARMLESS: &[&str] = &[
    ".align",
    ".balign",
    ".p2align",
    ".globl",
    ".global",
    ".type",
    ".size",
    ".file",
    ".equ",
    ".set",
    ".loc",
    ".option",
    ".text",
    ".local",
    ".weak",
    ".hidden",
    ".attribute",
];

/// A base instruction, directive or macro.
fn other(unit: &Unit<'_>, symbols: Names<'_>, state: &mut State) {
    let word = unit.mnemonic();
    if word.is_empty() || symbols.macros.contains_key(word) {
        if !word.is_empty() {
            state.forget();
        }
        return;
    }
    if word.starts_with('.') {
        if !HARMLESS.contains(&word) && !word.starts_with(".cfi_") {
            state.forget();
        }
        return;
    }
    match base::find(word) {
        Some(base) => follow_base(unit, symbols, base, state),
        None => state.forget(),
    }
}

fn follow_base(unit: &Unit<'_>, symbols: Names<'_>, base: Base, state: &mut State) {
    let (line, statement) = (unit.line, unit.statement());
    let scope = Scope::new(&symbols, unit);
    let register_of = |index: usize| -> Option<u8> {
        let operand: &Operand = statement.operands.get(index)?;
        let Shape::Word(word) = operand.shape(line) else {
            return None;
        };
        let name = line.part(&word.range);
        if symbols.defined.contains_key(name) || symbols.is_constant(name) {
            return None;
        }
        register::integer(name)
    };
    let value_of = |state: &State, index: usize| state.get(register_of(index)?.into());
    let number = |index: usize| -> Option<u64> {
        let operand = statement.operands.get(index)?;
        evaluate(line, &operand.pieces, &|name| value(&scope, name)).map(|value| value as u64)
    };
    let result = match base {
        Base::Registers(operation, width) => value_of(state, 1)
            .zip(value_of(state, 2))
            .map(|(left, right)| base::compute(operation, width, left, right)),
        Base::Swapped(operation, width) => value_of(state, 2)
            .zip(value_of(state, 1))
            .map(|(left, right)| base::compute(operation, width, left, right)),
        Base::Immediate(operation, width) => value_of(state, 1)
            .zip(number(2))
            .map(|(left, right)| base::compute(operation, width, left, right)),
        Base::Unary(operation) => value_of(state, 1).map(|value| base::unary(operation, value)),
        Base::LoadNumber => number(1),
        Base::LoadUpper => number(1)
            .filter(|&upper| upper < 1 << 20)
            .map(|upper| ((upper << 12) as u32) as i32 as i64 as u64),
        Base::AddUpper | Base::LoadAddress | Base::Load(..) => None,
        Base::Csr(access) if access.writes_register(statement.operands.len()) => None,
        Base::Float(float) if float.writes_integer() => None,
        Base::Float(_)
        | Base::Csr(_)
        | Base::Store(_)
        | Base::Branch(..)
        | Base::BranchZero(..)
        | Base::Nothing => {
            return;
        }
        // The next line is reached from other code, or after a call with other values.
        Base::Jump
        | Base::JumpAndLink
        | Base::JumpAndLinkRegister
        | Base::JumpRegister
        | Base::Call
        | Base::Return
        | Base::Stop => {
            state.forget();
            return;
        }
    };
    match register_of(0) {
        Some(register) => state.set(register, result),
        // A name that hides which register it is.
        None => state.forget(),
    }
}

/// An instruction with its place.
struct At<'a> {
    number: u32,
    statement: &'a Statement,
}

impl At<'_> {
    fn range_of(&self, index: usize) -> LineRange {
        let operand = self.statement.operands.get(index);
        operand.map_or(self.statement.range.clone(), |operand| {
            operand.range.clone()
        })
    }

    fn configure(&self, instruction: &Instruction, state: &mut State, version: Version) {
        let Operation::Configure(field) = instruction.row.operation else {
            return;
        };
        let value = match instruction.row.form {
            Form::RdImmediate => Some(u64::from(instruction.get(Field::Immediate7))),
            Form::Immediate => Some(u64::from(instruction.get(Field::Immediate10))),
            _ => state.get(instruction.get(Field::Rs1)),
        };
        // The last operand is the size.
        let place = instruction.row.form.slots().len().saturating_sub(1);
        let size = |value: Option<u64>| {
            value.map(|value| Size {
                value,
                place: Some((self.number, self.range_of(place))),
                is_said: false,
            })
        };
        if version.has_tiles() {
            *state.size_of(field) = size(value);
            return;
        }
        match field {
            SizeField::K => state.k = size(value.map(|value| value & 0xffff)),
            SizeField::M => state.m = size(value.map(|value| value & 0xff)),
            SizeField::N => state.n = size(value.map(|value| value & 0xff)),
            // An immediate is reserved: what it sets is not known.
            SizeField::All => {
                let value = value.filter(|_| instruction.row.form == Form::RdRs1);
                state.k = size(value.map(|value| value >> 16 & 0xffff));
                state.n = size(value.map(|value| value >> 8 & 0xff));
                state.m = size(value.map(|value| value & 0xff));
            }
        }
        let result = state.size();
        state.set(instruction.get(Field::Rd) as u8, result);
    }

    fn use_size(
        &self,
        instruction: &Instruction,
        state: &mut State,
        (options, version): (&Options, Version),
        found: &mut Vec<Found>,
    ) {
        let row = instruction.row;
        let name = row.mnemonic;
        let mnemonic = self.statement.mnemonic.clone().unwrap_or_default();
        let mlen = options.mlen.bits();
        let mut report = |diagnostic: Diagnostic<Code>, setting: Option<Setting<'_>>| {
            found.push(self.found(diagnostic, setting));
        };
        if row.form.fields().contains(&Field::Scalar)
            && matches!(row.form, Form::MdMs1Register | Form::MdMs2Ms1Register)
            && let Some(index) = state.get(instruction.get(Field::Scalar))
            && index >= options.mlen.rows() as u64
            && version == Version::V02
        {
            let last = self.statement.operands.len().saturating_sub(1);
            report(row_message(self.range_of(last), index, options), None);
        }
        if !row.uses_size() {
            return;
        }
        // In 0.6 a size of 0 is an empty tile.
        let least = u64::from(!version.has_tiles());
        for (size_field, limit) in row.limits(mlen) {
            let size = state.size_of(size_field).as_mut();
            let Some(size) = size.filter(|size| !size.is_said) else {
                continue;
            };
            let (value, field) = (size.value, size_field.name(version));
            if (least..=limit as u64).contains(&value) {
                continue;
            }
            size.is_said = true;
            let message = if value == 0 {
                message!("`{name}` is illegal with {field} 0", name, field)
            } else {
                message!(
                    "`{name}` is illegal with {field} {value}: with {length} {mlen} it is {limit} at most",
                    name,
                    field,
                    value,
                    length = version.row_length(),
                    mlen,
                    limit
                )
            };
            let diagnostic = Diagnostic::new(Code::SizeLimit, mnemonic.clone(), message);
            report(
                diagnostic,
                Some((size_field, size, message!("it is set here"))),
            );
        }
        let element = row.element.bytes() as u64;
        // 0.6 counts elements.
        let in_bytes = state.k.as_mut().filter(|_| !version.has_tiles());
        if let Some(size) = in_bytes.filter(|size| !size.is_said)
            && size.value % element != 0
        {
            size.is_said = true;
            let (value, bits) = (size.value, element * 8);
            let (code, message) = match version {
                Version::V02 => (
                    Code::PartialElement,
                    message!(
                        "sizeK is {value} bytes, which is not a whole number of {bits}-bit elements: the rest takes no part",
                        value,
                        bits
                    ),
                ),
                Version::V03 | Version::V06 => (
                    Code::SizeLimit,
                    message!(
                        "`{name}` is illegal with sizeK {value}: it is not a whole number of {bits}-bit elements",
                        name,
                        value,
                        bits
                    ),
                ),
            };
            let diagnostic = Diagnostic::new(code, mnemonic, message);
            report(
                diagnostic,
                Some((SizeField::K, size, message!("it is set here"))),
            );
        }
        found.extend(self.stride(instruction, state, version));
    }

    fn stride(&self, instruction: &Instruction, state: &State, version: Version) -> Option<Found> {
        if !instruction.row.is_strided() || !instruction.row.is_store() {
            return None;
        }
        let stride = state.get(instruction.get(Field::Rs2))?;
        let element = instruction.row.element.bytes() as u64;
        let size_of = |field| match field {
            SizeField::K | SizeField::All => state.k.as_ref(),
            SizeField::M => state.m.as_ref(),
            SizeField::N => state.n.as_ref(),
        };
        let (rows, columns, width) = match instruction.row.operation {
            Operation::StoreTile(tile, order) => {
                let [rows, columns] = match (tile.sizes(), order) {
                    (sizes, Order::Rows) => sizes,
                    ([rows, columns], Order::Columns) => [columns, rows],
                };
                (
                    rows,
                    columns,
                    size_of(columns)?.value.saturating_mul(element),
                )
            }
            // A part of an element is not stored.
            _ => (
                SizeField::M,
                SizeField::K,
                size_of(SizeField::K)?.value / element * element,
            ),
        };
        if size_of(rows)?.value <= 1 || (stride as i64).unsigned_abs() >= width {
            return None;
        }
        let stride = stride as i64;
        let message = message!(
            "rows are {stride} bytes apart and {width} bytes long: each overwrites a part of the one before",
            stride,
            width
        );
        let slots = instruction.row.form.slots().iter();
        let mut places = slots
            .enumerate()
            .filter(|(_, slot)| **slot == Slot::Integer(Field::Rs2));
        let place = places.next().map_or(1, |(index, _)| index);
        let diagnostic = Diagnostic::new(Code::RowsOverlap, self.range_of(place), message);
        let setting = (
            columns,
            size_of(columns)?,
            message!("{field} is set here", field = columns.name(version)),
        );
        Some(self.found(diagnostic, Some(setting)))
    }

    /// A finding at it, with a note on the place that sets a size.
    fn found(&self, diagnostic: Diagnostic<Code>, setting: Option<Setting<'_>>) -> Found {
        let mut found = Found {
            line: self.number,
            diagnostic,
            note: None,
        };
        if let Some((field, size, message)) = setting {
            match &size.place {
                Some((line, range)) => {
                    found.diagnostic = found.diagnostic.note_at(*line, range.clone(), message);
                }
                None => found.note = Some((field, message)),
            }
        }
        found
    }
}

/// A size, and its description where it is set.
type Setting<'a> = (SizeField, &'a Size, Message);
