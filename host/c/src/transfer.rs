//! Transfers between the host and memories.

use std::ffi::{c_int, c_uint, c_void};

use mnc2_host::device::{ByteOrder, Words};
use mnc2_isa::Memory;
use mnc2_program::Scope;
use mnc2_text::message;

use crate::failure::{Failure, call, status};
use crate::lock::locked;
use crate::memory::{values, values_mut};
use crate::registry::{DeviceHandle, device};

/// # Safety
/// As the header demands of its buffer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_send(
    dev: DeviceHandle,
    buf: *const c_void,
    pdm_offset: u64,
    size: usize,
    send_wait_tag: c_uint,
) -> c_int {
    status("mnc2_send", || {
        let device = device(dev)?;
        let mut device = locked(&device.device);
        device.check_transfer(pdm_offset, size, send_wait_tag)?;
        // SAFETY: the caller's promise.
        let bytes = unsafe { values(buf.cast::<u8>(), size, message!("the buffer")) }?;
        Ok(device.send(bytes, pdm_offset, send_wait_tag)?)
    })
}

/// # Safety
/// As the header demands of its buffer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_recv(
    dev: DeviceHandle,
    buf: *mut c_void,
    pdm_offset: u64,
    size: usize,
    recv_wait_tag: c_uint,
) -> c_int {
    status("mnc2_recv", || {
        let device = device(dev)?;
        let device = locked(&device.device);
        device.check_transfer(pdm_offset, size, recv_wait_tag)?;
        // SAFETY: the caller's promise.
        let bytes = unsafe { values_mut(buf.cast::<u8>(), size, message!("the buffer")) }?;
        Ok(device.receive(bytes, pdm_offset, recv_wait_tag)?)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_set_endian_ctrl(dev: DeviceHandle, endian_ctrl: c_int) -> c_int {
    status("mnc2_set_endian_ctrl", || {
        let device = device(dev)?;
        let order = usize::try_from(endian_ctrl).ok();
        let order = order.and_then(|number| ByteOrder::ALL.get(number));
        let Some(order) = order else {
            return Err(Failure::argument(message!(
                "{number} is not a byte order: these go from 0 to 4",
                number = i64::from(endian_ctrl)
            )));
        };
        locked(&device.device).byte_order = *order;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn mnc2_get_endian_ctrl(dev: DeviceHandle) -> c_int {
    let order = || {
        let order = locked(&device(dev)?.device).byte_order;
        Ok(order as c_int)
    };
    call("mnc2_get_endian_ctrl", order, |code| code)
}

/// The memories, by their numbers in the header.
const MEMORIES: [Memory; 8] = [
    Memory::Pdm,
    Memory::Dram,
    Memory::L2bm,
    Memory::L1bm,
    Memory::Lm0,
    Memory::Lm1,
    Memory::Grf0,
    Memory::Grf1,
];

/// The five numbers of a `mnc2_loc_t`, from the group down.
type Location = [c_int; 5];

/// The words that a debug call names, with their number.
///
/// # Safety
/// As the header demands of the location.
unsafe fn words(
    region: c_int,
    location: *const Location,
    address: c_int,
    count: c_int,
) -> Result<(Words, usize), Failure> {
    let memory = usize::try_from(region).ok();
    let Some(memory) = memory.and_then(|region| MEMORIES.get(region)) else {
        return Err(Failure::argument(message!(
            "{number} is not a memory: they are MNC2_MEM_PDM and those after it",
            number = i64::from(region)
        )));
    };
    let location = match location.is_null() {
        true => Location::default(),
        // SAFETY: the caller's promise.
        false => unsafe { values(location, 1, message!("`loc`")) }?[0],
    };
    let part = |index: usize| u8::try_from(location[index]).ok();
    let parts = [0, 1, 2, 3, 4].map(part);
    let (Ok(address), Ok(count)) = (u32::try_from(address), usize::try_from(count)) else {
        return Err(Failure::argument(message!(
            "the address or the count is negative"
        )));
    };
    if parts.contains(&None) {
        return Err(Failure::argument(message!("the chip has no such element")));
    }
    let [group, l2b, l1b, mab, pe] = parts;
    let element = Scope {
        group,
        l2b,
        l1b,
        mab,
        pe,
    };
    let words = Words {
        memory: *memory,
        element,
        address,
    };
    words.check(count)?;
    Ok((words, count))
}

/// # Safety
/// As the header demands of its pointers.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_debug_read(
    dev: DeviceHandle,
    mem_region: c_int,
    loc: *const Location,
    addr: c_int,
    count: c_int,
    out: *mut u64,
) -> c_int {
    status("mnc2_debug_read", || {
        let device = device(dev)?;
        // SAFETY: the caller's promise.
        let (from, count) = unsafe { words(mem_region, loc, addr, count) }?;
        // SAFETY: the caller's promise.
        let out = unsafe { values_mut(out, count, message!("`out`")) }?;
        Ok(locked(&device.device).read(from, out)?)
    })
}

/// # Safety
/// As the header demands of its pointers.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn mnc2_debug_write(
    dev: DeviceHandle,
    mem_region: c_int,
    loc: *const Location,
    addr: c_int,
    count: c_int,
    data: *const u64,
) -> c_int {
    status("mnc2_debug_write", || {
        let device = device(dev)?;
        // SAFETY: the caller's promise.
        let (to, count) = unsafe { words(mem_region, loc, addr, count) }?;
        if matches!(to.memory, Memory::Pdm | Memory::Dram) {
            return Err(Failure::argument(message!(
                "words of {memory} are written by transfers: `mnc2_send`, and MV instructions of a kernel",
                memory = to.memory.name()
            )));
        }
        // SAFETY: the caller's promise.
        let data = unsafe { values(data, count, message!("`data`")) }?;
        Ok(locked(&device.device).write(to, data)?)
    })
}
