//! Operands by themselves: shape, width, range and alignment, whatever opcode they follow (manual 3.5.2, 3.6.1).

use mnc2_isa::geometry::{GROUPS, L2BS_PER_GROUP, MASK_VARIABLE_ENTRIES, PES_PER_MAB};
use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Constant, Forwarding, Memory, Width};
use tree_sitter::Node;

use super::{Context, context, literal, mask, number};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::program::{Addressing, Conversion, LineRange, Operand, OperandKind, PeMemory, Ranged};

/// Lowers an operand node; `None` with a finding when it names nothing.
pub(super) fn operand(context: &mut Context<'_>, node: Node<'_>) -> Option<Operand> {
    let kind = match node.kind() {
        "memory_operand" => memory(context, node)?,
        "named_operand" => named(context, node)?,
        "literal" => OperandKind::Literal(literal::literal(context, node)?),
        "tag" => OperandKind::Tag(tag(context, node)?),
        _ => {
            unknown(context, node);
            return None;
        }
    };
    let conversion = context::field(node, "conversion").map(|conversion| Ranged {
        range: context.range(conversion),
        value: match context.slice(conversion) {
            "e" => Conversion::Extend,
            _ => Conversion::Shorten,
        },
    });
    let mask = match context::field(node, "mask") {
        Some(mask_node) => Some(mask::mask(context, mask_node)?),
        None => None,
    };
    Some(Operand {
        range: context.range(node),
        kind,
        negated: context::field(node, "sign").is_some(),
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
        format!(
            "`{text}` is not a tag: write `i` and exactly two hexadecimal digits, such as `i01`"
        ),
    );
    None
}

fn unknown(context: &mut Context<'_>, node: Node<'_>) {
    let (text, range) = (context.slice(node), context.range(node));
    let mut diagnostic = Diagnostic::new(
        Code::UnknownOperand,
        range.clone(),
        format!("`{text}` is not an operand"),
    );
    let looks_like_memory = text
        .trim_start_matches('l')
        .starts_with(['r', 's', 'm', 'n', 't', 'b', 'c'])
        && text.ends_with(|last: char| last.is_ascii_digit() || last == 'v');
    let is_name = operand_names().any(|name| name == text);
    if looks_like_memory || is_name {
        diagnostic = diagnostic.help(format!("did you mean `${text}`?")).fix(
            "Insert `$`",
            range.start..range.start,
            "$",
        );
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
    let name_node = context::field(node, "name")?;
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
        format!("unknown operand `${name}`"),
    );
    if let Some(near) = context.suggest(name, operand_names()) {
        diagnostic = diagnostic.help(format!("did you mean `${near}`?")).fix(
            format!("Replace by `${near}`"),
            range,
            near,
        );
    }
    context.report(diagnostic);
    None
}

/// Which parts a memory's operand may have beside its address.
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

fn memory(context: &mut Context<'_>, node: Node<'_>) -> Option<OperandKind> {
    let memory_node = context::field(node, "memory")?;
    let memory = Memory::from_letters(context.slice(memory_node))?;
    let width = mask::width(context, node);
    let parts = parts(memory);
    if !parts.widths.contains(&width) {
        width_error(context, node, memory, width, parts.widths);
        return None;
    }
    refuse_parts(context, node, memory, &parts)?;
    let address = context::field(node, "address");
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
                    format!("mask register {entry} cannot be written: `$omr` takes 1 to 15"),
                );
                return None;
            }
            Some(OperandKind::MaskRegister(entry as u8))
        }
        Memory::MatrixX | Memory::MatrixY => match address {
            None => Some(OperandKind::MatrixSide(memory, width)),
            // The number of rows depends on the opcode's precision, which judges the range.
            Some(_) => plain_address(context, node, memory).map(|row| OperandKind::MatrixRows {
                side: memory,
                width,
                row: u8::try_from(row).unwrap_or(u8::MAX),
            }),
        },
        Memory::L1bm => match context::field(node, "turnaround") {
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
            let indirect = context::field(node, "indirect").is_some();
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
        format!(
            "`{written}` does not exist: {} is written {}",
            memory.name(),
            possible.join(" or ")
        ),
    );
    if let [only] = widths {
        let start = context::field(node, "width")
            .or_else(|| context::field(node, "memory"))
            .map_or(range.start, |node| node.start_byte() as u32);
        let end = start + width.prefix().len() as u32;
        diagnostic = diagnostic.fix("Correct the word length", start..end, only.prefix());
    }
    context.report(diagnostic);
}

/// Reports each part that the memory's operands do not have; `None` when there was one.
fn refuse_parts(
    context: &mut Context<'_>,
    node: Node<'_>,
    memory: Memory,
    parts: &Parts,
) -> Option<()> {
    let mut refused = false;
    let mut refuse = |context: &mut Context<'_>, part: &str, code: Code, message: String| {
        if let Some(part) = context::field(node, part) {
            let range = context.range(part);
            context.error(code, range, message);
            refused = true;
        }
    };
    let name = memory.name();
    if !parts.stride {
        refuse(
            context,
            "stride",
            Code::PartNotAllowed,
            format!("{name} takes no stride: the instruction decides how its address advances"),
        );
    }
    if !parts.modification {
        refuse(
            context,
            "madpe",
            Code::ModificationNotAllowed,
            format!("`j` goes with LM0 and LM1 only, not with {name}"),
        );
    }
    if !parts.location {
        refuse(
            context,
            "location",
            Code::PartNotAllowed,
            format!("`@` behind an operand goes with L2BM, PDM and DRAM, not with {name}"),
        );
    }
    if let Some(indirect) = context::field(node, "indirect") {
        let allowed = match context.slice(indirect) {
            "t" => memory == Memory::Lm0,
            _ => memory == Memory::Dram,
        };
        if !allowed {
            let range = context.range(indirect);
            let message = match memory {
                Memory::Lm1 => "LM1 has no T-register indirection; only LM0 does".to_owned(),
                _ => format!("{name} has no such indirection"),
            };
            context.error(Code::IndirectNotAllowed, range, message);
            refused = true;
        }
    }
    if !memory.is_addressable_pe_memory()
        && let Some(list) =
            context::field(node, "address").filter(|node| node.kind() == "flat_list")
    {
        let range = context.range(list);
        context.error(
            Code::PartNotAllowed,
            range,
            format!("a list of addresses goes with LM0, LM1, GRF0 and GRF1, not with {name}"),
        );
        refused = true;
    }
    (!refused).then_some(())
}

fn no_address(context: &mut Context<'_>, address: Option<Node<'_>>, memory: Memory) -> Option<()> {
    let Some(node) = address else { return Some(()) };
    let range = context.range(node);
    context.error(
        Code::PartNotAllowed,
        range,
        format!("{} takes no address", memory.name()),
    );
    None
}

fn missing_address(context: &mut Context<'_>, node: Node<'_>) {
    let (range, text) = (context.range(node), context.slice(node));
    context.error(
        Code::AddressMissing,
        range,
        format!("`{text}` needs an address, such as `{text}0`"),
    );
}

/// The address of an operand that has exactly one, within the memory.
fn plain_address(context: &mut Context<'_>, node: Node<'_>, memory: Memory) -> Option<u32> {
    let Some(address) = context::field(node, "address") else {
        missing_address(context, node);
        return None;
    };
    let value = number::natural(context, address)?;
    in_range(context, value, memory, context.range(address))
}

/// An address that must lie within a memory; one that equals its size does not.
pub(super) fn in_range(
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
                format!(
                    "address {value} is beyond {}: its addresses go from 0 to {} {}",
                    memory.name(),
                    size - 1,
                    memory.address_unit(),
                ),
            );
            None
        }
        _ => Some(u32::try_from(value).unwrap_or(u32::MAX)),
    }
}

fn location(context: &mut Context<'_>, node: Node<'_>) -> Option<(Option<u8>, Option<u8>)> {
    let Some(location) = context::field(node, "location") else {
        return Some((None, None));
    };
    let is_l2bm = context::field(node, "memory").is_some_and(|memory| context.slice(memory) == "c");
    let mut part = |name: &str, count: usize, what: &str| -> Option<Option<u8>> {
        let Some(part) = context::field(location, name) else {
            return Some(None);
        };
        let value = number::natural(context, part)?;
        if value >= count as u64 {
            let range = context.range(part);
            context.error(
                Code::AddressOutOfRange,
                range,
                format!(
                    "there is no {what} {value}: they go from 0 to {}",
                    count - 1
                ),
            );
            return None;
        }
        Some(Some(value as u8))
    };
    let group = part("group", GROUPS, "group")?;
    let l2b = part("l2b", L2BS_PER_GROUP, "L2B")?;
    if l2b.is_some() && !is_l2bm {
        let range = context.range(location);
        context.error(
            Code::PartNotAllowed,
            range,
            "only L2BM operands name an L2B after `.`",
        );
        return None;
    }
    Some((group, l2b))
}

fn pe_memory(
    context: &mut Context<'_>,
    node: Node<'_>,
    memory_node: Node<'_>,
    memory: Memory,
    width: Width,
) -> Option<OperandKind> {
    let indirect = context::field(node, "indirect");
    let address = context::field(node, "address");
    let stride = context::field(node, "stride");
    let last = stride.or(address).or(indirect).unwrap_or(memory_node);
    let start = address
        .or(stride)
        .map_or(last.end_byte(), |node| node.start_byte());
    let address_range = start as u32..last.end_byte() as u32;
    let madpe = modification(context, node, indirect)?;
    let addressing = match address {
        Some(list) if list.kind() == "flat_list" => {
            if let Some(stride) = stride {
                let range = context.range(stride);
                context.error(
                    Code::PartNotAllowed,
                    range,
                    "a flat list gives every cycle's address: it takes no stride",
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
    let Some(madpe) = context::field(node, "madpe") else {
        return Some(None);
    };
    let range = context.range(madpe);
    if let Some(indirect) = indirect {
        let indirect_range = context.range(indirect);
        context.report(
            Diagnostic::new(
                Code::IndirectWithModification,
                range,
                "`j` cannot be combined with T-register indirection",
            )
            .note(indirect_range, "indirection is asked for here"),
        );
        return None;
    }
    let number_node = context::children(madpe).into_iter().next()?;
    let value = number::natural(context, number_node)?;
    if value >= PES_PER_MAB as u64 {
        context.error(
            Code::ModificationNotAllowed,
            range,
            format!("there is no PE {value}: `j` takes a PE number from 0 to 3"),
        );
        return None;
    }
    Some(Some(value as u8))
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
    context.report(
        Diagnostic::new(
            Code::MisalignedAddress,
            range.clone(),
            format!(
                "address {address} is not a multiple of {words}, as an access by {} wants",
                width.name()
            ),
        )
        .help(format!(
            "the nearest are {} and {}",
            operand(lower),
            operand(upper)
        ))
        .fix(format!("Use address {lower}"), range, lower.to_string()),
    );
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
        context.report(
            Diagnostic::new(
                Code::MisalignedStride,
                range,
                format!(
                    "stride {value} is not a multiple of {words}, as an access by {} wants",
                    width.name()
                ),
            )
            .help(format!(
                "strides count single words whatever the access: `v{}` is the next access",
                lower.max(u64::from(words))
            )),
        );
        return None;
    }
    // Addresses wrap around, so a stride is known by its remainder; sizes are multiples of every width.
    let size = u64::from(memory.size().unwrap_or(u32::MAX));
    Some(if value >= size {
        (value % size) as u32
    } else {
        value as u32
    })
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
            format!(
                "a flat list holds four addresses, one for each cycle; this one has {}",
                numbers.len()
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
