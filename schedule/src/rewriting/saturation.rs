//! Integers by fewer operations: all expressions that rows of a table make equal are kept side by side (equality saturation,
//! with the library `egg`), and the cheapest one is taken.
//!
//! A needed number is an expression down to what is not an integer operation, up to a limit. Neighbouring words have equal
//! expressions but for their leaves; each expression is searched once, so that they get the same form and are long words still.

mod cone;
pub(super) mod expression;
pub(super) mod known_bits;
pub(super) mod search;
pub(super) mod table;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use egg::RecExpr;
use mnc2_isa::Constant;

use self::cone::{Cone, Form, Inside, Number};
use self::expression::{Function, Head, Term, extended};
use self::search::{Cheaper, Problem};
use super::algebra::{AppliedRules, Improved};
use super::graph::{Graph, Node, Operation, Value, constant_name};
use super::value_numbering::Followed;

/// Operations of an expression that is searched.
const OPERATIONS_MAX: usize = 16;

/// Maximum depth of expressions that are searched one in another.
const DEPTH_MAX: u32 = 256;

/// A run whose integers are computed by fewer operations; `None` if there are none.
pub(super) fn improved(run: &Followed) -> Option<Improved> {
    let mut saturation = Saturation::new(run);
    let mut needed = run.needed.clone();
    for value in needed.values_mut() {
        *value = saturation.word(*value, 0)?;
    }
    (!saturation.applied.is_empty()).then(|| Improved {
        run: Followed {
            graph: saturation.graph,
            needed,
            ..run.clone()
        },
        applied: saturation.applied,
    })
}

struct Saturation {
    graph: Graph,
    /// What words are after all rules.
    done: HashMap<Value, Value>,
    /// The nodes that read a value; needed words have [`NEEDED`].
    readers: HashMap<Value, Vec<Value>>,
    /// Results of operations whose flags are read: these are computed in any case.
    flagged: HashSet<Value>,
    /// The numbers that the run loads.
    loaded: Vec<i64>,
    found: HashMap<Problem, Option<Rc<Cheaper>>>,
    applied: AppliedRules,
}

/// In place of a node, what is needed after the run.
const NEEDED: Value = Value::MAX;

impl Saturation {
    fn new(run: &Followed) -> Self {
        let mut new = Self {
            graph: run.graph.clone(),
            done: HashMap::new(),
            readers: HashMap::new(),
            flagged: HashSet::new(),
            loaded: Vec::new(),
            found: HashMap::new(),
            applied: AppliedRules::new(),
        };
        let mut next: Vec<(Value, Value)> =
            run.needed.values().map(|value| (NEEDED, *value)).collect();
        while let Some((reader, value)) = next.pop() {
            let readers = new.readers.entry(value).or_default();
            let is_new = readers.is_empty();
            readers.push(reader);
            if is_new {
                new.read(value);
                next.extend(inputs(run.graph.node(value)).map(|it| (value, it)));
            }
        }
        new.loaded.sort_unstable();
        new.loaded.dedup();
        new
    }

    /// Notes what a value means for those that are searched.
    fn read(&mut self, value: Value) {
        match self.graph.node(value) {
            Node::Bits(bits) => self.loaded.push(i64::from(*bits as i32)),
            Node::Flags(operation, inputs) => {
                let results = [0, 1].map(|part| Node::Result(*operation, inputs.clone(), part));
                let known = results.iter().filter_map(|it| self.graph.known(it));
                self.flagged.extend(known);
            }
            Node::Start(_) | Node::Constant(..) | Node::Result(..) | Node::Select(..) => {}
        }
    }

    /// A word by fewer operations; `None` if expressions are too deep.
    fn word(&mut self, value: Value, depth: u32) -> Option<Value> {
        if let Some(done) = self.done.get(&value) {
            return Some(*done);
        }
        if depth > DEPTH_MAX {
            return None;
        }
        if let Some(number) = self.number_of(value) {
            self.number(&number, depth)?;
            return self.done.get(&value).copied();
        }
        let node = self.graph.node(value).clone();
        let mut words = Vec::new();
        for input in inputs(&node) {
            words.push(self.word(input, depth + 1)?);
        }
        let made = self.made(with_inputs(node, words), value);
        if self.flagged.contains(&value) {
            self.flagged.insert(made);
        }
        self.done.insert(value, made);
        self.done.insert(made, made);
        Some(made)
    }

    /// The number that a word is, or is a part of, if an integer operation computes it.
    fn number_of(&self, value: Value) -> Option<Number> {
        let whole = match self.graph.node(value) {
            Node::Result(operation, inputs, _) if inputs.len() > 1 => {
                let part = |part| {
                    self.graph
                        .known(&Node::Result(*operation, inputs.clone(), part))
                };
                part(1).map(|second| Some(vec![part(0)?, second]))
            }
            _ => None,
        };
        let number = whole.unwrap_or_else(|| Some(vec![value]))?;
        matches!(self.form(&number), Form::Applied(..)).then_some(number)
    }

    /// What a number is in an expression. A result whose flags are read is a leaf, because the operation stays.
    fn form(&self, number: &Number) -> Form {
        let mut words = number.iter().map(|it| self.bits(*it));
        let known = words.try_fold(0, |number, word| {
            Some(number << u32::BITS | u64::from(word?))
        });
        if let Some(known) = known {
            let is_constant = |it: &Value| matches!(self.graph.node(*it), Node::Constant(..));
            return Form::Known {
                number: extended(known, u32::BITS * number.len() as u32),
                is_free: number.iter().all(is_constant),
            };
        }
        if number.iter().any(|it| self.flagged.contains(it)) {
            return Form::Leaf;
        }
        self.applied(number).unwrap_or(Form::Leaf)
    }

    /// The bits of a word, if they are known.
    fn bits(&self, value: Value) -> Option<u32> {
        match self.graph.node(value) {
            Node::Bits(bits) => Some(*bits),
            Node::Constant(name, word) => {
                let is_it = |it: &u32| *name == constant_name(Constant::Msb1, *it);
                let element = [16, 32, 64].into_iter().find(is_it)?;
                Some(match (element, word) {
                    (16, _) => 0x8000_8000,
                    (64, 1) => 0,
                    _ => 0x8000_0000,
                })
            }
            Node::Start(_) | Node::Result(..) | Node::Flags(..) | Node::Select(..) => None,
        }
    }

    /// The function that computes a number, and the numbers that it is computed from.
    fn applied(&self, number: &[Value]) -> Option<Form> {
        let bits = u32::BITS * number.len() as u32;
        match self.graph.node(number[0]) {
            Node::Result(operation, inputs, 0) => {
                let expression = &self.graph.operations[*operation as usize].expression;
                let function = Function::from_expression(expression, bits)?;
                let is_part = |(part, word): (u8, &Value)| {
                    let node = Node::Result(*operation, inputs.clone(), part);
                    *self.graph.node(*word) == node
                };
                let is_whole = (0..).zip(number).all(is_part);
                let numbers = inputs.chunks(number.len()).map(<[Value]>::to_vec);
                is_whole.then(|| Form::Applied(function, numbers.collect()))
            }
            Node::Select(flags, ..) => {
                let mut parts = [Vec::new(), Vec::new()];
                for word in number {
                    let Node::Select(own, new, old) = self.graph.node(*word) else {
                        return None;
                    };
                    if own != flags {
                        return None;
                    }
                    parts[0].push(*new);
                    parts[1].push(*old);
                }
                let [new, old] = parts;
                Some(Form::Applied(
                    Function::Select,
                    vec![vec![*flags], new, old],
                ))
            }
            Node::Result(..)
            | Node::Start(_)
            | Node::Bits(_)
            | Node::Constant(..)
            | Node::Flags(..) => None,
        }
    }

    /// Computes a number that an integer operation computes by fewer operations.
    fn number(&mut self, number: &[Value], depth: u32) -> Option<()> {
        let cone = self.cone(&number.to_vec(), depth)?;
        let problem = &cone.problem;
        if !self.found.contains_key(problem) {
            let found = problem.cheaper(&self.loaded).map(Rc::new);
            self.found.insert(problem.clone(), found);
        }
        let made = match self.found[problem].clone() {
            Some(cheaper) => {
                for rule in &cheaper.families {
                    let of_rule = self.applied.entry(rule.id).or_insert((*rule, Vec::new()));
                    let lines = number.iter().filter_map(|it| self.graph.line(*it));
                    of_rule.1.extend(lines);
                }
                self.written(&cone, &cheaper.expression, number, depth)?
            }
            None => self.as_it_was(&cone, depth)?,
        };
        for (value, made) in number.iter().zip(made) {
            self.done.insert(*value, made);
            self.done.insert(made, made);
        }
        Some(())
    }

    /// The expression of a number. Where it is cut, what is below is computed by fewer operations first, which may leave so few
    /// of them that they are part of it.
    fn cone(&mut self, number: &Number, depth: u32) -> Option<Cone> {
        let mut inside = Inside::new(number);
        for cut in inside.expand(OPERATIONS_MAX, |it| self.form(it)) {
            let words = cut.iter().map(|it| self.word(*it, depth + 1));
            let words = words.collect::<Option<Number>>()?;
            inside.replace(cut, words);
        }
        inside.expand(2 * OPERATIONS_MAX, |it| self.form(it));
        let words = inside.words();
        let is_read = |value: &Value| {
            let mut readers = self.readers.get(value).into_iter().flatten();
            readers.any(|it| !words.contains(it))
        };
        let is_kept = |it: &Number| it.iter().any(is_read);
        Some(inside.cone(number, |it| self.form(it), is_kept))
    }

    /// The words of an expression.
    fn written(
        &mut self,
        cone: &Cone,
        expression: &RecExpr<Term>,
        number: &[Value],
        depth: u32,
    ) -> Option<Number> {
        let (count, bits) = (number.len(), cone.problem.bits);
        let mut numbers: Vec<Number> = Vec::new();
        for term in expression {
            let inputs = term.inputs.iter().map(|it| &numbers[usize::from(*it)]);
            let made = match term.head {
                Head::Leaf(leaf) => {
                    let leaf = &cone.leaves[leaf as usize];
                    let words = leaf.iter().map(|it| self.word(*it, depth + 1));
                    words.collect::<Option<Number>>()?
                }
                Head::Number(known) => match cone.known.get(&known) {
                    Some(words) => words.clone(),
                    None => words_of(known, bits)
                        .map(|it| self.graph.value(Node::Bits(it)))
                        .collect(),
                },
                Head::Apply(function) => {
                    let inputs: Vec<Number> = inputs.cloned().collect();
                    let operation = match function.line(bits) {
                        Some(line) => Some(self.graph.parsed(&line)?.0),
                        None => None,
                    };
                    let nodes = (0..count).map(|part| node(operation, &inputs, part));
                    let nodes: Vec<Node> = nodes.collect();
                    let nodes = nodes.into_iter().zip(number);
                    nodes.map(|(node, own)| self.made(node, *own)).collect()
                }
            };
            numbers.push(made);
        }
        numbers.pop()
    }

    /// The words of an expression that stays, from other leaves.
    fn as_it_was(&mut self, cone: &Cone, depth: u32) -> Option<Number> {
        for leaf in &cone.leaves {
            for word in leaf {
                self.word(*word, depth + 1)?;
            }
        }
        for number in &cone.numbers {
            for value in number {
                if self.done.contains_key(value) {
                    continue;
                }
                let node = self.graph.node(*value).clone();
                let words = inputs(&node).map(|it| self.done.get(&it).copied().unwrap_or(it));
                let words = words.collect();
                let made = self.made(with_inputs(node, words), *value);
                self.done.insert(*value, made);
            }
        }
        let words = cone.numbers.last()?.iter();
        words.map(|it| self.done.get(it).copied()).collect()
    }

    /// A node with the line of a value that it replaces.
    fn made(&mut self, node: Node, replaced: Value) -> Value {
        if let Some(known) = self.graph.known(&node) {
            return known;
        }
        match self.graph.line(replaced) {
            Some(line) => self.graph.computed(node, line),
            None => self.graph.value(node),
        }
    }
}

/// What a word of a result is; without an operation it is chosen by flags.
fn node(operation: Option<Operation>, inputs: &[Number], part: usize) -> Node {
    match operation {
        Some(operation) => Node::Result(operation, inputs.concat(), part as u8),
        None => Node::Select(inputs[0][0], inputs[1][part], inputs[2][part]),
    }
}

/// The words of a number, the most significant first.
pub(super) fn words_of(number: i64, bits: u32) -> impl Iterator<Item = u32> {
    let words = (0..bits / u32::BITS).rev();
    words.map(move |it| (number >> (u32::BITS * it)) as u32)
}

fn inputs(node: &Node) -> impl Iterator<Item = Value> + use<> {
    let found = match node {
        Node::Start(_) | Node::Bits(_) | Node::Constant(..) => Vec::new(),
        Node::Result(_, inputs, _) | Node::Flags(_, inputs) => inputs.clone(),
        Node::Select(flags, new, old) => vec![*flags, *new, *old],
    };
    found.into_iter()
}

fn with_inputs(node: Node, words: Vec<Value>) -> Node {
    match node {
        Node::Start(_) | Node::Bits(_) | Node::Constant(..) => node,
        Node::Result(operation, _, part) => Node::Result(operation, words, part),
        Node::Flags(operation, _) => Node::Flags(operation, words),
        Node::Select(..) => Node::Select(words[0], words[1], words[2]),
    }
}
