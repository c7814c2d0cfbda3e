//! Programs that show one instruction each, for the reference: `tests/instructions/<unit>.vsm` contains the programs of a unit,
//! each under a line `# == Name`, the name of its row in the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use mnc2_assist::explain::reference::UnitPage;
use mnc2_isa::{ControlOp, Op};
use mnc2_program::{HostAction, Statement};

use crate::{annotation, files, run};

/// The text before a name.
const HEAD: &str = "# == ";

/// The programs of a unit, by the name of the row.
///
/// # Errors
/// If the file cannot be read, begins with something else, or has a name twice.
pub fn read(unit: UnitPage) -> Result<BTreeMap<String, String>, String> {
    let path = files::root().join(format!("tests/instructions/{}.vsm", unit.name));
    let shown = files::name(&path);
    let text = fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
    let mut programs: BTreeMap<String, String> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix(HEAD) {
            if programs.insert(name.to_owned(), String::new()).is_some() {
                return Err(format!("{shown}: {name} twice"));
            }
            current = Some(name.to_owned());
        } else {
            let program = current.as_ref().and_then(|name| programs.get_mut(name));
            let program = program.ok_or_else(|| format!("{shown}: `{line}` has no head"))?;
            program.push_str(line);
            program.push('\n');
        }
    }
    Ok(programs)
}

/// The name of a row in the table.
#[must_use]
pub fn name(op: Op) -> String {
    let wrapped = format!("{op:?}");
    let inner = wrapped.split_once('(').map_or("", |(_, inner)| inner);
    inner.trim_end_matches(')').to_owned()
}

/// The program and its output, as blocks of a page.
///
/// # Errors
/// If the program has a finding, does not use the instruction, or does not run to its end.
pub fn blocks(op: Op, program: &str) -> Result<String, String> {
    let checked = annotation::compare(program.as_bytes())?;
    let holds = checked.program.iter().any(|line| {
        line.statement
            .as_ref()
            .is_some_and(|statement| holds(statement, op))
    });
    if !holds {
        return Err(format!("there is no `{}` in it", op.syntax()));
    }
    let mut page = format!("```vsm\n{program}```\n\n");
    let dump = run::dump(&checked.program)?;
    if !dump.is_empty() {
        let _ = writeln!(page, "```dump\n{dump}```\n");
    }
    Ok(page)
}

/// Whether a statement holds an instruction of this row.
fn holds(statement: &Statement, op: Op) -> bool {
    let control = match statement {
        Statement::Step(step) => {
            return step
                .expressions
                .iter()
                .any(|expression| expression.op == op);
        }
        Statement::Mv(mv) => return mv.op == op,
        Statement::Directive(_) => return false,
        Statement::Quit(_) => ControlOp::Quit,
        Statement::DebugGet(_) => ControlOp::DebugGet,
        Statement::DebugSet(_) => ControlOp::DebugSet,
        Statement::Mask(_) => ControlOp::Mask,
        Statement::Host(host) => match host.action {
            HostAction::WritePdm { .. } => ControlOp::HostWritePdm,
            HostAction::ReadPdm { .. } => ControlOp::HostReadPdm,
            HostAction::Flush => ControlOp::HostFlush,
            HostAction::WriteDram { .. } => ControlOp::HostWriteDram,
        },
    };
    op == Op::Control(control)
}
