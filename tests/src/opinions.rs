//! Three opinions on which statements of a program are too close together: the check, a run in strict mode, and the manual's
//! text ([`crate::second_opinion`]). They must agree.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use mnc2_emulator::strict::{FindingKind, Strict};
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::rules::check::check;
use mnc2_program::rules::step::fields;
use mnc2_program::{ModeChoice, Program};
use mnc2_text::{LineRange, line};

use crate::second_opinion::coissue::{self, Condition};
use crate::second_opinion::distances::{self, Early, Read, Rule};
use crate::second_opinion::parse::{self, Memory, Operand, Statement, Unit, Where};

/// Steps after which a program counts as stuck.
const BUDGET_STEPS: u64 = 1_000_000;

/// The diagnostic for each rule.
#[must_use]
pub const fn code_of_rule(rule: Rule) -> Code {
    match rule {
        Rule::L2bmThenMv => Code::L2bmMvHazard,
        Rule::L2bmThenMvDoubtful => Code::L2bmMvDoubtful,
        Rule::UpThenDown => Code::L2bmDirectionHazard,
        Rule::L1bPort => Code::L1bPortHazard,
        Rule::MulticastThenPe => Code::MulticastHazard,
        Rule::DownThenPe => Code::L2bmToPeHazard,
        Rule::PeThenUp => Code::PeThenL2bmHazard,
        Rule::PeThenPe => Code::L1bmDirectionHazard,
        Rule::Lm => Code::LmHazard,
        Rule::Grf => Code::GrfHazard,
        Rule::UnderMask => Code::HazardUnderMask,
        Rule::T => Code::THazard,
    }
}

const RULES: [Rule; 12] = [
    Rule::L2bmThenMv,
    Rule::L2bmThenMvDoubtful,
    Rule::UpThenDown,
    Rule::L1bPort,
    Rule::MulticastThenPe,
    Rule::DownThenPe,
    Rule::PeThenUp,
    Rule::PeThenPe,
    Rule::Lm,
    Rule::Grf,
    Rule::UnderMask,
    Rule::T,
];

/// The diagnostic for each condition.
#[must_use]
pub const fn code_of_condition(condition: Condition) -> Code {
    match condition {
        Condition::OnePerGroup => Code::GroupTwice,
        Condition::NopAlone => Code::NopWithOthers,
        Condition::WaitAlone => Code::WaitAlone,
        Condition::TwoOfMau => Code::MauThreeTimes,
        Condition::MauPrecision => Code::MauPrecision,
        Condition::SecondInput => Code::SecondInputShared,
        Condition::MatrixSide => Code::MatrixSideTwice,
        Condition::MatrixRow => Code::MatrixRowConflict,
        Condition::WrittenOnce => Code::MemoryWrittenTwice,
        Condition::OneRegion => Code::RegionConflict,
        Condition::ImmediateWithLm0 => Code::ImmediateWithLm0,
        Condition::OneZeroFlush => Code::ZeroFlushTwice,
        Condition::OneMask => Code::MaskConflict,
    }
}

const CONDITIONS: [Condition; 13] = [
    Condition::OnePerGroup,
    Condition::NopAlone,
    Condition::WaitAlone,
    Condition::TwoOfMau,
    Condition::MauPrecision,
    Condition::SecondInput,
    Condition::MatrixSide,
    Condition::MatrixRow,
    Condition::WrittenOnce,
    Condition::OneRegion,
    Condition::ImmediateWithLm0,
    Condition::OneZeroFlush,
    Condition::OneMask,
];

/// Whether a code is about the expressions of one step, which exclude each other.
#[must_use]
pub fn is_about_a_step(code: Code) -> bool {
    CONDITIONS
        .iter()
        .any(|condition| code_of_condition(*condition) == code)
}

/// Whether a code is about statements that are too close together.
#[must_use]
pub fn is_hazard(code: Code) -> bool {
    RULES.iter().any(|rule| code_of_rule(*rule) == code)
}

/// A read that is too early, as the check or a run reports it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reported {
    line: u32,
    range: (u32, u32),
    code: Code,
    written_line: u32,
    /// `$r4`, if the rule is about words.
    word: String,
}

fn place(range: &LineRange) -> (u32, u32) {
    (range.start, range.end)
}

/// The word that a message is about, `$r4`, if it begins with one.
fn word(message: &str) -> String {
    let quoted = message.strip_prefix('`').unwrap_or(message);
    let end = quoted.find(['`', ' ']).unwrap_or(quoted.len());
    let name = quoted.get(..end).unwrap_or_default();
    if name.starts_with('$') {
        name.to_owned()
    } else {
        String::new()
    }
}

fn written_line(diagnostic: &Diagnostic) -> u32 {
    let place = diagnostic.notes.iter().find_map(|note| note.line);
    place.expect("a hazard points at what was written")
}

fn in_the_text(program: &Program, choice: ModeChoice) -> Vec<Reported> {
    let report = check(program, choice);
    let hazards = report
        .findings
        .iter()
        .filter(|finding| is_hazard(finding.diagnostic.code));
    hazards
        .flat_map(|finding| {
            let diagnostic = &finding.diagnostic;
            let reported = |range: &LineRange, message: String| Reported {
                line: finding.line,
                range: place(range),
                code: diagnostic.code,
                written_line: written_line(diagnostic),
                word: word(&message),
            };
            let first = reported(&diagnostic.range, diagnostic.message.to_string());
            // Other operands that read the result of the same write are in notes.
            let is_other = |note: &&mnc2_text::Note| {
                note.line.is_none() && note.range.as_ref() != Some(&diagnostic.range)
            };
            let others = diagnostic.notes.iter().filter(is_other);
            let others = others.filter_map(move |note| {
                Some(reported(note.range.as_ref()?, note.message.to_string()))
            });
            std::iter::once(first).chain(others).collect::<Vec<_>>()
        })
        .collect()
}

fn in_the_run(program: &Program) -> Result<Vec<Reported>, String> {
    let mut strict = Strict::new();
    let options = RunOptions {
        budget_steps: BUDGET_STEPS,
        ..RunOptions::default()
    };
    let report = Machine::new().run_observed(program, &options, &mut Vec::new(), &mut strict);
    if report.outcome != Outcome::Finished {
        return Err(format!("the run did not finish: {:?}\n", report.outcome));
    }
    let findings = strict.take_findings();
    assert_eq!(strict.left_out(), 0, "too many findings to compare");
    let reported = findings.iter().filter_map(|finding| match &finding.kind {
        FindingKind::Hazard { written_line, .. } => Some(Reported {
            line: finding.line,
            range: place(&finding.range),
            // The manual gives no distance for the DAR, so the text of 3.6.3 does not cover it.
            code: finding.code().filter(|code| !code.row().is_optional)?,
            written_line: *written_line,
            word: match finding.code()? {
                Code::L2bmMvHazard | Code::L2bmMvDoubtful => String::new(),
                _ => word(&finding.what.to_string()),
            },
        }),
        FindingKind::Unwritten | FindingKind::Zeroed => None,
    });
    Ok(reported.collect())
}

/// The figures of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of programs whose hazards were compared.
    pub lines: usize,
    /// PE instructions in them, `nop/n` as n.
    pub steps: usize,
    /// Reads that come too early.
    pub hazards: usize,
    /// Hazards that depend on data.
    pub dependent: usize,
    /// Hazards that a run showed.
    pub shown: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.steps += other.steps;
        self.hazards += other.hazards;
        self.dependent += other.dependent;
        self.shown += other.shown;
    }
}

/// Steps of a statement.
fn steps(statement: &Statement) -> usize {
    match statement {
        Statement::Step(step) => step
            .iter()
            .find_map(|expression| match expression.unit {
                Unit::Nop(count) => Some(count as usize),
                _ => None,
            })
            .unwrap_or(1),
        Statement::Mv(_) | Statement::Mask(_) | Statement::Quit | Statement::Nothing => 0,
    }
}

/// The program without the lines that have an error of their own, whose accesses are unknown.
#[must_use]
pub fn without_wrong_lines(source: &str) -> String {
    let mut source = source.to_owned();
    loop {
        // Later lines miss what a line with an error would have written.
        let next = without_lines_in_error(&source);
        if next == source {
            return source;
        }
        source = next;
    }
}

fn without_lines_in_error(source: &str) -> String {
    let program = mnc2_asm::parse(source);
    let report = check(&program, ModeChoice::Infer);
    let wrong: BTreeSet<u32> = report
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.is_error() && !is_hazard(finding.diagnostic.code))
        .map(|finding| finding.line)
        .collect();
    let lines = line::lines(source).enumerate();
    let kept = lines.map(|(number, line)| {
        if wrong.contains(&(number as u32)) {
            ""
        } else {
            line
        }
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// Compares the three opinions on the hazards of a program in which each single line is correct.
///
/// # Errors
/// Each disagreement, one per line, or what the second opinion cannot parse.
pub fn compare_hazards(source: &str) -> Result<Counts, String> {
    let program = mnc2_asm::parse(source);
    let text = in_the_text(&program, ModeChoice::Infer);
    let run = in_the_run(&program)?;
    let statements = parse::program(source)?;
    let manual = distances::hazards(&statements);
    let mut differences = Vec::new();
    text_and_manual(source, &text, &manual, &mut differences);
    text_and_run(source, &text, &run, &manual, &mut differences);
    if !differences.is_empty() {
        differences.sort();
        return Err(differences.concat());
    }
    Ok(Counts {
        lines: statements.len(),
        steps: statements.iter().map(steps).sum(),
        hazards: manual.len(),
        dependent: manual.values().filter(|early| !early.is_sure).count(),
        shown: run.len(),
    })
}

/// The memory of the operand that a finding points at.
fn memory(source: &str, reported: &Reported) -> Option<Memory> {
    match reported.code {
        Code::THazard => return Some(Memory::T),
        Code::LmHazard | Code::GrfHazard | Code::HazardUnderMask => {}
        _ => return None,
    }
    let line = line::lines(source).nth(reported.line as usize)?;
    let operand = line.get(reported.range.0 as usize..reported.range.1 as usize)?;
    match parse::operand_of(operand)? {
        Operand::T => Some(Memory::T),
        // `$lmt` reads LM0, but its address is a read of the T-register.
        Operand::Region(region) if reported.code == Code::HazardUnderMask && region.is_indirect => {
            Some(Memory::T)
        }
        Operand::Region(region) => Some(region.memory),
        _ => None,
    }
}

fn text_and_manual(
    source: &str,
    text: &[Reported],
    manual: &BTreeMap<Read, Early>,
    differences: &mut Vec<String>,
) {
    let mut seen = BTreeSet::new();
    for reported in text {
        let id = reported.code.id();
        let key = RULES
            .iter()
            .find(|rule| code_of_rule(**rule) == reported.code)
            .map(|rule| (reported.line, *rule, memory(source, reported)));
        let line = reported.line + 1;
        let Some((key, early)) = key.and_then(|key| Some((key, manual.get(&key)?))) else {
            differences.push(format!(
                "{line}: {id}: the check reports it, the manual does not: {}\n",
                reported.word
            ));
            continue;
        };
        seen.insert(key);
        if !early.lines.contains(&reported.written_line) {
            differences.push(format!(
                "{line}: {id}: the check says that line {} wrote, the manual {:?}\n",
                reported.written_line + 1,
                early.lines
            ));
        }
        let is_letter = |c: char| !c.is_ascii_digit();
        let word: Option<u32> = reported.word.trim_start_matches(is_letter).parse().ok();
        let is_about_words = key.2 != Some(Memory::T) && !early.words.is_empty();
        if is_about_words && word.is_none_or(|word| !early.words.contains(&word)) {
            differences.push(format!(
                "{line}: {id}: the check speaks of {}, the manual of {:?}\n",
                reported.word, early.words
            ));
        }
    }
    for (key, early) in manual {
        if !seen.contains(key) {
            let (line, rule, memory) = key;
            differences.push(format!(
                "{}: {}: the manual forbids it, the check says nothing: {memory:?} {early:?}\n",
                line + 1,
                code_of_rule(*rule).id()
            ));
        }
    }
}

fn text_and_run(
    source: &str,
    text: &[Reported],
    run: &[Reported],
    manual: &BTreeMap<Read, Early>,
    differences: &mut Vec<String>,
) {
    // If data decides what is written, it also decides which write is the latest.
    let is_data_dependent = manual.values().any(|early| !early.is_sure);
    let key = |reported: &Reported| {
        let mut key = reported.clone();
        if is_data_dependent {
            key.written_line = 0;
            key.word.clear();
        }
        key
    };
    let texts: BTreeSet<Reported> = text.iter().map(key).collect();
    let runs: BTreeSet<Reported> = run.iter().map(key).collect();
    for only in runs.difference(&texts) {
        differences.push(format!(
            "{}: {}: only the run shows it: {only:?}\n",
            only.line + 1,
            only.code.id()
        ));
    }
    for only in texts.difference(&runs) {
        let is_sure = manual.iter().any(|((line, rule, place), early)| {
            *line == only.line
                && code_of_rule(*rule) == only.code
                && *place == memory(source, only)
                && early.is_sure
        });
        if is_sure {
            differences.push(format!(
                "{}: {}: only the text shows it: {only:?}\n",
                only.line + 1,
                only.code.id()
            ));
        }
    }
}

/// The verdict of the check and the manual on the expressions of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOpinion {
    /// An expression has an error of its own, so they are not compared.
    WrongByItself,
    /// Nothing that could conflict: no step.
    NoStep,
    /// The expressions can share a step.
    Legal,
    /// They cannot: the first condition that is broken.
    Conflict(Code),
}

/// Compares the two opinions on one line as a step.
///
/// # Errors
/// The disagreement, or what the second opinion cannot parse.
pub fn compare_step(line: &str, is_flat: bool) -> Result<StepOpinion, String> {
    let mode = if is_flat {
        Mode::Flat
    } else {
        Mode::AutoStride
    };
    let program = mnc2_asm::parse(line);
    let report = check(&program, ModeChoice::Given(mode));
    let errors = report
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.is_error())
        .map(|finding| finding.diagnostic.code);
    let (check, others): (BTreeSet<Code>, BTreeSet<Code>) =
        errors.partition(|code| is_about_a_step(*code));
    if !others.is_empty() {
        return Ok(StepOpinion::WrongByItself);
    }
    let step = match parse::statement(line) {
        Some(Statement::Step(step)) => step,
        Some(_) => return Ok(StepOpinion::NoStep),
        None => return Err(format!("not understood: {line}\n")),
    };
    let broken = coissue::broken(&step, is_flat);
    let manual: BTreeSet<Code> = broken.into_iter().map(code_of_condition).collect();
    let is_explained = |code: &Code| follows_from(*code, &check);
    let collisions = program.iter().find_map(|line| {
        let step = line.step()?;
        Some(fields::collisions(step, &fields::claims(step)))
    });
    if check.is_empty() && !collisions.unwrap_or_default().is_empty() {
        return Err(format!("fields collide, but it is accepted: {line}\n"));
    }
    if check.is_subset(&manual) && manual.difference(&check).all(is_explained) {
        return Ok(check
            .first()
            .map_or(StepOpinion::Legal, |code| StepOpinion::Conflict(*code)));
    }
    Err(format!(
        "the check says {check:?}, the manual {manual:?}: {line}\n"
    ))
}

/// Whether a conflict need not be reported in addition to the check's findings: two expressions of one group, or two
/// one of them a `nop`, are not compared any further, nor are the regions of two writes to one memory.
fn follows_from(code: Code, reported: &BTreeSet<Code>) -> bool {
    let has = |other| reported.contains(&other);
    match code {
        Code::GroupTwice => has(Code::NopWithOthers),
        Code::MemoryWrittenTwice | Code::MatrixRowConflict | Code::SecondInputShared => {
            has(Code::GroupTwice)
        }
        Code::RegionConflict => has(Code::GroupTwice) || has(Code::MemoryWrittenTwice),
        _ => false,
    }
}

/// Whether a program has a flat list, and so is in flat mode.
#[must_use]
pub fn is_flat(statements: &[Statement]) -> bool {
    let expressions = statements.iter().filter_map(|statement| match statement {
        Statement::Step(step) => Some(step),
        _ => None,
    });
    expressions
        .flatten()
        .flat_map(|expression| expression.inputs.iter().chain(&expression.outputs))
        .any(|place| match place.operand {
            Operand::Region(region) => matches!(region.place, Where::Flat(_)),
            _ => false,
        })
}
