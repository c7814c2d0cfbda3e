//! The messages in other languages than English: all of them, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;

use mnc2_assist::explain;
use mnc2_program::message::language;
use mnc2_program::message::language::{CATALOGUE, tables};
use mnc2_tests::{annotation, files, sentences};
use mnc2_text::{Language, line, next_place};

/// The names of the places of a template.
fn places(template: &str) -> BTreeSet<&str> {
    let mut places = BTreeSet::new();
    let mut rest = template;
    while let Some((_, place, after)) = next_place(rest) {
        places.insert(place.name);
        rest = after;
    }
    places
}

#[test]
fn the_catalogue_has_every_sentence_and_no_other() -> Result<(), Box<dyn Error>> {
    let of_code = sentences::templates()?;
    assert!(of_code.len() > 300, "the code was searched");
    language::install();
    let messages: BTreeMap<String, String> = CATALOGUE.messages().into_iter().collect();
    let mut faults = String::new();
    for (english, japanese) in &messages {
        if !of_code.contains_key(english) {
            faults.push_str(&format!("no message of the code: {english}\n"));
        } else if places(english) != places(japanese) {
            faults.push_str(&format!("other places: {english}\n    {japanese}\n"));
        }
    }
    for (template, file) in &of_code {
        // A table can have the same words.
        let is_said = Language::Japanese.translated(template).is_some();
        if sentences::is_prose(template) && !is_said {
            faults.push_str(&format!(
                "not in the messages of the catalogue: {template} ({file})\n"
            ));
        }
    }
    assert!(faults.is_empty(), "{faults}");
    println!("{} messages", messages.len());
    Ok(())
}

#[test]
fn the_catalogue_has_every_text_of_every_row_and_no_other() {
    let mut catalogue = CATALOGUE.table_texts();
    let texts = tables::texts();
    let mut faults = String::new();
    let mut said: BTreeMap<&str, String> = BTreeMap::new();
    for text in &texts {
        let key = (text.table, text.row.clone(), text.field.to_owned());
        let place = format!("{}.toml: [{}] {}", text.table, text.row, text.field);
        let Some(japanese) = catalogue.get(&key) else {
            if sentences::is_prose(&text.english) {
                faults.push_str(&format!("missing in {place}: {}\n", text.english));
            }
            continue;
        };
        let first = said
            .entry(&text.english)
            .or_insert_with(|| japanese.clone());
        if first != japanese {
            faults.push_str(&format!(
                "{place}: `{}` is `{first}` elsewhere\n",
                text.english
            ));
        }
    }
    for text in &texts {
        catalogue.remove(&(text.table, text.row.clone(), text.field.to_owned()));
    }
    for (table, row, field) in catalogue.keys() {
        faults.push_str(&format!("no such text: {table}.toml: [{row}] {field}\n"));
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(texts.len() > 900, "{} texts were looked at", texts.len());
}

/// Whether a part of a text is not in Japanese.
fn is_english(text: &str) -> bool {
    sentences::prose(text).len() > 1
}

#[test]
fn no_finding_of_the_fixtures_stays_english() -> Result<(), Box<dyn Error>> {
    language::install();
    let say = |message: &mnc2_text::Message| message.say(Language::Japanese);
    let mut faults = BTreeSet::new();
    let mut said = 0;
    for path in files::below(&files::root().join("tests/diagnostics"), "vsm")? {
        let bytes = fs::read(&path)?;
        let (source, _) = line::decode(&bytes);
        let options = annotation::read(&source)?.options;
        for finding in annotation::check_bytes(&bytes, &options).report.findings {
            let diagnostic = &finding.diagnostic;
            let notes = diagnostic.notes.iter().map(|note| &note.message);
            let titles = diagnostic.fixes.iter().map(|fix| &fix.title);
            for message in [&diagnostic.message].into_iter().chain(notes).chain(titles) {
                let text = say(message);
                said += 1;
                if is_english(&text) {
                    faults.insert(format!("{}: {text}\n", files::name(&path)));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{}",
        faults.into_iter().collect::<String>()
    );
    assert!(said > 1000, "{said} sentences were looked at");
    Ok(())
}

#[test]
fn no_page_of_an_instruction_or_operand_stays_english() {
    language::install();
    let mut faults = String::new();
    let mut pages = 0;
    for entry in explain::list() {
        let page = explain::explain(&entry.name, Language::Japanese).unwrap_or_default();
        // Programs and the manual's notation are the same in every language; so are the pages of codes so far.
        let said = page.split("\n---\n").next().unwrap_or_default();
        for text in said.split("```").step_by(2) {
            pages += 1;
            let heading = format!("# {}: ", entry.name);
            let lines = text.lines().map(|line| line.trim_start_matches(&heading));
            for line in lines.filter(|line| is_english(line)) {
                faults.push_str(&format!("{}: {line}\n", entry.name));
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(pages > 300, "{pages} texts were looked at");
}

#[test]
fn what_is_no_japanese_is_seen() {
    assert!(is_english("`nop`の前にある instruction word"));
    assert!(!is_english("L1BMへの転送"));
}
