//! `@...` after an opcode: L1B sets, one L1B, one MAB (manual 3.6.7.1, 3.6.7.9, 3.6.8.10, 3.6.8.16).

use mnc2_isa::{Op, TargetRule, l1b_set};

use crate::lower::Context;
use crate::lower::opcode::{Opcode, RawTarget, RawTargetKind};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Target, TargetKind};
use mnc2_text::{LineRange, message};

const LAST_L1B: u64 = l1b_set::MAX as u64;

pub(super) fn resolve(context: &mut Context<'_>, op: Op, opcode: &Opcode) -> Option<Target> {
    let name = &opcode.spelling.text;
    let rule = op.target_rule();
    let Some(target) = &opcode.target else {
        let missing = match rule {
            TargetRule::None | TargetRule::OptionalL1bSet => return None,
            TargetRule::MulticastL1bSet => {
                message!("`{name}` needs the L1Bs to read from, such as `@0/0`", name)
            }
            TargetRule::L1b => message!("`{name}` needs the L1B to read from, such as `@0`", name),
            TargetRule::Mab(_) => {
                message!("`{name}` needs the MAB to read from, such as `@0`", name)
            }
        };
        context.error(Code::OptionMissing, opcode.mnemonic_range.clone(), missing);
        return None;
    };
    let kind = match rule {
        TargetRule::None => {
            context.error(
                Code::OptionNotAllowed,
                target.range.clone(),
                message!("`{name}` takes no `@` with these operands", name),
            );
            return None;
        }
        TargetRule::OptionalL1bSet => l1b_set(context, target)?,
        TargetRule::MulticastL1bSet => {
            let kind = l1b_set(context, target)?;
            if matches!(kind, TargetKind::L1bSet { immode: 7, .. }) {
                context.error(
                    Code::MulticastToNone,
                    target.range.clone(),
                    message!(
                        "a multicast cannot read from every L1B: none would be left to write to"
                    ),
                );
                return None;
            }
            kind
        }
        TargetRule::L1b => TargetKind::L1b(single(context, target, LAST_L1B, "L1B")?),
        TargetRule::Mab(last) => TargetKind::Mab(single(context, target, u64::from(last), "MAB")?),
    };
    Some(Target {
        range: target.range.clone(),
        kind,
    })
}

fn single(context: &mut Context<'_>, target: &RawTarget, last: u64, what: &str) -> Option<u8> {
    match target.kind {
        RawTargetKind::Number(number) => bounded(context, number, last, what, &target.range),
        RawTargetKind::NumberAndMode(..) | RawTargetKind::List(_) => {
            context.error(
                Code::OptionNotAllowed,
                target.range.clone(),
                message!("one {what} is needed here, such as `@0`, not a set", what),
            );
            None
        }
    }
}

fn bounded(
    context: &mut Context<'_>,
    number: u64,
    last: u64,
    what: &str,
    range: &LineRange,
) -> Option<u8> {
    if number <= last {
        return u8::try_from(number).ok();
    }
    context.error(
        Code::TargetOutOfRange,
        range.clone(),
        message!(
            "there is no {what} {number} here: the numbers go from 0 to {last}",
            what,
            number,
            last
        ),
    );
    None
}

fn l1b_set(context: &mut Context<'_>, target: &RawTarget) -> Option<TargetKind> {
    let range = &target.range;
    match &target.kind {
        RawTargetKind::Number(number) => {
            let l1badr = bounded(context, *number, LAST_L1B, "L1B", range)?;
            Some(TargetKind::L1bSet { l1badr, immode: 0 })
        }
        RawTargetKind::NumberAndMode(number, mode) => {
            let l1badr = bounded(context, *number, LAST_L1B, "L1B", range)?;
            if *mode > LAST_L1B {
                context.error(
                    Code::TargetOutOfRange,
                    range.clone(),
                    message!(
                        "immode {mode} is out of range: it goes from 0 to {last}",
                        mode = *mode,
                        last = LAST_L1B
                    ),
                );
                return None;
            }
            Some(TargetKind::L1bSet {
                l1badr,
                immode: u8::try_from(*mode).ok()?,
            })
        }
        RawTargetKind::List(numbers) => {
            let mut members = 0_u8;
            for &number in numbers {
                members |= 1 << bounded(context, number, LAST_L1B, "L1B", range)?;
            }
            let set = l1b_set::address_and_mode(members)
                .map(|(l1badr, immode)| TargetKind::L1bSet { l1badr, immode });
            if set.is_none() {
                context.report(
                    Diagnostic::new(
                        Code::L1bSetNotExpressible,
                        range.clone(),
                        message!("no address and mask select exactly these L1Bs"),
                    )
                    .help(message!(
                        "a set holds the L1Bs that agree in some bits of their number: \
                         a single one, pairs such as [0,4], halves such as [0,2,4,6], or all eight"
                    )),
                );
            }
            set
        }
    }
}
