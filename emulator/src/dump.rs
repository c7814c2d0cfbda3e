//! Dump lines: what `d get` prints, character by character (manual 3.4.3).
//!
//! [`value`] has the values, this file the line. The machine decides which words are dumped; text is made where a line
//! is written.

pub mod value;

use std::fmt;
use std::sync::Arc;

use self::value::DumpValue;

/// One line of a dump. Its `Display` is the line as the vendor's emulator prints it.
#[derive(Clone, Debug, PartialEq)]
pub struct DumpLine {
    /// The line of the `d get`, counted from 0.
    pub source_line: u32,
    /// The memory's name in the dump, such as `LM0` or `GREG1`.
    pub memory: &'static str,
    /// The element of the chip, such as `n0c0b0m0p0`.
    pub element: String,
    /// The address, in the memory's unit; for the T-register the cycle.
    pub address: u32,
    /// The value as the data type of the statement reads it.
    pub value: DumpValue,
    /// The statement, as the dump repeats it.
    pub statement: Arc<str>,
}

impl fmt::Display for DumpLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source_line: _,
            memory,
            element,
            address,
            value,
            statement,
        } = self;
        write!(
            f,
            "DEBUG-{memory}({element},{address}):{value} #{statement}"
        )
    }
}
