//! `d get` and `d set` (manual 3.4.3, 3.4.4).

pub(super) mod fast_path;
mod memory;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Width};
use tree_sitter::Node;

use memory::{MemoryParts, debug_memory, is_readable, is_writable, memory_parts};

use super::node_field::NodeField;
use super::unread::Part;
use super::{Context, context, number, payload};
use mnc2_program::access::Direction;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_program::{DataType, DebugGet, DebugMemory, DebugSet};
use mnc2_text::{LineRange, Message, message};

const DATA_TYPES: [(&str, DataType); 7] = [
    ("d", DataType::Double),
    ("bd", DataType::BlockDouble),
    ("f", DataType::Single),
    ("bf", DataType::BlockSingle),
    ("bg", DataType::BlockPseudoSingle),
    ("h", DataType::Half),
    ("bh", DataType::BlockHalf),
];

/// The parts of a `d set` as written.
struct SetParts<'a> {
    range: LineRange,
    memory: MemoryParts<'a>,
    count: Part<'a>,
    payload_range: LineRange,
    payload: Vec<payload::Part<'a>>,
}

/// Lowers a `d get` statement.
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
    if count == 0 {
        context.error(
            Code::CountZero,
            context.range(count_node),
            message!("`d get` of 0 words prints nothing"),
        );
    }
    if is_matrix {
        check_rows(
            context,
            &memory,
            data_type,
            count,
            context.range(count_node),
        );
    } else {
        check_count(context, &memory, count, context.range(count_node));
    }
    let range = context.range(node);
    let echo = memory.canonical_in(context.slice(node), range.start);
    Some(DebugGet {
        range,
        data_type,
        memory,
        count,
        echo: echo.into(),
    })
}

/// Lowers a `d set` statement.
pub(super) fn set(context: &mut Context<'_>, node: Node<'_>) -> Option<DebugSet> {
    let payload = context::field(node, NodeField::Payload)?;
    let parts = SetParts {
        range: context.range(node),
        memory: memory_parts(context, context::field(node, NodeField::Memory)?)?,
        count: Part::new(context, context::field(node, NodeField::Count)?),
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
            message!("{count:# word from address|# words from address} {address} {count:reaches|reach} beyond the end of {memory}, {size} {unit}", count, address = memory.address, memory = wording::memory(memory.memory), size, unit = Message::from_table(memory.memory.address_unit())),
        );
    }
}

/// A matrix register has as many rows as the data type has columns, and those beyond are not dumped.
fn check_rows(
    context: &mut Context<'_>,
    memory: &DebugMemory,
    data_type: DataType,
    count: u32,
    range: LineRange,
) {
    let precision = data_type.matrix_precision();
    let rows = precision.matrix_rows();
    if memory.address.saturating_add(count) <= rows {
        return;
    }
    let (address, register) = (memory.address, wording::memory(memory.memory));
    let precision = wording::precision(precision);
    let shown = rows.saturating_sub(address);
    context.error(
        Code::BeyondTheEnd,
        range,
        message!(
            "{count:# row|# rows} from row {address} {count:reaches|reach} beyond the end of {register}, which has {rows} rows in {precision}: {shown} of them {shown:is|are} dumped",
            count,
            address,
            register,
            rows,
            precision,
            shown
        ),
    );
}

#[cfg(test)]
mod tests;
