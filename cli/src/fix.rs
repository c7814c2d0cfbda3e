//! `mnc2 check --fix`: files are fixed before they are checked.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use mnc2_review::fixes::{FixedText, fix_all};
use mnc2_text::{Applicability, message};

use crate::args::CheckArguments;
use crate::companions::CompanionFiles;
use crate::embedded;
use crate::exit::Failure;
use crate::format;
use crate::input::Source;
use crate::languages;
use crate::notebook;
use crate::output::{Streams, visible};
use crate::rules::RuleBook;
use crate::unified_diff;

/// Fixes files, and reports on standard error how many findings. Returns whether one could not be read or written; the
/// others are fixed anyway.
pub(crate) fn fix_files(
    paths: &[PathBuf],
    arguments: &CheckArguments,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<bool, Failure> {
    let mut failed = false;
    for path in paths {
        match fix_file(path, arguments, book, streams) {
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

/// A text with its fixes applied, and how many they were.
pub(crate) fn fixed(
    path: &Path,
    source: &Source,
    arguments: &CheckArguments,
    book: &RuleBook,
) -> Result<(String, usize), Failure> {
    if notebook::is_notebook(path, &arguments.language, book) {
        return notebook::fixed(path, source, arguments, book);
    }
    let (language, known) = (&arguments.language, &arguments.outputs);
    let arguments = &arguments.fix;
    let mut of_dialect = source.clone();
    let found = embedded::check(path, source, language, book)?;
    if found.is_none()
        && let Some(options) = languages::options_for_file(path, &mut of_dialect, language, book)?
    {
        return languages::check::fixed(&of_dialect, &*options, arguments, &book.levels(path));
    }
    if let Some(found) = found {
        source.refuse_replaced()?;
        return Ok(languages::check::fixed_text(
            source,
            &found.findings,
            arguments,
        ));
    }
    source.refuse_replaced()?;
    let trusted = if arguments.unsafe_fixes {
        Applicability::Suggestion
    } else {
        Applicability::Safe
    };
    let rules = book.rules(path);
    let beside = CompanionFiles::for_path(path, source, &book.roots(path))
        .in_testcase(path, source, known, book)?;
    if !source.form.has_statements() {
        return Ok((source.text.to_string(), 0));
    }
    let FixedText { text, fixed, .. } = fix_all(
        &source.text,
        source.form,
        &mnc2_asm::parse_as(source.form, &source.text),
        rules.mode,
        trusted,
        &|program| beside.check(program, &rules, Vec::new()).report(),
        &|| false,
    );
    Ok((text, fixed))
}

fn fix_file(
    path: &Path,
    arguments: &CheckArguments,
    book: &RuleBook,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let source = Source::read(path)?;
    let name = &*visible(&source.name);
    let (text, fixed) = fixed(path, &source, arguments, book)?;
    if arguments.fix.diff {
        unified_diff::write(&mut streams.out, name, &source.text, &text)?;
    } else if fixed > 0 {
        format::write(path, &source, &text)?;
    }
    say_fixed(name, fixed, arguments, streams)
}

/// Reports how many findings of a file were fixed, or would be.
pub(crate) fn say_fixed(
    name: &str,
    fixed: usize,
    arguments: &CheckArguments,
    streams: &mut Streams,
) -> Result<(), Failure> {
    if fixed == 0 || arguments.quiet {
        return Ok(());
    }
    let said = match (arguments.fix.diff, fixed) {
        (true, 1) => message!("{name}: would fix 1 finding", name),
        (true, count) => message!("{name}: would fix {count} findings", name, count),
        (false, 1) => message!("{name}: fixed 1 finding", name),
        (false, count) => message!("{name}: fixed {count} findings", name, count),
    };
    writeln!(streams.err, "{}", said.say(streams.language))?;
    Ok(())
}
