//! Vector multiply-add (manual 3.6.9.10-3.6.9.21, 4.3).

use mnc2_emulator::alu::DataPath;
use mnc2_emulator::mau::{VectorOperation, fma_double, fma_half, fma_single};
use mnc2_isa::Precision;
use mnc2_isa::spelling::ProductHalf;

use super::number::{DOUBLE, HALF, Layout, Number, SINGLE, power_of_two, signed};
use super::samples::{Random, boundary_values};

/// MABs in one run: at least 1024 random elements of each form of an operation.
const MABS: usize = 256;

/// One precision of the MAU as manual 3.6.9.1 and 4.3 have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    pub(crate) precision: Precision,
    /// Of the factors.
    pub(crate) factor: Layout,
    /// Of the addend and the result.
    pub(crate) sum: Layout,
    /// Of the result with `r`.
    pub(crate) shortened: Option<Layout>,
    /// Mantissa digits whose partial products are all added (4.6), (4.8), and the exponent of r (4.7), (4.9).
    pub(crate) multiplier: Option<(u32, i64)>,
}

pub(crate) const DOUBLE_MODE: Mode = Mode {
    precision: Precision::Double,
    factor: DOUBLE,
    sum: DOUBLE,
    shortened: Some(SINGLE),
    multiplier: Some((36, -74)),
};
pub(crate) const SINGLE_MODE: Mode = Mode {
    precision: Precision::Single,
    factor: SINGLE,
    sum: SINGLE,
    shortened: None,
    multiplier: Some((18, -38)),
};
pub(crate) const HALF_MODE: Mode = Mode {
    precision: Precision::Half,
    factor: HALF,
    sum: SINGLE,
    shortened: Some(HALF),
    multiplier: None,
};

/// P of (4.4) or P' for mantissas of `length` digits, whose first digit stands for 2^-1.
pub(crate) fn partial_products(
    length: u32,
    multiplier: Option<(u32, i64)>,
    a: u64,
    b: u64,
) -> Number {
    let digit = |mantissa: u64, index: u32| (mantissa >> (length - index)) % 2 == 1;
    let in_units = |j: u32, k: u32| 1_u128 << (2 * length - j - k);
    let (kept, correction) = multiplier.unwrap_or((length, 0));
    let (mut added, mut omitted) = (0, 0);
    for j in (1..=length).filter(|&j| digit(a, j)) {
        for k in (1..=length).filter(|&k| digit(b, k)) {
            if j <= kept || k <= kept {
                added += in_units(j, k);
            } else {
                omitted += in_units(j, k);
            }
        }
    }
    let sum = Number::from(added) * power_of_two(-2 * i64::from(length));
    if omitted == 0 {
        sum
    } else {
        sum + power_of_two(correction)
    }
}

/// The product (4.3). Zero times anything is zero, and an infinite factor makes the rest infinite.
fn product(mode: Mode, x: u64, y: u64) -> Number {
    let layout = mode.factor;
    let (a, b) = (layout.fields(x), layout.fields(y));
    let negative = a.negative != b.negative;
    if layout.is_zero(x) || layout.is_zero(y) {
        return Number::ZERO;
    }
    if layout.is_infinite(x) || layout.is_infinite(y) {
        return mode.sum.infinity(negative);
    }
    let length = layout.mantissa_bits;
    let fraction = |mantissa: u64| Number::from(mantissa) * power_of_two(-i64::from(length));
    let significand = Number::ONE
        + fraction(a.mantissa)
        + fraction(b.mantissa)
        + partial_products(length, mode.multiplier, a.mantissa, b.mantissa);
    let exponent = a.exponent + b.exponent - 2 * layout.bias();
    signed(negative, significand * power_of_two(exponent))
}

/// The part of the sum that is no addend: x · y, or x where y is left out.
fn factors(mode: Mode, x: u64, y: Option<u64>) -> Number {
    match y {
        Some(y) => product(mode, x, y),
        None if mode.factor.is_infinite(x) => mode.sum.infinity(mode.factor.fields(x).negative),
        None => mode.factor.value(x),
    }
}

/// Puts elements of `bits` bits on two long words, from the MSB side.
pub(crate) fn on_path(elements: &[u64], bits: u32) -> (u64, u64) {
    let mut both = 0_u128;
    for (index, &element) in elements.iter().enumerate() {
        both |= u128::from(element) << (128 - bits * (index as u32 + 1));
    }
    ((both >> 64) as u64, both as u64)
}

/// The four flag bits of a PE: the inverted signs of the results (manual 3.6.9.26).
pub(crate) fn sign_flags(results: &[u64], layout: Layout) -> u8 {
    let each = 4 / results.len();
    let mut flags = 0;
    for &result in results {
        for _ in 0..each {
            flags = flags * 2 + u8::from(!layout.fields(result).negative);
        }
    }
    flags
}

/// The forms of an operation: which inputs there are, on which PEs the product is, and `r`.
#[derive(Clone, Copy, Debug)]
struct Form {
    has_y: bool,
    has_z: bool,
    half: Option<ProductHalf>,
    shortened: bool,
}

fn forms(mode: Mode) -> Vec<Form> {
    let mut forms = Vec::new();
    for (has_y, has_z) in [(true, true), (true, false), (false, true), (false, false)] {
        for shortened in [false, true] {
            if shortened && mode.shortened.is_none() {
                continue;
            }
            let halves: &[Option<ProductHalf>] = if has_y && mode.precision == Precision::Double {
                &[Some(ProductHalf::Upper), Some(ProductHalf::Lower)]
            } else {
                &[None]
            };
            forms.extend(halves.iter().map(|&half| Form {
                has_y,
                has_z,
                half,
                shortened,
            }));
        }
    }
    forms
}

/// Runs one form on MABs whose elements `sample` gives, and compares outputs and flags.
fn compare(mode: Mode, form: Form, mabs: usize, mut sample: impl FnMut() -> (u64, u64, u64)) {
    let count = 64 / mode.factor.bits() as usize;
    let output_layout = match (form.shortened, mode.shortened) {
        (true, Some(layout)) => layout,
        (_, _) => mode.sum,
    };
    let pes = 4 * mabs;
    let [mut x, mut y, mut z] = [(); 3].map(|()| DataPath::zeroed(pes));
    let mut expected = Vec::new();
    for pe in 0..pes {
        let samples: Vec<_> = (0..count).map(|_| sample()).collect();
        // A mode that takes one long word must not look at the second one.
        let put = |path: &mut DataPath, elements: Vec<u64>, layout: Layout| {
            (path.most[pe], path.least[pe]) = on_path(&elements, layout.bits());
            if layout.bits() as usize * count <= 64 {
                path.least[pe] = 0x5a5a_1234_5678_9abc;
            }
        };
        put(&mut x, samples.iter().map(|s| s.0).collect(), mode.factor);
        put(&mut y, samples.iter().map(|s| s.1).collect(), mode.factor);
        put(&mut z, samples.iter().map(|s| s.2).collect(), mode.sum);
        let has_product = match form.half {
            None => true,
            Some(ProductHalf::Upper) => pe % 4 < 2,
            Some(ProductHalf::Lower) => pe % 4 >= 2,
        };
        let result = |&(x, y, z): &(u64, u64, u64)| {
            let mut sum = if has_product {
                factors(mode, x, form.has_y.then_some(y))
            } else {
                Number::ZERO
            };
            if form.has_z {
                sum += mode.sum.value(z);
            }
            output_layout.round(&sum)
        };
        let results: Vec<u64> = samples.iter().map(result).collect();
        expected.push((samples, results));
    }
    let operation = VectorOperation {
        precision: mode.precision,
        half: form.half,
        shortened: form.shortened,
    };
    let mut output = DataPath {
        most: vec![u64::MAX; pes],
        least: vec![u64::MAX; pes],
    };
    let mut flags = vec![0xff; pes];
    operation.execute(
        x.view(),
        form.has_y.then(|| y.view()),
        form.has_z.then(|| z.view()),
        &mut output,
        &mut flags,
    );
    for (pe, (samples, results)) in expected.iter().enumerate() {
        let (most, least) = on_path(results, output_layout.bits());
        assert!(
            (output.most[pe], output.least[pe], flags[pe])
                == (most, least, sign_flags(results, output_layout)),
            "{mode:?} {form:?} of {samples:x?}: {:016x} {:016x} flags {:04b}, not {results:x?}",
            output.most[pe],
            output.least[pe],
            flags[pe],
        );
    }
}

fn compare_all(mode: Mode) {
    let boundaries = [boundary_values(mode.factor), boundary_values(mode.sum)];
    for (number, form) in forms(mode).into_iter().enumerate() {
        let mut random = Random::new(number as u64);
        compare(mode, form, MABS, || {
            let (x, y) = (random.value(mode.factor), random.value(mode.factor));
            let z = random.addend(mode.sum, &factors(mode, x, form.has_y.then_some(y)));
            (x, y, z)
        });
        // Every boundary value in every place.
        let [of_factor, of_sum] = &boundaries;
        let mut index = 0;
        let count = of_sum.len().max(of_factor.len()) * 8;
        let mabs = count.div_ceil(256 / mode.factor.bits() as usize);
        compare(mode, form, mabs, || {
            let mut any = || of_factor[random.below(of_factor.len() as u64) as usize];
            let (x, y) = (any(), any());
            let z = of_sum[random.below(of_sum.len() as u64) as usize];
            index += 1;
            match index % 3 {
                0 => (of_factor[index / 3 % of_factor.len()], y, z),
                1 => (x, of_factor[index / 3 % of_factor.len()], z),
                _ => (x, y, of_sum[index / 3 % of_sum.len()]),
            }
        });
    }
}

#[test]
fn double_precision() {
    compare_all(DOUBLE_MODE);
}

#[test]
fn single_precision() {
    compare_all(SINGLE_MODE);
}

#[test]
fn half_precision() {
    compare_all(HALF_MODE);
}

/// Copies of every half, to single precision and, with `r`, to half precision.
#[test]
fn every_half() {
    let mut halves = (0..=0xffff).cycle();
    for form in forms(HALF_MODE) {
        if !form.has_y && !form.has_z {
            compare(HALF_MODE, form, 0x1_0000 / 16, || {
                (halves.next().unwrap_or(0), 0, 0)
            });
        }
    }
}

/// The example of manual 4.3, where what the multiplier leaves out is seen.
#[test]
fn the_oracle_prints_what_the_manual_says() {
    let x = u64::from(1_048_577.0f32.to_bits());
    let z = u64::from((-1_099_511_627_776.0f32).to_bits());
    let sum = product(SINGLE_MODE, x, x) + SINGLE.value(z);
    assert_eq!(SINGLE.round(&sum), 0x4a00_0010);
}

/// Functions of one element, on boundary values only.
#[test]
fn single_elements() {
    fn check(mode: Mode, fma: impl Fn(u64, u64, u64) -> u64) {
        let mut random = Random::new(4);
        let (of_factor, of_sum) = (boundary_values(mode.factor), boundary_values(mode.sum));
        for &x in &of_factor {
            for y in [0, 1, 2].map(|_| of_factor[random.below(of_factor.len() as u64) as usize]) {
                let z = of_sum[random.below(of_sum.len() as u64) as usize];
                let expected = mode.sum.round(&(product(mode, x, y) + mode.sum.value(z)));
                assert_eq!(fma(x, y, z), expected, "{mode:?} {x:#x} {y:#x} {z:#x}");
            }
        }
    }
    check(DOUBLE_MODE, fma_double);
    check(SINGLE_MODE, |x, y, z| {
        fma_single(x as u32, y as u32, z as u32).into()
    });
    check(HALF_MODE, |x, y, z| {
        fma_half(x as u16, y as u16, z as u32).into()
    });
}
