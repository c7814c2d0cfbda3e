//! Code blocks of the documentation are programs: those followed by a `dump` block run and print it, the others check
//! clean or as they are annotated. Every code has a page whose first block raises it.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use mnc2_program::code::Code;
use mnc2_tests::annotation::{self, Options};
use mnc2_tests::markdown::{self, Block};
use mnc2_tests::{files, run};

fn pages() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut pages = files::below(&files::root().join("docs"), "md")?;
    pages.extend(["README.md", "README.ja.md"].map(|name| files::root().join(name)));
    Ok(pages.into_iter().filter(|page| page.exists()).collect())
}

/// What is wrong with a `vsm` block that a block may follow.
fn judge(block: &Block, next: Option<&Block>) -> Result<(), String> {
    // The test that runs the commands on the page checks their output.
    if let (Some(name), Some(next)) = (&block.name, next)
        && next.language == "console"
        && next.text.split_whitespace().any(|word| word == name)
    {
        return Ok(());
    }
    let checked = annotation::compare(block.text.as_bytes())?;
    let Some(expected) = next.filter(|next| next.language == "dump") else {
        return Ok(());
    };
    let dump = run::dump(&checked.program)?;
    if dump == expected.text {
        Ok(())
    } else {
        Err(files::difference(&expected.text, &dump))
    }
}

/// The page with every dump from a run.
fn with_fresh_dumps(page: &str, blocks: &[Block]) -> String {
    let mut lines: Vec<String> = page.lines().map(|line| format!("{line}\n")).collect();
    for pair in blocks.windows(2).rev() {
        if pair[0].language == "vsm"
            && pair[1].language == "dump"
            && let Ok(checked) = annotation::compare(pair[0].text.as_bytes())
            && let Ok(dump) = run::dump(&checked.program)
        {
            let first = pair[1].line;
            let count = pair[1].text.lines().count();
            lines.splice(first..first + count, [dump]);
        }
    }
    lines.concat()
}

#[test]
fn programs_in_pages_do_what_the_page_says() -> Result<(), Box<dyn Error>> {
    let mut failures = String::new();
    let (mut checked, mut ran) = (0, 0);
    for path in pages()? {
        let page = fs::read_to_string(&path)?.replace("\r\n", "\n");
        let name = files::name(&path);
        let blocks = markdown::blocks(&page)
            .map_err(|line| format!("{name}:{line}: the block is not closed"))?;
        if env::var_os(files::UPDATE_VARIABLE).is_some() {
            let fresh = with_fresh_dumps(&page, &blocks);
            // Other tests read the pages at the same time.
            if fresh != page {
                fs::write(&path, fresh)?;
            }
            continue;
        }
        for (index, block) in blocks.iter().enumerate() {
            if block.language != "vsm" {
                continue;
            }
            let next = blocks.get(index + 1);
            checked += 1;
            ran += usize::from(next.is_some_and(|next| next.language == "dump"));
            if let Err(reason) = judge(block, next) {
                failures.push_str(&format!("\n{name}:{}: {reason}", block.line));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!("{checked} programs in pages, {ran} of them run");
    Ok(())
}

/// The bytes of a `hex` block, for content that is not valid text in Markdown.
fn bytes(block: &Block) -> Result<Vec<u8>, Box<dyn Error>> {
    block
        .text
        .split_whitespace()
        .map(|digits| Ok(u8::from_str_radix(digits, 16)?))
        .collect()
}

fn judge_page(code: Code, page: &str) -> Result<(), Box<dyn Error>> {
    let row = code.row();
    let title = format!("# {}: {}", row.id, row.title);
    if page.lines().next() != Some(title.as_str()) {
        return Err(format!("the page does not begin with `{title}`").into());
    }
    let section = format!("Manual {}.", row.section);
    if page.trim_end().lines().last() != Some(section.as_str()) {
        return Err(format!("the page does not end with `{section}`").into());
    }
    let blocks = markdown::blocks(page).map_err(|line| format!("block {line} is not closed"))?;
    let [raising, clean @ ..] = blocks.as_slice() else {
        return Err("the page has no example".into());
    };
    let source = match raising.language.as_str() {
        "hex" => bytes(raising)?,
        _ => raising.text.clone().into_bytes(),
    };
    let options = match raising.language.as_str() {
        "hex" => Options::default(),
        _ => annotation::read(&raising.text)?.options,
    };
    let found = annotation::check_bytes(&source, &options).report.findings;
    if !found.iter().any(|finding| finding.diagnostic.code == code) {
        return Err("its first example does not raise it".into());
    }
    if clean.is_empty() {
        return Err("the page has no fixed example".into());
    }
    for block in clean {
        let options = annotation::read(&block.text)?.options;
        let findings = annotation::check_bytes(block.text.as_bytes(), &options)
            .report
            .findings;
        if let Some(finding) = findings.first() {
            return Err(format!("its fixed example has a finding: {finding:?}").into());
        }
    }
    Ok(())
}

#[test]
fn every_code_has_a_page_that_raises_and_fixes_it() -> Result<(), Box<dyn Error>> {
    let folder = files::root().join("docs/diagnostics");
    let mut failures = String::new();
    let mut expected = BTreeSet::from(["README.md".to_owned()]);
    for &code in Code::ALL {
        let name = format!("{}.md", code.id());
        let result = fs::read_to_string(folder.join(&name))
            .map_err(Into::into)
            .and_then(|page| judge_page(code, &page.replace("\r\n", "\n")));
        if let Err(reason) = result {
            failures.push_str(&format!("docs/diagnostics/{name}: {reason}\n"));
        }
        expected.insert(name);
    }
    for path in files::below(&folder, "md")? {
        let name = files::name(&path);
        if !expected.contains(name.trim_start_matches("docs/diagnostics/")) {
            failures.push_str(&format!("{name} belongs to no code\n"));
        }
    }
    assert!(failures.is_empty(), "{failures}");
    Ok(())
}

#[test]
fn the_index_of_diagnostics_is_fresh() -> Result<(), Box<dyn Error>> {
    let mut index = String::from(
        "# Diagnostics\n\n\
         `E` codes are errors: the assembler would refuse the program. `W` codes are warnings: it accepts the\n\
         program, but it is probably not what is meant. Each page explains the reason, with an example and its fix;\n\
         `mnc2 explain E0305` prints it.\n\n\
         | code | level | what is found | manual |\n|---|---|---|---|\n",
    );
    for &code in Code::ALL {
        let row = code.row();
        index.push_str(&format!(
            "| [{id}]({id}.md) | {}{} | {} | {} |\n",
            row.severity.name(),
            if row.is_optional { ", optional" } else { "" },
            row.title,
            row.section,
            id = row.id
        ));
    }
    files::fresh(&files::root().join("docs/diagnostics/README.md"), &index)?;
    Ok(())
}
