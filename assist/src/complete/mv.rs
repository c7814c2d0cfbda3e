//! Options of MV instructions: `n<size>`, `i<tag>`, `p<priority>`, `nd<count>` (manual 3.5.1).

use mnc2_isa::mv::{PRIORITY_MAX, UNIT_LONG_WORDS};
use mnc2_isa::{Group, operand_doc};

use super::acceptance::Judge;
use super::{Candidate, CandidateKind, CursorContext, operand, pieces};
use mnc2_asm::LineParser;

/// The texts that can follow the typed part of an opcode with its options.
pub(super) fn options(
    parser: &mut LineParser,
    typed: &str,
    surroundings: &CursorContext,
) -> Vec<Candidate> {
    let Some(spelling) = operand::spelling_of(typed) else {
        return Vec::new();
    };
    if spelling.ops[0].row().group != Group::Mv {
        return Vec::new();
    }
    let given = &typed[spelling.text.len()..];
    let (head, tail) = given.split_at(whole_options(given));
    let mut all = vec![
        format!("n{{{UNIT_LONG_WORDS}}}"),
        format!("i{{{:02x}}}", surroundings.free_tag()),
        "nd{1}".to_owned(),
    ];
    all.extend((0..=PRIORITY_MAX).map(|priority| format!("p{priority}")));
    let mut words = vec![format!("{typed}")];
    for option in &all {
        let plain = option.replace(['{', '}'], "");
        // `/` begins the options. It can also separate them, but need not.
        let slash = match head.is_empty() || tail.starts_with('/') {
            true => "/",
            false => "",
        };
        if format!("{slash}{plain}").starts_with(tail) {
            words.push(format!("{}{head}{slash}{option}", spelling.text));
        }
    }
    if matches!(tail.trim_start_matches('/'), "n" | "p" | "nd") {
        words.push(format!("{typed}{{1}}"));
    }
    if tail.trim_start_matches('/').starts_with('i') && tail.trim_start_matches('/').len() < 3 {
        words.push(format!("{typed}{{1}}"));
    }
    let mut judge = Judge::new(parser, "", operand::tails(&spelling.ops, None));
    words
        .iter()
        .map(|word| {
            // The size is required, and a second `/` is not.
            let rank = match word[spelling.text.len()..].strip_prefix('/') {
                Some(first) if first.starts_with("n{") => 1,
                Some(rest) if rest.contains('/') => 4,
                _ => 3,
            };
            let last = word.replace(['{', '}'], "");
            let last = last[spelling.text.len() + head.len()..].trim_start_matches('/');
            let title = operand_doc::find(&format!("/{last}"))
                .or_else(|| operand_doc::find(last))
                .map_or(spelling.ops[0].row().title, |entry| entry.title);
            Candidate::new(pieces(word), CandidateKind::Option, rank, title)
        })
        .filter(|candidate| candidate.label != spelling.text && judge.accepts(&candidate.label))
        .collect()
}

/// Bytes of complete options at the start.
fn whole_options(given: &str) -> usize {
    let digits =
        |text: &str, is_digit: fn(&char) -> bool| text.chars().take_while(is_digit).count();
    let mut at = 0;
    loop {
        let rest = &given[at..];
        let begun = at + rest.len() - rest.trim_start_matches('/').len();
        let option = &given[begun..];
        let letters = ["nd", "n", "p", "i"]
            .into_iter()
            .find(|letters| option.starts_with(letters));
        let Some(letters) = letters else { return at };
        let value = &option[letters.len()..];
        let length = match letters {
            "i" => digits(value, char::is_ascii_hexdigit).min(2) / 2 * 2,
            _ => digits(value, char::is_ascii_digit),
        };
        if length == 0 || begun == 0 {
            return at;
        }
        at = begun + letters.len() + length;
    }
}
