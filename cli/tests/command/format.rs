//! `mnc2 format` from outside: what is written, only reported, and preserved.

use std::fs;

use crate::binary::{file, folder, mnc2, mnc2_reading, text};
use expect_test::expect;

const UNTIDY: &str = "nop\n\n\n\n# mine\nlpassa  $lm0v $ln0v# a\nimm f\"1.0\"   $lr0 # b\r\nlpasa   $lm1\nd getd  $lm0 1\n";
const TIDY: &str = "nop\n\n\n\n# mine\nlpassa $lm0v  $ln0v # a\nimm    f\"1.0\" $lr0  # b\r\nlpasa   $lm1\nd getd $lm0 1\n";

#[test]
fn files_are_rewritten_only_when_they_change() {
    let folder = folder("format-files");
    let untidy = file(&folder, "untidy.vsm", UNTIDY);
    let tidy = file(&folder, "tidy.vsm", TIDY);
    let before = fs::metadata(&tidy)
        .and_then(|it| it.modified())
        .expect("a time");
    let outcome = mnc2(["format", text(&untidy), text(&tidy)]);
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    assert_eq!(fs::read_to_string(&untidy).expect("a file"), TIDY);
    assert_eq!(fs::read_to_string(&tidy).expect("a file"), TIDY);
    let after = fs::metadata(&tidy)
        .and_then(|it| it.modified())
        .expect("a time");
    assert_eq!(before, after, "a file that does not change is not written");
    let names = fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(names, 2, "nothing is left beside the files");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let outcome = mnc2_reading(UNTIDY.as_bytes(), ["format", "-"]);
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, TIDY),
        "{outcome:?}"
    );
    let marked = format!("\u{feff}{UNTIDY}");
    let outcome = mnc2_reading(marked.as_bytes(), ["format", "-"]);
    assert_eq!(outcome.out, format!("\u{feff}{TIDY}"));
}

#[test]
fn check_and_diff_write_nothing() {
    let folder = folder("format-check");
    let untidy = file(&folder, "untidy.vsm", UNTIDY);
    let tidy = file(&folder, "tidy.vsm", TIDY);
    let check = |option: &str, path: &std::path::Path, code: i32| {
        let outcome = mnc2(["format", option, text(path)]);
        assert_eq!(outcome.code, code, "{option}: {outcome:?}");
        outcome
    };
    let outcome = check("--check", &untidy, 1);
    assert!(outcome.err.contains("would change: ") && outcome.err.contains("untidy.vsm"));
    assert_eq!(outcome.out, "");
    check("--check", &tidy, 0);
    assert_eq!(check("--diff", &tidy, 0).out, "");
    check("--diff", &untidy, 1);
    assert_eq!(fs::read_to_string(&untidy).expect("a file"), UNTIDY);
    let outcome = mnc2_reading(
        b"nop\nnop \n\n\nnop\n\n\n\n\n\n\n\n\nnop ;wait i01",
        ["format", "--diff", "-"],
    );
    assert_eq!(outcome.code, 1);
    // Spaces at the end of lines are shown as dots, because editors remove them.
    let shown = outcome.out.replace(" \n", ".\n");
    expect![[r#"
        --- <stdin>
        +++ <stdin>
        @@ -1,5 +1,5 @@
         nop
        -nop.
        +nop
        .
        .
         nop
        @@ -11,4 +11,4 @@
        .
        .
        .
        -nop ;wait i01
        \ No newline at end of file
        +nop; wait i01
        \ No newline at end of file
    "#]]
    .assert_eq(&shown);
}

#[cfg(unix)]
#[test]
fn a_rewritten_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("format-permissions");
    let untidy = file(&folder, "untidy.vsm", UNTIDY);
    fs::set_permissions(&untidy, fs::Permissions::from_mode(0o640)).expect("a mode");
    assert_eq!(mnc2(["format", text(&untidy)]).code, 0);
    let mode = fs::metadata(&untidy).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn what_cannot_be_read_does_not_stop_the_others() {
    let folder = folder("format-unreadable");
    let foreign = folder.join("foreign.vsm");
    fs::write(&foreign, b"nop  # \x83\x65\n").expect("a file");
    let untidy = file(&folder, "untidy.vsm", UNTIDY);
    let missing = folder.join("missing.vsm");
    let outcome = mnc2(["format", text(&foreign), text(&missing), text(&untidy)]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(
        outcome.err.contains("foreign.vsm` is not UTF-8"),
        "{outcome:?}"
    );
    assert!(outcome.err.contains("missing.vsm"), "{outcome:?}");
    assert_eq!(fs::read(&foreign).expect("a file"), b"nop  # \x83\x65\n");
    assert_eq!(fs::read_to_string(&untidy).expect("a file"), TIDY);
    assert_eq!(mnc2(["format"]).code, 2, "a file is required");
}

/// A terminal obeys control characters; a file or a pipe holds the program, and nothing of it can be left out.
#[test]
fn a_pipe_gets_every_character() {
    let controls: String = (0_u8..0x20)
        .chain([0x7f])
        .map(char::from)
        .filter(|character| !"\t\n\r".contains(*character))
        .collect();
    for hidden in ["\x1b]0;t", "\x1b[31m", "\u{9b}31m", &controls] {
        let program = format!("nop # a{hidden}b\nnop # after\n");
        for arguments in [["format", "-"].as_slice(), &["check", "--fix", "-q", "-"]] {
            let outcome = mnc2_reading(program.as_bytes(), arguments);
            assert_eq!(outcome.out, program, "{arguments:?}");
        }
        let untidy = program.replace("nop #", "nop  #");
        let outcome = mnc2_reading(untidy.as_bytes(), ["format", "--diff", "-"]);
        assert!(outcome.out.contains(hidden), "{outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn permissions_links_and_names_stay() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt, symlink};

    let folder = folder("format-kept");
    let path = file(&folder, "a.vsm", UNTIDY);
    let (link, name) = (folder.join("link.vsm"), folder.join("name.vsm"));
    symlink("a.vsm", &link).expect("a link");
    fs::hard_link(&path, &name).expect("a second name");
    fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).expect("its owner");
    let outcome = mnc2(["format", text(&link)]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(fs::read_to_string(&name).expect("a file"), TIDY);
    assert_eq!(fs::metadata(&path).expect("a file").mode() & 0o777, 0o600);
    assert!(link.is_symlink());
}
