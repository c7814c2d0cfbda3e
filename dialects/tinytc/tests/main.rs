//! What users of tinytc are promised, in one program.

mod complete;
mod diagnostics;
mod editing;
mod editor;
mod eval;
mod folded;
mod format;
mod grammar;
mod hostile;
mod languages;
mod machine;
mod page;
mod pages;
mod promotion;
mod public;
mod recovery;
mod speed;
mod version_04;
