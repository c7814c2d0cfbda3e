//! Documentation of every kind of operand, literal, option and suffix, as a user writes it.
//!
//! This is text for hover and `explain`; the assembler front end decides the meaning of operands in programs. [`find`]
//! takes what a user would type or what is in a program: `$lm`, `lm`, `$lm0v`, `$mauf`, `i01`, `f"1.0"`.

mod modifier;
mod pe;
mod statement;
mod upper;

use crate::Source;

/// Documentation of a kind of operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandDoc {
    /// Names by which it is found; the first one is for lists. Names with `$` are written without width and address.
    pub names: &'static [&'static str],
    /// Heading, a few words.
    pub title: &'static str,
    /// Syntax in the manual's notation.
    pub syntax: &'static str,
    /// Its size; empty if it has none.
    pub size: &'static str,
    /// The unit of its number; empty if it has none.
    pub unit: &'static str,
    /// The number that its number must be a multiple of; empty if there is no such rule.
    pub alignment: &'static str,
    /// Its meaning, in our own words.
    pub doc: &'static str,
    /// A valid line that has it.
    pub example: &'static str,
    /// Section of the manual.
    pub section: &'static str,
    /// The source of the description.
    pub source: Source,
}

impl OperandDoc {
    /// An entry without a number, whose source is the manual.
    const MANUAL: Self = Self {
        names: &[],
        title: "",
        syntax: "",
        size: "",
        unit: "",
        alignment: "",
        doc: "",
        example: "",
        section: "",
        source: Source::Manual,
    };

    /// The name for lists.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or(self.title)
    }
}

/// Every entry: operands of the PE, of the memories above, suffixes, literals and options.
pub fn all() -> impl Iterator<Item = &'static OperandDoc> {
    [
        pe::ENTRIES,
        upper::ENTRIES,
        modifier::ENTRIES,
        statement::ENTRIES,
    ]
    .into_iter()
    .flatten()
}

/// The entry for a typed text: a name, an operand, a literal, a tag, a mask or an option.
#[must_use]
pub fn find(query: &str) -> Option<&'static OperandDoc> {
    let query = query.trim();
    let named = |name: &str| {
        all().find(|entry| {
            entry
                .names
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name))
        })
    };
    if let Some(operand) = query.strip_prefix("-$") {
        return memory(operand);
    }
    if let Some(operand) = query.strip_prefix('$') {
        return memory(operand);
    }
    named(query)
        .or_else(|| literal(query).and_then(named))
        .or_else(|| suffix(query).and_then(named))
        .or_else(|| memory(query))
}

/// The name of a literal's type: `f"` of `f"1.0"`.
fn literal(query: &str) -> Option<&'static str> {
    ["f\"", "h\"", "i\"", "s\"", "ui\"", "us\""]
        .into_iter()
        .find(|opening| query.starts_with(opening))
}

/// The name of a word that begins with a sign of its own: tags, masks, targets, rotations, options.
fn suffix(query: &str) -> Option<&'static str> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(tag) = query.strip_prefix('i')
        && tag.len() == 2
        && tag.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return Some("tag");
    }
    if let Some(option) = query.strip_prefix('/') {
        let pattern = option.trim_start_matches('l');
        return match option {
            _ if pattern.starts_with("$imr")
                || option.starts_with("$limr")
                || option.starts_with("$llimr") =>
            {
                Some("$imr")
            }
            _ if pattern.len() >= 4 && pattern.bytes().all(|b| matches!(b, b'0' | b'1')) => {
                Some("mask")
            }
            _ if digits(option) => Some("opcode number"),
            _ if option.strip_prefix("nd").is_some_and(digits) => Some("nd"),
            _ if option
                .strip_prefix('n')
                .is_some_and(|size| size.starts_with(|c: char| c.is_ascii_digit())) =>
            {
                Some("size")
            }
            _ if option.strip_prefix('p').is_some_and(digits) => Some("priority"),
            _ => None,
        };
    }
    if let Some(target) = query.strip_prefix('@') {
        return Some(if target.contains('.') {
            "location"
        } else {
            "L1B set"
        });
    }
    match query.split_at_checked(1)? {
        ("+" | "-", amount) if digits(amount) => Some("rotation"),
        ("v", stride) if digits(stride) => Some("stride"),
        ("j", madpe) if digits(madpe) => Some("madpe"),
        ("[", _) => Some("flat list"),
        _ => None,
    }
}

/// The entry of a memory, constant or register: `lm0v` without its `$`.
fn memory(operand: &str) -> Option<&'static OperandDoc> {
    let lower = operand.to_ascii_lowercase();
    ["", "l", "ll"]
        .into_iter()
        .filter_map(|width| lower.strip_prefix(width))
        .flat_map(|rest| {
            all().filter_map(move |entry| {
                let stem = entry.names.first()?.strip_prefix('$')?;
                let tail = rest.strip_prefix(stem)?;
                is_tail(tail).then_some((stem.len(), entry))
            })
        })
        // The longest name takes precedence: `$mauf` is not an address of LM0.
        .max_by_key(|(length, _)| *length)
        .map(|(_, entry)| entry)
        .and_then(|entry| {
            // Only operands of MV instructions and `l2bmdars` select an L2BM by `@`.
            let placed = entry.name() == "$c" && operand.contains('@');
            if placed {
                find("L2BM in MV instructions")
            } else {
                Some(entry)
            }
        })
}

/// Whether the text can follow the letters of a memory: address, stride, `j`, scope, `e` or `r`, mask, place.
fn is_tail(tail: &str) -> bool {
    let after_digits = |text: &str| -> String {
        text.trim_start_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    let mut rest = tail.to_owned();
    if let Some(list) = rest.strip_prefix('[') {
        rest = list
            .split_once(']')
            .map_or_else(String::new, |(_, after)| after.to_owned());
    } else if let Some(name) = rest.strip_prefix('<') {
        rest = name
            .split_once('>')
            .map_or_else(String::new, |(_, after)| after.to_owned());
    } else if let Some(hexadecimal) = rest.strip_prefix("0x") {
        rest = hexadecimal
            .trim_start_matches(|c: char| c.is_ascii_hexdigit())
            .to_owned();
    } else {
        rest = after_digits(&rest);
    }
    for letter in ['v', 'j', 'n', 'c', 'b', 'm', 'p'] {
        if let Some(after) = rest.strip_prefix(letter) {
            rest = after_digits(after);
        }
    }
    if rest.starts_with(['e', 'r']) {
        rest.remove(0);
    }
    rest.is_empty() || rest.starts_with(['/', '@'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operand::NOWRITE;
    use crate::{Constant, Forwarding, Memory};

    fn check(query: &str, title: &str) {
        let found = find(query).map(|entry| entry.title);
        assert_eq!(found, Some(title), "{query}");
    }

    #[test]
    fn operands_are_found_as_they_are_written() {
        check("$lm", "LM0");
        check("lm", "LM0");
        check("$lm0v", "LM0");
        check("-$llm0vr", "LM0");
        check("$m[0,2,4,6]", "LM0");
        check("lm0n0c0b0m0p0", "LM0");
        check("LM1", "LM1");
        check("$ln0v4j0", "LM1");
        check("$lr0", "GRF0");
        check("$lr0/1000", "GRF0");
        check("$llr0v/$llimr1", "GRF0");
        check("$ls0ve", "GRF1");
        check("$t", "T-register");
        check("$llt", "T-register");
        check("$lmt", "LM0 addressed through the T-register");
        check("$lmt0v32", "LM0 addressed through the T-register");
        check("$lmb", "Base address register of LM0");
        check("$nb", "Base address register of LM1");
        check("$omr1/1000", "Mask register write");
        check("$llimr1", "Mask register entry in a mask");
        check("$lx", "Matrix register, side x");
        check("$lly8", "Matrix register, side y");
        check("$mauf", "Forwarding of the MAU");
        check("-$mauf", "Forwarding of the MAU");
        check("$alufe", "Forwarding of the ALU");
        check("$lbf", "Forwarding of the transfer from L1BM");
        check("$mreadf", "Forwarding of the transposed read");
        check("$nowrite", "Result for forwarding only");
        check("$lb0", "L1BM in L1BM instructions");
        check("$llbi", "Turnaround register");
        check("$lc0x40", "L2BM in PE instructions");
        check("$lc0x40@2.1", "L2BM in MV instructions");
        check("$dar16", "DRAM address register");
        check("$p0@1", "PDM");
        check("$d0", "DRAM");
        check("$di512@2", "DRAM through DAR");
        check("$l2bid", "Constant: number of the L2B");
        check("subpeid", "Constant: number of the PE in its MAB");
    }

    #[test]
    fn everything_else_is_found_as_it_is_written() {
        check("i01", "Tag");
        check("f\"1.0\"", "Single-precision literal");
        check("us\"0x8000\"", "Half-word unsigned literal");
        check("v", "Address increment between cycles");
        check("v8", "Address increment between cycles");
        check("j2", "Address modification within a MAB");
        check("/1000", "Write mask of a destination");
        check("/ll0111", "Write mask of a destination");
        check("/$imr1", "Mask register entry in a mask");
        check("/9", "Number of an opcode");
        check("/10", "Number of an opcode");
        check("/9999", "Number of an opcode");
        check("/$limr1", "Mask register entry in a mask");
        check("/$llimr1", "Mask register entry in a mask");
        check("$lm<name>v", "LM0");
        check("/n64", "Transfer size");
        check("/nd4", "Accesses per DAR entry");
        check("/p3", "Priority");
        check("@0/4", "L1B set");
        check("@[0,1]", "L1B set");
        check("@2.1", "Group and L2B of an MV operand");
        check("+1", "Rotation of MABs");
        check("[0,4,10,14]", "Addresses of the four cycles");
        check("getbd", "Interpretation in d get");
        check("payload", "Payload of d set");
        assert_eq!(find("$frobnicate"), None);
        assert_eq!(find("lpassa"), None);
        assert_eq!(find(""), None);
        assert_eq!(find("$"), None);
        for text in [
            "/9x", "/p", "/px", "/ndx", "/nx", "+x", "-x", "vx", "jx", "iX1", "i012", "$lm0/",
            "$lm0v%",
        ] {
            let found = find(text).map(|entry| entry.title);
            let is_open = text.ends_with('/');
            assert_eq!(found, is_open.then_some("LM0"), "{text}");
        }
    }

    #[test]
    fn every_memory_register_and_constant_has_an_entry() {
        let names = Memory::ALL
            .into_iter()
            .map(Memory::letters)
            .chain(Forwarding::ALL.into_iter().map(Forwarding::name))
            .chain(Constant::ALL.into_iter().map(Constant::name))
            .chain([NOWRITE]);
        for name in names {
            let entry = find(&format!("${name}")).expect(name);
            assert_eq!(entry.name(), format!("${name}"));
        }
    }

    #[test]
    fn entries_are_complete_and_have_names_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        for entry in all() {
            for name in entry.names {
                assert!(seen.insert(name.to_ascii_lowercase()), "{name} twice");
                let found = find(name).expect(name);
                assert!(
                    found == entry || name.contains(' '),
                    "{name} finds {}",
                    found.title
                );
            }
            assert!(!entry.syntax.is_empty() && !entry.example.is_empty());
            assert!(entry.doc.ends_with('.'), "{}", entry.title);
        }
    }
}
