//! The fields of the instruction word that each expression of a step needs, and their collisions.
//!
//! The rules of simultaneous execution (manual 3.6.4) follow from it: `coissue` states in words what collides
//! here, and adds only what no published field shows.

use std::borrow::Cow;

use mnc2_isa::field::{DESTINATIONS, Field, FieldPlace};
use mnc2_isa::{AluOp, Memory, Mode, Op};

use crate::{PerCycle, Step};
use mnc2_text::LineRange;

mod claims;

pub use claims::claims;

/// The content that an expression needs in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The field of the instruction word.
    pub field: Field,
    /// The content that it needs.
    pub content: Content,
    /// The expression, counted from 0.
    pub expression: usize,
    /// The part of the line that needs it.
    pub range: LineRange,
}

/// The content of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A number in the field's bits.
    Bits(u32),
    /// The four addresses of an access; auto-stride mode holds only the first.
    Addresses(PerCycle<u32>),
    /// A number, and which of its meanings it has here.
    Meant(u32, &'static str),
    /// Content whose number is not published.
    Words(Cow<'static, str>),
    /// A part of the field whose bits are not known: it collides with the same part only.
    Part(&'static str),
}

/// A field that two claims need with different content, or that only one expression can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The field of the instruction word.
    pub field: Field,
    /// Its claims, as indices, in the order of the text.
    pub claims: Vec<usize>,
}

/// Why two claims collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionReason {
    /// They need different content.
    Differ,
    /// Only one expression can use the field so.
    Once,
    /// An immediate value is in the field.
    Immediate,
}

impl Content {
    /// The content of the field in auto-stride mode, if it is a known number.
    #[must_use]
    pub const fn bits(&self) -> Option<u32> {
        match self {
            Self::Bits(bits) | Self::Meant(bits, _) => Some(*bits),
            Self::Addresses([first, ..]) => Some(*first),
            Self::Words(_) | Self::Part(_) => None,
        }
    }
}

/// The collisions of claims, from the highest bits down.
#[must_use]
pub fn collisions(step: &Step, claims: &[Claim]) -> Vec<Collision> {
    let (mut claimed, mut again) = (0_u128, 0_u128);
    for claim in claims {
        let bit = 1 << claim.field as u8;
        again |= claimed & bit;
        claimed |= bit;
    }
    let is_shared = |field: &&Field| again >> **field as u8 & 1 == 1;
    let of = |&field: &Field| Collision {
        field,
        claims: (0..claims.len())
            .filter(|&index| claims[index].field == field)
            .collect(),
    };
    let mut shared: Vec<Collision> = Field::ALL.iter().filter(is_shared).map(of).collect();
    shared.retain(|collision| !pairs(step, claims, collision).is_empty());
    shared
}

const _: () = assert!(Field::ALL.len() <= 128, "a bit for each field");

/// Maximum number of earlier claims that one collides with. A field has fewer claims in any line that people write; in a
/// line of thousands of expressions all pairs would be millions.
pub const PAIRS_MAX: usize = 16;

/// The claims of a field that collide, up to [`PAIRS_MAX`] pairs for each. Content that differs is compared with the content of
/// the first read, or of the first claim if none reads.
pub fn pairs<'a>(
    step: &'a Step,
    claims: &'a [Claim],
    collision: &Collision,
) -> Vec<(&'a Claim, &'a Claim, CollisionReason)> {
    let of_field: Vec<&Claim> = collision.claims.iter().map(|&it| &claims[it]).collect();
    let is_read = |claim: &&Claim| {
        let mut inputs = step.expressions[claim.expression].inputs.iter();
        inputs.any(|input| input.range == claim.range)
    };
    let reference = of_field.iter().position(is_read).unwrap_or(0);
    let mut found = Vec::new();
    for (at, &later) in of_field.iter().enumerate() {
        let known = found.len();
        for (before, &earlier) in of_field[..at].iter().enumerate() {
            if found.len() - known == PAIRS_MAX {
                break;
            }
            match reason(step, earlier, later) {
                Some(CollisionReason::Differ) if before == reference => {
                    found.push((earlier, later, CollisionReason::Differ));
                }
                Some(CollisionReason::Differ) if at == reference => {
                    found.push((later, earlier, CollisionReason::Differ));
                }
                Some(CollisionReason::Differ) | None => {}
                Some(reason) => found.push((earlier, later, reason)),
            }
        }
    }
    found
}

/// Why two claims of one field collide, if they do.
fn reason(step: &Step, one: &Claim, other: &Claim) -> Option<CollisionReason> {
    let (first, second) = (
        &step.expressions[one.expression],
        &step.expressions[other.expression],
    );
    let field = one.field;
    let by_two = one.expression != other.expression;
    let is_once = match (&one.content, &other.content) {
        (Content::Part(one), Content::Part(other)) => {
            return (by_two && one == other).then_some(CollisionReason::Once);
        }
        // What else the field holds has other bits; but an immediate value fills all of them.
        (Content::Part(_), _) | (_, Content::Part(_)) => {
            return is_immediate_beside(step, one, other).then_some(CollisionReason::Immediate);
        }
        // A side appears once in a step (manual 3.6.4), regardless of the bit for the other one.
        (Content::Meant(_, one), Content::Meant(_, other)) if field == Field::MatrixSide => {
            return (by_two && one == other).then_some(CollisionReason::Once);
        }
        // A matrix register write and a transposed read share their row.
        _ if field == Field::MatrixStart => first.op == second.op,
        _ => is_unit(field) || written(field).is_some(),
    };
    if is_immediate_beside(step, one, other) {
        Some(CollisionReason::Immediate)
    } else if by_two && is_once {
        Some(CollisionReason::Once)
    } else {
        (one.content != other.content).then_some(CollisionReason::Differ)
    }
}

/// Whether one claim is by an immediate value and the other is not. The value claims fields as a whole expression: an access of
/// its own to LM0 collides too. The bits may be equal by chance; the manual forbids it outright (3.6.12.3).
fn is_immediate_beside(step: &Step, one: &Claim, other: &Claim) -> bool {
    let is_value = |claim: &Claim| {
        let expression = &step.expressions[claim.expression];
        expression.op == Op::Alu(AluOp::Imm) && claim.range == expression.range
    };
    is_value(one) != is_value(other)
}

/// The names of a field in a mode: in flat mode an address has four, an increment none.
#[must_use]
pub fn names(field: Field, mode: Mode) -> Vec<String> {
    FieldPlace::all_for_field(field, mode)
        .map(FieldPlace::name)
        .collect()
}

/// Whether a field marks a unit as used, which only one expression can do.
pub(super) const fn is_unit(field: Field) -> bool {
    matches!(
        field,
        Field::Ll
            | Field::AluOpcode
            | Field::MauCalcEnable
            | Field::MatrixWriteEnable
            // A transposed read has no field of its own for the issue.
            | Field::MatrixStart
            | Field::L1bmOpcode
            | Field::L1bmUnknown
            | Field::L2bmRest
            | Field::DarWrite
            | Field::WaitTag
    )
}

/// The memory that a field marks as written.
pub(super) fn written(field: Field) -> Option<Memory> {
    let mut all = DESTINATIONS.into_iter();
    let (memory, ..) = all.find(|(_, write, ..)| *write == field)?;
    Some(memory)
}
