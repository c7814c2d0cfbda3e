//! The measurement of latencies in a tiny size, so that it does not rot.

#[path = "../examples/latency.rs"]
#[expect(
    dead_code,
    reason = "the test measures, but needs neither table nor arguments"
)]
mod latency;

use std::path::Path;

use latency::{Effort, measure};

#[test]
fn a_short_program_can_be_measured() {
    let effort = Effort {
        edits: 20,
        hovers: 5,
    };
    let server = Path::new(env!("CARGO_BIN_EXE_mnc2-lsp"));
    let measured = measure(server, 200, &effort).expect("the server answers everything");
    assert!(
        measured.findings >= 10,
        "the program has findings on purpose"
    );
}
