//! `docs/llms.txt`, the contents of the book for language models, is made from `docs/SUMMARY.md` and `docs/README.md`.
//!
//! With `UPDATE_EXPECT=1` it is written again.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

/// Where the pages are.
const PAGES: &str = "https://github.com/mnc2/mnc2/blob/main/docs";

const BEGINNING: &str = "\
# mnc2

> mnc2 checks, explains, runs and judges MN-Core 2 assembly (`.vsm`), in editors and on the command line. `mnc2 mcp` offers the
> commands to agents. The tests run the programs and commands of these pages.
";

/// The title and the path of a link, and what follows it.
fn link(line: &str) -> Option<(&str, &str, &str)> {
    let (title, rest) = line.trim().strip_prefix("- [")?.split_once("](")?;
    let (path, rest) = rest.split_once(')')?;
    Some((title, path, rest))
}

fn contents(summary: &str, index: &str) -> String {
    let described: BTreeMap<&str, &str> = index
        .lines()
        .filter_map(link)
        .filter_map(|(_, path, rest)| Some((path, rest.rsplit_once(": ")?.1)))
        .collect();
    let mut contents = BEGINNING.to_owned();
    for line in summary.lines() {
        if let Some(title) = line.strip_prefix("# ").filter(|title| *title != "Summary") {
            contents.push_str(&format!("\n## {title}\n\n"));
        }
        let Some((title, path, _)) = link(line) else {
            continue;
        };
        // The list of diagnostics leads to each of them.
        let is_diagnostic = path.starts_with("diagnostics/") && !path.ends_with("README.md");
        if is_diagnostic || path.ends_with(".ja.md") {
            continue;
        }
        let description = described
            .get(path)
            .map_or(String::new(), |it| format!(": {it}"));
        contents.push_str(&format!("- [{title}]({PAGES}/{path}){description}\n"));
    }
    contents
}

#[test]
fn it_is_up_to_date() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let read = |name: &str| fs::read_to_string(docs.join(name)).unwrap_or_default();
    let expected = contents(&read("SUMMARY.md"), &read("README.md"));
    assert!(expected.lines().count() > 25, "{expected}");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(docs.join("llms.txt"), &expected).expect("it can be written");
    }
    assert_eq!(read("llms.txt"), expected, "UPDATE_EXPECT=1 writes it");
}
