//! The fuzz target of the commands, briefly: programs of every language, and mutations of them, with any options.

use std::path::Path;

use mnc2_tests::fuzz::{commands, corpus};
use mnc2_tests::generate::Choices;

/// Mutations that are tried.
const ROUNDS: usize = 120;

#[test]
fn every_command_ends_in_time_and_memory_whatever_it_is_given() {
    let binary = Path::new(env!("CARGO_BIN_EXE_mnc2"));
    let seeds = corpus::programs_in_every_language();
    let mut choices = Choices::new(11);
    for _ in 0..ROUNDS {
        commands::command(binary, &corpus::mutated(&mut choices, &seeds));
    }
}
