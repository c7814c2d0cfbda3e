//! What is wrong with a model: its text, its files, and vectors that are not in their memories.

use std::ops::Range;

use mnc2_text::interface::{IsCancelled, Text as _};
use mnc2_text::{Message, NamedFile, message};

use crate::architecture::Architecture;
use crate::code::Code;
use crate::document::Document;
use crate::encode::Encoder;
use crate::model::{Entry, Model, Wrong, content};
use crate::options::{Encoding, Form, Options};
use crate::table::Memory;

/// The first line of a file of Git LFS, which is stored elsewhere.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// The choices for the program of a model: its machine, and the encoding that the compiler writes for it.
#[must_use]
pub fn program_options(options: &Options, architecture: &Architecture) -> Options {
    let has_threads = architecture.number_of_threads > 1;
    Options {
        architecture: architecture.clone(),
        is_architecture_given: true,
        encoding: match has_threads {
            true => Encoding::Compiler,
            false => options.encoding,
        },
        form: Form::Listing,
        files: Vec::new().into(),
        ..options.clone()
    }
}

/// The findings about what a model states, without its files.
#[must_use]
pub fn vectors(model: &Model) -> Vec<Wrong> {
    let Some(architecture) = &model.architecture else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    for (entries, memory) in [
        (&model.inputs, Memory::Dram0),
        (&model.outputs, Memory::Dram0),
        (&model.constants, Memory::Dram1),
    ] {
        let beyond = entries.iter();
        wrong.extend(beyond.filter_map(|entry| range(entry, memory, architecture)));
        wrong.extend(overlaps(entries));
    }
    if model.loads_to_local {
        let constants = model.constants.iter();
        wrong.extend(constants.filter_map(|entry| range(entry, Memory::Local, architecture)));
    }
    wrong
}

fn range(entry: &Entry, memory: Memory, architecture: &Architecture) -> Option<Wrong> {
    let depth = architecture.depth(memory);
    if entry.end() <= depth {
        return None;
    }
    let (name, memory) = (entry.name.as_str(), memory.name());
    let last = entry.end().saturating_sub(1);
    let message = message!(
        "`{name}` ends at vector {last} of `{memory}`, which has {depth:# vector|# vectors}",
        name,
        last,
        memory,
        depth
    );
    Some(Wrong::new(Code::ModelRange, &entry.size_range, message))
}

/// Entries that have vectors of an entry before them.
fn overlaps(entries: &[Entry]) -> Vec<Wrong> {
    let mut sorted: Vec<&Entry> = entries.iter().filter(|it| it.size > 0).collect();
    sorted.sort_by_key(|entry| entry.base);
    let mut wrong = Vec::new();
    let mut widest: Option<&Entry> = None;
    for entry in sorted {
        if let Some(before) = widest
            && entry.base < before.end()
        {
            let message = message!(
                "`{name}` and `{other}` share vector {base}",
                name = entry.name.as_str(),
                other = before.name.as_str(),
                base = entry.base
            );
            wrong.push(Wrong::new(Code::ModelOverlap, &entry.range, message));
        }
        if widest.is_none_or(|before| before.end() < entry.end()) {
            widest = Some(entry);
        }
    }
    wrong
}

/// The findings about the files of a model.
#[must_use]
pub fn contents(model: &Model, files: &[NamedFile], options: &Options) -> Vec<Wrong> {
    let Some(architecture) = &model.architecture else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    if let Some(program) = &model.program {
        match bytes(files, &program.file, &program.range) {
            Ok(bytes) => {
                let found = bytes.len() as u64;
                if let Some((size, range)) = &program.size
                    && *size != found
                {
                    wrong.push(wrong_size(&program.file, *size, found, range));
                }
                let own = program_options(options, architecture);
                let length = Encoder::new(architecture, own.encoding).layout().bytes();
                if !bytes.len().is_multiple_of(length) {
                    let message = message!(
                        "`{file}` has {found:# byte|# bytes}, and an instruction of this architecture has {length}",
                        file = program.file.as_str(),
                        found,
                        length
                    );
                    wrong.push(Wrong::new(Code::ModelSize, &program.range, message));
                }
            }
            Err(reason) => wrong.push(*reason),
        }
    }
    for entry in &model.constants {
        match bytes(files, &entry.name, &entry.range) {
            Ok(bytes) => {
                let expected = entry.size.saturating_mul(architecture.vector_bytes());
                let found = bytes.len() as u64;
                if expected != found {
                    let range = &entry.size_range;
                    wrong.push(wrong_size(&entry.name, expected, found, range));
                }
            }
            Err(reason) => wrong.push(*reason),
        }
    }
    wrong
}

fn wrong_size(file: &str, expected: u64, found: u64, range: &Range<usize>) -> Wrong {
    let message = message!(
        "`{file}` has {found:# byte|# bytes}, and the model states {expected}",
        file,
        found,
        expected
    );
    Wrong::new(Code::ModelSize, range, message)
}

/// The bytes of a file, unless it cannot be used.
fn bytes<'a>(
    files: &'a [NamedFile],
    name: &str,
    range: &Range<usize>,
) -> Result<&'a [u8], Box<Wrong>> {
    let wrong = |message: Message| Wrong::new(Code::ModelFile, range, message);
    match content(files, name) {
        Ok(bytes) if bytes.starts_with(LFS_POINTER) => {
            let message = message!(
                "`{name}` is a pointer of Git LFS, and not the file itself",
                name
            );
            let help = message!("`git lfs pull` fetches the file");
            Err(Box::new(wrong(message).help(help)))
        }
        Ok(bytes) => Ok(bytes),
        Err(Some(reason)) => Err(Box::new(wrong(message!(
            "`{name}` cannot be read: {reason}",
            name,
            reason = reason.clone()
        )))),
        Err(None) => Err(Box::new(wrong(message!("`{name}` was not read", name)))),
    }
}

/// The first error of the program of a model, with the number of errors.
pub(super) fn program(
    model: &Model,
    document: &Document,
    is_cancelled: IsCancelled<'_>,
) -> Option<Wrong> {
    let program = model.program.as_ref()?;
    let findings = document.findings(is_cancelled);
    let mut errors = findings.lines().filter(|(_, it)| it.is_error());
    let (line, first) = errors.next()?;
    let count = errors.count() + 1;
    let file = program.file.as_str();
    let message = message!(
        "`{file}` has {count:# error|# errors}; the first is in instruction {number}: {reason}",
        file,
        count,
        number = line,
        reason = first.message.clone()
    );
    Some(Wrong::new(Code::ModelProgram, &program.range, message))
}
