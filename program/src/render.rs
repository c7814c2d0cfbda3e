//! The canonical text of the typed program: one spelling for each meaning.
//!
//! Parsing this text gives the same statement again (except for its ranges), which the workspace's tests check.
//! Everything without influence on the meaning is lost: numbers are decimal, lists of L1Bs become address and mask, a
//! default stride is `v`. A formatter that keeps the programmer's own spelling needs the ranges of the typed program
//! as well.

mod debug;
mod operand;

use mnc2_isa::geometry::MASK_FIRST_PATTERN_ENTRY;

use crate::directive::DirectiveValue;
use crate::{
    Directive, Expression, HostAction, Mask, MaskStatement, MaskSuffix, MvInstruction, Statement,
    Step, Target, TargetKind,
};

pub use debug::{debug_get, debug_memory, debug_set};
pub use operand::{literal, operand};

/// `nop` or `nop/n`.
#[must_use]
pub fn nops(count: impl Into<u64>) -> String {
    match count.into() {
        1 => "nop".to_owned(),
        count => format!("nop/{count}"),
    }
}

/// A statement without its comment.
#[must_use]
pub fn statement(statement: &Statement) -> String {
    match statement {
        Statement::Quit(_) => "quit".to_owned(),
        Statement::DebugGet(get) => debug_get(get),
        Statement::DebugSet(set) => debug_set(set),
        Statement::Mask(mask) => mask_statement(mask),
        Statement::Host(host) => host_action(&host.action),
        Statement::Mv(mv) => mv_instruction(mv),
        Statement::Step(step) => self::step(step),
        Statement::Directive(directive) => self::directive(directive),
    }
}

/// A directive, with its operands as they are written.
fn directive(directive: &Directive) -> String {
    let mut text = directive
        .name
        .map_or("@", |name| name.row().name)
        .to_owned();
    for operand in &directive.operands {
        text.push(' ');
        match &operand.value {
            DirectiveValue::Name(name) => text.push_str(name),
            DirectiveValue::Number(number) => text.push_str(&number.to_string()),
            DirectiveValue::Register(register) => text.push_str(&operand::pe_memory(register)),
            DirectiveValue::PoolKind(kind) => text.push_str(kind.keyword()),
        }
    }
    text
}

/// The expressions of a step, separated by `;`.
#[must_use]
pub fn step(step: &Step) -> String {
    let expressions: Vec<String> = step.expressions.iter().map(expression).collect();
    expressions.join("; ")
}

/// An expression: opcode with its options, inputs, outputs.
#[must_use]
pub fn expression(expression: &Expression) -> String {
    let mut text = expression.spelling.text.clone();
    text.extend(expression.target.as_ref().map(target));
    if let Some(rotation) = &expression.rotation {
        text.push_str(&format!("{:+}", rotation.value));
    }
    if let Some(count) = expression.repeat {
        text.push_str(&format!("/{count}"));
    }
    if let Some(length) = &expression.mantissa_length {
        text.push_str(&format!("/{}", length.value));
    }
    text.extend(expression.zero_flush.as_ref().map(mask));
    for each in expression.operands() {
        text.push(' ');
        text.push_str(&operand(each));
    }
    text
}

fn target(target: &Target) -> String {
    match target.kind {
        TargetKind::L1bSet { l1badr, immode: 0 } => format!("@{l1badr}"),
        TargetKind::L1bSet { l1badr, immode } => format!("@{l1badr}/{immode}"),
        TargetKind::L1b(number) | TargetKind::Mab(number) => format!("@{number}"),
    }
}

/// A mask after a destination or an opcode, from its `/` on.
#[must_use]
pub fn mask(mask: &Mask) -> String {
    let width = if mask.double_long { "ll" } else { "" };
    let entry = u32::from(mask.entry);
    let pattern = entry.checked_sub(MASK_FIRST_PATTERN_ENTRY);
    let suffix = match mask.suffix {
        Some(MaskSuffix::Truncate) => "t",
        Some(MaskSuffix::Pad) => "p",
        None => "",
    };
    match pattern {
        Some(pattern) => format!("/{width}{pattern:04b}{suffix}"),
        None => format!("/${width}imr{entry}{suffix}"),
    }
}

fn mask_statement(mask: &MaskStatement) -> String {
    let setting = &mask.setting;
    let width = if setting.double_long { "ll" } else { "" };
    let memories: String = [
        (setting.grf0, 'r'),
        (setting.grf1, 's'),
        (setting.t, 't'),
        (setting.lm0, 'm'),
        (setting.lm1, 'n'),
        (setting.mask_register, 'k'),
    ]
    .into_iter()
    .filter_map(|(covered, letter)| covered.then_some(letter))
    .collect();
    format!("mask{width}{memories} {}", setting.entry)
}

fn mv_instruction(mv: &MvInstruction) -> String {
    let mut parameters = String::new();
    if mv.size_range.is_some() {
        parameters.push_str(&format!("n{}", mv.size_long_words));
    }
    if let Some(count) = mv.indirection_count {
        parameters.push_str(&format!("nd{count}"));
    }
    if let Some(tag) = &mv.tag {
        parameters.push_str(&format!("i{:02x}", tag.number));
    }
    if mv.priority != 0 {
        parameters.push_str(&format!("p{}", mv.priority));
    }
    let mut text = mv.spelling.text.clone();
    if !parameters.is_empty() {
        text.push('/');
        text.push_str(&parameters);
    }
    for each in &mv.operands {
        text.push(' ');
        text.push_str(&operand(each));
    }
    text
}

fn host_action(action: &HostAction) -> String {
    // The emulator ignores the fields before the address.
    let head = "0 0 i01 i00 0";
    match action {
        HostAction::WritePdm { address, payload } => {
            let length = payload.len();
            format!(
                "c {head} {address:09x} {length:06x} {}",
                debug::run(payload)
            )
        }
        HostAction::ReadPdm { address, length } => format!("e {head} {address:09x} {length:06x}"),
        HostAction::Flush => "f".to_owned(),
        HostAction::WriteDram {
            group,
            address,
            payload,
        } => {
            let length = payload.len();
            format!(
                "r {group} {address:09x} {length:03x} {}",
                debug::run(payload)
            )
        }
    }
}
