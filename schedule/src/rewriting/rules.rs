//! The table of rules: what a rewriting changes, on which condition, and how it is known to be exact.

use mnc2_text::{Message, message};

/// How a rule is known to be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleEvidence {
    /// The manual states it in this section.
    Manual(&'static str),
}

/// A rule of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct RewriteRule {
    /// The name of the rule, as users see it.
    pub id: &'static str,
    /// How it is known to be exact.
    pub known: RuleEvidence,
}

/// A word is read at any place of its value, and unused values are not computed.
pub(super) static VALUES: RewriteRule = RewriteRule {
    id: "values",
    known: RuleEvidence::Manual("3.6.1"),
};

/// Results of one operation on neighbouring single words are one result on a long word, if each element of a long word
/// follows from the elements at its place.
pub(super) static LONG_WORDS: RewriteRule = RewriteRule {
    id: "long-words",
    known: RuleEvidence::Manual("3.6.1"),
};

/// Which steps share a step and wait for which, and what is read from forwarding registers: the search for an order.
pub(super) static ORDER: RewriteRule = RewriteRule {
    id: "order",
    known: RuleEvidence::Manual("3.6.3"),
};

/// The same, where a mask ends a write with the last cycle that is used: what reads it waits for this cycle.
pub(super) static MASKS: RewriteRule = RewriteRule {
    id: "masks",
    known: RuleEvidence::Manual("3.6.2"),
};

/// All rules, in the order in which they apply.
pub static RULES: [&RewriteRule; 4] = [&VALUES, &LONG_WORDS, &ORDER, &MASKS];

impl RewriteRule {
    /// The change that it makes, and why it is exact.
    #[must_use]
    pub fn meaning(&self) -> Message {
        match self.id {
            "values" => message!(
                "each value is computed once, read where it is, and omitted if nothing reads it; a result follows from the words that its operands name, not from their places"
            ),
            "long-words" => message!(
                "results on neighbouring single words are one result on a long word, and copies take two long words; each element follows from the elements at its place"
            ),
            "masks" => message!(
                "expressions share steps, and a mask ends each write with the last cycle that is used, so that its readers wait less"
            ),
            _ => message!(
                "expressions share steps and read forwarding registers, at the distances that the hazard rules require"
            ),
        }
    }
}

/// A rule that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The rule that was applied.
    pub rule: &'static RewriteRule,
    /// Steps that it saved.
    pub saved: i64,
    /// The lines that it changed, counted from 0 at the start of the program.
    pub lines: Vec<usize>,
}

impl Applied {
    /// The change that it made, why it is exact, and the steps that it saved. Lines are counted from 1.
    #[must_use]
    pub fn message(&self) -> Message {
        let RuleEvidence::Manual(section) = self.rule.known;
        message!(
            "{rule}: {saved:# step|# steps} saved: {meaning} (manual {section})",
            rule = self.rule.id,
            saved = self.saved,
            meaning = self.rule.meaning(),
            section
        )
    }
}
