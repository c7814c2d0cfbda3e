//! Adds as many steps of `nop` as a distance lacks, found by trying.

use super::checked_program::Subject;
use super::try_change::{Trial, parsed};
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::render::nops;
use mnc2_text::{Applicability, Edit, Fix, message};

/// The findings that steps in between fix.
pub(super) const CODES: &[Code] = &[
    Code::L2bmMvHazard,
    Code::L2bmMvDoubtful,
    Code::L2bmDirectionHazard,
    Code::L1bPortHazard,
    Code::MulticastHazard,
    Code::L2bmToPeHazard,
    Code::PeThenL2bmHazard,
    Code::L1bmDirectionHazard,
    Code::LmHazard,
    Code::GrfHazard,
    Code::HazardUnderMask,
    Code::THazard,
];

/// More than any distance of the manual (3.6.3).
pub(super) const NOPS_MAX: u32 = 8;

pub(super) fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let line = finding.line;
    let trial = Trial::around(subject, line..line + 1)?;
    let own = subject.program.line(line as usize)?;
    let found = |count: u32| {
        let mut lines = parsed(&[nops(count)]);
        lines.push(std::sync::Arc::clone(own));
        let findings = trial.findings(&lines);
        let of_kind = CODES.iter().filter_map(|code| findings.get(code));
        of_kind.sum::<usize>()
    };
    // Findings that remain with more steps are caused by another line.
    let least = found(NOPS_MAX);
    let missing = (1..=NOPS_MAX).find(|&count| found(count) == least)?;
    let insert = Fix::new(
        Applicability::Safe,
        message!("Insert `{nop}` before this line", nop = nops(missing)),
    );
    let above = subject.statement_above(line);
    let merged = above.and_then(|above| {
        let step = subject.line(above)?.step()?;
        if !step.is_bare_nop() {
            return None;
        }
        let longer = nops(step.steps().checked_add(missing)?);
        let offset = mnc2_text::fix::lines_below(line, above);
        let fix = Fix::new(
            Applicability::Safe,
            message!("Lengthen the `nop` above to `{longer}`", longer = &longer),
        );
        Some(fix.with(Edit::replace(offset, step.range.clone(), longer)))
    });
    Some(merged.unwrap_or_else(|| {
        let indentation = subject.indentation(line);
        insert.with(Edit::insert_line(
            0,
            &format!("{indentation}{}", nops(missing)),
        ))
    }))
}
