//! Vector registers as numbers in rows, for a heat map.

use mnc2_text::{Grid, GridRow};

use super::Machine;
use crate::register::LANES;

/// The vector registers of each thread that are not 0, each lane as a signed number.
pub(super) fn grids(machine: &Machine) -> Vec<Grid> {
    let threads = machine.threads.iter().enumerate();
    threads
        .map(|(number, thread)| {
            let vectors = thread.vectors.iter().enumerate();
            let known = vectors.filter(|(_, lanes)| lanes.iter().any(|lane| *lane != 0));
            Grid {
                name: match machine.threads.len() {
                    1 => "vectors".to_owned(),
                    _ => format!("vectors of thread {number}"),
                },
                rows_total: thread.vectors.len() as u64,
                columns: LANES as u32,
                rows: known
                    .map(|(register, lanes)| GridRow {
                        name: format!("v{register}"),
                        values: lanes.iter().map(|lane| f64::from(*lane as i32)).collect(),
                    })
                    .collect(),
            }
        })
        .collect()
}
