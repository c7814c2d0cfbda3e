//! What the command line does with findings is the same in every language.

use std::fs;

use mnc2_ide::languages;
use mnc2_tests::files;
use mnc2_tests::languages::{Language, others};
use serde_json::Value;

use crate::binary::{file, folder, mnc2, text};

/// A program with one finding that is safe to fix.
struct Case {
    language: &'static str,
    /// The name of its file.
    name: String,
    program: String,
    fixed: String,
    code: String,
    /// Its level without a choice.
    level: String,
    /// The group of the code, and the letters of the language.
    groups: [String; 2],
    /// What begins a comment.
    sign: String,
}

/// One in each language.
fn cases() -> impl Iterator<Item = Case> {
    others().map(|language| {
        let mistake = language.mistake();
        let text = |key: &str| mistake[key].as_str().expect("a text").to_owned();
        let code = text("code");
        Case {
            language: language.id,
            name: format!("a.{}", language.extension),
            program: text("program"),
            fixed: text("fixed"),
            groups: [code[..4].to_owned(), code[..2].to_owned()],
            code,
            level: text("level"),
            sign: text("sign"),
        }
    })
}

/// The levels and codes of what is found, with the exit code.
fn found(case: &Case, options: &[&str], program: &str) -> (String, i32) {
    let language = format!("--language={}", case.language);
    let arguments = ["check", &language, "--format=short", "--quiet"];
    let outcome = mnc2(arguments.iter().chain(options).copied().chain([program]));
    let said = outcome.out.lines();
    let said = said.map(|line| line.split(": ").nth(1).unwrap_or_default());
    (said.collect::<Vec<_>>().join(" "), outcome.code)
}

#[test]
fn levels_count_in_every_language() {
    let folder = folder("every-language-levels");
    for case in cases() {
        let case = &case;
        let program = file(&folder, &case.name, &case.program);
        // Hints about the program are not what this is about.
        let only = |level: &str, choices: &[&str]| {
            let mut options = vec!["--level=all=off"];
            options.extend(choices);
            let (said, code) = found(case, &options, text(&program));
            let expected = match level {
                "off" => String::new(),
                level => format!("{level}[{}]", case.code),
            };
            assert_eq!(said, expected, "{}: {options:?}", case.language);
            assert_eq!(code, i32::from(level == "error"), "{}", case.language);
        };
        let own = format!("--level={}={}", case.code, case.level);
        only(&case.level, &[&own]);
        only("off", &[]);
        for selector in [&case.code, &case.groups[0], &case.groups[1]] {
            for level in ["error", "warning", "info", "hint", "off"] {
                only(level, &[&format!("--level={selector}={level}")]);
            }
        }
        // A code overrides its group, and the command line the project.
        let group = format!("--level={}=error", case.groups[0]);
        only("hint", &[&group, &format!("--level={}=hint", case.code)]);
        let toml = format!("[levels]\n{} = 'info'\n", case.code);
        let toml = file(&folder, "mnc2.toml", toml);
        let (said, _) = found(case, &[], text(&program));
        assert!(said.contains(&format!("info[{}]", case.code)), "{said}");
        only("error", &[&format!("--level={}=error", case.code)]);
        fs::remove_file(toml).expect("a file");
    }
}

#[test]
fn comments_silence_in_every_language() {
    let folder = folder("every-language-comments");
    for case in cases() {
        let case = &case;
        let line = case.fixed.lines().zip(case.program.lines());
        let line = line.take_while(|(fixed, program)| fixed == program).count();
        let mut lines: Vec<String> = case.program.lines().map(str::to_owned).collect();
        let reported = |lines: &[String]| {
            let program = file(&folder, &case.name, lines.join("\n") + "\n");
            let (said, _) = found(case, &[], text(&program));
            said.contains(&case.code)
        };
        assert!(reported(&lines), "{}", case.language);
        let comment = |word: &str| format!("{} mnc2: {word}({})", case.sign, case.code);
        for (at, word) in [(line, "allow"), (0, "allow-file")] {
            lines.insert(at, comment(word));
            assert!(!reported(&lines), "{}: {lines:?}", case.language);
            lines.remove(at);
        }
        lines[line] += &format!(" {}", comment("allow"));
        assert!(!reported(&lines), "{}: {lines:?}", case.language);
    }
}

#[test]
fn fixes_and_logs_are_written_in_every_language() {
    let folder = folder("every-language-fixes");
    for case in cases() {
        let case = &case;
        let program = file(&folder, &case.name, &case.program);
        let language = format!("--language={}", case.language);
        let outcome = mnc2(["check", &language, "--format=sarif", text(&program)]);
        let log: Value = serde_json::from_str(&outcome.out).expect("a log");
        let run = &log["runs"][0];
        let results = run["results"].as_array().expect("a list");
        let result = results.iter().find(|it| it["ruleId"] == case.code);
        let result = result.unwrap_or_else(|| panic!("{results:?}"));
        let level = if case.level == "hint" {
            "note"
        } else {
            &case.level
        };
        assert_eq!(result["level"], level, "{result}");
        let rule = &result["rule"];
        let component = rule["toolComponent"]["index"].as_u64();
        let component = component.expect("an extension") as usize;
        let extension = &run["tool"]["extensions"][component];
        assert_eq!(extension["name"], case.language);
        let rule = &extension["rules"][rule["index"].as_u64().expect("a rule") as usize];
        assert_eq!(rule["id"], case.code);
        let page = rule["helpUri"].as_str().unwrap_or_default();
        let anchor = format!("{}.md#{}", case.language, case.code.to_lowercase());
        assert!(page.ends_with(&anchor), "{rule}");
        let change = &result["fixes"][0]["artifactChanges"][0]["replacements"];
        assert!(
            change.as_array().is_some_and(|it| !it.is_empty()),
            "{result}"
        );

        mnc2(["check", &language, "--fix", "--quiet", text(&program)]);
        let fixed = fs::read_to_string(&program).expect("a file");
        assert_eq!(fixed, case.fixed);
        let (said, code) = found(case, &[], text(&program));
        assert!(!said.contains(&case.code) && code == 0, "{said}");
    }
}

/// A text with the changes of a unified difference.
fn patched(old: &str, difference: &str) -> String {
    let mut lines = old.split_inclusive('\n');
    let (mut taken, mut new) = (0, String::new());
    let mut last = ' ';
    for line in difference.split_inclusive('\n') {
        let (sign, content) = line.split_at(1);
        match sign {
            "@" => {
                let start = content.split(['-', ',', ' ']).nth(2).expect("a place");
                let (start, count) = (start.parse::<usize>().expect("a number"), content);
                // A hunk without old lines follows the line that it names.
                let is_empty = count.split(' ').nth(1).is_some_and(|it| it.ends_with(",0"));
                let before = start - usize::from(!is_empty);
                new.extend(lines.by_ref().take(before - taken));
                taken = before;
            }
            "\\" if last == '-' => {}
            "\\" => new.truncate(new.trim_end_matches('\n').len()),
            "+" => new.push_str(content),
            _ => {
                let old = lines.next().unwrap_or_default();
                assert_eq!(old.trim_end_matches('\n'), content.trim_end_matches('\n'));
                taken += 1;
                if sign == " " {
                    new.push_str(content);
                }
            }
        }
        last = sign.chars().next().unwrap_or_default();
    }
    new.extend(lines);
    new
}

/// Whether the compiler of a language prints its texts in one form.
fn has_canonical_text(language: &Language) -> bool {
    let found = languages::find(language.id).expect("a language of this build");
    found.options().read("").canonical().is_some()
}

/// What `format --diff` shows leads to what `format` writes, also where lines come and go.
#[test]
fn differences_lead_to_what_is_formatted() {
    let alone = others().map(|it| (it, &[][..]));
    let canonical = others().filter(|it| has_canonical_text(it));
    let canonical = canonical.map(|it| (it, &["--canonical"][..]));
    for (language, options) in alone.chain(canonical) {
        let (id, extension) = (language.id, &language.extension);
        let folder = folder("every-language-differences");
        let fixtures = files::root().join(&language.folder).join("diagnostics");
        let fixtures = files::below(&fixtures, extension);
        let fixtures = fixtures.expect("fixtures");
        let copies: Vec<_> = fixtures
            .iter()
            .map(|path| {
                let name = path.file_name().and_then(|it| it.to_str());
                let content = fs::read_to_string(path).expect("a text");
                // Lines that a layout changes.
                let content = content.replace(", ", " ,  ");
                file(&folder, name.expect("a name"), content)
            })
            .collect();
        let before: Vec<_> = copies.iter().map(fs::read_to_string).collect();
        let language = format!("--language={id}");
        let run = |more: &[&str]| {
            let arguments = ["format", &language].into_iter();
            let arguments = arguments.chain(more.iter().copied());
            let files = copies.iter().map(|it| text(it));
            mnc2(arguments.chain(options.iter().copied()).chain(files))
        };
        let differences = run(&["--diff"]);
        assert_eq!(differences.code, 1, "{differences:?}");
        assert_eq!(run(&[]).code, 0);
        let mut changed = 0;
        for (path, before) in copies.iter().zip(before) {
            let (before, name) = (before.expect("a text"), text(path));
            let header = format!("--- {name}\n+++ {name}\n");
            let shown = differences.out.split_once(&header);
            let shown = shown.map_or("", |(_, rest)| {
                let end = rest.find("\n--- /").map_or(rest.len(), |it| it + 1);
                &rest[..end]
            });
            let after = fs::read_to_string(path).expect("a text");
            assert_eq!(patched(&before, shown), after, "{name}: {shown}");
            changed += usize::from(before != after);
        }
        assert!(changed > 3, "{language} {options:?}: {changed}");
    }
}
