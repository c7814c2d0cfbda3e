//! The score of a solution as JSON.

use mnc2_dataflow::score::Score;
use serde::{Serialize as _, Serializer};

#[derive(serde::Serialize)]
struct Figures {
    score: u64,
    j: u64,
    m: u64,
    bytes: u64,
}

/// Writes the figures of the verdict line, or `null`.
pub(super) fn serialize<S: Serializer>(
    score: &Option<Score>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    score
        .map(|score| Figures {
            score: score.total(),
            j: score.j,
            m: score.m,
            bytes: score.bytes,
        })
        .serialize(serializer)
}
