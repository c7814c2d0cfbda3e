//! A search in the book, whose pages are part of the program.

/// Words of a query that count.
const WORDS_MAX: usize = 16;
/// A word in the heading counts as often as this many in the text; a word in the text counts at most this often.
const HEADING_WEIGHT: usize = 8;
const REPEATED_MAX: usize = 4;

/// A page with its path below `docs/`.
struct Page {
    path: &'static str,
    text: &'static str,
}

macro_rules! page {
    ($path:literal) => {
        Page {
            path: $path,
            text: include_str!(concat!("../../docs/", $path)),
        }
    };
}

/// The pages in English, without the pages about the tools themselves. `explain` has the pages of diagnostics.
const PAGES: &[Page] = &[
    page!("agents.md"),
    page!("README.md"),
    page!("assertions.md"),
    page!("configuration.md"),
    page!("debugging.md"),
    page!("equal.md"),
    page!("from-python.md"),
    page!("getting-started.md"),
    page!("golfing.md"),
    page!("hunting-a-hazard.md"),
    page!("known-behaviour.md"),
    page!("lessons.md"),
    page!("linked-programs.md"),
    page!("machine-words.md"),
    page!("playground.md"),
    page!("other-editors.md"),
    page!("languages/README.md"),
    page!("embedded.md"),
    page!("languages/naplespu.md"),
    page!("languages/rvmatrix.md"),
    page!("languages/tensil.md"),
    page!("languages/tinytc.md"),
    page!("profile.md"),
    page!("python.md"),
    page!("recipes.md"),
    page!("running.md"),
    page!("search.md"),
    page!("sections.md"),
    page!("shorter.md"),
    page!("testcases.md"),
    page!("the-machine.md"),
    page!("typing.md"),
    page!("vendor-tools.md"),
    page!("who-wrote-this.md"),
    page!("instructions/README.md"),
    page!("instructions/alu.md"),
    page!("instructions/control.md"),
    page!("instructions/distances.md"),
    page!("instructions/l1bm.md"),
    page!("instructions/l2bm.md"),
    page!("instructions/mau.md"),
    page!("instructions/mv.md"),
    page!("instructions/operands.md"),
    page!("diagnostics/README.md"),
];

/// A part of a page, under a heading.
pub(crate) struct Part {
    /// The path of the page below `docs/`.
    pub(crate) page: &'static str,
    pub(crate) heading: &'static str,
    /// Markdown, with the heading.
    pub(crate) text: &'static str,
}

/// The parts of a page. A heading within a block of code is none.
fn parts(page: &Page) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut start, mut heading, mut is_code, mut at) = (0, "", false, 0);
    let mut push = |heading: &'static str, range: std::ops::Range<usize>| {
        let text = page.text[range].trim();
        if !text.is_empty() {
            parts.push(Part {
                page: page.path,
                heading,
                text,
            });
        }
    };
    for line in page.text.split_inclusive('\n') {
        is_code ^= line.trim_start().starts_with("```");
        if !is_code && line.starts_with('#') {
            push(heading, start..at);
            heading = line.trim_start_matches('#').trim();
            start = at;
        }
        at += line.len();
    }
    push(heading, start..at);
    parts
}

/// How well a part fits some words in lower case: first how many of them it has, then how often.
fn fit(part: &Part, words: &[String]) -> (usize, usize) {
    let (heading, text) = (part.heading.to_lowercase(), part.text.to_lowercase());
    let mut fit = (0, 0);
    for word in words {
        let often = text.matches(word.as_str()).take(REPEATED_MAX).count();
        let is_heading = heading.contains(word.as_str()) || part.page.contains(word.as_str());
        fit.0 += usize::from(often > 0 || is_heading);
        fit.1 += often + HEADING_WEIGHT * usize::from(is_heading);
    }
    fit
}

/// The parts that have some words, those that fit best first.
pub(crate) fn search(query: &str) -> Vec<Part> {
    let words = query.split_whitespace().take(WORDS_MAX);
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let mut found: Vec<((usize, usize), Part)> = PAGES
        .iter()
        .flat_map(parts)
        .map(|part| (fit(&part, &words), part))
        .filter(|((has, _), _)| *has > 0)
        .collect();
    found.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
    found.into_iter().map(|(_, part)| part).collect()
}

/// The documentation of a section of the manual.
pub(crate) fn section(number: &str) -> Option<Part> {
    let mut parts = PAGES
        .iter()
        .filter(|page| page.path == "sections.md")
        .flat_map(parts);
    parts.find(|part| part.heading.rsplit('>').next().map(str::trim) == Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages that say nothing about programs.
    const OTHERS: [&str; 3] = ["protocol.md", "reliability.md", "performance.md"];

    #[test]
    fn every_page_is_searched() {
        let summary = include_str!("../../docs/SUMMARY.md");
        let links = summary.split("](").skip(1);
        for path in links.filter_map(|rest| rest.split(')').next()) {
            let is_diagnostic = path.starts_with("diagnostics/") && !path.ends_with("README.md");
            let is_searched = PAGES.iter().any(|page| page.path == path);
            let is_other = is_diagnostic || path.ends_with(".ja.md") || OTHERS.contains(&path);
            assert_ne!(is_searched, is_other, "{path}");
        }
    }

    #[test]
    fn the_page_about_something_comes_first() {
        for (query, page) in [
            ("two programs the same proof", "equal.md"),
            ("critical path of results", "profile.md"),
            ("origin wrote debugger", "who-wrote-this.md"),
            ("mnc2.toml settings", "configuration.md"),
        ] {
            assert_eq!(search(query)[0].page, page, "{query}");
        }
        assert!(search("xyzzyplugh").is_empty());
        assert!(search("").is_empty());
        assert!(section("3.6.4").is_some_and(|part| part.text.contains("E0908")));
        assert!(section("9.9").is_none());
    }
}
