//! What an editor requests about a place of a text.

mod complete;
mod cursor;
mod effect;
mod hover;
mod inlay;
mod names;
mod outline;
mod page;
mod typed;
mod value;

pub use complete::{completion, signature};
pub use hover::hover;
pub use inlay::inlays;
pub use names::{definition, highlights, references, rename};
pub use outline::{folding, start, symbols, tokens};
pub use page::{entries, explain};
