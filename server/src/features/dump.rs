//! The dump of the last run as a text of its own.

use crate::session::Snapshot;

/// The dump in full, below a few lines that say what it is of.
pub(crate) fn text(snapshot: &Snapshot) -> String {
    let Some(last) = &snapshot.outcomes.last_run else {
        return "# The program has not been run yet.\n".to_owned();
    };
    let ran = &last.ran;
    let mut text = format!("# Run to line {}, {} steps.\n", ran.line + 1, ran.steps);
    let valid_before = last.valid_before(&snapshot.program);
    if valid_before <= ran.line {
        text.push_str(&format!(
            "# The program has changed since, from line {} on.\n",
            valid_before + 1
        ));
    }
    for written in &ran.written {
        let values = written
            .values
            .iter()
            .map(|value| value.as_deref().unwrap_or("-"));
        let values = values.collect::<Vec<_>>().join(", ");
        text.push_str(&format!(
            "# {} of {}: {values}\n",
            written.operand, written.element
        ));
    }
    for problem in &ran.expected.findings {
        text.push_str(&format!(
            "# line {}: {}\n",
            problem.line + 1,
            problem.message
        ));
    }
    for dump in &ran.dump {
        text.push_str(&dump.text);
        text.push('\n');
    }
    if ran.truncated {
        text.push_str("# A limit cut the run or its dump short here.\n");
    }
    text
}
