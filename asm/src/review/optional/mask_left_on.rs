//! A `mask` setting that is in force until the end of the program (manual 3.6.2.1).

use crate::code::Code;
use crate::finding::diagnostic::{Diagnostic, Finding};
use crate::finding::fix::{Applicability, Edit, Fix, RelativePosition};
use crate::message;
use crate::program::{MaskStatement, Statement};

/// Finds the setting in force at the end, if it masks anything.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    let mut last: Option<(u32, &MaskStatement)> = None;
    let mut last_line = 0;
    for (line, statement) in statements {
        last_line = line;
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
                "`mask 0` ends it, so that it does not mask later statements"
            ))
            .fixed(
                Fix::new(
                    Applicability::Safe,
                    message!("Insert `{new}` at the end", new = "mask 0"),
                )
                .with(end_of_line((last_line - line) as i32, "\nmask 0")),
            ),
        });
    }
}

/// Appends to a line, counted from that of the finding. No line has more bytes than this, so the place means its end.
fn end_of_line(line: i32, text: &str) -> Edit {
    let end = RelativePosition {
        line,
        byte: u32::MAX,
    };
    Edit {
        start: end,
        end,
        text: text.to_owned(),
    }
}
