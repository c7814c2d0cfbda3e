//! `mnc2 bench` in a tiny size: everything runs, and what is computed is what it was.

use expect_test::expect;
use serde_json::Value;

use crate::binary::mnc2_reading;

#[test]
fn steps_have_the_hashes_of_their_results() {
    let outcome = mnc2_reading(b"", ["bench", "--json", "--rounds", "1", "--only", "steps"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let table: Value = serde_json::from_str(&outcome.out).expect("one object");
    let rows = table["rows"].as_array().expect("rows");
    let hashes: String = rows
        .iter()
        .map(|row| {
            assert!(row["value"].as_f64().is_some_and(|value| value > 0.0));
            let name = row["name"].as_str().unwrap_or_default();
            let step = name.split(' ').next().unwrap_or_default();
            format!("{step} {}\n", row["hash"].as_str().unwrap_or_default())
        })
        .collect();
    expect![[r#"
        fvfma 5fe42e7128dc7dde
        dvfmau 7ac4d21aa99db39b
        hvfma 3237f6b8c54eca17
        gmfma 0b49ec5d0ef99bcf
        hmfma b5ac2a92e1a70756
        iadd ba1d5acd4461cc84
        l1bmm 0be1bda78fd3b89a
        l1bmrffadd 1c6462c572aa64f7
        l2bmb 9180e3bdcdeedd13
        mvp ffc327a5a404a9b3
        fvfma 5fe42e7128dc7dde
    "#]]
    .assert_eq(&hashes);
}
