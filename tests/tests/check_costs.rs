//! The measurement of the cost of checking in a tiny size, so that it keeps working.

#[path = "../examples/check_costs.rs"]
#[expect(
    dead_code,
    reason = "the test measures, but needs neither table nor arguments"
)]
mod measurement;

#[test]
fn a_short_program_can_be_measured() {
    let costs = measurement::measure(300, 50);
    assert!(
        costs.findings >= 10,
        "the program has findings by its edits"
    );
}
