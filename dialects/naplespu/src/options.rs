//! The machine that a text is written for.

use mnc2_text::{Message, message};

use crate::register::Register;

/// The most threads of a core.
pub const THREADS_MAX: usize = 8;

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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            registers: [None; 64],
            start: None,
        }
    }
}

impl Options {
    /// Sets one from its text.
    ///
    /// # Errors
    /// With a sentence, if there is no such option or it cannot have the value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "version" if VERSIONS.contains(&value) => Ok(()),
            "version" => Err(message!(
                "version {value} is not known: only 2019 is",
                value
            )),
            "threads" => match value.parse() {
                Ok(threads @ 1..=THREADS_MAX) => {
                    self.threads = threads;
                    Ok(())
                }
                _ => Err(message!(
                    "`threads` is a number from 1 to 8, not {value}",
                    value
                )),
            },
            "start" => {
                self.start = (!value.is_empty()).then(|| value.to_owned());
                Ok(())
            }
            _ => match Register::find(key) {
                Some(Register::Scalar(number)) if key != "pc" => match number_of(value) {
                    Some(bits) => {
                        self.registers[usize::from(number)] = Some(bits);
                        Ok(())
                    }
                    None => Err(message!(
                        "`{key}` is a number of 32 bits, not {value}",
                        key,
                        value
                    )),
                },
                _ => Err(message!(
                    "there is no option `{key}`: there are `version`, `threads`, `start`, and scalar registers such as `s0`",
                    key
                )),
            },
        }
    }

    /// The language has no such file.
    ///
    /// # Errors
    /// Always.
    pub fn set_architecture(&mut self, _content: &str) -> Result<(), Message> {
        Err(message!("NaplesPU has no architecture file: set `threads`"))
    }

    /// The machine in a few words.
    #[must_use]
    pub fn machine(&self) -> Message {
        message!("{threads:# thread|# threads}", threads = self.threads)
    }

    /// The version of the toolchain: the last of [`VERSIONS`].
    #[must_use]
    pub fn version(&self) -> &'static str {
        VERSIONS[VERSIONS.len() - 1]
    }
}

fn number_of(text: &str) -> Option<u32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok();
    }
    let value: i64 = text.parse().ok()?;
    (-(1 << 31)..1 << 32)
        .contains(&value)
        .then_some(value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused_with_a_sentence() {
        let mut options = Options::default();
        for (key, value) in [
            ("threads", "8"),
            ("s3", "-1"),
            ("sp", "0x1000"),
            ("version", "2019"),
            ("start", "main"),
        ] {
            assert_eq!(options.set(key, value), Ok(()), "{key}={value}");
        }
        assert_eq!(options.threads, 8);
        assert_eq!(
            (options.registers[3], options.registers[61]),
            (Some(u32::MAX), Some(0x1000))
        );
        for (key, value) in [
            ("threads", "0"),
            ("threads", "9"),
            ("s58", "1"),
            ("pc", "4"),
            ("v1", "1"),
            ("s1", "4294967296"),
            ("version", "2018"),
        ] {
            assert!(options.set(key, value).is_err(), "{key}={value}");
        }
    }
}
