//! The `mask` setting in force, and zero-flush masks next to it (manual 3.6.2).

use super::BetweenLines;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Landmark, Mark, MaskStatement, Step, WriteMaskSetting};
use mnc2_text::{LineRange, message};

/// The `mask` setting with its line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MaskSetting {
    /// The setting; the default without a `mask` statement.
    pub(super) setting: WriteMaskSetting,
    pub(super) set_in: Option<Landmark>,
}

/// A step whose zero-flush mask names another entry than the setting that covers one of its destinations.
#[derive(Debug)]
pub(super) struct BesideZeroFlush {
    entry: u8,
    flush: LineRange,
    covered: LineRange,
    set_in: Landmark,
}

impl MaskSetting {
    /// Takes over a statement, which is in this line of its chunk.
    pub(super) fn set(&mut self, line: u32, mask: &MaskStatement) {
        self.setting = mask.setting;
        self.set_in = Some(Landmark::Here(Mark::new(line, &mask.range)));
    }

    /// The place of the setting, if it masks anything.
    pub(super) fn left_on(&self) -> Option<Landmark> {
        self.set_in.filter(|_| self.setting.masks_any())
    }

    /// Write masks and zero-flush masks of a step cannot read different entries (manual 3.6.2). The manual does not state
    /// whether a zero-flush mask cancels the `mask` setting, as a write mask of a line does.
    pub(super) fn beside_zero_flush(&self, step: &Step) -> Option<BesideZeroFlush> {
        let setting = &self.setting;
        let set_in = self.set_in?;
        let flush = step
            .expressions
            .iter()
            .find_map(|expression| expression.zero_flush.as_ref())?;
        let covered = step
            .expressions
            .iter()
            .flat_map(|expression| &expression.outputs)
            .find(|output| {
                output
                    .kind
                    .memory()
                    .is_some_and(|memory| setting.covers(memory))
            })?;
        let agrees = (setting.entry, setting.double_long) == (flush.entry, flush.double_long);
        if agrees || setting.entry == 0 || step.has_single_line_mask() {
            return None;
        }
        Some(BesideZeroFlush {
            entry: setting.entry,
            flush: flush.range.clone(),
            covered: covered.range.clone(),
            set_in,
        })
    }

    /// The place that it remembers.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        self.set_in.iter_mut()
    }
}

impl BetweenLines for BesideZeroFlush {
    fn code(&self) -> Code {
        Code::MaskSettingBesideZeroFlush
    }

    fn diagnostic(&self, place: &dyn Fn(Landmark) -> Mark) -> Diagnostic {
        let set_in = place(self.set_in);
        Diagnostic::new(
            self.code(),
            self.flush.clone(),
            message!("a step reads one entry of the mask register, but the `mask` setting still names entry {entry}", entry = self.entry),
        )
        .note_at(set_in.line, set_in.range(), message!("the setting"))
        .note(self.covered.clone(), message!("it covers this destination"))
    }
}
