//! Choices that are operations, and near misses: as programs, and computed by the emulator.

mod cases;

use mnc2_emulator::alu::{Operation, PathMut, PathView};
use mnc2_emulator::mau::VectorOperation;
use mnc2_isa::{MauOp, Memory, Op};
use mnc2_program::Expression;

use self::cases::{Case, DIFFERENT, EQUAL};
use crate::{ComparedWords, Equivalence, Places, UndecidedReason, by_dataflow};

/// Constants, with the lines that load them.
const CONSTANTS: [(&str, u64, &str); 7] = [
    ("$ls0v", 0, "zero $ls0v"),
    ("$ls8v", 0x8000_0000_8000_0000, "imm ui\"0x80000000\" $ls8v"),
    ("$ls16v", 1 << 63, "immu ui\"0x80000000\" $ls16v"),
    (
        "$ls24v",
        0x8000_8000_8000_8000,
        "imm ui\"0x80008000\" $ls24v",
    ),
    (
        "$ls32v",
        0x7fff_ffff_7fff_ffff,
        "imm i\"0x7fffffff\" $ls32v",
    ),
    (
        "$ls40v",
        u64::MAX >> 1,
        "imm i\"-1\" $ls40v\nnop/2\nimm i\"0x7fffffff\" $s40v2",
    ),
    (
        "$ls48v",
        0x7fff_7fff_7fff_7fff,
        "imm i\"0x7fff7fff\" $ls48v",
    ),
];

/// Long words with numbers at the ends of the ranges of all widths.
fn numbers() -> Vec<u64> {
    let halves = [0, 1, 2, 0x1ff, 0x200, 0x7dff, 0x7e00, 0x7fff];
    let halves = halves.into_iter().flat_map(|it: u64| [it, it ^ 0xffff]);
    let halves: Vec<u64> = halves.chain([0x8000, 0x8001, 0xfe00]).collect();
    let mut numbers = vec![
        0,
        1,
        u64::MAX,
        1 << 63,
        u64::MAX >> 1,
        0x8000_0000,
        0x7fff_ffff,
    ];
    for (index, half) in halves.iter().enumerate() {
        let other = halves[(index * 7 + 3) % halves.len()];
        numbers.push(half * 0x0001_0001_0001_0001);
        numbers.push(half << 48 | other);
        numbers.push(other << 32 | half << 16 | half);
        numbers.push(half << 48 | other << 32 | 0xffff << 16 | half);
    }
    numbers
}

fn program(case_lines: &str) -> String {
    let loads = CONSTANTS.map(|it| it.2).join("\n");
    format!("{loads}\nnop/3\n{case_lines}")
}

impl Case {
    fn programs(&self) -> [String; 2] {
        let (flags, [old, new], operation) = (self.flags, self.words, self.operation);
        // What is written twice under a mask is written.
        let write = format!("nop/2\n{new} $ln0v/$imr1");
        let choice = format!("{flags} $omr1\n{old} $ln0v\n{write}\n{write}");
        [choice, format!("{operation} $ln0v")].map(|it| program(&it))
    }

    fn is_proven(&self) -> bool {
        let [one, other] = self.programs().map(|text| {
            let program = mnc2_asm::parse(&text);
            for line in program.iter() {
                assert!(!line.has_error(), "{:?} in\n{text}", line.diagnostics);
            }
            program
        });
        let places = at_lm1(8);
        let proven = |one, other| by_dataflow(one, other, &places, &|| false);
        let outcomes = [proven(&one, &other), proven(&other, &one)];
        assert_eq!(
            outcomes[0] == Equivalence::Same,
            outcomes[1] == Equivalence::Same
        );
        outcomes[0] == Equivalence::Same
    }

    /// The first numbers for which the operation is not the choice.
    fn difference(&self, x: &[u64], y: &[u64]) -> Option<(u64, u64)> {
        let flags = computed(self.flags, x, y).1;
        let [old, new] = self.words.map(|it| computed(it, x, y).0);
        let expected = computed(self.operation, x, y).0;
        let is_other = |&at: &usize| {
            let of_half = |half: &u32| flags[at] >> half & 1 == 1;
            let mask: u64 = (0..4).filter(of_half).map(|it| 0xffff << (16 * it)).sum();
            new[at] & mask | old[at] & !mask != expected[at]
        };
        let found = (0..x.len()).find(is_other)?;
        Some((x[found], y[found]))
    }
}

/// The first long words and the flags of the last of some expressions.
fn computed(lines: &str, x: &[u64], y: &[u64]) -> (Vec<u64>, Vec<u8>) {
    let (mut last, mut kept, mut flags) = (vec![0; x.len()], Vec::new(), vec![0; x.len()]);
    for line in lines.lines() {
        let output = if line.ends_with(KEPT) || line.ends_with("$nowrite") {
            ""
        } else {
            " $nowrite"
        };
        let program = mnc2_asm::parse(&format!("{line}{output}"));
        let step = program.line(0).and_then(|it| it.step());
        let expression = &step.unwrap_or_else(|| panic!("{line}")).expressions[0];
        let inputs = line.split(' ').skip(1).take(expression.inputs.len());
        let mut inputs: Vec<Vec<u64>> = inputs
            .map(|it| match it {
                "$lm0v" => x.to_vec(),
                "$lr0v" => y.to_vec(),
                "$aluf" | "$mauf" => last.clone(),
                "$ls56v" => kept.clone(),
                name => vec![constant(name); x.len()],
            })
            .collect();
        inputs.resize(2, vec![0; x.len()]);
        last = executed(expression, &inputs, &mut flags);
        if line.ends_with(KEPT) {
            kept.clone_from(&last);
        }
    }
    (last, flags)
}

fn constant(name: &str) -> u64 {
    let constant = CONSTANTS.iter().find(|it| it.0 == name);
    constant.unwrap_or_else(|| panic!("{name}")).1
}

/// The first long words of the result of an expression, with its flags.
fn executed(expression: &Expression, inputs: &[Vec<u64>], flags: &mut [u8]) -> Vec<u64> {
    let zeros = vec![0; flags.len()];
    let [first, second] = [0, 1].map(|at| PathView {
        most: &inputs[at],
        least: &zeros,
    });
    let (mut most, mut least) = (zeros.clone(), zeros.clone());
    let result = PathMut {
        most: &mut most,
        least: &mut least,
    };
    let spelling = expression.spelling;
    match expression.op {
        Op::Alu(op) => {
            let operation = Operation {
                op,
                precision: spelling.precision,
                unsigned: spelling.unsigned,
                mantissa_bits: 9,
                immediate: 0,
            };
            operation.execute(first, second, result, flags);
        }
        Op::Mau(MauOp::Vadd) => {
            let sum = VectorOperation {
                precision: spelling.precision.expect("a precision"),
                half: None,
                shortened: false,
            };
            sum.execute(first, None, Some(second), result, flags);
        }
        _ => panic!("{}", spelling.text),
    }
    most
}

/// A line that keeps a result for the next but one.
const KEPT: &str = "$aluf $ls56v";

/// All pairs of numbers at the ends of ranges, and all of 16 bits with some.
fn pairs() -> (Vec<u64>, Vec<u64>) {
    let numbers = numbers();
    let pairs = numbers
        .iter()
        .flat_map(|x| numbers.iter().map(|y| (*x, *y)));
    let halves = (0..=u64::from(u16::MAX)).flat_map(|it| {
        let others = [0, 0x7fff, 0x8000, it.wrapping_mul(0x9e37) & 0xffff];
        others.map(|other| (it, other))
    });
    let halves = halves.map(|(x, y)| (x * 0x0001_0001_0001_0001, y * 0x0001_0001_0001_0001));
    let mut pairs: Vec<(u64, u64)> = pairs.chain(halves).collect();
    pairs.resize(pairs.len().next_multiple_of(4), (0, 0));
    pairs.into_iter().unzip()
}

#[test]
fn a_choice_of_what_is_compared_is_an_operation() {
    let (x, y) = pairs();
    for case in EQUAL {
        let [choice, operation] = case.programs();
        assert_eq!(case.difference(&x, &y), None, "{choice}\n\n{operation}");
        assert!(case.is_proven(), "{choice}\n\n{operation}");
    }
}

#[test]
fn other_choices_are_not_proven() {
    let (x, y) = pairs();
    for case in DIFFERENT {
        let [choice, operation] = case.programs();
        assert!(case.difference(&x, &y).is_some(), "{choice}\n\n{operation}");
        assert!(!case.is_proven(), "{choice}\n\n{operation}");
    }
}

/// A mask on two long words takes the flags of other words.
#[test]
fn the_flags_of_other_words_are_not_compared() {
    let places = at_lm1(2);
    let outcome = |width: &str, mask: &str| {
        let [y, x, to] = ["r0v", "m0v", "n0v"].map(|it| format!("${width}{it}"));
        let choice =
            format!("imax $lm0v $lr0v $omr1\nlpassa {y} {to}\nnop/2\nlpassa {x} {to}/{mask}");
        let [one, other] = [&choice, "imax $lm0v $lr0v $ln0v"].map(mnc2_asm::parse);
        by_dataflow(&one, &other, &places, &|| false)
    };
    assert_eq!(outcome("l", "$imr1"), Equivalence::Same);
    let undecided = outcome("ll", "$llimr1");
    let is_of_place = matches!(undecided, Equivalence::Undecided(UndecidedReason::Place(_)));
    assert!(is_of_place, "{undecided:?}");
}

/// The first words of LM1.
fn at_lm1(count: u32) -> Places {
    let words = ComparedWords {
        first: 0,
        count,
        ..ComparedWords::all_of(Memory::Lm1)
    };
    Places {
        shown: false,
        at_end: vec![words],
        from_zero: false,
    }
}
