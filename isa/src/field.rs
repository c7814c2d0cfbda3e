//! The fields of the instruction word: which operands and options share bits.
