//! Commands in the documentation print what the page shows.
//!
//! In a `console` block each line `$ mnc2 ..` is run, and the lines after it are its output, standard output before
//! standard error. Earlier blocks with a name (```` ```vsm sum.vsm ````) exist as files, without their annotations.
//! Files that it writes exist for the commands that follow.

use std::error::Error;
use std::fs;
use std::path::Path;

use mnc2_tests::markdown::{self, Block};
use mnc2_tests::{annotation, files};

use crate::binary::{folder, mnc2_in};

/// The text of a named block as a file holds it.
fn without_annotations(text: &str) -> String {
    text.lines()
        .map(|line| {
            let code = line.split(annotation::MARK).next().unwrap_or_default();
            format!("{}\n", code.trim_end())
        })
        .collect()
}

/// A `console` block with the current output of its commands.
fn run(block: &Block, folder: &Path) -> Result<String, String> {
    let mut shown = String::new();
    for line in block.text.lines() {
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        let words = shlex::split(command).unwrap_or_default();
        let mut words = words.iter().map(String::as_str);
        if words.next() != Some("mnc2") {
            return Err(format!("`{command}` is not run here"));
        }
        let outcome = mnc2_in(folder, words);
        shown.push_str(&format!("{line}\n{}{}", outcome.out, outcome.err));
    }
    Ok(shown)
}

#[test]
fn commands_in_pages_print_what_the_page_says() -> Result<(), Box<dyn Error>> {
    let (mut failures, mut count) = (Vec::new(), 0);
    let mut pages = files::below(&files::root().join("docs"), "md")?;
    pages.extend(["README.md", "README.ja.md"].map(|name| files::root().join(name)));
    for path in pages {
        let page = fs::read_to_string(&path)?.replace("\r\n", "\n");
        let shown = files::name(&path);
        let blocks =
            markdown::blocks(&page).map_err(|line| format!("{shown}:{line} is not closed"))?;
        if !blocks.iter().any(|block| block.language == "console") {
            continue;
        }
        let scratch = folder(&format!("page-{}", shown.replace(['/', '.'], "-")));
        let mut lines: Vec<String> = page.lines().map(|line| format!("{line}\n")).collect();
        let mut moved: isize = 0;
        for block in &blocks {
            if let Some(name) = &block.name {
                fs::write(scratch.join(name), without_annotations(&block.text))?;
            }
            if block.language != "console" {
                continue;
            }
            count += 1;
            match run(block, &scratch) {
                Err(reason) => failures.push(format!("{shown}:{}: {reason}", block.line)),
                Ok(fresh) => {
                    let first = block.line.saturating_add_signed(moved);
                    let old = block.text.lines().count();
                    moved += fresh.lines().count() as isize - old as isize;
                    lines.splice(first..first + old, [fresh]);
                    // Later lines are counted by their number: keep one entry for each.
                    lines = lines
                        .concat()
                        .lines()
                        .map(|line| format!("{line}\n"))
                        .collect();
                }
            }
        }
        failures.extend(files::fresh(&path, &lines.concat()).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 0, "no page has a command");
    println!("{count} blocks of commands in pages");
    Ok(())
}
