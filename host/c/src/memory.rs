//! Data of a caller: the only pointers that are followed.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::{CStr, c_char, c_void};
use std::slice;

use mnc2_text::{Message, message};

use crate::failure::{Failure, call, status};
use crate::registry::{DeviceHandle, device, registry};

/// The alignment of buffers in bytes: a block of a transfer, and a line of a cache.
const ALIGNMENT_BYTES: usize = 64;

/// The largest buffer in bytes: all of DRAM.
const BUFFER_BYTES_MAX: usize = 16 << 30;

/// Whether `count` values can be at an address at all, and in a buffer of this library do not reach beyond its end.
fn check<T>(address: usize, count: usize, name: Message) -> Result<(), Failure> {
    if address == 0 {
        return Err(Failure::argument(message!("{name} is NULL", name)));
    }
    if !address.is_multiple_of(align_of::<T>()) {
        let bytes = align_of::<T>() as u64;
        return Err(Failure::argument(message!(
            "{name} is at an address that is not a multiple of {bytes}",
            name,
            bytes
        )));
    }
    let size = count
        .checked_mul(size_of::<T>())
        .filter(|it| isize::try_from(*it).is_ok());
    let end = size.and_then(|size| address.checked_add(size));
    let Some(end) = end else {
        return Err(Failure::argument(message!("{name} is too large", name)));
    };
    let registry = registry();
    let buffer = registry.buffers.range(..=address).next_back();
    let beyond = buffer.map(|(start, size)| (start + size, *size));
    match beyond {
        Some((last, size)) if address < last && end > last => {
            let size = size as u64;
            Err(Failure::argument(message!(
                "{name} reaches beyond the end of its buffer of {size:# byte|# bytes}",
                name,
                size
            )))
        }
        _ => Ok(()),
    }
}

/// Values of the caller, to read.
///
/// # Safety
/// If the pointer is not NULL, it is to `count` values that stay as they are during the call, as the header demands.
pub(crate) unsafe fn values<'a, T: Copy>(
    pointer: *const T,
    count: usize,
    name: Message,
) -> Result<&'a [T], Failure> {
    check::<T>(pointer.addr(), count, name)?;
    // SAFETY: it is not NULL and is aligned, and the size fits, by the checks; the rest is the caller's promise. All callers
    // use types for which any bytes are a value.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// Values of the caller, to write.
///
/// # Safety
/// If the pointer is not NULL, it is to `count` initialized values that nothing else accesses during the call, as the header
/// demands.
pub(crate) unsafe fn values_mut<'a, T: Copy>(
    pointer: *mut T,
    count: usize,
    name: Message,
) -> Result<&'a mut [T], Failure> {
    check::<T>(pointer.addr(), count, name)?;
    // SAFETY: as in `values`; nothing else accesses them, by the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// Writes one value, which need not be initialized.
///
/// # Safety
/// If the pointer is not NULL, a value can be written there, as the header demands.
pub(crate) unsafe fn write<T: Copy>(
    pointer: *mut T,
    value: T,
    name: Message,
) -> Result<(), Failure> {
    check::<T>(pointer.addr(), 1, name)?;
    // SAFETY: it is not NULL and is aligned, by the checks; that it can be written is the caller's promise.
    unsafe { pointer.write(value) };
    Ok(())
}

/// A text of the caller.
///
/// # Safety
/// If the pointer is not NULL, it is to bytes that end with 0 and stay as they are during the call, as the header demands.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: Message) -> Result<&'a CStr, Failure> {
    check::<c_char>(pointer.addr(), 1, name)?;
    // SAFETY: it is not NULL; the end is the caller's promise.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size, ALIGNMENT_BYTES).ok()
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_alloc_host_buffer(dev: DeviceHandle, size: usize) -> *mut c_void {
    let allocate = || {
        device(dev)?;
        let is_usable = (1..=BUFFER_BYTES_MAX).contains(&size);
        let Some(layout) = layout(size).filter(|_| is_usable) else {
            return Err(Failure::argument(message!(
                "a buffer has 1 to {max} bytes",
                max = BUFFER_BYTES_MAX as u64
            )));
        };
        // SAFETY: the size is not 0, by the check.
        let buffer = unsafe { alloc_zeroed(layout) };
        if buffer.is_null() {
            let size = size as u64;
            return Err(Failure::argument(message!(
                "cannot allocate {size:# byte|# bytes}",
                size
            )));
        }
        registry().buffers.insert(buffer.expose_provenance(), size);
        Ok(buffer.cast())
    };
    call("mnc2_alloc_host_buffer", allocate, |_| std::ptr::null_mut())
}

/// Frees a buffer by the size that it was made with; the caller's is only compared. NULL is left, as `free` does.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_free_host_buffer(_dev: DeviceHandle, buf: *mut c_void, size: usize) {
    status("mnc2_free_host_buffer", || {
        if buf.is_null() {
            return Ok(());
        }
        let Some(own) = registry().buffers.remove(&buf.addr()) else {
            return Err(Failure::argument(message!(
                "this is not a buffer of mnc2_alloc_host_buffer, or it was freed"
            )));
        };
        if let Some(layout) = layout(own) {
            // SAFETY: it was allocated with this layout and is still, since it was in the registry, from which it was removed.
            unsafe { dealloc(buf.cast(), layout) };
        }
        match own == size {
            true => Ok(()),
            false => Err(Failure::argument(message!(
                "the buffer has {own:# byte|# bytes}, not {size}; it is freed",
                own = own as u64,
                size = size as u64
            ))),
        }
    });
}
