//! Types, and what is wrong with them.

use std::sync::Arc;

use mnc2_text::message;

use super::definitions::Meaning;
use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::ByteRange;
use crate::issue::{Elsewhere, Issue};
use crate::types::{AddressSpace, Coopmatrix, Extent, Group, MatrixUse, Memref, Scalar, Type};

/// A type with its place; `None` if it is written as a type, but there is no such type.
pub(super) type Placed = (Option<Type>, ByteRange);

impl Parser<'_> {
    /// Parses a type, with its place.
    pub(super) fn ty(&mut self) -> Parsed<Placed> {
        let start = self.place().start;
        if self.is_definition() {
            let ty = self.meant_type()?;
            return Some((ty, start..self.end_before()));
        }
        let ty = match self.word() {
            "bool" => {
                self.take();
                Some(Type::Boolean)
            }
            "memref" => self.memref()?.map(|memref| Type::Memref(Arc::new(memref))),
            "group" => self.group()?,
            "coopmatrix" => self.coopmatrix()?,
            word if Scalar::find(word).is_some() => Some(Type::Scalar(self.scalar()?)),
            _ => return self.unexpected(message!("a type")),
        };
        Some((ty, start..self.end_before()))
    }

    /// The type that a name of the preprocessor means.
    fn meant_type(&mut self) -> Parsed<Option<Type>> {
        let place = self.place();
        match self.meant()? {
            Meaning::Type(ty) => Some(ty),
            other => self.other_meaning(&other, place, message!("a type")),
        }
    }

    pub(super) fn scalar(&mut self) -> Parsed<Scalar> {
        if self.is_definition() {
            let place = self.place();
            let meant = self.meant_type()?;
            let scalar = meant.as_ref().and_then(Type::scalar);
            return match meant {
                Some(ty) if scalar.is_none() => {
                    self.other_meaning(&Meaning::Type(Some(ty)), place, message!("a scalar type"))
                }
                _ => scalar,
            };
        }
        match Scalar::find(self.word()) {
            Some(scalar) => {
                self.take();
                Some(scalar)
            }
            None => self.unexpected(message!("a scalar type")),
        }
    }

    /// An integer type after a colon. Outside: whether it was read; inside: the type, unless a bound determines it: in 0.4, which has
    /// no such type in the text.
    pub(super) fn variable_type(&mut self) -> Parsed<Option<Scalar>> {
        let start = self.place().start;
        if !self.accept(":") {
            return Some(Some(Scalar::Index).filter(|_| !self.version.is_04()));
        }
        if self.version.is_04() {
            let stated = self.scalar()?;
            let place = start..self.end_before();
            let message =
                message!("a loop variable has the type of its bounds, which is not written");
            let issue = Issue::new(Code::Syntax, place.clone(), message);
            let text = format!(":{}", stated.name());
            let issue = issue.suggest(message!("remove `{text}`", text), place, "");
            self.issues.push(issue.right_elsewhere(Elsewhere::Right));
            return Some(None);
        }
        match Scalar::find(self.word()).filter(|scalar| scalar.integer_range().is_some()) {
            Some(scalar) => {
                self.take();
                Some(Some(scalar))
            }
            None => self.unexpected(message!("an integer type")),
        }
    }

    /// A number or `?`, with its place.
    fn extent(&mut self) -> Parsed<(Extent, ByteRange)> {
        let place = self.place();
        if self.accept("?") {
            return Some((Extent::Dynamic, place));
        }
        if self.kind() == Some(crate::lex::TokenKind::Local) {
            let issue = Issue::new(
                Code::Syntax,
                place,
                message!("a size in a type is a number or `?`"),
            );
            self.issues.push(issue);
            return None;
        }
        Some((Extent::Static(self.integer()?), place))
    }

    /// Notes a negative number; false if it is one.
    fn is_valid(&mut self, extent: Extent, place: ByteRange, code: Code) -> bool {
        let is_valid = extent.known().is_none_or(|number| number >= 0);
        if !is_valid {
            let message = if code == Code::InvalidOffset {
                message!("an offset is not negative")
            } else {
                message!("sizes and strides are not negative")
            };
            self.issues.push(Issue::new(code, place, message));
        }
        is_valid
    }

    fn memref(&mut self) -> Parsed<Option<Memref>> {
        let start = self.place().start;
        self.expect("memref")?;
        self.expect("<")?;
        let element = self.scalar()?;
        let mut is_valid = true;
        let mut shape = Vec::new();
        while self.accept("x") {
            let (size, place) = self.extent()?;
            is_valid &= self.is_valid(size, place, Code::InvalidShape);
            shape.push(size);
        }
        let mut stride = None;
        let mut space = AddressSpace::Global;
        if self.accept(",") {
            let is_strided = self.is_word("strided");
            if is_strided {
                let (strides, is_fine) = self.strides()?;
                is_valid &= is_fine;
                stride = Some(strides);
            }
            if !is_strided || self.accept(",") {
                space = match self.word() {
                    "global" => AddressSpace::Global,
                    "local" => AddressSpace::Local,
                    _ => return self.unexpected(message!("`strided<..>`, `global` or `local`")),
                };
                self.take();
            }
        }
        if !self.is_sign(">") {
            let expected = if shape.is_empty() {
                message!("`x` or `>`")
            } else {
                message!("`x`, `,` or `>`")
            };
            return self.unexpected(expected);
        }
        self.take();
        let place = start..self.end_before();
        let stride = stride.unwrap_or_else(|| Memref::canonical_stride(&shape));
        if stride.len() != shape.len() {
            let issue = Issue::new(
                Code::StrideCount,
                place,
                message!(
                    "the type has {modes:# mode|# modes} and {strides:# stride|# strides}",
                    modes = shape.len(),
                    strides = stride.len()
                ),
            );
            self.issues.push(issue);
            return Some(None);
        }
        let memref = Memref {
            element,
            shape,
            stride,
            space,
        };
        if is_valid {
            self.check_strides(&memref, place);
        }
        Some(is_valid.then_some(memref))
    }

    /// The strides with whether none is negative.
    fn strides(&mut self) -> Parsed<(Vec<Extent>, bool)> {
        self.expect("strided")?;
        self.expect("<")?;
        let (mut strides, mut is_valid) = (Vec::new(), true);
        if !self.is_sign(">") {
            loop {
                let (stride, place) = self.extent()?;
                is_valid &= self.is_valid(stride, place, Code::InvalidShape);
                strides.push(stride);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(">")?;
        Some((strides, is_valid))
    }

    /// The first stride is at least 1, and each other stride at least the extent of the mode before.
    fn check_strides(&mut self, memref: &Memref, place: ByteRange) {
        if memref.stride.first() == Some(&Extent::Static(0)) {
            let issue = Issue::new(
                Code::StrideOrder,
                place,
                message!("the first stride is at least 1"),
            );
            self.issues.push(issue);
            return;
        }
        for mode in 1..memref.order() {
            let span = memref.stride[mode - 1].times(memref.shape[mode - 1]);
            if let (Some(span), Some(stride)) = (span.known(), memref.stride[mode].known())
                && stride < span
            {
                let issue = Issue::new(
                    Code::StrideOrder,
                    place,
                    message!(
                        "stride {mode} is {stride}, but mode {before} spans {span} elements",
                        mode,
                        stride,
                        before = mode - 1,
                        span
                    ),
                );
                self.issues.push(issue);
                return;
            }
        }
    }

    fn group(&mut self) -> Parsed<Option<Type>> {
        self.expect("group")?;
        self.expect("<")?;
        let memref = if self.is_definition() {
            let place = self.place();
            match self.meant_type()? {
                Some(Type::Memref(memref)) => Some(memref.as_ref().clone()),
                other => {
                    return self.other_meaning(
                        &Meaning::Type(other),
                        place,
                        message!("a memref type"),
                    );
                }
            }
        } else {
            self.memref()?
        };
        self.expect("x")?;
        let (size, place) = self.extent()?;
        let mut is_valid = self.is_valid(size, place, Code::InvalidShape);
        let mut offset = Extent::Static(0);
        if self.accept(",") {
            self.expect("offset")?;
            self.expect(":")?;
            let (found, place) = self.extent()?;
            is_valid &= self.is_valid(found, place, Code::InvalidOffset);
            offset = found;
        }
        self.expect(">")?;
        let group = memref.filter(|_| is_valid).map(|memref| {
            let memref = Arc::new(memref);
            Type::Group(Arc::new(Group {
                memref,
                size,
                offset,
            }))
        });
        Some(group)
    }

    fn coopmatrix(&mut self) -> Parsed<Option<Type>> {
        self.expect("coopmatrix")?;
        self.expect("<")?;
        let component = self.scalar()?;
        let mut sizes = [0; 2];
        let mut is_valid = true;
        for size in &mut sizes {
            self.expect("x")?;
            let place = self.place();
            *size = self.integer()?;
            is_valid &= self.is_valid(Extent::Static(*size), place, Code::InvalidShape);
        }
        self.expect(",")?;
        let word = self.word();
        let Some(usage) = MatrixUse::ALL
            .into_iter()
            .find(|usage| usage.name() == word)
        else {
            return self.unexpected(message!("`matrix_a`, `matrix_b` or `matrix_acc`"));
        };
        self.take();
        self.expect(">")?;
        let [rows, columns] = sizes;
        let matrix = Coopmatrix {
            component,
            rows,
            columns,
            usage,
        };
        Some(is_valid.then_some(Type::Coopmatrix(matrix)))
    }

    /// Types in parentheses, which must be next.
    pub(super) fn types(&mut self) -> Parsed<Vec<Placed>> {
        self.expect("(")?;
        let mut types = Vec::new();
        if !self.is_sign(")") {
            loop {
                types.push(self.ty()?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(")")?;
        Some(types)
    }
}
