//! `just` lists what can be done with a checkout: every script of `.ci/` that is run by hand has its recipe.

use std::fs;

use mnc2_tests::files;

/// Scripts that only other scripts call.
const HELPERS: [&str; 1] = ["timed-tests"];

#[test]
fn every_script_has_a_recipe() {
    let recipes = fs::read_to_string(files::root().join("justfile")).expect("it is there");
    let scripts = fs::read_dir(files::root().join(".ci")).expect("a folder");
    let names = scripts.map(|it| it.expect("it can be read").file_name());
    let names = names.map(|it| it.into_string().expect("Unicode"));
    // Those with another ending are parts of scripts, and a part in shell is sourced: it has no interpreter.
    let is_script = |name: &String| {
        let text = fs::read_to_string(files::root().join(".ci").join(name)).unwrap_or_default();
        !name.contains('.') && text.starts_with("#!")
    };
    let scripts: Vec<String> = names.filter(is_script).collect();
    assert!(scripts.len() > 20, "{scripts:?}");
    for script in scripts {
        let is_called = recipes.lines().any(|line| {
            let called = line.trim().strip_prefix(".ci/").unwrap_or_default();
            called.split(' ').next() == Some(&script)
        });
        let is_known = is_called || HELPERS.contains(&script.as_str());
        assert!(is_known, "the justfile has no recipe for .ci/{script}");
    }
}
