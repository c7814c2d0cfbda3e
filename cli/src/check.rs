//! `mnc2 check`: what is wrong with programs.

use std::io::Write as _;

use crate::args::{CheckArguments, Format};
use crate::fields;
use crate::findings::{self, Counts};
use crate::fix;
use crate::input::Source;
use crate::output::Streams;
use crate::{Exit, Failure};

/// A file that cannot be read does not keep the others from being checked.
pub(crate) fn command(arguments: &CheckArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let mode = arguments.findings.mode_choice();
    if arguments.fix.fix {
        let wish = &arguments.fix;
        let failed = fix::mend_files(&arguments.files, wish, mode, streams)?;
        if failed || wish.diff {
            return Ok(if failed { Exit::Failure } else { Exit::Success });
        }
    }
    let mut counts = Counts::default();
    let mut unreadable = false;
    for path in &arguments.files {
        let source = match Source::read(path) {
            Ok(source) => source,
            Err(Failure::Message(message)) => {
                streams.complain(&message);
                unreadable = true;
                continue;
            }
            Err(failure @ Failure::Stream(_)) => return Err(failure),
        };
        let checked = findings::analyse(&source, mode);
        counts.add(&checked.report);
        findings::write(
            &mut streams.out,
            &source,
            &checked.report,
            &arguments.findings,
        )?;
        if let (Some(drawn), Format::Text) = (arguments.fields.fields, arguments.findings.format) {
            fields::write(
                &mut streams.out,
                &source,
                &checked.program,
                &checked.report,
                drawn,
            )?;
        }
    }
    match arguments.findings.format {
        Format::Text => writeln!(streams.out, "{}", counts.summary())?,
        // Standard output holds objects only.
        Format::Json => {}
    }
    Ok(if unreadable {
        Exit::Failure
    } else if counts.has_errors() {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}
