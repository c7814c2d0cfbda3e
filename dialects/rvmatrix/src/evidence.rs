//! The version that a text is written in, by the words that one version alone has.

use std::sync::OnceLock;

use mnc2_assembly::{Chunk, Line, PerChunk, Shape, Source, Statement, Symbols};

use crate::lower::csr_operand;
use crate::register::Csr;
use crate::table::Row;
use crate::version::Version;

/// The words of a chunk of lines that one version alone has, with that version.
#[derive(Debug, Default)]
pub(crate) struct Evidence(OnceLock<Vec<(Box<str>, Version)>>);

impl Evidence {
    fn words(&self, chunk: &Chunk<Line>) -> &[(Box<str>, Version)] {
        self.0.get_or_init(|| {
            let lines = chunk.lines().iter();
            let statements =
                lines.flat_map(|line| line.statements.iter().map(move |it| (line, it)));
            let words = statements.flat_map(|(line, statement)| telling(line, statement));
            words.map(|(word, it)| (word.into(), it)).collect()
        })
    }
}

/// How many words of a text one version alone has, by version. Names that the text defines do not count.
pub(crate) fn count(
    source: &Source,
    kept: &PerChunk<Evidence>,
    symbols: &Symbols,
) -> [u32; Version::ALL.len()] {
    let mut counts = [0; Version::ALL.len()];
    for ((_, chunk), evidence) in source.chunks().zip(kept.iter()) {
        for (word, version) in evidence.words(chunk) {
            let is_own = symbols.macros.contains_key(&**word)
                || symbols.defined.contains_key(&**word)
                || symbols.is_constant(word);
            counts[*version as usize] += u32::from(!is_own);
        }
    }
    counts
}

/// The version that has more of the words; `None` if both have as many.
pub(crate) fn version([older, newer]: [u32; Version::ALL.len()]) -> Option<Version> {
    match older.cmp(&newer) {
        std::cmp::Ordering::Greater => Some(Version::V02),
        std::cmp::Ordering::Less => Some(Version::V03),
        std::cmp::Ordering::Equal => None,
    }
}

/// The mnemonic and the control register of a statement that one version alone has.
fn telling<'a>(line: &'a Line, statement: &Statement) -> impl Iterator<Item = (&'a str, Version)> {
    let mnemonic = line.mnemonic(statement);
    let row = only(|version| Row::find(mnemonic, version).is_some());
    let register = csr_operand(mnemonic).and_then(|(index, _)| {
        let Shape::Word(word) = statement.operands.get(index)?.shape(line) else {
            return None;
        };
        let name = line.part(&word.range);
        Some((name, only(|version| Csr::find(name, version).is_some())?))
    });
    row.map(|version| (mnemonic, version))
        .into_iter()
        .chain(register)
}

/// The only version for which something holds.
fn only(holds: impl Fn(Version) -> bool) -> Option<Version> {
    let mut found = Version::ALL.into_iter().filter(|&version| holds(version));
    let first = found.next();
    first.filter(|_| found.next().is_none())
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
            assert_eq!(document.names().version.is_03(), !is_macro, "{text}");
        }
    }
}
