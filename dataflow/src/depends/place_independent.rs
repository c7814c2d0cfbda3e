//! The limits that hold for any places of the values in LM, GRF, L1BM and L2BM.
//!
//! Another place may free a value from ports, from words that are still in use and from distances between writes and
//! reads, and a result may be read from a forwarding register in the next step, also one in T. What stays is that a value is computed in
//! an earlier step than it is used, the time that a transfer takes through L1BM or L2BM, and everything about units,
//! masks, other memories and MV instructions. Therefore a lower bound that follows from these limits holds for every choice of
//! places.

use mnc2_isa::{Forwarding, Memory};

use super::atom::{Atom, Touch};
use super::pairwise_limits;
use super::{AtomKind, Dependence, Depends, Limit, Why};
use mnc2_program::access::Store;
use mnc2_program::rules::hazard::Hazards;
use mnc2_program::{OperandKind, Statement};

/// The store of the T-register.
const T: Store = Store::Memory(Memory::T);

/// Which places are taken from an atom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Without {
    /// Those in LM and GRF.
    Pe,
    /// Those in L1BM and L2BM too.
    Any,
}

impl Without {
    fn takes(self, touch: &Touch) -> bool {
        let store = touch.store;
        // T is one place, but who reads it may read a forwarding register instead.
        let is_elsewhere = is_of_pe(store) || store == T && !touch.is_write;
        is_elsewhere || self == Self::Any && is_of_transfer(store)
    }
}

impl Depends {
    /// What may move where if values may be anywhere, and may be read from forwarding registers. The atoms have the same
    /// numbers. They name no places, so that nothing can be written from them.
    #[must_use]
    pub fn anywhere(&self) -> Self {
        let read: Vec<Vec<Forwarding>> = self.atoms.iter().map(Atom::registers_read).collect();
        // An input without a place needs the same instruction word fields as the inputs of the other atom may, so that it does
        // not prevent a common step.
        let beside = |other: usize| read[other].first().copied().unwrap_or(Forwarding::Aluf);
        let is_beside_several = |from: usize, to: usize| read[from].len().max(read[to].len()) > 1;
        let of_any = Forwarding::ALL.map(|register| self.reading(register, Without::Any));
        let of_pe = Forwarding::ALL.map(|register| self.reading(register, Without::Pe));
        let mut limits = Vec::new();
        for to in 0..self.atoms.len() {
            for from in 0..to {
                let passed = self.passes(from, to);
                // Both ends of a transfer move together; the ends of an MV instruction or a debug statement do not move.
                let is_single = |it: usize| self.atoms[it].parts().len() <= 1;
                let is_transfer =
                    passed.is_some_and(is_of_transfer) && is_single(from) && is_single(to);
                let atoms = if is_transfer { &of_pe } else { &of_any };
                let first = &atoms[beside(to) as usize][from];
                let second = &atoms[beside(from) as usize][to];
                if !first.may_change_distance(second, self.steps) {
                    continue;
                }
                let mut add = |limit, why| {
                    limits.push(Dependence {
                        from,
                        to,
                        limit,
                        why,
                    });
                };
                pairwise_limits::limits(first, second, |limit, why| {
                    if !(matches!(why, Why::Together(_)) && is_beside_several(from, to)) {
                        add(limit, why);
                    }
                });
                if let Some(store) = passed {
                    let least = i32::from(first.kind == AtomKind::Step);
                    add(Limit::AtLeast(least), Why::Value(store));
                }
            }
        }
        let [atoms, ..] = of_any;
        Self {
            atoms,
            limits,
            resources: self.resources.clone(),
            feeds: self.feeds.clone(),
            forwarded: Vec::new(),
            steps: self.steps,
        }
    }

    /// The atoms without some places, with inputs that read a forwarding register instead of LM and GRF.
    fn reading(&self, register: Forwarding, without: Without) -> Vec<Atom> {
        let atoms = self.atoms.iter();
        let mut atoms: Vec<Atom> = atoms.map(|it| it.nowhere(register, without)).collect();
        for feed in &self.feeds {
            atoms[feed.from].is_source = true;
        }
        atoms
    }

    /// Where an atom passes a value to a later one, through L1BM or L2BM if it does. What is replaced in between, even in
    /// part, is not passed.
    fn passes(&self, from: usize, to: usize) -> Option<Store> {
        let (first, second) = (&self.atoms[from], &self.atoms[to]);
        let between = &self.atoms[from + 1..to];
        let is_replaced = |read: &Touch| {
            let mut touches = between.iter().flat_map(|atom| &atom.touches);
            touches.any(|touch| touch.is_write && touch.meets(read))
        };
        let is_written = |read: &&Touch| {
            let mut touches = first.touches.iter();
            touches.any(|touch| touch.is_write && touch.meets(read))
        };
        let passed = |is_wanted: fn(Store) -> bool| {
            let reads = second.touches.iter();
            let mut reads = reads.filter(|it| !it.is_write && is_wanted(it.store));
            let read = reads.find(|it| is_written(it) && !is_replaced(it));
            read.map(|it| it.store)
        };
        passed(is_of_transfer).or_else(|| passed(|store| is_of_pe(store) || store == T))
    }
}

impl Atom {
    /// The forwarding registers that it reads.
    fn registers_read(&self) -> Vec<Forwarding> {
        let inputs = self.parts().iter().flat_map(|part| &part.inputs);
        let mut read: Vec<Forwarding> = inputs
            .filter_map(|input| match input.kind {
                OperandKind::Forwarding(register) => Some(register),
                _ => None,
            })
            .collect();
        read.sort_by_key(|&register| register as u8);
        read.dedup();
        read
    }

    /// The atom without some places.
    fn nowhere(&self, register: Forwarding, without: Without) -> Self {
        let mut other = Self {
            is_source: false,
            ..self.clone()
        };
        let touches_transfer = other.touches.iter().any(|it| is_of_transfer(it.store));
        other.touches.retain(|touch| !without.takes(touch));
        if let Statement::Step(step) = &mut other.statement {
            for part in &mut step.expressions {
                let read = OperandKind::Forwarding(register);
                for input in &mut part.inputs {
                    if matches!(input.kind, OperandKind::T(_)) {
                        input.kind = read.clone();
                    }
                }
                let outputs = part.outputs.iter_mut().map(|it| (it, OperandKind::NoWrite));
                let inputs = part.inputs.iter_mut().map(|it| (it, read.clone()));
                for (operand, nowhere) in outputs.chain(inputs) {
                    match &mut operand.kind {
                        OperandKind::PeMemory(_) => operand.kind = nowhere,
                        // With one address, all need the same content of the instruction word.
                        OperandKind::L1bm { address, .. } | OperandKind::L2bm { address, .. }
                            if without == Without::Any =>
                        {
                            *address = 0;
                        }
                        _ => {}
                    }
                }
            }
        }
        other.hazards = if without == Without::Any && touches_transfer {
            None
        } else {
            Hazards::after(&other.statement, other.setting)
        };
        other
    }
}

fn is_of_pe(store: Store) -> bool {
    matches!(
        store,
        Store::Memory(Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1)
    )
}

fn is_of_transfer(store: Store) -> bool {
    matches!(store, Store::Memory(Memory::L1bm | Memory::L2bm))
}
