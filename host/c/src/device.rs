//! Devices: opening, closing, and what the board has and an emulator has not.

use std::ffi::{c_char, c_int};

use mnc2_text::message;

use crate::failure::{Code, Failure, call, status};
use crate::lock::locked;
use crate::memory;
use crate::registry::{DeviceHandle, OpenDevice, device, registry};

/// The number of `MNC2_BACKEND_EMU_LIB` in the header.
const BACKEND: c_int = 2;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_open(device_number: c_int) -> DeviceHandle {
    let open = || match device_number {
        0.. => Ok(registry().add_device(OpenDevice::default())),
        _ => Err(Failure::argument(message!(
            "{number} is not the number of a device",
            number = i64::from(device_number)
        ))),
    };
    call("mnc2_open", open, |_| std::ptr::null_mut())
}

/// Closes a device. NULL is left. Its kernels can still be freed, and not run on another one.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_close(dev: DeviceHandle) {
    status("mnc2_close", || {
        if dev.is_null() || registry().close(dev) {
            return Ok(());
        }
        device(dev).map(|_| ())
    });
}

/// Forgets tags, as the board does with what is in its queues; memories stay.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_reset(dev: DeviceHandle) -> c_int {
    status("mnc2_reset", || {
        locked(&device(dev)?.device).reset();
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_get_backend_name(dev: DeviceHandle) -> *const c_char {
    let name = || device(dev).map(|_| c"emu:lib".as_ptr());
    call("mnc2_get_backend_name", name, |_| c"unknown".as_ptr())
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_get_backend() -> c_int {
    BACKEND
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_wait_ddma_idle(dev: DeviceHandle) -> c_int {
    status("mnc2_wait_ddma_idle", || device(dev).map(|_| ()))
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_wait_idma_idle(dev: DeviceHandle) -> c_int {
    status("mnc2_wait_idma_idle", || device(dev).map(|_| ()))
}

/// `mnc2_ddma_stat_t`: four channels with four numbers each, all 0.
type DataQueue = [c_int; 16];

/// `mnc2_idma_stat_t`: three numbers, all 0.
type KernelQueue = [c_int; 3];

/// # Safety
/// As the header demands of its pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_get_ddma_stat(
    dev: DeviceHandle,
    out: *mut DataQueue,
) -> c_int {
    status("mnc2_get_ddma_stat", || {
        device(dev)?;
        // SAFETY: the caller's promise.
        unsafe { memory::write(out, DataQueue::default(), message!("`out`")) }
    })
}

/// # Safety
/// As the header demands of its pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_get_idma_stat(
    dev: DeviceHandle,
    out: *mut KernelQueue,
) -> c_int {
    status("mnc2_get_idma_stat", || {
        device(dev)?;
        // SAFETY: the caller's promise.
        unsafe { memory::write(out, KernelQueue::default(), message!("`out`")) }
    })
}

fn no_registers() -> Failure {
    Failure::new(
        Code::Device,
        message!("an emulator has no registers of the board"),
    )
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_read_pio(dev: DeviceHandle, _addr: u64, _val_out: *mut u64) -> c_int {
    status("mnc2_read_pio", || {
        device(dev).and_then(|_| Err(no_registers()))
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_write_pio(dev: DeviceHandle, _addr: u64, _val: u64) -> c_int {
    status("mnc2_write_pio", || {
        device(dev).and_then(|_| Err(no_registers()))
    })
}

/// Reads a limit, and sets another one. Without a device it is -1, as in the reference.
fn wait_limit(name: &'static str, dev: DeviceHandle, index: usize, new: Option<c_int>) -> c_int {
    let limit = || {
        let device = device(dev)?;
        let mut limits = locked(&device.wait_limits);
        let old = limits.0[index];
        limits.0[index] = new.unwrap_or(old);
        Ok(old)
    };
    call(name, limit, |_| -1)
}

macro_rules! wait_limits {
    ($($index:literal $get:ident $set:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $get(dev: DeviceHandle) -> c_int {
            wait_limit(stringify!($get), dev, $index, None)
        }

        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $set(dev: DeviceHandle, cnt: c_int) -> c_int {
            wait_limit(stringify!($set), dev, $index, Some(cnt))
        }
    )*};
}

wait_limits! {
    0 mnc2_get_ddma_kick_verify_max mnc2_set_ddma_kick_verify_max;
    1 mnc2_get_ddma_complete_max mnc2_set_ddma_complete_max;
    2 mnc2_get_idma_kick_verify_max mnc2_set_idma_kick_verify_max;
    3 mnc2_get_idma_complete_max mnc2_set_idma_complete_max;
}
