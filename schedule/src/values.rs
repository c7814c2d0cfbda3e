//! The values that a program holds in LM and GRF, and in L1BM and L2BM: where each is, from when to when, and which operands name it.
//!
//! A *web* is what must have one place: a write, the reads that it reaches, the other writes that reach those, and so on. A web
//! may move if all of it is in the region, the text alone gives its addresses, and nothing of it is left at the end in a place
//! that is compared.

mod occupied;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use mnc2_equal::Places;
use mnc2_isa::Memory;
use mnc2_program::access::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use mnc2_program::{Addressing, Operand, OperandKind, Program, Statement, access, render};
use mnc2_text::LineRange;

use crate::draft::Draft;

pub(crate) use self::occupied::{FREE_LINES_MAX, Occupied};

/// The memories whose places can be changed, the memories of the PEs first.
pub(crate) const MEMORIES: [Memory; 6] = [
    Memory::Lm0,
    Memory::Lm1,
    Memory::Grf0,
    Memory::Grf1,
    Memory::L1bm,
    Memory::L2bm,
];

/// The number of [`MEMORIES`] in the PEs. A value can move from any of these to any other.
pub(crate) const PE_MEMORIES: usize = 4;

/// Values of L1BM and L2BM move by multiples of this: where else a transfer may begin depends on its instruction.
const BLOCK_LONG_WORDS: u32 = 64;

/// Before all lines.
const START: i64 = -1;

/// After all lines.
pub(crate) const END: i64 = i64::MAX;

/// An operand of the region, by its place in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mention {
    pub(crate) line: usize,
    pub(crate) expression: usize,
    pub(crate) is_output: bool,
    pub(crate) position: usize,
}

impl Mention {
    /// The operand at this position, if there is one.
    pub(crate) fn operand(self, program: &Program) -> Option<&Operand> {
        let step = program.line(self.line)?.step()?;
        let part = step.expressions.get(self.expression)?;
        let operands = if self.is_output {
            &part.outputs
        } else {
            &part.inputs
        };
        operands.get(self.position)
    }
}

/// A value in a word, from the write to the last read. Times count half lines: a line reads before it writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stay {
    /// An index into [`MEMORIES`].
    pub(crate) memory: usize,
    pub(crate) word: u32,
    pub(crate) first: i64,
    pub(crate) last: i64,
    /// An index into [`Values::webs`].
    pub(crate) web: usize,
}

/// A read or a write of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// An index into [`Values::stays`].
    pub(crate) stay: u32,
    pub(crate) time: i64,
}

/// Uses of values that must have one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Web {
    pub(crate) stays: Vec<Stay>,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) is_pinned: bool,
    /// Addresses are multiples of this.
    pub(crate) unit: u32,
}

/// The values of a program.
pub(crate) struct Values {
    /// The webs, in the order of the first use.
    pub(crate) webs: Vec<Web>,
    /// Every value in every word.
    pub(crate) stays: Vec<Stay>,
    /// What happens to the values; what happens to one of them is in the order of time.
    pub(crate) uses: Vec<Use>,
}

impl Values {
    /// The values of a program in the first of [`MEMORIES`]; some places count at the end.
    pub(crate) fn new(draft: &Draft, places: &Places, memories: usize) -> Self {
        let mut follower = Follower::new(&MEMORIES[..memories]);
        let program = &draft.program;
        let walked = access::walk(program, |number, _, accesses| {
            let statement = program
                .line(number)
                .and_then(|line| line.statement.as_ref());
            if let Some(statement) = statement {
                follower.line(draft, number, statement, accesses);
            }
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walked.is_continue());
        for (memory, &name) in MEMORIES[..memories].iter().enumerate() {
            for place in places.at_end.iter().filter(|it| it.memory == name) {
                let size = Store::Memory(name).words();
                let first = place.first.min(size);
                for word in first..first + place.count.min(size - first) {
                    follower.read(memory, word, END, None);
                }
            }
        }
        follower.values()
    }
}

/// The values so far.
struct Follower {
    /// The parents of a union-find structure; a node for each access, and for each word that is read as it was.
    parents: Vec<usize>,
    mentions: Vec<Option<(Mention, u32)>>,
    is_pinned: Vec<bool>,
    /// The content of each word of each memory, as an index into the stays.
    now: Vec<Vec<Option<u32>>>,
    /// Their `web` is a node until all are known.
    stays: Vec<Stay>,
    uses: Vec<Use>,
}

impl Follower {
    /// Nothing yet of some memories.
    fn new(memories: &[Memory]) -> Self {
        let words = |memory: &Memory| Store::Memory(*memory).words() as usize;
        Self {
            parents: Vec::new(),
            mentions: Vec::new(),
            is_pinned: Vec::new(),
            now: memories.iter().map(|it| vec![None; words(it)]).collect(),
            stays: Vec::new(),
            uses: Vec::new(),
        }
    }

    fn line(&mut self, draft: &Draft, number: usize, statement: &Statement, all: &Accesses) {
        let time = 2 * number as i64;
        for access in all.list() {
            let memory = MEMORIES[..self.now.len()]
                .iter()
                .position(|&it| access.store == Store::Memory(it));
            let (Some(memory), AccessRole::Data) = (memory, access.role) else {
                continue;
            };
            let pieces = all.pieces(access);
            let is_known = pieces.iter().all(|it| it.certainty != Certainty::Somewhere);
            let mention = mention(
                statement,
                number,
                usize::from(access.expression),
                &access.range,
            );
            let mention = mention.filter(|(_, operand)| {
                draft.region().contains(&number)
                    && is_known
                    && moves(operand, pieces.iter().map(|it| (it.cycle, it.first)))
            });
            let mention = mention.map(|(mention, operand)| (mention, unit(operand)));
            let node = self.node(mention);
            for piece in pieces {
                let is_whole =
                    piece.certainty == Certainty::Always && piece.elements == Elements::ALL;
                for word in piece.first..piece.first + piece.count {
                    match access.direction {
                        Direction::Read => self.read(memory, word, time, Some(node)),
                        Direction::Write if is_whole => self.write(memory, word, time + 1, node),
                        // The rest of the word stays.
                        Direction::Write => self.read(memory, word, time + 1, Some(node)),
                    }
                }
            }
        }
    }

    fn node(&mut self, mention: Option<(Mention, u32)>) -> usize {
        let node = self.parents.len();
        self.parents.push(node);
        self.is_pinned.push(mention.is_none());
        self.mentions.push(mention);
        node
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn stay(&mut self, memory: usize, word: u32, time: i64, node: usize) -> u32 {
        let stay = self.stays.len() as u32;
        self.stays.push(Stay {
            memory,
            word,
            first: time,
            last: time,
            web: node,
        });
        self.now[memory][word as usize] = Some(stay);
        stay
    }

    fn used(&mut self, stay: u32, time: i64) {
        let of_stay = &mut self.stays[stay as usize];
        of_stay.last = of_stay.last.max(time);
        let used = Use { stay, time };
        if self.uses.last() != Some(&used) {
            self.uses.push(used);
        }
    }

    /// A read by an access, or at the end.
    fn read(&mut self, memory: usize, word: u32, time: i64, by: Option<usize>) {
        let stay = match self.now[memory][word as usize] {
            Some(stay) => stay,
            None => {
                let node = self.node(None);
                self.stay(memory, word, START, node)
            }
        };
        self.used(stay, time);
        let root = self.root(self.stays[stay as usize].web);
        match by {
            Some(node) => {
                let own = self.root(node);
                self.parents[own] = root;
                self.is_pinned[root] |= self.is_pinned[own];
            }
            None => self.is_pinned[root] = true,
        }
    }

    fn write(&mut self, memory: usize, word: u32, time: i64, node: usize) {
        // Every cycle of a scalar operand writes the same word.
        let now = self.now[memory][word as usize];
        if now.is_some_and(|stay| self.stays[stay as usize].web == node) {
            return;
        }
        let stay = self.stay(memory, word, time, node);
        self.used(stay, time);
    }

    fn values(mut self) -> Values {
        let roots: Vec<usize> = (0..self.parents.len()).map(|it| self.root(it)).collect();
        let mut webs = vec![Web::default(); self.parents.len()];
        for (node, &root) in roots.iter().enumerate() {
            webs[root].is_pinned |= self.is_pinned[node];
            if let Some((mention, unit)) = self.mentions[node] {
                webs[root].mentions.push(mention);
                webs[root].unit = webs[root].unit.max(unit);
            }
        }
        // In the order of the first use; those without a word are left out.
        let mut first = vec![None; webs.len()];
        for stay in &self.stays {
            let earliest = &mut first[roots[stay.web]];
            *earliest = Some(earliest.map_or(stay.first, |it: i64| it.min(stay.first)));
        }
        let mut order: Vec<usize> = (0..webs.len()).filter(|&it| first[it].is_some()).collect();
        order.sort_by_key(|&it| first[it]);
        let mut number = vec![0; webs.len()];
        for (index, &root) in order.iter().enumerate() {
            number[root] = index;
        }
        let mut webs: Vec<Web> = order
            .into_iter()
            .map(|root| std::mem::take(&mut webs[root]))
            .collect();
        for stay in &mut self.stays {
            stay.web = number[roots[stay.web]];
            webs[stay.web].stays.push(*stay);
        }
        Values {
            webs,
            stays: self.stays,
            uses: self.uses,
        }
    }
}

/// The operand of a step at a range of its line.
fn mention<'s>(
    statement: &'s Statement,
    line: usize,
    expression: usize,
    range: &LineRange,
) -> Option<(Mention, &'s Operand)> {
    let Statement::Step(step) = statement else {
        return None;
    };
    let part = step.expressions.get(expression)?;
    [(&part.inputs, false), (&part.outputs, true)]
        .into_iter()
        .find_map(|(operands, is_output)| {
            let position = operands.iter().position(|it| it.range == *range)?;
            let mention = Mention {
                line,
                expression,
                is_output,
                position,
            };
            Some((mention, &operands[position]))
        })
}

/// Whether the text of an operand alone gives its addresses, without wrapping around.
fn moves(operand: &Operand, mut pieces: impl Iterator<Item = (u8, u32)>) -> bool {
    let memory = match &operand.kind {
        OperandKind::PeMemory(memory) => memory,
        OperandKind::L1bm { address, .. } | OperandKind::L2bm { address, .. } => {
            return pieces.map(|(_, first)| first).min() == Some(*address);
        }
        _ => return false,
    };
    let written = |cycle: u32| match memory.addressing {
        Addressing::Stride {
            base_words,
            stride_words,
        } => base_words.saturating_add(stride_words.saturating_mul(cycle)),
        Addressing::Flat(list) => list[cycle as usize],
    };
    // With `j`, some PEs take the next word.
    let words = memory.width.single_words() * (1 + u32::from(memory.madpe.is_some()));
    !memory.indirect
        && pieces.all(|(cycle, first)| {
            let address = written(u32::from(cycle));
            (address..address.saturating_add(words)).contains(&first)
        })
}

fn unit(operand: &Operand) -> u32 {
    match &operand.kind {
        OperandKind::PeMemory(memory) => memory.width.single_words(),
        OperandKind::L1bm { address, .. } | OperandKind::L2bm { address, .. } => {
            BLOCK_LONG_WORDS.max(1 << address.trailing_zeros().min(8))
        }
        _ => 1,
    }
}

/// An operand at other words, as it is written; `None` if they are not in range.
pub(crate) fn moved_operand(operand: &Operand, memory: Memory, distance: i64) -> Option<String> {
    let mut other = operand.clone();
    let shifted = |address: u32| u32::try_from(i64::from(address) + distance).ok();
    let place = match &mut other.kind {
        OperandKind::PeMemory(place) => place,
        OperandKind::L1bm { address, .. } | OperandKind::L2bm { address, .. } => {
            *address = shifted(*address)?;
            return Some(render::operand(&other));
        }
        _ => return None,
    };
    place.memory = memory;
    match &mut place.addressing {
        Addressing::Stride { base_words, .. } => *base_words = shifted(*base_words)?,
        Addressing::Flat(list) => {
            for address in list {
                *address = shifted(*address)?;
            }
        }
    }
    Some(render::operand(&other))
}

/// A line with other operands.
pub(crate) fn line_with(
    draft: &Draft,
    line: usize,
    operands: &[(Mention, String)],
) -> Option<String> {
    let mut ranges = Vec::new();
    for (mention, text) in operands {
        let range = mention.operand(&draft.program)?.range.clone();
        ranges.push((range.start as usize..range.end as usize, text));
    }
    ranges.sort_by_key(|(range, _)| Reverse(range.start));
    let mut written = draft.line(line).to_owned();
    for (range, text) in ranges {
        written.replace_range(range, text);
    }
    Some(written)
}

/// Values at other words, perhaps of another memory; `None` if they are not in it.
pub(crate) fn moved(stays: &[Stay], memory: usize, distance: i64) -> Option<Vec<Stay>> {
    let size = Store::Memory(MEMORIES[memory]).words();
    let stays = stays.iter().map(|stay| {
        let word = u32::try_from(i64::from(stay.word) + distance).ok()?;
        (word < size).then_some(Stay {
            memory,
            word,
            ..*stay
        })
    });
    stays.collect()
}
