//! The entries of each language in editors, the page and the fuzzer. They are written from the list of languages, from
//! [`About`] and from the file `editors.toml` of the language's crate.
//!
//! A file is written as a whole, or the part of it between two lines that mark it, or the parts of a JSON file that are about
//! languages other than MN-Core 2.

use std::fs;
use std::path::PathBuf;

use mnc2_ide::languages;
use mnc2_tests::files;
use mnc2_tests::fuzz::TARGETS;
use mnc2_tests::languages::{Language, others};
use mnc2_text::About;
use serde_json::{Map, Value, json};

/// The texts in the lines before and after a generated part.
const BEGIN: &str = "written by a test from the list of languages";
const END: &str = "the end of what is written";

const WRITTEN: &str = "Written by `tests/tests/manifests.rs` from the list of languages.";

fn path(name: &str) -> PathBuf {
    files::root().join(name)
}

fn text(name: &str) -> String {
    let text = fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.replace("\r\n", "\n")
}

fn fresh(name: &str, text: &str) -> Result<(), String> {
    files::fresh(&path(name), text)
}

/// A file whose part between the two lines is this one.
fn fresh_part(name: &str, part: &str) -> Result<(), String> {
    files::fresh_part(&path(name), (BEGIN, END), part)
}

fn about(language: &Language) -> &'static About {
    let found = languages::find(language.id).expect("a language of this build");
    found.about()
}

fn name(language: &Language) -> &str {
    language.editor("name")
}

fn list(language: &Language, key: &str) -> Vec<String> {
    let items = language.editors[key].as_array().into_iter().flatten();
    items
        .filter_map(|it| Some(it.as_str()?.to_owned()))
        .collect()
}

fn ids() -> Vec<&'static str> {
    others().map(|it| it.id).collect()
}

/// Quoted and with commas between them.
fn quoted<T: AsRef<str>>(items: impl IntoIterator<Item = T>, quote: char) -> String {
    let items = items.into_iter();
    let items = items.map(|it| format!("{quote}{}{quote}", it.as_ref()));
    items.collect::<Vec<_>>().join(", ")
}

/// A page about each language, which readers of the book and agents find.
#[test]
fn every_language_has_its_page() {
    for id in ids() {
        assert!(text(&format!("docs/languages/{id}.md")).starts_with("# "));
        for (list, entry) in [
            ("docs/SUMMARY.md", format!("](languages/{id}.md)")),
            ("docs/languages/README.md", format!("]({id}.md)")),
            ("cli/src/book.rs", format!("page!(\"languages/{id}.md\")")),
        ] {
            assert!(text(list).contains(&entry), "{list} does not list {id}");
        }
    }
}

// VS Code

/// An entry about one of the other languages.
fn is_other(entry: &Value) -> bool {
    let of_scope = || entry["scopeName"].as_str()?.strip_prefix("source.");
    let of_scope = || of_scope()?.split('.').next();
    let id = entry["id"].as_str().or(entry["language"].as_str());
    let id = id.or_else(of_scope).or(entry.as_str());
    id.is_some_and(|id| ids().contains(&id))
}

/// A list without the entries about other languages, and with these where the first one was.
fn set_entries(of: &mut Value, entries: impl IntoIterator<Item = Value>) {
    let all = of.as_array_mut().expect("a list");
    let first = all.iter().position(is_other).unwrap_or(all.len());
    all.retain(|it| !is_other(it));
    all.splice(first..first, entries);
}

/// The entry of a language in VS Code, for use before the server runs.
fn vscode_manifest(language: &Language) -> Value {
    let id = language.id;
    let mut entry = json!({ "id": id, "aliases": [name(language), id] });
    let extensions = about(language).extensions.iter();
    let extensions: Vec<_> = extensions.map(|it| format!(".{it}")).collect();
    if !extensions.is_empty() {
        entry["extensions"] = json!(extensions);
    }
    entry["firstLine"] = json!(format!("^.*\\bmnc2:.*\\blanguage={id}\\b"));
    entry["configuration"] = json!(format!("./language-configuration-{id}.json"));
    entry["icon"] = json!({
        "light": "./media/program-light.svg",
        "dark": "./media/program-dark.svg",
    });
    entry
}

fn grammars(language: &Language) -> Vec<Value> {
    let id = language.id;
    let injected = list(language, "injected");
    let own = json!({
        "language": id,
        "scopeName": format!("source.{id}"),
        "path": format!("./syntaxes/{id}.tmLanguage.json"),
    });
    let more = (!injected.is_empty()).then(|| {
        json!({
            "scopeName": format!("source.{id}.injected"),
            "path": format!("./syntaxes/{id}-injected.tmLanguage.json"),
            "injectTo": injected,
        })
    });
    std::iter::once(own).chain(more).collect()
}

/// Preferences of editors for texts of a language.
fn preferences(language: &Language) -> Value {
    let mut preferences = json!({
        "editor.acceptSuggestionOnEnter": "on",
        "editor.suggest.selectionMode": "never",
    });
    let separators = language.editor("word_separators");
    if !separators.is_empty() {
        preferences["editor.wordSeparators"] = json!(separators);
    }
    preferences
}

/// The preferences in their order, with the preferences of other languages after the preferences of MN-Core 2.
fn all_preferences(held: &Value) -> Value {
    let held = held.as_object().expect("an object");
    let is_own = |key: &str| ids().iter().any(|id| key == format!("[{id}]"));
    let mut all = Map::new();
    for (key, value) in held.iter().filter(|(key, _)| !is_own(key)) {
        all.insert(key.clone(), value.clone());
        if key == "[mnc2]" {
            all.extend(others().map(|it| (format!("[{}]", it.id), preferences(it))));
        }
    }
    Value::Object(all)
}

/// Conditions name languages as an alternative: those with a heat map, or all of them.
fn set_conditions(of: &mut Value) {
    match of {
        Value::Array(items) => items.iter_mut().for_each(set_conditions),
        Value::Object(entries) => entries.values_mut().for_each(set_conditions),
        Value::String(text) => {
            let Some((before, rest)) = text.split_once("angId =~ /^(") else {
                return;
            };
            let (held, after) = rest.split_once(")$/").expect("the end of the alternative");
            let is_of_all = held.split('|').any(|id| id == "mnc2");
            let with_map = |it: &&Language| it.editors["heat_map"] == true;
            let named: Vec<&str> = match is_of_all {
                true => std::iter::once("mnc2").chain(ids()).collect(),
                false => others().filter(with_map).map(|it| it.id).collect(),
            };
            *text = format!("{before}angId =~ /^({})$/{after}", named.join("|"));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn that_of_vs_code() -> Result<(), String> {
    let name = "editors/vscode/package.json";
    let mut manifest: Value = serde_json::from_str(&text(name)).expect("JSON");
    let contributes = &mut manifest["contributes"];
    set_entries(&mut contributes["languages"], others().map(vscode_manifest));
    set_entries(&mut contributes["grammars"], others().flat_map(grammars));
    let defaults = &mut contributes["configurationDefaults"];
    *defaults = all_preferences(defaults);
    let breakpoints = others().map(|it| json!({ "language": it.id }));
    set_entries(&mut contributes["breakpoints"], breakpoints);
    let debugged = ids().into_iter().map(Value::from);
    set_entries(&mut contributes["debuggers"][0]["languages"], debugged);
    set_conditions(&mut contributes["menus"]);
    set_conditions(&mut contributes["keybindings"]);
    let manifest = serde_json::to_string_pretty(&manifest).expect("JSON");
    fresh(name, &format!("{manifest}\n"))?;
    let ids = quoted(ids(), '"');
    let list = format!(
        "// {WRITTEN}\n\n/** The languages that the server supports besides MN-Core 2. */\n\
         export const OTHER_LANGUAGES = [{ids}];\n"
    );
    fresh("editors/vscode/src/otherLanguages.ts", &list)
}

/// What only VS Code reads of a language is in the folder `vscode` of its crate; an extension has all its files in one folder.
#[test]
fn what_vs_code_reads_is_that_of_the_language() -> Result<(), String> {
    for language in others() {
        let id = language.id;
        let of_crate = |name: &str| text(&format!("dialects/{id}/vscode/{name}.json"));
        let copied = |to: &str, name: &str| fresh(&format!("editors/vscode/{to}"), &of_crate(name));
        copied(
            &format!("language-configuration-{id}.json"),
            "language-configuration",
        )?;
        copied(&format!("syntaxes/{id}.tmLanguage.json"), "grammar")?;
        if !list(language, "injected").is_empty() {
            let path = format!("syntaxes/{id}-injected.tmLanguage.json");
            copied(&path, "grammar-injected")?;
        }
    }
    Ok(())
}

// Zed

#[test]
fn those_of_zed() -> Result<(), String> {
    for language in others() {
        let id = language.id;
        let comment = language.editor("comment");
        let mut config = format!(
            "# {WRITTEN}\nname = \"{}\"\ngrammar = \"{id}\"\n",
            name(language)
        );
        let extensions = about(language).extensions;
        if !extensions.is_empty() {
            config += &format!("path_suffixes = [{}]\n", quoted(extensions, '"'));
        }
        config += &format!("first_line_pattern = 'mnc2:.*\\blanguage={id}\\b'\n");
        config += &format!("line_comments = [\"{comment} \"]\n");
        config += &format!(
            "tab_size = {}\nhard_tabs = false\n",
            language.editors["tab_size"]
        );
        let characters = language.editor("word_characters").chars();
        let characters = quoted(characters.map(String::from), '"');
        config += &format!("word_characters = [{characters}]\nbrackets = [\n");
        for bracket in list(language, "brackets") {
            let (start, end) = bracket.split_at(1);
            let newline = start == "{";
            let (start, end) = (json!(start), json!(end));
            config += &format!(
                "  {{ start = {start}, end = {end}, close = true, newline = {newline} }},\n"
            );
        }
        config += "]\n";
        fresh(&format!("editors/zed/languages/{id}/config.toml"), &config)?;
    }
    let mut part = String::new();
    for id in ids() {
        part += &format!(
            "[grammars.{id}]\nrepository = \"https://github.com/mnc2/mnc2\"\nrev = \"main\"\n\
             path = \"dialects/{id}/grammar\"\n\n"
        );
    }
    /// Languages of Zed whose files can have programs in them, and what the server calls them.
    const HOSTS: [(&str, &str); 4] = [
        ("C", "c"),
        ("C++", "cpp"),
        ("Markdown", "markdown"),
        ("Python", "python"),
    ];
    let all = || {
        let own = others().map(|it| (name(it), it.id));
        std::iter::once(("MN-Core 2 assembly", "mnc2"))
            .chain(own)
            .chain(HOSTS)
    };
    part += "[language_servers.mnc2-lsp]\nname = \"mnc2-lsp\"\nlanguages = [\n";
    part.extend(all().map(|(name, _)| format!("  \"{name}\",\n")));
    part += "]\n\n# What the server is told that a document is: a buffer that is not saved yet has no extension.\n\
             [language_servers.mnc2-lsp.language_ids]\n";
    part.extend(all().map(|(name, id)| format!("\"{name}\" = \"{id}\"\n")));
    fresh_part("editors/zed/extension.toml", &part)
}

// Helix, Neovim, Emacs

#[test]
fn that_of_helix() -> Result<(), String> {
    let entry = |language: &Language| {
        let (id, comment) = (language.id, language.editor("comment"));
        let extensions = quoted(about(language).extensions, '"');
        format!(
            "[[language]]\nname = \"{id}\"\nscope = \"source.{id}\"\nfile-types = [{extensions}]\n\
             roots = [\"mnc2.toml\", \".git\"]\ncomment-token = \"{comment}\"\nlanguage-servers = [\"mnc2-lsp\"]\n\n"
        )
    };
    let part: String = others().map(entry).collect();
    fresh_part("editors/helix/languages.toml", &part)
}

#[test]
fn that_of_neovim() -> Result<(), String> {
    let mut table = format!("-- {WRITTEN}\n\nreturn {{\n");
    table += "  -- The languages that the server knows besides MN-Core 2, which are file types.\n";
    table += &format!("  others = {{ {} }},\n", quoted(ids(), '\''));
    let of_extension = |extensions: Vec<(&str, &str)>| {
        let entries = extensions.into_iter();
        let entries = entries.map(|(extension, id)| format!("{extension} = '{id}'"));
        entries.collect::<Vec<_>>().join(", ")
    };
    let own = others().flat_map(|it| about(it).extensions.iter().map(|own| (*own, it.id)));
    let json = others().flat_map(|it| [about(it).architecture, about(it).model]);
    let machines = json.flatten().map(|it| (it, "json"));
    let own = of_extension(own.chain(machines).collect());
    table += &format!("  -- File types by extension.\n  extension = {{ {own} }},\n");
    let binary = others().filter_map(|it| Some((about(it).binary?, it.id)));
    let binary = of_extension(binary.collect());
    table += &format!(
        "  -- Those of the listings of programs as bytes.\n  binary = {{ {binary} }},\n}}\n"
    );
    fresh("editors/neovim/lua/mnc2/languages.lua", &table)
}

#[test]
fn that_of_emacs() -> Result<(), String> {
    let mut part = String::new();
    for language in others() {
        let colours = language.editor("emacs");
        if !colours.is_empty() {
            part += &format!("{colours}\n");
        }
        let (id, mode, name) = (language.id, language.editor("mode"), name(language));
        part += &format!(
            ";;;###autoload\n(define-derived-mode mnc2-{id}-mode mnc2-dialect-mode \"{mode}\"\n  \"Major mode for {name}.\"\n"
        );
        for comment in about(language).comments {
            part += match *comment {
                "#" => "  (modify-syntax-entry ?# \"<\")\n",
                ";" => "  (modify-syntax-entry ?\\; \"<\")\n",
                // In an assembly it also divides.
                "//" if !colours.is_empty() => "  (modify-syntax-entry ?/ \". 12\")\n",
                _ => "",
            };
        }
        part += &format!(
            "  (setq-local comment-start \"{} \")",
            language.editor("comment")
        );
        if !colours.is_empty() {
            part += &format!("\n  (setq-local font-lock-defaults '(mnc2-{id}-keywords))");
        }
        part += ")\n\n";
    }
    for (id, extension) in
        others().flat_map(|it| about(it).extensions.iter().map(|own| (it.id, own)))
    {
        part += &format!(
            ";;;###autoload\n(add-to-list 'auto-mode-alist '(\"\\\\.{extension}\\\\'\" . mnc2-{id}-mode))\n\n"
        );
    }
    let pairs = |before: &str, after: &dyn Fn(&str) -> String| {
        let pairs = ids().into_iter().map(|id| format!("({}", after(id)));
        pairs.collect::<Vec<_>>().join(before)
    };
    let modes = pairs("\n                 ", &|id| {
        format!("\"{id}\" . mnc2-{id}-mode)")
    });
    part += &format!(
        ";; The extensions of the others belong to every assembler; a file that names its language opens in its mode.\n\
         ;;;###autoload\n(dolist (entry '({modes}))\n  (add-to-list 'magic-mode-alist\n               \
         (cons (concat \"\\\\(?:.*\\n\\\\)\\\\{{0,4\\\\}}.*mnc2:.*\\\\_<language=\" (car entry) \"\\\\_>\") (cdr entry))))\n\n"
    );
    let contacts = pairs("\n    ", &|id| {
        format!("mnc2-{id}-mode :language-id \"{id}\")")
    });
    part += &format!(
        "(defconst mnc2--other-modes\n  '({contacts})\n  \"The modes of other languages, and what the server calls them.\")\n"
    );
    fresh_part("editors/emacs/mnc2-mode.el", &part)
}

// The page, the book, the fuzzer

#[test]
fn that_of_the_page() -> Result<(), String> {
    let mnc2 = json!({ "id": "mnc2", "extension": "vsm", "comment": "#", "isShared": false, "versions": [] });
    let others = others().map(|it| {
        let is_own = about(it).extensions.contains(&&*it.extension);
        json!({
            "id": it.id,
            "extension": it.extension,
            "comment": it.editor("comment"),
            "isShared": !is_own,
            // The default first, as menus have it.
            "versions": about(it).versions.iter().rev().collect::<Vec<_>>(),
        })
    });
    let all: Vec<Value> = std::iter::once(mnc2).chain(others).collect();
    let all = serde_json::to_string_pretty(&all).expect("JSON");
    fresh("web/site/languages.json", &format!("{all}\n"))
}

#[test]
fn that_of_the_book() -> Result<(), String> {
    let entries = others().map(|it| format!("    {}: \"{}\",\n", it.id, it.extension));
    fresh_part("docs/theme/playground.js", &entries.collect::<String>())
}

#[test]
fn that_of_the_fuzzer() -> Result<(), String> {
    // They have bodies of their own.
    let beside = [
        ("canary", "targets/canary.rs"),
        ("commands", "targets/commands.rs"),
        ("machine", "../emulator/tests/model/main.rs"),
    ];
    let beside = beside.map(|(name, path)| (name, path.to_owned()));
    let targets = TARGETS.iter().map(|it| it.name);
    let own = targets
        .clone()
        .map(|name| (name, format!("targets/{name}.rs")));
    let section = |(name, path)| {
        format!(
            "[[bin]]\nname = \"{name}\"\npath = \"{path}\"\ntest = false\ndoc = false\nbench = false\n\n"
        )
    };
    let part: String = own.chain(beside).map(section).collect();
    fresh_part("fuzz/Cargo.toml", &part)?;
    for name in targets {
        let body = format!(
            "#![no_main]\n\nlibfuzzer_sys::fuzz_target!(|data: &[u8]| mnc2_tests::fuzz::run_named(\"{name}\", data));\n"
        );
        fresh(&format!("fuzz/targets/{name}.rs"), &body)?;
    }
    Ok(())
}
