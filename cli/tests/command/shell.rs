//! `mnc2 completions` and `mnc2 man` from outside. `.ci/shells` tries them in real shells.

use std::collections::BTreeSet;
use std::env;
use std::fs;

use crate::binary::mnc2;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = mnc2(["--help"]).out;
    let listed = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned);
    listed.filter(|command| command != "help").collect()
}

#[test]
fn every_shell_is_told_commands_options_and_opcodes() {
    let commands = commands();
    assert!(commands.len() > 8, "{commands:?}");
    for shell in SHELLS {
        let outcome = mnc2(["completions", shell]);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{shell}");
        let options = ["strict", "profile", "max-findings"];
        for word in commands.iter().map(String::as_str).chain(options) {
            assert!(outcome.out.contains(word), "{shell} lacks {word}");
        }
        // The generators for these two do not support values.
        if !matches!(shell, "elvish" | "powershell") {
            for word in ["sarif", "contest", "lpassa", "l1bmd", "E0301", "W1002"] {
                assert!(outcome.out.contains(word), "{shell} lacks {word}");
            }
        }
    }
    assert_eq!(mnc2(["completions", "csh"]).code, 2);
    assert_eq!(mnc2(["completions"]).code, 2);
}

#[test]
fn every_command_has_a_page() {
    let folder = env::temp_dir().join(format!("mnc2-man-{}", std::process::id()));
    let place = folder.join("share/man1");
    let outcome = mnc2(["man", "--dir", place.to_str().expect("a folder of text")]);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""));
    let pages: BTreeSet<String> = fs::read_dir(&place)
        .expect("the folder was made")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    let commands = commands();
    let mut expected: BTreeSet<String> = commands
        .iter()
        .map(|command| format!("mnc2-{command}.1"))
        .collect();
    expected.insert("mnc2.1".to_owned());
    assert_eq!(pages, expected);
    for command in &commands {
        let page = fs::read_to_string(place.join(format!("mnc2-{command}.1"))).expect("a page");
        assert_eq!(mnc2(["man", command]).out, page, "{command}");
        for part in [".TH MNC2", ".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS"] {
            assert!(page.contains(part), "{command} lacks {part}");
        }
    }
    assert!(mnc2(["man"]).out.contains("mnc2\\-run(1)"));
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

#[test]
fn a_page_that_is_not_there_is_an_error() {
    let outcome = mnc2(["man", "frobnicate"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("`frobnicate`"), "{}", outcome.err);
    assert_eq!(mnc2(["man", "run", "--dir", "x"]).code, 2);
    assert_eq!(mnc2(["man", "--dir", "/dev/null/x"]).code, 2);
}

#[test]
fn the_version_names_the_manual_when_it_is_asked() {
    let version = env!("CARGO_PKG_VERSION");
    for short in [&["--version"][..], &["-V"]] {
        let outcome = mnc2(short);
        assert_eq!(
            (outcome.code, outcome.out),
            (0, format!("mnc2 {version}\n"))
        );
    }
    for long in [&["--version", "--verbose"][..], &["--verbose", "-V"]] {
        let outcome = mnc2(long);
        let expected = format!(
            "mnc2 {version}\ncompared with the MN-Core 2 Software Developer Manual of 15 November 2024; \
             a newer revision may exist\n"
        );
        assert_eq!((outcome.code, outcome.out), (0, expected));
    }
    assert_eq!(mnc2(["--verbose"]).code, 2);
    assert_eq!(mnc2(["--color", "never"]).code, 2);
}
