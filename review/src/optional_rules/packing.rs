//! Packing: the board takes units of 3 PE instructions, in flat mode 2, and 1 MV instruction (manual 1.2).
//!
//! A tool of the vendor fills units up with `nop` and `mvnop`, so this is worth knowing rather than wrong: one
//! finding, at the first instruction that does not fit, with what the units cost. The MV instruction counts as the
//! last of its unit, as the manual lists it.
//!
//! The number of units decides how long the program is on the board, which does not load any length.

use mnc2_isa::Mode;
use mnc2_program::Statement;
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_text::{LineRange, Message, message};

/// A packed unit has 1024 bits. Public: the tests of `mnc2-inspect` in the unofficial SDK (`docs/known-behaviour.md`).
const UNIT_BYTES: u64 = 128;

/// The smallest size that is known not to load (the SDK's notes). One of 1.44 MB loads; sizes between them are not
/// published, and not reported.
const REFUSED_BYTES_MIN: u64 = 11_500_000;

/// Units of instructions, filled one after the other.
struct Units {
    steps_per_unit: u64,
    units: u64,
    /// Steps in the unit that is being filled.
    steps: u64,
    nops: u64,
    mvnops: u64,
    /// The first instruction that is not at its place in a unit.
    first: Option<(u32, LineRange, Message)>,
    /// The first instruction up to which the program is as long as one that is known not to load.
    beyond: Option<(u32, LineRange)>,
}

impl Units {
    /// Adds steps; a full unit is closed without an MV instruction.
    fn steps(&mut self, line: u32, range: &LineRange, count: u64) {
        let total = self.steps + count;
        let closed = total.saturating_sub(1) / self.steps_per_unit;
        if closed > 0 {
            self.units += closed;
            self.mvnops += closed;
            self.note(
                line,
                range,
                message!("this PE instruction is at the place of the unit's MV instruction"),
            );
        }
        self.steps = total - closed * self.steps_per_unit;
        self.measure(line, range);
    }

    /// Adds an MV instruction, which closes the unit.
    fn mv(&mut self, line: u32, range: &LineRange) {
        let missing = self.steps_per_unit - self.steps;
        if missing > 0 {
            self.nops += missing;
            self.note(
                line,
                range,
                message!("this MV instruction is where a PE instruction of the unit belongs"),
            );
        }
        self.units += 1;
        self.steps = 0;
        self.measure(line, range);
    }

    /// The length of the closed units.
    const fn bytes(&self) -> u64 {
        self.units.saturating_mul(UNIT_BYTES)
    }

    fn measure(&mut self, line: u32, range: &LineRange) {
        if self.beyond.is_none() && self.bytes() >= REFUSED_BYTES_MIN {
            self.beyond = Some((line, range.clone()));
        }
    }

    fn note(&mut self, line: u32, range: &LineRange, what: Message) {
        if self.first.is_none() {
            self.first = Some((line, range.clone(), what));
        }
    }
}

/// Finds the first instruction that does not fit into its unit, and the first that is too much for the board.
pub(super) fn find<'a>(
    statements: impl Iterator<Item = (u32, &'a Statement)>,
    mode: Mode,
    findings: &mut Vec<Finding>,
) {
    let steps_per_unit = match mode {
        Mode::AutoStride => 3,
        Mode::Flat => 2,
    };
    let mut units = Units {
        steps_per_unit,
        units: 0,
        steps: 0,
        nops: 0,
        mvnops: 0,
        first: None,
        beyond: None,
    };
    let mut last = None;
    for (line, statement) in statements {
        match statement {
            Statement::Step(step) => units.steps(line, &step.range, step.steps().into()),
            Statement::Mv(mv) => units.mv(line, &mv.range),
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Directive(_) => continue,
        }
        last = Some((line, statement.range()));
    }
    if units.steps > 0 {
        units.nops += steps_per_unit - units.steps;
        units.mvnops += 1;
        units.units += 1;
        if let Some((line, range)) = last {
            units.measure(line, &range);
            units.note(line, &range, message!("the last unit is not full"));
        }
    }
    if let Some((line, range)) = units.beyond.take() {
        findings.push(Finding {
            line,
            diagnostic: too_long(range, units.bytes()),
        });
    }
    let Some((line, range, what)) = units.first else {
        return;
    };
    let mode = match mode {
        Mode::AutoStride => message!("auto-stride mode"),
        Mode::Flat => message!("flat mode"),
    };
    findings.push(Finding {
        line,
        diagnostic: Diagnostic::new(
            Code::StreamNotPacked,
            range,
            message!("the instruction stream is not packed: {what}, \
                 and in {mode} a unit is {steps} PE instructions and 1 MV instruction", what, mode, steps = steps_per_unit),
        )
        .help(message!("packed in this order it has {units:# unit|# units}, filled up with {nops} `nop` and {mvnops} `mvnop`", units = units.units, nops = units.nops, mvnops = units.mvnops))
        .help(
            message!("the emulator accepts instructions in any order; a program for the board is packed first"),
        ),
    });
}

fn too_long(range: LineRange, bytes: u64) -> Diagnostic {
    // Megabytes with two digits, as the notes give them.
    let hundredths = bytes / 10_000;
    let megabytes = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    Diagnostic::new(
        Code::KernelTooLong,
        range,
        message!(
            "packed, the program has {megabytes} MB: up to this instruction it is as long as a program that does not load on the board",
            megabytes
        ),
    )
    .help(message!(
        "a kernel of 1.44 MB loads, one of 11.5 MB does not: the host reserves one contiguous block, with a power of two as its size"
    ))
    .help(message!(
        "kernels that run one after the other share what is in the memories of the PEs"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_program::ModeChoice;
    use mnc2_program::rules::check::check;

    /// Checks the line (from 1) of the finding and what the remark counts.
    fn check_units(source: &str, mode: Mode, expected: Option<(u32, &str)>) {
        let program = mnc2_asm::parse(source);
        let quit_line = check(&program, ModeChoice::Given(mode)).quit_line;
        let mut findings = Vec::new();
        find(
            super::super::statements(&program, quit_line),
            mode,
            &mut findings,
        );
        let found = findings.first().map(|finding| {
            let remark = finding.diagnostic.notes[0].message.to_string();
            (
                finding.line + 1,
                remark["packed in this order it has ".len()..].to_owned(),
            )
        });
        let expected = expected.map(|(line, remark)| (line, remark.to_owned()));
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn units_are_counted() {
        let auto = Mode::AutoStride;
        check_units("", auto, None);
        check_units("nop\nnop\nnop\nmvnop\n", auto, None);
        check_units("nop/3\nmvnop\nnop/3\nmvnop\nquit\nnop", auto, None);
        check_units("nop/2\nmvnop", Mode::Flat, None);
        check_units(
            "nop/3\nmvnop\nnop",
            auto,
            Some((3, "2 units, filled up with 2 `nop` and 1 `mvnop`")),
        );
        check_units(
            "nop/7\nmvnop",
            auto,
            Some((1, "3 units, filled up with 2 `nop` and 2 `mvnop`")),
        );
        check_units(
            "mvnop\nmvnop",
            Mode::Flat,
            Some((1, "2 units, filled up with 4 `nop` and 0 `mvnop`")),
        );
        check_units(
            "nop/3\nmask 0\nmvnop\nnop/3\nnop",
            auto,
            Some((5, "3 units, filled up with 2 `nop` and 2 `mvnop`")),
        );
    }
}
