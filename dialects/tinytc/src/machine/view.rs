//! Views on views: `subview`, `expand`, `fuse`, within the memory that there is.

use mnc2_text::{Message, message};

use super::value::View;
use crate::ir::Slice;
use crate::types::Extent;

/// The numbers of sizes, the dynamic ones from a list.
fn next(extent: Extent, numbers: &mut impl Iterator<Item = i64>) -> i64 {
    match extent {
        Extent::Static(number) => number,
        Extent::Dynamic => numbers.next().unwrap_or(0),
    }
}

/// `subview`. Slices stay within their modes; modes without a size vanish.
pub(super) fn subview(view: &View, slices: &[Slice], numbers: &[i64]) -> Result<View, Message> {
    let mut numbers = numbers.iter().copied();
    let mut found = View {
        shape: Vec::new(),
        stride: Vec::new(),
        ..*view
    };
    let modes = view.shape.iter().zip(&view.stride).enumerate();
    for ((mode, (&whole, &stride)), slice) in modes.zip(slices) {
        let offset = next(slice.offset, &mut numbers);
        let is_dynamic = slice.size == Some(Extent::Dynamic);
        let size = slice.size.map_or(0, |size| next(size, &mut numbers));
        if is_dynamic && size <= 0 {
            return Err(message!(
                "a dynamic size is positive, and this one is {size}",
                size
            ));
        }
        let reach = offset.checked_add(size.max(1));
        if offset < 0 || reach.is_none_or(|end| end > whole) {
            let count = size.max(1);
            return Err(message!(
                "{count} from index {offset} on is outside of mode {mode}, which has size {whole}",
                count,
                offset,
                mode,
                whole
            ));
        }
        found.offset += offset * stride;
        if slice.kept().is_some() {
            found.shape.push(size);
            found.stride.push(stride);
        }
    }
    Ok(found)
}

/// `expand`. The product of the new sizes is the size of the mode.
pub(super) fn expand(
    view: &View,
    mode: i64,
    shape: &[Extent],
    numbers: &[i64],
) -> Result<View, Message> {
    let mut numbers = numbers.iter().copied();
    let mode = mode as usize;
    let sizes: Vec<i64> = shape.iter().map(|&it| next(it, &mut numbers)).collect();
    let product = sizes
        .iter()
        .try_fold(1_i64, |product, &size| product.checked_mul(size));
    let whole = view.shape[mode];
    if product != Some(whole) || sizes.iter().any(|&size| size < 0) {
        let product = sizes
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join("x");
        return Err(message!(
            "{product} is another size than {whole}, that of mode {mode}",
            product,
            whole,
            mode
        ));
    }
    let mut stride = view.stride[mode];
    let mut strides = Vec::with_capacity(sizes.len());
    for size in &sizes {
        strides.push(stride);
        stride = stride.saturating_mul(*size);
    }
    let mut found = view.clone();
    found.shape.splice(mode..=mode, sizes);
    found.stride.splice(mode..=mode, strides);
    Ok(found)
}

/// `fuse`. Each fused mode follows the one before it in memory.
pub(super) fn fuse(view: &View, from: i64, to: i64) -> Result<View, Message> {
    let (from, to) = (from as usize, to as usize);
    for mode in from..to {
        let (stride, size) = (view.stride[mode], view.shape[mode]);
        let next = view.stride[mode + 1];
        if stride.checked_mul(size) != Some(next) {
            return Err(message!(
                "mode {mode} has stride {stride} and size {size}, so the next one would have to have another stride than {next}",
                mode,
                stride,
                size,
                next
            ));
        }
    }
    let sizes = view.shape[from..=to].iter();
    let size = sizes.fold(1_i64, |product, &size| product.saturating_mul(size));
    let mut found = view.clone();
    found.shape.splice(from..=to, [size]);
    found.stride.splice(from..=to, [view.stride[from]]);
    Ok(found)
}
