//! The parser, and what a typed program means, through the texts of lines.

mod access;
mod compact;
mod cursor;
mod examples;
mod fields;
mod numbers;
mod passes;
