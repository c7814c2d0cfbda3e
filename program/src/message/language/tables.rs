//! The texts of the tables: each with the table, row and field that it is in, which is its key in the catalogues.

use std::borrow::Cow;
use std::fmt::Debug;

use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::{Constant, Memory, Op, Precision, Source, Width, assumption, operand_doc, timing};

use crate::code::Code;
use mnc2_text::TableText;

/// Every text of the tables; several rows can have the same text.
#[must_use]
pub fn texts() -> Vec<TableText> {
    let mut texts = Vec::new();
    let mut add = |table, row: String, fields: &[(&'static str, &'static str)]| {
        texts.extend(fields.iter().map(|&(field, english)| TableText {
            table,
            row: row.clone(),
            field,
            english: Cow::Borrowed(english),
        }));
    };
    for &code in Code::ALL {
        let row = code.row();
        add(
            "codes",
            row.id.to_owned(),
            &[("title", row.title), ("rule", row.rule)],
        );
    }
    for op in Op::all() {
        let row = op.row();
        let fields = [("title", row.title), ("doc", row.doc), assumed(row.source)];
        // `Alu(Passa)` as in the code, without its parentheses.
        let name = format!("{op:?}").replace('(', ".").replace(')', "");
        add("instructions", name, &fields);
    }
    for entry in operand_doc::all() {
        let fields = [
            ("title", entry.title),
            ("doc", entry.doc),
            ("size", entry.size),
            ("unit", entry.unit),
            ("alignment", entry.alignment),
            assumed(entry.source),
        ];
        add("operands", entry.name().to_owned(), &fields);
    }
    for found in assumption::ASSUMPTIONS {
        let fields = [("statement", found.statement), ("reason", found.reason)];
        add("assumptions", found.id.to_owned(), &fields);
    }
    for rule in timing::RULES {
        let row = format!("{:?} {:?} {:?}", rule.first, rule.second, rule.addresses);
        add(
            "distances",
            row,
            &[("note", rule.note), assumed(rule.source)],
        );
        for access in [rule.first, rule.second] {
            add("distances", named(access), &[("name", access.name())]);
        }
    }
    for memory in Memory::ALL {
        let fields = [("name", memory.name()), ("unit", memory.address_unit())];
        add("words", named(memory), &fields);
    }
    for width in [Width::Single, Width::Long, Width::DoubleLong] {
        let fields = [("name", width.name()), ("adjective", width.adjective())];
        add("words", named(width), &fields);
    }
    for precision in Precision::ALL {
        add(
            "words",
            named(precision),
            &[("precision", precision.name())],
        );
    }
    for constant in Constant::ALL {
        add("words", named(constant), &[("doc", constant.doc())]);
    }
    for kind in ReductionKind::ALL {
        add("words", named(kind), &[("title", kind.title())]);
    }
    // Subjects that are composed: of the two accesses of a rule, and of a field and its meaning.
    for rule in timing::RULES {
        if let Source::Assumed(_) = rule.source {
            let row = format!("{:?} {:?} {:?}", rule.first, rule.second, rule.addresses);
            let subject = assumption::subject_of_rule(rule);
            texts.push(composed("distances", row, "subject", subject));
        }
    }
    for field in assumption::fields() {
        let subject = assumption::subject_of_field(field);
        texts.push(composed("fields", field.name(), "subject", subject));
    }
    texts.push(composed(
        "fields",
        "inferred".to_owned(),
        "reason",
        assumption::FIELD_REASON.to_owned(),
    ));
    texts
}

fn composed(table: &'static str, row: String, field: &'static str, english: String) -> TableText {
    TableText {
        table,
        row,
        field,
        english: Cow::Owned(english),
    }
}

fn named(thing: impl Debug) -> String {
    format!("{thing:?}")
}

/// The reason for a row that is assumed.
const fn assumed(source: Source) -> (&'static str, &'static str) {
    match source {
        Source::Assumed(reason) => ("assumed", reason),
        Source::Manual | Source::Known(_) => ("assumed", ""),
    }
}
