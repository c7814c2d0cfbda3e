//! The last run of a program as a page: what the last line wrote, what comments expected, and every dump below the
//! statement that printed it.

use crate::session::{Snapshot, WrittenText};

/// The page. `name` is what people call the program.
///
/// A line that begins with `line N dumped` or `line N wrote` heads what follows; N counts from 1.
pub(crate) fn text(name: &str, snapshot: &Snapshot) -> String {
    let Some(last) = &snapshot.outcomes.last_run else {
        return format!("{name} has not been run yet.\n");
    };
    let ran = &last.ran;
    let plural = if ran.steps == 1 { "" } else { "s" };
    let mut text = format!(
        "{name}, run to line {}: {} step{plural}\n",
        ran.line + 1,
        ran.steps
    );
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
        // Of a line that has been edited only its number is known.
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
    if ran.truncated {
        text.push_str("\nA limit cut the run or its dump short here.\n");
    } else if ran.dump.is_empty() && ran.written.is_empty() {
        text.push_str(
            "\nNothing was dumped: no d get statement was executed, and the line wrote nothing.\n",
        );
    }
    text
}

/// Operand, element and the value of each cycle, in columns.
fn table(written: &[WrittenText]) -> String {
    let width = |of: fn(&WrittenText) -> &str| {
        let widths = written.iter().map(|one| of(one).chars().count());
        widths.max().unwrap_or_default()
    };
    let operands = width(|one| &one.operand);
    let elements = width(|one| &one.element);
    let mut text = String::new();
    for one in written {
        for (cycle, value) in one.values.iter().enumerate() {
            let (operand, element) = match cycle {
                0 => (&*one.operand, &*one.element),
                _ => ("", ""),
            };
            let value = value.as_deref().unwrap_or("–");
            text.push_str(&format!(
                "  {operand:operands$}  {element:elements$}  {value}\n"
            ));
        }
    }
    text
}
