//! `mnc2 completions` and `mnc2 man`: descriptions of the command line for shells and `man`, generated from it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use mnc2_assist::explain;
use mnc2_ide::languages;
use mnc2_isa::spelling;
use mnc2_program::rules::RuleProfile;
use mnc2_text::Language;

use crate::args::{CommandLine, CompletionsArguments, ManArguments};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::output::{Streams, WholeFile};

/// Prints a completion script.
pub(crate) fn completions(
    arguments: &CompletionsArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let command = help::localized(CommandLine::command(), streams.language);
    let mut command = with_values(command);
    // A script is built in memory: the generator cannot report a stream that fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mnc2", &mut script);
    streams.out.write_all(&script)?;
    if arguments.shell == Shell::Fish {
        fish_positions(&command, &mut streams.out)?;
    }
    Ok(Exit::Success)
}

/// The command line, with lists of values for arguments that are parsed from text.
fn with_values(command: Command) -> Command {
    let pages: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .filter(|name| name != "help")
        .collect();
    command.mut_subcommands(|command| {
        let values = |argument: &str| match (command.get_name(), argument) {
            ("explain", "query") => Some(explained()),
            ("man", "command") => Some(pages.clone()),
            (_, "language") => Some(
                languages::ALL
                    .iter()
                    .map(|listed| listed.about().id.to_owned())
                    .collect(),
            ),
            (_, "profile") => Some(
                RuleProfile::ALL
                    .map(|profile| profile.row().name.to_owned())
                    .to_vec(),
            ),
            _ => None,
        };
        let found: Vec<_> = command
            .get_arguments()
            .filter_map(|argument| {
                Some((
                    argument.get_id().clone(),
                    values(argument.get_id().as_str())?,
                ))
            })
            .collect();
        found
            .into_iter()
            .fold(command, |command, (argument, values)| {
                command.mut_arg(argument, |argument| {
                    argument.value_parser(PossibleValuesParser::new(values))
                })
            })
    })
}

/// The generator for fish leaves out the values of positional arguments.
fn fish_positions(command: &Command, out: &mut impl Write) -> std::io::Result<()> {
    for command in command.get_subcommands() {
        let values: Vec<String> = command
            .get_positionals()
            .flat_map(clap::Arg::get_possible_values)
            .map(|value| value.get_name().to_owned())
            .collect();
        if !values.is_empty() {
            writeln!(
                out,
                "complete -c mnc2 -n \"__fish_mnc2_using_subcommand {}\" -f -a \"{}\"",
                command.get_name(),
                values.join(" ")
            )?;
        }
    }
    Ok(())
}

/// Names that can be explained and need no quoting in any shell: opcodes, their stems, and codes.
fn explained() -> Vec<String> {
    let listed = explain::list().into_iter().map(|entry| entry.name);
    let spelled = spelling::all()
        .iter()
        .map(|spelling| spelling.text.to_string());
    let codes = languages::ALL.iter().flat_map(|it| it.codes());
    let names: BTreeSet<String> = listed
        .chain(spelled)
        .chain(codes.map(|row| row.id.to_owned()))
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .collect();
    names.into_iter().collect()
}

/// Prints a page, or writes all of them.
pub(crate) fn man(arguments: &ManArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let command = CommandLine::command().disable_help_subcommand(true);
    let mut command = help::localized(command, streams.language);
    command.build();
    let render = |page: &Command| render(page, streams.language);
    let Some(folder) = &arguments.dir else {
        let page = match &arguments.command {
            None => &command,
            Some(name) => command.find_subcommand(name).ok_or_else(|| {
                Failure::Message(format!("mnc2 has no command `{name}` (`mnc2 --help`)"))
            })?,
        };
        let page = render(page)?;
        streams.out.write_all(&page)?;
        return Ok(Exit::Success);
    };
    fs::create_dir_all(folder).map_err(Failure::cannot_write(folder))?;
    for page in std::iter::once(&command).chain(command.get_subcommands()) {
        let path = folder.join(format!("{}.1", name(page)));
        let page = render(page)?;
        WholeFile::create(&path)
            .and_then(|file| file.finish_with(&page))
            .map_err(Failure::cannot_write(&path))?;
    }
    Ok(Exit::Success)
}

/// The name of a page: `mnc2` or `mnc2-run`.
fn name(command: &Command) -> String {
    command
        .get_display_name()
        .unwrap_or(command.get_name())
        .to_owned()
}

/// The headings of a manual page in Japanese.
const HEADINGS: [(&str, &str); 5] = [
    ("NAME", "名前"),
    ("SYNOPSIS", "書式"),
    ("DESCRIPTION", "説明"),
    ("EXTRA", "補足"),
    ("VERSION", "バージョン"),
];

fn render(command: &Command, language: Language) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(name(command).to_uppercase())
        .source(concat!("mnc2 ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    Ok(match language {
        Language::English => page,
        Language::Japanese => with_japanese_headings(&String::from_utf8_lossy(&page)).into_bytes(),
    })
}

fn with_japanese_headings(page: &str) -> String {
    let heading = |line: &str| {
        let name = line.strip_prefix(".SH ")?;
        let (_, japanese) = HEADINGS.iter().find(|(english, _)| *english == name)?;
        Some(format!(".SH {japanese}\n"))
    };
    page.lines()
        .map(|line| heading(line).unwrap_or_else(|| format!("{line}\n")))
        .collect()
}
