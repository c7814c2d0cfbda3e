//! What an editor requests about a place of a text.

mod attribute;
mod complete;
mod fit;
mod hints;
mod hover;
mod names;
mod outline;
mod page;
mod signature;
mod statement;

pub use hints::Hint;
pub use hover::page;
pub use page::entries;
