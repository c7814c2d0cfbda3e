//! Annotated programs, a file for each code. `#~ error[NP0305] words` expects a finding of its line, and each `^` after
//! `#~` moves one line up; any other finding fails. `# ==` begins another program, and so does `# near misses`, after which
//! nothing may be found.

use std::fs;
use std::path::Path;

use mnc2_naplespu::{Code, Document, Options};

/// An expected finding: its line in the program, level and code, words of its message.
struct Expected<'a> {
    line: usize,
    code: &'a str,
    words: &'a str,
}

fn expected<'a>(program: &[&'a str]) -> Vec<Expected<'a>> {
    let mut found = Vec::new();
    for (number, line) in program.iter().enumerate() {
        let Some((_, annotation)) = line.split_once("#~") else {
            continue;
        };
        let said = annotation.trim_start_matches('^');
        let up = annotation.len() - said.len();
        let Some((code, words)) = said.trim().split_once(']') else {
            continue;
        };
        found.push(Expected {
            line: number - up,
            code,
            words: words.trim(),
        });
    }
    found
}

/// What is wrong with a program, and how many findings were expected.
fn check(name: &str, program: &[&str]) -> (String, usize) {
    let options = Options::default();
    let text = program.join("\n");
    let findings = Document::new(&text, &options).findings(&|| false);
    let mut left: Vec<_> = findings.iter().collect();
    let mut failures = String::new();
    let expected = expected(program);
    for one in &expected {
        let is_it = |line: usize, code: &str, said: &str| {
            line == one.line && code == one.code && said.contains(one.words)
        };
        let place = left.iter().position(|finding| {
            let diagnostic = &finding.diagnostic;
            let row = diagnostic.code.row();
            let code = format!("{}[{}", row.severity.name(), row.id);
            is_it(
                finding.line as usize,
                &code,
                &diagnostic.message.to_string(),
            )
        });
        match place {
            Some(place) => drop(left.remove(place)),
            None => {
                failures += &format!(
                    "{name}: {}\n    not found: {}]\n",
                    program[one.line], one.code
                );
            }
        }
    }
    for finding in left {
        let line = program.get(finding.line as usize).unwrap_or(&"");
        let (id, said) = (finding.diagnostic.code.id(), &finding.diagnostic.message);
        failures += &format!("{name}: {line}\n    found: {id} {said}\n");
    }
    (failures, expected.len())
}

#[test]
fn annotated_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut failures = String::new();
    let mut codes = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder").flatten() {
        let path = entry.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("a fixture");
        let (wrong, near) = text.split_once("# near misses\n").expect("near misses");
        let is_new = |line: &&str| *line == "# ==";
        for (part, is_wrong) in [(wrong, true), (near, false)] {
            let lines: Vec<&str> = part.lines().collect();
            for program in lines.split(|line| is_new(line)) {
                let (said, count) = check(&name, program);
                failures += &said;
                assert_eq!(count > 0, is_wrong, "{name}: {program:?}");
            }
        }
        codes.push(name);
    }
    assert!(failures.is_empty(), "{failures}");
    codes.sort_unstable();
    // Those about a file itself have their tests elsewhere.
    let all = Code::ALL.iter().map(|code| code.id());
    let all: Vec<&str> = all
        .filter(|id| !id.ends_with("0101") && !id.ends_with("0102"))
        .collect();
    assert_eq!(codes, all);
}

#[test]
fn a_mask_of_the_options_is_that_of_the_start() {
    let count = |mask: Option<&str>| {
        let mut options = Options::default();
        if let Some(mask) = mask {
            options.set("rm", mask).expect("a register");
        }
        let document = Document::new("add_i32 v0, v1, v2", &options);
        document.findings(&|| false).len()
    };
    assert_eq!(count(None), 1);
    assert_eq!(count(Some("0")), 1);
    assert_eq!(count(Some("1")), 0);
}
