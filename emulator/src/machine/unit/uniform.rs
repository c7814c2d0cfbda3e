//! Vector operations on operands that are the same in all MABs: the four cycles of the step side by side.
//!
//! The loops for the host's vector units take 32 PEs at least; four cycles of four PEs take half of that, and one call
//! for all of them a quarter of the time of computing each element alone.

use mnc2_isa::geometry::CYCLES_PER_STEP;

use super::cycle::{Least, Shape, output};
use super::operands::{Operands, most_only};
use crate::alu::{PathMut, PathView};
use crate::lanes::{Lanes, Plane, SHORTEST};
use crate::machine::read_operands::{Input, Inputs};
use crate::machine::write_results::UnitOutput;
use crate::mau::VectorOperation;

/// PEs that the loops process; those after the cycles' own are zero.
const PES: usize = 32;

const _: () = assert!(CYCLES_PER_STEP * SHORTEST <= PES);

/// The long words of a side in the four cycles; `None` if they do not repeat from MAB to MAB.
fn side_by_side(
    cycles: &Inputs<'_>,
    side: impl for<'a> Fn(&'a Input<'_>) -> &'a Plane,
) -> Option<[u64; PES]> {
    let mut words = [0; PES];
    let (places, _) = words.as_chunks_mut::<SHORTEST>();
    for (place, cycle) in places.iter_mut().zip(cycles) {
        match side(cycle) {
            Lanes::Few(values) => *place = *values,
            Lanes::Many(_) => return None,
        }
    }
    Some(words)
}

/// Computes all cycles; `None` if an operand does not repeat from MAB to MAB.
pub(super) fn vector(
    operation: VectorOperation,
    operands: &Operands<'_>,
    has_flags: bool,
) -> Option<UnitOutput> {
    let x = side_by_side(&operands.x, |x| &x.most)?;
    let (mut y_most, mut z_most, mut z_least) = ([0; PES], [0; PES], [0; PES]);
    if let Some(y) = &operands.y {
        y_most = side_by_side(y, |y| &y.most)?;
    }
    if let Some(z) = &operands.z {
        z_most = side_by_side(z, |z| &z.most)?;
        z_least = side_by_side(z, |z| &z.least)?;
    }
    let y = operands.y.is_some().then(|| most_only(&y_most));
    let z = operands.z.is_some().then_some(PathView {
        most: &z_most,
        least: &z_least,
    });

    let (mut most, mut least) = ([0; PES], [0; PES]);
    let mut flags = [0; PES];
    let has_least = operation.uses_least();
    let results = PathMut {
        most: &mut most,
        least: if has_least { &mut least } else { &mut [] },
    };
    let flags_count = if has_flags { PES } else { 0 };
    operation.execute(most_only(&x), y, z, results, &mut flags[..flags_count]);

    let shape = Shape {
        least: Least::computed(has_least),
        has_flags,
    };
    Some(output([SHORTEST; CYCLES_PER_STEP], shape, |places| {
        for (cycle, (place, place_flags)) in places.into_iter().enumerate() {
            let from = cycle * SHORTEST;
            place.most.copy_from_slice(&most[from..][..SHORTEST]);
            place
                .least
                .copy_from_slice(&least[from..][..place.least.len()]);
            place_flags.copy_from_slice(&flags[from..][..place_flags.len()]);
        }
    }))
}
