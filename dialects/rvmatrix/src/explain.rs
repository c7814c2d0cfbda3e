//! What an editor requests about a place of a text.

mod complete;
mod cursor;
mod inlay;
mod names;
mod page;
mod picture;
mod tokens;
mod touch;

pub use page::entries;
