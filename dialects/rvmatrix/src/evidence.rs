//! The version that a text is written in, by the words that not all versions have.

use std::sync::OnceLock;

use mnc2_assembly::{Chunk, Line, PerChunk, Shape, Source, Statement, Symbols};

use crate::lower::{csr_operand, mnemonic_versions};
use crate::register::{Csr, matrix_versions};
use crate::version::Version;

/// The bits of all versions.
const ALL: u8 = (1 << Version::ALL.len()) - 1;

/// The words of a chunk of lines that not all versions have, with the bits of those that have them.
#[derive(Debug, Default)]
pub(crate) struct Evidence(OnceLock<Vec<(Box<str>, u8)>>);

impl Evidence {
    fn words(&self, chunk: &Chunk<Line>) -> &[(Box<str>, u8)] {
        self.0.get_or_init(|| {
            let lines = chunk.lines().iter();
            let statements =
                lines.flat_map(|line| line.statements.iter().map(move |it| (line, it)));
            let words = statements.flat_map(|(line, statement)| telling(line, statement));
            words.map(|(word, it)| (word.into(), it)).collect()
        })
    }
}

/// How many words of a text some versions have and others have not, by the bits of those that have them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts([u32; 1 << Version::ALL.len()]);

impl Counts {
    /// Counts the words of a text. Names that the text defines do not count.
    pub(crate) fn new(source: &Source, kept: &PerChunk<Evidence>, symbols: &Symbols) -> Self {
        let mut counts = Self::default();
        for ((_, chunk), evidence) in source.chunks().zip(kept.iter()) {
            for (word, versions) in evidence.words(chunk) {
                let is_own = symbols.macros.contains_key(&**word)
                    || symbols.defined.contains_key(&**word)
                    || symbols.is_constant(word);
                counts.0[usize::from(*versions)] += u32::from(!is_own);
            }
        }
        counts
    }

    fn sum(&self, counts: impl Fn(u8) -> bool) -> u32 {
        let kinds = (0..).zip(self.0).filter(|(versions, _)| counts(*versions));
        kinds.map(|(_, count)| count).sum()
    }

    /// How many words a version has, and another one has not.
    pub(crate) fn apart(&self, version: Version, other: Version) -> u32 {
        self.sum(|versions| versions & version.bit() != 0 && versions & other.bit() == 0)
    }

    /// The version with most of the words, the oldest one if several tie; `None` without words.
    pub(crate) fn version(&self) -> Option<Version> {
        self.best(&Version::ALL).filter(|_| self.sum(|_| true) > 0)
    }

    /// The version with most of the words, another one than a given version; the oldest one if several tie.
    pub(crate) fn other(&self, than: Version) -> Version {
        let others = Version::ALL.into_iter().filter(|&it| it != than);
        let others: Vec<Version> = others.collect();
        self.best(&others).unwrap_or(than)
    }

    fn best(&self, versions: &[Version]) -> Option<Version> {
        let all = |version: &Version| self.sum(|versions| versions & version.bit() != 0);
        versions.iter().rev().copied().max_by_key(all)
    }
}

/// The mnemonic and the registers of a statement that not all versions have, with the bits of those that have them.
fn telling<'a>(line: &'a Line, statement: &Statement) -> impl Iterator<Item = (&'a str, u8)> {
    let mnemonic = line.mnemonic(statement);
    let versions = mnemonic_versions(mnemonic);
    let mut words = vec![(mnemonic, versions)];
    let csr = csr_operand(mnemonic).map(|(index, _)| index);
    for (index, operand) in statement.operands.iter().enumerate() {
        let (Shape::Word(word) | Shape::Indexed(word, _)) = operand.shape(line) else {
            continue;
        };
        let name = line.part(&word.range);
        if csr == Some(index) {
            words.push((name, Csr::versions(name)));
        } else if versions != 0 {
            words.push((name, matrix_versions(name)));
        }
    }
    let tells = |(_, versions): &(&str, u8)| ![0, ALL].contains(versions);
    words.into_iter().filter(tells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Options};

    #[test]
    fn words_tell_the_version() {
        for (text, expected) in [
            ("", Version::V02),
            (" mmov.mm m0, m1\n csrr a0, xmlenb", Version::V02),
            (" mmov.mx m0, a0", Version::V02),
            (" mzero m0", Version::V03),
            (" mzero acc0", Version::V06),
            (" mmov.mm tr0, tr1", Version::V06),
            (" mlae8 tr0, (a0), a1", Version::V06),
            (" mlme8 tr0, (a0), a1", Version::V06),
            (" csrr a0, mtilek", Version::V06),
            (" mmaqa.b m0, m1, m2\n mlae8 m0, (a0), a1", Version::V02),
            (" csrr a0, xrlenb", Version::V03),
            (" csrr xrlenb, a0", Version::V02),
            (" mzero m0\n mmov.mx m0, a0", Version::V02),
            (" mzero m0\n mzero m1\n mmov.mx m0, a0", Version::V03),
            (".macro mzero to\n.endm\n mzero m0", Version::V02),
            ("#define xrlenb 4\n csrr a0, xrlenb", Version::V02),
            ("// mzero m0", Version::V02),
        ] {
            let mut document = Document::new(text, &Options::default());
            assert_eq!(document.names().version, expected, "{text}");
            // An edit that says otherwise is read.
            let end = text.len()..text.len();
            mnc2_text::interface::Text::edit(&mut document, end, "\n mzero m1\n mzero m1\n");
            let is_macro = text.starts_with(".macro");
            assert_eq!(
                document.names().version == Version::V03,
                !is_macro,
                "{text}"
            );
        }
    }
}
