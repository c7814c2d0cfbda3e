//! What only languages with functions, types and regions have.

use mnc2_text::Message;

use super::{Machine, Text};

/// The value of a constant expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The name of the value; empty without one.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// The value as the language writes it.
    pub text: String,
    /// The value as people read it.
    pub plain: String,
}

impl Text {
    #[cfg(feature = "tinytc")]
    fn tinytc(&self) -> Option<&mnc2_tinytc::Document> {
        match self {
            Self::Tinytc(document) => Some(document),
            #[cfg(any(feature = "naplespu", feature = "rvmatrix", feature = "tensil"))]
            _ => None,
        }
    }

    /// The same text, whose run begins in the function at a line, for languages with several functions.
    #[must_use]
    pub fn entered_at(&self, line: u32) -> Self {
        #[cfg(feature = "tinytc")]
        if let Some(document) = self.tinytc() {
            return Self::Tinytc(document.entered_at(line));
        }
        #[cfg(not(feature = "tinytc"))]
        let _ = line;
        self.clone()
    }

    /// The canonical text, for languages that have one; [`format`](Self::format) changes white space alone.
    #[must_use]
    pub fn canonical(&self) -> Option<String> {
        #[cfg(feature = "tinytc")]
        if let Some(document) = self.tinytc() {
            return Some(document.canonical());
        }
        None
    }

    /// The value of the last constant expression, for languages that have such expressions.
    ///
    /// # Errors
    /// With a sentence, if there is none, or its value is not defined.
    pub fn eval(&self) -> Option<Result<Evaluated, Message>> {
        #[cfg(feature = "tinytc")]
        if let Some(document) = self.tinytc() {
            return Some(mnc2_tinytc::eval(document).map(|folded| Evaluated {
                name: folded.name,
                ty: folded.ty,
                text: folded.value.canonical(),
                plain: folded.value.plain(),
            }));
        }
        None
    }
}

impl Machine {
    /// What stands beside lines after a run, in ascending order, for languages with named values; lines count from 0.
    #[must_use]
    pub fn beside(&self) -> Vec<(u32, String)> {
        match self {
            #[cfg(feature = "tinytc")]
            Self::Tinytc(machine) => machine.beside(),
            #[cfg(any(
                feature = "naplespu",
                feature = "rvmatrix",
                feature = "tensil",
                not(feature = "tinytc")
            ))]
            _ => Vec::new(),
        }
    }
}
