//! Links from comments: sections of the manual and diagnostic codes to the pages about them.

use mnc2_assist::explain;
use mnc2_program::code::Code;
use mnc2_program::finding::generator::Generated;
use mnc2_text::LineRange;

use crate::session::Snapshot;

/// Maximum number of links of one document.
const LINKS_MAX: usize = 5000;

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// The page of a diagnostic.
    Code(Code),
    /// The reference page of a section of the manual.
    Section(&'static str),
    /// The place that made the line, as [`Generated`] reads it.
    Generator,
}

/// A link in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The line, counted from 0.
    pub line: usize,
    /// Its place in the line.
    pub range: LineRange,
    /// The target that an editor opens.
    pub target: LinkTarget,
}

/// Words that introduce the number of a section.
const ANNOUNCEMENTS: [&str; 3] = ["manual", "section", "§"];

/// The links of a document, in order.
pub fn links(snapshot: &Snapshot) -> Vec<Link> {
    let mut links = Vec::new();
    let lines = snapshot.while_wanted(snapshot.program.iter());
    for (number, line) in lines.enumerate() {
        let Some(comment) = &line.comment else {
            continue;
        };
        for silence in &line.silences {
            links.extend(silence.selectors.iter().filter_map(|(selector, range)| {
                // A group has no page of its own.
                let code = Code::selected_by(*selector)
                    .next()
                    .filter(|_| selector.is_one_code())?;
                Some(Link {
                    line: number,
                    range: range.clone(),
                    target: LinkTarget::Code(code),
                })
            }));
        }
        let text = snapshot.line_text(number);
        links.extend(Generated::from_line(&text).map(|generated| Link {
            line: number,
            range: generated.range,
            target: LinkTarget::Generator,
        }));
        let start = comment.start as usize;
        if let Some(comment) = text.get(start..) {
            links.extend(sections(comment).into_iter().map(|(range, section)| Link {
                line: number,
                range: mnc2_text::line::range(start + range.start..start + range.end),
                target: LinkTarget::Section(section),
            }));
        }
        if links.len() >= LINKS_MAX {
            break;
        }
    }
    links.truncate(LINKS_MAX);
    links
}

/// The sections that a comment names, and their places: from the introducing word to the end of the number.
fn sections(comment: &str) -> Vec<(std::ops::Range<usize>, &'static str)> {
    let mut found = Vec::new();
    for announcement in ANNOUNCEMENTS {
        for (start, word) in comment.match_indices(announcement) {
            let after = &comment[start + word.len()..];
            let number_start = comment.len() - after.trim_start_matches(' ').len();
            let digits = comment[number_start..]
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .map_or(comment.len(), |length| number_start + length);
            let number = comment[number_start..digits].trim_end_matches('.');
            let is_word =
                word != "§" && comment[..start].ends_with(|before: char| before.is_alphanumeric());
            if !is_word && let Some(section) = explain::documented_section(number) {
                found.push((start..number_start + number.len(), section));
            }
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    // "manual section 3.6" has two introducing words for one number.
    found.dedup_by(|next, kept| next.0.start < kept.0.end);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_named_with_an_announcement() {
        let check = |comment: &str, expected: &[(&str, &str)]| {
            let found: Vec<(&str, &str)> = sections(comment)
                .into_iter()
                .map(|(range, section)| (&comment[range], section))
                .collect();
            assert_eq!(found, expected, "{comment}");
        };
        check(
            "# as manual 3.6.12.5 says.",
            &[("manual 3.6.12.5", "3.6.12.5")],
        );
        check(
            "# §3.5.3, § 3.4.2.",
            &[("§3.5.3", "3.5.3"), ("§ 3.4.2", "3.4.2")],
        );
        check("# manual section 3.6", &[("section 3.6", "3.6")]);
        check("# 3.6.12.5", &[]);
        check("# 手順 §3.6.1.6あ", &[("§3.6.1.6", "3.6.1.6")]);
        check("# manual 99.1", &[]);
        check("# manual 3.6.12.5.7", &[("manual 3.6.12.5.7", "3.6.12.5")]);
        check("# manual", &[]);
        check("# xmanual 3.6", &[]);
    }
}
