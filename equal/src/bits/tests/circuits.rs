//! Every operation of the ALU in every precision: the circuits of its result and of its flags, evaluated on numbers at the ends of
//! all ranges and on random ones, are what the emulator's ALU computes.

use std::collections::HashMap;

use mnc2_emulator::alu::{Operation, PathMut, PathView};
use mnc2_isa::spelling::{self, Spelling};
use mnc2_isa::{AluOp, Memory, Op};
use mnc2_program::access::Store;

use crate::bits::circuit::{Circuit, Gate, Signal};
use crate::bits::words::{Input, Shape, Words};
use crate::bits::{alu, sat};
use crate::chip::Chip;
use crate::terms::{Kind, Terms, Value};
use crate::units::input_count;
use crate::{Side, follow};

/// Operands of each operation.
const OPERANDS: usize = 10_240;

/// Operands that the solver computes, too.
const SOLVED: usize = 64;

/// Numbers at which operations do something else, repeated in all elements.
const EDGES: [u64; 22] = [
    0,
    1,
    2,
    3,
    u64::MAX,
    0x8000_0000_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_8000_0000,
    0x7fff_ffff_7fff_ffff,
    0x8000_8000_8000_8000,
    0x7fff_7fff_7fff_7fff,
    0x0001_0001_0001_0001,
    0x0010_000f_0011_001f,
    0x0000_0020_0000_001f,
    0x0000_003f_0000_0040,
    63,
    64,
    127,
    128,
    0x7ff0_0000_7f80_0000,
    0x0010_0000_0080_0000,
    0x8200_8400_7e00_7dff,
];

/// Pairs of long words: all pairs of edges, then edges and random words.
fn operands(seed: u64) -> [Vec<u64>; 2] {
    let mut state = seed;
    let mut random = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for one in EDGES {
        for other in EDGES {
            x.push(one);
            y.push(other);
        }
    }
    while x.len() < OPERANDS {
        for list in [&mut x, &mut y] {
            let number = random();
            let edge = EDGES[random() as usize % EDGES.len()];
            list.push(match number % 4 {
                0 => edge,
                1 => edge ^ random() & random() & random(),
                // Numbers that differ in few bits, and small ones.
                2 => random() & 0x00ff_003f_007f_00ff,
                _ => number,
            });
        }
    }
    [x, y]
}

/// What the emulator's ALU computes: results and flags.
fn expected(op: AluOp, spelling: &Spelling, [x, y]: &[Vec<u64>; 2]) -> (Vec<u64>, Vec<u8>) {
    let operation = Operation {
        op,
        precision: spelling.precision,
        unsigned: spelling.unsigned,
        mantissa_bits: 9,
        immediate: 0,
    };
    let (mut results, mut flags) = (vec![0; x.len()], vec![0; x.len()]);
    let [x, y] = [x, y].map(|most| PathView { most, least: &[] });
    let output = PathMut {
        most: &mut results,
        least: &mut [],
    };
    operation.execute(x, y, output, &mut flags);
    (results, flags)
}

/// Every gate of a circuit for 64 inputs.
fn evaluated(circuit: &Circuit, input: impl Fn(u32) -> u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(circuit.len());
    for index in 0..circuit.len() {
        let of = |signal: Signal| value(&values, signal);
        values.push(match circuit.gate(index) {
            Gate::False => 0,
            Gate::Input(number) => input(number),
            Gate::And(x, y) => of(x) & of(y),
            Gate::Xor(x, y) => of(x) ^ of(y),
            Gate::Choose(by, x, y) => of(by) & of(x) | !of(by) & of(y),
        });
    }
    values
}

fn value(values: &[u64], signal: Signal) -> u64 {
    let value = values[signal.gate()];
    if signal.is_negated() { !value } else { value }
}

/// The bit at a place of each of 64 numbers.
fn plane(numbers: &[u64], place: usize) -> u64 {
    let bits = numbers.iter().enumerate();
    bits.fold(0, |plane, (index, number)| {
        plane | (number >> place & 1) << index
    })
}

/// The circuits of words in LM1 and of mask flags after a program, and what their inputs are.
struct Outputs<'a> {
    words: Words<'a>,
    /// The result, from its least bit.
    result: Vec<Signal>,
    /// The flags, from the MSB side.
    flags: Vec<Signal>,
}

fn after(terms: &mut Terms, text: &str) -> [Value; 3] {
    let program = mnc2_asm::parse(text);
    for line in program.iter() {
        assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
    }
    let chip: Chip = follow(&program, Side::One, 0, terms, &|| false).expect("it is followed");
    let mut word = |memory: Memory, word: u32| chip.content(memory).word(terms, word);
    [
        word(Memory::Lm1, 0),
        word(Memory::Lm1, 1),
        word(Memory::MaskRegister, 4),
    ]
}

impl<'a> Outputs<'a> {
    fn new(
        terms: &'a Terms,
        equal: &'a HashMap<Value, Value>,
        [first, second, flags]: [Value; 3],
    ) -> Self {
        let mut words = Words::new(terms, equal);
        let mut bits = |value: Value, shape: Shape| words.bits(value, shape).expect("few gates");
        let mut result = bits(second, Shape::Word);
        result.resize(32, Signal::FALSE);
        result.extend(bits(first, Shape::Word));
        result.resize(64, Signal::FALSE);
        let flags = bits(flags, Shape::Flags);
        Self {
            words,
            result,
            flags,
        }
    }

    /// The bits of an input for 64 operands: x is in LM0, y in GRF0.
    fn input(&self, number: u32, operands: [&[u64]; 2]) -> u64 {
        let Input::Value { value, place, .. } = self.words.inputs[number as usize] else {
            panic!("all elements are alike");
        };
        let Kind::Start(Store::Memory(memory)) = self.words.terms.kind_of(value) else {
            // A result that is not computed bit by bit.
            return 0;
        };
        let numbers = operands[usize::from(memory == Memory::Grf0)];
        plane(
            numbers,
            usize::from(place) + 32 * (1 - value.word() as usize),
        )
    }

    /// Compares with what the emulator computes.
    fn check(
        &self,
        name: &str,
        operands: &[Vec<u64>; 2],
        expected: &(Vec<u64>, Vec<u8>),
        has_result: bool,
    ) {
        for at in (0..operands[0].len()).step_by(64) {
            let range = at..at + 64;
            let of_range = operands.each_ref().map(|it| &it[range.clone()]);
            let values = evaluated(&self.words.circuit, |number| self.input(number, of_range));
            for (place, signal) in self.result.iter().enumerate().filter(|_| has_result) {
                let is = value(&values, *signal);
                assert_eq!(
                    is,
                    plane(&expected.0[range.clone()], place),
                    "{name}: bit {place} from {at}"
                );
            }
            for (place, signal) in self.flags.iter().enumerate() {
                let flags: Vec<u64> = expected.1[range.clone()]
                    .iter()
                    .map(|it| u64::from(*it))
                    .collect();
                let is = value(&values, *signal);
                assert_eq!(
                    is,
                    plane(&flags, 3 - place),
                    "{name}: flag {place} from {at}"
                );
            }
        }
    }

    /// Compares what the solver computes with the evaluated circuit.
    fn check_solver(&self, name: &str, operands: &[Vec<u64>; 2]) {
        let circuit = &self.words.circuit;
        let first = operands
            .each_ref()
            .map(|it| &it[EDGES.len() * EDGES.len()..][..SOLVED]);
        let values = evaluated(circuit, |number| self.input(number, first));
        for sample in 0..SOLVED {
            let bit = |signal: Signal| value(&values, signal) >> sample & 1 == 1;
            let is_set = |number: u32| self.input(number, first) >> sample & 1 == 1;
            let outputs: Vec<Signal> = self.result.iter().chain(&self.flags).copied().collect();
            let solved = sat::computed(circuit, &outputs, &is_set);
            let bits: Vec<bool> = outputs.iter().map(|it| bit(*it)).collect();
            assert_eq!(solved, Some(bits), "{name}");
        }
    }
}

/// Every spelling of the ALU that computes something of its inputs.
fn all() -> impl Iterator<Item = (AluOp, &'static Spelling)> {
    let all = spelling::all()
        .iter()
        .filter_map(|spelling| match spelling.ops[..] {
            [Op::Alu(op)] => Some((op, spelling)),
            _ => None,
        });
    all.filter(|(op, _)| match op {
        AluOp::Zero | AluOp::Imm | AluOp::Msl | AluOp::Msr | AluOp::Bfe | AluOp::Bfn => false,
        AluOp::Inc
        | AluOp::Dec
        | AluOp::Passa
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
        | AluOp::Ilrelud => true,
    })
}

#[test]
fn circuits_compute_what_the_alu_computes() {
    let mut compared = 0;
    for (seed, (op, spelling)) in (1..).zip(all()) {
        let name = &spelling.text;
        let second = if input_count(op) == 2 { " $lr0v" } else { "" };
        let mut terms = Terms::new(false);
        let values = after(&mut terms, &format!("{name} $lm0v{second} $ln0v $omr1"));
        let equal = HashMap::new();
        let outputs = Outputs::new(&terms, &equal, values);
        let operands = operands(seed);
        let has_result = op == AluOp::Passa || alu::computes_bits(op);
        outputs.check(
            name,
            &operands,
            &expected(op, spelling, &operands),
            has_result,
        );
        if has_result {
            outputs.check_solver(name, &operands);
        }
        compared += 1;
    }
    assert!(compared > 80, "{compared} opcodes");
}

/// With a constant, sums, moved bits and maxima have terms of their own.
#[test]
fn circuits_with_constants_compute_what_the_alu_computes() {
    let constants = EDGES.map(|it| it >> 32 ^ it & 0xffff_ffff);
    for (op, spelling) in all().filter(|(op, _)| input_count(*op) == 2) {
        for constant in constants {
            let name = format!("{} of {constant:#x}", spelling.text);
            let mut terms = Terms::new(false);
            let text = format!(
                "imm ui\"{constant:#x}\" $lr0v\nnop/3\n{} $lm0v $lr0v $ln0v $omr1",
                spelling.text
            );
            let values = after(&mut terms, &text);
            let equal = HashMap::new();
            let outputs = Outputs::new(&terms, &equal, values);
            let [x, mut y] = operands(constant);
            y.fill(constant << 32 | constant);
            let operands = [x, y].map(|it| it[..1024].to_vec());
            outputs.check(&name, &operands, &expected(op, spelling, &operands), true);
        }
    }
}

/// Masks of long words cover half words, masks of two long words cover single words.
#[test]
fn masked_words_are_chosen_by_half_words() {
    for (opcode, mask) in [
        ("isub", "$imr1"),
        ("ssub", "$imr1"),
        ("lsub", "$imr1"),
        ("hmax", "$imr1"),
    ] {
        let text = format!(
            "{opcode} $lm0v $lr0v $omr1\nnop\nlpassa $lm0v $ln0v\nnop\nlpassa $lr0v $ln0v/{mask}"
        );
        let mut terms = Terms::new(false);
        let values = after(&mut terms, &text);
        let equal = HashMap::new();
        let outputs = Outputs::new(&terms, &equal, values);
        let operands = operands(7);
        let spelling = spelling::find(opcode).expect("an opcode");
        let Some(Op::Alu(op)) = spelling.ops.first() else {
            panic!("{opcode}");
        };
        let flags = expected(*op, spelling, &operands).1;
        let chosen = |index: usize| {
            let (x, y) = (operands[0][index], operands[1][index]);
            let halves = (0..4).map(|half| {
                if flags[index] >> half & 1 == 1 {
                    0xffff_u64 << (16 * half)
                } else {
                    0
                }
            });
            let mask: u64 = halves.sum();
            y & mask | x & !mask
        };
        let results = (0..OPERANDS).map(chosen).collect();
        outputs.check(opcode, &operands, &(results, flags), true);
    }
}
