//! Numbers that an operation makes of the most significant bit alone.
//!
//! `imm` takes the bits of the instruction word in which LM0 has its address (manual 3.6.12.3), so that no other unit can use LM0
//! in its step. These operations take no address.

use super::plan::{Make, Plan};
use crate::planted::{Wrong, is_planted};

/// The bits of a single word, and the operation that has them in both words of its first long word.
pub(super) const NUMBERS: [(u32, &str); 8] = [
    (0x0000_0000, "zero"),
    (0x8000_0000, "ipassa $msb1"),
    (0x7fff_ffff, "inot $msb1"),
    (0x8000_0001, "iinc $msb1"),
    // The sign of a zero makes no difference.
    (0x7f80_0000, "frsqrt $msb1"),
    (0x8000_8000, "spassa $msb1"),
    (0x7fff_7fff, "snot $msb1"),
    (0x8001_8001, "sinc $msb1"),
];

/// Single words that have the number.
const WORDS_MAX: u32 = 2;

/// Makes the numbers of a plan without `imm`; `None` if there are no such ones.
pub(super) fn apply(plan: &mut Plan) -> Option<()> {
    let mut is_changed = false;
    let lines = plan.items.iter_mut().filter(|it| it.width <= WORDS_MAX);
    for line in lines.flat_map(|it| &mut it.lines) {
        let Make::Immediate(bits) = line.make else {
            continue;
        };
        let bits = if is_planted(Wrong::Number) {
            bits & !1
        } else {
            bits
        };
        if let Some(number) = NUMBERS.iter().position(|it| it.0 == bits) {
            line.make = Make::Number(number);
            is_changed = true;
        }
    }
    is_changed.then_some(())
}

#[cfg(test)]
mod tests {
    use mnc2_emulator::alu::{Operation, PathMut, PathView, constant};
    use mnc2_isa::geometry::PES_PER_MAB;
    use mnc2_isa::{Constant, Op};

    use super::NUMBERS;

    #[test]
    fn each_operation_makes_its_number() {
        for (bits, text) in NUMBERS {
            let program = mnc2_asm::parse(&format!("{text} $nowrite"));
            let step = program.line(0).and_then(|it| it.step()).expect("a step");
            let expression = &step.expressions[0];
            let Op::Alu(op) = expression.op else {
                panic!("{text} is not of the ALU");
            };
            let precision = expression.spelling.precision;
            let operation = Operation {
                op,
                precision,
                unsigned: false,
                mantissa_bits: 9,
                immediate: 0,
            };
            let input: [u64; PES_PER_MAB] =
                std::array::from_fn(|pe| constant(Constant::Msb1, precision, pe));
            let input = PathView {
                most: &input,
                least: &input,
            };
            let (mut most, mut least) = ([1; PES_PER_MAB], [1; PES_PER_MAB]);
            let output = PathMut {
                most: &mut most,
                least: &mut least,
            };
            operation.execute(input, input, output, &mut []);
            let expected = u64::from(bits) << 32 | u64::from(bits);
            assert_eq!(most, [expected; PES_PER_MAB], "{text}");
        }
    }
}
