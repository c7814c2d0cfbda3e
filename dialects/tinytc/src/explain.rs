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

pub use complete::completion;
pub use hints::{Hint, hints};
pub use hover::{hover, page};
pub use names::{definition, highlights, references, renamable, rename};
pub use outline::{folding, operands, symbols, tokens};
pub use page::{entries, explain};
pub use signature::signature;
