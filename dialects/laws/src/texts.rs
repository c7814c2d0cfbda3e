//! Texts that a law reads.

use std::fs;
use std::path::{Path, PathBuf};

/// All texts of a language in the project: the examples, the fixtures of its crate, and the blocks of code on its page.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn language_texts(
    manifest: &str,
    ending: &str,
    page: &str,
    block: &str,
) -> Vec<(String, String)> {
    let folders = ["../../examples/languages", "tests/diagnostics"];
    let mut found = below(manifest, &folders, &[ending]);
    found.extend(page_texts(
        manifest,
        &format!("../../docs/languages/{page}"),
        block,
    ));
    found
}

/// The texts below folders of the project whose names end in one of some ways, by their paths, in order.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn below(manifest: &str, folders: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&Path::new(manifest).join(folder), endings, &mut found);
    }
    found.sort();
    assert!(!found.is_empty(), "no text");
    found
}

/// A folder below that which a variable of the environment names: sources of the people who made a language, which are not part of
/// the project. Without the variable it states that nothing was compared.
///
/// # Panics
/// If the folder does not exist.
#[must_use]
pub fn sources(variable: &str, below: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os(variable) else {
        println!("{variable} is not set: nothing was compared");
        return None;
    };
    let folder = PathBuf::from(root).join(below);
    assert!(folder.is_dir(), "{}", folder.display());
    Some(folder)
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, endings, found);
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if endings.iter().any(|ending| name.ends_with(ending))
            && let Ok(text) = fs::read_to_string(&path)
        {
            found.push((name.into_owned(), text));
        }
    }
}

/// The blocks of code of a page, each a text.
///
/// # Panics
/// If the page does not exist.
#[must_use]
pub fn page_texts(manifest: &str, page: &str, language: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(Path::new(manifest).join(page)).expect("a page");
    let blocks = text.split("```").skip(1).step_by(2).enumerate();
    let blocks = blocks.filter_map(|(index, block)| {
        let (first, code) = block.split_once('\n')?;
        (first.split(' ').next() == Some(language))
            .then(|| (format!("{page}#{index}"), code.to_owned()))
    });
    blocks.collect()
}
