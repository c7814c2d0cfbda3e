//! Markdown on a terminal: headings, code and strong text as styles, without their marks; links as links of the terminal.
//!
//! Pages are read as they are written, line by line: no line is filled or cut.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

const HEADING: Style = Style::new().bold().underline();
const CODE: Style = AnsiColor::Cyan.on_default();
const STRONG: Style = Style::new().bold();
const EMPHASIS: Style = Style::new().italic();
const QUIET: Style = Style::new().dimmed();

/// A text with the styles of a terminal.
pub(crate) fn styled(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let mut styled = String::with_capacity(text.len() * 2);
    let mut done = 0;
    // Marks are left out, everything between them stays as it is.
    let mut copy = |styled: &mut String, upto: usize, skip: usize| {
        if upto > done {
            styled.push_str(&text[done..upto]);
        }
        done = done.max(skip);
    };
    for (event, range) in parser {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let marks = level as usize + 1;
                copy(&mut styled, range.start, range.start + marks);
                let _ = write!(styled, "{HEADING}");
            }
            Event::End(TagEnd::Heading(_)) => {
                let end = text[range.clone()].trim_end().len() + range.start;
                copy(&mut styled, end, end);
                let _ = write!(styled, "{HEADING:#}");
            }
            Event::Code(code) => {
                copy(&mut styled, range.start, range.end);
                let _ = write!(styled, "{CODE}{code}{CODE:#}");
            }
            Event::Start(Tag::Strong) => mark(&mut copy, &mut styled, range.start, 2, STRONG),
            Event::Start(Tag::Emphasis) => mark(&mut copy, &mut styled, range.start, 1, EMPHASIS),
            Event::End(TagEnd::Strong) => unmark(&mut copy, &mut styled, range.end, 2, STRONG),
            Event::End(TagEnd::Emphasis) => unmark(&mut copy, &mut styled, range.end, 1, EMPHASIS),
            Event::Start(Tag::CodeBlock(_)) => {
                let block = &text[range.clone()];
                let first = block.find('\n').map_or(block.len(), |at| at + 1);
                let is_fenced = block.starts_with("```");
                let start = range.start + if is_fenced { first } else { 0 };
                let last = block.trim_end().rfind('\n').map_or(0, |at| at + 1);
                let end = range.start + if is_fenced { last } else { block.len() };
                copy(&mut styled, range.start, start);
                for line in text[start..end.max(start)].split_inclusive('\n') {
                    let _ = write!(styled, "    {CODE}{}{CODE:#}", line.trim_end_matches('\n'));
                    styled.push('\n');
                }
                let end = range.end + usize::from(text[range.end..].starts_with('\n'));
                copy(&mut styled, start, end);
            }
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with("https://") => {
                copy(&mut styled, range.start, range.start + 1);
                let _ = write!(styled, "\x1b]8;;{dest_url}\x1b\\");
            }
            Event::Start(Tag::Link { .. }) => copy(&mut styled, range.start, range.start + 1),
            Event::End(TagEnd::Link) => {
                let end = text[range.clone()]
                    .rfind("](")
                    .map_or(range.end, |at| range.start + at);
                copy(&mut styled, end, range.end);
                if text[end..range.end].starts_with("](https://") {
                    styled.push_str("\x1b]8;;\x1b\\");
                }
            }
            Event::Rule => {
                copy(&mut styled, range.start, range.end);
                let _ = writeln!(styled, "{QUIET}---{QUIET:#}");
            }
            _ => {}
        }
    }
    copy(&mut styled, text.len(), text.len());
    styled
}

type Copy<'a> = dyn FnMut(&mut String, usize, usize) + 'a;

fn mark(copy: &mut Copy<'_>, styled: &mut String, start: usize, width: usize, style: Style) {
    copy(styled, start, start + width);
    let _ = write!(styled, "{style}");
}

fn unmark(copy: &mut Copy<'_>, styled: &mut String, end: usize, width: usize, style: Style) {
    copy(styled, end - width, end);
    let _ = write!(styled, "{style:#}");
}

#[cfg(test)]
mod tests {
    use super::styled;

    /// Without the escapes.
    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(&styled(text)).to_string()
    }

    #[test]
    fn marks_are_left_out() {
        assert_eq!(
            plain("# A `b` c\n\nWord **strong** and *soft* `code`, [page](a.md).\n"),
            "A b c\n\nWord strong and soft code, page.\n"
        );
        assert_eq!(
            plain("One\n\n```vsm\nnop\nnop\n```\n\nTwo\n"),
            "One\n\n    nop\n    nop\n\nTwo\n"
        );
        assert!(styled("[a](https://example.org)").contains("\x1b]8;;https://example.org\x1b\\a"));
        assert_eq!(
            plain("a\n\n| b | c |\n|---|---|\n| 1 | 2 |\n"),
            "a\n\n| b | c |\n|---|---|\n| 1 | 2 |\n"
        );
    }

    /// No word of any page is lost.
    #[test]
    fn every_page_keeps_its_words() {
        for entry in mnc2_assist::explain::list() {
            let page = mnc2_assist::explain::explain(&entry.name, mnc2_text::Language::English);
            let page = page.expect("what is listed is explained");
            let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).count();
            let (before, after) = (letters(&page), letters(&plain(&page)));
            assert!(
                after <= before && after * 10 > before * 7,
                "{}: {before}, {after}",
                entry.name
            );
        }
    }
}
