//! What can be chosen about a listing: the machine and the encoding of its instructions.

use std::sync::Arc;

use mnc2_text::interface::{Language, Settings};
use mnc2_text::{Message, NamedFile, message};

use crate::LANGUAGE;
use crate::architecture::Architecture;
use crate::model;

/// How instructions become bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// As the specification states, and the hardware and the drivers have it: opcodes of 4 bits.
    #[default]
    Docs,
    /// As the compiler writes it since May 2022: a thread above opcodes of 3 bits, and `Wait` in the place of `NoOp`.
    Compiler,
}

/// The encodings by name, the default one last.
pub const VERSIONS: &[&str] = &["compiler", "docs"];

/// What a text holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The listing of a program.
    #[default]
    Listing,
    /// A model: JSON that names a program and its data.
    Model,
}

/// What is chosen on the command line, in the text or in the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The machine that the listing is for.
    pub architecture: Architecture,
    /// Whether the machine was given, wholly or in part.
    pub is_architecture_given: bool,
    /// How instructions become bytes.
    pub encoding: Encoding,
    /// Whether the advice that is off unless it is wanted is given.
    pub has_advice: bool,
    /// What texts hold.
    pub form: Form,
    /// The files that a model names.
    pub files: Arc<[NamedFile]>,
}

impl Settings for Options {
    fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "version" => {
                self.encoding = match value {
                    "docs" => Encoding::Docs,
                    "compiler" => Encoding::Compiler,
                    _ => {
                        return Err(message!(
                            "version {value} is not known: `docs` and `compiler` are",
                            value
                        ));
                    }
                };
                Ok(())
            }
            "advice" => {
                self.has_advice = match value {
                    "on" | "" => true,
                    "off" => false,
                    _ => return Err(message!("`advice` is on or off, not {value}", value)),
                };
                Ok(())
            }
            _ if key == "data_type" || Architecture::keys().any(|it| it == key) => {
                self.is_architecture_given = true;
                self.architecture.set(key, value)
            }
            _ => Err(message!(
                "there is no option `{key}`: there are `version`, `advice`, and what a `.tarch` file has, such as `array_size`",
                key
            )),
        }
    }

    /// Reads a `.tarch` file.
    fn set_architecture(&mut self, content: &str) -> Result<(), Message> {
        self.architecture = Architecture::parse(content)?;
        self.is_architecture_given = true;
        Ok(())
    }

    fn set_model(&mut self) {
        self.form = Form::Model;
    }

    fn files(&self, text: &str) -> Vec<String> {
        match self.form {
            Form::Listing => Vec::new(),
            Form::Model => model::files(text),
        }
    }

    fn set_files(&mut self, files: Vec<NamedFile>) {
        self.files = files.into();
    }

    fn machine(&self) -> Message {
        let machine = self.architecture.summary();
        if self.is_architecture_given {
            return Message::verbatim(machine);
        }
        message!("{machine} (default: no `.tarch` file was read)", machine)
    }

    fn language(&self) -> &'static Language {
        &LANGUAGE
    }

    /// The name of the encoding.
    fn version(&self) -> &'static str {
        match self.encoding {
            Encoding::Docs => "docs",
            Encoding::Compiler => "compiler",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_or_refused_with_a_sentence() {
        let mut options = Options::default();
        assert!(!options.is_architecture_given);
        let accepted = [
            ("version", "compiler"),
            ("array_size", "4"),
            ("data_type", "FP32BP16"),
            ("advice", "on"),
        ];
        let refused = [
            ("version", "2"),
            ("array_size", "0"),
            ("colour", "red"),
            ("advice", "perhaps"),
        ];
        mnc2_laws::run::check_settings(&mut options, &accepted, &refused);
        assert_eq!(options.version(), "compiler");
        assert_eq!(options.architecture.summary(), "FP32BP16, 4x4");
        assert!(options.is_architecture_given && options.has_advice);
        assert!(options.set_architecture("[]").is_err());
        assert!(options.set_architecture("{}").is_ok());
        assert_eq!(options.architecture, Architecture::default());
    }
}
