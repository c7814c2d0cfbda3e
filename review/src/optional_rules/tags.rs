//! Tags of MV instructions and the `wait`s for them (manual 3.5.4, 3.6.13).
//!
//! Transfers of the host carry tags as well. They are not part of the program, which waits for them before it moves
//! anything itself. Therefore a `wait` before the first MV instruction can be for any tag, and so can every `wait` in a
//! program with host statements.

use std::collections::BTreeMap;

use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::{OperandKind, Statement};
use mnc2_text::{LineRange, message};

/// Finds waits for tags that nothing carries, and tags that are issued again before anything waits for them.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    findings: &mut Vec<Finding>,
) {
    // Where each tag was last issued, and whether a `wait` came since.
    let mut issued: BTreeMap<u8, (u32, LineRange, bool)> = BTreeMap::new();
    let mut may_be_of_host = true;
    let mut has_host = false;
    for (line, statement) in statements {
        match statement {
            Statement::Mv(mv) => {
                may_be_of_host = has_host;
                let Some(tag) = mv.tag.as_ref().filter(|tag| tag.number != 0) else {
                    continue;
                };
                if let Some((earlier, range, false)) = issued.get(&tag.number) {
                    let diagnostic = Diagnostic::new(
                        Code::TagStillPending,
                        tag.range.clone(),
                        message!("tag i{tag} is issued again, and nothing has waited for the tag of line {line}", tag = format!("{:02x}", tag.number), line = earlier + 1),
                    )
                    .note_at(*earlier, range.clone(), message!("issued here"))
                    .help(message!("another tag, or a `wait` in between, makes clear which of them is waited for"));
                    findings.push(Finding { line, diagnostic });
                }
                issued.insert(tag.number, (line, tag.range.clone(), false));
            }
            Statement::Step(step) => {
                let inputs = step.expressions.iter().flat_map(|other| &other.inputs);
                for input in inputs {
                    let OperandKind::Tag(tag) = input.kind else {
                        continue;
                    };
                    match issued.get_mut(&tag) {
                        Some((_, _, is_waited_for)) => *is_waited_for = true,
                        None if may_be_of_host => {}
                        None => findings.push(Finding {
                            line,
                            diagnostic: Diagnostic::new(
                                Code::TagNeverIssued,
                                input.range.clone(),
                                message!(
                                    "no MV instruction before this carries tag i{tag}",
                                    tag = format!("{tag:02x}")
                                ),
                            )
                            .help(message!("the board would wait for it forever")),
                        }),
                    }
                }
            }
            Statement::Host(_) => {
                has_host = true;
                may_be_of_host = true;
            }
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Directive(_) => {}
        }
    }
}
