//! Moves expressions to other steps, and decides whether the program still computes the same.
//!
//! A step reads before it writes (manual 1.2). So a result reaches exactly the expressions of later steps. An
//! arrangement keeps the meaning if two conditions hold. For each pair of expressions where one writes what the other
//! reads, the reader is in a later step both before and after the change, or in neither. And two expressions that
//! write the same place keep their order. Every step that uses a unit replaces the unit's forwarding register, so each
//! reader must find the same source. Nothing here knows about distances in time; the trial checks those.

use mnc2_isa::Forwarding;

use super::effects::Effects;
use super::subject::{Subject, is_ordinary};
use crate::program::{Expression, WriteMaskSetting};

/// An expression of the steps that change.
struct Atom<'a> {
    expression: &'a Expression,
    effects: Effects,
    /// Its step before the change, counted from 0.
    before: usize,
}

/// Consecutive steps that are rearranged.
pub(super) struct Rearrangement<'a> {
    atoms: Vec<Atom<'a>>,
    steps: usize,
    setting: WriteMaskSetting,
    /// Forwarding registers that are read after the steps before they are replaced; `None` if that is not known.
    read_after: Option<Vec<Forwarding>>,
}

/// Where a forwarding register's content comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SourceOf {
    /// A step before those that change.
    Earlier,
    /// An expression.
    Atom(usize),
    /// A step without that unit: not documented.
    Unknown,
}

impl<'a> Rearrangement<'a> {
    /// The steps on some lines, in order; `None` if a line has no step or one with `noforward` or `nop`.
    pub(super) fn of_lines(subject: &Subject<'a>, lines: &[u32]) -> Option<Self> {
        let mut atoms = Vec::new();
        let (&first, &last) = (lines.first()?, lines.last()?);
        let setting = subject.program.mask_setting_at(first as usize);
        for (before, &line) in lines.iter().enumerate() {
            let content = subject.line(line)?;
            let step = content.step()?;
            if !is_ordinary(step) {
                return None;
            }
            let effects = Effects::of_line(content, setting);
            let expressions = step.expressions.iter().zip(effects);
            atoms.extend(expressions.map(|(expression, effects)| Atom {
                expression,
                effects,
                before,
            }));
        }
        Some(Self {
            atoms,
            steps: lines.len(),
            setting,
            read_after: read_after(subject, last + 1),
        })
    }

    /// Its expressions, in the order written.
    pub(super) fn expressions(&self) -> impl Iterator<Item = &'a Expression> {
        self.atoms.iter().map(|atom| atom.expression)
    }

    /// Whether the expression must be in an earlier step than the other one, or in the same: it reads what the other
    /// writes.
    pub(super) fn must_precede(&self, earlier: usize, later: usize) -> bool {
        self.atoms[later]
            .effects
            .feeds(&self.atoms[earlier].effects)
    }

    /// Whether the meaning stays if expression `i` moves to the step `after[i]`, counted from 0.
    pub(super) fn keeps_meaning(&self, after: &[usize]) -> bool {
        let Some(read_after) = &self.read_after else {
            return false;
        };
        let before: Vec<usize> = self.atoms.iter().map(|atom| atom.before).collect();
        let steps_after = after.iter().max().map_or(0, |last| last + 1);
        let pairs = || {
            (0..self.atoms.len())
                .flat_map(|one| (0..self.atoms.len()).map(move |other| (one, other)))
                .filter(|(one, other)| one != other)
        };
        let data_stays = pairs().all(|(one, other)| {
            let (writer, reader) = (&self.atoms[one].effects, &self.atoms[other].effects);
            let arrives = |steps: &[usize]| steps[one] < steps[other];
            let order = |steps: &[usize]| steps[one].cmp(&steps[other]);
            (!writer.feeds(reader) || arrives(&before) == arrives(after))
                && (!writer.writes_where(reader)
                    || order(&before) == order(after) && order(after).is_ne())
        });
        let same_source = |register: Forwarding, at_before: usize, at_after: usize| {
            let then = self.source(&before, register, at_before);
            then == self.source(after, register, at_after) && then != SourceOf::Unknown
        };
        let inside = self.atoms.iter().enumerate().all(|(index, atom)| {
            let registers = atom.effects.forwards_read.iter();
            registers
                .clone()
                .all(|&register| same_source(register, before[index], after[index]))
        });
        let after_them = read_after
            .iter()
            .all(|&register| same_source(register, self.steps, steps_after));
        data_stays && inside && after_them && self.masks_stay(&before, after)
    }

    /// What a forwarding register holds when a step begins.
    fn source(&self, steps: &[usize], register: Forwarding, step: usize) -> SourceOf {
        let Some(previous) = step.checked_sub(1) else {
            return SourceOf::Earlier;
        };
        let of_unit = |(index, atom): (usize, &Atom<'_>)| {
            (steps[index] == previous && atom.effects.forward == Some(register)).then_some(index)
        };
        let mut found = self.atoms.iter().enumerate().filter_map(of_unit);
        match (found.next(), found.next()) {
            (Some(index), None) => SourceOf::Atom(index),
            // Two of one unit are an error; which result would be kept is not known.
            (None, _) | (Some(_), Some(_)) => SourceOf::Unknown,
        }
    }

    /// A single-line mask cancels the `mask` setting for its whole step (manual 3.6.2.1), so it must not join
    /// or leave a destination that the setting covers.
    fn masks_stay(&self, before: &[usize], after: &[usize]) -> bool {
        if self.setting.entry == 0 {
            return true;
        }
        let cancelled = |steps: &[usize], step: usize| {
            self.atoms.iter().enumerate().any(|(index, atom)| {
                steps[index] == step
                    && atom
                        .expression
                        .outputs
                        .iter()
                        .any(|output| output.mask.is_some())
            })
        };
        self.atoms.iter().enumerate().all(|(index, atom)| {
            let is_covered = atom.expression.outputs.iter().any(|output| {
                output.mask.is_none()
                    && output
                        .kind
                        .memory()
                        .is_some_and(|memory| self.setting.covers(memory))
            });
            !is_covered || cancelled(before, before[index]) == cancelled(after, after[index])
        })
    }
}

/// Forwarding registers that are read from a line on before a step replaces them; `None` if that is too far away.
fn read_after(subject: &Subject<'_>, line: u32) -> Option<Vec<Forwarding>> {
    let mut read = Vec::new();
    for step in subject.steps_from(line) {
        let (_, step) = step?;
        for input in step.expressions.iter().flat_map(|each| &each.inputs) {
            if let crate::program::OperandKind::Forwarding(register) = input.kind {
                read.push(register);
            }
        }
        if is_ordinary(step) {
            break;
        }
    }
    Some(read)
}
