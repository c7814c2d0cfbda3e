//! Words that look like mnemonics of the extension, but are not: spellings of the proposal's prose, of its other versions,
//! typing errors. Any other word is a base instruction or a macro, which this module does not know.

use mnc2_text::line;

use crate::table::{ROWS, Row};
use crate::version::Version;

/// What a word in the place of a mnemonic is, if it is none of the table and still speaks of matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// The proposal's text writes it so; the assembler takes another spelling.
    Old(String),
    /// A version after all that are known has it; and the mnemonic of this version that is equivalent, if there is one.
    Later(Option<String>),
    /// A family of the table with a suffix that it does not have, and the most similar mnemonic.
    Unknown(Option<&'static str>),
}

/// The mnemonics that versions after 0.3 add, without element sizes: `8`, `16`, `32`, `64` after them, or a suffix.
const LATER_TRANSFERS: &[&str] = &[
    "mlae", "mlbe", "mlce", "mlme", "mlate", "mlbte", "mlcte", "msae", "msbe", "msce", "msme",
    "msate", "msbte", "mscte",
];

/// The mnemonics that versions after 0.3 add and that are complete, or are followed by a dot.
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
    "pmmaaccus",
    "mzero2r",
    "mzero4r",
    "mzero8r",
    "mcbce8",
    "mcbce16",
    "mcbce32",
    "mcbce64",
];

/// The stems of element by element instructions that versions after 0.3 add. Alone they may be names of anything: the element and
/// the form follow, such as `.w.mm`.
const LATER_POINTWISE: &[&str] = &[
    "mmin",
    "mmax",
    "mumin",
    "mumax",
    "msll",
    "msrl",
    "mn4clipl",
    "mn4cliph",
    "mn4cliplu",
    "mn4cliphu",
    "mfadd",
    "mfsub",
    "mfmul",
    "mfmin",
    "mfmax",
    "mfwadd",
    "mfwsub",
    "mfwmul",
];

/// The stems of conversions that versions after 0.3 add; the formats follow, such as `.s.h`.
const LATER_CONVERSIONS: &[&str] = &[
    "mfcvt", "mfcvtl", "mfcvth", "mfwcvt", "mfncvt", "mfucvt", "mfucvtl", "mfucvth", "mfscvt",
    "mfscvtl", "mfscvth", "mfuncvt", "mfsncvt", "mufcvt", "mufcvtl", "mufcvth", "mufwcvt",
    "msfcvt", "msfcvtl", "msfcvth", "msfwcvt", "mucvtl", "mucvth", "mscvtl", "mscvth",
];

/// The elements and the forms of element by element instructions in any version.
const ELEMENTS: &[&str] = &["b", "h", "w", "s", "d"];
const FORMS: &[&str] = &["mm", "mv.i", "mv.x", "mx"];

/// Whether a word is an instruction that versions after 0.3 have, and those before have not.
fn is_later(word: &str) -> bool {
    let (stem, suffix) = word.split_once('.').unwrap_or((word, ""));
    let is_transfer = LATER_TRANSFERS.iter().any(|known| {
        word.strip_prefix(known)
            .is_some_and(|size| matches!(size, "8" | "16" | "32" | "64"))
    });
    let element = suffix
        .split_once('.')
        .filter(|(element, form)| ELEMENTS.contains(element) && FORMS.contains(form))
        .map(|(element, _)| element);
    // What they call `.s`, and has for 64 bits, too.
    let is_word =
        element == Some("w") && matches!(stem, "madd" | "msub" | "mmul" | "mmulh" | "msra");
    is_transfer
        || is_word
        || LATER_STEMS.contains(&stem)
        || element.is_some() && LATER_POINTWISE.contains(&stem)
        || !suffix.is_empty() && LATER_CONVERSIONS.contains(&stem)
}

/// Stems of the table's mnemonics that are followed by a dot, and names like them that have no other use.
const STEMS: &[&str] = &[
    "mmov", "fmmacc", "fwmmacc", "mmaqa", "mmaqau", "mmaqaus", "mmaqasu", "mmaqu", "pmmaqa",
    "pmmaqau", "pmmaqaus", "pmmaqasu", "pmmaqu", "madd", "msub", "mmul", "mmulh", "msra",
    "mn4clip", "mn4clipu", "mld", "mst", "msld", "msst", "mshift", "fmacc", "fwmacc", "mzero",
    "mmovb", "mmovh", "mmovw", "mmovd", "mdupb", "mduph", "mdupw", "mdupd",
];

/// What a word that is not a mnemonic of the version is.
#[must_use]
pub fn spelling(word: &str, version: Version) -> Option<Spelling> {
    if let Some(new) = old(word, version) {
        return Some(Spelling::Old(new));
    }
    let stem = word.split('.').next().unwrap_or(word);
    if is_later(word) {
        // Later versions call 32 bits `.w` in all families.
        let same = word.replacen(".w.", ".s.", 1);
        return Some(Spelling::Later(Row::find(&same, version).map(|_| same)));
    }
    let has_suffix = word.len() > stem.len() && STEMS.contains(&stem);
    let is_whole = ["mld", "mst"].iter().any(|start| {
        word.strip_prefix(start).is_some_and(|rest| {
            let letters = rest.trim_start_matches(|character: char| character.is_ascii_digit());
            letters.len() < rest.len() && matches!(letters, "mb" | "mh" | "mw" | "md" | "m")
        })
    });
    (has_suffix || is_whole).then(|| {
        let rows = ROWS.iter().filter(|row| row.word(version).is_some());
        Spelling::Unknown(similar(word, rows.map(|row| row.mnemonic)))
    })
}

fn similar(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    const SIMILARITY_MIN: f64 = 0.8;
    line::similar(word, names, SIMILARITY_MIN)
}

/// The spelling that the assembler takes for one of the proposal's text or of the vendor's tests.
fn old(word: &str, version: Version) -> Option<String> {
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
    Row::find(&candidate, version)
        .is_some()
        .then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Option<Spelling>) {
        assert_eq!(spelling(word, Version::V02), expected, "{word}");
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
        check(
            "madd.w.mm",
            Some(Spelling::Later(Some("madd.s.mm".to_owned()))),
        );
        for word in [
            "mlae8",
            "mfmacc.h.e5",
            "mmacc.w.b",
            "msettilek",
            "mscte64",
            "mfadd.s.mv.i",
            "mn4cliphu.w.mm",
            "mfcvtl.h.e5",
            "mzero8r",
            "mcbce16.mv.i",
        ] {
            check(word, Some(Spelling::Later(None)));
        }
    }

    #[test]
    fn wrong_suffixes_are_unknown() {
        let unknown = |similar| Some(Spelling::Unknown(similar));
        check("mmaqa.w", unknown(Some("mmaqa.b")));
        check("mld3mb", unknown(Some("mld1mb")));
        check("msra.s.xx", unknown(Some("msra.s.mx")));
        check("mshift.s.mm", unknown(None));
        check("mdupb.x.m", unknown(None));
        let newer = Some(Spelling::Unknown(Some("mdupb.m.x")));
        assert_eq!(spelling("mdupb.mx", Version::V03), newer);
    }

    #[test]
    fn base_instructions_and_macros_are_none_of_ours() {
        for word in [
            "mv", "mul", "mulh", "mret", "msub", "madd", "mstart", "mlabel", "mload", "mst", "mld",
            "mmax", "mfadd", "mmin.x", "mfcvt", "mfmul.s", "fmadd.s", "fmsub.d", "mldx", "mcfgx",
            "mula", "msubr32", "", "é.b", "mldmé",
        ] {
            check(word, None);
        }
    }
}
