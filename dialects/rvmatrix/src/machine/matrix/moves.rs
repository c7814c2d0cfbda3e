//! Moves between matrix registers, and between their elements and integer registers.

use mnc2_text::{Message, message};

use super::Unit;
use crate::encode::Instruction;
use crate::table::{Element, Field, Form};
use crate::version::Version;

impl Unit {
    /// The row that an operand in brackets names.
    pub(super) fn row_index(
        &self,
        instruction: &Instruction,
        scalar: u64,
        version: Version,
    ) -> Result<usize, Message> {
        let fields = instruction.row.form.fields();
        let index = if fields.contains(&Field::Row) {
            instruction.get(Field::Row).into()
        } else {
            scalar
        };
        match usize::try_from(index) {
            // The number of rows is a power of two.
            _ if version != Version::V02 => Ok(index as usize % self.rows()),
            Ok(row) if row < self.rows() => Ok(row),
            _ => {
                let rows = self.rows();
                Err(message!(
                    "illegal instruction: row {index} of a register of {rows} rows",
                    index,
                    rows
                ))
            }
        }
    }

    pub(super) fn copy(
        &mut self,
        instruction: &Instruction,
        scalar: u64,
        version: Version,
    ) -> Result<(), Message> {
        let md = instruction.get(Field::Md) as usize;
        let ms1 = instruction.get(Field::Ms1) as usize;
        let same = match instruction.row.form {
            Form::MdMs1 => {
                // Between a tile and an accumulation register, the rest of a wider row stays.
                let width = self.width(ms1).min(self.width(md));
                for row in 0..self.rows() {
                    let bytes = self.row(ms1, row)[..width].to_vec();
                    self.row_mut(md, row)[..width].copy_from_slice(&bytes);
                }
                return Ok(());
            }
            Form::MdScalar => scalar.to_le_bytes().repeat(self.row_bytes() / 8),
            _ => {
                let index = self.row_index(instruction, scalar, version)?;
                self.row(ms1, index).to_vec()
            }
        };
        for row in 0..self.rows() {
            self.row_mut(md, row).copy_from_slice(&same);
        }
        Ok(())
    }

    /// The row and the column of an element, by its number in the register.
    pub(super) fn place(&self, register: usize, element: Element, number: u64) -> (usize, usize) {
        let columns = self.width(register) / element.bytes();
        // All of these are powers of two, so this is what the low bits are.
        let number = number as usize % (columns * self.rows());
        (number / columns, number % columns)
    }

    pub(super) fn read_element(&self, instruction: &Instruction, number: u64) -> u64 {
        let element = instruction.row.element;
        let ms2 = instruction.get(Field::Ms2) as usize;
        let (row, column) = self.place(ms2, element, number);
        let value = self.get(ms2, row, column, element);
        let unused = 64 - 8 * element.bytes();
        ((value << unused) as i64 >> unused) as u64
    }

    pub(super) fn duplicate(&mut self, instruction: &Instruction, value: u64) {
        let bytes = instruction.row.element.bytes();
        let md = instruction.get(Field::Md) as usize;
        let row = value.to_le_bytes()[..bytes].repeat(self.width(md) / bytes);
        self.replace(md, vec![row; self.rows()]);
    }
}
