//! Bytes of a host that are looked at while its regions are found: tests count them, because a time would depend on the machine.

#[cfg(test)]
thread_local! {
    static BYTES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes that some bytes are looked at.
#[inline]
pub(super) fn look_at(bytes: usize) {
    #[cfg(test)]
    BYTES.set(BYTES.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// The bytes that were looked at while something was done.
#[cfg(test)]
pub(super) fn count(action: impl FnOnce()) -> usize {
    let before = BYTES.get();
    action();
    BYTES.get() - before
}
