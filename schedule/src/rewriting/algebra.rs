//! Values computed by fewer operations, as a table of rules has it.
//!
//! The rules go from the words that are needed down to what they are computed from, and each replaces one operation. The plan
//! then chooses between the run as it is and the run with all rules applied, by its steps. Rules for integers are rows of another
//! table ([`super::saturation`]).

use std::collections::{BTreeMap, HashMap};

use mnc2_isa::{MauOp, Op, Precision};

use super::bit_moves::BitMoves;
use super::constant_sums::CONSTANTS_MIN_COUNT;
use super::graph::{Graph, Node, Operation, Value};
use super::selection;
use super::shared_constants;
use super::value_numbering::Followed;
use crate::planted::{Wrong, is_planted};
use crate::rules::{self, RewriteRule};

/// The lines whose results each rule computes in another way, once for each value, by the name of the rule.
pub(super) type AppliedRules = BTreeMap<&'static str, (&'static RewriteRule, Vec<usize>)>;

/// A run with other operations.
pub(super) struct Improved {
    pub(super) run: Followed,
    pub(super) applied: AppliedRules,
}

/// A rule: another value that is equal to a result, by its operation, inputs and part.
type Rule = fn(&mut Graph, Operation, &[Value], u8) -> Option<Value>;

/// The rules, in the order in which they are tried.
const TABLE: [(&RewriteRule, Rule); 2] =
    [(&rules::SCALED_SUMS, scaled_sum), (&rules::DOUBLES, double)];

/// A run in which every rule is applied; `None` if none applies.
pub(super) fn improved(run: &Followed) -> Option<Improved> {
    let mut algebra = Algebra {
        graph: run.graph.clone(),
        done: HashMap::new(),
        moves: BitMoves::default(),
        applied: AppliedRules::new(),
    };
    let mut needed = run.needed.clone();
    for value in needed.values_mut() {
        *value = algebra.value(*value)?;
    }
    let add = algebra.constant_sums(run);
    let mut applied = algebra.applied;
    let mut run = Followed {
        graph: algebra.graph,
        needed,
        add,
        ..run.clone()
    };
    if let Some((shared, lines)) = shared_constants::shared(&run) {
        let rule = &rules::SHARED_CONSTANTS;
        applied.insert(rule.id, (rule, lines));
        run = shared;
    }
    (!applied.is_empty()).then_some(Improved { run, applied })
}

struct Algebra {
    graph: Graph,
    done: HashMap<Value, Value>,
    moves: BitMoves,
    applied: AppliedRules,
}

/// Maximum depth of operations.
const DEPTH_MAX: u32 = 256;

impl Algebra {
    /// The operation that adds constants, if many are needed.
    fn constant_sums(&mut self, run: &Followed) -> Option<Operation> {
        let numbers = run
            .needed
            .values()
            .filter(|it| run.graph.bits(**it).is_some());
        if numbers.count() < CONSTANTS_MIN_COUNT {
            return None;
        }
        let rule = &rules::CONSTANT_SUMS;
        self.applied
            .insert(rule.id, (rule, run.lines.clone().collect()));
        self.graph
            .parsed("iadd $lm0v $lr0v $nowrite")
            .map(|it| it.0)
    }

    fn value(&mut self, value: Value) -> Option<Value> {
        self.value_at(value, 0)
    }

    /// The value with all rules applied to it and to what it is computed from; `None` if that is too deep.
    fn value_at(&mut self, value: Value, depth: u32) -> Option<Value> {
        if let Some(&done) = self.done.get(&value) {
            return Some(done);
        }
        if depth > DEPTH_MAX {
            return None;
        }
        let line = self.graph.line(value);
        let node = match self.graph.node(value).clone() {
            Node::Result(operation, inputs, part) => {
                Node::Result(operation, self.all(&inputs, depth)?, part)
            }
            Node::Flags(operation, inputs) => Node::Flags(operation, self.all(&inputs, depth)?),
            Node::Select(flag, new, old) => {
                let [flag, new, old] = self.all(&[flag, new, old], depth)?[..] else {
                    return None;
                };
                Node::Select(flag, new, old)
            }
            node @ (Node::Start(_) | Node::Bits(_) | Node::Constant(..)) => node,
        };
        let mut found = self.known(node, line);
        if let Some(other) = self.moves.rotated(&mut self.graph, found) {
            self.apply(&rules::BIT_MOVES, line);
            found = self.known(self.graph.node(other).clone(), line);
        } else if let Node::Select(flags, new, old) = *self.graph.node(found)
            && let Some(other) = selection::chosen(&mut self.graph, flags, new, old)
        {
            self.apply(&rules::SELECTIONS, line);
            found = self.known(self.graph.node(other).clone(), line);
        } else if let Node::Result(operation, inputs, part) = self.graph.node(found).clone() {
            for (rule, apply) in TABLE {
                if let Some(other) = apply(&mut self.graph, operation, &inputs, part) {
                    self.apply(rule, line);
                    found = self.known(self.graph.node(other).clone(), line);
                    break;
                }
            }
        }
        self.done.insert(value, found);
        Some(found)
    }

    /// Remembers that a rule is applied to a result of a line.
    fn apply(&mut self, rule: &'static RewriteRule, line: Option<usize>) {
        let of_rule = self.applied.entry(rule.id).or_insert((rule, Vec::new()));
        of_rule.1.extend(line);
    }

    fn all(&mut self, values: &[Value], depth: u32) -> Option<Vec<Value>> {
        let values = values.iter();
        values.map(|it| self.value_at(*it, depth + 1)).collect()
    }

    fn known(&mut self, node: Node, line: Option<usize>) -> Value {
        match line {
            Some(line) => self.graph.computed(node, line),
            None => self.graph.value(node),
        }
    }
}

/// The operation of a value that a unit computes from words at its place.
fn result(graph: &Graph, value: Value, op: Op, precision: Precision) -> Option<Vec<Value>> {
    match graph.node(value) {
        Node::Result(operation, inputs, _) if graph.is(*operation, op, precision) => {
            Some(inputs.clone())
        }
        _ => None,
    }
}

/// `(x + c) * k` is `x * k + c * k` for a power of two `k`: scaling by it rounds nothing.
fn scaled_sum(
    graph: &mut Graph,
    operation: Operation,
    inputs: &[Value],
    part: u8,
) -> Option<Value> {
    let single = Precision::Single;
    if !graph.is(operation, Op::Mau(MauOp::Vmul), single) {
        return None;
    }
    let [one, other] = *inputs else { return None };
    [(one, other), (other, one)]
        .into_iter()
        .find_map(|(sum, factor)| {
            let scale = power_of_two(graph.bits(factor)?)?;
            let added = result(graph, sum, Op::Mau(MauOp::Vadd), single)?;
            let [first, second] = added[..] else {
                return None;
            };
            [(first, second), (second, first)]
                .into_iter()
                .find_map(|(x, c)| {
                    let product = scaled(graph.bits(c)?, scale)?;
                    let (operation, _) = graph.parsed("fvfma $lr0 $ls0 $lm0 $nowrite")?;
                    let product = graph.value(Node::Bits(product));
                    Some(graph.value(Node::Result(operation, vec![x, factor, product], part)))
                })
        })
}

/// The bits of the mantissa of a single-precision number.
const SINGLE_MANTISSA_BITS: u32 = 23;

/// The exponent of 1.0.
const SINGLE_BIAS: u32 = 127;

/// Exponents of factors at most: with the least exponent of addends, far from numbers that are too small or too large.
const SCALE_MAX: u32 = 32;

/// The exponent of a single-precision number that is a power of two, of 2 or more.
fn power_of_two(bits: u32) -> Option<u32> {
    let exponent = (bits >> SINGLE_MANTISSA_BITS).checked_sub(SINGLE_BIAS)?;
    let is_power = bits.trailing_zeros() >= SINGLE_MANTISSA_BITS;
    (is_power && (1..=SCALE_MAX).contains(&exponent)).then_some(exponent)
}

/// A single-precision number times a power of two, if its exponent is between -64 and 64: then its sum with any number is
/// zero or far from the smallest number.
fn scaled(bits: u32, scale: u32) -> Option<u32> {
    let exponent = bits >> SINGLE_MANTISSA_BITS & 0xff;
    let scale = if is_planted(Wrong::Scale) {
        scale + 1
    } else {
        scale
    };
    (SINGLE_BIAS - 64..=SINGLE_BIAS + 64)
        .contains(&exponent)
        .then(|| bits + (scale << SINGLE_MANTISSA_BITS))
}

/// `x * 2` is `x + x`.
fn double(graph: &mut Graph, operation: Operation, inputs: &[Value], part: u8) -> Option<Value> {
    let [one, other] = *inputs else { return None };
    let (two, text) = match graph.precision(operation, Op::Mau(MauOp::Vmul))? {
        Precision::Half => (0x4000_4000, "hvaddr $lm0v $lm0ve $nowrite"),
        Precision::Single => (0x4000_0000, "fvadd $lm0v $lm0v $nowrite"),
        _ => return None,
    };
    let (x, factor) = match [one, other].map(|it| graph.bits(it) == Some(two)) {
        [_, true] => (one, other),
        [true, _] => (other, one),
        _ => return None,
    };
    let second = if is_planted(Wrong::Double) { factor } else { x };
    let (operation, _) = graph.parsed(text)?;
    Some(graph.value(Node::Result(operation, vec![x, second], part)))
}
