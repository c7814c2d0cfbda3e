//! `mnc2 judge --list`: the testcases, and under each the solutions that it judges.

use std::io::{self, Write};
use std::path::Path;

use mnc2_project::solutions::{ContestProblem, Solutions};
use serde::Serialize;

use crate::args::Format;
use crate::output::visible;

/// A testcase as JSON.
#[derive(Serialize)]
struct Listed {
    testcase: String,
    solutions: Vec<String>,
}

/// Writes the list: lines, with solutions indented, or an object for each testcase.
pub(super) fn write(solutions: &Solutions, format: Format, out: &mut impl Write) -> io::Result<()> {
    let name = |path: &Path| path.display().to_string();
    for problem in solutions.problems() {
        let ContestProblem {
            testcase,
            solutions,
        } = problem;
        let testcase = name(&testcase);
        let solutions: Vec<String> = solutions.iter().map(|path| name(path)).collect();
        match format {
            Format::Text => {
                writeln!(out, "{}", visible(&testcase))?;
                for solution in solutions {
                    writeln!(out, "  {}", visible(&solution))?;
                }
            }
            Format::Json => {
                let listed = Listed {
                    testcase,
                    solutions,
                };
                serde_json::to_writer(&mut *out, &listed)?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}
