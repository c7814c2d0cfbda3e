//! What can be chosen about a text.

use mnc2_text::{Message, message};

/// The versions of the language.
pub const VERSIONS: &[&str] = &["2025-02"];

/// What can be chosen: the version, of which there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {}

impl Options {
    /// Sets the version.
    ///
    /// # Errors
    /// What it can be, in a sentence.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "version" if VERSIONS.contains(&value) => Ok(()),
            "version" => Err(message!("the version is `2025-02`, not `{value}`", value)),
            _ => Err(message!("the tensor language has no option `{key}`", key)),
        }
    }

    /// Refuses a description of a machine.
    ///
    /// # Errors
    /// Always, because the language has none.
    pub fn set_architecture(&mut self, _content: &str) -> Result<(), Message> {
        Err(message!(
            "the tensor language has no files that describe a machine"
        ))
    }

    /// The version of the language.
    #[must_use]
    pub fn version(&self) -> &'static str {
        VERSIONS[0]
    }
}
