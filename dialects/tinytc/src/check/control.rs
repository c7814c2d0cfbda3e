//! Loops, branches, and the instructions that a region allows.

use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::ir::{ByteRange, Function, Instruction, Operation, RegionId, Tile};
use crate::issue::Issue;
use crate::table::{Execution, execution};
use crate::types::{Scalar, Type};

impl Checker<'_> {
    /// Types that a region returns.
    fn carried(&self) -> Judged {
        for (ty, place) in &self.instruction.result_types {
            if let Some(ty) = ty
                && !ty.is_carried()
            {
                let message = message!(
                    "a value of type `{ty}` cannot be returned by a region",
                    ty = ty.to_string()
                );
                let mut issue = self.issue(Code::ExpectedCarried, message, &[]);
                issue.range = place.clone();
                return Err(Some(Box::new(issue)));
            }
        }
        Ok(())
    }

    pub(super) fn for_loop(
        &self,
        variable: Option<Scalar>,
        has_step: bool,
        carried: usize,
    ) -> Judged {
        self.carried()?;
        let types = &self.instruction.result_types;
        if carried != types.len() {
            let message = message!(
                "{values:# initial value|# initial values} for {types:# type|# types}",
                values = carried as i64,
                types = types.len() as i64
            );
            return self.fail(Code::InitMismatch, message, &[]);
        }
        let bounds = if has_step { 3 } else { 2 };
        for (index, (ty, _)) in types.iter().enumerate() {
            let operand = bounds + index;
            if let (Some(ty), Some(found)) = (ty, self.function.type_of(self.operand(operand)))
                && ty != found
            {
                let message = message!(
                    "the initial value `{name}` has type `{found}`, and the loop carries `{ty}`",
                    name = self.name(operand),
                    found = found.to_string(),
                    ty = ty.to_string()
                );
                return self.fail(Code::InitMismatch, message, &[operand]);
            }
        }
        let Some(variable) = variable else {
            return self.integer_bound(0);
        };
        for index in 0..bounds {
            if self.operand(index).value.is_some() {
                self.bound(index, variable)?;
            }
        }
        Ok(())
    }

    /// A bound or a step, which has the type of the variable.
    fn bound(&self, index: usize, variable: Scalar) -> Judged {
        let found = self.scalar(index)?;
        if found == variable {
            return Ok(());
        }
        let message = message!(
            "`{name}` has type `{found}`, and the loop variable `{variable}`",
            name = self.name(index),
            found = found.name(),
            variable = variable.name()
        );
        self.fail(Code::ScalarMismatch, message, &[index])
    }

    /// A bound that determines the type of its variable.
    fn integer_bound(&self, index: usize) -> Judged {
        let ty = self.type_of(index)?;
        if ty
            .scalar()
            .is_some_and(|scalar| scalar.integer_range().is_some())
        {
            return Ok(());
        }
        let message = message!(
            "`{name}` has type `{ty}`, and a bound is an integer",
            name = self.name(index),
            ty = ty.to_string()
        );
        self.fail(Code::ExpectedScalar, message, &[index])
    }

    pub(super) fn foreach(
        &self,
        variables: &[Option<Scalar>],
        lower: usize,
        tile: Option<&Tile>,
    ) -> Judged {
        let upper = self.instruction.operands.len() - lower;
        if lower != upper {
            let message = message!(
                "{lower:# lower bound|# lower bounds} and {upper:# upper bound|# upper bounds}",
                lower = lower as i64,
                upper = upper as i64
            );
            return self.fail(Code::BoundsCount, message, &[]);
        }
        for index in 0..self.instruction.operands.len() {
            let Some(variable) = variables.get(index % lower.max(1)).copied().flatten() else {
                if index < lower && self.function.version.is_04() {
                    self.integer_bound(index)?;
                }
                continue;
            };
            let Some(ty) = self.function.type_of(self.operand(index)) else {
                continue;
            };
            if *ty != Type::Scalar(variable) {
                let message = message!(
                    "`{name}` has type `{found}`, and the loop variable `{variable}`",
                    name = self.name(index),
                    found = ty.to_string(),
                    variable = variable.name()
                );
                return self.fail(Code::ScalarMismatch, message, &[index]);
            }
        }
        let subgroup = self.function.subgroup_size().unwrap_or(16);
        if let Some(first) = tile.and_then(|tile| tile.shape.first())
            && *first > 0
            && subgroup > 0
            && first % subgroup != 0
        {
            let message = message!(
                "the first size of a tile is a multiple of the subgroup size {subgroup}, not {first}",
                subgroup,
                first = *first
            );
            return self.fail(Code::InvalidShape, message, &[]);
        }
        if let Some(size) = tile.and_then(|tile| tile.shape.iter().find(|&&size| size <= 0)) {
            let message = message!(
                "a tile has at least one index in each mode, not {size}",
                size = *size
            );
            return self.fail(Code::InvalidShape, message, &[]);
        }
        Ok(())
    }

    pub(super) fn branch(&self) -> Judged {
        if let Ok(ty) = self.type_of(0)
            && *ty != Type::Boolean
        {
            let message = message!(
                "the condition `{name}` has type `{ty}`, not `bool`",
                name = self.name(0),
                ty = ty.to_string()
            );
            return self.fail(Code::ExpectedBoolean, message, &[0]);
        }
        self.carried()
    }
}

/// Execution kinds and yields of all regions.
pub(super) fn regions(function: &Function, issues: &mut Vec<Issue>) {
    // If a brace is missing, the extents of regions are not known.
    if let Some(body) = function.body.filter(|_| function.is_balanced) {
        region(function, body, None, None, issues);
    }
}

/// Walks a region. `spmd` is the instruction that made it an SPMD region, `owner` the instruction that it belongs to.
fn region(
    function: &Function,
    id: RegionId,
    spmd: Option<&Instruction>,
    owner: Option<&Instruction>,
    issues: &mut Vec<Issue>,
) {
    let found = function.region(id);
    for (index, &id) in found.instructions.iter().enumerate() {
        let instruction = function.instruction(id);
        match (execution(&instruction.operation), spmd) {
            (Execution::Collective, Some(outer)) => {
                let issue = Issue::new(
                    Code::CollectiveInSpmd,
                    instruction.header.clone(),
                    message!("a collective instruction is not allowed in an SPMD region"),
                );
                issues.push(issue.note(outer.word.clone(), message!("this opens the SPMD region")));
            }
            (Execution::Spmd, None) => {
                let issue = Issue::new(
                    Code::SpmdInCollective,
                    instruction.header.clone(),
                    message!(
                        "an SPMD instruction stands only in the regions of `foreach` and `parallel`"
                    ),
                );
                issues.push(issue);
            }
            _ => {}
        }
        let is_spmd = matches!(
            instruction.operation,
            Operation::Foreach { .. } | Operation::Parallel | Operation::MatrixApply(_)
        );
        let inner = if is_spmd {
            spmd.or(Some(instruction))
        } else {
            spmd
        };
        for &region_id in &instruction.regions {
            region(function, region_id, inner, Some(instruction), issues);
        }
        if instruction.is_whole && has_results(instruction) {
            yields(function, instruction, issues);
        }
        if instruction.operation == Operation::Yield {
            let is_last = index + 1 == found.instructions.len();
            let can_receive = |owner: &Instruction| {
                !owner.is_whole || has_results(owner) || !owner.results.is_empty()
            };
            let receives = owner.is_some_and(can_receive);
            // The branch that the first of two ends may be all that is missing.
            let is_branch = owner.is_some_and(|owner| {
                owner.operation == Operation::If && owner.regions.len() == 1 && has_results(owner)
            });
            if !(receives && (is_last || is_branch)) && owner.is_none_or(|owner| owner.is_whole) {
                let message = if receives {
                    message!("`yield` is the last instruction of its region")
                } else {
                    message!(
                        "this region returns no values, so nothing receives what `yield` gives"
                    )
                };
                let is_branch = owner.is_some_and(|owner| {
                    matches!(owner.operation, Operation::For { .. } | Operation::If)
                });
                let is_empty_in_branch = instruction.operands.is_empty() && is_last && is_branch;
                if !is_empty_in_branch {
                    issues.push(Issue::new(
                        Code::UnexpectedYield,
                        instruction.header.clone(),
                        message,
                    ));
                }
            }
        }
    }
}

/// Whether its regions return values.
fn has_results(instruction: &Instruction) -> bool {
    let is_returning = matches!(
        instruction.operation,
        Operation::For { .. } | Operation::If | Operation::MatrixApply(_)
    );
    is_returning && !instruction.result_types.is_empty()
}

/// The ends of the regions of an instruction that returns values.
fn yields(function: &Function, instruction: &Instruction, issues: &mut Vec<Issue>) {
    let types = &yielded(instruction);
    let expected: Vec<String> = types
        .iter()
        .map(|(ty, _)| ty.as_ref().map_or("?".to_owned(), Type::to_string))
        .collect();
    let expected = expected.join(", ");
    let count = if instruction.operation == Operation::If {
        2
    } else {
        1
    };
    for index in 0..count {
        let region = instruction
            .regions
            .get(index)
            .map(|&id| function.region(id));
        let last = region
            .and_then(|region| region.instructions.last())
            .map(|&id| function.instruction(id));
        let Some(last) = last.filter(|last| last.operation == Operation::Yield) else {
            // A region that could not be read as a whole may have had one.
            if region.is_some_and(|region| !region.is_closed || region.is_broken) {
                continue;
            }
            let (code, message) = if index == 0 {
                (
                    Code::MissingYield,
                    message!(
                        "the region returns ({expected}), so its last instruction is `yield`",
                        expected = expected.clone()
                    ),
                )
            } else {
                (
                    Code::MissingElseYield,
                    message!(
                        "the else branch returns ({expected}) too, so its last instruction is `yield`",
                        expected = expected.clone()
                    ),
                )
            };
            let mut issue = Issue::new(code, instruction.header.clone(), message);
            if let Some(end) = region.map(|region| region.range.end.saturating_sub(1)) {
                issue = issue.note(end..end + 1, message!("the region ends here"));
                if index == 1 || count == 1 {
                    // The values that fit by their types alone are a guess at what is returned.
                    if let Some(names) = guesses(function, instruction, end) {
                        let text = format!("yield ({names}) ");
                        issue = issue.suggest(
                            message!("write `{text}`", text = text.trim_end()),
                            end..end,
                            text,
                        );
                    }
                }
            }
            issues.push(issue);
            continue;
        };
        if !last.is_whole {
            continue;
        }
        if last.operands.len() != types.len() {
            let message = message!(
                "{found:# value is|# values are} yielded, and {expected:# value is|# values are} returned",
                found = last.operands.len() as i64,
                expected = types.len() as i64
            );
            issues.push(Issue::new(
                Code::YieldMismatch,
                last.header.clone(),
                message,
            ));
            continue;
        }
        for (operand, (ty, place)) in last.operands.iter().zip(types) {
            if let (Some(found), Some(ty)) = (function.type_of(operand), ty)
                && found != ty
            {
                let message = message!(
                    "`%{name}` has type `{found}`, and the region returns `{ty}`",
                    name = operand.name.as_str(),
                    found = found.to_string(),
                    ty = ty.to_string()
                );
                let issue = Issue::new(Code::YieldMismatch, last.header.clone(), message);
                issues.push(issue.note(place.clone(), message!("the type that is returned")));
                break;
            }
        }
    }
}

/// The types that the regions of an instruction yield: the types of its results, or the component of the matrix.
fn yielded(instruction: &Instruction) -> Vec<(Option<Type>, ByteRange)> {
    let types = instruction.result_types.iter().cloned();
    types
        .map(|(ty, place)| match (&instruction.operation, ty) {
            (Operation::MatrixApply(_), ty) => {
                let component = ty
                    .as_ref()
                    .and_then(Type::coopmatrix)
                    .map(|it| it.component);
                (component.map(Type::Scalar), place)
            }
            (_, ty) => (ty, place),
        })
        .collect()
}

/// For each result the last value in scope with its type.
fn guesses(function: &Function, instruction: &Instruction, at: u32) -> Option<String> {
    let mut names = Vec::new();
    for (ty, _) in &yielded(instruction) {
        let ty = ty.as_ref()?;
        let fits = |value: &&crate::ir::Value| {
            value.ty.as_ref() == Some(ty) && value.range.end <= at && value.scope.contains(&at)
        };
        let value = function.values.iter().rev().find(fits)?;
        names.push(format!("%{}", value.name));
    }
    Some(names.join(", "))
}
