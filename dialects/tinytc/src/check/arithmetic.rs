//! Scalars: arithmetic, casts, comparisons, constants, builtins, subgroup operations.

use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::ir::{
    Binary, Builtin, Compare, Constant, Math, Operand, Operation, SubgroupOperation, Unary,
};
use crate::types::{Coopmatrix, MatrixUse, Numbers, Scalar, Type};

/// How many products are followed to find out whether a divisor is 0.
const ZERO_DEPTH_MAX: usize = 8;

impl Checker<'_> {
    /// A result that an instruction does not compute.
    fn unsupported<T>(&self, code: Code, ty: &Type, operands: &[usize]) -> Judged<T> {
        let message = message!("this instruction does not take `{ty}`", ty = ty.to_string());
        self.fail(code, message, operands)
    }

    pub(super) fn numbers(
        &self,
        scalar: Scalar,
        refused: &[Numbers],
        operands: &[usize],
    ) -> Judged {
        if !refused.contains(&scalar.numbers()) {
            return Ok(());
        }
        let code = match scalar.numbers() {
            Numbers::Integer => Code::IntegerUnsupported,
            Numbers::Floating => Code::FloatUnsupported,
            Numbers::Complex => Code::ComplexUnsupported,
        };
        self.unsupported(code, &Type::Scalar(scalar), operands)
    }

    fn no_scalar<T>(&self, ty: &Type) -> Judged<T> {
        self.fail(
            Code::ExpectedScalar,
            message!("`{ty}` is not a scalar type", ty = ty.to_string()),
            &[],
        )
    }

    pub(super) fn binary(&self, operation: Binary) -> Judged {
        let ty = self.result()?;
        for index in 0..2 {
            if let Some(found) = self.function.type_of(self.operand(index))
                && found != ty
            {
                return self.operand_differs(index, ty);
            }
        }
        if self.divides_by_zero(operation, ty) {
            let message = message!("the divisor `{name}` is 0", name = self.name(1));
            return self.fail(Code::DivisionByZero, message, &[]);
        }
        match ty {
            Type::Boolean if matches!(operation, Binary::And | Binary::Or | Binary::Xor) => Ok(()),
            Type::Boolean => self.unsupported(Code::BooleanUnsupported, ty, &[]),
            Type::Coopmatrix(matrix) if self.function.version.is_04() => {
                self.numbers(matrix.component, refused(operation), &[])
            }
            Type::Coopmatrix(_)
                if matches!(
                    operation,
                    Binary::Add | Binary::Sub | Binary::Mul | Binary::Div
                ) =>
            {
                Ok(())
            }
            Type::Coopmatrix(_) => self.unsupported(Code::CoopmatrixUnsupported, ty, &[]),
            Type::Scalar(scalar) => self.numbers(*scalar, refused(operation), &[]),
            Type::Memref(_) | Type::Group(_) => self.no_scalar(ty),
        }
    }

    /// Whether an integer is 0 in any run: a constant, or the product with one.
    fn is_zero(&self, operand: &Operand, depth: usize) -> bool {
        let Some(definition) = self.function.definition(operand) else {
            return false;
        };
        match definition.operation {
            Operation::Constant(Constant::Integer(number)) => number == 0,
            Operation::Binary(Binary::Mul) if depth > 0 && definition.is_whole => {
                let mut factors = definition.operands.iter();
                factors.any(|factor| self.is_zero(factor, depth - 1))
            }
            _ => false,
        }
    }

    /// A division of integers whose divisor is 0 in any run.
    fn divides_by_zero(&self, operation: Binary, ty: &Type) -> bool {
        let component = match ty {
            Type::Coopmatrix(matrix) => Some(matrix.component),
            _ => ty.scalar(),
        };
        let is_integer = component.is_some_and(|it| it.numbers() == Numbers::Integer);
        let divides = matches!(operation, Binary::Div | Binary::Rem);
        divides && is_integer && self.is_zero(self.operand(1), ZERO_DEPTH_MAX)
    }

    pub(super) fn unary(&self, operation: Unary) -> Judged {
        let ty = self.result()?;
        let operand = self.type_of(0)?;
        if let (true, Type::Coopmatrix(from), Type::Coopmatrix(to)) =
            (self.function.version.is_04(), operand, ty)
        {
            return self.unary_matrix(operation, *from, *to);
        }
        match operation {
            Unary::Abs | Unary::Im | Unary::Re => {
                let from = self.scalar(0)?;
                let Some(to) = ty.scalar() else {
                    return self.no_scalar(ty);
                };
                if to != from.component() {
                    let message = message!(
                        "the result of `{from}` is `{expected}`, not `{to}`",
                        from = from.name(),
                        expected = from.component().name(),
                        to = to.name()
                    );
                    return self.fail(Code::TypeMismatch, message, &[0]);
                }
            }
            Unary::Neg | Unary::Not | Unary::Conj => {
                if operand != ty {
                    return self.operand_differs(0, ty);
                }
            }
        }
        match operand {
            Type::Boolean if operation == Unary::Not => Ok(()),
            Type::Boolean => self.unsupported(Code::BooleanUnsupported, operand, &[0]),
            Type::Coopmatrix(_) if operation == Unary::Neg => Ok(()),
            Type::Coopmatrix(_) => self.unsupported(Code::CoopmatrixUnsupported, operand, &[0]),
            Type::Scalar(scalar) => self.numbers(*scalar, refused_by_unary(operation), &[0]),
            Type::Memref(_) | Type::Group(_) => self.no_scalar(operand),
        }
    }

    /// The components as scalars; shape and use stay.
    fn unary_matrix(&self, operation: Unary, from: Coopmatrix, to: Coopmatrix) -> Judged {
        let component = match operation {
            Unary::Abs | Unary::Im | Unary::Re => from.component.component(),
            Unary::Neg | Unary::Not | Unary::Conj => from.component,
        };
        let expected = Coopmatrix { component, ..from };
        if to != expected {
            return self.operand_differs(0, &Type::Coopmatrix(to));
        }
        self.numbers(from.component, refused_by_unary(operation), &[0])
    }

    pub(super) fn builtin(&self, builtin: Builtin) -> Judged {
        let ty = self.result()?;
        if ty.scalar().is_none() {
            return self.no_scalar(ty);
        }
        let expected = builtin.scalar();
        let code = match expected {
            Scalar::Index => Code::ExpectedIndex,
            _ => Code::ExpectedI32,
        };
        if *ty == Type::Scalar(expected) {
            return Ok(());
        }
        let expected = expected.name();
        let message = message!(
            "`{word}` has type `{expected}`",
            word = self.spelling(builtin.word()),
            expected
        );
        let place = self.instruction.result_types[0].1.clone();
        let issue = self.issue(code, message, &[]);
        Err(Some(Box::new(issue.fix(
            message!("write `{word}`", word = expected),
            place,
            expected,
        ))))
    }

    pub(super) fn cast(&self) -> Judged {
        let ty = self.result()?;
        let operand = self.type_of(0)?;
        let (from, to) = match ty {
            Type::Coopmatrix(to) => {
                let Some(from) = operand.coopmatrix() else {
                    let message =
                        message!("`{name}` is not a cooperative matrix", name = self.name(0));
                    return self.fail(Code::ExpectedCoopmatrix, message, &[0]);
                };
                let is_factor =
                    from.usage == MatrixUse::Accumulator && self.function.version.is_04();
                let keeps_use = from.usage == to.usage || is_factor;
                if (from.rows, from.columns) != (to.rows, to.columns) || !keeps_use {
                    let message = if self.function.version.is_04() {
                        message!(
                            "a cast keeps the shape of a cooperative matrix, and its use unless that is `matrix_acc`"
                        )
                    } else {
                        message!("a cast keeps the shape and the use of a cooperative matrix")
                    };
                    return self.fail(Code::ForbiddenCast, message, &[0]);
                }
                (from.component, to.component)
            }
            Type::Scalar(to) => (self.scalar(0)?, *to),
            Type::Boolean | Type::Memref(_) | Type::Group(_) => return self.no_scalar(ty),
        };
        if from.is_castable_to(to) {
            return Ok(());
        }
        let message = message!(
            "`{from}` cannot be cast to `{to}`, which has no imaginary part",
            from = from.name(),
            to = to.name()
        );
        let issue = self.issue(Code::ForbiddenCast, message, &[0]);
        Err(Some(Box::new(issue.help(message!(
            "`{re}` and `{im}` give the parts, `{abs}` the modulus",
            re = self.spelling("arith.re"),
            im = self.spelling("arith.im"),
            abs = self.spelling("arith.abs")
        )))))
    }

    pub(super) fn compare(&self, compare: Compare) -> Judged {
        let ty = self.result()?;
        if *ty != Type::Boolean {
            let message = message!("a comparison is a `bool`");
            let issue = self.issue(Code::ExpectedBoolean, message, &[]);
            let place = self.instruction.result_types[0].1.clone();
            return Err(Some(Box::new(issue.fix(
                message!("write `{word}`", word = "bool"),
                place,
                "bool",
            ))));
        }
        let (a, b) = (self.scalar(0)?, self.scalar(1)?);
        if a != b {
            let message = message!("`{a}` is compared with `{b}`", a = a.name(), b = b.name());
            return self.fail(Code::ScalarMismatch, message, &[0, 1]);
        }
        match compare {
            Compare::Eq | Compare::Ne => Ok(()),
            Compare::Gt | Compare::Ge | Compare::Lt | Compare::Le => {
                self.numbers(a, &[Numbers::Complex], &[0, 1])
            }
        }
    }

    pub(super) fn constant(&self, constant: Constant) -> Judged {
        let ty = self.result()?;
        let component = match ty {
            Type::Boolean => None,
            Type::Scalar(scalar) => Some(*scalar),
            Type::Coopmatrix(matrix) => Some(matrix.component),
            Type::Memref(_) | Type::Group(_) => {
                let message = message!("no constant has type `{ty}`", ty = ty.to_string());
                return self.fail(Code::ExpectedCarried, message, &[]);
            }
        };
        let is_fine = match constant {
            Constant::Boolean(_) => component.is_none(),
            Constant::Integer(_) => {
                component.is_some_and(|scalar| scalar.numbers() == Numbers::Integer)
            }
            Constant::Float(_) => {
                component.is_some_and(|scalar| scalar.numbers() == Numbers::Floating)
            }
            Constant::Complex(..) => {
                component.is_some_and(|scalar| scalar.numbers() == Numbers::Complex)
            }
        };
        if is_fine {
            return Ok(());
        }
        let expected = match component.map(Scalar::numbers) {
            None => message!("`true` or `false`"),
            Some(Numbers::Integer) => message!("an integer"),
            Some(Numbers::Floating) => message!("a number with a point or an exponent"),
            Some(Numbers::Complex) => message!("a pair as `[1.0, 0.0]`"),
        };
        let message = message!(
            "a constant of type `{ty}` is {expected}",
            ty = ty.to_string(),
            expected
        );
        let mut issue = self.issue(Code::ConstantMismatch, message, &[]);
        if let (Constant::Integer(number), Some(Numbers::Floating)) =
            (constant, component.map(Scalar::numbers))
        {
            let text = format!("constant {number}.0 : {ty}");
            let place = self.instruction.header.clone();
            issue = issue.fix(message!("write `{text}`", text = text.clone()), place, text);
        }
        Err(Some(Box::new(issue)))
    }

    pub(super) fn math(&self, math: Math) -> Judged {
        let ty = self.result()?;
        let operand = self.scalar(0)?;
        let is_exponential = matches!(
            math,
            Math::Exp | Math::Exp2 | Math::NativeExp | Math::NativeExp2
        );
        let refused: &[Numbers] = if is_exponential {
            &[Numbers::Integer]
        } else {
            &[Numbers::Integer, Numbers::Complex]
        };
        self.numbers(operand, refused, &[0])?;
        if *ty == Type::Scalar(operand) {
            Ok(())
        } else {
            self.operand_differs(0, ty)
        }
    }

    pub(super) fn broadcast(&self) -> Judged {
        self.subgroup_value()?;
        match self.type_of(1)? {
            Type::Scalar(Scalar::I32) => Ok(()),
            ty => {
                let message = message!(
                    "`{name}` counts work-items in `i32`, not in `{ty}`",
                    name = self.name(1),
                    ty = ty.to_string()
                );
                self.fail(Code::ExpectedI32, message, &[1])
            }
        }
    }

    fn subgroup_value(&self) -> Judged {
        let ty = self.result()?;
        if ty.scalar().is_none() {
            return self.no_scalar(ty);
        }
        if self.type_of(0)? == ty {
            Ok(())
        } else {
            self.operand_differs(0, ty)
        }
    }

    pub(super) fn subgroup(&self, operation: SubgroupOperation) -> Judged {
        if operation != SubgroupOperation::Add {
            let scalar = self.scalar(0)?;
            self.numbers(scalar, &[Numbers::Complex], &[0])?;
        }
        self.subgroup_value()
    }
}

/// The numbers that a binary operation does not take.
const fn refused(operation: Binary) -> &'static [Numbers] {
    match operation {
        Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => &[],
        Binary::Rem | Binary::Min | Binary::Max => &[Numbers::Complex],
        Binary::Shl | Binary::Shr | Binary::And | Binary::Or | Binary::Xor => {
            &[Numbers::Floating, Numbers::Complex]
        }
    }
}

/// The numbers that a unary operation does not take.
const fn refused_by_unary(operation: Unary) -> &'static [Numbers] {
    match operation {
        Unary::Abs | Unary::Neg => &[],
        Unary::Not => &[Numbers::Floating, Numbers::Complex],
        Unary::Conj | Unary::Im | Unary::Re => &[Numbers::Integer, Numbers::Floating],
    }
}
