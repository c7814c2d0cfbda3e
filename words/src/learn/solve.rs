//! Which bits of words hold which property of their statements.
//!
//! A bit belongs to the properties that explain it: where one of them is used, its content decides the bit; where none is, the
//! bit is idle. One property mostly explains a bit. Several can, if they exclude each other: an immediate value has the bits of
//! other instructions' operands. The explanation with the fewest properties is chosen, and among these the explanation with the
//! fewest contents.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::encodings::WordRows;
use super::super::{Bits, PropertyContent, WordForm};
use super::Example;
use super::slot::{How, Set, Slot};

/// The most properties that can share a bit.
const SHARERS_MAX: usize = 3;

/// The most candidates that are tried together.
const CANDIDATES_MAX: usize = 48;

/// One wrong word in this number is considered an error of the word, not of the explanation.
const MISTAKES_ONE_IN: usize = 20;

/// What bits are taken for before anything else: the table's fields.
pub(super) trait Prior {
    /// The properties of a bit.
    fn properties(&self, bit: u16) -> Vec<(Cow<'static, str>, Option<u32>)>;
}

/// The result for the bits of a kind of word.
pub(super) struct Solved {
    pub rows: WordRows,
    /// Bits that more than one property explains, with those that do; the first is taken.
    pub ambiguous: Vec<(u16, Vec<String>)>,
    /// Bits that nothing explains.
    pub unexplained: Vec<u16>,
    /// Words that contradict all others: the example, and the bit.
    pub outliers: Vec<(usize, u16)>,
    /// Numbers that words hold inverted, with the bits. They have no row.
    pub inverted: Vec<(String, Vec<u16>)>,
}

/// The content of a bit in the words that use no property of its explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unused {
    /// Every word uses one.
    Never,
    Holds(bool),
    /// Now this, now that: something else explains the bit.
    Varies,
}

impl Unused {
    /// The idle content of the bit.
    const fn idle(self) -> bool {
        matches!(self, Self::Holds(true))
    }
}

/// The properties that explain a bit.
struct Explanation {
    owners: Owners,
    unused: Unused,
}

/// A property that explains a bit in nearly all examples.
struct Nearly {
    slot: usize,
    how: How,
    /// The content of the bit in most words that do not use it.
    idle: bool,
    /// The examples that it does not explain.
    wrong: Vec<usize>,
}

struct Problem {
    count: usize,
    slots: Vec<Slot>,
    /// For each bit the examples in which it is set.
    bits: Vec<Set>,
}

/// Finds the rows of examples of one kind and width.
pub(super) fn solve(form: WordForm, examples: &[Example], prior: &dyn Prior) -> Solved {
    let problem = Problem::from_examples(examples);
    let width = examples.first().map_or(0, |example| example.word.width());
    let mut idle = Bits::zeros(width);
    let mut owned: Vec<Vec<(u16, How)>> = problem.slots.iter().map(|_| Vec::new()).collect();
    let mut solved = Solved {
        rows: WordRows {
            form,
            idle: idle.clone(),
            statements: examples.iter().map(|example| example.count).sum(),
            rows: Vec::new(),
        },
        ambiguous: Vec::new(),
        unexplained: Vec::new(),
        outliers: Vec::new(),
        inverted: Vec::new(),
    };
    let mut inverted: Vec<(usize, u16)> = Vec::new();
    for bit in 0..width {
        let value = &problem.bits[usize::from(bit)];
        let is_constant = value.count() == 0 || value.count() == problem.count;
        idle.set_bit(bit, value.count() == problem.count && problem.count > 0);
        let expected = problem.named(&prior.properties(bit));
        if let Some(found) = problem.check(value, &expected) {
            // What the table states explains the bit, perhaps next to what it does not say.
            if !is_constant {
                idle.set_bit(bit, found.unused.idle());
            }
            found
                .owners
                .iter()
                .for_each(|&(slot, how)| owned[slot].push((bit, how)));
            continue;
        }
        if is_constant {
            continue;
        }
        let mut found = problem.explanations(value);
        if let [Explanation { owners, unused }] = &found[..]
            && let [(slot, How::Inverse(_))] = owners[..]
        {
            idle.set_bit(bit, unused.idle());
            inverted.push((slot, bit));
            continue;
        }
        if found.is_empty() {
            match problem.nearly(value) {
                Some(nearly) => {
                    let wrong = nearly.wrong.into_iter();
                    solved.outliers.extend(wrong.map(|at| (at, bit)));
                    found.push(Explanation {
                        owners: vec![(nearly.slot, nearly.how)],
                        unused: Unused::Holds(nearly.idle),
                    });
                }
                None => solved.unexplained.push(bit),
            }
        }
        let mut found = found.into_iter();
        let Some(Explanation { owners, unused }) = found.next() else {
            continue;
        };
        idle.set_bit(bit, unused.idle());
        let others: Vec<String> = found.map(|it| problem.names(&it.owners)).collect();
        if !others.is_empty() {
            let first = problem.names(&owners);
            solved
                .ambiguous
                .push((bit, std::iter::once(first).chain(others).collect()));
        }
        owners
            .iter()
            .for_each(|&(slot, how)| owned[slot].push((bit, how)));
    }
    solved.rows.idle = idle;
    let rows = problem.slots.iter().zip(&owned).enumerate();
    for (at, (slot, bits)) in rows {
        let of_slot = inverted.iter().rev().filter(|(slot, _)| *slot == at);
        let of_slot: Vec<u16> = of_slot.map(|(_, bit)| *bit).collect();
        match of_slot.is_empty() {
            true => solved.rows.rows.push(slot.row(bits, examples)),
            false => solved.inverted.push((slot.name.to_string(), of_slot)),
        }
    }
    solved
        .rows
        .rows
        .sort_by(|one, other| one.name.cmp(&other.name));
    solved
}

type Owners = Vec<(usize, How)>;

impl Problem {
    fn from_examples(examples: &[Example]) -> Self {
        let count = examples.len();
        let mut slots: Vec<Slot> = Vec::new();
        let mut places: HashMap<Cow<'static, str>, usize> = HashMap::new();
        let is_number = |key: &PropertyContent| matches!(key, PropertyContent::Number(_));
        for (at, example) in examples.iter().enumerate() {
            for property in &example.properties {
                let place = *places.entry(property.name.clone()).or_insert_with(|| {
                    slots.push(Slot {
                        name: property.name.clone(),
                        is_number: true,
                        used: Set::new(count),
                        uses: Vec::new(),
                        choices: Vec::new(),
                    });
                    slots.len() - 1
                });
                slots[place].is_number &= is_number(&property.key);
                slots[place].used.insert(at);
            }
        }
        let mut choices: HashMap<(usize, String), u64> = HashMap::new();
        for (at, example) in examples.iter().enumerate() {
            for property in &example.properties {
                let place = places[&property.name];
                let slot = &mut slots[place];
                let content = match &property.key {
                    PropertyContent::Number(number) if slot.is_number => *number,
                    key => {
                        let text = key.text().into_owned();
                        *choices.entry((place, text.clone())).or_insert_with(|| {
                            slot.choices.push(text);
                            slot.choices.len() as u64 - 1
                        })
                    }
                };
                slot.uses.push((at, content));
            }
        }
        let width = examples.first().map_or(0, |example| example.word.width());
        let mut bits: Vec<Set> = (0..width).map(|_| Set::new(count)).collect();
        for (at, example) in examples.iter().enumerate() {
            for (bit, set) in (0..width).zip(&mut bits) {
                if example.word.bit(bit) {
                    set.insert(at);
                }
            }
        }
        Self { count, slots, bits }
    }

    /// What the table states of a bit, as far as examples have it.
    fn named(&self, names: &[(Cow<'static, str>, Option<u32>)]) -> Owners {
        let found = names.iter().filter_map(|(name, digit)| {
            let at = self.slots.iter().position(|slot| slot.name == *name)?;
            let how = match (self.slots[at].is_number, digit) {
                (true, Some(digit)) => How::Digit(*digit),
                (true, None) => return None,
                (false, _) => How::Choice,
            };
            Some((at, how))
        });
        found.collect()
    }

    /// The owners with the bit's idle content, if they explain it.
    fn check(&self, value: &Set, owners: &Owners) -> Option<Explanation> {
        let is_meant = |&(slot, how): &(usize, How)| self.slots[slot].follows(value, how);
        if owners.is_empty() || !owners.iter().all(is_meant) {
            return None;
        }
        self.explanation(value, owners)
    }

    /// The explanation with owners that follow a bit, if nothing else changes it.
    fn explanation(&self, value: &Set, owners: &[(usize, How)]) -> Option<Explanation> {
        let unused = self.unused(value, owners);
        (unused != Unused::Varies).then(|| Explanation {
            owners: owners.to_vec(),
            unused,
        })
    }

    /// The content of a bit where no owner is used.
    fn unused(&self, value: &Set, owners: &[(usize, How)]) -> Unused {
        let mut used = Set::new(self.count);
        for (slot, _) in owners {
            used.or(&self.slots[*slot].used);
        }
        let (mut has_set, mut has_clear) = (false, false);
        for (part, (value, used)) in value.0.iter().zip(&used.0).enumerate() {
            let room = self.count - part * 64;
            let all = if room >= 64 {
                u64::MAX
            } else {
                (1 << room) - 1
            };
            let free = !used & all;
            has_set |= value & free != 0;
            has_clear |= !value & free != 0;
        }
        match (has_set, has_clear) {
            (true, true) => Unused::Varies,
            (false, false) => Unused::Never,
            (is_set, _) => Unused::Holds(is_set),
        }
    }

    /// The smallest explanations of a bit, the simplest first. The inverse of a number is one alone.
    fn explanations(&self, value: &Set) -> Vec<Explanation> {
        let mut candidates: Owners = Vec::new();
        for (at, slot) in self.slots.iter().enumerate() {
            candidates.extend(slot.how(value).map(|how| (at, how)));
        }
        candidates.sort_by_key(|&(slot, _)| self.slots[slot].cost());
        let explains = |owners: &[(usize, How)]| self.explanation(value, owners);
        let alone: Vec<_> = candidates
            .iter()
            .filter_map(|owner| explains(std::slice::from_ref(owner)))
            .collect();
        if !alone.is_empty() {
            return alone;
        }
        let inverses = self.slots.iter().enumerate();
        let mut inverses = inverses.filter_map(|(at, slot)| Some((at, slot.inverse(value)?)));
        let inverse = inverses.find_map(|owner| explains(std::slice::from_ref(&owner)));
        if let Some(inverse) = inverse {
            return vec![inverse];
        }
        // Only what can change the bit is worth a place next to another: a content that is idle in every use could be
        // left out, for any idle content.
        let by_idle = [false, true].map(|idle| {
            let changes = |it: &&(usize, How)| self.slots[it.0].constant(value) != Some(idle);
            let changing = candidates.iter().filter(changes).take(CANDIDATES_MAX);
            changing.copied().collect::<Owners>()
        });
        for size in 2..=SHARERS_MAX {
            let [first, second] = &by_idle;
            let mut tried: Vec<Owners> = combinations(first, size).collect();
            tried.extend(combinations(second, size).filter(|owners| {
                let is_of_first = |owner| first.contains(owner);
                !owners.iter().all(is_of_first)
            }));
            let mut found: Vec<_> = tried.iter().filter_map(|owners| explains(owners)).collect();
            if !found.is_empty() {
                found.sort_by_key(|found| {
                    let costs = found
                        .owners
                        .iter()
                        .map(|(slot, _)| self.slots[*slot].cost());
                    costs.sum::<usize>()
                });
                return found;
            }
        }
        Vec::new()
    }

    /// The property that explains a bit in nearly all examples, with those that it does not.
    fn nearly(&self, value: &Set) -> Option<Nearly> {
        let limit = (self.count / MISTAKES_ONE_IN).max(1);
        let mut best: Option<Nearly> = None;
        for (at, slot) in self.slots.iter().enumerate() {
            let outside = (0..self.count).filter(|&it| !slot.used.has(it));
            let set = outside.clone().filter(|&it| value.has(it)).count();
            let idle = set * 2 > outside.clone().count();
            let beside: Vec<usize> = outside.filter(|&it| value.has(it) != idle).collect();
            if beside.len() > limit {
                continue;
            }
            for (how, wrong) in slot.nearly(value) {
                let mut wrong = wrong;
                wrong.extend(&beside);
                let before = best.as_ref().map_or(limit + 1, |best| best.wrong.len());
                if wrong.len() < before {
                    best = Some(Nearly {
                        slot: at,
                        how,
                        idle,
                        wrong,
                    });
                }
            }
        }
        best
    }

    fn names(&self, owners: &Owners) -> String {
        let names = owners
            .iter()
            .map(|(slot, _)| self.slots[*slot].name.as_ref());
        names.collect::<Vec<_>>().join(" + ")
    }
}

/// The ways to choose some of the candidates, in order.
fn combinations(all: &Owners, size: usize) -> impl Iterator<Item = Owners> {
    let count = all.len();
    let mut next: Option<Vec<usize>> = (size <= count).then(|| (0..size).collect());
    std::iter::from_fn(move || {
        let places = next.clone()?;
        let mut after = places.clone();
        next = (0..size)
            .rev()
            .find(|&at| after[at] + size - at < count)
            .map(|at| {
                after[at] += 1;
                for later in at + 1..size {
                    after[later] = after[later - 1] + 1;
                }
                after
            });
        Some(places.iter().map(|&place| all[place]).collect())
    })
}
