//! The sentence of a hazard: what was written where, how far it is, how far it should be.

use mnc2_isa::timing::{Access, DistanceUnit, RULES, TimingRule};

use crate::check::{Landmark, Mark};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::fix::{Applicability, Edit, Fix};
use crate::program::LineRange;

/// The rule between two accesses: the first one of the table. Where both are known, the compiler finds it.
///
/// # Panics
/// When the table holds none.
pub(super) const fn rule(first: Access, second: Access) -> &'static TimingRule {
    let mut index = 0;
    while index < RULES.len() {
        let rule = &RULES[index];
        if rule.first as u8 == first as u8 && rule.second as u8 == second as u8 {
            return rule;
        }
        index += 1;
    }
    panic!("the table of timing rules lacks a pair")
}

/// How many more steps of `nop` would be enough for a distance in steps.
fn steps_missing(rule: &TimingRule, between: u64) -> u64 {
    match rule.unit {
        DistanceUnit::Steps => u64::from(rule.distance).saturating_sub(between),
        DistanceUnit::Cycles => u64::from(rule.distance).saturating_sub(between).div_ceil(4),
    }
}

/// Something is read again too early.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hazard {
    pub(super) code: Code,
    pub(super) rule: &'static TimingRule,
    /// What happens too early, in words.
    pub(super) what: String,
    /// Steps or cycles that lie in between.
    pub(super) between: u64,
    /// What was written.
    pub(super) written: Landmark,
    /// What reads it.
    pub(super) range: LineRange,
}

impl Hazard {
    /// Its code.
    pub(crate) fn code(&self) -> Code {
        self.code
    }

    /// The place of the write.
    pub(crate) fn landmark(&self) -> Landmark {
        self.written
    }

    /// The sentence, now that it is known where the write stands.
    pub(crate) fn diagnostic(&self, written: Mark) -> Diagnostic {
        let Self { rule, between, .. } = self;
        let unit = |count: u64| match (rule.unit, count) {
            (DistanceUnit::Steps, 1) => "1 step".to_owned(),
            (DistanceUnit::Steps, _) => format!("{count} steps"),
            (DistanceUnit::Cycles, 1) => "1 cycle".to_owned(),
            (DistanceUnit::Cycles, _) => format!("{count} cycles"),
        };
        let missing = steps_missing(rule, *between);
        let nop = if missing == 1 {
            "nop".to_owned()
        } else {
            format!("nop/{missing}")
        };
        Diagnostic::new(
            self.code,
            self.range.clone(),
            format!(
                "{} too early: {} between this and the write in line {}, {} needed",
                self.what,
                unit(*between),
                written.line + 1,
                rule.distance,
            ),
        )
        .note_at(written.line, written.range(), "written here")
        .help(remark(rule.note))
        .mended(
            Fix::new(
                Applicability::Safe,
                format!("Insert `{nop}` before this line"),
            )
            .with(Edit::insert_line(0, &nop)),
        )
    }
}

/// A sentence of the table as a remark: without its capital, unless that belongs to a name, and full stop.
fn remark(sentence: &str) -> String {
    let sentence = sentence.trim_end_matches('.');
    let mut rest = sentence.chars();
    match (rest.next(), rest.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() && !second.is_numeric() => {
            first.to_lowercase().chain(rest).collect()
        }
        _ => sentence.to_owned(),
    }
}
