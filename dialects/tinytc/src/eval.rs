//! Values of constant expressions, as the compiler folds them.

use std::collections::HashMap;

use mnc2_text::{Message, message};

use crate::document::Document;
use crate::ir::{Function, Instruction, Operand, Operation, ValueId};
use crate::machine::number::{self, Number};
use crate::types::{Extent, Scalar, Type};

/// A constant expression with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// The name of the value, without `%`; empty without one.
    pub name: String,
    /// The type of the value, as the text spells it.
    pub ty: String,
    /// The value, or of a matrix the value of each component.
    pub value: Number,
}

/// The last constant expression of the function that the options name, or of the last one.
///
/// # Errors
/// With a sentence, if there is none, or its value is not defined.
pub fn eval(document: &Document) -> Result<Folded, Message> {
    let functions = document.source().pieces().iter();
    let mut functions = functions.filter_map(|piece| piece.function());
    let function = match &document.options().entry {
        Some(name) => functions.find(|function| function.name == *name),
        None => functions.next_back(),
    };
    let Some(function) = function else {
        return Err(message!("the text has no such function"));
    };
    let last = expressions(function).pop();
    last.unwrap_or_else(|| Err(message!("the function has no constant expression")))
}

/// Every constant expression of a function, in the order of the text; why its value is not defined otherwise.
#[must_use]
pub fn expressions(function: &Function) -> Vec<Result<Folded, Message>> {
    let mut known = HashMap::new();
    let mut found = Vec::new();
    for instruction in &function.instructions {
        let Some(value) = fold(function, &known, instruction) else {
            continue;
        };
        let result = instruction.results.first();
        let ty = instruction
            .result_types
            .first()
            .and_then(|(ty, _)| ty.as_ref());
        if let (Some(&id), Ok(number)) = (result, &value) {
            known.insert(id, *number);
        }
        let name = result.map_or(String::new(), |&id| function.value(id).name.clone());
        let ty = ty.map_or(String::new(), Type::to_string);
        found.push(value.map(|value| Folded { name, ty, value }));
    }
    found
}

/// The value of an instruction, if its operands are constants.
fn fold(
    function: &Function,
    known: &HashMap<ValueId, Number>,
    instruction: &Instruction,
) -> Option<Result<Number, Message>> {
    if !instruction.is_whole {
        return None;
    }
    let operand = |at: usize| {
        let operand: &Operand = instruction.operands.get(at)?;
        known.get(&operand.value?).copied()
    };
    let component = |ty: &Type| match ty {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Coopmatrix(matrix) => Some(matrix.component),
        _ => None,
    };
    let of_operand = || component(function.type_of(instruction.operands.first()?)?);
    let result = instruction.result_types.first()?.0.as_ref()?;
    let scalar: Option<Scalar> = component(result);
    Some(match &instruction.operation {
        Operation::Constant(constant) => Ok(Number::from_constant(*constant, scalar)),
        Operation::Binary(operation) => {
            number::binary(*operation, scalar, operand(0)?, operand(1)?)
        }
        Operation::MatrixScale => {
            number::binary(crate::ir::Binary::Mul, scalar, operand(0)?, operand(1)?)
        }
        Operation::Unary(operation) => Ok(number::unary(*operation, of_operand(), operand(0)?)),
        Operation::Cast => number::cast(operand(0)?, scalar?),
        Operation::Compare(compare) => {
            let truth = number::compare(*compare, operand(0)?, operand(1)?);
            Ok(Number::Boolean(truth))
        }
        Operation::Math(math) => Ok(number::math(*math, scalar?, operand(0)?)),
        Operation::MatrixConstruct => Ok(operand(0)?),
        Operation::Broadcast => Ok(operand(0)?),
        Operation::Size(mode) => {
            let size = match function.type_of(instruction.operands.first()?)? {
                Type::Memref(memref) => *memref.shape.get(usize::try_from(*mode).ok()?)?,
                Type::Group(group) => group.size,
                _ => return None,
            };
            match size {
                Extent::Static(size) => Ok(Number::Integer(size)),
                Extent::Dynamic => return None,
            }
        }
        _ => return None,
    })
}
