//! `d get` and `d set` (manual 3.4.3, 3.4.4).

pub(super) mod plain;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES_PER_MAB,
};
use mnc2_isa::{Memory, Width};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context, mask, number, operand, payload};
use crate::access::Direction;
use crate::code::Code;
use crate::finding::diagnostic::Diagnostic;
use crate::message;
use crate::message::{Message, wording};
use crate::program::{DataType, DebugGet, DebugMemory, DebugSet, LineRange, Scope};

const DATA_TYPES: [(&str, DataType); 7] = [
    ("d", DataType::Double),
    ("bd", DataType::BlockDouble),
    ("f", DataType::Single),
    ("bf", DataType::BlockSingle),
    ("bg", DataType::BlockPseudoSingle),
    ("h", DataType::Half),
    ("bh", DataType::BlockHalf),
];

/// A part of a statement as written.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    start: u32,
}

impl<'a> Part<'a> {
    fn of(context: &Context<'a>, node: Node<'_>) -> Self {
        Self {
            text: context.slice(node),
            start: node.start_byte() as u32,
        }
    }

    fn range(&self) -> LineRange {
        self.start..self.start + self.text.len() as u32
    }
}

/// The parts of a debug memory as written: `$lm0n0c0b0m0p0`.
struct MemoryParts<'a> {
    whole: Part<'a>,
    width: Width,
    /// `m`
    letters: &'a str,
    address: Option<Part<'a>>,
    scope: Vec<ScopePart<'a>>,
}

/// A level of the scope with its index: `n0`.
struct ScopePart<'a> {
    whole: Part<'a>,
    level: &'a str,
    index: Part<'a>,
}

/// The parts of a `d set` as written.
struct SetParts<'a> {
    range: LineRange,
    memory: MemoryParts<'a>,
    count: Part<'a>,
    payload_range: LineRange,
    payload: Vec<payload::Part<'a>>,
}

/// Lowers `d get`.
pub(super) fn get(context: &mut Context<'_>, node: Node<'_>) -> Option<DebugGet> {
    let data_type_node = context::field(node, NodeField::Dtype);
    let data_type = match data_type_node {
        Some(letters) => data_type(context, letters)?,
        None => DataType::Plain,
    };
    let memory = memory_parts(context, context::field(node, NodeField::Memory)?)?;
    let memory = debug_memory(context, &memory, is_readable, Direction::Read)?;
    let count_node = context::field(node, NodeField::Count)?;
    let count = number::natural_u32(context, count_node)?;
    let is_matrix = matches!(memory.memory, Memory::MatrixX | Memory::MatrixY);
    if is_matrix && data_type == DataType::Plain {
        context.report(
            Diagnostic::new(
                Code::DataTypeMissing,
                memory.range.clone(),
                message!("the rows of the matrix register depend on the precision: `d get` needs a data type"),
            )
            .help(message!("such as `d getf` for single precision or `d getbd` for double-precision block floats")),
        );
        return None;
    }
    if memory.width == Width::Single
        && memory.memory.is_addressable_pe_memory()
        && matches!(
            data_type,
            DataType::Plain | DataType::Double | DataType::BlockDouble
        )
    {
        let range = data_type_node.map_or_else(|| memory.range.clone(), |node| context.range(node));
        context.report(
            Diagnostic::new(
                Code::DataTypeTooWide,
                range,
                if data_type == DataType::Plain {
                    message!("a single word cannot be read as double precision, which `d get` without a data type does")
                } else {
                    message!("a single word cannot be read as double precision")
                },
            )
            .note(
                memory.range.clone(),
                message!("`$l{letters}` reads long words", letters = memory.memory.letters()),
            ),
        );
        return None;
    }
    check_count(context, &memory, count, context.range(count_node));
    let range = context.range(node);
    let echo = echo(context.slice(node), &memory, range.start);
    Some(DebugGet {
        range,
        data_type,
        memory,
        count,
        echo: echo.into(),
    })
}

/// Lowers `d set`.
pub(super) fn set(context: &mut Context<'_>, node: Node<'_>) -> Option<DebugSet> {
    let payload = context::field(node, NodeField::Payload)?;
    let parts = SetParts {
        range: context.range(node),
        memory: memory_parts(context, context::field(node, NodeField::Memory)?)?,
        count: Part::of(context, context::field(node, NodeField::Count)?),
        payload_range: context.range(payload),
        payload: payload::parts(context, payload),
    };
    set_of(context, parts)
}

fn set_of(context: &mut Context<'_>, parts: SetParts<'_>) -> Option<DebugSet> {
    let SetParts {
        range,
        memory,
        count: count_part,
        payload_range,
        payload,
    } = parts;
    let memory = debug_memory(context, &memory, is_writable, Direction::Write)?;
    let count_range = count_part.range();
    let count = number::natural_u32_of(context, count_part.text, count_range.clone())?;
    check_count(context, &memory, count, count_range.clone());
    let words = payload::payload(context, &payload)?;
    let length = if memory.width == Width::DoubleLong {
        2
    } else {
        1
    };
    let wanted = u64::from(count) * length;
    if words.len() as u64 != wanted {
        context.report(
            Diagnostic::new(
                Code::PayloadLength,
                payload_range.clone(),
                message!(
                    "the payload has {held} instead of {wanted}",
                    held = wording::long_words(words.len() as u64),
                    wanted
                ),
            )
            .note(
                count_range,
                message!(
                    "{count:# word|# words} of {size:# long word|# long words}",
                    count,
                    size = length
                ),
            ),
        );
        return None;
    }
    Some(DebugSet {
        range,
        memory,
        count,
        payload_range,
        payload: words.into(),
    })
}

fn data_type(context: &mut Context<'_>, node: Node<'_>) -> Option<DataType> {
    let letters = context.slice(node);
    let found = DATA_TYPES.iter().find(|(name, _)| *name == letters);
    if found.is_none() {
        let range = context.range(node);
        context.report(
            Diagnostic::new(
                Code::UnknownDataType,
                range,
                message!("`{letters}` is not a data type", letters),
            )
            .help(message!(
                "the data types are d, f, h, and for block floats bd, bf, bg, bh"
            )),
        );
    }
    found.map(|&(_, data_type)| data_type)
}

fn is_readable(memory: Memory) -> bool {
    !matches!(memory, Memory::Dar | Memory::BaseLm0 | Memory::BaseLm1)
}

fn is_writable(memory: Memory) -> bool {
    memory.is_addressable_pe_memory() || matches!(memory, Memory::T | Memory::L1bm | Memory::L2bm)
}

/// The parts of a debug memory; `None` if a node is missing, which only happens in a line with a syntax error.
fn memory_parts<'a>(context: &Context<'a>, node: Node<'_>) -> Option<MemoryParts<'a>> {
    let mut cursor = node.walk();
    let scope = NodeField::Scope.id()?;
    let scope_part = |part: Node<'_>| {
        let index = context::field(part, NodeField::Index)?;
        Some(ScopePart {
            whole: Part::of(context, part),
            level: context.slice(context::field(part, NodeField::Level)?),
            index: Part::of(context, index),
        })
    };
    Some(MemoryParts {
        whole: Part::of(context, node),
        width: mask::width(context, node),
        letters: context.slice(context::field(node, NodeField::Memory)?),
        address: context::field(node, NodeField::Address).map(|node| Part::of(context, node)),
        scope: node
            .children_by_field_id(scope, &mut cursor)
            .map(scope_part)
            .collect::<Option<_>>()?,
    })
}

fn debug_memory(
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
                    what = Message::of_table(what),
                    index,
                    last = count - 1
                ),
            );
            return None;
        }
        if slot.replace(index as u8).is_some() {
            context.error(
                Code::ScopeOutOfRange,
                range,
                message!("the {what} is given twice", what = Message::of_table(what)),
            );
            return None;
        }
    }
    Some(scope)
}

fn check_count(context: &mut Context<'_>, memory: &DebugMemory, count: u32, range: LineRange) {
    if memory.memory == Memory::T {
        if count as usize > CYCLES_PER_STEP {
            context.error(
                Code::TRegisterCount,
                range,
                message!(
                    "the T-register has one word for each of the four cycles, not {count}",
                    count
                ),
            );
        }
        return;
    }
    let (Some(size), words) = (
        memory.memory.size(),
        match memory.memory {
            Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => memory.width.single_words(),
            Memory::L1bm if memory.width == Width::DoubleLong => 2,
            _ => 1,
        },
    ) else {
        return;
    };
    if u64::from(memory.address) + u64::from(count) * u64::from(words) > u64::from(size) {
        context.error(
            Code::BeyondTheEnd,
            range,
            message!("{count:# word from address|# words from address} {address} {count:reaches|reach} beyond the end of {memory}, {size} {unit}", count, address = memory.address, memory = wording::memory(memory.memory), size, unit = Message::of_table(memory.memory.address_unit())),
        );
    }
}

/// The statement as the dump repeats it: `$t` in its canonical form `$lt`, everything else as written.
fn echo(text: &str, memory: &DebugMemory, start: u32) -> String {
    let at = (memory.range.start - start) as usize;
    match (memory.memory, text.get(at..)) {
        (Memory::T, Some(rest)) if rest.starts_with("$t") => {
            format!("{}$lt{}", &text[..at], &rest[2..])
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
