//! Scalars: fixed point with rounding to nearest, ties to even, and saturation; IEEE single precision.
//!
//! A scalar is the raw integer of its bits, with the sign extended to 32 bits. That a multiplication and an addition are rounded once
//! in fixed point and twice in floating point is what the vendor's emulator does. The absolute value of the least number
//! saturates: this is assumed.

use crate::architecture::DataType;
use crate::table::Operation;

/// The arithmetic of a type.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic(pub DataType);

impl Arithmetic {
    /// Its bits, and those after the point; `None` for floating point.
    fn fixed(self) -> Option<(u32, u32)> {
        match self.0 {
            DataType::Fp8bp4 => Some((8, 4)),
            DataType::Fp16bp8 => Some((16, 8)),
            DataType::Fp18bp10 => Some((18, 10)),
            DataType::Fp32bp16 => Some((32, 16)),
            DataType::Float32 => None,
        }
    }

    /// The number 1 as bits of a scalar.
    #[must_use]
    pub fn one(self) -> i32 {
        match self.fixed() {
            Some((_, point)) => 1 << point,
            None => bits(1.0),
        }
    }

    /// The result of `x * y + z`, rounded once in fixed point and twice in floating point.
    #[must_use]
    pub fn multiply_add(self, x: i32, y: i32, z: i32) -> i32 {
        let Some((_, point)) = self.fixed() else {
            // Two roundings, as in the emulator.
            return bits(float(x) * float(y) + float(z));
        };
        let exact = i64::from(x) * i64::from(y) + (i64::from(z) << point);
        let quotient = exact >> point;
        let rest = exact - (quotient << point);
        let half = 1 << (point - 1);
        let is_up = rest > half || rest == half && quotient & 1 == 1;
        self.saturated(quotient + i64::from(is_up))
    }

    /// The sum `x + y`, saturated in fixed point.
    #[must_use]
    pub fn add(self, x: i32, y: i32) -> i32 {
        match self.fixed() {
            Some(_) => self.saturated(i64::from(x) + i64::from(y)),
            None => bits(float(x) + float(y)),
        }
    }

    fn subtract(self, x: i32, y: i32) -> i32 {
        match self.fixed() {
            Some(_) => self.saturated(i64::from(x) - i64::from(y)),
            None => bits(float(x) - float(y)),
        }
    }

    fn multiply(self, x: i32, y: i32) -> i32 {
        match self.fixed() {
            Some(_) => self.multiply_add(x, y, 0),
            None => bits(float(x) * float(y)),
        }
    }

    fn is_greater(self, x: i32, y: i32) -> bool {
        match self.fixed() {
            Some(_) => x > y,
            None => float(x) > float(y),
        }
    }

    fn is_zero(self, x: i32) -> bool {
        match self.fixed() {
            Some(_) => x == 0,
            None => float(x) == 0.0,
        }
    }

    fn is_equal(self, x: i32, y: i32) -> bool {
        match self.fixed() {
            Some(_) => x == y,
            None => float(x) == float(y),
        }
    }

    fn saturated(self, value: i64) -> i32 {
        let width = self.fixed().map_or(32, |(width, _)| width);
        let max = (1_i64 << (width - 1)) - 1;
        value.clamp(-max - 1, max) as i32
    }

    /// What an operation of the SIMD unit gives for a lane.
    #[must_use]
    pub fn apply(self, operation: Operation, left: i32, right: i32, input: i32) -> i32 {
        let truth = |is_so: bool| if is_so { self.one() } else { 0 };
        match operation {
            Operation::NoOp => input,
            Operation::Zero => 0,
            Operation::Move => left,
            Operation::Not => truth(self.is_zero(left)),
            Operation::And => truth(!self.is_zero(left) && !self.is_zero(right)),
            Operation::Or => truth(!self.is_zero(left) || !self.is_zero(right)),
            Operation::Increment => self.add(left, self.one()),
            Operation::Decrement => self.subtract(left, self.one()),
            Operation::Add => self.add(left, right),
            Operation::Subtract => self.subtract(left, right),
            Operation::Multiply => self.multiply(left, right),
            Operation::Abs => match self.fixed() {
                Some(_) => self.saturated(i64::from(left).abs()),
                None => bits(float(left).abs()),
            },
            Operation::GreaterThan => truth(self.is_greater(left, right)),
            Operation::GreaterThanEqual => {
                truth(self.is_greater(left, right) || self.is_equal(left, right))
            }
            Operation::Min if self.is_greater(right, left) => left,
            Operation::Max if self.is_greater(left, right) => left,
            Operation::Min | Operation::Max => right,
        }
    }

    /// A scalar of the bytes of a file, little-endian; excess bits are ignored.
    #[must_use]
    pub fn from_bytes(self, bytes: &[u8]) -> i32 {
        let mut raw = [0; 4];
        for (to, from) in raw.iter_mut().zip(bytes) {
            *to = *from;
        }
        let width = self.fixed().map_or(32, |(width, _)| width);
        i32::from_le_bytes(raw) << (32 - width) >> (32 - width)
    }

    /// The bytes of a scalar in a file.
    #[must_use]
    pub fn to_bytes(self, raw: i32) -> Vec<u8> {
        let width = self.fixed().map_or(32, |(width, _)| width);
        let kept = (u64::from(raw.cast_unsigned()) & ((1 << width) - 1)) as u32;
        kept.to_le_bytes()[..self.0.bytes()].to_vec()
    }

    /// The raw integer of a number, signed or as the bits without a sign; `None` if it has too many bits.
    #[must_use]
    pub fn from_integer(self, value: i64) -> Option<i32> {
        let width = self.fixed().map_or(32, |(width, _)| width);
        let is_there = -(1_i64 << (width - 1)) <= value && value < 1_i64 << width;
        let low = (value as u64 & 0xffff_ffff) as u32;
        is_there.then(|| low.cast_signed() << (32 - width) >> (32 - width))
    }

    /// The scalar nearest to a number; `None` if it is outside of the type.
    #[must_use]
    pub fn from_number(self, number: f64) -> Option<i32> {
        let Some((_, point)) = self.fixed() else {
            return Some(bits(number as f32));
        };
        let raw = (number * f64::from(1_u32 << point)).round_ties_even();
        let is_integer = raw.abs() < 9e18;
        let raw = is_integer.then_some(raw as i64)?;
        (i64::from(self.saturated(raw)) == raw).then_some(raw as i32)
    }

    /// The number that a scalar is.
    #[must_use]
    pub fn number(self, raw: i32) -> f64 {
        match self.fixed() {
            Some((_, point)) => f64::from(raw) / f64::from(1_u32 << point),
            None => f64::from(float(raw)),
        }
    }
}

fn float(raw: i32) -> f32 {
    f32::from_bits(raw.cast_unsigned())
}

fn bits(value: f32) -> i32 {
    value.to_bits().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXED: Arithmetic = Arithmetic(DataType::Fp16bp8);

    #[test]
    fn products_are_rounded_to_nearest_and_ties_to_even() {
        // 1/256 * 1/2 is half of the last place.
        assert_eq!(FIXED.multiply_add(1, 128, 0), 0);
        assert_eq!(FIXED.multiply_add(3, 128, 0), 2);
        assert_eq!(FIXED.multiply_add(-1, 128, 0), 0);
        assert_eq!(FIXED.multiply_add(-3, 128, 0), -2);
        assert_eq!(FIXED.multiply_add(1, 129, 0), 1);
        assert_eq!(FIXED.multiply_add(1, 127, 0), 0);
        // The sum is rounded, not the product: 3/2 + 1 in the last place.
        assert_eq!(FIXED.multiply_add(3, 128, 1), 2);
        assert_eq!(FIXED.multiply_add(256, 512, 256), 768);
    }

    #[test]
    fn results_saturate() {
        assert_eq!(FIXED.multiply_add(32767, 32767, 0), 32767);
        assert_eq!(FIXED.multiply_add(32767, -32768, 0), -32768);
        assert_eq!(FIXED.add(32767, 1), 32767);
        assert_eq!(FIXED.apply(Operation::Abs, -32768, 0, 0), 32767);
        assert_eq!(FIXED.apply(Operation::Decrement, -32768, 0, 0), -32768);
        let wide = Arithmetic(DataType::Fp32bp16);
        assert_eq!(wide.multiply_add(i32::MIN, i32::MIN, i32::MAX), i32::MAX);
        let odd = Arithmetic(DataType::Fp18bp10);
        assert_eq!(odd.add((1 << 17) - 1, 1), (1 << 17) - 1);
    }

    #[test]
    fn operations_are_those_of_the_unit() {
        let check = |operation, expected: [i32; 4]| {
            let pairs = [(256, 512), (512, 256), (0, -256), (-3, -3)];
            let found = pairs.map(|(left, right)| FIXED.apply(operation, left, right, 7));
            assert_eq!(found, expected, "{operation:?}");
        };
        check(Operation::NoOp, [7; 4]);
        check(Operation::Zero, [0; 4]);
        check(Operation::Move, [256, 512, 0, -3]);
        check(Operation::Not, [0, 0, 256, 0]);
        check(Operation::And, [256, 256, 0, 256]);
        check(Operation::Or, [256; 4]);
        check(Operation::Increment, [512, 768, 256, 253]);
        check(Operation::Decrement, [0, 256, -256, -259]);
        check(Operation::Add, [768, 768, -256, -6]);
        check(Operation::Subtract, [-256, 256, 256, 0]);
        check(Operation::Multiply, [512, 512, 0, 0]);
        check(Operation::Abs, [256, 512, 0, 3]);
        check(Operation::GreaterThan, [0, 256, 256, 0]);
        check(Operation::GreaterThanEqual, [0, 256, 256, 256]);
        check(Operation::Min, [256, 256, -256, -3]);
        check(Operation::Max, [512, 512, 0, -3]);
        let float = Arithmetic(DataType::Float32);
        let bits = |value: f32| value.to_bits().cast_signed();
        let product = float.apply(Operation::Multiply, bits(1.5), bits(-2.0), 0);
        assert_eq!(product, bits(-3.0));
        // Two roundings: in one, 2^-46 would be left.
        let next = bits(1.0 + f32::EPSILON);
        assert_eq!(
            float.multiply_add(next, next, bits(-1.0 - 2.0 * f32::EPSILON)),
            0
        );
    }

    #[test]
    fn bytes_are_little_endian() {
        assert_eq!(FIXED.from_bytes(&[0xe3, 0xff]), -29);
        assert_eq!(FIXED.to_bytes(-29), [0xe3, 0xff]);
        let odd = Arithmetic(DataType::Fp18bp10);
        assert_eq!(odd.from_bytes(&[0xff, 0xff, 0x03, 0xff]), -1);
        assert_eq!(odd.to_bytes(-1), [0xff, 0xff, 0x03, 0]);
        assert_eq!(FIXED.from_integer(0xffe3), Some(-29));
        assert_eq!(FIXED.from_integer(-29), Some(-29));
        assert_eq!(FIXED.from_integer(65536), None);
        assert!((FIXED.number(-384) + 1.5).abs() < 1e-12);
    }
}
