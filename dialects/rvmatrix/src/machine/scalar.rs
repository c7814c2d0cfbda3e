//! Instructions of F and D: registers of numbers with a fraction, and what is computed on them.

use mnc2_text::{Message, message};

use super::Machine;
use super::csr::INVALID;
use super::float::{self, DOUBLE, Format, Rounding, SINGLE};
use crate::base::{Comparison, Float, FloatOperation, Precision, SignRule};

/// The high half of a register that has a number of single precision.
const BOX: u64 = (u32::MAX as u64) << 32;

const fn format_of(precision: Precision) -> Format {
    match precision {
        Precision::Single => SINGLE,
        Precision::Double => DOUBLE,
    }
}

impl Machine {
    /// Sets a register to the bits of a number of 4 or 8 bytes.
    pub(super) fn set_float(&mut self, register: u8, bytes: u8, bits: u64) {
        let is_single = bytes == Precision::Single.bytes();
        let bits = if is_single { bits & !BOX | BOX } else { bits };
        self.floats[usize::from(register) % 32] = bits;
    }

    /// The number in a register; what is not a number of the format is the canonical NaN.
    fn number(&self, register: u8, precision: Precision) -> u64 {
        let bits = self.floats[usize::from(register) % 32];
        match precision {
            Precision::Double => bits,
            Precision::Single if bits & BOX == BOX => bits & !BOX,
            Precision::Single => SINGLE.canonical_nan(),
        }
    }

    /// The rounding mode of an instruction: a static one, or that in `frm`.
    fn mode(&self, rounding: Option<u8>) -> Result<Rounding, Message> {
        let frm = rounding.unwrap_or(self.status.rounding);
        Rounding::from_frm(frm).ok_or_else(|| {
            message!(
                "illegal instruction: `frm` is {frm}, which is not a rounding mode",
                frm
            )
        })
    }

    /// Executes an instruction that is not a load or a store.
    pub(super) fn float(
        &mut self,
        float: Float,
        rd: u8,
        sources: [u8; 3],
        rounding: Option<u8>,
    ) -> Result<(), Message> {
        let mode = match float.rounds() {
            true => self.mode(rounding)?,
            false => Rounding::ToZero,
        };
        let mut flags = 0;
        let result = match float.operation {
            FloatOperation::ToBits => self.floats[usize::from(sources[0]) % 32],
            FloatOperation::FromBits => self.get(sources[0]),
            FloatOperation::FromInteger(integer) => {
                let value = integer.from_register(self.get(sources[0]));
                float::from_integer(value, format_of(float.precision), mode, &mut flags)
            }
            FloatOperation::Convert => {
                let from = float.precision.other();
                let formats = (format_of(from), format_of(float.precision));
                float::convert(self.number(sources[0], from), formats, mode, &mut flags)
            }
            _ => {
                let numbers = sources.map(|source| self.number(source, float.precision));
                compute(float, numbers, mode, &mut flags)
            }
        };
        self.status.flags |= flags;
        match (float.writes_integer(), float.operation, float.precision) {
            (true, FloatOperation::ToBits, Precision::Single) => {
                self.set_register(rd, result as i32 as i64 as u64);
            }
            (true, ..) => self.set_register(rd, result),
            (false, ..) => self.set_float(rd, float.precision.bytes(), result),
        }
        Ok(())
    }
}

/// The result of an operation on numbers of one format.
fn compute(float: Float, [first, second, third]: [u64; 3], mode: Rounding, flags: &mut u8) -> u64 {
    let format = format_of(float.precision);
    let sign = format.sign_bit();
    match float.operation {
        FloatOperation::Add => float::sum(first, second, format, mode, flags),
        FloatOperation::Subtract => float::sum(first, second ^ sign, format, mode, flags),
        FloatOperation::Multiply => float::product(first, second, format, mode, flags),
        FloatOperation::Divide => float::quotient(first, second, format, mode, flags),
        FloatOperation::SquareRoot => float::square_root(first, format, mode, flags),
        FloatOperation::Minimum => float::extreme((first, second), false, format, flags),
        FloatOperation::Maximum => float::extreme((first, second), true, format, flags),
        FloatOperation::Fused(is_negated, is_subtracted) => {
            let factor = if is_negated { first ^ sign } else { first };
            let addend = if is_subtracted { third ^ sign } else { third };
            float::multiply_add((factor, second), addend, format, mode, flags)
        }
        FloatOperation::Sign(rule) => with_sign(first, second, rule, sign),
        FloatOperation::OwnSign(rule) => with_sign(first, first, rule, sign),
        FloatOperation::Compare(comparison, is_swapped) => {
            let (left, right) = if is_swapped {
                (second, first)
            } else {
                (first, second)
            };
            compare(left, right, comparison, format, flags)
        }
        FloatOperation::ToInteger(integer) => integer.to_register(float::to_integer(
            first,
            format,
            integer.range(),
            mode,
            flags,
        )),
        FloatOperation::Classify => float::class(first, format),
        FloatOperation::FromInteger(_)
        | FloatOperation::Convert
        | FloatOperation::ToBits
        | FloatOperation::FromBits
        | FloatOperation::Load
        | FloatOperation::Store => first,
    }
}

fn with_sign(value: u64, other: u64, rule: SignRule, sign: u64) -> u64 {
    let given = match rule {
        SignRule::Copy => other,
        SignRule::Invert => !other,
        SignRule::Multiply => value ^ other,
    };
    value & !sign | given & sign
}

/// Whether two numbers compare so. A NaN compares with nothing; it is invalid in an order, and in an equality if it signals.
fn compare(left: u64, right: u64, comparison: Comparison, format: Format, flags: &mut u8) -> u64 {
    let order = float::order(left, right, format, flags);
    if order.is_none() && comparison != Comparison::Equal {
        *flags |= INVALID;
    }
    let holds = order.is_some_and(|order| match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::Less => order.is_lt(),
        Comparison::LessEqual => order.is_le(),
    });
    u64::from(holds)
}
