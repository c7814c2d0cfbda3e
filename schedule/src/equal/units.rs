//! The results of the units of the PEs, as terms (manual 3.6.9 to 3.6.12).
//!
//! Only words that affect the result are among its inputs, as in the emulator's units: an operation on single words computes
//! each from the single words at its place, factors are in the first long word, and a copy is its operand. Therefore a value is
//! the same whether it comes from memory or from a forwarding register that holds more, and regardless of the unit that copied
//! it: the MAU leaves its own numbers as they are.

use mnc2_emulator::alu::{self, Operation, PathMut, PathView};
use mnc2_emulator::float::format;
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES, PES_PER_MAB};
use mnc2_isa::mau::Port;
use mnc2_isa::{AluOp, Constant, MauOp, OperandClass, Precision, Width};
use mnc2_program::access::Direction;
use mnc2_program::{Conversion, Operand, OperandKind};

use super::chip::{Cycles, Masked, Output, Path, Reader, Unknown, data};
use super::integer_sums::{self, Words};
use super::scaling;
use super::terms::{Kind, LEVELS, Part, Value};
use super::wires;

/// What the words of a result of the ALU depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Constant zeros, without an input.
    Nothing,
    Immediate,
    /// The input is the result.
    Copied,
    /// The first long word of the input on another PE; the second long word is copied from the input.
    OtherPe,
    /// Both long words of the input on all PEs of a MAB, as blocks.
    Blocks,
    /// For each element, the elements of the inputs at its place; the second long word is copied from the first input.
    Elements,
}

impl Follows {
    const fn from_op(op: AluOp) -> Self {
        match op {
            AluOp::Zero => Self::Nothing,
            AluOp::Imm => Self::Immediate,
            AluOp::Passa => Self::Copied,
            AluOp::Msl | AluOp::Msr => Self::OtherPe,
            AluOp::Bfe | AluOp::Bfn => Self::Blocks,
            AluOp::Inc
            | AluOp::Dec
            | AluOp::Not
            | AluOp::Lnot
            | AluOp::Rsqrt
            | AluOp::Floor
            | AluOp::Ftoi
            | AluOp::Max
            | AluOp::Min
            | AluOp::Packbit
            | AluOp::And
            | AluOp::Or
            | AluOp::Xor
            | AluOp::Add
            | AluOp::Sub
            | AluOp::Lsl
            | AluOp::Lsr
            | AluOp::Bsl
            | AluOp::Bsr
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => Self::Elements,
        }
    }

    /// Whether the mask flags follow from the first long words of the inputs; otherwise they are zero.
    const fn sets_flags(self) -> bool {
        match self {
            Self::Nothing | Self::Immediate | Self::OtherPe | Self::Blocks => false,
            Self::Copied | Self::Elements => true,
        }
    }
}

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

    pub(super) fn alu(&mut self, op: AluOp) -> Result<Output, Unknown> {
        let spelling = self.expression.spelling;
        let follows = Follows::from_op(op);
        let input = self.expression.inputs.first().map(|input| &input.kind);
        let immediate = match (follows, input) {
            (Follows::Immediate, Some(OperandKind::Literal(literal))) => literal.bits,
            (Follows::Immediate, _) => return Err(Unknown),
            (
                Follows::Nothing
                | Follows::Copied
                | Follows::OtherPe
                | Follows::Blocks
                | Follows::Elements,
                _,
            ) => 0,
        };
        let operation = Operation {
            op,
            precision: spelling.precision,
            unsigned: spelling.unsigned,
            mantissa_bits: self
                .expression
                .mantissa_length
                .as_ref()
                .map_or(9, |bits| u32::from(bits.value)),
            immediate,
        };
        let is_input = |class| matches!(class, OperandClass::AluFirstInput | OperandClass::PeInput);
        let specs = self.expression.op.row().operands.iter();
        let count = specs.filter(|spec| is_input(spec.class)).count();
        let mut inputs: Vec<Cycles<Path>> = Vec::with_capacity(2);
        for position in 0..count {
            let mut paths = self.paths(position)?;
            let operand = self.input(position)?;
            let conversion = operand.conversion.as_ref().map(|it| it.value);
            if operand.negated || conversion == Some(Conversion::Extend) {
                return Err(Unknown);
            }
            if conversion == Some(Conversion::Shorten) {
                paths = paths.map(|path| self.shortened(&path));
            }
            inputs.push(paths);
        }
        let mut output = Output {
            paths: [[Value::ZERO; 4]; CYCLES_PER_STEP],
            flags: None,
        };
        let mut flags = [Value::ZERO; CYCLES_PER_STEP];
        for cycle in 0..CYCLES_PER_STEP {
            let of_cycle: Vec<&Path> = inputs.iter().map(|paths| &paths[cycle]).collect();
            output.paths[cycle] = self.alu_cycle(operation, &of_cycle)?;
            if follows.sets_flags() {
                let kind = self.kind(Part::Flags);
                let bits = operation.precision.map_or(64, Precision::element_bits);
                let is_by_word = follows == Follows::Elements && bits <= 32;
                flags[cycle] = self.flags_of(kind, &of_cycle, is_by_word);
            }
        }
        output.flags = Some(flags);
        Ok(output)
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

    fn alu_cycle(&mut self, operation: Operation, inputs: &[&Path]) -> Result<Path, Unknown> {
        let kind = self.kind(Part::Words);
        let x = inputs.first().copied();
        Ok(match Follows::from_op(operation.op) {
            Follows::Nothing => [Value::ZERO; 4],
            Follows::Immediate => {
                let word = self.terms.constant(u64::from(operation.immediate));
                let second = if operation.unsigned {
                    Value::ZERO
                } else {
                    word
                };
                [word, second, word, second]
            }
            Follows::Copied => *x.ok_or(Unknown)?,
            Follows::OtherPe => {
                let x = x.ok_or(Unknown)?;
                let first = self.terms.computed(kind, &x[..2]);
                [first, self.terms.after(first, 1), x[2], x[3]]
            }
            Follows::Blocks => {
                let x = x.ok_or(Unknown)?;
                let first = self.terms.computed(kind, x);
                std::array::from_fn(|word| self.terms.after(first, word as u32))
            }
            Follows::Elements if !operation.keeps_least() => return Err(Unknown),
            Follows::Elements => {
                let x = x.ok_or(Unknown)?;
                let bits = operation.precision.map_or(64, Precision::element_bits);
                if bits > 32 {
                    if let Some([first, second]) = self.folded(operation, inputs, [0, 1]) {
                        return Ok([first, second, x[2], x[3]]);
                    }
                    let numbers: Vec<_> = inputs.iter().map(|it| (it[0], Some(it[1]))).collect();
                    if let Some((first, Some(second))) = self.sum(operation, &numbers) {
                        return Ok([first, second, x[2], x[3]]);
                    }
                    let words: Vec<Value> =
                        inputs.iter().flat_map(|path| &path[..2]).copied().collect();
                    let first = self.terms.computed(kind, &words);
                    return Ok([first, self.terms.after(first, 1), x[2], x[3]]);
                }
                let mut word = |word: usize| {
                    if let Some([known, _]) = self.folded(operation, inputs, [word, word]) {
                        return known;
                    }
                    let numbers: Vec<_> = inputs.iter().map(|path| (path[word], None)).collect();
                    if let Some((sum, _)) = self.sum(operation, &numbers) {
                        return sum;
                    }
                    let words: Vec<Value> = inputs.iter().map(|path| path[word]).collect();
                    self.terms.computed(kind, &words)
                };
                [word(0), word(1), x[2], x[3]]
            }
        })
    }

    /// The words of an operation that moves bits, or that is a sum of multiples of integers.
    fn sum(&mut self, operation: Operation, numbers: &[Words]) -> Option<Words> {
        let bits = match operation.precision {
            Some(precision) if precision.is_float() => return None,
            Some(precision) => precision.element_bits(),
            None => 64,
        };
        let moved = (operation.op, bits, operation.unsigned);
        if let Some(moved) = wires::moved(self.terms, moved, numbers) {
            return Some(moved);
        }
        operation.precision?;
        let sum = integer_sums::sum(self.terms, operation.op, bits, numbers)?;
        if let ([x, amount], AluOp::Lsl) = (numbers, operation.op) {
            wires::remember_shift(self.terms, bits, *x, *amount, sum);
        }
        Some(sum)
    }

    /// The single words of an operation on two single words of each input, if all of them are constants.
    fn folded(
        &mut self,
        operation: Operation,
        inputs: &[&Path],
        [first, second]: [usize; 2],
    ) -> Option<[Value; 2]> {
        let mut longs = [0; 2];
        for (long, path) in longs.iter_mut().zip(inputs) {
            *long = self.terms.bits(path[first])? << 32 | self.terms.bits(path[second])?;
        }
        let [x, y] = longs.map(|long| [long; PES_PER_MAB]);
        let mut most = [0; PES_PER_MAB];
        let (x, y) = (
            PathView {
                most: &x,
                least: &[],
            },
            PathView {
                most: &y,
                least: &[],
            },
        );
        let output = PathMut {
            most: &mut most,
            least: &mut [],
        };
        operation.execute(x, y, output, &mut []);
        let [long, ..] = most;
        Some([long >> 32, long & 0xffff_ffff].map(|bits| self.terms.constant(bits)))
    }

    fn shortened(&mut self, path: &Path) -> Path {
        let first = self.terms.computed(Kind::Shorten, path);
        let second = self.terms.after(first, 1);
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
                    for (word, pair) in extended.chunks_exact_mut(2).enumerate().take(narrow) {
                        pair[0] = self.terms.computed(Kind::Extend(bits), &path[word..=word]);
                        pair[1] = self.terms.after(pair[0], 1);
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
                    *value = self.inverted(*value, signs);
                }
            }
        }
        Ok(paths)
    }

    fn inverted(&mut self, value: Value, bits: u64) -> Value {
        match self.terms.bits(value) {
            _ if bits == 0 => value,
            Some(known) => self.terms.constant(known ^ bits),
            None => self.terms.computed(Kind::Invert(bits), &[value]),
        }
    }

    pub(super) fn mau(&mut self, op: MauOp) -> Result<Output, Unknown> {
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
                        let scaled = match inputs[..] {
                            [x, y] if is_product => scaling::product(self.terms, x, y),
                            _ => None,
                        };
                        *value = scaled.unwrap_or_else(|| self.terms.computed(kind, &inputs));
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
        output.flags = Some(flags);
        Ok(output)
    }

    /// The first long word of a path, if it is numbers that another pass through the MAU leaves as they are: those that it
    /// put out, and constants.
    fn unchanged(&self, path: &Path, bits: u8) -> Option<[Value; 2]> {
        let [first, second, ..] = *path;
        let is_unchanged = match bits {
            64 => {
                let known = self.terms.bits(first).zip(self.terms.bits(second));
                match known {
                    Some((most, least)) => is_put_out(most << 32 | least, bits),
                    // Both words of one number.
                    None => {
                        let is_whole = first.is_first() && second == self.terms.after(first, 1);
                        is_whole && self.terms.is_number(first, bits)
                    }
                }
            }
            _ => [first, second]
                .into_iter()
                .all(|value| match self.terms.bits(value) {
                    Some(known) => is_put_out(known, bits),
                    None => self.terms.is_number(value, bits),
                }),
        };
        is_unchanged.then_some([first, second])
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
        let long = |pe: usize| alu::constant(constant, precision, pe);
        let [first, second] = [32, 0].map(|shift| {
            let pes = (0..PES).map(|pe| self.terms.constant(long(pe) >> shift & 0xffff_ffff));
            let pes: Vec<Value> = pes.collect();
            self.by_element(pes)
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

/// Whether the MAU can put out the numbers of this many bits in a word: its zeros and infinities have no mantissa, and its
/// zeros no sign.
fn is_put_out(word: u64, bits: u8) -> bool {
    let format = format::format_for_bits(bits.into());
    let count = if bits == 16 { 2 } else { 1 };
    (0..count)
        .map(|index| word >> (16 * index) & format.mask())
        .all(|number| format.normalize_output(number) == number)
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
