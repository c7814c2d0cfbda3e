//! What is assumed: rows of the table, and the open points of `docs/known-behaviour.md`.

use mnc2_isa::{Op, Source};

/// The page of what is publicly known of the real tools.
const KNOWN_BEHAVIOUR: &str = include_str!("../../../docs/known-behaviour.md");

/// How that page marks what nothing public decides.
const OPEN: &str = "[open]";

/// How it marks what is known.
const KNOWN_MARKS: [&str; 5] = [
    "[vendor]",
    "[programs]",
    "[reasoned]",
    "[vendor, programs]",
    "proven]",
];

/// Something that neither the manual nor anything public decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The instruction or the topic.
    pub subject: String,
    /// Which reading was taken, and why.
    pub reading: String,
}

/// Everything that is assumed: rows of the instruction table first, then topics.
#[must_use]
pub fn assumed() -> Vec<Assumption> {
    let rows = Op::all().filter_map(|op| match op.row().source {
        Source::Assumed(reason) => Some(Assumption {
            subject: super::instruction::names(op),
            reading: reason.to_owned(),
        }),
        Source::Manual(_) | Source::Known(_) => None,
    });
    rows.chain(open_points(KNOWN_BEHAVIOUR)).collect()
}

/// The statements of a page that carry the mark, each with the heading it stands under.
/// Items and paragraphs before the first heading only explain the marks.
fn open_points(page: &str) -> Vec<Assumption> {
    let mut found = Vec::new();
    let mut heading = None;
    let mut block = String::new();
    // The closing empty line ends the last block.
    for line in page.lines().chain([""]) {
        let text = line.trim();
        let starts_block = text.is_empty() || text.starts_with("- ") || text.starts_with('#');
        if starts_block {
            if let Some(heading) = heading {
                found.extend(open_statements(&block).map(|reading| Assumption {
                    subject: str::to_owned(heading),
                    reading,
                }));
            }
            block.clear();
        }
        match line.strip_prefix("## ") {
            Some(title) => heading = Some(title),
            None => {
                block.push_str(text.strip_prefix("- ").unwrap_or(text));
                block.push(' ');
            }
        }
    }
    found
}

/// The parts of a block that end in the mark; each reaches back to the mark before it.
fn open_statements(block: &str) -> impl Iterator<Item = String> {
    let mut pieces: Vec<&str> = block.split(OPEN).collect();
    pieces.pop();
    pieces.into_iter().map(|piece| {
        let start = KNOWN_MARKS
            .iter()
            .filter_map(|mark| piece.rfind(mark).map(|at| at + mark.len()))
            .max()
            .unwrap_or(0);
        piece[start..].trim().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_points_are_the_marked_items() {
        let page = "# Title\n- legend [open]\n\n## One\n\nText [open]\n- a [open]\n- b [vendor] c\n  goes on. [open]\n- d [vendor]\n\n## Two\n- e\n";
        let found: Vec<(String, String)> = open_points(page)
            .into_iter()
            .map(|assumption| (assumption.subject, assumption.reading))
            .collect();
        let expected = [("One", "Text"), ("One", "a"), ("One", "c goes on.")];
        assert_eq!(
            found,
            expected.map(|(subject, reading)| (subject.to_owned(), reading.to_owned()))
        );
    }

    #[test]
    fn the_page_has_open_points() {
        assert!(!open_points(KNOWN_BEHAVIOUR).is_empty());
    }
}
