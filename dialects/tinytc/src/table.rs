//! The instructions as the specification lists them: how each is written, what it computes, where it is allowed.

mod rows;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::ir::{Builtin, Operation};
use crate::version::Version;

/// Where an instruction is allowed (section *Execution model*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Execution {
    /// Only in collective regions.
    Collective,
    /// Only in SPMD regions.
    Spmd,
    /// In regions of both kinds.
    Mixed,
}

impl Execution {
    /// The word of the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Collective => "collective",
            Self::Spmd => "SPMD",
            Self::Mixed => "mixed",
        }
    }
}

/// A row: an instruction, or a family of instructions that are written alike.
#[derive(Debug)]
pub struct Row {
    /// The section of the specification.
    pub section: &'static str,
    /// The words, and what each computes: the word of 2025-02, the word of 0.4, the formula. A version without the instruction has an
    /// empty word.
    words: &'static [(&'static str, &'static str, &'static str)],
    /// How it is written after its word, by version.
    syntax: [&'static str; 2],
    /// Where it is allowed.
    pub execution: Execution,
    /// What it is for, in one sentence.
    pub doc: &'static str,
}

use Execution::{Collective, Mixed, Spmd};

pub use rows::ROWS;

/// Shortens the table.
const fn row(
    section: &'static str,
    words: &'static [(&'static str, &'static str, &'static str)],
    syntax: &'static str,
    execution: Execution,
    doc: &'static str,
) -> Row {
    Row {
        section,
        words,
        syntax: [syntax; 2],
        execution,
        doc,
    }
}

impl Row {
    /// How 0.4 writes it.
    const fn newer(mut self, syntax: &'static str) -> Self {
        self.syntax[Version::Release04 as usize] = syntax;
        self
    }
}

/// The words of all instructions by version, the longest first.
static WORDS: LazyLock<[Vec<&'static str>; 2]> = LazyLock::new(|| {
    Version::ALL.map(|version| {
        let words = ROWS.iter().flat_map(|row| row.words(version));
        let mut words: Vec<&str> = words.map(|word| word.spelling).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.dedup();
        words
    })
});

/// The words of all instructions.
pub fn words(version: Version) -> impl Iterator<Item = &'static str> {
    WORDS[version as usize].iter().copied()
}

/// A word in a version.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word in this version.
    pub spelling: &'static str,
    /// What it is called regardless of the version: its first spelling.
    pub key: &'static str,
    /// What it computes; empty if a sentence explains it better.
    pub formula: &'static str,
}

/// Rows by their words, with the spellings of each word.
type Index = HashMap<&'static str, (&'static Row, [&'static str; 2])>;

/// The rows of all words by version, with the spellings of each; of several alike, the first one.
static INDEX: LazyLock<[Index; 2]> = LazyLock::new(|| {
    Version::ALL.map(|version| {
        let mut index = HashMap::new();
        for row in ROWS {
            for &(older, newer, _) in row.words {
                let spellings = [older, newer];
                let word = spellings[version as usize];
                if !word.is_empty() {
                    index.entry(word).or_insert((row, spellings));
                }
            }
        }
        index
    })
});

/// What a word of a version is called regardless of the version.
#[must_use]
pub fn key(version: Version, word: &str) -> Option<&'static str> {
    let (_, [older, newer]) = *INDEX[version as usize].get(word)?;
    Some(if older.is_empty() { newer } else { older })
}

/// How a version writes a word, given what it is called regardless of the version.
#[must_use]
pub fn spelling(version: Version, key: &str) -> Option<&'static str> {
    let [older, newer] = &*INDEX;
    let (_, spellings) = older.get(key).or_else(|| newer.get(key))?;
    Some(spellings[version as usize]).filter(|word| !word.is_empty())
}

impl Row {
    /// The row of a word.
    #[must_use]
    pub fn find(version: Version, word: &str) -> Option<&'static Self> {
        Some(INDEX[version as usize].get(word)?.0)
    }

    /// The words that a version has.
    pub fn words(&self, version: Version) -> impl Iterator<Item = Word> {
        let words = self.words.iter().map(move |&(older, newer, formula)| Word {
            spelling: [older, newer][version as usize],
            key: if older.is_empty() { newer } else { older },
            formula,
        });
        words.filter(|word| !word.spelling.is_empty())
    }

    /// How a version writes it, after its word.
    #[must_use]
    pub const fn syntax(&self, version: Version) -> &'static str {
        self.syntax[version as usize]
    }

    /// Whether it can have a result.
    #[must_use]
    pub fn has_result(&self, version: Version) -> bool {
        let syntax = self.syntax(version);
        syntax.contains(" : ") || syntax.contains("-> (") || syntax.contains("-> coop")
    }

    /// The formula of a word of the row; empty if a sentence explains it better.
    #[must_use]
    pub fn formula(&self, version: Version, word: &str) -> &'static str {
        let found = self.words(version).find(|known| known.spelling == word);
        found.map_or("", |found| found.formula)
    }
}

/// Where an instruction is allowed.
#[must_use]
pub fn execution(operation: &Operation) -> Execution {
    match operation {
        Operation::Alloca
        | Operation::Axpby(_)
        | Operation::Cumsum(..)
        | Operation::Gemm(_)
        | Operation::Gemv(_)
        | Operation::Ger(_)
        | Operation::Hadamard(_)
        | Operation::Sum(_)
        | Operation::Foreach { .. }
        | Operation::Parallel
        | Operation::LifetimeStop => Collective,
        Operation::Builtin(
            Builtin::SubgroupId
            | Builtin::SubgroupIdX
            | Builtin::SubgroupIdY
            | Builtin::SubgroupIdZ
            | Builtin::SubgroupLocalId,
        )
        | Operation::MatrixLoad { .. }
        | Operation::MatrixMultiplyAdd
        | Operation::MatrixScale
        | Operation::MatrixStore { .. }
        | Operation::MatrixUpdate { .. }
        | Operation::MatrixApply { .. }
        | Operation::MatrixConstruct
        | Operation::MatrixExtract(_)
        | Operation::MatrixInsert(_)
        | Operation::MatrixPrefetch { .. }
        | Operation::MatrixReduce(..)
        | Operation::Broadcast
        | Operation::Subgroup(..) => Spmd,
        Operation::Binary(_)
        | Operation::Unary(_)
        | Operation::Associated
        | Operation::AtomicLoad
        | Operation::AtomicUpdate(_)
        | Operation::Barrier { .. }
        | Operation::Builtin(_)
        | Operation::Cast
        | Operation::Compare(_)
        | Operation::Constant(_)
        | Operation::Expand { .. }
        | Operation::For { .. }
        | Operation::Fuse(..)
        | Operation::If
        | Operation::Load
        | Operation::Math(_)
        | Operation::Size(_)
        | Operation::Subview(_)
        | Operation::Store(_)
        | Operation::Yield
        | Operation::Unknown => Mixed,
    }
}
