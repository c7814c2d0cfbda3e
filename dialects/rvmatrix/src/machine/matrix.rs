//! The matrix unit: eight registers, the matrix size, and what each instruction does to them.

mod elements;
mod moves;
mod multiply;
mod reserved;
mod tiles;

use std::ops::Range;

use mnc2_assembly::Memory;
use mnc2_text::{Message, message};

use super::csr::{Shape, Status};
use crate::encode::Instruction;
use crate::options::Mlen;
use crate::register::{Bank, MATRIX_COUNT};
use crate::table::{ELEN, Element, Field, Form, Operation, Pointwise, Product, Row, SizeField};
use crate::version::Version;

/// The registers and the size.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    mlen: Mlen,
    /// Whether the last four are accumulation registers, whose rows are wider.
    has_tiles: bool,
    /// All registers one after the other, each row by row; all rows have as many bytes as the widest.
    bytes: Vec<u8>,
    k: usize,
    m: usize,
    n: usize,
}

/// The values of the integer registers `rs1` and `rs2` of an instruction.
type Scalars = (u64, u64);

impl Unit {
    pub(super) fn new(mlen: Mlen, version: Version) -> Self {
        let mut unit = Self {
            mlen,
            has_tiles: version.has_tiles(),
            bytes: Vec::new(),
            k: 0,
            m: 0,
            n: 0,
        };
        unit.bytes = vec![0; usize::from(MATRIX_COUNT) * unit.rows() * unit.widest()];
        unit
    }

    /// Bytes of its registers.
    pub(super) fn size_bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Rows of a register.
    pub(super) fn rows(&self) -> usize {
        self.mlen.rows()
    }

    /// Bytes of a row of a register; with tiles, of a tile register.
    pub(super) fn row_bytes(&self) -> usize {
        self.mlen.row_bytes()
    }

    /// Bytes of a row of a register with a number.
    pub(super) fn width(&self, register: usize) -> usize {
        let is_tile = register < usize::from(Bank::COUNT);
        match self.has_tiles && !is_tile {
            true => self.rows() * ELEN / 8,
            false => self.row_bytes(),
        }
    }

    /// Bytes of the widest row.
    fn widest(&self) -> usize {
        self.width(usize::from(MATRIX_COUNT) - 1)
    }

    /// A size that is set alone.
    pub(super) fn size_of(&self, field: SizeField) -> usize {
        match field {
            SizeField::K | SizeField::All => self.k,
            SizeField::M => self.m,
            SizeField::N => self.n,
        }
    }

    /// How many elements of a row of A a product has, in bytes with two elements for int4.
    fn depth(&self, row: &Row) -> usize {
        match row.operation {
            Operation::Accumulate(Product::Int4(_)) => self.k / 2,
            Operation::Accumulate(_) => self.k,
            _ => self.k / row.element.bytes(),
        }
    }

    /// The value of `xmsize`.
    pub(super) fn size(&self) -> u64 {
        (self.k << 16 | self.n << 8 | self.m) as u64
    }

    /// The state of the unit in control and status registers.
    pub(super) fn shape(&self) -> Shape {
        Shape {
            size: self.size(),
            rows: self.rows(),
            row_bytes: self.row_bytes(),
            tile: [SizeField::M, SizeField::N, SizeField::K].map(|it| self.size_of(it) as u64),
        }
    }

    /// The bytes of a row of a register.
    pub(super) fn row(&self, register: usize, row: usize) -> &[u8] {
        let start = (register * self.rows() + row) * self.widest();
        &self.bytes[start..start + self.width(register)]
    }

    /// Sets a word of 32 bits of a row.
    pub(super) fn set_word(&mut self, register: usize, row: usize, column: usize, bytes: [u8; 4]) {
        let start = column * bytes.len();
        if let Some(word) = self
            .row_mut(register, row)
            .get_mut(start..start + bytes.len())
        {
            word.copy_from_slice(&bytes);
        }
    }

    fn row_mut(&mut self, register: usize, row: usize) -> &mut [u8] {
        let start = (register * self.rows() + row) * self.widest();
        let end = start + self.width(register);
        &mut self.bytes[start..end]
    }

    /// An element, its sign not extended.
    fn get(&self, register: usize, row: usize, column: usize, element: Element) -> u64 {
        let bytes = element.bytes();
        let mut buffer = [0; 8];
        let start = column * bytes;
        buffer[..bytes].copy_from_slice(&self.row(register, row)[start..start + bytes]);
        u64::from_le_bytes(buffer)
    }

    fn set(&mut self, register: usize, row: usize, column: usize, element: Element, value: u64) {
        let bytes = element.bytes();
        let start = column * bytes;
        self.row_mut(register, row)[start..start + bytes]
            .copy_from_slice(&value.to_le_bytes()[..bytes]);
    }

    /// Executes an instruction. The result is what its integer register receives: the new matrix size, or an element.
    pub(super) fn execute(
        &mut self,
        instruction: &Instruction,
        scalars: Scalars,
        status: &mut Status,
        memory: &mut Memory,
    ) -> Result<u64, Message> {
        self.legal(instruction, status)?;
        let row = instruction.row;
        let version = status.version;
        match row.operation {
            Operation::Configure(field) => {
                let value = match row.form {
                    Form::RdImmediate => u64::from(instruction.get(Field::Immediate7)),
                    Form::Immediate => u64::from(instruction.get(Field::Immediate10)),
                    _ => scalars.0,
                };
                self.configure(field, value);
            }
            Operation::Move => self.copy(instruction, scalars.0, version)?,
            Operation::Pointwise(operation) => {
                self.pointwise(instruction, operation, scalars.0, status)?;
            }
            Operation::IntegerMultiply(signs) => {
                self.multiply_integers(instruction, signs, false, status);
            }
            Operation::Int4Multiply(signs) => {
                self.multiply_integers(instruction, signs, true, status);
            }
            Operation::FloatMultiply | Operation::FloatMultiplyWide => {
                self.multiply_floats(instruction, status)?;
            }
            Operation::Load | Operation::StreamLoad => {
                self.load(instruction, scalars, status, memory);
            }
            Operation::Store | Operation::StreamStore => {
                self.store(instruction, scalars, status, memory)?;
            }
            Operation::WholeLoad(count) => {
                let (address, bytes) = self.whole(instruction, count, scalars.0, status);
                memory.read(address, &mut self.bytes[bytes]);
                status.start_row = 0;
            }
            Operation::WholeStore(count) => {
                let (address, bytes) = self.whole(instruction, count, scalars.0, status);
                memory.write(address, &self.bytes[bytes])?;
                status.start_row = 0;
            }
            Operation::Release | Operation::Initialize => {
                status.release();
                status.start_row = 0;
                return Ok(0);
            }
            Operation::Zero => self.replace(instruction.get(Field::Md) as usize, Vec::new()),
            Operation::Duplicate => self.duplicate(instruction, scalars.1),
            Operation::ReadElement => {
                status.start_row = 0;
                return Ok(self.read_element(instruction, scalars.0));
            }
            Operation::WriteElement => {
                let md = instruction.get(Field::Md) as usize;
                let (row, column) = self.place(md, instruction.row.element, scalars.0);
                self.set(md, row, column, instruction.row.element, scalars.1);
            }
            _ => self.execute_later(instruction, scalars, status, memory)?,
        }
        // In 0.2 only loads and stores reset it.
        if version != Version::V02 {
            status.start_row = 0;
        }
        if !row.is_store() {
            status.touch();
        }
        Ok(self.size())
    }

    /// Whether the unit can execute an instruction.
    fn legal(&self, instruction: &Instruction, status: &Status) -> Result<(), Message> {
        let row = instruction.row;
        if !status.is_on() && row.operation != Operation::Release {
            return Err(message!(
                "illegal instruction: the matrix state is off (`xmcsr` is 0)"
            ));
        }
        if let Some(feature) = row.feature()
            && let Some((bit, name)) = feature.place(status.version)
            && status.features >> bit & 1 == 0
        {
            return Err(message!(
                "illegal instruction: the machine lacks {name}",
                name
            ));
        }
        reserved::check(instruction, status.version)?;
        self.legal_size(row, status.version)
    }

    /// The sizes are judged where they are used, not where they are set.
    fn legal_size(&self, row: &Row, version: Version) -> Result<(), Message> {
        if !row.uses_size() {
            return Ok(());
        }
        let bytes = row.element.bytes();
        if version == Version::V03 && !self.k.is_multiple_of(bytes) {
            let (k, bits) = (self.k, bytes * 8);
            return Err(message!(
                "illegal instruction: sizeK is {k}, which is not a whole number of {bits}-bit elements",
                k,
                bits
            ));
        }
        // In 0.6 a size of 0 is an empty tile.
        let least = usize::from(!version.has_tiles());
        for (field, limit) in row.limits(self.mlen.bits()) {
            let value = self.size_of(field);
            if !(least..=limit).contains(&value) {
                return Err(message!(
                    "illegal instruction: {field} is {value}, and it is from {least} to {limit} here",
                    field = field.name(version),
                    value,
                    least,
                    limit
                ));
            }
        }
        Ok(())
    }

    fn configure(&mut self, field: SizeField, value: u64) {
        let value = usize::try_from(value).unwrap_or(usize::MAX);
        match field {
            SizeField::K if self.has_tiles => self.k = value,
            SizeField::M if self.has_tiles => self.m = value,
            SizeField::N if self.has_tiles => self.n = value,
            SizeField::K => self.k = value & 0xffff,
            SizeField::M => self.m = value & 0xff,
            SizeField::N => self.n = value & 0xff,
            SizeField::All => {
                self.k = value >> 16 & 0xffff;
                self.n = value >> 8 & 0xff;
                self.m = value & 0xff;
            }
        }
    }

    fn load(
        &mut self,
        instruction: &Instruction,
        scalars: Scalars,
        status: &mut Status,
        memory: &Memory,
    ) {
        let md = instruction.get(Field::Md) as usize;
        let width = self.active_bytes(instruction.row.element);
        for row in status.start_row as usize..self.rows() {
            let mut bytes = vec![0; self.row_bytes()];
            if row < self.m {
                memory.read(address(scalars, row), &mut bytes[..width]);
            }
            self.row_mut(md, row).copy_from_slice(&bytes);
        }
        status.start_row = 0;
    }

    fn store(
        &mut self,
        instruction: &Instruction,
        scalars: Scalars,
        status: &mut Status,
        memory: &mut Memory,
    ) -> Result<(), Message> {
        let ms3 = instruction.get(Field::Md) as usize;
        let width = self.active_bytes(instruction.row.element);
        // All rows are written, or none.
        let rows = status.start_row as usize..self.m;
        memory.has_room(rows.clone().map(|row| (address(scalars, row), width)))?;
        for row in rows {
            memory.write(address(scalars, row), &self.row(ms3, row)[..width])?;
        }
        status.start_row = 0;
        Ok(())
    }

    /// The address and the bytes of a transfer of whole registers, from the row where it starts: one of the first register.
    fn whole(
        &self,
        instruction: &Instruction,
        count: u8,
        address: u64,
        status: &Status,
    ) -> (u64, Range<usize>) {
        let register_bytes = self.rows() * self.row_bytes();
        let first = instruction.get(Field::Md) as usize * register_bytes;
        let skipped = status.start_row as usize * self.row_bytes();
        let bytes = first + skipped..first + usize::from(count) * register_bytes;
        (address.wrapping_add(skipped as u64), bytes)
    }

    /// The bytes of whole elements in a row.
    fn active_bytes(&self, element: Element) -> usize {
        self.k / element.bytes() * element.bytes()
    }

    fn pointwise(
        &mut self,
        instruction: &Instruction,
        operation: Pointwise,
        scalar: u64,
        status: &mut Status,
    ) -> Result<(), Message> {
        let element = instruction.row.element;
        let (md, ms1, ms2) = (
            instruction.get(Field::Md) as usize,
            instruction.get(Field::Ms1) as usize,
            instruction.get(Field::Ms2) as usize,
        );
        let is_vector = matches!(
            instruction.row.form,
            Form::MdMs2Ms1Register | Form::MdMs2Ms1Immediate
        );
        let vector = if is_vector {
            Some(self.row_index(instruction, scalar, status.version)?)
        } else {
            None
        };
        let is_clip = matches!(operation, Pointwise::Clip | Pointwise::ClipUnsigned);
        let result = match element {
            _ if !is_clip => element,
            Element::Double => Element::Half,
            _ => Element::Byte,
        };
        let columns = self.k / element.bytes();
        let mut rows = Vec::with_capacity(self.m);
        for row in 0..self.m {
            let mut bytes = vec![0; self.row_bytes()];
            for column in 0..columns {
                let left = self.get(ms2, row, column, element);
                let right = match instruction.row.form {
                    Form::MdMs2Scalar => scalar,
                    _ => self.get(ms1, vector.unwrap_or(row), column, element),
                };
                let value = elements::compute(operation, element, left, right, status);
                let place = column * result.bytes();
                bytes[place..place + result.bytes()]
                    .copy_from_slice(&value.to_le_bytes()[..result.bytes()]);
            }
            rows.push(bytes);
        }
        self.replace(md, rows);
        Ok(())
    }

    /// Writes rows of a register from the first; all others become 0.
    fn replace(&mut self, register: usize, rows: Vec<Vec<u8>>) {
        let mut rows = rows.into_iter();
        for row in 0..self.rows() {
            match rows.next() {
                Some(bytes) => self.row_mut(register, row).copy_from_slice(&bytes),
                None => self.row_mut(register, row).fill(0),
            }
        }
    }
}

fn address(scalars: Scalars, row: usize) -> u64 {
    scalars.0.wrapping_add(scalars.1.wrapping_mul(row as u64))
}
