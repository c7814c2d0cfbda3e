//! Words of the machine: what is written, read and learned.

mod learn;
mod public_pairs;
mod words;
