//! The output: the two standard streams, and files that appear only when they are complete.

mod atomic_file;
mod colours;
mod control_characters;
pub(crate) mod markdown;

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use mnc2_project::nonblocking_streams::Waiting;
use mnc2_text::Language;
use same_file::Handle;

pub(crate) use self::atomic_file::WholeFile;
pub(crate) use self::colours::Paint;
pub(crate) use self::control_characters::visible;
use self::control_characters::{Shown, Visible};
use crate::Failure;

/// When messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// In files and pipes, too.
    Always,
    /// Not even on a terminal.
    Never,
}

impl From<Color> for clap::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

/// Standard output and standard error, buffered, with colours if they are enabled; with the language of messages.
pub(crate) struct Streams {
    /// Standard output, for results.
    pub(crate) out: Stream<io::Stdout>,
    /// Standard error, for messages.
    pub(crate) err: Stream<io::Stderr>,
    /// The language of messages.
    pub(crate) language: Language,
}

impl Streams {
    pub(crate) fn new(color: Color, language: Language) -> Self {
        Self {
            out: Stream::new(io::stdout(), color),
            err: Stream::new(io::stderr(), color),
            language,
        }
    }

    /// Flushes both, standard output first: a reader of both sees the message last.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }

    /// A message that ends the command, on one line: names of files in it may hold anything. If it cannot be written, nothing
    /// can be done.
    pub(crate) fn complain(&mut self, message: &str) {
        let _ = self.out.flush();
        let _ = writeln!(self.err, "mnc2: {}", visible(message));
        let _ = self.err.flush();
    }

    /// Standard error once more, for what is written while messages are written too.
    pub(crate) fn another_err(&self) -> Stream<io::Stderr> {
        Stream::new(io::stderr(), Color::Never)
    }

    /// How drawings on standard output look.
    pub(crate) fn look(&self) -> Look {
        Look {
            language: self.language,
            is_colored: self.out.is_colored,
        }
    }

    /// How drawings on standard error look.
    pub(crate) fn look_of_err(&self) -> Look {
        Look {
            language: self.language,
            is_colored: self.err.is_colored,
        }
    }
}

/// How something is drawn for people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The language of its sentences.
    pub(crate) language: Language,
    /// Whether it has colours.
    pub(crate) is_colored: bool,
}

impl Look {
    /// Without colours, as in a file.
    pub(crate) const fn plain(language: Language) -> Self {
        Self {
            language,
            is_colored: false,
        }
    }
}

/// A standard stream.
///
/// Files and pipes get every byte as it is: they may hold a program, and nothing of it can be left out. On a terminal
/// control characters become visible, because the terminal would obey them.
pub(crate) struct Stream<S: RawStream + AsLockedWrite> {
    raw: BufWriter<Waiting<AutoStream<S>>>,
    visible: Visible,
    is_terminal: bool,
    is_colored: bool,
}

impl<S: RawStream + AsLockedWrite> Stream<S> {
    fn new(raw: S, color: Color) -> Self {
        let is_terminal = raw.is_terminal();
        let is_colored = match color {
            Color::Auto => AutoStream::choice(&raw) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        // Nothing is stripped here: what has no colours is drawn without them. Old consoles of Windows need the
        // translation of the colours that are drawn.
        let raw = if is_terminal {
            AutoStream::always(raw)
        } else {
            AutoStream::always_ansi(raw)
        };
        Self {
            raw: BufWriter::new(Waiting(raw)),
            visible: Visible::default(),
            is_terminal,
            is_colored,
        }
    }

    /// Writes what [`Look`] allows to have colours.
    pub(crate) fn drawn(&mut self) -> Drawn<'_, S> {
        Drawn(self)
    }

    fn put(&mut self, bytes: &[u8], shown: Shown) -> io::Result<usize> {
        if self.is_terminal {
            self.visible.write(&mut self.raw, bytes, shown)?;
            Ok(bytes.len())
        } else {
            self.raw.write(bytes)
        }
    }
}

impl<S: RawStream + AsLockedWrite> Write for Stream<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.put(bytes, Shown::Text)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_terminal {
            self.visible.finish(&mut self.raw)?;
        }
        self.raw.flush()
    }
}

/// A stream that takes colours.
pub(crate) struct Drawn<'a, S: RawStream + AsLockedWrite>(&'a mut Stream<S>);

impl<S: RawStream + AsLockedWrite> Write for Drawn<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put(bytes, Shown::Colored)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Refuses to write over what is read; `-` among the inputs is standard input.
///
/// # Errors
/// A message if `output` is one of `inputs`, under any name.
pub(crate) fn refuse_inputs<'a>(
    output: &Path,
    mut inputs: impl Iterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let Ok(output_file) = Handle::from_path(output) else {
        // There is no such file yet.
        return Ok(());
    };
    // A device, such as the null device, is not changed by writing.
    if !output.is_file() {
        return Ok(());
    }
    let is_output = |input: &Path| {
        let file = if input.as_os_str() == "-" {
            Handle::stdin()
        } else {
            Handle::from_path(input)
        };
        file.is_ok_and(|file| file == output_file)
    };
    match inputs.find(|input| is_output(input)) {
        Some(_) => Err(Failure::Message(format!(
            "`{}` is an input of this command and is not overwritten",
            output.display()
        ))),
        None => Ok(()),
    }
}
