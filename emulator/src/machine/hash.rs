//! The state hash: a sum over all words that differ from what they started with.
//!
//! A sum does not depend on the order, so the planes and pages that happen to exist do not matter.

use mnc2_isa::Memory;
use mnc2_isa::geometry::PES;
use mnc2_program::WriteMaskSetting;

use super::chip::{Chip, forwarded_index};
use super::initial_content::Space;
use crate::lanes::Lanes;
use mnc2_text::random::mixed;

/// The state hash of a chip and the `mask` setting in force.
pub(super) fn state(chip: &Chip, setting: WriteMaskSetting) -> u64 {
    let mut sum = Sum(0);
    memories(chip, &mut sum);
    forwarded(chip, &mut sum);
    if let Some(turnaround) = &chip.turnaround {
        let (layout, words) = turnaround.content();
        sum.words(Space::Turnaround, layout as usize, (0..).zip(words));
    }
    let others = [
        u64::from(chip.dar_write_entry),
        u64::from(chip.darbuf_read_entry),
        setting_bits(setting),
    ];
    sum.words(Space::Other, 0, (0..).zip(others));
    mixed(sum.0)
}

/// A hash of what a chip keeps until something overwrites it: its memories and registers, without the forwarding and turnaround
/// registers, which hold the results of the last step.
pub(super) fn kept(chip: &Chip) -> u64 {
    let mut sum = Sum(0);
    memories(chip, &mut sum);
    mixed(sum.0)
}

fn memories(chip: &Chip, sum: &mut Sum) {
    for (space, planes) in chip.all_planes() {
        sum.words(space, 0, planes.changed());
    }
    sum.words(Space::L1bm, 0, chip.l1bm.changed());
    sum.words(Space::L2bm, 0, chip.l2bm.changed());
    for (group, (pdm, dram)) in chip.pdm.iter().zip(&chip.dram).enumerate() {
        sum.words(Space::Pdm, group, pdm.changed());
        sum.words(Space::Dram, group, dram.changed());
    }
    for (space, registers) in [(Space::Dar, &chip.dar), (Space::Darbuf, &chip.darbuf)] {
        let fill = chip.start.fill(space);
        let words = (0..).zip(registers.iter().copied());
        let changed = words.filter(|&(index, word)| word != fill.long_word(index) as u32);
        sum.words(
            space,
            0,
            changed.map(|(index, word)| (index, u64::from(word))),
        );
    }
    masks(chip, sum);
    bases(chip, sum);
}

/// For each PE a number that differs for different contents of its LM, GRF and T-register.
pub(super) fn pe_hashes(chip: &Chip) -> Vec<u64> {
    let mut sums = vec![0_u64; PES];
    for (space, planes) in chip.all_planes() {
        if space == Space::Matrix {
            // It belongs to the MAB.
            continue;
        }
        let place = mixed(space as u64);
        // Equal content on all PEs does not distinguish them.
        let planes = planes
            .written()
            .filter(|(_, plane)| !plane.is_all(plane[0]));
        for (address, plane) in planes {
            let place = mixed(place ^ address as u64);
            for (sum, &word) in sums.iter_mut().zip(plane.iter()) {
                *sum = sum.wrapping_add(mixed(place ^ mixed(word)));
            }
        }
    }
    sums
}

/// The sum of the words, each mixed with its place.
struct Sum(u64);

impl Sum {
    fn words(&mut self, space: Space, element: usize, words: impl Iterator<Item = (u64, u64)>) {
        let place = mixed(mixed(space as u64) ^ element as u64);
        for (index, word) in words {
            self.0 = self.0.wrapping_add(mixed(mixed(place ^ index) ^ word));
        }
    }
}

fn masks(chip: &Chip, sum: &mut Sum) {
    let fill = chip.start.fill(Space::Masks);
    for (number, flags) in chip.masks.iter().enumerate() {
        let first = (number * PES) as u64;
        let changed = (first..)
            .zip(flags.iter().map(|&flags| u64::from(flags)))
            .filter(|&(index, flags)| flags != fill.long_word(index) & 0b1111);
        sum.words(Space::Masks, 0, changed);
    }
}

fn bases(chip: &Chip, sum: &mut Sum) {
    for (number, memory) in [Memory::BaseLm0, Memory::BaseLm1].into_iter().enumerate() {
        let registers = chip.base(memory).into_iter().flat_map(Lanes::iter);
        let changed = (0..)
            .zip(registers.map(|&base| u64::from(base)))
            .filter(|&(_, base)| base != 0);
        sum.words(Space::Bases, number, changed);
    }
}

fn forwarded(chip: &Chip, sum: &mut Sum) {
    let fill = chip.start.fill(Space::Forwarding);
    for (path, cycles) in chip.forwarded.iter().enumerate() {
        let Some(cycles) = cycles else { continue };
        for (cycle, output) in cycles.iter().enumerate() {
            for (side, words) in [&output.most, &output.least].into_iter().enumerate() {
                let first = forwarded_index(path, cycle, side);
                let changed = (first..)
                    .zip(words.iter().copied())
                    .filter(|&(index, word)| word != fill.long_word(index));
                sum.words(Space::Forwarding, 0, changed);
            }
        }
    }
}

fn setting_bits(setting: WriteMaskSetting) -> u64 {
    let WriteMaskSetting {
        double_long,
        grf0,
        grf1,
        t,
        lm0,
        lm1,
        mask_register,
        entry,
    } = setting;
    [double_long, grf0, grf1, t, lm0, lm1, mask_register]
        .into_iter()
        .fold(u64::from(entry), |bits, flag| bits << 1 | u64::from(flag))
}
