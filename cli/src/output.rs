//! Where results go: the two standard streams, and files that appear only when they are complete.

mod whole_file;

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};
use mnc2_asm::Language;

pub(crate) use self::whole_file::WholeFile;
use crate::args::Color;

/// Standard output and standard error, buffered; colours are dropped where they are not wanted. With the language
/// that is spoken on them.
pub(crate) struct Streams {
    /// Results.
    pub(crate) out: BufWriter<AutoStream<io::Stdout>>,
    /// Messages.
    pub(crate) err: BufWriter<AutoStream<io::Stderr>>,
    /// What is said is said in this language.
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

    /// Writes out what is buffered, standard output first: what a reader of both sees last is the message.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }

    /// A message that ends the command. Nothing can be done where it cannot be written.
    pub(crate) fn complain(&mut self, message: &str) {
        let _ = self.out.flush();
        let _ = writeln!(self.err, "mnc2: {message}");
        let _ = self.err.flush();
    }
}
