//! Findings as workflow commands of GitHub Actions, which shows them next to the lines of a change.

use std::borrow::Borrow;
use std::io::{self, Write};
use std::path::Path;

use mnc2_program::finding::generator::Generated;
use mnc2_text::{CodeTable, Finding, Language, Note, Severity, message};

use super::sarif::from_here;
use crate::columns::Columns;
use crate::input::Source;
use crate::output::visible;

pub(crate) fn write<C: CodeTable>(
    out: &mut impl Write,
    path: &Path,
    source: &Source,
    findings: impl IntoIterator<Item: Borrow<Finding<C>>>,
    language: Language,
) -> io::Result<()> {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    let file = from_here(path).display().to_string();
    for finding in findings {
        let finding = finding.borrow();
        let diagnostic = &finding.diagnostic;
        let command = match diagnostic.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info | Severity::Hint => "notice",
        };
        let line = finding.line + 1;
        let mut message = diagnostic.sentence().say(language);
        let is_own =
            |note: &&Note| note.line.is_none() && note.range.as_ref() == Some(&diagnostic.range);
        for note in diagnostic.notes.iter().filter(|note| !is_own(note)) {
            message.push('\n');
            let remark = note.message.clone();
            let remark = match note.line {
                Some(line) => message!("line {line}: {remark}", line = line + 1, remark),
                None => remark,
            };
            message.push_str(&remark.say(language));
        }
        if let Some(generated) = Generated::from_line(columns.line(finding.line)) {
            message.push('\n');
            message.push_str(&generated.message().say(language));
        }
        let place = match source.file_line(finding.line) {
            // The columns of a cell differ from the columns of the file.
            Some(line) => format!("line={line},endLine={line}", line = line + 1),
            None => format!(
                "line={line},endLine={line},col={},endColumn={}",
                columns.column(finding.line, diagnostic.range.start),
                columns.column(finding.line, diagnostic.range.end),
            ),
        };
        let (file, title) = (property(&file), property(diagnostic.code.row().id));
        let message = data(&message);
        writeln!(
            out,
            "::{command} file={file},{place},title={title}::{message}"
        )?;
    }
    Ok(())
}

/// Text after a command. Control characters but line ends are visible.
fn data(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let parts = line
            .split('\r')
            .map(|part| visible(part).replace('%', "%25"));
        parts.collect::<Vec<_>>().join("%0D")
    });
    lines.collect::<Vec<_>>().join("%0A")
}

/// Text of a property, in which colons and commas are escaped.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_commands_is_written_otherwise() {
        assert_eq!(data("50% of\r\na: b, c"), "50%25 of%0D%0Aa: b, c");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        assert_eq!(property("\x1b[2J\r"), "␛[2J%0D");
    }
}
