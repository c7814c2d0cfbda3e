//! The options of a vendor's command, as far as public build files and texts show them.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use mnc2_text::{Message, message};

use crate::exit::{Exit, Failure};
use crate::output::{Streams, visible};

/// An option of which something is public.
pub(super) struct Flag<K> {
    /// All spellings, with their dashes.
    pub(super) names: &'static [&'static str],
    /// Whether a value follows.
    pub(super) has_value: bool,
    /// What it is, or why it is refused.
    pub(super) kind: Result<K, fn() -> Message>,
}

/// A vendor's command.
pub(super) struct Vendors<K: 'static> {
    /// The name of the command, which refusals begin with.
    pub(super) name: &'static str,
    /// How it is called, for `--help`.
    pub(super) usage: &'static str,
    /// What replaces the command, for `--help`.
    pub(super) about: fn() -> Message,
    /// All options of which anything is public.
    pub(super) flags: &'static [Flag<K>],
}

/// What a command line has: each option with its value, and the other words.
pub(super) struct Given<K> {
    pub(super) options: Vec<(K, OsString)>,
    pub(super) files: Vec<PathBuf>,
}

impl<K: Copy + PartialEq> Given<K> {
    /// The value of an option; of several, the last one.
    pub(super) fn value(&self, kind: K) -> Option<&OsString> {
        let mut found = self.options.iter().rev().filter(|(it, _)| *it == kind);
        found.next().map(|(_, value)| value)
    }

    /// As [`Self::value`], as a path.
    pub(super) fn path(&self, kind: K) -> Option<&Path> {
        self.value(kind).map(Path::new)
    }
}

/// The sentence about commands whose output the vendor's commands cannot read.
pub(super) fn for_mnc2_alone() -> Message {
    message!("This is mnc2 in the place of the vendor's command. Its output is for mnc2 alone.")
}

impl<K: Copy> Vendors<K> {
    /// Reads the arguments; `None` if help was asked for and shown.
    ///
    /// # Errors
    /// The first argument that is not accepted, by its name.
    pub(super) fn read(
        &self,
        words: &[OsString],
        streams: &mut Streams,
    ) -> Result<Option<Given<K>>, Failure> {
        let mut given = Given {
            options: Vec::new(),
            files: Vec::new(),
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if matches!(&*text, "--help" | "-h") {
                self.help(streams)?;
                return Ok(None);
            }
            if !text.starts_with('-') || text == "-" {
                given.files.push(PathBuf::from(word));
                continue;
            }
            let (name, inline) = match text.split_once('=') {
                Some((name, value)) if name.starts_with("--") => {
                    (name, Some(OsString::from(value)))
                }
                _ => (&*text, None),
            };
            let refused = |reason: Message| Failure::Message(reason.say(streams.language));
            let found = self.flags.iter().find(|flag| flag.names.contains(&name));
            let Some(flag) = found else {
                return Err(refused(self.unknown(name)));
            };
            let kind = match flag.kind {
                Ok(kind) => kind,
                Err(reason) => {
                    return Err(refused(message!(
                        "{command}: the option `{flag}` is not supported: {reason}",
                        command = self.name,
                        flag = name,
                        reason = reason()
                    )));
                }
            };
            let value = match (flag.has_value, inline) {
                (true, Some(value)) => value,
                (true, None) => words.next().cloned().ok_or_else(|| {
                    refused(message!(
                        "{command}: the option `{flag}` needs a value",
                        command = self.name,
                        flag = name
                    ))
                })?,
                (false, None) => OsString::new(),
                (false, Some(_)) => {
                    return Err(refused(message!(
                        "{command}: the option `{flag}` takes no value",
                        command = self.name,
                        flag = name
                    )));
                }
            };
            given.options.push((kind, value));
        }
        Ok(Some(given))
    }

    fn unknown(&self, name: &str) -> Message {
        message!(
            "{command}: the option `{flag}` is not known: its effect is not documented in public",
            command = self.name,
            flag = visible(name).as_ref()
        )
    }

    fn help(&self, streams: &mut Streams) -> Result<Exit, Failure> {
        writeln!(streams.out, "{}", (self.about)().say(streams.language))?;
        writeln!(streams.out)?;
        writeln!(streams.out, "{}", self.usage)?;
        Ok(Exit::Success)
    }
}
