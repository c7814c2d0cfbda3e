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

pub use page::entries;
