//! Reads programs from files or standard input, whatever bytes they contain.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use mnc2_asm::program::Form;
use mnc2_asm::text;

use crate::Failure;

/// The largest input that is read, in bytes. Public programs stay below 4 MB.
const INPUT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The most lines that are read: empty ones take memory too.
const INPUT_LINES_MAX: usize = 1 << 21;

/// A text and where it came from.
#[derive(Clone)]
pub(crate) struct Source {
    /// Its name as the user gave it.
    pub(crate) name: String,
    /// What its name says that it holds.
    pub(crate) form: Form,
    /// The text; bytes that are not UTF-8 are replaced.
    pub(crate) text: String,
    /// The place of the first replaced byte in `text`.
    pub(crate) first_replaced: Option<usize>,
    /// Whether there was a byte order mark before the text.
    pub(crate) has_byte_order_mark: bool,
}

impl Source {
    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin {
            "<stdin>".to_owned()
        } else {
            path.display().to_string()
        };
        let bytes = if is_stdin {
            limited(io::stdin().lock())
        } else {
            File::open(path).and_then(limited)
        };
        match bytes {
            Ok(Some(bytes)) => {
                let source = Self::new(name, &bytes);
                if text::lines(&source.text).nth(INPUT_LINES_MAX).is_some() {
                    return Err(Failure::Message(format!(
                        "`{}` has more than {INPUT_LINES_MAX} lines",
                        source.name
                    )));
                }
                Ok(source)
            }
            Ok(None) => Err(Failure::Message(format!(
                "`{name}` is larger than {} MiB",
                INPUT_BYTES_MAX / (1024 * 1024)
            ))),
            Err(error) => Err(Failure::Message(format!("cannot read `{name}`: {error}"))),
        }
    }

    fn new(name: String, bytes: &[u8]) -> Self {
        let (text, first_replaced) = text::decode(bytes);
        Self {
            form: Form::of_name(&name),
            name,
            text,
            first_replaced,
            has_byte_order_mark: bytes.starts_with(text::BYTE_ORDER_MARK),
        }
    }

    /// Reads a program that is executed or transformed as a whole.
    pub(crate) fn read_program(path: &Path) -> Result<Self, Failure> {
        let source = Self::read(path)?;
        match source.form {
            Form::Program => Ok(source),
            Form::Unlinked => Err(Failure::Message(format!(
                "`{}` has directives for a linker: expand it with `vsmlink` first, and name its output here",
                source.name
            ))),
            Form::Placement | Form::Structure => Err(Failure::Message(format!(
                "`{}` is a file of parameters, not a program",
                source.name
            ))),
        }
    }

    /// Whether another reading of the file gave the same bytes.
    pub(crate) fn is_same_text(&self, other: &Self) -> bool {
        self.text == other.text
            && self.has_byte_order_mark == other.has_byte_order_mark
            && self.first_replaced == other.first_replaced
    }

    /// What stood before the text, to be written back with it.
    pub(crate) fn byte_order_mark(&self) -> &'static [u8] {
        if self.has_byte_order_mark {
            text::BYTE_ORDER_MARK
        } else {
            b""
        }
    }

    /// Refuses a text that would lose bytes if it were written again.
    pub(crate) fn refuse_replaced(&self) -> Result<(), Failure> {
        match self.first_replaced {
            None => Ok(()),
            Some(_) => Err(Failure::Message(format!(
                "`{}` is not UTF-8 and is not changed",
                self.name
            ))),
        }
    }

    /// The number of lines. The last line end ends a line; the empty text after it does not count.
    pub(crate) fn line_count(&self) -> usize {
        let ends_with_line = self.text.is_empty() || self.text.ends_with(['\n', '\r']);
        text::lines(&self.text).count() - usize::from(ends_with_line)
    }

    /// Its lines, without their ends.
    pub(crate) fn lines(&self) -> Vec<&str> {
        text::lines(&self.text).collect()
    }
}

/// Everything, or `None` if it is too much.
fn limited(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(INPUT_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= INPUT_BYTES_MAX).then_some(bytes))
}
