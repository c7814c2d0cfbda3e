//! Recognizes the language of a text whose file name does not determine it, such as `kernel.s`: only if it is certain.

use std::collections::BTreeSet;
use std::sync::Arc;

use mnc2_program::Line;
use mnc2_text::line;

use super::{ALL, Listed};

/// The lines that are looked at.
const LINES_MAX: usize = 1000;

/// The longest line that is looked at, in bytes.
const LINE_BYTES_MAX: usize = 1000;

/// The only language in which a text is a program: in that language most instructions have no error, and read as MN-Core 2
/// assembly as many of its lines have errors.
#[must_use]
pub fn recognized(text: &str) -> Option<Listed> {
    let mut start = String::new();
    for line in line::lines(text).take(LINES_MAX) {
        if line.len() <= LINE_BYTES_MAX {
            start.push_str(line);
        }
        start.push('\n');
    }
    let mut found = ALL.iter().filter_map(|listed| {
        let understood = understood(listed, &start)?;
        Some((*listed, understood))
    });
    let (listed, count) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let program = mnc2_asm::parse(&start);
    let is_wrong = |line: &&Arc<Line>| line.diagnostics.iter().any(|it| it.is_error());
    (program.iter().filter(is_wrong).count() >= count).then_some(listed)
}

/// The number of instructions of a text that a language understands, if these are most of its instructions.
fn understood(listed: &Listed, text: &str) -> Option<usize> {
    let read = listed.options().read(text);
    let findings = read.findings(&|| false);
    let wrong: BTreeSet<u32> = (findings.lines())
        .filter(|(_, diagnostic)| diagnostic.is_error())
        .map(|(line, _)| line)
        .collect();
    let right: BTreeSet<u32> = match listed.has_words {
        true => (read.assemble(&|| false).iter().map(|word| word.line))
            .filter(|line| !wrong.contains(line))
            .collect(),
        false => {
            let starts = read.lines().starts(&|| false);
            starts.into_iter().map(|place| place.line).collect()
        }
    };
    let is_most = !right.is_empty() && wrong.len() * 4 <= right.len();
    is_most.then_some(right.len())
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let found = recognized(text).map(|listed| listed.about().id);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn only_what_is_certain_is_recognized() {
        let naplespu = "_start: moveih rm, 0\nmoveil rm, 0xffff\nadd_i32 s0, s1, s2\njret\n";
        check(naplespu, Some("naplespu"));
        // One error among many instructions.
        check(
            &format!("{naplespu}{naplespu}{naplespu}{naplespu}addj s0\n").replace("_start:", ""),
            Some("naplespu"),
        );
        check(
            "li t0, 1\nmldw m0, a1, (a0)\nmzero m1\nret\n",
            Some("rvmatrix"),
        );
        check(
            "DataMove(<-) Local(0) DRAM0(0)\nMatMul Local(0) Acc(0)\n",
            Some("tensil"),
        );
        check("func @f() {\n}\n", Some("tinytc"));
        for text in [
            "",
            "nop\n",
            "# nothing\n",
            "mov eax, 1\nret\n",
            "imm i\"1\" $lm0\n",
            "\u{0}\u{1}\n",
        ] {
            check(text, None);
        }
    }
}
