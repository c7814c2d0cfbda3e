//! The last run of a program as a page: what the last line wrote, what comments expected, and every dump below the
//! statement that printed it.

use mnc2_text::{Language, Message, message};

use super::run::STEPS_MAX;
use super::written_values;
use crate::session::{RunResult, Snapshot, WrittenOperand};

/// The page. `name` is the program's name in messages.
///
/// A line that begins with `line N dumped` or `line N wrote` is the heading of what follows; N counts from 1.
pub fn text(name: &str, snapshot: &Snapshot, language: Language) -> String {
    let Some(last) = &snapshot.outcomes.last_run else {
        let nothing = message!("{name} has not been run yet.", name);
        return nothing.say(language) + "\n";
    };
    let ran = &last.ran;
    let plural = if ran.steps == 1 { "" } else { "s" };
    let mut text = format!(
        "{name}, run to line {}: {} step{plural}\n",
        ran.line + 1,
        ran.steps
    );
    for remark in remarks(name, ran) {
        text.push_str(&remark.say(language));
        text.push('\n');
    }
    let valid_before = last.valid_before(&snapshot.program);
    if valid_before <= ran.line {
        text.push_str(&format!(
            "It has been edited since, from line {} on.\n",
            valid_before + 1
        ));
    }
    for problem in &ran.expected.findings {
        text.push_str(&format!("line {}: {}\n", problem.line + 1, problem.message));
    }
    let heading = |line: u32, verb: &str| {
        // If the line has been edited, only its number is known.
        let statement = (line < valid_before).then(|| snapshot.line_text(line as usize));
        let statement = statement.as_deref().unwrap_or_default();
        let statement = statement.split('#').next().unwrap_or_default().trim();
        let colon = if statement.is_empty() { "" } else { ": " };
        format!("\nline {} {verb}{colon}{statement}\n", line + 1)
    };
    if !ran.written.is_empty() {
        text.push_str(&heading(ran.line, "wrote"));
        text.push_str(&table(&ran.written));
    }
    for dumped in ran.dump.chunk_by(|a, b| a.line == b.line) {
        text.push_str(&heading(dumped[0].line, "dumped"));
        for dump in dumped {
            text.push_str(&dump.text);
            text.push('\n');
        }
    }
    if !ran.cut.is_any() && ran.dump.is_empty() && ran.written.is_empty() {
        text.push_str(
            "\nNothing was dumped: no d get statement was executed, and the line wrote nothing.\n",
        );
    }
    text
}

/// The page of a program that is not open, whose runs are forgotten.
pub fn closed_page(name: &str, language: Language) -> String {
    let closed = message!(
        "{name} is closed. Open it and run it to see its dump.",
        name
    );
    closed.say(language) + "\n"
}

/// Whether users have the command line, which a page does not offer.
const HAS_COMMANDS: bool = cfg!(not(target_family = "wasm"));

/// Remarks to show before the dump: the run stopped before the requested line, or the dump is cut.
pub fn remarks(name: &str, ran: &RunResult) -> Vec<Message> {
    let mut remarks = Vec::new();
    let until = ran.line + 1;
    if let Some(stopped) = &ran.stopped {
        remarks.push(message!(
            "The run ended after line {until}, before an error: {message}",
            until,
            message = stopped.message.clone()
        ));
    }
    if ran.cut.at_step_limit {
        let steps = STEPS_MAX;
        remarks.push(if HAS_COMMANDS {
            message!(
                "The run ended at line {until}, where the limit of {steps} steps was reached. `mnc2 run {name}` runs all.",
                until,
                steps,
                name
            )
        } else {
            message!(
                "The run ended at line {until}, where the limit of {steps} steps was reached.",
                until,
                steps
            )
        });
    }
    if let Some(all) = ran.cut.dump_lines {
        let shown = ran.dump.len();
        remarks.push(if HAS_COMMANDS {
            message!(
                "The first {shown} of {all} dump lines are shown. `mnc2 run {name} --until {until}` prints all of them.",
                shown,
                all,
                name,
                until
            )
        } else {
            message!(
                "The first {shown} of {all} dump lines are shown.",
                shown,
                all
            )
        });
    }
    remarks
}

/// Operand, element and the value of each cycle in columns, as a number and in hexadecimal.
fn table(operands: &[WrittenOperand]) -> String {
    let width = |of: fn(&WrittenOperand) -> &str| {
        let widths = operands.iter().map(|one| of(one).chars().count());
        widths.max().unwrap_or_default()
    };
    let names = width(|one| &one.operand);
    let elements = width(|one| &one.element);
    let mut text = String::new();
    for one in operands {
        for (cycle, value) in one.values.iter().enumerate() {
            let (operand, element) = match cycle {
                0 => (&*one.operand, &*one.element),
                _ => ("", ""),
            };
            let bits = written_values::bits(value);
            let number = match written_values::text(value, one.numbers) {
                Some(number) if bits.as_ref() != Some(&number) => format!("{number}  "),
                Some(_) | None => String::new(),
            };
            let bits = bits.as_deref().unwrap_or("–");
            text.push_str(&format!(
                "  {operand:names$}  {element:elements$}  {number}{bits}\n"
            ));
        }
    }
    text
}
