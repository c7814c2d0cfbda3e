//! Opcodes: the mnemonic's letters and the options after them, before the row is known.

mod foreign;
pub(super) mod unknown;

use mnc2_isa::spelling::{self, Spelling};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context, mask, number};
use mnc2_program::{Mask, Ranged};
use mnc2_text::LineRange;

/// An opcode as written.
pub(super) struct Opcode {
    pub(super) range: LineRange,
    pub(super) mnemonic_range: LineRange,
    pub(super) spelling: &'static Spelling,
    pub(super) target: Option<RawTarget>,
    pub(super) rotation: Option<Ranged<i64>>,
    /// `/<number>` alone: a count, a mantissa length or a zero-flush pattern.
    pub(super) numbers: Vec<Ranged<String>>,
    pub(super) masks: Vec<Mask>,
}

/// `@...` as written.
pub(super) struct RawTarget {
    pub(super) range: LineRange,
    pub(super) kind: RawTargetKind,
}

pub(super) enum RawTargetKind {
    Number(u64),
    NumberAndMode(u64, u64),
    List(Vec<u64>),
}

/// Lowers an `opcode` node; `None` with a finding when the mnemonic is unknown. `whole` is the range of its expression.
pub(super) fn opcode(
    context: &mut Context<'_>,
    node: Node<'_>,
    whole: &LineRange,
) -> Option<Opcode> {
    let mnemonic_node = context::field(node, NodeField::Mnemonic)?;
    let spelling = mnemonic(context, mnemonic_node, whole)?;
    let target =
        context::field(node, NodeField::Target).and_then(|target| raw_target(context, target));
    let rotation = context::field(node, NodeField::Rotation).map(|rotation| Ranged {
        range: context.range(rotation),
        value: context.slice(rotation).parse().unwrap_or(i64::MAX),
    });
    let (mut numbers, mut masks) = (Vec::new(), Vec::new());
    for child in context::children(node) {
        match child.kind() {
            "opcode_number" => {
                if let Some(digits) = context::children(child).first() {
                    numbers.push(Ranged {
                        range: context.range(*digits),
                        value: context.slice(*digits).to_owned(),
                    });
                }
            }
            "mask" => masks.extend(mask::mask(context, child)),
            _ => {}
        }
    }
    Some(Opcode {
        range: context.range(node),
        mnemonic_range: context.range(mnemonic_node),
        spelling,
        target,
        rotation,
        numbers,
        masks,
    })
}

/// The spelling of a mnemonic node, or a finding with what may be meant; `whole` is the range of its expression.
pub(super) fn mnemonic(
    context: &mut Context<'_>,
    node: Node<'_>,
    whole: &LineRange,
) -> Option<&'static Spelling> {
    let found = spelling::find(context.slice(node)).filter(is_opcode);
    if found.is_none() {
        let range = context.range(node);
        unknown::report(context, &range, whole);
    }
    found
}

/// Whether a spelling is an opcode. The table's names of debug and host statements, with a space or one letter, are for the
/// documentation.
pub(super) fn is_opcode(spelling: &&'static Spelling) -> bool {
    spelling.text.len() > 1
        && !spelling.text.contains(' ')
        && spelling.text != "mask"
        && spelling.text != "quit"
}

fn raw_target(context: &mut Context<'_>, node: Node<'_>) -> Option<RawTarget> {
    let range = context.range(node);
    let kind = if let Some(number_node) = context::field(node, NodeField::Number) {
        let number = number::natural(context, number_node)?;
        match context::field(node, NodeField::Immode) {
            Some(mode) => RawTargetKind::NumberAndMode(number, number::natural(context, mode)?),
            None => RawTargetKind::Number(number),
        }
    } else {
        let list = context::children(node)
            .into_iter()
            .find(|child| child.kind() == "l1b_list")?;
        let numbers = context::children(list)
            .into_iter()
            .map(|number| number::natural(context, number))
            .collect::<Option<Vec<_>>>()?;
        RawTargetKind::List(numbers)
    };
    Some(RawTarget { range, kind })
}
