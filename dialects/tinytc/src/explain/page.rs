//! Pages about instructions, types, attributes and codes, as Markdown.

use mnc2_text::{Entry, Language, Message, message};

use super::attribute::{self, ATTRIBUTES};
use super::hover::page;
use crate::code::Code;
use crate::options::VERSIONS;
use crate::table::{ROWS, Row};
use crate::types::Scalar;

/// Types with parameters, how they are written, and `bool`.
const TYPES: [(&str, &str); 4] = [
    ("bool", "bool"),
    (
        "memref",
        "memref<element x size .., strided<stride, ..>, local|global>",
    ),
    ("group", "group<memref-type x size, offset: offset>"),
    (
        "coopmatrix",
        "coopmatrix<component x rows x columns, matrix_a|matrix_b|matrix_acc>",
    ),
];

/// The page of an instruction, type, attribute or code; `None` if nothing has that name.
#[must_use]
pub fn explain(query: &str, language: Language) -> Option<String> {
    let query = query.trim();
    if Row::find(query).is_some() {
        return page(query, language);
    }
    if let Some(scalar) = Scalar::find(query) {
        return Some(of_scalar(scalar, language));
    }
    if let Some((name, syntax)) = TYPES.iter().find(|(name, _)| *name == query) {
        let version = VERSIONS[0];
        let about = message!("type of the specification, version {version}", version);
        return Some(format!(
            "```tinytc\n{syntax}\n```\n\n{}\n\n{}",
            of_type(name).say(language),
            about.say(language)
        ));
    }
    let attribute = attribute::page(query, language);
    attribute.or_else(|| Code::find(query).map(|code| of_code(code, language)))
}

fn of_type(name: &str) -> Message {
    match name {
        "bool" => message!("true or false"),
        "memref" => message!(
            "a view on memory: the type of its elements, a size and a stride for each mode, and the address space; `?` is known at run time only"
        ),
        "group" => message!(
            "several memrefs of one type, as many as the size says; the offset is added to the address of each"
        ),
        _ => message!(
            "a matrix whose components are distributed across the work-items of a subgroup"
        ),
    }
}

fn of_scalar(scalar: Scalar, language: Language) -> String {
    let others = Scalar::ALL
        .into_iter()
        .filter(|&other| other != scalar && scalar.is_promotable_to(other));
    let types: Vec<&str> = others.map(Scalar::name).collect();
    let size = scalar.size_bytes();
    let about = if types.is_empty() {
        message!(
            "scalar type of {size:# byte|# bytes}; no other type has all its values",
            size
        )
    } else {
        message!(
            "scalar type of {size:# byte|# bytes}; promotable to {types}",
            size,
            types = types.join(", ")
        )
    };
    format!(
        "```tinytc\n{}\n```\n\n{}",
        scalar.name(),
        about.say(language)
    )
}

fn of_code(code: Code, language: Language) -> String {
    let row = code.row();
    let mut rule = language.template(row.rule).to_owned();
    if let Some(first) = rule.get(..1) {
        rule = format!("{}{}", first.to_uppercase(), &rule[1..]);
    }
    format!(
        "{} ({}) — {}\n\n{rule}\n\n{}",
        row.id,
        row.severity.name(),
        language.template(row.title),
        code.row().page_url(),
    )
}

/// Everything that has a page.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let words = ROWS.iter().flat_map(|row| {
        row.words.iter().map(|(word, _)| Entry {
            name: (*word).to_owned(),
            title: Message::from_table(row.doc),
        })
    });
    let scalars = Scalar::ALL.into_iter().map(|scalar| Entry {
        name: scalar.name().to_owned(),
        title: message!("scalar type"),
    });
    let types = TYPES.iter().map(|(name, _)| Entry {
        name: (*name).to_owned(),
        title: of_type(name),
    });
    let codes = Code::ALL.iter().map(|code| Entry {
        name: code.id().to_owned(),
        title: Message::from_table(code.row().title),
    });
    let attributes = ATTRIBUTES.iter().map(|(name, _)| Entry {
        name: (*name).to_owned(),
        title: attribute::of_attribute(name),
    });
    let all = words.chain(types).chain(scalars).chain(attributes);
    all.chain(codes).collect()
}
