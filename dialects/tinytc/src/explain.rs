//! What an editor asks about a place of a text.

mod hover;
mod names;
mod outline;

pub use hover::{hover, page};
pub use names::{definition, highlights, references, renamable, rename};
pub use outline::{folding, symbols, tokens};
