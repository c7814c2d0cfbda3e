//! How much of a program may change when it is shortened.

/// The kind of change when a program is shortened; each level includes the changes of the levels before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeLevel {
    /// The order of expressions, and which of them share a step.
    Order,
    /// Also where a value is read: from the forwarding register instead of the memory it was written to.
    #[default]
    Forwarding,
    /// Also which words of LM, GRF, L1BM and L2BM hold values that are overwritten later or not compared.
    Renaming,
    /// Also which steps there are: those that differ only in addresses become one, and those whose result is elsewhere or
    /// for nothing are left out.
    Merging,
    /// Also which unit does a copy: the ALU, the MAU, L1BM, or that which makes the value.
    Unit,
    /// Also which instructions compute the results, from the values that are needed.
    Rewrite,
}

impl ChangeLevel {
    /// All levels, from what allows the least.
    pub const ALL: [Self; 6] = [
        Self::Order,
        Self::Forwarding,
        Self::Renaming,
        Self::Merging,
        Self::Unit,
        Self::Rewrite,
    ];
}
