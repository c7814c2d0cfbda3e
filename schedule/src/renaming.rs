//! Other places in LM and GRF for values, so that fewer of them wait for a place that is still in use.
//!
//! A *web* is what must have one place: a write, the reads that it reaches, the other writes that reach those, and so on.
//! A web may move if all of it is in the region, the text alone gives its addresses, and nothing of it is left at the end
//! where someone looks. It moves to words that hold nothing that is needed from its first write to its last read: those
//! that are written again before they are read, and at the end only those that no one compares. So the values of a
//! program whose memories all count can only go where the program itself writes later.
//!
//! This is a guess at what helps, as the order comes later. That the result does the same is proven afterwards.

use mnc2_asm::access::{Accesses, Certainty, Direction, Elements, Role, State, Store};
use mnc2_asm::program::render;
use mnc2_asm::program::{Addressing, Operand, OperandKind, Statement};
use mnc2_asm::{LineParser, LineRange, Program};
use mnc2_isa::Memory;

use crate::draft::Draft;
use crate::equal::Places;

/// The memories whose places can be changed, and what else a value of each can move to.
const MEMORIES: [Memory; 4] = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];

/// Webs that are given a place; those of longer programs stay.
const WEBS_MAX: usize = 2048;

/// Lines without use of a place, before and after, beyond which more do not help.
const FREE_LINES_MAX: i64 = 48;

/// Before everything, and after it.
const START: i64 = -1;
const END: i64 = i64::MAX;

/// Where values may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To other words of their memory.
    Memory,
    /// To another of LM0, LM1, GRF0 and GRF1 too.
    Any,
}

/// An operand of the region, by its place in the line.
#[derive(Clone, Copy, Debug)]
struct Mention {
    line: usize,
    expression: usize,
    is_output: bool,
    position: usize,
}

/// A value in a word, from the write to the last read. Times count half lines: a line reads before it writes.
#[derive(Clone, Copy, Debug)]
struct Stay {
    memory: usize,
    word: u32,
    first: i64,
    last: i64,
    node: usize,
}

/// What must have one place.
#[derive(Clone, Debug, Default)]
struct Web {
    stays: Vec<Stay>,
    mentions: Vec<Mention>,
    is_pinned: bool,
    /// Addresses are multiples of this.
    unit: u32,
}

/// The values of a program.
struct Values {
    /// The parents of a union-find structure; a node for each access, and for each word that is read as it was.
    parents: Vec<usize>,
    mentions: Vec<Option<(Mention, u32)>>,
    is_pinned: Vec<bool>,
    /// What each word holds.
    now: [Vec<Option<Stay>>; MEMORIES.len()],
    /// What words held before that.
    past: Vec<Stay>,
}

impl Values {
    fn of(draft: &Draft, places: &Places) -> Self {
        let words = |memory| Store::Memory(memory).words() as usize;
        let mut values = Self {
            parents: Vec::new(),
            mentions: Vec::new(),
            is_pinned: Vec::new(),
            now: MEMORIES.map(|memory| vec![None; words(memory)]),
            past: Vec::new(),
        };
        let mut state = State::default();
        let mut accesses = Accesses::default();
        for (number, line) in draft.program.iter().enumerate() {
            let Some(statement) = &line.statement else {
                continue;
            };
            if matches!(statement, Statement::Quit(_)) {
                break;
            }
            accesses.fill(statement, &state);
            values.line(draft, number, statement, &accesses);
            state.advance(statement);
        }
        for (memory, name) in MEMORIES.into_iter().enumerate() {
            for place in places.at_end.iter().filter(|it| it.memory == name) {
                let size = Store::Memory(name).words();
                let first = place.first.min(size);
                for word in first..first + place.count.min(size - first) {
                    values.read(memory, word, END, None);
                }
            }
        }
        let left = values.now.iter().flatten().flatten().copied();
        let left: Vec<Stay> = left.collect();
        values.past.extend(left);
        values
    }

    fn line(&mut self, draft: &Draft, number: usize, statement: &Statement, all: &Accesses) {
        let time = 2 * number as i64;
        for access in all.list() {
            let memory = MEMORIES
                .iter()
                .position(|&it| access.store == Store::Memory(it));
            let (Some(memory), Role::Data) = (memory, access.role) else {
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

    /// A read by an access, or by whoever looks at the end.
    fn read(&mut self, memory: usize, word: u32, time: i64, by: Option<usize>) {
        let mut stay = match self.now[memory][word as usize] {
            Some(stay) => stay,
            None => Stay {
                memory,
                word,
                first: START,
                last: START,
                node: self.node(None),
            },
        };
        stay.last = stay.last.max(time);
        self.now[memory][word as usize] = Some(stay);
        let root = self.root(stay.node);
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
        let now = &mut self.now[memory][word as usize];
        // Every cycle of a scalar operand writes the same word.
        if now.is_some_and(|stay| stay.node == node) {
            return;
        }
        let stay = Stay {
            memory,
            word,
            first: time,
            last: time,
            node,
        };
        let past = now.replace(stay);
        self.past.extend(past);
    }

    fn webs(mut self) -> Vec<Web> {
        let roots: Vec<usize> = (0..self.parents.len()).map(|it| self.root(it)).collect();
        let mut webs = vec![Web::default(); self.parents.len()];
        for (node, &root) in roots.iter().enumerate() {
            webs[root].is_pinned |= self.is_pinned[node];
            if let Some((mention, unit)) = self.mentions[node] {
                webs[root].mentions.push(mention);
                webs[root].unit = webs[root].unit.max(unit);
            }
        }
        for stay in self.past {
            let root = roots[stay.node];
            webs[root].stays.push(Stay { node: root, ..stay });
        }
        webs.retain(|web| !web.stays.is_empty());
        webs.sort_by_key(|web| web.stays.iter().map(|stay| stay.first).min());
        webs
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

/// Whether the text of an operand alone says where it is, without wrapping around.
fn moves(operand: &Operand, mut pieces: impl Iterator<Item = (u8, u32)>) -> bool {
    let OperandKind::PeMemory(memory) = &operand.kind else {
        return false;
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
        _ => 1,
    }
}

/// The values that hold each word, in order of time.
struct Occupied {
    words: [Vec<Vec<Stay>>; MEMORIES.len()],
}

impl Occupied {
    fn by(webs: &[Web]) -> Self {
        let count = |memory| Store::Memory(memory).words() as usize;
        let mut words = MEMORIES.map(|memory| vec![Vec::new(); count(memory)]);
        for stay in webs.iter().flat_map(|web| &web.stays) {
            words[stay.memory][stay.word as usize].push(*stay);
        }
        for of_word in words.iter_mut().flatten() {
            of_word.sort_by_key(|stay| stay.first);
        }
        Self { words }
    }

    fn remove(&mut self, stays: &[Stay]) {
        for stay in stays {
            let of_word = &mut self.words[stay.memory][stay.word as usize];
            of_word.retain(|it| it.node != stay.node);
        }
    }

    fn add(&mut self, stays: &[Stay]) {
        for stay in stays {
            let of_word = &mut self.words[stay.memory][stay.word as usize];
            let at = of_word.partition_point(|it| it.first < stay.first);
            of_word.insert(at, *stay);
        }
    }

    /// For how long the place of a value is free before it and after it, at most [`FREE_LINES_MAX`] each, in half
    /// lines; `None` if it is taken.
    fn free(&self, stay: &Stay) -> Option<(i64, i64)> {
        let of_word = &self.words[stay.memory][stay.word as usize];
        let at = of_word.partition_point(|it| it.first <= stay.last);
        let most = 2 * FREE_LINES_MAX;
        let after = of_word.get(at);
        let after = after.map_or(most, |it| (it.first - stay.last).min(most));
        let before = match at.checked_sub(1).map(|before| of_word[before]) {
            None => most,
            Some(it) if it.last >= stay.first => return None,
            Some(it) => (stay.first - it.last).min(most),
        };
        Some((before, after))
    }
}

/// The stays of a web at another place; `None` if it is not in the memory.
fn moved(web: &Web, memory: usize, distance: i64) -> Option<Vec<Stay>> {
    let size = i64::from(Store::Memory(MEMORIES[memory]).words());
    let stays = web.stays.iter().map(|stay| {
        let word = i64::from(stay.word) + distance;
        (0..size).contains(&word).then_some(Stay {
            memory,
            word: word as u32,
            ..*stay
        })
    });
    stays.collect()
}

/// How free the place of a web is.
fn freedom(occupied: &Occupied, stays: &[Stay]) -> Option<i64> {
    let mut least = (i64::MAX, i64::MAX);
    for stay in stays {
        let (before, after) = occupied.free(stay)?;
        least = (least.0.min(before), least.1.min(after));
    }
    Some(least.0 + least.1)
}

/// The region with values at places that are free for longer; `None` if there are none.
pub(crate) fn renamed(draft: &Draft, places: &Places, reach: Reach) -> Option<Draft> {
    let webs = Values::of(draft, places).webs();
    let mut occupied = Occupied::by(&webs);
    let mut draft = draft.clone();
    let mut parser = LineParser::new();
    let mut has_changed = false;
    for web in webs.iter().filter(|web| !web.is_pinned).take(WEBS_MAX) {
        let Some(home) = web.stays.first().map(|stay| stay.memory) else {
            continue;
        };
        occupied.remove(&web.stays);
        let mut best = (freedom(&occupied, &web.stays).unwrap_or(0), None);
        let others = (0..MEMORIES.len()).filter(|&it| it != home && reach == Reach::Any);
        for memory in std::iter::once(home).chain(others) {
            // Another memory is the second choice.
            if memory != home && best.0 >= 2 * FREE_LINES_MAX {
                break;
            }
            let size = i64::from(Store::Memory(MEMORIES[memory]).words());
            let unit = i64::from(web.unit.max(1));
            let lowest = web.stays.iter().map(|stay| stay.word).min().unwrap_or(0);
            let down = i64::from(lowest) / unit;
            for distance in (-down..size / unit - down).map(|it| it * unit) {
                let Some(stays) = moved(web, memory, distance) else {
                    break;
                };
                if let Some(found) = freedom(&occupied, &stays)
                    && found > best.0
                {
                    best = (found, Some((memory, distance, stays)));
                }
                if best.0 >= 4 * FREE_LINES_MAX {
                    break;
                }
            }
        }
        let rewritten = best.1.as_ref().and_then(|(memory, distance, _)| {
            rewritten(&draft, web, MEMORIES[*memory], *distance, &mut parser)
        });
        match (rewritten, best.1) {
            (Some(next), Some((.., stays))) => {
                draft = next;
                has_changed = true;
                occupied.add(&stays);
            }
            _ => occupied.add(&web.stays),
        }
    }
    has_changed.then_some(draft)
}

/// The draft with a web at another place, if every line of it can be written so.
fn rewritten(
    draft: &Draft,
    web: &Web,
    memory: Memory,
    distance: i64,
    parser: &mut LineParser,
) -> Option<Draft> {
    let mut draft = draft.clone();
    for mention in &web.mentions {
        let operand = operand(&draft.program, mention)?;
        let mut other = operand.clone();
        let OperandKind::PeMemory(place) = &mut other.kind else {
            return None;
        };
        let shifted = |address: u32| u32::try_from(i64::from(address) + distance).ok();
        place.memory = memory;
        match &mut place.addressing {
            Addressing::Stride { base_words, .. } => *base_words = shifted(*base_words)?,
            Addressing::Flat(list) => {
                for address in list {
                    *address = shifted(*address)?;
                }
            }
        }
        let mut text = draft.line(mention.line).to_owned();
        let range = operand.range.start as usize..operand.range.end as usize;
        text.replace_range(range, &render::operand(&other));
        draft.replace(mention.line..mention.line + 1, vec![text], parser);
        let line = draft.program.line(mention.line)?;
        if line.has_error() {
            return None;
        }
    }
    Some(draft)
}

fn operand(program: &Program, mention: &Mention) -> Option<Operand> {
    let step = program.line(mention.line)?.step()?;
    let part = step.expressions.get(mention.expression)?;
    let operands = if mention.is_output {
        &part.outputs
    } else {
        &part.inputs
    };
    operands.get(mention.position).cloned()
}
