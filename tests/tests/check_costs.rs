//! The measurement of the cost of checking in a tiny size, so that it keeps working.

#[path = "../examples/check_costs.rs"]
#[expect(
    dead_code,
    reason = "the test measures, but needs neither table nor arguments"
)]
mod check_costs;

#[test]
fn a_short_program_can_be_measured() {
    let costs = check_costs::measure(300, 50);
    assert!(
        costs.findings >= 10,
        "the program has findings by its edits"
    );
}
