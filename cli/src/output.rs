//! Where results go: the two standard streams, and files that appear only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use mnc2_asm::Language;

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

/// A file that is written beside its place and moved there by [`WholeFile::finish`], so that nobody ever sees half of it.
pub(crate) struct WholeFile {
    writer: BufWriter<File>,
    /// Where it is written, and where it goes; `None` for what cannot be replaced, such as `/dev/null`.
    paths: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file. The old content, if any, stays until [`WholeFile::finish`].
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        // What a link points to is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Ok(metadata) if !metadata.is_file() => {
                return Ok(Self {
                    writer: BufWriter::new(File::options().write(true).open(&target)?),
                    paths: None,
                });
            }
            Ok(_) | Err(_) => {}
        }
        let Some(name) = target.file_name() else {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        };
        let mut beside_name = std::ffi::OsString::from(".");
        beside_name.push(name);
        beside_name.push(format!(".{}.part", std::process::id()));
        let beside = target.with_file_name(beside_name);
        Ok(Self {
            writer: BufWriter::new(File::create_new(&beside)?),
            paths: Some((beside, target)),
        })
    }

    /// Begins a new content of a file, with the permissions of the old one.
    pub(crate) fn replace(path: &Path) -> io::Result<Self> {
        let file = Self::create(path)?;
        if let Some((beside, target)) = &file.paths {
            fs::set_permissions(beside, fs::metadata(target)?.permissions())?;
        }
        Ok(file)
    }

    /// Writes the whole content and puts the file in its place.
    pub(crate) fn finish_with(mut self, content: &[u8]) -> io::Result<()> {
        self.write_all(content)?;
        self.finish()
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        if let Some((beside, target)) = &self.paths {
            fs::rename(beside, target)?;
            self.paths = None;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for WholeFile {
    /// What was not finished is taken away.
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.paths {
            let _ = fs::remove_file(beside);
        }
    }
}
