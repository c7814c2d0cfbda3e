//! `mnc2 judge`: runs solutions within their testcases and compares the output with the expected values.
//!
//! Solutions are judged on all processors and reported in the order in which they were named, solutions of a
//! folder by name.

mod list;
mod plan;
mod score;
mod verdict;

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_asm::testcase::{Testcase, without_judge_comments};
use mnc2_dataflow::score::Score;
use mnc2_dataflow::suspects::Suspects;
use mnc2_emulator::judge::{self, Assertions, JudgedText, Keep};
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::{Dump, Machine, OffChip, RunOptions, Start};
use mnc2_isa::Mode;
use mnc2_program::finding::Finding;
use mnc2_program::rules::{Layer, Rules};
use mnc2_program::{Line, ModeChoice, Program, Statement};
use mnc2_project::solutions::{Solution, Solutions};
use mnc2_review::check_to_run;
use mnc2_text::{Severity, message};
use rayon::prelude::*;

use self::plan::Plan;
use self::verdict::{Outcome, Verdict};
use crate::args::{DEFAULT_FINDINGS_MAX, Format, JudgeArguments, memory_bytes_max};
use crate::assertion_output;
use crate::debug::{self, OnChip};
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::input::Source;
use crate::languages;
use crate::output::{Look, Streams, visible};
use crate::rules::RuleBook;
use crate::run::stop_message;
use crate::testcase::no_testcase;
use crate::watch::{self, Watched};

/// Maximum number of dump lines; public testcases have a few thousand.
const DUMP_LINES_MAX: usize = 4_000_000;

/// The PE that is meant where an assertion names none.
const FOCUS: usize = 0;

/// Maximum number of solutions that are judged before their verdicts are written: enough work for all processors.
const SOLUTIONS_AT_ONCE: usize = 64;

pub(crate) fn command(arguments: &JudgeArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    if !arguments.watch {
        return once(arguments, streams);
    }
    let mut paths = arguments.paths.clone();
    paths.extend(arguments.testcase.clone());
    // Testcases that only mnc2.toml names may be in other folders. The first round reports what is wrong.
    let book = RuleBook::with_layer(Layer::default(), &arguments.config, streams.language);
    if let Ok(plan) = book.and_then(|book| plan::plan(arguments, &book)) {
        paths.extend(plan.solutions.list.into_iter().map(|job| job.testcase));
    }
    let watched = Watched {
        paths: &paths,
        config: arguments.config.config.as_deref(),
        is_quiet: false,
    };
    watch::repeat(&watched, streams, |streams| once(arguments, streams))
}

/// Judges everything once. A solution that cannot be judged does not prevent the others from being judged.
fn once(arguments: &JudgeArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let book = RuleBook::with_layer(Layer::default(), &arguments.config, streams.language)?;
    let Plan {
        solutions,
        complaints,
        named,
        is_single,
    } = plan::plan(arguments, &book)?;
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    for complaint in &complaints {
        streams.complain(complaint);
    }
    let mut failed = !complaints.is_empty();
    if arguments.list {
        list::write(&solutions, arguments.format, &mut streams.out)?;
        say_left_out(&solutions, streams)?;
        return Ok(if failed { Exit::Failure } else { Exit::Success });
    }
    let jobs = &solutions.list;
    let mut testcases = Testcases {
        named,
        book: &book,
        read: HashMap::new(),
    };
    let mut accepted = 0;
    let mut exit = Exit::Success;
    let count = jobs.len();
    // The dumps of solutions are written while they run, so they take turns.
    let at_once = if arguments.enable_get {
        1
    } else {
        SOLUTIONS_AT_ONCE
    };
    let mut wrong: Option<&Solution> = None;
    for some in jobs.chunks(at_once) {
        let judged = judge_several(arguments, some, &mut testcases, is_single, streams);
        for (job, judged) in some.iter().zip(judged) {
            match judged {
                Ok(Judged {
                    err,
                    out,
                    outcome,
                    exit: found,
                }) => {
                    streams.err.drawn().write_all(&err)?;
                    streams.out.drawn().write_all(&out)?;
                    accepted += usize::from(outcome == Outcome::Accepted);
                    if outcome == Outcome::Wrong {
                        wrong = wrong.or(Some(job));
                    }
                    exit = exit.max(found);
                }
                Err(Failure::Message(message)) => {
                    streams.complain(&message);
                    failed = true;
                }
                Err(failure @ Failure::Stream(_)) => return Err(failure),
            }
        }
    }
    let language = streams.language;
    if !is_single && count > 0 && arguments.format == Format::Text {
        let summary = match count {
            1 => message!("{accepted} of 1 solution accepted", accepted),
            _ => message!("{accepted} of {count} solutions accepted", accepted, count),
        };
        writeln!(streams.out, "{}", summary.say(language))?;
    }
    say_left_out(&solutions, streams)?;
    if let Some(job) = wrong.filter(|_| arguments.debug) {
        let chip = OnChip {
            file: &job.program,
            testcase: Some(&job.testcase),
            start: start(arguments),
            load: &[],
            pe: FOCUS,
            force: false,
        };
        debug::wrong_value(&chip, &book, streams)?;
    }
    Ok(if failed { Exit::Failure } else { exit })
}

/// Reports how many programs of folders have no testcase.
fn say_left_out(solutions: &Solutions, streams: &mut Streams) -> io::Result<()> {
    let left_out = match solutions.without_testcase.len() {
        0 => return Ok(()),
        1 => message!("1 program has no testcase and was not judged"),
        count => message!(
            "{count} programs have no testcase and were not judged",
            count
        ),
    };
    writeln!(streams.err, "{}", left_out.say(streams.language))
}

/// The testcases read so far. Each is read, and its findings reported, once.
struct Testcases<'a> {
    /// The testcase that the user named.
    named: Option<PathBuf>,
    book: &'a RuleBook,
    read: HashMap<PathBuf, Arc<ReadTestcase>>,
}

struct ReadTestcase {
    source: Source,
    testcase: Testcase,
    has_errors: bool,
}

impl Testcases<'_> {
    /// A testcase; its findings are written if it was not read before.
    fn get(
        &mut self,
        job: &Solution,
        arguments: &JudgeArguments,
        look: Look,
        err: &mut Vec<u8>,
    ) -> Result<Arc<ReadTestcase>, Failure> {
        let path = &*job.testcase;
        if let Some(read) = self.read.get(path) {
            return Ok(Arc::clone(read));
        }
        let source = match self.named.is_some() {
            true => Source::read(path)?,
            false => Source::read_named(path, &self.book.roots(&job.program))?,
        };
        let testcase = Testcase::parse(&source.text).map_err(|error| no_testcase(path, &error))?;
        let has_errors = report(arguments, look, err, &source, &testcase.inputs)?
            | report(arguments, look, err, &source, &testcase.rest_in_place())?;
        let read = Arc::new(ReadTestcase {
            source,
            testcase,
            has_errors,
        });
        self.read.insert(path.to_owned(), Arc::clone(&read));
        Ok(read)
    }
}

/// A solution that was judged, with what is written when it is its turn.
struct Judged {
    /// Findings and messages, drawn.
    err: Vec<u8>,
    /// The verdict as it is written.
    out: Vec<u8>,
    outcome: Outcome,
    exit: Exit,
}

/// Judges solutions on all processors.
fn judge_several(
    arguments: &JudgeArguments,
    jobs: &[Solution],
    testcases: &mut Testcases<'_>,
    is_single: bool,
    streams: &mut Streams,
) -> Vec<Result<Judged, Failure>> {
    let (look, look_of_out) = (streams.look_of_err(), streams.look());
    let book = testcases.book;
    let read = jobs.iter().map(|job| {
        let mut err = Vec::new();
        let testcase = testcases.get(job, arguments, look, &mut err)?;
        Ok((job, testcase, err))
    });
    let read: Vec<Result<_, Failure>> = read.collect();
    let dumps = Mutex::new(&mut streams.err);
    let dump = |dump: Dump| {
        let mut dumps = dumps.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(dumps, "{dump}")
    };
    let judge = |read: Result<(&Solution, Arc<ReadTestcase>, Vec<u8>), Failure>| {
        let (job, testcase, mut err) = read?;
        let verdict = verdict(arguments, job, &testcase, book, look, &mut err, &dump)?;
        let mut out = Vec::new();
        match arguments.format {
            Format::Json => verdict.write_json(&mut out)?,
            Format::Text => verdict.write_text(&mut out, !is_single, look_of_out)?,
        }
        Ok(Judged {
            err,
            out,
            outcome: verdict.outcome,
            exit: verdict.exit(),
        })
    };
    read.into_par_iter().map(judge).collect()
}

/// The initial content of memories and registers.
const fn start(arguments: &JudgeArguments) -> Start {
    Start {
        dirty: arguments.dirty,
        off_chip: OffChip::Zero,
    }
}

/// Judges a solution. Findings are written to `err`; `dump` gets what the solution itself dumps.
fn verdict(
    arguments: &JudgeArguments,
    job: &Solution,
    read: &ReadTestcase,
    book: &RuleBook,
    look: Look,
    err: &mut Vec<u8>,
    dump: &impl Fn(Dump) -> io::Result<()>,
) -> Result<Verdict, Failure> {
    let whole = languages::read_mnc2_program(&job.program, book)?;
    let assertions = Assertions::from_source(&whole.text, FOCUS);
    let source = Source {
        text: Arc::new(without_judge_comments(&whole.text)),
        ..whole.clone()
    };
    let keep = Keep {
        gets: arguments.enable_get,
        sets: arguments.enable_set,
    };
    let solution = judge::Solution::new(&mnc2_asm::parse(&source.text), keep);
    let names = (source.name.as_str(), read.source.name.as_str());
    if report(arguments, look, err, &source, &solution.program)? || read.has_errors {
        return Ok(Verdict::without_values(names.0, names.1, Outcome::Errors));
    }

    let mut failure = None;
    let mut of_solution = |dumped: Dump| match dump(dumped) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let options = RunOptions {
        budget_steps: arguments.max_steps.unwrap_or(u64::MAX),
        budget_bytes: memory_bytes_max(arguments.max_memory),
        max_dump_lines: DUMP_LINES_MAX,
        ..RunOptions::default()
    };
    let mut machine = Machine::starting(start(arguments));
    let judged = judge::judge(
        &mut machine,
        &read.testcase,
        (&solution.program, &assertions),
        &options,
        &mut of_solution,
        &mut Unobserved,
    );
    if let Some(error) = failure {
        return Err(error.into());
    }
    assertion_output::write(err, arguments.format, &whole, &judged.said, look)?;
    let place = match judged.place {
        JudgedText::Solution => &source,
        JudgedText::Testcase => &read.source,
    };
    let wrong = judged.comparison.mismatches.iter().map(|it| it.line);
    let wrong_lines: Vec<u32> = wrong.collect();
    let mut verdict = match stop_message(place, arguments.format, &judged.outcome, look) {
        Some(message) => {
            writeln!(err, "{message}")?;
            Verdict::without_values(names.0, names.1, Outcome::Stopped)
        }
        None => Verdict::from_comparison(
            names.0,
            names.1,
            Score::new(&solution.program, mnc2_text::line::lines(&source.text)),
            judged.comparison,
            solution.sets_memory,
            arguments.max_mismatches,
        ),
    };
    if verdict.outcome == Outcome::Wrong {
        let testcase = &read.testcase;
        verdict.suspects = Suspects::in_solution(testcase, &solution.program, wrong_lines);
    }
    verdict.failed_assertions = judged.said.failed;
    if verdict.outcome != Outcome::Accepted && arguments.format == Format::Text {
        left_out(err, &source, keep, read, look)?;
        let name = visible(&source.name);
        // The debugger names them itself.
        let suspects = match arguments.debug {
            true => Vec::new(),
            false => verdict.suspects.messages(),
        };
        for message in suspects {
            writeln!(err, "{name}: {}", message.say(look.language))?;
        }
    }
    Ok(verdict)
}

/// The parts of a solution and its testcase that the judge leaves out, which may be why it is not accepted.
fn left_out(
    err: &mut impl Write,
    source: &Source,
    keep: Keep,
    read: &ReadTestcase,
    look: Look,
) -> io::Result<()> {
    let program = mnc2_asm::parse(&source.text);
    let is_set = |line: &&Arc<Line>| matches!(line.statement, Some(Statement::DebugSet(_)));
    let sets = program.iter().filter(is_set).count();
    let name = visible(&source.name);
    if sets > 0 && !keep.sets {
        let message = message!(
            "{sets:its `d set` line is|its # `d set` lines are} left out, as in the contest; `--enable-set` keeps {sets:it|them}",
            sets
        );
        writeln!(err, "{name}: {}", message.say(look.language))?;
    }
    let end = program.end();
    let steps = |lines: usize| program.steps_before(lines);
    let after = steps(program.len()) - steps(end);
    if after > 0 {
        let message = message!(
            "`quit` in line {line} ends it: {after:1 step|# steps} after it {after:is|are} left out",
            line = end + 1,
            after
        );
        writeln!(err, "{name}: {}", message.say(look.language))?;
    }
    let testcase = visible(&read.source.name);
    for ignored in &read.testcase.not_compared {
        let message = ignored.message();
        let line = ignored.line + 1;
        writeln!(err, "{testcase}:{line}: {}", message.say(look.language))?;
    }
    Ok(())
}

/// Reports the errors of a program; returns whether there are any. Warnings are for `mnc2 check`: the contest's judge
/// has none.
fn report(
    arguments: &JudgeArguments,
    look: Look,
    err: &mut impl Write,
    source: &Source,
    program: &Program,
) -> io::Result<bool> {
    let rules = Rules::default().with_mode(ModeChoice::Given(Mode::Flat));
    let mut report = check_to_run(program, &rules);
    let is_error = |finding: &Finding| finding.diagnostic.severity() == Severity::Error;
    report.findings.retain(is_error);
    let has_errors = report.has_errors();
    let limit = (arguments.format == Format::Text).then_some(DEFAULT_FINDINGS_MAX);
    findings::write(err, source, &report, arguments.format, limit, look)?;
    Ok(has_errors)
}
