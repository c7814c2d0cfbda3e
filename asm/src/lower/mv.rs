//! MV instruction statements (manual 3.5).

use mnc2_isa::mv::{PRIORITY_MAX, UNIT_LONG_WORDS};
use mnc2_isa::{Group, MvOp, Op};
use tree_sitter::Node;

use super::expression::aligned;
use super::node_field::NodeField;
use super::{Context, context, number, opcode, operand, overload};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{MvInstruction, Operand, OperandKind, Tag};
use mnc2_text::{LineRange, Message, message};

#[derive(Default)]
struct Parameters {
    size: Option<(u32, LineRange)>,
    tag: Option<Tag>,
    priority: Option<(u8, LineRange)>,
    indirection: Option<(u32, LineRange)>,
    broken: bool,
}

/// Lowers an `mv_statement` node; `None` if its opcode or an operand is unknown.
pub(super) fn statement(context: &mut Context<'_>, node: Node<'_>) -> Option<MvInstruction> {
    let opcode_node = context::field(node, NodeField::Opcode)?;
    let mnemonic_node = context::field(opcode_node, NodeField::Mnemonic)?;
    context::require_spaces(context, &context::children(node));
    let whole = context.range(node);
    let spelling = opcode::mnemonic(context, mnemonic_node, &whole);
    let parameters = parameters(context, opcode_node);
    let operand_nodes: Vec<Node<'_>> = context::children(node)
        .into_iter()
        .filter(|child| child.kind() != "mv_opcode")
        .collect();
    let operands: Vec<Option<Operand>> = operand_nodes
        .iter()
        .map(|&node| operand::operand(context, node))
        .collect();
    let spelling =
        spelling.filter(|spelling| spelling.ops.iter().all(|op| op.row().group == Group::Mv))?;
    let all_known = operands.iter().all(Option::is_some);
    let op = overload::choose(&spelling.ops, &operands, false);
    let operands: Vec<Operand> = operands.into_iter().flatten().collect();
    let instruction = MvInstruction {
        range: context.range(node),
        opcode_range: context.range(opcode_node),
        mnemonic_range: context.range(mnemonic_node),
        spelling,
        op,
        size_long_words: parameters.size.as_ref().map_or(0, |size| size.0),
        size_range: parameters.size.as_ref().map(|size| size.1.clone()),
        tag: parameters.tag.clone(),
        priority: parameters
            .priority
            .as_ref()
            .map_or(0, |priority| priority.0),
        indirection_count: parameters.indirection.as_ref().map(|count| count.0),
        operands,
    };
    if all_known {
        check_operands(context, &instruction);
    }
    check_parameters(context, &instruction, &parameters);
    Some(instruction)
}

fn parameters(context: &mut Context<'_>, opcode_node: Node<'_>) -> Parameters {
    let mut parameters = Parameters::default();
    for option in context::children(opcode_node) {
        let range = context.range(option);
        let value_node = context::field(option, NodeField::Value);
        let repeated = match option.kind() {
            "mv_mnemonic" => false,
            "mv_size" => {
                let value = value_node.and_then(|node| number::natural_u32(context, node));
                parameters.broken |= value.is_none();
                value.is_some_and(|value| parameters.size.replace((value, range.clone())).is_some())
            }
            "mv_tag" => {
                let number = value_node.and_then(|node| operand::tag(context, node));
                number.is_some_and(|number| {
                    parameters
                        .tag
                        .replace(Tag {
                            range: range.clone(),
                            number,
                        })
                        .is_some()
                })
            }
            "mv_priority" => {
                let value = value_node.and_then(|node| number::natural(context, node));
                match value {
                    Some(value) if value > u64::from(PRIORITY_MAX) => {
                        context.error(
                            Code::PriorityOutOfRange,
                            range.clone(),
                            message!(
                                "priority {value} is out of range: it goes from 0 to {last}",
                                value,
                                last = PRIORITY_MAX
                            ),
                        );
                        false
                    }
                    Some(value) => parameters
                        .priority
                        .replace((value as u8, range.clone()))
                        .is_some(),
                    None => false,
                }
            }
            "mv_indirection" => {
                let value = value_node.and_then(|node| number::natural_u32(context, node));
                if value == Some(0) {
                    context.error(
                        Code::IndirectionCount,
                        range.clone(),
                        message!("`nd0` would use no DAR entry; the count starts at 1"),
                    );
                    false
                } else {
                    value.is_some_and(|value| {
                        parameters
                            .indirection
                            .replace((value, range.clone()))
                            .is_some()
                    })
                }
            }
            _ => {
                let text = context.slice(option);
                context.report(
                    Diagnostic::new(
                        Code::MvOption,
                        range.clone(),
                        message!("`{text}` is not an MV parameter", text),
                    )
                    .help(message!(
                        "the parameters are `n<size>`, `i<tag>`, `p<priority>` and `nd<count>`"
                    )),
                );
                parameters.broken = true;
                false
            }
        };
        if repeated {
            context.error(
                Code::MvOption,
                range,
                message!("this parameter is given twice"),
            );
        }
    }
    parameters
}

fn check_parameters(context: &mut Context<'_>, mv: &MvInstruction, parameters: &Parameters) {
    let name = &mv.spelling.text;
    let is_nop = mv.op == Op::Mv(MvOp::Nop);
    match &parameters.size {
        None if !is_nop && !parameters.broken => {
            context.report(
                Diagnostic::new(
                    Code::SizeMissing,
                    mv.opcode_range.clone(),
                    message!("`{name}` needs the number of long words to transfer", name),
                )
                .help(message!(
                    "write `{name}/n{unit}` for one unit operation",
                    name,
                    unit = UNIT_LONG_WORDS
                )),
            );
        }
        _ if is_nop => {
            let given = [
                parameters.size.as_ref().map(|(_, range)| range),
                parameters.tag.as_ref().map(|tag| &tag.range),
                parameters.priority.as_ref().map(|(_, range)| range),
                parameters.indirection.as_ref().map(|(_, range)| range),
            ];
            for range in given.into_iter().flatten() {
                context.error(
                    Code::MvOption,
                    range.clone(),
                    message!("`mvnop` takes no parameters"),
                );
            }
            return;
        }
        Some((size, range)) if !size.is_multiple_of(UNIT_LONG_WORDS) => {
            let lower = size - size % UNIT_LONG_WORDS;
            let upper = u64::from(lower) + u64::from(UNIT_LONG_WORDS);
            let nearest = match lower {
                0 => message!("the smallest size is {upper}", upper),
                _ if u32::try_from(upper).is_err() => {
                    message!("the nearest size is {lower}", lower)
                }
                _ => message!("the nearest sizes are {lower} and {upper}", lower, upper),
            };
            context.report(
                Diagnostic::new(
                    Code::SizeNotMultiple,
                    range.clone(),
                    message!(
                        "size {size} is not a multiple of the unit operation, {unit:# long word|# long words}",
                        size = *size,
                        unit = UNIT_LONG_WORDS
                    ),
                )
                .help(nearest),
            );
        }
        Some((0, range)) => context.error(
            Code::CountZero,
            range.clone(),
            message!("a transfer of 0 long words moves nothing"),
        ),
        _ => {}
    }
    if let Some(tag) = parameters.tag.as_ref().filter(|tag| tag.number == 0) {
        context.report(
            Diagnostic::new(
                Code::TagZero,
                tag.range.clone(),
                message!("tag 0 cannot be waited for"),
            )
            .help(message!(
                "an MV instruction without a tag is written without `i00`"
            )),
        );
    }
    let is_indirect = mv
        .operands
        .iter()
        .any(|operand| matches!(operand.kind, OperandKind::Dram { indirect: true, .. }));
    if let (Some((_, range)), false) = (&parameters.indirection, is_indirect) {
        context.report(
            Diagnostic::new(
                Code::IndirectionCount,
                range.clone(),
                message!("`nd` counts DRAM indirections, but no operand is indirect"),
            )
            .help(message!("an indirect operand is written `$di<dar_addr>`")),
        );
    }
}

fn check_operands(context: &mut Context<'_>, mv: &MvInstruction) {
    let name = &mv.spelling.text;
    let specs = mv.op.row().operands;
    for operand in &mv.operands {
        plain(context, operand);
    }
    if mv.operands.len() != specs.len() {
        let wanted = if specs.is_empty() {
            message!("no operands")
        } else {
            message!("a source and a destination")
        };
        context.report(
            Diagnostic::new(
                Code::OperandCount,
                mv.range.clone(),
                message!(
                    "`{name}` takes {wanted}, but has {count:# operand|# operands}",
                    name,
                    wanted,
                    count = mv.operands.len()
                ),
            )
            .help(if mv.operands.is_empty() {
                message!("syntax: `{syntax}`", syntax = mv.op.syntax())
            } else {
                forms(mv)
            }),
        );
        return;
    }
    let fits = mv
        .operands
        .iter()
        .zip(specs)
        .all(|(operand, spec)| overload::accepts(spec.class, &operand.kind));
    if !fits {
        let (from, to) = (place(&mv.operands[0]), place(&mv.operands[1]));
        let start = mv.operands[0].range.start;
        let end = mv.operands[1].range.end;
        let diagnostic = Diagnostic::new(
            Code::NoSuchTransfer,
            start..end,
            message!(
                "`{name}` has no transfer from {from} to {to}",
                name,
                from,
                to
            ),
        )
        .help(forms(mv));
        let diagnostic = located(context, mv, diagnostic);
        context.report(diagnostic);
        return;
    }
    for (operand, spec) in mv.operands.iter().zip(specs) {
        aligned(context, spec, operand);
    }
    groups(context, mv);
}

/// A memory of an operand, with the group and L2B that it names.
fn place(operand: &Operand) -> Message {
    let memory = overload::description(&operand.kind);
    let located = match operand.kind.mv_place() {
        Some(place) => (place.group, place.l2b),
        None => return memory,
    };
    match located {
        (Some(group), Some(l2b)) => {
            message!("{memory} of group {group}, L2B {l2b}", memory, group, l2b)
        }
        (Some(group), None) => message!("{memory} of group {group}", memory, group),
        (None, Some(l2b)) => message!("{memory} of L2B {l2b} in every group", memory, l2b),
        (None, None) => message!("{memory} of every group", memory),
    }
}

/// The forms of an MV instruction: those between the given memories, or all.
fn forms(mv: &MvInstruction) -> Message {
    let letter = |text: &str| text.trim_start_matches(['$', 'l']).chars().next();
    let written: Vec<Option<char>> = mv
        .operands
        .iter()
        .map(|operand| {
            operand
                .kind
                .memory()
                .and_then(|memory| letter(memory.letters()))
        })
        .collect();
    let agrees = |example: &str| {
        let operands = example.split_whitespace().skip(1).map(letter);
        operands
            .zip(&written)
            .all(|(form, written)| form == *written)
    };
    let examples = || mv.spelling.ops.iter().map(|op| op.row().example);
    let mut forms: Vec<String> = examples()
        .filter(|example| agrees(example))
        .map(|example| format!("`{example}`"))
        .collect();
    if forms.is_empty() {
        forms.extend(examples().map(|example| format!("`{example}`")));
    }
    message!("its forms are {forms}", forms = Message::any_of(forms))
}

/// Adds the transfers between the same memories of other groups and L2Bs that exist.
fn located(context: &mut Context<'_>, mv: &MvInstruction, diagnostic: Diagnostic) -> Diagnostic {
    let [source, destination] = &mv.operands[..] else {
        return diagnostic;
    };
    let variants = |operand: &Operand| {
        let text = context.at(&operand.range);
        let bare = text.split('@').next().unwrap_or_default();
        let is_l2bm = matches!(operand.kind, OperandKind::L2bm { .. });
        let mut texts = vec![text.to_owned(), format!("{bare}@0"), bare.to_owned()];
        if is_l2bm {
            texts.push(format!("{bare}@0.0"));
            texts.push(format!("{bare}@.0"));
        }
        texts.dedup();
        texts
    };
    let opcode = context.at(&mv.opcode_range);
    let (sources, destinations) = (variants(source), variants(destination));
    let of_source = sources[1..]
        .iter()
        .map(|text| (source, text, text, &destinations[0]));
    let of_destination = destinations[1..]
        .iter()
        .map(|text| (destination, text, &sources[0], text));
    let tried: Vec<_> = of_source
        .chain(of_destination)
        .map(|(operand, text, from, to)| {
            (
                operand.range.clone(),
                text.clone(),
                format!("{opcode} {from} {to}"),
            )
        })
        .collect();
    tried
        .into_iter()
        .fold(diagnostic, |diagnostic, (range, text, statement)| {
            if context.reads(&statement) {
                diagnostic.suggest(message!("Replace with `{near}`", near = &text), range, text)
            } else {
                diagnostic
            }
        })
}

/// MV operands have neither sign nor conversion nor mask.
fn plain(context: &mut Context<'_>, operand: &Operand) {
    if operand.negated {
        let at = operand.range.start..operand.range.start + 1;
        context.error(
            Code::SignNotAllowed,
            at,
            message!("an MV instruction moves bits: it cannot invert a sign"),
        );
    }
    if let Some(conversion) = &operand.conversion {
        context.error(
            Code::ConversionNotAllowed,
            conversion.range.clone(),
            message!("an MV instruction moves bits: it cannot convert"),
        );
    }
    if let Some(mask) = &operand.mask {
        context.error(
            Code::MaskNotAllowed,
            mask.range.clone(),
            message!("an MV instruction takes no mask"),
        );
    }
}

fn groups(context: &mut Context<'_>, mv: &MvInstruction) {
    let group_of = |operand: &Operand| operand.kind.mv_place()?.group;
    // `mvnop` has no operands.
    let [source, destination] = &mv.operands[..] else {
        return;
    };
    let (Some(from), Some(to)) = (group_of(source), group_of(destination)) else {
        return;
    };
    let range = mv.operands[1].range.clone();
    if mv.op == Op::Mv(MvOp::L2bmToPdmInGroup) && from != to {
        context.report(
            Diagnostic::new(
                Code::GroupsDiffer,
                range,
                message!("the reduction of group {from} goes to PDM of the same group, not of group {to}", from, to),
            )
            .note(
                mv.operands[0].range.clone(),
                message!("group {from} is read here", from),
            ),
        );
    } else if mv.op == Op::Mv(MvOp::PdmToPdm) && from == to {
        context.report(
            Diagnostic::new(
                Code::SameGroup,
                range,
                message!("the manual describes this transfer between different groups, but both are group {to}", to),
            )
            .note(mv.operands[0].range.clone(), message!("the source")),
        );
    }
}
