use mnc2_text::Message;

use super::Unit;
use super::tiles::{format_of, rounding};
use crate::encode::Instruction;
use crate::machine::csr::Status;
use crate::machine::float;
use crate::table::{Field, Signs};

impl Unit {
    /// Computes each element of C from A, B and the element before; the others become 0.
    fn multiply(
        &mut self,
        instruction: &Instruction,
        mut element_of: impl FnMut(&Self, usize, usize, u64) -> u64,
    ) {
        let result = instruction.row.result();
        let md = instruction.get(Field::Md) as usize;
        let registers = usize::from(instruction.row.registers(Field::Md));
        let columns = self.width(md) / result.bytes();
        let mut values = Vec::with_capacity(self.m * self.n);
        for i in 0..self.m {
            for j in 0..self.n {
                let old = self.get(md + j / columns, i, j % columns, result);
                values.push(element_of(self, i, j, old));
            }
        }
        for register in md..md + registers {
            self.replace(register, Vec::new());
        }
        for (index, value) in values.into_iter().enumerate() {
            let (i, j) = (index / self.n, index % self.n);
            self.set(md + j / columns, i, j % columns, result, value);
        }
    }

    pub(super) fn multiply_integers(
        &mut self,
        instruction: &Instruction,
        signs: Signs,
        is_int4: bool,
        status: &Status,
    ) {
        let element = instruction.row.element;
        let (a, b) = (
            instruction.get(Field::Ms1) as usize,
            instruction.get(Field::Ms2) as usize,
        );
        let (a_is_signed, b_is_signed) = match signs {
            Signs::Signed => (true, true),
            Signs::Unsigned => (false, false),
            Signs::UnsignedSigned => (false, true),
            Signs::SignedUnsigned => (true, false),
        };
        let bits = if is_int4 {
            4
        } else {
            8 * element.bytes() as u32
        };
        let steps = self.depth(instruction.row);
        let number = |value: u64, is_signed: bool| {
            let unused = 64 - bits;
            if is_signed {
                (value << unused) as i64 >> unused
            } else {
                (value << unused >> unused) as i64
            }
        };
        let saturates = status.saturates;
        let unused = 64 - 8 * instruction.row.result().bytes();
        self.multiply(instruction, |unit, i, j, old| {
            let mut sum = i128::from((old << unused) as i64 >> unused);
            for k in 0..steps {
                let (left, right) = (unit.get(a, i, k, element), unit.get(b, j, k, element));
                let mut shift = 0;
                while shift < 8 * element.bytes() as u32 {
                    let product = number(left >> shift, a_is_signed)
                        .wrapping_mul(number(right >> shift, b_is_signed));
                    sum += i128::from(product);
                    shift += bits;
                }
            }
            match saturates {
                true => sum.clamp((i64::MIN >> unused).into(), (i64::MAX >> unused).into()) as u64,
                false => sum as u64,
            }
        });
    }

    pub(super) fn multiply_floats(
        &mut self,
        instruction: &Instruction,
        status: &mut Status,
    ) -> Result<(), Message> {
        let rounding = rounding(status)?;
        let element = instruction.row.element;
        let (from, to) = (format_of(element), format_of(instruction.row.result()));
        let (a, b) = (
            instruction.get(Field::Ms1) as usize,
            instruction.get(Field::Ms2) as usize,
        );
        let steps = self.depth(instruction.row);
        let rows = self.rows();
        let mut flags = *status.matrix_flags();
        self.multiply(instruction, |unit, i, j, old| {
            let mut sum = 0;
            for k in 0..steps {
                let mut left = unit.get(a, i, k, element);
                // The rows of a pair follow each other.
                let mut right = unit.get(b + j / rows, j % rows, k, element);
                if from != to {
                    left = float::convert(left, (from, to), rounding, &mut flags);
                    right = float::convert(right, (from, to), rounding, &mut flags);
                }
                sum = float::multiply_add((left, right), sum, to, rounding, &mut flags);
            }
            float::sum(old, sum, to, rounding, &mut flags)
        });
        *status.matrix_flags() = flags;
        Ok(())
    }
}
