//! The sentence of a hazard: the write, the distance, and the distance that is needed.

use mnc2_isa::Source;
use mnc2_isa::timing::{AccessKind, AddressRelation, DistanceUnit, RULES, TimingRule};

use crate::code::Code;
use crate::finding::Diagnostic;
use crate::message::wording;
use crate::{Landmark, Mark};
use mnc2_text::{Applicability, Edit, Fix, LineRange, Message, message};

/// The rule between two accesses: the first one of the table. If both are constants, the compiler evaluates this.
///
/// # Panics
/// If the table has none.
pub const fn rule(first: AccessKind, second: AccessKind) -> &'static TimingRule {
    rule_at(first, second, None)
}

/// The same among the rules for these addresses, if any are given.
///
/// # Panics
/// When the table holds none.
pub(crate) const fn rule_at(
    first: AccessKind,
    second: AccessKind,
    addresses: Option<AddressRelation>,
) -> &'static TimingRule {
    let mut index = 0;
    while index < RULES.len() {
        let rule = &RULES[index];
        let is_there = match addresses {
            Some(addresses) => rule.addresses as u8 == addresses as u8,
            None => true,
        };
        if rule.first as u8 == first as u8 && rule.second as u8 == second as u8 && is_there {
            return rule;
        }
        index += 1;
    }
    panic!("the table of timing rules lacks a pair")
}

/// The number of additional steps of `nop` for a distance in steps.
fn steps_missing(rule: &TimingRule, between: u64) -> u64 {
    match rule.unit {
        DistanceUnit::Steps => u64::from(rule.distance).saturating_sub(between),
        DistanceUnit::Cycles => u64::from(rule.distance).saturating_sub(between).div_ceil(4),
    }
}

/// Why a rule is assumed, if it is not stated.
pub fn assumed(rule: &TimingRule) -> Option<Message> {
    match rule.source {
        Source::Assumed(reason) => Some(wording::assumed(reason)),
        Source::Manual | Source::Known(_) => None,
    }
}

/// The label of the access that is too early.
fn second_label(access: AccessKind) -> Message {
    let is_read = matches!(
        access,
        AccessKind::LmRead
            | AccessKind::GrfRead
            | AccessKind::TRead
            | AccessKind::L1bmToPe
            | AccessKind::MvFromL2bm
            | AccessKind::MvThroughDar
    );
    if is_read {
        message!("read here")
    } else {
        message!("used here")
    }
}

/// Something that is read too early.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hazard {
    pub(crate) rule: &'static TimingRule,
    /// The access that is too early, in words.
    pub(super) what: Message,
    /// Steps or cycles in between.
    pub(super) between: u64,
    /// The operand or expression that wrote.
    pub(super) written: Landmark,
    /// The operand that reads.
    pub(super) range: LineRange,
    /// Other operands of the step that read the result of the same write too early, and a description of each.
    pub(super) others: Vec<(LineRange, Message)>,
}

/// The hazards of one step: one for each write that is read too early, however many operands read it.
pub(super) fn merge_step_hazards(found: Vec<Hazard>) -> Vec<Hazard> {
    let mut merged: Vec<Hazard> = Vec::with_capacity(found.len());
    for mut hazard in found {
        let is_same = |other: &&mut Hazard| {
            std::ptr::eq(other.rule, hazard.rule) && other.written == hazard.written
        };
        let Some(first) = merged.iter_mut().find(is_same) else {
            merged.push(hazard);
            continue;
        };
        // The finding is about the operand that is furthest from what it needs.
        if hazard.between < first.between {
            hazard.others = std::mem::take(&mut first.others);
            std::mem::swap(first, &mut hazard);
        }
        first.others.push((hazard.range, hazard.what));
    }
    merged
}

impl Hazard {
    /// The code of the diagnostic.
    pub(crate) fn code(&self) -> Code {
        Code::from_rule(self.rule)
            .unwrap_or_else(|| unreachable!("a rule that can be broken has a diagnostic"))
    }

    /// The place of the write.
    pub(crate) fn landmark(&self) -> Landmark {
        self.written
    }

    /// The diagnostic, given the place of the write.
    pub(crate) fn diagnostic(&self, written: Mark) -> Diagnostic {
        let Self { rule, between, .. } = self;
        let missing = steps_missing(rule, *between);
        let nop = if missing == 1 {
            "nop".to_owned()
        } else {
            format!("nop/{missing}")
        };
        let diagnostic = Diagnostic::new(
            self.code(),
            self.range.clone(),
            message!(
                "{what} too early: {between} between this and the write in line {line}, {needed} needed",
                what = self.what.clone(),
                between = wording::distance(rule.unit, *between),
                line = written.line + 1,
                needed = rule.distance
            ),
        )
        .cited(rule.section)
        .note_at(written.line, written.range(), message!("written here"))
        .note(self.range.clone(), second_label(rule.second));
        let others = self.others.iter().cloned();
        let diagnostic = others.fold(diagnostic, |diagnostic, (range, what)| {
            diagnostic.note(range, message!("{what} too early as well", what))
        });
        let diagnostic = diagnostic.help(Message::remark(rule.note));
        let diagnostic = match assumed(rule) {
            Some(assumed) => diagnostic.help(assumed),
            None => diagnostic,
        };
        diagnostic.fixed(
            Fix::new(
                Applicability::Safe,
                message!("Insert `{nop}` before this line", nop = &nop),
            )
            .with(Edit::insert_line(0, &nop)),
        )
    }
}
