//! The output: the two standard streams, and files that appear only when they are complete.

mod whole_file;

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};
use mnc2_asm::Language;

pub(crate) use self::whole_file::WholeFile;
use crate::args::Color;

/// Standard output and standard error, buffered, and without colours if they are not wanted; with the language of
/// messages.
pub(crate) struct Streams {
    /// Results.
    pub(crate) out: BufWriter<AutoStream<io::Stdout>>,
    /// Messages.
    pub(crate) err: BufWriter<AutoStream<io::Stderr>>,
    /// The language of messages.
    pub(crate) language: Language,
}

impl Streams {
    pub(crate) fn new(color: Color, language: Language) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            out: BufWriter::new(AutoStream::new(io::stdout(), choice)),
            err: BufWriter::new(AutoStream::new(io::stderr(), choice)),
            language,
        }
    }

    /// Flushes both, standard output first: a reader of both sees the message last.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }

    /// A message that ends the command. If it cannot be written, nothing can be done.
    pub(crate) fn complain(&mut self, message: &str) {
        let _ = self.out.flush();
        let _ = writeln!(self.err, "mnc2: {message}");
        let _ = self.err.flush();
    }
}
