//! Public kernels, run and compared with plain sums of products, for every length of rows.
//!
//! They are read as [`crate::public`] does. Each file has a function for two blocks of rows, and one for the rest of the rows.

use std::fs;

use mnc2_rvmatrix::{Document, Machine, Options};
use mnc2_text::interface::{Machine as _, Settings as _};

use crate::public::folders;

/// A function of a kernel, and the sizes of a product: rows of a register, rows of A, columns of B, length of a sum.
#[derive(Clone, Copy, Debug)]
struct Call<'a> {
    label: &'a str,
    mlen: usize,
    /// Rows of A, as the function takes them.
    rows_given: usize,
    m: usize,
    n: usize,
    k: usize,
}

impl<'a> Call<'a> {
    /// Calls of both functions: two blocks of rows, and the rest; two full blocks of columns, half a block, and a rest.
    fn all(labels: [&'a str; 2], element: usize) -> Vec<Self> {
        let calls = [128, 256, 512].into_iter().flat_map(|mlen| {
            let rows = mlen / 32;
            let (n, k) = (4 * rows + rows + 3, 3 * mlen / 8 / element);
            labels.into_iter().enumerate().map(move |(part, label)| {
                let (rows_given, m) = if part == 0 {
                    (rows, 2 * rows)
                } else {
                    (rows - 1, rows - 1)
                };
                Self {
                    label,
                    mlen,
                    rows_given,
                    m,
                    n,
                    k,
                }
            })
        });
        calls.collect()
    }

    fn rows(&self) -> usize {
        self.mlen / 32
    }
}

const OUTPUT: u64 = 0x10_0000;
const WEIGHTS: u64 = 0x20_0000;
const INPUT: u64 = 0x30_0000;
const BIAS: u64 = 0x40_0000;
const STACK: u64 = 0x50_0000;
const FACTORS: u64 = 0x60_0000;
const SHIFTS: u64 = 0x70_0000;

/// B as the kernels read it: blocks of its columns, and in each block part after part of the sums.
fn packed(
    weights: &[i32],
    call: &Call<'_>,
    width: usize,
    block: impl Fn(usize) -> usize,
) -> Vec<i32> {
    let (mut packed, mut first) = (Vec::new(), 0);
    while first < call.n {
        let count = block(call.n - first);
        for part in 0..call.k / width {
            for row in first..first + count {
                packed.extend((0..width).map(|column| match row < call.n {
                    true => weights[row * call.k + part * width + column],
                    false => 0,
                }));
            }
        }
        first += count;
    }
    packed
}

fn run(text: &str, call: &Call<'_>, zero_point: i32, memory: &[(u64, Vec<u8>)]) -> Machine {
    let mut options = Options::default();
    for (key, value) in [
        ("mlen", call.mlen.to_string()),
        ("start", call.label.to_owned()),
        ("a0", OUTPUT.to_string()),
        ("a1", WEIGHTS.to_string()),
        ("a2", INPUT.to_string()),
        ("a3", BIAS.to_string()),
        ("a4", call.rows_given.to_string()),
        ("a5", call.k.to_string()),
        ("a6", call.n.to_string()),
        ("a7", zero_point.to_string()),
        ("sp", STACK.to_string()),
    ] {
        options.set(key, &value).expect("an option");
    }
    let mut machine = Machine::new(&Document::new(text, &options)).expect("a machine");
    for (address, bytes) in memory {
        machine.write(*address, bytes).expect("memory");
    }
    while machine.line().is_some() {
        assert!(machine.steps() < 1_000_000);
        let step = machine.step();
        step.unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message));
    }
    println!("{call:?} in {} steps", machine.steps());
    machine
}

fn numbers(count: usize, seed: usize, limit: i32) -> Vec<i32> {
    let number = |at: usize| (((at + seed) * 2_654_435_761) >> 7) as i32 % (limit + 1);
    (0..count).map(number).collect()
}

/// Sums of products with the bias, row by row.
fn sums(call: &Call<'_>, input: &[i32], weights: &[i32], bias: &[i32]) -> Vec<i32> {
    let at = (0..call.m).flat_map(|i| (0..call.n).map(move |j| (i, j)));
    let sum = at.map(|(i, j)| {
        let product = |k| input[i * call.k + k] * weights[j * call.k + k];
        bias[j] + (0..call.k).map(product).sum::<i32>()
    });
    sum.collect()
}

fn bytes(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().map(|&number| number as u8).collect()
}

fn words(numbers: &[i32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// Two full blocks of columns at a time, otherwise one.
fn byte_block(call: &Call<'_>) -> impl Fn(usize) -> usize {
    let rows = call.rows();
    move |rest| if rest >= 2 * rows { 2 * rows } else { rows }
}

fn kernels(name: &str, labels: [&str; 2], element: usize, check: fn(&str, &Call<'_>)) {
    for (_, folder) in folders("source/thead_matrix") {
        let text = fs::read_to_string(folder.join(name)).expect("the kernel");
        Call::all(labels, element)
            .iter()
            .for_each(|call| check(&text, call));
    }
}

#[test]
fn int8_into_int32() {
    let labels = [
        "gemm_int8_to_int32_nhwc_2rowxn_matrix",
        "gemm_int8_to_int32_nhwc_row_tailxn_matrix",
    ];
    kernels(
        "gemm_int8_to_int32_nhwc_matrix.S",
        labels,
        1,
        |text, call| {
            let input = numbers(call.m * call.k, 0, 127);
            let weights = numbers(call.n * call.k, 99, 127);
            let bias: Vec<i32> = (0..call.n).map(|at| at as i32 * 1000 - 7).collect();
            let blocks = packed(&weights, call, call.mlen / 8, byte_block(call));
            let memory = [
                (WEIGHTS, bytes(&blocks)),
                (INPUT, bytes(&input)),
                (BIAS, words(&bias)),
            ];
            let machine = run(text, call, 0, &memory);
            let expected = words(&sums(call, &input, &weights, &bias));
            assert_eq!(machine.read(OUTPUT, expected.len()), expected, "{call:?}");
        },
    );
}

/// The sums become int8: a factor, a shift that rounds to the nearest, a zero point, saturation.
#[test]
fn int8_into_int8() {
    let labels = [
        "gemm_int8_nhwc_2rowxn_matrix",
        "gemm_int8_nhwc_row_tailxn_matrix",
    ];
    kernels("gemm_int8_nhwc_matrix.S", labels, 1, |text, call| {
        const ZERO_POINT: i32 = -3;
        let input = numbers(call.m * call.k, 5, 127);
        let weights = numbers(call.n * call.k, 7, 127);
        let bias: Vec<i32> = (0..call.n).map(|at| at as i32 * 777 - 3000).collect();
        let factors: Vec<i32> = (0..call.n)
            .map(|at| 0x4000_0000 + at as i32 * 12_345)
            .collect();
        let shifts: Vec<i32> = (0..call.n).map(|at| 5 + at as i32 % 4).collect();
        let blocks = packed(&weights, call, call.mlen / 8, byte_block(call));
        let pointers = [FACTORS, SHIFTS]
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        let memory = [
            (WEIGHTS, bytes(&blocks)),
            (INPUT, bytes(&input)),
            (BIAS, words(&bias)),
            (STACK, pointers),
            (FACTORS, words(&factors)),
            (SHIFTS, words(&shifts)),
        ];
        let machine = run(text, call, ZERO_POINT, &memory);
        let expected = sums(call, &input, &weights, &bias)
            .into_iter()
            .enumerate()
            .map(|(at, sum)| {
                let column = at % call.n;
                let scaled = (i64::from(sum) * i64::from(factors[column])) >> 32;
                let rounded = (scaled >> shifts[column]) + (scaled >> (shifts[column] - 1) & 1);
                (rounded as i32 + ZERO_POINT).clamp(-128, 127)
            });
        let expected = bytes(&expected.collect::<Vec<i32>>());
        assert!(expected.iter().any(|&byte| byte != expected[0]));
        assert_eq!(machine.read(OUTPUT, expected.len()), expected, "{call:?}");
    });
}

/// A small whole number in half precision.
fn half(number: i32) -> [u8; 2] {
    let magnitude = number.unsigned_abs();
    let sign = u16::from(number < 0) << 15;
    let bits = match magnitude.checked_ilog2() {
        None => 0,
        Some(top) => ((15 + top) << 10 | (magnitude << (10 - top) & 0x3ff)) as u16,
    };
    (sign | bits).to_le_bytes()
}

/// Sums of small whole numbers, which half precision has exactly in any order.
#[test]
fn half_precision() {
    let labels = [
        "gemm_fp16_nhwc_matrix_2rowxn",
        "gemm_fp16_nhwc_matrix_row_tailxn",
    ];
    kernels("gemm_fp16_nhwc_matrix.S", labels, 2, |text, call| {
        // In the files of 0.2, the function for the rest of the rows advances the bias by half of its bytes.
        if call.label.ends_with("tailxn") && !text.contains("xrlenb") {
            return;
        }
        let columns = 2 * call.rows();
        let halves =
            |numbers: &[i32]| -> Vec<u8> { numbers.iter().flat_map(|it| half(*it)).collect() };
        let input = numbers(call.m * call.k, 5, 3);
        let weights = numbers(call.n * call.k, 7, 3);
        let bias: Vec<i32> = (0..call.n).map(|at| at as i32 - 20).collect();
        let blocks = packed(&weights, call, columns, |_| columns);
        let memory = [
            (WEIGHTS, halves(&blocks)),
            (INPUT, halves(&input)),
            (BIAS, halves(&bias)),
        ];
        let machine = run(text, call, 0, &memory);
        let expected = halves(&sums(call, &input, &weights, &bias));
        assert_eq!(machine.read(OUTPUT, expected.len()), expected, "{call:?}");
    });
}
