//! The places whose contents are compared, and the words that are there at the end of a program.

use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::{Elements, Store};
use mnc2_program::{DataType, Scope, Statement};

use super::content::Content;
use super::terms::{Run, Terms};

/// Words of a memory at the end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedWords {
    /// The memory or register.
    pub memory: Memory,
    /// The elements that are compared.
    pub scope: Scope,
    /// First word, in the units of [`mnc2_program::access`].
    pub first: u32,
    /// The number of words; words after the end of the memory are ignored.
    pub count: u32,
}

impl ComparedWords {
    /// All of a memory.
    #[must_use]
    pub fn all_of(memory: Memory) -> Self {
        Self {
            memory,
            scope: Scope::default(),
            first: 0,
            count: Store::Memory(memory).words(),
        }
    }
}

/// The values that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Whether the values that `d get` and the host read are compared, in their order.
    pub shown: bool,
    /// The places whose contents at the end are compared.
    pub at_end: Vec<ComparedWords>,
    /// Whether every memory holds zero at the start, as for the judge of the contest; otherwise anything.
    pub from_zero: bool,
}

impl Places {
    /// Every memory at the end, and everything that is shown during the run.
    #[must_use]
    pub fn everything() -> Self {
        Self {
            shown: true,
            at_end: Memory::ALL.map(ComparedWords::all_of).to_vec(),
            from_zero: false,
        }
    }

    /// Only the values that are shown during the run.
    #[must_use]
    pub const fn shown() -> Self {
        Self {
            shown: true,
            at_end: Vec::new(),
            from_zero: false,
        }
    }

    /// How many of some runs, of which the first starts with zero, are about these places.
    #[must_use]
    pub const fn runs(&self, runs: u32) -> u32 {
        if self.from_zero && runs > 1 { 1 } else { runs }
    }

    /// The values that a testcase shows, whose programs start with zero.
    #[must_use]
    pub const fn in_testcase() -> Self {
        Self {
            shown: true,
            at_end: Vec::new(),
            from_zero: true,
        }
    }
}

/// The elements that decide what a statement shows: block floats are shown with their neighbours in the MAB.
pub(super) fn shown_elements(statement: Option<&Statement>, elements: Elements) -> Elements {
    let is_block = match statement {
        Some(Statement::DebugGet(get)) => match get.data_type {
            DataType::BlockDouble
            | DataType::BlockSingle
            | DataType::BlockPseudoSingle
            | DataType::BlockHalf => true,
            DataType::Plain | DataType::Double | DataType::Single | DataType::Half => false,
        },
        _ => false,
    };
    if !is_block {
        return elements;
    }
    [
        ChipLevel::Group,
        ChipLevel::L2b,
        ChipLevel::L1b,
        ChipLevel::Mab,
    ]
    .into_iter()
    .fold(Elements::ALL, |all, level| {
        all.only(level, elements.numbers(level))
    })
}

/// The content of a place.
pub(super) fn seen(content: &Content, place: &ComparedWords, terms: &mut Terms) -> Vec<Run> {
    let elements = Elements::from_scope(place.memory, place.scope);
    let size = Store::Memory(place.memory).words();
    let first = place.first.min(size);
    let count = place.count.min(size - first);
    let mut runs = Vec::new();
    content.seen(terms, (first, count), elements, &mut runs);
    runs
}
