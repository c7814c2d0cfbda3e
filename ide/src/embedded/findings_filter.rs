//! Which findings in a region are certain.
//!
//! Where the host fills something in, and in a fragment, only what is wrong with a line alone is certain: no other line can make
//! it right. In MN-Core 2 that is what the parser finds in a line. In assembly languages with instructions in `asm`, errors are
//! about a line, and warnings about what precedes it. A line with a hole is judged by what is before the hole.

use std::collections::HashSet;
use std::ops::Range;

use mnc2_program::FileForm;
use mnc2_program::code::Code;
use mnc2_text::line;

use super::{Certainty, Region};
use crate::session::DocumentLanguage;

/// The certain findings of a region.
#[derive(Clone, Debug)]
pub enum FindingsFilter {
    /// Every finding of a whole program.
    All,
    /// No finding of a text that is not known as a whole.
    None,
    /// Of a text with holes in MN-Core 2, what the parser finds.
    Parser {
        /// Lines, counted from 0, and codes of what it finds.
        found: HashSet<(u32, &'static str)>,
        /// What is not judged.
        holes: Holes,
    },
    /// Errors, but those at holes.
    Errors(Holes),
}

/// Where the host fills something in.
#[derive(Clone, Debug)]
pub struct Holes(Vec<HoleInLine>);

#[derive(Clone, Debug)]
struct HoleInLine {
    line: u32,
    bytes: Range<usize>,
}

impl FindingsFilter {
    /// The filter for the findings of a region.
    #[must_use]
    pub fn for_region(region: &Region) -> Self {
        let has_holes = !region.holes().is_empty();
        match (region.certainty, region.language) {
            (Certainty::Unfinished, _) => Self::None,
            (Certainty::Program, _) if !has_holes => Self::All,
            (_, DocumentLanguage::Mnc2) => Self::Parser {
                found: parser_findings(&region.text),
                holes: Holes::from_region(region),
            },
            (_, DocumentLanguage::Listed(listed)) if listed.about().embedded.is_in_asm => {
                Self::Errors(Holes::from_region(region))
            }
            (_, DocumentLanguage::Listed(_)) => Self::None,
        }
    }

    /// Whether a finding is certain, by its line, its bytes in that line and its code.
    #[must_use]
    pub fn keeps(&self, line: u32, bytes: &Range<usize>, code: &str, is_error: bool) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Parser { found, holes } => {
                let is_found = found.contains(&(line, code));
                match holes.first(line) {
                    Some(hole) => {
                        let is_opcode = code == Code::UnknownOpcode.row().id;
                        is_found && is_opcode && bytes.end < hole
                    }
                    None => is_found,
                }
            }
            Self::Errors(holes) => is_error && !holes.touch(line, bytes),
        }
    }
}

/// Lines and codes of what the parser finds.
fn parser_findings(text: &str) -> HashSet<(u32, &'static str)> {
    let program = mnc2_asm::parse_as(FileForm::Program, text);
    let lines = (0..).zip(program.iter_from(0));
    let found = lines.flat_map(|(number, line)| {
        let codes = line.diagnostics.iter().map(|it| it.code.row().id);
        codes.map(|code| (number, code)).collect::<Vec<_>>()
    });
    found.collect()
}

impl Holes {
    fn from_region(region: &Region) -> Self {
        let mut holes = region.holes().iter().peekable();
        let (mut start, mut found) = (0, Vec::new());
        for (number, line) in (0..).zip(line::lines_with_ends(&region.text)) {
            let end = start + line.len();
            while let Some(hole) = holes.next_if(|hole| hole.start < end) {
                found.push(HoleInLine {
                    line: number,
                    bytes: hole.start - start..hole.end - start,
                });
            }
            start = end;
        }
        Self(found)
    }

    fn in_line(&self, line: u32) -> impl Iterator<Item = &Range<usize>> {
        let first = self.0.partition_point(|it| it.line < line);
        let own = self.0[first..].iter().take_while(move |it| it.line == line);
        own.map(|it| &it.bytes)
    }

    /// Where the first hole of a line begins.
    fn first(&self, line: u32) -> Option<usize> {
        self.in_line(line).next().map(|hole| hole.start)
    }

    fn touch(&self, line: u32, bytes: &Range<usize>) -> bool {
        self.in_line(line)
            .any(|hole| bytes.start <= hole.end && hole.start <= bytes.end)
    }
}
