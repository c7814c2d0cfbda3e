//! Cases that the tests with the oracle of exact numbers (`tests/arithmetic`, `tests/model`) do not cover.

use mnc2_isa::Precision::{Double, Half, HalfInteger, LongInteger, Single, SingleInteger};
use mnc2_isa::geometry::{L1BS_PER_L2B, MABS_PER_L1B, PES, PES_PER_MAB};
use mnc2_isa::{AluOp, Constant, Precision};

use super::{DataPath, Operation, constant, constant_period};
use crate::lanes::Lanes;

#[test]
fn constants() {
    let value = |name, precision: Option<Precision>, index: usize| {
        let lanes = Lanes::from_fn(constant_period(name), |pe| constant(name, precision, pe));
        let value = constant(name, precision, index);
        assert_eq!(lanes[index], value, "it repeats");
        value
    };
    let pe = ((5 * 8 + 3) * 16 + 9) * 4 + 2;
    assert_eq!(value(Constant::L2bId, Some(LongInteger), pe), 5);
    assert_eq!(value(Constant::L1bId, Some(LongInteger), pe), 3);
    assert_eq!(
        value(Constant::MabId, Some(SingleInteger), pe),
        0x9_0000_0009
    );
    assert_eq!(value(Constant::PeId, Some(LongInteger), pe), 38);
    assert_eq!(
        value(Constant::SubPeId, Some(HalfInteger), pe),
        0x2_0002_0002_0002
    );
    assert_eq!(
        value(Constant::Msb1, Some(SingleInteger), pe),
        0x8000_0000_8000_0000
    );
    assert_eq!(value(Constant::Msb1, Some(Half), pe), 0x8000_8000_8000_8000);
    assert_eq!(value(Constant::PeId, None, pe), 38);
}

#[test]
fn identifiers_are_the_digits_of_the_number_of_a_pe() {
    for pe in 0..PES {
        let digit = |name| constant(name, None, pe) as usize;
        let mab = digit(Constant::L2bId) * L1BS_PER_L2B + digit(Constant::L1bId);
        let mab = mab * MABS_PER_L1B + digit(Constant::MabId);
        assert_eq!(mab * PES_PER_MAB + digit(Constant::SubPeId), pe);
        let in_l1b = pe % (MABS_PER_L1B * PES_PER_MAB);
        assert_eq!(digit(Constant::PeId), in_l1b);
    }
}

/// An operation keeps the LSB side if its output is x's there and nothing of it comes from another PE.
#[test]
fn operations_on_one_long_word_keep_the_least_one() {
    let numbers = [1.5_f64, -3.0, 700.0, 0.0625].map(f64::to_bits);
    let path = |pe_0: u64| DataPath {
        most: vec![pe_0, numbers[1], numbers[2], numbers[3]],
        least: numbers.to_vec(),
    };
    for &op in AluOp::ALL {
        for precision in [Half, Single, Double] {
            let operation = Operation {
                op,
                precision: Some(precision),
                unsigned: false,
                mantissa_bits: 9,
                immediate: 0,
            };
            let of_pe_0 = [1.5_f64, 1.0e300].map(f64::to_bits);
            let outputs = of_pe_0.map(|pe_0| {
                let (input, mut output) = (path(pe_0), DataPath::zeroed(4));
                operation.execute(input.view(), input.view(), output.view_mut(), &mut [0; 4]);
                output
            });
            let is_alone = outputs
                .iter()
                .all(|output| output.most[1..] == outputs[0].most[1..]);
            let is_kept = outputs.iter().all(|output| output.least == numbers);
            assert_eq!(
                operation.keeps_least(),
                is_alone && is_kept,
                "{operation:?}"
            );
        }
    }
}
