//! `--watch`: a command runs again when something changes, until it is ended.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::binary::{file, folder, mnc2_in, mnc2_reading};

/// How long an answer can take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait where no output is expected.
const SILENCE: Duration = Duration::from_millis(600);

/// A command that watches, ended when it is dropped.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mnc2"))
            .current_dir(folder)
            .args(arguments)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let out = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    /// Waits for a line; returns all lines up to it, which must be plain.
    #[track_caller]
    fn until(&self, part: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self
                .lines
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("`{part}` does not come: {seen:?}"));
            assert!(!line.contains('\u{1b}'), "a pipe is no terminal: {line:?}");
            seen.push(line);
            if seen.last().is_some_and(|line| line.contains(part)) {
                return seen;
            }
        }
    }

    #[track_caller]
    fn says_nothing(&self) {
        assert_eq!(self.lines.recv_timeout(SILENCE).ok(), None);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_check_follows_files_and_settings() {
    let folder = folder("watch-check");
    fs::create_dir(folder.join("deep")).expect("a folder can be made");
    file(&folder, "a.vsm", "nop\n");
    let arguments = ["check", ".", "--watch", "--format", "short"];
    let watching = Watching::start(&folder, &arguments);
    watching.until("0 errors, 0 warnings in 1 file");
    watching.says_nothing();
    file(&folder, "deep/b.vsm", "lpassa $lm1 $ln0\n");
    let seen = watching.until("1 error, 0 warnings in 2 files");
    assert!(
        seen[0].starts_with("deep/b.vsm:1:11: error[E0305]: "),
        "{seen:?}"
    );
    // Like editors: another file takes the name.
    let new = file(&folder, "deep/b.vsm~", "nop\n");
    watching.says_nothing();
    fs::rename(new, folder.join("deep/b.vsm")).expect("it can be renamed");
    watching.until("0 errors, 0 warnings in 2 files");
    file(&folder, "notes.txt", "nothing of interest");
    watching.says_nothing();
    file(&folder, "mnc2.toml", "exclude = ['deep/']\n");
    watching.until("0 errors, 0 warnings in 1 file");
    fs::remove_file(folder.join("a.vsm")).expect("it was there");
    fs::remove_file(folder.join("mnc2.toml")).expect("it was there");
    watching.until("0 errors, 0 warnings in 1 file");
}

#[test]
fn a_named_file_is_followed_while_it_comes_and_goes() {
    let folder = folder("watch-file");
    let watching = Watching::start(&folder, &["check", "a.vsm", "--watch"]);
    watching.until("0 errors, 0 warnings in 0 files");
    file(&folder, "a.vsm", "nop\n");
    watching.until("0 errors, 0 warnings in 1 file");
    fs::remove_file(folder.join("a.vsm")).expect("it was there");
    watching.until("0 errors, 0 warnings in 0 files");
}

#[test]
fn what_cannot_be_watched_is_said() {
    let outcome = mnc2_reading(b"nop\n", ["check", "-", "--watch"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("standard input"), "{}", outcome.err);
    let folder = folder("watch-nothing");
    let outcome = mnc2_in(&folder, ["check", "none/a.vsm", "--watch"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("cannot watch"), "{}", outcome.err);
}

#[test]
fn a_judgement_follows_solutions_and_testcases() {
    const TESTCASE: &str = "# ======= YOUR VSM WILL BE INSERTED HERE =======\n\
                            d getd $ln0n0c0b0m0p0 1 # expect=[7] / Long @[0]\n";
    let folder = folder("watch-judge");
    fs::create_dir(folder.join("tests")).expect("a folder can be made");
    file(&folder, "tests/seven.vsm", TESTCASE);
    file(&folder, "mnc2.toml", "testcase = 'tests/seven.vsm'\n");
    file(&folder, "a.vsm", "imm i\"7\" $n1\n");
    let watching = Watching::start(&folder, &["judge", "a.vsm", "--watch"]);
    watching.until("ACCEPTED!! score=1");
    file(&folder, "a.vsm", "imm i\"8\" $n1\n");
    watching.until("0 value(s) correct, but 1 value(s) mismatch");
    file(&folder, "tests/seven.vsm", TESTCASE.replace("[7]", "[8]"));
    watching.until("ACCEPTED!! score=1");
    watching.says_nothing();
}

#[test]
fn a_folder_that_is_made_again_is_followed() {
    let outer = folder("watch-again");
    let inner = outer.join("programs");
    fs::create_dir(&inner).expect("a folder");
    file(&inner, "a.vsm", "nap\n");
    let watching = Watching::start(
        &outer,
        &["check", "--watch", "--format", "short", "programs"],
    );
    watching.until("a.vsm:1:1: error");
    for name in ["b", "c"] {
        fs::remove_dir_all(&inner).expect("the folder is there");
        fs::create_dir(&inner).expect("a folder");
        thread::sleep(Duration::from_secs(2));
        file(&inner, &format!("{name}.vsm"), "nap\n");
        watching.until(&format!("{name}.vsm:1:1: error"));
    }
}
