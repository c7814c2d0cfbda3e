//! Cases of fixes, written as text, and the proof that a change keeps what a program computes.

use std::borrow::Cow;
use std::ops::Range;

use mnc2_emulator::{Machine, OffChip, Outcome, RunOptions, Start};
use mnc2_program::finding::Finding;
use mnc2_program::rules::check::check;
use mnc2_program::{ModeChoice, Program};
use mnc2_review::fixes::{ContextFix, Impossible, Offer, Subject};
use mnc2_text::{Fix, fix, line};

/// Appended to both compared texts: forwarding registers that none of their steps wrote must not count, since nothing
/// reads them.
const FORWARDING_SETTLED: &str = "\nnop/4\nnoforward; nop\nlpassa $msb1 $nowrite\ndvpassa $lm0v $nowrite\ndmread $lx0 $nowrite\nl1bmp $lb0 $nowrite\n";

/// A case of a fix.
#[derive(Debug)]
pub struct Case {
    /// The head without `#~ case`: the lines, counted from 1, and the code of the finding if there is one.
    pub head: String,
    /// The program before the fix.
    pub before: String,
    /// The result; `None` if the fix is not offered.
    pub after: Option<String>,
}

/// Parses a file of cases: `#~ case <line>[-<line>] [<code>]`, the program, `#~ becomes` and the result or `#~ refused`, with
/// the reason if the fix has one, then `#~ end`. Each case is returned with the text before it, and separately the text after
/// the last case.
///
/// # Errors
/// The part that cannot be parsed.
pub fn cases(file: &str) -> Result<(Vec<(String, Case)>, String), String> {
    let mut cases = Vec::new();
    let mut rest = file;
    while let Some((text, part)) = rest.split_once("#~ case ") {
        let unfinished = || format!("a case is not finished: {part}");
        let (head, body) = part.split_once('\n').ok_or_else(unfinished)?;
        let (body, remaining) = body.split_once("#~ end\n").ok_or_else(unfinished)?;
        let (before, after) = match body.split_once("#~ becomes\n") {
            Some((before, after)) => (before, Some(after.to_owned())),
            None => (
                body.split_once("#~ refused").ok_or_else(unfinished)?.0,
                None,
            ),
        };
        let case = Case {
            head: head.to_owned(),
            before: before.to_owned(),
            after,
        };
        cases.push((text.to_owned(), case));
        rest = remaining;
    }
    Ok((cases, rest.to_owned()))
}

/// A program with its text and findings.
pub struct Checked {
    /// The text of the program.
    pub source: String,
    pub program: Program,
    /// The findings of a check.
    pub findings: Vec<Finding>,
}

impl Checked {
    /// Checks a text; the mode follows from it.
    #[must_use]
    pub fn new(source: &str) -> Self {
        let program = mnc2_asm::parse(source);
        let findings = check(&program, ModeChoice::Infer).findings;
        Self {
            source: source.to_owned(),
            program,
            findings,
        }
    }

    /// Calls a function with the program as fixes receive it.
    pub fn with_subject<T>(&self, ask: impl FnOnce(&Subject<'_>) -> T) -> T {
        let lines: Vec<&str> = line::lines(&self.source).collect();
        let line = |line: u32| Cow::Borrowed(lines.get(line as usize).copied().unwrap_or_default());
        ask(&Subject {
            program: &self.program,
            text: &line,
            mode: ModeChoice::Infer,
        })
    }

    /// Why a fix cannot be made of the lines of a case; `None` if it can be made or has no reason.
    ///
    /// # Errors
    /// If the head of the case cannot be parsed.
    pub fn impossible(&self, row: &ContextFix, head: &str) -> Result<Option<Impossible>, String> {
        let lines = lines_of(head)?;
        Ok(match row.offer {
            Offer::Lines { why_not, .. } => self.with_subject(|subject| why_not(subject, lines)),
            Offer::Finding { .. } => None,
        })
    }

    /// The result of a fix for a case: the line that the fix belongs to, and the fix.
    ///
    /// # Errors
    /// If the head of the case cannot be parsed.
    pub fn fixed(&self, row: &ContextFix, head: &str) -> Result<Option<(u32, Fix)>, String> {
        let Range {
            start: first,
            end: last,
        } = lines_of(head)?;
        let mut words = head.split_whitespace().skip(1);
        match row.offer {
            Offer::Lines { make, .. } => {
                let fix = self.with_subject(|subject| make(subject, first..last));
                Ok(fix.map(|fix| (first, fix)))
            }
            Offer::Finding { make, codes } => {
                let code = words.next().unwrap_or_default();
                let mut of_line = self.findings.iter().filter(|finding| {
                    let found = finding.diagnostic.code;
                    finding.line == first && found.id() == code && codes.contains(&found)
                });
                if !self
                    .findings
                    .iter()
                    .any(|finding| finding.line == first && finding.diagnostic.code.id() == code)
                {
                    return Err(format!("{code} is not found in line {}", first + 1));
                }
                let fix = of_line.find_map(|finding| {
                    let fixes = self.with_subject(|subject| make(subject, finding));
                    fixes.into_iter().next()
                });
                Ok(fix.map(|fix| (first, fix)))
            }
        }
    }
}

/// The lines of the head of a case.
fn lines_of(head: &str) -> Result<Range<u32>, String> {
    let place = head.split_whitespace().next().unwrap_or_default();
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("no line: {head}"));
    Ok(match place.split_once('-') {
        Some((first, last)) => number(first)? - 1..number(last)?,
        None => number(place)? - 1..number(place)?,
    })
}

/// All offers of a [`ContextFix`] for a program.
#[must_use]
pub fn offers(checked: &Checked, row: &ContextFix) -> Vec<(u32, Fix)> {
    checked.with_subject(|subject| match row.offer {
        Offer::Finding { codes, make } => checked
            .findings
            .iter()
            .filter(|finding| codes.contains(&finding.diagnostic.code))
            .flat_map(|finding| {
                let fixes = make(subject, finding).into_iter();
                fixes.map(|fix| (finding.line, fix))
            })
            .collect(),
        Offer::Lines { make, .. } => (0..checked.program.len() as u32)
            .filter_map(|line| Some((line, make(subject, line..line + 1)?)))
            .collect(),
    })
}

/// The text with a fix applied.
///
/// # Panics
/// If the fix overlaps itself.
#[must_use]
pub fn applied(source: &str, line: u32, made: &Fix) -> String {
    let (fixed, count) = fix::apply(source, [(line, made)]);
    assert_eq!(count, 1, "{} overlaps itself", made.title);
    fixed
}

/// Runs two texts from the same garbage and compares the whole final state of the chip.
///
/// Every statement completes before the next, so a run shows the meaning of a program even if distances are too short
/// for the board; and a step reads all its operands before it writes, whether or not its expressions could share an
/// instruction word.
///
/// # Errors
/// The difference.
pub fn computes_the_same(before: &str, after: &str, seed: u64) -> Result<(), String> {
    let run = |source: &str| {
        let program = mnc2_asm::parse(&format!("{source}{FORWARDING_SETTLED}"));
        let mut machine = Machine::starting(Start {
            dirty: Some(seed),
            off_chip: OffChip::Undefined,
        });
        let report = machine.run(&program, &RunOptions::default(), &mut Vec::new());
        (report.outcome, machine.state_hash())
    };
    let (then, now) = (run(before), run(after));
    if then.0 != Outcome::Finished {
        return Err(format!("does not run: {:?}\n{before}", then.0));
    }
    if then != now {
        return Err(format!("with the seed {seed}\n{before}\n=>\n{after}\n"));
    }
    Ok(())
}
