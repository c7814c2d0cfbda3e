//! A snapshot of a document in any language that has features.

use ropey::Rope;

use super::{LanguageSnapshot, Snapshot, Unread};
use crate::session::cancellation::WantedGuard;

/// A snapshot of a document in any language. Cloning is cheap.
#[derive(Clone)]
pub enum AnySnapshot {
    /// In MN-Core 2 assembly.
    Mnc2(Box<Snapshot>),
    /// In a language other than MN-Core 2.
    Language(Box<LanguageSnapshot>),
}

impl From<Snapshot> for AnySnapshot {
    fn from(snapshot: Snapshot) -> Self {
        Self::Mnc2(Box::new(snapshot))
    }
}

impl From<LanguageSnapshot> for AnySnapshot {
    fn from(snapshot: LanguageSnapshot) -> Self {
        Self::Language(Box::new(snapshot))
    }
}

impl AnySnapshot {
    /// The text of the document.
    pub fn text(&self) -> &Rope {
        match self {
            Self::Mnc2(snapshot) => &snapshot.text,
            Self::Language(snapshot) => &snapshot.text,
        }
    }

    /// The client's number of this text.
    pub fn version(&self) -> i32 {
        match self {
            Self::Mnc2(snapshot) => snapshot.version,
            Self::Language(snapshot) => snapshot.version,
        }
    }

    /// Whether the project leaves it out of what is checked.
    pub fn is_excluded(&self) -> bool {
        match self {
            Self::Mnc2(snapshot) => snapshot.is_excluded(),
            Self::Language(snapshot) => snapshot.is_excluded,
        }
    }

    /// Why it is not read, if it is not.
    pub fn unread(&self) -> Option<Unread> {
        match self {
            Self::Mnc2(snapshot) => snapshot.unread,
            Self::Language(snapshot) => snapshot.unread(),
        }
    }

    /// Whether the text is read now; `false` if it was closed before.
    pub fn is_read(&self) -> bool {
        match self {
            Self::Mnc2(snapshot) => snapshot.program.is_read_unless(&|| false),
            // Each question reads it when it needs it.
            Self::Language(_) => true,
        }
    }

    /// Whether computations on it are cancelled.
    pub fn is_cancelled(&self) -> bool {
        match self {
            Self::Mnc2(snapshot) => snapshot.is_cancelled(),
            Self::Language(snapshot) => snapshot.is_cancelled(),
        }
    }

    /// The same for one request, which is cancelled when [`WantedGuard`] is dropped.
    pub fn for_request(self) -> (Self, WantedGuard) {
        match self {
            Self::Mnc2(snapshot) => {
                let (snapshot, wanted) = snapshot.for_request();
                (snapshot.into(), wanted)
            }
            Self::Language(snapshot) => {
                let (snapshot, wanted) = snapshot.for_request();
                (snapshot.into(), wanted)
            }
        }
    }

    /// The same for what must be complete although the text changes.
    pub fn for_keeping(self) -> Self {
        match self {
            Self::Mnc2(snapshot) => snapshot.for_keeping().into(),
            Self::Language(snapshot) => snapshot.for_keeping().into(),
        }
    }
}
