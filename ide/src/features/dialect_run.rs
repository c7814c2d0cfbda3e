//! A run of a program in another language up to a line, and its page: registers and memories as tables.

use std::sync::atomic::Ordering;

use mnc2_asm::{Language, Message, message};
use mnc2_text::{Data, Fields, Variable};

use super::heat;
use super::run::{Control, Failure, Stop};
use crate::dialects::{Ended, Machine, Until};
use crate::session::{DialectRan, DialectSnapshot};

/// Maximum number of instructions of a run in an editor.
pub const INSTRUCTIONS_MAX: u64 = 20_000_000;
/// Maximum number of bytes or numbers of memory on a page.
pub const MEMORY_VALUES_MAX: u64 = 1 << 16;
/// Instructions between two looks at the clock and at what the user types.
const INSTRUCTIONS_AT_ONCE: u64 = 1 << 14;
/// Digits of a text on a line of the page: 32 bytes in hexadecimal.
const DIGITS_IN_A_LINE: usize = 64;

/// Runs a program until a line was executed, or as far as it goes. If the line has nothing that runs, such as a label, the run stops
/// before the next one that has. One with errors runs only with `anyway`.
///
/// # Errors
/// Why it cannot run at all.
pub fn run(
    snapshot: &DialectSnapshot,
    line: u32,
    given: &Fields,
    anyway: bool,
    control: &Control,
) -> Result<DialectRan, Failure> {
    let Some(text) = snapshot.read() else {
        let unread = snapshot.unread();
        return Err(unread.map_or(Failure::Cancelled, Failure::unread));
    };
    let lines = snapshot.lines() as usize;
    if line as usize >= lines {
        return Err(Failure::NoSuchLine { lines });
    }
    let findings = snapshot.findings_to_run();
    let error = findings.iter().find(|it| it.diagnostic.is_error());
    if let Some(error) = error.filter(|_| !anyway) {
        return Err(stop(
            error.line,
            error.diagnostic.message.clone(),
            Some(line),
        ));
    }
    let machine = text.entered_at(line).machine();
    let mut machine = machine.map_err(|it| stop(it.line.unwrap_or(line), it.message, None))?;
    let loaded = machine.load(given);
    loaded.map_err(|message| stop(line, message, None))?;
    let until = machine.until(line);
    let stopped = go(&mut machine, (line, until), control)?;
    let memory = machine.dump(given, MEMORY_VALUES_MAX);
    Ok(DialectRan {
        line,
        steps: machine.steps(),
        stopped,
        state: machine.state(),
        memory: memory.map(|fields| fields.iter().map(|(name, it)| variable(name, it)).collect()),
        beside: machine.beside(),
        grids: machine.grids(),
    })
}

fn stop(line: u32, reason: Message, runnable: Option<u32>) -> Failure {
    Failure::Stopped(Box::new(Stop {
        file: None,
        line,
        code: None,
        reason,
        runnable,
    }))
}

/// Runs up to the line. Returns why it did not get there.
fn go(
    machine: &mut Machine,
    (line, until): (u32, Until),
    control: &Control,
) -> Result<Option<(Option<u32>, Message)>, Failure> {
    let is_cancelled = || control.cancel.load(Ordering::Relaxed);
    loop {
        control.typing.give_way();
        if let Some(next) = machine.line() {
            control.line.store(next, Ordering::Relaxed);
        }
        let left = INSTRUCTIONS_MAX.saturating_sub(machine.steps());
        match machine.run(until, INSTRUCTIONS_AT_ONCE.min(left), &is_cancelled) {
            Ended::Arrived => return Ok(None),
            Ended::AtEnd if until == Until::End => return Ok(None),
            Ended::AtEnd => {
                let message = message!("the program ended, and never executed this line");
                return Ok(Some((Some(line), message)));
            }
            Ended::AtLimit if machine.steps() < INSTRUCTIONS_MAX => {}
            Ended::AtLimit => {
                let steps = machine.steps();
                let message = message!("stopped after {steps} instructions", steps);
                return Ok(Some((machine.line(), message)));
            }
            Ended::Cancelled => return Err(Failure::Cancelled),
            Ended::Trouble(trouble) => {
                let at = trouble.line.or(machine.line());
                return Ok(Some((at, trouble.message)));
            }
        }
    }
}

/// A value of memory for people. Bytes in hexadecimal are rows of a table.
pub(crate) fn variable(name: &str, value: &Data) -> Variable {
    let rows = value.as_text().filter(|text| text.len() > DIGITS_IN_A_LINE);
    let is_hex = |text: &&str| text.bytes().all(|it| it.is_ascii_hexdigit());
    let Some(digits) = rows.filter(is_hex) else {
        return value.variable(name);
    };
    let rows = digits.as_bytes().chunks(DIGITS_IN_A_LINE).enumerate();
    let rows = rows.map(|(index, row)| Variable {
        name: format!("+0x{:x}", index * DIGITS_IN_A_LINE / 2),
        value: String::from_utf8_lossy(row).into_owned(),
        parts: Vec::new(),
    });
    Variable {
        name: name.to_owned(),
        value: String::new(),
        parts: rows.collect(),
    }
}

/// The page of the last run. `name` is the program's name as people know it.
///
/// A line that begins with `line N` is the heading of what follows; N counts from 1.
pub fn text(name: &str, snapshot: &DialectSnapshot, language: Language) -> String {
    let Some(last) = &snapshot.last_run else {
        let nothing = message!("{name} has not been run yet.", name);
        return nothing.say(language) + "\n";
    };
    let line = last.ran.line + 1;
    let steps = last.ran.steps;
    let title = message!(
        "{name}, run to line {line}: {steps:# instruction|# instructions}",
        name,
        line,
        steps
    );
    let mut text = title.say(language) + "\n";
    let mut say = |message: Message| {
        text.push_str(&message.say(language));
        text.push('\n');
    };
    if let Some(remark) = remark(&last.ran) {
        say(remark);
    }
    if last.is_outdated {
        say(message!("It has been edited since."));
    }
    match &last.ran.memory {
        Ok(memory) if memory.is_empty() => {}
        Ok(memory) => {
            text.push('\n');
            text.push_str(&message!("memory").say(language));
            text.push('\n');
            table(memory, 1, &mut text);
        }
        Err(message) => say(message.clone()),
    }
    heat::write(&last.ran.grids, &mut text);
    for group in &last.ran.state {
        text.push('\n');
        table(std::slice::from_ref(group), 0, &mut text);
    }
    text
}

/// Why a run ended where it did, if it is not where it was to end.
pub fn remark(ran: &DialectRan) -> Option<Message> {
    let (line, reason) = ran.stopped.clone()?;
    Some(match line {
        Some(line) => message!("line {line}: {remark}", line = line + 1, remark = reason),
        None => reason,
    })
}

/// Names and values in columns; what is inside of another is indented.
fn table(variables: &[Variable], depth: usize, text: &mut String) {
    let widths = variables.iter().map(|it| it.name.chars().count());
    let width = widths.max().unwrap_or_default();
    for Variable { name, value, parts } in variables {
        let indent = 2 * depth;
        let row = format!("{:indent$}{name:width$}  {value}", "");
        text.push_str(row.trim_end());
        text.push('\n');
        table(parts, depth + 1, text);
    }
}

#[cfg(all(test, feature = "rvmatrix"))]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::dialects::Dialect;
    use crate::session::DialectDocument;

    const PROGRAM: &str = "\tli t0, 0x1000\n\tld t1, 0(t0)\nloop:\n\taddi t1, t1, -1\n\tbnez t1, loop\n\tsd t0, 8(t0)\n\tret\n";

    fn document(text: &str) -> DialectDocument {
        let options = Dialect::find("rvmatrix")
            .expect("it is a feature")
            .options();
        DialectDocument::new(0, text, options)
    }

    fn given(bytes: &str) -> Fields {
        vec![("0x1000".to_owned(), Data::Text(bytes.to_owned()))]
    }

    #[track_caller]
    fn check(text: &str, line: u32, anyway: bool, expected: &Expect) {
        let mut document = document(text);
        let memory = given("0300000000000000");
        let ran = run(
            &document.snapshot(),
            line,
            &memory,
            anyway,
            &Control::default(),
        );
        let page = match ran {
            Ok(ran) => {
                document.set_last_run(&document.snapshot(), ran);
                let page = super::text("kernel.S", &document.snapshot(), Language::English);
                let is_shown = |line: &&str| {
                    !line.starts_with("  ") || line.contains("0x1") || line.contains(" t1 ")
                };
                let lines: Vec<&str> = page.lines().filter(is_shown).take(9).collect();
                lines.join("\n")
            }
            Err(failure) => format!("{failure:?}"),
        };
        expected.assert_eq(&page);
    }

    #[test]
    fn a_run_ends_after_its_line() {
        check(
            PROGRAM,
            5,
            false,
            &expect![[r#"
            kernel.S, run to line 6: 9 instructions

            memory
              0x1000  0300000000000000
              0x1008  0010000000000000

            registers
              x5 t0    0x1000
              x6 t1    0x0"#]],
        );
    }

    #[test]
    fn a_run_to_a_label_ends_before_what_runs_next() {
        check(
            PROGRAM,
            2,
            false,
            &expect![[r#"
            kernel.S, run to line 3: 2 instructions

            memory
              0x1000  0300000000000000

            registers
              x5 t0    0x1000
              x6 t1    0x3
        "#]],
        );
    }

    #[test]
    fn a_run_to_a_line_after_the_last_statement_ends_with_the_program() {
        let document = document("\tli t0, 1\n\tret\n# the end\n\n");
        let ran = run(
            &document.snapshot(),
            2,
            &Fields::new(),
            false,
            &Control::default(),
        );
        assert!(ran.expect("it runs").stopped.is_none());
    }

    #[test]
    fn a_run_that_does_not_get_there_says_why() {
        check(
            "\tli t0, 1\n\tret\n\tli t0, 0x1000\n",
            2,
            false,
            &expect![[r#"
            kernel.S, run to line 3: 2 instructions
            line 3: the program ended, and never executed this line

            memory
              0x1000  0300000000000000

            registers
              x5 t0    0x1
              x6 t1    0x0"#]],
        );
        check(
            "\tcsrr a0, xyz\n\tret\n",
            1,
            false,
            &expect![[r#"
            kernel.S, run to line 2: 0 instructions
            line 1: `xyz` is no control and status register that is known

            memory
              0x1000  0300000000000000

            registers
              x6 t1    0x0
        "#]],
        );
        check(
            "\tmcfgm a0\n\tret\n",
            1,
            false,
            &expect![[
                r#"Stopped(Stop { file: None, line: 0, code: None, reason: Message { template: "`{name}` needs the register that receives the matrix size first", names: ["name"], values: [Text("mcfgm")] }, runnable: Some(1) })"#
            ]],
        );
        check("\tret\n", 9, false, &expect!["NoSuchLine { lines: 2 }"]);
    }

    #[test]
    fn a_run_says_when_it_is_outdated_and_can_be_stopped() {
        let mut document = document("loop:\n\tj loop\n\tret\n");
        let control = Control::default();
        control.cancel.store(true, Ordering::Relaxed);
        let snapshot = document.snapshot();
        let ran = run(&snapshot, 2, &Fields::new(), false, &control);
        assert_eq!(ran, Err(Failure::Cancelled));
        let ran = run(&snapshot, 1, &Fields::new(), false, &Control::default());
        document.set_last_run(&snapshot, ran.expect("it runs"));
        let page = |document: &DialectDocument| text("a", &document.snapshot(), Language::English);
        assert!(!page(&document).contains("edited"));
        document.replace(0..0, "\n");
        assert!(page(&document).contains("It has been edited since."));
    }

    #[test]
    fn long_memory_is_a_table() {
        let rows = variable("0x0", &Data::Text("0a".repeat(33)));
        let row = |at: usize| (rows.parts[at].name.as_str(), rows.parts[at].value.len());
        assert_eq!(
            (row(0), row(1), rows.parts.len()),
            (("+0x0", 64), ("+0x20", 2), 2)
        );
        assert_eq!(variable("0x0", &Data::Text("0a".repeat(32))).parts, []);
    }
}
