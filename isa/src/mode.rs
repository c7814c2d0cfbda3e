//! The two instruction modes.

/// Instruction mode (manual 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Addresses advance by a stride.
    AutoStride,
    /// Each cycle's addresses may be given.
    Flat,
}
