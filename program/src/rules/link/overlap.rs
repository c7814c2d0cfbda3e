//! Words of PDM that two directives use.
//!
//! A directive that writes must have its words for itself. It may write those that another one has read from the same
//! address: a program that replaces its input. Two that only read may share words.

use crate::code::Code;
use crate::finding::{Diagnostic, Finding};
use crate::{ParamKey, PdmUse};
use mnc2_text::{LineRange, message};

/// The most uses of PDM in a program that are compared.
const USES_MAX: usize = 4096;

/// Words of PDM that a directive uses.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// Its line, counted from 0, and the place there.
    pub(super) line: u32,
    pub(super) range: LineRange,
    pub(super) directive: Box<str>,
    pub(super) whose: Whose,
    pub(super) address: u64,
    pub(super) size: u64,
    pub(super) writes: bool,
}

/// The owner of the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// An entry of the `.param` file.
    Entry(ParamKey),
    /// A slot in a memory, as linked output names them.
    Slot(u64, Box<str>),
}

impl Use {
    /// The use of PDM that a line of linked output states.
    pub(super) fn from_output(line: u32, pdm_use: &PdmUse) -> Self {
        Self {
            line,
            range: pdm_use.range.clone(),
            directive: pdm_use.directive.clone(),
            whose: Whose::Slot(pdm_use.slot, pdm_use.place.clone()),
            address: pdm_use.address,
            size: pdm_use.size,
            writes: pdm_use.writes,
        }
    }

    fn end(&self) -> u64 {
        self.address.saturating_add(self.size)
    }

    /// Whether one of both spoils the words of the other.
    fn spoils(&self, other: &Self) -> bool {
        let same_memory = match (&self.whose, &other.whose) {
            (Whose::Slot(_, place), Whose::Slot(_, other)) => place == other,
            (Whose::Entry(_), _) | (_, Whose::Entry(_)) => true,
        };
        let meets = self.address < other.end() && other.address < self.end();
        let replaces_input = self.address == other.address && self.writes != other.writes;
        same_memory
            && meets
            && (self.writes || other.writes)
            && self.whose != other.whose
            && !replaces_input
    }
}

/// Adds the uses that spoil an earlier one, each with the first such one.
pub(super) fn find(mut uses: Vec<Use>, findings: &mut Vec<Finding>) {
    uses.truncate(USES_MAX);
    for (index, later) in uses.iter().enumerate() {
        let Some(earlier) = uses[..index].iter().find(|earlier| earlier.spoils(later)) else {
            continue;
        };
        let first = earlier.address.max(later.address);
        let last = earlier.end().min(later.end()) - 1;
        let does = |of: &Use| {
            let (directive, size, address) = (&*of.directive, of.size, of.address);
            if of.writes {
                message!(
                    "`{directive}` writes {size} long words of PDM from {address} on",
                    directive,
                    size,
                    address
                )
            } else {
                message!(
                    "`{directive}` reads {size} long words of PDM from {address} on",
                    directive,
                    size,
                    address
                )
            }
        };
        let message = message!(
            "PDM words {first} to {last} are used by line {line} too",
            first,
            last,
            line = earlier.line + 1
        );
        let diagnostic = Diagnostic::new(Code::PdmOverlap, later.range.clone(), message)
            .note(later.range.clone(), does(later))
            .note_at(earlier.line, earlier.range.clone(), does(earlier));
        findings.push(Finding {
            line: later.line,
            diagnostic,
        });
    }
}
