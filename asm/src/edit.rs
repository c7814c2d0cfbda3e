//! Changes to a program that leave what it computes: fixes that are tried first, and layout.

pub mod cure;
pub mod format;
