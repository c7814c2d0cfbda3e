//! The syntax of one opcode, from that of its row: `fvadd <src_x> <src_y> <dst_0> [<dst_1>..]` from three
//! alternatives.

/// The alternative of a row's syntax that an opcode matches, with the opcode as it is written.
pub(super) fn of(syntax: &str, name: &str) -> String {
    let alternatives = syntax.split(" | ");
    let fitting = alternatives
        .filter_map(|alternative| {
            let (head, operands) = alternative.split_once(' ').unwrap_or((alternative, ""));
            let rest = ends(head, name).into_iter().min_by_key(|rest| rest.len())?;
            // The rest of the head is options, such as `/<n>` and `@<mabadr>`.
            Some(format!("{name}{rest} {operands}").trim_end().to_owned())
        })
        .next();
    fitting.unwrap_or_else(|| syntax.to_owned())
}

/// The rest of a pattern of letters, `(a|b)` and `[a]`, where a name ends.
fn ends<'p>(pattern: &'p str, name: &str) -> Vec<&'p str> {
    let Some(first) = pattern.chars().next() else {
        return if name.is_empty() {
            vec![""]
        } else {
            Vec::new()
        };
    };
    let (close, is_optional) = match first {
        '(' => (')', false),
        '[' => (']', true),
        // The operation of a reduction.
        '<' if !name.is_empty() => {
            let after = pattern.split_once('>').map_or("", |(_, after)| after);
            return ends(after, "");
        }
        _ if name.is_empty() => return vec![pattern],
        _ => {
            let rest = name.strip_prefix(first);
            return rest.map_or_else(Vec::new, |rest| ends(&pattern[first.len_utf8()..], rest));
        }
    };
    let Some(end) = pattern.find(close) else {
        return Vec::new();
    };
    let after = &pattern[end + 1..];
    let mut found = Vec::new();
    if name.is_empty() && is_optional {
        let is_letter = pattern[1..].starts_with(|letter: char| letter.is_ascii_alphabetic());
        return if is_letter {
            ends(after, name)
        } else {
            vec![pattern]
        };
    }
    for choice in pattern[1..end].split('|') {
        if let Some(rest) = name.strip_prefix(choice).filter(|_| !choice.is_empty()) {
            found.extend(ends(after, rest));
        }
    }
    if is_optional && !name.is_empty() {
        found.extend(ends(after, name));
    }
    found
}

#[cfg(test)]
mod tests {
    use mnc2_isa::{Op, spelling};

    use super::of;

    #[test]
    fn one_alternative_is_chosen() {
        let check = |name: &str, expected: &str| {
            let op = spelling::find(name).expect("it is an opcode").ops[0];
            assert_eq!(of(op.row().syntax, name), expected, "{name}");
        };
        check("fvadd", "fvadd <src_x> <src_y> <dst_0> [<dst_1>..]");
        check("dvaddr", "dvaddr <src_x> <src_y> <dst_0> [<dst_1>..]");
        check("lpassa", "lpassa <src_x> <dst_0> [<dst_1>..]");
        check("uldec", "uldec <src_x> <dst_0> [<dst_1>..]");
        check("dmmulu", "dmmulu $l(x|y) <src_x> <dst_0> [<dst_1>..]");
        check("nop", "nop[/<n>]");
        check("wait", "wait <tag>");
    }

    #[test]
    fn every_opcode_has_its_own_syntax() {
        for spelling in spelling::all() {
            for op in spelling
                .ops
                .iter()
                .filter(|op| !matches!(op, Op::Control(_)))
            {
                let syntax = of(op.row().syntax, &spelling.text);
                assert!(
                    syntax.starts_with(&spelling.text),
                    "{}: {syntax}",
                    spelling.text
                );
                assert!(!syntax.contains(" | "), "{}: {syntax}", spelling.text);
            }
        }
    }
}
