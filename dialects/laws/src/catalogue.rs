//! The catalogue of a language has every sentence and every text of a row, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_text::{Catalogue, next_place};

/// Sentences of several languages, from the folder of a crate.
const SHARED: &str = "../../program/src/message/language/ja/messages";

/// The templates of `message!` below a folder.
fn templates(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            templates(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            for (at, call) in text.match_indices("message!(") {
                let rest = text[at + call.len()..].trim_start();
                let Some(rest) = rest.strip_prefix('"') else {
                    continue;
                };
                found.insert(literal(rest));
            }
        }
    }
}

/// A literal from after its first quote.
fn literal(rest: &str) -> String {
    let mut text = String::new();
    let mut characters = rest.chars();
    while let Some(character) = characters.next().filter(|&character| character != '"') {
        text.push(match character {
            '\\' => characters.next().expect("an escape"),
            other => other,
        });
    }
    text
}

/// The names of the places of a sentence.
fn places(mut text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    while let Some((_, place, rest)) = next_place(text) {
        found.insert(place.name);
        text = rest;
    }
    found
}

/// A catalogue has every sentence and every text of a row, and no other.
///
/// # Panics
/// With what it lacks, or what is too much.
pub fn is_complete(catalogue: &Catalogue, manifest: &str, beside: &[&str]) {
    has_every_sentence(catalogue, manifest, beside);
    has_every_text_of_a_row(catalogue);
}

/// Every sentence of the crate at `manifest`, and of the crates in other folders next to it, has its text, with the
/// same places; messages of several languages are in one catalogue alone.
///
/// # Panics
/// With the sentences for which that does not hold.
fn has_every_sentence(catalogue: &Catalogue, manifest: &str, beside: &[&str]) {
    let manifest = Path::new(manifest);
    let folders = beside.iter().map(|name| manifest.join("..").join(name));
    let mut written = BTreeSet::new();
    for folder in folders.chain([PathBuf::from(manifest)]) {
        templates(&folder.join("src"), &mut written);
    }
    assert!(
        written.len() > 100,
        "{} sentences were found",
        written.len()
    );
    let messages = catalogue.messages();
    for (template, text) in &messages {
        assert_eq!(places(text), places(template), "{template}");
    }
    let known: BTreeSet<String> = messages.into_iter().map(|(template, _)| template).collect();
    let shared: String = fs::read_dir(manifest.join(SHARED))
        .expect("the folder")
        .flatten()
        .map(|entry| fs::read_to_string(entry.path()).expect("a catalogue"))
        .collect();
    let is_shared = |template: &&String| shared.contains(&format!("\n\"{template}\" ="));
    let missing = written.difference(&known).filter(|it| !is_shared(it));
    let missing: Vec<&String> = missing.collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let superfluous: Vec<&String> = known.difference(&written).collect();
    assert!(superfluous.is_empty(), "{superfluous:#?}");
    let twice: Vec<&String> = known.iter().filter(is_shared).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// Every text of a row has its translation, and there is no other.
///
/// # Panics
/// With the texts for which that does not hold.
fn has_every_text_of_a_row(catalogue: &Catalogue) {
    let texts = (catalogue.texts)();
    let translated = catalogue.table_texts();
    let is_missing = |text: &&mnc2_text::TableText| {
        !translated.contains_key(&(text.table, text.row.clone(), text.field.to_owned()))
    };
    let missing: Vec<_> = texts.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert_eq!(translated.len(), texts.len());
}
