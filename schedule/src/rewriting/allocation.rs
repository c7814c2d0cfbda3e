//! Where values go that have no place yet.
//!
//! The operands of a step that are of one kind are in one memory. Two inputs of a step are never in different words of
//! one memory, and what it writes to LM is not in the memory that it reads (manual 3.6.4).

use std::collections::BTreeSet;

use mnc2_isa::Op;
use mnc2_program::access::Store;

use super::graph::{Word, is_local};
use super::order::{Group, written};
use super::plan::{HomeId, Line, Make, Plan, Source, starts};
use super::value_numbering::Followed;
use super::words::Words;
use crate::planted::{Wrong, is_planted};
use crate::values::{MEMORIES, PE_MEMORIES};

/// The memories in the order in which they are tried: GRF can be read and written in one step. The MAU reads another GRF than
/// the ALU, so that both can share a step.
const ORDER: [usize; PE_MEMORIES] = [2, 3, 1, 0];

/// The order for what the MAU reads.
const MAU_ORDER: [usize; PE_MEMORIES] = [3, 2, 1, 0];

/// Gives each home a place; `None` if there is none.
pub(super) fn place(plan: &mut Plan, groups: &[Group], run: &Followed) -> Option<()> {
    let mut classes = Classes::new(plan, groups);
    classes.choose(plan, groups, run)?;
    Places::new(plan, groups, run).all(plan, groups, &classes)
}

/// Homes that are in one memory.
struct Classes {
    parents: Vec<usize>,
    memories: Vec<Option<usize>>,
}

impl Classes {
    fn new(plan: &Plan, groups: &[Group]) -> Self {
        let mut classes = Self {
            parents: (0..plan.homes.len()).collect(),
            memories: plan
                .homes
                .iter()
                .map(|it| it.at.map(|at| at.memory))
                .collect(),
        };
        for group in groups {
            let Some((&first, others)) = group.split_first() else {
                continue;
            };
            let first = &plan.items[first];
            for &other in others {
                let other = &plan.items[other];
                for (one, other) in first.places().zip(other.places()) {
                    classes.join(one.0, other.0);
                }
                for (one, other) in first.lines.iter().zip(&other.lines) {
                    for (one, other) in one.sources.iter().zip(&other.sources) {
                        if let (Source::Home(one, _), Source::Home(other, _)) = (one, other) {
                            classes.join(*one, *other);
                        }
                    }
                }
            }
        }
        classes
    }

    fn root(&self, mut home: HomeId) -> usize {
        while self.parents[home] != home {
            home = self.parents[home];
        }
        home
    }

    fn join(&mut self, one: HomeId, other: HomeId) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parents[other] = one;
            self.memories[one] = self.memories[one].or(self.memories[other]);
        }
    }

    fn memory(&self, home: HomeId) -> Option<usize> {
        self.memories[self.root(home)]
    }

    fn source_class(&self, source: &Source) -> Option<usize> {
        match source {
            Source::Start(word) => Some(word.memory),
            Source::Home(home, _) => self.memory(*home),
            Source::Constant(_) => None,
        }
    }

    /// A memory for each class, in the order of first use.
    fn choose(&mut self, plan: &Plan, groups: &[Group], run: &Followed) -> Option<()> {
        let mau_classes = self.mau_classes(plan, run);
        for group in groups {
            let item = &plan.items[*group.first()?];
            let mut homes: Vec<HomeId> = item.places().map(|it| it.0).collect();
            for line in &item.lines {
                homes.extend(line.sources.iter().filter_map(|it| match it {
                    Source::Home(home, _) => Some(*home),
                    _ => None,
                }));
            }
            for home in homes {
                if self.memory(home).is_none() {
                    let root = self.root(home);
                    let order = if mau_classes.contains(&root) {
                        MAU_ORDER
                    } else {
                        ORDER
                    };
                    let found = order
                        .into_iter()
                        .find(|it| self.allows(plan, groups, root, *it));
                    self.memories[root] = Some(found?);
                }
            }
        }
        Some(())
    }

    /// The classes that the MAU reads.
    fn mau_classes(&self, plan: &Plan, run: &Followed) -> BTreeSet<usize> {
        let is_of_mau = |line: &&Line| match line.make {
            Make::Apply(operation) => {
                let expression = &run.graph.operations[operation as usize].expression;
                matches!(expression.op, Op::Mau(_))
            }
            Make::Copy | Make::Immediate(_) | Make::Number(_) => false,
        };
        let lines = plan.items.iter().flat_map(|it| &it.lines);
        let sources = lines.filter(is_of_mau).flat_map(|it| &it.sources);
        let homes = sources.filter_map(|it| match it {
            Source::Home(home, _) => Some(self.root(*home)),
            Source::Start(_) | Source::Constant(_) => None,
        });
        homes.collect()
    }

    /// Whether every step can have a class in a memory, next to what is decided.
    fn allows(&self, plan: &Plan, groups: &[Group], class: usize, memory: usize) -> bool {
        let is_own =
            |source: &Source| matches!(source, Source::Home(home, _) if self.root(*home) == class);
        let in_memory =
            |source: &Source| is_own(source) || self.source_class(source) == Some(memory);
        groups.iter().flatten().all(|&item| {
            let item = &plan.items[item];
            let places = || item.places().map(|it| it.0);
            let writes = places().any(|it| self.root(it) == class);
            // A line writes one region of a memory.
            let is_second = writes
                && places().any(|it| self.root(it) != class && self.memory(it) == Some(memory));
            item.lines.iter().all(|line| {
                let own: Vec<&Source> = line.sources.iter().filter(|it| in_memory(it)).collect();
                let touches = writes || own.iter().any(|it| is_own(it));
                let is_one = own.windows(2).all(|pair| pair[0] == pair[1]);
                let into = writes || places().any(|it| self.memory(it) == Some(memory));
                let is_free =
                    !line.writes || !into || own.is_empty() || !is_local(MEMORIES[memory]);
                !touches || is_one && is_free && !is_second
            })
        })
    }
}

/// Which words are free, and until when values are needed.
struct Places {
    /// Words that must stay.
    kept: Words,
    /// For each memory and word: the steps from which to which it is taken.
    taken: Vec<Vec<Vec<(usize, usize)>>>,
    /// The first and the last step of each home.
    spans: Vec<(usize, usize)>,
}

impl Places {
    fn new(plan: &Plan, groups: &[Group], run: &Followed) -> Self {
        let words = |memory: usize| Store::Memory(MEMORIES[memory]).words() as usize;
        let mut places = Self {
            kept: Words::default(),
            taken: (0..PE_MEMORIES)
                .map(|it| vec![Vec::new(); words(it)])
                .collect(),
            spans: vec![(usize::MAX, 0); plan.homes.len()],
        };
        let mut steps = vec![0; plan.items.len()];
        for (step, group) in groups.iter().enumerate() {
            for &item in group {
                steps[item] = step;
                for (home, _) in plan.items[item].places() {
                    places.span(home, step);
                }
                for source in plan.items[item].lines.iter().flat_map(|it| &it.sources) {
                    if let Source::Home(home, _) = source {
                        places.span(*home, step);
                    }
                }
            }
        }
        if is_planted(Wrong::AllFree) {
            return places;
        }
        places.kept = run.kept.clone();
        for (word, readers) in starts(plan) {
            let last = readers.iter().map(|it| steps[*it]).max().unwrap_or(0);
            places.take(word, 0, last);
        }
        for (index, item) in plan.items.iter().enumerate() {
            for word in written(plan, item) {
                // Under a mask, what is there at the start may stay.
                let is_masked = item.lines.iter().any(|it| it.is_masked);
                let first = if is_masked { 0 } else { steps[index] };
                places.take(word, first, usize::MAX);
            }
        }
        places
    }

    fn span(&mut self, home: HomeId, step: usize) {
        let (first, last) = self.spans[home];
        self.spans[home] = (first.min(step), last.max(step));
    }

    fn take(&mut self, word: Word, first: usize, last: usize) {
        self.taken[word.memory][word.address as usize].push((first, last));
    }

    fn all(mut self, plan: &mut Plan, groups: &[Group], classes: &Classes) -> Option<()> {
        for group in groups {
            let count = plan.items[*group.first()?].places().count();
            for place in 0..count {
                self.place(plan, group, place, classes)?;
            }
        }
        Some(())
    }

    /// Gives the homes in which a group has one of its places words that follow each other.
    fn place(
        &mut self,
        plan: &mut Plan,
        group: &Group,
        place: usize,
        classes: &Classes,
    ) -> Option<()> {
        let mut seen = BTreeSet::new();
        let homes = group
            .iter()
            .filter_map(|it| plan.items[*it].places().nth(place));
        let homes: Vec<HomeId> = homes
            .map(|it| it.0)
            .filter(|it| plan.homes[*it].at.is_none() && seen.insert(*it))
            .collect();
        let Some(&first) = homes.first() else {
            return Some(());
        };
        let memory = classes.memory(first)?;
        let width = homes.iter().map(|it| plan.homes[*it].words()).sum::<u32>();
        let unit = homes.iter().map(|it| plan.homes[*it].width).max()?;
        let span = homes.iter().fold((usize::MAX, 0), |all, it| {
            (all.0.min(self.spans[*it].0), all.1.max(self.spans[*it].1))
        });
        let mut address = self.free(memory, width, unit, span)?;
        for home in homes {
            plan.homes[home].at = Some(Word { memory, address });
            address += plan.homes[home].words();
        }
        Some(())
    }

    /// The first words that are free from one step to another: unused words, if there are any.
    fn free(&mut self, memory: usize, width: u32, unit: u32, span: (usize, usize)) -> Option<u32> {
        let (kept, of_memory) = (&self.kept, &self.taken[memory]);
        let size = of_memory.len() as u32;
        let may_be = |first: &u32| {
            let mut all = *first..first + width;
            all.all(|address| !kept.contains(Word { memory, address }))
        };
        let starts = (0..size.saturating_sub(width - 1)).step_by(unit as usize);
        let mut starts = starts.filter(may_be);
        let mut later = starts.clone();
        let words = |first: u32| &of_memory[first as usize..(first + width) as usize];
        let is_unused = |first: &u32| words(*first).iter().all(Vec::is_empty);
        let is_free = |first: &u32| {
            let mut all = words(*first).iter().flatten();
            all.all(|it| it.1 < span.0 || span.1 < it.0)
        };
        let found = starts.find(is_unused).or_else(|| later.find(is_free))?;
        for address in found..found + width {
            self.take(Word { memory, address }, span.0, span.1);
        }
        Some(found)
    }
}
