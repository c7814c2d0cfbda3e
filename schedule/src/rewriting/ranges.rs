//! Values computed by fewer operations, for the inputs in the ranges of a testcase.
//!
//! A value that follows from one input with a range is a table: its bits for each number of the range, computed by the emulator's
//! units. Another way to compute it is right if it has the same table.

mod remainders;
mod tables;

use std::collections::{BTreeMap, HashMap};

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_isa::{Op, Precision};

use self::tables::Tables;
use super::algebra::Improved;
use super::graph::{Node, Operation, Value};
use super::value_numbering::Followed;
use crate::planted::{Wrong, is_planted};
use crate::rules::{self, RewriteRule};

/// Maximum depth of operations.
const DEPTH_MAX: u32 = 256;

/// Times that an operation is left out of a value.
const ROUNDS_MAX: u32 = 16;

/// The first run of a testcase's solution with fewer operations; `None` if no rule applies.
pub(super) fn improved(run: &Followed, ranges: &InputRanges) -> Option<Improved> {
    if ranges.count() == 0 {
        return None;
    }
    let mut shortener = Shortener {
        tables: Tables::new(run.graph.clone(), ranges),
        done: HashMap::new(),
        applied: BTreeMap::new(),
    };
    let mut needed = run.needed.clone();
    for value in needed.values_mut() {
        *value = shortener.value(*value, 0)?;
    }
    let graph = shortener.tables.graph;
    let mut kept = run.kept.clone();
    needed.retain(|word, value| {
        let stays = graph.bits(*value) == Some(0) && run.starts_with_zero(*word);
        if stays {
            kept.insert(*word);
        }
        !stays
    });
    (!shortener.applied.is_empty()).then(|| Improved {
        run: Followed {
            graph,
            needed,
            kept,
            ..run.clone()
        },
        applied: shortener.applied,
    })
}

struct Shortener<'a> {
    tables: Tables<'a>,
    done: HashMap<Value, Value>,
    applied: BTreeMap<&'static str, (&'static RewriteRule, Vec<usize>)>,
}

impl Shortener<'_> {
    /// The value with all rules applied to it and to what it is computed from; `None` if that is too deep.
    fn value(&mut self, value: Value, depth: u32) -> Option<Value> {
        if let Some(&done) = self.done.get(&value) {
            return Some(done);
        }
        if depth > DEPTH_MAX {
            return None;
        }
        let mut found = value;
        for _ in 0..ROUNDS_MAX {
            let Some((rule, other)) = self.shorter(found) else {
                break;
            };
            let line = self.tables.graph.line(value);
            let of_rule = self.applied.entry(rule.id).or_insert((rule, Vec::new()));
            of_rule.1.extend(line);
            found = other;
        }
        if found == value
            && let Node::Result(operation, inputs, part) = self.tables.graph.node(value).clone()
        {
            let inputs: Option<Vec<Value>> =
                inputs.iter().map(|it| self.value(*it, depth + 1)).collect();
            let node = Node::Result(operation, inputs?, part);
            found = match self.tables.graph.line(value) {
                Some(line) => self.tables.graph.computed(node, line),
                None => self.tables.graph.value(node),
            };
        }
        self.done.insert(value, found);
        Some(found)
    }

    /// A value that is the same for all numbers of the range, by fewer operations.
    fn shorter(&mut self, value: Value) -> Option<(&'static RewriteRule, Value)> {
        let Node::Result(operation, inputs, part) = self.tables.graph.node(value).clone() else {
            return None;
        };
        let table = self.tables.table(value)?;
        if let Some(bits) = table.constant() {
            return Some((&rules::RANGES, self.tables.graph.value(Node::Bits(bits))));
        }
        if let Some(found) = remainders::remainder(&mut self.tables, value, &table) {
            return Some((&rules::REMAINDERS, found));
        }
        if let Some(known) = inputs.iter().find(|it| self.is_alike(value, **it)) {
            return Some((&rules::RANGES, *known));
        }
        let line = self.tables.graph.line(value);
        for (position, input) in inputs.iter().enumerate() {
            let Node::Result(_, below, _) = self.tables.graph.node(*input).clone() else {
                continue;
            };
            for other in below {
                let mut inputs = inputs.clone();
                inputs[position] = other;
                let node = Node::Result(operation, inputs, part);
                if let Some(other) = self.if_alike(value, node, line) {
                    return Some((&rules::RANGES, other));
                }
            }
        }
        let single = self.on_single_words(operation, &inputs, part)?;
        let other = self.if_alike(value, single, line)?;
        Some((&rules::RANGES, other))
    }

    /// The operation on single words that an operation on long integers is, if no bit comes from the other word.
    fn on_single_words(
        &mut self,
        operation: Operation,
        inputs: &[Value],
        part: u8,
    ) -> Option<Node> {
        let expression = &self.tables.graph.operations[operation as usize].expression;
        let spelling = expression.spelling;
        let is_plain = matches!(expression.op, Op::Alu(_))
            && spelling.precision == Some(Precision::LongInteger)
            && inputs.len() == 2 * expression.inputs.len();
        let stem = spelling.text.strip_prefix('l').filter(|_| is_plain)?;
        let operands = ["$lm0v ", "$lr0v "][..expression.inputs.len()].concat();
        let (operation, _) = self
            .tables
            .graph
            .parsed(&format!("i{stem} {operands}$nowrite"))?;
        let words = inputs.iter().skip(usize::from(part)).step_by(2);
        Some(Node::Result(operation, words.copied().collect(), 0))
    }

    fn is_alike(&mut self, one: Value, other: Value) -> bool {
        match (self.tables.table(one), self.tables.table(other)) {
            (Some(one), Some(other)) => one.is_alike(&other, is_planted(Wrong::Range)),
            _ => false,
        }
    }

    /// A value, if it is the same as another one.
    fn if_alike(&mut self, value: Value, node: Node, line: Option<usize>) -> Option<Value> {
        let other = match line {
            Some(line) => self.tables.graph.computed(node, line),
            None => self.tables.graph.value(node),
        };
        (other != value && self.is_alike(value, other)).then_some(other)
    }
}
