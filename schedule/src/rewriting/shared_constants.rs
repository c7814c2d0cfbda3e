//! Two constants of which only some bits count, as one: it has the bits that count of each.
//!
//! Of a mask the bits do not count where the other number has none, and of the number that a word is shifted by only the last
//! ones do. The constant is loaded once, and read in place of both.

use super::bits::demanded::demanded_bits;
use super::graph::{Graph, Node, Value};
use super::value_numbering::Followed;
use crate::planted::{Wrong, is_planted};

/// A constant that others are a part of.
struct Shared {
    bits: u32,
    /// The bits that count.
    demanded: u32,
    members: Vec<Value>,
}

impl Shared {
    /// Whether both have the same bits where the bits of both count.
    const fn agrees(&self, bits: u32, demanded: u32) -> bool {
        (self.bits ^ bits) & self.demanded & demanded == 0
    }
}

/// A run with fewer constants, and the lines whose constants it replaces; `None` if no two constants can be shared.
pub(super) fn shared(run: &Followed) -> Option<(Followed, Vec<usize>)> {
    let all = all_shared(run);
    if all.is_empty() {
        return None;
    }
    let mut graph = run.graph.clone();
    let mut now: Vec<Value> = (0..graph.nodes.len() as Value).collect();
    for shared in all {
        let value = graph.value(Node::Bits(shared.bits));
        for member in shared.members {
            now[member as usize] = value;
        }
    }
    let lines = replace(&mut graph, &mut now);
    let needed = run
        .needed
        .iter()
        .map(|(word, value)| (*word, now[*value as usize]));
    let run = Followed {
        needed: needed.collect(),
        graph,
        ..run.clone()
    };
    Some((run, lines))
}

/// The constants that are several. A constant of which more bits count is first; zero needs no place of its own.
fn all_shared(run: &Followed) -> Vec<Shared> {
    let demanded = demanded_bits(&run.graph, run.needed.values().copied());
    let mut constants: Vec<(Value, u32, u32)> = (0..)
        .zip(&demanded)
        .filter_map(|(value, demanded)| {
            let bits = run.graph.bits(value).filter(|it| *it != 0)?;
            let counted = (*demanded)?;
            Some((
                value,
                bits,
                if is_planted(Wrong::Undemanded) {
                    counted & counted << 1
                } else {
                    counted
                },
            ))
        })
        .collect();
    constants.sort_by_key(|(value, _, demanded)| (demanded.count_zeros(), *value));
    let mut all: Vec<Shared> = Vec::new();
    for (value, bits, demanded) in constants {
        match all.iter_mut().find(|it| it.agrees(bits, demanded)) {
            Some(shared) => {
                let added = demanded & !shared.demanded;
                shared.bits = shared.bits & !added | bits & added;
                shared.demanded |= demanded;
                shared.members.push(value);
            }
            None => all.push(Shared {
                bits,
                demanded,
                members: vec![value],
            }),
        }
    }
    all.retain(|it| it.members.len() > 1);
    all
}

/// Makes each value anew whose inputs are others now; the lines that compute them.
fn replace(graph: &mut Graph, now: &mut [Value]) -> Vec<usize> {
    let mut lines = Vec::new();
    for value in 0..now.len() as Value {
        let is_now = |it: &Value| now[*it as usize];
        let node = match graph.node(value).clone() {
            Node::Result(operation, inputs, part) => {
                Node::Result(operation, inputs.iter().map(is_now).collect(), part)
            }
            Node::Flags(operation, inputs) => {
                Node::Flags(operation, inputs.iter().map(is_now).collect())
            }
            Node::Select(flags, new, old) => {
                let [flags, new, old] = [flags, new, old].each_ref().map(is_now);
                Node::Select(flags, new, old)
            }
            Node::Start(_) | Node::Bits(_) | Node::Constant(..) => continue,
        };
        if node == *graph.node(value) {
            continue;
        }
        now[value as usize] = match graph.line(value) {
            Some(line) => {
                lines.push(line);
                graph.computed(node, line)
            }
            None => graph.value(node),
        };
    }
    lines
}
