//! A run of a program in another language up to a line, and its page: registers and memories as tables.

use std::sync::atomic::Ordering;

use mnc2_text::{Fields, Language, Message, Variable, message};

use super::{Control, Failure, RunStop};
use crate::features::heat_map;
use crate::languages::{Ended, Machine, Text, Until};
use crate::session::{LanguageRan, LanguageSnapshot};

/// Maximum number of instructions of a run in an editor.
pub const INSTRUCTIONS_MAX: u64 = 20_000_000;
/// Instructions between two checks of the clock and of the answers that the user waits for.
const INSTRUCTIONS_AT_ONCE: u64 = 1 << 14;

/// Where a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// When a line was executed, counted from 0.
    Line(u32),
    /// Where the program does. In languages whose functions run alone, the function at a line.
    End {
        /// The line, counted from 0.
        from: u32,
    },
}

/// Runs a program until a line was executed, or as far as possible. If the line has no instruction, such as a label, the run
/// stops before the next line with an instruction. A program with errors runs only with `anyway`.
///
/// # Errors
/// Why it cannot run at all.
pub fn run(
    snapshot: &LanguageSnapshot,
    goal: Goal,
    given: &Fields,
    anyway: bool,
    control: &Control,
) -> Result<LanguageRan, Failure> {
    let (Goal::Line(line) | Goal::End { from: line }) = goal;
    let lines = snapshot.lines() as usize;
    if line as usize >= lines && snapshot.unread().is_none() {
        return Err(Failure::NoSuchLine { lines });
    }
    let (_, mut machine) = begin(snapshot, Some(line), given, anyway)?;
    let (line, until) = match goal {
        Goal::Line(line) => (line, machine.until(line)),
        Goal::End { from } => (machine.lines().pop().unwrap_or(from), Until::End),
    };
    let stopped = go(&mut *machine, (line, until), control)?;
    Ok(LanguageRan {
        line,
        steps: machine.steps(),
        stopped,
        computed: machine.computed(given),
        beside: machine.beside(),
        grids: machine.grids(),
    })
}

/// A text, and a machine before its first instruction with what it is given. With a line, the run begins in the function there, if
/// functions run alone.
///
/// # Errors
/// Why it cannot run.
pub fn begin<'a>(
    snapshot: &'a LanguageSnapshot,
    line: Option<u32>,
    given: &Fields,
    anyway: bool,
) -> Result<(&'a dyn Text, Box<dyn Machine>), Failure> {
    let Some(text) = snapshot.read() else {
        let unread = snapshot.unread();
        return Err(unread.map_or(Failure::Cancelled, Failure::unread));
    };
    let findings = snapshot.findings_to_run();
    let error = findings.iter().find(|it| it.diagnostic.is_error());
    if let Some(error) = error.filter(|_| !anyway) {
        let message = error.diagnostic.message.clone();
        return Err(stop(error.line, message, line));
    }
    let machine = match line {
        Some(line) => text.machine_at(line),
        None => text.machine(),
    };
    let line = line.unwrap_or(0);
    let mut machine = machine.map_err(|it| stop(it.line.unwrap_or(line), it.message, None))?;
    let loaded = machine.load(given);
    loaded.map_err(|message| stop(line, message, None))?;
    Ok((text, machine))
}

fn stop(line: u32, reason: Message, runnable: Option<u32>) -> Failure {
    Failure::Stopped(Box::new(RunStop {
        file: None,
        line,
        code: None,
        reason,
        runnable,
    }))
}

/// Runs up to the line. Returns why it did not get there.
fn go(
    machine: &mut dyn Machine,
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

/// The page of the last run. `name` is the program's name in messages.
///
/// A line that begins with `line N` is the heading of what follows; N counts from 1.
pub fn text(name: &str, snapshot: &LanguageSnapshot, language: Language) -> String {
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
    let is_row = |it: &&Variable| it.parts.is_empty();
    let (rows, groups): (Vec<_>, Vec<_>) = last.ran.computed.iter().partition(is_row);
    for group in groups {
        text.push('\n');
        table(&[group], 0, &mut text);
    }
    if !rows.is_empty() {
        text.push('\n');
        table(&rows, 0, &mut text);
    }
    heat_map::write(&last.ran.grids, &mut text);
    text
}

/// Why a run ended where it did, if it is not where it was to end.
pub fn remark(ran: &LanguageRan) -> Option<Message> {
    let (line, reason) = ran.stopped.clone()?;
    Some(match line {
        Some(line) => message!("line {line}: {remark}", line = line + 1, remark = reason),
        None => reason,
    })
}

/// Names and values in columns; what is inside of another is indented.
fn table(variables: &[&Variable], depth: usize, text: &mut String) {
    let widths = variables.iter().map(|it| it.name.chars().count());
    let width = widths.max().unwrap_or_default();
    for Variable { name, value, parts } in variables {
        let indent = 2 * depth;
        let row = format!("{:indent$}{name:width$}  {value}", "");
        text.push_str(row.trim_end());
        text.push('\n');
        table(&parts.iter().collect::<Vec<_>>(), depth + 1, text);
    }
}

#[cfg(all(test, feature = "rvmatrix"))]
mod tests {
    use expect_test::{Expect, expect};

    use mnc2_text::Data;

    use super::*;
    use crate::languages;
    use crate::session::LanguageDocument;

    const PROGRAM: &str = "\tli t0, 0x1000\n\tld t1, 0(t0)\nloop:\n\taddi t1, t1, -1\n\tbnez t1, loop\n\tsd t0, 8(t0)\n\tret\n";

    fn document(text: &str) -> LanguageDocument {
        let options = languages::find("rvmatrix")
            .expect("it is a feature")
            .options();
        LanguageDocument::new(0, text, options)
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
            Goal::Line(line),
            &memory,
            anyway,
            &Control::default(),
        );
        let page = match ran {
            Ok(ran) => {
                document.set_last_run(&document.snapshot(), ran);
                let page = super::text("kernel.S", &document.snapshot(), Language::English);
                let is_shown = |line: &&str| !line.contains(" sp ") && !line.contains(" ra ");
                let lines: Vec<&str> = page.lines().filter(is_shown).collect();
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

                registers
                  x5 t0  0x1000

                control and status
                  xmcsr  1
                  xmisa  0x3ff

                0x1000  03 00 00 00 00 00 00 00
                0x1008  00 10 00 00 00 00 00 00"#]],
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

                registers
                  x5 t0  0x1000
                  x6 t1  0x3

                control and status
                  xmcsr  1
                  xmisa  0x3ff

                0x1000  03 00 00 00 00 00 00 00"#]],
        );
    }

    #[test]
    fn a_run_to_a_line_after_the_last_statement_ends_with_the_program() {
        let document = document("\tli t0, 1\n\tret\n# the end\n\n");
        let ran = run(
            &document.snapshot(),
            Goal::Line(2),
            &Fields::new(),
            false,
            &Control::default(),
        );
        assert!(ran.expect("it runs").stopped.is_none());
    }

    #[test]
    fn a_whole_run_ends_with_the_program() {
        let document = document(PROGRAM);
        let ran = run(
            &document.snapshot(),
            Goal::End { from: 2 },
            &given("0300000000000000"),
            false,
            &Control::default(),
        );
        let ran = ran.expect("it runs");
        assert_eq!((ran.line, ran.steps, ran.stopped), (6, 10, None));
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

                registers
                  x5 t0  0x1

                control and status
                  xmcsr  1
                  xmisa  0x3ff

                0x1000  03 00 00 00 00 00 00 00"#]],
        );
        check(
            "\tcsrr a0, xyz\n\tret\n",
            1,
            false,
            &expect![[r#"
                kernel.S, run to line 2: 0 instructions
                line 1: `xyz` is not a known control and status register

                registers

                control and status
                  xmcsr  1
                  xmisa  0x3ff

                0x1000  03 00 00 00 00 00 00 00"#]],
        );
        check(
            "\tmcfgm a0\n\tret\n",
            1,
            false,
            &expect![[
                r#"Stopped(RunStop { file: None, line: 0, code: None, reason: Message { template: "`{name}` needs the register that receives the matrix size first", names: ["name"], values: [Text("mcfgm")] }, runnable: Some(1) })"#
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
        let ran = run(&snapshot, Goal::Line(2), &Fields::new(), false, &control);
        assert_eq!(ran, Err(Failure::Cancelled));
        let ran = run(
            &snapshot,
            Goal::Line(1),
            &Fields::new(),
            false,
            &Control::default(),
        );
        document.set_last_run(&snapshot, ran.expect("it runs"));
        let page = |document: &LanguageDocument| text("a", &document.snapshot(), Language::English);
        assert!(!page(&document).contains("edited"));
        document.replace(0..0, "\n");
        assert!(page(&document).contains("It has been edited since."));
    }
}
