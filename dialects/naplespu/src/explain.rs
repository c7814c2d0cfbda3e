//! What an editor requests about a place of a text.

mod complete;
mod cursor;
mod flow;
mod inlay;
mod live;
mod names;
mod page;
mod picture;
mod tokens;
mod touch;

pub use complete::{completion, signature};
pub use cursor::{Target, target};
pub use inlay::inlays;
pub use names::{definition, highlights, references, renamable, rename};
pub use page::{entries, explain, hover};
pub use tokens::tokens;
