//! The names of a text, with the version that gives mnemonics and control registers their meaning.

use std::ops::Deref;

use mnc2_assembly::Symbols;

use crate::register::Csr;
use crate::table::Row;
use crate::version::Version;

/// The names of a text, and its version.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The names that the text defines.
    pub symbols: &'a Symbols,
    /// The version that the text is read in.
    pub version: Version,
}

impl Deref for Names<'_> {
    type Target = Symbols;

    fn deref(&self) -> &Symbols {
        self.symbols
    }
}

impl Names<'_> {
    /// The row with this mnemonic.
    #[must_use]
    pub fn row(&self, mnemonic: &str) -> Option<&'static Row> {
        Row::find(mnemonic, self.version)
    }

    /// The control and status register with this name.
    #[must_use]
    pub fn csr(&self, name: &str) -> Option<&'static Csr> {
        Csr::find(name, self.version)
    }
}
