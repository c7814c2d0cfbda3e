//! The machine as its users drive it, in one program. The model and the oracle of arithmetic are programs of their own: the
//! fuzzer builds the one, mutants are tested by the other.

mod changes;
mod checkpoints;
mod chip_access;
mod common;
mod control;
mod hostile;
mod l1bm_written_twice;
mod manual_examples;
mod manual_programs;
mod public_host_examples;
mod public_results;
mod public_tutorial;
mod recording;
mod runs;
mod strict;
mod trace;
