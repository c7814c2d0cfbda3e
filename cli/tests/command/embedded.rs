//! Programs within files of other languages, from outside.

use std::fs;

use crate::binary::{Outcome, file, folder, mnc2, text};

const PAGE: &str =
    "é\r\n> ```vsm\r\n> lpasa $lm0v $lr0v\r\n> ```\r\n\r\n```vsm\r\nlpasa $lr0v $ln0v\r\n```\r\n";

fn short(path: &std::path::Path) -> Outcome {
    mnc2(["check", "--format", "short", "--quiet", text(path)])
}

/// Line, column and code of each finding.
fn places(outcome: &Outcome, path: &std::path::Path) -> String {
    let lines = outcome.out.lines();
    let found = lines.map(|line| {
        let rest = line.strip_prefix(text(path)).expect("the file is named");
        let end = rest.find(']').expect("it has a code");
        rest[1..=end].to_owned()
    });
    found.collect::<Vec<_>>().join(", ")
}

#[test]
fn findings_are_at_the_places_of_the_file() {
    let folder = folder("embedded-places");
    let page = file(&folder, "README.md", PAGE);
    let outcome = short(&page);
    assert_eq!(
        places(&outcome, &page),
        "3:3: error[E0201], 7:1: error[E0201]"
    );
    assert_eq!(outcome.code, 1);
    let source = "import mnc2\np = mnc2.Program(f'''\n\tlpasa {x}\n\tladd {x} $lr0v $ln0v\n''')\nq = 'lpasa\\n'\n";
    let generator = file(&folder, "gen.py", source);
    assert_eq!(places(&short(&generator), &generator), "3:2: error[E0201]");
    // What names a language takes precedence.
    let named = mnc2(["check", "--language", "mnc2", "--quiet", text(&generator)]);
    assert!(
        named.out.contains("E0101") || named.out.contains("E0201"),
        "{named:?}"
    );
    let none = file(&folder, "none.cpp", "int main() { return 'x'; }\n");
    assert_eq!((short(&none).code, short(&none).out), (0, String::new()));
}

#[test]
fn levels_of_the_project_apply_and_every_format_has_the_places() {
    let folder = folder("embedded-levels");
    let page = file(&folder, "page.md", PAGE);
    file(&folder, "mnc2.toml", "[levels]\nE0201 = \"warning\"\n");
    let outcome = short(&page);
    assert_eq!(
        places(&outcome, &page),
        "3:3: warning[E0201], 7:1: warning[E0201]"
    );
    assert_eq!(outcome.code, 0);
    for format in ["json", "sarif", "github", "text"] {
        let outcome = mnc2(["check", "--format", format, text(&page)]);
        assert!(outcome.out.contains("E0201"), "{outcome:?}");
    }
    let outcome = mnc2(["check", "--format", "json", text(&page)]);
    assert!(
        outcome.out.contains("\"line\":3,\"column\":3"),
        "{outcome:?}"
    );
}

#[test]
fn only_what_the_file_has_as_it_is_is_fixed() {
    let folder = folder("embedded-fix");
    let page = file(&folder, "page.md", PAGE);
    let outcome = mnc2(["check", "--fix", "--unsafe-fixes", text(&page)]);
    assert!(outcome.err.contains("fixed 2 findings"), "{outcome:?}");
    let fixed = fs::read_to_string(&page).expect("it is there");
    assert_eq!(fixed, PAGE.replace("lpasa", "lpassa"));
    let escaped = "mnc2.Program('lp\\x61sa $lm0v $lr0v\\n')\n";
    let generator = file(&folder, "gen.py", escaped);
    let outcome = mnc2(["check", "--fix", "--unsafe-fixes", text(&generator)]);
    assert!(outcome.out.contains("E0201"), "{outcome:?}");
    assert_eq!(
        fs::read_to_string(&generator).expect("it is there"),
        escaped
    );
}

#[cfg(feature = "languages")]
#[test]
fn strings_of_c_are_read_as_the_compiler_reads_them() {
    let folder = folder("embedded-c");
    let source = "auto é = R\"TinyTL(\nfunc @f(%a: f32) {\n  %b = add %a, %c : f32\n}\n)TinyTL\";\nasm volatile(\"mcfgki zero, 4\\n\\t\"\n  \"mmaqa.b m0, m1, m9\\n\\t\" \"fmmacc.s m0, m0, m1\");\n";
    let kernel = file(&folder, "kernel.cpp", source);
    let found = places(&short(&kernel), &kernel);
    assert_eq!(found, "3:16: error[TC0201], 7:20: error[RV0303]");
    for (name, unfinished) in [
        ("a.cpp", "R\"TinyTL(func @f(\n"),
        ("b.c", "asm(\"mmaqa.b m0, m1, m9\n"),
    ] {
        let path = file(&folder, name, unfinished);
        let outcome = short(&path);
        assert_eq!(
            (outcome.code, outcome.out.as_str()),
            (0, ""),
            "{unfinished}"
        );
    }
}
