//! The origin of values of registers, and their readers, over branches.
//!
//! A language builds the graph: a node for each statement, with what its operands read and write. An unknown successor, such as
//! a call or the code of another file, ends a path: no value is followed through it.

use std::collections::{BTreeSet, VecDeque};

use mnc2_text::{Highlight, Place};

/// An operand that reads or writes registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Where the operand is in the text.
    pub place: Place,
    /// The registers, as bits that the language numbers.
    pub registers: u128,
    /// Whether it reads them.
    pub reads: bool,
    /// Whether it writes them, after all operands of its statement were read.
    pub writes: bool,
}

impl Touch {
    /// The reads and writes of registers.
    #[must_use]
    pub fn highlights(touches: Vec<Self>, registers: u128) -> Vec<Highlight> {
        let same = touches.into_iter();
        let same = same.filter(|touch| touch.registers & registers != 0);
        let highlight = |touch: Self| Highlight {
            place: touch.place,
            is_write: touch.writes,
        };
        same.map(highlight).collect()
    }
}

/// A statement with what its operands read and write.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its operands that are registers.
    pub touches: Vec<Touch>,
    /// The statements that run next with the same values.
    pub next: Vec<usize>,
    /// Whether it can run next to something that is not known.
    pub is_entry: bool,
}

/// A program as statements that follow each other.
#[derive(Clone, Debug, Default)]
pub struct Dataflow {
    nodes: Vec<Node>,
    before: Vec<Vec<usize>>,
}

/// Maximum number of statements that are searched for an answer; more distant ones are not found.
const VISITS_MAX: usize = 200_000;

/// A statement, and an operand among its touches.
type Operand = (usize, usize);

/// Where the value of an operand comes from.
#[derive(Debug, Default)]
struct Origin {
    /// The writes, in the order of statements.
    writers: BTreeSet<Operand>,
    /// Statements that it comes to from what is not known.
    entries: BTreeSet<usize>,
}

impl Dataflow {
    /// The graph of statements in the order of the text.
    #[must_use]
    pub fn new(nodes: Vec<Node>) -> Self {
        let mut before = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for &next in &node.next {
                if let Some(before) = before.get_mut(next) {
                    before.push(index);
                }
            }
        }
        Self { nodes, before }
    }

    fn touch(&self, (node, touch): Operand) -> &Touch {
        &self.nodes[node].touches[touch]
    }

    /// The operand that contains a place.
    fn at(&self, place: &Place) -> Option<Operand> {
        self.nodes.iter().enumerate().find_map(|(index, node)| {
            let touch = node.touches.iter().position(|touch| {
                touch.place.line == place.line
                    && touch.place.range.start <= place.range.start
                    && place.range.end <= touch.place.range.end
            })?;
            Some((index, touch))
        })
    }

    /// The writes whose value the operand at a place has, on any path; itself if it only writes.
    #[must_use]
    pub fn definitions(&self, place: &Place) -> Vec<Place> {
        let Some(operand) = self.at(place) else {
            return Vec::new();
        };
        self.places(&self.origin(operand).writers)
    }

    /// The reads of the value of the operand at a place, regardless of where it is written.
    #[must_use]
    pub fn uses(&self, place: &Place) -> Vec<Place> {
        let Some(operand) = self.at(place) else {
            return Vec::new();
        };
        let wanted = self.touch(operand).registers;
        let origin = self.origin(operand);
        let mut open = VecDeque::new();
        for &writer in &origin.writers {
            let registers = self.touch(writer).registers & wanted;
            open.extend(self.nodes[writer.0].next.iter().map(|&it| (it, registers)));
        }
        // A value from before everything that is known.
        if origin.writers.is_empty() {
            open.extend(origin.entries.iter().map(|&entry| (entry, wanted)));
        }
        self.places(&self.readers(open))
    }

    /// All operands, in the order of statements.
    #[must_use]
    pub fn into_touches(self) -> Vec<Touch> {
        self.nodes.into_iter().flat_map(|it| it.touches).collect()
    }

    fn places(&self, operands: &BTreeSet<Operand>) -> Vec<Place> {
        let places = operands
            .iter()
            .map(|&operand| self.touch(operand).place.clone());
        places.collect()
    }

    /// Where the value of an operand comes from.
    fn origin(&self, operand: Operand) -> Origin {
        let mut origin = Origin::default();
        let touch = self.touch(operand);
        if !touch.reads {
            origin.writers.insert(operand);
            return origin;
        }
        let mut seen = vec![0_u128; self.nodes.len()];
        // Registers that are wanted at the beginning of a statement.
        let mut open = VecDeque::from([(operand.0, touch.registers)]);
        let mut visits = 0;
        while let Some((node, wanted)) = open.pop_front() {
            let wanted = wanted & !seen[node];
            visits += 1;
            if wanted == 0 || visits > VISITS_MAX {
                continue;
            }
            seen[node] |= wanted;
            if self.nodes[node].is_entry || self.before[node].is_empty() {
                origin.entries.insert(node);
            }
            for &before in &self.before[node] {
                let mut rest = wanted;
                for (index, touch) in self.nodes[before].touches.iter().enumerate() {
                    if touch.writes && touch.registers & wanted != 0 {
                        origin.writers.insert((before, index));
                        rest &= !touch.registers;
                    }
                }
                open.push_back((before, rest));
            }
        }
        origin
    }

    /// The reads that values reach which registers have at the beginning of some statements.
    fn readers(&self, mut open: VecDeque<(usize, u128)>) -> BTreeSet<Operand> {
        let mut found = BTreeSet::new();
        let mut seen = vec![0_u128; self.nodes.len()];
        let mut visits = 0;
        while let Some((node, registers)) = open.pop_front() {
            let mut registers = registers & !seen[node];
            visits += 1;
            if registers == 0 || visits > VISITS_MAX {
                continue;
            }
            seen[node] |= registers;
            for (index, touch) in self.nodes[node].touches.iter().enumerate() {
                if touch.reads && touch.registers & registers != 0 {
                    found.insert((node, index));
                }
            }
            for touch in self.nodes[node].touches.iter().filter(|it| it.writes) {
                registers &= !touch.registers;
            }
            open.extend(self.nodes[node].next.iter().map(|&it| (it, registers)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: usize) -> Place {
        Place {
            line: line as u32,
            range: 0..1,
        }
    }

    /// A statement on each line: the registers that it reads and writes, and what runs next.
    fn flow(lines: &[(&str, &[usize])]) -> Dataflow {
        let nodes = lines.iter().enumerate().map(|(line, (touch, next))| {
            let registers = touch.bytes().filter(u8::is_ascii_digit);
            let touches = vec![Touch {
                place: place(line),
                registers: registers.map(|digit| 1 << (digit - b'0')).sum(),
                reads: touch.contains('r'),
                writes: touch.contains('w'),
            }];
            Node {
                touches,
                next: next.to_vec(),
                is_entry: false,
            }
        });
        Dataflow::new(nodes.collect())
    }

    fn lines(places: &[Place]) -> Vec<u32> {
        places.iter().map(|place| place.line).collect()
    }

    #[test]
    fn a_value_goes_round_a_loop() {
        // 0: write; 1: accumulate; 2: branch to 1; 3: read.
        let flow = flow(&[("w1", &[1]), ("rw1", &[2]), ("", &[1, 3]), ("r1", &[])]);
        assert_eq!(lines(&flow.definitions(&place(1))), [0, 1]);
        assert_eq!(lines(&flow.uses(&place(0))), [1]);
        assert_eq!(lines(&flow.definitions(&place(3))), [1]);
        assert_eq!(lines(&flow.uses(&place(3))), [1, 3]);
    }

    #[test]
    fn both_arms_are_definitions_and_one_register_of_a_group_is_enough() {
        let flow = flow(&[("w2", &[1, 2]), ("w12", &[3]), ("w1", &[3]), ("r123", &[])]);
        assert_eq!(lines(&flow.definitions(&place(3))), [0, 1, 2]);
        assert_eq!(lines(&flow.uses(&place(2))), [3]);
    }

    #[test]
    fn a_value_from_outside_is_read_up_to_the_first_write() {
        let flow = flow(&[("r1", &[1]), ("r1", &[2]), ("w1", &[3]), ("r1", &[])]);
        assert_eq!(lines(&flow.definitions(&place(1))), Vec::<u32>::new());
        assert_eq!(lines(&flow.uses(&place(1))), [0, 1]);
    }
}
