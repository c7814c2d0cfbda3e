//! Hostile programs. Each command answers each of them with one of its exit codes, and with a message that fits on a
//! screen.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use mnc2_tests::hostile;

use crate::binary::{folder, mnc2, text};

/// Maximum output of one command about one of them, in bytes: a hundred findings with their places, or a few thousand
/// as data.
const SAID_BYTES_MAX: usize = 4 << 20;

/// From this length on, programs are read in blocks in a debug build.
const LONG_BYTES: usize = 1 << 16;

#[test]
fn every_command_answers_with_a_message_of_bounded_length() {
    let folder = folder("hostile");
    let waiting = Mutex::new(hostile::programs().into_iter());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                let next = || waiting.lock().expect("nobody has panicked").next();
                while let Some((name, content)) = next() {
                    every_command_answers(&folder, name, &content);
                }
            });
        }
    });
}

/// Each command answers this program.
fn every_command_answers(folder: &Path, name: &str, content: &[u8]) {
    let path = folder.join(format!("{name}.vsm"));
    fs::write(&path, content).expect("the program can be written");
    let path = text(&path);
    let dump = folder.join(format!("{name}.dump"));
    let line = String::from_utf8_lossy(&content[..content.len().min(30_000)]).replace('\0', "0");
    for arguments in [
        &["check", path][..],
        &["check", "--format", "json", path],
        &[
            "run",
            "--max-steps",
            "100000",
            "--max-dump-lines",
            "1000",
            "-d",
            text(&dump),
            path,
        ],
        &["format", "--check", path],
        &["profile", path],
        &["profile", "--format", "json", path],
        &["expand", &line],
        &["explain", &line],
    ] {
        let outcome = mnc2(arguments);
        let command = &arguments[0];
        assert!(
            (0..=3).contains(&outcome.code),
            "{command} {name}: {}",
            outcome.err
        );
        let is_panic = outcome.err.contains("panicked");
        assert!(!is_panic, "{command} {name}: {}", outcome.err);
        let said = outcome.out.len() + outcome.err.len();
        assert!(said < SAID_BYTES_MAX, "{command} {name}: {said} bytes");
        if outcome.code > 1 {
            assert!(
                !outcome.err.trim().is_empty(),
                "{command} {name}: {}",
                outcome.code
            );
        }
    }
}

#[test]
fn a_text_of_too_many_lines_is_refused() {
    let folder = folder("too-many-lines");
    let path = folder.join("lines.vsm");
    fs::write(&path, "\n".repeat((1 << 21) + 1)).expect("the program can be written");
    let outcome = mnc2(["format", text(&path)]);
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    let said = "has more than 2097152 lines";
    assert!(outcome.err.contains(said), "{}", outcome.err);

    // What only passes over the lines takes more of them, but for rules that look at the whole program.
    for command in ["check", "run"] {
        let outcome = mnc2([command, text(&path)]);
        assert_eq!(outcome.code, 0, "{command}: {}", outcome.err);
    }
    let outcome = mnc2(["check", "--profile", "contest", text(&path)]);
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    let said = "optional rules are not checked in it";
    assert!(outcome.err.contains(said), "{}", outcome.err);
}

#[test]
fn a_long_program_is_checked_and_run_like_a_short_one() {
    let folder = folder("long");
    let path = folder.join("long.vsm");
    let line = "lpassa $peid $lr0v\nnop/2\nlpassa $lr0v $lm0v # and so on\n";
    // Long enough to be read in blocks.
    let body = line.repeat(2 * LONG_BYTES / line.len());
    let count = body.lines().count();
    let end = "lpasa $lr0v $lm0v\nd get $lm0n0c0b0m0p1 1\n";
    fs::write(&path, format!("{body}{end}")).expect("the program can be written");
    let outcome = mnc2(["check", text(&path)]);
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    let place = format!("long.vsm:{}:1", count + 1);
    assert!(outcome.out.contains(&place), "{}", outcome.out);
    assert!(
        outcome.out.contains("lpassa"),
        "it suggests: {}",
        outcome.out
    );

    let outcome = mnc2(["run", "--force", text(&path)]);
    assert!(
        outcome.out.contains("DEBUG-LM0(n0c0b0m0p1,0)"),
        "{}",
        outcome.out
    );
}
