//! The memory that a debug statement names, with its address and its scope: `$lm0n0c0b0m0p0`.

use mnc2_isa::geometry::{GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES_PER_MAB};
use mnc2_isa::{Memory, Width};
use tree_sitter::Node;

use crate::lower::node_field::NodeField;
use crate::lower::unread::Part;
use crate::lower::{Context, context, mask, number, operand};
use mnc2_program::access::Direction;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_program::{DebugMemory, Scope};
use mnc2_text::{Message, message};

/// The parts of a debug memory as written: `$lm0n0c0b0m0p0`.
pub(super) struct MemoryParts<'a> {
    pub(super) whole: Part<'a>,
    pub(super) width: Width,
    /// The letters of the memory, such as `m`.
    pub(super) letters: &'a str,
    pub(super) address: Option<Part<'a>>,
    pub(super) scope: Vec<ScopePart<'a>>,
}

/// A level of the scope with its index: `n0`.
pub(super) struct ScopePart<'a> {
    pub(super) whole: Part<'a>,
    pub(super) level: &'a str,
    pub(super) index: Part<'a>,
}

pub(super) fn is_readable(memory: Memory) -> bool {
    !matches!(memory, Memory::Dar | Memory::BaseLm0 | Memory::BaseLm1)
}

pub(super) fn is_writable(memory: Memory) -> bool {
    memory.is_addressable_pe_memory() || matches!(memory, Memory::T | Memory::L1bm | Memory::L2bm)
}

/// The parts of a debug memory; `None` if a node is missing, which only happens in a line with a syntax error.
pub(super) fn memory_parts<'a>(context: &Context<'a>, node: Node<'_>) -> Option<MemoryParts<'a>> {
    let mut cursor = node.walk();
    let scope = NodeField::Scope.id()?;
    let scope_part = |part: Node<'_>| {
        let index = context::field(part, NodeField::Index)?;
        Some(ScopePart {
            whole: Part::new(context, part),
            level: context.slice(context::field(part, NodeField::Level)?),
            index: Part::new(context, index),
        })
    };
    Some(MemoryParts {
        whole: Part::new(context, node),
        width: mask::width(context, node),
        letters: context.slice(context::field(node, NodeField::Memory)?),
        address: context::field(node, NodeField::Address).map(|node| Part::new(context, node)),
        scope: node
            .children_by_field_id(scope, &mut cursor)
            .map(scope_part)
            .collect::<Option<_>>()?,
    })
}

pub(super) fn debug_memory(
    context: &mut Context<'_>,
    parts: &MemoryParts<'_>,
    is_reached: fn(Memory) -> bool,
    direction: Direction,
) -> Option<DebugMemory> {
    let memory = Memory::from_letters(parts.letters)?;
    let range = parts.whole.range();
    if !is_reached(memory) {
        let memory = wording::memory(memory);
        let message = match direction {
            Direction::Read => message!("{memory} cannot be read by a debug statement", memory),
            Direction::Write => message!("{memory} cannot be written by a debug statement", memory),
        };
        context.error(Code::DebugMemory, range, message);
        return None;
    }
    let written_width = parts.width;
    let possible: &[Width] = match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
            &[Width::Single, Width::Long, Width::DoubleLong]
        }
        Memory::L1bm => &[Width::Long, Width::DoubleLong],
        Memory::L2bm | Memory::MatrixX | Memory::MatrixY => &[Width::Long],
        Memory::Pdm
        | Memory::Dram
        | Memory::MaskRegister
        | Memory::Dar
        | Memory::BaseLm0
        | Memory::BaseLm1 => &[Width::Single],
    };
    if !possible.contains(&written_width) {
        context.error(
            Code::WidthNotAllowed,
            range,
            message!("`${width}{letters}` cannot be accessed by a debug statement; write `${possible}{letters}`", width = written_width.prefix(), letters = memory.letters(), possible = possible[0].prefix()),
        );
        return None;
    }
    let width = match memory {
        Memory::T if written_width == Width::Single => Width::Long,
        Memory::Pdm | Memory::Dram => Width::Long,
        _ => written_width,
    };
    let address = address(context, parts, memory, width)?;
    let scope = scope(context, &parts.scope)?;
    Some(DebugMemory {
        range,
        memory,
        width,
        address,
        scope,
    })
}

fn address(
    context: &mut Context<'_>,
    parts: &MemoryParts<'_>,
    memory: Memory,
    width: Width,
) -> Option<u32> {
    let Some(written) = parts.address else {
        if memory == Memory::T {
            return Some(0);
        }
        context.error(
            Code::AddressMissing,
            parts.whole.range(),
            message!("`{text}` needs an address", text = parts.whole.text),
        );
        return None;
    };
    let range = written.range();
    if memory == Memory::T {
        context.error(
            Code::PartNotAllowed,
            range,
            message!("the T-register takes no address"),
        );
        return None;
    }
    let value = number::natural_of(context, written.text, range.clone())?;
    let limit = if matches!(memory, Memory::MatrixX | Memory::MatrixY) && value > 15 {
        context.error(
            Code::AddressOutOfRange,
            range,
            message!(
                "there is no row {value}: a matrix register has at most 16 rows",
                value
            ),
        );
        return None;
    } else {
        operand::in_range(context, value, memory, range.clone())?
    };
    let words = if memory.is_addressable_pe_memory() {
        width.single_words()
    } else {
        1
    };
    if !limit.is_multiple_of(words) {
        let lower = limit - limit % words;
        context.report(
            Diagnostic::new(
                Code::MisalignedAddress,
                range.clone(),
                message!(
                    "address {limit} is not aligned: a {width} access needs a multiple of {words}",
                    limit,
                    width = wording::width_adjective(width),
                    words
                ),
            )
            .suggest(
                message!(
                    "Use {operand}",
                    operand = format!("`${}{}{lower}`", width.prefix(), memory.letters())
                ),
                range,
                lower.to_string(),
            ),
        );
        return None;
    }
    Some(limit)
}

fn scope(context: &mut Context<'_>, parts: &[ScopePart<'_>]) -> Option<Scope> {
    let mut scope = Scope::default();
    for part in parts {
        let (slot, count, what) = match part.level {
            "n" => (&mut scope.group, GROUPS, "group"),
            "c" => (&mut scope.l2b, L2BS_PER_GROUP, "L2B"),
            "b" => (&mut scope.l1b, L1BS_PER_L2B, "L1B"),
            "m" => (&mut scope.mab, MABS_PER_L1B, "MAB"),
            _ => (&mut scope.pe, PES_PER_MAB, "PE"),
        };
        let index = number::natural_of(context, part.index.text, part.index.range())?;
        let range = part.whole.range();
        if index >= count as u64 {
            context.error(
                Code::ScopeOutOfRange,
                range,
                message!(
                    "there is no {what} {index}: the numbers go from 0 to {last}",
                    what = Message::from_table(what),
                    index,
                    last = count - 1
                ),
            );
            return None;
        }
        if slot.replace(u8::try_from(index).ok()?).is_some() {
            context.error(
                Code::ScopeOutOfRange,
                range,
                message!(
                    "the {what} is given twice",
                    what = Message::from_table(what)
                ),
            );
            return None;
        }
    }
    Some(scope)
}
