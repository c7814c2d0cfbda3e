//! What an editor asks about a place of a text.

mod cursor;
mod effect;
mod hover;
mod page;

pub use hover::hover;
pub use page::{entries, explain};
