//! Candidates for findings on an expression: its opcode, its options, the order and number of its operands.

use mnc2_isa::{AluOp, ControlOp, Op, OperandClass, OperandRole, l1b_set};

use super::{Candidate, Problem};
use mnc2_program::code::Code;
use mnc2_program::{Expression, Operand, OperandKind};
use mnc2_text::{LineRange, message};

pub(super) fn candidates(place: &Problem<'_>) -> Vec<Candidate> {
    let own = &place.own;
    match place.code {
        Code::OptionNotAllowed => {
            let slash = own.start.saturating_sub(1)..own.start;
            let start = own.start - u32::from(place.at(&slash) == "/");
            let first_number = leading_number(place.word().trim_start_matches(['@', '[']));
            let one = first_number.map(|number| place.write(own.clone(), format!("@{number}")));
            one.into_iter()
                .chain([place.remove(start..own.end)])
                .collect()
        }
        Code::OptionMissing => ["@0", "@0/0"]
            .into_iter()
            .map(|option| place.insert(own.end, option))
            .collect(),
        Code::MantissaLength => {
            let shortest = place.word().parse::<u32>().is_ok_and(|length| length < 6);
            let lengths = if shortest { ["6", "9"] } else { ["9", "6"] };
            let write = |length| place.write(own.clone(), length);
            lengths.into_iter().map(write).collect()
        }
        Code::L1bSetNotExpressible => smallest_set(place).into_iter().collect(),
        Code::RotationOutOfRange => same_rotation(place).into_iter().collect(),
        Code::OperandCount => operand_count(place),
        Code::OperandNotAllowed => exchanges(place),
        Code::FirstInputOnly => commuted(place).into_iter().collect(),
        Code::NoWriteWithOthers => vec![place.remove_word(own).safe()],
        Code::DestinationTwice => vec![place.remove_word(own)],
        Code::MaskSettingBesideZeroFlush => vec![Candidate::new(
            message!("Insert `{nop}` before this line", nop = "mask 0"),
            vec![(0..0, "mask 0\n".to_owned())],
        )],
        Code::NopWithOthers => {
            let is_nop = |it: &&Expression| it.op == Op::Control(ControlOp::Nop);
            let nop = place
                .step()
                .and_then(|it| it.expressions.iter().find(is_nop));
            nop.and_then(|nop| without(place, nop))
                .into_iter()
                .collect()
        }
        Code::TagZero => {
            let wait = place.expression();
            wait.and_then(|wait| without(place, wait))
                .into_iter()
                .collect()
        }
        // The second mask.
        _ => vec![place.remove(own.clone())],
    }
}

fn leading_number(text: &str) -> Option<&str> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (digits > 0).then(|| &text[..digits])
}

/// The smallest set of L1Bs with an address and a mask that contains all that are named.
fn smallest_set(place: &Problem<'_>) -> Option<Candidate> {
    let inner = place.word().trim_start_matches('@');
    let inner = inner.strip_prefix('[')?.strip_suffix(']')?;
    let numbers: Option<Vec<u8>> = inner
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect();
    let members = numbers?
        .into_iter()
        .filter(|&number| number <= l1b_set::MAX)
        .fold(0_u8, |set, number| set | 1 << number);
    let first = members.trailing_zeros() as u8;
    let sets = (0..=l1b_set::MAX).map(|mode| l1b_set::l1b_set(first, mode));
    let smallest = sets
        .filter(|set| set & members == members)
        .min_by_key(|set| set.count_ones())?;
    let list: Vec<String> = (0..=l1b_set::MAX)
        .filter(|&number| smallest >> number & 1 == 1)
        .map(|number| number.to_string())
        .collect();
    Some(place.write(place.own.clone(), format!("@[{}]", list.join(","))))
}

/// A rotation goes around the 16 MABs, so a rotation by 17 is one by 1.
fn same_rotation(place: &Problem<'_>) -> Option<Candidate> {
    let (sign, digits) = place.word().split_at_checked(1)?;
    let number: u64 = digits.parse().ok()?;
    let mabs = mnc2_isa::geometry::MABS_PER_L1B as u64;
    Some(place.write(place.own.clone(), format!("{sign}{}", number % mabs)))
}

fn operand_count(place: &Problem<'_>) -> Vec<Candidate> {
    let Some(expression) = place.expression() else {
        return Vec::new();
    };
    let specs = expression.op.row().operands;
    let given = expression.operands().count();
    let takes_nowrite = specs.last().is_some_and(|spec| {
        let is_pe = matches!(
            spec.class,
            OperandClass::PeOutput | OperandClass::PeOutputOrMask
        );
        spec.role != OperandRole::Input && is_pe
    });
    if given + 1 == specs.len() && takes_nowrite {
        return vec![place.insert(expression.range.end, " $nowrite")];
    }
    let surplus: Vec<LineRange> = expression
        .operands()
        .skip(specs.len())
        .map(|operand| operand.range.clone())
        .collect();
    let (Some(first), Some(last)) = (surplus.first(), surplus.last()) else {
        return Vec::new();
    };
    vec![place.remove_word(&(first.start..last.end))]
}

/// Each pair of operands exchanged.
fn exchanges(place: &Problem<'_>) -> Vec<Candidate> {
    let Some(expression) = place.expression() else {
        return Vec::new();
    };
    // What can only be written, or only be read, is not in the wrong order.
    let has_one_direction = |it: &Operand| {
        it.range == place.own
            && matches!(
                it.kind,
                OperandKind::Forwarding(_)
                    | OperandKind::MaskRegister(_)
                    | OperandKind::NoWrite
                    | OperandKind::Constant(_)
            )
    };
    if expression.operands().any(has_one_direction) {
        return Vec::new();
    }
    let ranges: Vec<&LineRange> = expression.operands().map(|it| &it.range).collect();
    let pairs =
        (0..ranges.len()).flat_map(|one| (one + 1..ranges.len()).map(move |two| (one, two)));
    pairs
        .map(|(one, two)| exchange(place, ranges[one], ranges[two]))
        .collect()
}

pub(super) fn exchange(place: &Problem<'_>, one: &LineRange, two: &LineRange) -> Candidate {
    let (first, second) = (place.at(one), place.at(two));
    Candidate::new(
        message!("Exchange `{first}` and `{second}`", first, second),
        vec![
            (one.clone(), second.to_owned()),
            (two.clone(), first.to_owned()),
        ],
    )
}

/// The two inputs exchanged, if that gives the same result. The mask flags of a maximum show which input was taken.
fn commuted(place: &Problem<'_>) -> Option<Candidate> {
    let expression = place.expression()?;
    let [first, second] = expression.inputs.as_slice() else {
        return None;
    };
    let candidate = exchange(place, &first.range, &second.range);
    match expression.op {
        Op::Alu(AluOp::And | AluOp::Or | AluOp::Xor | AluOp::Add) => Some(candidate.safe()),
        Op::Alu(AluOp::Max | AluOp::Min) => Some(candidate),
        _ => None,
    }
}

/// The step without an expression.
fn without(place: &Problem<'_>, removed: &Expression) -> Option<Candidate> {
    let step = place.step()?;
    let at = step
        .expressions
        .iter()
        .position(|expression| std::ptr::eq(expression, removed))?;
    let range = match (at, step.expressions.get(at + 1)) {
        (0, Some(next)) => removed.range.start..next.range.start,
        (0, None) => return None,
        (_, _) => step.expressions[at - 1].range.end..removed.range.end,
    };
    let shown = place.at(&removed.range);
    Some(Candidate::new(
        message!("Remove `{removed}`", removed = shown),
        vec![(range, String::new())],
    ))
}
