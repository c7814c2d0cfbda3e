//! Operands by themselves: shape, width, range and alignment, whatever opcode they follow (manual 3.5.2, 3.6.1).

use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Constant, Forwarding};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context, literal, mask};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::program::{Conversion, Operand, OperandKind, Ranged};

mod memory;
mod pe_memory;

pub(super) use memory::in_range;

/// Lowers an operand node; `None` with a finding when it names nothing.
pub(super) fn operand(context: &mut Context<'_>, node: Node<'_>) -> Option<Operand> {
    let kind = match node.kind() {
        "memory_operand" => memory::memory(context, node)?,
        "named_operand" => named(context, node)?,
        "literal" => OperandKind::Literal(literal::literal(context, node)?),
        "tag" => OperandKind::Tag(tag(context, node)?),
        _ => {
            unknown(context, node);
            return None;
        }
    };
    let conversion = context::field(node, NodeField::Conversion).map(|conversion| Ranged {
        range: context.range(conversion),
        value: match context.slice(conversion) {
            "e" => Conversion::Extend,
            _ => Conversion::Shorten,
        },
    });
    let mask = match context::field(node, NodeField::Mask) {
        Some(mask_node) => Some(mask::mask(context, mask_node)?),
        None => None,
    };
    Some(Operand {
        range: context.range(node),
        kind,
        negated: context::field(node, NodeField::Sign).is_some(),
        conversion,
        mask,
    })
}

/// A tag's number (manual 3.2.3).
pub(super) fn tag(context: &mut Context<'_>, node: Node<'_>) -> Option<u8> {
    let text = context.slice(node);
    let digits = text.get(1..).unwrap_or_default();
    if digits.len() == 2 {
        return u8::from_str_radix(digits, 16).ok();
    }
    let range = context.range(node);
    context.error(
        Code::MalformedTag,
        range,
        message!(
            "`{text}` is not a tag: write `i` and exactly two hexadecimal digits, such as `i01`",
            text
        ),
    );
    None
}

fn unknown(context: &mut Context<'_>, node: Node<'_>) {
    let (text, range) = (context.slice(node), context.range(node));
    let mut diagnostic = Diagnostic::new(
        Code::UnknownOperand,
        range.clone(),
        message!("`{text}` is not an operand", text),
    );
    let looks_like_memory = text
        .trim_start_matches('l')
        .starts_with(['r', 's', 'm', 'n', 't', 'b', 'c'])
        && text.ends_with(|last: char| last.is_ascii_digit() || last == 'v');
    let is_name = operand_names().any(|name| name == text);
    if looks_like_memory || is_name {
        diagnostic = diagnostic
            .help(message!("did you mean `${text}`?", text))
            .suggest(message!("Insert `$`"), range.start..range.start, "$");
    }
    context.report(diagnostic);
}

fn operand_names() -> impl Iterator<Item = &'static str> {
    Forwarding::ALL
        .into_iter()
        .map(Forwarding::name)
        .chain(Constant::ALL.into_iter().map(Constant::name))
        .chain([NOWRITE])
}

fn named(context: &mut Context<'_>, node: Node<'_>) -> Option<OperandKind> {
    let name_node = context::field(node, NodeField::Name)?;
    let name = context.slice(name_node);
    if let Some(forwarding) = Forwarding::ALL.into_iter().find(|item| item.name() == name) {
        return Some(OperandKind::Forwarding(forwarding));
    }
    if let Some(constant) = Constant::ALL.into_iter().find(|item| item.name() == name) {
        return Some(OperandKind::Constant(constant));
    }
    if name == NOWRITE {
        return Some(OperandKind::NoWrite);
    }
    let range = context.range(name_node);
    let mut diagnostic = Diagnostic::new(
        Code::UnknownOperand,
        range.start.saturating_sub(1)..range.end,
        message!("unknown operand `${name}`", name),
    );
    if let Some(near) = context.suggest(name, operand_names()) {
        diagnostic = diagnostic
            .help(message!("did you mean `${near}`?", near))
            .suggest(message!("Replace by `${near}`", near), range, near);
    }
    context.report(diagnostic);
    None
}
