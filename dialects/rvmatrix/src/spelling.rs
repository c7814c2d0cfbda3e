//! Words that look like mnemonics of the extension, but are not: spellings of the proposal's prose, of its other versions,
//! typing errors. Any other word is a base instruction or a macro, which this module does not know.

use mnc2_text::{Message, line, message};

use crate::table::Row;
use crate::version::Version;

/// What a word in the place of a mnemonic is, if it is none of the table and still speaks of matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// The proposal's text writes it so; the assembler takes another spelling.
    Old(String),
    /// A version after this one has it, or has had it.
    Later,
    /// A mnemonic of 0.6 to which its documents give no word.
    Undecided(Why),
    /// A family of the table with a suffix that it does not have, and the most similar mnemonic.
    Unknown(Option<&'static str>),
}

/// Why a mnemonic of 0.6 has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The list of instructions and the text on formats name its formats with different bits.
    Formats,
    /// The text has a stride, and the list has 0 in its field.
    Stride,
    /// Only the text has it.
    NotListed,
}

impl Why {
    /// The sentence about a word.
    #[must_use]
    pub fn message(self, word: &str) -> Message {
        match self {
            Self::Formats => message!(
                "`{word}` has no word: the list of instructions of version 0.6 and its text on formats differ in the bits for its formats",
                word
            ),
            Self::Stride => message!(
                "`{word}` has no word: version 0.6 describes it with a stride, and lists it without one",
                word
            ),
            Self::NotListed => message!(
                "`{word}` has no word: the list of instructions of version 0.6 lacks it",
                word
            ),
        }
    }
}

/// Why a mnemonic of 0.6 has no word; `None` if it has one, or is none.
#[must_use]
pub fn undecided(word: &str) -> Option<Why> {
    let has_size = |stem| {
        let size = word.strip_prefix(stem);
        size.is_some_and(|size| matches!(size, "8" | "16" | "32" | "64"))
    };
    match word {
        "mfmacc.s.bf16" | "mfcvtl.s.bf16" | "mfcvth.s.bf16" | "mfcvtl.e5.s" | "mfcvth.e5.s" => {
            Some(Why::Formats)
        }
        _ if has_size("mlme") || has_size("msme") => Some(Why::Stride),
        _ if has_size("mbce") => Some(Why::NotListed),
        _ => None,
    }
}

/// The mnemonics that versions after 0.3 add, without element sizes: `8`, `16`, `32`, `64` after them, or a suffix.
const LATER_TRANSFERS: &[&str] = &[
    "mlae", "mlbe", "mlce", "mlme", "mlate", "mlbte", "mlcte", "msae", "msbe", "msce", "msme",
    "msate", "msbte", "mscte", "mbce",
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
    let has_element = suffix
        .split_once('.')
        .is_some_and(|(element, form)| ELEMENTS.contains(&element) && FORMS.contains(&form));
    is_transfer
        || LATER_STEMS.contains(&stem)
        || has_element && LATER_POINTWISE.contains(&stem)
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
    let is_later = is_later(word);
    if version.has_tiles() {
        if let Some(why) = undecided(word) {
            return Some(Spelling::Undecided(why));
        }
    } else if is_later {
        return Some(Spelling::Later);
    }
    let has_suffix = word.len() > stem.len() && STEMS.contains(&stem);
    let is_whole = ["mld", "mst"].iter().any(|start| {
        word.strip_prefix(start).is_some_and(|rest| {
            let letters = rest.trim_start_matches(|character: char| character.is_ascii_digit());
            letters.len() < rest.len() && matches!(letters, "mb" | "mh" | "mw" | "md" | "m")
        })
    });
    (has_suffix || is_whole || is_later).then(|| {
        let rows = Row::all(version);
        Spelling::Unknown(similar(word, rows.map(|row| row.mnemonic)))
    })
}

fn similar(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    const SIMILARITY_MIN: f64 = 0.8;
    line::similar(word, names, SIMILARITY_MIN)
}

/// The spelling that the assembler takes for one of the proposal's text or of the vendor's tests.
fn old(word: &str, version: Version) -> Option<String> {
    let candidate = if version.has_tiles() {
        old_06(word)?
    } else if let Some(rest) = word.strip_prefix("mmaqu.") {
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

/// The spelling of the list of 0.6 for one of its text; and for the misspelled one of the list, the spelling of its sisters.
fn old_06(word: &str) -> Option<String> {
    const SIZES: [(&str, &str); 4] = [("8", "b"), ("16", "h"), ("32", "w"), ("64", "d")];
    let sized = |stem: &str| {
        let rest = word.strip_prefix(stem)?;
        let size = rest.split('.').next().unwrap_or(rest);
        let sizes = SIZES.iter();
        let mut letters = sizes.filter(|(digits, _)| *digits == size);
        letters.next().map(|(_, letter)| *letter)
    };
    let int4 = |start: &str, end: &str| word.strip_prefix(start)?.strip_suffix(end);
    Some(match word {
        "mpack.mm" | "mpackhl.mm" | "mpackhh.mm" => word.trim_end_matches(".mm").to_owned(),
        "mrbc.mv.i" => "mrbca.mv.i".to_owned(),
        "pmmaaccus.w.b" => "pmmaccus.w.b".to_owned(),
        "mmovs.x.m" => "mmovw.x.m".to_owned(),
        "mdupb" | "mduph" | "mdupw" | "mdupd" => format!("{word}.m.x"),
        _ => {
            if let Some(signs) = int4("mmacc", ".w.q") {
                format!("pmmacc{signs}.w.b")
            } else if let Some(stem) = word.strip_suffix(".w.b.q") {
                format!("{stem}.b.p")
            } else if let Some(letter) = sized("mcbce") {
                format!("mcbca{letter}.mv.i")
            } else if let Some(stem) = ["mrslidedown", "mrslideup"]
                .into_iter()
                .find(|stem| sized(&format!("{stem}e")).is_some())
            {
                stem.to_owned()
            } else {
                let mut stems = ["mcslidedown", "mcslideup"].into_iter();
                stems.find_map(|stem| Some(format!("{stem}.{}", sized(&format!("{stem}e"))?)))?
            }
        }
    })
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
