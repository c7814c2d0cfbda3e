//! What handles mean: devices, kernels and buffers. A handle is a number as a pointer, and no two are ever alike.

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_int;
use std::marker::PhantomData;
use std::ptr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use mnc2_host::device::Device;
use mnc2_host::kernel::Kernel;
use mnc2_text::message;

use crate::debugging::Source;
use crate::failure::{Code, Failure};
use crate::lock::locked;

/// What a handle points to in the header; it is never made.
#[repr(C)]
pub(crate) struct Opaque<T>(PhantomData<T>);

/// A handle of a device.
pub(crate) type DeviceHandle = *mut Opaque<OpenDevice>;

/// A handle of a kernel.
pub(crate) type KernelHandle = *mut Opaque<LoadedKernel>;

/// An open device.
#[derive(Default)]
pub(crate) struct OpenDevice {
    pub(crate) device: Mutex<Device>,
    /// The limits of waits, by their place in the header.
    pub(crate) wait_limits: Mutex<WaitLimits>,
}

/// Limits of waits, as the reference has them at first.
pub(crate) struct WaitLimits(pub(crate) [c_int; 4]);

impl Default for WaitLimits {
    fn default() -> Self {
        Self([100, 2000, 100, 5000])
    }
}

/// A kernel and the device that it was loaded for.
pub(crate) struct LoadedKernel {
    pub(crate) kernel: Kernel,
    pub(crate) device: Arc<OpenDevice>,
    /// What a debugger shows, if one is asked for.
    pub(crate) source: Option<Source>,
}

#[derive(Default)]
pub(crate) struct Registry {
    /// The number of the last handle.
    last: usize,
    devices: HashMap<usize, Arc<OpenDevice>>,
    kernels: HashMap<usize, Arc<LoadedKernel>>,
    /// The sizes of buffers in bytes, by their addresses.
    pub(crate) buffers: BTreeMap<usize, usize>,
}

pub(crate) fn registry() -> MutexGuard<'static, Registry> {
    static REGISTRY: LazyLock<Mutex<Registry>> = LazyLock::new(Mutex::default);
    locked(&REGISTRY)
}

impl Registry {
    fn number(&mut self) -> usize {
        self.last += 1;
        self.last
    }

    pub(crate) fn add_device(&mut self, device: OpenDevice) -> DeviceHandle {
        let number = self.number();
        self.devices.insert(number, Arc::new(device));
        ptr::without_provenance_mut(number)
    }

    pub(crate) fn add_kernel(&mut self, kernel: LoadedKernel) -> KernelHandle {
        let number = self.number();
        self.kernels.insert(number, Arc::new(kernel));
        ptr::without_provenance_mut(number)
    }

    pub(crate) fn close(&mut self, handle: DeviceHandle) -> bool {
        self.devices.remove(&handle.addr()).is_some()
    }

    pub(crate) fn has_device(&self, device: &Arc<OpenDevice>) -> bool {
        self.devices.values().any(|it| Arc::ptr_eq(it, device))
    }

    pub(crate) fn free(&mut self, handle: KernelHandle) -> bool {
        self.kernels.remove(&handle.addr()).is_some()
    }
}

/// The device of a handle.
pub(crate) fn device(handle: DeviceHandle) -> Result<Arc<OpenDevice>, Failure> {
    if handle.is_null() {
        return Err(Failure::argument(message!("the device is NULL")));
    }
    let found = registry().devices.get(&handle.addr()).cloned();
    found.ok_or_else(|| Failure::argument(message!("there is no such device, or it was closed")))
}

/// The kernel of a handle.
pub(crate) fn kernel(handle: KernelHandle) -> Result<Arc<LoadedKernel>, Failure> {
    if handle.is_null() {
        return Err(Failure::argument(message!("the kernel is NULL")));
    }
    let found = registry().kernels.get(&handle.addr()).cloned();
    found.ok_or_else(|| {
        Failure::new(
            Code::Kernel,
            message!("there is no such kernel, or it was freed"),
        )
    })
}
