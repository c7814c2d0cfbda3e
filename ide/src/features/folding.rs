//! What can be folded: sections, runs of comments, of `nop`, of debug and host statements, of MV instructions.

use mnc2_isa::{ControlOp, Op};
use mnc2_program::{Line, Statement, Step};
use mnc2_text::Fold;

use super::sections::{self, Section};
use crate::session::Snapshot;

/// The fewest lines of a run that can be folded.
const RUN_LINES_MIN: usize = 2;
/// Foldings of one document.
pub const FOLDINGS_MAX: usize = 10_000;

/// The content of a range that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldingKind {
    /// A section with its heading.
    Section,
    /// Consecutive lines with nothing but comments.
    Comments,
    /// Lines that belong together in another language, such as the lines of a function.
    Code,
    /// Lines that only let time pass.
    Idle,
    /// Consecutive `d get` statements.
    DebugGet,
    /// Consecutive `d set` statements.
    DebugSet,
    /// Consecutive host statements, such as `c` and `e`.
    Host,
    /// Consecutive MV instructions (manual 3.5).
    Mv,
}

/// Lines that can be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folding {
    /// Its first line, which stays visible.
    pub start: u32,
    /// Its last line, included.
    pub end: u32,
    /// The content of the lines.
    pub kind: FoldingKind,
    /// The text shown in place of the lines; `None` if the first line states enough.
    pub summary: Option<String>,
}

impl From<Fold> for Folding {
    fn from(fold: Fold) -> Self {
        Self {
            start: fold.first_line,
            end: fold.last_line,
            kind: match fold.is_comment {
                true => FoldingKind::Comments,
                false => FoldingKind::Code,
            },
            summary: None,
        }
    }
}

/// The foldings of a document, ordered by first line; no two begin on the same line.
pub fn foldings(snapshot: &Snapshot) -> Vec<Folding> {
    let mut foldings: Vec<Folding> = sections::sections(snapshot)
        .into_iter()
        .filter(|section| section.end > section.start)
        .map(|Section { start, end, .. }| Folding {
            start,
            end,
            kind: FoldingKind::Section,
            summary: None,
        })
        .collect();
    foldings.extend(runs(snapshot));
    // Editors show one fold marker per line: the longer folding is kept.
    foldings.sort_by_key(|folding| (folding.start, u32::MAX - folding.end));
    foldings.dedup_by_key(|folding| folding.start);
    foldings.truncate(FOLDINGS_MAX);
    foldings
}

fn runs(snapshot: &Snapshot) -> Vec<Folding> {
    let mut foldings = Vec::new();
    let lines = snapshot.while_wanted(snapshot.program.iter());
    let mut lines = lines.enumerate().peekable();
    while let Some((start, line)) = lines.next() {
        let Some(kind) = kind(line) else { continue };
        let mut steps = steps(line);
        let mut count = 1;
        while let Some((_, line)) = lines.next_if(|(_, line)| self::kind(line) == Some(kind)) {
            steps += self::steps(line);
            count += 1;
        }
        if count >= RUN_LINES_MIN {
            foldings.push(Folding {
                start: start as u32,
                end: (start + count - 1) as u32,
                kind,
                summary: summary(kind, count, steps),
            });
        }
    }
    foldings
}

fn kind(line: &Line) -> Option<FoldingKind> {
    match &line.statement {
        None => sections::is_comment(line).then_some(FoldingKind::Comments),
        Some(Statement::Step(step)) => is_idle(step).then_some(FoldingKind::Idle),
        Some(Statement::DebugGet(_)) => Some(FoldingKind::DebugGet),
        Some(Statement::DebugSet(_)) => Some(FoldingKind::DebugSet),
        Some(Statement::Host(_)) => Some(FoldingKind::Host),
        Some(Statement::Mv(_)) => Some(FoldingKind::Mv),
        Some(Statement::Quit(_) | Statement::Mask(_) | Statement::Directive(_)) => None,
    }
}

/// Whether a step is only `nop`; one that waits for a tag stays visible.
fn is_idle(step: &Step) -> bool {
    step.expressions
        .iter()
        .all(|expression| expression.op == Op::Control(ControlOp::Nop))
}

fn steps(line: &Line) -> u64 {
    line.step().map_or(0, |step| u64::from(step.steps()))
}

fn summary(kind: FoldingKind, lines: usize, steps: u64) -> Option<String> {
    match kind {
        FoldingKind::Section | FoldingKind::Comments | FoldingKind::Code => None,
        FoldingKind::Idle => Some(format!("nop/{steps}")),
        FoldingKind::DebugGet => Some(format!("d get … {lines} statements")),
        FoldingKind::DebugSet => Some(format!("d set … {lines} statements")),
        FoldingKind::Host => Some(format!("{lines} host statements")),
        FoldingKind::Mv => Some(format!("{lines} MV instructions")),
    }
}
