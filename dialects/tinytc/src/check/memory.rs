//! Allocation, loads, stores and sizes.

use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::ir::Binary;
use crate::types::{AddressSpace, Extent, Numbers, Scalar, Type};

impl Checker<'_> {
    pub(super) fn alloca(&self) -> Judged {
        let ty = self.result()?;
        let place = self.instruction.result_types[0].1.clone();
        let Some(memref) = ty.memref() else {
            let message = message!("`{ty}` is not a memref", ty = ty.to_string());
            return self.fail(Code::ExpectedMemref, message, &[]);
        };
        if memref.space != AddressSpace::Local {
            let mut local = memref.as_ref().clone();
            local.space = AddressSpace::Local;
            let text = local.to_string();
            let issue = self.issue(
                Code::ExpectedLocal,
                message!("an alloca is in the local address space"),
                &[],
            );
            return Err(Some(Box::new(issue.fix(
                message!("write `{text}`", text = text.clone()),
                place,
                text,
            ))));
        }
        let is_dynamic = |extent: &Extent| *extent == Extent::Dynamic;
        if memref.shape.iter().any(is_dynamic) || memref.stride.iter().any(is_dynamic) {
            return self.fail(
                Code::DynamicAlloca,
                message!("the size of an alloca is known in the text, without `?`"),
                &[],
            );
        }
        Ok(())
    }

    fn count(&self, found: usize, expected: usize, index: usize) -> Judged {
        if found == expected {
            return Ok(());
        }
        let message = message!(
            "{found:# index|# indices} for `{name}`, which takes {expected}",
            found = found as i64,
            name = self.name(index),
            expected = expected as i64
        );
        self.fail(Code::IndexCount, message, &[index])
    }

    pub(super) fn load(&self) -> Judged {
        self.indices(1)?;
        let count = self.instruction.operands.len() - 1;
        let result = self.result();
        let (element, order) = match self.type_of(0)? {
            Type::Memref(memref) => (Type::Scalar(memref.element), memref.order()),
            Type::Group(group) => (Type::Memref(group.memref.clone()), 1),
            ty => {
                let message = message!(
                    "`{name}` has type `{ty}`, and only memrefs and groups are loaded from",
                    name = self.name(0),
                    ty = ty.to_string()
                );
                return self.fail(Code::ExpectedMemrefOrGroup, message, &[0]);
            }
        };
        if let Ok(result) = result
            && *result != element
        {
            let text = element.to_string();
            let message = message!(
                "the elements of `{name}` have type `{element}`, not `{result}`",
                name = self.name(0),
                element = text.clone(),
                result = result.to_string()
            );
            let place = self.instruction.result_types[0].1.clone();
            let issue = self.issue(Code::TypeMismatch, message, &[0]);
            return Err(Some(Box::new(issue.fix(
                message!("write `{text}`", text = text.clone()),
                place,
                text,
            ))));
        }
        self.count(count, order, 0)
    }

    pub(super) fn store(&self) -> Judged {
        self.indices(2)?;
        let (value, memref) = (self.scalar(0)?, self.memref(1)?);
        if value != memref.element {
            let message = message!(
                "`{value}` of type `{found}` is stored where elements have type `{element}`",
                value = self.name(0),
                found = value.name(),
                element = memref.element.name()
            );
            return self.fail(Code::ScalarMismatch, message, &[0, 1]);
        }
        self.count(self.instruction.operands.len() - 2, memref.order(), 1)
    }

    /// An update that returns the element before it.
    pub(super) fn atomic_update(&self, operation: Binary) -> Judged {
        self.store()?;
        if let Ok(scalar) = self.scalar(0)
            && operation != Binary::Add
        {
            self.numbers(scalar, &[Numbers::Complex], &[0])?;
        }
        let ty = self.result()?;
        if self.type_of(0)? == ty {
            return Ok(());
        }
        self.operand_differs(0, ty)
    }

    pub(super) fn associated(&self) -> Judged {
        let ty = self.result()?;
        if *ty != Type::Boolean {
            let message = message!("`{word}` is a `bool`", word = "associated");
            let issue = self.issue(Code::ExpectedBoolean, message, &[]);
            let place = self.instruction.result_types[0].1.clone();
            let title = message!("write `{word}`", word = "bool");
            return Err(Some(Box::new(issue.fix(title, place, "bool"))));
        }
        match self.type_of(0)? {
            Type::Memref(_) | Type::Group(_) => Ok(()),
            ty => {
                let message = message!(
                    "`{name}` has type `{ty}`, and only memrefs and groups are associated",
                    name = self.name(0),
                    ty = ty.to_string()
                );
                self.fail(Code::ExpectedMemrefOrGroup, message, &[0])
            }
        }
    }

    pub(super) fn size(&self, mode: i64) -> Judged {
        let ty = self.result()?;
        if *ty != Type::Scalar(Scalar::Index) {
            let issue = self.issue(
                Code::ExpectedIndex,
                message!("a size has type `index`"),
                &[],
            );
            let place = self.instruction.result_types[0].1.clone();
            return Err(Some(Box::new(issue.fix(
                message!("write `{word}`", word = "index"),
                place,
                "index",
            ))));
        }
        match self.type_of(0)? {
            Type::Memref(memref) => self.mode(mode, memref.order(), 0),
            Type::Group(_) => self.mode(mode, 1, 0),
            ty => {
                let message = message!(
                    "`{name}` has type `{ty}`, which has no sizes",
                    name = self.name(0),
                    ty = ty.to_string()
                );
                self.fail(Code::ExpectedMemrefOrGroup, message, &[0])
            }
        }
    }
}
