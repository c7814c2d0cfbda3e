//! Embeds the pages `docs/diagnostics/<id>.md`, so that the explanation of a code needs no file next to the binary.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    // Read at run time: a copy of the repository may use this script already built.
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it for build scripts");
    let pages = Path::new(&package).join("../docs/diagnostics");
    println!("cargo::rerun-if-changed={}", pages.display());
    let mut ids: Vec<String> = fs::read_dir(&pages)
        .map(|entries| {
            entries
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .filter_map(|name| name.strip_suffix(".md").map(str::to_owned))
                .collect()
        })
        .unwrap_or_default();
    ids.sort();
    let mut table = String::from("&[\n");
    for id in ids {
        let path = pages.join(format!("{id}.md"));
        let _ = writeln!(table, "    ({id:?}, include_str!({path:?})),");
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&out).join("diagnostic_pages.rs"), table)
        .expect("the build directory is writable");
}
