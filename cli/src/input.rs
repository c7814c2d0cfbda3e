//! Reads programs from files or standard input, with any bytes.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;
use std::sync::Arc;

use mnc2_program::rules::Rules;
use mnc2_program::{FileForm, Program};
use mnc2_project::files::Roots;
use mnc2_text::{line, message};

use crate::exit::Failure;
use crate::language;

/// The largest input that is read, in bytes. Public programs stay below 4 MB.
pub(crate) const INPUT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// The most lines that are read: empty ones take memory too.
pub(crate) const INPUT_LINES_MAX: usize = 1 << 21;

/// The largest program that is checked or run, in bytes: a pass over its lines keeps none of them.
const LONG_INPUT_BYTES_MAX: u64 = 512 * 1024 * 1024;

const LONG_INPUT_LINES_MAX: usize = 1 << 25;

/// From this length on, in bytes, the lines of a program are not kept: it would take fifty times as much memory.
const LONG_BYTES: usize = if cfg!(debug_assertions) {
    1 << 16
} else {
    8 << 20
};

/// The bytes of a file that is not a text; `-` is standard input.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    match read(path, INPUT_BYTES_MAX) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(Failure::Message(format!(
            "`{name}` is larger than {} MiB",
            INPUT_BYTES_MAX / (1024 * 1024)
        ))),
        Err(error) => Err(Failure::Message(format!("cannot read `{name}`: {error}"))),
    }
}

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The bytes of a file, if they are not too many; `-` is standard input. At a terminal, a message announces that it is read.
fn read(path: &Path, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
    if !is_stdin(path) {
        return File::open(path).and_then(|file| limited(file, bytes_max));
    }
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let note = message!("reading the program from standard input; Ctrl+D ends it");
        eprintln!("{}", note.say(language::spoken(None)));
    }
    limited(stdin.lock(), bytes_max)
}

/// What a command does with a program decides how long it may be.
#[derive(Clone, Copy)]
struct Limits {
    bytes: u64,
    lines: usize,
}

/// A text and where it came from.
#[derive(Clone)]
pub(crate) struct Source {
    /// Its name as the user gave it.
    pub(crate) name: String,
    /// The language of its name.
    pub(crate) form: FileForm,
    /// The text; bytes that are not UTF-8 are replaced.
    pub(crate) text: Arc<String>,
    /// The place of the first replaced byte in `text`.
    pub(crate) first_replaced: Option<usize>,
    /// Whether there was a byte order mark before the text.
    pub(crate) has_byte_order_mark: bool,
    /// Whether the file holds bytes, and the text is their listing.
    pub(crate) is_listing: bool,
    /// The cell that the text is, if the file is a notebook.
    pub(crate) cell: Option<Arc<CellPlace>>,
}

/// Where the text of a cell of a notebook is.
pub(crate) struct CellPlace {
    /// The name of the file as the user gave it.
    pub(crate) file: String,
    /// The number of the cell, counted from 1.
    pub(crate) number: usize,
    /// The line of the file for each line of the text, both counted from 0.
    pub(crate) file_lines: Vec<u32>,
}

impl Source {
    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let limits = Limits {
            bytes: INPUT_BYTES_MAX,
            lines: INPUT_LINES_MAX,
        };
        Self::read_within(path, limits)
    }

    /// Reads a file that content names, within the folders that it may name.
    pub(crate) fn read_named(path: &Path, roots: &Roots) -> Result<Self, Failure> {
        let bytes = roots.read(path, INPUT_BYTES_MAX).map_err(|error| {
            Failure::Message(format!("cannot read `{}`: {error}", path.display()))
        })?;
        Self::new(path.display().to_string(), bytes).with_lines_up_to(INPUT_LINES_MAX)
    }

    /// The text of the bytes of a file.
    pub(crate) fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, Failure> {
        let is_stdin = is_stdin(path);
        let name = match is_stdin {
            true => "<stdin>".to_owned(),
            false => path.display().to_string(),
        };
        Self::new(name, bytes).with_lines_up_to(INPUT_LINES_MAX)
    }

    fn with_lines_up_to(self, limit: usize) -> Result<Self, Failure> {
        let is_too_long = line::lines(&self.text).nth(limit).is_some();
        match is_too_long {
            false => Ok(self),
            true => Err(Failure::Message(format!(
                "`{}` has more than {limit} lines",
                self.name
            ))),
        }
    }

    /// Reads a program that is only passed over.
    pub(crate) fn read_long(path: &Path) -> Result<Self, Failure> {
        let limits = Limits {
            bytes: LONG_INPUT_BYTES_MAX,
            lines: LONG_INPUT_LINES_MAX,
        };
        Self::read_within(path, limits)
    }

    fn read_within(path: &Path, limits: Limits) -> Result<Self, Failure> {
        let is_stdin = is_stdin(path);
        let name = if is_stdin {
            "<stdin>".to_owned()
        } else {
            path.display().to_string()
        };
        match read(path, limits.bytes) {
            Ok(Some(bytes)) => Self::new(name, bytes).with_lines_up_to(limits.lines),
            Ok(None) => Err(Failure::Message(format!(
                "`{name}` is larger than {} MiB",
                limits.bytes / (1024 * 1024)
            ))),
            Err(error) => Err(Failure::Message(format!("cannot read `{name}`: {error}"))),
        }
    }

    fn new(name: String, bytes: Vec<u8>) -> Self {
        let has_byte_order_mark = bytes.starts_with(line::BYTE_ORDER_MARK);
        let (text, first_replaced) = if has_byte_order_mark {
            line::decode(&bytes)
        } else {
            // Most files are UTF-8, and a long one is not copied.
            match String::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => line::decode(error.as_bytes()),
            }
        };
        Self {
            form: FileForm::from_file_name(&name),
            name,
            text: Arc::new(text),
            first_replaced,
            has_byte_order_mark,
            is_listing: false,
            cell: None,
        }
    }

    /// The name of the file, which differs from the name of the text if the text is a cell of a notebook.
    pub(crate) fn file(&self) -> &str {
        self.cell.as_ref().map_or(&self.name, |cell| &cell.file)
    }

    /// The line of the file for a line of the text, both counted from 0, if the text is not all of the file.
    pub(crate) fn file_line(&self, line: u32) -> Option<u32> {
        let lines = &self.cell.as_ref()?.file_lines;
        lines.get(line as usize).or(lines.last()).copied()
    }

    /// Takes the listing of the bytes of the file as its text.
    pub(crate) fn list(&mut self, listing: String) {
        *self = Self {
            text: Arc::new(listing),
            first_replaced: None,
            has_byte_order_mark: false,
            is_listing: true,
            ..self.clone()
        };
    }

    /// Reads a program that is executed or transformed as a whole.
    pub(crate) fn read_program(path: &Path) -> Result<Self, Failure> {
        Self::read(path)?.runnable()
    }

    /// Reads a program that is only passed over.
    pub(crate) fn read_long_program(path: &Path) -> Result<Self, Failure> {
        Self::read_long(path)?.runnable()
    }

    fn runnable(self) -> Result<Self, Failure> {
        match self.form {
            FileForm::Program => Ok(self),
            FileForm::Unlinked => Err(Failure::Message(format!(
                "`{}` has directives for a linker: expand it with `mnc2 emu vsmlink` or `vsmlink` first, and name its output here",
                self.name
            ))),
            FileForm::Placement | FileForm::Structure => Err(Failure::Message(format!(
                "`{}` is a file of parameters, not a program",
                self.name
            ))),
        }
    }

    /// Whether another reading of the file gave the same bytes.
    pub(crate) fn is_same_text(&self, other: &Self) -> bool {
        self.text == other.text
            && self.has_byte_order_mark == other.has_byte_order_mark
            && self.first_replaced == other.first_replaced
    }

    /// The bytes before the text, which are written back with it.
    pub(crate) fn byte_order_mark(&self) -> &'static [u8] {
        if self.has_byte_order_mark {
            line::BYTE_ORDER_MARK
        } else {
            b""
        }
    }

    /// Refuses a text that would lose bytes if it were written again.
    pub(crate) fn refuse_replaced(&self) -> Result<(), Failure> {
        match self.first_replaced {
            _ if self.is_listing => Err(Failure::Message(format!(
                "`{}` holds bytes, not text, and is not changed",
                self.name
            ))),
            None => Ok(()),
            Some(_) => Err(Failure::Message(format!(
                "`{}` is not UTF-8 and is not changed",
                self.name
            ))),
        }
    }

    /// Its program. The lines of a long one are parsed when something needs them, unless optional rules look at all of
    /// them.
    pub(crate) fn program(&self, rules: &Rules) -> Program {
        let is_kept = self.form != FileForm::Program
            || self.text.len() < LONG_BYTES
            || rules.levels.wants_optional() && !self.is_beyond_optional_rules();
        if is_kept {
            mnc2_asm::parse_as(self.form, &self.text)
        } else {
            mnc2_asm::parse_lazily(Arc::clone(&self.text))
        }
    }

    /// Whether it is too long for optional rules.
    pub(crate) fn is_beyond_optional_rules(&self) -> bool {
        self.text.len() as u64 > INPUT_BYTES_MAX
            || line::lines(&self.text).nth(INPUT_LINES_MAX).is_some()
    }

    /// The number of lines. The last line end ends a line; the empty text after it does not count.
    pub(crate) fn line_count(&self) -> usize {
        let ends_with_line = self.text.is_empty() || self.text.ends_with(['\n', '\r']);
        line::lines(&self.text).count() - usize::from(ends_with_line)
    }

    /// Its lines, without their ends.
    pub(crate) fn lines(&self) -> Vec<&str> {
        line::lines(&self.text).collect()
    }
}

/// Everything, or `None` if it is too much.
fn limited(reader: impl Read, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(bytes_max + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= bytes_max).then_some(bytes))
}
