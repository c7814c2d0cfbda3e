//! The one list of commands: tests about every command take their cases from here, so that a new one cannot be forgotten.

use crate::binary::mnc2;

/// What stands for the program in the arguments of a command.
const FILE: &str = "FILE";

/// A command, and how it is given a program.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// The arguments of each way; none if the command reads no program.
    ways: &'static [&'static str],
}

/// Every command.
pub(crate) const COMMANDS: &[Command] = &[
    of(
        "check",
        &[
            "FILE",
            "--format json FILE",
            "--format short FILE",
            "--format github FILE",
            "--fix --diff FILE",
        ],
    ),
    of(
        "run",
        &[
            "--max-steps 1000 FILE",
            "--format json --strict --max-steps 1000 FILE",
        ],
    ),
    of("debug", &["FILE"]),
    of(
        "judge",
        &[
            "--max-steps 1000 FILE",
            "--format json --max-steps 1000 FILE",
            "--list FILE",
        ],
    ),
    of("equal", &["--max-steps 1000 FILE FILE"]),
    of("format", &["--check FILE", "--diff FILE"]),
    of("expand", &["--all FILE"]),
    of("timeline", &["FILE"]),
    of("profile", &["FILE", "--format json FILE"]),
    of(
        "schedule",
        &["--time 1 FILE", "--time 1 --level unit --format json FILE"],
    ),
    of("search", &["--time 1 --region 1..2 FILE"]),
    of("explain", &[]),
    of("mcp", &[]),
    of("asm", &["FILE"]),
    of("disasm", &["FILE"]),
    of("eval", &["FILE 1"]),
    of("learn", &["FILE FILE"]),
    of("probe", &[]),
    of("inspect", &["FILE"]),
    of("languages", &[]),
    of("bench", &[]),
    of("completions", &[]),
    of("man", &[]),
];

const fn of(name: &'static str, ways: &'static [&'static str]) -> Command {
    Command { name, ways }
}

impl Command {
    /// All ways to give it a program, as arguments.
    pub(crate) fn on<'a>(&'a self, file: &'a str) -> impl Iterator<Item = Vec<&'a str>> + 'a {
        self.ways.iter().map(move |way| {
            let words = way
                .split(' ')
                .map(|word| if word == FILE { file } else { word });
            [self.name].into_iter().chain(words).collect()
        })
    }
}

#[test]
fn the_list_has_every_command() {
    let help = mnc2(["--help"]);
    let commands = help.out.split("Commands:\n").nth(1).expect("a list");
    let names = commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")?
                .split(' ')
                .next()
                .filter(|it| !it.is_empty())
        });
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    let listed: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    assert_eq!(names, listed);
}
