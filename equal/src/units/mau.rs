//! The results of the MAU (manual 3.6.9).

use mnc2_emulator::alu::{PathMut, PathView};
use mnc2_emulator::mau::VectorOperation;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::mau::Port;
use mnc2_isa::{MauOp, Precision};

use crate::chip::{Cycles, Output, Path, Reader, Unknown};
use crate::kept_numbers;
use crate::scaling;
use crate::selection;
use crate::terms::{Part, Value};

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
        let is_product = op == MauOp::Vmul;
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
        let copies = op == MauOp::Vpassa && u32::from(output_bits) == bits;
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
            flags[cycle] = if bits == 32 && is_vector {
                let all: Vec<&Path> = factors.iter().copied().chain(sum).collect();
                self.flags_of(of_flags, &all, true)
            } else {
                self.terms.computed(of_flags, &inputs)
            };
            let path = &mut output.paths[cycle];
            if copies && let Some(copied) = self.unchanged(&x[cycle], output_bits) {
                path[..2].copy_from_slice(&copied);
                continue;
            }
            match bits {
                // Element by element.
                32 if is_vector => {
                    for (word, value) in path.iter_mut().enumerate().take(2) {
                        let all = factors.iter().copied().chain(sum);
                        let inputs: Vec<Value> = all.map(|path| path[word]).collect();
                        let known = match (spelling.shortened, &inputs[..]) {
                            (false, &[x, y]) if is_product => self
                                .product_of_constants(x, y)
                                .or_else(|| scaling::product(self.terms, x, y)),
                            _ => None,
                        };
                        *value = known.unwrap_or_else(|| self.terms.computed(kind, &inputs));
                    }
                }
                // A single word of each factor has two elements, whose sums take a long word.
                16 if is_vector => {
                    for word in 0..2 {
                        if let [x, y] = factors[..]
                            && is_product
                            && spelling.shortened
                            && let Some(sum) = scaling::half_product(self.terms, [x, y], word)
                        {
                            path[word] = sum;
                            continue;
                        }
                        let mut inputs: Vec<Value> =
                            factors.iter().map(|path| path[word]).collect();
                        inputs.extend(sum.iter().flat_map(|path| &path[2 * word..2 * word + 2]));
                        let first = self.terms.computed(kind, &inputs);
                        if spelling.shortened {
                            path[word] = first;
                        } else {
                            path[2 * word] = first;
                            path[2 * word + 1] = self.terms.after(first, 1);
                        }
                    }
                }
                _ => {
                    let first = self.terms.computed(kind, &inputs);
                    for (word, value) in path[..result_words].iter_mut().enumerate() {
                        *value = self.terms.after(first, word as u32);
                    }
                }
            }
        }
        if is_vector && bits > 16 && bits == u32::from(output_bits) {
            self.signs(&output.paths, flags);
        }
        output.flags = Some(flags);
        Ok(output)
    }

    /// Remembers what the flags of results compare, of each word or of a long word.
    fn signs(&mut self, results: &Cycles<Path>, flags: Cycles<Value>) {
        for (&[first, second, ..], flags) in results.iter().zip(flags) {
            let of_words = [0, 1].map(|word| self.terms.word_of_flags(flags, word));
            if let [Some(of_first), Some(of_second)] = of_words {
                for (flags, word) in [(of_first, first), (of_second, second)] {
                    selection::remember_sign(self.terms, 32, flags, (word, None));
                }
            } else {
                selection::remember_sign(self.terms, 64, flags, (first, Some(second)));
            }
        }
    }

    /// A product of two constants in single precision.
    fn product_of_constants(&mut self, x: Value, y: Value) -> Option<Value> {
        let [x, y] = [self.terms.bits(x)?, self.terms.bits(y)?].map(|bits| [bits]);
        let [x, y] = [&x, &y].map(|most| PathView { most, least: &[0] });
        let (mut most, mut least) = ([0], [0]);
        let product = PathMut {
            most: &mut most,
            least: &mut least,
        };
        let multiplication = VectorOperation {
            precision: Precision::Single,
            half: None,
            shortened: false,
        };
        multiplication.execute(x, Some(y), None, product, &mut []);
        Some(self.terms.constant(most[0] & 0xffff_ffff))
    }

    /// The first long word of a path, if it is numbers that another pass through the MAU leaves as they are.
    fn unchanged(&mut self, path: &Path, bits: u8) -> Option<[Value; 2]> {
        let [first, second, ..] = *path;
        let words = [first, second];
        kept_numbers::are_kept(self.terms, words, bits).then_some(words)
    }
}
