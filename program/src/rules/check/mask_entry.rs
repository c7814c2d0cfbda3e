//! Masks that read an entry of the mask register before anything has written it (manual 3.6.2).
//!
//! Nothing from outside writes mask registers, so an entry that no line before has written holds zeros in the emulator:
//! it masks every write, or clears the whole output. Each entry is reported once.

use mnc2_isa::geometry::MASK_VARIABLE_ENTRIES;

use super::BetweenLines;
use super::mask_setting::MaskSetting;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Landmark, Mark, OperandKind, Step};
use mnc2_text::{LineRange, message};

/// The entries that are known, a bit for each: fixed ones, those that may have been written, and those already reported.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MaskEntries(u32);

/// A mask whose entry nothing before has written.
#[derive(Debug)]
pub(super) struct NeverWritten {
    entry: u8,
    range: LineRange,
    clears: bool,
    /// The `mask` statement that names the entry, if it is not the line itself.
    set_in: Option<Landmark>,
}

impl Default for MaskEntries {
    fn default() -> Self {
        let variable = MASK_VARIABLE_ENTRIES.fold(0, |entries, entry| entries | 1 << entry);
        Self(!variable)
    }
}

impl MaskEntries {
    /// Checks the masks of a step, then remembers the entries that it writes: masks are read before.
    pub(super) fn step(
        &mut self,
        step: &Step,
        setting: &MaskSetting,
        add: &mut dyn FnMut(NeverWritten),
    ) {
        let mut reads = |entry: u8, range: &LineRange, clears: bool, set_in: Option<Landmark>| {
            if !self.knows(entry) {
                self.learn(entry);
                add(NeverWritten {
                    entry,
                    range: range.clone(),
                    clears,
                    set_in,
                });
            }
        };
        let is_set = setting.setting.masks_any() && !step.has_single_line_mask();
        for expression in &step.expressions {
            if let Some(mask) = &expression.zero_flush {
                reads(mask.entry, &mask.range, true, None);
            }
            for output in &expression.outputs {
                if let Some(mask) = &output.mask {
                    reads(mask.entry, &mask.range, false, None);
                } else if is_set
                    && let Some(memory) = output.kind.memory()
                    && setting.setting.covers(memory)
                {
                    let entry = setting.setting.entry;
                    reads(entry, &output.range, false, setting.set_in);
                }
            }
        }
        for output in step.expressions.iter().flat_map(|it| &it.outputs) {
            if let OperandKind::MaskRegister(entry) = output.kind {
                self.learn(entry);
            }
        }
    }

    /// Notes that a line could not be parsed, or is expanded elsewhere, so that what it writes is not known.
    pub(super) fn forget(&mut self) {
        *self = Self(u32::MAX);
    }

    const fn knows(&self, entry: u8) -> bool {
        self.0 >> entry & 1 == 1
    }

    const fn learn(&mut self, entry: u8) {
        self.0 |= 1 << entry;
    }
}

impl BetweenLines for NeverWritten {
    fn code(&self) -> Code {
        Code::MaskNeverWritten
    }

    fn diagnostic(&self, place: &dyn Fn(Landmark) -> Mark) -> Diagnostic {
        let entry = self.entry;
        let message = match self.clears {
            true => message!(
                "nothing before this has written `$omr{entry}`, so this mask clears the whole output",
                entry
            ),
            false => message!(
                "nothing before this has written `$omr{entry}`, so this mask stops every write",
                entry
            ),
        };
        let diagnostic = Diagnostic::new(self.code(), self.range.clone(), message);
        let diagnostic = match self.set_in.map(place) {
            Some(set_in) => {
                diagnostic.note_at(set_in.line, set_in.range(), message!("the setting"))
            }
            None => diagnostic,
        };
        diagnostic.help(message!(
            "a comparison writes it, such as `isub $lm0v $ln0v $omr{entry}`; on the board it holds any value before",
            entry
        ))
    }
}
