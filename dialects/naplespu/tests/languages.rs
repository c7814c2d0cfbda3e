//! The Japanese has every sentence and every text of a row, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mnc2_naplespu::CATALOGUE;

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
                let mut template = String::new();
                let mut characters = rest.chars();
                while let Some(character) = characters.next().filter(|&character| character != '"')
                {
                    template.push(match character {
                        '\\' => characters.next().expect("an escape"),
                        other => other,
                    });
                }
                found.insert(template);
            }
        }
    }
}

#[test]
fn every_sentence_has_its_japanese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut written = BTreeSet::new();
    templates(&root.join("src"), &mut written);
    assert!(written.len() > 100);
    let known: BTreeSet<String> = CATALOGUE
        .messages()
        .into_iter()
        .map(|(template, _)| template)
        .collect();
    // What several languages say is in one catalogue alone.
    let shared = root.join("../../asm/src/message/language/ja/messages");
    let shared: String = fs::read_dir(shared)
        .expect("the folder")
        .flatten()
        .map(|entry| fs::read_to_string(entry.path()).expect("a catalogue"))
        .collect();
    let is_shared = |template: &&String| shared.contains(&format!("\n\"{template}\" ="));
    let missing: Vec<&String> = written
        .difference(&known)
        .filter(|template| !is_shared(template))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let superfluous: Vec<&String> = known.difference(&written).collect();
    assert!(superfluous.is_empty(), "{superfluous:#?}");
    let twice: Vec<&String> = known.iter().filter(is_shared).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn every_text_of_a_row_has_its_japanese() {
    let texts = (CATALOGUE.texts)();
    let translated = CATALOGUE.table_texts();
    let missing: Vec<_> = texts
        .iter()
        .filter(|text| {
            !translated.contains_key(&(text.table, text.row.clone(), text.field.to_owned()))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert_eq!(translated.len(), texts.len());
}
