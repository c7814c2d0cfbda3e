//! Expressions of the ALU and the MAU with destinations and all kinds of masks (manual 3.6.1, 3.6.2).

use std::sync::LazyLock;

use mnc2_isa::mau::MauOp;
use mnc2_isa::{AluOp, Op};

use crate::machine::Pair;
use crate::mask::{Mask, Setting};
use crate::operand::{Destination, Width, pick};
use crate::oracle::samples::Random;
use crate::state::State;
use crate::step::{Effect, Expression};
use crate::unit::{Form, Source, forms};

pub(crate) const WIDTHS: [Width; 3] = [Width::Single, Width::Long, Width::Double];

/// A form and the operands that each of its inputs accepts.
pub(crate) type Readable = (Form, Vec<Vec<Source>>);

fn readable(ops: impl Iterator<Item = Op>) -> Vec<Readable> {
    let with_sources = |form: Form| {
        let sources = form.sources();
        (form, sources)
    };
    ops.flat_map(forms).map(with_sources).collect()
}

/// Every form of the ALU.
pub(crate) static ALU: LazyLock<Vec<Readable>> =
    LazyLock::new(|| readable(AluOp::ALL.iter().map(|&op| Op::Alu(op))));

/// Every form of the MAU.
pub(crate) static MAU: LazyLock<Vec<Readable>> =
    LazyLock::new(|| readable(MauOp::ALL.iter().map(|&op| Op::Mau(op))));

/// Any of the forms, reading anything.
pub(crate) fn any(random: &mut Random, forms: &[Readable]) -> (Form, Expression) {
    let (form, sources) = &forms[random.below(forms.len() as u64) as usize];
    let sources: Vec<Source> = sources.iter().map(|list| pick(random, list)).collect();
    (form.clone(), form.expression(random, &sources))
}

/// Gives an expression destinations and masks; one mask serves the whole step.
pub(crate) fn with_destinations(
    mut expression: Expression,
    random: &mut Random,
    widths: &[Width],
    has_flags: bool,
    step_mask: Option<Mask>,
    flushes: bool,
) -> Expression {
    expression.flush = step_mask.filter(|_| flushes);
    expression.destinations = Destination::random_list(random, widths, has_flags, step_mask);
    expression
}

/// A mask for half of the steps.
pub(crate) fn step_mask(random: &mut Random) -> Option<Mask> {
    random.flip().then(|| Mask::random(random))
}

#[track_caller]
fn compare(forms: &[Readable], seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..8 {
        let mut state = State::new(vec![random.below(64) as usize]);
        state.fill_pes(&mut random);
        let mut pair = Pair::new(state);
        for _ in 0..24 {
            pair.accepted(|pair| {
                // A zero-flush mask next to a different `mask` setting is not defined.
                let step_mask = step_mask(&mut random);
                let flushes = random.below(3) == 0 && pair.model.setting.mask.is_none();
                let (form, mut expression) = any(&mut random, forms);
                if form.has_outputs() {
                    expression = with_destinations(
                        expression,
                        &mut random,
                        &WIDTHS,
                        form.has_flags(),
                        step_mask,
                        flushes,
                    );
                }
                let mut step = vec![expression];
                if random.below(8) == 0 {
                    step.push(Expression::new("noforward", "", Effect::Keep));
                }
                (step, ())
            });
            if random.below(4) == 0 {
                pair.mask(Setting::random(&mut random));
            }
        }
        pair.finish();
    }
}

#[test]
fn masks_of_the_alu() {
    compare(&ALU, 1);
}

#[test]
fn masks_of_the_mau() {
    compare(&MAU, 2);
}
