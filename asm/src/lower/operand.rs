//! Single operands: shape, width, range and alignment, regardless of the opcode (manual 3.5.2, 3.6.1).

use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Constant, Forwarding};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context, literal, mask};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Conversion, Operand, OperandKind, Ranged};
use mnc2_text::message;

mod address;
mod memory;
mod pe_memory;

pub(super) use address::in_range;

/// Lowers an operand node; `None` with a finding if it names nothing.
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
    let diagnostic = Diagnostic::new(
        Code::MalformedTag,
        range.clone(),
        message!(
            "`{text}` is not a tag: write `i` and exactly two hexadecimal digits, such as `i01`",
            text
        ),
    );
    context.report(match u8::from_str_radix(digits, 16) {
        Ok(number) => {
            let meant = format!("i{number:02x}");
            diagnostic.fix(
                message!("Replace with `{near}`", near = &meant),
                range,
                meant,
            )
        }
        Err(_) => diagnostic,
    });
    None
}

/// A word or number that is not an operand.
fn unknown(context: &mut Context<'_>, node: Node<'_>) {
    let (text, range) = (context.slice(node), context.range(node));
    let mut diagnostic = Diagnostic::new(
        Code::UnknownOperand,
        range.clone(),
        message!("`{text}` is not an operand", text),
    );
    let lower = text.to_ascii_lowercase();
    let is_name = operand_names().any(|name| name == lower);
    if mnc2_isa::spelling::find(text).is_some_and(|spelling| spelling.text.len() > 1) {
        diagnostic = diagnostic.help(message!(
            "`{text}` is an opcode: it begins a step on a line of its own, or after `;` an expression of this one",
            text
        ));
    } else if node.kind() == "number" {
        diagnostic = diagnostic.help(message!(
            "an operand is not a number: write the number to a memory first, as in `imm i\"{number}\" $lr0v`",
            number = text
        ));
    } else if is_name || context.names_operand(&format!("${lower}")) {
        let meant = format!("${lower}");
        let is_small = lower == text;
        diagnostic = diagnostic.help(message!("did you mean `{near}`?", near = &meant));
        diagnostic = if is_small {
            diagnostic.suggest(message!("Insert `$`"), range.start..range.start, "$")
        } else {
            diagnostic.suggest(
                message!("Replace with `{near}`", near = &meant),
                range,
                meant,
            )
        };
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
    let whole = range.start.saturating_sub(1)..range.end;
    let mut diagnostic = Diagnostic::new(
        Code::UnknownOperand,
        whole.clone(),
        message!("unknown operand `${name}`", name),
    );
    let lower = name.to_ascii_lowercase();
    if lower != name && context.names_operand(&format!("${lower}")) {
        diagnostic = diagnostic
            .help(message!("operands are written in lower case"))
            .fix(
                message!("Replace with `${near}`", near = &lower),
                range,
                lower.as_str(),
            );
    } else if let Some(meant) = rearranged(name).filter(|meant| context.names_operand(meant)) {
        diagnostic = diagnostic
            .help(message!(
                "the parts must be in the order word length, memory, address, stride: `{near}`",
                near = &meant
            ))
            .suggest(
                message!("Replace with `{near}`", near = &meant),
                whole,
                meant,
            );
    } else if name.starts_with("imr") {
        diagnostic = diagnostic.help(message!(
            "a mask register is written as `$omr1`, and read by the mask of a destination or opcode: `$lr0v/$imr1`"
        ));
    } else {
        let near = context.similar(name, operand_names());
        if let Some(&near) = near.first() {
            diagnostic = diagnostic
                .help(message!("did you mean `${near}`?", near))
                .suggest(message!("Replace with `${near}`", near), range, near);
        } else {
            diagnostic = diagnostic.help(message!(
                "memories are `$m`, `$n` (LM0, LM1), `$r`, `$s` (GRF0, GRF1), `$t`, `$b` (L1BM), `$c` (L2BM), `$p` (PDM) and \
                 `$d` (DRAM), with `l` or `ll` before the letter for a long word or two: `$lm0v`"
            ));
        }
    }
    context.report(diagnostic);
    None
}

/// A name whose letters may be in the wrong order: `$m0l`, `$m0lv`.
fn rearranged(name: &str) -> Option<String> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (memory, rest) = name.split_at(digits);
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    let (address, suffix) = rest.split_at(end);
    let width = suffix.find('l')?;
    let widths = suffix[width..]
        .bytes()
        .take_while(|&byte| byte == b'l')
        .count();
    let (before, after) = (&suffix[..width], &suffix[width + widths..]);
    Some(format!(
        "${}{memory}{address}{before}{after}",
        &suffix[width..width + widths]
    ))
}
