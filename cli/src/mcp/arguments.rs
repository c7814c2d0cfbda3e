//! What the tools take. The comments are what a model reads about each argument.

use schemars::JsonSchema;
use serde::Deserialize;

use super::texts::Text;

/// What programs are written for.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Target {
    Assembler,
    Hardware,
    Contest,
}

impl Target {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Assembler => "assembler",
            Self::Hardware => "hardware",
            Self::Contest => "contest",
        }
    }
}

/// What `check` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    /// The program.
    pub(super) program: Text,
    /// What it is written for; `assembler` if this is left out.
    pub(super) profile: Option<Target>,
}

/// What `run` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    /// The program.
    pub(super) program: Text,
    /// First execute the inputs of this testcase.
    pub(super) testcase: Option<Text>,
    /// Stop after this line, counted from 1.
    pub(super) until: Option<u32>,
    /// Places to show at the end, as `lm0n0c0b0m0p0:0+4,f`: a memory with its element, an address and a count in long words, a
    /// format. `d get` statements of the program are shown too.
    #[serde(default)]
    pub(super) show: Vec<String>,
    /// Start with garbage of this seed instead of zeros.
    pub(super) dirty: Option<u64>,
    /// Report hazards and reads of words that nothing has written, as they occur.
    #[serde(default)]
    pub(super) strict: bool,
}

/// What `judge` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Judge {
    /// The testcase.
    pub(super) testcase: Text,
    /// The solution.
    pub(super) program: Text,
}

/// What `expand` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Expand {
    /// The program.
    pub(super) program: Text,
    /// A line, counted from 1; all lines if this is left out.
    pub(super) line: Option<u32>,
}

/// What `explain` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Explain {
    /// An opcode (`lpassa`), an operand (`$lm0v`) or a code of a finding (`E1009`).
    pub(super) query: String,
}

/// What `search_book` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchBook {
    /// Some words.
    pub(super) query: String,
}

/// What `schedule` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Schedule {
    /// The program.
    pub(super) program: Text,
    /// The program is a solution of this testcase: only what its output lines show must be the same.
    pub(super) testcase: Option<Text>,
    /// Only these lines, as `10..40`.
    pub(super) region: Option<String>,
    /// How long to search, 60 at most.
    pub(super) seconds: Option<u64>,
}

/// What `equal` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Equal {
    /// A program.
    pub(super) one: Text,
    /// Another program.
    pub(super) other: Text,
    /// Both are solutions of this testcase: only what its output lines show must be the same.
    pub(super) testcase: Option<Text>,
    /// Compare these places at the end, as `lm0n0c0b0m0p0:0+16`, and nothing else.
    #[serde(default)]
    pub(super) at: Vec<String>,
}

/// What `origin` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Origin {
    /// The program.
    pub(super) program: Text,
    /// First execute the inputs of this testcase.
    pub(super) testcase: Option<Text>,
    /// Places of the PE, as `$lr0`.
    pub(super) places: Vec<String>,
    /// The PE, as `n0c1b2m3p1`; missing parts are 0.
    pub(super) pe: Option<String>,
    /// Look before this line, counted from 1; at the end if this is left out.
    pub(super) line: Option<u32>,
}

/// What `profile` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Profile {
    /// The program.
    pub(super) program: Text,
    /// An older version, to compare with.
    pub(super) against: Option<Text>,
}
