//! `--help` in another language than English. The English is in the arguments; the catalogue has it as key, a paragraph each.
//!
//! clap prints help while it parses, so its language and colours are chosen before: by `--lang` and `--color` among the
//! arguments, otherwise by the environment and the terminal. Every command and option is then given its text in that language.

mod usage_errors;

use std::collections::HashMap;
use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error, ValueEnum};
use mnc2_text::Language;
use toml::de::{DeTable, DeValue};

const JAPANESE: &str = include_str!("ja/help.toml");

/// The layout of help, with the heading of the usage in Japanese.
const TEMPLATE: &str = "{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

/// The value of an option, such as `--lang`, among arguments that are not parsed yet.
pub(crate) fn chosen<T: ValueEnum>(
    option: &str,
    arguments: impl IntoIterator<Item = OsString>,
) -> Option<T> {
    let mut arguments = arguments.into_iter();
    let mut found = None;
    while let Some(argument) = arguments.next() {
        let argument = argument.to_string_lossy().into_owned();
        if argument == "--" {
            break;
        }
        let value = match argument.strip_prefix(option) {
            Some("") => {
                let next = arguments.next().unwrap_or_default();
                next.to_string_lossy().into_owned()
            }
            Some(rest) if rest.starts_with('=') => rest[1..].to_owned(),
            Some(_) | None => continue,
        };
        found = T::from_str(&value, false).ok().or(found);
    }
    found
}

/// A command with its help in the language.
pub(crate) fn localized(command: Command, language: Language) -> Command {
    match language {
        Language::English => command,
        Language::Japanese => {
            let mut command = command;
            // Only then does each command have all its options.
            command.build();
            translated(command, &catalogue())
        }
    }
}

/// Writes what clap reports about the arguments, in the language.
pub(crate) fn report(error: Error, language: Language) {
    let _ = match language {
        Language::English => error.print(),
        Language::Japanese => error.apply::<usage_errors::Japanese>().print(),
    };
}

/// The error that no command is given.
pub(crate) fn missing_command(mut command: Command, language: Language) -> Error {
    match language {
        Language::English => command.error(ErrorKind::MissingSubcommand, "a command is required"),
        Language::Japanese => {
            let mut error = Error::new(ErrorKind::MissingSubcommand).with_cmd(&command);
            let usage = ContextValue::StyledStr(command.render_usage());
            error.insert(ContextKind::Usage, usage);
            error
        }
    }
}

/// The texts by their English.
fn catalogue() -> HashMap<String, String> {
    let table = DeTable::parse(JAPANESE).expect("the catalogue is TOML");
    let entry = |(key, value): (
        &toml::Spanned<std::borrow::Cow<'_, str>>,
        &toml::Spanned<DeValue<'_>>,
    )| {
        match value.get_ref() {
            DeValue::String(text) => (
                key.get_ref().clone().into_owned(),
                text.clone().into_owned(),
            ),
            _ => panic!("the catalogue has only texts"),
        }
    };
    table.get_ref().iter().map(entry).collect()
}

fn translated(command: Command, catalogue: &HashMap<String, String>) -> Command {
    let say = |text: Option<&StyledStr>| text.map(|text| paragraphs(&text.to_string(), catalogue));
    let (about, long_about) = (say(command.get_about()), say(command.get_long_about()));
    let after = say(command.get_after_help());
    let mut command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .mut_args(|argument| translate_argument(argument, catalogue));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(about) = long_about {
        command = command.long_about(about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command.mut_subcommands(|subcommand| translated(subcommand, catalogue))
}

fn translate_argument(argument: Arg, catalogue: &HashMap<String, String>) -> Arg {
    let say = |text: Option<&StyledStr>| text.map(|text| paragraphs(&text.to_string(), catalogue));
    let (help, long_help) = (say(argument.get_help()), say(argument.get_long_help()));
    let heading = match argument.is_positional() {
        true => "引数",
        false => "オプション",
    };
    let values: Vec<(String, Option<String>)> = (argument.get_possible_values().iter())
        .filter(|value| !value.is_hide_set())
        .map(|value| (value.get_name().to_owned(), say(value.get_help())))
        .collect();
    let defaults: Vec<_> = (argument.get_default_values().iter())
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    let takes_values = argument.get_action().takes_values();
    let default = match takes_values && !defaults.is_empty() {
        true => format!(" [既定: {}]", defaults.join(", ")),
        false => String::new(),
    };
    let mut argument = argument.help_heading(heading);
    // clap's own labels of both are English.
    if takes_values {
        argument = argument.hide_default_value(true).hide_possible_values(true);
    }
    let Some(help) = help else {
        return argument;
    };
    let mut long = format!("{}{default}", long_help.unwrap_or_else(|| help.clone()));
    let mut short = format!("{help}{default}");
    if takes_values && !values.is_empty() {
        let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
        short.push_str(&format!(" [値: {}]", names.join(", ")));
        long.push_str("\n\n値:");
        for (name, help) in &values {
            let help = help.as_ref().map(|help| format!(": {help}"));
            long.push_str(&format!("\n- {name}{}", help.unwrap_or_default()));
        }
    }
    // A separate long text also makes `-h` differ from `--help`, as in English.
    argument.help(short).long_help(long)
}

/// The paragraphs of a text. What is laid out by lines, such as examples, is one paragraph with its line breaks.
fn paragraphs(text: &str, catalogue: &HashMap<String, String>) -> String {
    let paragraph = |english: &str| match key(english) {
        Some(key) => catalogue.get(&key).cloned().unwrap_or(key),
        None => english.replacen("Examples:", "例:", 1),
    };
    text.split("\n\n")
        .map(paragraph)
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// The key of a paragraph: its text on one line. `None` for examples, which are commands.
fn key(english: &str) -> Option<String> {
    let is_code = english.starts_with("Examples:") || english.trim().is_empty();
    (!is_code).then(|| english.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;
    use crate::args::{CommandLine, Spoken};

    fn collect(command: &Command, found: &mut BTreeSet<String>) {
        let mut add = |text: Option<&StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            found.extend(text.split("\n\n").filter_map(key));
        };
        add(command.get_about());
        add(command.get_long_about());
        add(command.get_after_help());
        for argument in command.get_arguments() {
            add(argument.get_help());
            add(argument.get_long_help());
            for value in argument.get_possible_values() {
                add(value.get_help());
            }
        }
        for subcommand in command.get_subcommands() {
            collect(subcommand, found);
        }
    }

    #[test]
    fn the_catalogue_has_every_text_of_help_and_no_other() {
        let mut command = CommandLine::command();
        command.build();
        let mut english = BTreeSet::new();
        collect(&command, &mut english);
        let catalogue: BTreeSet<String> = catalogue().into_keys().collect();
        let missing: Vec<&String> = english.difference(&catalogue).collect();
        let stale: Vec<&String> = catalogue.difference(&english).collect();
        assert!(english.len() > 150, "{} texts", english.len());
        assert!(
            missing.is_empty() && stale.is_empty(),
            "missing {missing:#?}, stale {stale:#?}"
        );
    }

    #[test]
    fn the_language_is_found_before_arguments_are_parsed() {
        let check = |arguments: &[&str], expected: Option<Spoken>| {
            let found: Option<Spoken> = chosen("--lang", arguments.iter().map(OsString::from));
            assert_eq!(found, expected, "{arguments:?}");
        };
        check(&["run", "--help"], None);
        check(&["--lang", "ja", "--help"], Some(Spoken::Ja));
        check(&["run", "--help", "--lang=ja"], Some(Spoken::Ja));
        check(&["--lang=ja", "--lang=en"], Some(Spoken::En));
        check(&["run", "--", "--lang=ja"], None);
        check(&["--lang"], None);
    }

    #[test]
    fn commands_have_their_help_in_japanese() {
        let mut command = localized(CommandLine::command(), Language::Japanese);
        let run = command.find_subcommand_mut("run").expect("a command");
        let help = run.render_help().to_string();
        assert!(help.contains("使い方: mnc2 run"), "{help}");
        assert!(!help.contains("Print help"), "{help}");
    }
}
