//! The `.param` file of a program for the linker: its entries with their places.

use mnc2_asm::params;
use mnc2_program::Params;
use ropey::Rope;

use super::DocumentId;

/// A `.param` file with its parsed entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The identifier of the file.
    pub id: DocumentId,
    /// The text of the file.
    pub text: Rope,
    /// The entries of the text.
    pub params: Params,
}

impl Placement {
    /// The entries of a text.
    pub fn read(id: DocumentId, text: &str) -> Self {
        Self {
            id,
            text: Rope::from_str(text),
            params: params::read(text).0,
        }
    }
}
