//! The results of the units of the PEs, as terms (manual 3.6.9 to 3.6.12).
//!
//! Only words that affect the result are among its inputs, as in the emulator's units: an operation on single words computes
//! each from the single words at its place, factors are in the first long word, and a copy is its operand. Therefore a value is
//! the same whether it comes from memory or from a forwarding register that holds more, and regardless of the unit that copied
//! it: the MAU leaves its own numbers as they are.

mod alu;
mod mau;

#[cfg(feature = "sat")]
pub(super) use alu::input_count;
use mnc2_emulator::alu::constant as value_on;
use mnc2_isa::geometry::PES;
use mnc2_isa::{Constant, Precision, Width};
use mnc2_program::access::Direction;
use mnc2_program::{Conversion, Operand, OperandKind};

use super::chip::{Cycles, Masked, Output, Path, Reader, Unknown, data};
use super::halves;
use super::terms::{Kind, LEVELS, Part, Value};

impl Reader<'_> {
    fn kind(&self, part: Part) -> Kind {
        let mantissa_length = self.expression.mantissa_length.as_ref();
        Kind::Unit {
            op: self.expression.op,
            spelling: &self.expression.spelling.text,
            mantissa_length: mantissa_length.map_or(0, |length| length.value),
            part,
        }
    }

    /// The flags of an operation; the flags of a word follow from the inputs' words at its place if it computes word by word.
    fn flags_of(&mut self, kind: Kind, inputs: &[&Path], is_by_word: bool) -> Value {
        if is_by_word {
            let of_words = [0, 1].map(|word| {
                let words: Vec<Value> = inputs.iter().map(|path| path[word]).collect();
                self.terms.computed(kind, &words)
            });
            return self.terms.flags_of_words(of_words);
        }
        let words: Vec<Value> = inputs.iter().flat_map(|path| &path[..2]).copied().collect();
        self.terms.computed(kind, &words)
    }

    fn shortened(&mut self, path: &Path) -> Path {
        let [first, second] = halves::shortened(self.terms, path);
        [first, second, Value::ZERO, Value::ZERO]
    }

    /// `e`, `r` and `-` of an operand of the MAU or of a matrix register write.
    fn converted(
        &mut self,
        position: usize,
        precision: Precision,
    ) -> Result<Cycles<Path>, Unknown> {
        let mut paths = self.paths(position)?;
        let bits = precision.element_bits();
        let operand = self.input(position)?;
        let (conversion, negated) = (
            operand.conversion.as_ref().map(|it| it.value),
            operand.negated,
        );
        for path in &mut paths {
            match conversion {
                None => {}
                Some(Conversion::Shorten) => *path = self.shortened(path),
                Some(Conversion::Extend) => {
                    // Each single word becomes a long word: one in double precision, two in single precision.
                    let narrow = if bits == 64 { 1 } else { 2 };
                    let mut extended = [Value::ZERO; 4];
                    for (word, value) in extended.iter_mut().enumerate().take(2 * narrow) {
                        let from = path[word / 2];
                        *value = if bits == 64 {
                            let first = self.terms.computed(Kind::Extend(bits), &[from]);
                            self.terms.after(first, word as u32 % 2)
                        } else {
                            halves::extended(self.terms, from, word % 2)
                        };
                    }
                    *path = extended;
                }
            }
            if negated {
                for (word, value) in path.iter_mut().enumerate() {
                    let signs = match bits {
                        16 => 0x8000_8000,
                        32 => 0x8000_0000,
                        _ if word % 2 == 0 => 0x8000_0000,
                        _ => 0,
                    };
                    *value = halves::inverted(self.terms, *value, signs);
                }
            }
        }
        Ok(paths)
    }

    /// The rows of a matrix register that the input at a position reads, as one value.
    fn matrix(&mut self, position: usize) -> Result<Value, Unknown> {
        let operand = self.expression.inputs.get(position).ok_or(Unknown)?;
        let access = data(self.accesses, self.index, operand, Direction::Read).ok_or(Unknown)?;
        let mut rows = Vec::new();
        // The same rows in every cycle.
        self.runs(access, 0, &mut rows)?;
        Ok(self.terms.computed_from_runs(Kind::List, &rows))
    }

    pub(super) fn mread(&mut self) -> Result<Output, Unknown> {
        let precision = self.expression.spelling.precision.ok_or(Unknown)?;
        let operand = self.input(0)?;
        let &OperandKind::MatrixRows { row, .. } = &operand.kind else {
            return Err(Unknown);
        };
        if operand.negated || operand.conversion.is_some() {
            return Err(Unknown);
        }
        let matrix = self.matrix(0)?;
        let in_a_cycle = if precision.element_bits() == 16 { 2 } else { 1 };
        let rows = precision.matrix_rows();
        let paths = std::array::from_fn(|cycle| {
            let column = (u32::from(row) + cycle as u32 * in_a_cycle) % rows;
            let kind = self.kind(Part::Columns(column as u8));
            let first = self.terms.computed(kind, &[matrix]);
            std::array::from_fn(|word| {
                if word < 2 * in_a_cycle as usize {
                    self.terms.after(first, word as u32)
                } else {
                    Value::ZERO
                }
            })
        });
        Ok(Output { paths, flags: None })
    }

    pub(super) fn mwrite(&mut self) -> Result<Cycles<Path>, Unknown> {
        let precision = self.expression.spelling.precision.ok_or(Unknown)?;
        if self.expression.zero_flush.is_some() {
            return Err(Unknown);
        }
        let paths = self.converted(0, precision)?;
        let width = match self.expression.outputs.first().map(|output| &output.kind) {
            Some(&OperandKind::MatrixRows { width, .. }) => width,
            _ => return Err(Unknown),
        };
        Ok(paths.map(|[first, second, third, fourth]| match width {
            Width::DoubleLong => [first, second, third, fourth],
            Width::Single | Width::Long => [first, second, Value::ZERO, Value::ZERO],
        }))
    }

    /// The output after the zero-flush mask.
    pub(super) fn flushed(&mut self, mut output: Output) -> Output {
        let Some(mask) = &self.expression.zero_flush else {
            return output;
        };
        let mask = Masked {
            entry: mask.entry,
            double_long: mask.double_long,
        };
        // A long-word mask leaves the second long word alone.
        let covered = if mask.double_long { 4 } else { 2 };
        for (cycle, path) in output.paths.iter_mut().enumerate() {
            for (index, value) in path[..covered].iter_mut().enumerate() {
                *value = match mask.fixed(cycle) {
                    Some(true) => *value,
                    Some(false) => Value::ZERO,
                    None if *value == Value::ZERO => *value,
                    None => {
                        let flags = self.chip.flags(self.terms, mask.entry, cycle);
                        let kind = Kind::Flush {
                            double_long: mask.double_long,
                            index: index as u8,
                        };
                        self.terms.computed(kind, &[flags, *value])
                    }
                };
            }
        }
        output
    }

    /// A constant operand: its value on every element of the chip.
    pub(super) fn constant(&mut self, constant: Constant) -> Path {
        let precision = self.expression.spelling.precision;
        if let Some(known) = self.terms.constants.get(&(constant, precision)) {
            return *known;
        }
        let long = |pe: usize| value_on(constant, precision, pe);
        let [first, second] = [32, 0].map(|shift| {
            let pes = (0..PES).map(|pe| self.terms.constant(long(pe) >> shift & 0xffff_ffff));
            let pes: Vec<Value> = pes.collect();
            let constants = self.by_element(pes);
            self.terms.at_position(constants)
        });
        let path = [first, second, first, second];
        self.terms.constants.insert((constant, precision), path);
        path
    }

    /// A value for each PE, as one value.
    fn by_element(&mut self, mut values: Vec<Value>) -> Value {
        for (level, (_, count)) in LEVELS.into_iter().enumerate().rev() {
            let outer = values.chunks(count);
            values = outer.map(|inner| self.terms.split(level, inner)).collect();
        }
        values.first().copied().unwrap_or(Value::NOTHING)
    }
}

/// How `e`, `r` and `-` change an operand, as a number.
pub(super) fn modifiers(operand: &Operand) -> u8 {
    let conversion = match operand.conversion.as_ref().map(|it| it.value) {
        None => 0,
        Some(Conversion::Extend) => 1,
        Some(Conversion::Shorten) => 2,
    };
    conversion * 2 + u8::from(operand.negated)
}
