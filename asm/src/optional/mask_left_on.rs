//! A `mask` setting that holds to the end of the program (manual 3.6.2.1).

use crate::check::Finding;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::program::{MaskStatement, Statement};

/// Finds the setting in force at the end, if it masks anything.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    let mut last: Option<(u32, &MaskStatement)> = None;
    for (line, statement) in statements {
        if let Statement::Mask(mask) = statement {
            last = Some((line, mask));
        }
    }
    let Some((line, mask)) = last else { return };
    let setting = mask.setting;
    let covers = setting.grf0
        || setting.grf1
        || setting.t
        || setting.lm0
        || setting.lm1
        || setting.mask_register;
    if setting.entry != 0 && covers {
        findings.push(Finding {
            line,
            diagnostic: Diagnostic::new(
                Code::MaskLeftOn,
                mask.range.clone(),
                message!("this setting is still on at the end of the program"),
            )
            .help(message!(
                "`mask 0` ends it, so that what is put behind does not write through it"
            )),
        });
    }
}
