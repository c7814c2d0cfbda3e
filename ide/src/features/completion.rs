//! Completion: what can be written at a cursor, and its explanation.

use mnc2_asm::LineParser;
use mnc2_assist::complete::{self, Completions, CursorContext};
use mnc2_assist::explain;
use mnc2_program::FileForm;
use mnc2_program::cursor::Cursor;
use mnc2_text::Language;

use crate::session::Snapshot;

/// Characters that change the set of candidates at the cursor.
pub const TRIGGERS: [&str; 8] = ["$", " ", "/", "@", ";", "\"", "-", "["];

/// What can be written at a byte of a line.
///
/// After a space, only operands that are still missing are offered, so that Enter at the end of a line ends the line.
pub fn completion(
    snapshot: &Snapshot,
    line: usize,
    byte: u32,
    trigger: Option<&str>,
) -> Completions {
    let Some(content) = snapshot.program.line(line) else {
        return Completions::default();
    };
    let text = snapshot.line_text(line);
    match snapshot.form {
        FileForm::Program => {}
        FileForm::Unlinked => {
            let params = snapshot.params();
            let program = &snapshot.program;
            if let Some(completions) =
                complete::directive(program, line, &text, byte as usize, params)
            {
                return completions;
            }
        }
        FileForm::Placement | FileForm::Structure => return Completions::default(),
    }
    let mut parser = LineParser::without_suggestions();
    if trigger == Some(" ") {
        let cursor = Cursor::new(content, &text, byte as usize);
        let is_wanted = cursor.is_some_and(|cursor| wants_more(&mut parser, &text, &cursor));
        if !is_wanted {
            return Completions::default();
        }
    }
    let surroundings = CursorContext::new(&snapshot.program, line);
    complete::complete(&mut parser, content, &text, byte as usize, &surroundings)
}

/// Whether the statement continues at a cursor after a space.
fn wants_more(parser: &mut LineParser, text: &str, cursor: &Cursor) -> bool {
    if cursor.before.is_empty() {
        return cursor.expression > 0;
    }
    let rows = complete::rows_at(parser, text, cursor);
    let given = cursor.before.len() - 1;
    // Debug, host and mask statements have no operand rows.
    rows.is_empty() || rows.iter().any(|op| op.row().operands.len() > given)
}

/// The explanation of a candidate by its label.
pub fn documentation(label: &str, language: Language) -> Option<String> {
    // The data types of `d get` are explained with it, and so are the letters of `mask`.
    let query = ["d get", "mask"]
        .into_iter()
        .find(|statement| label.starts_with(statement))
        .unwrap_or(label);
    let page = explain::explain(query, language).ok()?;
    Some(without_headings(&page))
}

/// Headings are larger than the list that they are next to: they become bold.
fn without_headings(page: &str) -> String {
    let mut is_code = false;
    let mut written = String::with_capacity(page.len());
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        let title = line.trim_start_matches('#');
        match title.strip_prefix(' ') {
            Some(title) if !is_code && title.len() + 1 < line.len() => {
                written.push_str(&format!("**{}**", title.replace("**", "")));
            }
            _ => written.push_str(line),
        }
        written.push('\n');
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_has_no_headings() {
        for label in ["lpassa", "d get", "$lm0v", "E0301"] {
            let page = documentation(label, Language::English).expect("it is explained");
            assert!(page.starts_with("**"), "{page}");
            let code = page.split("```").step_by(2);
            let mut lines = code.flat_map(str::lines);
            assert!(lines.all(|line| !line.starts_with('#')), "{page}");
        }
    }
}
