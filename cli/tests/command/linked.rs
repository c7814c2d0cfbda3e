//! Programs with directives for a linker, from outside.

use std::fs;
use std::path::PathBuf;

use crate::binary::{mnc2, mnc2_in};

const PARAMS: &str = "((:version :0.1)\n (:reserved_wait_tag #x3f)\n (:slot 8 :addr 0)\n (:slot 16 :addr 4096 :recv_wait_tag #x1e))\n";

/// A new folder with files, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn with(test: &str, files: &[(&str, &[u8])]) -> Self {
        let name = format!("mnc2-linked-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a new folder");
        for (name, content) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
            fs::write(path, content).expect("a file");
        }
        Self(folder)
    }

    /// The findings of all files, a line each, and the exit code.
    fn check(&self) -> (i32, String) {
        let outcome = mnc2_in(&self.0, ["check", "--format", "short", "-q", "."]);
        assert_eq!(outcome.err, "");
        (outcome.code, outcome.out)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A failed test is still reported.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_is_checked_with_its_parameters() {
    let folder = Folder::with(
        "folder",
        &[
            ("a._vsm", b"@distribute _a from_param 9 size 1 $lm0\n"),
            ("a.param", PARAMS.as_bytes()),
            (
                "a.stparam",
                b"((:version :0.0) (:ndim 1) (:pe_shape (64)) (:pe_local (1)))",
            ),
            ("b.vsm", b"@distribute _a from_param 9 size 1 $lm0\n"),
        ],
    );
    let (code, found) = folder.check();
    assert_eq!(code, 1);
    let found: Vec<&str> = found.lines().collect();
    assert_eq!(
        found,
        [
            "a._vsm:1:27: error[E1204]: the `.param` file has no entry `:slot 9`",
            "a.stparam:1:39: error[E1205]: the product of `:pe_shape` is 4096, the PEs of the chip",
            "b.vsm:1:1: error[E0101]: `@distribute` is a directive for the linker, which only `._vsm` files have",
        ],
        "a `.vsm` file has no directives"
    );
}

#[test]
fn what_is_not_linked_is_not_run() {
    let folder = Folder::with(
        "run",
        &[
            ("a._vsm", b"@distribute _a from_param 8 size 1 $lm0\n"),
            ("a.param", PARAMS.as_bytes()),
        ],
    );
    for command in [
        &["run", "a._vsm"][..],
        &["timeline", "a._vsm"],
        &["debug", "a._vsm"],
        &["equal", "a._vsm", "a._vsm"],
    ] {
        let outcome = mnc2_in(&folder.0, command);
        assert_eq!(outcome.code, 2, "{command:?}");
        assert!(
            outcome
                .err
                .contains("expand it with `mnc2 emu vsmlink` or `vsmlink` first"),
            "{command:?}: {}",
            outcome.err
        );
    }
    let outcome = mnc2_in(&folder.0, ["run", "a.param"]);
    assert!(
        outcome.err.contains("a file of parameters"),
        "{}",
        outcome.err
    );
}

#[test]
fn layout_keeps_directives() {
    let text = "  @distribute   _a from_param 8 size 1 $lm0   # in\nlpassa $lm0 $lr0 # out\n@alias bf1 $lr8 ; a remark\n";
    let folder = Folder::with("format", &[("a._vsm", text.as_bytes())]);
    let outcome = mnc2_in(&folder.0, ["format", "a._vsm"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let read = || fs::read_to_string(folder.0.join("a._vsm")).expect("it is there");
    let once = read();
    for part in [
        "@distribute   _a from_param 8 size 1 $lm0",
        "# in",
        "@alias bf1 $lr8 ; a remark",
    ] {
        assert!(once.contains(part), "{once}");
    }
    assert_eq!(mnc2_in(&folder.0, ["format", "a._vsm"]).code, 0);
    assert_eq!(read(), once, "it is stable");
}

#[test]
fn bad_files_end_with_a_sentence() {
    let long = format!("@distribute {}\n", "a ".repeat(2 << 20));
    let deep = "(".repeat(4 << 20);
    let halves = &PARAMS.as_bytes()[..PARAMS.len() - 20];
    let folder = Folder::with(
        "bad",
        &[
            ("binary._vsm", &[0, 159, 146, 150, b'\n', b'@', 0, 255]),
            ("deep.param", &deep.as_bytes()[..1 << 19]),
            ("empty.param", b""),
            ("halves.param", halves),
            ("huge.param", deep.as_bytes()),
            ("long._vsm", long.as_bytes()),
        ],
    );
    let (code, found) = folder.check();
    assert_eq!(code, 1);
    for expected in [
        "deep.param:1:33: error[E1205]: lists are nested more than 32 deep",
        "empty.param:1:1: error[E1205]: there is no list of entries here",
        "halves.param:4:2: error[E1205]: this `(` is not closed",
        "huge.param:1:1: error[E1205]: this file is longer than 1048576 bytes and is not read",
        "long._vsm:1:1: error[E0101]: this line is longer than 16384 bytes and is not read",
        "binary._vsm:2:1: error[E1201]: there is no directive",
    ] {
        assert!(found.contains(expected), "{expected}\n{found}");
    }
}

#[test]
fn directives_are_explained() {
    let outcome = mnc2(["explain", "@collect"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(outcome.out.contains("4096"), "{}", outcome.out);
}

const PROGRAM: &[u8] = b"@distribute _a from_param 8 size 1 $lm0\n\tlpassa $lm0 $lr0\n";
const OUTPUT: &[u8] =
    b"# @distribute _a from_param 8 size 1 $lm0\n\tl1bmd $lb0 $lm0v/1000\n\tlpassa $lm0 $lr0\n";
const SHOWN: &str = "a._vsm:2:9: error[E1009]: LM0 is read too early: 0 steps between this and the write in line 2 of the linker's output, 2 needed\n";

#[test]
fn what_only_the_linker_s_output_shows_stands_at_the_line() {
    for output in ["a.vsm", "_build/a.vsm"] {
        let folder = Folder::with(
            "output",
            &[("a._vsm", PROGRAM), ("a.param", PARAMS.as_bytes())],
        );
        let (code, found) = folder.check();
        assert_eq!((code, found.as_str()), (0, ""));
        let path = folder.0.join(output);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(&path, OUTPUT).expect("a file");
        let (code, found) = folder.check();
        assert_eq!(code, 1);
        assert!(found.contains(SHOWN), "{found}");
        // The output of another text states nothing about this one.
        fs::write(folder.0.join("a._vsm"), [b"# new\n", PROGRAM].concat()).expect("a file");
        assert!(!folder.check().1.contains("a._vsm"));
    }
}

#[cfg(unix)]
#[test]
fn a_program_is_linked_where_the_linker_is_installed() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::with(
        "link",
        &[
            ("a._vsm", PROGRAM),
            ("a.param", PARAMS.as_bytes()),
            ("a.stparam", STRUCTURE),
            ("output", OUTPUT),
            ("tools/vsmlink", b"#!/bin/sh\n[ $# = 4 ] && [ -e \"$3\" ] && cat output > \"$4\" && exit\necho no >&2; exit 1\n"),
        ],
    );
    let tool = folder.0.join("tools/vsmlink");
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("it can be started");
    let path = format!("{}:/usr/bin:/bin", folder.0.join("tools").display());
    let check = || {
        std::process::Command::new(env!("CARGO_BIN_EXE_mnc2"))
            .args(["check", "--format", "short", "-q", "--link", "a._vsm"])
            .current_dir(&folder.0)
            .env("PATH", &path)
            .output()
            .expect("it starts")
    };
    let linked = check();
    let out = String::from_utf8_lossy(&linked.stdout);
    assert!(out.starts_with(SHOWN), "{linked:?}");
    assert_eq!(linked.status.code(), Some(1));
    fs::remove_file(folder.0.join("output")).expect("it is there");
    let refused = check();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("`vsmlink` does not link a._vsm: "), "{said}");
    // Ours waits long enough after the transfer.
    fs::remove_file(&tool).expect("it is there");
    let linked = check();
    assert_eq!((linked.status.code(), linked.stdout), (Some(0), Vec::new()));
    let early = [
        PROGRAM,
        b"@collect _c to_param 16 size 1 $lm0\nlpassa $lr2 $lm0\nlpassa $lm0 $lr4\n",
    ]
    .concat();
    fs::write(folder.0.join("a._vsm"), early).expect("a file");
    let found = String::from_utf8_lossy(&check().stdout).into_owned();
    assert!(found.contains("a._vsm:5:8: error[E1009]"), "{found}");
}

const STRUCTURE: &[u8] = b"((:version :0.1) (:ndim 1) (:pe_shape (4096)) (:pe_local (1)))";

/// Links the files of a folder to `out.vsm`; the exit code and what is written to standard error.
fn vsmlink(folder: &Folder, files: [&str; 3]) -> (i32, String) {
    let outcome = mnc2_in(
        &folder.0,
        ["emu", "vsmlink"]
            .into_iter()
            .chain(files)
            .chain(["out.vsm"]),
    );
    assert_eq!(outcome.out, "");
    (outcome.code, outcome.err)
}

#[test]
fn what_is_linked_is_checked_and_belongs_to_its_program() {
    let folder = Folder::with(
        "linked",
        &[
            ("out._vsm", PROGRAM),
            ("out.param", PARAMS.as_bytes()),
            ("out.stparam", STRUCTURE),
        ],
    );
    let files = ["out._vsm", "out.param", "out.stparam"];
    assert_eq!(vsmlink(&folder, files), (0, String::new()));
    let linked = fs::read_to_string(folder.0.join("out.vsm")).expect("it is written");
    for line in [
        "\tnop; wait i3f\n",
        "# @distribute _a from_param 8 size 1 $lm0\n# (:pdm :directive \"@distribute\" :id \"_a\" :slot 8 :place :pdm0 ",
        "\tl1bmd $lb0 $lm0v/1000\n\tnop/24\n\tlpassa $lm0 $lr0\n",
    ] {
        assert!(linked.contains(line), "{linked}");
    }
    assert_eq!(folder.check(), (0, String::new()));
    let assembled = mnc2_in(&folder.0, ["emu", "assemble3", "out.vsm", "-o", "out.asm"]);
    assert_eq!((assembled.code, assembled.err.as_str()), (0, ""));
    let version = mnc2_in(&folder.0, ["emu", "vsmlink", "--version"]);
    assert!(version.out.starts_with("mnc2 "), "{}", version.out);
    let help = mnc2_in(&folder.0, ["emu", "vsmlink", "--", "--help"]);
    assert!(
        help.out.contains("in the place of the linker"),
        "{}",
        help.out
    );
}

#[test]
fn what_is_not_linked_leaves_no_output() {
    let comment = format!("#{}\n", "a".repeat(8191));
    let long = format!("{}@nothing\n", comment.repeat(512));
    let folder = Folder::with(
        "refused",
        &[
            ("a._vsm", PROGRAM),
            ("a.param", PARAMS.as_bytes()),
            ("a.stparam", STRUCTURE),
            ("binary._vsm", &[0, 159, 146, 150, b'\n', b'@', 0, 255]),
            ("long._vsm", long.as_bytes()),
            (
                "many._vsm",
                b"@distribute _a from_param 9 size 7 $lm0\n@free b\n",
            ),
            ("deep.param", "(".repeat(4 << 20).as_bytes()),
            ("none.stparam", b""),
        ],
    );
    let check = |files: [&str; 3], code: i32, expected: &[&str]| {
        let (found, said) = vsmlink(&folder, files);
        assert_eq!(found, code, "{said}");
        for expected in expected {
            assert!(said.contains(expected), "{expected}\n{said}");
        }
        assert!(!folder.0.join("out.vsm").exists());
    };
    let parameters = |program| [program, "a.param", "a.stparam"];
    check(
        ["a._vsm", "b.param", "a.stparam"],
        2,
        &["cannot read `b.param`"],
    );
    check(parameters("b._vsm"), 2, &["cannot read `b._vsm`"]);
    check(
        parameters("binary._vsm"),
        1,
        &["binary._vsm:2:1", "error[E1201]"],
    );
    check(
        parameters("long._vsm"),
        1,
        &["long._vsm:513:1", "there is no directive `@nothing`"],
    );
    let wrong = ["many._vsm:1:34", "many._vsm:1:27", "many._vsm:2:7"];
    check(parameters("many._vsm"), 1, &wrong);
    check(
        ["a._vsm", "deep.param", "none.stparam"],
        1,
        &["deep.param:1:1", "none.stparam:1:1"],
    );
    check(
        ["a._vsm", "a.stparam", "a.param"],
        1,
        &["a.stparam:1:", "a.param:"],
    );
    let own = mnc2_in(
        &folder.0,
        [
            "emu",
            "vsmlink",
            "a._vsm",
            "a.param",
            "a.stparam",
            "a.param",
        ],
    );
    assert_eq!(own.code, 2);
    assert!(
        own.err.contains("is an input of this command"),
        "{}",
        own.err
    );
}
