//! What an editor asks about a place of a text.

mod complete;
mod cursor;
mod inlay;
mod live;
mod names;
mod outline;
mod page;
mod picture;
mod touch;

pub use complete::{completion, signature};
pub use cursor::{Target, target};
pub use inlay::inlays;
pub use names::{definition, highlights, references, renamable, rename};
pub use outline::{folding, symbols, tokens};
pub use page::{entries, explain, hover};
