//! Results that the lines that compute them write to all their places, so that no line copies from one to the other.
//!
//! A plan makes the results of one memory after the results of another. A result that is made already is copied to its other places,
//! and so is what an earlier result is computed of, which has a place in between.

use std::collections::HashMap;

use super::graph::{Word, is_local};
use super::plan::{HomeId, Item, Line, Make, Plan, Source, starts};
use crate::values::MEMORIES;

/// A plan without the copies of results that other items can write; `None` if there are none.
pub(super) fn without_copies(plan: &Plan) -> Option<Plan> {
    let is_copy = |it: &usize| copied(&plan.items[*it]).is_some();
    let copies: Vec<usize> = (0..plan.items.len()).filter(is_copy).collect();
    if copies.is_empty() {
        return None;
    }
    let mut merging = Merging::new(plan);
    // The second time for copies whose maker has a place since a later one.
    for &copy in copies.iter().chain(&copies) {
        if let Some(maker) = merging.maker(copy) {
            merging.merge(copy, maker);
        }
    }
    merging.finished()
}

/// The place of a result that an item copies, and does nothing else.
fn copied(item: &Item) -> Option<(HomeId, u32)> {
    let [line] = item.lines.as_slice() else {
        return None;
    };
    match (line.make, line.sources.as_slice()) {
        (Make::Copy, &[Source::Home(home, offset)]) if !line.is_masked && !line.sets_mask => {
            Some((home, offset))
        }
        _ => None,
    }
}

struct Merging {
    plan: Plan,
    /// The items that write each word of a home.
    writers: HashMap<(HomeId, u32), Vec<usize>>,
    /// The items that read a home, each with a line.
    readers: HashMap<HomeId, Vec<(usize, usize)>>,
    /// The last item that reads each word at the start.
    last_readers: HashMap<Word, usize>,
    /// For each copy that another item does: that item.
    done_by: HashMap<usize, usize>,
    /// The place of a result, for a home that had none.
    moved: HashMap<HomeId, (HomeId, u32)>,
}

impl Merging {
    fn new(plan: &Plan) -> Self {
        let mut readers: HashMap<_, Vec<(usize, usize)>> = HashMap::new();
        for (index, item) in plan.items.iter().enumerate() {
            for (line, source) in item.sources() {
                if let Source::Home(home, _) = source {
                    readers.entry(*home).or_default().push((index, line));
                }
            }
        }
        let last = |(word, items): (Word, Vec<usize>)| Some((word, items.into_iter().max()?));
        Self {
            plan: plan.clone(),
            writers: plan.writers(),
            readers,
            last_readers: starts(plan).into_iter().filter_map(last).collect(),
            done_by: HashMap::new(),
            moved: HashMap::new(),
        }
    }

    /// The item that can write what another one copies to its place.
    fn maker(&self, copy: usize) -> Option<usize> {
        let item = &self.plan.items[copy];
        if self.done_by.contains_key(&copy) {
            return None;
        }
        let from = self.now(copied(item)?);
        let to = self.plan.homes[item.home].at?;
        let [maker] = *self.writers.get(&from)?.as_slice() else {
            return None;
        };
        let own = &self.plan.items[maker];
        let made = own.line_with_places()?;
        let is_whole = ((own.home, own.offset), own.width) == (from, item.width);
        let is_alone = self.is_alone(copy) && self.is_alone(maker);
        let is_read_before = |word: (HomeId, u32)| {
            let at = self.plan.homes[word.0].at.map(|it| it.after(word.1));
            let last = at.and_then(|it| self.last_readers.get(&it));
            last.is_none_or(|last| *last <= maker)
        };
        let can_be_at = match self.plan.homes[own.home].at {
            Some(_) => self.places(own).all(|it| it.memory != to.memory),
            None => self.can_move(own, copy, to.memory),
        };
        let has_port = !is_local(MEMORIES[to.memory]) || !self.reads(made, to.memory, None);
        let is_possible = is_whole && is_alone && can_be_at && has_port;
        (is_possible && item.words().all(is_read_before)).then_some(maker)
    }

    /// Where a place is now.
    fn now(&self, (home, offset): (HomeId, u32)) -> (HomeId, u32) {
        match self.moved.get(&home) {
            Some((to, first)) => (*to, first + offset),
            None => (home, offset),
        }
    }

    /// Whether an item writes its words alone.
    fn is_alone(&self, item: usize) -> bool {
        let mut words = self.plan.items[item].words();
        words.all(|word| self.writers[&word] == [item])
    }

    /// The places that an item writes, where they are decided.
    fn places(&self, item: &Item) -> impl Iterator<Item = Word> {
        item.places().filter_map(|it| self.plan.homes[it.0].at)
    }

    /// Whether an item that has no place can have one in a memory, for all that read it apart from a copy.
    fn can_move(&self, item: &Item, copy: usize, memory: usize) -> bool {
        let home = &self.plan.homes[item.home];
        let is_all = home.width == item.width && !home.is_repeated && item.also.is_empty();
        let mut readers = self.readers[&item.home].iter();
        is_all
            && readers.all(|&(reader, line)| {
                let reader_item = &self.plan.items[reader];
                let mut places = self.places(reader_item);
                let line = &reader_item.lines[line];
                let into = is_local(MEMORIES[memory]) && places.any(|it| it.memory == memory);
                reader == copy || !into && !self.reads(line, memory, Some(item.home))
            })
    }

    /// Whether a line reads a memory, apart from a home.
    fn reads(&self, line: &Line, memory: usize, except: Option<HomeId>) -> bool {
        let mut sources = line.sources.iter();
        sources.any(|it| match it {
            Source::Start(word) => word.memory == memory,
            Source::Home(home, _) if Some(*home) == except => false,
            Source::Home(home, _) => {
                let at = self.plan.homes[self.now((*home, 0)).0].at;
                at.is_some_and(|it| it.memory == memory)
            }
            Source::Constant(_) => false,
        })
    }

    /// Has an item write what another one copies.
    fn merge(&mut self, copy: usize, maker: usize) {
        let place = (self.plan.items[copy].home, self.plan.items[copy].offset);
        for word in self.plan.items[copy].words() {
            self.writers.insert(word, vec![maker]);
        }
        let own = &mut self.plan.items[maker];
        if self.plan.homes[own.home].at.is_some() {
            own.also.push(place);
        } else {
            self.moved.insert(own.home, place);
            (own.home, own.offset) = place;
        }
        self.done_by.insert(copy, maker);
    }

    /// The plan without the copies that other items do.
    fn finished(mut self) -> Option<Plan> {
        if self.done_by.is_empty() {
            return None;
        }
        let items = std::mem::take(&mut self.plan.items);
        let numbers = (0..items.len()).scan(0, |left, item| {
            let number = *left;
            *left += usize::from(!self.done_by.contains_key(&item));
            Some(number)
        });
        let numbers: Vec<usize> = numbers.collect();
        for (index, mut item) in items.into_iter().enumerate() {
            if self.done_by.contains_key(&index) {
                continue;
            }
            for before in &mut item.after {
                *before = numbers[*self.done_by.get(before).unwrap_or(before)];
            }
            for source in item.lines.iter_mut().flat_map(|it| &mut it.sources) {
                if let Source::Home(home, offset) = source {
                    (*home, *offset) = self.now((*home, *offset));
                }
            }
            self.plan.items.push(item);
        }
        Some(self.plan)
    }
}
