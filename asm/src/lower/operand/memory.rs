//! Operands that name a memory: word lengths, parts, range, `@` (manual 3.5.2, 3.6.1).

use mnc2_isa::geometry::{GROUPS, L2BS_PER_GROUP, MASK_VARIABLE_ENTRIES};
use mnc2_isa::{Memory, Width};
use tree_sitter::Node;

use super::address::{in_range, missing_address};
use super::pe_memory::pe_memory;
use crate::lower::node_field::NodeField;
use crate::lower::{Context, context, mask, number};
use mnc2_program::OperandKind;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_text::{Message, message};

/// The parts that a memory's operand can have besides its address.
struct Parts {
    widths: &'static [Width],
    stride: bool,
    modification: bool,
    location: bool,
}

const PE_WIDTHS: &[Width] = &[Width::Single, Width::Long, Width::DoubleLong];

fn parts(memory: Memory) -> Parts {
    let (widths, stride, modification, location): (&[Width], _, _, _) = match memory {
        Memory::Lm0 | Memory::Lm1 => (PE_WIDTHS, true, true, false),
        Memory::Grf0 | Memory::Grf1 => (PE_WIDTHS, true, false, false),
        Memory::T => (PE_WIDTHS, false, false, false),
        Memory::MaskRegister | Memory::Dar => (&[Width::Single], false, false, false),
        Memory::BaseLm0 | Memory::BaseLm1 => (&[Width::Single, Width::Long], false, false, false),
        Memory::MatrixX | Memory::MatrixY | Memory::L1bm => {
            (&[Width::Long, Width::DoubleLong], false, false, false)
        }
        Memory::L2bm => (&[Width::Long], false, false, true),
        Memory::Pdm | Memory::Dram => (&[Width::Single], false, false, true),
    };
    Parts {
        widths,
        stride,
        modification,
        location,
    }
}

pub(super) fn memory(context: &mut Context<'_>, node: Node<'_>) -> Option<OperandKind> {
    let memory_node = context::field(node, NodeField::Memory)?;
    let memory = Memory::from_letters(context.slice(memory_node))?;
    let width = mask::width(context, node);
    let parts = parts(memory);
    if !parts.widths.contains(&width) {
        width_error(context, node, memory, width, parts.widths);
        return None;
    }
    refuse_parts(context, node, memory, &parts)?;
    let address = context::field(node, NodeField::Address);
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            pe_memory(context, node, memory_node, memory, width)
        }
        Memory::T => no_address(context, address, memory).map(|()| OperandKind::T(width)),
        Memory::BaseLm0 | Memory::BaseLm1 => {
            no_address(context, address, memory).map(|()| OperandKind::BaseRegister(memory, width))
        }
        Memory::MaskRegister => {
            let entry = plain_address(context, node, memory)?;
            if !MASK_VARIABLE_ENTRIES.contains(&entry) {
                let range = address.map_or_else(|| context.range(node), |node| context.range(node));
                context.error(
                    Code::MaskEntryOutOfRange,
                    range,
                    message!(
                        "mask register {entry} cannot be written: `$omr` takes 1 to 15",
                        entry
                    ),
                );
                return None;
            }
            Some(OperandKind::MaskRegister(u8::try_from(entry).ok()?))
        }
        Memory::MatrixX | Memory::MatrixY => match address {
            None => Some(OperandKind::MatrixSide(memory, width)),
            // The number of rows depends on the opcode's precision, so the range is checked with it.
            Some(_) => plain_address(context, node, memory).map(|row| OperandKind::MatrixRows {
                side: memory,
                width,
                row: u8::try_from(row).unwrap_or(u8::MAX),
            }),
        },
        Memory::L1bm => match context::field(node, NodeField::Turnaround) {
            Some(_) => Some(OperandKind::Turnaround(width)),
            None => plain_address(context, node, memory)
                .map(|address| OperandKind::L1bm { width, address }),
        },
        Memory::L2bm => {
            let (group, l2b) = location(context, node)?;
            plain_address(context, node, memory).map(|address| OperandKind::L2bm {
                address,
                group,
                l2b,
            })
        }
        Memory::Dar => plain_address(context, node, memory).map(OperandKind::Dar),
        Memory::Pdm => {
            let group = location(context, node)?.0;
            plain_address(context, node, memory).map(|address| OperandKind::Pdm { address, group })
        }
        Memory::Dram => {
            let group = location(context, node)?.0;
            let indirect = context::field(node, NodeField::Indirect).is_some();
            let unit = if indirect { Memory::Dar } else { memory };
            plain_address(context, node, unit).map(|address| OperandKind::Dram {
                address,
                indirect,
                group,
            })
        }
    }
}

fn width_error(
    context: &mut Context<'_>,
    node: Node<'_>,
    memory: Memory,
    width: Width,
    widths: &[Width],
) {
    let letters = memory.letters();
    let written = format!("${}{letters}", width.prefix());
    let possible: Vec<String> = widths
        .iter()
        .map(|width| format!("`${}{letters}`", width.prefix()))
        .collect();
    let range = context.range(node);
    let mut diagnostic = Diagnostic::new(
        Code::WidthNotAllowed,
        range.clone(),
        message!(
            "`{written}` does not exist: {memory} is written {forms}",
            written,
            memory = wording::memory(memory),
            forms = Message::any_of(possible)
        ),
    );
    if let [only] = widths {
        let start = context::field(node, NodeField::Width)
            .or_else(|| context::field(node, NodeField::Memory))
            .map_or(range.start, |node| node.start_byte() as u32);
        let end = start + width.prefix().len() as u32;
        diagnostic = diagnostic.fix(
            message!("Correct the word length"),
            start..end,
            only.prefix(),
        );
    }
    context.report(diagnostic);
}

/// Reports each part that the memory's operands cannot have; `None` if there was one.
fn refuse_parts(
    context: &mut Context<'_>,
    node: Node<'_>,
    memory: Memory,
    parts: &Parts,
) -> Option<()> {
    let mut refused = false;
    let mut refuse = |context: &mut Context<'_>, part: NodeField, code: Code, message: Message| {
        if let Some(part) = context::field(node, part) {
            let range = context.range(part);
            context.error(code, range, message);
            refused = true;
        }
    };
    let name = || wording::memory(memory);
    if !parts.stride {
        refuse(
            context,
            NodeField::Stride,
            Code::PartNotAllowed,
            message!(
                "{memory} takes no stride: the instruction decides how its address advances",
                memory = name()
            ),
        );
    }
    if !parts.modification {
        refuse(
            context,
            NodeField::Madpe,
            Code::ModificationNotAllowed,
            message!(
                "`j` can be used only with LM0 and LM1, not with {memory}",
                memory = name()
            ),
        );
    }
    if !parts.location {
        refuse(
            context,
            NodeField::Location,
            Code::PartNotAllowed,
            message!(
                "`@` after an operand can be used only with L2BM, PDM and DRAM, not with {memory}",
                memory = name()
            ),
        );
    }
    if let Some(indirect) = context::field(node, NodeField::Indirect) {
        let allowed = match context.slice(indirect) {
            "t" => memory == Memory::Lm0,
            _ => memory == Memory::Dram,
        };
        if !allowed {
            let range = context.range(indirect);
            let message = match memory {
                Memory::Lm1 => message!("LM1 has no T-register indirection; only LM0 does"),
                _ => message!("{memory} has no such indirection", memory = name()),
            };
            context.error(Code::IndirectNotAllowed, range, message);
            refused = true;
        }
    }
    if !memory.is_addressable_pe_memory()
        && let Some(list) =
            context::field(node, NodeField::Address).filter(|node| node.kind() == "flat_list")
    {
        let range = context.range(list);
        context.error(
            Code::PartNotAllowed,
            range,
            message!(
                "a list of addresses can be used only with LM0, LM1, GRF0 and GRF1, not with {memory}",
                memory = name()
            ),
        );
        refused = true;
    }
    (!refused).then_some(())
}

fn no_address(context: &mut Context<'_>, address: Option<Node<'_>>, memory: Memory) -> Option<()> {
    let Some(node) = address else { return Some(()) };
    let range = context.range(node);
    context.report(
        Diagnostic::new(
            Code::PartNotAllowed,
            range.clone(),
            message!(
                "`{operand}` takes no address",
                operand = format!("${}", memory.letters())
            ),
        )
        .suggest(message!("Remove the address"), range, ""),
    );
    None
}

/// The address of an operand that has exactly one, within the memory.
fn plain_address(context: &mut Context<'_>, node: Node<'_>, memory: Memory) -> Option<u32> {
    let Some(address) = context::field(node, NodeField::Address) else {
        missing_address(context, node);
        return None;
    };
    let value = number::natural(context, address)?;
    in_range(context, value, memory, context.range(address))
}

fn location(context: &mut Context<'_>, node: Node<'_>) -> Option<(Option<u8>, Option<u8>)> {
    let Some(location) = context::field(node, NodeField::Location) else {
        return Some((None, None));
    };
    let is_l2bm =
        context::field(node, NodeField::Memory).is_some_and(|memory| context.slice(memory) == "c");
    let mut part = |name: NodeField, count: usize, what: &'static str| -> Option<Option<u8>> {
        let Some(part) = context::field(location, name) else {
            return Some(None);
        };
        let value = number::natural(context, part)?;
        if value >= count as u64 {
            let range = context.range(part);
            context.report(
                Diagnostic::new(
                    Code::AddressOutOfRange,
                    range,
                    message!(
                        "there is no {what} {index}: the numbers go from 0 to {last}",
                        what = Message::from_table(what),
                        index = value,
                        last = count - 1
                    ),
                )
                .help(message!(
                    "`@` is followed by the group, and for L2BM by `.` and the L2B: `$lc0@2.1`"
                )),
            );
            return None;
        }
        u8::try_from(value).ok().map(Some)
    };
    let group = part(NodeField::Group, GROUPS, "group")?;
    let l2b = part(NodeField::L2b, L2BS_PER_GROUP, "L2B")?;
    if l2b.is_some() && !is_l2bm {
        let range = context.range(location);
        context.error(
            Code::PartNotAllowed,
            range,
            message!("only L2BM operands name an L2B after `.`"),
        );
        return None;
    }
    Some((group, l2b))
}
