//! The arguments of the tools. A model reads the comments on each argument.

use schemars::JsonSchema;
use serde::Deserialize;

use super::call_files::Text;

/// The target of a program.
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

/// The arguments of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    /// The text of the program.
    pub(super) program: Text,
    /// The target of the program; `assembler` if this is left out.
    pub(super) profile: Option<Target>,
}

/// The arguments of `run`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    /// The text of the program.
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
    /// Report hazards and uninitialized reads, as they occur.
    #[serde(default)]
    pub(super) strict: bool,
}

/// The arguments of `judge`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Judge {
    /// The text of the testcase.
    pub(super) testcase: Text,
    /// The program of the solution.
    pub(super) program: Text,
}

/// The arguments of `expand`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Expand {
    /// The text of the program.
    pub(super) program: Text,
    /// A line, counted from 1; all lines if this is left out.
    pub(super) line: Option<u32>,
}

/// The arguments of `explain`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Explain {
    /// An opcode (`lpassa`), an operand (`$lm0v`) or a code of a finding (`E1009`).
    pub(super) query: String,
}

/// The arguments of `search_book`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchBook {
    /// The words to search for.
    pub(super) query: String,
}

/// The arguments of `schedule`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Schedule {
    /// The text of the program.
    pub(super) program: Text,
    /// The program is a solution of this testcase: only what its output lines show must be the same.
    pub(super) testcase: Option<Text>,
    /// Only these lines, as `10..40`.
    pub(super) region: Option<String>,
    /// The allowed kind of change: order, forwarding (the default), renaming, merging, unit or rewrite.
    pub(super) level: Option<String>,
    /// Preserve these places at the end, as `lm1:0+16`, and nothing else; not with a testcase.
    #[serde(default)]
    pub(super) at: Vec<String>,
    /// The time limit of each level in seconds, at most 60.
    pub(super) seconds: Option<u64>,
    /// A limit of work for each level in place of the time, at most 10000000: the result is then the same on every machine.
    pub(super) work: Option<u64>,
    /// Also accept a result that is equivalent only for inputs in the ranges of the testcase; `proof` names the ranges.
    #[serde(default)]
    pub(super) ranges: bool,
}

/// The arguments of `equal`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Equal {
    /// The text of a program.
    pub(super) one: Text,
    /// The text of another program.
    pub(super) other: Text,
    /// Both are solutions of this testcase: only what its output lines show must be the same.
    pub(super) testcase: Option<Text>,
    /// Compare these places at the end, as `lm0n0c0b0m0p0:0+16`, and nothing else.
    #[serde(default)]
    pub(super) at: Vec<String>,
}

/// The arguments of `origin`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Origin {
    /// The text of the program.
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

/// The arguments of `profile`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Profile {
    /// The text of the program.
    pub(super) program: Text,
    /// An older version, to compare with.
    pub(super) against: Option<Text>,
}
