//! Names of other files of a program.

use std::collections::HashMap;

/// Values of names that a file does not define.
#[derive(Debug, Default)]
pub struct Externals {
    /// Those that other files, or the linker, define.
    pub(crate) values: HashMap<String, i64>,
    /// Those that apply even though the file has a definition, which is weak or common.
    pub(crate) overriding: HashMap<String, i64>,
}

impl Externals {
    /// The value that applies instead of the file's own definition.
    #[must_use]
    pub fn overriding(&self, name: &str) -> Option<i64> {
        self.overriding.get(name).copied()
    }

    /// The value of a name that the file does not define.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        self.values.get(name).copied()
    }
}
