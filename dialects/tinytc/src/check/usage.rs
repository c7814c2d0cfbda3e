//! What is allowed and probably wrong.

use mnc2_text::message;

use super::Checker;
use crate::code::Code;
use crate::ir::{Constant, Function, InstructionId, Operation, Origin, RegionId, Slice};
use crate::issue::Issue;
use crate::types::{Extent, Type};

/// Literals beyond their type, views beyond their memory.
pub(super) fn instruction(checker: &Checker<'_>, issues: &mut Vec<Issue>) {
    let instruction = checker.instruction;
    match &instruction.operation {
        Operation::Constant(Constant::Integer(number)) => {
            let scalar = match checker.result() {
                Ok(Type::Scalar(scalar)) => *scalar,
                Ok(Type::Coopmatrix(matrix)) => matrix.component,
                _ => return,
            };
            if let Some((least, most)) = scalar.integer_range()
                && !(least..=most).contains(number)
            {
                let message = message!(
                    "{number} does not fit in `{ty}`, which has {least} to {most}",
                    number = *number,
                    ty = scalar.name(),
                    least,
                    most
                );
                issues.push(Issue::new(
                    Code::LiteralRange,
                    instruction.header.clone(),
                    message,
                ));
            }
        }
        Operation::Subview(slices) => subview(checker, slices, issues),
        _ => {}
    }
}

fn subview(checker: &Checker<'_>, slices: &[Slice], issues: &mut Vec<Issue>) {
    let Some(Type::Memref(operand)) = checker.type_of(0).ok() else {
        return;
    };
    if operand.order() != slices.len() {
        return;
    }
    let mut next = 1;
    // The constant that a dynamic entry has, as far as the text states it.
    let mut known = |extent: Extent| match extent {
        Extent::Static(number) => Some(number),
        Extent::Dynamic => {
            next += 1;
            let definition = checker.function.definition(checker.operand(next - 1))?;
            match definition.operation {
                Operation::Constant(Constant::Integer(number)) => Some(number),
                _ => None,
            }
        }
    };
    for (mode, slice) in slices.iter().enumerate() {
        let offset = known(slice.offset);
        let size = slice.size.map(&mut known);
        let place = checker.instruction.header.clone();
        if slice.size == Some(Extent::Dynamic) && size == Some(Some(0)) {
            let message = message!("the dynamic size of mode {mode} is 0", mode = mode as i64);
            issues.push(Issue::new(Code::DynamicZero, place.clone(), message));
        }
        let span = match size {
            None | Some(Some(0)) => Some(1),
            Some(size) => size,
        };
        if let (Some(offset), Some(span), Some(length)) =
            (offset, span, operand.shape[mode].known())
            && offset >= 0
            && span >= 0
            && offset.saturating_add(span) > length
        {
            let message = message!(
                "mode {mode} has {length:# element|# elements}, and the view ends at {end}",
                mode = mode as i64,
                length,
                end = offset.saturating_add(span)
            );
            issues.push(Issue::new(Code::SubviewBounds, place, message));
        }
    }
}

/// Values that are not used, stores and barriers outside of SPMD regions.
pub(super) fn values(function: &Function, issues: &mut Vec<Issue>) {
    for value in &function.values {
        let Origin::Result(id, _) = value.origin else {
            continue;
        };
        // Something that does not exist may be this value with another name.
        let is_unused = value.uses.is_empty() && !function.unread.contains(&value.name);
        if is_unused && is_pure(function, id) && function.unresolved.is_empty() {
            let message = message!("`%{name}` is not used", name = &value.name);
            issues.push(Issue::new(Code::UnusedValue, value.range.clone(), message));
        }
    }
    if let Some(body) = function.body.filter(|_| function.is_balanced) {
        collective(function, body, issues);
    }
}

/// Whether an instruction does nothing but compute its results.
fn is_pure(function: &Function, id: InstructionId) -> bool {
    let instruction = function.instruction(id);
    let updates = matches!(
        instruction.operation,
        Operation::AtomicUpdate(_) | Operation::MatrixUpdate { .. }
    );
    instruction.is_whole && instruction.regions.is_empty() && !updates
}

fn collective(function: &Function, id: RegionId, issues: &mut Vec<Issue>) {
    for &id in &function.region(id).instructions {
        let instruction = function.instruction(id);
        match instruction.operation {
            Operation::Foreach { .. } | Operation::Parallel => continue,
            Operation::Store(_) | Operation::AtomicUpdate(_) => {
                let message = message!("in a collective region every work-item stores here");
                let issue =
                    Issue::new(Code::StoreInCollective, instruction.header.clone(), message);
                issues.push(issue.help(message!("put it in `parallel` or `foreach`")));
            }
            Operation::Barrier { .. } => {
                let message = message!("barriers are inserted automatically in collective regions");
                issues.push(Issue::new(
                    Code::BarrierInCollective,
                    instruction.header.clone(),
                    message,
                ));
            }
            _ => {}
        }
        for &region in &instruction.regions {
            collective(function, region, issues);
        }
    }
}
