//! `--statistics`: the number of findings of each code.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use mnc2_asm::{Code, Finding, Language, Message, message};
use serde::Serialize;

/// Findings of one code.
#[derive(Clone, Copy, Debug, Default)]
struct OfCode {
    count: usize,
    fixable: usize,
}

/// Findings by code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    by_code: BTreeMap<Code, OfCode>,
}

/// Findings of one code as data.
#[derive(Serialize)]
struct Object {
    code: &'static str,
    count: usize,
    /// Those that `--fix` fixes.
    fixable: usize,
    title: String,
}

impl Statistics {
    /// Counts the findings of a file.
    pub(crate) fn add(&mut self, findings: impl IntoIterator<Item: Borrow<Finding>>) {
        for finding in findings {
            let diagnostic = &finding.borrow().diagnostic;
            let of_code = self.by_code.entry(diagnostic.code).or_default();
            of_code.count += 1;
            of_code.fixable += usize::from(diagnostic.is_fixable());
        }
    }

    /// The sum of the counts of two sets of files.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (code, more) in &other.by_code {
            let of_code = self.by_code.entry(*code).or_default();
            of_code.count += more.count;
            of_code.fixable += more.fixable;
        }
    }

    /// The codes, the most frequent first.
    fn ranked(&self) -> Vec<(Code, OfCode)> {
        let mut ranked: Vec<_> = self
            .by_code
            .iter()
            .map(|(code, of_code)| (*code, *of_code))
            .collect();
        ranked.sort_by_key(|(_, of_code)| std::cmp::Reverse(of_code.count));
        ranked
    }

    /// Writes one line of text for each code.
    pub(crate) fn write_text(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        let ranked = self.ranked();
        let most = ranked.first().map_or(0, |(_, of_code)| of_code.count);
        let width = most.to_string().len();
        for (code, OfCode { count, fixable }) in ranked {
            let row = code.row();
            let title = Message::of_table(row.title);
            let line = match fixable {
                0 => title,
                fixable => message!("{title} ({fixable} fixable)", title, fixable),
            };
            writeln!(out, "{count:>width$}  {}  {}", row.id, line.say(language))?;
        }
        Ok(())
    }

    /// Writes one object for each code.
    pub(crate) fn write_json(&self, out: &mut impl Write, language: Language) -> io::Result<()> {
        for (code, OfCode { count, fixable }) in self.ranked() {
            let object = Object {
                code: code.id(),
                count,
                fixable,
                title: Message::of_table(code.row().title).say(language),
            };
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)?;
        }
        Ok(())
    }
}
