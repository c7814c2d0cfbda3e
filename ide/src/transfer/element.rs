//! Elements of the chip as arguments of a run, such as `n0c0b0m0p0` or its first parts.

use mnc2_isa::geometry::{GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES_PER_MAB};
use mnc2_program::Scope;
use mnc2_text::{Message, message};

/// The letters of a scope in order, with the number of each.
const PARTS: [(char, usize); 5] = [
    ('n', GROUPS),
    ('c', L2BS_PER_GROUP),
    ('b', L1BS_PER_L2B),
    ('m', MABS_PER_L1B),
    ('p', PES_PER_MAB),
];

/// Parses `n0c0b0m0p0`; any part may be missing.
///
/// # Errors
/// A sentence for the user.
pub fn scope(text: &str) -> Result<Scope, Message> {
    let mut numbers = [None; PARTS.len()];
    let mut rest = text;
    let mut next = 0;
    while let Some(letter) = rest.chars().next() {
        let found = PARTS[next..].iter().position(|(other, _)| *other == letter);
        let Some(part) = found.map(|offset| next + offset) else {
            return Err(message!(
                "`{text}` names no element: the parts are n, c, b, m and p, in this order",
                text
            ));
        };
        rest = &rest[letter.len_utf8()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..digits].parse::<u8>().ok();
        let limit = PARTS[part].1;
        match number {
            Some(number) if usize::from(number) < limit => numbers[part] = Some(number),
            Some(_) | None => {
                return Err(message!(
                    "`{text}` names no element: after `{letter}` comes a number below {limit}",
                    text,
                    letter = letter.to_string(),
                    limit
                ));
            }
        }
        rest = &rest[digits..];
        next = part + 1;
    }
    let [group, l2b, l1b, mab, pe] = numbers;
    Ok(Scope {
        group,
        l2b,
        l1b,
        mab,
        pe,
    })
}

/// The index of a PE; missing parts are 0.
///
/// # Errors
/// A sentence for the user.
pub fn pe(text: &str) -> Result<usize, Message> {
    scope(text).map(Scope::first_pe)
}

#[cfg(test)]
mod tests {
    use super::pe;

    #[test]
    fn elements() {
        for (text, expected) in [
            ("n0c0b0m0p0", Ok(0)),
            ("n3c1b7m15p3", Ok(4095)),
            ("m2p1", Ok(9)),
            ("", Ok(0)),
            ("n4", Err(())),
            ("p0n0", Err(())),
            ("n", Err(())),
            ("x0", Err(())),
        ] {
            assert_eq!(pe(text).map_err(|_| ()), expected, "{text}");
        }
    }
}
