//! Files that content names: first lines of programs, `mnc2.toml`, and what is next to a program. No command reads one outside the
//! folders of the program and its project, and none waits for a pipe.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mnc2_ide::languages;
use mnc2_tests::commands::COMMANDS;

use crate::binary::{file, folder, text};

/// What is in the file outside, in forms that each reader of it would repeat.
const SECRET: &str = "{\"data_type\": \"s3cret\"}\n";

/// How long a command may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A way to name a file: what is written, for the path of the file.
struct Naming {
    name: String,
    /// The program's name and text.
    program: (String, String),
    /// The `mnc2.toml` of its folder.
    settings: String,
    /// The name of a link to the file, if the file is named by lying next to the program.
    link: Option<String>,
    /// The commands that read the file.
    readers: &'static [&'static str],
}

/// Every way, for every language.
fn namings(path: &str) -> Vec<Naming> {
    let mut all = Vec::new();
    let plain = ("program.vsm".to_owned(), "lpassa $lm0v $lr0v\n".to_owned());
    for (name, settings, readers) in [
        (
            "testcase of mnc2.toml",
            format!("testcase = \"{path}\"\n"),
            &["judge"][..],
        ),
        (
            "encodings of mnc2.toml",
            format!("encodings = \"{path}\"\n"),
            &["asm"][..],
        ),
    ] {
        all.push(Naming {
            name: name.to_owned(),
            program: plain.clone(),
            settings,
            link: None,
            readers,
        });
    }
    all.push(Naming {
        name: "testcase next to it".to_owned(),
        program: plain.clone(),
        settings: String::new(),
        link: Some("testcase.vsm".to_owned()),
        readers: &["judge"],
    });
    all.push(Naming {
        name: "parameters next to it".to_owned(),
        program: ("program._vsm".to_owned(), plain.1),
        settings: String::new(),
        link: Some("program.param".to_owned()),
        readers: &[],
    });
    for listed in languages::ALL {
        let about = listed.about();
        let Some(extension) = about.architecture else {
            continue;
        };
        let (id, comment) = (about.id, about.comments[0]);
        let readers = &["check", "format", "asm"][..];
        let own = format!("program.{}", about.extensions[0]);
        all.push(Naming {
            name: format!("first line of {id}"),
            program: (
                "program.vsm".to_owned(),
                format!("{comment} mnc2: language={id} arch={path}\n"),
            ),
            settings: String::new(),
            link: None,
            readers,
        });
        all.push(Naming {
            name: format!("mnc2.toml of {id}"),
            program: (own.clone(), "\n".to_owned()),
            settings: format!("[languages]\n\"**\" = \"{id} arch={path}\"\n"),
            link: None,
            readers,
        });
        all.push(Naming {
            name: format!("next to {id}"),
            program: (own, "\n".to_owned()),
            settings: String::new(),
            link: Some(format!("program.{extension}")),
            readers,
        });
    }
    all
}

/// What a command writes; a failure if it does not end.
fn ended(arguments: &[&str]) -> (Output, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnc2"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let begin = Instant::now();
    while child.try_wait().expect("it is there").is_none() {
        if begin.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{arguments:?} waits");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("its output");
    let said = [&*output.stdout, &*output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output, said)
}

/// Every command on a program that names a file; `expected` is the message of commands that read the file.
fn check(folder: &Path, named: &Path, expected: &str) {
    for naming in namings(text(named)) {
        let own = folder.join(naming.name.replace(' ', "-"));
        fs::create_dir_all(&own).expect("a folder");
        let program = file(&own, &naming.program.0, &naming.program.1);
        file(&own, "mnc2.toml", &naming.settings);
        if let Some(link) = &naming.link {
            symlink(named, own.join(link)).expect("a link");
        }
        for command in COMMANDS {
            let mut is_told = false;
            for arguments in command.on(text(&program)) {
                let (output, said) = ended(&arguments);
                let what = format!("{}, {arguments:?}: {said}", naming.name);
                assert!(!said.contains("s3cret"), "{what}");
                assert!(!said.contains("panicked"), "{what}");
                assert!(output.status.code().is_some(), "{what}");
                is_told |= said.contains(expected);
            }
            let reads = naming.readers.contains(&command.name);
            assert!(
                is_told || !reads,
                "{}: `{}` is silent",
                naming.name,
                command.name
            );
        }
    }
}

fn outside(folder: &Path) -> PathBuf {
    file(folder, "outside.json", SECRET)
}

#[test]
fn no_command_reads_what_is_outside() {
    let folder = folder("named-outside");
    let secret = outside(&folder);
    check(
        &folder,
        &secret,
        "it is outside the folders of the program and its project",
    );
}

#[test]
fn no_command_waits_for_a_pipe() {
    let folder = folder("named-pipe");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    // It is in the folder of the project, so that only its kind is wrong.
    for naming in namings("pipe") {
        let own = folder.join(naming.name.replace(' ', "-"));
        fs::create_dir_all(&own).expect("a folder");
        let program = file(&own, &naming.program.0, &naming.program.1);
        file(&own, "mnc2.toml", &naming.settings);
        let place = own.join(naming.link.as_deref().unwrap_or("pipe"));
        let made = Command::new("mkfifo").arg(&place).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        for command in COMMANDS {
            let ways = command.on(text(&program)).chain(command.on(text(&own)));
            let told = ways.map(|arguments| ended(&arguments).1);
            // Next to a program only a regular file counts, so a pipe there is not named at all.
            let is_told = told.fold(false, |told, said| {
                assert!(!said.contains("panicked"), "{}: {said}", naming.name);
                told | said.contains("it is not a regular file")
            });
            let reads = naming.link.is_none() && naming.readers.contains(&command.name);
            assert!(
                is_told || !reads,
                "{}: `{}` is silent",
                naming.name,
                command.name
            );
        }
    }
}

#[test]
fn links_within_the_project_are_followed() {
    let folder = folder("named-inside");
    fs::create_dir_all(folder.join("solutions")).expect("a folder");
    file(&folder, "mnc2.toml", "");
    let testcase = "# ======= YOUR VSM WILL BE INSERTED HERE =======\nd getf $lm0n0c0b0m0p0 1 # expect=[0, 0] / Float @[0],[1]\n";
    file(&folder, "shared.vsm", testcase);
    symlink("../shared.vsm", folder.join("solutions/testcase.vsm")).expect("a link");
    let program = file(&folder.join("solutions"), "program.vsm", "nop\n");
    let (output, said) = ended(&["judge", text(&program)]);
    assert_eq!(output.status.code(), Some(0), "{said}");
    // Without a project, the folder of the program is all.
    fs::remove_file(folder.join("mnc2.toml")).expect("the file is there");
    let (output, said) = ended(&["judge", text(&program)]);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("it is outside the folders"), "{said}");
    // The user may name any file.
    let shared = folder.join("shared.vsm");
    let (output, said) = ended(&["judge", text(&shared), text(&program)]);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn names_are_written_on_one_line() {
    let folder = folder("named-names");
    let name = "a\n::error::\u{1b}[31mb.vsm";
    let program = file(&folder, name, "nap\n");
    for command in COMMANDS {
        for arguments in command.on(text(&program)) {
            // As data a name is escaped.
            if arguments.contains(&"json") {
                continue;
            }
            let (_, said) = ended(&arguments);
            let is_command = |line: &str| line.starts_with("::error::");
            assert!(
                !said.contains("\u{1b}[31mb") && !said.lines().any(is_command),
                "{arguments:?}: {said:?}"
            );
        }
    }
    let testcase = "# ======= YOUR VSM WILL BE INSERTED HERE =======\nd getf $lm0n0c0b0m0p0 1 # expect=[1, 0] / Float @[0],[1]\n";
    file(&folder, "testcase.vsm", testcase);
    for options in [&["judge"][..], &["judge", "--list"]] {
        let (_, said) = ended(&[options, &[text(&folder)]].concat());
        assert!(said.contains("a␊::error::␛[31mb.vsm"), "{said}");
    }
}
