//! From the findings of a check to those that are reported: optional rules, levels, silencing comments.
//!
//! A check finds everything that is wrong. A review adds the findings of optional rules, removes those that are off or
//! silenced, and gives the others the severity that the user chose. It takes time in proportion to the findings and silencing
//! comments, and one pass over the lines if an optional rule is enabled; the sentence of a finding is made when it is read.

mod budgets;
pub mod fixes;
pub mod linker_output;
mod mask_left_on;
pub mod optional_rules;
mod silencer;

use std::borrow::Cow;
use std::ops::Range;

use mnc2_asm::testcase::Surroundings;
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::check::{Findings, Report, Unwritten};
use mnc2_program::rules::{Levels, Rules, link};
use mnc2_program::{Params, Program};
use mnc2_text::{Severity, Silencer, most_useful};
use silencer::silencer;

/// Checks a program by rules.
#[must_use]
pub fn check_by(program: &Program, rules: &Rules) -> Report {
    Review::new(program, rules).report()
}

/// Checks a program that is to run: a line that cannot be parsed cannot be executed either, so its errors are reported as
/// errors, regardless of settings and comments.
#[must_use]
pub fn check_to_run(program: &Program, rules: &Rules) -> Report {
    let mut report = check_by(program, rules);
    if !program.has_errors() {
        return report;
    }
    let end = report.quit_line.map_or(program.len(), |line| line as usize);
    let mut lost = Vec::new();
    let lines = program.pieces_from(0).flat_map(Cow::into_owned);
    for (line, content) in (0..).zip(lines.take(end)) {
        for diagnostic in content.diagnostics.iter().filter(|it| it.is_error()) {
            let same = |finding: &Finding| {
                finding.line == line
                    && finding.diagnostic.code == diagnostic.code
                    && finding.diagnostic.range == diagnostic.range
            };
            let first = report
                .findings
                .partition_point(|finding| finding.line < line);
            let of_line = report.findings.iter_mut().skip(first);
            match of_line
                .take_while(|finding| finding.line == line)
                .find(|it| same(it))
            {
                Some(finding) => finding.diagnostic.severity = Severity::Error,
                None => lost.push(Finding {
                    line,
                    diagnostic: diagnostic.clone(),
                }),
            }
        }
    }
    if !lost.is_empty() {
        report.findings.extend(lost);
        report.findings.sort_by_key(|finding| finding.line);
    }
    report
}

/// The content of files that a program is checked with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files<'a> {
    /// The entries of the `.param` file of a program for the linker.
    pub params: Option<&'a Params>,
    /// The lines around it in its testcase: its outputs are known.
    pub testcase: Option<&'a Surroundings>,
}

impl Files<'_> {
    /// The levels of all codes: with known outputs, more rules are on.
    #[must_use]
    pub fn levels<'a>(&self, rules: &'a Rules) -> Cow<'a, Levels> {
        match self.testcase {
            Some(_) => Cow::Owned(rules.levels.with_outputs()),
            None => Cow::Borrowed(&rules.levels),
        }
    }
}

/// The reported findings of a program; for a [long program](Program::is_long), without the findings of optional rules. Checking
/// a program again after an edit costs as much as the edit can change.
#[derive(Clone, Debug)]
pub struct Review {
    found: Findings,
    /// Other findings, in no particular order.
    added: Vec<Finding>,
    /// The reported findings, in the order of lines.
    reported: Vec<Reported>,
}

/// A finding that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported {
    /// Its line, counted from 0.
    pub line: u32,
    /// The code of the diagnostic.
    pub code: Code,
    /// The severity by the user's levels.
    pub severity: Severity,
    source: Source,
}

/// Where a reported finding gets its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Found(Unwritten),
    /// By its index.
    Added(usize),
}

impl Review {
    /// Checks a program by rules.
    #[must_use]
    pub fn new(program: &Program, rules: &Rules) -> Self {
        Self::with(program, rules, Vec::new())
    }

    /// Checks a program with other findings that are already known, such as about its encoding.
    #[must_use]
    pub fn with(program: &Program, rules: &Rules, added: Vec<Finding>) -> Self {
        Self::from_findings(
            program,
            rules,
            Files::default(),
            Findings::check(program, rules.mode),
            added,
        )
    }

    /// As [`Self::with`], for a program to which other files belong.
    #[must_use]
    pub fn with_files(
        program: &Program,
        rules: &Rules,
        files: Files<'_>,
        added: Vec<Finding>,
    ) -> Self {
        let found = Findings::check(program, rules.mode);
        Self::from_findings(program, rules, files, found, added)
    }

    /// Checks a program by rules. Before each chunk of lines, `is_cancelled` is called with its first line, counted from 0; the
    /// result is `None` once it returns true.
    #[must_use]
    pub fn unless_cancelled(
        program: &Program,
        rules: &Rules,
        files: Files<'_>,
        added: Vec<Finding>,
        is_cancelled: &dyn Fn(u32) -> bool,
    ) -> Option<Self> {
        let found = Findings::unless_cancelled(program, rules.mode, is_cancelled)?;
        Some(Self::from_findings(program, rules, files, found, added))
    }

    fn from_findings(
        program: &Program,
        rules: &Rules,
        files: Files<'_>,
        found: Findings,
        mut added: Vec<Finding>,
    ) -> Self {
        let levels = &files.levels(rules);
        link::find(program, files.params, &mut added);
        if !program.is_long() {
            added.extend(optional_rules::findings(
                program,
                files.testcase,
                found.mode(),
                found.quit_line(),
                levels,
            ));
        }
        if levels.wants(Code::MaskLeftOn)
            && let Some(setting) = found.mask_left_on()
            && !optional_rules::has_directives(program)
        {
            let quit_line = found.quit_line();
            added.push(mask_left_on::finding(program, quit_line, setting));
        }
        if levels.wants(Code::BudgetExceeded) {
            budgets::find(program, found.quit_line(), &mut added);
        }
        let mut reported: Vec<Reported> = found
            .unwritten()
            .map(|found| (found.line, found.code, Source::Found(found)))
            .chain(added_entries(&added, 0))
            .filter_map(|found| Reported::new(found, levels))
            .collect();
        if !added.is_empty() {
            reported.sort_by_key(|reported| reported.line);
        }
        let mut silencer = silencer(program);
        reported.retain(|reported| !silencer.silences(reported.line, reported.code));
        if levels.wants(Code::SilencingUnneeded) {
            let first = added.len();
            let is_wanted = |selector| Code::selected_by(selector).any(|code| levels.wants(code));
            added.extend(silencer.unneeded(Code::SilencingUnneeded, found.quit_line(), is_wanted));
            let unneeded: Vec<Reported> = added_entries(&added, first)
                .filter_map(|found| Reported::new(found, levels))
                .filter(|reported| !silencer.silences(reported.line, reported.code))
                .collect();
            if !unneeded.is_empty() {
                reported.extend(unneeded);
                reported.sort_by_key(|reported| reported.line);
            }
        }
        Self {
            found,
            added,
            reported,
        }
    }

    /// The mode the program was checked in.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.found.mode()
    }

    /// The line of the first `quit`; it and the lines after it are not part of the program.
    #[must_use]
    pub fn quit_line(&self) -> Option<u32> {
        self.found.quit_line()
    }

    /// The reported findings, in the order of lines.
    #[must_use]
    pub fn reported(&self) -> &[Reported] {
        &self.reported
    }

    /// The reported findings of some lines, in their order.
    #[must_use]
    pub fn in_lines(&self, lines: Range<u32>) -> &[Reported] {
        let before = |end: u32| {
            self.reported
                .partition_point(|reported| reported.line < end)
        };
        let start = before(lines.start);
        &self.reported[start..before(lines.end).max(start)]
    }

    /// The [most useful](most_useful) reported findings up to a number, in the order of lines.
    #[must_use]
    pub fn worst(&self, limit: usize) -> Vec<Reported> {
        most_useful(&self.reported, limit, |reported| {
            (reported.severity, reported.code)
        })
        .into_iter()
        .copied()
        .collect()
    }

    /// Whether an error is reported.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.reported
            .iter()
            .any(|reported| reported.severity == Severity::Error)
    }

    /// The reported findings with their sentences.
    #[must_use]
    pub fn finding(&self, reported: &Reported) -> Finding {
        let mut finding = match reported.source {
            Source::Found(found) => self.found.finding(found),
            Source::Added(index) => self.added[index].clone(),
        };
        finding.diagnostic.severity = reported.severity;
        finding
    }

    /// All of them with their sentences.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            mode: self.mode(),
            quit_line: self.quit_line(),
            findings: self
                .reported
                .iter()
                .map(|reported| self.finding(reported))
                .collect(),
        }
    }
}

/// The reported findings of a run, by the same levels and silencing comments as the findings of a check.
pub struct RunReview<'a> {
    levels: &'a Levels,
    silencer: Silencer<'a>,
}

impl<'a> RunReview<'a> {
    /// For the runs of a program.
    #[must_use]
    pub fn new(program: &'a Program, rules: &'a Rules) -> Self {
        Self {
            levels: &rules.levels,
            silencer: silencer(program),
        }
    }

    /// How bad a finding on a line, counted from 0, is; `None` where its code is off or a comment silences it.
    #[must_use]
    pub fn severity(&mut self, line: u32, code: Code) -> Option<Severity> {
        let severity = self.levels.level(code).severity()?;
        (!self.silencer.silences(line, code)).then_some(severity)
    }
}

/// The findings from an index on.
fn added_entries(added: &[Finding], first: usize) -> impl Iterator<Item = (u32, Code, Source)> {
    added
        .iter()
        .enumerate()
        .skip(first)
        .map(|(index, finding)| (finding.line, finding.diagnostic.code, Source::Added(index)))
}

impl Reported {
    /// A finding with its severity; `None` if its code is off.
    fn new((line, code, source): (u32, Code, Source), levels: &Levels) -> Option<Self> {
        let severity = levels.level(code).severity()?;
        Some(Self {
            line,
            code,
            severity,
            source,
        })
    }
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_program::ModeChoice;
    use mnc2_program::rules::check::check;
    use mnc2_text::Level;

    /// Codes and severities of the reported findings, in the order of lines.
    fn shown(report: &Report) -> Vec<String> {
        let shown = |finding: &Finding| {
            let diagnostic = &finding.diagnostic;
            format!("{} {}", diagnostic.severity().name(), diagnostic.code.id())
        };
        report.findings.iter().map(shown).collect()
    }

    #[test]
    fn levels_change_what_is_reported() {
        let program = mnc2_asm::parse("lpassa $lm0v $lr0v\nlpassa $lr0v $ln0v\nlpasa\n");
        let mut rules = Rules::default();
        let check = |rules: &Rules, expected: &[&str]| {
            let report = check_by(&program, rules);
            assert_eq!(shown(&report), expected);
        };
        check(&rules, &["error E1010", "error E0201"]);
        rules.levels.set(Code::GrfHazard.into(), Level::Hint);
        check(&rules, &["hint E1010", "error E0201"]);
        rules.levels.set(Code::UnknownOpcode.into(), Level::Off);
        check(&rules, &["hint E1010"]);
        let to_run = check_to_run(&program, &rules);
        assert_eq!(shown(&to_run), ["hint E1010", "error E0201"]);
    }

    fn check_all(program: &Program) -> Report {
        check(program, ModeChoice::Infer)
    }

    #[test]
    fn the_worst_come_first_into_a_limited_list() {
        let source = "# mnc2: allow()\nlpassa $lm1 $ln0\n# mnc2: allow()\nlpassa $lm1 $ln0";
        let report = check_all(&mnc2_asm::parse(source));
        let lines =
            |limit: usize| -> Vec<u32> { report.worst(limit).iter().map(|it| it.line).collect() };
        assert_eq!(lines(0), [0; 0]);
        assert_eq!(lines(1), [1]);
        assert_eq!(lines(3), [0, 1, 3]);
        assert_eq!(lines(9), [0, 1, 2, 3]);
        assert_eq!(report.count(Severity::Error), 2);
    }
}
