//! Requests of our own for views of the chip. Their answers have the fields of the language server's requests of the same
//! names, except the fields that identify the run.

use serde::{Deserialize, Serialize};

/// The answer to `mnc2/now`: the position of the run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NowBody {
    /// The path of the program.
    pub program: String,
    /// The line that runs next; the last one at the end.
    pub line: i64,
    /// The same as a target of `goto`: how many statements are before it.
    pub target: i64,
    /// The end as a target.
    pub targets: i64,
    /// The cycle of the step that is shown; 0 before the step and outside of steps.
    pub cycle: usize,
    /// Steps that have run.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// The PE whose values are shown.
    pub focus: String,
}

/// Arguments of `mnc2/chip`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ChipArguments {
    /// Memory and address, as in a `d get` statement.
    #[serde(default)]
    pub memory: String,
    /// The entry of the T-register.
    #[serde(default)]
    pub cycle: u8,
    /// The name of a format; by default the format of the instruction that wrote the words.
    pub format: Option<String>,
}

/// The values at one address on all elements of the chip.
#[derive(Clone, Debug, Serialize)]
pub struct ChipBody {
    /// The level of the elements.
    pub level: &'static str,
    /// How the words are read.
    pub format: &'static str,
    /// Each value once.
    pub values: Vec<ValueBody>,
    /// For each element its place in `values`.
    pub elements: Vec<u32>,
}

/// The value of one word, or of the words at one address.
#[derive(Clone, Debug, Serialize)]
pub struct ValueBody {
    /// The bits in hexadecimal.
    pub bits: String,
    /// In its format.
    pub text: String,
    /// Its first number, if it is finite.
    pub number: Option<f64>,
}

/// Arguments of `mnc2/memory`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct MemoryArguments {
    /// Memory and first address, as in a `d get` statement.
    #[serde(default)]
    pub memory: String,
    /// A PE; without it, the one whose values are shown.
    pub focus: Option<String>,
    pub count: Option<u32>,
    /// The name of a format; by default the format of the instruction that wrote each word.
    pub format: Option<String>,
}

/// Words of a memory on one element of the chip.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryBody {
    /// The name of the element.
    pub element: String,
    /// The level of the element in the hierarchy.
    pub level: &'static str,
    /// In the order of addresses.
    pub words: Vec<WordBody>,
    /// The argument `memory` for the words before; null at the start of the memory.
    pub before: Option<String>,
    /// The argument `memory` for the words after; null at its end.
    pub after: Option<String>,
}

/// A word of a memory.
#[derive(Clone, Debug, Serialize)]
pub struct WordBody {
    /// The operand for it.
    pub name: String,
    /// How it is read.
    pub format: &'static str,
    pub value: ValueBody,
}
