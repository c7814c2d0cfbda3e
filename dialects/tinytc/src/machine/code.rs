//! Functions as the machine runs them: everything that their trees may lack is there.

use mnc2_text::{Place, Trouble, message};

use crate::ir::{self, Attribute, Constant, Function, Operand, Operation};
use crate::options::Options;
use crate::source::{Piece, Start};
use crate::types::{Scalar, Type};

/// The work-items of a work-group.
pub const WORK_ITEMS_MAX: u32 = 1024;

/// A function that can run.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) name: String,
    pub(super) values: Vec<Named>,
    /// The values that are parameters.
    pub(super) parameters: Vec<usize>,
    pub(super) steps: Vec<Step>,
    pub(super) regions: Vec<Vec<usize>>,
    pub(super) body: usize,
    pub(super) subgroup_size: u32,
    pub(super) work_group: [u32; 2],
}

/// A value with its name.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) place: Place,
}

/// An instruction. Values, regions and steps are named by their index.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) operation: Operation,
    pub(super) operands: Vec<usize>,
    pub(super) results: Vec<usize>,
    /// The type of the first result, or of each one of `for` and `if`.
    pub(super) result_types: Vec<Type>,
    pub(super) regions: Vec<usize>,
    pub(super) place: Place,
    /// Whether the last but one operand is a constant 0, so that nothing is read for it.
    pub(super) has_zero_factor: bool,
}

impl Step {
    /// The scalar type of the result, or of its components; `None` for truth values and memory.
    pub(super) fn scalar(&self) -> Option<Scalar> {
        component(self.result_types.first()?)
    }
}

/// The scalar type of a value, or of the components of a matrix.
pub(super) fn component(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Coopmatrix(matrix) => Some(matrix.component),
        Type::Boolean | Type::Memref(_) | Type::Group(_) => None,
    }
}

impl Code {
    /// The work-items of a work-group.
    pub(super) fn work_items(&self) -> usize {
        (self.work_group[0] * self.work_group[1]) as usize
    }

    /// The subgroups of a work-group.
    pub(super) fn subgroups(&self) -> u32 {
        self.work_group[0] * self.work_group[1] / self.subgroup_size
    }

    /// A function that has no errors.
    ///
    /// # Errors
    /// With the line and the sentence of its first error.
    pub(super) fn new(start: Start, piece: &Piece, options: &Options) -> Result<Self, Trouble> {
        let analysis = piece.analysis();
        let place = |range: &ir::ByteRange| start.place(piece, range);
        let broken = |range: &ir::ByteRange| Trouble {
            line: Some(place(range).line),
            message: message!("this cannot run, because it has an error"),
        };
        if let Some(issue) = analysis.issues.iter().find(|issue| issue.is_error()) {
            return Err(Trouble {
                line: Some(place(&issue.range).line),
                message: issue.message.clone(),
            });
        }
        let (Some(function), Some(body)) = (
            &analysis.function,
            analysis.function.as_ref().and_then(|it| it.body),
        ) else {
            return Err(broken(&(0..0)));
        };
        let named = |value: &ir::Value| {
            Some(Named {
                name: value.name.clone(),
                ty: value.ty.clone()?,
                place: place(&value.range),
            })
        };
        let values = function.values.iter();
        let values = values.map(|value| named(value).ok_or_else(|| broken(&value.range)));
        let steps = function.instructions.iter();
        let steps = steps.map(|instruction| {
            step(function, instruction, place(&instruction.header))
                .ok_or_else(|| broken(&instruction.header))
        });
        let regions = function.regions.iter().map(|region| {
            let steps = region.instructions.iter();
            steps.map(|id| id.0 as usize).collect()
        });
        let (subgroup_size, work_group) = sizes(function, options).map_err(|message| Trouble {
            line: Some(place(&function.name_range).line),
            message,
        })?;
        Ok(Self {
            name: function.name.clone(),
            values: values.collect::<Result<_, _>>()?,
            parameters: (function.parameters.iter())
                .map(|parameter| parameter.value.0 as usize)
                .collect(),
            steps: steps.collect::<Result<_, _>>()?,
            regions: regions.collect(),
            body: body.0 as usize,
            subgroup_size,
            work_group,
        })
    }
}

fn step(function: &Function, instruction: &ir::Instruction, place: Place) -> Option<Step> {
    if !instruction.is_whole || instruction.operation == Operation::Unknown {
        return None;
    }
    let operands = instruction.operands.iter();
    let operands = operands.map(|operand| operand.value.map(|id| id.0 as usize));
    let types = instruction.result_types.iter();
    let factor = instruction.operands.iter().rev().nth(1);
    Some(Step {
        operation: instruction.operation.clone(),
        operands: operands.collect::<Option<_>>()?,
        results: instruction.results.iter().map(|id| id.0 as usize).collect(),
        result_types: types.map(|(ty, _)| ty.clone()).collect::<Option<_>>()?,
        regions: instruction.regions.iter().map(|id| id.0 as usize).collect(),
        place,
        has_zero_factor: factor.is_some_and(|operand| is_zero(function, operand)),
    })
}

/// Whether an operand is a constant 0.
fn is_zero(function: &Function, operand: &Operand) -> bool {
    match function.definition(operand).map(|it| &it.operation) {
        Some(Operation::Constant(Constant::Integer(number))) => *number == 0,
        Some(Operation::Constant(Constant::Float(number))) => *number == 0.0,
        Some(Operation::Constant(Constant::Complex(re, im))) => *re == 0.0 && *im == 0.0,
        _ => false,
    }
}

/// The subgroup size and the work-group size: from the attributes, otherwise from the options, otherwise one subgroup
/// of 16.
fn sizes(function: &Function, options: &Options) -> Result<(u32, [u32; 2]), mnc2_text::Message> {
    let entry = |name: &str| {
        let entry = function.attributes.as_ref()?.entry(name)?;
        entry.value.as_ref()
    };
    let size = |attribute: &Attribute| {
        let number = attribute.integer()?;
        u32::try_from(number).ok().filter(|&number| number > 0)
    };
    let subgroup = entry("subgroup_size").and_then(size);
    let group = match entry("work_group_size") {
        Some(Attribute::Array(sizes)) => match sizes.as_slice() {
            [rows, columns] => size(rows)
                .zip(size(columns))
                .map(|(rows, columns)| [rows, columns]),
            _ => None,
        },
        _ => None,
    };
    let group = group.or(options.work_group_size);
    let fits = |size: &u32| group.is_none_or(|[rows, _]| rows.is_multiple_of(*size));
    let offered = [16, 32].into_iter().find(fits).unwrap_or(16);
    let subgroup = subgroup.or(options.subgroup_size).unwrap_or(offered);
    let group = group.unwrap_or([subgroup, 1]);
    let items = group[0].saturating_mul(group[1]);
    if items > WORK_ITEMS_MAX || !group[0].is_multiple_of(subgroup) {
        let limit = WORK_ITEMS_MAX;
        let [rows, columns] = group;
        return Err(message!(
            "a work-group of {rows} by {columns} is not run: it has at most {limit} work-items, and its first size is a multiple of the subgroup size, {subgroup}",
            rows,
            columns,
            limit,
            subgroup
        ));
    }
    Ok((subgroup, group))
}
