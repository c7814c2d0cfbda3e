//! The sections of a document with their titles.

use mnc2_dataflow::sections;
use mnc2_text::line::part;

use crate::session::Snapshot;

pub use mnc2_dataflow::sections::{SECTIONS_MAX, is_comment};

/// A section with its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The text of its heading.
    pub title: String,
    /// Its level; a section with a smaller one contains those with greater ones.
    pub level: u8,
    /// First line of the heading.
    pub start: u32,
    /// The line with the title.
    pub title_line: u32,
    /// Last line that is not empty.
    pub end: u32,
}

/// The sections of a document in order; nested ones follow the section that contains them.
pub fn sections(snapshot: &Snapshot) -> Vec<Section> {
    let lines = snapshot.while_wanted(snapshot.program.iter());
    let sections = sections::sections(lines).into_iter();
    let titled = sections.map(|section| Section {
        title: title_at(snapshot, section.title_line as usize),
        level: section.level,
        start: section.start,
        title_line: section.title_line,
        end: section.end,
    });
    titled.collect()
}

fn title_at(snapshot: &Snapshot, number: usize) -> String {
    let line = snapshot.program.line(number);
    let comment = line.and_then(|line| line.comment.clone());
    let text = snapshot.line_text(number);
    sections::title(part(&text, &comment.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::session::Mnc2Document;

    fn check(text: &str, expected: Expect) {
        let snapshot = Mnc2Document::new(1, text).snapshot();
        let found: String = sections(&snapshot)
            .iter()
            .map(|section| {
                format!(
                    "{}-{} ({}) level {}: {}\n",
                    section.start, section.end, section.title_line, section.level, section.title
                )
            })
            .collect();
        expected.assert_eq(&found);
    }

    #[test]
    fn rules_make_headings() {
        check(
            "nop\n# === load ===\nnop\n# --- part ---\nnop\n\n# ------ other\n\n\n# ==== store\nnop\n\n",
            expect![[r#"
                1-6 (1) level 1: load
                3-4 (3) level 2: part
                6-6 (6) level 2: other
                9-10 (9) level 1: store
            "#]],
        );
    }

    #[test]
    fn boxes_make_headings() {
        check(
            "# ======\n# Sum of all\n# more words\n# ======\nnop\n###########\n## Next\n###########\nnop\n# ----\n#\n# Last\nnop\n# =====\nnop",
            expect![[r#"
                0-4 (1) level 1: Sum of all
                5-14 (6) level 1: Next
                9-14 (11) level 2: Last
            "#]],
        );
    }

    #[test]
    fn plain_comments_head_what_stands_right_below() {
        check(
            "# A file.\n# More of it.\n\n# L2BM → L1BM\nnop\n\t# L1BM → PE:\n\tnop\n# lpassa $lm0v $ln0v\nnop\n# imm f\"1\" $r0\nnop\n# nop\nnop\n# d get $lm0\nnop\n#\nnop\n",
            expect![[r#"
                3-4 (3) level 9: L2BM → L1BM
                5-16 (5) level 9: L1BM → PE
            "#]],
        );
    }

    #[test]
    fn a_comment_beside_a_statement_is_no_heading() {
        check("nop # === x\nwrong === x\n; # y\n", expect![[""]]);
    }
}
