//! `mask` statements, written as masks of the destinations that they cover.
//!
//! A `mask` statement applies to all lines after it, so nothing that it covers may move across it, and lines under it are not
//! followed. A mask of one step applies to this step only (manual 3.6.2.1).

use mnc2_asm::LineParser;
use mnc2_isa::Width;
use mnc2_program::render;
use mnc2_program::{Mask, MaskSuffix, Operand, OperandKind, Statement, Step, WriteMaskSetting};
use mnc2_text::line;

use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// A region without `mask` statements.
pub(crate) struct Unmasked {
    pub(crate) draft: Draft,
    /// The line of the region as it was that each line comes from.
    pub(crate) origins: Vec<usize>,
    /// The lines, as it was, of the steps that have masks of their own now.
    pub(crate) masked: Vec<usize>,
}

/// The region with masks of steps in place of `mask` statements; `None` if there are none, or one of them cannot be replaced.
pub(crate) fn unmasked(draft: &Draft) -> Option<Unmasked> {
    let program = &draft.program;
    let mut setting = program.mask_setting_at(draft.start);
    if setting != program.mask_setting_at(draft.end()) {
        return None;
    }
    let (mut lines, mut origins, mut masked) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_changed = false;
    for number in draft.region() {
        let (text, parsed) = (draft.line(number), program.line(number)?);
        match &parsed.statement {
            Some(Statement::Mask(statement)) => {
                setting = statement.setting;
                is_changed = true;
                let Some(comment) = &parsed.comment else {
                    continue;
                };
                lines.push(line::part(text, comment).to_owned());
            }
            Some(Statement::Step(step)) if step.setting(setting).masks_any() => {
                lines.push(masked_step(text, step, setting)?);
                masked.push(number);
            }
            _ => lines.push(text.to_owned()),
        }
        origins.push(number);
    }
    if !is_changed {
        return None;
    }
    let mut found = draft.clone();
    found.replace(draft.region(), lines, &mut LineParser::new());
    let mut all = found.program.range(found.region());
    all.all(|it| !it.has_error()).then_some(Unmasked {
        draft: found,
        origins,
        masked,
    })
}

/// A line whose destinations have the mask of a setting that covers them. A zero-flush has a mask of its own, and is not changed.
fn masked_step(text: &str, step: &Step, setting: WriteMaskSetting) -> Option<String> {
    if step.expressions.iter().any(|it| it.zero_flush.is_some()) {
        return None;
    }
    let outputs = step.expressions.iter().flat_map(|it| &it.outputs);
    let covers = |it: &&Operand| it.kind.memory().is_some_and(|it| setting.covers(it));
    let mut covered: Vec<&Operand> = outputs.filter(covers).collect();
    covered.sort_by_key(|it| std::cmp::Reverse(it.range.start));
    let mut written = text.to_owned();
    for output in covered {
        let range = output.range.start as usize..output.range.end as usize;
        written.replace_range(range, &render::operand(&with_mask(output, setting)));
    }
    Some(written)
}

fn with_mask(output: &Operand, setting: WriteMaskSetting) -> Operand {
    let is_wide =
        matches!(&output.kind, OperandKind::PeMemory(it) if it.width == Width::DoubleLong);
    let suffix = match (setting.double_long, is_wide) {
        (true, false) => Some(MaskSuffix::Truncate),
        (false, true) => Some(MaskSuffix::Pad),
        (true, true) | (false, false) => None,
    };
    let entry = setting.entry + u8::from(is_planted(Wrong::OtherMask));
    Operand {
        mask: Some(Mask {
            range: output.range.clone(),
            double_long: setting.double_long,
            entry,
            suffix,
        }),
        ..output.clone()
    }
}
