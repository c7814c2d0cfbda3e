//! Views: expand, fuse and subview. The type of the result follows from the operand; strides may be `?` instead.

use mnc2_text::message;

use super::{Checker, Judged};
use crate::code::Code;
use crate::ir::Slice;
use crate::types::{Extent, Memref, Type};

impl Checker<'_> {
    /// Operand and result, whose element type and address space are the same.
    fn view(&self) -> Judged<(&Memref, &Memref)> {
        let ty = self.result()?;
        let Type::Memref(result) = ty else {
            let message = message!("`{ty}` is not a memref", ty = ty.to_string());
            return self.fail(Code::ExpectedMemref, message, &[]);
        };
        let operand = self.memref(0)?;
        if operand.element != result.element {
            let message = message!(
                "a view of `{operand}` elements cannot have `{result}` elements",
                operand = operand.element.name(),
                result = result.element.name()
            );
            return self.fail(Code::ScalarMismatch, message, &[0]);
        }
        if operand.space != result.space {
            let message = message!(
                "`{name}` is in the {operand} address space, the result in the {result} one",
                name = self.name(0),
                operand = operand.space.name(),
                result = result.space.name()
            );
            return self.fail(Code::AddressSpaceMismatch, message, &[0]);
        }
        Ok((operand, result))
    }

    /// Compares the result with the modes that it must have, each a size with the strides that it may have.
    fn modes(&self, result: &Memref, expected: &[(Extent, Extent)]) -> Judged {
        let shape: Vec<Extent> = expected.iter().map(|(size, _)| *size).collect();
        let stride: Vec<Extent> = expected.iter().map(|(_, stride)| *stride).collect();
        let deduced = Memref {
            shape,
            stride,
            ..result.clone()
        }
        .to_string();
        let (code, message) = if result.order() != expected.len() {
            let message = message!(
                "the result has {found:# mode|# modes}, and the view {expected}",
                found = result.order() as i64,
                expected = expected.len() as i64
            );
            let is_excess = result.order() > expected.len();
            (
                if is_excess {
                    Code::ExtraModes
                } else {
                    Code::ResultOrder
                },
                message,
            )
        } else if let Some(mode) =
            (0..expected.len()).find(|&mode| result.shape[mode] != expected[mode].0)
        {
            let message = message!(
                "mode {mode} of the result has size {found}, and the view {expected}",
                mode = mode as i64,
                found = result.shape[mode].to_string(),
                expected = expected[mode].0.to_string()
            );
            (Code::InvalidShape, message)
        } else if let Some(mode) = (0..expected.len()).find(|&mode| {
            let stride = result.stride[mode];
            stride != Extent::Dynamic && stride != expected[mode].1
        }) {
            let message = message!(
                "mode {mode} of the result has stride {found}, and the view {expected}",
                mode = mode as i64,
                found = result.stride[mode].to_string(),
                expected = expected[mode].1.to_string()
            );
            (Code::InvalidStride, message)
        } else {
            return Ok(());
        };
        let place = self.instruction.result_types[0].1.clone();
        let issue = self.issue(code, message, &[0]);
        let issue = issue.fix(
            message!("write `{text}`", text = deduced.clone()),
            place,
            deduced,
        );
        Err(Some(Box::new(issue)))
    }

    pub(super) fn expand(&self, mode: i64, shape: &[Extent]) -> Judged {
        self.indices(1)?;
        let (operand, result) = self.view()?;
        self.mode(mode, operand.order(), 0)?;
        let mode = mode as usize;
        if shape
            .iter()
            .any(|size| size.known().is_some_and(|size| size < 0))
        {
            return self.fail(
                Code::InvalidShape,
                message!("sizes and strides are not negative"),
                &[],
            );
        }
        let mut expected = modes_of(operand, 0..mode);
        let mut stride = operand.stride[mode];
        for &size in shape {
            expected.push((size, stride));
            stride = stride.times(size);
        }
        expected.extend(modes_of(operand, mode + 1..operand.order()));
        self.modes(result, &expected)?;
        let product = shape
            .iter()
            .fold(Extent::Static(1), |product, &size| product.times(size));
        let known: i64 = shape
            .iter()
            .filter_map(|size| size.known())
            .fold(1, i64::saturating_mul);
        let Some(size) = operand.shape[mode].known() else {
            return Ok(());
        };
        let is_fine = match product {
            Extent::Static(product) => product == size,
            // What is not known makes up for the rest.
            Extent::Dynamic => known != 0 && size % known == 0,
        };
        if is_fine {
            return Ok(());
        }
        let message = message!(
            "the product of the expand shape is {known}, and the size of mode {mode} {size}",
            known,
            mode = mode as i64,
            size
        );
        self.fail(Code::ExpandProduct, message, &[0])
    }

    pub(super) fn fuse(&self, from: i64, to: i64) -> Judged {
        let (operand, result) = self.view()?;
        if !(0 <= from && from < to && to < operand.order() as i64) {
            let message = message!(
                "modes {from} to {to} cannot be fused: `{name}` has {order:# mode|# modes}",
                from,
                to,
                name = self.name(0),
                order = operand.order() as i64
            );
            return self.fail(Code::OutOfBounds, message, &[0]);
        }
        let (from, to) = (from as usize, to as usize);
        let size = operand.shape[from..=to]
            .iter()
            .fold(Extent::Static(1), |product, &size| product.times(size));
        let mut expected = modes_of(operand, 0..from);
        expected.push((size, operand.stride[from]));
        expected.extend(modes_of(operand, to + 1..operand.order()));
        self.modes(result, &expected)?;
        for mode in from..to {
            let span = operand.stride[mode].times(operand.shape[mode]);
            if let (Some(span), Some(stride)) = (span.known(), operand.stride[mode + 1].known())
                && span != stride
            {
                let message = message!(
                    "mode {mode} spans {span} elements, and the stride of the next mode is {stride}",
                    mode = mode as i64,
                    span,
                    stride
                );
                return self.fail(Code::FuseStride, message, &[0]);
            }
        }
        Ok(())
    }

    pub(super) fn subview(&self, slices: &[Slice]) -> Judged {
        self.indices(1)?;
        let (operand, result) = self.view()?;
        if slices.len() != operand.order() {
            let message = message!(
                "{found:# index|# indices} for `{name}`, which takes {expected}",
                found = slices.len() as i64,
                name = self.name(0),
                expected = operand.order() as i64
            );
            return self.fail(Code::IndexCount, message, &[0]);
        }
        let mut expected = Vec::new();
        for (mode, slice) in slices.iter().enumerate() {
            let numbers = [Some(slice.offset), slice.size];
            if numbers
                .into_iter()
                .flatten()
                .any(|extent| extent.known().is_some_and(|number| number < 0))
            {
                return self.fail(
                    Code::InvalidSlice,
                    message!(
                        "the slice of mode {mode} has a negative number",
                        mode = mode as i64
                    ),
                    &[],
                );
            }
            if let Some(size) = slice.kept() {
                expected.push((size, operand.stride[mode]));
            }
        }
        self.modes(result, &expected)
    }
}

fn modes_of(memref: &Memref, modes: std::ops::Range<usize>) -> Vec<(Extent, Extent)> {
    modes
        .map(|mode| (memref.shape[mode], memref.stride[mode]))
        .collect()
}
