//! The explanation of a whole step: which units it uses, which are free for another expression, and when its results
//! can be read.

use mnc2_dataflow::readable::{Readable, readable};
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::timing::DistanceUnit;
use mnc2_isa::{AluOp, ControlOp, Group, Memory, Op};
use mnc2_program::{Expression, Line, Operand, OperandKind, Step, WriteMaskSetting};
use mnc2_text::line::part;
use mnc2_text::{Language, Message, message};

use super::Explained;

/// Units that an expression can be added for.
fn units_to_add() -> [(Group, Message); 7] {
    [
        (Group::MauCalc, message!("MAU")),
        (Group::Alu, message!("ALU")),
        (Group::MauMwrite, message!("matrix register write")),
        (Group::MauMread, message!("matrix register read")),
        (Group::L1bm, message!("L1BM")),
        (Group::L2bm, message!("L2BM")),
        (Group::Wait, message!("`wait`")),
    ]
}

/// Explains the step around a byte between its expressions: on `;`, or on the blanks around it. `first_step` is the
/// number of the step.
pub fn step(
    text: &str,
    line: &Line,
    setting: WriteMaskSetting,
    first_step: u64,
    byte: u32,
    language: Language,
) -> Option<Explained> {
    let step = line.step()?;
    let is_in_comment = line
        .comment
        .as_ref()
        .is_some_and(|comment| comment.start <= byte);
    let is_on_separator = text.as_bytes().get(byte as usize) == Some(&b';');
    let is_beside = step
        .expressions
        .iter()
        .all(|expression| byte < expression.range.start || expression.range.end < byte);
    if is_in_comment || !(is_on_separator || is_beside) {
        return None;
    }
    Some(Explained {
        // Clients drop a hover whose range does not contain the requested position.
        range: step.range.start.min(byte)..step.range.end.max(byte),
        markdown: page(text, step, setting, first_step, language),
    })
}

fn page(
    text: &str,
    step: &Step,
    setting: WriteMaskSetting,
    first_step: u64,
    language: Language,
) -> String {
    let steps = u64::from(step.steps());
    let cycles = CYCLES_PER_STEP as u64;
    let end_cycle = (first_step + steps.max(1)) * cycles - 1;
    let first_cycle = first_step * cycles;
    let heading = if steps > 1 {
        message!(
            "Steps {first} to {last} (cycles {first_cycle} to {end_cycle})",
            first = first_step,
            last = first_step + steps - 1,
            first_cycle,
            end_cycle
        )
    } else {
        message!(
            "Step {first} (cycles {first_cycle} to {end_cycle})",
            first = first_step,
            first_cycle,
            end_cycle
        )
    };
    let mut out = format!("### {}\n\n", heading.say(language));
    let is_nop = step
        .expressions
        .iter()
        .any(|expression| expression.op == Op::Control(ControlOp::Nop));
    if is_nop {
        let remark = message!("`nop` fills the step; only `wait` can share it (manual 3.6.5).");
        out.push_str(&remark.say(language));
        out.push('\n');
        return out;
    }
    out.push_str(&units(step, language));
    out.push_str(&regions(text, step, language));
    let found = readable(step, setting);
    if !found.is_empty() {
        out.push('\n');
        out.push_str(&readable_table(&found, text, first_step, language));
    }
    out.push_str(&forwarded(step, first_step, language));
    out
}

/// Which expression uses each unit (manual 3.6.4).
fn units(step: &Step, language: Language) -> String {
    let of_group = |group: Group| {
        let belongs = |own: Group| own == group || group == Group::L2bm && own == Group::L2bmdarw;
        step.expressions
            .iter()
            .filter(|expression| belongs(expression.op.row().group))
            .map(|expression| format!("`{}`", expression.spelling.text))
            .collect::<Vec<_>>()
    };
    let mut out = String::new();
    let mut free = Vec::new();
    for (group, name) in units_to_add() {
        let name = name.say(language);
        let used = of_group(group);
        if used.is_empty() {
            free.push(name);
        } else {
            out.push_str(&format!("- {name}: {}\n", used.join(", ")));
        }
    }
    let free = message!("free: {units}", units = free.join(", "));
    out.push_str(&format!("- {}\n", free.say(language)));
    out
}

/// The regions of PE memories that are in use: another expression can only use the same ones.
fn regions(text: &str, step: &Step, language: Language) -> String {
    let region_of = |operands: fn(&Expression) -> &[Operand], memory: Memory| {
        step.expressions
            .iter()
            .flat_map(operands)
            .find_map(|operand| {
                matches!(&operand.kind, OperandKind::PeMemory(other) if other.memory == memory)
                    .then(|| part(text, &operand.bare_range()))
            })
    };
    let read = |memory| region_of(|expression| &expression.inputs, memory);
    let written = |memory| region_of(|expression| &expression.outputs, memory);
    let uses_immediate = step
        .expressions
        .iter()
        .any(|expression| expression.op == Op::Alu(AluOp::Imm));
    let (mut taken, mut free) = (Vec::new(), Vec::new());
    for memory in [Memory::Lm0, Memory::Lm1] {
        match read(memory).or_else(|| written(memory)) {
            Some(region) => taken.push(format!("{} `{region}`", memory.name())),
            None if memory == Memory::Lm0 && uses_immediate => {
                let memory = memory.name();
                taken.push(message!("{memory} (the immediate value)", memory).say(language));
            }
            None => free.push(memory.name().to_owned()),
        }
    }
    for memory in [Memory::Grf0, Memory::Grf1] {
        let (read, written) = (read(memory), written(memory));
        let memory = memory.name();
        let of_reads = message!("{memory} read", memory).say(language);
        let of_writes = message!("{memory} write", memory).say(language);
        for (what, region) in [(of_reads, read), (of_writes, written)] {
            match region {
                Some(region) => taken.push(format!("{what} `{region}`")),
                None => free.push(what),
            }
        }
    }
    let mut out = String::new();
    if !taken.is_empty() {
        let taken = message!("regions in use: {regions}", regions = taken.join(", "));
        out.push_str(&format!("- {}\n", taken.say(language)));
    }
    if !free.is_empty() {
        let free = message!("regions free: {regions}", regions = free.join(", "));
        out.push_str(&format!("- {}\n", free.say(language)));
    }
    out
}

/// When results can be read, as a table; `first_step` is the step that writes them.
pub fn readable_table(
    found: &[Readable],
    text: &str,
    first_step: u64,
    language: Language,
) -> String {
    let mut out = message!(
        "| result | read by | in the same order | in any order | manual |\n| --- | --- | --- | --- | --- |\n"
    )
    .say(language);
    for readable in found {
        let step = |after: u32| {
            message!("step {step}", step = first_step + u64::from(after)).say(language)
        };
        let same_order = match readable.rule.unit {
            DistanceUnit::Cycles => step(readable.earliest),
            DistanceUnit::Steps => String::new(),
        };
        out.push_str(&format!(
            "| `{}` | {} | {same_order} | {} | {} |\n",
            part(text, &readable.output),
            language.template(readable.by.name()),
            step(readable.always),
            readable.rule.section
        ));
    }
    out
}

/// The forwarding registers that hold the results in the next step.
fn forwarded(step: &Step, first_step: u64, language: Language) -> String {
    let mut names: Vec<String> = Vec::new();
    for expression in &step.expressions {
        let Some(register) = expression.op.forwarding() else {
            continue;
        };
        let name = format!("`${}`", register.name());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return String::new();
    }
    message!(
        "\nIn step {step}: {registers} (manual 3.6.1.15-3.6.1.18)\n",
        step = first_step + 1,
        registers = names.join(", ")
    )
    .say(language)
}
