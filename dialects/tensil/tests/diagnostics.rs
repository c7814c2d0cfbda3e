//! Annotated programs, a file for each code. `//~ error[TE0401] words` expects a finding of its line, and each `^` after
//! `//~` moves one line up; any other finding fails. `// ==` begins another program, and so does `// near misses`, after which
//! nothing may be found. `//~ advice` asks for what is off unless it is wanted.

use std::fs;
use std::path::Path;

use mnc2_tensil::{Code, Document, Options};
use mnc2_text::interface::{Options as _, Text as _};

/// An expected finding: its line in the program, level and code, words of its message.
struct Expected<'a> {
    line: usize,
    code: &'a str,
    words: &'a str,
}

fn expected<'a>(program: &[&'a str]) -> Vec<Expected<'a>> {
    let mut found = Vec::new();
    for (number, line) in program.iter().enumerate() {
        let Some((_, annotation)) = line.split_once("//~") else {
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
    let mut options = Options::default();
    if program.contains(&"//~ advice") {
        options.set("advice", "on").expect("an option");
    }
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

/// The errors of a listing as line, code and sentence.
fn found(text: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let mut options = Options::default();
    for (key, value) in settings {
        options.set(key, value).expect("a value");
    }
    let findings = Document::new(text, &options).findings(&|| false);
    let errors = findings.iter().filter(|it| it.diagnostic.is_error());
    let texts = errors.map(|finding| {
        let diagnostic = &finding.diagnostic;
        let (line, said) = (finding.line + 1, &diagnostic.message);
        format!("{line} {} {said}", diagnostic.code.id())
    });
    texts.collect()
}

#[test]
fn sizes_of_zeroes_are_below_the_depth_of_the_local_memory() {
    let found = found(
        "LoadWeights Zeroes 4(+1)\nLoadWeights Zeroes 3(+1)\nMatMul Zeroes Acc(0) 4(+1)\nMatMul Zeroes Acc(0) 3(+1)",
        &[("local_depth", "4"), ("array_size", "4")],
    );
    assert_eq!(
        found,
        [
            "1 TE0403 5 vectors are more than `Local` has: 4",
            "3 TE0403 5 vectors are more than `Local` has: 4",
        ]
    );
}

#[test]
fn bytes_that_are_no_instruction_are_found_in_their_listing() {
    let listing = |bytes: &[u8]| Options::default().listing(bytes).expect("a listing");
    let word = |header: u8| [0, 0, 0, 0, 0, 0, 0, header];
    let mut bytes = [word(0x24), word(0x22), word(0x60), word(0x48)].concat();
    bytes.push(1);
    assert_eq!(
        found(&listing(&bytes), &[]),
        [
            "1 TE0304 `DataMove` reserves the kind 0x4",
            "3 TE0201 no instruction has the opcode 0x6",
            "4 TE0103 it has bits that `SIMD O=NoOp(I)` does not have, and no listing can say them",
            "5 TE0103 an instruction of this architecture has 8 bytes, not 1",
        ]
    );
    // What people write stays a comment.
    for text in [
        "// 0x0000000000000022",
        "// reserved\n// 0x0000000000000024",
        "NoOp // 0x0000000000000024",
        "NoOp\n\n// 0x0000000000000024",
        "  NoOp\n// 0x0000000000000024",
        "# 0x0000000000000024",
        "// 0x24\nNoOp",
        "// 0x0000000000000024 reserved",
    ] {
        assert_eq!(found(text, &[]), [""; 0], "{text}");
    }
}

#[test]
fn long_lines_are_errors_and_long_comments_are_none() {
    let (long, limit) = ("x".repeat(16_385), " ".repeat(16_380));
    let sentence =
        "1 TE0102 this line has more than 16384 bytes before its comment and is not read";
    assert_eq!(found(&long, &[]), [sentence]);
    assert_eq!(found(&format!("NoOp {limit}NoOp"), &[]), [sentence]);
    for text in [
        format!("SIMD R1=0 // {long}"),
        format!("{limit}NoOp"),
        " ".repeat(20_000),
    ] {
        assert_eq!(found(&text, &[]), [""; 0]);
        let document = Document::new(&text, &Options::default());
        let count = usize::from(!text.trim().is_empty());
        assert_eq!(document.assemble(&|| false).len(), count);
    }
    let trouble = mnc2_tensil::Machine::new(&Document::new(&long, &Options::default()));
    assert!(trouble.is_err());
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
        let (wrong, near) = text.split_once("// near misses\n").expect("near misses");
        let is_new = |line: &&str| *line == "// ==";
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
