//! Explanations as Markdown: instructions, operands and diagnostic codes, from the tables and the documentation.
//!
//! One text serves the `explain` command and hover. Nothing is stated here: every fact comes from the instruction table, the
//! table of codes or a page under `docs/`.

mod assumed;
mod diagnostic;
mod directive;
pub mod expand;
mod instruction;
mod operand;
pub mod reference;
mod section;

use mnc2_isa::{Op, operand_doc, spelling};

use mnc2_asm::lower;
use mnc2_program::WriteMaskSetting;
use mnc2_program::code::Code;
use mnc2_program::directive::{DIRECTIVES, DirectiveName};
use mnc2_text::line::{SIMILARITY_MIN, part};
use mnc2_text::{Language, Message, message};

pub use assumed::{Assumption, assumed};
pub use diagnostic::diagnostic;
pub use directive::{directive, directive_page, directive_title};
pub use instruction::{instruction, spelled_row, spelling as spelling_page};
pub use operand::operand;
pub use reference::section_anchor;
pub use section::{documented_section, sections};

/// Maximum number of suggestions for an unknown query.
const SUGGESTIONS_MAX: usize = 5;

/// Explains an opcode (`lpassa`), a stem without its precision (`passa`), an operand as it is written
/// (`$lm0v`, `i01`, `/1000`), a diagnostic code (`E0301`), an opcode of another machine (`mov`), or a whole statement
/// (`lpassa $lm0v $lr0v`).
///
/// # Errors
/// If nothing has this name: similar names, the most similar first.
pub fn explain(query: &str, language: Language) -> Result<String, Vec<String>> {
    let query = query.trim();
    if let Some(code) = Code::find(query) {
        return Ok(diagnostic(code, language));
    }
    if let Some(name) = DirectiveName::find(query) {
        return Ok(directive_page(name, language));
    }
    if query.contains([' ', '\t'])
        && let Some(page) = statement(query, language)
    {
        return Ok(page);
    }
    let lower = query.to_ascii_lowercase();
    // A word can have several meanings: `lnot` is the bitwise not of long words and the stem of the logical one.
    let mut pages = opcode_pages(&lower, language);
    let is_operand = operand_doc::find(query).is_some_and(|entry| entry.names.contains(&query));
    let elsewhere = lower::meaning_elsewhere(query).filter(|_| pages.is_empty() && !is_operand);
    if let Some(meaning) = elsewhere {
        let text = message!("`{query}` is not an opcode here: {meaning}", query, meaning);
        return Ok(format!("{}\n", text.say(language)));
    }
    let documented =
        operand_doc::find(query).filter(|entry| pages.is_empty() || entry.names.contains(&query));
    pages.extend(documented.map(|entry| operand(entry, language)));
    if pages.is_empty() {
        Err(suggestions(&lower))
    } else {
        Ok(pages.join("\n"))
    }
}

/// A page about a statement: what each of its operands is in each cycle, and the pages of its opcodes; `None` if it cannot be
/// read.
fn statement(text: &str, language: Language) -> Option<String> {
    let program = mnc2_asm::parse(text);
    let line = program.line(0).filter(|line| !line.has_error())?;
    let mut pages: Vec<String> = Vec::new();
    for spelling in line.step()?.expressions.iter().map(|it| it.spelling) {
        let page = spelling_page(spelling, language);
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    let expansion = expand::expand(line, WriteMaskSetting::default());
    let operands = expansion.operands.iter();
    let operands: String = operands
        .map(|operand| expand::text(operand, part(text, &operand.range), language))
        .collect();
    Some(format!(
        "```text\n{text}\n\n{operands}```\n\n{}",
        pages.join("\n")
    ))
}

/// The pages of everything with this spelling, with or without options, and of the rows that have this stem.
fn opcode_pages(query: &str, language: Language) -> Vec<String> {
    let without_options = query.split(['/', '@', '+']).next().unwrap_or_default();
    let spelled = spelling::find(query).or_else(|| spelling::find(without_options));
    let of_stem = Op::all().filter(|op| {
        let covered = spelled.is_some_and(|spelled| spelled.ops.contains(op));
        instruction::stem(*op) == Some(query) && !covered
    });
    let spelled = spelled.map(|spelled| spelling_page(spelled, language));
    spelled
        .into_iter()
        .chain(of_stem.map(|op| instruction(op, language)))
        .collect()
}

/// Whether a query is too long to be similar to a name, as each further character is an edit. To count the edits of a query of any
/// length takes seconds.
fn is_much_longer(query: &str, name: &str) -> bool {
    let longest = (name.len() as f64 / SIMILARITY_MIN) as usize;
    query.chars().nth(longest).is_some()
}

/// Names similar to the query.
fn suggestions(query: &str) -> Vec<String> {
    let stems = Op::all().filter_map(instruction::stem);
    let spellings = spelling::all()
        .iter()
        .map(|spelling| spelling.text.as_str());
    let codes = Code::ALL.iter().map(|code| code.id());
    let operands = operand_doc::all().flat_map(|entry| entry.names.iter().copied());
    let directives = DIRECTIVES.iter().map(|row| row.name);
    let mut scored: Vec<(f64, &str)> = stems
        .chain(directives)
        .chain(spellings)
        .chain(codes)
        .chain(operands)
        .filter(|name| !is_much_longer(query, name))
        .map(|name| {
            let similarity =
                strsim::normalized_damerau_levenshtein(query, &name.to_ascii_lowercase());
            (similarity, name)
        })
        .filter(|(similarity, _)| *similarity >= SIMILARITY_MIN)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut names: Vec<String> = Vec::new();
    for (_, name) in scored {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names.truncate(SUGGESTIONS_MAX);
    names
}

/// A line of the list of everything that can be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The group it belongs to, such as `alu` or `diagnostics`.
    pub group: &'static str,
    /// The query for [`explain`].
    pub name: String,
    /// In a few words.
    pub title: Message,
    /// Section of the manual; the manual has no directives of a linker.
    pub section: Option<&'static str>,
    /// The page that explains it, below `docs/`.
    pub place: String,
}

/// Everything that can be explained: the rows of the instruction table in the manual's order, operands, directives of a
/// linker, then the codes.
#[must_use]
pub fn list() -> Vec<Entry> {
    let instructions = Op::all().map(|op| {
        let row = op.row();
        Entry {
            group: row.group.name(),
            name: instruction::names(op),
            title: Message::from_table(row.title),
            section: Some(row.section),
            place: reference::place(op),
        }
    });
    let codes = Code::ALL.iter().map(|code| {
        let row = code.row();
        Entry {
            group: "diagnostics",
            name: row.id.to_owned(),
            title: Message::from_table(row.title),
            section: Some(row.section),
            place: format!("diagnostics/{}.md", row.id),
        }
    });
    let operands = operand_doc::all().map(|entry| Entry {
        group: "operands",
        name: operand::name(entry).to_owned(),
        title: Message::from_table(entry.title),
        section: Some(entry.section),
        place: reference::operand_place(entry),
    });
    let directives = DirectiveName::ALL.iter().map(|name| Entry {
        group: "directives",
        name: name.row().name.to_owned(),
        title: directive_title(*name),
        section: None,
        place: "linked-programs.md".to_owned(),
    });
    let entries = instructions.chain(operands).chain(directives).chain(codes);
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_may_be_two_thirds_longer_than_a_similar_name() {
        let is_similar = |query: &str| suggestions(query).iter().any(|it| it == "lpassa");
        assert!(is_similar("lpassaxxxx"));
        assert!(!is_similar("lpassaxxxxx"));
        assert!(suggestions(&"x".repeat(1 << 20)).is_empty());
    }

    #[test]
    fn everything_that_can_be_spelled_is_explained() {
        for spelling in spelling::all() {
            let page = explain(&spelling.text, Language::English).expect("a spelling has a row");
            assert!(page.contains(spelling.ops[0].row().title), "{page}");
        }
        for &code in Code::ALL {
            let page =
                explain(&code.id().to_lowercase(), Language::English).expect("a code has a row");
            assert!(page.contains(code.id()), "{page}");
        }
        for entry in list() {
            let page = explain(&entry.name, Language::English)
                .unwrap_or_else(|_| panic!("{} is listed but not explained", entry.name));
            assert!(
                page.contains(&entry.title.say(Language::English)),
                "{}: {page}",
                entry.name
            );
        }
        for op in Op::all() {
            if let Some(stem) = instruction::stem(op) {
                assert!(explain(stem, Language::English).is_ok(), "{stem}");
            }
        }
    }

    #[test]
    fn an_unknown_word_is_answered_with_words_like_it() {
        let check = |query: &str, expected: &[&str]| {
            let found = explain(query, Language::English).expect_err("nothing has this name");
            let found: Vec<&str> = found
                .iter()
                .map(String::as_str)
                .take(expected.len())
                .collect();
            assert_eq!(found, expected, "{query}");
        };
        check("lpasa", &["lpassa"]);
        check("passs", &["passa"]);
        check("qqqqqqqqqqqqqq", &[]);
    }

    #[test]
    fn words_of_other_machines_and_statements_are_explained() {
        let says = |query: &str, expected: &str| {
            let page = explain(query, Language::English).expect("it is explained");
            assert!(page.contains(expected), "{query}: {page}");
        };
        says("mov", "`mov` is not an opcode here: a copy is `lpassa`");
        says("div", "there is no division");
        says("multiply", "a product is `fvmul`");
        says("lpassa $lm0v $lr0v", "$lm0v  read: LM0, long word");
        says("lpassa $lm0v $lr0v; fvadd $ln0v $ls0v $ln0v", "Vector sum");
    }

    #[test]
    fn operands_are_explained_as_they_are_written() {
        let check = |query: &str, title: &str| {
            let page = explain(query, Language::English).expect("the operand has an entry");
            assert!(
                page.lines().next().is_some_and(|head| head.contains(title)),
                "{page}"
            );
        };
        check("$lm", "LM0");
        check("$lm0v", "LM0");
        check("lm", "LM0");
        check("$mauf", "Forwarding of the MAU");
        check("i01", "Tag");
        check("f\"1.0\"", "Single-precision literal");
        check("/1000", "Write mask");
        for entry in operand_doc::all() {
            assert!(
                explain(entry.name(), Language::English).is_ok(),
                "{}",
                entry.name()
            );
        }
    }

    fn in_english(query: &str) -> Result<String, Vec<String>> {
        explain(query, Language::English)
    }

    #[test]
    fn options_of_an_opcode_do_not_hide_it() {
        assert_eq!(in_english("l1bmm@3"), in_english("l1bmm"));
        assert_eq!(in_english("mvp/n64i01"), in_english("mvp"));
        assert_eq!(in_english(" LPASSA "), in_english("lpassa"));
    }
}
