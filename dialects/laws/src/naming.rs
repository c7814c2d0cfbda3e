//! A rename changes only names: the text has the same tokens, and no new finding.

use std::collections::BTreeMap;

use mnc2_text::{Change, Position, line};

use crate::language::{Error, Language};
use crate::word::words;

/// Names of a text that are changed.
const NAMES_MAX: usize = 12;

/// Maximum number of places of a name that are renamed.
const PLACES_MAX: usize = 2;

/// The kinds and texts of the leaves of a text's tree; `None` if it has an error, from which a grammar recovers by the lengths of
/// tokens.
fn tokens(parser: &mut tree_sitter::Parser, text: &str) -> Option<Vec<(u16, String)>> {
    let tree = parser.parse(text, None).expect("a tree");
    if tree.root_node().has_error() {
        return None;
    }
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.child_count() == 0 {
            let range = node.byte_range();
            found.push((node.kind_id(), text[range].to_owned()));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(found);
            }
        }
    }
}

/// Whether two texts have the same tokens but for a name.
fn are_alike(before: &[(u16, String)], after: &[(u16, String)], old: &str, new: &str) -> bool {
    let is_alike = |((kind, text), (new_kind, new_text)): (&(u16, String), &(u16, String))| {
        // A number can be written with zeros before it.
        let is_name =
            |text: &str| text.trim_start_matches(['%', '0']) == old.trim_start_matches('0');
        let is_renamed = text.replace(old, new) == *new_text
            || is_name(text) && new_text.trim_start_matches('%') == new;
        kind == new_kind && (text == new_text || is_renamed)
    };
    before.len() == after.len() && before.iter().zip(after).all(is_alike)
}

/// Renames names of the texts, asked for in several of their places, to names that no text has. That is possible more than `count_min` times.
///
/// # Panics
/// With the renames after which a text is another one.
pub fn keeps_tokens_and_findings(
    language: &Language,
    texts: &[(String, String)],
    count_min: usize,
) {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.grammar).expect("a grammar");
    let mut count = 0;
    let mut broken = Vec::new();
    for (title, text) in texts {
        let document = language.read(text);
        let errors = language.errors(&*document);
        let before = tokens(&mut parser, text);
        let mut seen = BTreeMap::new();
        for (number, content) in line::lines(text).enumerate() {
            for word in words(content) {
                let at = Position {
                    line: number as u32,
                    byte: word.start as u32,
                };
                let Some(place) = document.renamable(at) else {
                    continue;
                };
                let range = place.range.start as usize..place.range.end as usize;
                let old = &content[range];
                let known = seen.len();
                let places = seen.entry(old).or_insert(0);
                *places += 1;
                if *places > PLACES_MAX || *places == 1 && known == NAMES_MAX {
                    *places = PLACES_MAX;
                    continue;
                }
                // A letter alone, as what follows a name may continue it.
                for new in ["n", "zq_7", "7777"] {
                    let Ok(changes) = document.rename(at, new) else {
                        continue;
                    };
                    let changed = Change::apply_all(&changes, text);
                    let after: Vec<Error> = language.errors(&*language.read(&changed));
                    // A name can be a reason for a warning.
                    let is_new = after.iter().any(|error| !errors.contains(error));
                    let is_same = before.as_ref().is_none_or(|before| {
                        let after = tokens(&mut parser, &changed);
                        after.is_some_and(|after| are_alike(before, &after, old, new))
                    });
                    if is_new || !is_same {
                        broken.push(format!(
                            "{title}:{}: {old} -> {new}\n  {content}",
                            number + 1
                        ));
                    }
                    count += 1;
                }
            }
        }
    }
    broken.truncate(20);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    println!("{count} renames");
    assert!(count > count_min, "{count}");
}
