//! The page of each language names every code with an example that raises it, and begins with an example without findings.

use std::fs;

use mnc2_ide::languages::{self, Language, Options};
use mnc2_tests::files;
use mnc2_text::{LanguageChoice, line};

/// The title of a code about lines of many thousand characters, which are not shown.
const LONG_LINE: &str = "line too long to be read";

fn page(language: &Language) -> String {
    let name = format!("docs/languages/{}.md", language.about().id);
    fs::read_to_string(files::root().join(name)).expect("a page")
}

/// Codes about several files, which are not shown.
const FILES: [&str; 5] = ["NP0405", "NP0406", "NP0407", "TE0705", "TE0708"];

/// The first model in a part of a page.
fn model(part: &str) -> Option<&str> {
    let (_, rest) = part.split_once("```json\n")?;
    Some(rest.split_once("```")?.0)
}

/// The first program in a part of a page. Assemblies have the colours of any assembly there.
fn program<'a>(language: &Language, part: &'a str) -> Option<&'a str> {
    let own = format!("```{}\n", language.about().id);
    let begins = [own.as_str(), "```asm\n"];
    let (_, rest) = begins.iter().find_map(|it| part.split_once(it))?;
    Some(rest.split_once("```")?.0)
}

/// The codes of what is found in a program, which can choose options.
fn found(language: &Language, program: &str) -> Vec<&'static str> {
    found_with(&mut *language.options(), program)
}

fn found_with(options: &mut dyn Options, program: &str) -> Vec<&'static str> {
    let chosen = LanguageChoice::from_modeline(line::lines(program)).unwrap_or_default();
    let problems = languages::choose(options, &chosen);
    assert!(problems.is_empty(), "{problems:?}");
    let findings = options.read(program).findings(&|| false);
    let codes = findings.iter().map(|finding| finding.diagnostic.code.id);
    codes.collect()
}

#[test]
fn every_code_has_its_section_with_an_example_that_raises_it() {
    for language in languages::ALL {
        let page = page(language);
        let sections: Vec<&str> = page.split("\n### ").skip(1).collect();
        let codes = language.codes();
        assert_eq!(sections.len(), codes.len(), "{language:?}");
        for (section, code) in sections.iter().zip(codes) {
            let (id, rest) = section.split_once('\n').expect("a heading");
            assert_eq!(id, code.id);
            let title = code.title.to_lowercase();
            assert!(rest.to_lowercase().contains(&title), "{id}: {title}");
            // Bytes cannot be shown, either.
            let is_shown = code != language.not_utf8() && code.title != LONG_LINE;
            if let Some(example) = model(rest) {
                let mut options = language.options();
                options.set_model();
                let found = found_with(&mut *options, example);
                assert!(found.contains(&code.id), "{id}: {found:?}");
            } else if is_shown && !FILES.contains(&code.id) {
                let example = program(language, rest);
                let found = found(language, example.unwrap_or_else(|| panic!("{id}")));
                assert!(found.contains(&code.id), "{id}: {found:?}");
            }
        }
    }
}

#[test]
fn the_first_example_of_a_page_is_right() {
    for language in languages::ALL {
        let page = page(language);
        let example = program(language, &page).expect("an example");
        assert_eq!(found(language, example), [""; 0], "{language:?}");
        let words = language.options().read(example).assemble(&|| false);
        assert_eq!(words.is_empty(), !language.has_words, "{language:?}");
    }
}

#[test]
fn every_page_has_the_public_files_of_each_version() {
    for language in languages::ALL {
        let (page, about) = (page(language), language.about());
        let versions: Vec<&str> = about.public_files.iter().map(|it| it.version).collect();
        assert_eq!(versions, about.versions, "{language:?}");
        for files in about.public_files {
            let row = format!("| `{}` | {} |", files.version, files.result);
            assert!(page.contains(&row), "{language:?}: {row}");
        }
    }
}
