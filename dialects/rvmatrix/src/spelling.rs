//! Words that look like mnemonics of the extension and are none: spellings of the proposal's prose, of its other versions, typing
//! errors. Everything else is a base instruction or a macro, of which nothing is known here.

use mnc2_text::line;

use crate::table::{ROWS, Row};

/// What a word in the place of a mnemonic is, if it is none of the table and still speaks of matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// The proposal's text writes it so; the assembler takes another spelling.
    Old(String),
    /// A version after 0.2 has it.
    Later,
    /// A family of the table with a suffix that it does not have, and the most similar mnemonic.
    Unknown(Option<&'static str>),
}

/// The mnemonics that versions after 0.2 add, without element sizes: `8`, `16`, `32`, `64` after them, or a suffix.
const LATER_TRANSFERS: &[&str] = &[
    "mlae", "mlbe", "mlce", "mlme", "mlate", "mlbte", "mlcte", "msae", "msbe", "msce", "msme",
    "msate", "msbte", "mscte",
];

/// The mnemonics that versions after 0.2 add and that are complete, or are followed by a dot.
const LATER_STEMS: &[&str] = &[
    "mfmacc",
    "mmacc",
    "mmaccu",
    "mmaccus",
    "mmaccsu",
    "pmmacc",
    "pmmaccu",
    "pmmaccus",
    "pmmaccsu",
    "msettilek",
    "msettilem",
    "msettilen",
    "msettileki",
    "msettilemi",
    "msettileni",
    "mzero",
    "mpack",
    "mpackhl",
    "mpackhh",
    "mrslidedown",
    "mrslideup",
    "mcslidedown",
    "mcslideup",
    "mrbca",
    "mcbcab",
    "mcbcah",
    "mcbcaw",
    "mcbcad",
    "mmovb",
    "mmovh",
    "mmovw",
    "mmovd",
    "mdupb",
    "mduph",
    "mdupw",
    "mdupd",
];

/// Stems of the table's mnemonics that are followed by a dot, and names like them that nothing else has.
const STEMS: &[&str] = &[
    "mmov", "fmmacc", "fwmmacc", "mmaqa", "mmaqau", "mmaqaus", "mmaqasu", "mmaqu", "pmmaqa",
    "pmmaqau", "pmmaqaus", "pmmaqasu", "pmmaqu", "madd", "msub", "mmul", "mmulh", "msra",
    "mn4clip", "mn4clipu", "mld", "mst", "msld", "msst", "mshift", "fmacc", "fwmacc",
];

/// What a word that is no mnemonic of the table is.
#[must_use]
pub fn spelling(word: &str) -> Option<Spelling> {
    if let Some(new) = old(word) {
        return Some(Spelling::Old(new));
    }
    let stem = word.split('.').next().unwrap_or(word);
    let is_later_transfer = LATER_TRANSFERS.iter().any(|known| {
        word.strip_prefix(known)
            .is_some_and(|size| matches!(size, "8" | "16" | "32" | "64"))
    });
    if is_later_transfer || LATER_STEMS.contains(&stem) {
        return Some(Spelling::Later);
    }
    let has_suffix = word.len() > stem.len() && STEMS.contains(&stem);
    let is_whole = ["mld", "mst"].iter().any(|start| {
        word.strip_prefix(start).is_some_and(|rest| {
            let letters = rest.trim_start_matches(|character: char| character.is_ascii_digit());
            letters.len() < rest.len() && matches!(letters, "mb" | "mh" | "mw" | "md" | "m")
        })
    });
    (has_suffix || is_whole).then(|| {
        let names = ROWS.iter().map(|row| row.mnemonic);
        Spelling::Unknown(similar(word, names))
    })
}

fn similar(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    const SIMILARITY_MIN: f64 = 0.8;
    line::similar(word, names, SIMILARITY_MIN)
}

/// The spelling that the assembler takes for one of the proposal's text or of the vendor's tests.
fn old(word: &str) -> Option<String> {
    let candidate = if let Some(rest) = word.strip_prefix("mmaqu.") {
        format!("mmaqau.{rest}")
    } else if let Some(rest) = word.strip_prefix("pmmaqu.") {
        format!("pmmaqau.{rest}")
    } else if let Some(rest) = word.strip_prefix("fmacc.") {
        format!("fmmacc.{rest}")
    } else if let Some(rest) = word.strip_prefix("fwmacc.") {
        format!("fwmmacc.{rest}")
    } else if let Some((start, size)) = word.split_once('.')
        && ["mld", "mst", "msld", "msst"]
            .iter()
            .any(|stem| start.starts_with(stem))
    {
        // `mld.b`, `mld1m.b`
        format!("{start}{size}")
    } else if let Some((stem, rest)) = ["mldm", "mstm"]
        .iter()
        .find_map(|stem| Some((stem, word.strip_prefix(stem)?)))
        && rest.len() == 2
    {
        // `mldm1b`
        let (number, size) = rest.split_at_checked(1)?;
        format!("{}{number}m{size}", &stem[..3])
    } else if ["mcfig", "mcfigi"].contains(&word) {
        word.replace("mcfig", "mcfg")
    } else {
        return None;
    };
    Row::find(&candidate).is_some().then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Option<Spelling>) {
        assert_eq!(spelling(word), expected, "{word}");
    }

    #[test]
    fn spellings_of_the_text_become_those_of_the_assembler() {
        let old = |new: &str| Some(Spelling::Old(new.to_owned()));
        check("mmaqu.b", old("mmaqau.b"));
        check("pmmaqu.b", old("pmmaqau.b"));
        check("mld.b", old("mldb"));
        check("msst.d", old("msstd"));
        check("mld1m.b", old("mld1mb"));
        check("mldm1b", old("mld1mb"));
        check("mstm8d", old("mst8md"));
        check("fmacc.s", old("fmmacc.s"));
        check("mcfigi", old("mcfgi"));
    }

    #[test]
    fn later_versions_are_named() {
        for word in [
            "mlae8",
            "mfmacc.h.e5",
            "mmacc.w.b",
            "msettilek",
            "mzero",
            "mmovb.x.m",
            "mscte64",
        ] {
            check(word, Some(Spelling::Later));
        }
    }

    #[test]
    fn wrong_suffixes_are_unknown() {
        let unknown = |similar| Some(Spelling::Unknown(similar));
        check("mmaqa.w", unknown(Some("mmaqa.b")));
        check("mld3mb", unknown(Some("mld1mb")));
        check("msra.s.xx", unknown(Some("msra.s.mx")));
        check("mshift.s.mm", unknown(None));
    }

    #[test]
    fn base_instructions_and_macros_are_none_of_ours() {
        for word in [
            "mv", "mul", "mulh", "mret", "msub", "madd", "mstart", "mlabel", "mload", "mst", "mld",
            "fmadd.s", "fmsub.d", "mldx", "mcfgx", "mula", "msubr32", "", "é.b", "mldmé",
        ] {
            check(word, None);
        }
    }
}
