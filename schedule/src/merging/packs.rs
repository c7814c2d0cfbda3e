//! Which units become one.
//!
//! Each unit gets a level above the levels of all units before it. A pack has one level, and a unit joins only a pack of its
//! own level or a higher one, which then becomes its level. Therefore edges always lead to a higher level, and merging never
//! makes two packs wait for each other.
//!
//! With strides, the addresses of each operand of a pack advance evenly. This *ties* the places of values: one decides
//! the other. Values that do not move are tied to a place of their own.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_program::{Expression, Operand, OperandKind};

use super::Freedom;
use super::order::Edges;
use super::units::{Kind, Shape, Units};
use crate::draft::Draft;
use crate::values::{Mention, Values};

/// Units between the first of a pack and the last.
const WINDOW_UNITS: usize = 512;

/// Packs of one shape that are still open.
const OPEN_MAX: usize = 16;

/// Distances that are kept as they are, in accesses.
const STRIDE_MAX: i64 = 16;

/// A word that an operand names: its web, and its address as it is written.
pub(super) type Named = (usize, i64);

/// An operand of a unit: what it names in each of the cycles that do something else than the ones before.
struct Addressed {
    is_output: bool,
    unit: i64,
    named: Vec<Named>,
}

/// Units that become one, in the order of their cycles.
pub(super) struct Pack {
    pub(super) units: Vec<usize>,
    level: u32,
    cycles: usize,
    operands: Vec<Advancing>,
}

/// The addresses of an operand of a pack.
#[derive(Clone, Copy)]
struct Advancing {
    first: Named,
    stride: Option<i64>,
}

/// The packs of a region.
pub(super) struct Packs {
    /// Some have only one unit.
    pub(super) list: Vec<Pack>,
    /// The pack of each unit.
    pub(super) of_units: Vec<usize>,
    /// Which values are tied to which.
    pub(super) ties: Ties,
}

impl Packs {
    pub(super) fn new(
        draft: &Draft,
        units: &Units,
        edges: &Edges,
        values: &Values,
        freedom: Freedom,
        banned: &BTreeSet<usize>,
    ) -> Self {
        let mut packs = Self {
            list: Vec::new(),
            of_units: Vec::with_capacity(units.list.len()),
            ties: Ties::from_values(values),
        };
        let webs = webs(values);
        let mut open: HashMap<u32, Vec<usize>> = HashMap::new();
        let (mut floor, mut highest) = (0, 0);
        for (index, unit) in units.list.iter().enumerate() {
            let level_of = |before: usize| packs.list[packs.of_units[before]].level + 1;
            let mut level = edges
                .before(index)
                .map(level_of)
                .max()
                .unwrap_or(0)
                .max(floor);
            if matches!(unit.kind, Kind::Barrier) {
                level = level.max(highest + 1);
                floor = level + 1;
                open.clear();
            }
            let mut operands = Vec::new();
            if let Kind::Shape(shape) = &unit.kind
                && !banned.contains(&index)
            {
                operands = addressed(draft, &unit.lines, shape, values, &webs);
            }
            if let (false, Kind::Shape(shape)) = (operands.is_empty(), &unit.kind) {
                let open = open.entry(shape.text).or_default();
                let is_near = |pack: &usize| index - packs.list[*pack].units[0] <= WINDOW_UNITS;
                open.retain(is_near);
                if let Some(pack) = packs.best(open, shape, &operands, level, freedom)
                    && packs.join(pack, index, shape, &operands, freedom)
                {
                    packs.of_units.push(pack);
                    if packs.list[pack].cycles == CYCLES_PER_STEP {
                        open.retain(|it| *it != pack);
                    }
                    continue;
                }
                if open.len() == OPEN_MAX {
                    open.remove(0);
                }
                open.push(packs.list.len());
            }
            highest = highest.max(level);
            packs.of_units.push(packs.list.len());
            packs.list.push(Pack {
                units: vec![index],
                level,
                cycles: 0,
                operands: Vec::new(),
            });
            if let (false, Kind::Shape(shape)) = (operands.is_empty(), &unit.kind) {
                let own = packs.list.len() - 1;
                packs.begin(own, shape, &operands, freedom);
            }
        }
        packs
    }

    /// Whether nothing is merged.
    pub(super) fn is_empty(&self) -> bool {
        self.list.iter().all(|pack| pack.units.len() == 1)
    }

    /// The open pack that a unit fits into best: where most of its values are in place already.
    fn best(
        &mut self,
        open: &[usize],
        shape: &Shape,
        operands: &[Addressed],
        level: u32,
        freedom: Freedom,
    ) -> Option<usize> {
        let mut best = None;
        for &pack in open {
            let it = &self.list[pack];
            if it.level < level || it.cycles + shape.cycles.len() > CYCLES_PER_STEP {
                continue;
            }
            let Some(placed) = self.placed(pack, operands, freedom) else {
                continue;
            };
            if best.is_none_or(|(most, _)| placed > most) {
                best = Some((placed, pack));
            }
        }
        best.map(|(_, pack)| pack)
    }

    /// How many of the words that operands name are in place already; `None` if one cannot come there.
    fn placed(&mut self, pack: usize, operands: &[Addressed], freedom: Freedom) -> Option<usize> {
        if freedom.lists {
            return Some(0);
        }
        let cycles = self.list[pack].cycles;
        let mut placed = 0;
        for (position, operand) in operands.iter().enumerate() {
            let advancing = self.list[pack].operands[position];
            let mut stride = advancing.stride;
            for (cycle, &named) in (cycles..).zip(&operand.named) {
                let needed = |stride: i64| advancing.first.1 + stride * cycle as i64 - named.1;
                let tied = self.ties.distance(advancing.first.0, named.0);
                let of_cycle = stride.unwrap_or_else(|| match tied {
                    Some(tied) => tied + named.1 - advancing.first.1,
                    None => natural(advancing.first, named, operand.unit),
                });
                stride = Some(of_cycle);
                let is_even = of_cycle >= i64::from(operand.is_output)
                    && of_cycle % operand.unit == 0
                    && tied.is_none_or(|tied| tied == needed(of_cycle));
                if !is_even || needed(of_cycle) % operand.unit != 0 {
                    return None;
                }
                placed += usize::from(tied.is_some());
            }
        }
        Some(placed)
    }

    /// A pack of one unit.
    fn begin(&mut self, pack: usize, shape: &Shape, operands: &[Addressed], freedom: Freedom) {
        let first = |operand: &Addressed| Advancing {
            first: operand.named[0],
            stride: None,
        };
        self.list[pack].operands = operands.iter().map(first).collect();
        let is_even = freedom.lists
            || operands.iter().enumerate().all(|(position, operand)| {
                (1..)
                    .zip(&operand.named[1..])
                    .all(|(cycle, &named)| self.advance(pack, position, cycle, named, operand))
            });
        // What does not advance evenly is not a start of a pack.
        self.list[pack].cycles = if is_even {
            shape.cycles.len()
        } else {
            CYCLES_PER_STEP
        };
    }

    /// Adds a unit to a pack, if all its values can be tied.
    fn join(
        &mut self,
        pack: usize,
        unit: usize,
        shape: &Shape,
        operands: &[Addressed],
        freedom: Freedom,
    ) -> bool {
        let cycles = self.list[pack].cycles;
        let is_even = freedom.lists
            || operands.iter().enumerate().all(|(position, operand)| {
                (cycles..)
                    .zip(&operand.named)
                    .all(|(cycle, &named)| self.advance(pack, position, cycle, named, operand))
            });
        if is_even {
            self.list[pack].units.push(unit);
            self.list[pack].cycles += shape.cycles.len();
        }
        is_even
    }

    /// Ties a word that an operand names in a cycle to its word of the first cycle.
    fn advance(
        &mut self,
        pack: usize,
        position: usize,
        cycle: usize,
        named: Named,
        operand: &Addressed,
    ) -> bool {
        let advancing = self.list[pack].operands[position];
        let first = advancing.first;
        let stride =
            advancing
                .stride
                .unwrap_or_else(|| match self.ties.distance(first.0, named.0) {
                    Some(tied) => tied + named.1 - first.1,
                    None => natural(first, named, operand.unit),
                });
        if stride < i64::from(operand.is_output) || stride % operand.unit != 0 {
            return false;
        }
        self.list[pack].operands[position].stride = Some(stride);
        let distance = first.1 + stride * cycle as i64 - named.1;
        self.ties.tie(first.0, named.0, distance)
    }

    /// The packs in an order in which each follows what must be before it, as near to the text as possible.
    pub(super) fn order(&self, units: &Units, edges: &Edges) -> Vec<usize> {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.list.len()];
        let mut waits_for = vec![0_usize; self.list.len()];
        for unit in 0..units.list.len() {
            let own = self.of_units[unit];
            for before in edges.before(unit) {
                after[self.of_units[before]].push(own);
                waits_for[own] += 1;
            }
        }
        let mut ready: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
        let entry = |pack: usize| Reverse((self.list[pack].units[0], pack));
        ready.extend(
            (0..self.list.len())
                .filter(|&it| waits_for[it] == 0)
                .map(entry),
        );
        let mut order = Vec::with_capacity(self.list.len());
        while let Some(Reverse((_, pack))) = ready.pop() {
            order.push(pack);
            for &next in &after[pack] {
                waits_for[next] -= 1;
                if waits_for[next] == 0 {
                    ready.push(entry(next));
                }
            }
        }
        debug_assert_eq!(order.len(), self.list.len(), "levels allow an order");
        order
    }
}

/// The stride of two words that are not tied yet: as they are if that is usual, else side by side.
fn natural(first: Named, second: Named, unit: i64) -> i64 {
    let distance = second.1 - first.1;
    let is_usual = distance > 0 && distance % unit == 0 && distance <= STRIDE_MAX * unit;
    if is_usual { distance } else { unit }
}

/// The web of each operand that is known to move with it.
pub(super) fn webs(values: &Values) -> HashMap<Mention, usize> {
    let all = values.webs.iter().enumerate();
    all.flat_map(|(index, web)| web.mentions.iter().map(move |&it| (it, index)))
        .collect()
}

/// The operands of the only expression of a line with their places in it, inputs first.
pub(super) fn operands(
    line: usize,
    expression: &Expression,
) -> impl Iterator<Item = (Mention, &Operand)> {
    let of = move |operands: &'_ [Operand], is_output: bool| {
        (0..operands.len()).map(move |position| Mention {
            line,
            expression: 0,
            is_output,
            position,
        })
    };
    let inputs = of(&expression.inputs, false).zip(&expression.inputs);
    inputs.chain(of(&expression.outputs, true).zip(&expression.outputs))
}

/// The operands of a unit that have addresses.
fn addressed(
    draft: &Draft,
    lines: &[usize],
    shape: &Shape,
    values: &Values,
    webs: &HashMap<Mention, usize>,
) -> Vec<Addressed> {
    let mut all = Vec::new();
    for &line in lines {
        let step = draft.program.line(line).and_then(|it| it.step());
        let Some(expression) = step.and_then(|step| step.expressions.first()) else {
            continue;
        };
        for (mention, operand) in operands(line, expression) {
            let OperandKind::PeMemory(memory) = &operand.kind else {
                continue;
            };
            // What is not known to move stays.
            let web = webs.get(&mention).copied().unwrap_or(values.webs.len());
            let named = |&cycle: &usize| (web, i64::from(memory.address_words(cycle)));
            all.push(Addressed {
                is_output: mention.is_output,
                unit: i64::from(memory.width.single_words()),
                named: shape.cycles.iter().map(named).collect(),
            });
        }
    }
    all
}

/// How far webs move, as far as one decides the other.
pub(super) struct Ties {
    /// The next web towards the root of each tree, and how much further that one moves than this one.
    parents: Vec<(usize, i64)>,
    /// The web of everything that does not move.
    fixed: usize,
}

impl Ties {
    fn from_values(values: &Values) -> Self {
        let fixed = values.webs.len();
        let parent = |index: usize| match values.webs.get(index) {
            Some(web) if web.is_pinned => (fixed, 0),
            _ => (index, 0),
        };
        Self {
            parents: (0..=fixed).map(parent).collect(),
            fixed,
        }
    }

    /// The web that decides for another one, and how much further it moves.
    pub(super) fn root(&mut self, web: usize) -> (usize, i64) {
        let (mut at, mut distance) = (web, 0);
        while self.parents[at].0 != at {
            let (next, further) = self.parents[at];
            // Halve the way.
            let (after, more) = self.parents[next];
            self.parents[at] = (after, further + more);
            distance += further + more;
            at = after;
        }
        (at, distance)
    }

    /// Whether what a web decides for does not move.
    pub(super) const fn is_fixed(&self, root: usize) -> bool {
        root == self.fixed
    }

    /// How much further the second web moves than the first, if that is decided.
    fn distance(&mut self, first: usize, second: usize) -> Option<i64> {
        let (one, other) = (self.root(first), self.root(second));
        (one.0 == other.0).then_some(one.1 - other.1)
    }

    /// Lets the second web move that much further than the first; false if something else is decided.
    fn tie(&mut self, first: usize, second: usize, distance: i64) -> bool {
        let (one, other) = (self.root(first), self.root(second));
        if one.0 == other.0 {
            return one.1 - other.1 == distance;
        }
        // The second root moves `second + other.1`, and `second = first + distance`.
        let further = distance + other.1 - one.1;
        if other.0 == self.fixed {
            self.parents[one.0] = (other.0, further);
        } else {
            self.parents[other.0] = (one.0, -further);
        }
        true
    }
}
