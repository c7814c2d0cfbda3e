//! The machine's data movement and operand forms against a second, slow model.
//!
//! The model is written from the manual's "Effects" blocks: loops over elements
//! and cycles on one map of cells, sharing no code with the emulator. Random
//! expressions are written as text for the machine and kept as structures for
//! the model, so that parsing and operand forms are compared too. Arithmetic is
//! not the point; reductions come from the exact oracle.

mod l1bm;
mod l2bm;
mod machine;
mod mask;
mod matrix;
mod mixed;
mod mv;
mod operand;
mod pe;
mod reduction;
mod shape;
mod state;
mod step;

#[path = "../oracle/mod.rs"]
#[expect(
    dead_code,
    reason = "shared with the arithmetic tests, which use all of it"
)]
mod oracle;
