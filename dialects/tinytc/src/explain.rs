//! What an editor asks about a place of a text.

mod complete;
mod fit;
mod hover;
mod names;
mod outline;
mod statement;

pub use complete::completion;
pub use hover::{hover, page};
pub use names::{definition, highlights, references, renamable, rename};
pub use outline::{folding, symbols, tokens};
