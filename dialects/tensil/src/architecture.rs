//! The machine that a listing is written for, as its `.tarch` file states it, and the widths of the fields that follow from it.

use mnc2_text::{Message, message};
use serde_json::{Map, Value};

use crate::table::Memory;

/// The type of a scalar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataType {
    /// 8 bits, 4 of them after the point.
    Fp8bp4,
    /// 16 bits, 8 of them after the point.
    #[default]
    Fp16bp8,
    /// 18 bits, 10 of them after the point; 4 bytes in files.
    Fp18bp10,
    /// 32 bits, 16 of them after the point.
    Fp32bp16,
    /// IEEE 754 single precision.
    Float32,
}

impl DataType {
    /// All types of scalars.
    pub const ALL: [Self; 5] = [
        Self::Fp8bp4,
        Self::Fp16bp8,
        Self::Fp18bp10,
        Self::Fp32bp16,
        Self::Float32,
    ];

    /// Its name in `.tarch` files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fp8bp4 => "FP8BP4",
            Self::Fp16bp8 => "FP16BP8",
            Self::Fp18bp10 => "FP18BP10",
            Self::Fp32bp16 => "FP32BP16",
            Self::Float32 => "FLOAT32",
        }
    }

    /// The bytes of a scalar in files of data.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Fp8bp4 => 1,
            Self::Fp16bp8 => 2,
            Self::Fp18bp10 | Self::Fp32bp16 | Self::Float32 => 4,
        }
    }
}

/// A machine. Depths count vectors of `array_size` scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// The type of a scalar.
    pub data_type: DataType,
    /// The scalars of a vector, and the rows of the systolic array.
    pub array_size: u64,
    /// Depth of DRAM0, in vectors.
    pub dram0_depth: u64,
    /// Depth of DRAM1, in vectors.
    pub dram1_depth: u64,
    /// Vectors in the local memory.
    pub local_depth: u64,
    /// Vectors in the accumulators.
    pub accumulator_depth: u64,
    /// Number of SIMD registers.
    pub simd_registers_depth: u64,
    /// Strides of operand 0: exponents are below it.
    pub stride0_depth: u64,
    /// Strides of operand 1.
    pub stride1_depth: u64,
    /// Number of threads, each with a queue of instructions.
    pub number_of_threads: u64,
    /// Instructions that wait in the queue of a thread.
    pub thread_queue_depth: u64,
}

impl Default for Architecture {
    /// The public `pynqz1.tarch`.
    fn default() -> Self {
        Self {
            data_type: DataType::Fp16bp8,
            array_size: 8,
            dram0_depth: 1 << 20,
            dram1_depth: 1 << 20,
            local_depth: 8192,
            accumulator_depth: 2048,
            simd_registers_depth: 1,
            stride0_depth: 8,
            stride1_depth: 8,
            number_of_threads: 1,
            thread_queue_depth: 8,
        }
    }
}

/// The most that a key can be: no field of an instruction is then wider than [`Layout::BITS_MAX`] allows.
const LIMITS: [(&str, u64); 10] = [
    ("array_size", 1024),
    ("dram0_depth", 1 << 32),
    ("dram1_depth", 1 << 32),
    ("local_depth", 1 << 28),
    ("accumulator_depth", 1 << 28),
    ("simd_registers_depth", 255),
    ("stride0_depth", 32),
    ("stride1_depth", 32),
    ("number_of_threads", 2),
    ("thread_queue_depth", 1 << 20),
];

impl Architecture {
    /// The keys of a `.tarch` file that are numbers.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        LIMITS.iter().map(|(key, _)| *key)
    }

    /// Reads a `.tarch` file: a JSON object. Keys that it omits have their default values.
    ///
    /// # Errors
    /// With a message, if it is not such an object, or a key is unknown or cannot have its value.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let object: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
            let reason = error.to_string();
            message!("an architecture is a JSON object: {reason}", reason)
        })?;
        let mut architecture = Self::default();
        for (key, value) in &object {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            architecture.set(key, &text)?;
        }
        Ok(architecture)
    }

    /// Sets a key from the text of its value.
    ///
    /// # Errors
    /// With a sentence, if there is no such key or it cannot have the value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        if key == "data_type" {
            let found = DataType::ALL.into_iter().find(|it| it.name() == value);
            self.data_type = found.ok_or_else(|| {
                let names = DataType::ALL.iter().map(|it| format!("`{}`", it.name()));
                let names = Message::any_of(names);
                message!("`data_type` is {names}, not {value}", names, value)
            })?;
            return Ok(());
        }
        let Some(&(_, limit)) = LIMITS.iter().find(|(name, _)| *name == key) else {
            return Err(message!("an architecture has no `{key}`", key));
        };
        let number = number(value).filter(|number| {
            let least = u64::from(key != "simd_registers_depth");
            (least..=limit).contains(number)
        });
        let Some(number) = number else {
            return Err(message!(
                "`{key}` is a number up to {limit}, not {value}",
                key,
                limit,
                value
            ));
        };
        let field = match key {
            "array_size" => &mut self.array_size,
            "dram0_depth" => &mut self.dram0_depth,
            "dram1_depth" => &mut self.dram1_depth,
            "local_depth" => &mut self.local_depth,
            "accumulator_depth" => &mut self.accumulator_depth,
            "simd_registers_depth" => &mut self.simd_registers_depth,
            "stride0_depth" => &mut self.stride0_depth,
            "stride1_depth" => &mut self.stride1_depth,
            "number_of_threads" => &mut self.number_of_threads,
            _ => &mut self.thread_queue_depth,
        };
        *field = number;
        Ok(())
    }

    /// The bytes of a vector in files of data.
    #[must_use]
    pub fn vector_bytes(&self) -> u64 {
        self.array_size * self.data_type.bytes() as u64
    }

    /// The vectors that a memory holds.
    #[must_use]
    pub fn depth(&self, memory: Memory) -> u64 {
        match memory {
            Memory::Local => self.local_depth,
            Memory::Accumulators => self.accumulator_depth,
            Memory::Dram0 => self.dram0_depth,
            Memory::Dram1 => self.dram1_depth,
        }
    }

    /// The rows of the weights: one for each input of the array, and the bias row.
    #[must_use]
    pub fn weight_rows(&self) -> u64 {
        self.array_size + 1
    }

    /// In a few words: `FP16BP8, 8x8`.
    #[must_use]
    pub fn summary(&self) -> String {
        format!("{}, {1}x{1}", self.data_type.name(), self.array_size)
    }
}

/// A number, decimal or after `0x`.
#[must_use]
pub fn number(text: &str) -> Option<u64> {
    let hex = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .filter(|digits| !digits.starts_with('+'));
    match hex {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.starts_with('+') => None,
        None => text.parse().ok(),
    }
}

/// The widths of the fields of an instruction, in bits, from the lowest operand up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The address in operand 0; the exponent of the stride is above it.
    pub address0: u32,
    /// The exponent of the stride in operand 0.
    pub stride0: u32,
    /// The address in operand 1.
    pub address1: u32,
    /// The exponent of the stride in operand 1.
    pub stride1: u32,
    /// The size, or the sub-instruction, in operand 2.
    pub size2: u32,
    /// A source or destination of a sub-instruction.
    pub register: u32,
}

impl Layout {
    /// No instruction has more bits.
    pub const BITS_MAX: u32 = 128;

    /// The widths for a machine.
    #[must_use]
    pub fn new(of: &Architecture) -> Self {
        let local = bits_for(of.local_depth);
        let accumulator = bits_for(of.accumulator_depth);
        let dram0 = bits_for(of.dram0_depth);
        let dram1 = bits_for(of.dram1_depth);
        let register = bits_for(of.simd_registers_depth + 1);
        Self {
            address0: local.max(accumulator),
            stride0: bits_for(of.stride0_depth),
            address1: local.max(dram0).max(dram1).max(accumulator),
            stride1: bits_for(of.stride1_depth),
            size2: local
                .min(accumulator)
                .max(local.min(dram0))
                .max(local.min(dram1))
                .max(4 + 3 * register),
            register,
        }
    }

    /// The bits of operand 0, whole bytes.
    #[must_use]
    pub fn operand0(&self) -> u32 {
        (self.address0 + self.stride0).next_multiple_of(8)
    }

    /// The bits of operand 1, whole bytes.
    #[must_use]
    pub fn operand1(&self) -> u32 {
        (self.address1 + self.stride1).next_multiple_of(8)
    }

    /// The bits of operand 2, whole bytes.
    #[must_use]
    pub fn operand2(&self) -> u32 {
        self.size2.next_multiple_of(8)
    }

    /// The bytes of an instruction: the operands, then opcode and flags.
    #[must_use]
    pub fn bytes(&self) -> usize {
        ((self.operand0() + self.operand1() + self.operand2()) / 8 + 1) as usize
    }
}

/// The number of bits of an index below a count.
fn bits_for(count: u64) -> u32 {
    u64::BITS - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_from_depths() {
        let check = |lines: &[(&str, &str)], bytes: usize| {
            let mut architecture = Architecture::default();
            for (key, value) in lines {
                architecture.set(key, value).expect("a value");
            }
            assert_eq!(Layout::new(&architecture).bytes(), bytes, "{lines:?}");
        };
        check(&[], 8);
        let all = |depth| {
            let depths = ["dram0_depth", "dram1_depth", "local_depth"];
            let depths = depths.into_iter().chain(["accumulator_depth"]);
            let strides = [("stride0_depth", "1"), ("stride1_depth", "1")];
            let keys = depths.map(move |key| (key, depth)).chain(strides);
            keys.collect::<Vec<_>>()
        };
        check(&all("256"), 4);
        check(&all("65536"), 7);
        let deep = [("local_depth", "49152"), ("accumulator_depth", "20480")];
        check(&deep, 9);
        let mut widest = Architecture::default();
        for (key, limit) in LIMITS {
            widest.set(key, &limit.to_string()).expect("a value");
        }
        let layout = Layout::new(&widest);
        assert!(layout.bytes() as u32 * 8 <= Layout::BITS_MAX);
        assert!(layout.operand1() <= u64::BITS && layout.operand2() <= u64::BITS);
    }

    #[test]
    fn files_are_read_or_refused_with_a_sentence() {
        let read = Architecture::parse(r#"{"data_type": "FP8BP4", "array_size": 4}"#);
        let read = read.expect("an architecture");
        assert_eq!(
            (read.summary().as_str(), read.local_depth),
            ("FP8BP4, 4x4", 8192)
        );
        assert_eq!((read.vector_bytes(), read.weight_rows()), (4, 5));
        for wrong in [
            "",
            "[]",
            r#"{"array_size": 0}"#,
            r#"{"array_size": -1}"#,
            r#"{"array_size": 1e99}"#,
            r#"{"colour": 1}"#,
            r#"{"data_type": "FP4"}"#,
            r#"{"number_of_threads": 4}"#,
        ] {
            assert!(Architecture::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_decimal_or_hexadecimal() {
        assert_eq!(number("0x1F"), Some(31));
        assert_eq!(number("12"), Some(12));
        for wrong in ["", "0x", "+1", "0x+1", "-1", "1f", "18446744073709551616"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
