//! What a machine holds as numbers in rows, for a heat map.

use mnc2_text::{Grid, GridRow};

use super::{MEMORIES, Machine};
use crate::table::Memory;

/// The rows of a memory that are listed.
const ROWS_MAX: usize = 4096;

/// Accumulators, local memory and weights first, then the memories off the chip: the vectors that were written.
pub(super) fn grids(machine: &Machine) -> Vec<Grid> {
    let columns = machine.architecture.array_size as u32;
    let row = |name: String, vector: &[i32]| GridRow {
        name,
        values: vector
            .iter()
            .map(|raw| machine.arithmetic.number(*raw))
            .collect(),
    };
    let of_memory = |memory: Memory| {
        let vectors = machine.memory(memory);
        let addresses = vectors.known().into_iter().flatten().take(ROWS_MAX);
        Grid {
            name: memory.name().to_owned(),
            rows_total: vectors.depth(),
            columns,
            rows: addresses
                .map(|address| row(address.to_string(), &vectors.vector(address)))
                .collect(),
        }
    };
    let weights = Grid {
        name: "weights".to_owned(),
        rows_total: machine.architecture.weight_rows(),
        columns,
        rows: (machine.weights.iter().enumerate())
            .map(|(index, it)| row(index.to_string(), it))
            .collect(),
    };
    let mut grids: Vec<Grid> = MEMORIES.into_iter().rev().map(of_memory).collect();
    grids.insert(2, weights);
    grids
}
