//! Copies memory from and to files: `--load PLACE=FILE` and `--save PLACE=FILE`.

mod print;

use std::fs::File;
use std::io::{Read as _, Write};
use std::path::Path;

use mnc2_emulator::Machine;
use mnc2_emulator::strict::Strict;
use mnc2_ide::transfer::FILE_BYTES_MAX;
pub(crate) use mnc2_ide::transfer::{FileTransfer, MemoryRange, element};

pub(crate) use self::print::{Print, shown};
use crate::exit::Failure;
use crate::output::WholeFile;

/// Fills a memory from a file.
pub(crate) fn load(
    transfer: &FileTransfer,
    machine: &mut Machine,
    strict: Option<&mut Strict>,
) -> Result<(), Failure> {
    let path = transfer.file();
    let failed = |why: String| Failure::Message(format!("cannot load `{}`: {why}", path.display()));
    let bytes = read(path).map_err(failed)?;
    let loaded = transfer.load(&bytes, machine, strict);
    loaded.map_err(|why| failed(why.to_string()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(format!("it is larger than {} MiB", FILE_BYTES_MAX >> 20));
    }
    Ok(bytes)
}

/// Writes a memory to a file, or to standard output.
pub(crate) fn save(
    transfer: &FileTransfer,
    machine: &Machine,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let failed = |why: String| {
        let path = transfer.file().display();
        Failure::Message(format!("cannot save `{path}`: {why}"))
    };
    let bytes = transfer
        .save(machine)
        .map_err(|why| failed(why.to_string()))?;
    match output(transfer) {
        None => Ok(out.write_all(&bytes)?),
        Some(path) => WholeFile::create(path)
            .and_then(|file| file.finish_with(&bytes))
            .map_err(|error| failed(error.to_string())),
    }
}

/// The file that is written; `None` for standard output.
pub(crate) fn output(transfer: &FileTransfer) -> Option<&Path> {
    let path = transfer.file();
    (path.as_os_str() != "-").then_some(path)
}
