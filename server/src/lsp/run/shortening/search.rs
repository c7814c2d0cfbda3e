//! The search itself, on a thread of its own: from a document to a proven proposal.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mnc2_asm::LineParser;
use mnc2_asm::testcase::Testcase;
use mnc2_dataflow::depends::{ChangeLevel, Depends, Widths};
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::Places;
use mnc2_ide::features::run::{Control, Failure};
use mnc2_ide::features::shorten::first_error;
use mnc2_ide::session::{Shorten, Snapshot};
use mnc2_isa::Mode;
use mnc2_program::rules::Rules;
use mnc2_program::{ModeChoice, Program};
use mnc2_review::Review;
use mnc2_schedule::bound::lower_bound;
use mnc2_schedule::in_testcase::{InTestcase, ignored_line, with_assembler_comments};
use mnc2_schedule::parallel::processors;
use mnc2_schedule::problem::Problem;
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::shorten::{Refusal, Request, Shortened, shorten};
use mnc2_text::{Message, Severity, line, message};
use ropey::Rope;

use super::Wish;

/// What to search in.
pub(super) struct Job {
    pub(super) snapshot: Snapshot,
    /// The lines that may change.
    pub(super) lines: Range<usize>,
    pub(super) options: Options,
    /// The text of the testcase of the program.
    pub(super) testcase: Option<String>,
}

/// How to search.
#[derive(Clone, Copy)]
pub(super) struct Options {
    /// The kind of change that is allowed.
    pub(super) level: ChangeLevel,
    /// The time limit for each level up to this one.
    time: Duration,
    /// Whether the result may be equivalent only for inputs in the ranges of the testcase.
    ranges: bool,
}

impl Options {
    pub(super) fn new(wish: Wish, settings: Shorten) -> Self {
        let level = match wish {
            Wish::Shorten => settings.level,
            // A reason is about the lines as they are, so their values stay where they are.
            Wish::Explain if settings.level == ChangeLevel::Order => ChangeLevel::Order,
            Wish::Explain => ChangeLevel::Forwarding,
        };
        // The setting limits the whole search; each level up to the chosen one takes an equal share.
        let levels = match level {
            ChangeLevel::Order => 1,
            ChangeLevel::Forwarding => 2,
            ChangeLevel::Renaming => 3,
            ChangeLevel::Merging => 4,
            ChangeLevel::Unit => 5,
            ChangeLevel::Rewrite => 6,
        };
        Self {
            level,
            time: Duration::from_secs(settings.seconds.into()) / levels,
            ranges: settings.ranges && wish == Wish::Shorten,
        }
    }
}

pub(super) struct Found {
    /// Its lines, its bound and its rules, with lines of the document.
    pub(super) shortened: Shortened,
    /// The lines that no order of the proposed text can shorten, if a reason of such lines is known.
    pub(super) binding_after: Vec<usize>,
    /// Whether only what the testcase shows had to be the same.
    pub(super) is_within_testcase: bool,
    /// The ranges of the inputs that the proof is about, if it is not about all inputs.
    pub(super) limits: Option<InputRanges>,
}

/// Why there is no proposal.
pub(super) enum Refused {
    /// The program has errors.
    Errors(Failure),
    Reason {
        message: Message,
        /// The line that is the cause, if there is one.
        line: Option<usize>,
    },
    /// The search was cancelled.
    Cancelled,
}

/// The program that is searched, and what its findings are judged by.
struct Prepared {
    program: Program,
    lines: Vec<String>,
    rules: Rules,
    within: InTestcase,
    is_within_testcase: bool,
}

impl Prepared {
    /// A program alone; that its testcase is served too follows from everything being the same.
    fn alone(snapshot: &Snapshot) -> Self {
        let lines = 0..snapshot.program.len();
        let lines = lines.map(|line| snapshot.line_text(line).into_owned());
        let program: &Program = &snapshot.program;
        Self {
            program: program.clone(),
            lines: lines.collect(),
            rules: (*snapshot.rules).clone(),
            within: InTestcase::new(program, None),
            is_within_testcase: false,
        }
    }

    /// A solution within its testcase; `None` if the judge would read the solution or the testcase in another way.
    fn within(snapshot: &Snapshot, testcase: &str) -> Option<Self> {
        let testcase = Testcase::parse(testcase).ok()?;
        let source = with_assembler_comments(&snapshot.text.to_string());
        let program = mnc2_asm::parse(&source);
        let rules = (*snapshot.rules).clone();
        let rules = rules.with_mode(ModeChoice::Given(Mode::Flat));
        if ignored_line(&program).is_some() {
            return None;
        }
        for part in [&testcase.inputs, &testcase.rest_in_place()] {
            let review = Review::new(part, &rules);
            let mut reported = review.reported().iter();
            if reported.any(|it| it.severity == Severity::Error) {
                return None;
            }
        }
        Some(Self {
            lines: line::lines(&source).map(str::to_owned).collect(),
            within: InTestcase::new(&program, Some(&testcase)),
            program,
            rules,
            is_within_testcase: true,
        })
    }
}

/// Searches until it is proven that no order is shorter, or time is up.
pub(super) fn search(job: &Job, control: &Control) -> Result<Found, Refused> {
    let testcase = job.testcase.as_deref();
    let prepared = testcase
        .and_then(|testcase| Prepared::within(&job.snapshot, testcase))
        .unwrap_or_else(|| Prepared::alone(&job.snapshot));
    let Prepared {
        program,
        lines,
        rules,
        within,
        is_within_testcase,
    } = &prepared;
    if let Some(error) = first_error(&Review::new(program, rules)) {
        return Err(Refused::Errors(error));
    }
    let before = within.lines_before();
    let source = |line: usize| {
        let own = line.checked_sub(before);
        own.and_then(|own| lines.get(own).cloned())
            .unwrap_or_default()
    };
    let places = is_within_testcase.then(Places::in_testcase);
    let ranges = (job.options.ranges && *is_within_testcase).then(|| within.input_ranges());
    let request = Request {
        level: job.options.level,
        ranges: ranges.as_ref(),
        jobs: processors(),
        ..Request::new(Subject {
            time: job.options.time,
            places: places.as_ref(),
            ..Subject::new(&within.program, &source, rules)
        })
    };
    let region = before + job.lines.start..before + job.lines.end;
    let is_cancelled = || {
        control.typing.give_way();
        control.cancel.load(Ordering::Relaxed)
    };
    let mut shortened = shorten(request, region, &is_cancelled, &mut |_| {})
        .map_err(|refusal| refused(refusal.with_lines(|line| line.saturating_sub(before))))?;
    if is_cancelled() {
        return Err(Refused::Cancelled);
    }
    let of_rules = shortened.applied.iter_mut().flat_map(|it| &mut it.lines);
    let lines = shortened.bound_lines.iter_mut().chain(of_rules);
    lines.for_each(|line| *line = line.saturating_sub(before));
    let binding_after = binding_after(&within.program, before + job.lines.start, &shortened);
    let binding_after = binding_after.unwrap_or_default().into_iter();
    Ok(Found {
        binding_after: binding_after
            .map(|line| line.saturating_sub(before))
            .collect(),
        limits: shortened.limits(ranges.as_ref()).cloned(),
        shortened,
        is_within_testcase: *is_within_testcase,
    })
}

/// The lines of the bound of a program with the proposed lines in it, if the bound is what they take.
fn binding_after(program: &Program, first: usize, found: &Shortened) -> Option<Vec<usize>> {
    if !found.is_shortest() || found.after == found.before {
        return None;
    }
    let mut parser = LineParser::new();
    let new = found.lines.iter().map(|line| Arc::new(parser.parse(line)));
    let lines = program.range(0..first).cloned().chain(new);
    let rest = program.range(first + found.lines_before..program.len());
    let after = Program::from_lines(lines.chain(rest.cloned()).collect());
    let region = first..first + found.lines.len();
    let depends = Depends::from_lines(&after, region, Widths::Free).ok()?;
    let problem = Problem::new(&depends, found.level > ChangeLevel::Order);
    let bound = lower_bound(&problem);
    let tasks = bound.reason.tasks().iter();
    let mut lines: Vec<usize> = tasks
        .map(|&task| depends.atoms[problem.tasks[task].atom].line)
        .collect();
    lines.dedup();
    (bound.steps >= found.after).then_some(lines)
}

fn refused(refusal: Refusal) -> Refused {
    if refusal == Refusal::Cancelled {
        return Refused::Cancelled;
    }
    Refused::Reason {
        message: message!("nothing may move: {reason}", reason = refusal.message()),
        line: refusal.line(),
    }
}

/// The one replacement of whole lines that a proposal needs: the bytes that it replaces, and the new text. `None` if it changes
/// nothing.
pub(super) fn replacement(
    text: &Rope,
    first: usize,
    shortened: &Shortened,
) -> Option<(Range<usize>, String)> {
    let line_of = |line: usize| {
        let line = text.get_line(line).map(|line| line.to_string());
        let line = line.unwrap_or_default();
        line.trim_end_matches(['\n', '\r']).to_owned()
    };
    let (old, new) = (shortened.lines_before, shortened.lines.as_slice());
    let alike = |(old, new): &(String, &String)| old == *new;
    let pairs = (first..first + old).map(line_of).zip(new);
    let same_before = pairs.take_while(alike).count();
    let rest = old.min(new.len()) - same_before;
    let pairs = (first..first + old).rev().map(line_of);
    let pairs = pairs.zip(new.iter().rev()).take(rest);
    let same_after = pairs.take_while(alike).count();
    let new = &new[same_before..new.len() - same_after];
    let lines = first + same_before..first + old - same_after;
    if lines.is_empty() && new.is_empty() {
        return None;
    }
    let start = text.line_to_byte(lines.start);
    let end_of_line = end_of_line(text);
    let (end, new) = if lines.end < text.len_lines() {
        let new: String = new.iter().flat_map(|line| [line, end_of_line]).collect();
        (text.line_to_byte(lines.end), new)
    } else {
        (text.len_bytes(), new.join(end_of_line))
    };
    Some((start..end, new))
}

/// How the lines of a text end.
fn end_of_line(text: &Rope) -> &'static str {
    let first = text.get_line(0).map(|line| line.to_string());
    let first = first.unwrap_or_default();
    ["\r\n", "\n", "\r"]
        .into_iter()
        .find(|end| first.ends_with(end))
        .unwrap_or("\n")
}

#[cfg(test)]
mod tests {
    use mnc2_schedule::bound::Bound;
    use mnc2_schedule::shorten::ProofKind;

    use super::*;

    /// The text after some lines, counted from 0, were replaced by others.
    fn check(text: &str, first: usize, count: usize, new: &[&str], expected: Option<&str>) {
        let shortened = Shortened {
            lines: new.iter().map(|&line| line.to_owned()).collect(),
            lines_before: count,
            before: 0,
            after: 0,
            runs: 0,
            level: ChangeLevel::Order,
            bound: Bound::none(),
            bound_lines: Vec::new(),
            anywhere: None,
            original_bound: None,
            applied: Vec::new(),
            is_whole: true,
            proof: ProofKind::Dataflow,
        };
        let found = replacement(&Rope::from_str(text), first, &shortened);
        let found = found
            .map(|(range, new)| format!("{}[{new}]{}", &text[..range.start], &text[range.end..]));
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn only_the_lines_that_change_are_replaced() {
        check("a\nb\nc\nd\n", 0, 4, &["a", "x", "d"], Some("a\n[x\n]d\n"));
        check("a\nb\nc\nd\n", 1, 2, &["c"], Some("a\n[]c\nd\n"));
        check("a\nb\nb\nc\n", 0, 4, &["a", "b", "c"], Some("a\nb\n[]c\n"));
        check("a\nb\n", 0, 2, &["a", "b"], None);
    }

    #[test]
    fn ends_of_lines_stay() {
        check("a\r\nb\r\nc", 0, 2, &["x"], Some("[x\r\n]c"));
        check("a\r\nb\r\nc", 0, 3, &["a", "x", "y"], Some("a\r\n[x\r\ny]"));
        check("a\nb", 0, 2, &["x"], Some("[x]"));
    }
}
