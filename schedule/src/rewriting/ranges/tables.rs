//! The bits of values for each number of the range of the input that they follow from.

use std::collections::HashMap;
use std::rc::Rc;

use mnc2_dataflow::input_ranges::InputRanges;

use crate::lane_values::{LANES, Values};
use crate::operations::{INPUTS_MAX, Instruction};
use crate::rewriting::grain::Grain;
use crate::rewriting::graph::{Graph, Node, Operation, Value, Word};
use crate::values::MEMORIES;

/// Maximum depth of operations.
const DEPTH_MAX: u32 = 256;

/// The bits of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    /// The input that it follows from; `None` if it is a constant.
    pub(super) input: Option<Word>,
    /// For each number of the input's range; once for a constant.
    pub(super) bits: Vec<u32>,
}

impl Table {
    /// The bits, if they are the same for all numbers.
    pub(super) fn constant(&self) -> Option<u32> {
        let first = *self.bits.first()?;
        self.bits.iter().all(|it| *it == first).then_some(first)
    }

    fn number(&self, index: usize) -> u32 {
        self.bits[index.min(self.bits.len() - 1)]
    }

    /// Whether two values of one input are the same, for all numbers or for all but the last.
    pub(super) fn is_alike(&self, other: &Self, without_last: bool) -> bool {
        let count = self.bits.len().max(other.bits.len()) - usize::from(without_last);
        let is_of_one = match (self.input, other.input) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        is_of_one && (0..count).all(|it| self.number(it) == other.number(it))
    }
}

/// The tables of the values of a graph.
pub(super) struct Tables<'a> {
    pub(super) graph: Graph,
    ranges: &'a InputRanges,
    known: HashMap<Value, Option<Rc<Table>>>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(graph: Graph, ranges: &'a InputRanges) -> Self {
        Self {
            graph,
            ranges,
            known: HashMap::new(),
        }
    }

    /// The table of a value; `None` if it follows from more than one input, or from one without a range.
    pub(super) fn table(&mut self, value: Value) -> Option<Rc<Table>> {
        self.table_at(value, 0)
    }

    /// The smallest number of an input.
    pub(super) fn first(&self, word: Word) -> Option<i32> {
        let range = self.ranges.find(MEMORIES[word.memory], word.address)?;
        Some(range.first)
    }

    fn table_at(&mut self, value: Value, depth: u32) -> Option<Rc<Table>> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        if depth > DEPTH_MAX {
            return None;
        }
        let found = match self.graph.node(value).clone() {
            Node::Bits(bits) => Some(Table {
                input: None,
                bits: vec![bits],
            }),
            Node::Start(word) => self.start(word),
            Node::Result(operation, inputs, part) => {
                let inputs = inputs.iter().map(|it| self.table_at(*it, depth + 1));
                let inputs: Option<Vec<Rc<Table>>> = inputs.collect();
                inputs.and_then(|it| self.applied(operation, &it, part))
            }
            Node::Constant(..) | Node::Flags(..) | Node::Select(..) => None,
        };
        let found = found.map(Rc::new);
        self.known.insert(value, found.clone());
        found
    }

    fn start(&self, word: Word) -> Option<Table> {
        let range = self.ranges.find(MEMORIES[word.memory], word.address)?;
        let count = range.count();
        Some(Table {
            input: (count > 1).then_some(word),
            bits: (0..count).map(|it| range.bits(it)).collect(),
        })
    }

    fn applied(&self, operation: Operation, inputs: &[Rc<Table>], part: u8) -> Option<Table> {
        let described = &self.graph.operations[operation as usize];
        let instruction = Instruction::from_expression(&described.expression)?;
        let mut words = inputs.iter().filter_map(|it| it.input);
        let input = words.next();
        if words.any(|it| Some(it) != input) {
            return None;
        }
        let count = inputs.iter().map(|it| it.bits.len()).max()?;
        let lanes = count.next_multiple_of(LANES);
        let in_operand = match described.grain {
            Grain::Word => 1,
            Grain::Long => 2,
        };
        let mut operands = [(); INPUTS_MAX].map(|()| Values::new(false));
        for (index, operand) in operands.iter_mut().enumerate() {
            operand.resize(lanes);
            let own = inputs.chunks(in_operand).nth(index);
            let Some([first, .., second] | [first @ second]) = own else {
                continue;
            };
            for (lane, long) in operand.most.iter_mut().enumerate() {
                *long = u64::from(first.number(lane)) << 32 | u64::from(second.number(lane));
            }
        }
        let mut inverted = [(); INPUTS_MAX].map(|()| Values::new(false));
        let mut output = Values::new(false);
        instruction.execute(
            operands.each_ref().map(Values::view),
            &mut inverted,
            &mut output,
            &mut [],
        );
        let shift = if part == 0 { 32 } else { 0 };
        let bits = output.most.iter().take(count);
        Some(Table {
            input,
            bits: bits.map(|it| (it >> shift) as u32).collect(),
        })
    }
}
