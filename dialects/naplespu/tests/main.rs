//! What users of NaplesPU are promised, in one program.

mod editing;
mod editor;
mod encoding;
mod findings;
mod hostile;
mod languages;
mod linking;
mod machine;
mod public;
