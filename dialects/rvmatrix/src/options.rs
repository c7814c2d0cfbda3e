//! The machine that a text is written for.

use mnc2_assembly::{number, register_value};
use mnc2_text::interface::{Language, Settings};
use mnc2_text::{Message, message};

use crate::LANGUAGE;
use crate::register;
use crate::table::Feature;
use crate::version::Version;

/// The length of a row of a matrix register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mlen {
    /// A row of 128 bits.
    #[default]
    Bits128,
    /// A row of 256 bits.
    Bits256,
    /// A row of 512 bits.
    Bits512,
}

impl Mlen {
    /// Number of bits of a row.
    #[must_use]
    pub const fn bits(self) -> usize {
        match self {
            Self::Bits128 => 128,
            Self::Bits256 => 256,
            Self::Bits512 => 512,
        }
    }

    /// The rows of a matrix register.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.bits() / 32
    }

    /// The bytes of a row.
    #[must_use]
    pub const fn row_bytes(self) -> usize {
        self.bits() / 8
    }
}

/// What is chosen on the command line, in the text or in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The version; without it, the text determines the version.
    pub version: Option<Version>,
    /// The length of a row of a matrix register.
    pub mlen: Mlen,
    /// The bits of `xmisa`.
    pub features: u64,
    /// The integer registers at the start of a run.
    pub registers: [u64; 32],
    /// The label at which a run starts; the first statement without one.
    pub start: Option<String>,
}

/// The bits of `xmisa` of a machine with all parts.
const ALL_FEATURES: u64 = (1 << Feature::BITS) - 1;

/// The versions of the extension that are known, that of texts without a word of one version alone last.
pub const VERSIONS: &[&str] = &[
    Version::V06.name(),
    Version::V03.name(),
    Version::V02.name(),
];

impl Default for Options {
    fn default() -> Self {
        Self {
            version: None,
            mlen: Mlen::default(),
            features: ALL_FEATURES,
            registers: [0; 32],
            start: None,
        }
    }
}

impl Settings for Options {
    fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "version" => {
                let version = Version::find(value);
                self.version = version.or(self.version);
                version.map(|_| ()).ok_or_else(|| {
                    message!("version {value} is not known: 0.2, 0.3 and 0.6 are", value)
                })
            }
            "mlen" => {
                self.mlen = match value {
                    "128" => Mlen::Bits128,
                    "256" => Mlen::Bits256,
                    "512" => Mlen::Bits512,
                    _ => return Err(message!("`mlen` is 128, 256 or 512, not {value}", value)),
                };
                Ok(())
            }
            "xmisa" => match number(value, 64) {
                Some(bits) if bits & !ALL_FEATURES == 0 => {
                    self.features = bits;
                    Ok(())
                }
                _ => Err(message!(
                    "`xmisa` is a number of 10 bits, not {value}",
                    value
                )),
            },
            "start" => {
                self.start = (!value.is_empty()).then(|| value.to_owned());
                Ok(())
            }
            _ => match register::integer(key) {
                Some(0) => Err(message!("`{key}` is always 0", key)),
                Some(register) => {
                    self.registers[usize::from(register)] = register_value(key, value, 64)?;
                    Ok(())
                }
                None => Err(message!(
                    "there is no option `{key}`: there are `version`, `mlen`, `xmisa`, `start`, and integer registers such as `a0`",
                    key
                )),
            },
        }
    }

    /// The parts come from `xmisa`, not from a file.
    fn set_architecture(&mut self, _content: &str) -> Result<(), Message> {
        Err(message!(
            "the RISC-V matrix extension has no architecture file: set `mlen` and `xmisa`"
        ))
    }

    fn language(&self) -> &'static Language {
        &LANGUAGE
    }

    fn version(&self) -> &'static str {
        self.version.unwrap_or_default().name()
    }

    fn machine(&self) -> Message {
        Message::verbatim(format!("MLEN {}", self.mlen.bits()))
    }
}

impl Options {
    /// The chosen version, or all of them, the default one first.
    #[must_use]
    pub fn versions(&self) -> Vec<Version> {
        self.version.map_or(Version::ALL.to_vec(), |it| vec![it])
    }

    /// Whether the machine has a part, by the bit that a version has for it; what has no bit is there.
    #[must_use]
    pub fn has(&self, feature: Feature, version: Version) -> bool {
        let place = feature.place(version);
        place.is_none_or(|(bit, _)| self.features >> bit & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused_with_a_sentence() {
        let accepted = [
            ("mlen", "512"),
            ("xmisa", "0x3"),
            ("a0", "0x1000"),
            ("x11", "-1"),
            ("version", "0.2"),
            ("version", "0.3"),
        ];
        let refused = [
            ("mlen", "64"),
            ("xmisa", "0x400"),
            ("x0", "1"),
            ("a0", "one"),
            ("version", "0.7"),
            ("colour", "red"),
            ("a0", "18446744073709551616"),
        ];
        let mut options = Options::default();
        mnc2_laws::run::check_settings(&mut options, &accepted, &refused);
        assert_eq!(options.version, Some(Version::V03));
        assert_eq!(options.mlen.rows(), 16);
        assert!(
            options.has(Feature::I8I32, Version::V02)
                && !options.has(Feature::F16F16, Version::V02)
        );
        assert_eq!(
            (options.registers[10], options.registers[11]),
            (0x1000, u64::MAX)
        );
    }
}
