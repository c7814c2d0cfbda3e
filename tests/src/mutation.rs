//! Small changes of programs that make some of them wrong: a `nop` removed, an address shifted, two lines merged.

use crate::second_opinion::parse::{self, Statement, Unit};

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    NopRemoved,
    /// One address of one operand shifted.
    AddressShifted,
    /// A step and the one after it in one line.
    LinesMerged,
}

/// Lines around a change that are compared; no rule reaches further, as each line is at least one step or is left out.
const REACH_LINES: usize = 8;

/// A part of a program with one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind of change.
    pub kind: Kind,
    /// The lines around the change, with the mask setting that is in force before them.
    pub source: String,
    /// The line that changed, if it is still there.
    pub line: Option<String>,
}

/// Every change of a program, in order.
#[must_use]
pub fn mutants(source: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = source
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| is_part(line))
        .collect();
    let mut mutants = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for (kind, changed) in changes(line) {
            mutants.push(around(&lines, index, 1, kind, changed));
        }
        if let Some(next) = lines.get(index + 1)
            && is_step(line)
            && is_step(next)
        {
            let merged = format!("{line}; {next}");
            mutants.push(around(&lines, index, 2, Kind::LinesMerged, Some(merged)));
        }
    }
    mutants
}

/// Lines that take part in timing, and mask settings.
fn is_part(line: &str) -> bool {
    matches!(
        parse::statement(line),
        Some(Statement::Step(_) | Statement::Mv(_) | Statement::Mask(_))
    )
}

fn is_step(line: &str) -> bool {
    matches!(parse::statement(line), Some(Statement::Step(_)))
}

/// The program with `count` lines from `index` on replaced, limited to the relevant part.
fn around(
    lines: &[&str],
    index: usize,
    count: usize,
    kind: Kind,
    changed: Option<String>,
) -> Mutant {
    let start = index.saturating_sub(REACH_LINES);
    let end = (index + count + REACH_LINES).min(lines.len());
    let setting = lines[..start]
        .iter()
        .rev()
        .find(|line| line.starts_with("mask"));
    let before = setting.into_iter().chain(&lines[start..index]).copied();
    let after = lines[index + count..end].iter().copied();
    let source: Vec<&str> = before.chain(changed.as_deref()).chain(after).collect();
    Mutant {
        kind,
        source: source.join("\n"),
        line: changed,
    }
}

/// The changes of one line; none if the line is removed.
fn changes(line: &str) -> Vec<(Kind, Option<String>)> {
    if let Some(Statement::Step(step)) = parse::statement(line)
        && let Some(Unit::Nop(count)) = step.first().map(|expression| &expression.unit)
        && step.len() == 1
    {
        let less = (*count > 1).then(|| format!("nop/{}", count - 1));
        return vec![(Kind::NopRemoved, less)];
    }
    let mut changes = Vec::new();
    for (start, _) in line.match_indices('$') {
        let rest = &line[start + 1..];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let (name, rest) = rest.split_at(letters);
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let Ok(address) = rest[..digits].parse::<i64>() else {
            continue;
        };
        let width = match name.strip_prefix("ll") {
            Some(_) => 4,
            None if name.starts_with('l') => 2,
            None => 1,
        };
        let shifts: &[i64] = match name.trim_start_matches('l') {
            "m" | "n" | "r" | "s" | "mt" => &[width, -width],
            "b" => &[4, 64, -16],
            "c" => &[64, -64],
            _ => &[],
        };
        let number = start + 1 + letters..start + 1 + letters + digits;
        for shift in shifts.iter().filter(|shift| address + **shift >= 0) {
            let shifted = format!(
                "{}{}{}",
                &line[..number.start],
                address + shift,
                &line[number.end..]
            );
            changes.push((Kind::AddressShifted, Some(shifted)));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_made_once() {
        let source = "maskr 5\nlpassa $lm0v $lr4v # $lr0\n\nnop/2\nl1bmm $lb0 $ln0v\nd get $lm0 1";
        let lines: Vec<(Kind, Option<String>)> = mutants(source)
            .into_iter()
            .map(|mutant| (mutant.kind, mutant.line))
            .collect();
        let shifted = |line: &str| (Kind::AddressShifted, Some(line.to_owned()));
        let merged = |line: &str| (Kind::LinesMerged, Some(line.to_owned()));
        assert_eq!(
            lines,
            [
                shifted("lpassa $lm2v $lr4v"),
                shifted("lpassa $lm0v $lr6v"),
                shifted("lpassa $lm0v $lr2v"),
                merged("lpassa $lm0v $lr4v; nop/2"),
                (Kind::NopRemoved, Some("nop/1".to_owned())),
                merged("nop/2; l1bmm $lb0 $ln0v"),
                shifted("l1bmm $lb4 $ln0v"),
                shifted("l1bmm $lb64 $ln0v"),
                shifted("l1bmm $lb0 $ln2v"),
            ]
        );
    }
}
