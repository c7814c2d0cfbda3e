//! `mnc2 try` with editors that print their arguments. `.ci/try` starts the real ones.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::binary::{Outcome, file, folder, mnc2_under, text};

/// A folder with programs: shell scripts by name.
fn programs(folder: &Path, scripts: &[(&str, &str)]) -> PathBuf {
    let bin = folder.join("bin");
    fs::create_dir(&bin).expect("a new folder");
    for (name, script) in scripts {
        let path = file(&bin, name, format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our own file");
    }
    bin
}

/// Opens an editor where only these programs are installed. The language server counts as built, and afterwards the
/// folder for temporary files must be empty.
fn open(name: &str, scripts: &[(&str, &str)], arguments: &[&str]) -> Outcome {
    let folder = folder(&format!("try-{name}"));
    let mut installed = vec![("mnc2-lsp", "")];
    installed.extend_from_slice(scripts);
    if !scripts.iter().any(|(name, _)| *name == "cargo") {
        installed.push(("cargo", "echo cargo \"$@\""));
    }
    let bin = programs(&folder, &installed);
    let temporary = folder.join("temporary");
    fs::create_dir(&temporary).expect("a new folder");
    let environment = [
        ("PATH", text(&bin)),
        ("CARGO", &format!("{}/cargo", text(&bin))),
        ("TMPDIR", text(&temporary)),
    ];
    let outcome = mnc2_under(&environment, b"", ["try"].iter().chain(arguments));
    let left = fs::read_dir(&temporary).expect("a folder").count();
    assert_eq!(left, 0, "{outcome:?}");
    outcome
}

#[test]
fn an_editor_gets_the_examples_and_a_profile_of_its_own() {
    let script = "echo \"$@\"; test -f first.vsm && echo examples; echo ${XDG_CONFIG_HOME%/config}; command -v mnc2-lsp";
    let outcome = open("nvim", &[("nvim", script)], &["nvim", "--", "--headless"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let said: Vec<&str> = outcome.out.lines().collect();
    let [built, given, examples, profile, server] = said[..] else {
        panic!("{outcome:?}");
    };
    assert!(
        built.starts_with("cargo build --package mnc2-lsp --target-dir /"),
        "{built}"
    );
    assert_eq!(
        given,
        format!("-i NONE -u {profile}/init.lua --headless first.vsm")
    );
    assert_eq!(examples, "examples");
    assert!(server.ends_with("/mnc2-lsp"), "{server}");
}

#[test]
fn the_first_editor_that_is_installed_is_taken() {
    let emacs = [("emacs", "echo \"$@\"")];
    let outcome = open("emacs", &emacs, &[]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let given = outcome.out.lines().last().unwrap_or_default();
    assert!(given.starts_with("--quick --init-directory /"), "{given}");
    assert!(
        given.ends_with("/editors/emacs --load mnc2-mode first.vsm"),
        "{given}"
    );

    let outcome = open("none", &[], &[]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert_eq!(
        outcome.err,
        "mnc2: no editor is on PATH: looked for code, codium, nvim, hx, helix, emacs\n"
    );
    let outcome = open("other", &emacs, &["hx"]);
    assert_eq!(
        (outcome.code, outcome.err.as_str()),
        (2, "mnc2: no editor is on PATH: looked for hx, helix\n")
    );
}

#[test]
fn what_does_not_work_is_told() {
    let outcome = open("fails", &[("nvim", "exit 3")], &["nvim"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(
        outcome
            .err
            .ends_with("bin/nvim ended with exit status: 3\n"),
        "{outcome:?}"
    );
    let scripts = [("nvim", "echo started"), ("cargo", "exit 101")];
    let outcome = open("unbuilt", &scripts, &["nvim"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(
        outcome
            .err
            .ends_with("bin/cargo ended with exit status: 101\n"),
        "{outcome:?}"
    );
    // A folder on PATH with the name of the editor does not count.
    let folder = folder("try-folder");
    fs::create_dir(folder.join("nvim")).expect("a new folder");
    let outcome = mnc2_under(&[("PATH", text(&folder))], b"", ["try", "nvim"]);
    assert!(outcome.err.contains("no editor is on PATH"), "{outcome:?}");
}
