//! The steps of host programs, and the orders of steps that many of them share.

use super::values::{blocks, doubles_from_one, from_one, halves_of_three, one_block, poison, zero};

/// PEs of the chip: this many values are spread over it and collected again.
pub(crate) const PES: u32 = 4096;
/// Where most examples collect to, in long words of PDM.
pub(crate) const COLLECTED: u32 = 131_072;
/// The block that the examples of MV instructions move.
pub(crate) const BLOCK: u32 = 64;

/// The value at each place, counted from 0.
pub(crate) type Values = fn(u64) -> u64;

/// A step of a host program.
pub(crate) enum Step {
    /// Writes PDM 0: first long word, how many, which.
    Send(u32, u32, Values),
    /// Executes debug statements.
    Say(&'static str),
    /// Runs a program of the example.
    Run(&'static str),
    /// Compares PDM 0: first long word, how many, with what.
    Receive(u32, u32, Values),
    /// Compares the output of a `d get`.
    Show(&'static str, Values),
    /// 4096 long words of PDM 0 from here on pair each number sent with a PE that added one so often.
    Paired(u32, u64),
}

use Step::{Receive, Run, Send, Show};

/// Spread over all PEs and collected again.
pub(crate) const fn through_all_pes(program: &'static str, values: Values) -> [Step; 3] {
    [
        Send(0, PES, from_one),
        Run(program),
        Receive(COLLECTED, PES, values),
    ]
}

/// Stored somewhere by one program, fetched by the next one.
pub(crate) const fn put_and_get(put: &'static str, get: &'static str) -> [Step; 5] {
    [
        Send(0, PES, halves_of_three),
        Run(put),
        Send(0, PES, zero),
        Run(get),
        Receive(COLLECTED, PES, halves_of_three),
    ]
}

/// Stored somewhere by one program; the next one brings the first numbers to the start of PDM.
pub(crate) const fn put_and_peek(put: &'static str, peek: &'static str) -> [Step; 5] {
    [
        Send(0, PES, halves_of_three),
        Run(put),
        Send(0, PES, zero),
        Run(peek),
        Receive(0, 4, halves_of_three),
    ]
}

/// Moved through the DRAM of three groups at least, and back to where it came from.
pub(crate) const fn four_blocks(program: &'static str) -> [Step; 6] {
    [
        Send(0, 4 * BLOCK, blocks),
        Run(program),
        Receive(0, 4 * BLOCK, blocks),
        Show("d get $d0n1 64", |i| blocks(u64::from(BLOCK) + i)),
        Show("d get $d0n2 64", |i| blocks(2 * u64::from(BLOCK) + i)),
        Show("d get $d0n3 64", |i| blocks(3 * u64::from(BLOCK) + i)),
    ]
}

/// One block copied to four places.
pub(crate) const fn copied_block(program: &'static str) -> [Step; 3] {
    [
        Send(0, BLOCK, one_block),
        Run(program),
        Receive(0, 4 * BLOCK, one_block),
    ]
}

/// One block, and its result.
pub(crate) const fn block(program: &'static str, count: u32, values: Values) -> [Step; 3] {
    [
        Send(0, BLOCK, doubles_from_one),
        Run(program),
        Receive(0, count, values),
    ]
}

/// One block over the memory that an earlier program left, and its result.
pub(crate) const fn block_over_poison(program: &'static str) -> [Step; 6] {
    [
        Send(0, BLOCK, poison),
        Run("poison-fill.vsm"),
        Send(0, BLOCK, doubles_from_one),
        Run(program),
        Receive(0, BLOCK, doubles_from_one),
        Show("d get $lc0n0c0 64", doubles_from_one),
    ]
}

/// Nothing sent, a constant of each PE collected.
pub(crate) const fn constant(program: &'static str, start: u32, values: Values) -> [Step; 2] {
    [Run(program), Receive(start, PES, values)]
}
