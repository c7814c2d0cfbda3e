//! The manual's sections, and the documented items of each.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use mnc2_isa::spelling;
use mnc2_isa::timing::RULES;

use super::{Entry, list, reference};
use mnc2_program::code::Code;
use mnc2_text::Message;

/// By the numbers of a section: how it is written, and its items.
type Sections = BTreeMap<Vec<u32>, (&'static str, Vec<Entry>)>;

/// The sections with their items, in the manual's order.
static SECTIONS: LazyLock<Sections> = LazyLock::new(|| {
    let mut sections = Sections::new();
    let listed = list();
    let distances = distances(&listed);
    for entry in listed.into_iter().chain(precisions()).chain(distances) {
        let Some(section) = entry.section else {
            continue;
        };
        let (_, entries) = sections
            .entry(key(section))
            .or_insert_with(|| (section, Vec::new()));
        entries.push(entry);
    }
    sections
});

/// The operations of the MAU in each precision that has a section of its own.
fn precisions() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for spelling in spelling::all() {
        for &op in &spelling.ops {
            let section = Some(op.section(spelling.precision));
            let is_listed = section == Some(op.row().section)
                || entries.iter().any(|entry| entry.section == section);
            if !is_listed {
                entries.push(Entry {
                    group: op.row().group.name(),
                    name: spelling.text.clone(),
                    title: Message::from_table(op.row().title),
                    section,
                    place: reference::place(op),
                });
            }
        }
    }
    entries
}

/// The listed codes for distances in sections other than the section of their row: a transfer from L2BM and a
/// multicast each have one.
fn distances(listed: &[Entry]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for rule in RULES.iter().filter(|rule| rule.distance > 0) {
        let Some(code) = Code::from_rule(rule) else {
            continue;
        };
        let is_code = |entry: &Entry| entry.name == code.id();
        let is_listed = rule.section == code.row().section
            || entries
                .iter()
                .any(|entry| is_code(entry) && entry.section == Some(rule.section));
        if let Some(entry) = listed.iter().find(|entry| is_code(entry))
            && !is_listed
        {
            entries.push(Entry {
                section: Some(rule.section),
                ..entry.clone()
            });
        }
    }
    entries
}

fn key(section: &str) -> Vec<u32> {
    section
        .split('.')
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// The section of this number, or the nearest one around it with documented items.
#[must_use]
pub fn documented_section(number: &str) -> Option<&'static str> {
    let mut numbers = key(number);
    while numbers.len() > 1 {
        if let Some((section, _)) = SECTIONS.get(&numbers) {
            return Some(section);
        }
        numbers.pop();
    }
    None
}

/// A page of all sections with their items, by the names that `explain` takes.
#[must_use]
pub fn sections() -> String {
    let mut page = String::from(
        "# By section of the manual\n\nWhat is documented about each section of the vendor's manual, by the names that \
         `mnc2 explain` takes.\nThis page is generated from the tables.\n",
    );
    for (section, entries) in SECTIONS.values() {
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## <a id=\"{}\"></a>{section}\n\n",
            reference::section_anchor(section)
        );
        for entry in entries {
            let name = match entry.group {
                "diagnostics" => entry.name.clone(),
                _ => format!("`{}`", entry.name),
            };
            let _ = writeln!(page, "- [{name}]({}): {}", entry.place, entry.title);
        }
    }
    page
}
