//! The assumptions: the instruction table's own list, in the form that `explain --assumed` prints.

use mnc2_isa::assumption;

use mnc2_text::Language;

/// Something that neither the manual nor anything public decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The interpretation that was chosen.
    pub subject: String,
    /// Why an assumption is needed, and why this one.
    pub reading: String,
}

/// All assumptions: what instructions compute, then operands, timing rules and fields.
#[must_use]
pub fn assumed(language: Language) -> Vec<Assumption> {
    assumption::assumptions()
        .map(|(subject, reason)| Assumption {
            reading: language.template(reason).to_owned(),
            subject: match language.translated(&subject) {
                Some(translated) => translated.to_owned(),
                None => subject,
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_assumed_without_a_reason() {
        let all = assumed(Language::English);
        assert!(all.iter().any(|found| found.subject.contains("rsqrt")));
        for assumption in all {
            assert!(
                !assumption.subject.is_empty() && !assumption.reading.is_empty(),
                "{assumption:?}"
            );
        }
    }
}
