//! What users of Tensil are promised, in one program.

mod diagnostics;
mod editing;
mod editor;
mod hostile;
mod languages;
mod laws;
mod machine;
mod models;
mod public;
mod values;
