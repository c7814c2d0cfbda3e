//! The findings of a text, of which those that are alike are kept once: a text of junk has one on every line.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::diagnostic::{Diagnostic, Finding};
use crate::level::Level;
use crate::{CodeTable, LevelChoices, Severity, truncation};

/// Maximum number of diagnostics that are compared with a new one: the last one of each value of a hash.
const RECENT_MAX: usize = 256;

/// Findings in the order of a text.
#[derive(Clone, Debug)]
pub struct Findings<C> {
    diagnostics: Vec<Diagnostic<C>>,
    found: Vec<Found>,
    /// The last diagnostic with each value of a hash; empty until something is pushed.
    recent: Box<[u32]>,
}

/// A line, and the index of its diagnostic.
#[derive(Clone, Copy, Debug)]
struct Found {
    line: u32,
    diagnostic: u32,
}

impl<C> Default for Findings<C> {
    fn default() -> Self {
        Self {
            diagnostics: Vec::new(),
            found: Vec::new(),
            recent: Box::default(),
        }
    }
}

impl<C: CodeTable + Eq + Hash> Findings<C> {
    /// Adds a finding after the others.
    pub fn push(&mut self, line: u32, mut diagnostic: Diagnostic<C>) {
        if self.recent.is_empty() {
            self.recent = vec![0; RECENT_MAX].into();
        }
        let mut hasher = DefaultHasher::new();
        diagnostic.hash(&mut hasher);
        let slot = &mut self.recent[hasher.finish() as usize % RECENT_MAX];
        let is_known = self.diagnostics.get(*slot as usize) == Some(&diagnostic);
        if !is_known {
            *slot = self.diagnostics.len() as u32;
            diagnostic.compact();
            self.diagnostics.push(diagnostic);
        }
        let diagnostic = *slot;
        self.found.push(Found { line, diagnostic });
    }

    /// Adds the findings of a part of the text that begins at a line. Their lines, and the lines of their notes, count
    /// from there.
    pub fn extend_from(&mut self, part: &Self, first_line: u32) {
        let before = self.diagnostics.len() as u32;
        self.diagnostics.extend(part.diagnostics.iter().cloned());
        for diagnostic in &mut self.diagnostics[before as usize..] {
            let lines = diagnostic
                .notes
                .iter_mut()
                .filter_map(|it| it.line.as_mut());
            lines.for_each(|line| *line += first_line);
        }
        self.found.extend(part.found.iter().map(|found| Found {
            line: found.line + first_line,
            diagnostic: found.diagnostic + before,
        }));
    }

    /// Removes a finding that is equal to the one before it.
    pub fn dedup(&mut self) {
        let diagnostics = &self.diagnostics;
        self.found.dedup_by(|one, other| {
            let of = |found: &Found| &diagnostics[found.diagnostic as usize];
            one.line == other.line && (one.diagnostic == other.diagnostic || of(one) == of(other))
        });
    }
}

impl<C> Findings<C> {
    /// Returns the memory in reserve, for who keeps them.
    pub fn compact(&mut self) {
        self.recent = Box::default();
        self.diagnostics.shrink_to_fit();
        self.found.shrink_to_fit();
    }

    /// Sorts them by place; those at the same place keep their order.
    pub fn sort(&mut self) {
        let diagnostics = &self.diagnostics;
        let key = |found: &Found| {
            let range = &diagnostics[found.diagnostic as usize].range;
            (found.line, range.start)
        };
        if !self.found.is_sorted_by_key(key) {
            self.found.sort_by_key(key);
        }
    }

    /// The number of findings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Their lines, with their diagnostics.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (u32, &Diagnostic<C>)> + Clone {
        let found = self.found.iter();
        found.map(|found| (found.line, &self.diagnostics[found.diagnostic as usize]))
    }

    /// Keeps those for which `is_kept` holds.
    pub fn retain(&mut self, mut is_kept: impl FnMut(u32, &Diagnostic<C>) -> bool) {
        let diagnostics = &self.diagnostics;
        (self.found).retain(|found| is_kept(found.line, &diagnostics[found.diagnostic as usize]));
    }

    /// Those with errors, and the others.
    #[must_use]
    pub fn partition(self, mut is_first: impl FnMut(&Diagnostic<C>) -> bool) -> (Self, Self)
    where
        C: Clone,
    {
        let mut first = self.clone();
        first.retain(|_, diagnostic| is_first(diagnostic));
        let mut others = self;
        others.retain(|_, diagnostic| !is_first(diagnostic));
        (first, others)
    }

    /// The findings with codes of another table, for users that combine several languages.
    #[must_use]
    pub fn with_code<D>(self, code: impl Fn(C) -> D) -> Findings<D>
    where
        C: CodeTable,
    {
        let diagnostics = self.diagnostics.into_iter();
        Findings {
            diagnostics: diagnostics.map(|it| it.with_code(&code)).collect(),
            found: self.found,
            recent: self.recent,
        }
    }
}

impl<C: CodeTable> Findings<C> {
    /// Applies levels: sets severities, and removes what is off.
    pub fn apply(&mut self, levels: &LevelChoices) {
        let mut is_off = false;
        let chosen = |it: &Diagnostic<C>| levels.level_or(it.code, it.code.row().severity);
        for diagnostic in &mut self.diagnostics {
            let level = levels.level_or(diagnostic.code, diagnostic.severity);
            is_off |= level == Level::Off;
            diagnostic.severity = level.severity().unwrap_or(diagnostic.severity);
        }
        if is_off {
            self.retain(|_, diagnostic| chosen(diagnostic) > Level::Off);
        }
    }
}

impl<C: Clone> Findings<C> {
    /// All findings, in the order of the lines.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Finding<C>> {
        self.lines().map(|(line, diagnostic)| Finding {
            line,
            diagnostic: diagnostic.clone(),
        })
    }

    /// The [most useful](crate::most_useful) ones up to a number, in their order; without the others.
    #[must_use]
    pub fn most_useful(&self, limit: usize, key: impl Fn(&Diagnostic<C>) -> (Severity, C)) -> Self
    where
        C: Ord,
    {
        let of = |found: &Found| key(&self.diagnostics[found.diagnostic as usize]);
        let shown = truncation::most_useful(&self.found, limit, of);
        let mut chosen = Self::default();
        for found in shown {
            chosen.found.push(Found {
                line: found.line,
                diagnostic: chosen.diagnostics.len() as u32,
            });
            let diagnostic = &self.diagnostics[found.diagnostic as usize];
            chosen.diagnostics.push(diagnostic.clone());
        }
        chosen
    }
}

impl<C: Clone> IntoIterator for Findings<C> {
    type Item = Finding<C>;
    type IntoIter = IntoIter<C>;

    fn into_iter(self) -> IntoIter<C> {
        IntoIter {
            findings: self,
            next: 0,
        }
    }
}

/// The findings one by one.
pub struct IntoIter<C> {
    findings: Findings<C>,
    next: usize,
}

impl<C: Clone> Iterator for IntoIter<C> {
    type Item = Finding<C>;

    fn next(&mut self) -> Option<Finding<C>> {
        let found = self.findings.found.get(self.next)?;
        self.next += 1;
        Some(Finding {
            line: found.line,
            diagnostic: self.findings.diagnostics[found.diagnostic as usize].clone(),
        })
    }
}

impl<C: CodeTable + Eq + Hash> FromIterator<Finding<C>> for Findings<C> {
    fn from_iter<I: IntoIterator<Item = Finding<C>>>(findings: I) -> Self {
        let mut all = Self::default();
        all.extend(findings);
        all
    }
}

impl<C: CodeTable + Eq + Hash> Extend<Finding<C>> for Findings<C> {
    fn extend<I: IntoIterator<Item = Finding<C>>>(&mut self, findings: I) {
        for finding in findings {
            self.push(finding.line, finding.diagnostic);
        }
    }
}

impl<C: PartialEq> PartialEq for Findings<C> {
    fn eq(&self, other: &Self) -> bool {
        self.lines().eq(other.lines())
    }
}

impl<C: PartialEq, const COUNT: usize> PartialEq<[Finding<C>; COUNT]> for Findings<C> {
    fn eq(&self, other: &[Finding<C>; COUNT]) -> bool {
        let others = other.iter().map(|it| (it.line, &it.diagnostic));
        self.lines().eq(others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    crate::codes! {
        /// Codes of a language that exists only here.
        enum Code, not_utf8 NotUtf8, page "{ID}";
        NotUtf8 W0103 Warning "1" "file that is not UTF-8", "save the file as UTF-8";
        Wrong E0105 Error "1" "statement that is not understood", "write another one";
    }

    fn found(lines: impl IntoIterator<Item = u32>) -> Findings<Code> {
        let diagnostic = || {
            let diagnostic = Diagnostic::new(Code::Wrong, 0..1, message!("this is wrong"));
            diagnostic.note_at(0, 0..1, message!("it is here"))
        };
        let mut findings = Findings::default();
        for line in lines {
            findings.push(line, diagnostic());
        }
        findings
    }

    #[test]
    fn what_is_alike_is_kept_once() {
        let mut all = found(0..1000);
        assert_eq!((all.len(), all.diagnostics.len()), (1000, 1));
        assert_eq!(Code::find(Code::Wrong.id()), Some(Code::Wrong));
        all.push(7, Diagnostic::new(Code::NOT_UTF8, 0..1, message!("other")));
        all.sort();
        assert_eq!((all.len(), all.diagnostics.len()), (1001, 2));
        let shown = all.most_useful(2, |it| (it.severity, it.code));
        let lines: Vec<u32> = shown.iter().map(|it| it.line).collect();
        assert_eq!(lines, [0, 1]);
        let (errors, others) = all.partition(Diagnostic::is_error);
        assert_eq!((errors.len(), others.len()), (1000, 1));
    }

    #[test]
    fn a_part_has_its_place_in_the_whole() {
        let mut all = found([1]);
        all.extend_from(&found([1, 1]), 10);
        all.dedup();
        let lines: Vec<_> = (all.lines())
            .map(|(line, diagnostic)| (line, diagnostic.notes[0].line))
            .collect();
        assert_eq!(lines, [(1, Some(0)), (11, Some(10))]);
    }
}
