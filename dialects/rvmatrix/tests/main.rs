//! What users of RISC-V matrix are promised, in one program.

mod diagnostics;
mod editing;
mod editor;
mod float;
mod hostile;
mod kernels;
mod languages;
mod machine;
mod public;
mod vectors;
mod versions;
