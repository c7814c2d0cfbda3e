//! What an editor asks about a place of a text.

pub mod complete;
mod cursor;
mod names;
mod outline;
mod page;
mod touch;

pub use complete::{completion, signature};
pub use cursor::{Target, target};
pub use names::{definition, highlights, references, renamable, rename};
pub use outline::{folding, symbols, tokens};
pub use page::{entries, explain, hover};
