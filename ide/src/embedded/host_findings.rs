//! Findings of a region at their places in the host.

use std::ops::Range;

use mnc2_text::{
    Diagnostic, Edit, Finding, Findings, Fix, LineRange, Note, RelativePosition, fix, line,
};

use super::Region;
use super::findings_filter::FindingsFilter;
use crate::languages::Code;

/// Where the lines of a text begin, in bytes, with the end of each without its line end.
#[derive(Debug)]
pub struct LineBytes(Vec<Range<usize>>);

impl LineBytes {
    /// The lines of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut start = 0;
        let lines = line::lines_with_ends(text).map(|line| {
            let own = start..start + line::without_end(line).len();
            start += line.len();
            own
        });
        Self(lines.collect())
    }

    /// The byte of the text at a byte of a line; one that does not exist means the nearest one before it.
    fn byte(&self, line: u32, byte: u32) -> usize {
        let own = self.0.get(line as usize).or(self.0.last());
        own.map_or(0, |own| match (line as usize) < self.0.len() {
            true => (own.start + byte as usize).min(own.end),
            false => own.end,
        })
    }

    /// The line with a byte of the text, and the byte in that line.
    fn line_and_byte(&self, byte: usize) -> (u32, u32) {
        let line = self
            .0
            .partition_point(|own| own.start <= byte)
            .saturating_sub(1);
        (line as u32, (byte - self.0[line].start) as u32)
    }

    /// The part of a range that is in its first line.
    fn first_part(&self, range: &Range<usize>) -> (u32, LineRange) {
        let (line, start) = self.line_and_byte(range.start);
        let own = &self.0[line as usize];
        let end = range.end.min(own.end).max(range.start) - own.start;
        (line, start..end as u32)
    }
}

/// A region between the lines of its text and those of its host.
struct Between<'a> {
    region: &'a Region,
    own: LineBytes,
    host: &'a LineBytes,
}

/// The findings of a region that are certain, in the lines of its host.
#[must_use]
pub fn host_findings(region: &Region, found: &Findings<Code>, host: &LineBytes) -> Findings<Code> {
    let filter = FindingsFilter::for_region(region);
    let between = Between {
        region,
        own: LineBytes::new(&region.text),
        host,
    };
    let mut at_host = Findings::default();
    for (line, diagnostic) in found.lines() {
        let bytes = diagnostic.range.start as usize..diagnostic.range.end as usize;
        if filter.keeps(line, &bytes, diagnostic.code.id, diagnostic.is_error()) {
            let Finding { line, diagnostic } = between.finding(line, diagnostic);
            at_host.push(line, diagnostic);
        }
    }
    at_host
}

impl Between<'_> {
    fn finding(&self, line: u32, diagnostic: &Diagnostic<Code>) -> Finding<Code> {
        let (host_line, range) = self.place(line, &diagnostic.range);
        let notes = diagnostic
            .notes
            .iter()
            .map(|note| self.note(line, host_line, note));
        let notes = notes.collect();
        let fixes = diagnostic.fixes.iter();
        let fixes = fixes
            .filter_map(|fix| self.fix(line, host_line, fix))
            .collect();
        let mut at_host = diagnostic.clone();
        (at_host.range, at_host.notes, at_host.fixes) = (range, notes, fixes);
        Finding {
            line: host_line,
            diagnostic: at_host,
        }
    }

    fn place(&self, line: u32, range: &LineRange) -> (u32, LineRange) {
        let own = self.own.byte(line, range.start)..self.own.byte(line, range.end);
        self.host.first_part(&self.region.range_to_host(&own))
    }

    fn note(&self, line: u32, host_line: u32, note: &Note) -> Note {
        let place = note
            .range
            .as_ref()
            .map(|range| self.place(note.line.unwrap_or(line), range));
        Note {
            line: place
                .as_ref()
                .map(|(line, _)| *line)
                .filter(|line| *line != host_line),
            range: place.map(|(_, range)| range),
            message: note.message.clone(),
        }
    }

    /// A fix, if every edit is possible in the host.
    fn fix(&self, line: u32, host_line: u32, fix: &Fix) -> Option<Fix> {
        let edits = fix
            .edits
            .iter()
            .map(|edit| self.edit(line, host_line, edit));
        Some(Fix {
            edits: edits.collect::<Option<_>>()?,
            ..fix.clone()
        })
    }

    fn edit(&self, line: u32, host_line: u32, edit: &Edit) -> Option<Edit> {
        let byte = |place: RelativePosition| {
            let line = line.checked_add_signed(place.line)?;
            Some(self.own.byte(line, place.byte))
        };
        let (start, end) = (byte(edit.start)?, byte(edit.end)?);
        let (range, text) = self
            .region
            .edit_to_host(&(start..end.max(start)), &edit.text)?;
        let place = |byte| {
            let (line, byte) = self.host.line_and_byte(byte);
            let line = fix::lines_below(host_line, line);
            RelativePosition { line, byte }
        };
        Some(Edit {
            start: place(range.start),
            end: place(range.end),
            text,
        })
    }
}
