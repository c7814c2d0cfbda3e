//! The memory that a machine does not share with another one: what keeping both costs.

use std::sync::Arc;

use super::Machine;
use super::chip::{Chip, Path};
use super::l2bm::{L2bmEffect, Spread};
use super::step::Effect;
use crate::buffer_pool::PooledValue;
use crate::lanes::Lanes;

/// The memory of every machine that is not shared: the tables of planes and DAR, and the small parts of effects.
const BYTES_OF_ITS_OWN: u64 = 96 << 10;

impl Machine {
    /// Bytes that this machine holds and the other one does not.
    pub(super) fn bytes_beside(&self, other: &Self) -> u64 {
        let last = match (&self.last, &other.last) {
            (Some((_, own)), Some((_, others))) if Arc::ptr_eq(own, others) => 0,
            (Some((_, effects)), _) => effects.iter().map(effect_bytes).sum(),
            (None, _) => 0,
        };
        BYTES_OF_ITS_OWN + chip_bytes(&self.chip, &other.chip) + last
    }
}

fn chip_bytes(chip: &Chip, other: &Chip) -> u64 {
    let planes = chip.all_planes().into_iter().zip(other.all_planes());
    let planes = planes.map(|((_, own), (_, others))| own.bytes_beside(others));
    let paged = chip.pdm.iter().zip(&other.pdm);
    let paged = paged.chain(chip.dram.iter().zip(&other.dram));
    let paged = paged.map(|(own, others)| own.bytes_beside(others));
    let blocks = chip.l1bm.bytes_beside(&other.l1bm) + chip.l2bm.bytes_beside(&other.l2bm);
    let masks = lanes_bytes(&chip.masks, &other.masks);
    let bases = lanes_bytes(&chip.bases, &other.bases);
    let forwarded = chip.forwarded.iter().zip(&other.forwarded);
    let forwarded = forwarded.filter_map(|(own, others)| own_part(own.as_ref(), others.as_ref()));
    let forwarded = forwarded.flat_map(|cycles| cycles.iter().map(path_bytes));
    let turnaround = match (&chip.turnaround, &other.turnaround) {
        (Some(own), Some(others)) if own.is_shared_with(others) => 0,
        (Some(own), _) => own.bytes(),
        (None, _) => 0,
    };
    planes.chain(paged).chain(forwarded).sum::<u64>() + blocks + masks + bases + turnaround
}

/// The part that the other one does not have.
fn own_part<'a, T>(own: Option<&'a Arc<T>>, other: Option<&Arc<T>>) -> Option<&'a Arc<T>> {
    own.filter(|own| !other.is_some_and(|other| Arc::ptr_eq(own, other)))
}

/// Bytes of the lanes that are not shared.
fn lanes_bytes<T: PooledValue>(own: &[Lanes<T>], other: &[Lanes<T>]) -> u64 {
    let pairs = own.iter().zip(other);
    let own = pairs.filter(|(own, other)| !own.is_shared_with(other));
    own.map(|(own, _)| own.bytes()).sum()
}

fn path_bytes(path: &Path) -> u64 {
    path.most.bytes() + path.least.bytes()
}

/// Bytes of what an expression put out, without what forwarding and turnaround registers share.
fn effect_bytes(effect: &Effect) -> u64 {
    match effect {
        Effect::Pe { output, .. } => output.flags.iter().map(|flags| flags.len() as u64).sum(),
        Effect::MatrixRows { cycles, .. } => cycles.iter().map(path_bytes).sum(),
        Effect::L1bm { upward, .. } => upward.bytes(),
        Effect::L2bm { effect, .. } => match effect {
            L2bmEffect::Blocks(blocks) => blocks.iter().map(Spread::bytes).sum(),
            L2bmEffect::FillDarbuf { words, .. } => words
                .iter()
                .map(|words| size_of_val::<[u64]>(words) as u64)
                .sum(),
            L2bmEffect::DrainDarbuf => 0,
        },
    }
}
