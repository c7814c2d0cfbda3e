//! Remainders of integers by constants, with the rounding of the MAU.
//!
//! For `0 <= x < 2^22` the number `y = 2^23 + x` is `x` with the bits of `2^23` (an OR).
//!
//! For 3, a multiply-add of `y`, `1 / 3` and a constant makes `t = 2^23 + x / 3`, rounded to an integer, and `y - 3 t` is `r - 2^24`,
//! whose bits are the bits of `-2^24` less `r`. For other odd numbers `m` the sum of `(x - (m - 1) / 2) / m` and `1.5 * 2^23` is rounded to
//! the quotient `q`, without ties, and the bits of `y - m q` are the bits of `2^23` and `r`.

use super::tables::{Table, Tables};
use crate::planted::{Wrong, is_planted};
use crate::rewriting::graph::{Node, Value};

/// The largest divisor.
const DIVISOR_MAX: u32 = 1_000;

/// Inputs are less than this.
const NUMBERS_MAX: u32 = 1 << 22;

/// The bits of 2^23.
const BASE: u32 = 0x4b00_0000;

/// Results in a value at least, of which these sums are fewer.
const RESULTS_MIN: usize = 5;

/// How a remainder is computed from `t`.
#[derive(Clone, Copy)]
enum Way {
    /// By one multiply-add for the quotient.
    Short,
    /// With the quotient alone.
    Long,
}

/// A value that is the remainder of its input, by few operations that the ALU and the MAU share.
pub(super) fn remainder(tables: &mut Tables<'_>, value: Value, table: &Table) -> Option<Value> {
    let word = table.input?;
    let first = u32::try_from(tables.first(word)?).ok()?;
    let count = u32::try_from(table.bits.len()).ok()?;
    if first + count > NUMBERS_MAX || results(tables, value) < RESULTS_MIN {
        return None;
    }
    let largest = *table.bits.iter().max()?;
    let divisor = largest + 1;
    let mut numbers = (first..).zip(&table.bits);
    let is_remainder = (2..=DIVISOR_MAX).contains(&divisor)
        && count > divisor
        && numbers.all(|(number, bits)| number % divisor == *bits);
    if !is_remainder {
        return None;
    }
    let input = tables.graph.value(Node::Start(word));
    let line = tables.graph.line(value);
    [Way::Short, Way::Long].into_iter().find_map(|way| {
        let found = computed(tables, (input, divisor), way, line)?;
        let is_right = *tables.table(found)? == *table || is_planted(Wrong::Remainder);
        is_right.then_some(found)
    })
}

/// The results that a value is computed from, itself included.
fn results(tables: &Tables<'_>, value: Value) -> usize {
    let mut seen = vec![value];
    let mut next = 0;
    while let Some(&value) = seen.get(next)
        && seen.len() < RESULTS_MIN
    {
        if let Node::Result(_, inputs, _) = tables.graph.node(value) {
            for input in inputs {
                let is_result = matches!(tables.graph.node(*input), Node::Result(..));
                if is_result && !seen.contains(input) {
                    seen.push(*input);
                }
            }
        }
        next += 1;
    }
    seen.len()
}

fn computed(
    tables: &mut Tables<'_>,
    (input, divisor): (Value, u32),
    way: Way,
    line: Option<usize>,
) -> Option<Value> {
    let wrong = u32::from(is_planted(Wrong::Remainder));
    let base = f32::from_bits(BASE);
    let base_bits = number(tables, BASE);
    let factor = float(tables, divisor as f32);
    let part = float(tables, 1.0 / divisor as f32);
    let y = result(tables, "ior $lm0v $lr0v $nowrite", [input, base_bits], line)?;
    match way {
        Way::Short => {
            // Fractions are 0 to (m - 1) / m; rounded to the nearest, they need half of that less.
            let offset = 0.5 - 0.5 / f64::from(divisor);
            let product = f64::from(base) * f64::from(1.0 / divisor as f32);
            let addend = float(tables, (f64::from(base) - product - offset) as f32);
            let t = result(tables, FMA, [y, part, addend], line)?;
            let remainder = result(tables, NEGATED_FMA, [t, factor, y], line)?;
            let last = number(tables, (-2.0 * base).to_bits() + wrong);
            result(tables, SUB, [last, remainder], line)
        }
        Way::Long => {
            let middle = float(tables, base + ((divisor - 1) / 2) as f32);
            let rounding = float(tables, 1.5 * base);
            let centred = result(tables, FLOAT_SUB, [y, middle], line)?;
            let t = result(tables, FMA, [centred, part, rounding], line)?;
            let quotient = result(tables, FLOAT_SUB, [t, rounding], line)?;
            let remainder = result(tables, NEGATED_FMA, [quotient, factor, y], line)?;
            let last = number(tables, BASE + wrong);
            result(tables, SUB, [remainder, last], line)
        }
    }
}

const FMA: &str = "fvfma $lm0v $lr0v $ls0v $nowrite";
const NEGATED_FMA: &str = "fvfma -$lm0v $lr0v $ls0v $nowrite";
const FLOAT_SUB: &str = "fvadd $lm0v -$lr0v $nowrite";
const SUB: &str = "isub $lm0v $lr0v $nowrite";

fn number(tables: &mut Tables<'_>, bits: u32) -> Value {
    tables.graph.value(Node::Bits(bits))
}

fn float(tables: &mut Tables<'_>, float: f32) -> Value {
    number(tables, float.to_bits())
}

/// The result of an operation on single words.
fn result<const INPUTS: usize>(
    tables: &mut Tables<'_>,
    text: &str,
    inputs: [Value; INPUTS],
    line: Option<usize>,
) -> Option<Value> {
    let (operation, _) = tables.graph.parsed(text)?;
    let node = Node::Result(operation, inputs.to_vec(), 0);
    Some(match line {
        Some(line) => tables.graph.computed(node, line),
        None => tables.graph.value(node),
    })
}
