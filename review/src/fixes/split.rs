//! Gives an expression that cannot share its step a step of its own.

use super::checked_program::{self, Subject, is_ordinary};
use super::try_change::{self, Trial};
use mnc2_dataflow::depends::Depends;
use mnc2_program::finding::Finding;
use mnc2_text::{Applicability, Edit, Fix, message};

pub(super) fn fix(subject: &Subject<'_>, finding: &Finding) -> Option<Fix> {
    let line = finding.line;
    let content = subject.line(line)?;
    let step = content.step().filter(|step| is_ordinary(step))?;
    let range = &finding.diagnostic.range;
    let moved = step.expressions.iter().position(|expression| {
        expression.range.start <= range.start && range.end <= expression.range.end
    })?;
    if step.expressions.len() < 2 {
        return None;
    }
    let depends = Depends::from_faulty_lines(subject.program, checked_program::one(line)).ok()?;
    let mut atoms = depends.inside();
    if atoms.any(|atom| atom.expressions.len() > 1) {
        return None;
    }
    let code = finding.diagnostic.code;
    let trial = Trial::around(subject, line..line + 1)?;
    let now = trial.findings_now();
    // After the others, as it is read; if they would change what it reads, before them.
    [1, 0].into_iter().find_map(|own_place: usize| {
        let place_of = |index: usize| match index == moved {
            true => own_place,
            false => 1 - own_place,
        };
        let after = depends.with_steps(1, |atom| place_of(atom.expressions[0]) as i64);
        if depends.broken(&after).next().is_some() {
            return None;
        }
        let text_of = |place: usize| {
            let members = (0..).zip(&step.expressions);
            let texts: Vec<String> = members
                .filter(|(index, _)| place_of(*index) == place)
                .map(|(_, expression)| subject.expression(line, expression))
                .collect();
            texts.join("; ")
        };
        let parts = [text_of(0), text_of(1)];
        let found = trial.findings(&try_change::parsed(&parts));
        let fewer = found.get(&code) < now.get(&code);
        let among_them = try_change::alone(&parts, subject.mode);
        let no_other = among_them.iter().all(|(code, count)| {
            !super::missing_nop::CODES.contains(code) && now.get(code).is_some_and(|n| count <= n)
        });
        // Distances of a line with an error are not checked yet: findings that appear now were there before.
        let brings_nothing = found.iter().all(|(code, count)| {
            super::missing_nop::CODES.contains(code) || now.get(code).is_some_and(|n| count <= n)
        });
        if !fewer || !no_other || !brings_nothing {
            return None;
        }
        let end = subject.statement_end(line, step);
        let separator = format!("\n{}", subject.indentation(line));
        let name = &step.expressions[moved].spelling.text;
        let title = match own_place {
            0 => message!("Give `{name}` a step of its own before this one", name),
            _ => message!("Give `{name}` a step of its own after this one", name),
        };
        Some(Fix::new(Applicability::Safe, title).with(Edit::replace(
            0,
            step.range.start..end,
            parts.join(&separator),
        )))
    })
}
