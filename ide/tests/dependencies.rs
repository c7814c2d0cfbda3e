//! What the crate depends on: neither a runtime nor a protocol, directly or through another crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use toml::{Table, Value};

/// Parts of names that no dependency has.
const NOT_NEEDED: [&str; 7] = [
    "tokio", "tower", "lsp", "ls-types", "futures", "dashmap", "hyper",
];

fn read(path: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = fs::read_to_string(path).expect("a file of the workspace");
    text.parse().expect("TOML")
}

/// The entries of the dependency tables in a manifest, except the tables of tests: names and values.
fn dependency_tables(manifest: &Table) -> Vec<(String, Value)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let of_targets = targets.into_iter().flat_map(Table::values);
    let tables = of_targets.filter_map(Value::as_table);
    tables
        .chain([manifest])
        .flat_map(|table| ["dependencies", "build-dependencies"].map(|kind| table.get(kind)))
        .filter_map(|dependencies| dependencies?.as_table())
        .flat_map(|dependencies| dependencies.clone())
        .collect()
}

#[test]
fn there_is_neither_runtime_nor_protocol() {
    let workspace = read("Cargo.toml");
    let known = workspace["workspace"]["dependencies"]
        .as_table()
        .expect("a table");
    let path = |of: &Value| Some(of.get("path")?.as_str()?.to_owned());
    let known = known.iter();
    let known = known.filter_map(|(name, of)| Some((name.clone(), path(of)?)));
    let mut folders: BTreeMap<String, String> = known.collect();
    let lock = read("Cargo.lock");
    let packages = lock["package"].as_array().expect("a list");
    let mut found = BTreeSet::new();
    let mut open = vec!["mnc2-ide".to_owned()];
    while let Some(name) = open.pop() {
        if !found.insert(name.clone()) {
            continue;
        }
        // The lock file does not distinguish dependencies of tests, so the manifests of the workspace are read.
        let own = match name.as_str() {
            "mnc2-ide" => Some("ide"),
            name => folders.get(name).map(String::as_str),
        };
        match own.map(str::to_owned) {
            Some(folder) => {
                for (name, of) in dependency_tables(&read(&format!("{folder}/Cargo.toml"))) {
                    folders.extend(path(&of).map(|it| (name.clone(), format!("{folder}/{it}"))));
                    open.push(name);
                }
            }
            None => {
                let same = packages
                    .iter()
                    .filter(|package| package["name"].as_str() == Some(&name));
                let named = same
                    .filter_map(|package| package.get("dependencies")?.as_array())
                    .flatten();
                let names = named.filter_map(|name| name.as_str()?.split(' ').next());
                open.extend(names.map(str::to_owned));
            }
        }
    }
    assert!(
        found.contains("ropey") && found.contains("tree-sitter"),
        "{found:?}"
    );
    let wrong = found
        .iter()
        .filter(|name| NOT_NEEDED.iter().any(|part| name.contains(part)));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}
