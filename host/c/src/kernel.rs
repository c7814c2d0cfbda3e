//! Kernels.

use std::ffi::{CStr, c_char, c_int};
use std::path::PathBuf;

use mnc2_host::kernel::Kernel;
use mnc2_project::files;
use mnc2_text::message;

use crate::debugging;
use crate::failure::{Code, Failure, call, status};
use crate::lock::locked;
use crate::memory::{self, text};
use crate::registry::{DeviceHandle, KernelHandle, LoadedKernel, device, kernel, registry};

/// The largest file of a kernel, in bytes.
const KERNEL_BYTES_MAX: u64 = 512 << 20;

/// Bytes that PDM and DRAM may take in a run.
const MEMORY_BYTES_MAX: u64 = 4 << 30;

#[cfg(unix)]
fn path(text: &CStr) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    Some(std::ffi::OsStr::from_bytes(text.to_bytes()).into())
}

#[cfg(not(unix))]
fn path(text: &CStr) -> Option<PathBuf> {
    text.to_str().ok().map(PathBuf::from)
}

/// # Safety
/// As the header demands of its pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_load_kernel(
    dev: DeviceHandle,
    path_text: *const c_char,
) -> KernelHandle {
    let load = || {
        let device = device(dev)?;
        // SAFETY: the caller's promise.
        let text = unsafe { text(path_text, message!("`path`")) }?;
        let Some(path) = path(text) else {
            return Err(Failure::argument(message!("`path` is not a text")));
        };
        let name = path.display().to_string();
        let bytes = files::read(&path, KERNEL_BYTES_MAX).map_err(|error| {
            let reason = error.to_string();
            Failure::new(
                Code::Io,
                message!(
                    "cannot read `{file}`: {reason}",
                    file = name.as_str(),
                    reason
                ),
            )
        })?;
        let kernel = Kernel::read(&bytes).map_err(|reason| {
            Failure::new(
                Code::Kernel,
                message!("`{file}`: {reason}", file = name.as_str(), reason),
            )
        })?;
        let source = debugging::source(&path, &bytes);
        Ok(registry().add_kernel(LoadedKernel {
            kernel,
            device,
            source,
        }))
    };
    call("mnc2_load_kernel", load, |_| std::ptr::null_mut())
}

/// NULL is left.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_free_kernel(handle: KernelHandle) {
    status("mnc2_free_kernel", || {
        if handle.is_null() || registry().free(handle) {
            return Ok(());
        }
        kernel(handle).map(|_| ())
    });
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_exec_kernel(handle: KernelHandle) -> c_int {
    status("mnc2_exec_kernel", || {
        let loaded = kernel(handle)?;
        if !registry().has_device(&loaded.device) {
            return Err(Failure::argument(message!(
                "the device that the kernel was loaded for is closed"
            )));
        }
        let mut device = locked(&loaded.device.device);
        let mut print = |line: &mnc2_emulator::Dump| eprintln!("{line}");
        let debugged = loaded.source.as_ref();
        let debugged = debugged.and_then(|it| debugging::debugged(it, device.machine()));
        if let Some(run) = debugged {
            return Ok(device.take_over(&run, MEMORY_BYTES_MAX, &mut print)?);
        }
        Ok(device.run(&loaded.kernel, MEMORY_BYTES_MAX, None, &mut print)?)
    })
}

/// # Safety
/// As the header demands of its pointers.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_kernel_get_dma_tags(
    handle: KernelHandle,
    tags_wd: *mut u8,
    tags_mv: *mut u8,
    max_tags: c_int,
    out_wd_count: *mut c_int,
    out_mv_count: *mut c_int,
) -> c_int {
    status("mnc2_kernel_get_dma_tags", || {
        let tags = kernel(handle)?.kernel.tags();
        let Ok(max) = usize::try_from(max_tags) else {
            return Err(Failure::argument(message!("`max_tags` is negative")));
        };
        for (tags, to, count) in [
            (&tags.waited, tags_wd, out_wd_count),
            (&tags.carried, tags_mv, out_mv_count),
        ] {
            let shown = &tags[..tags.len().min(max)];
            for (index, &tag) in shown.iter().enumerate() {
                // SAFETY: the caller's promise is that there are `max_tags` values, and `index` is less.
                unsafe {
                    memory::write(to.wrapping_add(index), tag, message!("the list of tags"))
                }?;
            }
            // SAFETY: the caller's promise.
            unsafe { memory::write(count, shown.len() as c_int, message!("the count of tags")) }?;
        }
        Ok(())
    })
}
