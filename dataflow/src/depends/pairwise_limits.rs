//! The limits between two atoms.

use mnc2_isa::timing::TimingRule;
use mnc2_isa::{ControlOp, Op};

use super::atom::{Atom, AtomKind, Touch};
use super::{Limit, Why};
use mnc2_program::access::Store;
use mnc2_program::code::Code;
use mnc2_program::rules::hazard::REACH_STEPS;
use mnc2_program::rules::step;
use mnc2_program::{OperandKind, Statement, Step, WriteMaskSetting};
use mnc2_text::Severity;

/// Passes on the limits from one atom to another that is later in the text, the strictest of each kind.
pub(super) fn limits(from: &Atom, to: &Atom, mut add: impl FnMut(Limit, Why)) {
    let mut least: Option<(i32, Why)> = None;
    let mut at_least = |distance: i32, why: Why| {
        if least.is_none_or(|(known, _)| distance > known) {
            least = Some((distance, why));
        }
    };
    // A statement between steps comes before the step of its number.
    let (before, same) = match (from.kind, to.kind) {
        (AtomKind::Step, _) => (1, i32::from(to.kind == AtomKind::Between)),
        (AtomKind::Between, _) => (0, 0),
    };
    for (first, second) in meetings(from, to) {
        let both = first.store == Store::Darbuf;
        match (first.is_write, second.is_write) {
            (true, false) => at_least(before, Why::Value(first.store)),
            (false, true) if both => at_least(before, Why::Reuse(first.store)),
            (false, true) => at_least(same, Why::Reuse(first.store)),
            (true, true) => at_least(before, Why::Rewrite(first.store)),
            (false, false) => {}
        }
    }
    match (from.kind, to.kind) {
        (AtomKind::Between, AtomKind::Between) => at_least(0, Why::Order),
        (AtomKind::Step, AtomKind::Step) if from.waits() && to.waits() => at_least(1, Why::Wait),
        (AtomKind::Step, AtomKind::Step) if touches_any(&from.waited, to) => at_least(0, Why::Wait),
        (AtomKind::Step, AtomKind::Between) if is_setting_for(to, from) => {
            at_least(1, Why::MaskSetting);
        }
        (AtomKind::Between, AtomKind::Step) if is_setting_for(from, to) => {
            at_least(0, Why::MaskSetting);
        }
        (AtomKind::Between, AtomKind::Step) if to.waits() && is_mv(&from.statement) => {
            at_least(0, Why::Wait);
        }
        (AtomKind::Step, AtomKind::Between) if from.waits() && is_mv(&to.statement) => {
            at_least(1, Why::Wait);
        }
        (AtomKind::Step | AtomKind::Between, AtomKind::Step | AtomKind::Between) => {}
    }
    // An MV instruction runs concurrently with the steps: unless something waits for it, what it moves is there no earlier than it
    // is now.
    if let Some((distance, why)) = least
        && (is_mv(&from.statement) && to.kind == AtomKind::Step)
        && from.waiting.is_none_or(|waiting| waiting > to.number)
        && matches!(why, Why::Value(_) | Why::Reuse(_) | Why::Rewrite(_))
    {
        let now = i32::try_from(to.step - from.step).unwrap_or(i32::MAX);
        least = Some((distance.max(now), why));
    }
    // Distances that a rule of timing forbids, in both directions. The assembler accepts what is only warned about, so
    // such a distance may stay as it is.
    let now = to.step - from.step;
    let mut not = Vec::new();
    let mut forbid = |distance: i64, rule: Option<&'static TimingRule>| {
        if let Some(rule) = rule
            && (distance != now || is_error(rule))
        {
            not.push((
                i32::try_from(distance).unwrap_or(i32::MAX),
                Why::Timing(rule),
            ));
        }
    };
    for distance in 1..=REACH_STEPS {
        if let Some(hazards) = &from.hazards {
            forbid(
                distance,
                hazards.broken_at(distance, &to.statement, to.setting),
            );
        }
        let is_before = least.is_none() && to.kind == AtomKind::Step;
        if let (true, Some(hazards)) = (is_before, &to.hazards) {
            forbid(
                -distance,
                hazards.broken_at(distance, &from.statement, from.setting),
            );
        }
    }
    if (from.kind, to.kind) == (AtomKind::Step, AtomKind::Step)
        && least.is_none_or(|(least, _)| least <= 0)
        && let Some(code) = together(from, to)
    {
        not.push((0, Why::Together(code)));
    }
    if let Some((least, why)) = &mut least {
        not.retain(|(distance, _)| distance >= least);
        // What is forbidden at the least distance raises it.
        while let Some(index) = not.iter().position(|(distance, _)| distance == least) {
            *why = not.swap_remove(index).1;
            *least += 1;
        }
        add(Limit::AtLeast(*least), *why);
    }
    for (distance, why) in not {
        add(Limit::Not(distance), why);
    }
}

/// The pairs of accesses to the same words.
fn meetings<'a>(from: &'a Atom, to: &'a Atom) -> impl Iterator<Item = (&'a Touch, &'a Touch)> {
    from.touches.iter().flat_map(move |first| {
        let there = to.touches.iter();
        there
            .filter(move |second| (first.is_write || second.is_write) && first.meets(second))
            .map(move |second| (first, second))
    })
}

/// Whether an atom touches some words in a way that matters to who else touches them.
fn touches_any(words: &[Touch], atom: &Atom) -> bool {
    words.iter().any(|word| {
        let mut touches = atom.touches.iter();
        touches.any(|touch| (word.is_write || touch.is_write) && word.meets(touch))
    })
}

fn is_error(rule: &TimingRule) -> bool {
    Code::from_rule(rule).is_some_and(|code| code.row().severity == Severity::Error)
}

fn is_mv(statement: &Statement) -> bool {
    matches!(statement, Statement::Mv(_))
}

/// Whether a `mask` statement can change what an atom means: its setting, the one before it or the atom's own covers it.
fn is_setting_for(mask: &Atom, atom: &Atom) -> bool {
    let Statement::Mask(statement) = &mask.statement else {
        return false;
    };
    let settings = [atom.in_force, statement.setting, mask.in_force];
    let matters = |setting: &WriteMaskSetting| {
        setting.entry != 0 && atom.parts().iter().any(|part| is_covered(part, setting))
    };
    settings.iter().any(matters)
}

/// Whether a setting covers a destination of an expression, or could be combined with its masks.
fn is_covered(part: &mnc2_program::Expression, setting: &WriteMaskSetting) -> bool {
    let covers = |kind: &OperandKind| kind.memory().is_some_and(|memory| setting.covers(memory));
    part.outputs.iter().any(|output| covers(&output.kind))
        || part.zero_flush.is_some()
        || part.outputs.iter().any(|output| output.mask.is_some())
}

/// Why two atoms cannot share a step; `None` if they can.
pub(super) fn together(one: &Atom, other: &Atom) -> Option<Code> {
    // They already do.
    if one.line == other.line {
        return None;
    }
    if one.is_alone() || other.is_alone() {
        let has = |wanted: ControlOp| {
            let mut parts = one.parts().iter().chain(other.parts());
            parts.any(|part| part.op == Op::Control(wanted))
        };
        return Some(if has(ControlOp::Nop) {
            Code::NopWithOthers
        } else {
            Code::GroupTwice
        });
    }
    // A mask on a destination cancels the `mask` setting for the whole step (manual 3.6.2.1).
    let is_masked = |atom: &Atom| {
        let outputs = atom.parts().iter().flat_map(|part| &part.outputs);
        outputs.into_iter().any(|output| output.mask.is_some())
    };
    let depends = |atom: &Atom| {
        let in_force = atom.in_force;
        in_force.entry != 0 && atom.parts().iter().any(|part| is_covered(part, &in_force))
    };
    if is_masked(one) != is_masked(other) && (depends(one) || depends(other)) {
        return Some(Code::MaskConflict);
    }
    // A zero-flush mask next to the setting's own entry (manual 3.6.2).
    let flushes = |atom: &Atom| atom.parts().iter().any(|part| part.zero_flush.is_some());
    if flushes(one) != flushes(other) && (depends(one) || depends(other)) {
        return Some(Code::MaskSettingBesideZeroFlush);
    }
    // Which of two results a register would hold is not known.
    let registers = |atom: &Atom| {
        let parts = atom.parts().iter();
        parts.fold(0_u8, |bits, part| match part.op.forwarding() {
            Some(register) => bits | 1 << register as u8,
            None => bits,
        })
    };
    if (one.is_source || other.is_source) && registers(one) & registers(other) != 0 {
        return Some(Code::GroupTwice);
    }
    let expressions: Vec<_> = one.parts().iter().chain(other.parts()).cloned().collect();
    let step = Step {
        range: 0..0,
        expressions,
    };
    step::check(&step, true, "").first().map(|found| found.code)
}
