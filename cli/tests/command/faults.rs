//! System faults: files without end, a full disk, folders without write permission, a run that is killed.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::binary::{file, folder, mnc2, text};

/// Longer than the limit.
const TOO_LARGE_BYTES: u64 = (64 << 20) + 1;

#[test]
fn what_is_too_large_or_never_ends_is_refused() {
    let folder = folder("too-large");
    let sparse = folder.join("sparse.vsm");
    let created = File::create(&sparse).and_then(|file| file.set_len(TOO_LARGE_BYTES));
    created.expect("a sparse file");
    for (command, path, mebibytes) in [
        ("format", text(&sparse), 64),
        ("format", "/dev/zero", 64),
        ("check", "/dev/zero", 512),
    ] {
        let outcome = mnc2([command, path]);
        assert_eq!(outcome.code, 2, "{path}: {outcome:?}");
        let expected = format!("`{path}` is larger than {mebibytes} MiB");
        assert!(outcome.err.contains(&expected), "{outcome:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = folder("full-disk");
    let program = file(&folder, "program.vsm", "d get $lm0n0c0b0m0p0 1\n");
    let outcome = mnc2(["run", text(&program), "-d", "/dev/full"]);
    assert_ne!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.err.contains("/dev/full") && outcome.err.contains("No space left"),
        "{outcome:?}"
    );

    // The message names the file without room; a short trace is written at the end, a long one earlier.
    let dump = folder.join("dump");
    for steps in [1, 1000] {
        let program = file(&folder, "program.vsm", "lpassa $lm0v $lr0v\n".repeat(steps));
        let trace = [
            "run",
            text(&program),
            "-d",
            text(&dump),
            "--trace=/dev/full",
        ];
        let outcome = mnc2(trace);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(
            outcome
                .err
                .starts_with("mnc2: cannot write `/dev/full`: No space left"),
            "{outcome:?}"
        );
    }
    let redirected = Command::new("sh")
        .args(["-c", "exec \"$0\" \"$@\" >/dev/full"])
        .args([env!("CARGO_BIN_EXE_mnc2"), "explain", "--list"])
        .output()
        .expect("a shell");
    assert_eq!(redirected.status.code(), Some(2));
    let told = String::from_utf8_lossy(&redirected.stderr);
    assert!(
        told.starts_with("mnc2: cannot write: No space left"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_written_is_told_and_nothing_is_left() {
    let folder = folder("unwritable");
    let program = file(&folder, "program.vsm", "d get $lm0n0c0b0m0p0 1\n");
    let dump = folder.join("no/such/folder.dmp");
    for target in [text(&dump), text(&folder)] {
        let outcome = mnc2(["run", text(&program), "-d", target]);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(outcome.err.contains(target), "{outcome:?}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
}

#[test]
fn a_killed_run_leaves_the_old_dump() {
    let folder = folder("killed");
    let line = "fvfma $lr64v $lm0v $ln0v $ls0v; l1bmm $lb0 $lr8v\n";
    let source = format!(
        "lpassa $peid $lr64v\nnop/2\nd get $lm0n0c0b0m0p0 1000\n{}",
        line.repeat(30_000)
    );
    let program = file(&folder, "long.vsm", &source);
    let dump = file(&folder, "old.dmp", "old\n");
    let mut run = Command::new(env!("CARGO_BIN_EXE_mnc2"))
        .args(["run", text(&program), "-d", text(&dump)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let is_begun = |run: &Child| !begun(run, &folder).is_empty();
    while !is_begun(&run) {
        if let Some(status) = run.try_wait().expect("the binary is there") {
            let mut told = String::new();
            let stderr = run.stderr.take();
            let _ = stderr.map(|mut stderr| stderr.read_to_string(&mut told));
            panic!("{status} before it wrote anything: {told}");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let unnamed = begun(&run, &folder);
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
    assert_eq!(fs::read_to_string(&dump).expect("the old dump"), "old\n");
    let left = fs::read_dir(&folder).expect("a folder").count() - 2;
    let is_named = !unnamed.iter().any(|name| name.ends_with("(deleted)"));
    assert_eq!(left, usize::from(is_named), "{unnamed:?}");
}

/// The files that a run writes next to the program and the old dump: on Linux everything that it has open there, by the
/// system's names.
#[cfg(target_os = "linux")]
fn begun(run: &Child, folder: &Path) -> Vec<String> {
    let open = fs::read_dir(format!("/proc/{}/fd", run.id()));
    let open = open.into_iter().flatten().flatten();
    open.filter_map(|entry| fs::read_link(entry.path()).ok())
        .filter(|path| path.starts_with(folder))
        .map(|path| path.display().to_string())
        .filter(|name| !name.ends_with(".vsm"))
        .collect()
}

#[cfg(not(target_os = "linux"))]
fn begun(_run: &Child, folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries
        .map(|entry| entry.path().display().to_string())
        .filter(|name| name.ends_with(".part"))
        .collect()
}

/// In containers every run may have the same number.
#[cfg(unix)]
#[test]
fn what_a_killed_run_left_is_in_no_one_s_way() {
    let folder = folder("left");
    file(&folder, "program.vsm", "d get $lm0n0c0b0m0p0 1\n");
    let script = "for n in 0 1 2; do echo half >.new.dmp.$$.$n.part; done; exec \"$0\" \"$@\"";
    let status = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_mnc2")])
        .args(["run", "program.vsm", "-d", "new.dmp"])
        .current_dir(&folder)
        .status();
    assert!(status.expect("a shell").success());
    let dump = fs::read_to_string(folder.join("new.dmp")).expect("the dump");
    assert!(dump.starts_with("DEBUG-LM0"), "{dump}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 5);
}

/// The program of a shell that starts the command below a limit.
#[cfg(target_os = "linux")]
fn below(limit: &str, folder: &Path, arguments: &[&str]) -> std::process::Output {
    // A write beyond a limit is an error only where the signal is ignored.
    let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_mnc2")])
        .args(arguments)
        .current_dir(folder)
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("a shell")
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_has_no_room_leaves_the_old_one() {
    let folder = folder("no-room");
    file(
        &folder,
        "dump.vsm",
        "d get $lm0n0c0b0m0p0 1000\n".repeat(100),
    );
    file(
        &folder,
        "wide.vsm",
        "nop # x\nlpassa $lm0v  $ln0v\n".repeat(9000),
    );
    let before = fs::read(folder.join("wide.vsm")).expect("it was just written");
    for name in ["dump", "dram0.bin", "trace", "mnc2-run.1"] {
        file(&folder, name, "old\n");
    }
    for (arguments, name) in [
        (&["run", "dump.vsm", "-d", "dump"][..], "dump"),
        (
            &["run", "dump.vsm", "--save", "dram0:0+65536=dram0.bin"],
            "dram0.bin",
        ),
        (&["run", "dump.vsm", "--until", "1", "--trace=trace"], ""),
        (&["format", "wide.vsm"], ""),
        (&["man", "--dir", "."], "mnc2-run.1"),
    ] {
        // In blocks of 512 bytes.
        let outcome = below("-f 2", &folder, arguments);
        let told = String::from_utf8_lossy(&outcome.stderr);
        let code = outcome.status.code();
        if arguments[0] == "run" && name.is_empty() {
            // The trace of a line without accesses is short enough.
            assert_eq!(code, Some(0), "{arguments:?}: {told}");
            continue;
        }
        assert_eq!(code, Some(2), "{arguments:?}: {told}");
        assert!(told.contains("File too large"), "{arguments:?}: {told}");
        if !name.is_empty() {
            let kept = fs::read_to_string(folder.join(name)).expect("the old file");
            assert_eq!(kept, "old\n", "{arguments:?}");
        }
    }
    assert_eq!(
        fs::read(folder.join("wide.vsm")).expect("the old file"),
        before
    );
    let names = fs::read_dir(&folder).expect("a folder").flatten();
    let parts: Vec<_> = names
        .map(|entry| entry.file_name())
        .filter(|name| name.to_string_lossy().ends_with(".part"))
        .collect();
    assert!(parts.is_empty(), "{parts:?}");
}

/// Without memory the process is ended by its allocator or the text is not read, with a message in both cases; no existing file
/// is lost.
#[cfg(target_os = "linux")]
#[test]
fn a_run_without_memory_says_so_and_leaves_the_old_dump() {
    let folder = folder("no-memory");
    // No line has the text of another one, so that nothing is shared.
    let lines =
        (0..400_000).map(|number| format!("linc $lr0v $lr0v # {number}\nnop/2 # {number}\n"));
    file(&folder, "long.vsm", lines.collect::<String>());
    file(&folder, "short.vsm", "nop\n");
    file(&folder, "old.dmp", "old\n");
    // What a short program needs, and less than the long one's text more: that one cannot fit.
    let needed = (16_000..400_000).step_by(4_000).find(|kilobytes| {
        below(&format!("-v {kilobytes}"), &folder, &["run", "short.vsm"])
            .status
            .success()
    });
    let limit = format!("-v {}", needed.expect("a limit") + 12_000);
    let outcome = below(&limit, &folder, &["run", "long.vsm", "-d", "old.dmp"]);
    let told = String::from_utf8_lossy(&outcome.stderr);
    assert!(!outcome.status.success(), "{limit}: {told}");
    assert!(
        told.contains("out of memory") || told.contains("allocat"),
        "{limit}: {told}"
    );
    let kept = fs::read_to_string(folder.join("old.dmp"));
    assert_eq!(kept.expect("the old dump"), "old\n");
}

/// The input of a command is not overwritten, under any name.
#[test]
fn an_input_is_not_overwritten() {
    let folder = folder("faults-input");
    let path = file(&folder, "a.vsm", "nop\n");
    let other = folder.join("other.vsm");
    fs::hard_link(&path, &other).expect("a second name");
    let save = format!("lm0n0c0b0m0p0:0+1={}", text(&other));
    for arguments in [
        ["run", text(&path), "-d", text(&path)].as_slice(),
        &["run", text(&path), "-d", text(&other)],
        &["run", text(&path), &format!("--trace={}", text(&other))],
        &["run", text(&path), "--save", &save],
        &["check", text(&path), "--output", text(&other)],
    ] {
        let outcome = mnc2(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}: {outcome:?}");
        assert!(outcome.err.contains("is an input"), "{outcome:?}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "nop\n");
    }
}

#[cfg(unix)]
#[test]
fn an_output_keeps_the_permissions_of_what_it_replaces() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt};

    let folder = folder("faults-permissions");
    let path = file(&folder, "a.vsm", "nop\n");
    let output = file(&folder, "out", "old");
    let save = format!("lm0n0c0b0m0p0:0+1={}", text(&output));
    for arguments in [
        ["run", text(&path), "-d", text(&output)].as_slice(),
        &["run", text(&path), &format!("--trace={}", text(&output))],
        &["run", text(&path), "--save", &save],
        &["check", text(&path), "--output", text(&output)],
    ] {
        fs::set_permissions(&output, PermissionsExt::from_mode(0o600)).expect("its owner");
        let outcome = mnc2(arguments);
        assert_eq!(outcome.code, 0, "{arguments:?}: {outcome:?}");
        let mode = fs::metadata(&output).expect("a file").mode();
        assert_eq!(mode & 0o777, 0o600, "{arguments:?}");
    }
}

/// A pipe that another process has set to return immediately when it is full still gets every byte.
#[cfg(unix)]
#[test]
fn output_that_does_not_wait_gets_everything() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    let folder = folder("not-waiting");
    let source = "lpassa $lm0v $ln0v # a comment of some length\n".repeat(20_000);
    let program = file(&folder, "program.vsm", &source);
    let (mut ours, theirs) = UnixStream::pair().expect("a pair of sockets");
    theirs.set_nonblocking(true).expect("it can be set");
    let mut command = Command::new(env!("CARGO_BIN_EXE_mnc2"));
    command
        .args(["format", "-"])
        .stdin(File::open(&program).expect("the program"));
    let mut child = command
        .stdout(OwnedFd::from(theirs))
        .spawn()
        .expect("it starts");
    // The other end of the socket is closed with the command.
    drop(command);
    std::thread::sleep(Duration::from_millis(200));
    let mut written = String::new();
    ours.read_to_string(&mut written).expect("text");
    assert!(child.wait().expect("it ends").success());
    assert!(
        written == source,
        "{} of {} bytes",
        written.len(),
        source.len()
    );
}
