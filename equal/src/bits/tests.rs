//! The circuits compute what the emulator's ALU computes, and equal values are proven to be equal, near misses are not.

mod circuits;
mod limits;
mod pairs;
