//! The modules of each crate do not import each other in a circle: a line of text goes one way through `asm`, and
//! every module can be read after those that it uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The crates.
const CRATES: &[&str] = &["asm", "cli", "ide", "isa", "project", "server", "tests"];

/// For each module just below a crate's root, those that it names.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// What the files of a folder name after `crate::`, tests and comments left out.
fn read(folder: &Path, module: Option<&str>, imports: &mut Imports) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("a name in ASCII");
        if stem == "tests" && module.is_some() {
            continue;
        }
        let module = module.unwrap_or(stem);
        if path.is_dir() {
            read(&path, Some(module), imports);
        } else if !["lib", "main"].contains(&module) {
            let text = fs::read_to_string(&path).expect("a file of text");
            let text = text.split("#[cfg(test)]\nmod tests {").next();
            let named = imports.entry(module.to_owned()).or_default();
            named.extend(named_in(text.unwrap_or_default()));
        }
    }
}

/// The first word after each `crate::`, or each word of its list.
fn named_in(text: &str) -> impl Iterator<Item = String> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let after: Vec<String> = code
        .split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split_once("};").map_or(list, |(list, _)| list);
                list.split(',').map(|item| item.trim().to_owned()).collect()
            }
            None => vec![rest.to_owned()],
        })
        .collect();
    after.into_iter().map(|item| {
        let is_letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
        item.chars().take_while(is_letter).collect()
    })
}

/// Modules from which a path leads to another one.
fn reached(imports: &Imports, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(module) = open.pop() {
        for next in imports.get(&module).into_iter().flatten() {
            if imports.contains_key(next) && *next != module && found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for name in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{name}/src"));
        let mut imports = Imports::new();
        read(&folder, None, &mut imports);
        assert!(!imports.is_empty(), "{name}");
        let is_in_circle = |module: &&String| reached(&imports, module).contains(*module);
        let modules: Vec<_> = imports.keys().filter(is_in_circle).collect();
        if !modules.is_empty() {
            circles.push(format!("{name}: {modules:?}"));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}
