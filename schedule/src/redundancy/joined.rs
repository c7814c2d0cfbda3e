//! Two transfers of one long word as one of two long words.
//!
//! `l1bmp $llb0` brings the long words of `l1bmp $lb0` and `l1bmp $lb4` at once (manual 3.6.8.7), `l1bmm $llb0` those of
//! `l1bmm $lb0` and `l1bmm $lb16` (manual 3.6.8.9). What a later line overwrites does not count, so the places of the
//! other cycles may differ; the proof decides.

use std::collections::BTreeSet;

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::l1bm::Order;
use mnc2_isa::{Op, Width};
use mnc2_program::render::{self, nops};
use mnc2_program::rules::check::check;
use mnc2_program::{Addressing, Expression, ModeChoice, Operand, OperandKind, PeMemory};
use mnc2_text::line;

use super::transfers::only;
use crate::draft::Draft;
use mnc2_equal::{Equivalence, Places};

/// The words from one cycle to the next of a destination of two long words.
const STRIDE_WORDS: u32 = Width::DoubleLong.single_words();

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
    let steps = draft.region().filter(|&line| {
        let step = draft.program.line(line).and_then(|it| it.step());
        step.is_some_and(|step| !step.is_bare_nop())
    });
    let steps: Vec<usize> = steps.collect();
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
    let transfer = only(draft, line)?;
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

fn pair(draft: &Draft, first: usize, second: usize) -> Option<Pair> {
    let (one, from, to, place) = narrow(draft, first)?;
    let (other, next, _, next_place) = narrow(draft, second)?;
    let Op::L1bm(op) = one.op else { return None };
    if other.op != one.op || place.memory != next_place.memory {
        return None;
    }
    // Addresses in L1BM that follow each other in a cycle, and in the next ones.
    let (step, cycles) = match op.transfer().shape.order {
        Order::Pe => (4, 1),
        Order::Mab => (16, 4),
        Order::Mab4 | Order::All => return None,
    };
    if next != from + step {
        return None;
    }
    let mut wide = to.clone();
    let base_words = place.address_words(0);
    let OperandKind::PeMemory(memory) = &mut wide.kind else {
        return None;
    };
    memory.width = Width::DoubleLong;
    memory.addressing = Addressing::Stride {
        base_words,
        stride_words: STRIDE_WORDS,
    };
    // Where each long word of L1BM goes, counted from the first one in units of a cycle.
    let narrow = [(place, 0), (next_place, step)].map(|(place, first)| {
        (0..CYCLES_PER_STEP)
            .map(move |cycle| (first + cycles * cycle as u32, place.address_words(cycle)))
    });
    let both = |cycle: usize| {
        let first = match op.transfer().shape.order {
            Order::Pe => [cycle as u32, cycle as u32 + 4],
            _ => [8 * cycle as u32, 8 * cycle as u32 + 4],
        };
        let word = base_words + STRIDE_WORDS * cycle as u32;
        [(first[0], word), (first[1], word + STRIDE_WORDS / 2)]
    };
    let narrow: BTreeSet<(u32, u32)> = narrow.into_iter().flatten().collect();
    let wide_words: BTreeSet<(u32, u32)> = (0..CYCLES_PER_STEP).flat_map(both).collect();
    let goes_on = narrow.is_superset(&both(0).into());
    let mnemonic = line::part(draft.line(second), &other.mnemonic_range);
    let text = format!("{mnemonic} $llb{from} {}", render::operand(&wide));
    let is_legal = !check(&mnc2_asm::parse(&text), ModeChoice::Infer).has_errors();
    let range = &other.range;
    let mut written = draft.line(second).to_owned();
    written.replace_range(range.start as usize..range.end as usize, &text);
    (goes_on && is_legal).then(|| Pair {
        lines: [first, second],
        text: written,
        is_exact: narrow == wide_words,
    })
}
