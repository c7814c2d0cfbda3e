//! `mnc2 format`: formats programs.

use std::io::{self, Write};
use std::path::Path;

use mnc2_assist::format;
use mnc2_program::FileForm;

use crate::args::{ConfigArguments, FormatArguments};
use crate::exit::{Exit, Failure};
use crate::input::Source;
use crate::languages;
use crate::output::{Streams, WholeFile, visible};
use crate::rules::RuleBook;
use crate::unified_diff;

/// The result for a file.
enum Outcome {
    Same,
    Changed,
}

/// A file that cannot be read or written does not prevent the others from being formatted.
pub(crate) fn command(arguments: &FormatArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let mut changed = 0_usize;
    let mut failed = false;
    let layer = mnc2_program::rules::Layer::default();
    let book = RuleBook::with_layer(layer, &ConfigArguments::default(), streams.language)?;
    for path in &arguments.files {
        match file(path, arguments, &book, streams) {
            Ok(Outcome::Same) => {}
            Ok(Outcome::Changed) => changed += 1,
            Err(Failure::Message(message)) => {
                streams.complain(&message);
                failed = true;
            }
            Err(failure @ Failure::Stream(_)) => return Err(failure),
        }
    }
    failed |= book.complain_to(streams);
    let only_told = arguments.check || arguments.diff;
    Ok(if failed {
        Exit::Failure
    } else if only_told && changed > 0 {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

fn file(
    path: &Path,
    arguments: &FormatArguments,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let mut source = Source::read(path)?;
    let options = languages::options_for_file(path, &mut source, &arguments.language, book)?;
    source.refuse_replaced()?;
    let formatted = match (options, source.form) {
        (options, _) if arguments.canonical => {
            languages::canonical(&source.text, options.as_deref(), streams.language)?
        }
        (Some(options), _) => languages::formatted(&source.text, &*options),
        (None, FileForm::Program | FileForm::Unlinked) => {
            let program = mnc2_asm::parse_as(source.form, &source.text);
            format::format(&source.text, &program)
        }
        (None, FileForm::Placement | FileForm::Structure) => {
            return Err(Failure::Message(format!(
                "`{}` is a file of parameters, which has no layout here",
                source.name
            )));
        }
    };
    let is_changed = formatted != *source.text;
    if arguments.diff {
        let name = visible(&source.name);
        unified_diff::write(&mut streams.out, &name, &source.text, &formatted)?;
    }
    if arguments.check && is_changed {
        writeln!(streams.err, "would change: {}", visible(&source.name))?;
    }
    if !arguments.check && !arguments.diff {
        if path.as_os_str() == "-" {
            streams.out.write_all(source.byte_order_mark())?;
            streams.out.write_all(formatted.as_bytes())?;
        } else if is_changed {
            write(path, &source, &formatted)?;
        }
    }
    Ok(if is_changed {
        Outcome::Changed
    } else {
        Outcome::Same
    })
}

/// Replaces a file by another text of the same encoding, unless the file is no longer as it was read.
pub(crate) fn write(path: &Path, source: &Source, formatted: &str) -> Result<(), Failure> {
    let content = [source.byte_order_mark(), formatted.as_bytes()].concat();
    let mut changed = None;
    let written = WholeFile::create(path).and_then(|mut file| {
        file.write_all(&content)?;
        file.finish_if(|| match Source::read(path) {
            Ok(now) if now.is_same_text(source) => Ok(()),
            Ok(_) => {
                changed = Some(format!(
                    "`{}` changed after it was read and is left as it is",
                    source.name
                ));
                Err(io::ErrorKind::Other.into())
            }
            Err(Failure::Message(message)) => Err(io::Error::other(message)),
            Err(Failure::Stream(error)) => Err(error),
        })
    });
    match (written, changed) {
        (Err(_), Some(changed)) => Err(Failure::Message(changed)),
        (written, _) => written.map_err(Failure::cannot_write(path)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_changed_is_left_as_it_is() {
        let path = std::env::temp_dir().join(format!("mnc2-changed-{}.vsm", std::process::id()));
        fs::write(&path, "nop  # read\n").expect("a file");
        let Ok(source) = Source::read(&path) else {
            panic!("it is there");
        };
        fs::write(&path, "nop  # saved by an editor\n").expect("a file");
        let Err(Failure::Message(message)) = write(&path, &source, "nop # read\n") else {
            panic!("the file changed");
        };
        assert!(message.contains("changed after it was read"), "{message}");
        let left = fs::read_to_string(&path).expect("a file");
        assert_eq!(left, "nop  # saved by an editor\n");
        fs::write(&path, "nop  # read\n").expect("a file");
        assert!(write(&path, &source, "nop # read\n").is_ok());
        assert_eq!(fs::read_to_string(&path).expect("a file"), "nop # read\n");
        fs::remove_file(&path).expect("a file");
    }
}
