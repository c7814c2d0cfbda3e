//! Vector operations on operands of which all MABs have the same: the four cycles of the step side by side.
//!
//! The loops for the host's vector units take 32 PEs at least; four cycles of four PEs take half of that, and one call
//! for all of them a quarter of the time of computing each element alone.

use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::{Cycle, Operands, most_only};
use crate::alu::{PathMut, PathView};
use crate::lanes::{Lanes, Plane, SHORTEST};
use crate::machine::chip::Path;
use crate::mau::VectorOperation;

/// PEs that the loops take; those behind the cycles' are zero.
const PES: usize = 32;

const _: () = assert!(CYCLES_PER_STEP * SHORTEST <= PES);

/// The long words of the cycles; `None` where they do not repeat from MAB to MAB.
fn side_by_side<'a>(cycles: impl Iterator<Item = &'a Plane>) -> Option<[u64; PES]> {
    let mut words = [0; PES];
    let (places, _) = words.as_chunks_mut::<SHORTEST>();
    for (place, plane) in places.iter_mut().zip(cycles) {
        match plane {
            Lanes::Few(values) => *place = *values,
            Lanes::Many(_) => return None,
        }
    }
    Some(words)
}

/// Computes all cycles; `None` where an operand does not repeat from MAB to MAB.
pub(super) fn vector(
    operation: VectorOperation,
    operands: &[Operands],
    wants_flags: bool,
) -> Option<[Cycle; CYCLES_PER_STEP]> {
    let x = side_by_side(operands.iter().map(|(x, ..)| &x.most))?;
    // A second factor or an addend that is missing, is so in all cycles.
    let y = operands.iter().filter_map(|(_, y, _)| y.as_ref());
    let has_y = y.clone().next().is_some();
    let y = side_by_side(y.map(|y| &y.most))?;
    let z = operands.iter().filter_map(|(.., z)| z.as_ref());
    let has_z = z.clone().next().is_some();
    let z_most = side_by_side(z.clone().map(|z| &z.most))?;
    let z_least = side_by_side(z.map(|z| &z.least))?;
    let z = PathView {
        most: &z_most,
        least: &z_least,
    };

    let (mut most, mut least) = ([0; PES], [0; PES]);
    let mut flags = [0; PES];
    let has_least = operation.uses_least();
    let output = PathMut {
        most: &mut most,
        least: if has_least { &mut least } else { &mut [] },
    };
    let flags_count = if wants_flags { PES } else { 0 };
    operation.execute(
        most_only(&x),
        has_y.then(|| most_only(&y)),
        has_z.then_some(z),
        output,
        &mut flags[..flags_count],
    );

    let of_cycle = |words: &[u64; PES], cycle: usize| {
        Lanes::Few(std::array::from_fn(|pe| words[cycle * SHORTEST + pe]))
    };
    Some(std::array::from_fn(|cycle| {
        let path = Path {
            most: of_cycle(&most, cycle),
            least: of_cycle(&least, cycle),
        };
        let pes = cycle * SHORTEST..(cycle + 1) * SHORTEST;
        let flags = flags[..flags_count].get(pes).unwrap_or_default();
        Cycle {
            path,
            flags: flags.to_vec(),
            period: SHORTEST,
            has_least,
        }
    }))
}
