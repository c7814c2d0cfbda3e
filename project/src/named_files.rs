//! The files that a program consists of besides its text: those that a model names, and the other files of a linked program.

use std::path::Path;

use mnc2_text::interface::Options;
use mnc2_text::{FileContent, Message, NamedFile, message};

use crate::files::Roots;

/// Maximum number of bytes of all files of a program.
pub const FILES_BYTES_MAX: u64 = 128 << 20;

/// Maximum number of files of a program.
const FILES_MAX: usize = 256;

/// Reads the files that the options or the text of a program name, and gives them to the options. Names are relative to
/// `folder`; only regular files in `roots` are read.
pub fn read(options: &mut dyn Options, text: &str, program: &Path, folder: &Path, roots: &Roots) {
    read_open(options, text, program, (folder, roots), &|_| None);
}

/// As [`read`], with the bytes of files that are open in an editor, by their canonical paths.
pub fn read_open(
    options: &mut dyn Options,
    text: &str,
    program: &Path,
    (folder, roots): (&Path, &Roots),
    open: &dyn Fn(&Path) -> Option<Vec<u8>>,
) {
    let names = options.files(text);
    if names.is_empty() {
        return;
    }
    let mut left = FILES_BYTES_MAX;
    let own = program.canonicalize().ok();
    let files = names.into_iter().take(FILES_MAX).map(|name| {
        let path = folder.join(&name);
        let canonical = path.canonicalize().ok();
        let open = || canonical.as_deref().and_then(open);
        let content = match own.is_some() && canonical == own {
            true => FileContent::Own,
            false => match content(&path, roots, &mut left) {
                FileContent::Bytes(bytes) => FileContent::Bytes(open().map_or(bytes, Into::into)),
                content => content,
            },
        };
        NamedFile { name, content }
    });
    let files = files.collect();
    options.set_files(files);
}

fn content(path: &Path, roots: &Roots, left: &mut u64) -> FileContent {
    match roots.read(path, *left) {
        Ok(bytes) => {
            *left = left.saturating_sub(bytes.len() as u64);
            FileContent::Bytes(bytes.into())
        }
        Err(error) if path.exists() => {
            FileContent::Unreadable(Message::verbatim(error.to_string()))
        }
        Err(_) => FileContent::Unreadable(message!("there is no such file")),
    }
}
