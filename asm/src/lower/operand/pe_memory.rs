//! Accesses to LM0, LM1, GRF0 and GRF1: addresses, strides, flat lists, `j` and T-register indirection
//! (manual 3.6.1.6-3.6.1.11).

use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::{Memory, Width};
use tree_sitter::Node;

use super::address::{in_range, missing_address};
use crate::lower::node_field::NodeField;
use crate::lower::{Context, context, number};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_program::{Addressing, OperandKind, PeMemory};
use mnc2_text::{LineRange, Message, message};

pub(super) fn pe_memory(
    context: &mut Context<'_>,
    node: Node<'_>,
    memory_node: Node<'_>,
    memory: Memory,
    width: Width,
) -> Option<OperandKind> {
    let indirect = context::field(node, NodeField::Indirect);
    let address = context::field(node, NodeField::Address);
    let stride = context::field(node, NodeField::Stride);
    let last = stride.or(address).or(indirect).unwrap_or(memory_node);
    let start = address
        .or(stride)
        .map_or(last.end_byte(), |node| node.start_byte());
    let address_range = mnc2_text::line::range(start..last.end_byte());
    let madpe = modification(context, node, indirect)?;
    let addressing = match address {
        Some(list) if list.kind() == "flat_list" => {
            if let Some(stride) = stride {
                let range = context.range(stride);
                context.error(
                    Code::PartNotAllowed,
                    range,
                    message!("a flat list gives every cycle's address: it takes no stride"),
                );
                return None;
            }
            Addressing::Flat(flat_list(context, list, memory, width)?)
        }
        Some(number_node) => {
            let value = number::natural(context, number_node)?;
            let base_words = in_range(context, value, memory, context.range(number_node))?;
            aligned(
                context,
                base_words,
                width,
                context.range(number_node),
                memory,
            )?;
            Addressing::Stride {
                base_words,
                stride_words: stride_words(context, stride, memory, width)?,
            }
        }
        None if indirect.is_some() => Addressing::Stride {
            base_words: 0,
            stride_words: stride_words(context, stride, memory, width)?,
        },
        None => {
            missing_address(context, node);
            return None;
        }
    };
    Some(OperandKind::PeMemory(PeMemory {
        memory,
        width,
        addressing,
        indirect: indirect.is_some(),
        madpe,
        address_range,
    }))
}

/// `j<madpe>`; the outer option is `None` after a finding.
fn modification(
    context: &mut Context<'_>,
    node: Node<'_>,
    indirect: Option<Node<'_>>,
) -> Option<Option<u8>> {
    let Some(madpe) = context::field(node, NodeField::Madpe) else {
        return Some(None);
    };
    let range = context.range(madpe);
    if let Some(indirect) = indirect {
        let indirect_range = context.range(indirect);
        context.report(
            Diagnostic::new(
                Code::IndirectWithModification,
                range,
                message!("`j` cannot be combined with T-register indirection"),
            )
            .note(indirect_range, message!("the indirection is here")),
        );
        return None;
    }
    let number_node = context::children(madpe).into_iter().next()?;
    let value = number::natural(context, number_node)?;
    if value >= PES_PER_MAB as u64 {
        context.error(
            Code::ModificationNotAllowed,
            range,
            message!(
                "there is no PE {value}: `j` takes a PE number from 0 to 3",
                value
            ),
        );
        return None;
    }
    u8::try_from(value).ok().map(Some)
}

fn aligned(
    context: &mut Context<'_>,
    address: u32,
    width: Width,
    range: LineRange,
    memory: Memory,
) -> Option<()> {
    let words = width.single_words();
    if address.is_multiple_of(words) {
        return Some(());
    }
    let lower = address - address % words;
    let upper = lower + words;
    let operand = |address: u32| format!("`${}{}{address}`", width.prefix(), memory.letters());
    let nearest: Vec<u32> = [lower, upper]
        .into_iter()
        .filter(|&address| memory.size().is_none_or(|size| address < size))
        .collect();
    let names: Vec<String> = nearest.iter().map(|&address| operand(address)).collect();
    let mut diagnostic = Diagnostic::new(
        Code::MisalignedAddress,
        range.clone(),
        message!(
            "address {address} is not aligned: a {width} access needs a multiple of {words}",
            address,
            width = wording::width_adjective(width),
            words
        ),
    )
    .help(match names.as_slice() {
        [only] => message!("the nearest is {operand}", operand = only),
        _ => message!(
            "the nearest are {operands}",
            operands = Message::all_of(&names)
        ),
    });
    for (address, name) in nearest.into_iter().zip(names) {
        let title = message!("Use {operand}", operand = name);
        diagnostic = diagnostic.suggest(title, range.clone(), address.to_string());
    }
    context.report(diagnostic);
    None
}

fn stride_words(
    context: &mut Context<'_>,
    stride: Option<Node<'_>>,
    memory: Memory,
    width: Width,
) -> Option<u32> {
    let Some(stride) = stride else { return Some(0) };
    let words = width.single_words();
    let Some(number_node) = context::children(stride).into_iter().next() else {
        return Some(words);
    };
    let value = number::natural(context, number_node)?;
    if value % u64::from(words) != 0 {
        let range = context.range(number_node);
        let lower = value - value % u64::from(words);
        let next = lower.max(u64::from(words));
        context.report(
            Diagnostic::new(
                Code::MisalignedStride,
                range.clone(),
                message!(
                    "stride {value} is not aligned: a {width} access needs a multiple of {words}",
                    value,
                    width = wording::width_adjective(width),
                    words
                ),
            )
            .help(message!(
                "strides count single words for every access width: `v{next}` is the next access",
                next
            ))
            .suggest(message!("Use stride {next}", next), range, next.to_string()),
        );
        return None;
    }
    // Addresses wrap around, so strides with the same remainder are equal; sizes are multiples of every width.
    let size = u64::from(memory.size().unwrap_or(u32::MAX));
    Some((value % size) as u32)
}

fn flat_list(
    context: &mut Context<'_>,
    list: Node<'_>,
    memory: Memory,
    width: Width,
) -> Option<[u32; 4]> {
    let numbers = context::children(list);
    let Ok(numbers) = <[Node<'_>; 4]>::try_from(numbers.as_slice()) else {
        let range = context.range(list);
        context.error(
            Code::FlatListLength,
            range,
            message!(
                "a flat list holds four addresses, one for each cycle; this one has {count:only one|#}",
                count = numbers.len()
            ),
        );
        return None;
    };
    let mut addresses = [0; 4];
    let mut complete = true;
    for (slot, node) in addresses.iter_mut().zip(numbers) {
        let range = context.range(node);
        let address = number::natural(context, node)
            .and_then(|value| in_range(context, value, memory, range.clone()))
            .filter(|&address| aligned(context, address, width, range, memory).is_some());
        match address {
            Some(address) => *slot = address,
            None => complete = false,
        }
    }
    complete.then_some(addresses)
}
