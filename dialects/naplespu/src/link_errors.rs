//! What the other files of a program show to be wrong in one of them.

use std::collections::BTreeMap;

use mnc2_text::{Diagnostic, LineRange, message};

use crate::code::Code;

/// Errors of a text that its program has.
#[derive(Debug)]
pub struct LinkErrors {
    /// Names that several files define, and files that cannot be read, with their lines.
    pub(crate) found: Vec<(u32, Diagnostic<Code>)>,
    /// Names that no file defines, with the file that has such a label of its own.
    pub(crate) hidden: BTreeMap<String, String>,
    /// Whether all files are there, so that an undefined name is an error: one of them has `_start`, and all can be read.
    pub is_complete: bool,
}

impl LinkErrors {
    /// The errors of the text that only its other files show.
    pub fn findings(&self) -> impl Iterator<Item = (u32, Diagnostic<Code>)> {
        self.found.iter().cloned()
    }

    /// The error about a name that no file defines.
    #[must_use]
    pub fn undefined(&self, name: &str, range: LineRange) -> Diagnostic<Code> {
        let message = message!("no file of this program defines `{name}`", name);
        let diagnostic = Diagnostic::new(Code::UndefinedSymbol, range, message).explained();
        match self.hidden.get(name) {
            Some(file) => diagnostic.help(message!(
                "`{file}` has such a label for itself: write `.globl {name}` there",
                file = file.as_str(),
                name
            )),
            None => diagnostic,
        }
    }
}
