//! The operations that make the needed values: single words, long words, copies of two long words.
//!
//! A *chunk* is one, two or four words side by side. Two results of one operation on neighbouring words are one result on a
//! long word if the operands can be side by side as well: at the start this is given, and the values in between are placed as
//! this requires. Four are one on two long words if it can be one in half precision.

mod choice;
mod operands;
mod outputs;
mod zeros;

use std::collections::{BTreeMap, HashMap, HashSet};

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_program::Operand;

use super::graph::{Node, Operation, Value, Word};
use super::halves::Halves;
use super::value_numbering::Followed;

/// Maximum number of items of a run.
const ITEMS_MAX: usize = 4096;

/// A place for values, an index into [`Plan::homes`].
pub(super) type HomeId = usize;

/// Words that have one place.
#[derive(Clone, Debug)]
pub(super) struct Home {
    pub(super) width: u32,
    /// Where, if that is decided.
    pub(super) at: Option<Word>,
    /// Whether each cycle has its own copy, one after the other: a step that reads it in the same order waits less, and can
    /// read the forwarding register.
    pub(super) is_repeated: bool,
}

impl Home {
    /// The number of words that it takes.
    pub(super) const fn words(&self) -> u32 {
        if self.is_repeated {
            self.width * CYCLES_PER_STEP as u32
        } else {
            self.width
        }
    }
}

/// Where an operand is read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// The content at the start.
    Start(Word),
    /// Some words into a home.
    Home(HomeId, u32),
    /// A constant of table 3.5.
    Constant(Box<Operand>),
}

/// How a line makes a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Make {
    Apply(Operation),
    Copy,
    Immediate(u32),
    /// A number without an `imm`, by its index in [`super::numbers::NUMBERS`].
    Number(usize),
}

/// A line with the work of one cycle.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) make: Make,
    /// Words of each operand.
    pub(super) width: u32,
    pub(super) sources: Vec<Source>,
    pub(super) writes: bool,
    /// Whether it writes where the mask allows.
    pub(super) is_masked: bool,
    pub(super) sets_mask: bool,
}

/// The lines that make a chunk.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) lines: Vec<Line>,
    pub(super) home: HomeId,
    pub(super) offset: u32,
    /// Other places, each a home with an offset, that its last line writes, too.
    pub(super) also: Vec<(HomeId, u32)>,
    pub(super) width: u32,
    /// Items that must come first, besides those that write what it reads.
    pub(super) after: Vec<usize>,
    /// The line of the program that computes it.
    pub(super) origin: Option<usize>,
}

impl Item {
    /// The places that it writes, each a home with an offset.
    pub(super) fn places(&self) -> impl Iterator<Item = (HomeId, u32)> {
        let first = std::iter::once((self.home, self.offset));
        first.chain(self.also.iter().copied())
    }

    /// The line that makes it, if that can write it to more places.
    pub(super) fn line_with_places(&self) -> Option<&Line> {
        let [line] = self.lines.as_slice() else {
            return None;
        };
        // `imm` has one output.
        let has_one = matches!(line.make, Make::Immediate(_));
        (line.writes && !line.is_masked && !has_one).then_some(line)
    }

    /// What it reads, each with the number of its line.
    pub(super) fn sources(&self) -> impl Iterator<Item = (usize, &Source)> {
        let lines = self.lines.iter().enumerate();
        lines.flat_map(|(index, line)| line.sources.iter().map(move |it| (index, it)))
    }

    /// The words that it writes, each with its home.
    pub(super) fn words(&self) -> impl Iterator<Item = (HomeId, u32)> {
        let width = self.width;
        let words = move |(home, offset)| (offset..offset + width).map(move |word| (home, word));
        self.places().flat_map(words)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Freedom {
    /// Whether neighbouring words are one long word.
    pub(super) widens: bool,
    /// Whether results go to their final place by a copy, once everything is read that is there at the start.
    pub(super) copies: bool,
    /// Whether a mask ends a write with the last cycle that is used, so that what reads it waits less.
    pub(super) masks: bool,
    pub(super) algebra: Algebra,
    /// Whether values are computed by operations that are right for the ranges of a testcase's inputs only.
    pub(super) ranges: bool,
    /// Whether constants are loaded once and copied, rather than loaded at each place.
    pub(super) holds: bool,
    pub(super) numbers: Numbers,
}

/// The rules that give the operations by which values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Algebra {
    /// No rules: the operations of the program.
    Nothing,
    /// The rules of `algebra`.
    Directed,
    /// These, and then the rows of `saturation`.
    Saturated,
}

/// How numbers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Numbers {
    /// Each is loaded.
    Loaded,
    /// One of which only some bits count is the square of another one.
    Squares,
    /// Those that an operation makes of the most significant bit are not loaded.
    Operations,
}

/// All items of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) items: Vec<Item>,
    pub(super) homes: Vec<Home>,
}

impl Plan {
    /// The items that write each word of a home.
    pub(super) fn writers(&self) -> HashMap<(HomeId, u32), Vec<usize>> {
        let mut writers: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, item) in self.items.iter().enumerate() {
            for word in item.words() {
                writers.entry(word).or_default().push(index);
            }
        }
        writers
    }
}

/// A plan for a run, with operations in half precision or without; `None` if some value cannot be made.
pub(super) fn plan(run: &Followed, freedom: Freedom, halves: Option<&Halves>) -> Option<Plan> {
    let mut planner = Planner {
        run,
        freedom,
        halves,
        plan: Plan::default(),
        made: HashMap::new(),
        copied: HashMap::new(),
        narrow: HashSet::new(),
        is_overwritten: false,
        zeros_used: zeros::FIRST_ZEROS,
    };
    planner.outputs()?;
    Some(planner.plan)
}

struct Planner<'a> {
    run: &'a Followed,
    freedom: Freedom,
    halves: Option<&'a Halves>,
    plan: Plan,
    /// Where chunks are.
    made: HashMap<Vec<Value>, Source>,
    /// Where chunks of the start are copied to.
    copied: HashMap<Vec<Value>, Source>,
    /// Places of two long words that are written one by one.
    narrow: HashSet<Word>,
    /// Whether products are overwritten where a mask allows, so that no other reads of them are possible.
    is_overwritten: bool,
    /// Words of a block of zeros that are in use.
    zeros_used: u32,
}

impl Planner<'_> {
    fn node(&self, value: Value) -> &Node {
        self.run.graph.node(value)
    }

    /// A copy or a number that makes a chunk without anything else.
    fn copy_of(&self, values: &[Value]) -> Option<(Make, Vec<Source>)> {
        match self.node(values[0]) {
            Node::Start(_) => Some((Make::Copy, vec![self.start(values)?])),
            Node::Bits(bits) if values.iter().all(|it| *it == values[0]) => {
                Some((Make::Immediate(*bits), Vec::new()))
            }
            Node::Bits(_)
            | Node::Constant(..)
            | Node::Result(..)
            | Node::Flags(..)
            | Node::Select(..) => None,
        }
    }

    fn home(&mut self, width: u32, at: Option<Word>) -> HomeId {
        self.plan.homes.push(Home {
            width,
            at,
            is_repeated: false,
        });
        self.plan.homes.len() - 1
    }

    fn item(
        &mut self,
        (make, sources): (Make, Vec<Source>),
        home: HomeId,
        offset: u32,
        values: &[Value],
    ) {
        let width = values.len() as u32;
        let lines = vec![Line {
            make,
            width,
            sources,
            writes: true,
            is_masked: false,
            sets_mask: false,
        }];
        self.push(lines, home, offset, values, Vec::new());
    }

    fn push(
        &mut self,
        lines: Vec<Line>,
        home: HomeId,
        offset: u32,
        values: &[Value],
        after: Vec<usize>,
    ) {
        self.plan.items.push(Item {
            lines,
            home,
            offset,
            also: Vec::new(),
            width: values.len() as u32,
            after,
            origin: values
                .iter()
                .filter_map(|it| self.run.graph.line(*it))
                .min(),
        });
    }

    fn remember(&mut self, values: &[Value], home: HomeId, offset: u32) {
        for width in [1, 2, 4] {
            for (index, part) in values.chunks_exact(width).enumerate() {
                let at = offset + (index * width) as u32;
                let own = Source::Home(home, at);
                self.made.entry(part.to_vec()).or_insert(own);
            }
        }
    }

    /// Where a chunk can be read.
    fn chunk(&mut self, values: &[Value]) -> Option<Source> {
        if let Some(known) = self
            .made
            .get(values)
            .cloned()
            .or_else(|| self.start(values))
        {
            return Some(known);
        }
        if let Some(constant) = self.constant(values) {
            return Some(constant);
        }
        if self.are_zeros(values)
            && let Some(zeros) = self.zeros(|_| true)
        {
            return Some(zeros);
        }
        let home = match self.zeros_to_fill(values) {
            Some(home) => home,
            None => {
                let home = self.home(values.len() as u32, None);
                let is_number = matches!(self.copy_of(values), Some((Make::Immediate(_), _)));
                self.plan.homes[home].is_repeated = is_number && !self.freedom.masks;
                self.produce(values, home, 0)?;
                home
            }
        };
        self.remember(values, home, 0);
        Some(Source::Home(home, 0))
    }

    /// Adds the items that make a chunk at a place.
    fn produce(&mut self, values: &[Value], home: HomeId, offset: u32) -> Option<()> {
        if self.plan.items.len() > ITEMS_MAX {
            return None;
        }
        if let Some(make) = self.copy_of(values) {
            self.item(make, home, offset, values);
            return Some(());
        }
        if values.len() == 4 && !self.is_by_halves(values) {
            self.part(&values[..2], home, offset)?;
            return self.part(&values[2..], home, offset + 2);
        }
        if let [Node::Select(..), ..] = self.nodes(values).as_slice() {
            return self.select(values, home, offset);
        }
        if let Some((operation, chunks)) = self.applied(values) {
            let sources = self.sources(&chunks)?;
            let width = chunks.first().map_or(0, Vec::len) as u32;
            self.item((Make::Apply(operation), sources), home, offset, values);
            if let Some(line) = self
                .plan
                .items
                .last_mut()
                .and_then(|it| it.lines.last_mut())
            {
                line.width = width;
            }
            return Some(());
        }
        match *values {
            [first, second] => {
                self.part(&[first], home, offset)?;
                self.part(&[second], home, offset + 1)
            }
            [single] => self.word_of_long(single, home, offset),
            _ => None,
        }
    }

    fn nodes(&self, values: &[Value]) -> Vec<Node> {
        values.iter().map(|it| self.node(*it).clone()).collect()
    }

    /// A chunk that is a part of another one: it is copied if it is elsewhere already.
    fn part(&mut self, values: &[Value], home: HomeId, offset: u32) -> Option<()> {
        let known = self.made.get(values).cloned();
        if let Some(known) = known.filter(|_| self.copy_of(values).is_none()) {
            self.item((Make::Copy, vec![known]), home, offset, values);
            return Some(());
        }
        self.produce(values, home, offset)?;
        if !self.is_overwritten {
            self.remember(values, home, offset);
        }
        Some(())
    }

    /// The second word of a result on long words.
    fn word_of_long(&mut self, value: Value, home: HomeId, offset: u32) -> Option<()> {
        let Node::Result(operation, inputs, _) = self.node(value).clone() else {
            return None;
        };
        let mut whole = Vec::new();
        for word in 0..2 {
            let node = Node::Result(operation, inputs.clone(), word);
            whole.push(self.run.graph.known(&node)?);
        }
        let long = self.chunk(&whole)?;
        let word = whole.iter().position(|it| *it == value)? as u32;
        let Source::Home(from, at) = long else {
            return None;
        };
        let source = Source::Home(from, at + word);
        self.item((Make::Copy, vec![source]), home, offset, &[value]);
        Some(())
    }
}

/// The words that a run reads from the start, with the items that do.
pub(super) fn starts(plan: &Plan) -> BTreeMap<Word, Vec<usize>> {
    let mut found: BTreeMap<Word, Vec<usize>> = BTreeMap::new();
    for (index, item) in plan.items.iter().enumerate() {
        for line in &item.lines {
            for source in &line.sources {
                let Source::Start(word) = source else {
                    continue;
                };
                for address in word.address..word.address + line.width {
                    found
                        .entry(Word { address, ..*word })
                        .or_default()
                        .push(index);
                }
            }
        }
    }
    found
}
