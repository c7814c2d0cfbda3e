//! The results of the MAU (manual 3.6.9).

use mnc2_emulator::mau::fma_single;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::mau::Port;
use mnc2_isa::{MauOp, Precision};

use crate::chip::{Cycles, Output, Path, Reader, Unknown};
use crate::halves;
use crate::kept_numbers;
use crate::scaling;
use crate::selection;
use crate::terms::{Kind, Part, Value};

/// 1.0 in single precision.
const ONE: u32 = 0x3f80_0000;

/// What a vector operation reads in a cycle.
struct Numbers<'a> {
    factors: &'a [&'a Path],
    sum: Option<&'a Path>,
    /// The bits of a factor.
    bits: u32,
}

impl Reader<'_> {
    pub(crate) fn mau(&mut self, op: MauOp) -> Result<Output, Unknown> {
        let spelling = self.expression.spelling;
        let precision = spelling.precision.ok_or(Unknown)?;
        let bits = precision.element_bits();
        let addend = match precision {
            Precision::Half => Precision::Single,
            Precision::Double
            | Precision::Single
            | Precision::PseudoSingle
            | Precision::LongInteger
            | Precision::SingleInteger
            | Precision::HalfInteger => precision,
        };
        let x = self.converted(op.input_of(Port::A).unwrap_or(0), precision)?;
        let y = match op.input_of(Port::B) {
            Some(position) => Some(self.converted(position, precision)?),
            None => None,
        };
        let z = match op.input_of(Port::C) {
            Some(position) => Some(self.converted(position, addend)?),
            None => None,
        };
        let matrix = if op.multiplies_matrix() {
            Some(self.matrix(0)?)
        } else {
            None
        };
        let is_vector = matrix.is_none() && spelling.half.is_none();
        let mut output = Output {
            paths: [[Value::ZERO; 4]; CYCLES_PER_STEP],
            flags: None,
        };
        let mut flags = [Value::ZERO; CYCLES_PER_STEP];
        let output_bits = match (bits, spelling.shortened) {
            (64, false) => 64,
            (16, true) => 16,
            _ => 32,
        };
        let kind = self.kind(Part::Numbers(output_bits));
        let of_flags = self.kind(Part::Flags);
        let copies = op == MauOp::Vpassa && u32::from(output_bits) == bits && bits != 32;
        // Half-precision factors have single-precision addends, in two long words.
        let addend_words = if bits == 16 { 4 } else { 2 };
        let result_words = if bits == 16 && !spelling.shortened {
            4
        } else {
            2
        };
        for cycle in 0..CYCLES_PER_STEP {
            let factors = [Some(&x), y.as_ref()].into_iter().flatten();
            let factors: Vec<&Path> = factors.map(|paths| &paths[cycle]).collect();
            let sum = z.as_ref().map(|paths| &paths[cycle]);
            let mut inputs: Vec<Value> = matrix.into_iter().collect();
            inputs.extend(factors.iter().flat_map(|path| &path[..2]));
            inputs.extend(sum.iter().flat_map(|path| &path[..addend_words]));
            let of_cycle = Numbers {
                factors: &factors,
                sum,
                bits,
            };
            let is_single = bits <= 32 && is_vector && !spelling.shortened;
            flags[cycle] = if is_single {
                self.flags_of_singles(op, of_flags, &of_cycle, &inputs)
            } else {
                self.terms.computed(of_flags, &inputs)
            };
            let path = &mut output.paths[cycle];
            if copies && let Some(copied) = self.unchanged(&x[cycle], output_bits) {
                path[..2].copy_from_slice(&copied);
                continue;
            }
            match (is_single, is_vector) {
                (true, _) => self.singles(op, &of_cycle, path),
                (_, true) if bits == 16 => self.short_halves(op, kind, &of_cycle, path),
                _ => {
                    let first = self.terms.computed(kind, &inputs);
                    for (word, value) in path[..result_words].iter_mut().enumerate() {
                        *value = self.terms.after(first, word as u32);
                    }
                }
            }
        }
        if is_vector && !spelling.shortened {
            self.signs(&output.paths, flags);
        }
        output.flags = Some(flags);
        Ok(output)
    }

    /// Remembers what the flags of results compare, of each word or of a long word.
    fn signs(&mut self, results: &Cycles<Path>, flags: Cycles<Value>) {
        for (path, flags) in results.iter().zip(flags) {
            let of_words = self.terms.words_of_flags(flags);
            if of_words.is_empty() {
                let [first, second, ..] = *path;
                selection::remember_sign(self.terms, 64, flags, (first, Some(second)));
            }
            for (flags, &word) in of_words.into_iter().zip(path) {
                selection::remember_sign(self.terms, 32, flags, (word, None));
            }
        }
    }

    /// The flags of results in single precision: two for each word of a long word, or one for each word of two.
    fn flags_of_singles(
        &mut self,
        op: MauOp,
        kind: Kind,
        numbers: &Numbers<'_>,
        inputs: &[Value],
    ) -> Value {
        let mut flag = |element: usize| {
            let inputs = self.inputs_of_single(numbers, element);
            scaling::flag(self.terms, op, inputs)
        };
        if numbers.bits == 32 {
            let of_words = [0, 1].map(flag);
            return self.terms.flags_of_words(of_words);
        }
        let of_words = [0, 1, 2, 3].map(&mut flag);
        let flags = self.terms.computed(kind, inputs);
        self.terms.set_flags_of_halves(flags, of_words);
        flags
    }

    /// Results in single precision, element by element: two in a long word, or four whose factors are halves. The product of
    /// two halves is exact in both precisions, and the sum is rounded once to the same format (manual 4.3).
    fn singles(&mut self, op: MauOp, numbers: &Numbers<'_>, path: &mut Path) {
        let count = if numbers.bits == 16 { 4 } else { 2 };
        for (element, value) in path.iter_mut().enumerate().take(count) {
            let inputs = self.inputs_of_single(numbers, element);
            *value = self.single(op, inputs);
        }
    }

    /// The numbers that a result in single precision is computed from.
    fn inputs_of_single(&mut self, numbers: &Numbers<'_>, element: usize) -> Vec<Value> {
        let factors = numbers.factors.iter();
        let factors = factors.map(|factor| match numbers.bits {
            16 => halves::extended(self.terms, factor[element / 2], element % 2),
            _ => factor[element],
        });
        let mut inputs: Vec<Value> = factors.collect();
        inputs.extend(numbers.sum.map(|it| it[element]));
        inputs
    }

    /// A result in single precision.
    fn single(&mut self, op: MauOp, inputs: Vec<Value>) -> Value {
        let mut known = self.constant_single(op, &inputs);
        if let [x] = inputs[..]
            && kept_numbers::are_kept(self.terms, [x, x], 32)
        {
            known = Some(x);
        }
        if let [x, y] = inputs[..]
            && op == MauOp::Vmul
        {
            known = known.or_else(|| scaling::product(self.terms, x, y));
        }
        known.unwrap_or_else(|| scaling::computed(self.terms, op, inputs))
    }

    /// A result of constants in single precision.
    fn constant_single(&mut self, op: MauOp, inputs: &[Value]) -> Option<Value> {
        let bits = inputs.iter().map(|it| Some(self.terms.bits(*it)? as u32));
        let bits: Vec<u32> = bits.collect::<Option<_>>()?;
        let input = |port: Port| op.input_of(port).and_then(|it| bits.get(it)).copied();
        let y = input(Port::B).unwrap_or(ONE);
        let found = fma_single(input(Port::A)?, y, input(Port::C).unwrap_or(0));
        Some(self.terms.constant(found.into()))
    }

    /// Results in half precision: a single word of each factor has two, whose addends take a long word.
    fn short_halves(&mut self, op: MauOp, kind: Kind, numbers: &Numbers<'_>, path: &mut Path) {
        for (word, value) in path.iter_mut().enumerate().take(2) {
            let mut doubled = None;
            if let [x, y] = *numbers.factors
                && op == MauOp::Vmul
            {
                doubled = scaling::half_product(self.terms, [x, y], word);
            }
            *value = doubled.unwrap_or_else(|| {
                let factors = numbers.factors.iter();
                let mut inputs: Vec<Value> = factors.map(|path| path[word]).collect();
                let sum = numbers.sum.iter();
                inputs.extend(sum.flat_map(|path| &path[2 * word..2 * word + 2]));
                self.terms.computed(kind, &inputs)
            });
        }
    }

    /// The first long word of a path, if it is numbers that another pass through the MAU leaves as they are.
    fn unchanged(&mut self, path: &Path, bits: u8) -> Option<[Value; 2]> {
        let [first, second, ..] = *path;
        let words = [first, second];
        kept_numbers::are_kept(self.terms, words, bits).then_some(words)
    }
}
