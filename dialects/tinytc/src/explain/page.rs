//! Pages about instructions, types, attributes and codes, as Markdown.

use std::collections::HashSet;

use mnc2_text::interface::Page;
use mnc2_text::{Entry, Language, Message, message};

use super::attribute::{self, ATTRIBUTES};
use super::hover::page;
use crate::options::Options;
use crate::table::ROWS;
use crate::types::Scalar;
use crate::version::Version;

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

impl Page for Options {
    fn page(&self, query: &str, language: Language) -> Option<String> {
        let version = self.version.unwrap_or_default();
        if let Some(page) = page(version, query, language) {
            return Some(page);
        }
        if let Some(scalar) = Scalar::find(query) {
            return Some(scalar_page(scalar, language));
        }
        if let Some((name, syntax)) = TYPES.iter().find(|(name, _)| *name == query) {
            let version = version.name();
            let about = message!("type of the specification, version {version}", version);
            return Some(format!(
                "```tinytc\n{syntax}\n```\n\n{}\n\n{}",
                type_meaning(name).say(language),
                about.say(language)
            ));
        }
        // A word of another version has a page, too.
        attribute::page(version, query, language).or_else(|| page(version.other(), query, language))
    }
}

fn type_meaning(name: &str) -> Message {
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

fn scalar_page(scalar: Scalar, language: Language) -> String {
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

/// Everything that has a page, but the codes.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let words = Version::ALL.into_iter().flat_map(|version| {
        let rows = ROWS.iter();
        rows.flat_map(move |row| {
            let words = row.words(version);
            words.map(|word| Entry::from_table(word.spelling, row.doc))
        })
    });
    let entry = |name: &str, title| Entry {
        name: name.to_owned(),
        title,
    };
    let scalars = Scalar::ALL.into_iter();
    let scalars = scalars.map(|scalar| entry(scalar.name(), message!("scalar type")));
    let types = TYPES
        .iter()
        .map(|(name, _)| entry(name, type_meaning(name)));
    let attributes = ATTRIBUTES.iter();
    let attributes = attributes.map(|(name, _)| entry(name, attribute::attribute_meaning(name)));
    let all = words.chain(types).chain(scalars);
    let mut known = HashSet::new();
    all.chain(attributes)
        .filter(|entry| known.insert(entry.name.clone()))
        .collect()
}
