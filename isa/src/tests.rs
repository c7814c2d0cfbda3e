//! Laws of the whole table: nothing is empty, and all counts are as in the manual.

mod manual;

use std::collections::HashSet;
use std::fmt::Debug;

use super::*;

/// `3.4` to `3.6`, with any number of further numbers.
fn is_section(text: &str) -> bool {
    let mut parts = text.split('.');
    parts.next() == Some("3")
        && parts
            .next()
            .is_some_and(|part| matches!(part, "4" | "5" | "6"))
        && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn every_row_is_complete() {
    for op in Op::all() {
        let row = op.row();
        assert_eq!(row.op, op);
        for (name, text) in [
            ("title", row.title),
            ("doc", row.doc),
            ("effect", row.effect),
            ("example", row.example),
        ] {
            assert!(!text.trim().is_empty(), "{op:?} has no {name}");
        }
        assert!(row.doc.ends_with('.'), "{op:?}: {}", row.doc);
        assert!(is_section(row.section), "{op:?}: {}", row.section);
        let sentences = row.doc.matches(". ").count() + 1;
        assert!(sentences <= 9, "{op:?} has {sentences} sentences");
    }
}

#[test]
fn an_example_uses_a_spelling_of_its_row() {
    for op in Op::all() {
        let row = op.row();
        let found = spelling::all()
            .iter()
            .filter(|spelling| spelling.ops.contains(&op))
            .any(|spelling| {
                row.example.split(';').any(|expression| {
                    expression
                        .trim()
                        .strip_prefix(spelling.text.as_str())
                        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
                })
            });
        // These two take letters without a separator.
        let open_ended = matches!(op, Op::Control(ControlOp::Mask | ControlOp::DebugGet));
        assert!(found || open_ended, "{op:?}: {}", row.example);
    }
}

/// Different names, as messages use them.
fn names_differ<T: Copy + Debug>(things: &[T], name: impl Fn(T) -> &'static str) {
    assert!(!things.is_empty());
    let mut seen = HashSet::new();
    for &thing in things {
        let name = name(thing);
        assert!(!name.is_empty() && seen.insert(name), "{thing:?}: {name}");
    }
}

#[test]
fn names_tell_things_apart() {
    names_differ(&Precision::ALL, Precision::name);
    names_differ(&Constant::ALL, Constant::doc);
    names_differ(
        &reduction::ReductionKind::ALL,
        reduction::ReductionKind::title,
    );
    let accesses: Vec<_> = timing::RULES
        .iter()
        .flat_map(|rule| [rule.first, rule.second])
        .collect();
    let accesses: HashSet<_> = accesses.into_iter().collect();
    names_differ(&Vec::from_iter(accesses), timing::AccessKind::name);
    let groups: HashSet<_> = Op::all().map(|op| op.row().group).collect();
    names_differ(&Vec::from_iter(groups), Group::name);
}

/// Headings of `docs/known-behaviour.md`, as the anchors that a Markdown renderer makes of them.
fn known_anchors() -> Vec<String> {
    include_str!("../../docs/known-behaviour.md")
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.trim().to_lowercase().replace(' ', "-"))
        .collect()
}

#[test]
fn every_source_can_be_followed() {
    let anchors = known_anchors();
    assert!(anchors.len() > 10);
    let rows = Op::all().map(|op| (format!("{op:?}"), op.row().section, op.row().source));
    let operands =
        operand_doc::all().map(|entry| (entry.title.to_owned(), entry.section, entry.source));
    let rules = timing::RULES
        .iter()
        .map(|rule| (format!("{rule:?}"), rule.section, rule.source));
    for (what, section, source) in rows.chain(operands).chain(rules) {
        assert!(
            section.starts_with("3.2") || is_section(section),
            "{what}: {section}"
        );
        match source {
            Source::Manual => {}
            Source::Known(anchor) => {
                assert!(
                    anchors.iter().any(|known| known == anchor),
                    "{what}: {anchor}"
                );
            }
            Source::Assumed(reason) => assert!(reason.ends_with('.'), "{what}: {reason}"),
        }
    }
}

#[test]
fn the_fastest_operations_make_the_peak_of_the_manual() {
    assert_eq!(MauOp::Mfma.flops_per_cycle(Precision::Double), 2 * 4 * 2);
    assert_eq!(MauOp::Vfma.flops_per_cycle(Precision::Double), 2 * 2);
    assert_eq!(MauOp::Mfma.flops_per_cycle(Precision::Half), 16 * 16 * 2);
    assert_eq!(MauOp::Vadd.flops_per_cycle(Precision::Double), 4);
}

#[test]
fn mv_speeds_are_in_proportion_to_the_unit_operation() {
    for op in MvOp::ALL {
        let Some(mv::MvRate {
            source: Some(source),
            destination: Some(destination),
            ..
        }) = op.rate()
        else {
            continue;
        };
        // A scatter reads 8 (or 4) times what each destination receives; a gather is its mirror.
        let [from, to] = op.row().operands else {
            panic!("{op:?} has two operands");
        };
        assert_eq!(
            from.words_per_cycle * destination,
            to.words_per_cycle * source,
            "{op:?}"
        );
    }
}

#[test]
fn the_page_about_the_real_tools_names_the_manual() {
    let page = include_str!("../../docs/known-behaviour.md");
    assert!(page.contains(&format!("Manual of {}", crate::MANUAL_DATE)));
}
