//! `mnc2 format`: formats programs in columns.

use std::io::{self, Write};
use std::path::Path;

use mnc2_asm::{Program, format, text};

use crate::args::FormatArguments;
use crate::input::Source;
use crate::output::{Streams, WholeFile};
use crate::{Exit, Failure};

/// Lines shown before and after a change.
const CONTEXT_LINES: usize = 3;

/// The result for a file.
enum Outcome {
    Same,
    Changed,
}

/// A file that cannot be read or written does not prevent the others from being formatted.
pub(crate) fn command(arguments: &FormatArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let mut changed = 0_usize;
    let mut failed = false;
    for path in &arguments.files {
        match file(path, arguments, streams) {
            Ok(Outcome::Same) => {}
            Ok(Outcome::Changed) => changed += 1,
            Err(Failure::Message(message)) => {
                streams.complain(&message);
                failed = true;
            }
            Err(failure @ Failure::Stream(_)) => return Err(failure),
        }
    }
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
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let source = Source::read(path)?;
    if source.first_replaced.is_some() {
        return Err(Failure::Message(format!(
            "`{}` is not UTF-8 and is not changed",
            source.name
        )));
    }
    let formatted = format::format(&source.text, &Program::parse(&source.text));
    let is_changed = formatted != source.text;
    if arguments.diff {
        write_difference(&mut streams.out, &source.name, &source.text, &formatted)?;
    }
    if arguments.check && is_changed {
        writeln!(streams.err, "would change: {}", source.name)?;
    }
    if !arguments.check && !arguments.diff {
        if path.as_os_str() == "-" {
            streams.out.write_all(source.byte_order_mark())?;
            streams.out.write_all(formatted.as_bytes())?;
        } else if is_changed {
            write(path, &source, &formatted).map_err(Failure::cannot_write(path))?;
        }
    }
    Ok(if is_changed {
        Outcome::Changed
    } else {
        Outcome::Same
    })
}

/// Replaces a file's text, in the same encoding.
pub(crate) fn write(path: &Path, source: &Source, formatted: &str) -> io::Result<()> {
    let mut file = WholeFile::replace(path)?;
    file.write_all(source.byte_order_mark())?;
    file.write_all(formatted.as_bytes())?;
    file.finish()
}

/// The changed lines as `diff -u` shows them. Formatting neither adds nor removes lines, so comparing line by line is
/// enough.
fn write_difference(out: &mut impl Write, name: &str, old: &str, new: &str) -> io::Result<()> {
    let old: Vec<&str> = text::lines_with_ends(old).collect();
    let new: Vec<&str> = text::lines_with_ends(new).collect();
    let changed: Vec<usize> = (0..old.len())
        .filter(|&line| old[line] != new[line])
        .collect();
    let Some(&first) = changed.first() else {
        return Ok(());
    };
    write!(out, "--- {name}\n+++ {name}\n")?;
    // An empty last line only means that the text ends with a line end.
    let lines = old.len() - usize::from(old.last().is_some_and(|line| line.is_empty()));
    let around =
        |line: usize| line.saturating_sub(CONTEXT_LINES)..(line + CONTEXT_LINES + 1).min(lines);
    let mut hunks = vec![around(first)];
    for &line in &changed[1..] {
        let next = around(line);
        match hunks.last_mut() {
            Some(last) if next.start <= last.end => last.end = next.end,
            _ => hunks.push(next),
        }
    }
    for hunk in hunks {
        let (start, length) = (hunk.start + 1, hunk.len());
        writeln!(out, "@@ -{start},{length} +{start},{length} @@")?;
        let mut line = hunk.start;
        while line < hunk.end {
            let is_changed = |line: usize| line < hunk.end && old[line] != new[line];
            if !is_changed(line) {
                write_line(out, ' ', old[line])?;
                line += 1;
                continue;
            }
            let end = (line..hunk.end)
                .find(|&line| !is_changed(line))
                .unwrap_or(hunk.end);
            for old in &old[line..end] {
                write_line(out, '-', old)?;
            }
            for new in &new[line..end] {
                write_line(out, '+', new)?;
            }
            line = end;
        }
    }
    Ok(())
}

fn write_line(out: &mut impl Write, mark: char, line: &str) -> io::Result<()> {
    write!(out, "{mark}{line}")?;
    if line.ends_with(['\n', '\r']) {
        Ok(())
    } else {
        out.write_all(b"\n\\ No newline at end of file\n")
    }
}
