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
        fvfma a761431d318ee0d4
        dvfmau 3eebe875da6b2544
        hvfma 9c6a475f9453f6bb
        gmfma b1f2b5965311489c
        hmfma 82f881e4badd573f
        iadd c2396552d25575a6
        l1bmm e3740fddb487bb3e
        l1bmrffadd a943c2b56f90e6f9
        l2bmb 0c6062199ef95d55
        mvp ac706c389664b860
        fvfma a761431d318ee0d4
    "#]]
    .assert_eq(&hashes);
}
