//! The common parts of the fixes of a hazard: where the write is, and how many steps are missing after a change.

use super::checked_program::Subject;
use super::missing_nop::{self, NOPS_MAX};
use super::try_change::{Trial, parsed};
use mnc2_dataflow::unit_usage::Usage;
use mnc2_program::finding::Finding;
use mnc2_program::render::nops;
use mnc2_text::{Edit, Fix, LineRange, fix, message};

/// Lines between a write and a read that are searched.
const LINES_MAX: u32 = 64;

/// A read that comes too early after a write.
pub(super) struct Hazard {
    /// The line of the write.
    pub(super) written_line: u32,
    /// The destination in that line.
    pub(super) written_range: LineRange,
    line: u32,
}

impl Hazard {
    /// The hazard of a finding; `None` if both accesses are in one line or too far apart.
    pub(super) fn from_finding(finding: &Finding) -> Option<Self> {
        let mut notes = finding.diagnostic.notes.iter();
        let (line, range) = notes.find_map(|note| Some((note.line?, note.range.clone()?)))?;
        let is_near = line < finding.line && finding.line - line <= LINES_MAX;
        is_near.then_some(Self {
            written_line: line,
            written_range: range,
            line: finding.line,
        })
    }

    /// The number of steps of `nop` that are needed before the reading line with a line changed; `None` if that is no fewer
    /// than without the change, or if the change causes another finding.
    pub(super) fn missing(&self, subject: &Subject<'_>, changed: u32, text: String) -> Option<u32> {
        let lines = self.written_line..self.line + 1;
        let trial = Trial::around(subject, lines.clone())?;
        let own: Vec<String> = lines
            .clone()
            .map(|line| (subject.text)(line).into_owned())
            .collect();
        let mut rewritten = own.clone();
        *rewritten.get_mut((changed - lines.start) as usize)? = text;
        let of_hazards = |texts: &[String], count: u32| {
            let mut texts = texts.to_vec();
            if count > 0 {
                texts.insert(texts.len() - 1, nops(count));
            }
            let found = trial.findings(&parsed(&texts));
            let hazards: usize = missing_nop::CODES
                .iter()
                .filter_map(|code| found.get(code))
                .sum();
            (hazards, found)
        };
        let least = of_hazards(&own, NOPS_MAX).0;
        let needed =
            |texts: &[String]| (0..=NOPS_MAX).find(|&count| of_hazards(texts, count).0 <= least);
        let (before, after) = (needed(&own)?, needed(&rewritten)?);
        let others_stay = {
            let (_, now) = of_hazards(&own, 0);
            let (_, then) = of_hazards(&rewritten, after);
            super::try_change::is_no_worse(&now, &then)
        };
        (after < before && others_stay).then_some(after)
    }
}

/// A fix that also waits for some steps: a `nop` directly above becomes longer, otherwise a line is inserted.
pub(super) fn with_nops(subject: &Subject<'_>, line: u32, fix: Fix, count: u32) -> Fix {
    if count == 0 {
        return fix;
    }
    let longer = subject.statement_above(line).and_then(|above| {
        let step = subject.line(above)?.step()?;
        let steps = step.steps().checked_add(count)?;
        let offset = mnc2_text::fix::lines_below(line, above);
        step.is_bare_nop()
            .then(|| Edit::replace(offset, step.range.clone(), nops(steps)))
    });
    let edit = longer.unwrap_or_else(|| {
        let indentation = subject.indentation(line);
        Edit::insert_line(0, &format!("{indentation}{}", nops(count)))
    });
    fix.with(edit)
}

/// Adds to each title the score of the program with the fix: PE instructions and MV instructions.
pub(super) fn say_scores(subject: &Subject<'_>, line: u32, fixes: &mut [Fix]) {
    let usage = Usage::from_program(subject.program);
    let now = (usage.steps + usage.mv_instructions) as i64;
    for fix in fixes {
        let Some(added) = added_steps(subject, line, fix) else {
            continue;
        };
        fix.title = message!(
            "{title} (score {score})",
            title = fix.title.clone(),
            score = now + added
        );
    }
}

/// Steps that a fix adds to the program; negative if it removes some.
fn added_steps(subject: &Subject<'_>, line: u32, fix: &Fix) -> Option<i64> {
    let places = fix.edits.iter().flat_map(|edit| [edit.start, edit.end]);
    let offsets = places.map(|place| place.line);
    let (first, last) = offsets.fold((0, 0), |(first, last), offset| {
        (first.min(offset), last.max(offset))
    });
    let first = u32::try_from(i64::from(line) + i64::from(first)).ok()?;
    let last = u32::try_from(i64::from(line) + i64::from(last)).ok()?;
    let before: Vec<String> = (first..=last)
        .map(|line| (subject.text)(line).into_owned())
        .collect();
    let before = before.join("\n");
    let (after, _) = fix::apply(&before, [(line - first, fix)]);
    let steps = |text: &str| Usage::from_program(&mnc2_asm::parse(text)).steps as i64;
    Some(steps(&after) - steps(&before))
}
