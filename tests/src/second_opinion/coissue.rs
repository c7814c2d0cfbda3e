//! Manual 3.6.4, condition by condition.

use super::parse::{Expression, L2bm, Mask, Memory, Operand, PlacedOperand, Region, Unit, Where};

/// A condition of simultaneous execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// At most one instruction expression is issued per group.
    OnePerGroup,
    /// Only `wait` can share a step with `nop`.
    NopAlone,
    /// `wait` needs another expression in its step (3.6.13).
    WaitAlone,
    /// At most two of mau-calc, mau-mwrite, mau-mread.
    TwoOfMau,
    /// These have the same precision.
    MauPrecision,
    /// vfma or vmul with mwrite: the second input and the input of mwrite are the same.
    SecondInput,
    /// `$x` and `$y` appear at most once each.
    MatrixSide,
    /// mwrite and mread share the field of the row.
    MatrixRow,
    /// Several expressions do not write to the same PE operand.
    WrittenOnce,
    /// Reads of one memory, and all accesses of one LM, are to one region.
    OneRegion,
    /// With an immediate value LM0 is not accessed.
    ImmediateWithLm0,
    OneZeroFlush,
    /// One mask entry and width.
    OneMask,
}

/// The conditions that a step breaks, in their order.
#[must_use]
pub fn broken(step: &[Expression], is_flat: bool) -> Vec<Condition> {
    let mut broken = Vec::new();
    let mut check = |condition, is_broken| {
        if is_broken {
            broken.push(condition);
        }
    };
    let groups: Vec<&str> = step.iter().map(group).collect();
    let count = |name: &str| groups.iter().filter(|group| **group == name).count();
    check(
        Condition::OnePerGroup,
        groups.iter().any(|group| count(group) > 1),
    );
    check(
        Condition::NopAlone,
        count("nop") > 0 && groups.len() - count("wait") > 1,
    );
    check(
        Condition::WaitAlone,
        groups.iter().all(|group| *group == "wait"),
    );
    let mau: Vec<&Expression> = step
        .iter()
        .filter(|expression| group(expression).starts_with("mau"))
        .collect();
    let precisions: Vec<char> = mau.iter().filter_map(|each| precision(each)).collect();
    check(Condition::TwoOfMau, mau.len() > 2);
    check(
        Condition::MauPrecision,
        precisions.iter().any(|each| *each != precisions[0]),
    );
    check(Condition::SecondInput, second_inputs_differ(step));
    check(Condition::MatrixSide, a_side_appears_twice(step));
    check(Condition::MatrixRow, rows_differ(step));
    check(Condition::WrittenOnce, written_twice(step));
    check(Condition::OneRegion, regions_differ(step, is_flat));
    check(Condition::ImmediateWithLm0, immediate_with_lm0(step));
    let flushes = step.iter().filter(|each| each.zero_flush.is_some()).count();
    check(Condition::OneZeroFlush, flushes > 1);
    let masks: Vec<Mask> = step.iter().flat_map(masks).collect();
    check(
        Condition::OneMask,
        masks.iter().any(|mask| *mask != masks[0]),
    );
    broken
}

/// The name of the group in table 3.6.
fn group(expression: &Expression) -> &'static str {
    match expression.unit {
        Unit::Nop(_) => "nop",
        Unit::Noforward => "noforward",
        // The footnote of 3.6.4: `l2bmdars` can be issued with other l2bm instructions, which it does not name.
        Unit::L2bm(L2bm::Dars) => "l2bmdars",
        Unit::L2bm(_) => "l2bm",
        Unit::L2bmdarw => "l2bmdarw",
        Unit::L1bm {
            is_turnaround: false,
            ..
        } => "l1bm",
        Unit::L1bm {
            is_turnaround: true,
            ..
        } => "l1bm-turnaround",
        Unit::MauCalc(..) => "mau-calc",
        Unit::Mwrite(_) => "mau-mwrite",
        Unit::Mread(_) => "mau-mread",
        Unit::Alu { .. } => "alu",
        Unit::Wait => "wait",
    }
}

fn precision(expression: &Expression) -> Option<char> {
    match expression.unit {
        Unit::MauCalc(precision, _) | Unit::Mwrite(precision) | Unit::Mread(precision) => {
            Some(precision)
        }
        _ => None,
    }
}

fn second_inputs_differ(step: &[Expression]) -> bool {
    let products = step.iter().filter(
        |each| matches!(&each.unit, Unit::MauCalc(_, name) if name == "vfma" || name == "vmul"),
    );
    let writes: Vec<&Expression> = step
        .iter()
        .filter(|each| matches!(each.unit, Unit::Mwrite(_)))
        .collect();
    products
        .flat_map(|product| writes.iter().map(move |write| (product, write)))
        .any(|(product, write)| {
            let (second, input) = (&product.inputs[1], &write.inputs[0]);
            source(second) != source(input)
                || second.is_negative != input.is_negative
                || second.conversion != input.conversion
        })
}

/// The PE operand that is read from, without the region.
fn source(place: &PlacedOperand) -> String {
    match &place.operand {
        Operand::Region(region) => format!("{:?}", region.memory),
        Operand::T => "T".to_owned(),
        other => format!("{other:?}"),
    }
}

fn places(expression: &Expression) -> impl Iterator<Item = &PlacedOperand> {
    expression.inputs.iter().chain(&expression.outputs)
}

fn a_side_appears_twice(step: &[Expression]) -> bool {
    ['x', 'y'].into_iter().any(|side| {
        let places = step.iter().flat_map(places);
        let of_side =
            places.filter(|place| matches!(place.operand, Operand::Matrix(s, _) if s == side));
        of_side.count() > 1
    })
}

fn rows_differ(step: &[Expression]) -> bool {
    let row = |wanted: fn(&Unit) -> bool| {
        let expression = step.iter().find(|each| wanted(&each.unit))?;
        places(expression).find_map(|place| match place.operand {
            Operand::Matrix(_, row) => row,
            _ => None,
        })
    };
    let write = row(|unit| matches!(unit, Unit::Mwrite(_)));
    let read = row(|unit| matches!(unit, Unit::Mread(_)));
    write.is_some() && read.is_some() && write != read
}

/// The PE operand that a destination writes: GRF0, GRF1, LM0, LM1, T-register, mask registers; base address
/// registers next to them.
fn destination(place: &PlacedOperand) -> Option<String> {
    match &place.operand {
        Operand::Region(region) => Some(format!("{:?}", region.memory)),
        Operand::T => Some("T".to_owned()),
        Operand::Base(memory) => Some(format!("base of {memory:?}")),
        Operand::MaskEntry(_) => Some("mask".to_owned()),
        _ => None,
    }
}

fn written_twice(step: &[Expression]) -> bool {
    let mut seen = Vec::new();
    for expression in step {
        let written: Vec<String> = expression.outputs.iter().filter_map(destination).collect();
        if written.iter().any(|memory| seen.contains(memory)) {
            return true;
        }
        seen.extend(written);
    }
    false
}

/// Whether two operands access the same region: in auto-stride mode address, increment and word length are one
/// field each, in flat mode each cycle's address is.
fn is_same_region(a: &Region, b: &Region, is_flat: bool) -> bool {
    let same_place = if is_flat {
        a.addresses() == b.addresses()
    } else {
        a.place == b.place && !matches!(a.place, Where::Flat(_))
    };
    same_place
        && a.width_words == b.width_words
        && a.is_indirect == b.is_indirect
        && a.modification == b.modification
}

fn regions_differ(step: &[Expression], is_flat: bool) -> bool {
    let region = |place: &PlacedOperand| match place.operand {
        Operand::Region(region) => Some(region),
        _ => None,
    };
    let reads: Vec<Region> = step
        .iter()
        .flat_map(|each| each.inputs.iter().filter_map(region))
        .collect();
    let writes: Vec<Region> = step
        .iter()
        .flat_map(|each| each.outputs.iter().filter_map(region))
        .collect();
    let differ = |regions: &[&Region]| {
        regions
            .iter()
            .any(|each| !is_same_region(each, regions[0], is_flat))
    };
    [Memory::Grf0, Memory::Grf1, Memory::Lm0, Memory::Lm1]
        .into_iter()
        .any(|memory| {
            let mut accesses: Vec<&Region> =
                reads.iter().filter(|each| each.memory == memory).collect();
            if memory.is_lm() {
                accesses.extend(writes.iter().filter(|each| each.memory == memory));
            }
            differ(&accesses)
        })
}

fn immediate_with_lm0(step: &[Expression]) -> bool {
    let is_imm = |each: &Expression| matches!(each.unit, Unit::Alu { is_imm: true });
    step.iter().any(is_imm)
        && step.iter().flat_map(places).any(|place| {
            matches!(place.operand, Operand::Base(Memory::Lm0))
                || matches!(place.operand, Operand::Region(region) if region.memory == Memory::Lm0)
        })
}

fn masks(expression: &Expression) -> Vec<Mask> {
    let written = expression.outputs.iter().filter_map(|place| place.mask);
    expression.zero_flush.into_iter().chain(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::second_opinion::parse::{Statement, statement};

    fn check(line: &str, expected: &[Condition]) {
        let Some(Statement::Step(step)) = statement(line) else {
            panic!("{line}");
        };
        assert_eq!(broken(&step, false), expected, "{line}");
    }

    #[test]
    fn the_examples_of_the_manual_hold() {
        check(
            "l2bmdars $lc0@.0 $dar0; l2bmdarw; l1bmrdfadd $lr0v $lbi",
            &[],
        );
        check(
            "noforward; l2bmb $lc256 $lb0; l2bmdarw; l1bmm $lbi $lr0v/$imr1; l1bmrdfadd $lr8v $lb256; \
             gmmul $lx $lm0v $ln0v/$imr1; gmwrite $ls0v $ly0; hrelu/$imr1 $t $t $t; wait i01",
            &[],
        );
        check(
            "noforward; l1bmm $lbi $lr0v/$imr1; l1bmrdfadd $lr0v $lb256; gmmul $lx $lm0v $lr8v; lpassa $lr2v $t",
            &[Condition::WrittenOnce, Condition::OneRegion],
        );
        check("iadd $lr0v $lr4v $lr8v", &[Condition::OneRegion]);
        check("ladd $ln0 $lm2 $ln2", &[Condition::OneRegion]);
        check("ladd $ln0 $lm2 $ln0", &[]);
        check("wait i01", &[Condition::WaitAlone]);
        check("nop; lpassa $lr0 $ln0", &[Condition::NopAlone]);
        check(
            "imm f\"1.0\" $lr0; lpassa $lm0 $ln0",
            &[Condition::OnePerGroup, Condition::ImmediateWithLm0],
        );
    }
}
