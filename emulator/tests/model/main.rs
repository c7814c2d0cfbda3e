//! The machine's data movement and operand forms against a second, slow model.
//!
//! The model is written from the manual's "Effects" blocks: loops over elements
//! and cycles on one map of cells, sharing no code with the emulator. Random
//! expressions are written as text for the machine and kept as structures for
//! the model, so that parsing and operand forms are compared too. Arithmetic
//! comes from the oracle of exact numbers. Which forms there are is derived from
//! the rows of the instruction table, and what was compared is counted.
//!
//! Built for fuzzing, the same model is the fuzz target `machine`.
#![cfg_attr(fuzzing, no_main)]
#![cfg_attr(
    fuzzing,
    expect(unused, reason = "the fuzz target uses a part of what the tests use")
)]

mod alu;
mod coverage;
mod forms;
mod fuzzed;
mod l1bm;
mod l2bm;
mod machine;
mod mask;
mod matrix;
mod mau;
mod mixed;
mod mv;
mod operand;
mod pe;
mod reduction;
mod shape;
mod state;
mod step;
mod unit;
mod values;

#[path = "../oracle/mod.rs"]
#[expect(
    dead_code,
    reason = "shared with the arithmetic tests, which use all of it"
)]
mod oracle;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzed::machine(data));
