//! The list of commands is that of `mnc2 --help`.

use mnc2_tests::commands::COMMANDS;

use crate::binary::mnc2;

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
