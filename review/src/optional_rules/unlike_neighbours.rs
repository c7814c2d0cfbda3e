//! Operands that break the progression of their neighbours.
//!
//! Programs without loops have runs of lines that differ only in numbers, each of which steps evenly: `$lr0v`, `$lr8v`,
//! `$lr16v`. The lines of a run have the same opcodes and the same kinds of operands; other lines may be between them. A number
//! may step after each line, or return every few lines as in nested loops: then it is compared with the lines one period before
//! and after. A line is reported if exactly one of its numbers does not follow, and the same number of its neighbours on both sides
//! does.
//! Immediate values, tags and masks are not compared.

use std::collections::HashMap;
use std::ops::Range;

use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::{Operand, OperandKind, Statement, render};
use mnc2_text::message;

/// Number of lines from which on they are a run.
const LINES: usize = 5;
/// Number of lines from which on they are a run if the number is the same in all of them.
const CONSTANT_LINES: usize = 8;
/// Maximum number of lines after which a number returns.
const PERIOD_MAX: usize = 8;
/// Periods on each side that must follow, where the run has them.
const PERIODS: usize = 4;
/// Periods that a run has at least.
const PERIODS_OF_RUN: usize = 4;
/// Maximum number of other lines between two lines of a run.
const LINES_BETWEEN_MAX: u32 = 32;
/// Two numbers at one place of a run that are this close together, in lines of the run, are both meant.
const ALONE_LINES: usize = 32;
/// Maximum number of findings.
const FINDINGS_MAX: usize = 1000;

/// A line of a run.
struct Row<'a> {
    line: u32,
    statement: &'a Statement,
    numbers: Vec<i64>,
}

/// How a number steps.
#[derive(Clone, Copy)]
struct Progression {
    /// Lines until the number is compared again.
    period: usize,
    /// The difference after a period.
    step: i64,
}

/// A number that does not follow its neighbours.
struct Odd {
    /// Its line in the run, and its place among the numbers of the line.
    row: usize,
    number: usize,
    expected: i64,
    period: usize,
}

/// Finds operands that break the progression of their neighbours.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    let mut runs: HashMap<String, Vec<Row<'a>>> = HashMap::new();
    let mut found = Vec::new();
    for (line, statement) in statements {
        let (shape, numbers) = divide(statement);
        if numbers.is_empty() {
            continue;
        }
        let run = runs.entry(shape).or_default();
        let last = run.last().map_or(line, |last| last.line);
        if line - last > LINES_BETWEEN_MAX {
            found.extend(odd_rows(run));
            run.clear();
        }
        run.push(Row {
            line,
            statement,
            numbers,
        });
    }
    found.extend(runs.values().flat_map(|run| odd_rows(run)));
    found.sort_unstable_by_key(|finding| finding.line);
    found.truncate(FINDINGS_MAX);
    findings.append(&mut found);
}

/// A statement as text with `#` for each number that is compared, and the numbers.
fn divide(statement: &Statement) -> (String, Vec<i64>) {
    let mut shape = String::new();
    let mut numbers = Vec::new();
    match statement {
        Statement::Step(step) => {
            for expression in &step.expressions {
                let text = render::expression(expression);
                let operands: Vec<&Operand> = expression.operands().collect();
                let texts: Vec<String> = operands.iter().map(|it| render::operand(it)).collect();
                let of_operands: usize = texts.iter().map(|text| 1 + text.len()).sum();
                shape.push_str(&text[..text.len().saturating_sub(of_operands)]);
                for (operand, text) in operands.into_iter().zip(texts) {
                    divide_operand(operand, &text, &mut shape, &mut numbers);
                }
                shape.push(';');
            }
        }
        Statement::Mv(mv) => {
            shape.push_str(&mv.spelling.text);
            shape.push_str(&format!("/n{}", mv.size_long_words));
            for operand in &mv.operands {
                divide_operand(operand, &render::operand(operand), &mut shape, &mut numbers);
            }
        }
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => {}
    }
    (shape, numbers)
}

/// Adds an operand with this text to the shape and the numbers of its statement.
fn divide_operand(operand: &Operand, text: &str, shape: &mut String, numbers: &mut Vec<i64>) {
    shape.push(' ');
    let mut rest = text;
    for digits in numbers_of(operand, text) {
        let (before, number) = rest.split_at(digits.start - (text.len() - rest.len()));
        shape.push_str(before);
        shape.push('#');
        numbers.push(number[..digits.len()].parse().unwrap_or(i64::MAX));
        rest = &number[digits.len()..];
    }
    // Values and tags are data, and any of them makes no difference.
    if !matches!(operand.kind, OperandKind::Literal(_) | OperandKind::Tag(_)) {
        shape.push_str(rest);
    }
}

/// The places of the numbers that are compared in the text of an operand.
fn numbers_of(operand: &Operand, text: &str) -> Vec<Range<usize>> {
    let end = match operand.kind {
        OperandKind::Literal(_) | OperandKind::Tag(_) => 0,
        _ => text.find('/').unwrap_or(text.len()),
    };
    let mut numbers: Vec<Range<usize>> = Vec::new();
    for (at, _) in text[..end]
        .char_indices()
        .filter(|(_, it)| it.is_ascii_digit())
    {
        match numbers.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => numbers.push(at..at + 1),
        }
    }
    numbers
}

/// The findings about a run.
fn odd_rows(run: &[Row<'_>]) -> Vec<Finding> {
    let candidates: Vec<Odd> = (0..run.len())
        .filter_map(|row| odd_number(run, row))
        .collect();
    let is_alone = |odd: &&Odd| {
        let mut others = candidates.iter().filter(|it| it.number == odd.number);
        others.all(|other| {
            let deviation = |it: &Odd| run[it.row].numbers[it.number] - it.expected;
            other.row == odd.row
                || other.row.abs_diff(odd.row) > ALONE_LINES && deviation(other) != deviation(odd)
        })
    };
    let alone = candidates.iter().filter(is_alone);
    alone.filter_map(|odd| finding(run, odd)).collect()
}

/// The only number of a line that does not follow its neighbours.
fn odd_number(run: &[Row<'_>], row: usize) -> Option<Odd> {
    if row == 0 || row + 1 >= run.len() || run.len() < LINES {
        return None;
    }
    let mut odd = None;
    let mut steps = false;
    for number in 0..run[row].numbers.len() {
        if let Some(progression) = progression(run, row, number, true) {
            steps |= progression.step != 0;
        } else if odd.is_none() {
            let around = progression(run, row, number, false)?;
            steps |= around.step != 0;
            odd = Some(Odd {
                row,
                number,
                expected: run[row - around.period].numbers[number] + around.step,
                period: around.period,
            });
        } else {
            return None;
        }
    }
    odd.filter(|odd| steps && odd.expected >= 0)
}

/// How a number steps in the lines around a line of a run: the shortest period. The line itself takes part or is left out.
fn progression(
    run: &[Row<'_>],
    row: usize,
    number: usize,
    takes_part: bool,
) -> Option<Progression> {
    let value = |row: usize| run[row].numbers[number];
    (1..=PERIOD_MAX).find_map(|period| {
        let before = row.checked_sub(period)?;
        let after = Some(row + period).filter(|&after| after < run.len())?;
        let first = row.saturating_sub(PERIODS * period);
        let end = (row + PERIODS * period + 1).min(run.len());
        let twice = value(after) - value(before);
        let step = twice / 2;
        let lines = if step == 0 && !takes_part {
            CONSTANT_LINES
        } else {
            LINES
        };
        let follows = |one: usize| {
            let is_of_row = one == row || one + period == row;
            is_of_row && !takes_part || value(one + period) - value(one) == step
        };
        let is_long = end - first >= lines.max(PERIODS_OF_RUN * period);
        (twice % 2 == 0 && is_long && (first..end - period).all(follows))
            .then_some(Progression { period, step })
    })
}

fn finding(run: &[Row<'_>], odd: &Odd) -> Option<Finding> {
    let row = &run[odd.row];
    let (operand, text, digits) = place(row.statement, odd.number)?;
    let expected = format!(
        "{}{}{}",
        &text[..digits.start],
        odd.expected,
        &text[digits.end..]
    );
    let before = &run[odd.row - odd.period];
    let after = &run[odd.row + odd.period];
    let diagnostic = Diagnostic::new(
        Code::UnlikeNeighbours,
        operand.range.clone(),
        message!(
            "`{text}` breaks the progression of lines {before} and {after}, between which `{expected}` is expected",
            text = &text,
            before = before.line + 1,
            after = after.line + 1,
            expected = &expected
        ),
    );
    let diagnostic = [before, after]
        .into_iter()
        .fold(diagnostic, |diagnostic, other| {
            match place(other.statement, odd.number) {
                Some((operand, text, _)) => {
                    let range = operand.range.clone();
                    diagnostic.note_at(other.line, range, message!("here it is `{text}`", text))
                }
                None => diagnostic,
            }
        });
    Some(Finding {
        line: row.line,
        diagnostic: diagnostic.suggest(
            message!("Write `{text}`", text = &expected),
            operand.range.clone(),
            expected,
        ),
    })
}

/// The operand with a number of a statement, its text, and the place of the number there.
fn place(statement: &Statement, number: usize) -> Option<(&Operand, String, Range<usize>)> {
    let operands: Vec<&Operand> = match statement {
        Statement::Step(step) => {
            let expressions = step.expressions.iter();
            expressions.flat_map(|it| it.operands()).collect()
        }
        Statement::Mv(mv) => mv.operands.iter().collect(),
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => Vec::new(),
    };
    let mut left = number;
    for operand in operands {
        let text = render::operand(operand);
        let numbers = numbers_of(operand, &text);
        if let Some(digits) = numbers.get(left) {
            let digits = digits.clone();
            return Some((operand, text, digits));
        }
        left -= numbers.len();
    }
    None
}
