//! `--statistics`: the number of findings of each code.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use mnc2_text::{CodeRow, CodeTable, Finding, Language, Message, message};
use serde::Serialize;

use super::fold::{Folded, folded};
use crate::input::Source;

/// Findings of one code.
#[derive(Clone, Copy, Debug)]
struct OfCode {
    row: &'static CodeRow,
    count: usize,
    fixable: usize,
    /// Without those that are [folded](super::fold) into others.
    places: usize,
}

/// Findings by code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    /// By the number of the code, then its whole id: the order of the tables.
    by_code: BTreeMap<(&'static str, &'static str), OfCode>,
}

/// Findings of one code as data.
#[derive(Serialize)]
struct Object {
    code: &'static str,
    count: usize,
    /// Those that `--fix` fixes.
    fixable: usize,
    /// Places that made them: equal findings of lines from one line of a generator are one.
    places: usize,
    title: String,
}

impl Statistics {
    /// Counts the findings of a file.
    pub(crate) fn add<C: CodeTable, F: Borrow<Finding<C>>>(
        &mut self,
        source: &Source,
        findings: impl IntoIterator<Item = F>,
    ) {
        let place = |finding: &F| {
            let finding = finding.borrow();
            (finding.line, finding.diagnostic.code.row().id)
        };
        let findings = findings.into_iter().inspect(|finding| {
            let diagnostic = &finding.borrow().diagnostic;
            let of_code = self.count_for(diagnostic.code.row());
            of_code.count += 1;
            of_code.fixable += usize::from(diagnostic.is_fixable());
        });
        for Folded { finding, .. } in folded(&source.lines(), findings, place) {
            self.count_for(finding.borrow().diagnostic.code.row())
                .places += 1;
        }
    }

    /// The sum of the counts of two sets of files.
    pub(crate) fn merge(&mut self, other: &Self) {
        for more in other.by_code.values() {
            let of_code = self.count_for(more.row);
            of_code.count += more.count;
            of_code.fixable += more.fixable;
            of_code.places += more.places;
        }
    }

    fn count_for(&mut self, row: &'static CodeRow) -> &mut OfCode {
        let number = row
            .id
            .trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        self.by_code.entry((number, row.id)).or_insert(OfCode {
            row,
            count: 0,
            fixable: 0,
            places: 0,
        })
    }

    /// The codes, the most frequent first.
    fn ranked(&self) -> Vec<OfCode> {
        let mut ranked: Vec<_> = self.by_code.values().copied().collect();
        ranked.sort_by_key(|of_code| std::cmp::Reverse(of_code.count));
        ranked
    }

    /// Writes one line of text for each code.
    pub(crate) fn write_text(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        let ranked = self.ranked();
        let most = ranked.first().map_or(0, |of_code| of_code.count);
        let width = most.to_string().len();
        for OfCode {
            row,
            count,
            fixable,
            places,
        } in ranked
        {
            let title = Message::from_table(row.title);
            let line = match (fixable, places == count) {
                (0, true) => title,
                (0, false) => message!("{title} (from {places:# place|# places})", title, places),
                (_, true) => message!("{title} ({fixable} fixable)", title, fixable),
                (_, false) => message!(
                    "{title} ({fixable} fixable, from {places:# place|# places})",
                    title,
                    fixable,
                    places
                ),
            };
            writeln!(out, "{count:>width$}  {}  {}", row.id, line.say(language))?;
        }
        Ok(())
    }

    /// Writes one object for each code.
    pub(crate) fn write_json(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        for OfCode {
            row,
            count,
            fixable,
            places,
        } in self.ranked()
        {
            let object = Object {
                code: row.id,
                count,
                fixable,
                places,
                title: Message::from_table(row.title).say(language),
            };
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)?;
        }
        Ok(())
    }
}
