//! Two transfers of one long word as one of two long words.
//!
//! `l1bmp $llb0` brings all long words of `l1bmp $lb0` and `l1bmp $lb4` (manual 3.6.8.7), and `l1bmm $llb0` all long words of
//! `l1bmm $lb0` and `l1bmm $lb16` (manual 3.6.8.9). What a later line overwrites does not count, so the places of the
//! other cycles may differ; the proof decides.

use std::collections::BTreeSet;

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_equal::{Equivalence, Places};
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::l1bm::{Order, Shape};
use mnc2_isa::{Op, Width};
use mnc2_program::render::{self, nops};
use mnc2_program::rules::check::check;
use mnc2_program::{Addressing, Expression, ModeChoice, Operand, OperandKind, PeMemory};
use mnc2_text::line;

use super::copies::transfer;
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// Two lines that bring long words, and the line that brings both.
struct Pair {
    lines: [usize; 2],
    text: String,
    /// Whether it brings each word where one of them does.
    is_exact: bool,
}

/// The region with one transfer for each two that are proven to be one; `None` if there are none.
pub(super) fn joined(
    draft: &Draft,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Draft> {
    let all = pairs(draft);
    // The last transfers of a row write words that no later one overwrites.
    let without_last = |count: usize| all.iter().take(all.len().saturating_sub(count)).collect();
    let exact = all.iter().filter(|it| it.is_exact).collect();
    let ways: [Vec<&Pair>; 4] = [without_last(0), without_last(1), without_last(2), exact];
    ways.into_iter()
        .filter(|it| !it.is_empty())
        .find_map(|way| {
            let written = with_pairs(draft, &way);
            let program = &written.program;
            let outcome = mnc2_equal::by_dataflow(&draft.program, program, places, is_cancelled);
            (outcome == Equivalence::Same).then_some(written)
        })
}

/// The draft with some pairs as one transfer each, at the second line.
fn with_pairs(draft: &Draft, pairs: &[&Pair]) -> Draft {
    let mut lines: Vec<Vec<String>> = draft.lines.iter().map(|it| vec![it.clone()]).collect();
    for (pair, next) in pairs.iter().zip((1..).map(|it| pairs.get(it))) {
        let [first, second] = pair.lines.map(|it| it - draft.start);
        let line = draft.program.line(pair.lines[0]);
        let comment = line.and_then(|it| it.comment.as_ref());
        let comment = comment.map(|it| line::part(&draft.lines[first], it).to_owned());
        lines[first] = Vec::from_iter(comment);
        lines[second] = vec![pair.text.clone()];
        // What reads the second word may be closer than the first transfer was.
        if next.is_none_or(|next| next.lines[0] != pair.lines[1] + 1) {
            lines[second].push(nops(REACH_STEPS as u64));
        }
    }
    let lines = lines.into_iter().flatten();
    let mut written = draft.clone();
    written.replace(draft.region(), lines.collect(), &mut LineParser::new());
    written
}

/// Transfers that follow each other and may be one.
fn pairs(draft: &Draft) -> Vec<Pair> {
    let steps: Vec<usize> = draft
        .region()
        .filter(|it| draft.work(*it).is_some())
        .collect();
    let mut pairs = Vec::new();
    let mut rest = steps.as_slice();
    while let [first, second, after @ ..] = rest {
        match pair(draft, *first, *second) {
            Some(pair) => {
                pairs.push(pair);
                rest = after;
            }
            None => rest = &rest[1..],
        }
    }
    pairs
}

/// A transfer of long words: where its first word is in L1BM, and where it goes.
fn narrow(draft: &Draft, line: usize) -> Option<(&Expression, u32, &Operand, &PeMemory)> {
    let transfer = transfer(draft, line)?;
    let ([from], [to]) = (transfer.inputs.as_slice(), transfer.outputs.as_slice()) else {
        return None;
    };
    let (&OperandKind::L1bm { address, .. }, OperandKind::PeMemory(place)) = (&from.kind, &to.kind)
    else {
        return None;
    };
    let is_plain = to.mask.is_none() && transfer.zero_flush.is_none() && !place.indirect;
    let is_narrow = place.width == Width::Long && place.madpe.is_none();
    (is_plain && is_narrow).then_some((transfer, address, to, place))
}

/// The transfer that brings what two lines bring, if the words of its first cycle are theirs.
fn pair(draft: &Draft, first: usize, second: usize) -> Option<Pair> {
    let (one, from, to, place) = narrow(draft, first)?;
    let (other, next, _, next_place) = narrow(draft, second)?;
    let Op::L1bm(op) = one.op else { return None };
    let shape = op.transfer().shape;
    // The words of other orders are not next to each other in both.
    let is_alike = other.op == one.op && place.memory == next_place.memory;
    if !is_alike || !matches!(shape.order, Order::Pe | Order::Mab) {
        return None;
    }
    let (wide, target) = (Shape { sides: 2, ..shape }, wide_destination(to)?);
    let OperandKind::PeMemory(wide_place) = &target.kind else {
        return None;
    };
    let narrow: BTreeSet<_> = brought(shape, from, place)
        .chain(brought(shape, next, next_place))
        .collect();
    let both: Vec<_> = brought(wide, from, wide_place).collect();
    let sides = wide.sides as usize;
    let mnemonic = line::part(draft.line(second), &other.mnemonic_range);
    let further = u32::from(is_planted(Wrong::Further));
    let text = format!(
        "{mnemonic} $llb{} {}",
        from + further,
        render::operand(&target)
    );
    let is_legal = !check(&mnc2_asm::parse(&text), ModeChoice::Infer).has_errors();
    let mut written = draft.line(second).to_owned();
    written.replace_range(other.range.start as usize..other.range.end as usize, &text);
    (both[..sides].iter().all(|it| narrow.contains(it)) && is_legal).then(|| Pair {
        lines: [first, second],
        text: written,
        is_exact: both.iter().all(|it| narrow.contains(it)),
    })
}

/// The destination of two long words that begins where one of long words does.
fn wide_destination(to: &Operand) -> Option<Operand> {
    let mut wide = to.clone();
    let OperandKind::PeMemory(place) = &mut wide.kind else {
        return None;
    };
    place.addressing = Addressing::Stride {
        base_words: place.address_words(0),
        stride_words: Width::DoubleLong.single_words(),
    };
    place.width = Width::DoubleLong;
    Some(wide)
}

/// The first long word of L1BM that a transfer brings in each cycle, or each side of it, and the address where it goes.
fn brought(shape: Shape, from: u32, place: &PeMemory) -> impl Iterator<Item = (u32, u32)> {
    let sides = move |cycle: usize| {
        let (from, to) = (
            from + cycle as u32 * shape.advance(),
            place.address_words(cycle),
        );
        (0..shape.sides).map(move |side| {
            let word = side * Width::Long.single_words();
            (from + shape.offset(0, 0, side), to + word)
        })
    };
    (0..CYCLES_PER_STEP).flat_map(sides)
}
