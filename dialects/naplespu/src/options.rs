//! The machine that a text is written for.

use std::sync::Arc;

use mnc2_assembly::register_value;
use mnc2_text::interface::{Language, Settings};
use mnc2_text::{Message, NamedFile, message};

use crate::LANGUAGE;
use crate::register::Register;

/// The most threads of a core.
pub const THREADS_MAX: usize = 8;

/// Maximum number of files of a program.
pub const FILES_MAX: usize = 256;

/// The versions that are known: the year of the last toolchain.
pub const VERSIONS: &[&str] = &["2019"];

/// What is chosen on the command line, in the text or in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many threads run, from 1 to 8.
    pub threads: usize,
    /// The scalar registers of every thread at the start of a run; `None` leaves what the machine sets.
    pub registers: [Option<u32>; 64],
    /// The label at which a run starts; address 0 without one.
    pub start: Option<String>,
    /// The names of the files of the program, in their order.
    pub links: Vec<String>,
    /// The files of the program.
    pub files: Arc<[NamedFile]>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            registers: [None; 64],
            start: None,
            links: Vec::new(),
            files: Arc::default(),
        }
    }
}

impl Settings for Options {
    fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "version" if VERSIONS.contains(&value) => {}
            "version" => {
                let unknown = message!("version {value} is not known: only 2019 is", value);
                return Err(unknown);
            }
            "threads" => {
                let threads = value
                    .parse()
                    .ok()
                    .filter(|it| (1..=THREADS_MAX).contains(it));
                self.threads = threads.ok_or_else(|| {
                    message!("`threads` is a number from 1 to 8, not {value}", value)
                })?;
            }
            "start" => self.start = (!value.is_empty()).then(|| value.to_owned()),
            "link" => {
                let names = value.split(',').map(str::trim);
                let names = names.filter(|name| !name.is_empty());
                self.links = names.map(str::to_owned).collect();
                if self.links.len() > FILES_MAX {
                    let limit = FILES_MAX;
                    return Err(message!("a program has at most {limit} files", limit));
                }
            }
            _ => match Register::find(key) {
                Some(Register::Scalar(number)) if key != "pc" => {
                    let value = register_value(key, value, 32)?;
                    self.registers[usize::from(number)] = Some(value as u32);
                }
                _ => {
                    return Err(message!(
                        "there is no option `{key}`: there are `version`, `threads`, `start`, `link`, and scalar registers such as `s0`",
                        key
                    ));
                }
            },
        }
        Ok(())
    }

    fn set_architecture(&mut self, _content: &str) -> Result<(), Message> {
        Err(message!("NaplesPU has no architecture file: set `threads`"))
    }

    fn files(&self, _text: &str) -> Vec<String> {
        self.links.clone()
    }

    fn set_files(&mut self, files: Vec<NamedFile>) {
        self.files = files.into_iter().take(FILES_MAX).collect();
    }

    fn language(&self) -> &'static Language {
        &LANGUAGE
    }

    fn machine(&self) -> Message {
        message!("{threads:# thread|# threads}", threads = self.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused_with_a_sentence() {
        let mut options = Options::default();
        let accepted = [
            ("threads", "8"),
            ("s3", "-1"),
            ("sp", "0x1000"),
            ("version", "2019"),
            ("start", "main"),
        ];
        let refused = [
            ("threads", "0"),
            ("threads", "9"),
            ("s58", "1"),
            ("pc", "4"),
            ("v1", "1"),
            ("s1", "4294967296"),
            ("version", "2018"),
        ];
        mnc2_laws::run::check_settings(&mut options, &accepted, &refused);
        assert_eq!(options.threads, 8);
        assert_eq!(
            (options.registers[3], options.registers[61]),
            (Some(u32::MAX), Some(0x1000))
        );
    }
}
