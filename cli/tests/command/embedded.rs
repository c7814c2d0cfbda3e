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

const NOTEBOOK: &str = r##"{
 "cells": [
  {"cell_type": "markdown", "source": ["# é\n", "```vsm\n", "lpasa $lm0v $lr0v\n", "```"]},
  {
   "cell_type": "code",
   "source": [
    "%%vsm\n",
    "lpassa $lm0v $lr0v\n",
    "noop"
   ]
  },
  {"cell_type": "code", "source": "x = mnc2.Program('''\nlpasa"},
  {"cell_type": "raw", "source": "%%vsm\nnoop"}
 ],
 "metadata": {"kernelspec": {"language": "python"}},
 "nbformat": 4
}"##;

#[test]
fn cells_of_notebooks_have_findings_at_their_lines() {
    let folder = folder("embedded-notebook");
    let notebook = file(&folder, "a.ipynb", NOTEBOOK);
    let found = places(&short(&notebook), &notebook);
    assert_eq!(found, "cell 1:3:1: error[E0201], cell 2:3:1: error[E0201]");
    let outcome = mnc2(["check", "--format", "json", text(&notebook)]);
    assert!(
        outcome
            .out
            .contains("a.ipynb\",\"cell\":2,\"line\":3,\"column\":1"),
        "{outcome:?}"
    );
    let outcome = mnc2(["check", "--format", "github", text(&notebook)]);
    assert!(
        outcome.out.contains(",line=9,endLine=9,title=E0201"),
        "{outcome:?}"
    );
    let outcome = mnc2(["check", "--format", "sarif", text(&notebook)]);
    assert!(outcome.out.contains("\"startLine\": 9"), "{outcome:?}");
    assert!(
        outcome.out.contains("E0201") && !outcome.out.contains("\"fixes\""),
        "{outcome:?}"
    );
    let outcome = mnc2(["check", text(&notebook)]);
    assert!(
        outcome.out.contains("2 errors, 0 warnings in 1 file"),
        "{outcome:?}"
    );
    let julia = file(&folder, "b.ipynb", NOTEBOOK.replace("python", "julia"));
    assert_eq!(places(&short(&julia), &julia), "cell 1:3:1: error[E0201]");
}

#[test]
fn cells_of_notebooks_are_fixed() {
    let folder = folder("embedded-notebook-fix");
    let notebook = file(&folder, "a.ipynb", NOTEBOOK);
    let outcome = mnc2(["check", "--fix", "--unsafe-fixes", text(&notebook)]);
    assert!(outcome.err.contains("fixed 2 findings"), "{outcome:?}");
    let fixed = fs::read_to_string(&notebook).expect("it is there");
    let expected = NOTEBOOK
        .replacen("lpasa", "lpassa", 1)
        .replacen("noop", "nop", 1);
    assert_eq!(fixed, expected);
}

#[test]
fn what_is_not_a_notebook_has_a_clear_message() {
    let folder = folder("embedded-notebook-bad");
    for (content, expected) in [
        ("", "line 1, column 1: the file is cut off here"),
        (
            "{\n \"é\": nul}",
            "line 2, column 7: this is not a value of JSON",
        ),
        ("{\"worksheets\": []}", "an object with a list `cells`"),
        (
            "{\"cells\": [{\"source\": 1}]}",
            "line 1, column 12: a cell has its text in `source`",
        ),
    ] {
        let notebook = file(&folder, "a.ipynb", content);
        for arguments in [vec!["check"], vec!["check", "--fix"]] {
            let outcome = mnc2(arguments.into_iter().chain([text(&notebook)]));
            assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{outcome:?}");
            assert!(outcome.err.contains(expected), "{outcome:?}");
        }
        assert_eq!(fs::read_to_string(&notebook).expect("it is there"), content);
    }
}

/// A listing with words that are instructions of version 0.3 alone, one of which is reserved.
#[cfg(feature = "languages")]
const LISTING: &str = "\nk.o:     file format elf64-littleriscv\n\n\nDisassembly of section .text:\n\n\
    0000000000000000 <f>:\n   4:\tfe02802b          \t.4byte\t0xfe02802b\n   \
    8:\ta001002b          \t.4byte\t0xa001002b\n   c:\t2020002b          \t.insn\t4, 0x2020002b\n  10:\t8082                \tret\n";

#[cfg(feature = "languages")]
#[test]
fn words_in_listings_are_the_instructions_that_they_are() {
    let folder = folder("embedded-listing");
    let found = |name: &str, content: &str| {
        let path = file(&folder, name, content);
        places(&short(&path), &path)
    };
    for name in ["k.objdump", "k.txt", "k.s", "k"] {
        assert_eq!(found(name, LISTING), "10:7: warning[RV0401]", "{name}");
    }
    // Without the word that one version alone has, nothing is certain.
    let both: String = LISTING
        .split_inclusive('\n')
        .filter(|it| !it.contains("a001"))
        .collect();
    assert_eq!(found("both.objdump", &both), "");
    let stated = format!("# mnc2: language=rvmatrix version=0.3\n{both}");
    assert_eq!(found("stated.objdump", &stated), "10:7: warning[RV0401]");
    let path = file(&folder, "named.objdump", &both);
    let named = mnc2([
        "check",
        "--language",
        "rvmatrix@0.3",
        "--format",
        "short",
        text(&path),
    ]);
    assert!(named.out.contains("RV0401"), "{named:?}");
    // Nothing of it is changed.
    let path = file(&folder, "k.objdump", LISTING);
    mnc2(["check", "--fix", "--unsafe-fixes", text(&path)]);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), LISTING);
    // A word of another extension with the same opcode: what these words are is not known.
    let other = LISTING.replace(
        "8082                \tret",
        "ffffffab          \t.4byte\t0xffffffab",
    );
    assert_eq!(found("other.objdump", &other), "");
}

#[cfg(feature = "languages")]
#[test]
fn options_of_the_command_line_apply_to_listings() {
    let folder = folder("embedded-listing-options");
    // Sixteen rows, more than a register of 128 bits has.
    let rows = "   0:\t01000293          \tli\tt0,16\n   4:";
    let text_of_listing = LISTING.replace("   4:", rows);
    let path = file(&folder, "k.objdump", &text_of_listing);
    let found = |mlen: &str| {
        let arguments = [
            "check",
            "--language",
            "rvmatrix",
            "--mlen",
            mlen,
            "--format",
            "short",
        ];
        mnc2(arguments.into_iter().chain([text(&path)])).out
    };
    assert!(found("128").contains("sizeM 16"), "{}", found("128"));
    assert!(!found("512").contains("sizeM 16"), "{}", found("512"));
}
