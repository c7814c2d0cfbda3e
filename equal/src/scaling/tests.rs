//! Both sides of each equation, computed by the emulator.

use mnc2_emulator::alu::{PathMut, PathView};
use mnc2_emulator::float::convert::extend_from_half;
use mnc2_emulator::mau::VectorOperation;
use mnc2_isa::Precision;

/// Long words that are computed together.
const LANES: usize = 1 << 12;

/// The MAU's results for the factors and the addend of each lane, in single precision.
fn mau(x: &[u64], y: Option<&[u64]>, z: Option<&[u64]>) -> Vec<u64> {
    let operation = VectorOperation {
        precision: Precision::Single,
        half: None,
        shortened: false,
    };
    let view = |most| PathView { most, least: &[] };
    let mut most = vec![0; x.len()];
    let output = PathMut {
        most: &mut most,
        least: &mut [],
    };
    operation.execute(view(x), y.map(view), z.map(view), output, &mut []);
    most
}

/// Single-precision numbers of all kinds: all exponents with mantissas of few and of many digits; or all numbers.
fn numbers() -> Box<dyn Iterator<Item = u32>> {
    if std::env::var_os("MNC2_ALL_NUMBERS").is_some() {
        return Box::new(0..=u32::MAX);
    }
    let mantissas = (0..24)
        .map(|it| 1_u32 << it)
        .flat_map(|it| [it - 1, it, !it]);
    let mantissas: Vec<u32> = mantissas
        .chain((0..64).map(|it| it * 0x0123_4567))
        .collect();
    Box::new((0..512).flat_map(move |exponent| {
        let all = mantissas.clone().into_iter();
        all.map(move |it| exponent << 23 | it & 0x007f_ffff)
    }))
}

/// Calls a function with many numbers, some at a time.
fn with_numbers(check: impl Fn(&[u64])) {
    let mut numbers = numbers();
    loop {
        let x: Vec<u64> = numbers.by_ref().take(LANES).map(u64::from).collect();
        if x.is_empty() {
            break;
        }
        check(&x);
    }
}

fn assert_equal(x: &[u64], one: &[u64], other: &[u64], name: &str) {
    for ((x, one), other) in x.iter().zip(one).zip(other) {
        assert_eq!(one, other, "{x:x} {name}");
    }
}

#[test]
fn a_scaled_sum_is_a_multiply_add_for_all_kinds_of_numbers() {
    let constants = [8.0, -8.0, 1.0, 0.3, 1.5e19, -1.1e-19_f32].map(f32::to_bits);
    with_numbers(|x| {
        for scale in [1, 3, 32] {
            for constant in constants {
                let of = |bits: u32| vec![u64::from(bits); x.len()];
                let factor = of((127 + scale) << 23);
                let sum = mau(x, None, Some(&of(constant)));
                let product = mau(&sum, Some(&factor), None);
                let scaled = of(constant + (scale << 23));
                let other = mau(x, Some(&factor), Some(&scaled));
                assert_equal(x, &product, &other, &format!("{constant:x} {scale}"));
            }
        }
    });
}

#[test]
fn a_product_with_two_is_a_sum_for_all_kinds_of_numbers() {
    with_numbers(|x| {
        let two = vec![u64::from(2.0_f32.to_bits()); x.len()];
        assert_equal(x, &mau(x, Some(&two), None), &mau(x, None, Some(x)), "* 2");
    });
}

#[test]
fn a_product_with_two_is_a_sum_for_all_half_precision_numbers() {
    let operation = VectorOperation {
        precision: Precision::Half,
        half: None,
        shortened: true,
    };
    let x: Vec<u64> = (0..=0xffff)
        .map(|it: u64| it * 0x0001_0001_0001_0001)
        .collect();
    let twos = vec![0x4000_4000_4000_4000; x.len()];
    let (most, least): (Vec<u64>, Vec<u64>) = x.iter().map(|it| extend_from_half(*it)).unzip();
    let view = |most| PathView { most, least: &[] };
    let run = |y: Option<PathView<'_>>, z: Option<PathView<'_>>| {
        let (mut most, mut least) = (vec![0; x.len()], vec![0; x.len()]);
        let output = PathMut {
            most: &mut most,
            least: &mut least,
        };
        operation.execute(view(&x), y, z, output, &mut []);
        most
    };
    let addend = PathView {
        most: &most,
        least: &least,
    };
    let product = run(Some(view(&twos)), None);
    assert_equal(&x, &product, &run(None, Some(addend)), "* 2");
}
