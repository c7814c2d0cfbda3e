//! The invariants of ARCHITECTURE.md that can be read in the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_isa::Op;
use mnc2_tests::files;
use mnc2_tests::languages::others;

/// The crates whose modules do not import each other in a circle, in any folder.
const CRATES: &[&str] = &[
    "asm",
    "assist",
    "cli",
    "dap",
    "dataflow",
    "debug",
    "dialects/assembly",
    "dialects/laws",
    "emulator",
    "equal",
    "host",
    "host/c",
    "ide",
    "isa",
    "program",
    "project",
    "review",
    "schedule",
    "search",
    "server",
    "tests",
    "text",
    "words",
];

/// The other crates, whose names follow the same rules.
const MORE_CRATES: &[&str] = &["bench", "python", "web/server"];

/// For each module just below a folder, the neighbours that it names.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// What the files of a folder name of `root`, whose modules are just below `path`; tests and comments are left out.
fn read(folder: &Path, module: Option<&str>, path: &str, above: &str, imports: &mut Imports) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let file = entry.path();
        let stem = file.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("a name in ASCII");
        if stem == "tests" && module.is_some() {
            continue;
        }
        let module = module.unwrap_or(stem);
        if file.is_dir() {
            let above = format!("{above}super::");
            read(&file, Some(module), path, &above, imports);
        } else if !["lib", "main"].contains(&module) {
            let text = fs::read_to_string(&file).expect("a file of text");
            let text = text.split("#[cfg(test)]\nmod tests {").next();
            let code: Vec<_> = text
                .unwrap_or_default()
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect();
            let code = code.join("\n");
            let named = imports.entry(module.to_owned()).or_default();
            named.extend(named_after(path, &code).chain(named_after(above, &code)));
        }
    }
}

/// The first word after each path to the folder, or each word of its list.
fn named_after(path: &str, code: &str) -> impl Iterator<Item = String> {
    let ends = code.match_indices(path).filter(|(at, _)| {
        // Not the end of a path that begins further up.
        !code[..*at].ends_with("::")
    });
    let after: Vec<String> = ends
        .map(|(at, path)| &code[at + path.len()..])
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

/// A folder of sources and those in it, with the path of each in its crate.
fn folders(folder: PathBuf, path: String, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(&folder).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a name in ASCII");
        if entry.path().is_dir() && name != "tests" {
            folders(entry.path(), format!("{path}{name}::"), found);
        }
    }
    found.push((folder, path));
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

/// The sources of a folder without their tests, with their paths.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = files::root();
    let paths = files::below(&root.join(folder), "rs").expect("a folder");
    let is_test = |path: &str| path.contains("/tests/") || path.ends_with("tests.rs");
    let with_text = paths.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("a file of text");
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let name = path.strip_prefix(&root).unwrap_or(&path).display();
        (name.to_string(), code.unwrap_or_default().to_owned())
    });
    let sources: Vec<_> = with_text.filter(|(path, _)| !is_test(path)).collect();
    assert!(!sources.is_empty(), "{folder}");
    sources
}

/// The files of folders that contain one of some texts.
fn containing(folders: &[&str], texts: &[&str]) -> Vec<String> {
    let all = folders.iter().flat_map(|folder| sources(folder));
    let found = all.filter(|(_, code)| texts.iter().any(|text| code.contains(text)));
    found.map(|(path, _)| path).collect()
}

#[test]
fn the_grammar_knows_no_mnemonic() {
    let grammar = files::root().join("tree-sitter-mnc2/grammar.js");
    let grammar = fs::read_to_string(grammar).expect("the grammar");
    let rules: Vec<_> = grammar
        .lines()
        .filter(|line| !line.trim_start().starts_with(['/', '*']))
        .collect();
    let rules = rules.join("\n");
    let words: BTreeSet<&str> = rules
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .collect();
    // Statements of their own shape begin with a word of their own, such as `mask` and `quit`.
    let spellings = mnc2_isa::spelling::all().iter();
    let known: Vec<_> = spellings
        .filter(|spelling| spelling.ops.iter().any(|op| !matches!(op, Op::Control(_))))
        .map(|spelling| spelling.text.as_str())
        .filter(|text| words.contains(text))
        .collect();
    assert_eq!(known, [""; 0]);
}

#[test]
fn the_table_depends_on_nothing() {
    let manifest = files::root().join("isa/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    let (_, after) = manifest.split_once("[dependencies]").expect("a section");
    let section = after.split("\n[").next().unwrap_or_default();
    assert_eq!(section.trim(), "");
}

#[test]
fn a_dialect_depends_on_nothing_of_ours_but_text_and_what_assemblies_share() {
    for entry in fs::read_dir(files::root().join("dialects"))
        .expect("a folder")
        .flatten()
    {
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("a manifest");
        let (_, after) = manifest.split_once("[dependencies]").expect("a section");
        let section = after.split("\n[").next().unwrap_or_default();
        let ours: Vec<_> = section
            .lines()
            .filter(|line| line.starts_with("mnc2-"))
            .collect();
        let text = "mnc2-text.workspace = true";
        let assembly = "mnc2-assembly.workspace = true";
        let name = entry.file_name();
        assert!(
            ours == [text] || ours == [assembly, text],
            "{name:?}: {ours:?}"
        );
    }
}

#[test]
fn only_the_outermost_crates_read_and_write() {
    let folders = [
        "text/src",
        "dialects/assembly/src",
        "isa/src",
        "program/src",
        "asm/src",
        "dataflow/src",
        "review/src",
        "assist/src",
        "words/src",
        "emulator/src",
        "ide/src",
        "debug/src",
    ];
    let languages = others().map(|it| format!("dialects/{}/src", it.id));
    let folders: Vec<String> = folders
        .map(str::to_owned)
        .into_iter()
        .chain(languages)
        .collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let doors = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::io",
        "println!",
    ];
    assert_eq!(containing(&folders, &doors), [""; 0]);
}

#[test]
fn the_protocol_s_types_stay_in_its_folder() {
    let mut found = containing(&["server/src", "cli/src"], &["tower_lsp", "ls_types"]);
    found.retain(|path| !path.starts_with("server/src/lsp"));
    assert_eq!(found, [""; 0]);
}

#[test]
fn no_room_is_too_large_to_know() {
    const LINES_MAX: usize = 20_000;
    let languages = others().map(|it| format!("dialects/{}", it.id));
    let crates = CRATES.iter().map(|it| (*it).to_owned());
    for name in crates.chain(languages) {
        let files = sources(&format!("{name}/src"));
        let lines: usize = files.iter().map(|(_, code)| code.lines().count()).sum();
        assert!(lines < LINES_MAX, "{name}: {lines} lines without tests");
    }
}

#[test]
fn modules_do_not_import_each_other_in_a_circle() {
    let root = files::root();
    let mut all = Vec::new();
    let languages = others().map(|it| format!("dialects/{}", it.id));
    let crates = CRATES.iter().map(|it| (*it).to_owned());
    for name in crates.chain(languages) {
        let sources = root.join(name).join("src");
        folders(sources, "crate::".to_owned(), &mut all);
    }
    let mut circles = BTreeMap::new();
    for (folder, path) in all {
        let mut imports = Imports::new();
        read(&folder, None, &path, "super::", &mut imports);
        assert!(!imports.is_empty(), "{path}");
        let is_in_circle = |module: &&String| reached(&imports, module).contains(*module);
        let modules: Vec<String> = imports.keys().filter(is_in_circle).cloned().collect();
        if !modules.is_empty() {
            let name = folder.strip_prefix(&root).unwrap_or(&folder);
            circles.insert(name.display().to_string(), modules);
        }
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

/// The matches on instructions with an arm for all others, and the negated lists of instructions, each with its file and
/// line. Read as rustfmt writes them: the arms of a match are indented by one more than the match.
fn open_matches(path: &str, code: &str) -> Vec<String> {
    const INSTRUCTIONS: &[&str] = &[
        "Op::", "AluOp::", "MauOp::", "L1bmOp::", "L2bmOp::", "MvOp::",
    ];
    let names_instruction = |text: &str| INSTRUCTIONS.iter().any(|name| text.contains(name));
    let depth = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let place = || format!("{path}:{}", number + 1);
        if let Some((_, list)) = line.split_once("!matches!(") {
            let rest = lines[number + 1..]
                .iter()
                .take_while(|it| depth(it) > depth(line));
            let unit = |text: &str| text.contains("AluOp::") || text.contains("MauOp::");
            if unit(list) || rest.clone().any(|it| unit(it)) {
                found.push(place());
            }
        }
        if !(line.contains("match ") && line.ends_with('{')) {
            continue;
        }
        let inside = |it: &&&str| it.trim().is_empty() || depth(it) > depth(line);
        let arms: Vec<&str> = lines[number + 1..]
            .iter()
            .take_while(inside)
            .filter(|it| depth(it) == depth(line) + 4)
            .map(|it| it.trim())
            .collect();
        let pattern = |arm: &&str| arm.split("=>").next().is_some_and(names_instruction);
        let is_rest = |arm: &&str| arm.starts_with("_ =>") || arm.starts_with("(_, _) =>");
        if arms.iter().any(pattern) && arms.iter().any(is_rest) {
            found.push(place());
        }
    }
    found
}

#[test]
fn a_row_does_not_compile_without_its_meaning_for_proofs() {
    let open = "match op {\n    AluOp::Add => 1,\n    _ => 0,\n}";
    assert_eq!(open_matches("a", open), ["a:1"]);
    let negated = "let by = !matches!(\n    op,\n    AluOp::Msl | AluOp::Msr\n);";
    assert_eq!(open_matches("a", negated), ["a:1"]);
    let closed = "match op {\n    AluOp::Add => match x {\n        Some(1) => 1,\n        _ => 0,\n    },\n}";
    assert_eq!(open_matches("a", closed), [""; 0]);
    let all = ["equal/src", "schedule/src", "dataflow/src"]
        .into_iter()
        .flat_map(sources);
    let found: Vec<String> = all
        .flat_map(|(path, code)| open_matches(&path, &code))
        .collect();
    assert_eq!(found, [""; 0]);
}

/// The names in code that leave open what they mean: a function called `of` or `of_*` does not name its result, and
/// the house writes `X_MIN` and `X_MAX`.
fn vague_names(path: &str, code: &str) -> Vec<String> {
    let is_letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    let declared = |line: &str, keyword: &str| -> Option<String> {
        let (_, name) = line.split_once(keyword)?;
        Some(name.chars().take_while(is_letter).collect())
    };
    let mut found = Vec::new();
    for line in code.lines().filter(|it| !it.trim_start().starts_with("//")) {
        let function = declared(line, "fn ").filter(|it| it == "of" || it.starts_with("of_"));
        let constant = declared(line, "const ").or_else(|| declared(line, "static "));
        let constant = constant.filter(|it| it.starts_with("MIN_") || it.starts_with("MAX_"));
        found.extend(
            function
                .into_iter()
                .chain(constant)
                .map(|it| format!("{path}: {it}")),
        );
    }
    found
}

#[test]
fn names_state_what_they_mean() {
    let code = "impl A {\n    pub const fn of_b(b: u8) {}\n}\nfn of(a: u8) {}\nconst MIN_A: u8 = 1;\nconst OF: u8 = offset();";
    assert_eq!(vague_names("a", code), ["a: of_b", "a: of", "a: MIN_A"]);
    let languages = others().map(|it| format!("dialects/{}", it.id));
    let crates = CRATES.iter().chain(MORE_CRATES).map(|it| (*it).to_owned());
    let all = crates
        .chain(languages)
        .flat_map(|name| sources(&format!("{name}/src")));
    let found = all.flat_map(|(path, code)| vague_names(&path, &code));
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn every_file_of_a_suite_is_in_it() {
    let languages = others().map(|it| it.folder.as_str());
    for folder in languages.chain(["tests/tests", "emulator/tests"]) {
        let folder = files::root().join(folder);
        let suite = fs::read_to_string(folder.join("main.rs")).expect("a suite");
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let file = entry.path();
            let module = file
                .file_stem()
                .and_then(|stem| stem.to_str())
                .unwrap_or_default();
            if file.extension().is_some_and(|it| it == "rs") && module != "main" {
                assert!(
                    suite.contains(&format!("\nmod {module};\n")),
                    "{} runs nowhere",
                    file.display()
                );
            }
        }
    }
}
