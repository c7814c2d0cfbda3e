//! Addresses: that there is one, and that it is within its memory.

use mnc2_isa::Memory;
use tree_sitter::Node;

use crate::lower::node_field::NodeField;
use crate::lower::{Context, context};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_text::{LineRange, Message, message};

/// Reports that an operand lacks its address.
pub(super) fn missing_address(context: &mut Context<'_>, node: Node<'_>) {
    let (range, text) = (context.range(node), context.slice(node));
    let Some(memory) = context::field(node, NodeField::Memory) else {
        return;
    };
    // `$lmv0` names the parts in another order: the address follows the letters of the memory.
    let letters = text.get(..memory.end_byte() - node.start_byte());
    let letters = letters.unwrap_or_default();
    let stride = context::field(node, NodeField::Stride);
    let address = stride.and_then(|stride| context::children(stride).into_iter().next());
    let address = address.map_or("0", |number| context.slice(number));
    let example = format!(
        "{letters}{address}{}",
        if stride.is_some() { "v" } else { "" }
    );
    let diagnostic = Diagnostic::new(
        Code::AddressMissing,
        range.clone(),
        message!(
            "`{text}` needs an address, such as `{example}`",
            text,
            example = &example
        ),
    );
    let rest = text.len() - letters.len() - stride.map_or(0, |stride| stride.byte_range().len());
    context.report(if stride.is_some() && rest == 0 {
        diagnostic.suggest(message!("Write `{text}`", text = &example), range, example)
    } else {
        diagnostic
    });
}

/// An address that must lie within a memory; one that equals its size does not.
pub(in crate::lower) fn in_range(
    context: &mut Context<'_>,
    value: u64,
    memory: Memory,
    range: LineRange,
) -> Option<u32> {
    match memory.size() {
        Some(size) if value >= u64::from(size) => {
            context.error(
                Code::AddressOutOfRange,
                range,
                message!(
                    "address {value} is beyond {memory}: its addresses go from 0 to {last} {unit}",
                    value,
                    memory = wording::memory(memory),
                    last = size - 1,
                    unit = Message::from_table(memory.address_unit())
                ),
            );
            None
        }
        _ => Some(u32::try_from(value).unwrap_or(u32::MAX)),
    }
}
