//! The book: every page is in the table of contents, and every link leads to a file and a heading.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_program::code::Code;
use mnc2_tests::{files, markdown};

/// The start of links to files of the repository that are not pages of the book.
const REPOSITORY: &str = "https://github.com/mnc2/mnc2/blob/main/";

/// The lines of a page outside code blocks.
fn prose(page: &str) -> Vec<&str> {
    let mut in_block = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            lines.push(line);
        }
    }
    lines
}

/// Targets of `[text](target)` outside code blocks.
fn links(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for mut rest in prose(page) {
        while let Some((_, after)) = rest.split_once("](") {
            let (target, after) = after.split_once(')').unwrap_or((after, ""));
            found.push(target);
            rest = after;
        }
    }
    found
}

/// The anchors of a page: the anchors of its headings, and explicit ones.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in prose(page) {
        if let Some((_, after)) = line.split_once("<a id=\"")
            && let Some((anchor, _)) = after.split_once('"')
        {
            found.insert(anchor.to_owned());
        } else if line.starts_with('#') {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let anchor: String = heading
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            let again = (1..).map(|count| format!("{anchor}-{count}"));
            let free = std::iter::once(anchor.clone())
                .chain(again)
                .find(|anchor| !found.contains(anchor));
            found.extend(free);
        }
    }
    found
}

/// The pages below `docs/`, and the README files at the root and of the editors.
fn pages() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let root = files::root();
    let mut pages = files::below(&root.join("docs"), "md")?;
    for entry in fs::read_dir(&root)? {
        pages.push(entry?.path());
    }
    for editor in fs::read_dir(root.join("editors"))? {
        pages.push(editor?.path().join("README.md"));
    }
    pages.extend(["editors/README.md", "examples/README.md"].map(|name| root.join(name)));
    pages.retain(|page| {
        page.extension().is_some_and(|extension| extension == "md") && page.exists()
    });
    Ok(pages)
}

/// Why a reader of the page cannot follow a link.
fn dead(path: &Path, page: &str, link: &str) -> Option<&'static str> {
    let root = files::root();
    let inside = |path: &Path| path.starts_with(root.join("docs"));
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match file.strip_prefix(REPOSITORY) {
        Some(file) => root.join(file),
        None if file.contains("://") => return None,
        None if file.is_empty() => path.to_path_buf(),
        None => path.with_file_name(file),
    };
    let Ok(target) = target.canonicalize() else {
        return Some("there is no such file");
    };
    if inside(path) && !inside(&target) && !file.starts_with(REPOSITORY) {
        return Some("it leads out of the book; name the file by its address");
    }
    if target.is_dir() && inside(path) && inside(&target) {
        return Some("the book has no page for a folder; name its README.md");
    }
    if anchor.is_empty() {
        return None;
    }
    let known = match target == path {
        true => anchors(page),
        false => anchors(&fs::read_to_string(target).unwrap_or_default()),
    };
    (!known.contains(anchor)).then_some("there is no such heading")
}

#[test]
fn links_lead_to_files_and_headings() -> Result<(), Box<dyn Error>> {
    let (mut failures, mut count) = (String::new(), 0);
    for path in pages()? {
        let page = fs::read_to_string(&path)?;
        for link in links(&page) {
            count += 1;
            if let Some(reason) = dead(&path, &page, link) {
                failures.push_str(&format!("{}: {link}: {reason}\n", files::name(&path)));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 500, "{count} links");
    println!("{count} links");
    Ok(())
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let check = |link: &str, expected: Option<&str>| {
        let path = files::root().join("docs/running.md");
        let found = dead(&path, "# A heading\n", link);
        assert_eq!(found, expected, "{link}");
    };
    check("protocol.md", None);
    check("#a-heading", None);
    check("diagnostics/E0305.md", None);
    check("https://example.org/x", None);
    check("#another", Some("there is no such heading"));
    check("nothing.md", Some("there is no such file"));
    check(&format!("{REPOSITORY}examples/first.vsm"), None);
    check(
        &format!("{REPOSITORY}nothing"),
        Some("there is no such file"),
    );
    let out = "it leads out of the book; name the file by its address";
    check("../README.md", Some(out));
    let folder = "the book has no page for a folder; name its README.md";
    check("diagnostics", Some(folder));
}

/// The rows after which a page has no table any more: a row of headings is followed by a line of dashes.
fn rows_apart(page: &str) -> Vec<&str> {
    let is_row = |line: &str| line.starts_with('|');
    let is_rule = |line: &str| is_row(line) && line.chars().all(|it| "|-: ".contains(it));
    let lines = [vec![""], prose(page), vec![""]].concat();
    let apart = lines
        .windows(3)
        .filter(|it| !is_row(it[0]) && is_row(it[1]) && !is_rule(it[2]));
    apart.map(|it| it[1]).collect()
}

#[test]
fn no_blank_line_ends_a_table_early() -> Result<(), Box<dyn Error>> {
    let table = "| a | b |\n|---|:-:|\n| 1 | 2 |\n";
    assert_eq!(rows_apart(&format!("{table}\ntext")), [""; 0]);
    assert_eq!(rows_apart(&format!("{table}\n| 3 | 4 |\n")), ["| 3 | 4 |"]);
    for path in pages()? {
        let page = fs::read_to_string(&path)?;
        assert_eq!(rows_apart(&page), [""; 0], "{}", path.display());
    }
    Ok(())
}

#[test]
fn every_page_has_its_place_in_the_book() -> Result<(), Box<dyn Error>> {
    let folder = files::root().join("docs");
    let path = folder.join("SUMMARY.md");
    let summary = fs::read_to_string(&path)?.replace("\r\n", "\n");

    // The pages of diagnostics are listed as the table has them.
    let is_code = |line: &&str| line.starts_with("  - [") && line.contains("](diagnostics/");
    let mut lines: Vec<String> = summary
        .lines()
        .filter(|line| !is_code(line))
        .map(str::to_owned)
        .collect();
    let at = lines
        .iter()
        .position(|line| line.contains("(diagnostics/README.md)"))
        .ok_or("the diagnostics have no place")?;
    let codes = Code::ALL.iter().map(|code| {
        let row = code.row();
        format!("  - [{0}: {1}](diagnostics/{0}.md)", row.id, row.title)
    });
    lines.splice(at + 1..at + 1, codes);
    let fresh = format!("{}\n", lines.join("\n"));
    files::fresh(&path, &fresh)?;

    let listed = links(&fresh);
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), unique.len(), "a page is listed twice");
    let mut pages = BTreeSet::new();
    for page in files::below(&folder, "md")? {
        let name = files::name(&page);
        pages.insert(name.trim_start_matches("docs/").to_owned());
    }
    pages.remove("SUMMARY.md");
    let listed: BTreeSet<String> = unique.into_iter().map(str::to_owned).collect();
    let missing: Vec<&String> = pages.difference(&listed).collect();
    assert!(missing.is_empty(), "not in SUMMARY.md: {missing:?}");
    let unknown: Vec<&String> = listed.difference(&pages).collect();
    assert!(
        unknown.is_empty(),
        "in SUMMARY.md, but not there: {unknown:?}"
    );
    Ok(())
}

/// The pages that teach; each exists in Japanese.
const TUTORIALS: [&str; 13] = [
    "debugging",
    "from-python",
    "getting-started",
    "golfing",
    "hunting-a-hazard",
    "lessons",
    "recipes",
    "running",
    "search",
    "shorter",
    "testcases",
    "the-machine",
    "who-wrote-this",
];

#[test]
fn pages_in_two_languages_show_the_same() -> Result<(), Box<dyn Error>> {
    let root = files::root();
    let mut pairs = vec![("README.md".to_owned(), "README.ja.md".to_owned())];
    for path in files::below(&root.join("docs"), "md")? {
        let japanese = files::name(&path);
        if let Some(stem) = japanese.strip_suffix(".ja.md") {
            pairs.push((format!("{stem}.md"), japanese));
        }
    }
    for tutorial in TUTORIALS {
        let japanese = format!("docs/{tutorial}.ja.md");
        assert!(root.join(&japanese).exists(), "{japanese} is missing");
    }
    for (english, japanese) in &pairs {
        let mut shown = Vec::new();
        for (name, other) in [(english, japanese), (japanese, english)] {
            let page = fs::read_to_string(root.join(name))?.replace("\r\n", "\n");
            let other = other.trim_start_matches("docs/");
            let first = prose(&page)
                .into_iter()
                .take(5)
                .find(|line| line.contains(other));
            assert!(
                first.is_some(),
                "{name} does not lead to {other} at its top"
            );
            let blocks = markdown::blocks(&page).map_err(|line| format!("{name}:{line}"))?;
            let blocks: Vec<(String, Option<String>, String)> = blocks
                .into_iter()
                .map(|block| (block.language, block.name, block.text))
                .collect();
            let headings = prose(&page)
                .iter()
                .filter(|line| line.starts_with('#'))
                .count();
            let images: Vec<String> = links(&page)
                .into_iter()
                .filter(|link| link.ends_with(".png"))
                .map(str::to_owned)
                .collect();
            shown.push((blocks, headings, images));
        }
        // Pictures of windows have the language of the page.
        let folder = root.join(english).parent().expect("a folder").to_owned();
        for image in &mut shown[0].2 {
            let translated = image.replace(".png", ".ja.png");
            if folder.join(&translated).exists() {
                *image = translated;
            }
        }
        assert!(shown[0].1 > 2, "{english} has no sections");
        assert_eq!(shown[0], shown[1], "{english}, {japanese}");
    }
    Ok(())
}
