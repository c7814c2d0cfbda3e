//! What an editor asks about a place of a text.

mod cursor;
mod effect;
mod hover;
mod names;
mod outline;
mod page;
mod value;

pub use hover::hover;
pub use names::{definition, highlights, references, rename};
pub use outline::{folding, symbols, tokens};
pub use page::{entries, explain};
