//! Programs of several files.

use mnc2_naplespu::{Document, Machine, Options};
use mnc2_text::interface::{Machine as _, Settings as _, Text as _};
use mnc2_text::{FileContent, Message, NamedFile};

/// A file from the point of view of which a program is linked.
fn linked(files: &[(&str, &str)], own: usize) -> Document {
    let mut options = Options::default();
    let given = files
        .iter()
        .enumerate()
        .map(|(number, (name, text))| NamedFile {
            name: (*name).to_owned(),
            content: match number == own {
                true => FileContent::Own,
                false => FileContent::Bytes(text.as_bytes().into()),
            },
        });
    options.set_files(given.collect());
    Document::new(files[own].1, &options)
}

/// The errors of a file as line, code and sentence.
fn errors(files: &[(&str, &str)], own: usize) -> Vec<String> {
    let findings = linked(files, own).findings(&|| false);
    let errors = findings.iter().filter(|it| it.diagnostic.is_error());
    let errors = errors.map(|finding| {
        let (line, diagnostic) = (finding.line + 1, &finding.diagnostic);
        format!("{line} {} {}", diagnostic.code.id, diagnostic.message)
    });
    errors.collect()
}

/// The scalar `s0` after a run.
fn result(files: &[(&str, &str)], own: usize) -> Result<String, String> {
    let said = |message: Message| message.to_string();
    let machine = Machine::new(&linked(files, own));
    let mut machine = machine.map_err(|trouble| said(trouble.message))?;
    while machine.line().is_some() {
        machine.step().map_err(|trouble| said(trouble.message))?;
    }
    let fields = machine.dump(&[], 1 << 20).map_err(said)?;
    let found = fields.into_iter().find(|(name, _)| name == "s0");
    Ok(found.map_or_else(String::new, |(_, value)| value.variable("s0").value))
}

const START: &str =
    ".globl _start\n_start: movei s0, 1\njmpsr f\nadd_i32 s0, s0, s1\njmp 1f\n1: jmp 1b\n";
const FUNCTION: &str = ".globl f\nf: lea s1, value\nload32 s1, (s1)\nagain: jret\n.data\n.globl value\nvalue: .long 41\n";
const OTHER: &str = "again: nop\n.data\n.long f, value\n";

#[test]
fn symbols_are_resolved_from_any_file() {
    let files = [("a.s", FUNCTION), ("crt0.s", START), ("b.s", OTHER)];
    for own in 0..files.len() {
        assert_eq!(errors(&files, own), [""; 0], "{own}");
        assert_eq!(result(&files, own).as_deref(), Ok("0x2a"), "{own}");
    }
}

#[test]
fn undefined_and_duplicate_names_are_errors_where_they_are() {
    let missing = [("crt0.s", START), ("b.s", "g: jret\n.data\n.long h\n")];
    assert_eq!(
        errors(&missing, 0),
        ["3 NP0405 no file of this program defines `f`"]
    );
    assert_eq!(
        errors(&missing, 1),
        ["3 NP0405 no file of this program defines `h`"]
    );
    assert!(result(&missing, 0).is_err());
    let twice = [("a.s", FUNCTION), ("b.s", FUNCTION), ("crt0.s", START)];
    assert_eq!(
        errors(&twice, 1),
        [
            "2 NP0406 `f` is also defined in `a.s`, line 2",
            "7 NP0406 `value` is also defined in `a.s`, line 7",
        ]
    );
    assert_eq!(errors(&twice, 0).len(), 2);
    // A run of the file without the error is refused, too.
    assert_eq!(errors(&twice, 2), [""; 0]);
    assert_eq!(
        result(&twice, 2),
        Err("`a.s`, line 2: `f` is also defined in `b.s`, line 2".to_owned())
    );
}

#[test]
fn a_label_that_its_file_keeps_is_named() {
    let files = [("crt0.s", START), ("b.s", "f: jret\n")];
    let findings = linked(&files, 0).findings(&|| false);
    let notes = findings.iter().flat_map(|it| it.diagnostic.notes.clone());
    let notes: Vec<String> = notes.map(|note| note.message.to_string()).collect();
    let expected = "`b.s` has such a label for itself: write `.globl f` there";
    assert!(notes.iter().any(|note| note == expected), "{notes:?}");
}

#[test]
fn weak_and_common_names_give_way() {
    let weak = ".weak f\n.weak g\nf: movei s1, 9\njret\n.data\n.long g\n";
    let files = [("a.s", weak), ("crt0.s", START), ("b.s", FUNCTION)];
    for own in 0..files.len() {
        assert_eq!(errors(&files, own), [""; 0]);
        assert_eq!(result(&files, own).as_deref(), Ok("0x2a"));
    }
    let alone = [("a.s", weak), ("crt0.s", START)];
    assert_eq!(result(&alone, 1).as_deref(), Ok("0xa"));
    let common = ".comm value, 4\n.globl f\nf: lea s1, value\nload32 s1, (s1)\njret\n";
    let data = ".data\n.globl value\nvalue: .long 6\n";
    let files = [("crt0.s", START), ("a.s", common), ("b.s", data)];
    assert_eq!(result(&files, 0).as_deref(), Ok("0x7"));
}

#[test]
fn what_a_run_cannot_do_is_at_the_line_of_its_file() {
    let wrong = ".globl f\nf: movei s1, 3\nload32 s1, (s1)\njret\n";
    let files = [("crt0.s", START), ("a.s", wrong)];
    let said = result(&files, 0).expect_err("a misaligned address");
    assert!(said.starts_with("`a.s`, line 3: "), "{said}");
}

#[test]
fn symbols_of_the_linker_are_known() {
    let start = ".globl _start\n_start: leal s0, stacks_dim\nleah s0, stacks_dim\nlea s1, __scratchpad_data_end\nlea s2, __scratchpad_data_start\nsub_i32 s1, s1, s2\nadd_i32 s0, s0, s1\n";
    let data = ".section scratchpad\n.long 1, 2, 3\n";
    let files = [("crt0.s", start), ("a.s", data)];
    assert_eq!(result(&files, 0).as_deref(), Ok("0x400c"));
    let own = ".globl stacks_dim\n.set stacks_dim, 64\n";
    let files = [("crt0.s", start), ("a.s", own)];
    assert_eq!(result(&files, 0).as_deref(), Ok("0x40"));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_and_leaves_names_open() {
    let mut options = Options::default();
    options.set_files(vec![NamedFile {
        name: "gone.s".to_owned(),
        content: FileContent::Unreadable(Message::verbatim("no such file")),
    }]);
    let findings = Document::new(START, &options).findings(&|| false);
    let errors = findings.iter().filter(|it| it.diagnostic.is_error());
    let codes: Vec<&str> = errors.map(|it| it.diagnostic.code.id).collect();
    assert_eq!(codes, ["NP0407"]);
}
