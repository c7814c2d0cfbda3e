//! What the last run changed on the chip, in a few words above the program and above its sections.

use std::sync::Arc;

use mnc2_emulator::Checkpoints;
use mnc2_emulator::changes::{Changes, LevelSum, StatementChange, elements_of};
use mnc2_isa::ChipLevel;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_text::{Language, message};

use crate::features::lens::LENSES_MAX;
use crate::features::sections::sections;
use crate::session::Snapshot;

/// A text above a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageTitle {
    /// The line, counted from 0.
    pub line: u32,
    /// How much of the chip a step changes on average.
    pub title: String,
}

/// What all statements change after a run that may have continued from a checkpoint: what it observed, and what earlier runs
/// observed in lines before and after that, as far as checkpoints show that these lines are the same.
pub(super) fn all_changes(
    kept: &[StatementChange],
    observed: &Changes,
    checkpoints: &Checkpoints,
) -> Arc<Vec<StatementChange>> {
    let valid_before = checkpoints.lines().last().unwrap_or(0);
    let is_valid = |it: &&StatementChange| (it.line as usize) < valid_before;
    let (first, last) = match observed.lines() {
        Some((first, last)) => (first, Some(last)),
        None => (u32::MAX, None),
    };
    let before = kept.iter().filter(|it| it.line < first);
    let before = before.filter(|it| last.is_some() || is_valid(it));
    let after = kept.iter().filter(is_valid);
    let after = after.filter(|it| last.is_some_and(|last| it.line > last));
    let all = before.chain(observed.statements()).chain(after);
    Arc::new(all.copied().collect())
}

/// The texts above a program: above its first line for everything that ran, and above each section of which a step changes only a
/// part of the PEs or cycles. Lines that were edited since, and what follows them, have none.
pub fn titles(snapshot: &Snapshot, language: Language) -> Vec<CoverageTitle> {
    let Some(last) = snapshot.outcomes.last_run.as_deref() else {
        return Vec::new();
    };
    let valid_before = last.valid_before(&snapshot.program);
    let end = (last.ran.line + 1).min(valid_before);
    let title = |sum: LevelSum| {
        message!(
            "a step changes {elements} of {all} PEs, {cycles} of {cycles_all} cycles on average",
            elements = (sum.elements as f64 / sum.statements as f64).round() as u64,
            all = elements_of(ChipLevel::Pe),
            cycles = format!("{:.1}", sum.cycles as f64 / sum.statements as f64),
            cycles_all = CYCLES_PER_STEP
        )
        .say(language)
    };
    let sum =
        |first: u32, end: u32| LevelSum::from_lines(&last.ran.changes, first..end, ChipLevel::Pe);
    let whole = Some(sum(0, end)).filter(|sum| last.ran.line < valid_before && sum.statements > 0);
    let whole = whole.map(|sum| CoverageTitle {
        line: 0,
        title: title(sum),
    });
    let sections = sections(snapshot).into_iter().take(LENSES_MAX);
    let parts = sections
        .filter(|section| section.end < end)
        .filter_map(|section| {
            let sum = sum(section.start, section.end + 1);
            let is_whole = sum.elements == sum.statements * elements_of(ChipLevel::Pe) as u64
                && sum.cycles == sum.all_cycles;
            (!is_whole).then(|| CoverageTitle {
                line: section.title_line,
                title: title(sum),
            })
        });
    whole.into_iter().chain(parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::run::{Control, RunJob, run};
    use crate::session::{Focus, KeptRun, LastRun, Mnc2Document};

    const PROGRAM: &str = "# === load ===\nlpassa $peid $lr0v\nnop/3\n# === copy ===\nlpassa $lr0 $ls0\nnop/2\nzero $ln0v\n";

    /// The titles after a run to a line, counted from 0, that continues from what is kept.
    fn after(text: &str, line: u32, kept: &Arc<KeptRun>) -> Vec<(u32, String)> {
        let mut snapshot = Mnc2Document::new(0, text).snapshot();
        let job = RunJob {
            snapshot: snapshot.clone(),
            inputs: None,
            line,
            anyway: false,
            focus: Focus::default(),
            kept: Arc::clone(kept),
        };
        let (ran, _) = run(&job, &Control::default()).expect("it runs");
        snapshot.outcomes.last_run = Some(Arc::new(LastRun {
            program: (*snapshot.program).clone(),
            inputs: None,
            ran,
        }));
        let titles = titles(&snapshot, Language::English).into_iter();
        titles.map(|it| (it.line, it.title)).collect()
    }

    #[test]
    fn titles_are_equal_from_the_start_and_from_a_checkpoint() {
        let title = |elements: u64, cycles: &str| {
            format!("a step changes {elements} of 4096 PEs, {cycles} of 4 cycles on average")
        };
        let kept = Arc::default();
        let all = [
            (0, title(2688, "1.7")),
            (0, title(4032, "4.0")),
            (3, title(2016, "0.5")),
        ];
        assert_eq!(after(PROGRAM, 6, &kept), all);
        // These continue from checkpoints.
        assert_eq!(after(PROGRAM, 6, &kept), all);
        assert_eq!(
            after(PROGRAM, 2, &kept),
            [(0, title(4032, "4.0")), (0, title(4032, "4.0"))]
        );
        assert_eq!(after(PROGRAM, 6, &kept), all);
        let edited = PROGRAM.replace("zero $ln0v", "imm i\"1\" $ln0v");
        assert_eq!(
            after(&edited, 6, &kept),
            [
                (0, title(4053, "3.0")),
                (0, title(4032, "4.0")),
                (3, title(4064, "2.5")),
            ]
        );
        assert_eq!(after(&edited, 6, &Arc::default()), after(&edited, 6, &kept));
    }
}
