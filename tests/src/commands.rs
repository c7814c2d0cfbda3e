//! The one list of commands: tests and fuzz targets about every command take their cases from here, so that a new one cannot be
//! forgotten.

/// The placeholder of the program in the arguments of a command.
const FILE: &str = "FILE";

/// A command, and how it is given a program.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The name in the command line.
    pub name: &'static str,
    /// The arguments of each way; none if the command reads no program.
    ways: &'static [&'static str],
}

/// All commands of `mnc2`.
pub const COMMANDS: &[Command] = &[
    command(
        "check",
        &[
            "FILE",
            "--format json FILE",
            "--format short FILE",
            "--format github FILE",
            "--fix --diff FILE",
        ],
    ),
    command(
        "run",
        &[
            "--max-steps 1000 FILE",
            "--format json --strict --max-steps 1000 FILE",
        ],
    ),
    command("debug", &["FILE"]),
    command(
        "judge",
        &[
            "--max-steps 1000 FILE",
            "--format json --max-steps 1000 FILE",
            "--list FILE",
        ],
    ),
    command("diff", &["FILE FILE"]),
    command("equal", &["--max-steps 1000 FILE FILE"]),
    command("format", &["--check FILE", "--diff FILE"]),
    command("expand", &["--all FILE"]),
    command("timeline", &["FILE"]),
    command("profile", &["FILE", "--coverage --format json FILE"]),
    command(
        "schedule",
        &["--time 1 FILE", "--time 1 --level unit --format json FILE"],
    ),
    command("search", &["--time 1 --region 1..2 FILE"]),
    command("explain", &[]),
    command("mcp", &[]),
    command("asm", &["FILE"]),
    command("disasm", &["FILE"]),
    command("eval", &["FILE 1"]),
    command("learn", &["FILE FILE"]),
    command("probe", &[]),
    command("inspect", &["FILE"]),
    command(
        "emu",
        &[
            "assemble3 FILE",
            "assemble3 --instruction-mode flat FILE",
            "gpfn3_package_main -i FILE",
            "vsmlink FILE FILE FILE FILE",
        ],
    ),
    command("languages", &[]),
    command("bench", &[]),
    command("completions", &[]),
    command("man", &[]),
];

const fn command(name: &'static str, ways: &'static [&'static str]) -> Command {
    Command { name, ways }
}

impl Command {
    /// All ways to give it a program, as arguments.
    pub fn on<'a>(&'a self, file: &'a str) -> impl Iterator<Item = Vec<&'a str>> + 'a {
        self.ways.iter().map(move |way| {
            let words = way
                .split(' ')
                .map(|word| if word == FILE { file } else { word });
            [self.name].into_iter().chain(words).collect()
        })
    }
}

/// An option of a command.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Its long name.
    pub name: String,
    /// Its values; none for a flag.
    pub values: Vec<String>,
}

/// Options that a command does not come back from.
const ENDLESS: [&str; 1] = ["--watch"];

/// Values of an option that lists none.
const VALUES: [&str; 2] = ["1", "a.json"];

/// The options that the `--help` of a command lists, except those that it does not come back from.
#[must_use]
pub fn options(help: &str) -> Vec<Flag> {
    let mut found: Vec<Flag> = Vec::new();
    let mut is_list = false;
    for line in help.lines() {
        let line = line.trim();
        if let Some(value) = line.strip_prefix("- ").filter(|_| is_list) {
            let value = value.split([':', ' ']).next().unwrap_or_default();
            let values = found.last_mut().map(|option| &mut option.values);
            values.into_iter().for_each(|it| it.push(value.to_owned()));
            continue;
        }
        is_list = line == "Possible values:";
        if let Some(option) = found.last_mut().filter(|_| is_list) {
            option.values.clear();
        }
        let mut words = line.split([' ', ',']).filter(|word| word.starts_with('-'));
        let Some(name) = words.next_back().filter(|_| line.starts_with('-')) else {
            continue;
        };
        let (name, is_optional) = match name.split_once("[=") {
            Some((name, _)) => (name, true),
            None => (name, false),
        };
        if ENDLESS.contains(&name) || matches!(name, "--help" | "--version") {
            continue;
        }
        let takes_value = line.contains('<') && !is_optional;
        let values = VALUES.iter().filter(|_| takes_value);
        found.push(Flag {
            name: name.to_owned(),
            values: values.map(|value| (*value).to_owned()).collect(),
        });
    }
    found
}
