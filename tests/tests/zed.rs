//! The extension for Zed, which cannot be run here: its files contain what Zed's documentation of extensions
//! (zed.dev/docs/extensions) describes and nothing else, they agree with each other, and its queries fit the grammar.

use std::fs;

use mnc2_tests::files;
use mnc2_tests::languages::{Language, others};
use serde_json::{Value, json};
use toml::de::{DeTable, DeValue};
use tree_sitter::Query;

/// The first part of a capture that themes support ("Syntax highlighting" in the documentation of languages). A theme uses the
/// longest name that it has: `function.builtin` is at least a `function`.
const HIGHLIGHTS: [&str; 29] = [
    "attribute",
    "boolean",
    "comment",
    "constant",
    "constructor",
    "embedded",
    "emphasis",
    "enum",
    "function",
    "hint",
    "keyword",
    "label",
    "link_text",
    "link_uri",
    "none",
    "number",
    "operator",
    "predictive",
    "preproc",
    "primary",
    "property",
    "punctuation",
    "string",
    "tag",
    "text",
    "title",
    "type",
    "variable",
    "variant",
];

/// `extension.toml` with what an extension for a language can contain.
fn manifest_schema() -> Value {
    let repository = json!({ "type": "string", "pattern": "^https://" });
    let text = json!({ "type": "string", "minLength": 1 });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "name", "version", "schema_version", "authors", "repository"],
        "properties": {
            // The id has neither `zed` at either end nor the word extension.
            "id": { "type": "string", "pattern": "^(?!zed-)(?!.*-zed$)(?!.*extension)[a-z0-9-]+$" },
            "name": { "type": "string", "pattern": "^(?!Zed )(?!.* Zed$)(?!.*[Ee]xtension).+$" },
            "version": { "type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$" },
            "schema_version": { "const": 1 },
            "authors": { "type": "array", "minItems": 1, "items": text },
            "description": text,
            "repository": repository,
            "grammars": { "type": "object", "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "required": ["repository", "rev"],
                "properties": { "repository": repository, "rev": text, "path": text }
            } },
            "language_servers": { "type": "object", "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name", "languages"],
                "properties": {
                    "name": text,
                    "languages": { "type": "array", "minItems": 1, "items": text },
                    "language_ids": { "type": "object", "additionalProperties": text }
                }
            } }
        }
    })
}

/// `languages/*/config.toml` with the documentation, or the configurations that come with Zed.
fn language_schema() -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string", "minLength": 1 } });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "grammar"],
        "properties": {
            "name": { "type": "string" },
            "grammar": { "type": "string" },
            "path_suffixes": texts,
            "line_comments": texts,
            "first_line_pattern": { "type": "string" },
            "tab_size": { "type": "integer", "minimum": 1 },
            "hard_tabs": { "type": "boolean" },
            "autoclose_before": { "type": "string" },
            "word_characters": { "type": "array", "items": { "type": "string", "maxLength": 1, "minLength": 1 } },
            "brackets": { "type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["start", "end", "close", "newline"],
                "properties": {
                    "start": { "type": "string" },
                    "end": { "type": "string" },
                    "close": { "type": "boolean" },
                    "newline": { "type": "boolean" },
                    "surround": { "type": "boolean" },
                    "not_in": { "type": "array", "items": { "enum": ["comment", "string"] } }
                }
            } }
        }
    })
}

/// TOML as JSON.
fn value(of: &DeValue<'_>) -> Value {
    match of {
        DeValue::String(text) => json!(text),
        DeValue::Integer(number) => json!(number.as_str().parse::<i64>().ok()),
        DeValue::Float(number) => json!(number.as_str().parse::<f64>().ok()),
        DeValue::Boolean(truth) => json!(truth),
        DeValue::Datetime(time) => json!(time.to_string()),
        DeValue::Array(items) => items.iter().map(|item| value(item.get_ref())).collect(),
        DeValue::Table(table) => self::table(table),
    }
}

fn table(of: &DeTable<'_>) -> Value {
    let entries = of.iter();
    entries
        .map(|(key, entry)| (key.get_ref().to_string(), value(entry.get_ref())))
        .collect()
}

fn text(name: &str) -> String {
    let path = files::root().join("editors/zed").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn read(name: &str) -> Value {
    let text = text(name);
    let parsed = DeTable::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    table(parsed.get_ref())
}

fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let validator = jsonschema::draft7::new(schema).expect("the schema is one");
    let errors = validator.iter_errors(value);
    errors.map(|error| error.to_string()).collect()
}

#[test]
fn the_files_are_as_documented() {
    let none: Vec<String> = Vec::new();
    let manifest = read("extension.toml");
    let language = read("languages/mnc2/config.toml");
    assert_eq!(violations(&manifest_schema(), &manifest), none);
    assert_eq!(violations(&language_schema(), &language), none);
    // The check finds wrong entries.
    for (key, wrong) in [("id", json!("zed-mnc2")), ("grammar", json!({}))] {
        let mut other = manifest.clone();
        other[key] = wrong;
        assert_eq!(violations(&manifest_schema(), &other).len(), 1, "{key}");
    }
    let mut other = language.clone();
    other["tab_width"] = json!(4);
    assert_eq!(violations(&language_schema(), &other).len(), 1);
}

#[test]
fn the_files_fit_together_and_the_workspace() {
    let manifest = read("extension.toml");
    let language = read("languages/mnc2/config.toml");
    let grammar = language["grammar"].as_str().unwrap_or_default();
    let source = &manifest["grammars"][grammar];
    assert_eq!(source["repository"], manifest["repository"]);
    let folder = source["path"].as_str().unwrap_or_default();
    assert!(files::root().join(folder).join("src/parser.c").is_file());
    let parser = fs::read_to_string(files::root().join(folder).join("src/parser.c"));
    let name = format!("tree_sitter_{grammar}(void)");
    assert!(parser.is_ok_and(|parser| parser.contains(&name)));
    let servers = manifest["language_servers"].as_object();
    let mut names = vec![language["name"].clone()];
    names.extend(others().map(|it| it.editors["name"].clone()));
    // Files with programs in them.
    names.extend(["C", "C++", "Markdown", "Python"].map(|it| json!(it)));
    for (_, server) in servers.into_iter().flatten() {
        assert_eq!(server["languages"], json!(names));
        let ids = server["language_ids"].as_object();
        assert_eq!(ids.map(serde_json::Map::len), Some(names.len()));
    }
    assert_eq!(servers.map(serde_json::Map::len), Some(1));
    assert_eq!(manifest["version"], json!(env!("CARGO_PKG_VERSION")));
    assert_eq!(manifest["repository"], json!(env!("CARGO_PKG_REPOSITORY")));
    assert_eq!(language["path_suffixes"], json!(["vsm", "_vsm"]));
    // Zed builds it for WebAssembly, as a library.
    let package = read("Cargo.toml");
    assert_eq!(package["lib"]["crate-type"], json!(["cdylib"]));
    assert!(package["dependencies"]["zed_extension_api"].is_string());
    assert_eq!(package["package"]["version"], manifest["version"]);
}

#[test]
fn highlights_are_those_of_the_grammar() -> Result<(), String> {
    // Zed has no spelling in its queries, and its own names.
    let of_grammar = tree_sitter_mnc2::HIGHLIGHTS_QUERY
        .replace("Capture names of Neovim.", "Capture names of Zed.")
        .replace(" @spell", "");
    let path = files::root().join("editors/zed/languages/mnc2/highlights.scm");
    files::fresh(&path, &of_grammar)
}

/// Each has a configuration, its grammar, the highlights of the grammar and an identifier that the server supports.
#[test]
fn other_languages_fit_too() -> Result<(), String> {
    let manifest = read("extension.toml");
    for Language { id: other, .. } in others() {
        let other = *other;
        let language = read(&format!("languages/{other}/config.toml"));
        let wrong = violations(&language_schema(), &language);
        assert!(wrong.is_empty(), "{other}: {wrong:?}");
        assert_eq!(language["grammar"], other);
        let name = language["name"].as_str().unwrap_or_default();
        let server = &manifest["language_servers"]["mnc2-lsp"];
        assert_eq!(server["language_ids"][name], other);
        let folder = manifest["grammars"][other]["path"].as_str();
        let folder = files::root().join(folder.unwrap_or_default());
        let parser = fs::read_to_string(folder.join("src/parser.c"));
        let function = format!("tree_sitter_{other}(void)");
        assert!(parser.is_ok_and(|parser| parser.contains(&function)));

        let of_grammar = fs::read_to_string(folder.join("queries/highlights.scm"));
        let of_grammar = of_grammar.map_err(|error| error.to_string())?;
        let of_zed = of_grammar
            .replace("apture names of Neovim.", "apture names of Zed.")
            .replace(" @character", " @string")
            .replace(" @spell", "");
        let path = format!("editors/zed/languages/{other}/highlights.scm");
        files::fresh(&files::root().join(path), &of_zed)?;
        let lines = of_zed.lines().filter(|line| !line.starts_with(';'));
        // A capture is a word that begins with the sign; in a text it is after a quotation mark.
        let captures = lines.flat_map(|line| line.split([' ', '(', ')']));
        for capture in captures.filter_map(|word| word.strip_prefix('@')) {
            let first = capture.split('.').next().unwrap_or_default();
            assert!(HIGHLIGHTS.contains(&first), "{other}: @{capture}");
        }
    }
    Ok(())
}

#[test]
fn queries_fit_the_grammar_and_use_known_captures() {
    let check = |name: &str, known: &dyn Fn(&str) -> bool| {
        let text = text(&format!("languages/mnc2/{name}.scm"));
        let query = Query::new(&tree_sitter_mnc2::LANGUAGE.into(), &text);
        let query = query.unwrap_or_else(|error| panic!("{name}: {error}"));
        for capture in query.capture_names() {
            assert!(known(capture), "{name}: @{capture}");
        }
        assert!(query.pattern_count() > 0, "{name} is empty");
    };
    check("highlights", &|capture| {
        HIGHLIGHTS.contains(&capture.split('.').next().unwrap_or_default())
    });
    check("brackets", &|capture| ["open", "close"].contains(&capture));
    check("overrides", &|capture| {
        ["comment.inclusive", "string"].contains(&capture)
    });
    let folder = files::root().join("editors/zed/languages/mnc2");
    let queries = files::below(&folder, "scm").expect("the folder can be read");
    assert_eq!(queries.len(), 3, "another query is to be checked too");
}
