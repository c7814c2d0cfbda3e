//! What instructions of 0.6 do: tiles between registers and memory, and operations on elements of accumulation registers.

use mnc2_assembly::Memory;
use mnc2_text::{Message, message};

use super::{Scalars, Unit};
use crate::encode::Instruction;
use crate::machine::csr::Status;
use crate::machine::float::{self, DOUBLE, Format, HALF, Rounding, SINGLE};
use crate::table::{Element, Elementwise, Field, Form, Operation, Order, Product, Tile};

impl Unit {
    /// Executes an instruction that only 0.6 has.
    pub(super) fn execute_later(
        &mut self,
        instruction: &Instruction,
        scalars: Scalars,
        status: &mut Status,
        memory: &mut Memory,
    ) -> Result<(), Message> {
        let md = instruction.get(Field::Md) as usize;
        match instruction.row.operation {
            Operation::LoadTile(tile, order) => {
                self.load_tile(instruction, (tile, order), scalars, memory);
            }
            Operation::StoreTile(tile, order) => {
                self.store_tile(instruction, (tile, order), scalars, memory)?;
            }
            Operation::Accumulate(Product::Integer(signs)) => {
                self.multiply_integers(instruction, signs, false, status);
            }
            Operation::Accumulate(Product::Int4(signs)) => {
                if !self.k.is_multiple_of(2) {
                    return Err(message!(
                        "an odd `mtilek` is reserved for elements of 4 bits"
                    ));
                }
                self.multiply_integers(instruction, signs, true, status);
            }
            Operation::Accumulate(Product::Float(from, to))
                if [from, to].iter().all(|&it| is_computed(it)) =>
            {
                self.multiply_floats(instruction, status)?;
            }
            Operation::IntegerElements(operation) => {
                let saturates = status.saturates;
                let compute = |left, right| Ok(integer(operation, left, right, saturates));
                self.elements(instruction, compute)?;
            }
            Operation::FloatElements(operation) => {
                let rounding = rounding(status)?;
                let format = format_of(instruction.row.element);
                let flags = status.matrix_flags();
                let compute =
                    |left, right| Ok(number(operation, (left, right), format, rounding, flags));
                self.elements(instruction, compute)?;
            }
            Operation::ZeroGroup(count) => {
                for register in md..md + usize::from(count) {
                    self.replace(register, Vec::new());
                }
            }
            Operation::BroadcastRow => self.copy(instruction, 0, status.version)?,
            Operation::BroadcastColumn => self.broadcast_column(instruction),
            _ => {
                let name = instruction.row.mnemonic;
                return Err(message!(
                    "the machine does not compute `{name}`: it lacks conversions, packing, slides, and formats other than fp16, fp32 and fp64",
                    name
                ));
            }
        }
        Ok(())
    }

    /// Rows and columns of a tile.
    fn extent(&self, tile: Tile) -> (usize, usize) {
        let [rows, columns] = tile.sizes().map(|field| self.size_of(field));
        (rows, columns)
    }

    fn load_tile(
        &mut self,
        instruction: &Instruction,
        (tile, order): (Tile, Order),
        scalars: Scalars,
        memory: &Memory,
    ) {
        let (md, element) = (instruction.get(Field::Md) as usize, instruction.row.element);
        let (rows, columns) = self.extent(tile);
        self.replace(md, Vec::new());
        for row in 0..rows {
            for column in 0..columns {
                let mut bytes = [0; 8];
                let address = address(scalars, (row, column), order, element);
                memory.read(address, &mut bytes[..element.bytes()]);
                self.set(md, row, column, element, u64::from_le_bytes(bytes));
            }
        }
    }

    fn store_tile(
        &self,
        instruction: &Instruction,
        (tile, order): (Tile, Order),
        scalars: Scalars,
        memory: &mut Memory,
    ) -> Result<(), Message> {
        let (ms3, element) = (instruction.get(Field::Md) as usize, instruction.row.element);
        let (rows, columns) = self.extent(tile);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let bytes = element.bytes();
        // All elements are written, or none.
        let addresses = places
            .clone()
            .map(|place| (address(scalars, place, order, element), bytes));
        memory.has_room(addresses)?;
        for (row, column) in places {
            let value = self.get(ms3, row, column, element).to_le_bytes();
            let address = address(scalars, (row, column), order, element);
            memory.write(address, &value[..bytes])?;
        }
        Ok(())
    }

    fn broadcast_column(&mut self, instruction: &Instruction) {
        let (md, ms1) = (
            instruction.get(Field::Md) as usize,
            instruction.get(Field::Ms1) as usize,
        );
        let element = instruction.row.element;
        let columns = self.width(md) / element.bytes();
        // The number of columns is a power of two.
        let from = instruction.get(Field::Row) as usize % columns;
        for row in 0..self.rows() {
            let value = self.get(ms1, row, from, element);
            for column in 0..columns {
                self.set(md, row, column, element, value);
            }
        }
    }

    /// Computes each element of `md` in the tile of C from the elements of `ms2` and `ms1`; the others become 0.
    fn elements(
        &mut self,
        instruction: &Instruction,
        mut compute: impl FnMut(u64, u64) -> Result<u64, Message>,
    ) -> Result<(), Message> {
        let element = instruction.row.element;
        let [md, ms2, ms1] =
            [Field::Md, Field::Ms2, Field::Ms1].map(|field| instruction.get(field) as usize);
        let is_vector = instruction.row.form == Form::MdMs2Ms1Immediate;
        let vector = instruction.get(Field::Row) as usize % self.rows();
        let mut rows = Vec::with_capacity(self.m);
        for row in 0..self.m {
            let mut bytes = vec![0; self.width(md)];
            for column in 0..self.n {
                let second = if is_vector { vector } else { row };
                let (left, right) = (
                    self.get(ms2, row, column, element),
                    self.get(ms1, second, column, element),
                );
                let value = compute(left, right)?.to_le_bytes();
                let place = column * element.bytes();
                bytes[place..place + element.bytes()].copy_from_slice(&value[..element.bytes()]);
            }
            rows.push(bytes);
        }
        self.replace(md, rows);
        Ok(())
    }
}

/// The address of an element of a tile.
const fn address(
    (base, stride): Scalars,
    (row, column): (usize, usize),
    order: Order,
    element: Element,
) -> u64 {
    let (outer, inner) = match order {
        Order::Rows => (row, column),
        Order::Columns => (column, row),
    };
    base.wrapping_add(stride.wrapping_mul(outer as u64))
        .wrapping_add((inner * element.bytes()) as u64)
}

/// Whether the machine computes with a format.
const fn is_computed(format: crate::table::Format) -> bool {
    use crate::table::Format::{Fp16, Fp32, Fp64};
    matches!(format, Fp16 | Fp32 | Fp64)
}

/// The rounding mode of matrix instructions.
pub(super) fn rounding(status: &Status) -> Result<Rounding, Message> {
    let (register, mode) = status.matrix_rounding();
    Rounding::from_frm(mode).ok_or_else(|| {
        message!(
            "illegal instruction: `{register}` is {mode}, which is not a rounding mode",
            register,
            mode
        )
    })
}

/// The format of elements.
pub(super) const fn format_of(element: Element) -> Format {
    match element {
        Element::Byte | Element::Half => HALF,
        Element::Word => SINGLE,
        Element::Double => DOUBLE,
    }
}

/// An operation on integers of 32 bits.
fn integer(operation: Elementwise, left: u64, right: u64, saturates: bool) -> u64 {
    let (left, right) = (left as u32, right as u32);
    let signed = (i64::from(left as i32), i64::from(right as i32));
    let limited = |value: i64| match saturates {
        true => value.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
        false => value as u32,
    };
    let result = match operation {
        Elementwise::Add => limited(signed.0 + signed.1),
        Elementwise::Subtract => limited(signed.0 - signed.1),
        Elementwise::Multiply => limited(signed.0 * signed.1),
        Elementwise::MultiplyHigh => ((signed.0 * signed.1) >> 32) as u32,
        Elementwise::Maximum => signed.0.max(signed.1) as u32,
        Elementwise::MaximumUnsigned => left.max(right),
        Elementwise::Minimum => signed.0.min(signed.1) as u32,
        Elementwise::MinimumUnsigned => left.min(right),
        // The low 5 bits are the amount.
        Elementwise::ShiftRightLogical => left.wrapping_shr(right),
        Elementwise::ShiftLeft => left.wrapping_shl(right),
        Elementwise::ShiftRight => (left as i32).wrapping_shr(right) as u32,
    };
    result.into()
}

/// An operation on numbers with a fraction.
fn number(
    operation: Elementwise,
    (left, right): (u64, u64),
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    match operation {
        Elementwise::Subtract => {
            let negative = right ^ format.sign_bit();
            float::sum(left, negative, format, rounding, flags)
        }
        Elementwise::Multiply => float::product(left, right, format, rounding, flags),
        Elementwise::Maximum | Elementwise::Minimum => {
            let is_larger = operation == Elementwise::Maximum;
            float::extreme((left, right), is_larger, format, flags)
        }
        // The table has no other operation on them.
        _ => float::sum(left, right, format, rounding, flags),
    }
}
