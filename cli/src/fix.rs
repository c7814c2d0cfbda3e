//! `mnc2 check --fix`: files are mended before they are checked.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use mnc2_asm::cure::{Mended, mend};
use mnc2_asm::{Applicability, check_by, message};
use similar::TextDiff;

use crate::Failure;
use crate::args::FixArguments;
use crate::format;
use crate::input::Source;
use crate::output::Streams;
use crate::rules::RuleBook;

/// Mends files, and says on standard error how much. Whether one could not be read or written; it does not keep
/// the others from being mended.
pub(crate) fn mend_files(
    paths: &[PathBuf],
    arguments: &FixArguments,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<bool, Failure> {
    let mut failed = false;
    for path in paths {
        match mend_file(path, arguments, book, streams) {
            Ok(()) => {}
            Err(Failure::Message(message)) => {
                streams.complain(&message);
                failed = true;
            }
            Err(failure @ Failure::Stream(_)) => return Err(failure),
        }
    }
    Ok(failed)
}

fn mend_file(
    path: &Path,
    arguments: &FixArguments,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let source = Source::read(path)?;
    let name = &source.name;
    if source.first_replaced.is_some() {
        return Err(Failure::Message(format!(
            "`{name}` is not UTF-8 and is left as it is"
        )));
    }
    if path.as_os_str() == "-" && !arguments.diff {
        return Err(Failure::Message(
            "standard input cannot be mended in place; use --fix --diff".to_owned(),
        ));
    }
    let trusted = if arguments.unsafe_fixes {
        Applicability::Suggestion
    } else {
        Applicability::Safe
    };
    let rules = book.rules(path);
    let Mended { text, fixed, .. } = mend(&source.text, rules.mode, trusted, &|program| {
        check_by(program, &rules)
    });
    if arguments.diff {
        let difference = TextDiff::from_lines(&source.text, &text);
        write!(
            streams.out,
            "{}",
            difference.unified_diff().header(name, name)
        )?;
    } else if fixed > 0 {
        format::write(path, &source, &text).map_err(Failure::cannot_write(path))?;
    }
    if fixed > 0 {
        let mended = match (arguments.diff, fixed) {
            (true, 1) => message!("{name}: 1 finding can be mended", name),
            (true, count) => message!("{name}: {count} findings can be mended", name, count),
            (false, 1) => message!("{name}: 1 finding mended", name),
            (false, count) => message!("{name}: {count} findings mended", name, count),
        };
        writeln!(streams.err, "{}", mended.say(streams.language))?;
    }
    Ok(())
}
