//! Constants that are not among the usual ones: what an output needs of one instruction.

use std::time::Instant;

use super::{Ended, Enumeration, matches};
use crate::sequence::{Source, Step, What};
use mnc2_schedule::lane_values::{CHUNK, LANES, Values};
use mnc2_schedule::operations::{INPUTS_MAX, Instruction};

impl Enumeration<'_, '_> {
    /// One instruction with a constant that is not among the usual ones: what the output needs, and with one input also
    /// every single word whose halves are alike or whose second half is zero.
    pub(super) fn unknown_constants(&mut self) -> Result<(), Ended> {
        let mut out = Values::new(self.is_wide);
        let needed = self.needed();
        let halves = 0..=u32::from(u16::MAX);
        let mut all: Vec<u32> = halves.clone().map(|half| half << 16 | half).collect();
        all.extend(halves.map(|half| half << 16));
        let of_needed = needed.chunks(CHUNK).map(|words| (words, INPUTS_MAX));
        for (words, inputs_max) in of_needed.chain(all.chunks(CHUNK).map(|words| (words, 2))) {
            let mut constants = Values::new(self.is_wide);
            for &word in words {
                let long = u64::from(word) << 32 | u64::from(word);
                constants.push(Values::all(long, long, LANES, self.is_wide).view());
            }
            let lanes = words.len() * LANES;
            for number in 0..u16::try_from(self.instructions.len()).unwrap_or(u16::MAX) {
                let instruction = &self.instructions[usize::from(number)];
                if !self.is_tried(instruction) || !(2..=inputs_max).contains(&instruction.inputs) {
                    continue;
                }
                let size = instruction.size();
                for (place, leaf, other) in self.places(instruction) {
                    let mut views = [self.leaves[leaf].values[size].first(lanes); INPUTS_MAX];
                    let mut sources = [Source::Leaf(self.leaves[leaf].number); INPUTS_MAX];
                    if let Some(other) = other {
                        views[2] = self.leaves[other].values[size].first(lanes);
                        sources[2] = Source::Leaf(self.leaves[other].number);
                        if place == 2 {
                            views.swap(1, 2);
                            sources.swap(1, 2);
                        }
                    }
                    views[place] = constants.view();
                    sources[place] = Source::Step(0);
                    instruction.execute(views, &mut self.inverted, &mut out, &mut []);
                    self.evaluations += words.len() as u64;
                    for index in matches(&self.target, &out) {
                        let word = u64::from(words[index]);
                        let load = Step::load(word << 32 | word);
                        let last = Step {
                            what: What::Instruction(number),
                            inputs: sources,
                        };
                        self.report(&[load, last])?;
                    }
                }
            }
            if Instant::now() > self.deadline || (self.is_cancelled)() {
                return Err(Ended::Time);
            }
        }
        Ok(())
    }

    /// Where a constant can be among the operands, and which inputs are the others.
    fn places(&self, instruction: &Instruction) -> Vec<(usize, usize, Option<usize>)> {
        let leaves = 0..self.leaves.len();
        let fits = |position: usize, leaf: usize| {
            !self.leaves[leaf].is_constant || (position == 0 && !instruction.is_vector())
        };
        let mut found = Vec::new();
        for leaf in leaves.clone() {
            let places = if instruction.commutes { 1..2 } else { 0..2 };
            if instruction.inputs == 2 {
                let places = places.filter(|place| fits(1 - place, leaf));
                found.extend(places.map(|place| (place, leaf, None)));
                continue;
            }
            for other in leaves.clone() {
                let number = |leaf: usize| usize::from(self.leaves[leaf].number);
                let is_fit = !self.leaves[leaf].is_constant
                    && !self.leaves[other].is_constant
                    && (self.fits)(instruction, number(leaf), number(other));
                if is_fit {
                    found.extend([(1, leaf, Some(other)), (2, leaf, Some(other))]);
                }
            }
        }
        found
    }

    /// Single words that one instruction could need, if it is invertible: guesses from the first lanes.
    fn needed(&self) -> Vec<u32> {
        let mut found = Vec::new();
        let target = &self.target.values.most;
        for leaf in &self.leaves {
            let value = &leaf.values[1].most;
            let mut all_ones = [u32::MAX, 0];
            for lane in 0..LANES {
                for shift in [32, 0] {
                    let care = (self.target.care.most[lane] >> shift) as u32;
                    if care == 0 {
                        continue;
                    }
                    let (x, t) = (
                        (value[lane] >> shift) as u32,
                        (target[lane] >> shift) as u32,
                    );
                    all_ones[0] &= t | !x;
                    all_ones[1] |= t & !x;
                    if lane >= 4 {
                        continue;
                    }
                    found.extend([
                        x ^ t,
                        t.wrapping_sub(x),
                        x.wrapping_sub(t),
                        t,
                        x.wrapping_add(t),
                    ]);
                    let (x, t) = (f32::from_bits(x), f32::from_bits(t));
                    for guess in [t / x, t - x, x - t, t + x] {
                        let bits = guess.to_bits();
                        found.extend([bits, bits.wrapping_add(1), bits.wrapping_sub(1)]);
                    }
                }
            }
            found.extend(all_ones);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
