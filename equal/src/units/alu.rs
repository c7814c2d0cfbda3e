//! The results of the ALU (manual 3.6.12).

use mnc2_emulator::alu::{Operation, PathMut, PathView};
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES_PER_MAB};
use mnc2_isa::{AluOp, Op, OperandClass, Precision};
use mnc2_program::{Conversion, OperandKind};

use crate::chip::{Cycles, Output, Path, Reader, Unknown};
use crate::integer_sums::{self, Words};
use crate::positions;
use crate::reductions;
use crate::selection;
use crate::terms::{Order, Part, Value};
use crate::turns;
use crate::wires;

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

fn bits(operation: Operation) -> u32 {
    operation.precision.map_or(64, Precision::element_bits)
}

/// How an operation orders numbers.
fn order(operation: Operation) -> Order {
    match operation.precision {
        Some(precision) if precision.is_float() => Order::Float,
        _ if operation.unsigned => Order::Unsigned,
        _ => Order::Signed,
    }
}

/// The number of inputs on the data path.
pub(crate) fn input_count(op: AluOp) -> usize {
    let is_input = |class| matches!(class, OperandClass::AluFirstInput | OperandClass::PeInput);
    let specs = Op::Alu(op).row().operands.iter();
    specs.filter(|spec| is_input(spec.class)).count()
}

impl Reader<'_> {
    pub(crate) fn alu(&mut self, op: AluOp) -> Result<Output, Unknown> {
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
        let count = input_count(op);
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
                let bits = bits(operation);
                let is_by_word = follows == Follows::Elements && bits <= 32;
                flags[cycle] = self.flags_of(kind, &of_cycle, is_by_word);
                if follows == Follows::Elements {
                    self.compared(operation, flags[cycle], &of_cycle, &output.paths[cycle]);
                }
            }
        }
        output.flags = Some(flags);
        Ok(output)
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
                let pes = turns::pes(operation.op).ok_or(Unknown)?;
                let [first, second] = [x[0], x[1]].map(|it| turns::turned(self.terms, pes, it));
                [first, second, x[2], x[3]]
            }
            Follows::Blocks => {
                let x = x.ok_or(Unknown)?;
                let first = self.terms.computed(kind, x);
                std::array::from_fn(|word| self.terms.after(first, word as u32))
            }
            Follows::Elements if !operation.keeps_least() => return Err(Unknown),
            Follows::Elements => {
                let x = x.ok_or(Unknown)?;
                let bits = bits(operation);
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
                    let second = self.terms.after(first, 1);
                    let [first, second] =
                        [first, second].map(|it| reductions::united(self.terms, it));
                    return Ok([first, second, x[2], x[3]]);
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
                    let computed = self.terms.computed(kind, &words);
                    reductions::united(self.terms, computed)
                };
                [word(0), word(1), x[2], x[3]]
            }
        })
    }

    /// Remembers what flags compare, of each word or of a long word.
    fn compared(&mut self, operation: Operation, flags: Value, inputs: &[&Path], result: &Path) {
        let compared = (operation.op, order(operation), bits(operation));
        let of_words = [0, 1].map(|word| self.terms.word_of_flags(flags, word));
        if let [Some(_), Some(_)] = of_words {
            for (word, flags) in of_words.into_iter().flatten().enumerate() {
                let numbers: Vec<Words> = inputs.iter().map(|it| (it[word], None)).collect();
                let result = (result[word], None);
                selection::remember(self.terms, compared, flags, &numbers, result);
            }
            return;
        }
        let number = |path: &Path| (path[0], Some(path[1]));
        let numbers: Vec<Words> = inputs.iter().map(|it| number(it)).collect();
        selection::remember(self.terms, compared, flags, &numbers, number(result));
    }

    /// The words of an operation that moves bits, that chooses a number, or that is a sum of multiples of integers.
    fn sum(&mut self, operation: Operation, numbers: &[Words]) -> Option<Words> {
        if let (AluOp::Max | AluOp::Min, &[x, y]) = (operation.op, numbers) {
            let compared = (operation.op, order(operation), bits(operation));
            return Some(selection::extreme(self.terms, compared, x, y));
        }
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
        let sum = reductions::collected(self.terms, bits, sum);
        if let ([x, amount], AluOp::Lsl) = (numbers, operation.op) {
            wires::remember_shift(self.terms, bits, *x, *amount, sum);
        }
        Some(sum)
    }

    /// The single words of an operation on two single words of each input, if all of them follow from the position alone.
    fn folded(
        &mut self,
        operation: Operation,
        inputs: &[&Path],
        [first, second]: [usize; 2],
    ) -> Option<[Value; 2]> {
        let words = inputs.iter().flat_map(|path| [path[first], path[second]]);
        let words: Vec<Value> = words.collect();
        let long = |words: &[u64]| {
            words
                .first()
                .zip(words.get(1))
                .map_or(0, |(x, y)| x << 32 | y)
        };
        let computed = |numbers: &[u64]| {
            let mut longs = numbers.chunks(2).map(long);
            let [x, y] = [0; 2].map(|_: u64| [longs.next().unwrap_or(0); PES_PER_MAB]);
            let [long, ..] = on_mab(operation, &x, &y);
            [long >> 32, long & 0xffff_ffff]
        };
        let kind = self.kind(Part::Words);
        positions::folded(self.terms, (kind, &words), &words, &computed)
    }
}

/// The results of an operation on the first long words of a MAB.
fn on_mab(
    operation: Operation,
    x: &[u64; PES_PER_MAB],
    y: &[u64; PES_PER_MAB],
) -> [u64; PES_PER_MAB] {
    let mut most = [0; PES_PER_MAB];
    let [x, y] = [x, y].map(|most| PathView { most, least: &[] });
    let output = PathMut {
        most: &mut most,
        least: &mut [],
    };
    operation.execute(x, y, output, &mut []);
    most
}
