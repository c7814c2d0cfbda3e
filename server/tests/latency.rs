//! The latency measurement in a tiny size, so that it keeps working.

#[path = "../examples/latency/main.rs"]
#[expect(
    dead_code,
    reason = "the test measures, but needs neither tables nor arguments"
)]
mod latency;

use std::time::Duration;

use latency::{Effort, Measured, measure, own};

#[test]
fn a_short_program_can_be_measured() {
    let effort = Effort {
        often: 20,
        seldom: 2,
        series: Duration::from_secs(60),
        patience: Duration::from_secs(60),
    };
    let server = own(env!("CARGO_BIN_EXE_mnc2-lsp").into());
    let folder = std::env::temp_dir();
    let measured = measure(&server, 200, effort, &folder).expect("the server answers everything");
    assert!(
        (10..20).contains(&measured.findings),
        "the program has a few findings on purpose: {}",
        measured.findings
    );
    let both = Measured::median(&[measured.clone(), measured]);
    for (name, figures) in both.columns() {
        // Only Linux reports the size of a process.
        let is_measured = !figures.is_empty() || name == "MB" && !cfg!(target_os = "linux");
        assert!(is_measured, "{name}");
    }
}
