//! The instruction reference: the text about each row, operand and distance, from the tables.
//!
//! The caller runs the example of a row on an emulator and passes in its output as text.

use std::fmt::Write as _;

use mnc2_isa::timing::{AccessKind, AddressRelation, DistanceUnit, RULES, TimingRule};
use mnc2_isa::{
    Group, Mnemonic, Op, OperandDoc, OperandRole, Precision, Source, assumption, operand_doc,
};

use super::instruction::{names, spelled};
use mnc2_asm::lower::overload::expectation_of;
use mnc2_program::code::Code;

/// A page of the reference: the rows of one unit.
#[derive(Clone, Copy, Debug)]
pub struct UnitPage {
    /// The page's file below `docs/instructions/`, without extension.
    pub name: &'static str,
    /// The heading of the page.
    pub title: &'static str,
    /// The text that applies to all of its rows.
    pub introduction: &'static str,
}

/// The pages, in the order in which they are read.
pub const UNITS: [UnitPage; 6] = [
    UnitPage {
        name: "alu",
        title: "ALU",
        introduction: "\
Every PE has an ALU. It takes one expression in a step and works on one or two long words in each of the
four cycles. The result is written to every destination, and is `$aluf` in the next step. The destination
`$omr` stores the mask flags of the result.",
    },
    UnitPage {
        name: "mau",
        title: "MAU",
        introduction: "\
Every PE has a part in the MAU of its MAB: vector operations work on the PE's own words, matrix products on the words of the four PEs and the matrix register. A step can have two of
a calculation, a matrix register write and a transposed read, but not two of one kind. The result of a calculation is `$mauf` in
the next step, the result of a transposed read is `$mreadf`.",
    },
    UnitPage {
        name: "l1bm",
        title: "L1BM",
        introduction: "\
Every L1B moves words between its L1BM and its 64 PEs: down by broadcast and distribution, up by transfer,
reduction and gather. Data to L1BM are also kept in the turnaround register `$lbi`, from which an
instruction of the same type can send them down in the next step. Data from L1BM are in `$lbf` in the next step.",
    },
    UnitPage {
        name: "l2bm",
        title: "L2BM",
        introduction: "\
Every L2B moves words between its L2BM and its eight L1BMs, and between L1BMs. `@` after an opcode chooses
L1Bs. Two instructions fill the DRAM address register.",
    },
    UnitPage {
        name: "mv",
        title: "MV",
        introduction: "\
MV instructions are separate lines. They move words between PDM, DRAM and L2BM while the PEs continue; a step can
wait for one of them by its tag. The speeds are for an instruction that runs alone. The emulator finishes an MV instruction immediately.",
    },
    UnitPage {
        name: "control",
        title: "Control, host and debug",
        introduction: "\
`nop`, `noforward` and `wait` are PE instructions that move no data. The other statements on this page are not instructions: they are for the assembler or the emulator, take no time and are not counted.",
    },
];

impl UnitPage {
    /// The rows on this page, in the manual's order.
    pub fn rows(self) -> impl Iterator<Item = Op> {
        Op::all().filter(move |op| unit_name(*op) == self.name)
    }
}

const fn unit_name(op: Op) -> &'static str {
    match op {
        Op::Alu(_) => "alu",
        Op::Mau(_) => "mau",
        Op::L1bm(_) => "l1bm",
        Op::L2bm(_) => "l2bm",
        Op::Mv(_) => "mv",
        Op::Control(_) => "control",
    }
}

/// The heading of a row.
fn heading(op: Op) -> String {
    format!("`{}`: {}", names(op), op.row().title)
}

/// The place of a row, below `docs/`.
#[must_use]
pub fn place(op: Op) -> String {
    format!("instructions/{}.md#{}", unit_name(op), anchor(&heading(op)))
}

/// The place of an operand, below `docs/`.
#[must_use]
pub fn operand_place(entry: &OperandDoc) -> String {
    format!(
        "instructions/operands.md#{}",
        anchor(&operand_heading(entry))
    )
}

/// The name of a section in the page of [`super::sections`].
#[must_use]
pub fn section_anchor(section: &str) -> String {
    format!("s{}", section.replace('.', "-"))
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// The page of a unit; `program` returns the example of a row that runs, as Markdown.
#[must_use]
pub fn unit(unit: UnitPage, mut program: impl FnMut(Op) -> String) -> String {
    let mut page = format!("# {}\n\n{}\n{GENERATED}\n", unit.title, unit.introduction);
    page.push_str("| opcode | what it does | manual |\n|---|---|---|\n");
    for op in unit.rows() {
        let row = op.row();
        let _ = writeln!(
            page,
            "| [`{}`](#{}) | {} | {} |",
            names(op),
            anchor(&heading(op)),
            row.title,
            row.section
        );
    }
    for op in unit.rows() {
        page.push_str(&row(op, &program(op)));
    }
    page
}

const GENERATED: &str = "\nThis page is generated from the table of instructions.\n";

fn row(op: Op, program: &str) -> String {
    let row = op.row();
    let mut out = format!("\n## {}\n\n", heading(op));
    let _ = writeln!(
        out,
        "```text\n{}\n```\n",
        row.op.syntax().replace(" | ", "\n")
    );
    let size = match op {
        Op::Mv(op) => super::instruction::size(op).map(|size| format!(" {size}")),
        Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Control(_) => None,
    };
    let _ = writeln!(out, "{}{}\n", row.doc, size.unwrap_or_default());
    if !row.operands.is_empty() {
        out.push_str("| operand | | what it can be | address | words |\n|---|---|---|---|---|\n");
        for spec in row.operands {
            let role = match spec.role {
                OperandRole::Input => "read",
                OperandRole::Output => "written",
                OperandRole::Outputs => "written, one or more",
            };
            let (alignment, words) = match spec.words_per_cycle {
                0 => (String::new(), String::new()),
                words => (
                    match spec.alignment {
                        1 => "any".to_owned(),
                        alignment => format!("multiple of {alignment}"),
                    },
                    format!("{words} in each {}", turn(op)),
                ),
            };
            let accepted = expectation_of(op, spec.class);
            let _ = writeln!(
                out,
                "| `{}` | {role} | {accepted} | {alignment} | {words} |",
                spec.name
            );
        }
        out.push('\n');
    }
    let _ = writeln!(out, "Effect:\n\n```text\n{}\n```\n", row.effect);
    let _ = writeln!(out, "Time: {}\n", time(op));
    let _ = writeln!(out, "For example `{}`.\n", row.example);
    out.push_str(program);
    let spelled = spelled(op);
    if spelled.len() > 1 {
        let _ = writeln!(out, "Spellings: {}.\n", spelled.join(" "));
    }
    for assumption in assumption::about(op) {
        let _ = writeln!(
            out,
            "**Assumed:** {} {}\n",
            assumption.statement, assumption.reason
        );
    }
    let _ = writeln!(out, "{}", source(row.section, row.source));
    out
}

/// The unit in which the table counts words.
const fn turn(op: Op) -> &'static str {
    match op {
        Op::Mv(_) => "unit operation",
        Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Control(_) => "cycle",
    }
}

/// How long it takes and how much it moves or computes in that time.
fn time(op: Op) -> String {
    let step = "one step, 4 cycles";
    match op {
        Op::Alu(_) => format!("{step}. `$aluf` holds the result in the next step."),
        Op::Mau(op) => {
            let rates: Vec<String> = Precision::ALL
                .into_iter()
                .filter(|precision| accepts(op.row().mnemonic, *precision))
                .map(|precision| (precision, op.flops_per_cycle(precision)))
                .filter(|(_, count)| *count > 0)
                .map(|(precision, count)| format!("{count} in `{}`", precision.letter()))
                .collect();
            match rates.is_empty() {
                true => format!("{step}."),
                false => format!(
                    "{step}. Floating-point operations of a MAB in a cycle: {}.",
                    rates.join(", ")
                ),
            }
        }
        Op::L1bm(op) => {
            let shape = op.transfer().shape;
            format!(
                "{step}. Long words in a cycle: {} on the side of L1BM, {} on the side of each PE.",
                shape.long_words(),
                shape.sides
            )
        }
        Op::L2bm(_) => format!("{step}."),
        Op::Mv(op) => match op.rate() {
            None => "none; it delays nothing.".to_owned(),
            Some(rate) => {
                let parts: Vec<String> = [
                    (rate.source, "at the source"),
                    (rate.destination, "at the destination"),
                    (rate.between_groups, "between groups"),
                ]
                .into_iter()
                .filter_map(|(rate, place)| Some(format!("{} {place}", rate?)))
                .collect();
                format!("long words in a cycle: {}.", parts.join(", "))
            }
        },
        Op::Control(op) => match op.row().group {
            Group::Nop => "one step, 4 cycles; `nop/n` takes n of them.".to_owned(),
            Group::Noforward | Group::Wait => "none of its own; it shares a step.".to_owned(),
            Group::Control
            | Group::L2bm
            | Group::L2bmdarw
            | Group::L1bm
            | Group::MauCalc
            | Group::MauMwrite
            | Group::MauMread
            | Group::Alu
            | Group::Mv => "none.".to_owned(),
        },
    }
}

fn accepts(mnemonic: Mnemonic, precision: Precision) -> bool {
    match mnemonic {
        Mnemonic::Alu { precisions, .. } | Mnemonic::Mau { precisions, .. } => {
            precisions.contains(&precision)
        }
        Mnemonic::Fixed(_) | Mnemonic::Immediate | Mnemonic::Reduction { .. } => false,
    }
}

/// How something is known, with a link.
fn source(section: &str, source: Source) -> String {
    let link = format!(
        "[manual {section}](../sections.md#{})",
        section_anchor(section)
    );
    match source {
        Source::Manual => format!("Source: {link}."),
        Source::Known(anchor) => format!(
            "Source: [what is known of the real tools](../known-behaviour.md#{anchor}) ({link})."
        ),
        Source::Assumed(reason) => format!("**Assumed:** {reason} ({link})"),
    }
}

fn operand_heading(entry: &OperandDoc) -> String {
    format!("`{}`: {}", entry.name(), entry.title)
}

/// The page of operands, literals, options and suffixes.
#[must_use]
pub fn operands() -> String {
    let mut page = format!(
        "# Operands\n\nMemories, registers, constants, literals, options and suffixes of addresses.\n{GENERATED}\n"
    );
    page.push_str("| written | what it is | manual |\n|---|---|---|\n");
    for entry in operand_doc::all() {
        let _ = writeln!(
            page,
            "| [`{}`](#{}) | {} | {} |",
            entry.name(),
            anchor(&operand_heading(entry)),
            entry.title,
            entry.section
        );
    }
    for entry in operand_doc::all() {
        let _ = write!(
            page,
            "\n## {}\n\n```text\n{}\n```\n\n{}\n\n",
            operand_heading(entry),
            entry.syntax.replace(" | ", "\n"),
            entry.doc
        );
        for (what, text) in [
            ("Size", entry.size),
            ("Counted in", entry.unit),
            ("Alignment", entry.alignment),
        ] {
            if !text.is_empty() {
                let _ = writeln!(page, "{what}: {text}.\n");
            }
        }
        let _ = writeln!(page, "For example `{}`.\n", entry.example);
        let _ = writeln!(page, "{}", source(entry.section, entry.source));
    }
    page
}

/// How bad it is to break a rule; a dash for one that cannot be broken.
fn severity(rule: &TimingRule) -> String {
    match Code::from_rule(rule) {
        Some(code) if code.row().is_optional => {
            format!("{} ({})", code.row().severity.name(), code.id())
        }
        Some(code) => code.row().severity.name().to_owned(),
        None => "–".to_owned(),
    }
}

/// The page of distances between instructions.
#[must_use]
pub fn distances() -> String {
    let mut page = format!(
        "# Distances\n\n\
         The minimum distance between two lines where the second depends on the first: the number of steps in between.\n\
         Cycles are counted from the write of a word to its read, so strides and masks\n\
         matter. The assembler refuses a program with an error. It accepts a program with a warning, but the board would read the\n\
         old word; a warning with a code is reported only if a profile or a setting enables it.\n{GENERATED}\n"
    );
    page.push_str(
        "| first | then | in between | addresses | | manual |\n|---|---|---|---|---|---|\n",
    );
    for rule in RULES {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} |",
            rule.first.name(),
            rule.second.name(),
            distance(rule),
            addresses(rule),
            severity(rule),
            rule.section
        );
    }
    page.push_str("\n## Reasons\n\n");
    let mut said: Vec<&str> = Vec::new();
    for rule in RULES {
        let assumed = match rule.source {
            Source::Assumed(reason) => format!(" **Assumed:** {reason}"),
            Source::Manual | Source::Known(_) => String::new(),
        };
        if !said.contains(&rule.note) {
            said.push(rule.note);
            let _ = writeln!(
                page,
                "- {}, then {}: {}{assumed}",
                rule.first.name(),
                rule.second.name(),
                rule.note
            );
        }
    }
    page
}

fn distance(rule: &TimingRule) -> String {
    match (rule.distance, rule.unit) {
        // Only a tag shows when an MV instruction has ended.
        (0, _) if matches!(rule.first, AccessKind::Mv | AccessKind::MvToL2bm) => {
            "a `wait`".to_owned()
        }
        (0, _) => "the next step".to_owned(),
        (1, DistanceUnit::Steps) => "1 step".to_owned(),
        (count, DistanceUnit::Steps) => format!("{count} steps"),
        (count, DistanceUnit::Cycles) => match rule.enough_steps {
            1 => format!("{count} cycles (1 step is enough)"),
            steps => format!("{count} cycles ({steps} steps are enough)"),
        },
    }
}

const fn addresses(rule: &TimingRule) -> &'static str {
    match (rule.addresses, rule.same_l1b) {
        (AddressRelation::Any, false) => "any",
        (AddressRelation::Any, true) => "any, of the same L1B",
        (AddressRelation::Same, _) => "the same word",
        (AddressRelation::OverlapFromBelow, _) => "ranges that overlap, the second from below",
        (AddressRelation::Overlap, _) => "ranges that overlap",
    }
}

#[cfg(test)]
mod tests;
