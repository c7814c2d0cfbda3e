//! The content of every word of a store.

use std::collections::BTreeMap;

use mnc2_isa::Memory;
use mnc2_program::access::{Elements, Store};

use super::terms::{Kind, Run, Terms, Value};

/// The content of a store.
#[derive(Clone)]
pub(super) struct Content {
    store: Store,
    words: Words,
    /// The whole content as one value, until something is written.
    whole: Option<Value>,
}

#[derive(Clone)]
enum Words {
    /// Word by word; empty until the first write.
    Listed(Vec<Value>),
    /// From the first word to how many there are and the value of the first. Words between were never written.
    Runs(BTreeMap<u32, (u32, Value)>),
}

impl Content {
    /// An uninitialized store, with its content at the start.
    pub(super) fn new(store: Store) -> Self {
        let words = match store {
            Store::Memory(Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram) => {
                Words::Runs(BTreeMap::new())
            }
            Store::Memory(_) | Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => {
                Words::Listed(Vec::new())
            }
        };
        Self {
            store,
            words,
            whole: None,
        }
    }

    /// The value of one word.
    pub(super) fn word(&self, terms: &mut Terms, address: u32) -> Value {
        match &self.words {
            Words::Listed(words) => match words.get(address as usize) {
                Some(&value) => value,
                None => terms.start(self.store, address),
            },
            Words::Runs(runs) => match runs.range(..=address).next_back() {
                Some((&first, &(count, value))) if address - first < count => {
                    terms.after(value, address - first)
                }
                Some(_) | None => terms.start(self.store, address),
            },
        }
    }

    /// Adds the values of consecutive words to runs. Returns how much work it was.
    pub(super) fn read(
        &self,
        terms: &mut Terms,
        first: u32,
        count: u32,
        into: &mut Vec<Run>,
    ) -> u64 {
        let end = first + count;
        match &self.words {
            Words::Listed(words) if words.is_empty() => {
                let start = terms.start(self.store, first);
                terms.push(into, start, count);
                1
            }
            Words::Listed(words) => {
                for &value in &words[first as usize..end as usize] {
                    terms.push(into, value, 1);
                }
                u64::from(count)
            }
            Words::Runs(runs) => {
                let mut work = 1;
                let mut at = first;
                let before = runs.range(..first).next_back();
                let before = before.filter(|(start, (count, _))| first - **start < *count);
                for (&start, &(count, value)) in before.into_iter().chain(runs.range(first..end)) {
                    work += 1;
                    if start > at {
                        let gap = terms.start(self.store, at);
                        terms.push(into, gap, start - at);
                        at = start;
                    }
                    let until = (start + count).min(end);
                    terms.push(into, terms.after(value, at - start), until - at);
                    at = until;
                }
                if at < end {
                    let gap = terms.start(self.store, at);
                    terms.push(into, gap, end - at);
                }
                work
            }
        }
    }

    /// As [`Self::read`], on some elements only.
    pub(super) fn seen(
        &self,
        terms: &mut Terms,
        (first, count): (u32, u32),
        elements: Elements,
        into: &mut Vec<Run>,
    ) -> u64 {
        let mut all = Vec::new();
        let work = self.read(terms, first, count, &mut all);
        for run in all {
            let value = terms.mix(elements, run.value, Value::NOTHING);
            terms.push(into, value, run.count);
        }
        work
    }

    /// Replaces consecutive words on some elements by the words of a value. Returns the amount of work, in runs.
    pub(super) fn write(
        &mut self,
        terms: &mut Terms,
        first: u32,
        count: u32,
        elements: Elements,
        value: Value,
    ) -> u64 {
        self.whole = None;
        if count == 0 {
            return 0;
        }
        if let Words::Listed(words) = &mut self.words {
            if words.is_empty() {
                words.extend((0..self.store.words()).map(|word| terms.start(self.store, word)));
            }
            let range = first as usize..(first + count) as usize;
            for (word, old) in (0..).zip(&mut words[range]) {
                *old = terms.mix(elements, terms.after(value, word), *old);
            }
            return u64::from(count);
        }
        let mut new = Vec::new();
        let mut work = 1;
        if elements == Elements::ALL {
            new.push(Run { value, count });
        } else {
            let mut old = Vec::new();
            work += self.read(terms, first, count, &mut old);
            let mut done = 0;
            for run in old {
                let mixed = terms.mix(elements, terms.after(value, done), run.value);
                terms.push(&mut new, mixed, run.count);
                done += run.count;
            }
        }
        let Words::Runs(runs) = &mut self.words else {
            return work;
        };
        let end = first + count;
        // The rests of the runs at both ends.
        let before = runs.range(..first).next_back();
        let before = before.map(|(&start, &(count, value))| (start, count, value));
        if let Some((start, count, value)) = before
            && first - start < count
        {
            runs.insert(start, (first - start, value));
            if start + count > end {
                let rest = terms.after(value, end - start);
                runs.insert(end, (start + count - end, rest));
            }
        }
        let inside: Vec<u32> = runs.range(first..end).map(|(&start, _)| start).collect();
        for start in inside {
            work += 1;
            if let Some((count, value)) = runs.remove(&start)
                && start + count > end
            {
                let rest = terms.after(value, end - start);
                runs.insert(end, (start + count - end, rest));
            }
        }
        let mut at = first;
        for Run { value, count } in new {
            work += 1;
            runs.insert(at, (count, value));
            at += count;
        }
        work
    }

    /// The whole content as one value.
    pub(super) fn whole(&mut self, terms: &mut Terms) -> (Value, u64) {
        if let Some(whole) = self.whole {
            return (whole, 1);
        }
        let mut runs = Vec::new();
        let work = self.read(terms, 0, self.store.words(), &mut runs);
        let whole = terms.computed_from_runs(Kind::List, &runs);
        self.whole = Some(whole);
        (whole, work)
    }
}
