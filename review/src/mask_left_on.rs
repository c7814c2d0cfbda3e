//! A `mask` setting that is in force until the end of the program (manual 3.6.2.1).

use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::{Mark, Program};
use mnc2_text::{Applicability, Edit, Fix, RelativePosition, message};

/// The finding about the setting in force at the end of a program.
pub(super) fn finding(program: &Program, quit_line: Option<u32>, setting: Mark) -> Finding {
    let diagnostic = Diagnostic::new(
        Code::MaskLeftOn,
        setting.range(),
        message!("this setting is still on at the end of the program"),
    )
    .help(message!(
        "`mask 0` ends it, so that it does not mask later statements"
    ));
    let end = quit_line.map_or(program.len(), |line| line as usize);
    // The lines of a long program are not kept.
    let last = (0..end)
        .rev()
        .map_while(|line| Some((line, program.line(line)?)))
        .find(|(_, line)| !line.is_blank());
    let diagnostic = match last {
        Some((last, _)) => {
            let below = mnc2_text::fix::lines_below(setting.line, last as u32);
            let title = message!("Insert `{new}` at the end", new = "mask 0");
            let fix = Fix::new(Applicability::Safe, title);
            diagnostic.fixed(fix.with(end_of_line(below, "\nmask 0")))
        }
        None => diagnostic,
    };
    Finding {
        line: setting.line,
        diagnostic,
    }
}

/// Appends to a line, counted from the line of the finding. No line has more bytes than this, so the place means its end.
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
