//! Vector multiply-add (manual 3.6.9.10-3.6.9.21, 4.3).

use mnc2_emulator::alu::DataPath;
use mnc2_emulator::mau::{VectorOperation, fma_double, fma_half, fma_single};
use mnc2_emulator::simd::{Vectors, limit_to};
use mnc2_isa::Precision;
use mnc2_isa::spelling::ProductHalf;

use super::number::{Fields, Layout, Number, SINGLE, power_of_two};
use super::oracle::vector::{
    DOUBLE_MODE, HALF_MODE, Mode, SINGLE_MODE, factors, on_path, product, sign_flags,
};
use super::samples::{Random, boundary_values};

/// MABs in one run: at least 1024 random elements of each form of an operation.
const MABS: usize = 256;

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
        output.view_mut(),
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

/// The example of manual 4.3, which shows what the multiplier leaves out.
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

/// Runs a test on AVX-512, on AVX2 and without both, as far as the host has them.
pub(crate) fn on_all_vectors(test: impl Fn()) {
    for widest in Vectors::ALL {
        limit_to(widest);
        test();
    }
}

/// A finite number: one with an infinity leaves no vector unit anything to do.
fn finite(layout: Layout, value: u64) -> u64 {
    let fields = layout.fields(value);
    let exponent = fields.exponent.min(layout.all_ones() - 1);
    layout.bits_of(Fields { exponent, ..fields })
}

/// Sums of plain numbers whose last bit is hard to compute: next to a tie, by what the multiplier leaves out or by far less;
/// next to the smallest number and zero; next to infinity; zeros with mantissas and signs.
fn compare_edges(mode: Mode) {
    let (factor, sum) = (mode.factor, mode.sum);
    let form = |has_z| Form {
        has_y: true,
        has_z,
        half: (mode.precision == Precision::Double).then_some(ProductHalf::Upper),
        shortened: false,
    };
    let length = i64::from(sum.mantissa_bits);
    for kind in 0..6 {
        let mut random = Random::new(100 + kind);
        compare(mode, form(kind != 5), MABS, || {
            let bias = factor.bias();
            // The exponents of the factors decide the size of the result.
            let centre = match kind {
                1 => bias / 2,
                2 => bias + bias / 2,
                _ => bias,
            };
            let mut next = || finite(factor, random.near(factor, centre));
            let (x, y) = (next(), next());
            let (x, y) = match random.below(8) {
                0 if kind == 3 => (x & (1 << (factor.bits() - 1) | 0xf), y),
                1 if kind == 3 => (x, y & (1 << (factor.bits() - 1) | 0xf)),
                _ => (x, y),
            };
            let exact = product(mode, x, y);
            let rounded = sum.fields(sum.round(&exact)).exponent;
            let z = match kind {
                // The product is about half a step of the sum, or z about half a step of the product.
                0 => {
                    let distance = length + random.below(3) as i64;
                    let is_above = random.flip();
                    random.near(sum, rounded + if is_above { distance } else { -distance })
                }
                // The sum is half a step off a number, but for the last bits of z.
                4 | 5 => {
                    let exponent = rounded - sum.bias() - length - 1;
                    let tie = sum.value(sum.round(&exact)) + power_of_two(exponent);
                    sum.round(&(tie - &exact))
                }
                _ => random.addend(sum, &exact),
            };
            (x, y, finite(sum, z))
        });
    }
}

#[test]
fn hard_sums() {
    on_all_vectors(|| {
        compare_edges(SINGLE_MODE);
        compare_edges(DOUBLE_MODE);
        compare_edges(HALF_MODE);
    });
}
