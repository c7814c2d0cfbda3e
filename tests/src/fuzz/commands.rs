//! The command line, which runs as a process: commands, options and programs.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};

use super::repeated::repeated;
use super::text_of;
use crate::commands::{COMMANDS, Flag, options};
use crate::generate::Choices;
use crate::languages::LANGUAGES;

/// Names the command `mnc2` for the fuzzer, which cannot build it.
const VARIABLE: &str = "MNC2";

/// Longest input, and longest program that is made of it.
const BYTES_MAX: usize = 4096;
const PROGRAM_BYTES_MAX: usize = 64 << 10;

/// Maximum number of options of a call.
const OPTIONS_MAX: u64 = 3;

/// Processor seconds of a command, in a build for tests. A command with `--time 1` searches for a second at each of its levels,
/// and may take a second more for the proofs of each.
const SECONDS_MAX: u32 = 120;
const TIMED_SECONDS_MAX: u32 = 40;

/// Addresses that a command may take, for each byte of its program and besides: the stacks of its threads count.
const ADDRESSES_PER_BYTE: usize = 2000;
const ADDRESSES: usize = 1 << 30;

/// The properties of the command that the environment names.
///
/// # Panics
/// As [`command`] does, and if no command is named.
pub fn commands(data: &[u8]) {
    let binary = env::var_os(VARIABLE).unwrap_or_else(|| panic!("{VARIABLE} names no command"));
    command(Path::new(&binary), data);
}

/// For any program, language, command and options, the command ends with one of its exit codes, in bounded time and memory. The
/// first byte chooses the language, and the text the rest, so that any change of it reaches something else.
///
/// # Panics
/// If it does not.
pub fn command(binary: &Path, data: &[u8]) {
    let Some((number, text)) = data.split_first() else {
        return;
    };
    let mut choices = choices_of(text);
    let language = &LANGUAGES[usize::from(*number) % LANGUAGES.len()];
    let reading: Vec<crate::commands::Command> = COMMANDS
        .iter()
        .filter(|it| it.on("").next().is_some())
        .copied()
        .collect();
    let command = choices.one_of(&reading);
    let folder = folder();
    let file = format!("program.{}", language.extension);
    let program = repeated(&text_of(text, BYTES_MAX), PROGRAM_BYTES_MAX);
    fs::write(folder.join(&file), &program).unwrap_or_else(|error| panic!("{file}: {error}"));
    let ways: Vec<_> = command.on(&file).collect();
    let way = choices.one_of(&ways);
    let mut arguments: Vec<String> = way.into_iter().map(str::to_owned).collect();
    let flags = flags(binary, command.name);
    for _ in 0..choices.below(OPTIONS_MAX + 1).min(flags.len() as u64) {
        let flag = choices.one_of(&flags);
        if arguments.contains(&flag.name) {
            continue;
        }
        arguments.push(flag.name.clone());
        arguments.extend((!flag.values.is_empty()).then(|| choices.one_of(&flag.values)));
    }
    let is_timed = arguments.iter().any(|it| it == "--time");
    let seconds = if is_timed {
        TIMED_SECONDS_MAX
    } else {
        SECONDS_MAX
    };
    let output = limited(binary, &folder, &arguments, seconds, program.len());
    let said = String::from_utf8_lossy(&output.stderr);
    let is_answer = output.status.code().is_some_and(|code| code <= 3);
    assert!(
        is_answer && !said.contains("panicked"),
        "{arguments:?}: {}: {said}",
        output.status
    );
    let _ = fs::remove_dir_all(&folder);
}

/// A new folder for a call, which may write.
fn folder() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("mnc2-fuzz-commands-{}-{number}", process::id()));
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("a new folder: {error}"));
    folder
}

/// The options of a command, which are read once from its help.
fn flags(binary: &Path, command: &'static str) -> Vec<Flag> {
    static FLAGS: LazyLock<Mutex<HashMap<&str, Vec<Flag>>>> = LazyLock::new(Mutex::default);
    let mut flags = FLAGS.lock().unwrap_or_else(|_| panic!("a lock"));
    let of_command = || {
        let help = Command::new(binary).args([command, "--help"]).output();
        let help = help.unwrap_or_else(|error| panic!("{}: {error}", binary.display()));
        options(&String::from_utf8_lossy(&help.stdout))
    };
    flags.entry(command).or_insert_with(of_command).clone()
}

/// The output of a command; it is ended when it exceeds its limits.
fn limited(
    binary: &Path,
    folder: &Path,
    arguments: &[String],
    seconds: u32,
    bytes: usize,
) -> Output {
    let addresses = (ADDRESSES + ADDRESSES_PER_BYTE * bytes) >> 10;
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        let limits = format!("ulimit -t {seconds}; ulimit -v {addresses}; exec \"$0\" \"$@\"");
        shell.args(["-c", &limits]).arg(binary);
        shell
    } else {
        Command::new(binary)
    };
    let command = command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null());
    let output = command.output();
    output.unwrap_or_else(|error| panic!("{}: {error}", binary.display()))
}

/// Choices that follow from a text.
pub(super) fn choices_of(data: &[u8]) -> Choices {
    let mixed = |state: u64, byte: &u8| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    Choices::new(data.iter().fold(0xcbf2_9ce4_8422_2325, mixed))
}
